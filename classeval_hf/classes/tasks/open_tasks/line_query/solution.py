# canary: classeval-hf open line_query dd7484e4-ec7c-4abb-b25d-3161463fb3d6

import re


class LineQuery:
    def __init__(self):
        self.named = {}

    @staticmethod
    def split(query: str) -> list[str]:
        name = r"[A-Za-z0-9_.-]+"
        token = re.compile(rf'[()]|"[^"]*"|@{name}|{name}[=<>]{name}|{name}\?|(?:not|and|or)(?![A-Za-z0-9_.-])')
        tokens = []
        place = 0
        while place < len(query):
            if query[place] == " ":
                place += 1
                continue
            found = token.match(query, place)
            if not found:
                raise ValueError(f"bad token at {place}")
            tokens.append(found.group())
            place = found.end()
        return tokens

    def parse(self, query: str) -> tuple:
        tokens = [*self.split(query), "end"]
        place = 0

        def combine(kind):
            nonlocal place
            trees = []
            while True:
                tree = combine("and") if kind == "or" else single()
                trees += tree[1:] if tree[0] == kind else [tree]
                if tokens[place] != kind:
                    return (kind, *trees) if len(trees) > 1 else trees[0]
                place += 1

        def single():
            nonlocal place
            token = tokens[place]
            if token in ("end", ")", "and", "or"):
                raise ValueError(f"unexpected {token}")
            place += 1
            if token == "not":
                return ("not", single())
            if token == "(":
                tree = combine("or")
                if tokens[place] != ")":
                    raise ValueError(f"unexpected {tokens[place]}")
                place += 1
                return tree
            if token[0] == '"':
                return ("text", token[1:-1])
            if token[0] == "@":
                return ("@", token[1:])
            if token[-1] == "?":
                return ("?", token[:-1])
            key, sign, value = re.split("([=<>])", token)
            return (sign, key, value)

        tree = combine("or")
        if tokens[place] != "end":
            raise ValueError(f"unexpected {tokens[place]}")
        for token in tokens:
            if token[0] == "@" and token[1:] not in self.named:
                raise ValueError(f"unknown name: {token[1:]}")
        return tree

    def name_query(self, name: str, query: str) -> list[str]:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
            raise ValueError("bad name")
        tree = self.parse(query)
        users = set()
        size = -1
        while size < len(users):
            size = len(users)
            for other, known in self.named.items():
                if users.union([name]) & set(self.uses(known)):
                    users.add(other)
        if users.union([name]) & set(self.uses(tree)):
            raise ValueError("goes round")
        self.named[name] = tree
        return sorted(users)

    @staticmethod
    def uses(tree: tuple) -> list[str]:
        if tree[0] == "@":
            return [tree[1]]
        names = []
        if tree[0] in ("not", "and", "or"):
            for part in tree[1:]:
                names += [name for name in LineQuery.uses(part) if name not in names]
        return names

    def holds(self, tree: tuple, line: str) -> bool:
        kind = tree[0]
        if kind == "text":
            return tree[1] in line
        if kind == "@":
            return self.holds(self.named[tree[1]], line)
        if kind == "not":
            return not self.holds(tree[1], line)
        if kind == "and":
            return all(self.holds(part, line) for part in tree[1:])
        if kind == "or":
            return any(self.holds(part, line) for part in tree[1:])
        words = [word.partition("=") for word in line.split(" ")]
        values = [value for key, sign, value in words if sign and key == tree[1]]
        if kind == "?":
            return bool(values)
        if kind == "=":
            return tree[2] in values
        if not re.fullmatch("-?[0-9]+", tree[2]):
            return False
        numbers = [int(value) for value in values if re.fullmatch("-?[0-9]+", value)]
        bound = int(tree[2])
        return any(number < bound if kind == "<" else number > bound for number in numbers)

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
        inner = {"not": ("and", "or"), "and": ("or",), "or": ()}[kind]
        parts = [f"({self.show(part)})" if part[0] in inner else self.show(part) for part in tree[1:]]
        return f"not {parts[0]}" if kind == "not" else f" {kind} ".join(parts)

    def select(self, query: str, lines: list[str]) -> list[tuple[int, str]]:
        tree = self.parse(query)
        return [(number, line) for number, line in enumerate(lines, 1) if self.holds(tree, line)]
