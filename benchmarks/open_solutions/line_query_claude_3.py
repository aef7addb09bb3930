# canary: classeval-hf open line_query dd7484e4-ec7c-4abb-b25d-3161463fb3d6

import re

_WORD = r"[A-Za-z0-9_.-]+"
_TOKEN = re.compile(
    rf'[()]|"[^"]*"|@{_WORD}|{_WORD}(?:[=<>]{_WORD}|\?)|(?:not|and|or)(?![A-Za-z0-9_.-])'
)
_CONDITION = re.compile(rf"({_WORD})([=<>])({_WORD})")
_NUMBER = re.compile(r"-?[0-9]+")
_WORDS = ("(", ")", "not", "and", "or")


def _combine(kind, trees):
    if len(trees) == 1:
        return trees[0]
    flat = []
    for tree in trees:
        if tree[0] == kind:
            flat.extend(tree[1:])
        else:
            flat.append(tree)
    return (kind, *flat)


def _condition(token):
    if token[0] == '"':
        return ("text", token[1:-1])
    if token[0] == "@":
        return ("@", token[1:])
    if token[-1] == "?":
        return ("?", token[:-1])
    match = _CONDITION.fullmatch(token)
    return (match[2], match[1], match[3])


class _Parser:
    def __init__(self, tokens):
        self.tokens = tokens
        self.position = 0

    def peek(self):
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def fail(self):
        token = self.peek()
        raise ValueError("unexpected end" if token is None else "unexpected " + token)

    def whole(self):
        tree = self.either()
        if self.peek() is not None:
            self.fail()
        return tree

    def either(self):
        return self.chain("or", lambda: self.chain("and", self.single))

    def chain(self, word, part):
        trees = [part()]
        while self.peek() == word:
            self.position += 1
            trees.append(part())
        return _combine(word, trees)

    def single(self):
        token = self.peek()
        if token == "not":
            self.position += 1
            return ("not", self.single())
        if token == "(":
            self.position += 1
            tree = self.either()
            if self.peek() != ")":
                self.fail()
            self.position += 1
            return tree
        if token is None or token in _WORDS:
            self.fail()
        self.position += 1
        return _condition(token)


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
            match = _TOKEN.match(query, position)
            if not match:
                raise ValueError(f"bad token at {position}")
            tokens.append(match[0])
            position = match.end()
        return tokens

    def parse(self, query: str) -> tuple:
        tokens = self.split(query)
        tree = _Parser(tokens).whole()
        for token in tokens:
            if token[0] == "@" and token[1:] not in self.named:
                raise ValueError("unknown name: " + token[1:])
        return tree

    def _reaches(self, tree, name):
        seen = set()
        stack = self.uses(tree)
        while stack:
            used = stack.pop()
            if used == name:
                return True
            if used not in seen and used in self.named:
                seen.add(used)
                stack.extend(self.uses(self.named[used]))
        return False

    def name_query(self, name: str, query: str) -> list[str]:
        if not re.fullmatch(_WORD, name):
            raise ValueError("bad name")
        tree = self.parse(query)
        if self._reaches(tree, name):
            raise ValueError("goes round")
        self.named[name] = tree
        return sorted(other for other, used in self.named.items() if self._reaches(used, name))

    @staticmethod
    def uses(tree: tuple) -> list[str]:
        found = {}
        stack = [tree]
        while stack:
            tree = stack.pop()
            if tree[0] == "@":
                found[tree[1]] = True
            elif tree[0] in ("not", "and", "or"):
                stack.extend(reversed(tree[1:]))
        return list(found)

    def holds(self, tree: tuple, line: str) -> bool:
        values = {}
        for word in line.split(" "):
            key, sign, value = word.partition("=")
            if sign and key:
                values.setdefault(key, []).append(value)
        return self._holds(tree, line, values)

    def _holds(self, tree, line, values):
        kind = tree[0]
        if kind == "and":
            return all(self._holds(part, line, values) for part in tree[1:])
        if kind == "or":
            return any(self._holds(part, line, values) for part in tree[1:])
        if kind == "not":
            return not self._holds(tree[1], line, values)
        if kind == "@":
            if tree[1] not in self.named:
                raise KeyError(tree[1])
            return self._holds(self.named[tree[1]], line, values)
        if kind == "text":
            return tree[1] in line
        given = values.get(tree[1], [])
        if kind == "?":
            return bool(given)
        if kind == "=":
            return tree[2] in given
        if not _NUMBER.fullmatch(tree[2]):
            return False
        limit = int(tree[2])
        numbers = [int(value) for value in given if _NUMBER.fullmatch(value)]
        if kind == "<":
            return any(number < limit for number in numbers)
        return any(number > limit for number in numbers)

    def show(self, tree: tuple) -> str:
        kind = tree[0]
        if kind == "text":
            return f'"{tree[1]}"'
        if kind == "@":
            return "@" + tree[1]
        if kind == "?":
            return tree[1] + "?"
        if kind in ("=", "<", ">"):
            return tree[1] + kind + tree[2]
        inner = {"not": ("and", "or"), "and": ("or",), "or": ()}[kind]
        parts = []
        for part in tree[1:]:
            text = self.show(part)
            parts.append(f"({text})" if part[0] in inner else text)
        if kind == "not":
            return "not " + parts[0]
        return f" {kind} ".join(parts)

    def select(self, query: str, lines: list[str]) -> list[tuple[int, str]]:
        tree = self.parse(query)
        return [(number, line) for number, line in enumerate(lines, 1) if self.holds(tree, line)]
