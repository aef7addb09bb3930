"""Comparisons of runs as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from classeval_hf.core.terminal_tables import Figure, terminal_table
from classeval_hf.metrics.comparison import MetricComparison, RunComparison
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.many_runs import MetricOfRuns, PairDifference, RankedRun, RunsComparison

__all__ = ["format_comparison", "format_many", "format_ranking"]

_PAIRS_SHOWN = 45
"""So many pairs, those of ten runs, are shown one by one."""


def format_comparison(comparison: RunComparison, first: str, second: str) -> str:
    """
    Formats a comparison of two runs as a table with a line on how to read it.

    Args:
        comparison ([`~classeval_hf.metrics.comparison.RunComparison`]): what
            [`~classeval_hf.metrics.comparison.compare_runs`] found.
        first (`str`): name of the first run.
        second (`str`): name of the second run.

    Returns:
        `str`: text without a trailing newline.
    """
    level = f"{comparison.resampling.level:.4g}"
    header = ["metric", "tasks", "A", "B", "A - B", f"{level} low", f"{level} high", "p"]
    rows = [
        [item.metric, item.tasks, item.first, item.second, item.difference, item.low, item.high, item.p_value]
        for item in comparison.metrics
    ]
    pairs = _pairs_of(comparison.tasks, bool(comparison.common), comparison.projects)
    return "\n".join(
        [
            f"A: {first}",
            f"B: {second}",
            f"{pairs}; {_method(comparison.metrics, comparison.resampling)}.",
            "p-values are not corrected for the number of metrics.",
            "",
            terminal_table(header, rows),
        ]
    )


def format_many(comparison: RunsComparison, show_all: bool = False) -> str:
    """
    Formats a comparison of any number of runs: per average the ranking, the matrix of differences, and the pairs.

    Args:
        comparison ([`~classeval_hf.metrics.many_runs.RunsComparison`]): what
            [`~classeval_hf.metrics.many_runs.compare_many`] found.
        show_all (`bool`, defaults to `False`): whether to list the pairs however many they are.

    Returns:
        `str`: text without a trailing newline.
    """
    pairs = _pairs_of(comparison.tasks, bool(comparison.common), comparison.projects)
    found_pairs = [pair for found in comparison.metrics for pair in found.pairs]
    parts = [f"{pairs}; {_method(found_pairs, comparison.resampling)}."]
    for found in comparison.metrics:
        parts.append(format_ranking(found, comparison.resampling))
        if not comparison.baseline:
            parts.append(_matrix(found, comparison.resampling))
        parts.append(_pair_table(found, comparison, show_all))
    return "\n\n".join(parts)


def format_ranking(found: MetricOfRuns, resampling: Resampling) -> str:
    """
    Formats the ranking of runs by one average.

    Args:
        found ([`~classeval_hf.metrics.many_runs.MetricOfRuns`]): the average of all runs.
        resampling ([`~classeval_hf.metrics.intervals.Resampling`]): how it was found.

    Returns:
        `str`: text without a trailing newline.
    """
    header = ["run", "#", found.metric, "first", "mean rank", f"{resampling.level:.4g} ranks"]
    rows = [
        [item.run, Figure(f"{item.rank:g}"), item.value, Figure(f"{item.first_share:.1%}"), *_ranks(item)]
        for item in found.ranking
    ]
    title = f"Ranking by {found.metric} over {found.tasks} tasks; first: in this share of the resamples"
    return f"{title}\n{terminal_table(header, rows, transposable=True)}"


def _ranks(item: RankedRun) -> list[Figure]:
    low, high = f"{round(item.low_rank, 1):g}", f"{round(item.high_rank, 1):g}"
    return [Figure(f"{item.mean_rank:.1f}"), Figure(low if low == high else f"{low}-{high}")]


def _matrix(found: MetricOfRuns, resampling: Resampling) -> str:
    """Row less column, in points, with runs as columns by their place in the ranking."""
    alpha = 1 - resampling.level
    places = [str(place) for place in range(1, len(found.ranking) + 1)]
    rows = [
        [f"{place} {item.run}", *(Figure(_points(pair, alpha)) for pair in row)]
        for place, item, row in zip(places, found.ranking, found.matrix(), strict=True)
    ]
    title = f"{found.metric}, row less column, in points; *: corrected p at most {alpha:.4g}"
    return f"{title}\n{terminal_table(['run', *places], rows)}"


def _points(pair: PairDifference | None, alpha: float) -> str:
    if pair is None:
        return ""
    points = round(pair.difference * 100, 1) or 0.0  # a difference of nothing has no sign
    return f"{points:{'+' if points else ''}.1f}{_mark(pair, alpha)}"


def _mark(pair: PairDifference, alpha: float) -> str:
    return "*" if pair.adjusted_p <= alpha else ""


def _pair_table(found: MetricOfRuns, comparison: RunsComparison, show_all: bool) -> str:
    level, alpha = f"{comparison.resampling.level:.4g}", 1 - comparison.resampling.level
    if len(found.pairs) > _PAIRS_SHOWN and not show_all:
        return f"{len(found.pairs)} pairs, with intervals and p-values: --all lists them, and -o writes them."
    against = comparison.baseline
    names = ["run"] if against else ["A", "B"]
    header = [*names, "difference" if against else "A - B", f"{level} low", f"{level} high", "p", "p (Holm)"]
    rows = []
    for pair in found.pairs:
        who = [pair.first] if against else [pair.first, pair.second]
        adjusted = Figure(f"{pair.adjusted_p:.4f}{_mark(pair, alpha)}")
        rows.append([*who, pair.difference, pair.low, pair.high, pair.p_value, adjusted])
    title = f"{found.metric} less that of {against}" if against else f"{found.metric}, pair by pair"
    corrected = f"p (Holm): corrected for {len(found.pairs)} pairs; *: at most {alpha:.4g}"
    return f"{title}; {corrected}\n{terminal_table(header, rows, names=len(names))}"


def _pairs_of(tasks: int, common: bool, projects: int) -> str:
    text = f"{tasks} {'common sound tasks' if common else 'tasks'}"
    return f"{text} of {projects} projects, the projects as pairs" if projects else f"{text} as pairs"


def _method(tests: Sequence[MetricComparison | PairDifference], how: Resampling) -> str:
    if all(test.exact for test in tests):
        return "exact permutation test"
    return f"permutation test, exact or by {how.resamples} random exchanges, seed {how.seed}"
