"""Weighted terms, value and weight per task: every average is the sum of values over the sum of weights. Confidence
intervals over tasks; methods and sources: `docs/design/statistics.md`."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, fsum, inf
from statistics import NormalDist
from typing import Literal, TypedDict

import msgspec
import numpy as np
import numpy.typing as npt

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.verdicts import STUB_BASELINES, CandidateVerdict, Outcome, Soundness
from classeval_hf.metrics.samples import Sample

DEFAULT_KS = (1, 3, 5)  # the k that the ClassEval paper reports (section 4.4)
Array = npt.NDArray[np.float64]
Statistic = Callable[..., Array]  # takes arrays with an entry per task, and the `axis` of the tasks
MIN_UNITS = 5  # with fewer tasks, or projects, there is no interval: they show too little about others
_ADDED_TASKS = (1, 5)
"""Tasks, each right or wrong as a whole, that are added for the estimate of the variance: one where half the tasks are
right, and up to five more at the ends, where few tasks are right, or wrong, and an estimate is often too small."""
_UNEVEN = 4 / 3  # where all tasks are right, or wrong, they count in full if they weigh no less evenly than this
_SEEN_WITHIN = 3.5  # how fast fewer are added as more variance shows within classes: `benchmarks/interval_coverage.py`
_EXACT = 1e-9  # sums of the same numbers in another order differ by less
_LEAST_P = 1e-300  # a smaller p-value has no quantile
_MAX_RESAMPLES = 10_000_000  # more take hours, and change no figure that is shown
_NUMBERS_AT_ONCE = 2_000_000  # tasks times resamples that are held in memory


def pass_at_k(n: int, c: int, k: int) -> float:
    """
    Probability that at least one of k samples, drawn without replacement from n of which c are correct, is correct.

    Args:
        n (`int`): number of samples, at least `k`.
        c (`int`): number of correct ones, from 0 to `n`.
        k (`int`): number drawn, at least 1.

    Returns:
        `float`: `1 - C(n - c, k) / C(n, k)`, from 0 to 1, exact up to the rounding of one division.

    Raises:
        `ValueError`: if `1 <= k <= n` or `0 <= c <= n` does not hold.

    Example:
        >>> pass_at_k(n=5, c=1, k=3)
        0.6
    """
    if not 1 <= k <= n:
        raise ValueError(f"pass@{k} needs k of at least 1 and as many samples, but n is {n}.")
    if not 0 <= c <= n:
        raise ValueError(f"The number of correct samples must lie between 0 and n={n}, but is {c}.")
    total = comb(n, k)
    return (total - comb(n - c, k)) / total


Judged = Mapping[str, Sequence[CandidateVerdict]]  # per task id, the verdicts on its samples
DROP = "_drop"  # follows the name of a further suite in the name of a drop: `class_pass_plus_drop@1`
WeightedTerm = tuple[float, float]  # a task's term in an average: a sum of values, and its weight
WeightedTerms = Mapping[str, WeightedTerm]  # the terms of an average, by task id


def average(terms: WeightedTerms, task_ids: Collection[str] | None = None) -> float | None:
    """The average over tasks, by default all; `None` if the sum of weights is 0."""
    chosen = [term for task_id, term in terms.items() if task_ids is None or task_id in task_ids]
    weight = fsum(weight for _, weight in chosen)
    return fsum(value for value, _ in chosen) / weight if weight else None


def pass_at_k_term(samples: int, correct: Sequence[int], k: int) -> WeightedTerm:
    """The sum of a task's estimates, and their number; both are 0 with fewer samples than k."""
    known = correct if samples >= k else ()
    return fsum(pass_at_k(samples, count, k) for count in known), float(len(known))


def passed_fraction(*verdicts: CandidateVerdict) -> float:
    """Fraction of the test cases of all suites together that pass; 0 without any test case."""
    test_classes = [item for verdict in verdicts for item in verdict.test_classes]
    tests = sum(len(item.cases) for item in test_classes)
    return sum(item.count(Outcome.PASS) for item in test_classes) / tests if tests else 0.0


