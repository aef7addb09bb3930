import re

_WORD = r"[A-Za-z0-9'\-]+"
_FIXED = re.compile(rf"{_WORD}|\[{_WORD}(?:\|{_WORD})*\]")
_OPTIONAL = re.compile(rf"\?{_WORD}")
_CAPTURE = re.compile(r"<([a-z]+)(#|\.\.)?>")
_SLOT = re.compile(r"<([a-z]+)(\^?)>")
_DIGITS = re.compile(r"[0-9]+")


class PhraseGuide:
    def __init__(self):
        self.entries = {}
        self.uses = {}
        self.order = []
        self.last = 0

    @staticmethod
    def _parts(pattern):
        return [part for part in pattern.split(" ") if part]

    @staticmethod
    def _words(phrase):
        words = (piece.strip(".,!?") for piece in phrase.split(" "))
        return [word for word in words if word]

    def _sort(self):
        def key(number):
            pattern, _, priority = self.entries[number]
            fixed = sum(1 for part in self._parts(pattern) if _FIXED.fullmatch(part))
            return -priority, -fixed, self.uses[number], number

        self.order = sorted(self.entries, key=key)

    def add(self, pattern: str, reply: str, priority: int) -> int:
        parts = self._parts(pattern)
        if not parts:
            raise ValueError("empty pattern")
        for part in parts:
            if not (_FIXED.fullmatch(part) or _OPTIONAL.fullmatch(part) or _CAPTURE.fullmatch(part)):
                raise ValueError(f"bad part: {part}")
        names = set()
        for part in parts:
            match = _CAPTURE.fullmatch(part)
            if match:
                if match[1] in names:
                    raise ValueError(f"capture twice: {match[1]}")
                names.add(match[1])
        for match in _SLOT.finditer(reply):
            if match[1] not in names:
                raise ValueError(f"no capture: {match[1]}")
        self.last += 1
        self.entries[self.last] = (" ".join(parts), reply, priority)
        self.uses[self.last] = 0
        self._sort()
        return self.last

    @staticmethod
    def _lengths(part, words, start):
        """For how many words from a place on a part can stand, the preferred number first."""
        left = len(words) - start
        match = _CAPTURE.fullmatch(part)
        if match:
            if match[2] == "..":
                return range(1, left + 1)
            good = left > 0 and (match[2] != "#" or _DIGITS.fullmatch(words[start]))
            return (1,) if good else ()
        optional = part[0] == "?"
        choices = part.strip("?[]").lower().split("|")
        lengths = (1,) if left and words[start].lower() in choices else ()
        return (*lengths, 0) if optional else lengths

    def _match(self, pattern, phrase):
        parts = self._parts(pattern)
        words = self._words(phrase)
        # From the last part on: from which places the rest of the parts can use up the words.
        good = [{len(words)}]
        for part in reversed(parts):
            after = good[-1]
            good.append(
                {
                    start
                    for start in range(len(words) + 1)
                    if any(start + length in after for length in self._lengths(part, words, start))
                }
            )
        good.reverse()
        if 0 not in good[0]:
            return []
        start = 0
        result = []
        for index, part in enumerate(parts):
            for length in self._lengths(part, words, start):
                if start + length in good[index + 1]:
                    break
            result.append((part, " ".join(words[start:start + length])))
            start += length
        return result

    def explain(self, number: int, phrase: str) -> list[tuple[str, str]]:
        if number not in self.entries:
            raise KeyError(number)
        return self._match(self.entries[number][0], phrase)

    def find(self, phrase: str) -> tuple[int, dict[str, str]]:
        for number in self.order:
            matched = self._match(self.entries[number][0], phrase)
            if matched:
                captures = {}
                for part, words in matched:
                    match = _CAPTURE.fullmatch(part)
                    if match:
                        captures[match[1]] = words
                return number, captures
        return 0, {}

    def answer(self, phrase: str) -> str:
        number, captures = self.find(phrase)
        if not number:
            return ""
        self.uses[number] += 1
        self._sort()

        def fill(match):
            words = captures[match[1]]
            return words[:1].upper() + words[1:] if match[2] else words

        return _SLOT.sub(fill, self.entries[number][1])

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
