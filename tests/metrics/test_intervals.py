"""Intervals: that they cover what they should as often as they should, and what happens at the edges."""

from itertools import product

import numpy as np
import pytest
from benchmark_modules import from_benchmarks
from scipy import stats
from slow_and_full import one_in, slow

from classeval_hf.metrics import averages
from classeval_hf.metrics.averages import Array, Resampling, ratio

FAST = Resampling(0.9, resamples=299)


def named(values: list[tuple[float, float]]) -> averages.WeightedTerms:
    return {str(index): term for index, term in enumerate(values)}


def interval(values: list[tuple[float, float]], resampling: Resampling = FAST) -> tuple[float, float]:
    found = averages.average_interval(named(values), resampling)
    assert found is not None
    return found


KINDS = ("classes", "methods", "dependencies")


def draw_weights(kind: str, shape: tuple[int, int], generator: np.random.Generator) -> Array:
    if kind == "classes":
        return np.ones(shape)
    if kind == "methods":
        return generator.integers(1, 9, shape).astype(float)
    return generator.negative_binomial(1, 0.12, shape) + (np.arange(shape[1]) == 0.0)


@pytest.mark.parametrize(
    ("tasks", "samples", "kind"),
    [*one_in(5, product([14, 20, 100], [1, 5], KINDS)), *map(slow, product([1000], [1, 5], KINDS))],
)
def test_coverage(tasks: int, samples: int, kind: str) -> None:
    """
    Nominal 95% intervals cover the known average in at least 93%, at both ends too, where a bootstrap does in 7%; with
    a standard error of 0.6%. `benchmarks/interval_coverage.py` has more worlds.
    """
    generator = np.random.default_rng(11)
    shape = (1500, tasks)
    for share in (0.005, 0.03, 0.1, 0.3, 0.5, 0.9, 0.97, 0.995):
        chance = generator.beta(share, 1 - share, shape)  # two samples of a task are correlated by a half
        weights = draw_weights(kind, shape, generator)
        values = generator.binomial(samples * weights.astype(int), chance) / samples
        low, high = averages.share_interval(values, weights, 0.95)
        assert np.mean((low <= share) & (share <= high)) >= 0.93 - 0.012, (share, tasks)


@pytest.mark.parametrize(
    ("kind", "tasks", "samples", "alike"),
    [("method", 14, 1, 0.2), slow(("class", 20, 5, 0.2)), slow(("class", 100, 1, 0.5))],
)
def test_width(kind: str, tasks: int, samples: int, alike: float) -> None:
    """In the worlds where ours is widest, at most 1.15 times as wide as the narrowest of the others that covers."""
    benchmark = from_benchmarks("interval_coverage")
    names = tuple(name for name in benchmark.INTERVALS if name != "BCa")  # which takes long, and covers nowhere here
    found = benchmark.measure(benchmark.World(kind, tasks, samples, alike), 2000, names, 0)
    ours = found.pop(benchmark.OURS)
    assert min(ours[0]) >= benchmark.WANTED
    widths = [np.mean(widths) for coverage, widths in found.values() if min(coverage) >= benchmark.WANTED]
    assert widths, "another covers too"
    assert np.mean(ours[1]) <= 1.15 * min(widths)


@pytest.mark.parametrize(
    ("tasks", "samples", "kind"),
    [*one_in(5, product([14, 100], [1, 5], KINDS)), *map(slow, product([1000], [1, 5], KINDS))],
)
def test_coverage_of_differences(tasks: int, samples: int, kind: str) -> None:
    generator = np.random.default_rng(12)
    shape = (1500, tasks)
    for share in (0.005, 0.01, 0.05, 0.2, 0.5, 0.95, 0.995):
        weights = draw_weights(kind, shape, generator)
        for factor in (1.0, 0.5):
            chance = generator.beta(share, 1 - share, shape)
            counts = samples * weights.astype(int)
            runs = [generator.binomial(counts, chance * part) / samples for part in (1.0, factor)]
            truth = share * (1 - factor)
            low, high = averages.paired_interval(runs[0] - runs[1], weights, 0.95)
            assert np.mean((low <= truth) & (truth <= high)) >= 0.93 - 0.012, (share, factor)


def test_ends_by_hand() -> None:
    """All right: at least so many others are that all of 100 would be in 2.5% of the cases. All wrong, likewise."""
    for right, expected in ((1.0, (0.025**0.01, 1.0)), (0.0, (0.0, 1 - 0.025**0.01))):
        assert interval([(right, 1.0)] * 100, Resampling()) == pytest.approx(expected)
    low, high = interval([(1.0, 1.0)] * 99 + [(0.0, 1.0)], Resampling())
    assert low < 0.99 < high <= 1


