import re

_PART = r"[A-Za-z0-9_.\-]+"
_NAME = re.compile(_PART)
_INTEGER = re.compile(r"-?[0-9]+")
_CONDITION = re.compile(rf'"[^"]*"|{_PART}[=<>]{_PART}|{_PART}\?|@{_PART}')
_TOKEN = re.compile(rf"{_CONDITION.pattern}|[()]|(?:not|and|or)(?![A-Za-z0-9_.\-])")


class LineQuery:
    def __init__(self):
        self.named = {}

    @staticmethod
    def split(query: str) -> list[str]:
        tokens = []
        i = 0
        while i < len(query):
            if query[i] == " ":
                i += 1
                continue
            match = _TOKEN.match(query, i)
            if not match:
                raise ValueError(f"bad token at {i}")
            tokens.append(match.group())
            i = match.end()
        return tokens

    @staticmethod
    def _condition(token):
        if token.startswith('"'):
            return ("text", token[1:-1])
        if token.startswith("@"):
            return ("@", token[1:])
        if token.endswith("?"):
            return ("?", token[:-1])
        key, sign, value = re.split(r"([=<>])", token)
        return (sign, key, value)

    def parse(self, query: str) -> tuple:
        tokens = self.split(query)
        position = 0

        def peek():
            return tokens[position] if position < len(tokens) else None

        def unexpected():
            token = peek()
            return ValueError("unexpected end" if token is None else "unexpected " + token)

        def combination(word, inner):
            nonlocal position
            trees = [inner()]
            while peek() == word:
                position += 1
                trees.append(inner())
            if len(trees) == 1:
                return trees[0]
            flat = []
            for tree in trees:
                if tree[0] == word:
                    flat.extend(tree[1:])
                else:
                    flat.append(tree)
            return (word, *flat)

        def either():
            return combination("or", both)

        def both():
            return combination("and", single)

        def single():
            nonlocal position
            token = peek()
            if token == "not":
                position += 1
                return ("not", single())
            if token == "(":
                position += 1
                tree = either()
                if peek() != ")":
                    raise unexpected()
                position += 1
                return tree
            if token is None or not _CONDITION.fullmatch(token):
                raise unexpected()
            position += 1
            return self._condition(token)

        tree = either()
        if position < len(tokens):
            raise unexpected()
        for name in self.uses(tree):
            if name not in self.named:
                raise ValueError("unknown name: " + name)
        return tree

    def _all_uses(self, tree):
        """All names that a tree uses, directly or by way of others."""
        seen = set()
        stack = self.uses(tree)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                if name in self.named:
                    stack.extend(self.uses(self.named[name]))
        return seen

    def name_query(self, name: str, query: str) -> list[str]:
        if not _NAME.fullmatch(name):
            raise ValueError("bad name")
        tree = self.parse(query)
        if name in self._all_uses(tree):
            raise ValueError("goes round")
        self.named[name] = tree
        return sorted(other for other, own in self.named.items() if name in self._all_uses(own))

    @staticmethod
    def uses(tree: tuple) -> list[str]:
        names = []
        stack = [tree]
        while stack:
            current = stack.pop()
            if current[0] == "@":
                if current[1] not in names:
                    names.append(current[1])
            elif current[0] in ("not", "and", "or"):
                stack.extend(reversed(current[1:]))
        return names

    @staticmethod
    def _values(key, line):
        for word in line.split(" "):
            own, sign, value = word.partition("=")
            if sign and own == key:
                yield value

    def holds(self, tree: tuple, line: str) -> bool:
        kind = tree[0]
        if kind == "and":
            return all(self.holds(inner, line) for inner in tree[1:])
        if kind == "or":
            return any(self.holds(inner, line) for inner in tree[1:])
        if kind == "not":
            return not self.holds(tree[1], line)
        if kind == "@":
            return self.holds(self.named[tree[1]], line)
        if kind == "text":
            return tree[1] in line
        values = list(self._values(tree[1], line))
        if kind == "?":
            return bool(values)
        if kind == "=":
            return tree[2] in values
        if not _INTEGER.fullmatch(tree[2]):
            return False
        limit = int(tree[2])
        numbers = [int(value) for value in values if _INTEGER.fullmatch(value)]
        return any(number < limit if kind == "<" else number > limit for number in numbers)

    def show(self, tree: tuple) -> str:
        kind = tree[0]
        if kind in ("and", "or"):
            parts = []
            for inner in tree[1:]:
                text = self.show(inner)
                parts.append(f"({text})" if kind == "and" and inner[0] == "or" else text)
            return f" {kind} ".join(parts)
        if kind == "not":
            text = self.show(tree[1])
            return f"not ({text})" if tree[1][0] in ("and", "or") else "not " + text
        if kind == "text":
            return f'"{tree[1]}"'
        if kind == "@":
            return "@" + tree[1]
        if kind == "?":
            return tree[1] + "?"
        return tree[1] + kind + tree[2]

    def select(self, query: str, lines: list[str]) -> list[tuple[int, str]]:
        tree = self.parse(query)
        return [(number, line) for number, line in enumerate(lines, 1) if self.holds(tree, line)]
