# canary: classeval-hf open outline_draft b6d8580b-691b-4036-9c1a-8cb420320988

import re


class OutlineDraft:
    def __init__(self):
        self.headings = []

    def add(self, key: str, level: int, title: str) -> str:
        keys = [known for known, _, _ in self.headings]
        if not key or "{" in key or "}" in key or key in keys:
            raise ValueError("bad key")
        if not 1 <= level <= (self.headings[-1][1] if keys else 0) + 1:
            raise ValueError("bad level")
        for reference in re.findall(r"\{([^{}]+)\}", title):
            if reference not in keys and reference != key:
                raise ValueError(f"unknown reference: {reference}")
        self.headings.append((key, level, title))
        return self.number(key)

    def number(self, key: str) -> str:
        places = []
        for known, level, _ in self.headings:
            places = [*places, 0][:level]
            places[-1] += 1
            if known == key:
                return ".".join(map(str, places))
        raise KeyError(key)

    def promote(self, key: str) -> str:
        self.number(key)
        start = [known for known, _, _ in self.headings].index(key)
        level = self.headings[start][1]
        if level == 1:
            raise ValueError("top level")
        end = start + 1
        while end < len(self.headings) and self.headings[end][1] > level:
            end += 1
        after = end
        while after < len(self.headings) and self.headings[after][1] >= level:
            after += 1
        part = [(known, depth - 1, title) for known, depth, title in self.headings[start:end]]
        self.headings[start:after] = self.headings[end:after] + part
        return self.number(key)

    def demote(self, key: str) -> str:
        number = self.number(key)
        if number.split(".")[-1] == "1":
            raise ValueError("first sibling")
        index = [known for known, _, _ in self.headings].index(key)
        level = self.headings[index][1]
        while True:
            known, depth, title = self.headings[index]
            self.headings[index] = (known, depth + 1, title)
            index += 1
            if index == len(self.headings) or self.headings[index][1] <= level:
                return self.number(key)

    def move(self, key: str, before: str) -> str:
        self.number(key)
        self.number(before)
        keys = [known for known, _, _ in self.headings]
        start = keys.index(key)
        level = self.headings[start][1]
        end = start + 1
        while end < len(keys) and self.headings[end][1] > level:
            end += 1
        if before in keys[start:end]:
            raise ValueError("into itself")
        shift = self.headings[keys.index(before)][1] - level
        part = [(known, depth + shift, title) for known, depth, title in self.headings[start:end]]
        rest = self.headings[:start] + self.headings[end:]
        place = [known for known, _, _ in rest].index(before)
        self.headings = rest[:place] + part + rest[place:]
        return self.number(key)

    def remove(self, key: str) -> int:
        self.number(key)
        keys = [known for known, _, _ in self.headings]
        start = keys.index(key)
        end = start + 1
        while end < len(keys) and self.headings[end][1] > self.headings[start][1]:
            end += 1
        rest = self.headings[:start] + self.headings[end:]
        for known, _, title in rest:
            if set(re.findall(r"\{([^{}]+)\}", title)) & set(keys[start:end]):
                raise ValueError(f"needed by {known}")
        self.headings = rest
        return end - start

    def render(self, depth: int) -> list[str]:
        lines = []
        for key, level, title in self.headings:
            if level <= depth:
                text = re.sub(r"\{([^{}]+)\}", lambda found: self.number(found[1]), title)
                lines.append(f"{'  ' * (level - 1)}{self.number(key)} {text}")
        return lines
