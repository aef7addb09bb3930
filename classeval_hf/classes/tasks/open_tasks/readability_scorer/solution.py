# canary: classeval-hf open readability_scorer c4bb6f29-4076-4ef0-83f9-215757931662

import re


class ReadabilityScorer:
    def __init__(self, familiar: list[str], abbreviations: list[str]) -> None:
        self.familiar = {word.lower() for word in familiar}
        self.abbreviations = {item.lower().removesuffix(".") for item in abbreviations}
        self.sentences = []
        self.words = []
        self.syllables = {}

    def split_sentences(self, text: str) -> list[str]:
        sentences = []
        current = []
        for chunk in text.split():
            current.append(chunk)
            core = chunk.rstrip("\"')]")
            if not core.endswith((".", "!", "?")):
                continue
            if core.endswith(".") and core.lstrip("\"'([")[:-1].lower() in self.abbreviations:
                continue
            sentences.append(" ".join(current))
            current = []
        if current:
            sentences.append(" ".join(current))
        return sentences

    @staticmethod
    def count_syllables(word: str) -> int:
        vowels = "aeiouy"
        letters = [char.lower() for char in word if char.isascii() and char.isalpha()]
        if not letters:
            return 0
        count = 0
        previous = ""
        for char in letters:
            if char in vowels and (not previous or previous not in vowels):
                count += 1
            previous = char
        # Vowels in place of missing letters: a word with fewer than three letters has no consonant there.
        before, middle, last = (["a", "a"] + letters)[-3:]
        if last == "e" and middle not in vowels and not (middle == "l" and before not in vowels):
            count -= 1
        elif last == "d" and middle == "e" and before not in vowels + "dt":
            count -= 1
        return max(1, count)

    def load(self, text: str) -> int:
        self.sentences = []
        self.words = []
        for sentence in self.split_sentences(text):
            found = re.findall(r"[A-Za-z]+(?:'[A-Za-z]+)*", sentence)
            if found:
                self.sentences.append(sentence)
                self.words.extend(word.lower() for word in found)
        self.syllables = {word: self.count_syllables(word) for word in self.words}
        return len(self.words)

    def score(self) -> float:
        if not self.words:
            return 0.0
        count = len(self.words)
        syllables = sum(self.syllables[word] for word in self.words)
        value = 206.835 - 1.015 * (count / len(self.sentences)) - 84.6 * (syllables / count)
        return round(min(100.0, max(0.0, value)), 1)

    def hard_words(self, threshold: int) -> list[str]:
        if threshold < 1:
            raise ValueError("threshold must be at least 1")
        hard = []
        for word, count in self.syllables.items():
            stem = word[:-2] if word.endswith("'s") else word.removesuffix("s")
            if count >= threshold and word not in self.familiar and stem not in self.familiar:
                hard.append(word)
        return sorted(hard, key=lambda word: (-self.syllables[word], word))
