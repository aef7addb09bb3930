import re

_TOKEN = re.compile(r"(?P<blank> +)|(?P<open>\()|(?:(?P<close>\))|(?P<first>[0-9]+)(?:-(?P<last>[0-9]+))?)(?:\*(?P<times>[0-9]+))?")


class LoomDraft:
    def __init__(self, shafts: int):
        self.shafts = shafts
        self.threading = []
        self.ties = {}
        self.treadling = []

    @staticmethod
    def _tokens(text):
        """The items and brackets of a notation whose form is checked: tuples (kind, first, last, times)."""
        tokens = []
        counts = [0]
        blank_needed = False
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise ValueError("bad pattern")
            position = match.end()
            if match["blank"]:
                blank_needed = False
                continue
            times = int(match["times"]) if match["times"] else 1
            if times < 1:
                raise ValueError("bad pattern")
            if match["close"]:
                if len(counts) == 1 or counts.pop() == 0:
                    raise ValueError("bad pattern")
                counts[-1] += 1
                blank_needed = True
                tokens.append(("close", 0, 0, times))
                continue
            if blank_needed:
                raise ValueError("bad pattern")
            if match["open"]:
                counts.append(0)
                tokens.append(("open", 0, 0, 1))
                continue
            first = int(match["first"])
            last = int(match["last"]) if match["last"] else first
            counts[-1] += 1
            blank_needed = True
            tokens.append(("item", first, last, times))
        if len(counts) > 1:
            raise ValueError("bad pattern")
        return tokens

    def read(self, text: str, highest: int) -> list[int]:
        tokens = self._tokens(text)
        for kind, first, last, _ in tokens:
            if kind == "item" and not (1 <= min(first, last) and max(first, last) <= highest):
                raise ValueError("bad number")
        stack = [[]]
        for kind, first, last, times in tokens:
            if kind == "open":
                stack.append([])
                continue
            if kind == "close":
                numbers = stack.pop()
            elif first <= last:
                numbers = list(range(first, last + 1))
            else:
                numbers = list(range(first, last - 1, -1))
            stack[-1] += numbers * times
        return stack[0]

    def thread(self, text: str) -> int:
        self.threading += self.read(text, self.shafts)
        return len(self.threading)

    def tie(self, treadle: int, shafts: list[int]) -> list[int]:
        if treadle < 1 or not all(1 <= shaft <= self.shafts for shaft in shafts):
            raise ValueError("bad number")
        self.ties[treadle] = sorted(set(shafts))
        return [pick for pick, pressed in enumerate(self.treadling, 1) if pressed == treadle]

    def tread(self, text: str) -> int:
        treadles = self.read(text, max(self.ties, default=0))
        for treadle in treadles:
            if treadle not in self.ties:
                raise ValueError(f"not tied: {treadle}")
        self.treadling += treadles
        return len(self.treadling)

    def cloth(self) -> list[str]:
        rows = []
        for treadle in self.treadling:
            lifted = set(self.ties[treadle])
            rows.append("".join("#" if shaft in lifted else "." for shaft in self.threading))
        return rows

    def floats(self, limit: int) -> list[tuple[str, int, int, int]]:
        rows = self.cloth()
        columns = ["".join(column) for column in zip(*rows)]
        found = []
        for direction, lines in (("row", rows), ("column", columns)):
            for number, line in enumerate(lines, 1):
                start = 0
                for index in range(1, len(line) + 1):
                    if index == len(line) or line[index] != line[start]:
                        if index - start > limit:
                            found.append((direction, number, start + 1, index - start))
                        start = index
        return found

    def repeat(self) -> tuple[int, int]:
        rows = self.cloth()
        if not rows or not rows[0]:
            return 0, 0

        def period(lines):
            return next(
                size for size in range(1, len(lines) + 1) if lines[size:] == lines[: len(lines) - size]
            )

        return period(list(zip(*rows))), period(rows)

    def turn(self) -> int:
        ties = {
            shaft: [treadle for treadle in sorted(self.ties) if shaft in self.ties[treadle]]
            for shaft in range(1, self.shafts + 1)
        }
        self.shafts = max(self.ties, default=0)
        self.ties = ties
        self.threading, self.treadling = self.treadling, self.threading
        return self.shafts

    def chart(self) -> list[str]:
        treadles = sorted(self.ties)
        lines = []
        for shaft in range(self.shafts, 0, -1):
            threads = "".join("x" if hung == shaft else "-" for hung in self.threading)
            lines.append(threads + "|" + "".join("o" if shaft in self.ties[treadle] else "-" for treadle in treadles))
        for row, pressed in zip(self.cloth(), self.treadling):
            lines.append(row + "|" + "".join("x" if treadle == pressed else "-" for treadle in treadles))
        return lines
