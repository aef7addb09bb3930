"""Files of scores, and published scores.

Our files have scores by relative paths of samples, so that no file names a user; `metrics.json` has those of one run.
`published_scores.csv` has those of ClassEval's public repository, and RepoClassBench's tables 3 and 4."""

import csv
import itertools
import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.files import open_input, write_whole
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs.run_records import RunName, numbered
from classeval_hf.runs.sample_files import form_of, is_inspect_log

_NO_SCORES = "{} holds no scores: {}. Write scores with `classeval-hf score SAMPLES -o OUT.json`."

PAPER_RELEASE = "2023-08"  # release of the public repository that has the paper's scores
REPOCLASSBENCH_PAPER = "RepoClassBench"  # release of the values that RepoClassBench's paper shows
_READ_MORE = "see docs/results/index.md"
WHY_PUBLISHED_DIFFERS = {
    PAPER_RELEASE: f"with older task data, whose tests were looser and which is not public; {_READ_MORE}",
    "v1.0.0": f"by the public harness's rules (--compat upstream), in its authors' environment; {_READ_MORE}",
}  # by release of the public repository, why the same samples get other scores here
_SNAPSHOT = re.compile(r"-(\d{4}|\d{4}-\d\d-\d\d)$")  # how a dated version of a model ends


def find_scores(path: Path) -> dict[str, Scores] | None:
    """Scores by path of the completions, empty if not stated; `None` for samples, or if it is not a JSON object."""
    with open_input(path) as file:
        if file.head.lstrip().startswith(b"["):
            return None
        try:
            values = [value for _, value in itertools.islice(file.values(), 2)]
        except ValueError:  # left to the reader of samples
            return None
    content = values[0] if len(values) == 1 else None
    if not isinstance(content, dict) or form_of(content) or "task_id" in content or is_inspect_log(content):
        return None
    entries = {"": content} if "n_tasks" in content else content
    if not entries:
        raise UserError(_NO_SCORES.format(path, "it is empty"))
    by_path = {}
    for key, scores in entries.items():
        try:
            by_path[key] = Scores.from_dict(scores)
        except ValueError as error:
            raise UserError(_NO_SCORES.format(path, f"{key}: {error}" if key else error)) from error
    return by_path


def read_scores(path: Path) -> dict[str, Scores]:
    """
    Reads a file of scores; see [`find_scores`].

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming the file and what is wrong if it holds anything else.
    """
    if (scores := find_scores(path)) is None:
        raise UserError(_NO_SCORES.format(path, "it is something else than a JSON object of scores"))
    return scores


def read_run_scores(path: Path) -> Scores:
    """Reads the scores of exactly one run, such as `metrics.json`; see [`find_scores`]."""
    first, *others = read_scores(path).values()
    if others:
        raise UserError(f"{path} holds the scores of {1 + len(others)} runs, where one run is needed.")
    return first


def write_scores(path: Path, runs: Mapping[str, Scores] | Scores) -> None:
    """Writes a file of scores, whole or not at all: of runs by the names of [`plain_scores`], or of one run alone."""
    # Each key of a run's scores has a line, and each task within these.
    content, depth = (runs.to_dict(), 2) if isinstance(runs, Scores) else (plain_scores(runs), 3)
    write_whole(path, _text(content, depth) + "\n")


def plain_scores(runs: Mapping[str, Scores]) -> dict[str, Any]:
    """Scores by unique names of their samples, which do not reveal the folders above."""
    named: list[tuple[str, bool, str]] = []
    for run in runs:
        path = os.path.relpath(run) if run else ""
        is_below = path not in ("", os.curdir, os.pardir) and not path.startswith(os.pardir + os.sep)
        named.append((path if is_below else Path(run).name, is_below, run))
    counts = Counter(key for key, *_ in named)
    unique = numbered(
        key if is_below or counts[key] == 1 else str(Path(Path(run).absolute().parent.name, key))
        for key, is_below, run in named
    )
    return {key: scores.to_dict() for key, scores in zip(unique, runs.values(), strict=True)}


def _text(content: Any, depth: int) -> str:
    """JSON with a line for each entry of objects down to a depth; five times as fast as `indent`."""
    if not depth or not isinstance(content, Mapping) or not content:
        return json.dumps(content)
    entries = (f"{json.dumps(key)}: {_text(value, depth - 1)}" for key, value in content.items())
    return "{\n" + ",\n".join(entries) + "\n}"


@dataclass(frozen=True)
class PublishedRun:
    release: str  # release of the public repository that states them
    name: str  # name of the run in that release
    run: RunName
    scores: Mapping[str, float]  # by name of our metric, from 0 to 1
    recorded_as: str  # name of the file of its completions in the repository, without the ending
    description: str  # which description of classes RepoClassBench's run showed
    sources: tuple[str, str]  # where the paper shows its values, and those at k = 5, or else the release that has them


@cache
def published_runs() -> tuple[PublishedRun, ...]:
    text = (resources.files("classeval_hf.runs") / "published_scores.csv").read_text(encoding="utf-8")
    runs = []
    for row in csv.DictReader(text.splitlines()):
        run = RunName(*(row.pop(column) for column in ("model", "strategy", "sampling")))
        columns = ("release", "run", "recorded_as", "description", "source", "source_of_5")
        release, name, recorded_as, description, *sources = (row.pop(column) for column in columns)
        scores = {metric: float(value) for metric, value in row.items() if value}
        runs.append(PublishedRun(release, name, run, scores, recorded_as, description, (sources[0], sources[1])))
    return tuple(runs)


def find_published(known: str | RunName | Path, description: str = "") -> PublishedRun | None:
    """The published run of a name, or whose completions a file of this name holds; that of the paper comes first."""
    for row in published_runs():
        is_file = isinstance(known, Path) and known.stem == row.recorded_as != ""
        if is_file or known == row.name or (known == row.run and row.description in ("", description)):
            return row
    return None


def published_for_agents(model: str) -> list[PublishedRun]:
    """RepoClassBench's values for a model, whatever its case and the date of its version (`gpt-4-0613`)."""
    name = _SNAPSHOT.sub("", model.rpartition("/")[2].casefold())
    rows = (row for row in published_runs() if row.release == REPOCLASSBENCH_PAPER)
    return [row for row in rows if row.run.model.casefold() == name]
