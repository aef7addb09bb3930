"""
Two runs on the same tasks, compared task by task.

The tasks' difficulty is common to both runs, so it is not the two averages with their intervals that are compared but
the tasks as pairs. Per average:

- the *interval* of the difference is by a bootstrap over pairs (see [`classeval_hf.metrics.intervals`]), and by
  percentiles, which cover differences, seldom skewed but heavy-tailed, better than BCa does where tasks are few;
- the *p-value* is that of a permutation test: if the runs were equally good, their results on a task could be
  exchanged. Results are exchanged within tasks at random, and the p-value is how often the difference
  is at least as far from zero (two-sided). With few tasks all exchanges are tried, so that it is exact.

Tasks of one project are more alike than those of different ones. So where repository-level tasks are of several
projects, the pairs are these: results are summed by project, and projects are resampled and exchanged as a whole.

The p-values of several averages are not corrected for their number: choose the decisive average in advance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from classeval_hf.core.tables import format_table
from classeval_hf.metrics.averages import DROP, WeightedTerm, WeightedTerms
from classeval_hf.metrics.comparability import (
    IncomparableError,
    common_tasks,
    differences,
    environment_notes,
    restricted,
)
from classeval_hf.metrics.intervals import Array, Resampling, bootstrap_interval, ratio, sums
from classeval_hf.metrics.repository_metrics import FLOOR_METRICS, by_project
from classeval_hf.metrics.scores import Scores

__all__ = ["MetricComparison", "RunComparison", "compare_runs", "format_comparison"]

_SMALL_P = 0.05
"""Where even the least possible p-value is larger, a note says so."""


@dataclass(frozen=True)
class MetricComparison:
    """
    One average of two runs.

    Args:
        metric (`str`): its name.
        tasks (`int`): tasks that count for it, in both runs.
        first (`float`): average of the first run over these tasks.
        second (`float`): that of the second run.
        difference (`float`): the first minus the second.
        low (`float`, *optional*): low end of the interval of the difference; `None` with a single task.
        high (`float`, *optional*): high end.
        p_value (`float`): two-sided p-value of the permutation test.
    """

    metric: str
    tasks: int
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    p_value: float


@dataclass(frozen=True)
class RunComparison:
    """
    Two runs, average by average.

    Args:
        tasks (`int`): tasks of the runs.
        resampling ([`Resampling`]): level, number of resamples and seed.
        metrics (`tuple[MetricComparison, ...]`): the averages.
        notes (`tuple[str, ...]`): what differs between the environments without making the runs incomparable.
        common (`tuple[str, ...]`): ids of the tasks, where the runs were compared over their common ones alone.
        projects (`int`): projects that repository-level tasks are of, where they are the pairs; else 0.
    """

    tasks: int
    resampling: Resampling
    metrics: tuple[MetricComparison, ...]
    notes: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    projects: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return asdict(self)


def compare_runs(
    first: Scores,
    second: Scores,
    metrics: Sequence[str] | None = None,
    resampling: Resampling | None = None,
    common: bool = False,
    split: str = "",
) -> RunComparison:
    """
    Compares two runs on the same tasks as pairs, by the methods in this module's docstring.

    Args:
        first ([`~classeval_hf.metrics.scores.Scores`]): the scores of one run.
        second ([`~classeval_hf.metrics.scores.Scores`]): those of the other.
        metrics (`Sequence[str]`, *optional*): averages to compare, by default all that both runs have but floors,
            which are not of the runs.
        resampling ([`Resampling`], *optional*): level, number of resamples and seed.
        common (`bool`, defaults to `False`): whether to compare over the tasks alone that both runs have, with the
            same tests, and that are sound in both environments.
        split (`str`, *optional*): the split to compare, where runs are of several.

    Returns:
        [`RunComparison`]

    Raises:
        [`~classeval_hf.metrics.comparability.IncomparableError`]: a `ValueError` that names all that makes the runs
            incomparable: other tasks or tests, limits, versions of the metric, or environments in which other
            references pass.
        `ValueError`: naming an average that one of the runs lacks, or a run without results per task.
    """
    first, second = _block(first, split), _block(second, split)
    suites = _suites_of(metrics, first, second) if metrics is not None else None
    found = differences(first, second, suites)
    if common and all(item.tasks for item in found):
        tasks = common_tasks(first, second, suites)
        if not tasks:
            raise ValueError("There is no task that both runs can be compared on.")
        first, second = restricted(first, tasks), restricted(second, tasks)
    elif found:
        raise IncomparableError(found)
    shared = [name for name in first.per_task if name in second.per_task]
    of_runs = [name for name in shared if name not in FLOOR_METRICS]
    names = list(dict.fromkeys(metrics)) if metrics is not None else of_runs
    for name in names:
        if name not in shared:
            raise ValueError(f"The runs do not both have {name}. Both have {', '.join(shared)}.")
    resampling = resampling or Resampling()
    projects = {task: first.projects[task] for task in first.results if task in first.projects}
    several = len(set(projects.values())) if len(set(projects.values())) > 1 else 0
    compared = [_compare(name, first.per_task[name], second.per_task[name], projects, resampling) for name in names]
    return RunComparison(
        len(first.results),
        resampling,
        tuple(item for item in compared if item is not None),
        (*environment_notes(first, second), *_notes_on_projects(several)),
        tuple(first.results) if common else (),
        several,
    )


def format_comparison(comparison: RunComparison, first: str, second: str) -> str:
    """
    Formats a comparison as a table with a line on how to read it.

    Args:
        comparison ([`RunComparison`]): what [`compare_runs`] found.
        first (`str`): name of the first run.
        second (`str`): name of the second run.

    Returns:
        `str`: text without a trailing newline.
    """
    how = comparison.resampling
    level = f"{how.level:.4g}"
    tasks = f"{comparison.tasks} {'common sound tasks' if comparison.common else 'tasks'}"
    if comparison.projects:
        tasks += f" of {comparison.projects} projects, the projects"
    header = ["metric", "tasks", "A", "B", "A - B", f"{level} low", f"{level} high", "p"]
    rows = [
        [item.metric, item.tasks, item.first, item.second, item.difference, item.low, item.high, item.p_value]
        for item in comparison.metrics
    ]
    return "\n".join(
        [
            f"A: {first}",
            f"B: {second}",
            f"{tasks} as pairs; bootstrap and permutation test, {how.resamples} resamples, seed {how.seed}; "
            f"p-values are not corrected for the number of metrics.",
            "",
            format_table(header, rows),
        ]
    )


def _block(scores: Scores, split: str) -> Scores:
    """The scores of one split; there is no average over several."""
    splits = scores.by_split()
    if not scores.results or not all(of_split.per_task for of_split in splits.values()):
        raise ValueError("A run has no results per task (per_task, results): score its samples again.")
    if split in splits:
        return splits[split]
    if "" in splits:
        return scores
    raise ValueError(f"A run is of {len(splits)} splits, {', '.join(splits)}: choose one to compare.")


def _suites_of(metrics: Sequence[str], first: Scores, second: Scores) -> list[str]:
    """The further test suites that averages are by."""
    stems = [name.partition("@")[0].removesuffix(DROP) for name in metrics]
    return [suite for suite in {**first.suites, **second.suites} if any(stem.endswith(f"_{suite}") for stem in stems)]


def _notes_on_projects(projects: int) -> list[str]:
    least = 2 / 2**projects
    if not projects or least <= _SMALL_P:
        return []
    return [
        f"With {projects} projects as pairs no p-value can be below {least:.4g}, and intervals say little: compare "
        "over more projects, or over the tasks of one (`score --projects NAME`)."
    ]


def _compare(
    name: str, first: WeightedTerms, second: WeightedTerms, projects: Mapping[str, str], resampling: Resampling
) -> MetricComparison | None:
    tasks = [task for task in first if _counts(first[task], second[task])]
    if not any(first[task][1] for task in tasks):
        return None
    pairs = [by_project(projects, {task: run[task] for task in tasks}) for run in (first, second)]
    # Only ratios matter. With weights of the same size, a task that changes sides counts there as it did here.
    values, weights = zip(*(_scaled(run, list(pairs[0])) for run in pairs), strict=True)
    averages = float(values[0].sum()), float(values[1].sum())
    low, high = _interval(values, weights, resampling)
    p_value = _p_value(np.concatenate(values), np.concatenate(weights), resampling)
    return MetricComparison(name, len(tasks), *averages, averages[0] - averages[1], low, high, p_value)


def _counts(first: WeightedTerm, second: WeightedTerm) -> bool:
    """Whether a task counts in the comparison; not if it could be run for only one of the runs."""
    return bool(first[1]) == bool(second[1]) and any((*first, *second))


def _scaled(run: WeightedTerms, tasks: Sequence[str]) -> tuple[Array, Array]:
    """Values and weights, divided by the sum of the weights."""
    values, weights = sums([run[task] for task in tasks])
    return values / weights.sum(), weights / weights.sum()


def _interval(
    values: Sequence[Array], weights: Sequence[Array], resampling: Resampling
) -> tuple[float, float] | tuple[None, None]:
    def difference(values_1: Array, weights_1: Array, values_2: Array, weights_2: Array, axis: int = -1) -> Array:
        return ratio(values_1, weights_1, axis) - ratio(values_2, weights_2, axis)

    if len(values[0]) < 2:
        return None, None
    return bootstrap_interval((values[0], weights[0], values[1], weights[1]), difference, resampling, "percentile")


def _p_value(values: Array, weights: Array, resampling: Resampling) -> float:
    """The test exchanges indices of results, so that a result's value and weight stay together."""
    from scipy import stats  # slow to load, and seldom needed

    tasks = len(values) // 2
    if tasks == 1:
        return 1.0  # either way of two is as far from zero

    def difference(first: npt.NDArray[Any], second: npt.NDArray[Any], axis: int = -1) -> Array:
        one, other = (ratio(values[at], weights[at], axis) for at in (first.astype(np.intp), second.astype(np.intp)))
        return one - other

    result = stats.permutation_test(
        (np.arange(tasks), np.arange(tasks, 2 * tasks)),
        difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=resampling.resamples,
        batch=resampling.batch(tasks),
        random_state=resampling.generator(),
    )
    return float(result.pvalue)
