"""Files of scores, by the relative names of samples, so that none names a user; `metrics.json` is of one run."""

import itertools
import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import open_input
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs.inspect_logs import is_inspect_log
from classeval_hf.runs.run_names import numbered
from classeval_hf.runs.sample_forms import form_of

_LINE_DEPTH = 2
"""A line for each key of a run's scores, and in what these hold for each task: which is what a reader looks for."""


def find_scores(path: Path) -> dict[str, Scores] | None:
    """Scores by path of the completions, empty if not stated; `None` if the file is no JSON object or has samples."""
    content = _single_object(path)
    if content is None or form_of(content) is not None or "task_id" in content or is_inspect_log(content):
        return None
    entries = {"": content} if "n_tasks" in content else content
    if not entries:
        raise _no_scores(path, "it is empty")
    by_path = {}
    for key, scores in entries.items():
        try:
            by_path[key] = Scores.from_dict(scores)
        except ValueError as error:
            raise _no_scores(path, f"{key}: {error}" if key else str(error)) from error
    return by_path


def read_scores(path: Path) -> dict[str, Scores]:
    """
    Reads a file of scores; see [`find_scores`].

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming the file and what is wrong if it holds anything else.
    """
    scores = find_scores(path)
    if scores is None:
        raise _no_scores(path, "it is something else than a JSON object of scores")
    return scores


def read_run_scores(path: Path) -> Scores:
    """Reads the scores of exactly one run, such as `metrics.json`; see [`find_scores`]."""
    runs = list(read_scores(path).values())
    if len(runs) != 1:
        raise UserError(f"{path} holds the scores of {len(runs)} runs, where one run is needed.")
    return runs[0]


def write_scores(path: Path, runs: Mapping[str, Scores]) -> None:
    """Writes a file of scores, whole or not at all, under names made of the paths as said above."""
    write_whole(path, _text(plain_scores(runs), 1 + _LINE_DEPTH) + "\n")


def plain_scores(runs: Mapping[str, Scores]) -> dict[str, Any]:
    """Scores by the names of their samples, no two the same, that say nothing of where folders are."""
    keys = [_below_here(path) or Path(path).name for path in runs]
    counts = Counter(keys)
    unique = numbered(
        key if counts[key] == 1 or _below_here(path) else str(Path(Path(path).absolute().parent.name, key))
        for key, path in zip(keys, runs, strict=True)
    )
    return {key: scores.to_dict() for key, scores in zip(unique, runs.values(), strict=True)}


def _below_here(path: str) -> str:
    """The path from the working folder; empty for one that is not below it."""
    relative = os.path.relpath(path) if path else ""
    return "" if relative in (os.curdir, os.pardir) or relative.startswith(os.pardir + os.sep) else relative


def write_run_scores(path: Path, scores: Scores) -> None:
    write_whole(path, _text(scores.to_dict(), _LINE_DEPTH) + "\n")


def _single_object(path: Path) -> dict[str, Any] | None:
    """The JSON object that a file is; `None` if it is anything else, which is for who reads samples to tell."""
    with open_input(path) as file:
        if file.head.lstrip().startswith(b"["):
            return None
        try:
            values = [value for _, value in itertools.islice(file.values(), 2)]
        except ValueError:
            return None
    return values[0] if len(values) == 1 and isinstance(values[0], dict) else None


def _text(content: Any, depth: int) -> str:
    """JSON with the entries of objects on lines of their own down to a depth, in a fifth of the time of `indent`."""
    if not depth or not isinstance(content, Mapping) or not content:
        return json.dumps(content)
    entries = (f"{json.dumps(key)}: {_text(value, depth - 1)}" for key, value in content.items())
    return "{\n" + ",\n".join(entries) + "\n}"


def _no_scores(path: Path, why: str) -> UserError:
    return UserError(f"{path} holds no scores: {why}. Write scores with `classeval-hf score SAMPLES -o OUT.json`.")
