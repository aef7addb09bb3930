"""How much yarn a pattern takes."""

from dataclasses import dataclass
from fractions import Fraction

from .errors import CountError, GaugeError
from .expand import Expander
from .measures import parse_measure
from .nodes import Pattern
from .stitches import StitchLibrary

CAST_ON = Fraction(3, 2)
"""Units of yarn for a stitch that is cast on."""

BIND_OFF = Fraction(2)
"""Units of yarn for a stitch that is bound off."""


@dataclass(frozen=True)
class Yarn:
    """A yarn: the length of a ball, its weight in grams, and the length that a plain stitch takes."""

    ball: str
    grams: int
    stitch: str


@dataclass(frozen=True)
class Estimate:
    """Yarn for a pattern: whole metres, balls and grams, and whole metres for each section."""

    metres: int
    balls: int
    grams: int
    sections: dict[str, int]


def round_up(value: Fraction) -> int:
    """The smallest whole number that is not below the value."""
    return -(-value.numerator // value.denominator)


def estimate_yarn(
    pattern: Pattern, library: StitchLibrary, yarn: Yarn, reserve: Fraction = Fraction(1, 10)
) -> Estimate:
    """How much of a yarn a pattern takes."""
    ball = parse_measure(yarn.ball)
    stitch = parse_measure(yarn.stitch)
    if ball == 0:
        raise GaugeError("a ball needs a length")
    sections: dict[str, Fraction] = {}
    for section in pattern.sections:
        rows = Expander(library).section(section)
        if not rows:
            raise CountError(f"section {section.name!r} has no rows")
        units = section.cast_on * CAST_ON + rows[-1].after * BIND_OFF
        units += sum(worked.yarn for row in rows for worked in row.stitches)
        length = units * stitch * section.copies * (1 + reserve)
        sections[section.name] = sections.get(section.name, Fraction(0)) + length
    total = sum(sections.values(), Fraction(0))
    return Estimate(
        metres=round_up(total / 1000),
        balls=round_up(total / ball),
        grams=round_up(total / ball * yarn.grams),
        sections={name: round_up(length / 1000) for name, length in sections.items()},
    )
