import re

_REFERENCE = re.compile(r"\{([^{}]+)\}")


class OutlineDraft:
    def __init__(self):
        self.headings = []

    def _find(self, key):
        for index, heading in enumerate(self.headings):
            if heading[0] == key:
                return index
        raise KeyError(key)

    def _end(self, index):
        """The index after the descendants of a heading."""
        level = self.headings[index][1]
        end = index + 1
        while end < len(self.headings) and self.headings[end][1] > level:
            end += 1
        return end

    def _numbers(self):
        counters = []
        numbers = {}
        for key, level, _ in self.headings:
            del counters[level:]
            if len(counters) < level:
                counters.append(0)
            counters[-1] += 1
            numbers[key] = ".".join(map(str, counters))
        return numbers

    @staticmethod
    def _shifted(block, by):
        return [(key, level + by, title) for key, level, title in block]

    def add(self, key: str, level: int, title: str) -> str:
        keys = {heading[0] for heading in self.headings}
        if not key or "{" in key or "}" in key or key in keys:
            raise ValueError("bad key")
        if not 1 <= level <= (self.headings[-1][1] if self.headings else 0) + 1:
            raise ValueError("bad level")
        for other in _REFERENCE.findall(title):
            if other != key and other not in keys:
                raise ValueError(f"unknown reference: {other}")
        self.headings.append((key, level, title))
        return self.number(key)

    def number(self, key: str) -> str:
        self._find(key)
        return self._numbers()[key]

    def promote(self, key: str) -> str:
        index = self._find(key)
        level = self.headings[index][1]
        if level == 1:
            raise ValueError("top level")
        parent = index
        while self.headings[parent][1] >= level:
            parent -= 1
        end = self._end(index)
        last = self._end(parent)
        block = self._shifted(self.headings[index:end], -1)
        self.headings[index:last] = self.headings[end:last] + block
        return self.number(key)

    def demote(self, key: str) -> str:
        index = self._find(key)
        level = self.headings[index][1]
        before = index - 1
        while before >= 0 and self.headings[before][1] > level:
            before -= 1
        if before < 0 or self.headings[before][1] != level:
            raise ValueError("first sibling")
        end = self._end(index)
        self.headings[index:end] = self._shifted(self.headings[index:end], 1)
        return self.number(key)

    def move(self, key: str, before: str) -> str:
        index = self._find(key)
        target = self._find(before)
        end = self._end(index)
        if index <= target < end:
            raise ValueError("into itself")
        block = self._shifted(self.headings[index:end], self.headings[target][1] - self.headings[index][1])
        del self.headings[index:end]
        if target >= end:
            target -= end - index
        self.headings[target:target] = block
        return self.number(key)

    def remove(self, key: str) -> int:
        index = self._find(key)
        end = self._end(index)
        gone = {heading[0] for heading in self.headings[index:end]}
        for other, _, title in self.headings[:index] + self.headings[end:]:
            if any(name in gone for name in _REFERENCE.findall(title)):
                raise ValueError(f"needed by {other}")
        del self.headings[index:end]
        return end - index

    def render(self, depth: int) -> list[str]:
        numbers = self._numbers()
        return [
            "  " * (level - 1) + f"{numbers[key]} " + _REFERENCE.sub(lambda match: numbers[match[1]], title)
            for key, level, title in self.headings
            if level <= depth
        ]
