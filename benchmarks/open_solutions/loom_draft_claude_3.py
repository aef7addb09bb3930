# canary: classeval-hf open loom_draft e6e5fcae-038e-4633-bd09-45f7e3d26616

import re

_NUMBER = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_TIMES = re.compile(r"\*([0-9]+)")


def _period(items):
    for length in range(1, len(items)):
        if items[length:] == items[:-length]:
            return length
    return len(items)


class LoomDraft:
    def __init__(self, shafts: int):
        self.shafts = shafts
        self.threading = []
        self.ties = {}
        self.treadling = []

    def read(self, text: str, highest: int) -> list[int]:
        stack = [[]]  # for each open group the list of its items, each a list of numbers
        good = True
        separated = True
        position = 0
        while position < len(text):
            sign = text[position]
            if sign == " ":
                separated = True
                position += 1
                continue
            if sign != ")" and not separated:
                raise ValueError("bad pattern")
            if sign == "(":
                stack.append([])
                position += 1
                continue
            if sign == ")":
                if len(stack) == 1 or not stack[-1]:
                    raise ValueError("bad pattern")
                item = [number for part in stack.pop() for number in part]
                position += 1
            else:
                match = _NUMBER.match(text, position)
                if not match:
                    raise ValueError("bad pattern")
                first = int(match[1])
                last = int(match[2]) if match[2] else first
                if not (1 <= first <= highest and 1 <= last <= highest):
                    good = False
                    item = []
                elif first <= last:
                    item = list(range(first, last + 1))
                else:
                    item = list(range(first, last - 1, -1))
                position = match.end()
            match = _TIMES.match(text, position)
            if match:
                times = int(match[1])
                if times < 1:
                    raise ValueError("bad pattern")
                item = item * times if good else []
                position = match.end()
            stack[-1].append(item)
            separated = False
        if len(stack) > 1:
            raise ValueError("bad pattern")
        if not good:
            raise ValueError("bad number")
        return [number for item in stack[0] for number in item]

    def thread(self, text: str) -> int:
        self.threading += self.read(text, self.shafts)
        return len(self.threading)

    def tie(self, treadle: int, shafts: list[int]) -> list[int]:
        if treadle < 1 or any(not 1 <= shaft <= self.shafts for shaft in shafts):
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
        return [
            "".join("#" if shaft in self.ties[treadle] else "." for shaft in self.threading)
            for treadle in self.treadling
        ]

    def repeat(self) -> tuple[int, int]:
        cloth = self.cloth()
        if not cloth or not cloth[0]:
            return (0, 0)
        return (_period(list(zip(*cloth))), _period(cloth))

    def turn(self) -> int:
        count = max(self.ties, default=0)
        ties = {
            shaft: [treadle for treadle in sorted(self.ties) if shaft in self.ties[treadle]]
            for shaft in range(1, self.shafts + 1)
        }
        self.threading, self.treadling = self.treadling, self.threading
        self.ties = ties
        self.shafts = count
        return count

    def chart(self) -> list[str]:
        treadles = sorted(self.ties)
        lines = []
        for shaft in range(self.shafts, 0, -1):
            threads = "".join("x" if other == shaft else "-" for other in self.threading)
            tied = "".join("o" if shaft in self.ties[treadle] else "-" for treadle in treadles)
            lines.append(f"{threads}|{tied}")
        for row, pressed in zip(self.cloth(), self.treadling):
            lines.append(row + "|" + "".join("x" if treadle == pressed else "-" for treadle in treadles))
        return lines
