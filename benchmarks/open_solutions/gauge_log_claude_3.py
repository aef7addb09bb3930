# canary: classeval-hf open gauge_log 59fa5fb8-6b41-4c26-804f-a7d559cedcb4

import re
from fractions import Fraction

_VALUE = re.compile(r"-?[0-9]+(?:\.[0-9]+|/[0-9]*[1-9][0-9]*)?")


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
        if not _VALUE.fullmatch(text):
            raise ValueError("bad reading: " + text)
        return Fraction(text)

    def _put(self, time, value):
        """Let the reading at a time have a value, or none; return the value before, or None."""
        before = self.readings.pop(time, None)
        if before is not None:
            self.total -= before
            self.squares -= before * before
        if value is not None:
            self.readings[time] = value
            self.total += value
            self.squares += value * value
        return before

    def _in_window(self, time):
        return self.end is not None and self.end - self.width < time <= self.end

    def record(self, time: int, text: str) -> list[int]:
        value = self.value(text)
        if self.end is not None and time <= self.end:
            raise ValueError("not later")
        self.end = time
        dropped = sorted(other for other in self.readings if not self._in_window(other))
        for other in dropped:
            self._put(other, None)
        self.changes = [change for change in self.changes if self._in_window(change[0])]
        self._put(time, value)
        return dropped

    def correct(self, time: int, text: str) -> Fraction:
        value = self.value(text) if text else None
        if not self._in_window(time):
            raise ValueError("outside the window")
        if value is None and time not in self.readings:
            raise KeyError(time)
        total = self.total
        self.changes.append((time, self._put(time, value)))
        return self.total - total

    def undo(self) -> int:
        if not self.changes:
            raise IndexError("nothing to undo")
        time, before = self.changes.pop()
        self._put(time, before)
        return time

    def moments(self) -> tuple[Fraction, Fraction]:
        if not self.readings:
            raise ValueError("no readings")
        mean = self.total / len(self.readings)
        return (mean, self.squares / len(self.readings) - mean * mean)

    def quantile(self, part: int, whole: int) -> Fraction:
        if whole < 1 or not 0 <= part <= whole:
            raise ValueError("bad quantile")
        if not self.readings:
            raise ValueError("no readings")
        values = sorted(self.readings.values())
        position, rest = divmod((len(values) - 1) * part, whole)
        value = values[position]
        if rest:
            value += (values[position + 1] - value) * Fraction(rest, whole)
        return value

    def trend(self) -> tuple[Fraction, Fraction]:
        count = len(self.readings)
        if count < 2:
            raise ValueError("too few readings")
        middle = Fraction(sum(self.readings), count)
        mean = self.total / count
        spread = sum((time - middle) ** 2 for time in self.readings)
        slope = sum((time - middle) * (value - mean) for time, value in self.readings.items()) / spread
        return (slope, mean + slope * (self.end - middle))

    def outliers(self, factor: str) -> list[int]:
        number = self.value(factor)
        if number < 0:
            raise ValueError("bad factor")
        if not self.readings:
            return []
        mean, variance = self.moments()
        far = []
        for time, value in self.readings.items():
            distance = (value - mean) ** 2
            if distance > number * number * variance:
                far.append((-distance, time))
        return [time for _, time in sorted(far)]
