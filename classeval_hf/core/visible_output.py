"""Makes control characters, marks of direction and other unprintable characters in foreign text visible."""

import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TextIO

_LET_THROUGH = re.compile(r"(\r\n|\A\r|\x1b\[[01]?m)")  # sent to terminals: a bar's return, and bold type of tables
_MOVE = re.compile(r"\n*(?:\x1b\[A)*")  # sent by a bar below another one


def visible(text: str) -> str:
    """Shows control characters as their symbol (ESC: U+241B), and other invisible ones as their escape in Python."""
    text = text.replace("\r\n", "\n")
    is_plain = text.replace("\n", "").replace("\t", "").isprintable()
    return text if is_plain else "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    if character in "\n\t" or character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if unicodedata.category(character) == "Zs":
        return " " if code == 0xA0 else f"\\u{code:04x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class VisibleStream:
    """A stream that shows control characters instead of sending them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._line_is_bar = True  # whether the line is empty, or its text came after a return to its start

    def write(self, text: str) -> int:
        if self._is_terminal and self._line_is_bar and _MOVE.fullmatch(text):
            self._stream.write(text)
            return len(text)
        parts = (_LET_THROUGH if self._is_terminal else re.compile(r"(\r\n)")).split(text)
        if parts[1:2] == ["\r"] and not self._line_is_bar:  # so that no text overwrites the line
            parts[0:3] = [f"\r{parts[2]}"]
        self._stream.write("".join(part if number % 2 else visible(part) for number, part in enumerate(parts)))
        self._line_is_bar = text.endswith("\n") or (self._line_is_bar and text[:1] in ("", "\r"))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def visible_output() -> Iterator[None]:
    """A context manager or decorator that sends all printed text through a [`VisibleStream`]."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # closed: the next file would get its number
            os.open(os.devnull, os.O_RDWR)
    given: list[TextIO | None] = [sys.stdout, sys.stderr]
    nowhere = Path(os.devnull)
    streams: list[Any] = [VisibleStream(stream or nowhere.open("w", encoding="utf-8")) for stream in given]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        yield
