"""Intervals: that they cover what they should as often as they should, and what happens at the edges."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from classeval_hf.metrics.averages import WeightedTerms, average
from classeval_hf.metrics.intervals import Resampling, average_interval, bootstrap_interval, ratio

FAST = Resampling(0.9, resamples=299)


def named(values: list[tuple[float, float]]) -> WeightedTerms:
    return {str(index): term for index, term in enumerate(values)}


@pytest.mark.parametrize("methods", [1, 6], ids=["classes", "methods"])
def test_coverage(methods: int) -> None:
    """
    Of benchmarks drawn from a world whose average is known, 90% intervals cover it in 90% of the cases, with a
    standard error of 1.3%. With samples or methods as the units it would be 72% and 44%.
    """
    generator = np.random.default_rng(11)
    draws, tasks, samples = 500, 100, 5
    covered = 0
    for _ in range(draws):
        chance = generator.beta(0.6, 1.4, tasks)  # mean .3, tasks very different from each other
        weights = generator.integers(1, methods + 1, tasks)
        passed = generator.binomial(samples * weights, chance) / samples
        interval = average_interval(named(list(zip(passed, weights.astype(float), strict=True))), FAST)
        assert interval is not None
        covered += interval[0] <= 0.3 <= interval[1]
    assert 0.85 <= covered / draws <= 0.95


def test_the_seed_decides() -> None:
    data = named([(float(value), 1.0) for value in np.random.default_rng(2).random(30)])
    first = average_interval(data, Resampling(seed=1))
    assert first == average_interval(data, Resampling(seed=1))
    assert first != average_interval(data, Resampling(seed=2))


@pytest.mark.filterwarnings("ignore:.*BCa confidence interval cannot be calculated")
@pytest.mark.parametrize("method", ["BCa", "percentile"])
def test_the_figures_are_those_of_scipy(method: str) -> None:
    """With the same seed, to the last digits; where scipy has none, by percentiles of the resamples that have one."""
    generator = np.random.default_rng(7)
    undefined = 0
    for case in range(80):
        tasks = int(generator.integers(2, 60 if case % 4 else 6))
        weights = generator.integers(case % 2, 6, tasks).astype(float) + (np.arange(tasks) < 1)
        values = generator.binomial(weights.astype(int), generator.beta(0.6, 1.4, tasks)).astype(float)
        resampling = Resampling(float(generator.choice([0.5, 0.9, 0.95])), int(generator.choice([99, 999])), case)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = stats.bootstrap(
                (values, weights),
                ratio,
                paired=True,
                vectorized=True,
                method=method,
                confidence_level=resampling.level,
                n_resamples=resampling.resamples,
                random_state=resampling.generator(),
            )
        ends = np.array(found.confidence_interval)
        if not np.isfinite(ends).all():
            undefined += 1
            drawn = found.bootstrap_distribution
            ends = np.quantile(drawn[np.isfinite(drawn)], resampling.ends())
        ours = bootstrap_interval((values, weights), ratio, resampling, method)
        assert ours == pytest.approx(ends, rel=0, abs=1e-12), (case, tasks)
    assert 0 < undefined < 20


@pytest.mark.parametrize("method", ["BCa", "percentile"])
@pytest.mark.filterwarnings("error")
def test_resamples_without_weight_warn_of_nothing(method: str) -> None:
    """Also where what is left without a task has no weight, or that of a difference is infinite on both sides."""
    values, weights = np.array([3.0, 1.0, 0.0]), np.array([0.0, 2.0, 0.0])

    def difference(*data: np.ndarray, axis: int) -> np.ndarray:
        return ratio(data[0], data[1], axis) - 2 * ratio(data[0], data[1], axis)

    low, high = bootstrap_interval((values, weights), difference, FAST, method)
    assert -3.5 <= low <= high <= -0.5


def test_many_tasks_are_resampled_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held in memory at a time changes no figure."""
    values = np.random.default_rng(2).random(30)
    data = (values, np.ones(30))
    whole = bootstrap_interval(data, ratio, FAST)
    monkeypatch.setattr("classeval_hf.metrics.intervals._NUMBERS_AT_ONCE", 7 * 30)
    assert bootstrap_interval(data, ratio, FAST) == pytest.approx(whole, rel=1e-12)


def test_a_higher_level_is_wider() -> None:
    data = named([(float(value), 1.0) for value in np.random.default_rng(2).random(30)])
    intervals = [average_interval(data, Resampling(level)) for level in (0.5, 0.9, 0.99)]
    widths = [high - low for low, high in (interval or (0.0, 0.0) for interval in intervals)]
    assert 0 < widths[0] < widths[1] < widths[2]
    mean = average(data)
    assert mean is not None
    assert all(low < mean < high for low, high in (interval or (1, 0) for interval in intervals))


def test_tasks_that_do_not_differ() -> None:
    assert average_interval(named([(1.0, 1.0)] * 5), FAST) == (1.0, 1.0)
    assert average_interval(named([(1.0, 2.0), (2.0, 4.0)]), FAST) == (0.5, 0.5)


def test_too_few_tasks() -> None:
    assert average_interval({}, FAST) is None
    assert average_interval(named([(0.5, 1.0), (0.0, 0.0)]), FAST) is None


def test_tasks_without_weight() -> None:
    """They add nothing, unless they have a value: dependencies that the reference does not have."""
    data = [(1.0, 2.0), (0.0, 2.0), (2.0, 2.0)]
    assert average_interval(named([*data, (0.0, 0.0)]), FAST) == average_interval(named(data), FAST)
    with_value = average_interval(named([*data, (3.0, 0.0)]), FAST)
    assert with_value is not None
    assert np.isfinite(with_value).all()
    assert with_value[1] > 1


def test_few_tasks_give_finite_ends() -> None:
    for values in ([0.0, 1.0], [0.0, 0.0, 1.0], [1e-9, 1.0, 1.0]):
        interval = average_interval(named([(value, 1.0) for value in values]), FAST)
        assert interval is not None
        assert 0 <= interval[0] <= interval[1] <= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"level": 0}, "between 0 and 1, but is 0"), ({"level": 95}, "but is 95"), ({"resamples": 0}, "at least 1")],
)
def test_settings_that_make_no_sense(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Resampling(**arguments)  # type: ignore[arg-type]
