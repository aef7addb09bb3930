# canary: classeval-hf open section_viewer 98b869f8-4f4a-4837-8e26-5bafc6f6926a

import re


class SectionViewer:
    def __init__(self, height: int):
        self.height = height
        self.sections = []
        self.folded = set()
        self.cursor = 0
        self.top = 0

    def visible(self) -> list[int]:
        places, limit = [], None
        for place, (level, _, _) in enumerate(self.sections):
            if limit is None or level <= limit:
                places.append(place)
                limit = level if place in self.folded else None
        return places

    def scroll(self) -> int:
        places = self.visible()
        if places:
            line = places.index(self.cursor)
            low = max(0, line - self.height + 1)
            high = min(line, max(0, len(places) - self.height))
            self.top = min(max(self.top, low), high)
        else:
            self.top = 0
        return self.top

    def load(self, text: str) -> int:
        sections = []
        for number, line in enumerate(text.split("\n"), 1):
            heading = re.fullmatch(r"(#+) +([^ ].*)", line, re.DOTALL)
            if heading:
                level = len(heading[1])
                if level > (sections[-1][0] if sections else 0) + 1:
                    raise ValueError(f"bad line: {number}")
                sections.append((level, heading[2].rstrip(" "), []))
            elif line.strip(" "):
                if not sections:
                    raise ValueError(f"bad line: {number}")
                sections[-1][2].append(line)
        self.sections = [(level, title, "\n".join(lines)) for level, title, lines in sections]
        self.folded = set()
        self.cursor = 0
        self.scroll()
        return len(sections)

    def move(self, steps: int) -> int:
        places = self.visible()
        if not places:
            return 0
        line = places.index(self.cursor)
        new = min(max(line + steps, 0), len(places) - 1)
        self.cursor = places[new]
        self.scroll()
        return new - line

    def toggle(self) -> bool:
        levels = [section[0] for section in self.sections]
        place = self.cursor
        if not levels or (levels[place] == 1 and levels[place + 1 : place + 2] in ([], [1])):
            raise ValueError("nothing to fold")
        if levels[place + 1 : place + 2] <= [levels[place]]:
            place = max(before for before in range(place) if levels[before] < levels[place])
        self.folded ^= {place}
        self.cursor = place
        self.scroll()
        return place in self.folded

    def search(self, query: str) -> list[int]:
        def words(text):
            return set("".join(char if char.isalnum() else " " for char in text).casefold().split())

        wanted = words(query)
        if not wanted:
            raise ValueError("no words")
        found = [place for place, (_, title, text) in enumerate(self.sections) if wanted <= words(f"{title} {text}")]
        if found:
            self.cursor = next((place for place in found if place > self.cursor), found[0])
            level = self.sections[self.cursor][0]
            for place in range(self.cursor - 1, -1, -1):
                if self.sections[place][0] < level:
                    level = self.sections[place][0]
                    self.folded.discard(place)
            self.scroll()
        return found

    def cut(self) -> list[str]:
        if not self.sections:
            raise ValueError("empty")
        level = self.sections[self.cursor][0]
        end = self.cursor + 1
        while end < len(self.sections) and self.sections[end][0] > level:
            end += 1
        removed = self.sections[self.cursor : end]
        del self.sections[self.cursor : end]
        kept = [place for place in self.folded if not self.cursor <= place < end]
        self.folded = {place if place < self.cursor else place - len(removed) for place in kept}
        if self.cursor == len(self.sections):
            self.cursor = max(self.visible(), default=0)
        self.scroll()
        return [title for _, title, _ in removed]

    def show(self) -> list[str]:
        levels = [section[0] for section in self.sections]
        lines = []
        for place in self.visible()[self.top : self.top + self.height]:
            end = place + 1
            while end < len(levels) and levels[end] > levels[place]:
                end += 1
            below = end - place - 1
            sign = "+" if place in self.folded else "-" if below else "."
            line = (">" if place == self.cursor else " ") + "  " * (levels[place] - 1)
            line += f"{sign} {self.sections[place][1]}"
            lines.append(f"{line} ({below})" if sign == "+" else line)
        return lines
