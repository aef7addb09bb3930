_SIGNS = ",;:.!?"


class ColumnSetter:
    def __init__(self, width: int, most: int, ladder: int):
        self.width = width
        self.most = most
        self.ladder = ladder
        self.places = {}
        self.lines = []

    @staticmethod
    def _marks(parts):
        """The numbers of letters before the marks between parts."""
        places = []
        letters = 0
        for part in parts[:-1]:
            letters += len(part)
            places.append(letters)
        return places

    def learn(self, pattern: str) -> list[int]:
        parts = pattern.split("|")
        if not all(parts):
            raise ValueError("bad pattern")
        places = self._marks(parts)
        self.places["".join(parts).lower()] = places
        return list(places)

    def breaks(self, word: str) -> list[int]:
        core = word.replace("|", "").rstrip(_SIGNS)
        if "|" in word:
            places = self._marks(word.split("|"))
        else:
            places = self.places.get(core.lower(), [])
        return sorted({place for place in places if 2 <= place <= len(core) - 2})

    def fit(self, word: str, room: int) -> tuple[str, str]:
        places = self.breaks(word)
        fitting = [place for place in places if place + 1 <= room]
        if not fitting:
            return "", word
        letters = word.replace("|", "")
        last = fitting[-1]
        bounds = [place for place in places if place >= last] + [len(letters)]
        rest = "|".join(letters[start:end] for start, end in zip(bounds, bounds[1:]))
        return letters[:last] + "-", rest

    def stretch(self, words: list[str], number: int) -> str:
        plain = " ".join(words)
        gaps = len(words) - 1
        missing = self.width - len(plain)
        if not gaps or missing < 0:
            return plain
        each, remaining = divmod(missing, gaps)
        sizes = [1 + each] * gaps
        first = [i for i in range(gaps) if words[i][-1:] and words[i][-1] in _SIGNS]
        others = [i for i in range(gaps) if i not in first]
        if number % 2 == 0:
            others.reverse()
        for i in (first + others)[:remaining]:
            sizes[i] += 1
        if max(sizes) > self.most:
            return plain
        return "".join(word + " " * size for word, size in zip(words, sizes)) + words[-1]

    def add(self, text: str) -> int:
        words = text.split()
        words.reverse()  # the next word comes last
        broken = []  # for each line of the paragraph whether it ends with a broken word
        while words:
            line = []
            length = 0
            while words:
                letters = words[-1].replace("|", "")
                needed = length + len(letters) + (1 if line else 0)
                if needed > self.width:
                    break
                line.append(letters)
                length = needed
                words.pop()
            ends_broken = False
            if words:
                allowed = self.ladder > 0 and not (
                    len(broken) >= self.ladder and all(broken[-self.ladder:])
                )
                if allowed:
                    room = self.width - length - (1 if line else 0)
                    head, rest = self.fit(words[-1], room)
                    if head:
                        line.append(head)
                        words[-1] = rest
                        ends_broken = True
                if not line:
                    letters = words[-1].replace("|", "")
                    line.append(letters[:self.width])
                    words[-1] = letters[self.width:]
            broken.append(ends_broken)
            if words:
                self.lines.append(self.stretch(line, len(self.lines) + 1))
            else:
                self.lines.append(" ".join(line))
        return len(broken)
