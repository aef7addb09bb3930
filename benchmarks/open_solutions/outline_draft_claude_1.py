import re

_REFERENCE = re.compile(r"\{([^{}]+)\}")


class OutlineDraft:
    def __init__(self):
        self.headings = []

    def _place(self, key):
        for place, heading in enumerate(self.headings):
            if heading[0] == key:
                return place
        raise KeyError(key)

    def _end(self, place):
        """The place after the last descendant of a heading."""
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
            counts[-1] += 1
            numbers[key] = ".".join(map(str, counts))
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
                raise ValueError("unknown reference: " + other)
        self.headings.append((key, level, title))
        return self.number(key)

    def number(self, key: str) -> str:
        self._place(key)
        return self._numbers()[key]

    def promote(self, key: str) -> str:
        place = self._place(key)
        level = self.headings[place][1]
        if level == 1:
            raise ValueError("top level")
        parent = place
        while self.headings[parent][1] >= level:
            parent -= 1
        end, parent_end = self._end(place), self._end(parent)
        block = self._shifted(self.headings[place:end], -1)
        self.headings[place:parent_end] = self.headings[end:parent_end] + block
        return self.number(key)

    def demote(self, key: str) -> str:
        place = self._place(key)
        level = self.headings[place][1]
        if place == 0 or self.headings[place - 1][1] < level:
            raise ValueError("first sibling")
        end = self._end(place)
        self.headings[place:end] = self._shifted(self.headings[place:end], 1)
        return self.number(key)

    def move(self, key: str, before: str) -> str:
        place = self._place(key)
        goal = self._place(before)
        end = self._end(place)
        if place <= goal < end:
            raise ValueError("into itself")
        block = self._shifted(self.headings[place:end], self.headings[goal][1] - self.headings[place][1])
        rest = self.headings[:place] + self.headings[end:]
        if goal >= end:
            goal -= end - place
        self.headings = rest[:goal] + block + rest[goal:]
        return self.number(key)

    def remove(self, key: str) -> int:
        place = self._place(key)
        end = self._end(place)
        removed = {heading[0] for heading in self.headings[place:end]}
        for other, _, title in self.headings[:place] + self.headings[end:]:
            if any(reference in removed for reference in _REFERENCE.findall(title)):
                raise ValueError("needed by " + other)
        del self.headings[place:end]
        return end - place

    def render(self, depth: int) -> list[str]:
        numbers = self._numbers()

        def replace(match):
            return numbers.get(match.group(1), match.group())

        return [
            "  " * (level - 1) + numbers[key] + " " + _REFERENCE.sub(replace, title)
            for key, level, title in self.headings
            if level <= depth
        ]
