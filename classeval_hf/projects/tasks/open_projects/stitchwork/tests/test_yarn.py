from fractions import Fraction
from itertools import count

import pytest

from stitchwork.errors import CountError, GaugeError
from stitchwork.nodes import Pattern, Row, Section
from stitchwork.yarn import Estimate, Yarn, estimate_yarn

WOOL = Yarn("100 m", 50, "10 mm")


class TestEstimate:
    def test_a_piece(self, library, scarf: Section) -> None:
        # 15 units to cast on, 20 to bind off, twice 11 for lace and twice 10 for plain rows.
        found = estimate_yarn(Pattern("p", (scarf,)), library, WOOL, Fraction(0))
        assert found == Estimate(1, 1, 1, {"scarf": 1})

    @pytest.mark.parametrize(
        ("yarn", "reserve", "expected"),
        [
            (Yarn("100 m", 50, "1 m"), Fraction(0), (77, 1, 39, 77)),
            (Yarn("100 m", 50, "1 m"), Fraction(1, 10), (85, 1, 43, 85)),
            (Yarn("20 m", 25, "1 m"), Fraction(1, 10), (85, 5, 106, 85)),
            (Yarn("77 m", 100, "1 m"), Fraction(0), (77, 1, 100, 77)),
            (Yarn("7699 cm", 100, "1 m"), Fraction(0), (77, 2, 101, 77)),
            (Yarn("1 m", 1, "100 m"), Fraction(0), (7700, 7700, 7700, 7700)),
            (Yarn("1000 in", 100, "10 in"), Fraction(0), (20, 1, 77, 20)),
        ],
        ids=count(),
    )
    def test_sizes(
        self, library, scarf: Section, yarn: Yarn, reserve: Fraction, expected: tuple[int, int, int, int]
    ) -> None:
        found = estimate_yarn(Pattern("p", (scarf,)), library, yarn, reserve)
        assert (found.metres, found.balls, found.grams, found.sections["scarf"]) == expected

    def test_a_tenth_is_kept_in_reserve(self, library, scarf: Section) -> None:
        assert estimate_yarn(Pattern("p", (scarf,)), library, Yarn("1 m", 1, "1 m")).balls == 85

    def test_sections_and_copies(self, library, scarf: Section, build) -> None:
        cord = Section("cord", 3, (Row(1, 1, build(("sl", 1), ("k2tog", 1))), Row(2, 2, build(("kfb", 2)))), copies=2)
        more = Section("scarf", 1, (Row(1, 2, build(("k", 1))),))
        yarn = Yarn("10 m", 10, "25 cm")
        found = estimate_yarn(Pattern("p", (scarf, cord, more)), library, yarn, Fraction(0))
        # 77 and 5.5 units; twice 4.5 to cast on, 1.25 and 4 to work, 8 to bind off.
        assert found == Estimate(30, 3, 30, {"scarf": 21, "cord": 9})
        assert list(found.sections) == ["scarf", "cord"]

    def test_sums_are_rounded_once(self, library, build) -> None:
        sections = [Section(name, 1, (Row(1, 1, build(("k", 1))),)) for name in "abcd"]
        found = estimate_yarn(Pattern("p", tuple(sections)), library, Yarn("9 m", 9, "50 cm"), Fraction(0))
        assert found == Estimate(9, 1, 9, {"a": 3, "b": 3, "c": 3, "d": 3})

    def test_no_sections(self, library) -> None:
        assert estimate_yarn(Pattern("p", ()), library, WOOL) == Estimate(0, 0, 0, {})

    def test_a_section_without_rows(self, library, scarf: Section) -> None:
        with pytest.raises(CountError, match="section 'cord' has no rows"):
            estimate_yarn(Pattern("p", (scarf, Section("cord", 3, ()))), library, WOOL)

    @pytest.mark.parametrize(
        ("yarn", "message"),
        [
            (Yarn("0 m", 50, "1 cm"), "a ball needs a length"),
            (Yarn("long", 50, "1 cm"), "not a length: 'long'"),
            (Yarn("1 m", 50, "1"), "not a length: '1'"),
        ],
        ids=count(),
    )
    def test_bad_yarn(self, library, yarn: Yarn, message: str) -> None:
        with pytest.raises(GaugeError) as caught:
            estimate_yarn(Pattern("p", ()), library, yarn)
        assert str(caught.value) == message

    def test_a_section_that_does_not_come_out_even(self, library, build) -> None:
        section = Section("s", 4, (Row(1, 1, build(("k", 3))),))
        with pytest.raises(CountError, match="1 of 4 stitches"):
            estimate_yarn(Pattern("p", (section,)), library, WOOL)
