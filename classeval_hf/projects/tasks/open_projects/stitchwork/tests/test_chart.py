from itertools import count

import pytest

from stitchwork.chart import Chart
from stitchwork.errors import CountError
from stitchwork.expand import WorkedRow
from stitchwork.nodes import Row, Section


@pytest.fixture
def worked(library):
    """Makes worked rows, numbered from 1 or another number, from names of stitches."""

    def make(*rows: str, start: int = 1) -> list[WorkedRow]:
        return [
            WorkedRow(number, tuple(library.get(name) for name in row.split()))
            for number, row in enumerate(rows, start)
        ]

    return make


class TestMaking:
    def test_a_chart_needs_rows(self) -> None:
        with pytest.raises(CountError, match="a chart needs a row"):
            Chart([])

    def test_from_any_iterable(self, worked) -> None:
        rows = worked("k p", "p k")
        assert Chart(iter(rows)).rows == tuple(rows)

    def test_from_a_section(self, scarf: Section, library) -> None:
        chart = Chart.of(scarf, library)
        assert [row.number for row in chart.rows] == [1, 2, 3, 4]
        assert chart.width == 10

    def test_a_subclass_makes_its_own_kind(self, scarf: Section, library) -> None:
        class Wide(Chart):
            pass

        assert type(Wide.of(scarf, library)) is Wide
        assert type(Wide.of(scarf, library).part(1, 2)) is Wide

    def test_a_section_without_rows(self, library) -> None:
        with pytest.raises(CountError, match="a chart needs a row"):
            Chart.of(Section("s", 4, ()), library)

    def test_a_section_that_does_not_come_out_even(self, library, build) -> None:
        with pytest.raises(CountError, match="2 of 4 stitches"):
            Chart.of(Section("s", 4, (Row(1, 1, build(("k", 2))),)), library)


class TestSigns:
    @pytest.mark.parametrize(("number", "signs"), [(1, "/o-."), (2, "--./"), (3, "^")], ids=count())
    def test_signs(self, worked, number: int, signs: str) -> None:
        assert Chart(worked("k p yo k2tog", "k k p p2tog", "cdd")).signs(number) == signs

    def test_numbers_need_not_begin_with_1(self, worked) -> None:
        chart = Chart(worked("k p", "k p", start=4))
        assert (chart.signs(4), chart.signs(5)) == ("-.", "-.")

    @pytest.mark.parametrize("number", [0, 3])
    def test_no_such_row(self, worked, number: int) -> None:
        with pytest.raises(CountError, match=f"no row {number} in the chart"):
            Chart(worked("k", "p")).signs(number)


class TestRender:
    def test_rows_of_one_width(self, scarf: Section, library) -> None:
        assert Chart.of(scarf, library).render() == (
            "4 |..........|\n  |./o/o/o/o.| 3\n2 |..........|\n  |./o/o/o/o.| 1\n"
        )

    def test_rows_of_different_widths(self, worked) -> None:
        chart = Chart(worked("k k p p k", "p k", "ssk k", "cdd"))
        assert chart.width == 5
        assert chart.render() == "4 |  ^  |\n  | .\\  | 3\n2 | .-  |\n  |.--..| 1\n"

    def test_numbers_of_two_digits(self, worked) -> None:
        chart = Chart(worked("k", "k", "k", start=8))
        assert chart.render() == "10 |-|\n   |.| 9\n 8 |-|\n"


class TestLegend:
    def test_legend(self, worked) -> None:
        legend = Chart(worked("yo k k2tog p", "p k k2tog p2tog yo", "k p")).legend()
        assert list(legend.items()) == [
            ("-", ["k (ws)", "p"]),
            (".", ["k", "p (ws)"]),
            ("/", ["k2tog", "p2tog (ws)"]),
            ("o", ["yo", "yo (ws)"]),
            ("x", ["k2tog (ws)"]),
        ]

    def test_only_what_is_there(self, worked) -> None:
        assert Chart(worked("k k k")).legend() == {".": ["k"]}


class TestPart:
    def test_a_part(self, worked) -> None:
        part = Chart(worked("k k k", "k p", "p", "k")).part(2, 3)
        assert [row.number for row in part.rows] == [2, 3]
        assert (part.width, part.signs(2)) == (2, "-.")

    def test_a_part_without_rows(self, worked) -> None:
        with pytest.raises(CountError, match="a chart needs a row"):
            Chart(worked("k", "p")).part(3, 5)


class TestPeriod:
    @pytest.mark.parametrize(
        ("rows", "period"),
        [
            (["k"], 1),
            (["k", "p"], 2),
            (["k", "p", "k"], 2),
            (["k", "p", "k", "p", "k", "k"], 6),
            (["k p", "k p", "p k", "p k"] * 2 + ["k p"], 4),
            (["k", "k", "p", "k", "k", "k"], 4),
            (["k", "k", "p"], 3),
        ],
        ids=count(),
    )
    def test_period(self, worked, rows: list[str], period: int) -> None:
        assert Chart(worked(*rows)).period() == period

    def test_a_section(self, scarf: Section, library) -> None:
        assert Chart.of(scarf, library).period() == 2
