# canary: classeval-hf open concordance_index 81037c8a-4c21-4019-b153-ad8d7bf54d90

import re
from collections import Counter

_DIVIDED = re.compile(r"(?<=[A-Za-z])-[ \t]*\n[ \t]*(?=[A-Za-z])")
_TOKEN = re.compile(r"[A-Za-z0-9]+(?:['-][A-Za-z0-9]+)*")


def _ranked(counts):
    return sorted(counts, key=lambda item: (-item[1], item[0]))


class ConcordanceIndex:
    def __init__(self, stopwords: list[str]) -> None:
        self.stopwords = {word.lower() for word in stopwords}
        self.documents = []
        self.postings = {}

    @staticmethod
    def tokenize(text: str) -> list[str]:
        return _TOKEN.findall(_DIVIDED.sub("", text))

    def add_text(self, text: str) -> int:
        tokens = self.tokenize(text)
        if tokens:
            document = len(self.documents)
            self.documents.append(tokens)
            for position, token in enumerate(tokens):
                self.postings.setdefault(token.lower(), []).append((document, position))
        return len(tokens)

    def kwic(self, word: str, width: int) -> list[str]:
        if width < 0:
            raise ValueError("width must not be negative")
        parts = []
        for document, position in self.postings.get(word.lower(), []):
            tokens = self.documents[document]
            left = " ".join(tokens[max(0, position - width):position])
            right = " ".join(tokens[position + 1:position + 1 + width])
            parts.append((left, tokens[position], right))
        longest = max((len(left) for left, _, _ in parts), default=0)
        lines = []
        for left, token, right in parts:
            line = f"{left.rjust(longest)} [{token}]"
            if right:
                line += " " + right
            lines.append(line)
        return lines

    def frequencies(self, minimum: int) -> list[tuple[str, int]]:
        return _ranked(
            (word, len(places))
            for word, places in self.postings.items()
            if word not in self.stopwords and len(places) >= minimum
        )

    def collocates(self, word: str, window: int, limit: int) -> list[tuple[str, int]]:
        if window < 1:
            raise ValueError("window must be positive")
        word = word.lower()
        near = set()
        for document, position in self.postings.get(word, []):
            first = max(0, position - window)
            last = min(len(self.documents[document]), position + window + 1)
            near.update((document, other) for other in range(first, last))
        counts = Counter(self.documents[document][position].lower() for document, position in near)
        ranked = _ranked(
            (other, count) for other, count in counts.items() if other != word and other not in self.stopwords
        )
        return ranked[: max(0, limit)]
