"""The text of a pattern, and places in it."""

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Position:
    """A place in a text: line and column, both counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class SourceText:
    """The text of a pattern, with the beginnings of its lines."""

    def __init__(self, text: str):
        self.text = text
        self._starts = [0] + [place + 1 for place, character in enumerate(text) if character == "\n"]

    def position(self, offset: int) -> Position:
        """The place of the character with this offset; the offset after the last character has a place too."""
        if not 0 <= offset <= len(self.text):
            raise ValueError(f"no character {offset} in a text of {len(self.text)}")
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """A line without its end."""
        return self.text.split("\n")[number - 1]

    def excerpt(self, position: Position) -> str:
        """The line of a place, and a mark below the place."""
        prefix = f"{position.line} | "
        return f"{prefix}{self.line(position.line)}\n{' ' * (len(prefix) + position.column - 1)}^"
