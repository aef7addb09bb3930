"""Tables for Markdown, and for terminals of any width; `NO_COLOR` keeps escape sequences out of the latter."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from rich import box
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table as RichTable
from rich.text import Text

from classeval_hf.core.terminal import visible


@dataclass(frozen=True)
class Table:
    """A table with its heading, to be written to terminals, Markdown, pages and CSV files."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()  # paragraphs between heading and table
    names: int = 1  # number of leading columns that name the rows
    transposable: bool = False  # whether a terminal may show rows as columns, to fit


def format_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table that reads as text and renders as Markdown; floats have four decimals, `None` is empty."""
    header, *cells = [[cell_text(value) for value in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    kinds = [{type(row[index]) for row in rows} - {type(None)} for index in range(len(header))]
    numeric = [bool(of_column) and all(issubclass(kind, (int, float)) for kind in of_column) for of_column in kinds]

    rule = [f"{'-' * (width - 1)}{':' if right else '-'}" for width, right in zip(widths, numeric, strict=True)]
    lines = []
    for values in (header, rule, *cells):
        placed = zip(values, widths, numeric, strict=True)
        padded = [value.rjust(width) if right else value.ljust(width) for value, width, right in placed]
        lines.append(f"| {' | '.join(padded)} |")
    return "\n".join(lines)


def cell_text(value: object) -> str:
    """A cell as text, on one line: floats with four decimals, `None` as empty."""
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else visible(" ".join(str(value).split()))


_GAP = 2  # characters between two columns
_MIN_NAME = 16  # least width of names
_MARK = "*"
Columns = Sequence[Sequence[str]]


_Kind = Enum("_Kind", "NAMES NUMBERS ROW")  # of a column: names, which wrap; numbers; or a row turned into a column
Block = tuple[Columns, Sequence[_Kind]]


class Figure(str):
    """A number as text with its interval or mark, `32.0 (23.0-41.0)` or `0.004*`; right-aligned."""

    __slots__ = ()


def terminal_table(
    header: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    names: int = 1,
    transposable: bool = False,
    width: int | None = None,
) -> str:
    """Lays out a table. Each part has its `names` first columns; a `transposable` one may turn to fit."""
    width = width or shutil.get_terminal_size((80, 24)).columns
    columns = [[cell_text(value) for value in column] for column in zip(header, *rows, strict=True)]
    kinds = [_Kind.NAMES] * len(header)
    for place, cells in enumerate(zip(*rows, strict=True)):
        given = [cell for cell in cells if cell is not None]
        if given and all(isinstance(cell, (int, float, Figure)) for cell in given):
            kinds[place] = _Kind.NUMBERS
    blocks = _blocks(columns, kinds, width, names)
    if transposable and len(blocks) > 1:
        turned = [list(line) for line in zip(*columns, strict=True)]
        of_turned = _blocks(turned, [_Kind.NAMES, *(_Kind.ROW for _ in rows)], width, 1)
        ways = [of_turned] if len(of_turned) == 1 else [blocks, of_turned]
        # The way with fewer lines if nothing wraps; each table has two more, its rule and a blank one.
        blocks = min(ways, key=lambda tables: sum(len(columns[0]) + 2 for columns, _ in tables))
    return "\n\n".join(_draw(*block, width) for block in blocks)


def titled(table: Table) -> str:
    laid_out = terminal_table(table.columns, table.rows, names=table.names, transposable=table.transposable)
    return "\n".join([table.title, *table.notes, laid_out])


def _blocks(columns: Columns, kinds: Sequence[_Kind], width: int, names: int) -> list[Block]:
    """Divides a table into parts that fit, each with the names of the rows and as many other columns as possible."""
    blocks: list[Block] = []
    start, minimums = names, [_minimum_width(*pair) for pair in zip(columns, kinds, strict=True)]
    while start < len(columns) or not blocks:
        end, needed = start, sum(minimums[:names]) + _GAP * (names - 1)
        while end < len(columns):
            needed += minimums[end] + _GAP
            if end > start and needed > width:
                break
            end += 1
        blocks.append(([*columns[:names], *columns[start:end]], [*kinds[:names], *kinds[start:end]]))
        start = max(end, start + 1)
    return blocks


def _minimum_width(column: Sequence[str], kind: _Kind) -> int:
    """The width below which a column breaks or cuts its cells."""
    if kind is _Kind.NAMES:
        return min(max(1, *map(cell_len, column)), _MIN_NAME)
    heading = max(map(cell_len, column[0].split() or [""]))
    return max(heading if kind is _Kind.NUMBERS else min(heading, _MIN_NAME), *map(cell_len, column[1:]), 1)


def _draw(columns: Columns, kinds: Sequence[_Kind], width: int) -> str:
    # The widest columns are narrowed until all fit, first between words, then within words.
    pairs = list(zip(columns, kinds, strict=True))
    widths = [max(1, *map(cell_len, column)) for column in columns]
    minimums = [_minimum_width(*pair) for pair in pairs]
    words = list(minimums)
    for index, (column, kind) in enumerate(pairs):
        cells = column if kind is _Kind.NAMES else column[:1]
        words[index] = max(words[index], *(cell_len(word) for cell in cells for word in cell.split() or [""]))
    for needed in (words, minimums):
        while sum(widths) + _GAP * (len(widths) - 1) > width and widths != needed:
            spare = [have - need for have, need in zip(widths, needed, strict=True)]
            widest = max((index for index, left in enumerate(spare) if left), key=lambda index: widths[index])
            widths[widest] -= 1
    whole = max(width, sum(widths) + _GAP * (len(widths) - 1))
    on_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    console = Console(width=whole, force_terminal=on_terminal, color_system="standard", highlight=False)
    style = "bold" if on_terminal else ""
    table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style=style)
    shown = []
    for (column, kind), size in zip(pairs, widths, strict=True):
        heading = column[0] if kind is _Kind.NUMBERS else _broken(column[0], size)
        shown.append([_broken(cell, size) if kind is _Kind.NAMES else cell for cell in column[1:]])
        justify: JustifyMethod = "left" if kind is _Kind.NAMES else "right"
        table.add_column(Text(heading), width=size, justify=justify, overflow="fold")
    for cells in zip(*shown, strict=True):
        marked = (cell.endswith(_MARK) and cell[:1] in "+-0123456789" for cell in cells)
        table.add_row(*(Text(cell, style=style if mark else "") for cell, mark in zip(cells, marked, strict=True)))
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))


def _broken(text: str, width: int) -> str:
    """Breaks wide words between their parts; the table breaks any that are still too wide."""
    lines = [""]
    for part in re.findall(r"[^\s_/-]*[\s_/-]|[^\s_/-]+", text):
        if lines[-1] and cell_len(lines[-1] + part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(map(str.rstrip, lines)) if any(cell_len(word) > width for word in text.split()) else text
