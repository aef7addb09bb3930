"""Reading patterns."""

from .errors import PatternSyntaxError, UnknownStitchError
from .nodes import Again, Item, Pattern, Repeat, Row, Section, Step
from .source import SourceText
from .stitches import StitchLibrary
from .tokens import Token, TokenKind, tokenize


class RowParser:
    """Reads what stands after the colon of a row, from a list of tokens."""

    def __init__(self, tokens: list[Token], library: StitchLibrary, start: int = 0):
        self.tokens = tokens
        self.library = library
        self.index = start

    @property
    def current(self) -> Token:
        """The token that is read next."""
        return self.tokens[self.index]

    def take(self, kind: TokenKind, text: str | None = None) -> Token | None:
        """Reads the next token if it is of this kind, and has this text if one is given."""
        token = self.current
        if token.kind is not kind or text not in (None, token.text):
            return None
        self.index += 1
        return token

    def expect(self, kind: TokenKind, text: str | None = None) -> Token:
        """Reads the next token, which must be of this kind, and have this text if one is given."""
        token = self.take(kind, text)
        if token is None:
            wanted = kind.value if text is None else repr(text)
            raise PatternSyntaxError(f"expected {wanted}, not {self.current.shown}", self.current.position)
        return token

    def items(self) -> tuple[Item, ...]:
        """Reads one or more items with commas between them."""
        items = [self.item()]
        while self.take(TokenKind.COMMA):
            items.append(self.item())
        return tuple(items)

    def item(self) -> Item:
        """Reads a stitch or a group, with how often it is worked."""
        first = self.current
        if self.take(TokenKind.OPEN):
            body = self.items()
            self.expect(TokenKind.CLOSE)
            for inner in body:
                if isinstance(inner, Repeat) and inner.open:
                    raise PatternSyntaxError("an open group within a group", inner.position)
            times, leave = self.suffix()
            if times is None and leave is None:
                raise PatternSyntaxError("a group that is not said how often to work", first.position)
            return Repeat(body, times, leave, first.position)
        word = self.expect(TokenKind.WORD)
        try:
            stitch, count = self.library.split(word.text)
        except UnknownStitchError as error:
            raise PatternSyntaxError(str(error), word.position) from error
        if count == 0:
            raise PatternSyntaxError("a stitch that is worked 0 times", word.position)
        times, leave = self.suffix()
        if leave is not None:
            return Repeat((Step(stitch.name, count, word.position),), None, leave, word.position)
        return Step(stitch.name, count * (times or 1), word.position)

    def suffix(self) -> tuple[int | None, int | None]:
        """Reads how often an item is worked: the number of times, or the number of stitches that are left."""
        if token := self.take(TokenKind.TIMES):
            if token.value == 0:
                raise PatternSyntaxError("a group that is worked 0 times", token.position)
            return token.value, None
        if not self.take(TokenKind.WORD, "to"):
            return None, None
        if self.take(TokenKind.WORD, "end"):
            return None, 0
        self.expect(TokenKind.WORD, "last")
        return None, self.expect(TokenKind.NUMBER).value


class PatternParser:
    """Reads a whole pattern."""

    def __init__(self, source: SourceText, library: StitchLibrary):
        self.rows = RowParser(tokenize(source), library)

    def pattern(self) -> Pattern:
        """Reads the pattern."""
        self.rows.expect(TokenKind.WORD, "pattern")
        title = self.rows.expect(TokenKind.TITLE).text
        self.rows.expect(TokenKind.NEWLINE)
        sections = []
        while not self.rows.take(TokenKind.END):
            sections.append(self.section())
        return Pattern(title, tuple(sections))

    def section(self) -> Section:
        """Reads a section."""
        rows = self.rows
        rows.expect(TokenKind.WORD, "section")
        name = rows.expect(TokenKind.WORD).text
        rows.expect(TokenKind.NEWLINE)
        copies = 1
        if rows.take(TokenKind.WORD, "make"):
            copies = rows.expect(TokenKind.NUMBER).value
            rows.expect(TokenKind.NEWLINE)
        rows.expect(TokenKind.WORD, "cast")
        rows.expect(TokenKind.WORD, "on")
        cast_on = rows.expect(TokenKind.NUMBER).value
        rows.expect(TokenKind.NEWLINE)
        entries: list[Row | Again] = []
        while rows.current.kind is TokenKind.WORD and rows.current.text in ("row", "rows", "again"):
            entries.append(self.entry())
        return Section(name, cast_on, tuple(entries), copies)

    def entry(self) -> Row | Again:
        """Reads a row, or rows that are worked again."""
        rows = self.rows
        keyword = rows.expect(TokenKind.WORD)
        first = last = rows.expect(TokenKind.NUMBER).value
        if keyword.text != "row" and rows.take(TokenKind.DASH):
            last = rows.expect(TokenKind.NUMBER).value
        if keyword.text == "again":
            times = rows.take(TokenKind.TIMES)
            rows.expect(TokenKind.NEWLINE)
            return Again(first, last, times.value if times else 1, keyword.position)
        rows.expect(TokenKind.COLON)
        items = rows.items()
        rows.expect(TokenKind.NEWLINE)
        return Row(first, last, items, keyword.position)


def parse_pattern(text: str, library: StitchLibrary) -> Pattern:
    """Reads a pattern from text."""
    return PatternParser(SourceText(text), library).pattern()
