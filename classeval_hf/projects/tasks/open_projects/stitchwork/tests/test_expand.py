from itertools import count

import pytest

from stitchwork.errors import CountError, PatternSyntaxError, UnknownStitchError
from stitchwork.expand import MAX_STITCHES, Expander, WorkedRow
from stitchwork.nodes import Again, Row, Section, Step, Visitor
from stitchwork.source import Position


@pytest.fixture
def expander(library) -> Expander:
    return Expander(library)


def names(stitches) -> str:
    """The names of stitches."""
    return " ".join(stitch.name for stitch in stitches)


class TestUses:
    @pytest.mark.parametrize(
        ("short", "uses"),
        [
            ([], 0),
            ([("k", 3), ("yo", 2)], 3),
            ([("k2tog", 2), ("cdd", 1), ("kfb", 1)], 8),
            ([("x", 3, ("k", 1), ("k2tog", 1)), ("p", 1)], 10),
            ([("x", 2, ("x", 3, ("p", 2)), ("k", 1))], 14),
            ([("k", 2), ("to", 0, ("k", 1))], 2),
        ],
        ids=count(),
    )
    def test_uses(self, expander: Expander, build, short: list[tuple], uses: int) -> None:
        assert expander.uses(build(*short)) == uses

    def test_an_unknown_stitch(self, expander: Expander, build) -> None:
        with pytest.raises(UnknownStitchError):
            expander.uses(build(("x", 2, ("frog", 1))))


class TestVisiting:
    def test_it_is_a_visitor(self, expander: Expander, build) -> None:
        assert isinstance(expander, Visitor)
        expander.left = 9
        (step, repeat) = build(("k2tog", 2), ("x", 2, ("k", 1), ("yo", 1)))
        expander.visit(step)
        assert (expander.left, names(expander.worked)) == (5, "k2tog k2tog")
        expander.visit(repeat)
        assert (expander.left, names(expander.worked)) == (3, "k2tog k2tog k yo k yo")

    def test_a_new_expander_has_no_stitches(self, expander: Expander, library) -> None:
        assert (expander.left, expander.worked, expander.library) == (0, [], library)

    @pytest.mark.parametrize(
        ("left", "short", "times"),
        [
            (12, ("to", 0, ("k", 2), ("p", 1)), 4),
            (12, ("to", 3, ("k", 2), ("p", 1)), 3),
            (12, ("to", 12, ("k", 1)), 0),
            (7, ("to", 1, ("x", 2, ("k", 1)), ("yo", 1)), 3),
        ],
        ids=count(),
    )
    def test_how_often_open_groups_are_worked(
        self, expander: Expander, build, left: int, short: tuple, times: int
    ) -> None:
        expander.left = left
        assert expander.times(build(short)[0]) == times


class TestRow:
    @pytest.mark.parametrize(
        ("short", "available", "expected"),
        [
            ([("k", 3)], 3, "k k k"),
            ([("k", 1), ("to", 1, ("yo", 1), ("k2tog", 1)), ("p", 1)], 6, "k yo k2tog yo k2tog p"),
            ([("to", 2, ("k", 1)), ("p", 2)], 2, "p p"),
            ([("to", 3, ("k", 1)), ("to", 0, ("p", 1), ("k2tog", 1))], 5, "k k p k2tog"),
            ([("x", 2, ("k", 1), ("x", 2, ("yo", 1)))], 2, "k yo yo k yo yo"),
            ([("cdd", 1), ("kfb", 1)], 4, "cdd kfb"),
        ],
        ids=count(),
    )
    def test_stitches(self, expander: Expander, build, short: list[tuple], available: int, expected: str) -> None:
        stitches = expander.row(Row(1, 1, build(*short)), available)
        assert isinstance(stitches, tuple)
        assert names(stitches) == expected

    def test_rows_do_not_depend_on_each_other(self, expander: Expander, build) -> None:
        with pytest.raises(CountError):
            expander.row(Row(1, 1, build(("k", 2))), 5)
        assert names(expander.row(Row(1, 1, build(("to", 0, ("p", 1)))), 2)) == "p p"

    @pytest.mark.parametrize(
        ("short", "available", "message"),
        [
            ([("k", 3)], 2, "k needs 3 stitches, 2 are left"),
            ([("k", 1), ("cdd", 1)], 3, "cdd needs 3 stitches, 2 are left"),
            ([("x", 3, ("k2tog", 1))], 5, "k2tog needs 2 stitches, 1 are left"),
            ([("k", 3)], 5, "2 of 5 stitches are not worked"),
            ([("k", 2), ("to", 4, ("k", 1))], 5, "4 stitches should stay, 3 are left"),
            ([("to", 0, ("yo", 1))], 5, "an open group that uses no stitches"),
            ([("to", 1, ("k", 1), ("k2tog", 1))], 9, "8 stitches are no multiple of 3"),
        ],
        ids=count(),
    )
    def test_what_does_not_come_out_even(
        self, expander: Expander, build, short: list[tuple], available: int, message: str
    ) -> None:
        with pytest.raises(CountError) as caught:
            expander.row(Row(1, 1, build(*short)), available)
        assert caught.value.message == message

    def test_errors_have_a_place(self, expander: Expander) -> None:
        row = Row(1, 1, (Step("k", 2, Position(5, 8)),), Position(5, 1))
        with pytest.raises(CountError, match=r"^5:8: k needs"):
            expander.row(row, 1)
        with pytest.raises(CountError, match=r"^5:1: 1 of 3"):
            expander.row(row, 3)

    def test_the_greatest_number_of_stitches(self, expander: Expander, build) -> None:
        assert len(expander.row(Row(1, 1, build(("yo", MAX_STITCHES))), 0)) == MAX_STITCHES
        for short in (("yo", MAX_STITCHES + 1), ("yo", 10**12), ("x", 2, ("yo", 2501))):
            with pytest.raises(CountError, match="more than 5000 stitches in a row"):
                expander.row(Row(1, 1, build(short)), 0)

    def test_an_unknown_stitch(self, expander: Expander, build) -> None:
        with pytest.raises(UnknownStitchError, match="unknown stitch 'frog'"):
            expander.row(Row(1, 1, build(("frog", 1))), 3)


class TestSection:
    def test_a_section(self, expander: Expander, scarf: Section) -> None:
        rows = expander.section(scarf)
        assert [(row.number, row.before, row.after) for row in rows] == [(n, 10, 10) for n in (1, 2, 3, 4)]
        assert names(rows[2].stitches) == "k yo k2tog yo k2tog yo k2tog yo k2tog k"

    def test_each_row_has_the_stitches_of_the_one_before(self, expander: Expander, build) -> None:
        shape = Row(1, 3, build(("k2tog", 1), ("to", 0, ("k", 1))))
        rows = expander.section(Section("s", 5, (shape, Row(4, 4, build(("to", 0, ("kfb", 1)))))))
        assert [row.after for row in rows] == [4, 3, 2, 4]
        assert isinstance(rows[0], WorkedRow)

    def test_no_stitches_left(self, expander: Expander, build) -> None:
        nothing = Section("s", 0, (Row(1, 1, build(("yo", 1)), Position(4, 1)),))
        with pytest.raises(CountError, match=r"^4:1: no stitches for row 1"):
            expander.section(nothing)

    def test_no_rows(self, expander: Expander) -> None:
        assert expander.section(Section("s", 4, ())) == []

    def test_rows_that_cannot_be_numbered(self, expander: Expander) -> None:
        with pytest.raises(PatternSyntaxError, match="no row 1 to work again"):
            expander.section(Section("s", 4, (Again(1, 1),)))
