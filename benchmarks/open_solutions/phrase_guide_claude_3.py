import re

WORD = re.compile(r"[A-Za-z0-9'-]+")
CHOICE = re.compile(r"\[[A-Za-z0-9'-]+(?:\|[A-Za-z0-9'-]+)*\]")
OPTIONAL = re.compile(r"\?[A-Za-z0-9'-]+")
CAPTURE = re.compile(r"<([a-z]+)(#|\.\.)?>")
SLOT = re.compile(r"<([a-z]+)(\^?)>")
DIGITS = re.compile(r"[0-9]+")


class PhraseGuide:
    def __init__(self):
        self.entries = {}
        self.uses = {}
        self.order = []
        self.last = 0

    @staticmethod
    def _words(phrase):
        words = (piece.strip(".,!?") for piece in phrase.split(" "))
        return [word for word in words if word]

    def _sort(self):
        def key(number):
            pattern, _, priority = self.entries[number]
            fixed = sum(1 for part in pattern.split(" ") if WORD.fullmatch(part) or CHOICE.fullmatch(part))
            return (-priority, -fixed, self.uses[number], number)

        self.order = sorted(self.entries, key=key)

    @staticmethod
    def _takes(part, word):
        """Whether a part can stand for this one word."""
        if part[0] == "<":
            return not part.endswith("#>") or bool(DIGITS.fullmatch(word))
        if part[0] == "[":
            return word.lower() in part[1:-1].lower().split("|")
        if part[0] == "?":
            return word.lower() == part[1:].lower()
        return word.lower() == part.lower()

    def _match(self, pattern, phrase):
        """For each part the list of its words, or None if the pattern does not match."""
        parts = pattern.split(" ")
        words = self._words(phrase)
        total = len(words)
        # possible[i][j]: whether the parts from i on can use up the words from j on
        possible = [[False] * (total + 1) for _ in range(len(parts) + 1)]
        possible[len(parts)][total] = True
        for i in range(len(parts) - 1, -1, -1):
            part = parts[i]
            for j in range(total, -1, -1):
                fits = j < total and self._takes(part, words[j])
                good = fits and possible[i + 1][j + 1]
                if part[0] == "?":
                    good = good or possible[i + 1][j]
                elif part.endswith("..>"):
                    good = good or (fits and possible[i][j + 1])
                possible[i][j] = good
        if not possible[0][0]:
            return None
        result = []
        j = 0
        for i, part in enumerate(parts):
            if part[0] == "?":
                size = 1 if j < total and self._takes(part, words[j]) and possible[i + 1][j + 1] else 0
            else:
                size = 1
                while not possible[i + 1][j + size]:
                    size += 1
            result.append(words[j:j + size])
            j += size
        return result

    def add(self, pattern: str, reply: str, priority: int) -> int:
        parts = [part for part in pattern.split(" ") if part]
        if not parts:
            raise ValueError("empty pattern")
        for part in parts:
            if not any(kind.fullmatch(part) for kind in (WORD, CHOICE, OPTIONAL, CAPTURE)):
                raise ValueError("bad part: " + part)
        names = set()
        for part in parts:
            match = CAPTURE.fullmatch(part)
            if match:
                if match.group(1) in names:
                    raise ValueError("capture twice: " + match.group(1))
                names.add(match.group(1))
        for match in SLOT.finditer(reply):
            if match.group(1) not in names:
                raise ValueError("no capture: " + match.group(1))
        self.last += 1
        self.entries[self.last] = (" ".join(parts), reply, priority)
        self.uses[self.last] = 0
        self._sort()
        return self.last

    def explain(self, number: int, phrase: str) -> list[tuple[str, str]]:
        if number not in self.entries:
            raise KeyError(number)
        pattern = self.entries[number][0]
        match = self._match(pattern, phrase)
        if match is None:
            return []
        return [(part, " ".join(words)) for part, words in zip(pattern.split(" "), match)]

    def find(self, phrase: str) -> tuple[int, dict[str, str]]:
        for number in self.order:
            found = self.explain(number, phrase)
            if found:
                captures = {}
                for part, words in found:
                    match = CAPTURE.fullmatch(part)
                    if match:
                        captures[match.group(1)] = words
                return number, captures
        return 0, {}

    def answer(self, phrase: str) -> str:
        number, captures = self.find(phrase)
        if number == 0:
            return ""
        self.uses[number] += 1
        self._sort()

        def fill(match):
            words = captures[match.group(1)]
            return words[:1].upper() + words[1:] if match.group(2) else words

        return SLOT.sub(fill, self.entries[number][1])

    def prioritise(self, number: int, priority: int) -> int:
        if number not in self.entries:
            raise KeyError(number)
        pattern, reply, _ = self.entries[number]
        self.entries[number] = (pattern, reply, priority)
        self._sort()
        return self.order.index(number)

    def remove(self, number: int) -> int:
        if number not in self.entries:
            raise KeyError(number)
        del self.entries[number]
        self.order.remove(number)
        return self.uses.pop(number)
