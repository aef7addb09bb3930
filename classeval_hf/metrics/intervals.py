"""
Confidence intervals by a cluster bootstrap over tasks.

A benchmark's tasks are a sample of those that could be asked, and the samples of one task are more alike than those of
different tasks. The unit that is resampled is therefore the task, with all its samples and methods: tasks are drawn
with replacement, as many as there are, and the average is computed again. The interval is BCa (Efron 1987), as
`scipy.stats.bootstrap` computes it. It covers the choice of tasks and the model's sampling within them, not a change
of prompts or decoding.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from classeval_hf.metrics.averages import WeightedTerm, WeightedTerms

__all__ = ["Resampling", "average_interval", "bootstrap_interval", "ratio", "sums"]

Array = npt.NDArray[np.float64]

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
    data: Sequence[Array], statistic: Callable[..., Array], resampling: Resampling, method: str = "BCa"
) -> tuple[float, float]:
    """
    Bootstrap interval of a statistic of arrays whose entries belong together, one per task.

    Args:
        data (`Sequence[np.ndarray]`): arrays with one entry per task, of at least two tasks.
        statistic (`Callable`): takes the arrays and an `axis`.
        resampling ([`Resampling`]): level, number of resamples and seed.
        method (`str`, defaults to `"BCa"`): or `"percentile"`.

    Returns:
        `tuple[float, float]`: low and high end; by percentiles where BCa is not defined, as when all resamples lie on
        one side of the statistic. Resamples without any weight do not count.
    """
    from scipy import stats  # slow to load, and seldom needed

    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        result = stats.bootstrap(
            data,
            statistic,
            paired=True,
            vectorized=True,
            method=method,
            confidence_level=resampling.level,
            n_resamples=resampling.resamples,
            batch=resampling.batch(len(data[0])),
            random_state=resampling.generator(),
        )
    low, high = result.confidence_interval
    if not np.isfinite([low, high]).all():
        found = result.bootstrap_distribution
        tail = (1 - resampling.level) / 2
        low, high = np.quantile(found[np.isfinite(found)], [tail, 1 - tail])
    return float(low), float(high)


def ratio(values: Array, weights: Array, axis: int = -1) -> Array:
    """Averages: sums of values over sums of weights, not finite where there is no weight."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(values.sum(axis=axis) / weights.sum(axis=axis))


def sums(terms: Sequence[WeightedTerm]) -> tuple[Array, Array]:
    """Values and weights as arrays."""
    array = np.array(terms, dtype=np.float64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
