# canary: classeval-hf open gauge_log 59fa5fb8-6b41-4c26-804f-a7d559cedcb4

import re
from fractions import Fraction


class GaugeLog:
    def __init__(self, width: int):
        self.width = width
        self.end = None
        self.readings = {}
        self.total = Fraction(0)
        self.squares = Fraction(0)
        self.changes = []

    @staticmethod
    def value(text: str) -> Fraction:
        if not re.fullmatch(r"-?[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?", text):
            raise ValueError(f"bad reading: {text}")
        return Fraction(text)

    def record(self, time: int, text: str) -> list[int]:
        value = self.value(text)
        if self.end is not None and time <= self.end:
            raise ValueError("not later")
        self.end = time
        dropped = sorted(old for old in self.readings if old <= time - self.width)
        for old in dropped:
            gone = self.readings.pop(old)
            self.total -= gone
            self.squares -= gone**2
        self.changes = [change for change in self.changes if change[0] > time - self.width]
        self.readings[time] = value
        self.total += value
        self.squares += value**2
        return dropped

    def correct(self, time: int, text: str) -> Fraction:
        after = self.value(text) if text else None
        if self.end is None or not self.end - self.width < time <= self.end:
            raise ValueError("outside the window")
        if after is None and time not in self.readings:
            raise KeyError(time)
        before = self.readings.pop(time, None)
        self.changes.append((time, before))
        if after is not None:
            self.readings[time] = after
        growth = (after or 0) - (before or Fraction(0))
        self.total += growth
        self.squares += (after or 0) ** 2 - (before or 0) ** 2
        return growth

    def undo(self) -> int:
        if not self.changes:
            raise IndexError("nothing to undo")
        time, before = self.changes.pop()
        self.correct(time, "" if before is None else str(before))
        self.changes.pop()
        return time

    def moments(self) -> tuple[Fraction, Fraction]:
        if not self.readings:
            raise ValueError("no readings")
        mean = self.total / len(self.readings)
        return mean, self.squares / len(self.readings) - mean**2

    def quantile(self, part: int, whole: int) -> Fraction:
        if not 0 <= part <= whole or whole < 1:
            raise ValueError("bad quantile")
        if not self.readings:
            raise ValueError("no readings")
        values = sorted(self.readings.values())
        low, rest = divmod((len(values) - 1) * part, whole)
        if not rest:
            return values[low]
        return values[low] + (values[low + 1] - values[low]) * Fraction(rest, whole)

    def trend(self) -> tuple[Fraction, Fraction]:
        count = len(self.readings)
        if count < 2:
            raise ValueError("too few readings")
        middle = Fraction(sum(self.readings), count)
        mean = self.total / count
        spread = sum((time - middle) ** 2 for time in self.readings)
        slope = sum((time - middle) * value for time, value in self.readings.items()) / spread
        return slope, mean + slope * (self.end - middle)

    def outliers(self, factor: str) -> list[int]:
        limit = self.value(factor)
        if limit < 0:
            raise ValueError("bad factor")
        if not self.readings:
            return []
        mean, variance = self.moments()
        far = [(-abs(value - mean), time) for time, value in self.readings.items()]
        return [time for distance, time in sorted(far) if distance**2 > limit**2 * variance]
