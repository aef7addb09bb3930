import re
from itertools import groupby

_HEADING = re.compile(r"(#+) +([^ ].*)")


def _words(text):
    return {"".join(run).casefold() for is_word, run in groupby(text, str.isalnum) if is_word}


class SectionViewer:
    def __init__(self, height: int):
        self.height = height
        self.sections = []
        self.folded = set()
        self.cursor = 0
        self.top = 0

    def _end(self, place):
        """The place after the sections below a section."""
        level = self.sections[place][0]
        end = place + 1
        while end < len(self.sections) and self.sections[end][0] > level:
            end += 1
        return end

    def _above(self, place):
        """The places of the parent of a section, the parent of that one, and so on."""
        result = []
        level = self.sections[place][0]
        for other in range(place - 1, -1, -1):
            if self.sections[other][0] < level:
                level = self.sections[other][0]
                result.append(other)
        return result

    def visible(self) -> list[int]:
        result = []
        limit = None
        for place, (level, _, _) in enumerate(self.sections):
            if limit is not None and level > limit:
                continue
            limit = level if place in self.folded else None
            result.append(place)
        return result

    def scroll(self) -> int:
        lines = self.visible()
        if not lines:
            self.top = 0
            return 0
        line = lines.index(self.cursor)
        lowest = max(0, line - self.height + 1)
        highest = min(line, max(0, len(lines) - self.height))
        self.top = min(max(self.top, lowest), highest)
        return self.top

    def load(self, text: str) -> int:
        sections = []
        texts = []
        for number, line in enumerate(text.split("\n"), 1):
            match = _HEADING.fullmatch(line)
            if match:
                level = len(match[1])
                if level > (sections[-1][0] if sections else 0) + 1:
                    raise ValueError(f"bad line: {number}")
                sections.append((level, match[2].rstrip(" ")))
                texts.append([])
            elif line.strip(" "):
                if not sections:
                    raise ValueError(f"bad line: {number}")
                texts[-1].append(line)
        self.sections = [(*section, "\n".join(lines)) for section, lines in zip(sections, texts)]
        self.folded = set()
        self.cursor = 0
        self.scroll()
        return len(self.sections)

    def move(self, steps: int) -> int:
        if not self.sections:
            return 0
        lines = self.visible()
        before = lines.index(self.cursor)
        after = max(0, min(len(lines) - 1, before + steps))
        self.cursor = lines[after]
        self.scroll()
        return after - before

    def toggle(self) -> bool:
        if not self.sections:
            raise ValueError("nothing to fold")
        if self._end(self.cursor) == self.cursor + 1:
            above = self._above(self.cursor)
            if not above:
                raise ValueError("nothing to fold")
            self.cursor = above[0]
            self.folded.add(self.cursor)
        elif self.cursor in self.folded:
            self.folded.remove(self.cursor)
        else:
            self.folded.add(self.cursor)
        self.scroll()
        return self.cursor in self.folded

    def search(self, query: str) -> list[int]:
        wanted = _words(query)
        if not wanted:
            raise ValueError("no words")
        found = [
            place
            for place, (_, title, text) in enumerate(self.sections)
            if wanted <= _words(title) | _words(text)
        ]
        if found:
            self.cursor = next((place for place in found if place > self.cursor), found[0])
            self.folded.difference_update(self._above(self.cursor))
            self.scroll()
        return found

    def cut(self) -> list[str]:
        if not self.sections:
            raise ValueError("empty")
        end = self._end(self.cursor)
        count = end - self.cursor
        titles = [title for _, title, _ in self.sections[self.cursor:end]]
        del self.sections[self.cursor:end]
        self.folded = {
            place if place < self.cursor else place - count
            for place in self.folded
            if not self.cursor <= place < end
        }
        if self.cursor >= len(self.sections):
            self.cursor = self.visible()[-1] if self.sections else 0
        self.scroll()
        return titles

    def show(self) -> list[str]:
        lines = []
        for place in self.visible()[self.top:self.top + self.height]:
            level, title, _ = self.sections[place]
            below = self._end(place) - place - 1
            line = (">" if place == self.cursor else " ") + "  " * (level - 1)
            if place in self.folded:
                line += f"+ {title} ({below})"
            else:
                line += ("- " if below else ". ") + title
            lines.append(line)
        return lines
