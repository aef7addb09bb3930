import re

_ITEM = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_TIMES = re.compile(r"\*([0-9]+)")


class LoomDraft:
    def __init__(self, shafts: int):
        self.shafts = shafts
        self.threading = []
        self.ties = {}
        self.treadling = []

    def read(self, text: str, highest: int) -> list[int]:
        stack = [[]]
        after_item = False
        i = 0
        while i < len(text):
            char = text[i]
            if char == " ":
                after_item = False
                i += 1
                continue
            if char == ")":
                if len(stack) == 1 or not stack[-1]:
                    raise ValueError("bad pattern")
                item = stack.pop()
                i += 1
            elif after_item:
                raise ValueError("bad pattern")
            elif char == "(":
                stack.append([])
                i += 1
                continue
            else:
                match = _ITEM.match(text, i)
                if not match:
                    raise ValueError("bad pattern")
                first = int(match.group(1))
                last = first if match.group(2) is None else int(match.group(2))
                if not (1 <= first <= highest and 1 <= last <= highest):
                    item = [0]  # stands for an item with a number that is not allowed
                elif first <= last:
                    item = list(range(first, last + 1))
                else:
                    item = list(range(first, last - 1, -1))
                i = match.end()
            times = _TIMES.match(text, i)
            if times:
                number = int(times.group(1))
                if number < 1:
                    raise ValueError("bad pattern")
                if 0 not in item:
                    item = item * number
                i = times.end()
            stack[-1].extend(item)
            after_item = True
        if len(stack) > 1:
            raise ValueError("bad pattern")
        if 0 in stack[0]:
            raise ValueError("bad number")
        return stack[0]

    def thread(self, text: str) -> int:
        self.threading.extend(self.read(text, self.shafts))
        return len(self.threading)

    def tie(self, treadle: int, shafts: list[int]) -> list[int]:
        if treadle < 1 or any(not 1 <= shaft <= self.shafts for shaft in shafts):
            raise ValueError("bad number")
        self.ties[treadle] = sorted(set(shafts))
        return [pick for pick, pressed in enumerate(self.treadling, 1) if pressed == treadle]

    def tread(self, text: str) -> int:
        picks = self.read(text, max(self.ties, default=0))
        for treadle in picks:
            if treadle not in self.ties:
                raise ValueError(f"not tied: {treadle}")
        self.treadling.extend(picks)
        return len(self.treadling)

    def cloth(self) -> list[str]:
        return [
            "".join("#" if shaft in self.ties[treadle] else "." for shaft in self.threading)
            for treadle in self.treadling
        ]

    def floats(self, limit: int) -> list[tuple[str, int, int, int]]:
        rows = self.cloth()
        columns = ["".join(column) for column in zip(*rows)]
        found = []
        for direction, lines in (("row", rows), ("column", columns)):
            for number, line in enumerate(lines, 1):
                start = 0
                for end in range(1, len(line) + 1):
                    if end == len(line) or line[end] != line[start]:
                        if end - start > limit:
                            found.append((direction, number, start + 1, end - start))
                        start = end
        return found

    def repeat(self) -> tuple[int, int]:
        rows = self.cloth()
        if not rows or not rows[0]:
            return (0, 0)
        width, height = len(rows[0]), len(rows)
        columns = next(
            c for c in range(1, width + 1) if all(row[c:] == row[:width - c] for row in rows)
        )
        lines = next(r for r in range(1, height + 1) if rows[r:] == rows[:height - r])
        return (columns, lines)

    def turn(self) -> int:
        highest = max(self.ties, default=0)
        ties = {
            shaft: [treadle for treadle in sorted(self.ties) if shaft in self.ties[treadle]]
            for shaft in range(1, self.shafts + 1)
        }
        self.threading, self.treadling = self.treadling, self.threading
        self.ties = ties
        self.shafts = highest
        return highest

    def chart(self) -> list[str]:
        treadles = sorted(self.ties)
        lines = []
        for shaft in range(self.shafts, 0, -1):
            threads = "".join("x" if own == shaft else "-" for own in self.threading)
            tied = "".join("o" if shaft in self.ties[treadle] else "-" for treadle in treadles)
            lines.append(threads + "|" + tied)
        for row, pressed in zip(self.cloth(), self.treadling):
            lines.append(row + "|" + "".join("x" if treadle == pressed else "-" for treadle in treadles))
        return lines
