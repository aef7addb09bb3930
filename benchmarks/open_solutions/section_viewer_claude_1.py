import re

_HEADING = re.compile(r"(#+) +([^ ].*)", re.DOTALL)


class SectionViewer:
    def __init__(self, height: int):
        self.height = height
        self.sections = []
        self.folded = set()
        self.cursor = 0
        self.top = 0

    def _end(self, place):
        """The place after the last section below a section."""
        level = self.sections[place][0]
        end = place + 1
        while end < len(self.sections) and self.sections[end][0] > level:
            end += 1
        return end

    def _parent(self, place):
        level = self.sections[place][0]
        for before in range(place - 1, -1, -1):
            if self.sections[before][0] < level:
                return before
        return None

    def visible(self) -> list[int]:
        places = []
        place = 0
        while place < len(self.sections):
            places.append(place)
            place = self._end(place) if place in self.folded else place + 1
        return places

    def scroll(self) -> int:
        if not self.sections:
            self.top = 0
            return 0
        lines = self.visible()
        line = lines.index(self.cursor)
        lowest = max(0, line - self.height + 1)
        highest = min(line, max(0, len(lines) - self.height))
        self.top = min(max(self.top, lowest), highest)
        return self.top

    def load(self, text: str) -> int:
        sections = []
        for number, line in enumerate(text.split("\n"), 1):
            match = _HEADING.fullmatch(line)
            if match:
                level = len(match.group(1))
                if level > (sections[-1][0] if sections else 0) + 1:
                    raise ValueError(f"bad line: {number}")
                sections.append((level, match.group(2).rstrip(" "), []))
            elif line.strip(" "):
                if not sections:
                    raise ValueError(f"bad line: {number}")
                sections[-1][2].append(line)
        self.sections = [(level, title, "\n".join(lines)) for level, title, lines in sections]
        self.folded = set()
        self.cursor = 0
        self.scroll()
        return len(self.sections)

    def move(self, steps: int) -> int:
        if not self.sections:
            return 0
        lines = self.visible()
        before = lines.index(self.cursor)
        after = min(max(0, before + steps), len(lines) - 1)
        self.cursor = lines[after]
        self.scroll()
        return after - before

    def toggle(self) -> bool:
        if not self.sections:
            raise ValueError("nothing to fold")
        place = self.cursor
        if self._end(place) == place + 1:
            place = self._parent(place)
            if place is None:
                raise ValueError("nothing to fold")
            self.folded.add(place)
            self.cursor = place
        elif place in self.folded:
            self.folded.remove(place)
        else:
            self.folded.add(place)
        self.scroll()
        return place in self.folded

    @staticmethod
    def _words(text):
        spaced = "".join(char if char.isalnum() else " " for char in text)
        return {word.casefold() for word in spaced.split(" ") if word}

    def search(self, query: str) -> list[int]:
        words = self._words(query)
        if not words:
            raise ValueError("no words")
        found = [
            place
            for place, (_, title, text) in enumerate(self.sections)
            if words <= self._words(title) | self._words(text)
        ]
        if found:
            self.cursor = next((place for place in found if place > self.cursor), found[0])
            parent = self._parent(self.cursor)
            while parent is not None:
                self.folded.discard(parent)
                parent = self._parent(parent)
            self.scroll()
        return found

    def cut(self) -> list[str]:
        if not self.sections:
            raise ValueError("empty")
        start, end = self.cursor, self._end(self.cursor)
        titles = [title for _, title, _ in self.sections[start:end]]
        del self.sections[start:end]
        self.folded = {
            place if place < start else place - (end - start)
            for place in self.folded
            if not start <= place < end
        }
        if start >= len(self.sections):
            self.cursor = self.visible()[-1] if self.sections else 0
        self.scroll()
        return titles

    def show(self) -> list[str]:
        shown = []
        for place in self.visible()[self.top:self.top + self.height]:
            level, title, _ = self.sections[place]
            below = self._end(place) - place - 1
            folded = place in self.folded
            sign = "+" if folded else "-" if below else "."
            line = (">" if place == self.cursor else " ") + "  " * (level - 1) + sign + " " + title
            if folded:
                line += f" ({below})"
            shown.append(line)
        return shown