def recall_at_k(recalls: Sequence[float], k: int) -> float:
    """The best recall among k samples, in expectation over all choices of k from those given (DevEval, eq. 2)."""
    if not 1 <= k <= len(recalls):
        raise ValueError(f"Recall@{k} needs k of at least 1 and k samples, but there are {len(recalls)}.")
    total = comb(len(recalls), k)
    return fsum(comb(index, k - 1) / total * recall for index, recall in enumerate(sorted(recalls)))


STUB_METRICS = tuple(f"test_rate_{stub}" for stub in STUB_BASELINES)
"""Names of the averages that are stub baselines: they depend on tasks and environment, not on the run."""


def by_project(projects: Mapping[str, str], terms: WeightedTerms) -> WeightedTerms:
    """The terms by project, since tasks of one are alike and intervals resample projects; by task for one project."""
    if len({projects.get(task) for task in terms}) < 2:
        return terms
    summed: dict[str, WeightedTerm] = {}
    for task, (value, weight) in terms.items():
        known = summed.get(projects[task], (0.0, 0.0))
        summed[projects[task]] = known[0] + value, known[1] + weight
    return summed


_NO_EXCEPTION = {Outcome.TIMEOUT: "timeout", Outcome.SKIPPED: "skipped"}
_NO_REPORT = "no report"
_NOT_ERRORS = frozenset(("AssertionError", _NO_REPORT, *_NO_EXCEPTION.values()))
GroupKind = Literal[
    "method_pass_by_dependencies", "class_pass_by_topic", "class_pass_by_difficulty", "class_pass_by_length"
]


class GroupShare(TypedDict, total=False):
    """The samples of a group that pass, and how many methods and tasks it has."""

    share: float
    interval: list[float]  # of the share, over the tasks; only where there are five or more
    passed: int
    samples: int
    methods: int
    tasks: int


class ErrorAnalysis(TypedDict, total=False):
    """Failed tests by exception, as shares and counts; shares of samples that pass, by kind of group and group."""

    error_distribution: dict[str, float]
    failure_counts: dict[str, int]
    method_pass_by_dependencies: dict[str, GroupShare]
    class_pass_by_topic: dict[str, GroupShare]
    class_pass_by_difficulty: dict[str, GroupShare]
    class_pass_by_length: dict[str, GroupShare]


def failure_analysis(judged: Judged) -> ErrorAnalysis:
    """Failed test cases by type of exception, most frequent first; or `"timeout"`, `"skipped"`, `"no report"`. And
    the share of each type of exception (Figure 9); failed assertions do not count as exceptions."""
    found = Counter(
        _NO_EXCEPTION.get(case.outcome) or case.error_type or test_class.error_type or _NO_REPORT
        for verdicts in judged.values()
        for verdict in verdicts
        for test_class in verdict.test_classes
        for case in test_class.cases
        if case.outcome is not Outcome.PASS
    )
    counts = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
    errors = {name: count for name, count in counts.items() if name not in _NOT_ERRORS}
    shares = {name: count / sum(errors.values()) for name, count in errors.items()}
    return {"error_distribution": shares, "failure_counts": counts}


JudgedSamples = Mapping[str, Sequence[Sample]]  # per task id
SOUND = "_sound"  # ends the names of averages over the tasks whose reference passes


@dataclass(frozen=True)
class SplitTerms:
    """The terms that a family of tasks computes for one split."""

    averages: dict[str, WeightedTerms]  # in the order in which they are shown; over sound tasks, as `NAME_sound`
    ceilings: dict[str, WeightedTerms]  # the averages of references that are read as samples
    analysis: ErrorAnalysis = field(default_factory=ErrorAnalysis)  # where samples fail, besides counts of failures


