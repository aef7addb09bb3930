"""
How often confidence intervals cover the truth, and how wide they are.

Benchmarks are drawn from a world whose average is known: per task a chance of success from a beta distribution of that
mean, whose spread is given as the correlation of two samples of a task; per class, method or dependency the samples
that succeed. Each method's interval is computed, and it is counted how often it holds the average. Prints the values
of `interval_coverage.csv`, which `docs/design/statistics.md` sums up: `python benchmarks/interval_coverage.py`, in
some 25 minutes of one core.

8,000 benchmarks are drawn per world and average, and 4,100 of 1,000 tasks and for differences: the standard error of a
coverage near 93% is then below 0.3 and 0.4 points.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.metrics.averages import Array, paired_interval, ratio, share_interval

LEVEL = 0.95
WANTED = 0.93
"""What an interval must cover to be compared by its width."""

SHARES = (0.005, 0.01, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.995)
TASKS = (14, 20, 100, 1000)
METHODS = (1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10)
"""Numbers of methods of a class, about as those of ClassEval."""

FEWER = 4_100  # benchmarks of 1,000 tasks, and for differences
_RESAMPLES = 399
_RESAMPLED_ALIKE = 100  # benchmarks that have the same resamples, as one product of matrices

Ends = tuple[Array, Array]


@dataclass(frozen=True)
class World:
    """
    Where benchmarks are drawn from.

    Args:
        kind (`str`): `"class"`, `"method"` or `"DEP"`: what is averaged, and so the weights of tasks.
        tasks (`int`): tasks of a benchmark.
        samples (`int`): samples per task.
        alike (`float`): correlation of two samples of a task.
    """

    kind: str
    tasks: int
    samples: int
    alike: float

    def draw(self, share: float, draws: int, generator: np.random.Generator) -> Ends:
        """Values and weights of the tasks of some benchmarks, each a row."""
        chance = self.chances(share, draws, generator)
        return self.observe(chance, self.weights(chance.shape, generator), generator)

    def draw_pairs(
        self, share: float, draws: int, generator: np.random.Generator
    ) -> Iterator[tuple[float, Array, Array]]:
        """By how much a run is better than one that is right as often, half or a tenth, in truth and as observed."""
        chance = self.chances(share, draws, generator)
        weights = self.weights(chance.shape, generator)
        first = self.observe(chance, weights, generator)[0]
        for factor in (1.0, 0.5, 0.1):
            yield share * (1 - factor), first - self.observe(chance * factor, weights, generator)[0], weights

    def chances(self, share: float, draws: int, generator: np.random.Generator) -> Array:
        """Of success, per benchmark and task."""
        spread = 1 / self.alike - 1
        return generator.beta(share * spread, (1 - share) * spread, (draws, self.tasks))

    def weights(self, shape: tuple[int, ...], generator: np.random.Generator) -> Array:
        """What the tasks weigh: nothing, in some, for dependencies."""
        if self.kind == "class":
            return np.ones(shape)
        if self.kind == "method":
            return generator.choice(METHODS, shape).astype(np.float64)
        found = generator.negative_binomial(1, 0.12, shape).astype(np.float64)
        found[:, 0] += found.sum(axis=1) == 0
        return found

    def observe(self, chance: Array, weights: Array, generator: np.random.Generator) -> Ends:
        """Methods of a class succeed and fail together for the most part; dependencies each by itself."""
        if self.kind != "method" or self.samples == 1:
            return generator.binomial(self.samples * weights.astype(int), chance) / self.samples, weights
        blocks = range(0, len(chance), max(1, 100_000 // self.tasks))  # small enough for a core's cache
        parts = [slice(start, start + blocks.step) for start in blocks]
        return np.concatenate([self._methods(chance[part], weights[part], generator) for part in parts]), weights

    def _methods(self, chance: Array, weights: Array, generator: np.random.Generator) -> Array:
        """Each method has a chance of its own, from a beta distribution of weight 3: drawn as Polya's urn."""
        counts = weights.astype(int).ravel()
        before = np.repeat(3 * chance.ravel().astype(np.float32), counts)
        balls = before.copy()
        for drawn in range(self.samples):
            balls += generator.random(balls.shape, np.float32) * np.float32(3 + drawn) < balls
        values = np.add.reduceat(np.rint(balls - before), np.cumsum(counts) - counts).astype(np.float64) / self.samples
        return np.asarray(values.reshape(weights.shape))


