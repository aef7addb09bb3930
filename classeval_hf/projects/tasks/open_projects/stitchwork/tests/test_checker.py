from itertools import count

import pytest

from stitchwork.checker import Checker, Problem
from stitchwork.nodes import Again, Pattern, Row, Section, Step
from stitchwork.source import Position


@pytest.fixture
def section(build):
    """Makes a section of rows in short form."""

    def make(cast_on: int, *rows: list[tuple]) -> Section:
        places = enumerate(rows, 1)
        entries = tuple(Row(place, place, build(*row), Position(place, 1)) for place, row in places)
        return Section("cuff", cast_on, entries)

    return make


def short(problems: list[Problem]) -> list[tuple[int, str, str]]:
    """What matters of problems."""
    return [(problem.row, problem.code, problem.message) for problem in problems]


class TestCheckSection:
    @pytest.mark.parametrize("entries", [(), (Row(1, 9, (Step("k", 4),)),)], ids=count())
    def test_nothing_wrong(self, library, entries: tuple[Row, ...]) -> None:
        assert Checker(library).check_section(Section("cuff", 4, entries)) == []

    def test_rows_that_cannot_be_numbered(self, library) -> None:
        rows = (Row(1, 1, (Step("frog"),)), Again(1, 2, 1, Position(7, 2)))
        assert Checker(library).check_section(Section("cuff", 4, rows)) == [
            Problem("cuff", 0, "order", "no row 2 to work again", Position(7, 2))
        ]

    def test_too_many_rows(self, library) -> None:
        problems = Checker(library).check_section(Section("cuff", 4, (Row(1, 3000, (Step("k", 4),)),)))
        assert short(problems) == [(0, "order", "more than 2000 rows")]

    def test_all_problems_are_found(self, library, section) -> None:
        broken = section(
            4, [("k", 5)], [("k", 4)], [("frog", 1)], [("k", 3)], [("k", 3), ("kfb", 1)], [("k", 4)], [("p", 5)]
        )
        problems = Checker(library).check_section(broken)
        assert short(problems) == [
            (1, "count", "k needs 5 stitches, 4 are left"),
            (3, "unknown", "unknown stitch 'frog'"),
            (4, "count", "1 of 4 stitches are not worked"),
            (6, "count", "1 of 5 stitches are not worked"),
        ]
        assert [problem.position for problem in problems] == [None, *(Position(row, 1) for row in (3, 4, 6))]

    def test_the_same_problem_is_named_once(self, library, build) -> None:
        rows = (
            Row(1, 2, (Step("k", 5, Position(3, 8)),), Position(3, 1)),
            Row(3, 3, (Step("k", 5, Position(4, 8)),), Position(4, 1)),
            Row(4, 4, (Step("k", 4),)),
            Again(1, 4, 2),
        )
        problems = Checker(library).check_section(Section("cuff", 4, rows))
        assert [(problem.row, problem.position) for problem in problems] == [(1, Position(3, 8)), (3, Position(4, 8))]

    def test_a_problem_that_changes_is_named_again(self, library, build) -> None:
        grow = Row(1, 1, build(("to", 0, ("kfb", 1))), Position(2, 1))
        wrong = Row(2, 2, (Step("k", 50, Position(3, 8)),), Position(3, 1))
        problems = Checker(library).check_section(Section("cuff", 4, (grow, wrong, Again(1, 2))))
        assert short(problems) == [
            (2, "count", "k needs 50 stitches, 8 are left"),
            (4, "count", "k needs 50 stitches, 16 are left"),
        ]

    def test_too_wide(self, library, build) -> None:
        grow = Row(1, 3, build(("to", 0, ("kfb", 1))), Position(2, 1))
        shrink = Row(4, 4, build(("to", 0, ("k2tog", 1))), Position(3, 1))
        section = Section("cuff", 6, (grow, shrink, Row(5, 5, grow.items, Position(5, 1))))
        assert Checker(library, 24).check_section(section) == [
            Problem("cuff", 3, "wide", "48 stitches, the needle holds 24", Position(2, 1)),
            Problem("cuff", 5, "wide", "48 stitches, the needle holds 24", Position(5, 1)),
        ]

    def test_wide_rows_after_a_wide_row(self, library, section) -> None:
        wide = section(3, [("k", 2), ("kfb", 1)], [("k", 3), ("kfb", 1)], [("k", 5)])
        assert short(Checker(library, 3).check_section(wide)) == [(1, "wide", "4 stitches, the needle holds 3")]

    def test_cast_on_too_wide(self, library, section) -> None:
        problems = Checker(library, 3).check_section(section(4, [("k", 4)], [("k", 4)]))
        assert problems == [Problem("cuff", 0, "wide", "4 stitches, the needle holds 3")]

    def test_no_stitches_left(self, library, build, section) -> None:
        library.add(type(library.get("k"))("drop", 1, 0, "~", "~"))
        rows = section(2, [("drop", 2)], [("k", 1)], [("k", 1)])
        assert Checker(library).check_section(rows) == [
            Problem("cuff", 1, "empty", "no stitches are left", Position(1, 1))
        ]
        assert Checker(library).check_section(section(2, [("k", 2)], [("drop", 2)])) == []


class TestCheck:
    def test_all_sections(self, library, section, scarf: Section) -> None:
        sections = (section(3, [("k", 2)]), scarf, section(1, [("k", 2)]))
        problems = Checker(library).check(Pattern("Title", sections))
        assert [str(problem) for problem in problems] == [
            "cuff, row 1: 1 of 3 stitches are not worked",
            "cuff, row 1: k needs 2 stitches, 1 are left",
        ]
