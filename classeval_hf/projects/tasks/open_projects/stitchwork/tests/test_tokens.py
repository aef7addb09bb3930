from itertools import count

import pytest

from stitchwork.errors import PatternSyntaxError
from stitchwork.source import Position, SourceText
from stitchwork.tokens import Token, TokenKind, tokenize


def kinds(text: str) -> str:
    """The kinds of the tokens of a text, without those that end it."""
    tokens = tokenize(SourceText(text))
    assert tokens[-1].kind is TokenKind.END
    return " ".join(token.kind.name for token in tokens[:-1])


class TestToken:
    @pytest.mark.parametrize(
        ("kind", "text", "shown"),
        [
            (TokenKind.WORD, "yo", "'yo'"),
            (TokenKind.NUMBER, "3", "'3'"),
            (TokenKind.COMMA, ",", "','"),
            (TokenKind.NEWLINE, "", "the end of the line"),
        ],
        ids=count(),
    )
    def test_how_messages_show_it(self, kind: TokenKind, text: str, shown: str) -> None:
        assert Token(kind, text, Position(1, 1)).shown == shown


class TestTokenize:
    def test_a_line(self) -> None:
        tokens = tokenize(SourceText('rows 2-14: (K2tog, yo) x3\t# lace\nsay "Two  Words"'))
        assert [(token.kind.name, token.text, str(token.position)) for token in tokens] == [
            ("WORD", "rows", "1:1"),
            ("NUMBER", "2", "1:6"),
            ("DASH", "-", "1:7"),
            ("NUMBER", "14", "1:8"),
            ("COLON", ":", "1:10"),
            ("OPEN", "(", "1:12"),
            ("WORD", "k2tog", "1:13"),
            ("COMMA", ",", "1:18"),
            ("WORD", "yo", "1:20"),
            ("CLOSE", ")", "1:22"),
            ("TIMES", "3", "1:24"),
            ("NEWLINE", "", "1:33"),
            ("WORD", "say", "2:1"),
            ("TITLE", "Two  Words", "2:5"),
            ("NEWLINE", "", "2:17"),
            ("END", "", "2:17"),
        ]

    def test_values(self) -> None:
        tokens = tokenize(SourceText("x12 007"))
        assert [token.value for token in tokens[:2]] == [12, 7]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("x3", "TIMES NEWLINE"),
            ("X10,", "TIMES COMMA NEWLINE"),
            ("x3b", "WORD NEWLINE"),
            ("x3/2", "WORD NEWLINE"),
            ("x", "WORD NEWLINE"),
            ("x 3", "WORD NUMBER NEWLINE"),
            ("2x3", "NUMBER TIMES NEWLINE"),
            ("c2/2b", "WORD NEWLINE"),
            ("3k", "NUMBER WORD NEWLINE"),
            ('""', "TITLE NEWLINE"),
            ('"# no comment"', "TITLE NEWLINE"),
            ("k#2", "WORD NEWLINE"),
        ],
        ids=count(),
    )
    def test_kinds(self, text: str, expected: str) -> None:
        assert kinds(text) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", ""),
            ("\n \n# only this\n", ""),
            ("\n\nk\n\n\np", "WORD NEWLINE WORD NEWLINE"),
            ("k,\n p", "WORD COMMA WORD NEWLINE"),
            ("k, # more\n\n\n p\n", "WORD COMMA WORD NEWLINE"),
            ("(k\n p)\nk", "OPEN WORD WORD CLOSE NEWLINE WORD NEWLINE"),
            ("((k\n)\n)\n", "OPEN OPEN WORD CLOSE CLOSE NEWLINE"),
        ],
        ids=count(),
    )
    def test_ends_of_lines(self, text: str, expected: str) -> None:
        assert kinds(text) == expected

    def test_where_the_pattern_ends(self) -> None:
        assert tokenize(SourceText("")) == [Token(TokenKind.END, "", Position(1, 1))]
        assert tokenize(SourceText("k\n"))[1:] == [
            Token(TokenKind.NEWLINE, "", Position(1, 2)),
            Token(TokenKind.END, "", Position(2, 1)),
        ]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("k2; p2", "1:3: unexpected ';'"),
            ("k\n  é", "2:3: unexpected 'é'"),
            ("k\r\n", "1:2: unexpected '\\r'"),
            ('pattern "Scarf\n"', "1:9: a title without a closing quote"),
            ("k) x2", "1:2: ')' without '('"),
            ("((k) x2", "1:1: '(' without ')'"),
            ("k (p\n(k", "2:1: '(' without ')'"),
        ],
        ids=count(),
    )
    def test_what_cannot_be_read(self, text: str, message: str) -> None:
        with pytest.raises(PatternSyntaxError) as caught:
            tokenize(SourceText(text))
        assert str(caught.value) == message
        assert str(caught.value.position) == message[:3]
