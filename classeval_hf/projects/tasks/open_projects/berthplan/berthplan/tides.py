"""The height of the tide between high and low water, by the rule of twelfths."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from .errors import FormatError, TideError
from .timespan import Span, format_minute, parse_minute
from .units import format_length, parse_length

TWELFTHS = (0, 1, 3, 6, 9, 11, 12)
"""How many twelfths of its range the tide has risen or fallen after each sixth of the time between two readings."""


@dataclass(frozen=True, order=True)
class Reading:
    """High or low water: the minute, and the height in centimetres above chart datum."""

    minute: int
    height: int


class TideTable:
    """The tide from the first to the last of its readings, which are high and low waters in turn."""

    def __init__(self, readings: Iterable[Reading]):
        self.readings = tuple(sorted(readings))
        if len(self.readings) < 2:
            raise TideError("a tide table needs two readings")
        previous = 0
        for before, after in pairwise(self.readings):
            change = after.height - before.height
            if before.minute == after.minute:
                raise TideError(f"two readings at {format_minute(after.minute)}")
            if change == 0 or change * previous > 0:
                raise TideError(f"neither high nor low water at {format_minute(before.minute)}")
            previous = change

    @classmethod
    def from_text(cls, text: str) -> "TideTable":
        """Reads a table with a reading in each line."""
        readings = []
        for number, line in enumerate(text.splitlines(), 1):
            content = line.partition("#")[0].strip()
            if not content:
                continue
            time, separator, height = content.partition("=")
            if not separator:
                raise FormatError("expected 'time = height'", f"line {number}")
            try:
                readings.append(Reading(parse_minute(time.strip()), parse_length(height.strip())))
            except FormatError as error:
                raise error.at(f"line {number}") from None
        return cls(readings)

    def to_text(self) -> str:
        """Writes the table as `from_text` reads it."""
        lines = [f"{format_minute(reading.minute)} = {format_length(reading.height)}" for reading in self.readings]
        return "\n".join(lines) + "\n"

    @property
    def span(self) -> Span:
        """The minutes that the table knows, that of the last reading included."""
        return Span(self.readings[0].minute, self.readings[-1].minute + 1)

    def height_at(self, minute: int) -> Fraction:
        """Height of the tide in centimetres."""
        if not self.span.contains(minute):
            raise TideError(f"no tide is known at {format_minute(minute)}")
        before, after = next(pair for pair in pairwise(self.readings) if minute <= pair[1].minute)
        sixths = Fraction(6 * (minute - before.minute), after.minute - before.minute)
        whole = min(int(sixths), 5)
        twelfths = TWELFTHS[whole] + (sixths - whole) * (TWELFTHS[whole + 1] - TWELFTHS[whole])
        return before.height + (after.height - before.height) * twelfths / 12

    def lowest_in(self, span: Span) -> Fraction:
        """The lowest height from the start of a span to its end, both included."""
        lows = [reading.height for reading in self.readings if span.contains(reading.minute)]
        return min([self.height_at(span.start), self.height_at(span.end), *map(Fraction, lows)])

    def windows_above(self, height: int) -> list[Span]:
        """The longest spans in all minutes of which the tide stands at this height or above."""
        windows: list[Span] = []
        start: int | None = None
        for minute in range(self.span.start, self.span.end):
            if self.height_at(minute) >= height:
                start = minute if start is None else start
            elif start is not None:
                windows.append(Span(start, minute))
                start = None
        return windows if start is None else [*windows, Span(start, self.span.end)]

    def next_window(self, height: int, length: int, not_before: int) -> Span | None:
        """The first span of this length, from some minute on, in which the tide stands at this height or above."""
        for window in self.windows_above(height):
            start = max(window.start, not_before)
            if start + length <= window.end:
                return Span(start, start + length)
        return None
