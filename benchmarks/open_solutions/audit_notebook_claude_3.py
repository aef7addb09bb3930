# canary: classeval-hf open audit_notebook be5a1fec-37f1-4a09-ac8a-7035c44fd671

import hashlib
import json

PAGE_KEYS = {"author", "salt", "texts", "seals", "mark"}


def _hash(text):
    return hashlib.sha256(text.encode()).hexdigest()


def _seal(salt, index, text):
    return _hash(f"{salt}.{index}:{text}")


def _mark(before, author, seals):
    return _hash(f"{before}|{author}|{','.join(seals)}")


def _first_wrong(start, pages):
    before = start
    for number, page in enumerate(pages, 1):
        if len(page["texts"]) != len(page["seals"]):
            return number
        for index, text in enumerate(page["texts"]):
            if text is not None and _seal(page["salt"], index, text) != page["seals"][index]:
                return number
        if page["mark"] != _mark(before, page["author"], page["seals"]):
            return number
        before = page["mark"]
    return 0


class AuditNotebook:
    def __init__(self, title: str):
        self.start = hashlib.sha256(title.encode()).hexdigest()
        self.pages = []
        self.closed = 0

    def _page(self, page):
        if not 1 <= page <= len(self.pages):
            raise ValueError(f"no page: {page}")
        return self.pages[page - 1]

    def write(self, author: str, salt: str, texts: list[str]) -> str:
        if not author or "|" in author:
            raise ValueError("bad author: " + author)
        if not texts:
            raise ValueError("no texts")
        seals = [_seal(salt, index, text) for index, text in enumerate(texts)]
        before = self.pages[-1]["mark"] if self.pages else self.start
        mark = _mark(before, author, seals)
        self.pages.append({"author": author, "salt": salt, "texts": list(texts), "seals": seals, "mark": mark})
        return mark

    def blacken(self, page: int, index: int) -> str:
        entry = self._page(page)
        if page <= self.closed:
            raise ValueError(f"page is closed: {page}")
        if not 0 <= index < len(entry["texts"]):
            raise ValueError(f"no text: {index}")
        text = entry["texts"][index]
        if text is None:
            raise ValueError(f"is black: {index}")
        entry["texts"][index] = None
        return text

    def close(self, page: int) -> int:
        self._page(page)
        count = 0
        for entry in self.pages[self.closed:page]:
            count += sum(1 for text in entry["texts"] if text is not None)
        self.closed = max(self.closed, page)
        return count

    def verify(self) -> int:
        return _first_wrong(self.start, self.pages)

    def fits(self, page: int, index: int, text: str) -> bool:
        entry = self._page(page)
        if not 0 <= index < len(entry["seals"]):
            raise ValueError(f"no text: {index}")
        return _seal(entry["salt"], index, text) == entry["seals"][index]

    def find(self, words: str) -> list[tuple[int, int]]:
        wanted = words.casefold()
        return [
            (number, index)
            for number, page in enumerate(self.pages, 1)
            for index, text in enumerate(page["texts"])
            if text is not None and wanted in text.casefold()
        ]

    def export(self, path: str) -> int:
        lines = [json.dumps({"start": self.start, "closed": self.closed})]
        lines += [json.dumps(page) for page in self.pages]
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line + "\n")
        return len(lines)

    def load(self, path: str) -> int:
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.read().split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        objects = []
        for number, line in enumerate(lines, 1):
            try:
                value = json.loads(line)
            except ValueError:
                value = None
            keys = PAGE_KEYS if number > 1 else {"start", "closed"}
            if not isinstance(value, dict) or set(value) != keys:
                raise ValueError(f"bad line: {number}")
            objects.append(value)
        head, pages = objects[0], objects[1:]
        wrong = _first_wrong(head["start"], pages)
        if wrong:
            raise ValueError(f"wrong page: {wrong}")
        self.start = head["start"]
        self.closed = head["closed"]
        self.pages = pages
        return len(pages)
