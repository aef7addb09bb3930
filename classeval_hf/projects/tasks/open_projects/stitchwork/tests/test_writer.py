from itertools import count

import pytest

from stitchwork.errors import PatternSyntaxError, UnknownStitchError
from stitchwork.nodes import Again, Node, Pattern, Row, Section, Step, Visitor
from stitchwork.parser import parse_pattern
from stitchwork.stitches import Stitch
from stitchwork.writer import PatternWriter


@pytest.fixture
def writer(library) -> PatternWriter:
    library.add(Stitch("wrap2", 1, 1, "u", "u"))
    library.add(Stitch("wrap", 1, 1, "n", "n"), "w")
    return PatternWriter(library)


class TestItems:
    @pytest.mark.parametrize(
        ("short", "text"),
        [
            (("k", 1), "k"),
            (("k", 12), "k12"),
            (("k2tog", 1), "k2tog"),
            (("k2tog", 3), "k2tog3"),
            (("knit", 3), "k3"),
            (("purl", 1), "p"),
            (("wrap", 3), "wrap3"),
            (("w", 2), "wrap x2"),
            (("wrap", 23), "wrap x23"),
            (("wrap2", 2), "wrap22"),
            (("to", 0, ("k", 1)), "k to end"),
            (("to", 4, ("k", 2)), "k2 to last 4"),
            (("to", 0, ("k2tog", 2)), "k2tog2 to end"),
            (("to", 0, ("wrap", 2)), "(wrap x2) to end"),
            (("to", 1, ("yo", 1), ("k2tog", 1)), "(yo, k2tog) to last 1"),
            (("x", 3, ("k", 2), ("p", 2)), "(k2, p2) x3"),
            (("x", 3, ("k", 2)), "(k2) x3"),
            (("x", 1, ("k", 2), ("p", 1)), "(k2, p) x1"),
            (("to", 0, ("x", 2, ("k", 1), ("p", 1))), "((k, p) x2) to end"),
        ],
        ids=count(),
    )
    def test_words(self, writer: PatternWriter, build, short: tuple, text: str) -> None:
        assert writer.visit(build(short)[0]) == text

    def test_joining(self, writer: PatternWriter, build) -> None:
        assert writer.join(build(("k", 2), ("wrap", 2), ("to", 0, ("p", 1)))) == "k2, wrap x2, p to end"
        assert writer.join(iter(())) == ""


class TestTidy:
    @pytest.mark.parametrize(
        ("short", "tidied"),
        [
            ([("k", 1), ("k", 2), ("p", 1), ("k", 1)], [("k", 3), ("p", 1), ("k", 1)]),
            ([("x", 1, ("k", 1), ("p", 1))], [("k", 1), ("p", 1)]),
            ([("k", 2), ("x", 1, ("k", 1), ("p", 1)), ("p", 3)], [("k", 3), ("p", 4)]),
            ([("x", 3, ("k", 2)), ("k", 1)], [("k", 7)]),
            ([("x", 2, ("x", 3, ("k", 1)))], [("k", 6)]),
            ([("x", 2, ("k", 1), ("k", 1))], [("k", 4)]),
            ([("x", 3, ("x", 1, ("k", 1), ("p", 1)))], [("x", 3, ("k", 1), ("p", 1))]),
            ([("to", 0, ("k", 1), ("k", 1))], [("to", 0, ("k", 2))]),
            ([("k", 1), ("to", 0, ("k", 1))], [("k", 1), ("to", 0, ("k", 1))]),
            ([("x", 2, ("k", 1), ("p", 1)), ("x", 2, ("k", 1), ("p", 1))], None),
            ([], []),
        ],
        ids=count(),
    )
    def test_tidy(self, writer: PatternWriter, build, short: list[tuple], tidied: list[tuple] | None) -> None:
        assert writer.tidy(build(*short)) == build(*(short if tidied is None else tidied))


