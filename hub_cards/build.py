"""
Brings the generated parts of the Hub folders up to date with the package: `python hub_cards/build.py`.

These are the parquet file of the dataset and the statistics in its card. A test holds them against the package.
"""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow.parquet

from classeval_dataset import task_features
from classeval_hf.core.errors import UserError
from classeval_hf.task_quality.statistics import Statistics, compute_statistics, format_statistics
from classeval_hf.tasks.splits import load_split

_DATASET = Path(__file__).resolve().parent / "dataset"
_STATISTICS = re.compile(r"(<!-- statistics: begin[^>]*-->\n).*?(<!-- statistics: end -->)", re.DOTALL)


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


def main() -> None:
    """Writes the parquet file and the statistics."""
    tasks = load_split("open")
    # Without notes of `datasets`, which older versions of it cannot read.
    schema = task_features().arrow_schema.remove_metadata()
    table = pyarrow.Table.from_pylist([task.to_row() for task in tasks], schema=schema)
    pyarrow.parquet.write_table(table, _DATASET / "data" / "open-00000-of-00001.parquet", compression="zstd")
    card = _DATASET / "README.md"
    card.write_text(with_statistics(card.read_text(encoding="utf-8"), compute_statistics(tasks)), encoding="utf-8")


if __name__ == "__main__":
    main()