def worlds() -> Iterator[World]:
    """Those of the table. One sample of a class is right or wrong, however alike others would be."""
    for kind in ("class", "method", "DEP"):
        for tasks in TASKS:
            for samples in (1, 5):
                for alike in (0.2, 0.7) if samples > 1 or kind != "class" else (0.5,):
                    yield World(kind, tasks, samples, alike)


def of_effective_number(ends: Callable[[Array, Array], Ends], widened: bool = True) -> Callable[[Array, Array], Ends]:
    """An interval of a share, by an effective number of tasks (Korn and Graubard 1998), and exact at 0 and 1."""

    def interval(values: Array, weights: Array) -> Ends:
        share = ratio(values, weights)
        count = np.count_nonzero(weights, axis=-1)
        residuals = values - share[:, None] * weights
        variance = (residuals**2).sum(axis=-1) / weights.sum(axis=-1) ** 2 * count / (count - 1)
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        factor = (z / stats.t.ppf((1 + LEVEL) / 2, count - 1)) ** 2 if widened else 1.0
        alike = (share < 1e-9) | (share > 1 - 1e-9)
        with np.errstate(divide="ignore", invalid="ignore"):
            number = np.where(alike, count, share * (1 - share) / variance * factor)
        low, high = ends(share, number)
        exact = ((1 - LEVEL) / 2) ** (1 / number)
        low = np.where(alike, np.where(share > 0.5, exact, 0.0), low)
        return low, np.where(alike, np.where(share > 0.5, 1.0, 1 - exact), high)

    return interval


def wilson(share: Array, number: Array) -> Ends:
    """Wilson 1927."""
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    centre = (share + z * z / 2 / number) / (1 + z * z / number)
    half = z / (1 + z * z / number) * np.sqrt(share * (1 - share) / number + z * z / 4 / number**2)
    return centre - half, centre + half


def jeffreys(share: Array, number: Array) -> Ends:
    """As modified by Brown, Cai and DasGupta 2001: a single success does not exclude 0."""
    right, wrong = share * number + 0.5, (1 - share) * number + 0.5
    low, high = (special.betaincinv(right, wrong, tail) for tail in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return np.where(right < 1.5001, 0.0, low), np.where(wrong < 1.5001, 1.0, high)


def exact(share: Array, number: Array) -> Ends:
    """Clopper and Pearson 1934, by an effective number that of Korn and Graubard."""
    right, wrong = np.maximum(share * number, 1e-9), np.maximum((1 - share) * number, 1e-9)
    tails = (1 - LEVEL) / 2, (1 + LEVEL) / 2
    return special.betaincinv(right, wrong + 1, tails[0]), special.betaincinv(right + 1, wrong, tails[1])


def student(values: Array, weights: Array) -> Ends:
    """By the variance alone."""
    share = ratio(values, weights)
    count = np.count_nonzero(weights, axis=-1)
    residuals = values - share[:, None] * weights
    error = np.sqrt((residuals**2).sum(axis=-1) * count / (count - 1)) / weights.sum(axis=-1)
    half = stats.t.ppf((1 + LEVEL) / 2, count - 1) * error
    return np.maximum(share - half, 0.0), np.minimum(share + half, 1.0)


def bootstrap(values: Array, weights: Array, corrected: bool) -> Ends:
    """By percentiles of a bootstrap over tasks, or BCa (Efron 1987); as `bootstrap_interval`, for many benchmarks."""
    tails, found = np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2]), []
    for start in range(0, len(values), _RESAMPLED_ALIKE):
        some = values[start : start + _RESAMPLED_ALIKE], weights[start : start + _RESAMPLED_ALIKE]
        times = _times_drawn(values.shape[1], start)
        with np.errstate(divide="ignore", invalid="ignore"):
            resampled = (some[0].astype(np.float32) @ times) / (some[1].astype(np.float32) @ times)
            shares = np.broadcast_to(tails, (len(resampled), 2))
            if corrected:
                moved = _corrected(*some, resampled, tails)
                shares = np.where(np.isfinite(moved).all(axis=1, keepdims=True), moved, shares)
        places = shares * (np.isfinite(resampled).sum(axis=1)[:, None] - 1)
        below = places.astype(int)
        in_order = np.sort(resampled, axis=1)
        low, high = (np.take_along_axis(in_order, place, 1) for place in (below, np.ceil(places).astype(int)))
        found.append(low + (high - low) * (places - below))
    ends = np.concatenate(found)
    return ends[:, 0], ends[:, 1]


