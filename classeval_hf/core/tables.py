"""Plain tables for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table with its heading; terminals, Markdown, pages and CSV files are written from it."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()  # paragraphs between heading and table
    names: int = 1  # columns, from the left, that name the rows and are no numbers


def format_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table that reads as text and renders as Markdown; floats have four decimals, `None` is empty."""
    cells = [[cell_text(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    numeric = [
        any(isinstance(row[index], (int, float)) for row in rows)
        and all(isinstance(row[index], (int, float, type(None))) for row in rows)
        for index in range(len(header))
    ]

    def line(values: Sequence[str]) -> str:
        placed = [
            value.rjust(width) if right else value.ljust(width)
            for value, width, right in zip(values, widths, numeric, strict=True)
        ]
        return f"| {' | '.join(placed)} |"

    rule = [f"{'-' * (width - 1)}{':' if right else '-'}" for width, right in zip(widths, numeric, strict=True)]
    return "\n".join([line(header), f"| {' | '.join(rule)} |", *map(line, cells)])


def cell_text(value: object) -> str:
    """A cell as text: floats with four decimals, `None` as empty."""
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
