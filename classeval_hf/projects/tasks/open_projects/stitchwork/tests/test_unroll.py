from itertools import count

import pytest

from stitchwork.errors import CountError, PatternSyntaxError
from stitchwork.nodes import Again, Row, Section, Step
from stitchwork.source import Position
from stitchwork.unroll import MAX_ROWS, Line, unroll

A, B, C = ((Step(name),) for name in ("k", "p", "yo"))


def numbered(*entries: Row | Again) -> str:
    """The stitches of the rows of a section."""
    lines = unroll(Section("s", 4, entries))
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    return " ".join(line.row.items[0].name for line in lines)


class TestLine:
    def test_sides(self) -> None:
        assert [Line(number, Row(1, 1, A)).right_side for number in (1, 2, 3)] == [True, False, True]


class TestUnroll:
    def test_no_rows(self) -> None:
        assert unroll(Section("s", 4, ())) == []

    def test_the_rows_themselves(self) -> None:
        row = Row(1, 2, A)
        lines = unroll(Section("s", 4, (row,)))
        assert lines == [Line(1, row), Line(2, row)]
        assert lines[1].row is row

    @pytest.mark.parametrize(
        ("entries", "names"),
        [
            ((Row(1, 1, A), Row(2, 3, B), Row(4, 4, C)), "k p p yo"),
            ((Row(1, 1, A), Row(2, 2, B), Again(1, 2)), "k p k p"),
            ((Row(1, 1, A), Row(2, 2, B), Again(1, 2, 2), Row(7, 7, C)), "k p k p k p yo"),
            ((Row(1, 1, A), Row(2, 2, B), Row(3, 3, C), Again(2, 3), Row(6, 6, A)), "k p yo p yo k"),
            ((Row(1, 2, A), Row(3, 3, B), Again(2, 2), Row(5, 5, C)), "k k p k yo"),
            ((Row(1, 1, A), Row(2, 2, B), Again(1, 2), Again(1, 4), Row(9, 9, C)), "k p k p k p k p yo"),
            ((Row(1, 1, A), Row(2, 2, B), Row(3, 4, C), Again(1, 3)), "k p yo yo k p yo"),
        ],
        ids=count(),
    )
    def test_order(self, entries: tuple[Row | Again, ...], names: str) -> None:
        assert numbered(*entries) == names

    @pytest.mark.parametrize(
        ("entries", "message"),
        [
            ((Row(2, 2, A),), "row 2 where row 1 is due"),
            ((Row(1, 3, A), Row(3, 3, B)), "row 3 where row 4 is due"),
            ((Row(1, 1, A), Row(3, 2, B)), "rows 3-2 are in the wrong order"),
            ((Row(1, 2, A), Again(2, 1)), "rows 2-1 are in the wrong order"),
            ((Again(1, 1),), "no row 1 to work again"),
            ((Row(1, 2, A), Again(1, 3)), "no row 3 to work again"),
            ((Row(1, 2, A), Again(0, 1)), "no row 0 to work again"),
            ((Row(1, 2, A), Again(1, 2, 0)), "rows cannot be worked 0 times"),
            ((Row(1, 3, A), Again(1, 2)), "row 1 would change sides"),
            ((Row(1, 3, A), Again(1, 3)), "row 1 would change sides"),
            ((Row(1, 4, A), Again(2, 2)), "row 2 would change sides"),
            ((Row(1, 2, A), Again(1, 1, 2)), "row 1 would change sides"),
        ],
        ids=count(),
    )
    def test_rows_that_cannot_be_numbered(self, entries: tuple[Row | Again, ...], message: str) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            unroll(Section("s", 4, entries))
        assert caught.value.message == message

    def test_errors_have_a_place(self) -> None:
        with pytest.raises(PatternSyntaxError, match=r"^3:1: row 7 where row 1 is due") as caught:
            unroll(Section("s", 4, (Row(7, 7, A, Position(3, 1)),)))
        assert caught.value.position == Position(3, 1)

    def test_the_greatest_number_of_rows(self) -> None:
        assert len(unroll(Section("s", 4, (Row(1, MAX_ROWS, A),)))) == MAX_ROWS
        assert len(unroll(Section("s", 4, (Row(1, 2, A), Again(1, 2, MAX_ROWS // 2 - 1))))) == MAX_ROWS

    @pytest.mark.parametrize(
        "entries",
        [(Row(1, MAX_ROWS + 1, A),), (Row(1, 10**12, A),), (Row(1, 2, A), Again(1, 2, 10**12))],
        ids=count(),
    )
    def test_too_many_rows(self, entries: tuple[Row | Again, ...]) -> None:
        with pytest.raises(CountError, match="more than 2000 rows"):
            unroll(Section("s", 4, entries))
