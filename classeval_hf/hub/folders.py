"""The two folders of `hub_cards/` as they go to the Hub, with what depends on the name of the repository filled in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import metadata, util
from pathlib import Path

import pyarrow as pa

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.task_quality.statistics import Statistics, format_statistics
from classeval_hf.tasks.features import task_features

METRIC_NAME = "classeval_metric"
"""Name that the Space's repository must have, since `evaluate` looks for a file of the same name in it."""

_DATASET_PLACEHOLDER = "<org>/classeval"
_SPACE_PLACEHOLDER = "<org>/classeval_metric"
_STATISTICS = re.compile(r"(<!-- statistics: begin[^>]*-->\n).*?(<!-- statistics: end -->)", re.DOTALL)


def cards_directory() -> Path:
    """The folder `hub_cards` of the checkout that this package is installed from."""
    folder = Path(__file__).resolve().parents[2] / "hub_cards"
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} does not exist: dataset and Space are published from a checkout that is installed with "
            "`pip install -e .`."
        )
    return folder


def default_requirement() -> str:
    return f"classeval-hf[tasks]=={metadata.version('classeval-hf')}"


def dataset_files(repo_id: str) -> dict[str, bytes]:
    return _with_name(_read_folder(cards_directory() / "dataset"), _DATASET_PLACEHOLDER, repo_id)


def space_files(repo_id: str, requirement: str = "") -> dict[str, bytes]:
    if repo_id.rpartition("/")[2] != METRIC_NAME:
        raise UserError(
            f"The Space must be called {METRIC_NAME}, not {repo_id.rpartition('/')[2]}: evaluate.load looks for a "
            "file with the name of the repository."
        )
    files = _with_name(_read_folder(cards_directory() / "metric"), _SPACE_PLACEHOLDER, repo_id)
    files["README.md"] = files["README.md"].replace(b"<metric_version>", METRIC_VERSION.encode())
    lines = files["requirements.txt"].decode().rstrip("\n")
    files["requirements.txt"] = f"{lines}\n{requirement or default_requirement()}\n".encode()
    files[f"{METRIC_NAME}.py"] = _metric_file().read_bytes()
    return files


def _metric_file() -> Path:
    spec = util.find_spec(METRIC_NAME)  # found and not imported, which would take a while
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The module {METRIC_NAME} is missing: reinstall classeval-hf.")
    return Path(spec.origin)


def _read_folder(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    }


def _with_name(files: dict[str, bytes], placeholder: str, repo_id: str) -> dict[str, bytes]:
    card = files["README.md"].decode()
    return {**files, "README.md": card.replace(placeholder, repo_id).encode()}


def open_table(tasks: Sequence[ClassTask]) -> pa.Table:
    """Tasks as a table for parquet, without notes of `datasets`, which older versions of it cannot read."""
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
