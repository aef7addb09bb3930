# canary: classeval-hf open paragraph_drafts 21e83b15-68a2-4b4d-826d-12275d2ac7b7


class ParagraphDrafts:
    def __init__(self, texts: list[str]):
        self.versions = [list(enumerate(texts, 1))]
        self.drafts = {}
        self.last = len(texts)

    def open_draft(self, author: str) -> int:
        if author in self.drafts:
            raise ValueError(f"has a draft: {author}")
        base = len(self.versions) - 1
        self.drafts[author] = (base, list(self.versions[base]))
        return base

    def change(self, author: str, line: int, text: str) -> int:
        base, lines = self.drafts[author]
        place = place_of(lines, line)
        lines[place : place + 1] = [(line, text)] if text else []
        return len(set(lines) - set(self.versions[base]))

    def insert(self, author: str, after: int, text: str) -> int:
        lines = self.drafts[author][1]
        if not text:
            raise ValueError("no text")
        place = place_of(lines, after) + 1 if after else 0
        self.last += 1
        lines.insert(place, (self.last, text))
        return self.last

    def conflicts(self, author: str) -> list[tuple[int, str, str]]:
        base, lines = self.drafts[author]
        old, draft = dict(self.versions[base]), dict(lines)
        return [
            (line, text, draft[line])
            for line, text in self.versions[-1]
            if line in old and line in draft and clash(old[line], text, draft[line])
        ]

    def merge(self, author: str, side: str) -> int:
        base, lines = self.drafts[author]
        if side not in ("", "main", "draft"):
            raise ValueError(f"bad side: {side}")
        found = [str(line) for line, _, _ in self.conflicts(author)]
        if found and not side:
            raise ValueError(f"conflicts: {', '.join(found)}")
        result = join(self.versions[base], self.versions[-1], lines, side)
        del self.drafts[author]
        if result != self.versions[-1]:
            self.versions.append(result)
        return len(self.versions) - 1

    def update(self, author: str) -> int:
        base, lines = self.drafts[author]
        result = join(self.versions[base], self.versions[-1], lines, "draft")
        self.drafts[author] = (len(self.versions) - 1, result)
        return len(set(result) - set(lines))


def place_of(lines, line):
    for place, (number, _) in enumerate(lines):
        if number == line:
            return place
    raise ValueError(f"no line: {line}")


def clash(old, main, draft):
    return old not in (main, draft) and main not in draft and draft not in main


def joined_text(old, main, draft, side):
    """The text of a line of the base and of the newest version in the result, None if it is dropped."""
    if draft is None:
        return None if main == old else main
    if clash(old, main, draft):
        return main if side == "main" else draft
    if old in (main, draft):
        return draft if main == old else main
    return main if draft in main else draft


def join(base, newest, lines, side):
    old, main, draft = dict(base), dict(newest), dict(lines)
    result = []
    for line, text in newest:
        joined = joined_text(old[line], text, draft.get(line), side) if line in old else text
        if joined is not None:
            result.append((line, joined))
    forerunner = 0
    for line, text in lines:
        numbers = [number for number, _ in result]
        if line in numbers:
            forerunner = line
            continue
        if text == old.get(line):
            continue
        place = end = numbers.index(forerunner) + 1 if forerunner else 0
        if forerunner in main or not forerunner:
            while end < len(result) and numbers[end] in main and numbers[end] not in old:
                end += 1
        if line in old or text not in [other for _, other in result[place:end]]:
            result.insert(end, (line, text))
            forerunner = line
    return result
