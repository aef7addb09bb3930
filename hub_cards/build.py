"""
Brings the generated parts of the Hub folders up to date with the package: `python hub_cards/build.py`.

These are the parquet file of the dataset and the statistics in its card. A test holds them against the package.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet

from classeval_hf.hub.folders import open_table, with_statistics
from classeval_hf.task_quality.statistics import compute_statistics
from classeval_hf.tasks.splits import load_split

_DATASET = Path(__file__).resolve().parent / "dataset"


def main() -> None:
    """Writes the parquet file and the statistics."""
    tasks = load_split("open")
    pyarrow.parquet.write_table(
        open_table(tasks), _DATASET / "data" / "open-00000-of-00001.parquet", compression="zstd"
    )
    card = _DATASET / "README.md"
    card.write_text(with_statistics(card.read_text(encoding="utf-8"), compute_statistics(tasks)), encoding="utf-8")


if __name__ == "__main__":
    main()