@cache
def _times_drawn(tasks: int, seed: int) -> npt.NDArray[np.float32]:
    """How often each task, a row, is in each resample."""
    drawn = (
        np.random.default_rng(seed).integers(0, tasks, (_RESAMPLES, tasks)) + np.arange(_RESAMPLES)[:, None] * tasks
    )
    times = np.bincount(drawn.ravel(), minlength=_RESAMPLES * tasks).reshape(_RESAMPLES, tasks)
    return np.ascontiguousarray(times.T, np.float32)


def _corrected(values: Array, weights: Array, resampled: Array, tails: Array) -> Array:
    """Shares of the resamples below the ends of BCa intervals; not finite where undefined."""
    observed = ratio(values, weights)[:, None]
    below = (np.mean(resampled < observed - 1e-5, axis=1) + np.mean(resampled <= observed + 1e-5, axis=1)) / 2
    left_out = (values.sum(axis=1)[:, None] - values) / (weights.sum(axis=1)[:, None] - weights)
    influence = left_out.mean(axis=1)[:, None] - left_out
    acceleration = (influence**3).sum(axis=1) / (6 * (influence**2).sum(axis=1) ** 1.5)
    bias = special.ndtri(np.where(np.isfinite(resampled).all(axis=1), below, np.nan))[:, None]
    moved = bias + special.ndtri(tails)
    return np.asarray(special.ndtr(bias + moved / (1 - acceleration[:, None] * moved)))


def in_parts(interval: Callable[[Array, Array], Ends]) -> Callable[[Array, Array], Ends]:
    """The same, of some benchmarks at a time, whose numbers a core's cache holds."""

    def of_parts(values: Array, weights: Array) -> Ends:
        rows = max(1, 100_000 // values.shape[1])
        found = [
            interval(values[start : start + rows], weights[start : start + rows])
            for start in range(0, len(values), rows)
        ]
        return np.concatenate([low for low, _ in found]), np.concatenate([high for _, high in found])

    return of_parts


OURS = "ours"
INTERVALS: Mapping[str, Callable[[Array, Array], Ends]] = {
    OURS: in_parts(lambda values, weights: share_interval(values, weights, LEVEL)),
    "Wilson": in_parts(of_effective_number(wilson)),
    "Wilson, plain": in_parts(of_effective_number(wilson, widened=False)),
    "Jeffreys": in_parts(of_effective_number(jeffreys)),
    "Jeffreys, plain": in_parts(of_effective_number(jeffreys, widened=False)),
    "Korn and Graubard": in_parts(of_effective_number(exact)),
    "Student": in_parts(student),
    "BCa": lambda values, weights: bootstrap(values, weights, corrected=True),
}


def measure(world: World, draws: int, names: tuple[str, ...], seed: int) -> dict[str, tuple[list[float], list[float]]]:
    """Per method its coverage and mean width at each of the shares."""
    generator = np.random.default_rng(seed)
    found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in names}
    for share in SHARES:
        values, weights = world.draw(share, draws, generator)
        for name in names:
            low, high = INTERVALS[name](values, weights)
            found[name][0].append(float(np.mean((low <= share) & (share <= high))))
            found[name][1].append(float(np.mean(high - low)))
    return found


