"""From sizes to numbers of stitches and rows."""

from dataclasses import dataclass
from fractions import Fraction

from .errors import GaugeError
from .measures import Multiple, parse_measure, round_half_up

SWATCH = 100
"""Width and height in millimetres of the piece on which stitches and rows are counted."""


@dataclass(frozen=True)
class CastOn:
    """How many stitches are cast on, and how wide in millimetres the piece becomes."""

    stitches: int
    width: Fraction


@dataclass(frozen=True)
class Gauge:
    """Stitches and rows to ten centimetres."""

    stitches: int
    rows: int

    def width_of(self, stitches: int) -> Fraction:
        """Width of so many stitches in millimetres."""
        return Fraction(stitches * SWATCH, self.stitches)

    def rows_for(self, height: str) -> int:
        """The number of rows for a height, always an even one."""
        return max(2 * round_half_up(parse_measure(height) * self.rows / SWATCH / 2), 2)

    def cast_on(
        self, width: str, multiple: Multiple | str = "1", edge: int = 0, tolerance: Fraction = Fraction(1, 20)
    ) -> CastOn:
        """How many stitches to cast on for a width."""
        if self.stitches <= 0:
            raise GaugeError("a gauge needs stitches")
        wanted = parse_measure(width)
        if wanted == 0:
            raise GaugeError("a piece needs a width")
        rule = Multiple.parse(multiple) if isinstance(multiple, str) else multiple
        inner = wanted * self.stitches / SWATCH - 2 * edge
        stitches = rule.nearest(inner) + 2 * edge
        found = CastOn(stitches, self.width_of(stitches))
        if abs(found.width - wanted) > wanted * tolerance:
            raise GaugeError(f"{width} cannot be met, the nearest are {stitches} stitches")
        return found
