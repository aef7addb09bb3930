"""
Confidence intervals by a cluster bootstrap over tasks.

A benchmark's tasks are a sample of those that could be asked, and the samples of one task are more alike than those of
different tasks. The unit that is resampled is therefore the task, with all its samples and methods: tasks are drawn
with replacement, as many as there are, and the average is computed again. The interval is BCa (Efron 1987). It covers
the choice of tasks and the model's sampling within them, not a change of prompts or decoding.

`scipy.stats.bootstrap` gives the same figures. It is not used here, since each table has intervals, and importing it
takes as long as all else that makes a table of known verdicts; and since a seed must go on giving the same figures,
whatever version of it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from classeval_hf.metrics.averages import WeightedTerm, WeightedTerms

__all__ = ["Resampling", "average_interval", "bootstrap_interval", "ratio", "sums"]

Array = npt.NDArray[np.float64]
Statistic = Callable[..., Array]
"""Takes arrays with an entry per task, and the `axis` of the tasks."""

_NUMBERS_AT_ONCE = 2_000_000
"""Tasks times resamples that are held in memory."""


@dataclass(frozen=True)
class Resampling:
    """
    How intervals and p-values are computed.

    Args:
        level (`float`, defaults to `0.95`): coverage of the intervals, between 0 and 1.
        resamples (`int`, defaults to `9999`): number of resamples.
        seed (`int`, defaults to `0`): seed of the resampling. The same seed gives the same figures.

    Raises:
        `ValueError`: if the level is not between 0 and 1, or the number of resamples is not positive.
    """

    level: float = 0.95
    resamples: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise ValueError(f"The level of a confidence interval must lie between 0 and 1, but is {self.level}.")
        if self.resamples < 1:
            raise ValueError(f"The number of resamples must be at least 1, but is {self.resamples}.")

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data."""
        method = "BCa bootstrap over tasks"
        return {"level": self.level, "method": method, "resamples": self.resamples, "seed": self.seed}

    def generator(self) -> np.random.Generator:
        """A new generator of random numbers."""
        return np.random.default_rng(self.seed)

    def ends(self) -> tuple[float, float]:
        """Shares of the resamples below the ends of an interval by percentiles."""
        tail = (1 - self.level) / 2
        return tail, 1 - tail

    def batch(self, tasks: int) -> int:
        """Resamples to compute at once, for a number of tasks."""
        return max(1, _NUMBERS_AT_ONCE // max(tasks, 1))


def average_interval(terms: WeightedTerms, resampling: Resampling) -> tuple[float, float] | None:
    """
    Confidence interval of an average over tasks.

    Args:
        terms (`Mapping[str, tuple[float, float]]`): the term of each task; see [`classeval_hf.metrics.averages`].
        resampling ([`Resampling`]): level, number of resamples and seed.

    Returns:
        `tuple[float, float]`: or `None` if fewer than two tasks have any weight. If no task differs from the average,
        the interval has no width: with 100 of 100 tasks solved, resampling cannot estimate how often others would
        fail.
    """
    values, weights = sums([term for term in terms.values() if any(term)])
    if np.count_nonzero(weights) < 2:
        return None
    if np.allclose(values * weights.sum(), values.sum() * weights, rtol=0, atol=1e-9):
        average = float(values.sum() / weights.sum())
        return average, average

    return bootstrap_interval((values, weights), ratio, resampling)


def bootstrap_interval(
    data: Sequence[Array], statistic: Statistic, resampling: Resampling, method: str = "BCa"
) -> tuple[float, float]:
    """
    Bootstrap interval of a statistic of arrays whose entries belong together, one per task.

    Args:
        data (`Sequence[np.ndarray]`): arrays with one entry per task, of at least two tasks.
        statistic (`Callable`): takes the arrays and an `axis`.
        resampling ([`Resampling`]): level, number of resamples and seed.
        method (`str`, defaults to `"BCa"`): bias-corrected and accelerated (Efron 1987), or `"percentile"`.

    Returns:
        `tuple[float, float]`: low and high end; by percentiles where BCa is not defined, as when all resamples lie on
        one side of the statistic. Resamples without any weight do not count.
    """
    by_percentiles = resampling.ends()
    with np.errstate(divide="ignore", invalid="ignore"):  # of resamples without any weight
        found = _resampled(data, statistic, resampling)
        shares = _corrected(data, statistic, found, resampling) if method == "BCa" else by_percentiles
    finite = np.isfinite(found)
    if shares is None or not finite.all():
        found, shares = found[finite], by_percentiles
    low, high = np.quantile(found, shares)
    return float(low), float(high)


def _resampled(data: Sequence[Array], statistic: Statistic, resampling: Resampling) -> Array:
    """The statistic of each resample."""
    tasks, generator = len(data[0]), resampling.generator()
    found = []
    for start in range(0, resampling.resamples, resampling.batch(tasks)):
        count = min(resampling.batch(tasks), resampling.resamples - start)
        drawn = generator.integers(0, tasks, (count, tasks))
        found.append(statistic(*(array[drawn] for array in data), axis=-1))
    return np.concatenate(found)


def _corrected(
    data: Sequence[Array], statistic: Statistic, found: Array, resampling: Resampling
) -> tuple[float, float] | None:
    """
    Shares of the resamples below the ends of the BCa interval (Efron and Tibshirani 1993, section 14.3); `None` where
    it is not defined.
    """
    observed = statistic(*data, axis=-1)
    below = float((np.mean(found < observed) + np.mean(found <= observed)) / 2)
    left_out = _jackknifed(data, statistic, resampling.batch(len(data[0])))
    influence = left_out.mean() - left_out
    spread = float((influence**2).sum())
    if not (0 < below < 1 and 0 < spread < inf):
        return None
    acceleration = float((influence**3).sum()) / (6 * spread**1.5)
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    moved = [bias + normal.inv_cdf(share) for share in resampling.ends()]
    scales = [1 - acceleration * z for z in moved]
    if not all(scales):
        return None
    low, high = (normal.cdf(bias + z / scale) for z, scale in zip(moved, scales, strict=True))
    return low, high


def _jackknifed(data: Sequence[Array], statistic: Statistic, batch: int) -> Array:
    """The statistic without each of the tasks."""
    tasks = len(data[0])
    others = np.arange(tasks - 1)
    found = []
    for start in range(0, tasks, batch):
        left_out = np.arange(start, min(start + batch, tasks))[:, None]
        kept = others + (others >= left_out)
        found.append(statistic(*(array[kept] for array in data), axis=-1))
    return np.concatenate(found)


def ratio(values: Array, weights: Array, axis: int = -1) -> Array:
    """Averages: sums of values over sums of weights, not finite where there is no weight."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(values.sum(axis=axis) / weights.sum(axis=axis))


def sums(terms: Sequence[WeightedTerm]) -> tuple[Array, Array]:
    """Values and weights as arrays."""
    array = np.array(terms, dtype=np.float64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
