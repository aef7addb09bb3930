import re

_CHARACTER = "[A-Za-z0-9_.-]"
_NAME = re.compile(f"{_CHARACTER}+")
_CONDITION = re.compile(f'"[^"]*"|{_CHARACTER}+(?:[=<>]{_CHARACTER}+|\\?)|@{_CHARACTER}+')
_WORD = re.compile(f"[()]|(?:not|and|or)(?!{_CHARACTER})")
_INT = re.compile("-?[0-9]+")


def _combine(kind, trees):
    """One tree of trees that are combined by a word."""
    if len(trees) == 1:
        return trees[0]
    parts = []
    for tree in trees:
        parts += tree[1:] if tree[0] == kind else [tree]
    return (kind, *parts)


def _condition(token):
    if token[0] == '"':
        return ("text", token[1:-1])
    if token[0] == "@":
        return ("@", token[1:])
    if token[-1] == "?":
        return ("?", token[:-1])
    key = _NAME.match(token)[0]
    return (token[len(key)], key, token[len(key) + 1:])


class LineQuery:
    def __init__(self):
        self.named = {}

    @staticmethod
    def split(query: str) -> list[str]:
        tokens = []
        position = 0
        while position < len(query):
            if query[position] == " ":
                position += 1
                continue
            match = _CONDITION.match(query, position) or _WORD.match(query, position)
            if match is None:
                raise ValueError(f"bad token at {position}")
            tokens.append(match[0])
            position = match.end()
        return tokens

    def parse(self, query: str) -> tuple:
        tokens = self.split(query)
        # A frame for each open bracket: the trees of "or", those of "and" after the last "or", and how many "not"
        # wait for the next tree.
        frames = [[[], [], 0]]
        operand_next = True
        for token in tokens:
            frame = frames[-1]
            if operand_next:
                if token == "(":
                    frames.append([[], [], 0])
                    continue
                if token == "not":
                    frame[2] += 1
                    continue
                if token in ("and", "or", ")"):
                    raise ValueError(f"unexpected {token}")
                tree = _condition(token)
            elif token == "and":
                operand_next = True
                continue
            elif token == "or":
                frame[0].append(_combine("and", frame[1]))
                frame[1] = []
                operand_next = True
                continue
            elif token == ")" and len(frames) > 1:
                frames.pop()
                tree = _combine("or", [*frame[0], _combine("and", frame[1])])
                frame = frames[-1]
            else:
                raise ValueError(f"unexpected {token}")
            for _ in range(frame[2]):
                tree = ("not", tree)
            frame[2] = 0
            frame[1].append(tree)
            operand_next = False
        if operand_next or len(frames) > 1:
            raise ValueError("unexpected end")
        for token in tokens:
            if token[0] == "@" and token[1:] not in self.named:
                raise ValueError(f"unknown name: {token[1:]}")
        return _combine("or", [*frames[0][0], _combine("and", frames[0][1])])

    def _reached(self, tree):
        """All names that a tree uses, directly or by way of others."""
        seen = set()
        stack = self.uses(tree)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += self.uses(self.named[name])
        return seen

    def name_query(self, name: str, query: str) -> list[str]:
        if not _NAME.fullmatch(name):
            raise ValueError("bad name")
        tree = self.parse(query)
        if name in self._reached(tree):
            raise ValueError("goes round")
        self.named[name] = tree
        return sorted(other for other, its in self.named.items() if name in self._reached(its))

    @staticmethod
    def uses(tree: tuple) -> list[str]:
        names = {}
        stack = [tree]
        while stack:
            part = stack.pop()
            if part[0] == "@":
                names[part[1]] = True
            elif part[0] in ("not", "and", "or"):
                stack += reversed(part[1:])
        return list(names)

    def holds(self, tree: tuple, line: str) -> bool:
        pairs = []
        for word in line.split(" "):
            key, sign, value = word.partition("=")
            if key and sign:
                pairs.append((key, value))
        return self._holds(tree, line, pairs)

    def _holds(self, tree, line, pairs):
        kind = tree[0]
        if kind == "text":
            return tree[1] in line
        if kind == "not":
            return not self._holds(tree[1], line, pairs)
        if kind == "and":
            return all(self._holds(part, line, pairs) for part in tree[1:])
        if kind == "or":
            return any(self._holds(part, line, pairs) for part in tree[1:])
        if kind == "@":
            if tree[1] not in self.named:
                raise KeyError(tree[1])
            return self._holds(self.named[tree[1]], line, pairs)
        values = [value for key, value in pairs if key == tree[1]]
        if kind == "?":
            return bool(values)
        if kind == "=":
            return tree[2] in values
        if not _INT.fullmatch(tree[2]):
            return False
        limit = int(tree[2])
        numbers = [int(value) for value in values if _INT.fullmatch(value)]
        return any(number < limit if kind == "<" else number > limit for number in numbers)

    def show(self, tree: tuple) -> str:
        kind = tree[0]
        if kind == "text":
            return f'"{tree[1]}"'
        if kind == "@":
            return f"@{tree[1]}"
        if kind == "?":
            return f"{tree[1]}?"
        if kind in ("=", "<", ">"):
            return f"{tree[1]}{kind}{tree[2]}"
        bracketed = {"not": ("and", "or"), "and": ("or",), "or": ()}[kind]
        parts = [f"({self.show(part)})" if part[0] in bracketed else self.show(part) for part in tree[1:]]
        return f"not {parts[0]}" if kind == "not" else f" {kind} ".join(parts)

    def select(self, query: str, lines: list[str]) -> list[tuple[int, str]]:
        tree = self.parse(query)
        return [(number, line) for number, line in enumerate(lines, 1) if self.holds(tree, line)]
