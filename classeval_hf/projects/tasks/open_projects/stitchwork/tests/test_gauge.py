from fractions import Fraction
from itertools import count

import pytest

from stitchwork.errors import GaugeError
from stitchwork.gauge import CastOn, Gauge
from stitchwork.measures import Multiple, parse_measure, round_half_up


class TestMeasures:
    @pytest.mark.parametrize(
        ("text", "value"), [("52 cm", 520), (" 8mm", 8), ("20.5 in", Fraction(5207, 10)), ("1.2 m", 1200)], ids=count()
    )
    def test_lengths(self, text: str, value: Fraction) -> None:
        assert parse_measure(text) == value

    @pytest.mark.parametrize("text", ["", "52", "-5 cm", "5 ft"], ids=count())
    def test_what_is_no_length(self, text: str) -> None:
        with pytest.raises(GaugeError, match="not a length"):
            parse_measure(text)

    @pytest.mark.parametrize(
        ("value", "rounded"), [(Fraction(5, 2), 3), (Fraction(-5, 2), -2), (Fraction(12, 5), 2)], ids=count()
    )
    def test_rounding(self, value: Fraction, rounded: int) -> None:
        assert round_half_up(value) == rounded

    @pytest.mark.parametrize(
        ("text", "rule"), [("4 + 2", Multiple(4, 2)), ("6", Multiple(6, 0)), ("8+3", Multiple(8, 3))], ids=count()
    )
    def test_multiples(self, text: str, rule: Multiple) -> None:
        assert Multiple.parse(text) == rule

    @pytest.mark.parametrize("text", ["", "0 + 2", "4 +", "a + 1"], ids=count())
    def test_what_is_no_multiple(self, text: str) -> None:
        with pytest.raises(GaugeError, match="not a multiple"):
            Multiple.parse(text)

    def test_what_fits(self) -> None:
        assert [number for number in range(20) if Multiple(4, 3).fits(number)] == [7, 11, 15, 19]

    @pytest.mark.parametrize(("stitches", "nearest"), [(20, 19), (21, 23), (2, 7), (-9, 7)])
    def test_the_nearest(self, stitches: int, nearest: int) -> None:
        assert Multiple(4, 3).nearest(Fraction(stitches)) == nearest


class TestGauge:
    def test_width(self) -> None:
        assert Gauge(22, 30).width_of(55) == 250

    @pytest.mark.parametrize(("height", "rows"), [("10 cm", 30), ("12 cm", 36), ("1 mm", 2), ("110 mm", 34)])
    def test_rows(self, height: str, rows: int) -> None:
        assert Gauge(22, 30).rows_for(height) == rows


class TestCastOn:
    @pytest.mark.parametrize(
        ("width", "options", "stitches"),
        [
            ("50 cm", {}, 110),
            ("50 cm", {"multiple": "4 + 2"}, 110),
            ("50 cm", {"multiple": "4 + 1"}, 109),
            ("50 cm", {"multiple": "4"}, 112),
            ("50 cm", {"multiple": Multiple(12, 5)}, 113),
            ("50 cm", {"multiple": "6 + 1", "edge": 3}, 109),
            ("20 in", {"multiple": "8"}, 112),
            ("50 cm", {"edge": 20}, 110),
            ("5 mm", {}, 1),
            ("100 mm", {"multiple": "20", "edge": 1}, 22),
        ],
        ids=count(),
    )
    def test_stitches(self, width: str, options: dict, stitches: int) -> None:
        tolerance = Fraction(1) if width == "5 mm" else Fraction(1, 20)
        found = Gauge(22, 30).cast_on(width, tolerance=tolerance, **options)
        assert found == CastOn(stitches, Fraction(stitches * 100, 22))

    @pytest.mark.parametrize(
        ("multiple", "tolerance", "stitches"),
        [("40", Fraction(1, 20), 120), ("40", Fraction(1, 11), None), ("100 + 14", Fraction(1, 28), 114)],
        ids=count(),
    )
    def test_the_tolerance(self, multiple: str, tolerance: Fraction, stitches: int | None) -> None:
        gauge = Gauge(22, 30)
        if stitches is None:
            assert gauge.cast_on("50 cm", multiple, tolerance=tolerance).stitches == 120
            return
        with pytest.raises(GaugeError) as caught:
            gauge.cast_on("50 cm", multiple, tolerance=tolerance)
        assert str(caught.value) == f"50 cm cannot be met, the nearest are {stitches} stitches"

    def test_a_twentieth_is_tolerated(self) -> None:
        assert Gauge(20, 30).cast_on("50 cm", "35") == CastOn(105, Fraction(525))
        with pytest.raises(GaugeError, match="the nearest are 106 stitches"):
            Gauge(20, 30).cast_on("50 cm", "53")

    def test_very_thick_yarn(self) -> None:
        assert Gauge(1, 1).cast_on("1 m") == CastOn(10, Fraction(1000))

    def test_a_piece_that_is_too_narrow(self) -> None:
        with pytest.raises(GaugeError, match="1 cm cannot be met, the nearest are 16 stitches"):
            Gauge(22, 30).cast_on("1 cm", "10", edge=3)

    @pytest.mark.parametrize(
        ("stitches", "width", "multiple", "message"),
        [
            (22, "0 cm", "4", "a piece needs a width"),
            (0, "50 cm", "4", "a gauge needs stitches"),
            (22, "50", "4", "not a length: '50'"),
            (22, "50 cm", "four", "not a multiple: 'four'"),
        ],
        ids=count(),
    )
    def test_what_cannot_be_cast_on(self, stitches: int, width: str, multiple: str, message: str) -> None:
        with pytest.raises(GaugeError) as caught:
            Gauge(stitches, 30).cast_on(width, multiple)
        assert str(caught.value) == message
