import re

_WORD = r"[A-Za-z0-9'\-]+"
_PLAIN = re.compile(_WORD)
_CHOICE = re.compile(rf"\[{_WORD}(?:\|{_WORD})*\]")
_OPTIONAL = re.compile(rf"\?{_WORD}")
_CAPTURE = re.compile(r"<([a-z]+)(#|\.\.)?>")
_REFERENCE = re.compile(r"<([a-z]+)(\^?)>")
_DIGITS = re.compile(r"[0-9]+")


class PhraseGuide:
    def __init__(self):
        self.entries = {}
        self.uses = {}
        self.order = []
        self.last = 0

    @staticmethod
    def _words(phrase):
        pieces = (piece.strip(".,!?") for piece in phrase.split(" "))
        return [piece for piece in pieces if piece]

    @staticmethod
    def _fits(part, word):
        """Whether a part can stand for one word."""
        capture = _CAPTURE.fullmatch(part)
        if capture:
            return capture.group(2) != "#" or bool(_DIGITS.fullmatch(word))
        if part.startswith("["):
            return word.lower() in part[1:-1].lower().split("|")
        return word.lower() == part.lstrip("?").lower()

    def _match(self, parts, words):
        """How many words each part stands for, or None if the pattern does not match."""
        count = len(words)
        # possible[i] holds the places in words from which the parts from i on use up all words
        possible = [set() for _ in parts] + [{count}]
        for i in range(len(parts) - 1, -1, -1):
            part = parts[i]
            following = possible[i + 1]
            if part.endswith("..>"):
                last = max(following, default=0)
                possible[i].update(range(last))
                continue
            for j in range(count):
                if j + 1 in following and self._fits(part, words[j]):
                    possible[i].add(j)
            if part.startswith("?"):
                possible[i] |= following
        if 0 not in possible[0]:
            return None
        lengths = []
        j = 0
        for i, part in enumerate(parts):
            following = possible[i + 1]
            if part.endswith("..>"):
                length = next(n for n in range(1, count - j + 1) if j + n in following)
            elif part.startswith("?"):
                length = 1 if j < count and j + 1 in following and self._fits(part, words[j]) else 0
            else:
                length = 1
            lengths.append(length)
            j += length
        return lengths

    def _key(self, number):
        pattern, _, priority = self.entries[number]
        fixed = sum(part[0] not in "?<" for part in pattern.split(" "))
        return (-priority, -fixed, self.uses[number], number)

    def _sort(self):
        self.order = sorted(self.entries, key=self._key)

    def add(self, pattern: str, reply: str, priority: int) -> int:
        parts = [part for part in pattern.split(" ") if part]
        if not parts:
            raise ValueError("empty pattern")
        captures = []
        for part in parts:
            capture = _CAPTURE.fullmatch(part)
            if capture:
                captures.append(capture.group(1))
            elif not any(kind.fullmatch(part) for kind in (_PLAIN, _CHOICE, _OPTIONAL)):
                raise ValueError("bad part: " + part)
        for i, name in enumerate(captures):
            if name in captures[:i]:
                raise ValueError("capture twice: " + name)
        for name, _ in _REFERENCE.findall(reply):
            if name not in captures:
                raise ValueError("no capture: " + name)
        self.last += 1
        self.entries[self.last] = (" ".join(parts), reply, priority)
        self.uses[self.last] = 0
        self._sort()
        return self.last

    def explain(self, number: int, phrase: str) -> list[tuple[str, str]]:
        if number not in self.entries:
            raise KeyError(number)
        parts = self.entries[number][0].split(" ")
        words = self._words(phrase)
        lengths = self._match(parts, words)
        if lengths is None:
            return []
        result = []
        place = 0
        for part, length in zip(parts, lengths):
            result.append((part, " ".join(words[place:place + length])))
            place += length
        return result

    def find(self, phrase: str) -> tuple[int, dict[str, str]]:
        for number in self.order:
            explained = self.explain(number, phrase)
            if explained:
                captures = {}
                for part, words in explained:
                    capture = _CAPTURE.fullmatch(part)
                    if capture:
                        captures[capture.group(1)] = words
                return number, captures
        return 0, {}

    def answer(self, phrase: str) -> str:
        number, captures = self.find(phrase)
        if not number:
            return ""
        self.uses[number] += 1
        reply = self.entries[number][1]
        self._sort()

        def replace(match):
            words = captures[match.group(1)]
            return words[:1].upper() + words[1:] if match.group(2) else words

        return _REFERENCE.sub(replace, reply)

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
        uses = self.uses.pop(number)
        self._sort()
        return uses