class TestRows:
    @pytest.mark.parametrize(
        ("row", "line"),
        [
            (Row(3, 3, (Step("k", 2), Step("p"))), "row 3: k2, p"),
            (Row(3, 6, (Step("k"), Step("k"))), "rows 3-6: k2"),
        ],
        ids=count(),
    )
    def test_a_row(self, writer: PatternWriter, row: Row, line: str) -> None:
        assert writer.visit(row) == [line]

    @pytest.mark.parametrize(
        ("again", "line"),
        [(Again(1, 4, 3), "again 1-4 x3"), (Again(1, 2), "again 1-2"), (Again(2, 2, 2), "again 2 x2")],
        ids=count(),
    )
    def test_rows_worked_again(self, writer: PatternWriter, again: Again, line: str) -> None:
        assert writer.visit(again) == [line]

    @pytest.mark.parametrize(
        ("width", "lines"),
        [
            (80, ["row 1: k2, (yo, k2tog) x4, p10, k2"]),
            (33, ["row 1: k2, (yo, k2tog) x4, p10,", "    k2"]),
            (34, ["row 1: k2, (yo, k2tog) x4, p10, k2"]),
            (20, ["row 1: k2, (yo,", "    k2tog) x4, p10,", "    k2"]),
            (19, ["row 1: k2, (yo,", "    k2tog) x4, p10,", "    k2"]),
            (18, ["row 1: k2, (yo,", "    k2tog) x4,", "    p10, k2"]),
            (1, ["row 1: k2,", "    (yo,", "    k2tog) x4,", "    p10,", "    k2"]),
        ],
        ids=count(),
    )
    def test_long_rows_are_broken(self, library, build, width: int, lines: list[str]) -> None:
        row = Row(1, 1, build(("k", 2), ("x", 4, ("yo", 1), ("k2tog", 1)), ("p", 10), ("k", 2)))
        assert PatternWriter(library, width).visit(row) == lines


class TestPattern:
    def test_a_pattern(self, writer: PatternWriter, scarf: Section, build) -> None:
        cord = Section("cord", 4, (Row(1, 2, build(("k", 4))),), copies=2)
        assert writer.write(Pattern("Willow lace", (scarf, cord))) == (
            'pattern "Willow lace"\n'
            "\n"
            "section scarf\n"
            "cast on 10\n"
            "row 1: k, (yo, k2tog) to last 1, k\n"
            "row 2: p to end\n"
            "again 1-2\n"
            "\n"
            "section cord\n"
            "make 2\n"
            "cast on 4\n"
            "rows 1-2: k4\n"
        )

    def test_lines_have_80_characters_at_most(self, library, writer: PatternWriter) -> None:
        assert (writer.library, writer.width) == (library, 80)

    def test_no_sections(self, writer: PatternWriter) -> None:
        assert writer.write(Pattern("Empty", ())) == 'pattern "Empty"\n'

    def test_rows_that_are_alike_are_joined(self, writer: PatternWriter, build) -> None:
        plain, two = build(("k", 4)), build(("k", 2), ("k", 2))
        entries = (
            Row(1, 1, plain),
            Row(2, 3, two),
            Row(4, 4, build(("p", 4))),
            Row(5, 5, plain),
            Again(2, 2),
            Row(7, 7, plain),
        )
        assert writer.visit(Section("s", 4, entries)) == [
            "section s",
            "cast on 4",
            "rows 1-3: k4",
            "row 4: p4",
            "row 5: k4",
            "again 2",
            "row 7: k4",
        ]

    @pytest.mark.parametrize("width", [10, 30, 80])
    def test_what_is_written_can_be_read(self, library, scarf: Section, build, width: int) -> None:
        items = build(("to", 6, ("x", 2, ("k", 1), ("p", 1)), ("m1", 2)), ("k2tog", 3))
        cord = Section("cord", 14, (Row(1, 3, items),), copies=3)
        pattern = Pattern("Both", (scarf, cord))
        assert parse_pattern(PatternWriter(library, width).write(pattern), library) == pattern

    @pytest.mark.parametrize("title", ['The "new" one', "two\nlines"], ids=count())
    def test_a_title_that_could_not_be_read(self, writer: PatternWriter, title: str) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            writer.write(Pattern(title, ()))
        assert str(caught.value) == f"a title that cannot be read again: {title!r}"

    def test_rows_that_could_not_be_numbered(self, writer: PatternWriter, build) -> None:
        section = Section("s", 4, (Row(1, 1, build(("k", 4))), Row(3, 3, build(("k", 4)))))
        with pytest.raises(PatternSyntaxError, match="row 3 where row 2 is due"):
            writer.write(Pattern("Gap", (section,)))

    def test_an_unknown_stitch(self, writer: PatternWriter, build) -> None:
        with pytest.raises(UnknownStitchError, match="unknown stitch 'frog'"):
            writer.visit(Row(1, 1, build(("frog", 2))))

    def test_it_is_a_visitor(self, writer: PatternWriter) -> None:
        class Knot(Node):
            pass

        assert isinstance(writer, Visitor)
        with pytest.raises(NotImplementedError, match="PatternWriter has no visit_knot"):
            writer.visit(Knot())
