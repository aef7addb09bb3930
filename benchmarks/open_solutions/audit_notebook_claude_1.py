import hashlib
import json


def _hash(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class AuditNotebook:
    def __init__(self, title: str):
        self.start = hashlib.sha256(title.encode()).hexdigest()
        self.pages = []
        self.closed = 0

    @staticmethod
    def _seal(salt, index, text):
        return _hash(f"{salt}.{index}:{text}")

    @staticmethod
    def _mark(before, author, seals):
        return _hash(f"{before}|{author}|{','.join(seals)}")

    def write(self, author: str, salt: str, texts: list[str]) -> str:
        if not author or "|" in author:
            raise ValueError("bad author: " + author)
        if not texts:
            raise ValueError("no texts")
        seals = [self._seal(salt, index, text) for index, text in enumerate(texts)]
        before = self.pages[-1]["mark"] if self.pages else self.start
        mark = self._mark(before, author, seals)
        self.pages.append({"author": author, "salt": salt, "texts": list(texts), "seals": seals, "mark": mark})
        return mark

    def _page(self, page):
        if not 1 <= page <= len(self.pages):
            raise ValueError(f"no page: {page}")
        return self.pages[page - 1]

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
        count = sum(text is not None for entry in self.pages[self.closed:page] for text in entry["texts"])
        self.closed = max(self.closed, page)
        return count

    def _first_wrong(self, start, pages):
        before = start
        for number, page in enumerate(pages, 1):
            texts, seals = page["texts"], page["seals"]
            if len(texts) != len(seals):
                return number
            for index, (text, seal) in enumerate(zip(texts, seals)):
                if text is not None and self._seal(page["salt"], index, text) != seal:
                    return number
            if page["mark"] != self._mark(before, page["author"], seals):
                return number
            before = page["mark"]
        return 0

    def verify(self) -> int:
        return self._first_wrong(self.start, self.pages)

    def fits(self, page: int, index: int, text: str) -> bool:
        entry = self._page(page)
        if not 0 <= index < len(entry["seals"]):
            raise ValueError(f"no text: {index}")
        return self._seal(entry["salt"], index, text) == entry["seals"][index]

    def find(self, words: str) -> list[tuple[int, int]]:
        wanted = words.casefold()
        return [
            (number, index)
            for number, page in enumerate(self.pages, 1)
            for index, text in enumerate(page["texts"])
            if text is not None and wanted in text.casefold()
        ]

    def export(self, path: str) -> int:
        objects = [{"start": self.start, "closed": self.closed}, *self.pages]
        text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in objects)
        data = text.encode("utf-8")
        with open(path, "wb") as file:
            file.write(data)
        return len(objects)

    def load(self, path: str) -> int:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
        lines = text.split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        objects = []
        for number, line in enumerate(lines, 1):
            keys = {"author", "salt", "texts", "seals", "mark"} if number > 1 else {"start", "closed"}
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict) or set(entry) != keys:
                raise ValueError(f"bad line: {number}")
            objects.append(entry)
        head, pages = objects[0], objects[1:]
        wrong = self._first_wrong(head["start"], pages)
        if wrong:
            raise ValueError(f"wrong page: {wrong}")
        self.start = head["start"]
        self.closed = head["closed"]
        self.pages = pages
        return len(pages)
