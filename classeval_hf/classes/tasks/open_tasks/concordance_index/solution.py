# canary: classeval-hf open concordance_index 81037c8a-4c21-4019-b153-ad8d7bf54d90

import re
from collections import Counter


class ConcordanceIndex:
    def __init__(self, stopwords: list[str]) -> None:
        self.stopwords = {word.lower() for word in stopwords}
        self.documents = []
        self.postings = {}

    @staticmethod
    def tokenize(text: str) -> list[str]:
        joined = re.sub(r"(?<=[A-Za-z])-[ \t]*\n[ \t]*(?=[A-Za-z])", "", text)
        return re.findall(r"[A-Za-z0-9]+(?:['-][A-Za-z0-9]+)*", joined)

    def add_text(self, text: str) -> int:
        tokens = self.tokenize(text)
        if tokens:
            number = len(self.documents)
            self.documents.append(tokens)
            for position, token in enumerate(tokens):
                self.postings.setdefault(token.lower(), []).append((number, position))
        return len(tokens)

    def kwic(self, word: str, width: int) -> list[str]:
        if width < 0:
            raise ValueError("width must not be negative")
        rows = []
        for number, position in self.postings.get(word.lower(), []):
            tokens = self.documents[number]
            left = " ".join(tokens[max(0, position - width) : position])
            right = " ".join(tokens[position + 1 : position + 1 + width])
            rows.append((left, tokens[position], right))
        longest = max((len(left) for left, _, _ in rows), default=0)
        lines = []
        for left, token, right in rows:
            line = f"{left.rjust(longest)} [{token}]"
            lines.append(f"{line} {right}" if right else line)
        return lines

    def frequencies(self, minimum: int) -> list[tuple[str, int]]:
        counts = [
            (word, len(places))
            for word, places in self.postings.items()
            if len(places) >= minimum and word not in self.stopwords
        ]
        return sorted(counts, key=lambda pair: (-pair[1], pair[0]))

    def collocates(self, word: str, window: int, limit: int) -> list[tuple[str, int]]:
        if window < 1:
            raise ValueError("window must be positive")
        node = word.lower()
        near = set()
        for number, position in self.postings.get(node, []):
            last = min(len(self.documents[number]) - 1, position + window)
            near.update((number, other) for other in range(max(0, position - window), last + 1))
        counts = Counter(self.documents[number][position].lower() for number, position in near)
        kept = [pair for pair in counts.items() if pair[0] != node and pair[0] not in self.stopwords]
        kept.sort(key=lambda pair: (-pair[1], pair[0]))
        return kept[: max(0, limit)]
