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
            raise ValueError("has a draft: " + author)
        number = len(self.versions) - 1
        self.drafts[author] = (number, list(self.versions[number]))
        return number

    def change(self, author: str, line: int, text: str) -> int:
        base, lines = self._draft(author)
        place = next((place for place, entry in enumerate(lines) if entry[0] == line), None)
        if place is None:
            raise ValueError("no line: " + str(line))
        if text:
            lines[place] = (line, text)
        else:
            del lines[place]
        old = set(self.versions[base])
        return sum(1 for entry in lines if entry not in old)

    def insert(self, author: str, after: int, text: str) -> int:
        _, lines = self._draft(author)
        if not text:
            raise ValueError("no text")
        place = 0
        if after != 0:
            numbers = [entry[0] for entry in lines]
            if after not in numbers:
                raise ValueError("no line: " + str(after))
            place = numbers.index(after) + 1
        self.last += 1
        lines.insert(place, (self.last, text))
        return self.last

    def conflicts(self, author: str) -> list[tuple[int, str, str]]:
        base, lines = self._draft(author)
        old = dict(self.versions[base])
        mine = dict(lines)
        return [
            (line, text, mine[line])
            for line, text in self.versions[-1]
            if line in mine and self._joined(old.get(line), text, mine[line]) is None
        ]

    @staticmethod
    def _joined(old, main, draft):
        """The text of a line that both sides have; None if there is a conflict."""
        if main == old:
            return draft
        if draft == old:
            return main
        if draft in main:
            return main
        if main in draft:
            return draft
        return None

    def _join(self, author, side):
        base, lines = self.drafts[author]
        old = dict(self.versions[base])
        main = dict(self.versions[-1])
        mine = dict(lines)
        result = []
        for line, text in self.versions[-1]:
            if line in mine:
                joined = self._joined(old.get(line), text, mine[line])
                if joined is None:
                    joined = text if side == "main" else mine[line]
                result.append((line, joined))
            elif line not in old or text != old[line]:
                result.append((line, text))
        before = []
        for line, text in lines:
            if line not in main and (line not in old or text != old[line]):
                numbers = [entry[0] for entry in result]
                forerunner = next((other for other in reversed(before) if other in numbers), None)
                place = 0 if forerunner is None else numbers.index(forerunner) + 1
                doubled = False
                if forerunner is None or forerunner in main:
                    while place < len(result) and numbers[place] in main and numbers[place] not in old:
                        if result[place][1] == text:
                            doubled = True
                        place += 1
                if not doubled or line in old:
                    result.insert(place, (line, text))
            before.append(line)
        return result

    def merge(self, author: str, side: str) -> int:
        self._draft(author)
        if side not in ("main", "draft", ""):
            raise ValueError("bad side: " + side)
        if side == "":
            found = self.conflicts(author)
            if found:
                raise ValueError("conflicts: " + ", ".join(str(line) for line, _, _ in found))
        result = self._join(author, side)
        del self.drafts[author]
        if result != self.versions[-1]:
            self.versions.append(result)
        return len(self.versions) - 1

    def update(self, author: str) -> int:
        _, lines = self._draft(author)
        result = self._join(author, "draft")
        old = set(lines)
        self.drafts[author] = (len(self.versions) - 1, result)
        return sum(1 for entry in result if entry not in old)
