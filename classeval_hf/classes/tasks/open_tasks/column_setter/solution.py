# canary: classeval-hf open column_setter 93547963-357a-400e-a7fc-345b612f922b


class ColumnSetter:
    def __init__(self, width: int, most: int, ladder: int):
        self.width = width
        self.most = most
        self.ladder = ladder
        self.places = {}
        self.lines = []

    def learn(self, pattern: str) -> list[int]:
        parts = pattern.split("|")
        if "" in parts:
            raise ValueError("bad pattern")
        places = [len("".join(parts[:index])) for index in range(1, len(parts))]
        self.places["".join(parts).lower()] = places
        return list(places)

    def breaks(self, word: str) -> list[int]:
        parts = word.split("|")
        bare = "".join(parts).rstrip(",;:.!?")
        if len(parts) > 1:
            places = [len("".join(parts[:index])) for index in range(1, len(parts))]
        else:
            places = self.places.get(bare.lower(), [])
        return sorted({place for place in places if 2 <= place <= len(bare) - 2})

    def fit(self, word: str, room: int) -> tuple[str, str]:
        places = self.breaks(word)
        fitting = [place for place in places if place < room]
        if not fitting:
            return "", word
        letters = word.replace("|", "")
        first = fitting[-1]
        ends = [*(place for place in places if place >= first), len(letters)]
        return letters[:first] + "-", "|".join(letters[one:two] for one, two in zip(ends, ends[1:]))

    def stretch(self, words: list[str], number: int) -> str:
        gaps = len(words) - 1
        extra = self.width - len(" ".join(words))
        if gaps == 0 or extra <= 0:
            return " ".join(words)
        share, rest = divmod(extra, gaps)
        if 1 + share + (rest > 0) > self.most:
            return " ".join(words)
        others = [gap for gap in range(gaps) if words[gap][-1] not in ",;:.!?"]
        order = [gap for gap in range(gaps) if gap not in others]
        order += others if number % 2 else others[::-1]
        wider = order[:rest]
        line = "".join(word + " " * (1 + share + (gap in wider)) for gap, word in enumerate(words[:-1]))
        return line + words[-1]

    def add(self, text: str) -> int:
        words = text.split()
        before = len(self.lines)
        run = 0
        while words:
            line, broken = [], False
            while words and len(" ".join([*line, words[0].replace("|", "")])) <= self.width:
                line.append(words.pop(0).replace("|", ""))
            if words and run < self.ladder:
                head, rest = self.fit(words[0], self.width - len("".join(word + " " for word in line)))
                if head:
                    line.append(head)
                    words[0] = rest
                    broken = True
            if not line:
                letters = words[0].replace("|", "")
                line.append(letters[: self.width])
                words[0] = letters[self.width :]
            number = len(self.lines) + 1
            self.lines.append(self.stretch(line, number) if words else " ".join(line))
            run = run + 1 if broken else 0
        return len(self.lines) - before
