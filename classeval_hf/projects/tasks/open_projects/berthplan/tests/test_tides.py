from fractions import Fraction
from itertools import count

import pytest

from berthplan.errors import FormatError, TideError
from berthplan.tides import Reading, TideTable
from berthplan.timespan import Span


@pytest.fixture
def short() -> TideTable:
    """An hour of rising tide, and an hour of falling tide."""
    return TideTable([Reading(0, 0), Reading(60, 120), Reading(120, 60)])


class TestReadings:
    def test_readings_are_sorted(self) -> None:
        table = TideTable([Reading(60, 10), Reading(0, 90), Reading(90, 80)])
        assert table.readings == (Reading(0, 90), Reading(60, 10), Reading(90, 80))

    @pytest.mark.parametrize(
        ("pairs", "message"),
        [
            ([], "a tide table needs two readings"),
            ([(5, 100)], "a tide table needs two readings"),
            ([(0, 100), (60, 200), (60, 300)], "two readings at d0 01:00"),
            ([(0, 100), (60, 200), (1500, 300)], "neither high nor low water at d0 01:00"),
            ([(30, 300), (60, 200), (90, 100)], "neither high nor low water at d0 01:00"),
            ([(30, 300), (60, 300)], "neither high nor low water at d0 00:30"),
        ],
        ids=count(),
    )
    def test_readings_that_make_no_table(self, pairs: list[tuple[int, int]], message: str) -> None:
        with pytest.raises(TideError) as caught:
            TideTable(Reading(*pair) for pair in pairs)
        assert str(caught.value) == message

    def test_the_minute_of_the_last_reading_is_known(self, short: TideTable) -> None:
        assert short.span == Span(0, 121)


class TestText:
    def test_a_table_is_read(self) -> None:
        text = "# Eastport\n\n d0 06:10 = 5.2 m\n00:05=0.90m # neaps\nd1 00:00 = -20 cm\n"
        assert TideTable.from_text(text).readings == (Reading(5, 90), Reading(370, 520), Reading(1440, -20))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("00:00 = 1 m\n06:00 5 m", "line 2: expected 'time = height'"),
            ("\n25:00 = 1 m", "line 2: not a time: '25:00'"),
            ("00:00 = high", "line 1: not a length: 'high'"),
        ],
        ids=count(),
    )
    def test_lines_that_cannot_be_read(self, text: str, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            TideTable.from_text(text)
        assert str(caught.value) == message

    def test_a_text_of_one_reading_makes_no_table(self) -> None:
        with pytest.raises(TideError, match="needs two readings"):
            TideTable.from_text("00:00 = 1 m")

    def test_a_table_is_written(self) -> None:
        table = TideTable([Reading(1500, -5), Reading(370, 520)])
        assert table.to_text() == "d0 06:10 = 5.20 m\nd1 01:00 = -0.05 m\n"

    def test_what_is_written_can_be_read(self, tides: TideTable) -> None:
        assert TideTable.from_text(tides.to_text()).readings == tides.readings


class TestHeight:
    @pytest.mark.parametrize(
        ("minute", "height"),
        [
            (0, Fraction(0)),
            (5, Fraction(5)),
            (10, Fraction(10)),
            (15, Fraction(20)),
            (30, Fraction(60)),
            (60, Fraction(120)),
            (70, Fraction(115)),
            (85, Fraction(195, 2)),
            (120, Fraction(60)),
        ],
    )
    def test_the_rule_of_twelfths(self, short: TideTable, minute: int, height: Fraction) -> None:
        assert short.height_at(minute) == height

    def test_heights_are_exact(self, tides: TideTable) -> None:
        assert tides.height_at(60) == Fraction(400, 3)

    @pytest.mark.parametrize(("minute", "time"), [(-1, "d-1 23:59"), (121, "d0 02:01")], ids=count())
    def test_outside_the_table(self, short: TideTable, minute: int, time: str) -> None:
        with pytest.raises(TideError, match=f"no tide is known at {time}"):
            short.height_at(minute)

    @pytest.mark.parametrize(
        ("span", "lowest"),
        [
            ((600, 660), Fraction(400, 3)),
            ((600, 1000), Fraction(100)),
            ((720, 780), Fraction(100)),
            ((660, 720), Fraction(100)),
            ((300, 400), Fraction(1400, 3)),
        ],
    )
    def test_the_lowest_height(self, tides: TideTable, span: tuple[int, int], lowest: Fraction) -> None:
        assert tides.lowest_in(Span(*span)) == lowest

    def test_the_lowest_height_needs_a_known_end(self, short: TideTable) -> None:
        assert short.lowest_in(Span(100, 120)) == 60
        with pytest.raises(TideError, match="d0 02:01"):
            short.lowest_in(Span(100, 121))


class TestWindows:
    @pytest.mark.parametrize(
        ("height", "windows"),
        [
            (60, [(30, 121)]),
            (61, [(31, 119)]),
            (90, [(40, 91)]),
            (120, [(60, 61)]),
            (121, []),
            (0, [(0, 121)]),
            (-50, [(0, 121)]),
        ],
    )
    def test_windows_of_one_tide(self, short: TideTable, height: int, windows: list[tuple[int, int]]) -> None:
        assert short.windows_above(height) == [Span(*pair) for pair in windows]

    def test_windows_of_several_tides(self, tides: TideTable) -> None:
        assert tides.windows_above(300) == [Span(180, 541), Span(900, 1261), Span(1620, 1981)]

    @pytest.mark.parametrize(
        ("length", "not_before", "span"),
        [
            (60, 0, (180, 240)),
            (361, 0, (180, 541)),
            (361, 181, (900, 1261)),
            (60, 481, (481, 541)),
            (60, 482, (900, 960)),
            (361, 1620, (1620, 1981)),
        ],
    )
    def test_the_next_window(self, tides: TideTable, length: int, not_before: int, span: tuple[int, int]) -> None:
        assert tides.next_window(300, length, not_before) == Span(*span)

    @pytest.mark.parametrize(("length", "not_before"), [(361, 1620), (1, 1980), (60, 1921)])
    def test_no_window_is_left(self, tides: TideTable, length: int, not_before: int) -> None:
        assert tides.next_window(300, length, not_before) == Span(not_before, not_before + length)
        assert tides.next_window(300, length, not_before + 1) is None
        assert tides.next_window(300, 362, 0) is None
