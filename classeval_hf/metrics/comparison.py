"""
Two runs on the same tasks, compared task by task.

The tasks' difficulty is common to both runs, so it is not the two averages with their intervals that are compared but
the tasks as pairs. Per average:

- the *interval* of the difference is made of what each run is better at (see [`classeval_hf.metrics.intervals`]);
- the *p-value* is by exchanging the runs' results within tasks (see [`classeval_hf.metrics.exchanges`]).

Tasks of one project are more alike than those of different ones. So where repository-level tasks are of several
projects, the pairs are these: results are summed by project, and projects are exchanged as a whole.

The p-values of several averages are not corrected for their number: choose the decisive average in advance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from classeval_hf.metrics.averages import WeightedTerm, WeightedTerms
from classeval_hf.metrics.exchanges import exchange_p_value
from classeval_hf.metrics.intervals import Array, Resampling, difference_interval, sums
from classeval_hf.metrics.repository_metrics import by_project
from classeval_hf.metrics.run_selection import comparable_runs
from classeval_hf.metrics.scores import Scores

__all__ = ["MetricComparison", "RunComparison", "compare_runs", "counted_tasks", "scaled"]


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
        low (`float`, *optional*): low end of the interval of the difference; `None` with fewer than five tasks.
        high (`float`, *optional*): high end.
        p_value (`float`): two-sided p-value of the permutation test.
        exact (`bool`): whether that is of all exchanges, and not of random ones.
    """

    metric: str
    tasks: int
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    p_value: float
    exact: bool = True


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
    labels: Sequence[str] = (),
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
        labels (`Sequence[str]`, *optional*): names of the two runs, for messages.

    Returns:
        [`RunComparison`]

    Raises:
        [`~classeval_hf.metrics.comparability.IncomparableError`]: a `ValueError` that names all that makes the runs
            incomparable: other tasks or tests, limits, versions of the metric, or environments in which other
            references pass.
        `ValueError`: naming an average that one of the runs lacks, or a run without results per task.
    """
    resampling = resampling or Resampling()
    chosen = comparable_runs((first, second), metrics, common, split, labels)
    one, other = chosen.runs
    compared = [
        _compare(name, one.per_task[name], other.per_task[name], chosen.projects, resampling)
        for name in chosen.metrics
    ]
    return RunComparison(
        len(one.results),
        resampling,
        tuple(item for item in compared if item is not None),
        chosen.notes,
        tuple(one.results) if common else (),
        chosen.several_projects,
    )


def _compare(
    name: str, first: WeightedTerms, second: WeightedTerms, projects: Mapping[str, str], resampling: Resampling
) -> MetricComparison | None:
    tasks = counted_tasks([first, second])
    if not tasks:
        return None
    pairs = [by_project(projects, {task: run[task] for task in tasks}) for run in (first, second)]
    # Only ratios matter. With weights of the same size, a task that changes sides counts there as it did here.
    values, weights = zip(*(scaled(run, list(pairs[0])) for run in pairs), strict=True)
    averages = float(values[0].sum()), float(values[1].sum())
    low, high = difference_interval(values, weights, resampling)
    p_value, exact = exchange_p_value(values, weights, resampling)
    return MetricComparison(name, len(tasks), *averages, averages[0] - averages[1], low, high, p_value, exact)


def counted_tasks(runs: Sequence[WeightedTerms]) -> list[str]:
    """
    The tasks that count in a comparison; not those that could be run for only some of the runs.

    Args:
        runs (`Sequence[WeightedTerms]`): per run, value and weight of an average by task.

    Returns:
        `list[str]`: their ids, in the order of the first run; empty if nothing has any weight.
    """
    first, *others = runs
    tasks = [task for task in first if _counts([first[task], *(run[task] for run in others)])]
    return tasks if any(first[task][1] for task in tasks) else []


def _counts(terms: Sequence[WeightedTerm]) -> bool:
    weighs = [bool(weight) for _, weight in terms]
    return all(weighs) or (not any(weighs) and any(value for value, _ in terms))


def scaled(run: WeightedTerms, tasks: Sequence[str]) -> tuple[Array, Array]:
    """
    Values and weights of an average, divided by the sum of the weights.

    Args:
        run (`WeightedTerms`): value and weight by task, or by project.
        tasks (`Sequence[str]`): which of them, in this order.
    """
    values, weights = sums([run[task] for task in tasks])
    return values / weights.sum(), weights / weights.sum()
