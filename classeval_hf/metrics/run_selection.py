"""What of several runs is compared: their common split, tasks and averages, or why they are incomparable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from classeval_hf.core.errors import UserError
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.metrics.averages import DROP
from classeval_hf.metrics.comparability import (
    IncomparableError,
    common_tasks,
    differences,
    environment_notes,
    restricted,
)
from classeval_hf.metrics.repository_metrics import FLOOR_METRICS
from classeval_hf.metrics.scores import Scores

NO_COMMON_TASK = "There is no task that all runs can be compared on."

_SMALL_P = 0.05  # where even the least possible p-value is larger, a note says so


@dataclass(frozen=True)
class ComparableRuns:
    """Runs that can be compared, as far as they are."""

    runs: tuple[Scores, ...]  # the scores of each, of one split and over the tasks that are compared
    metrics: tuple[str, ...]  # the averages to compare
    projects: dict[str, str]  # the project of each repository-level task
    notes: tuple[str, ...]  # what differs without making them incomparable

    @property
    def several_projects(self) -> int:
        """The number of projects, if these are the pairs: where tasks are of more than one; else 0."""
        count = len(set(self.projects.values()))
        return count if count > 1 else 0


def comparable_runs(
    runs: Sequence[Scores],
    metrics: Sequence[str] | None = None,
    common: bool = False,
    split: str = "",
    labels: Sequence[str] = (),
) -> ComparableRuns:
    """What can be compared: by default all common averages but floors, with `common` over the tasks that all have."""
    blocks = [_block(scores, split) for scores in runs]
    suites = _suites_of(metrics, blocks) if metrics is not None else None
    tasks = list(blocks[0].results)
    for one, other in combinations(range(len(blocks)), 2):
        found = differences(blocks[one], blocks[other], suites)
        if found and not (common and all(item.tasks for item in found)):
            raise IncomparableError(found, (labels[one], labels[other]) if labels else None)
        if common:
            shared = set(common_tasks(blocks[one], blocks[other], suites))
            tasks = [task for task in tasks if task in shared]
    if not tasks:
        raise UserError(NO_COMMON_TASK)
    if common:
        blocks = [restricted(block, tasks) for block in blocks]
    projects = {task: blocks[0].projects[task] for task in blocks[0].results if task in blocks[0].projects}
    found_runs = ComparableRuns(tuple(blocks), _shared_metrics(metrics, blocks, labels), projects, ())
    notes = (*_environment_notes(blocks, labels), *_notes_on_projects(found_runs.several_projects))
    return ComparableRuns(found_runs.runs, found_runs.metrics, projects, notes)


def has_split(scores: Scores, split: str) -> bool:
    """Whether a run has tasks of a split; one of a single split that it does not state may have."""
    stated = [used.split for used in scores.provenance.splits] if scores.provenance is not None else []
    own = list(scores.splits) or stated
    return split in own or not own


def _block(scores: Scores, split: str) -> Scores:
    """The scores of one split, without tasks where the run has none of it; there is no average over several."""
    splits = scores.by_split()
    if not scores.results or not all(of_split.per_task for of_split in splits.values()):
        raise UserError("A run has no results per task (per_task, results): score its samples again.")
    if split in splits:
        return splits[split]
    if split and not has_split(scores, split):
        return restricted(scores, ())
    if "" in splits:
        return scores
    raise UserError(f"A run is of {len(splits)} splits, {', '.join(splits)}: choose one to compare.")


def _suites_of(metrics: Sequence[str], runs: Sequence[Scores]) -> list[str]:
    """The further test suites that averages are by."""
    stems = [name.partition("@")[0].removesuffix(DROP) for name in metrics]
    known = dict.fromkeys(suite for run in runs for suite in run.suites)
    return [suite for suite in known if any(stem.endswith(f"_{suite}") for stem in stems)]


def _shared_metrics(metrics: Sequence[str] | None, runs: Sequence[Scores], labels: Sequence[str]) -> tuple[str, ...]:
    shared = [name for name in runs[0].per_task if all(name in run.per_task for run in runs[1:])]
    if metrics is None:
        names = tuple(name for name in shared if name not in FLOOR_METRICS)
        if not names:
            raise UserError("The runs have no average in common: compare runs on tasks of the same kind.")
        return names
    for name in dict.fromkeys(metrics):
        if name not in shared:
            without = [label for label, run in zip(labels, runs, strict=False) if name not in run.per_task]
            who = f"{without[0]} has no {name}" if without else f"The runs do not both have {name}"
            all_have = f"{'All' if len(runs) > 2 else 'Both'} have {', '.join(shared)}."
            raise UserError(f"{who}. {all_have}{did_you_mean(name, shared)}")
    return tuple(dict.fromkeys(metrics))


def _environment_notes(runs: Sequence[Scores], labels: Sequence[str]) -> list[str]:
    """What differs from the environment of the first run, each said once, with the runs where there are several."""
    found: dict[str, list[int]] = {}
    for index in range(1, len(runs)):
        for note in environment_notes(runs[0], runs[index]):
            found.setdefault(note, []).append(index)
    if len(runs) == 2 or not labels:
        return list(found)
    who = {note: "; ".join(labels[index] for index in others) for note, others in found.items()}
    return [f"{labels[0]} and {who[note]}: {note}" for note in found]


def _notes_on_projects(projects: int) -> list[str]:
    smallest_p = 2 / 2**projects
    if not projects or smallest_p <= _SMALL_P:
        return []
    return [
        f"With {projects} projects as pairs no p-value can be below {smallest_p:.4g}, and intervals say little: "
        "compare over more projects, or over the tasks of one (`score --projects NAME`)."
    ]
