"""The generated parts of the dataset's repository: its table, and the statistics in its card."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyarrow as pa

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.task_quality.statistics import Statistics, format_statistics
from classeval_hf.tasks.features import task_features

_STATISTICS = re.compile(r"(<!-- statistics: begin[^>]*-->\n).*?(<!-- statistics: end -->)", re.DOTALL)


def open_table(tasks: Sequence[ClassTask]) -> pa.Table:
    """
    Tasks as a table for a parquet file.

    The schema carries no note of `datasets`: what one version writes there an older one cannot read, and all of them
    find the same features without it.
    """
    schema = task_features().arrow_schema.remove_metadata()
    return pa.Table.from_pylist([task.to_row() for task in tasks], schema=schema)


def with_statistics(card: str, statistics: Statistics) -> str:
    """Puts statistics between the marks of a card."""
    if len(_STATISTICS.findall(card)) != 1:
        raise UserError("The card needs one pair of marks, <!-- statistics: begin --> and <!-- statistics: end -->.")
    parts = []
    for part in format_statistics(statistics, for_file=True).split("\n\n"):
        title, _, table = part.partition("\n")
        parts.append(f"**{title}**\n\n{table}" if table else title)
    text = "\n\n".join(parts)
    return _STATISTICS.sub(lambda marks: f"{marks[1]}\n{text}\n\n{marks[2]}", card)
