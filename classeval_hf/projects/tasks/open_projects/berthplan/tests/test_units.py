from fractions import Fraction

import pytest

from berthplan.errors import FormatError
from berthplan.units import format_length, parse_length, round_up


@pytest.mark.parametrize(("text", "value"), [("4.2 m", 420), ("-0.35m", -35), ("420 cm", 420), ("1.500 m", 150)])
def test_lengths_are_read(text: str, value: int) -> None:
    assert parse_length(text) == value


@pytest.mark.parametrize("text", ["", "4", "4,2 m", "4 ft", "1.005 m"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        parse_length(text)


@pytest.mark.parametrize(("value", "text"), [(0, "0.00 m"), (7, "0.07 m"), (-135, "-1.35 m")])
def test_lengths_are_written(value: int, text: str) -> None:
    assert format_length(value) == text


@pytest.mark.parametrize(("value", "rounded"), [(Fraction(7, 2), 4), (Fraction(4), 4), (Fraction(-7, 2), -3)])
def test_rounding_up(value: Fraction, rounded: int) -> None:
    assert round_up(value) == rounded
