from itertools import count

import pytest

from stitchwork.errors import PatternSyntaxError, UnknownStitchError
from stitchwork.nodes import Again, Pattern, Repeat, Row, Section, Step
from stitchwork.parser import PatternParser, RowParser, parse_pattern
from stitchwork.source import Position, SourceText
from stitchwork.tokens import TokenKind, tokenize

TEXT = """\
pattern "Willow"   # a scarf

section edge
make 2
cast on 12
row 1: k1, (yo, k2tog) to last 1,
    k1
rows 2-4: k to end
again 1-4 x3
again 2

section cord
cast on 4
"""


@pytest.fixture
def parser(library):
    """Makes a parser for the text of a row."""
    return lambda text, start=0: RowParser(tokenize(SourceText(text)), library, start)


class TestTokens:
    def test_reading_one_after_the_other(self, parser) -> None:
        row = parser("k, p")
        assert row.current.text == "k"
        assert row.take(TokenKind.COMMA) is None
        assert row.take(TokenKind.WORD, "p") is None
        assert (row.index, row.take(TokenKind.WORD).text, row.index) == (0, "k", 1)
        assert row.expect(TokenKind.COMMA).position == Position(1, 2)
        assert row.take(TokenKind.WORD, "p").text == "p"
        assert row.current.kind is TokenKind.NEWLINE

    def test_beginning_further_on(self, parser) -> None:
        row = parser("row 1: k2", 3)
        assert row.items() == (Step("k", 2),)
        assert row.index == 4

    @pytest.mark.parametrize(
        ("kind", "text", "message"),
        [
            (TokenKind.NUMBER, None, "1:1: expected a number, not 'yo'"),
            (TokenKind.WORD, "to", "1:1: expected 'to', not 'yo'"),
            (TokenKind.COLON, None, "1:1: expected ':', not 'yo'"),
        ],
        ids=count(),
    )
    def test_what_is_expected(self, parser, kind: TokenKind, text: str | None, message: str) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            parser("yo").expect(kind, text)
        assert str(caught.value) == message


class TestSuffix:
    @pytest.mark.parametrize(
        ("text", "found", "index"),
        [
            ("x4", (4, None), 1),
            ("to end", (None, 0), 2),
            ("to last 3", (None, 3), 3),
            ("to last 0", (None, 0), 3),
            (", k", (None, None), 0),
            ("", (None, None), 0),
            ("end", (None, None), 0),
        ],
        ids=count(),
    )
    def test_suffixes(self, parser, text: str, found: tuple[int | None, int | None], index: int) -> None:
        row = parser(text)
        assert row.suffix() == found
        assert row.index == index


class TestItems:
    @pytest.mark.parametrize(
        ("text", "short"),
        [
            ("k", [("k", 1)]),
            ("k12", [("k", 12)]),
            ("purl3, Knit", [("p", 3), ("k", 1)]),
            ("k2tog, k2tog2", [("k2tog", 1), ("k2tog", 2)]),
            ("k2 x3", [("k", 6)]),
            ("yo x2, m1 x2", [("yo", 2), ("m1", 2)]),
            ("k to end", [("to", 0, ("k", 1))]),
            ("k2 to last 4, p4", [("to", 4, ("k", 2)), ("p", 4)]),
            ("(k2, p2) x3", [("x", 3, ("k", 2), ("p", 2))]),
            ("(k) x1", [("x", 1, ("k", 1))]),
            ("(k, (yo, k2tog) x2) to end", [("to", 0, ("k", 1), ("x", 2, ("yo", 1), ("k2tog", 1)))]),
            ("k to last 5, p to last 2, k2", [("to", 5, ("k", 1)), ("to", 2, ("p", 1)), ("k", 2)]),
        ],
        ids=count(),
    )
    def test_rows(self, parser, build, text: str, short: list[tuple]) -> None:
        row = parser(text)
        assert row.items() == build(*short)
        assert row.current.kind is TokenKind.NEWLINE

    def test_one_item(self, parser, build) -> None:
        row = parser("(k, p) x2, yo")
        assert row.item() == build(("x", 2, ("k", 1), ("p", 1)))[0]
        assert row.current.kind is TokenKind.COMMA

    def test_places(self, parser) -> None:
        step, group, opened = parser("k2, (p, yo) x2, k x3 to end").items()[:2] + parser("  sl2 to end").items()
        assert (step.position, group.position, group.body[1].position) == (
            Position(1, 1),
            Position(1, 5),
            Position(1, 9),
        )
        assert (opened.position, opened.body[0].position) == (Position(1, 3), Position(1, 3))

    def test_what_follows_is_left(self, parser) -> None:
        row = parser("k2 x3 x4")
        assert row.items() == (Step("k", 6),)
        assert row.current.value == 4

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "1:1: expected a word, not the end of the pattern"),
            ("k,", "1:3: expected a word, not the end of the line"),
            ("3", "1:1: expected a word, not '3'"),
            ("(k, p)", "1:1: a group that is not said how often to work"),
            ("k, (yo), p", "1:4: a group that is not said how often to work"),
            ("(k x2 p) x2", "1:7: expected ')', not 'p'"),
            ("() x2", "1:2: expected a word, not ')'"),
            ("(k, p to end) x2", "1:5: an open group within a group"),
            ("(yo, (k, p) to last 2) to end", "1:6: an open group within a group"),
            ("(k to end)", "1:2: an open group within a group"),
            ("k x0", "1:3: a group that is worked 0 times"),
            ("(k) x0", "1:5: a group that is worked 0 times"),
            ("k0", "1:1: a stitch that is worked 0 times"),
            ("k to", "1:5: expected 'last', not the end of the line"),
            ("k to last", "1:10: expected a number, not the end of the line"),
            ("k to last x2", "1:11: expected a number, not a number of times"),
        ],
        ids=count(),
    )
    def test_what_cannot_be_read(self, parser, text: str, message: str) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            parser(text).items()
        assert str(caught.value) == message

    def test_unknown_stitches(self, parser) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            parser("k, k2tgo").items()
        assert str(caught.value) == "1:4: unknown stitch 'k2tgo', did you mean k2tog or p2tog?"
        assert isinstance(caught.value.__cause__, UnknownStitchError)


class TestPattern:
    def test_a_pattern(self, library, build) -> None:
        lace = Row(1, 1, build(("k", 1), ("to", 1, ("yo", 1), ("k2tog", 1)), ("k", 1)))
        rows = (lace, Row(2, 4, build(("to", 0, ("k", 1)))), Again(1, 4, 3), Again(2, 2, 1))
        pattern = parse_pattern(TEXT, library)
        assert pattern == Pattern("Willow", (Section("edge", 12, rows, 2), Section("cord", 4, ())))
        assert pattern.sections[0].entries[2].position == Position(9, 1)

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("row 1 k2", "4:7: expected ':', not 'k2'"),
            ("row 1: k2 p2", "4:11: expected the end of the line, not 'p2'"),
            ("rows 1-: k", "4:8: expected a number, not ':'"),
            ("again x2", "4:7: expected a number, not a number of times"),
            ("knit", "4:1: expected 'section', not 'knit'"),
        ],
        ids=count(),
    )
    def test_what_cannot_be_read(self, library, line: str, message: str) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            parse_pattern(f'pattern "P"\nsection s\ncast on 4\n{line}\n', library)
        assert str(caught.value) == message

    def test_a_parser_of_patterns_reads_rows_with_its_library(self, library) -> None:
        parser = PatternParser(SourceText(TEXT), library)
        assert parser.rows.library is library
        assert isinstance(parser.pattern().sections[0].entries[0].items[1], Repeat)
