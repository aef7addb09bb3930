# canary: classeval-hf open audit_notebook be5a1fec-37f1-4a09-ac8a-7035c44fd671

import hashlib
import json


class AuditNotebook:
    def __init__(self, title: str):
        self.start = hashlib.sha256(title.encode()).hexdigest()
        self.pages = []
        self.closed = 0

    def write(self, author: str, salt: str, texts: list[str]) -> str:
        if not author or "|" in author:
            raise ValueError(f"bad author: {author}")
        if not texts:
            raise ValueError("no texts")
        seals = [seal(salt, index, text) for index, text in enumerate(texts)]
        before = self.pages[-1]["mark"] if self.pages else self.start
        page = {
            "author": author,
            "salt": salt,
            "texts": list(texts),
            "seals": seals,
            "mark": mark(before, author, seals),
        }
        self.pages.append(page)
        return page["mark"]

    def blacken(self, page: int, index: int) -> str:
        need_page(self.pages, page)
        if page <= self.closed:
            raise ValueError(f"page is closed: {page}")
        texts = self.pages[page - 1]["texts"]
        if not 0 <= index < len(texts):
            raise ValueError(f"no text: {index}")
        text = texts[index]
        if text is None:
            raise ValueError(f"is black: {index}")
        texts[index] = None
        return text

    def close(self, page: int) -> int:
        need_page(self.pages, page)
        texts = [text for entry in self.pages[self.closed : page] for text in entry["texts"]]
        self.closed = max(self.closed, page)
        return len(texts) - texts.count(None)

    def verify(self) -> int:
        return first_wrong(self.start, self.pages)

    def fits(self, page: int, index: int, text: str) -> bool:
        need_page(self.pages, page)
        entry = self.pages[page - 1]
        if not 0 <= index < len(entry["seals"]):
            raise ValueError(f"no text: {index}")
        return seal(entry["salt"], index, text) == entry["seals"][index]

    def find(self, words: str) -> list[tuple[int, int]]:
        return [
            (number, index)
            for number, page in enumerate(self.pages, 1)
            for index, text in enumerate(page["texts"])
            if text is not None and words.casefold() in text.casefold()
        ]

    def export(self, path: str) -> int:
        lines = [{"start": self.start, "closed": self.closed}, *self.pages]
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        return len(lines)

    def load(self, path: str) -> int:
        with open(path, encoding="utf-8", newline="\n") as file:
            lines = file.read().split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        values = []
        for number, line in enumerate(lines, 1):
            try:
                value = json.loads(line)
            except ValueError:
                value = None
            keys = {"start", "closed"} if number == 1 else {"author", "salt", "texts", "seals", "mark"}
            if not isinstance(value, dict) or value.keys() != keys:
                raise ValueError(f"bad line: {number}")
            values.append(value)
        head, *pages = values
        wrong = first_wrong(head["start"], pages)
        if wrong:
            raise ValueError(f"wrong page: {wrong}")
        self.start, self.closed, self.pages = head["start"], head["closed"], pages
        return len(pages)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def seal(salt, index, text):
    return digest(f"{salt}.{index}:{text}")


def mark(before, author, seals):
    return digest(f"{before}|{author}|{','.join(seals)}")


def need_page(pages, page):
    if not 1 <= page <= len(pages):
        raise ValueError(f"no page: {page}")


def first_wrong(before, pages):
    for number, page in enumerate(pages, 1):
        if len(page["texts"]) != len(page["seals"]):
            return number
        for index, text in enumerate(page["texts"]):
            if text is not None and seal(page["salt"], index, text) != page["seals"][index]:
                return number
        if page["mark"] != mark(before, page["author"], page["seals"]):
            return number
        before = page["mark"]
    return 0
