"""Lengths, heights and draughts: whole centimetres inside, metres in what people read and write."""

import re
from decimal import Decimal
from fractions import Fraction

from .errors import FormatError

_LENGTH = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*(m|cm)")


def parse_length(text: str) -> int:
    """Reads a length such as `4.2 m`, `-0.35m` or `420 cm`; it must come to whole centimetres."""
    match = _LENGTH.fullmatch(text.strip())
    if not match:
        raise FormatError(f"not a length: {text!r}")
    value = Decimal(match[1]) * (100 if match[2] == "m" else 1)
    if value != int(value):
        raise FormatError(f"finer than a centimetre: {text!r}")
    return int(value)


def round_up(value: Fraction) -> int:
    """The smallest whole number that is not below the value."""
    return -((-value.numerator) // value.denominator)


def format_length(centimetres: int) -> str:
    """Writes a length in metres, such as `4.20 m`."""
    sign = "-" if centimetres < 0 else ""
    return f"{sign}{abs(centimetres) // 100}.{abs(centimetres) % 100:02} m"
