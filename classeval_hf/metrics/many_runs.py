"""Comparisons of two or more runs over tasks or projects, and rankings: `docs/design/statistics.md`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from classeval_hf.core.errors import UserError
from classeval_hf.metrics.averages import Array, Resampling, batches_of, by_project, difference_interval, ratio, sums
from classeval_hf.metrics.comparability import ComparableRuns, comparable_runs
from classeval_hf.metrics.scores import Scores

RANKING_METRICS = ("class_pass@1", "pass@1")  # runs are ranked by the first of these that all have
_DIGITS = 12  # averages that agree to so many digits are equal: sums in another order differ in the last ones
Pair = tuple[int, int]


@dataclass(frozen=True)
class PairDifference:
    first: str  # one run
    second: str
    difference: float  # the first minus the second
    low: float | None  # low end of the interval of the difference; `None` where there is no interval
    high: float | None  # high end
    p_value: float  # two-sided p-value of the permutation test
    adjusted_p: float  # the same, corrected for the number of pairs
    exact: bool = True  # whether the p-value is computed from all exchanges, and not from random ones


@dataclass(frozen=True)
class RankedRun:
    run: str
    value: float  # its average over the tasks that count for all runs
    rank: float  # its rank by that; runs that are equal share the mean of their ranks
    first_share: float  # share of the resamples in which it is first; runs that tie for it share it evenly
    mean_rank: float  # mean of its ranks over the resamples
    low_rank: float  # low end of the interval of its rank, by percentiles
    high_rank: float  # high end


@dataclass(frozen=True)
class MetricOfRuns:
    metric: str
    tasks: int  # tasks that count for it, in all runs
    ranking: tuple[RankedRun, ...]  # the runs, the best first
    pairs: tuple[PairDifference, ...]  # the pairs, each once; or every other run against the baseline

    def matrix(self) -> list[list[PairDifference | None]]:
        """The pairs, row against column in the order of the ranking; `None` for pairs that were not compared."""
        known = {(pair.first, pair.second): pair for pair in self.pairs}
        for pair in self.pairs:
            low, high = (None if end is None else 0.0 - end for end in (pair.high, pair.low))
            turned = replace(pair, first=pair.second, second=pair.first, low=low, high=high)
            known[pair.second, pair.first] = replace(turned, difference=0.0 - pair.difference)
        names = [item.run for item in self.ranking]
        return [[known.get((row, column)) for column in names] for row in names]


@dataclass(frozen=True)
class RunsComparison:
    """
    Runs, average by average.

    Args:
        runs (`tuple[str, ...]`): their names.
        tasks (`int`): tasks of the runs.
        resampling ([`Resampling`]): level, number of resamples and seed.
        metrics (`tuple[MetricOfRuns, ...]`): the averages.
        baseline (`str`, defaults to `""`): the run that the others were compared with; empty for all pairs.
        notes (`tuple[str, ...]`): what differs between environments, and what the test cannot show.
        common (`tuple[str, ...]`): ids of the tasks, if only common tasks were compared.
        projects (`int`): number of projects of repository-level tasks, if projects are the pairs; else 0.
    """

    runs: tuple[str, ...]
    tasks: int
    resampling: Resampling
    metrics: tuple[MetricOfRuns, ...]
    baseline: str = ""
    notes: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    projects: int = 0

    def to_dict(self) -> dict[str, Any]:
        """
        The comparison as plain data; each average with its matrix of differences too. Of two runs each average has the
        figures of their pair as well, with the averages of both as `first` and `second`.
        """
        metrics = []
        for metric in self.metrics:
            matrix = [[pair and pair.difference for pair in row] for row in metric.matrix()]
            metrics.append({**asdict(metric), "matrix": matrix})
            if len(self.runs) == 2:
                (pair,), values = metric.pairs, {item.run: item.value for item in metric.ranking}
                metrics[-1] |= {**asdict(pair), "first": values[pair.first], "second": values[pair.second]}
        return {**asdict(self), "metrics": metrics}


def compare_many(
    runs: Mapping[str, Scores],
    metrics: Sequence[str] | None = None,
    resampling: Resampling | None = None,
    common: bool = False,
    split: str = "",
    baseline: str = "",
) -> RunsComparison:
    """
    Compares any number of runs on the same tasks, by the methods of `docs/design/statistics.md`.

    Args:
        runs (`Mapping[str, Scores]`): the scores of at least two runs, by name.
        metrics (`Sequence[str]`, *optional*): averages to compare. By default, for two runs all that both have except
            stub baselines, which do not depend on the run; for more runs the average that they are ranked by:
            `class_pass@1`, or `pass@1` for repository-level tasks.
        resampling ([`Resampling`], *optional*): level, number of resamples and seed.
        common (`bool`, defaults to `False`): whether to compare only over the tasks that all runs have, with the same
            tests, and that are sound in all environments.
        split (`str`, *optional*): the split to compare, if the runs have tasks of several.
        baseline (`str`, *optional*): name of the run to compare the others with; by default all pairs are compared.

    Returns:
        [`RunsComparison`]

    Raises:
        [`~classeval_hf.metrics.comparability.IncomparableError`]: a `ValueError` that names two of the runs and
            everything that makes them incomparable.
        `ValueError`: for fewer than two runs, an average that a run lacks, a baseline that is not among the runs, or a
            run without results per task.
    """
    names = tuple(runs)
    if len(names) < 2:
        listed = ", ".join(names) or "none"
        raise UserError(f"A comparison needs two runs or more, and was given {len(names)}: {listed}.")
    if baseline and baseline not in names:
        raise UserError(f"No run is called {baseline!r}; the runs are {'; '.join(names)}.")
    resampling = resampling or Resampling()
    chosen = comparable_runs(runs, metrics, common, split)
    main = next((name for name in RANKING_METRICS if name in chosen.metrics), chosen.metrics[0])
    wanted = (main,) if metrics is None and len(names) > 2 else chosen.metrics
    pairs = list(combinations(range(len(names)), 2))
    if baseline:
        pairs = [(one, names.index(baseline)) for one, name in enumerate(names) if name != baseline]
    compared = [_compare(name, names, pairs, chosen, resampling) for name in wanted]
    measured = tuple(item for item in compared if item is not None)
    notes, tasks = list(chosen.notes), tuple(chosen.runs[0].results)
    inexact = [len(of_metric.pairs) for of_metric in measured if any(not pair.exact for pair in of_metric.pairs)]
    count, alpha = max(inexact, default=0), 1 - resampling.level
    smallest_p = count * 2 / (resampling.resamples + 1)
    if smallest_p > alpha:  # there are too few random exchanges
        notes.append(
            f"With {count} pairs and {resampling.resamples} resamples no corrected p-value can be below "
            f"{min(1.0, smallest_p):.4g}, unless it is exact: give --resamples {int(20 * count / alpha)}, or a "
            "--baseline."
        )
    return RunsComparison(
        names,
        len(tasks),
        resampling=resampling,
        metrics=measured,
        baseline=baseline,
        notes=tuple(notes),
        common=tasks if common else (),
        projects=chosen.several_projects,
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """
    Corrects p-values for their number by Holm's step-down procedure (Holm 1979, section 3).

    The smallest of m is multiplied by m, the next by m - 1 and so on; none becomes smaller than one before it, or
    larger than 1.

    Args:
        p_values (`Sequence[float]`): the p-values, in any order.

    Returns:
        `list[float]`: the corrected ones, in the same order.
    """
    given = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1)), 1.0)
    return list(map(float, adjusted))


def _compare(
    name: str, names: Sequence[str], pairs: Sequence[Pair], chosen: ComparableRuns, resampling: Resampling
) -> MetricOfRuns | None:
    terms = [run.per_task[name] for run in chosen.runs]
    # Tasks that only some of the runs could run do not count.
    tasks = [task for task in terms[0] if len({bool(run[task][1]) for run in terms}) == 1]
    tasks = [task for task in tasks if any(any(run[task]) for run in terms)]
    if not any(terms[0][task][1] for task in tasks):
        return None
    units = [by_project(chosen.projects, {task: run[task] for task in tasks}) for run in terms]
    both = [sums([run[unit] for unit in units[0]]) for run in units]
    # Over the sum of weights, so that a task that changes sides counts for both runs alike.
    values, weights = (np.stack([of_run[part] / of_run[1].sum() for of_run in both]) for part in (0, 1))
    averages = values.sum(axis=1) / weights.sum(axis=1)  # exactly 1 where all pass, as the weights' sum rarely is
    # Per resample the average of each run, all in one product of matrices; without resamples of no weight.
    size, generator, batches = values.shape[1], np.random.default_rng(resampling.seed), []
    for count in map(len, batches_of(resampling.resamples, size)):
        drawn = generator.integers(0, size, (count, size)) + size * np.arange(count)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=count * size).reshape(count, size).astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            batches.append((counts @ values.T) / (counts @ weights.T))
    of_resamples: Array = np.concatenate(batches)
    resampled: Array = of_resamples[np.isfinite(of_resamples).all(axis=1)]
    differences = []
    for one, other in pairs:
        both_values, both_weights = (values[one], values[other]), (weights[one], weights[other])
        difference = float(averages[one] - averages[other])
        p_value, exact = exchange_p_value(both_values, both_weights, resampling)
        low, high = difference_interval(both_values, both_weights, resampling, difference, p_value)
        differences.append(PairDifference(names[one], names[other], difference, low, high, p_value, p_value, exact))
    adjusted = iter(holm([pair.p_value for pair in differences]))
    differences = [replace(pair, adjusted_p=next(adjusted)) for pair in differences]
    measured = averages[None, :].round(_DIGITS)
    rows = resampled.round(_DIGITS) if len(resampled) else measured
    ranks, in_resamples = _ranks(measured)[0], _ranks(rows)
    leading = rows == rows.max(axis=1, keepdims=True)
    shares = (leading / leading.sum(axis=1, keepdims=True)).mean(axis=0)
    lows, highs = np.quantile(in_resamples, resampling.ends(), axis=0)
    means = in_resamples.mean(axis=0)
    ranking = tuple(
        RankedRun(names[i], *(float(of_run[i]) for of_run in (averages, ranks, shares, means, lows, highs)))
        for i in np.argsort(ranks, kind="stable")
    )
    return MetricOfRuns(name, len(tasks), ranking, tuple(differences))


def _ranks(averages: Array) -> npt.NDArray[np.float64]:
    """Ranks within each row, the highest first; equal averages share the mean of their ranks."""
    columns = averages.T[:, :, None]
    return np.stack([(averages > own).sum(1) + ((averages == own).sum(1) + 1) / 2 for own in columns], axis=1)


_EXACT = 1e-9  # numbers that differ by less are the same: sums in another order differ in the last digits
_MAX_DENOMINATOR = 1000
_MAX_WORK = 30_000_000  # steps times tasks that are counted


def exchange_p_value(values: Sequence[Array], weights: Sequence[Array], resampling: Resampling) -> tuple[float, bool]:
    """The p-value of the difference of two averages over the same tasks, and whether it is exact; weights sum to 1."""
    moved = [side[0] - side[1] for side in (values, weights)]
    differing = np.flatnonzero((np.abs(moved[0]) > _EXACT) | (np.abs(moved[1]) > _EXACT))
    if not len(differing):
        return 1.0, True
    if not (np.abs(moved[1]) > _EXACT).any() and (share := _exact_share(moved[0][differing])) is not None:
        return share, True
    tasks = len(differing)
    observed = float(ratio(values[0], weights[0]) - ratio(values[1], weights[1]))
    changes = [(side[1] - side[0])[differing] for side in (values, weights)]
    exact = 2.0**tasks <= resampling.resamples
    below = above = total = 0
    generator = np.random.default_rng(resampling.seed)
    # In each row, 1 for each task whose results are exchanged.
    exchanges: Iterable[npt.NDArray[np.int64]] = (
        [(np.arange(2**tasks)[:, None] >> np.arange(tasks)) & 1]
        if exact
        else (generator.integers(0, 2, (len(numbers), tasks)) for numbers in batches_of(resampling.resamples, tasks))
    )
    for exchanged in (drawn.astype(np.float64) for drawn in exchanges):
        value, weight = exchanged @ changes[0], exchanged @ changes[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            first = (values[0].sum() + value) / (weights[0].sum() + weight)
            second = (values[1].sum() - value) / (weights[1].sum() - weight)
        below += int((first - second <= observed + _EXACT).sum())
        above += int((first - second >= observed - _EXACT).sum())
        total += len(exchanged)
    added = 0 if exact else 1  # the observed results count as one of random exchanges
    return min(1.0, 2 * (min(below, above) + added) / (total + added)), exact


def _exact_share(differences: Array) -> float | None:
    """Share of the choices of signs with a sum as far from zero; `None` unless all are small multiples of a step."""
    fractions = []
    for ratio_to_least in map(float, differences / np.abs(differences).min()):
        fractions.append(Fraction(ratio_to_least).limit_denominator(_MAX_DENOMINATOR))
        if abs(fractions[-1] - ratio_to_least) > _EXACT * abs(ratio_to_least):
            return None
    step = lcm(*(fraction.denominator for fraction in fractions))
    steps = [int(fraction * step) for fraction in fractions]
    sizes = [abs(step) for step in steps]
    if sum(sizes) * len(steps) > _MAX_WORK:
        return None
    share = np.ones(1)  # share of the choices by sum, beginning with the least sum
    for size in sizes:
        wider = np.zeros(len(share) + 2 * size)
        wider[: len(share)] += share / 2
        wider[2 * size :] += share / 2
        share = wider
    sums = np.arange(len(share)) - sum(sizes)
    return float(min(1.0, share[np.abs(sums) >= abs(sum(steps))].sum()))