def average_rows(draws: int, seed: int) -> Iterator[list[str]]:
    """A row per world: the least coverage of each method, and our width by the narrowest one's that covers enough."""
    for world in worlds():
        found = measure(world, min(draws, FEWER) if world.tasks >= 1000 else draws, tuple(INTERVALS), seed)
        least = {name: min(coverage) for name, (coverage, _) in found.items()}
        fitting = [np.mean(widths) for name, (_, widths) in found.items() if least[name] >= WANTED and name != OURS]
        by_best = f"{np.mean(found[OURS][1]) / min(fitting):.2f}" if fitting else ""
        label = [world.kind, f"{world.tasks:,}", str(world.samples), f"{world.alike:g}"]
        yield [*label, *(f"{least[name] * 100:.1f}" for name in INTERVALS), by_best]


def bonett_price(differences: Array, weights: Array) -> Ends:
    """With two pairs more, each better for one of the runs (Bonett and Price 2012)."""
    total = weights.sum(axis=-1)
    tasks = total**2 / (weights**2).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        even = np.where(weights > 0, differences**2 / weights, 0.0).sum(axis=-1) / total
    squares = np.maximum((differences**2).sum(axis=-1) / total**2 * tasks, even)
    mean = ratio(differences, weights) * tasks / (tasks + 2)
    error = np.sqrt(((tasks * squares + 2) / (tasks + 2) - mean**2) / (tasks + 2))
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    return mean - z * error, mean + z * error


DIFFERENCES: Mapping[str, Callable[[Array, Array], Ends]] = {
    OURS: in_parts(lambda differences, weights: paired_interval(differences, weights, LEVEL)),
    "Bonett and Price": in_parts(bonett_price),
    "bootstrap": lambda differences, weights: bootstrap(differences, weights, corrected=False),
}


def difference_rows(draws: int, seed: int) -> Iterator[list[str]]:
    """
    A row per world: the least coverage of the interval of a difference where two runs are equally good, and where the
    second is right half, or a tenth, as often; and our width by the narrowest one's that covers enough.
    """
    for kind in ("class", "method", "DEP"):
        for tasks in TASKS:
            for samples in (1, 5):
                for alike in (0.2, 0.7):
                    least, widths = _differences(World(kind, tasks, samples, alike), draws, seed)
                    cells = (f"{least[name] * 100:.1f}" for name in DIFFERENCES)
                    fitting = [widths[name] for name in DIFFERENCES if least[name] >= WANTED and name != OURS]
                    by_other = f"{widths[OURS] / min(fitting):.2f}" if fitting else ""
                    yield [kind, f"{tasks:,}", str(samples), f"{alike:g}", *cells, by_other]


def _differences(world: World, draws: int, seed: int) -> tuple[dict[str, float], dict[str, float]]:
    """Per method its least coverage, and its mean width."""
    generator = np.random.default_rng(seed)
    coverage: dict[str, list[float]] = {name: [] for name in DIFFERENCES}
    widths: dict[str, list[float]] = {name: [] for name in DIFFERENCES}
    for share in (0.005, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.995):
        for truth, values, weights in world.draw_pairs(share, draws, generator):
            for name, interval in DIFFERENCES.items():
                low, high = interval(values, weights)
                coverage[name].append(float(np.mean((low <= truth + 1e-12) & (truth - 1e-12 <= high))))
                widths[name].append(float(np.mean(high - low)))
    return {name: min(found) for name, found in coverage.items()}, {
        name: float(np.mean(found)) for name, found in widths.items()
    }


def print_table(header: list[str], rows: Iterator[list[str]]) -> None:
    """As Markdown, each row as soon as it is there."""
    for cells in itertools.chain([header, ["---", *["---:"] * (len(header) - 1)]], rows):
        print("|", " | ".join(cells), "|", flush=True)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=8000, help="benchmarks of each world and share")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=("averages", "differences"), help="one of the tables alone")
    arguments = parser.parse_args()
    print(f"Metric {METRIC_VERSION}\n")
    label = ["average", "tasks", "n", "alike"]
    if arguments.only != "differences":
        print_table([*label, *INTERVALS, "width"], average_rows(arguments.draws, arguments.seed))
        print()
    if arguments.only != "averages":
        print_table([*label, *DIFFERENCES, "width"], difference_rows(min(arguments.draws, FEWER), arguments.seed))


if __name__ == "__main__":
    main()
