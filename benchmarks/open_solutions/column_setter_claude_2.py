from collections import deque

_SIGNS = ",;:.!?"


class ColumnSetter:
    def __init__(self, width: int, most: int, ladder: int):
        self.width = width
        self.most = most
        self.ladder = ladder
        self.places = {}
        self.lines = []

    @staticmethod
    def _marks(word):
        """The numbers of letters before the marks of a word."""
        places = []
        count = 0
        for part in word.split("|")[:-1]:
            count += len(part)
            places.append(count)
        return places

    def learn(self, pattern: str) -> list[int]:
        if not all(pattern.split("|")):
            raise ValueError("bad pattern")
        places = self._marks(pattern)
        self.places[pattern.replace("|", "").lower()] = places
        return list(places)

    def breaks(self, word: str) -> list[int]:
        core = word.replace("|", "").rstrip(_SIGNS)
        if "|" in word:
            places = self._marks(word)
        else:
            places = self.places.get(core.lower(), [])
        return sorted({place for place in places if 2 <= place <= len(core) - 2})

    def fit(self, word: str, room: int) -> tuple[str, str]:
        places = self.breaks(word)
        fitting = [place for place in places if place + 1 <= room]
        if not fitting:
            return "", word
        letters = word.replace("|", "")
        start = fitting[-1]
        head = letters[:start] + "-"
        parts = []
        for place in places[len(fitting):]:
            parts.append(letters[start:place])
            start = place
        parts.append(letters[start:])
        return head, "|".join(parts)

    def stretch(self, words: list[str], number: int) -> str:
        plain = " ".join(words)
        gaps = len(words) - 1
        extra = self.width - len(plain)
        if gaps < 1 or extra < 0:
            return plain
        each, more = divmod(extra, gaps)
        if 1 + each + (more > 0) > self.most:
            return plain
        after_signs = [index for index in range(gaps) if words[index].endswith(tuple(_SIGNS))]
        others = [index for index in range(gaps) if not words[index].endswith(tuple(_SIGNS))]
        if number % 2 == 0:
            others.reverse()
        larger = set((after_signs + others)[:more])
        line = words[0]
        for index, word in enumerate(words[1:]):
            line += " " * (1 + each + (index in larger)) + word
        return line

    def add(self, text: str) -> int:
        words = deque(text.split())
        added = 0
        streak = 0
        while words:
            line = []
            length = -1
            while words:
                printed = words[0].replace("|", "")
                if length + 1 + len(printed) > self.width:
                    break
                line.append(printed)
                length += 1 + len(printed)
                words.popleft()
            broken = False
            if words and streak < self.ladder:
                head, rest = self.fit(words[0], self.width - length - 1)
                if head:
                    line.append(head)
                    words[0] = rest
                    broken = True
            if not line:
                letters = words[0].replace("|", "")
                line.append(letters[: self.width])
                words[0] = letters[self.width:]
            streak = streak + 1 if broken else 0
            if words:
                self.lines.append(self.stretch(line, len(self.lines) + 1))
            else:
                self.lines.append(" ".join(line))
            added += 1
        return added
