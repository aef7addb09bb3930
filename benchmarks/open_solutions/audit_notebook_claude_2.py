import hashlib
import json

_HEAD = {"start", "closed"}
_PAGE = {"author", "salt", "texts", "seals", "mark"}


def _hash(text):
    return hashlib.sha256(text.encode()).hexdigest()


def _seal(salt, index, text):
    return _hash(f"{salt}.{index}:{text}")


def _mark(before, author, seals):
    return _hash(f"{before}|{author}|{','.join(seals)}")


def _first_wrong(start, pages):
    before = start
    for number, page in enumerate(pages, 1):
        texts, seals = page["texts"], page["seals"]
        if len(texts) != len(seals) or page["mark"] != _mark(before, page["author"], seals):
            return number
        for index, (text, seal) in enumerate(zip(texts, seals)):
            if text is not None and _seal(page["salt"], index, text) != seal:
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
            raise ValueError(f"bad author: {author}")
        if not texts:
            raise ValueError("no texts")
        seals = [_seal(salt, index, text) for index, text in enumerate(texts)]
        mark = _mark(self.pages[-1]["mark"] if self.pages else self.start, author, seals)
        self.pages.append({"author": author, "salt": salt, "texts": list(texts), "seals": seals, "mark": mark})
        return mark

    def blacken(self, page: int, index: int) -> str:
        texts = self._page(page)["texts"]
        if page <= self.closed:
            raise ValueError(f"page is closed: {page}")
        if not 0 <= index < len(texts):
            raise ValueError(f"no text: {index}")
        text = texts[index]
        if text is None:
            raise ValueError(f"is black: {index}")
        texts[index] = None
        return text

    def close(self, page: int) -> int:
        self._page(page)
        newly = self.pages[self.closed:page]
        self.closed = max(self.closed, page)
        return sum(1 for its in newly for text in its["texts"] if text is not None)

    def verify(self) -> int:
        return _first_wrong(self.start, self.pages)

    def fits(self, page: int, index: int, text: str) -> bool:
        its = self._page(page)
        if not 0 <= index < len(its["seals"]):
            raise ValueError(f"no text: {index}")
        return _seal(its["salt"], index, text) == its["seals"][index]

    def find(self, words: str) -> list[tuple[int, int]]:
        wanted = words.casefold()
        return [
            (number, index)
            for number, page in enumerate(self.pages, 1)
            for index, text in enumerate(page["texts"])
            if text is not None and wanted in text.casefold()
        ]

    def export(self, path: str) -> int:
        lines = [json.dumps(entry) for entry in ({"start": self.start, "closed": self.closed}, *self.pages)]
        with open(path, "wb") as file:
            file.write("".join(line + "\n" for line in lines).encode("utf-8"))
        return len(lines)

    def load(self, path: str) -> int:
        with open(path, "rb") as file:
            lines = file.read().decode("utf-8").split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        entries = []
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict) or set(entry) != (_HEAD if number == 1 else _PAGE):
                raise ValueError(f"bad line: {number}")
            entries.append(entry)
        head, *pages = entries
        wrong = _first_wrong(head["start"], pages)
        if wrong:
            raise ValueError(f"wrong page: {wrong}")
        self.start = head["start"]
        self.closed = head["closed"]
        self.pages = pages
        return len(pages)
