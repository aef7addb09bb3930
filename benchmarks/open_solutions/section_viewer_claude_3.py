import re

HEADING = re.compile(r"(#+) +([^ ].*)", re.DOTALL)


def _words(text):
    words = set()
    run = ""
    for character in text + " ":
        if character.isalnum():
            run += character
        elif run:
            words.add(run.casefold())
            run = ""
    return words


class SectionViewer:
    def __init__(self, height: int):
        self.height = height
        self.sections = []
        self.folded = set()
        self.cursor = 0
        self.top = 0

    def _end(self, place):
        """The place after the last section below a section."""
        end = place + 1
        while end < len(self.sections) and self.sections[end][0] > self.sections[place][0]:
            end += 1
        return end

    def _has_subsections(self, place):
        return self._end(place) > place + 1

    def _parent(self, place):
        level = self.sections[place][0]
        for other in range(place - 1, -1, -1):
            if self.sections[other][0] < level:
                return other
        return None

    def visible(self) -> list[int]:
        result = []
        place = 0
        while place < len(self.sections):
            result.append(place)
            place = self._end(place) if place in self.folded else place + 1
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
        found = []
        for number, line in enumerate(text.split("\n"), 1):
            match = HEADING.fullmatch(line)
            if match:
                level = len(match.group(1))
                if level > (found[-1][0] + 1 if found else 1):
                    raise ValueError(f"bad line: {number}")
                found.append((level, match.group(2).rstrip(" "), []))
            elif line.strip(" "):
                if not found:
                    raise ValueError(f"bad line: {number}")
                found[-1][2].append(line)
        self.sections = [(level, title, "\n".join(lines)) for level, title, lines in found]
        self.folded = set()
        self.cursor = 0
        self.scroll()
        return len(self.sections)

    def move(self, steps: int) -> int:
        lines = self.visible()
        if not lines:
            return 0
        line = lines.index(self.cursor)
        target = min(max(line + steps, 0), len(lines) - 1)
        self.cursor = lines[target]
        self.scroll()
        return target - line

    def toggle(self) -> bool:
        if not self.sections:
            raise ValueError("nothing to fold")
        if self._has_subsections(self.cursor):
            self.folded ^= {self.cursor}
        else:
            parent = self._parent(self.cursor)
            if parent is None:
                raise ValueError("nothing to fold")
            self.folded.add(parent)
            self.cursor = parent
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
            parent = self._parent(self.cursor)
            while parent is not None:
                self.folded.discard(parent)
                parent = self._parent(parent)
            self.scroll()
        return found

    def cut(self) -> list[str]:
        if not self.sections:
            raise ValueError("empty")
        begin = self.cursor
        end = self._end(begin)
        titles = [title for _, title, _ in self.sections[begin:end]]
        del self.sections[begin:end]
        self.folded = {
            place if place < begin else place - (end - begin)
            for place in self.folded
            if not begin <= place < end
        }
        if begin >= len(self.sections):
            lines = self.visible()
            self.cursor = lines[-1] if lines else 0
        self.scroll()
        return titles

    def show(self) -> list[str]:
        result = []
        for place in self.visible()[self.top:self.top + self.height]:
            level, title, _ = self.sections[place]
            below = self._end(place) - place - 1
            line = ">" if place == self.cursor else " "
            line += "  " * (level - 1)
            if place in self.folded:
                line += f"+ {title} ({below})"
            elif below:
                line += "- " + title
            else:
                line += ". " + title
            result.append(line)
        return result
