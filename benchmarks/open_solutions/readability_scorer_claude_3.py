import re

WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*")


class ReadabilityScorer:
    def __init__(self, familiar: list[str], abbreviations: list[str]) -> None:
        self.familiar = {word.lower() for word in familiar}
        self.abbreviations = {item.lower().removesuffix(".") for item in abbreviations}
        self.sentences = []
        self.words = []
        self.syllables = {}

    def _is_closing(self, chunk):
        core = chunk.rstrip("\"')]")
        if not core.endswith((".", "!", "?")):
            return False
        core = core.lstrip("\"'([")
        return not (core.endswith(".") and core[:-1].lower() in self.abbreviations)

    def split_sentences(self, text: str) -> list[str]:
        sentences = []
        chunks = []
        for chunk in text.split():
            chunks.append(chunk)
            if self._is_closing(chunk):
                sentences.append(" ".join(chunks))
                chunks = []
        if chunks:
            sentences.append(" ".join(chunks))
        return sentences

    @staticmethod
    def count_syllables(word: str) -> int:
        letters = re.sub(r"[^A-Za-z]", "", word).lower()
        if not letters:
            return 0
        count = len(re.findall(r"[aeiouy]+", letters))
        if re.search(r"[^aeiouy]e$", letters) and not re.search(r"[^aeiouy]le$", letters):
            count -= 1
        if re.search(r"[^aeiouydt]ed$", letters):
            count -= 1
        return max(1, count)

    def load(self, text: str) -> int:
        self.sentences = [sentence for sentence in self.split_sentences(text) if WORD.search(sentence)]
        self.words = [word.lower() for sentence in self.sentences for word in WORD.findall(sentence)]
        self.syllables = {word: self.count_syllables(word) for word in dict.fromkeys(self.words)}
        return len(self.words)

    def score(self) -> float:
        if not self.words:
            return 0.0
        words = len(self.words)
        syllables = sum(self.syllables[word] for word in self.words)
        result = 206.835 - 1.015 * (words / len(self.sentences)) - 84.6 * (syllables / words)
        return round(min(100.0, max(0.0, result)), 1)

    def _is_familiar(self, word):
        if word in self.familiar:
            return True
        if word.endswith("'s"):
            return word[:-2] in self.familiar
        return word.endswith("s") and word[:-1] in self.familiar

    def hard_words(self, threshold: int) -> list[str]:
        if threshold < 1:
            raise ValueError("threshold must be at least 1")
        hard = [
            word for word, count in self.syllables.items() if count >= threshold and not self._is_familiar(word)
        ]
        return sorted(hard, key=lambda word: (-self.syllables[word], word))
