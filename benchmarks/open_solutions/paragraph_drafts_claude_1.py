class ParagraphDrafts:
    def __init__(self, texts: list[str]):
        self.versions = [list(enumerate(texts, 1))]
        self.drafts = {}
        self.last = len(texts)

    def _draft(self, author):
        if author not in self.drafts:
            raise KeyError(author)
        return self.drafts[author]

    @staticmethod
    def _differences(lines, others):
        """How many of the lines are not among the others or have another text there."""
        known = dict(others)
        return sum(known.get(line) != text for line, text in lines)

    def open_draft(self, author: str) -> int:
        if author in self.drafts:
            raise ValueError("has a draft: " + author)
        newest = len(self.versions) - 1
        self.drafts[author] = (newest, list(self.versions[newest]))
        return newest

    @staticmethod
    def _place(lines, line):
        for place, entry in enumerate(lines):
            if entry[0] == line:
                return place
        raise ValueError(f"no line: {line}")

    def change(self, author: str, line: int, text: str) -> int:
        base, lines = self._draft(author)
        place = self._place(lines, line)
        if text:
            lines[place] = (line, text)
        else:
            del lines[place]
        return self._differences(lines, self.versions[base])

    def insert(self, author: str, after: int, text: str) -> int:
        _, lines = self._draft(author)
        if not text:
            raise ValueError("no text")
        place = self._place(lines, after) + 1 if after else 0
        self.last += 1
        lines.insert(place, (self.last, text))
        return self.last

    @staticmethod
    def _joined_text(old, main, draft):
        """The text of a line that is in the base and on both sides; None if there is a conflict."""
        if main == old:
            return draft
        if draft == old:
            return main
        if draft in main:
            return main
        if main in draft:
            return draft
        return None

    def conflicts(self, author: str) -> list[tuple[int, str, str]]:
        number, lines = self._draft(author)
        base, draft = dict(self.versions[number]), dict(lines)
        return [
            (line, text, draft[line])
            for line, text in self.versions[-1]
            if line in base and line in draft and self._joined_text(base[line], text, draft[line]) is None
        ]

    def _join(self, author, side):
        """The lines that result from the newest version and a draft."""
        number, lines = self._draft(author)
        base, draft = dict(self.versions[number]), dict(lines)
        main = dict(self.versions[-1])
        result = []
        for line, text in self.versions[-1]:
            if line not in base:
                result.append((line, text))
            elif line in draft:
                joined = self._joined_text(base[line], text, draft[line])
                if joined is None:
                    joined = text if side == "main" else draft[line]
                result.append((line, joined))
            elif text != base[line]:
                result.append((line, text))
        for i, (line, text) in enumerate(lines):
            if line in main or base.get(line) == text:
                continue
            places = {entry[0]: place for place, entry in enumerate(result)}
            forerunner = next((before for before, _ in reversed(lines[:i]) if before in places), None)
            place = 0 if forerunner is None else places[forerunner] + 1
            if forerunner is None or forerunner in main:
                start = place
                while place < len(result) and result[place][0] in main and result[place][0] not in base:
                    place += 1
                if line not in base and any(other == text for _, other in result[start:place]):
                    continue
            result.insert(place, (line, text))
        return result

    def merge(self, author: str, side: str) -> int:
        self._draft(author)
        if side not in ("", "main", "draft"):
            raise ValueError("bad side: " + side)
        if not side:
            conflicts = self.conflicts(author)
            if conflicts:
                raise ValueError("conflicts: " + ", ".join(str(line) for line, _, _ in conflicts))
        result = self._join(author, side)
        del self.drafts[author]
        if result != self.versions[-1]:
            self.versions.append(result)
        return len(self.versions) - 1

    def update(self, author: str) -> int:
        _, old = self._draft(author)
        result = self._join(author, "draft")
        self.drafts[author] = (len(self.versions) - 1, result)
        return self._differences(result, old)
