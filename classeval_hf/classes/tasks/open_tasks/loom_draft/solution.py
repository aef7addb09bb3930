# canary: classeval-hf open loom_draft e6e5fcae-038e-4633-bd09-45f7e3d26616

import re


class LoomDraft:
    def __init__(self, shafts: int):
        self.shafts = shafts
        self.threading = []
        self.ties = {}
        self.treadling = []

    def read(self, text: str, highest: int) -> list[int]:
        tokens = re.findall(r"[0-9]+-[0-9]+|[0-9]+|\*[0-9]+|[()]| +", text)
        if "".join(tokens) != text:
            raise ValueError("bad pattern")
        stack, item, ready = [[]], None, True
        for token in tokens:
            if token[0] == " ":
                item, ready = None, True
            elif token == "(" and ready:
                stack.append([])
            elif token == ")" and len(stack) > 1 and stack[-1]:
                item, ready = stack.pop(), False
                stack[-1].extend(item)
            elif token[0] == "*" and item and int(token[1:]):
                stack[-1].extend(item * (int(token[1:]) - 1))
                item = None
            elif token[0].isdigit() and ready:
                first, _, last = token.partition("-")
                start, end = int(first), int(last or first)
                step = 1 if start <= end else -1
                item, ready = list(range(start, end + step, step)), False
                stack[-1].extend(item)
            else:
                raise ValueError("bad pattern")
        if len(stack) > 1:
            raise ValueError("bad pattern")
        if not all(1 <= number <= highest for number in stack[0]):
            raise ValueError("bad number")
        return stack[0]

    def thread(self, text: str) -> int:
        self.threading.extend(self.read(text, self.shafts))
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
        self.treadling.extend(treadles)
        return len(self.treadling)

    def cloth(self) -> list[str]:
        rows = []
        for treadle in self.treadling:
            lifted = self.ties[treadle]
            rows.append("".join("#" if shaft in lifted else "." for shaft in self.threading))
        return rows

    def repeat(self) -> tuple[int, int]:
        rows = self.cloth()
        width, height = len(self.threading), len(rows)
        if not width or not height:
            return 0, 0
        columns = next(n for n in range(1, width + 1) if all(row[n:] == row[: width - n] for row in rows))
        return columns, next(n for n in range(1, height + 1) if rows[n:] == rows[: height - n])

    def turn(self) -> int:
        ties = {
            shaft: sorted(treadle for treadle, tied in self.ties.items() if shaft in tied)
            for shaft in range(1, self.shafts + 1)
        }
        self.shafts = max(self.ties, default=0)
        self.threading, self.treadling = self.treadling, self.threading
        self.ties = ties
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