def test_the_seed_and_the_level_decide() -> None:
    """The seed of a count, which may be above 1; what lies between 0 and 1 needs no resamples."""
    data = [(float(value), 1.0) for value in np.random.default_rng(2).random(30)]
    counts = [(2 * value, weight) for value, weight in data]
    first, again, other = (interval(counts, Resampling(seed=seed)) for seed in (1, 1, 2))
    assert first == again != other
    found = [interval(data, Resampling(level)) for level in (0.5, 0.9, 0.99)]
    widths = [high - low for low, high in found]
    assert 0 < widths[0] < widths[1] < widths[2]
    mean = averages.average(named(data))
    assert mean is not None and all(low < mean < high for low, high in found)


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
                n_resamples=resampling.resamples,
                confidence_level=resampling.level,
                random_state=np.random.default_rng(resampling.seed),
                **{"paired": True, "vectorized": True, "method": method},
            )
        ends = np.array(found.confidence_interval)
        if not np.isfinite(ends).all():
            undefined += 1
            drawn = found.bootstrap_distribution
            ends = np.quantile(drawn[np.isfinite(drawn)], resampling.ends())
        ours = averages.bootstrap_interval((values, weights), ratio, resampling, method)
        assert ours == pytest.approx(ends, rel=0, abs=1e-12), (case, tasks)
    assert 0 < undefined < 20


@pytest.mark.parametrize("method", ["BCa", "percentile"])
# Not of objects of other tests that are collected while this one runs.
@pytest.mark.filterwarnings("error", "ignore::ResourceWarning")
def test_resamples_without_weight_warn_of_nothing(method: str) -> None:
    """Also where what is left without a task has no weight, or that of a difference is infinite on both sides."""
    values, weights = np.array([3.0, 1.0, 0.0]), np.array([0.0, 2.0, 0.0])

    def difference(*data: np.ndarray, axis: int) -> np.ndarray:
        return ratio(data[0], data[1], axis) - 2 * ratio(data[0], data[1], axis)

    low, high = averages.bootstrap_interval((values, weights), difference, FAST, method)
    assert -3.5 <= low <= high <= -0.5


def test_many_tasks_are_resampled_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (np.random.default_rng(2).random(30), np.ones(30))
    whole = averages.bootstrap_interval(data, ratio, FAST)
    monkeypatch.setattr("classeval_hf.metrics.averages._NUMBERS_AT_ONCE", 7 * 30)
    assert averages.bootstrap_interval(data, ratio, FAST) == pytest.approx(whole, rel=1e-12)


def test_tasks_that_do_not_differ() -> None:
    """An interval has a width all the same, by how many tasks there are; one that is heavy counts for fewer."""
    low, high = interval([(1.0, 2.0)] * 6)
    assert low < 0.5 < high
    even, heavy = interval([(1.0, 1.0)] * 6), interval([(1.0, 1.0)] * 5 + [(9.0, 9.0)])
    assert heavy[0] < even[0] < even[1] == heavy[1] == 1
    assert averages.average_interval(named([(3.0, 2.0)] * 20), FAST) is None, (
        "counts, of which a bootstrap says nothing"
    )
    uneven = np.array([0.1, 0.1, 0.1, 0.2, 0.2, 0.3])
    for values, weights in (([np.full(6, 0.4)] * 2, [np.full(6, 1 / 6)] * 2), ([uneven, uneven[::-1]],) * 2):
        found = averages.difference_interval(values, weights, FAST, 0.0, 1.0)
        assert found == (None, None), "counts, and runs that weigh tasks otherwise"


def test_few_tasks_and_tasks_without_weight() -> None:
    assert averages.average_interval({}, FAST) is None
    assert averages.average_interval(named([(1.0, 1.0)] * 4 + [(0.0, 0.0)]), FAST) is None
    for values in ([1.0] * 5, [0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0, 1.0], [1e-9, 1.0, 1.0, 1.0, 1.0]):
        low, high = interval([(value, 1.0) for value in values])
        assert 0 <= low <= high <= 1
    # Those without weight add nothing, unless they have a value: dependencies that the reference does not have.
    data = [(1.0, 2.0), (0.0, 2.0), (2.0, 2.0), (1.0, 2.0), (1.0, 1.0)]
    assert interval([*data, (0.0, 0.0)]) == interval(data)
    with_value = interval([*data, (9.0, 0.0)])
    assert np.isfinite(with_value).all() and with_value[1] > 1


def test_settings_that_make_no_sense() -> None:
    for name, value, message in (
        ("level", 0, "between 0 and 1, but is 0"),
        ("level", 95, "but is 95"),
        ("resamples", 0, "from 1 to 10,000,000, but is 0"),
    ):
        with pytest.raises(ValueError, match=message):
            Resampling(**{name: value})  # type: ignore[arg-type]


def test_methods_that_differ_within_classes_count_as_several() -> None:
    """Of five methods of 14 classes, each right by its own chance, the interval is near that of 70 methods."""
    draws, generator = 2000, np.random.default_rng(7)
    weights = np.full((draws, 14), 5.0)
    apart = generator.binomial(5, 0.3, (draws, 14)).astype(np.float64)
    # By the same number of right methods in whole classes it is wider, as for weights that count nothing.
    together = 5.0 * generator.binomial(1, 0.3, (draws, 14))
    widths = []
    for values, counts_units in ((apart, True), (together, True), (apart, False)):
        low, high = averages.share_interval(values, weights, 0.95, counts_units=counts_units)
        assert np.mean((low <= 0.3) & (high >= 0.3)) >= 0.93
        widths.append(float(np.mean(high - low)))
    assert widths[0] < 1.2 * 2 * 1.96 * np.sqrt(0.3 * 0.7 / 70)
    assert widths[1] > 1.7 * widths[0] and widths[2] > widths[0]
