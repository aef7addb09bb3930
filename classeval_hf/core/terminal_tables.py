"""
Tables for people at a terminal, as wide as it is.

Numbers stand on the right and are never broken; names wrap. What is too wide for one table stands on its side where
that helps, or in several tables below one another. Escape sequences go to terminals alone, and not with `NO_COLOR`;
they say nothing that the text does not. What is for files is made by [`classeval_hf.core.tables`].
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from classeval_hf.core.tables import cell_text

__all__ = ["Figure", "terminal_table"]

_GAP = 2
"""Columns of the terminal between two of a table."""

_LEAST_NAME = 16
"""Names are not made narrower than this."""

_LEAST_HEADING = 8
"""The same for the names of rows that have become columns."""

_MARK = "*"

Columns = Sequence[Sequence[str]]


class Figure(str):
    """The text of a number with what belongs to it, `32.0 (23.0-41.0)` or `0.004*`; it stands on the right."""

    __slots__ = ()


def terminal_table(
    header: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    transposable: bool = False,
    width: int | None = None,
    stream: TextIO | None = None,
) -> str:
    """
    Lays out a table for a terminal.

    Args:
        header (`Sequence[str]`): column names. The first column names the rows.
        rows (`Sequence[Sequence[object]]`): cells; floats are shown with four decimals, `None` as empty. On a terminal
            a [`Figure`] that ends in an asterisk is bold as well.
        transposable (`bool`, defaults to `False`): whether rows may become columns where the table is too wide.
        width (`int`, *optional*): columns of the terminal; by default those of this one, and 80 where there is none.
        stream (`TextIO`, *optional*): where it will be printed, by default standard output.

    Returns:
        `str`: lines without a trailing newline.
    """
    width = width or shutil.get_terminal_size((80, 24)).columns
    stream = stream or sys.stdout
    columns = [[_plain(cell_text(value)) for value in (name, *cells)] for name, *cells in _columns(header, rows)]
    right = [_is_numeric(cells) for cells in _columns([], rows)] if rows else [False] * len(header)
    if transposable and _least_width(columns, right) > width:
        turned = [list(line) for line in zip(*columns, strict=True)]
        sides = [False, *(True for _ in turned[1:])]
        if _least_width(turned, sides) <= width:
            return _draw(turned, sides, width, stream)
    blocks: list[str] = []
    start = 1
    while start < len(columns) or not blocks:
        end = start + 1
        while end < len(columns) and _least_width(*_part(columns, right, start, end + 1)) <= width:
            end += 1
        blocks.append(_draw(*_part(columns, right, start, end), width, stream))
        start = end
    return "\n\n".join(blocks)


def _columns(header: Sequence[object], rows: Sequence[Sequence[object]]) -> list[list[object]]:
    lines = [header, *rows] if header else list(rows)
    return [list(column) for column in zip(*lines, strict=True)]


def _part(columns: Columns, right: Sequence[bool], start: int, end: int) -> tuple[Columns, Sequence[bool]]:
    """The first column, and some of the others."""
    return [columns[0], *columns[start:end]], [right[0], *right[start:end]]


def _is_numeric(cells: Sequence[object]) -> bool:
    given = [cell for cell in cells if cell is not None]
    return bool(given) and all(isinstance(cell, (int, float, Figure)) for cell in given)


def _plain(text: str) -> str:
    """On one line, and without what a terminal would obey."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in " ".join(text.split())
    )


def _least(column: Sequence[str], right: bool) -> int:
    """The width below which a column would lose or break something."""
    heading = max(map(cell_len, column[0].split() or [""]))
    if right:
        return max(min(heading, _LEAST_HEADING), *map(cell_len, column[1:]), 1)
    return min(_natural(column), _LEAST_NAME)


def _natural(column: Sequence[str]) -> int:
    return max(1, *map(cell_len, column))


def _least_width(columns: Columns, right: Sequence[bool]) -> int:
    least = [_least(column, numeric) for column, numeric in zip(columns, right, strict=True)]
    return sum(least) + _GAP * (len(least) - 1)


def _widths(columns: Columns, right: Sequence[bool], width: int) -> list[int]:
    """A width per column: what it needs, or the widest give way until all fit."""
    widths = [_natural(column) for column in columns]
    least = [_least(column, numeric) for column, numeric in zip(columns, right, strict=True)]
    while sum(widths) + _GAP * (len(widths) - 1) > width and widths != least:
        spare = [have - need for have, need in zip(widths, least, strict=True)]
        widest = max((index for index, left in enumerate(spare) if left), key=lambda index: widths[index])
        widths[widest] -= 1
    return widths


def _draw(columns: Columns, right: Sequence[bool], width: int, stream: TextIO) -> str:
    widths = _widths(columns, right, width)
    whole = max(width, sum(widths) + _GAP * (len(widths) - 1))
    on_terminal = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    console = Console(file=stream, width=whole, force_terminal=on_terminal, color_system="standard", highlight=False)
    heading = "bold" if on_terminal else ""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style=heading)
    for column, numeric, size in zip(columns, right, widths, strict=True):
        table.add_column(Text(column[0]), width=size, justify="right" if numeric else "left", overflow="fold")
    for cells in list(zip(*columns, strict=True))[1:]:
        table.add_row(*(Text(cell, style="bold" if on_terminal and _is_marked(cell) else "") for cell in cells))
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def _is_marked(cell: str) -> bool:
    return cell.endswith(_MARK) and cell[:1] in "+-0123456789"
