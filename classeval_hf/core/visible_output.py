"""What a command prints, with control characters made visible, which a terminal would obey."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TextIO

_HIDDEN = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Control characters but line feed and tab, marks of text direction, other line ends, and halves of characters."""

_EVERYWHERE = re.compile(rf"\r\n|[{_HIDDEN}]")
_COLOUR = r"(?:[0-4]|3[0-7]|39|9[0-7])"
_ON_TERMINALS = re.compile(rf"\r\n|\A\r|\x1b\[{_COLOUR}?(?:;{_COLOUR})*m|\x1b\[A|[{_HIDDEN}]")
"""The same, but first what is let through: the return to the start of a bar's line, plain colours, and a line up."""


class VisibleStream:
    """A stream that shows control characters instead of sending them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._hidden = _ON_TERMINALS if stream.isatty() else _EVERYWHERE

    def write(self, text: str) -> int:
        self._stream.write(text if text.isprintable() else self._hidden.sub(_shown, text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _shown(match: re.Match[str]) -> str:
    text = match[0]
    if len(text) > 1 or (text == "\r" and match.start() == 0):
        return text
    code = ord(text)
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else f"\\u{code:04x}"


@contextmanager
def visible_output() -> Iterator[None]:
    """Within it, or in a function that it decorates, all that is printed goes through a [`VisibleStream`]."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # closed, so that the next file would get its number
            os.open(os.devnull, os.O_RDWR)
    given: list[TextIO | None] = [sys.stdout, sys.stderr]
    nowhere = Path(os.devnull)
    streams: list[Any] = [VisibleStream(stream or nowhere.open("w", encoding="utf-8")) for stream in given]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        yield
