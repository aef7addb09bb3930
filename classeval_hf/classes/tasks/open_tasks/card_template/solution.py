# canary: classeval-hf open card_template afea14e2-a565-4b95-bf25-9515dee91cc5

import re


class CardTemplate:
    def __init__(self):
        self.text = ""
        self.tree = []

    @staticmethod
    def read(text: str, start: int, stops: str) -> tuple[list, int]:

        def fail(position):
            found = text[position : position + 1] or "end"
            raise ValueError(f"unexpected {found} at {position}")

        nodes = []
        letters = ""
        position = start
        while position < len(text) and text[position] not in stops:
            sign = text[position]
            if sign in "<[":
                if letters:
                    nodes.append(letters)
                letters = ""
                opposite = text.startswith("[!", position)
                position += 1 + opposite
                key = re.compile(r"\.|[a-z][a-z0-9_]*|").match(text, position).group()
                position += len(key)
                mark = text[position : position + 1]
                if not key or mark not in ("|", ">" if sign == "<" else "|"):
                    fail(position)
                parts = []
                stop = {"<": [">"], "[": ["|]", "]"]}[sign] if not opposite else ["]"]
                while mark == "|" and len(parts) < len(stop):
                    part, position = CardTemplate.read(text, position + 1, stop[len(parts)])
                    parts.append(part)
                    mark = text[position]
                if opposite:
                    nodes.append(("none", key, *parts))
                elif sign == "<":
                    nodes.append(("value", key, parts[0] if parts else None))
                else:
                    nodes.append(("each", key, parts[0], parts[1] if len(parts) > 1 else []))
            elif sign in ">]" or sign == "|" and stops:
                fail(position)
            else:
                if sign == "~":
                    position += 1
                if position == len(text):
                    fail(position)
                letters += text[position]
            position += 1
        if position == len(text) and stops:
            fail(position)
        if letters:
            nodes.append(letters)
        return nodes, position

    def load(self, text: str) -> int:
        self.tree = self.read(text, 0, "")[0]
        self.text = text
        return len(self.tree)

    @staticmethod
    def expand(nodes: list, scopes: list[dict]) -> tuple[str, list[str]]:
        text = ""
        missing = []

        def add(nodes, scopes):
            nonlocal text
            inner, unknown = CardTemplate.expand(nodes, scopes)
            text += inner
            missing.extend(key for key in unknown if key not in missing)

        for node in nodes:
            if isinstance(node, str):
                text += node
                continue
            kind, key, body, *rest = node
            value = next((scope[key] for scope in reversed(scopes) if key in scope), None)
            if kind == "each":
                for number, item in enumerate([value] if isinstance(value, str) and value else value or []):
                    if number:
                        add(rest[0], scopes)
                    add(body, [*scopes, item if isinstance(item, dict) else {".": item}])
            elif kind == "none" or (body is not None and not value):
                if not value:
                    add(body, scopes)
            elif value is None:
                missing.extend([key] if key not in missing else [])
            else:
                text += value if isinstance(value, str) else str(len(value))
        return text, missing

    def render(self, values: dict) -> str:
        text, missing = self.expand(self.tree, [values])
        if missing:
            raise KeyError(missing[0])
        return text

    def source(self, nodes: list) -> str:
        written = ""
        for node in nodes:
            if isinstance(node, str):
                written += re.sub(r"[][<>|~]", r"~\g<0>", node)
                continue
            kind, key, *parts = node
            inner = [self.source(part) for part in parts if part is not None]
            if kind == "each" and not inner[1]:
                inner.pop()
            left, right = {"value": "<>", "each": "[]", "none": ("[!", "]")}[kind]
            written += left + "|".join([key, *inner]) + right
        return written

    def rename(self, old: str, new: str) -> int:
        if not re.fullmatch(r"\.|[a-z][a-z0-9_]*", new):
            raise ValueError(f"bad key: {new}")
        count = 0

        def renamed(nodes):
            nonlocal count
            result = []
            for node in nodes:
                if isinstance(node, str):
                    result.append(node)
                    continue
                kind, key, *parts = node
                count += key == old
                parts = [None if part is None else renamed(part) for part in parts]
                result.append((kind, new if key == old else key, *parts))
            return result

        tree = renamed(self.tree)
        if count:
            self.tree = tree
            self.text = self.source(tree)
        return count
