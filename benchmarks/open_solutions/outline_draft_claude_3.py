import re

REFERENCE = re.compile(r"\{([^{}]+)\}")


class OutlineDraft:
    def __init__(self):
        self.headings = []

    def _find(self, key):
        for place, heading in enumerate(self.headings):
            if heading[0] == key:
                return place
        raise KeyError(key)

    def _end(self, place):
        level = self.headings[place][1]
        end = place + 1
        while end < len(self.headings) and self.headings[end][1] > level:
            end += 1
        return end

    def _numbers(self):
        numbers = {}
        counts = []
        for key, level, _ in self.headings:
            del counts[level:]
            if len(counts) < level:
                counts.append(0)
            counts[level - 1] += 1
            numbers[key] = ".".join(map(str, counts))
        return numbers

    @staticmethod
    def _shifted(block, change):
        return [(key, level + change, title) for key, level, title in block]

    def add(self, key: str, level: int, title: str) -> str:
        keys = {heading[0] for heading in self.headings}
        if not key or "{" in key or "}" in key or key in keys:
            raise ValueError("bad key")
        highest = self.headings[-1][1] + 1 if self.headings else 1
        if not 1 <= level <= highest:
            raise ValueError("bad level")
        keys.add(key)
        for reference in REFERENCE.findall(title):
            if reference not in keys:
                raise ValueError("unknown reference: " + reference)
        self.headings.append((key, level, title))
        return self.number(key)

    def number(self, key: str) -> str:
        self._find(key)
        return self._numbers()[key]

    def promote(self, key: str) -> str:
        place = self._find(key)
        level = self.headings[place][1]
        if level == 1:
            raise ValueError("top level")
        end = self._end(place)
        parent = place - 1
        while self.headings[parent][1] >= level:
            parent -= 1
        parent_end = self._end(parent)
        self.headings[place:parent_end] = self.headings[end:parent_end] + self._shifted(self.headings[place:end], -1)
        return self.number(key)

    def demote(self, key: str) -> str:
        place = self._find(key)
        level = self.headings[place][1]
        before = place - 1
        while before >= 0 and self.headings[before][1] > level:
            before -= 1
        if before < 0 or self.headings[before][1] < level:
            raise ValueError("first sibling")
        end = self._end(place)
        self.headings[place:end] = self._shifted(self.headings[place:end], 1)
        return self.number(key)

    def move(self, key: str, before: str) -> str:
        place = self._find(key)
        target = self._find(before)
        end = self._end(place)
        if place <= target < end:
            raise ValueError("into itself")
        change = self.headings[target][1] - self.headings[place][1]
        block = self._shifted(self.headings[place:end], change)
        del self.headings[place:end]
        target = self._find(before)
        self.headings[target:target] = block
        return self.number(key)

    def remove(self, key: str) -> int:
        place = self._find(key)
        end = self._end(place)
        gone = {heading[0] for heading in self.headings[place:end]}
        for other, _, title in self.headings[:place] + self.headings[end:]:
            if any(reference in gone for reference in REFERENCE.findall(title)):
                raise ValueError("needed by " + other)
        del self.headings[place:end]
        return end - place

    def render(self, depth: int) -> list[str]:
        numbers = self._numbers()
        lines = []
        for key, level, title in self.headings:
            if level <= depth:
                text = REFERENCE.sub(lambda match: numbers.get(match.group(1), match.group(0)), title)
                lines.append("  " * (level - 1) + numbers[key] + " " + text)
        return lines