def further_suites(tasks: Sequence[Task], judged: JudgedSamples) -> list[str]:
    """The test suites other than `base` that samples of these tasks were judged by, in order."""
    suites = dict.fromkeys(suite for task in tasks for item in judged[task.task_id] for suite in item.verdicts)
    return [suite for suite in suites if suite != BASE]


def verdicts_of(tasks: Sequence[Task], judged: JudgedSamples) -> dict[str, list[CandidateVerdict]]:
    return {
        task.task_id: [item.verdict for item in judged[task.task_id] if isinstance(item.verdict, CandidateVerdict)]
        for task in tasks
    }


def over_sound_tasks(
    averages: Mapping[str, WeightedTerms], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    """The averages over the tasks whose reference passes, if some references pass and some do not."""
    averages_of_sound: dict[str, WeightedTerms] = {}
    for name, terms in averages.items():
        sound = {task: term for task, term in terms.items() if task in soundness and soundness[task].is_sound}
        if 0 < len(sound) < len(terms):
            averages_of_sound[f"{name}{SOUND}"] = sound
    return averages_of_sound


class IntervalMethod(msgspec.Struct, frozen=True):
    level: float
    method: str = ""
    resamples: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Resampling:
    """
    How intervals and p-values are computed.

    Args:
        level (`float`, defaults to `0.95`): coverage of the intervals, between 0 and 1.
        resamples (`int`, defaults to `9999`): number of resamples.
        seed (`int`, defaults to `0`): seed of the resampling. The same seed gives the same figures.

    Raises:
        `ValueError`: if the level is not between 0 and 1, or the number of resamples is not from 1 to 10,000,000.
    """

    level: float = 0.95
    resamples: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise UserError(f"The level of a confidence interval must lie between 0 and 1, but is {self.level}.")
        if not 1 <= self.resamples <= _MAX_RESAMPLES:
            raise UserError(f"The number of resamples must be from 1 to {_MAX_RESAMPLES:,}, but is {self.resamples}.")
        if self.seed < 0:
            raise UserError(f"The seed of the resampling must not be negative, but is {self.seed}.")

    def method(self, units: str = "tasks") -> IntervalMethod:
        """How intervals over tasks, or projects, are computed with these settings."""
        method = f"Agresti-Coull with an effective number of {units}; counts: BCa bootstrap over {units}"
        return IntervalMethod(self.level, method, self.resamples, self.seed)

    def ends(self) -> tuple[float, float]:
        """Shares of the resamples below the ends of an interval by percentiles."""
        return (1 - self.level) / 2, 1 - (1 - self.level) / 2


def batches_of(count: int, tasks: int) -> Iterator[range]:
    """The numbers of a count of resamples, as many at once as are held in memory for a number of tasks."""
    size = max(1, _NUMBERS_AT_ONCE // max(tasks, 1))
    for start in range(0, count, size):
        yield range(start, min(start + size, count))


def average_interval(terms: WeightedTerms, resampling: Resampling) -> tuple[float, float] | None:
    values, weights = sums([term for term in terms.values() if any(term)])
    if np.count_nonzero(weights) < MIN_UNITS:
        return None
    if _are_shares(values, weights):
        low, high = share_interval(values, weights, resampling.level)
        return float(low), float(high)
    ends = bootstrap_interval((values, weights), ratio, resampling)
    return ends if ends[1] - ends[0] > _EXACT else None  # tasks that are all alike show nothing about others


def share_interval(values: Array, weights: Array, level: float, counts_units: bool = True) -> tuple[Array, Array]:
    """Interval of an average of shares; `counts_units`: weights are numbers of methods, values how many are right."""
    # The larger of two estimates: by linearisation, which the few heaviest tasks decide, and for independent weights.
    total = weights.sum(axis=-1)
    share: Array = np.clip(values.sum(axis=-1) / total, 0.0, 1.0)
    tasks: Array = total**2 / (weights**2).sum(axis=-1)
    residuals = values - share[..., None] * weights
    size = np.count_nonzero(weights, axis=-1)
    linear = (residuals**2).sum(axis=-1) / total**2 * size / (size - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = np.where(weights > 0, residuals**2 / weights, 0.0).sum(axis=-1)
    even = squares / total / np.maximum(tasks - 1, 1.0)  # `tasks`: as how many equal ones they count (Kish 1965)
    variance: Array = np.maximum(linear, even)
    alike = (share < _EXACT) | (share > 1 - _EXACT)
    added = _ADDED_TASKS[0] + _ADDED_TASKS[1] * (1 - 2 * share) ** 2
    count = np.minimum(np.count_nonzero(weights, axis=-1), _UNEVEN * tasks)

    def number(added: Array) -> Array:
        shrunk = (tasks * variance + added * share * (1 - share) / tasks) / (tasks + added)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(alike, count, share * (1 - share) / shrunk)

    effective = number(added)
    if counts_units:
        most = np.maximum(effective, weights.sum(axis=-1))
        # From 0 to 1, how much of the variance shows within classes, so that fewer tasks are added.
        rarer = np.where(share[..., None] <= 0.5, values, weights - values)
        with_rarer = np.maximum((rarer > _EXACT).sum(axis=-1), 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            within = np.where(weights > 0, values * (weights - values) / weights, 0.0).sum(axis=-1) / total
            part = np.nan_to_num(within / (share * (1 - share)))
        several = 1 - 1 / np.maximum(total / size, 1.0)
        seen = np.clip(_SEEN_WITHIN * part * (1 - 1 / with_rarer) ** 2 * (tasks / size) * several, 0.0, 1.0)
        effective = np.minimum(number(added * (1 - seen)), most)
    z = NormalDist().inv_cdf((1 + level) / 2)
    centre = (share * effective + z**2 / 2) / (effective + z**2)
    half = z * np.sqrt(centre * (1 - centre) / (effective + z**2))
    exact = ((1 - level) / 2) ** (1 / count)
    low = np.where(alike, np.where(share > 0.5, exact, 0.0), np.maximum(centre - half, 0.0))
    high = np.where(alike, np.where(share > 0.5, 1.0, 1 - exact), np.minimum(centre + half, 1.0))
    return low, high


def difference_interval(
    values: Sequence[Array], weights: Sequence[Array], resampling: Resampling, difference: float, p_value: float
) -> tuple[float, float] | tuple[None, None]:
    """Interval of the difference of two averages, which contains 0 unless the p-value is below 1 - level."""
    if len(values[0]) < MIN_UNITS:
        return None, None
    level, alike = resampling.level, np.allclose(weights[0], weights[1], rtol=0, atol=_EXACT)
    if alike and all(map(_are_shares, values, weights)):
        low, high = map(float, paired_interval(values[0] - values[1], weights[0], level))
    else:
        low, high = bootstrap_interval(
            (values[0], weights[0], values[1], weights[1]),
            lambda *of, axis: ratio(of[0], of[1], axis) - ratio(of[2], of[3], axis),
            resampling,
            "percentile",
        )
        if high - low <= _EXACT:
            return None, None
    if p_value >= round(1 - level, 12):
        return min(low, 0.0), max(high, 0.0)
    # The end next to 0 of the test-based interval (Miettinen 1976), where the interval would reach further.
    normal = NormalDist()
    end = difference * (1 + normal.inv_cdf((1 + level) / 2) / normal.inv_cdf(max(p_value / 2, _LEAST_P)))
    return (max(low, end), high) if difference > 0 else (low, min(high, end))


def paired_interval(differences: Array, weights: Array, level: float) -> tuple[Array, Array]:
    """Confidence interval of an average difference, from the two shares by which either run is better."""
    sides = [np.maximum(differences, 0.0), np.maximum(-differences, 0.0)]
    shares = [ratio(side, weights) for side in sides]
    (low_1, high_1), (low_2, high_2) = (share_interval(side, weights, level, False) for side in sides)
    # A side without any difference may have some on other tasks, as large as the largest of the other side.
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(weights > 0, np.abs(differences) / weights, 0.0).max(axis=-1)
    high_1 = np.where((shares[0] < _EXACT) & (shares[1] >= _EXACT), reach * high_1, high_1)
    high_2 = np.where((shares[1] < _EXACT) & (shares[0] >= _EXACT), reach * high_2, high_2)
    residuals = [side - ratio(side, weights)[..., None] * weights for side in sides]
    spread = np.sqrt((residuals[0] ** 2).sum(axis=-1) * (residuals[1] ** 2).sum(axis=-1))
    with np.errstate(divide="ignore", invalid="ignore"):
        variances = (residuals[0] * residuals[1]).sum(axis=-1) / spread
    correlation = np.where(spread > 0, np.minimum(variances, 0.0), 0.0)
    difference = shares[0] - shares[1]
    down_1, up_1, down_2, up_2 = shares[0] - low_1, high_1 - shares[0], shares[1] - low_2, high_2 - shares[1]
    below = np.sqrt(down_1**2 + up_2**2 - 2 * correlation * down_1 * up_2)
    above = np.sqrt(up_1**2 + down_2**2 - 2 * correlation * up_1 * down_2)
    return np.maximum(difference - below, -1.0), np.minimum(difference + above, 1.0)


def _are_shares(values: Array, weights: Array) -> bool:
    return bool((values >= -_EXACT).all() and (values <= weights + _EXACT).all())


def bootstrap_interval(
    data: Sequence[Array], statistic: Statistic, resampling: Resampling, method: str = "BCa"
) -> tuple[float, float]:
    """Bootstrap interval of a statistic of arrays whose entries belong together, one per task."""
    shares, tasks, generator = resampling.ends(), len(data[0]), np.random.default_rng(resampling.seed)
    values = []
    with np.errstate(divide="ignore", invalid="ignore"):  # resamples may have no weight
        for numbers in batches_of(resampling.resamples, tasks):
            drawn = generator.integers(0, tasks, (len(numbers), tasks))
            values.append(statistic(*(array[drawn] for array in data), axis=-1))
        resampled = np.concatenate(values)
        if method == "BCa":  # percentiles by Efron and Tibshirani 1993, section 14.3, where they are defined
            observed = statistic(*data, axis=-1)
            below = float((np.mean(resampled < observed) + np.mean(resampled <= observed)) / 2)
            others, values = np.arange(tasks - 1), []
            for numbers in batches_of(tasks, tasks):
                omitted = np.array(numbers)[:, None]
                kept = others + (others >= omitted)
                values.append(statistic(*(array[kept] for array in data), axis=-1))
            left_out = np.concatenate(values)
            influence = left_out.mean() - left_out
            spread, normal = float((influence**2).sum()), NormalDist()
            if 0 < below < 1 and 0 < spread < inf:
                acceleration, bias = float((influence**3).sum()) / (6 * spread**1.5), normal.inv_cdf(below)
                low, high = (bias + normal.inv_cdf(share) for share in shares)
                if acceleration * low != 1 and acceleration * high != 1:
                    low, high = (normal.cdf(bias + z / (1 - acceleration * z)) for z in (low, high))
                    shares = low, high
    finite = np.isfinite(resampled)
    low, high = np.quantile(resampled[finite], shares if finite.all() else resampling.ends())
    return float(low), float(high)


def ratio(values: Array, weights: Array, axis: int = -1) -> Array:
    """Averages: sums of values over sums of weights, not finite where there is no weight."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(values.sum(axis=axis) / weights.sum(axis=axis))


def sums(terms: Sequence[WeightedTerm]) -> tuple[Array, Array]:
    array = np.array(terms, dtype=np.float64).reshape(-1, 2)
    return array[:, 0], array[:, 1]
