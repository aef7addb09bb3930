# canary: classeval-hf open column_setter 93547963-357a-400e-a7fc-345b612f922b

_SIGNS = ",;:.!?"


def _letters(word):
    return word.replace("|", "")


class ColumnSetter:
    def __init__(self, width: int, most: int, ladder: int):
        self.width = width
        self.most = most
        self.ladder = ladder
        self.places = {}
        self.lines = []

    @staticmethod
    def _marks(parts):
        places = []
        count = 0
        for part in parts[:-1]:
            count += len(part)
            places.append(count)
        return places

    def learn(self, pattern: str) -> list[int]:
        parts = pattern.split("|")
        if not all(parts):
            raise ValueError("bad pattern")
        places = self._marks(parts)
        self.places["".join(parts).lower()] = places
        return list(places)

    def breaks(self, word: str) -> list[int]:
        plain = _letters(word).rstrip(_SIGNS)
        if "|" in word:
            places = self._marks(word.split("|"))
        else:
            places = self.places.get(plain.lower(), [])
        return sorted({place for place in places if 2 <= place <= len(plain) - 2})

    def fit(self, word: str, room: int) -> tuple[str, str]:
        places = self.breaks(word)
        fitting = [place for place in places if place + 1 <= room]
        if not fitting:
            return ("", word)
        letters = _letters(word)
        place = fitting[-1]
        bounds = [later for later in places if later >= place] + [len(letters)]
        rest = "|".join(letters[start:end] for start, end in zip(bounds, bounds[1:]))
        return (letters[:place] + "-", rest)

    def stretch(self, words: list[str], number: int) -> str:
        gaps = len(words) - 1
        extra = self.width - sum(map(len, words)) - gaps
        sizes = [1] * gaps
        if gaps and extra > 0:
            share, rest = divmod(extra, gaps)
            first = [gap for gap in range(gaps) if words[gap][-1:] and words[gap][-1] in _SIGNS]
            others = [gap for gap in range(gaps) if gap not in first]
            if number % 2 == 0:
                others.reverse()
            wide = [1 + share] * gaps
            for gap in (first + others)[:rest]:
                wide[gap] += 1
            if max(wide) <= self.most:
                sizes = wide
        line = words[0]
        for size, word in zip(sizes, words[1:]):
            line += " " * size + word
        return line

    def add(self, text: str) -> int:
        words = text.split()
        count = 0
        streak = 0
        while words:
            line = []
            length = -1
            while words and length + 1 + len(_letters(words[0])) <= self.width:
                line.append(_letters(words.pop(0)))
                length += 1 + len(line[-1])
            broken = False
            if words and streak < self.ladder:
                head, rest = self.fit(words[0], self.width - length - 1)
                if head:
                    line.append(head)
                    words[0] = rest
                    broken = True
            if not line:
                letters = _letters(words[0])
                line.append(letters[: self.width])
                words[0] = letters[self.width:]
            streak = streak + 1 if broken else 0
            if words:
                self.lines.append(self.stretch(line, len(self.lines) + 1))
            else:
                self.lines.append(" ".join(line))
            count += 1
        return count
