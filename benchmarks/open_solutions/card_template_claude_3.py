# canary: classeval-hf open card_template afea14e2-a565-4b95-bf25-9515dee91cc5

import re

_KEY = re.compile(r"\.|[a-z][a-z0-9_]*")
_SIGN = re.compile(r"[<>\[\]|~]")


def _fail(text, position):
    if position >= len(text):
        raise ValueError(f"unexpected end at {len(text)}")
    raise ValueError(f"unexpected {text[position]} at {position}")


def _read_key(text, position):
    match = _KEY.match(text, position)
    if not match:
        _fail(text, position)
    return match[0], match.end()


def _read_place(text, position):
    key, position = _read_key(text, position + 1)
    fallback = None
    if text[position:position + 1] == "|":
        fallback, position = _read(text, position + 1, ">")
    if text[position:position + 1] != ">":
        _fail(text, position)
    return ("value", key, fallback), position + 1


def _read_section(text, position):
    position += 1
    opposite = text[position:position + 1] == "!"
    if opposite:
        position += 1
    key, position = _read_key(text, position)
    if text[position:position + 1] != "|":
        _fail(text, position)
    if opposite:
        body, position = _read(text, position + 1, "]")
        return ("none", key, body), position + 1
    body, position = _read(text, position + 1, "|]")
    separator = []
    if text[position] == "|":
        separator, position = _read(text, position + 1, "]")
    return ("each", key, body, separator), position + 1


def _read(text, position, stops):
    nodes = []
    plain = []

    def flush():
        if plain:
            nodes.append("".join(plain))
            plain.clear()

    while position < len(text):
        sign = text[position]
        if sign == "~":
            if position + 1 == len(text):
                _fail(text, position + 1)
            plain.append(text[position + 1])
            position += 2
        elif sign in stops:
            flush()
            return nodes, position
        elif sign in "<[":
            flush()
            node, position = _read_place(text, position) if sign == "<" else _read_section(text, position)
            nodes.append(node)
        elif sign in ">]" or (sign == "|" and stops):
            _fail(text, position)
        else:
            plain.append(sign)
            position += 1
    if stops:
        _fail(text, position)
    flush()
    return nodes, position


class CardTemplate:
    def __init__(self):
        self.text = ""
        self.tree = []

    @staticmethod
    def read(text: str, start: int, stops: str) -> tuple[list, int]:
        return _read(text, start, stops)

    def load(self, text: str) -> int:
        tree, _ = self.read(text, 0, "")
        self.text = text
        self.tree = tree
        return len(tree)

    @staticmethod
    def expand(nodes: list, scopes: list[dict]) -> tuple[str, list[str]]:
        missing = {}

        def give(nodes, scopes):
            pieces = []
            for node in nodes:
                if isinstance(node, str):
                    pieces.append(node)
                    continue
                key = node[1]
                value = None
                for scope in reversed(scopes):
                    if key in scope:
                        value = scope[key]
                        break
                empty = value is None or value == "" or value == []
                if node[0] == "value":
                    if empty and node[2] is not None:
                        pieces.append(give(node[2], scopes))
                    elif value is None:
                        missing[key] = True
                    elif isinstance(value, list):
                        pieces.append(str(len(value)))
                    else:
                        pieces.append(value)
                elif node[0] == "none":
                    if empty:
                        pieces.append(give(node[2], scopes))
                elif not empty:
                    items = value if isinstance(value, list) else [value]
                    for index, item in enumerate(items):
                        if index:
                            pieces.append(give(node[3], scopes))
                        scope = item if isinstance(item, dict) else {".": item}
                        pieces.append(give(node[2], [*scopes, scope]))
            return "".join(pieces)

        return give(nodes, scopes), list(missing)

    def render(self, values: dict) -> str:
        text, missing = self.expand(self.tree, [values])
        if missing:
            raise KeyError(missing[0])
        return text

    def source(self, nodes: list) -> str:
        pieces = []
        for node in nodes:
            if isinstance(node, str):
                pieces.append(_SIGN.sub(lambda match: "~" + match[0], node))
            elif node[0] == "value":
                fallback = "" if node[2] is None else "|" + self.source(node[2])
                pieces.append(f"<{node[1]}{fallback}>")
            elif node[0] == "none":
                pieces.append(f"[!{node[1]}|{self.source(node[2])}]")
            else:
                separator = "|" + self.source(node[3]) if node[3] else ""
                pieces.append(f"[{node[1]}|{self.source(node[2])}{separator}]")
        return "".join(pieces)

    def rename(self, old: str, new: str) -> int:
        if not _KEY.fullmatch(new):
            raise ValueError("bad key: " + new)
        count = 0

        def renamed(nodes):
            nonlocal count
            result = []
            for node in nodes:
                if not isinstance(node, str):
                    key = node[1]
                    if key == old:
                        count += 1
                        key = new
                    parts = [None if part is None else renamed(part) for part in node[2:]]
                    node = (node[0], key, *parts)
                result.append(node)
            return result

        tree = renamed(self.tree)
        if count:
            self.tree = tree
            self.text = self.source(tree)
        return count
