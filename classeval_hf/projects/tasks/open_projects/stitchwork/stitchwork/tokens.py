"""The words and signs of a pattern."""

import re
from dataclasses import dataclass
from enum import Enum

from .errors import PatternSyntaxError
from .source import Position, SourceText


class TokenKind(Enum):
    """Kinds of tokens; the value is how messages call them."""

    WORD = "a word"
    NUMBER = "a number"
    TIMES = "a number of times"
    TITLE = "a title"
    COMMA = "','"
    COLON = "':'"
    DASH = "'-'"
    OPEN = "'('"
    CLOSE = "')'"
    NEWLINE = "the end of the line"
    END = "the end of the pattern"


SIGNS = {",": TokenKind.COMMA, ":": TokenKind.COLON, "-": TokenKind.DASH, "(": TokenKind.OPEN, ")": TokenKind.CLOSE}


@dataclass(frozen=True)
class Token:
    """A word or sign: for a number of times, `text` has the number alone, for a title what stands in the quotes."""

    kind: TokenKind
    text: str
    position: Position

    @property
    def value(self) -> int:
        """The number that the token stands for."""
        return int(self.text)

    @property
    def shown(self) -> str:
        """The token as messages show it."""
        return repr(self.text) if self.kind in (TokenKind.WORD, TokenKind.NUMBER) else self.kind.value


_BLANK = re.compile(r"(?:[ \t]|#[^\n]*)+")
_TIMES = re.compile(r"[xX]([0-9]+)(?![A-Za-z0-9/])")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9/]*")
_NUMBER = re.compile(r"[0-9]+")
_TITLE = re.compile(r'"([^"\n]*)"')


def tokenize(source: SourceText) -> list[Token]:
    """Cuts a pattern into tokens; the last is always the end of the pattern."""
    text = source.text
    tokens: list[Token] = []
    opened: list[Token] = []
    offset = 0
    while offset < len(text):
        position = source.position(offset)
        if blank := _BLANK.match(text, offset):
            offset = blank.end()
            continue
        character = text[offset]
        if character == "\n":
            offset += 1
            if tokens and not opened and tokens[-1].kind not in (TokenKind.COMMA, TokenKind.NEWLINE):
                tokens.append(Token(TokenKind.NEWLINE, "", position))
            continue
        if match := _TIMES.match(text, offset):
            token = Token(TokenKind.TIMES, match[1], position)
        elif match := _WORD.match(text, offset):
            token = Token(TokenKind.WORD, match[0].lower(), position)
        elif match := _NUMBER.match(text, offset):
            token = Token(TokenKind.NUMBER, match[0], position)
        elif match := _TITLE.match(text, offset):
            token = Token(TokenKind.TITLE, match[1], position)
        elif character in SIGNS:
            token = Token(SIGNS[character], character, position)
        elif character == '"':
            raise PatternSyntaxError("a title without a closing quote", position)
        else:
            raise PatternSyntaxError(f"unexpected {character!r}", position)
        if token.kind is TokenKind.OPEN:
            opened.append(token)
        if token.kind is TokenKind.CLOSE and not opened:
            raise PatternSyntaxError("')' without '('", position)
        if token.kind is TokenKind.CLOSE:
            opened.pop()
        tokens.append(token)
        offset = match.end() if match else offset + 1
    if opened:
        raise PatternSyntaxError("'(' without ')'", opened[-1].position)
    end = source.position(len(text))
    if tokens and tokens[-1].kind is not TokenKind.NEWLINE:
        tokens.append(Token(TokenKind.NEWLINE, "", end))
    return [*tokens, Token(TokenKind.END, "", end)]
