import pytest

from berthplan.errors import FormatError, SpanError
from berthplan.timespan import Span, format_minute, merge_spans, parse_duration, parse_minute, subtract_spans


class TestText:
    @pytest.mark.parametrize(
        ("text", "minute"), [("00:00", 0), ("6:05", 365), ("d0 23:59", 1439), (" d2  06:30 ", 3270)]
    )
    def test_minutes_are_read(self, text: str, minute: int) -> None:
        assert parse_minute(text) == minute

    @pytest.mark.parametrize("text", ["", "24:00", "06:60", "6", "d 06:30", "d1 6:5", "-1:00"])
    def test_what_is_no_minute_is_refused(self, text: str) -> None:
        with pytest.raises(FormatError, match="not a time"):
            parse_minute(text)

    @pytest.mark.parametrize(("minute", "text"), [(0, "d0 00:00"), (3270, "d2 06:30")])
    def test_minutes_are_written(self, minute: int, text: str) -> None:
        assert format_minute(minute) == text

    @pytest.mark.parametrize(("text", "minutes"), [("90min", 90), ("2h", 120), ("1d 2h 5min", 1565), ("1h30min", 90)])
    def test_durations_are_read(self, text: str, minutes: int) -> None:
        assert parse_duration(text) == minutes

    @pytest.mark.parametrize("text", ["", "90", "2 hours", "-5min", "5min 2h"])
    def test_what_is_no_duration_is_refused(self, text: str) -> None:
        with pytest.raises(FormatError, match="not a duration"):
            parse_duration(text)


class TestSpan:
    @pytest.mark.parametrize(("start", "end"), [(5, 5), (6, 5)])
    def test_an_empty_span_is_refused(self, start: int, end: int) -> None:
        with pytest.raises(SpanError):
            Span(start, end)

    def test_ends(self) -> None:
        span = Span(10, 20)
        assert [span.contains(minute) for minute in (9, 10, 19, 20)] == [False, True, True, False]
        assert span.overlaps(Span(19, 30))
        assert not span.overlaps(Span(20, 30))
        assert span.covers(Span(10, 20))
        assert span.common(Span(15, 30)) == Span(15, 20)
        assert span.common(Span(20, 30)) is None
        assert span.padded(1, 2) == Span(9, 22)

    def test_merging_joins_what_touches(self) -> None:
        assert merge_spans([Span(5, 9), Span(0, 2), Span(2, 3), Span(6, 7)]) == [Span(0, 3), Span(5, 9)]

    @pytest.mark.parametrize(
        ("taken", "left"),
        [
            ([], [(0, 10), (20, 30)]),
            ([(2, 4), (3, 5)], [(0, 2), (5, 10), (20, 30)]),
            ([(8, 22)], [(0, 8), (22, 30)]),
            ([(0, 30)], []),
        ],
    )
    def test_subtracting(self, taken: list[tuple[int, int]], left: list[tuple[int, int]]) -> None:
        spans = [Span(0, 10), Span(20, 30)]
        assert subtract_spans(spans, [Span(*pair) for pair in taken]) == [Span(*pair) for pair in left]
