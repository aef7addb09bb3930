class ParagraphDrafts:
    def __init__(self, texts: list[str]):
        self.versions = [list(enumerate(texts, 1))]
        self.drafts = {}
        self.last = len(texts)

    def _draft(self, author):
        if author not in self.drafts:
            raise KeyError(author)
        return self.drafts[author]

    def open_draft(self, author: str) -> int:
        if author in self.drafts:
            raise ValueError(f"has a draft: {author}")
        base = len(self.versions) - 1
        self.drafts[author] = (base, list(self.versions[base]))
        return base

    @staticmethod
    def _differing(lines, before):
        """How many lines are not in others or have another text there."""
        texts = dict(before)
        return sum(1 for line, text in lines if texts.get(line) != text)

    def change(self, author: str, line: int, text: str) -> int:
        base, lines = self._draft(author)
        place = next((index for index, (number, _) in enumerate(lines) if number == line), None)
        if place is None:
            raise ValueError(f"no line: {line}")
        if text:
            lines[place] = (line, text)
        else:
            del lines[place]
        return self._differing(lines, self.versions[base])

    def insert(self, author: str, after: int, text: str) -> int:
        _, lines = self._draft(author)
        if not text:
            raise ValueError("no text")
        place = 0
        if after != 0:
            place = next((index for index, (number, _) in enumerate(lines, 1) if number == after), 0)
            if not place:
                raise ValueError(f"no line: {after}")
        self.last += 1
        lines.insert(place, (self.last, text))
        return self.last

    def conflicts(self, author: str) -> list[tuple[int, str, str]]:
        base, lines = self._draft(author)
        old = dict(self.versions[base])
        new = dict(lines)
        return [
            (line, text, new[line])
            for line, text in self.versions[-1]
            if line in old
            and line in new
            and old[line] not in (text, new[line])
            and text not in new[line]
            and new[line] not in text
        ]

    def _joined(self, author, side):
        """The newest version joined with a draft; the side is that whose text counts at a conflict."""
        base, lines = self._draft(author)
        old = dict(self.versions[base])
        main = dict(self.versions[-1])
        draft = dict(lines)
        result = []
        for line, text in self.versions[-1]:
            if line in old and line not in draft:
                if text == old[line]:
                    continue
            elif line in old:
                other = draft[line]
                if text == old[line]:
                    text = other
                elif other != old[line] and text not in other and other not in text:
                    text = other if side == "draft" else text
                elif other != old[line] and text in other:
                    text = other
            result.append((line, text))
        for index, (line, text) in enumerate(lines):
            if line in main or (line in old and text == old[line]):
                continue
            places = {number: place for place, (number, _) in enumerate(result)}
            forerunner = next((number for number, _ in reversed(lines[:index]) if number in places), None)
            place = 0 if forerunner is None else places[forerunner] + 1
            if forerunner is None or forerunner in main:
                start = place
                while place < len(result) and result[place][0] in main and result[place][0] not in old:
                    place += 1
                if line not in old and any(its == text for _, its in result[start:place]):
                    continue
            result.insert(place, (line, text))
        return result

    def merge(self, author: str, side: str) -> int:
        self._draft(author)
        if side not in ("main", "draft", ""):
            raise ValueError(f"bad side: {side}")
        if not side:
            found = self.conflicts(author)
            if found:
                raise ValueError("conflicts: " + ", ".join(str(line) for line, _, _ in found))
        result = self._joined(author, side)
        if result != self.versions[-1]:
            self.versions.append(result)
        del self.drafts[author]
        return len(self.versions) - 1

    def update(self, author: str) -> int:
        _, before = self._draft(author)
        result = self._joined(author, "draft")
        self.drafts[author] = (len(self.versions) - 1, result)
        return self._differing(result, before)
