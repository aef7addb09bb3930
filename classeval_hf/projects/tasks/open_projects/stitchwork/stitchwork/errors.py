"""Errors of the package. What it raises on purpose derives from `StitchworkError`."""

from collections.abc import Iterable

from .source import Position


class StitchworkError(Exception):
    """Base class of all errors of the package."""


class PlacedError(StitchworkError):
    """An error in a pattern. `message` says what is wrong, `position` where, if that is known."""

    def __init__(self, message: str, position: Position | None = None):
        super().__init__(f"{position}: {message}" if position else message)
        self.message = message
        self.position = position


class PatternSyntaxError(PlacedError):
    """A pattern that cannot be read."""


class CountError(PlacedError):
    """Stitches or rows that do not come out even."""


class UnknownStitchError(StitchworkError):
    """A stitch that the library does not have. `suggestions` are names that look like it."""

    def __init__(self, word: str, suggestions: Iterable[str] = ()):
        self.word = word
        self.suggestions = tuple(suggestions)
        hint = f", did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        super().__init__(f"unknown stitch {word!r}{hint}")


class GaugeError(StitchworkError):
    """A size that cannot be knitted."""


class FormatError(StitchworkError):
    """Data that cannot be read; `path` leads to the place, such as `sections[0].name`."""

    def __init__(self, message: str, path: str):
        super().__init__(f"{path}: {message}")
        self.message = message
        self.path = path
