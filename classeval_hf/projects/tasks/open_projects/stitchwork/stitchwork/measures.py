"""Lengths in millimetres, and numbers of stitches that a group of stitches fits into."""

import re
from dataclasses import dataclass
from fractions import Fraction

from .errors import GaugeError

UNITS = {"mm": Fraction(1), "cm": Fraction(10), "m": Fraction(1000), "in": Fraction(254, 10)}

_MEASURE = re.compile(r"(\d+(?:\.\d+)?)\s*(mm|cm|m|in)")
_MULTIPLE = re.compile(r"(\d+)(?:\s*\+\s*(\d+))?")


def parse_measure(text: str) -> Fraction:
    """Reads a length such as `52 cm` or `20.5 in` as millimetres."""
    match = _MEASURE.fullmatch(text.strip())
    if not match:
        raise GaugeError(f"not a length: {text!r}")
    return Fraction(match[1]) * UNITS[match[2]]


def round_half_up(value: Fraction) -> int:
    """The nearest whole number, the greater of two."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


@dataclass(frozen=True)
class Multiple:
    """Numbers of stitches: a multiple of `of`, and `plus` more."""

    of: int = 1
    plus: int = 0

    @classmethod
    def parse(cls, text: str) -> "Multiple":
        """Reads a rule such as `4 + 2`."""
        match = _MULTIPLE.fullmatch(text.strip())
        if not match or int(match[1]) == 0:
            raise GaugeError(f"not a multiple: {text!r}")
        return cls(int(match[1]), int(match[2] or 0))

    def fits(self, stitches: int) -> bool:
        """Whether a number of stitches keeps to the rule; the multiple is at least once `of`."""
        return stitches >= self.of + self.plus and (stitches - self.plus) % self.of == 0

    def nearest(self, stitches: Fraction) -> int:
        """The number nearest to this one that keeps to the rule, the greater of two."""
        return max(round_half_up((stitches - self.plus) / self.of), 1) * self.of + self.plus
