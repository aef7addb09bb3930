"""p-values of a difference between two runs, by exchanging their results on tasks: how often it is then as far from
zero. Counted over all ways where differences are multiples of a step or few tasks differ, else over random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from classeval_hf.metrics.intervals import Array, Resampling, ratio

_EXACT = 1e-9  # numbers that differ by less are the same: sums in another order differ in the last digits
_MAX_DENOMINATOR = 1000
_MAX_WORK = 30_000_000  # steps times tasks that are counted


def exchange_p_value(values: Sequence[Array], weights: Sequence[Array], resampling: Resampling) -> tuple[float, bool]:
    """The p-value of the difference of two averages over the same tasks, and whether it is exact; weights sum to 1."""
    moved = [side[0] - side[1] for side in (values, weights)]
    differing = np.flatnonzero((np.abs(moved[0]) > _EXACT) | (np.abs(moved[1]) > _EXACT))
    if not len(differing):
        return 1.0, True
    if not (np.abs(moved[1]) > _EXACT).any():
        steps = _in_steps(moved[0][differing])
        if steps is not None:
            return _counted(steps), True
    return _tried(values, weights, differing, resampling)


def _in_steps(differences: Array) -> list[int] | None:
    """Differences as multiples of one step; `None` if there is no step that makes all of them small numbers."""
    unit = float(np.abs(differences).min())
    fractions = [Fraction(float(item) / unit).limit_denominator(_MAX_DENOMINATOR) for item in differences]
    if any(
        abs(found - item / unit) > _EXACT * abs(item / unit)
        for found, item in zip(fractions, differences, strict=True)
    ):
        return None
    step = lcm(*(found.denominator for found in fractions))
    steps = [int(found * step) for found in fractions]
    return steps if sum(map(abs, steps)) * len(steps) <= _MAX_WORK else None


def _counted(steps: Sequence[int]) -> float:
    """How much of all ways to give each step either sign has a sum as far from zero as theirs."""
    sizes = [abs(step) for step in steps]
    share = np.ones(1)  # of the ways, by their sum from the least one on
    for size in sizes:
        wider = np.zeros(len(share) + 2 * size)
        wider[: len(share)] += share / 2
        wider[2 * size :] += share / 2
        share = wider
    sums = np.arange(len(share)) - sum(sizes)
    return float(min(1.0, share[np.abs(sums) >= abs(sum(steps))].sum()))


def _tried(
    values: Sequence[Array], weights: Sequence[Array], differing: npt.NDArray[np.intp], resampling: Resampling
) -> tuple[float, bool]:
    """By all exchanges of the tasks that differ, or random ones, of which the observed results count as one."""
    tasks = len(differing)
    observed = float(ratio(values[0], weights[0]) - ratio(values[1], weights[1]))
    moved = [(side[1] - side[0])[differing] for side in (values, weights)]
    exact = 2.0**tasks <= resampling.resamples
    below = above = total = 0
    for exchanged in _exchanges(tasks, exact, resampling):
        value, weight = exchanged @ moved[0], exchanged @ moved[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            first = (values[0].sum() + value) / (weights[0].sum() + weight)
            second = (values[1].sum() - value) / (weights[1].sum() - weight)
        below += int((first - second <= observed + _EXACT).sum())
        above += int((first - second >= observed - _EXACT).sum())
        total += len(exchanged)
    added = 0 if exact else 1
    return min(1.0, 2 * (min(below, above) + added) / (total + added)), exact


def _exchanges(tasks: int, exact: bool, resampling: Resampling) -> Iterator[Array]:
    """In each row, 1 for each task whose results are exchanged."""
    if exact:
        yield ((np.arange(2**tasks)[:, None] >> np.arange(tasks)) & 1).astype(np.float64)
        return
    generator = resampling.generator()
    for start in range(0, resampling.resamples, resampling.batch(tasks)):
        count = min(resampling.batch(tasks), resampling.resamples - start)
        yield generator.integers(0, 2, (count, tasks)).astype(np.float64)
