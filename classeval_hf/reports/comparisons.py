"""Comparisons of the runs that `classeval-hf compare` reads, and their tables for the terminal."""

from collections.abc import Mapping, Sequence

from classeval_hf.core.errors import UserError
from classeval_hf.core.plurals import agreeing, counted
from classeval_hf.core.tables import Figure, Table, titled
from classeval_hf.metrics import many_runs
from classeval_hf.metrics.comparability import NO_COMMON_TASK, fresh_seed, has_split
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.reports.runs import Run
from classeval_hf.runs.run_names import short_names

_PAIRS_SHOWN = 45  # pairs that are shown one by one: those of ten runs


def compare_splits(
    runs: Sequence[Run], metrics: Sequence[str] | None, resampling: Resampling, common: bool, baseline: Run | None
) -> dict[str, many_runs.RunsComparison]:
    """Compares runs by split, named "" for a single one; `common` leaves out splits that a run lacks."""
    if baseline is not None and len(runs) == 2:
        runs = [*(run for run in runs if run is not baseline), baseline]
    splits = list(dict.fromkeys(split for run in runs for split in run.scores.by_split() if split)) or [""]
    if common:
        splits = [split for split in splits if all(has_split(run.scores, split) for run in runs) or not split]
    if not splits:
        raise UserError(NO_COMMON_TASK)
    scores = {run.label: run.scores for run in runs}
    label = baseline.label if baseline is not None else ""
    return {split: many_runs.compare_many(scores, metrics, resampling, common, split, label) for split in splits}


def fresh_tables(runs: Sequence[Run]) -> list[Table]:
    """Each run on published tasks beside the run of the same name on their fresh variants, in percent."""
    rows = []
    for fresh in (run for run in runs if fresh_seed(run.scores)):
        others = [run for run in runs if not fresh_seed(run.scores)]
        for run in [run for run in others if run.name == fresh.name] or (others if len(others) == 1 else []):
            try:
                (metric,) = many_runs.compare_many(
                    {run.label: run.scores, fresh.label: fresh.scores}, many_runs.RANKING_METRICS[:1]
                ).metrics
            except UserError:  # they have other tasks, or were scored in another way
                continue
            (pair,) = metric.pairs
            ends = "n/a" if pair.low is None or pair.high is None else f"{pair.low * 100:.1f} to {pair.high * 100:.1f}"
            shares = [f"{share * 100:.1f}" for share in (*metric.averages(pair), pair.difference)]
            rows.append([run.label, fresh.label, str(metric.tasks), *shares, ends, _p(pair.p_value)])
    header = ["published", "fresh", "tasks", "published class@1", "fresh class@1", "difference", "95% interval", "p"]
    return [Table("Published tasks and their fresh variants, paired", header, rows)] if rows else []


def format_runs(comparison: many_runs.RunsComparison, show_all: bool = False) -> str:
    """A comparison as text without a trailing newline; `show_all` lists all pairs, however many there are."""
    tasks, projects, how = comparison.tasks, comparison.projects, comparison.resampling
    pairs = counted(tasks, "common sound task" if comparison.common else "task")
    if projects:
        pairs += f" of {counted(projects, 'project')}, {agreeing(projects, 'as a pair', 'the projects as pairs')}"
    else:
        pairs += f" {agreeing(tasks, 'as a pair', 'as pairs')}"
    short, shared = short_names(comparison.runs)
    head = f"{shared}\n" if shared else ""
    method = "exact permutation test"
    if not all(pair.exact for metric in comparison.metrics for pair in metric.pairs):
        method = f"permutation test, exact or by {how.resamples} random exchanges, seed {how.seed}"
    if len(comparison.runs) == 2:
        ranked = [
            metric for metric in comparison.metrics if metric.metric in many_runs.RANKING_METRICS
        ] or comparison.metrics
        rankings = [_ranking(metric, comparison.resampling, short) for metric in ranked[:1]]
        first, second = sorted(comparison.runs, key=lambda name: name == comparison.baseline)
        head = f"{head}A: {short[first]}\nB: {short[second]}\n{pairs}; {method}."
        level = f"{comparison.resampling.level:.4g}"
        header = ["metric", "tasks", "A", "B", "A - B", f"{level} low", f"{level} high", "p"]
        figures: list[list[object]] = []
        for metric in comparison.metrics:
            (pair,) = metric.pairs
            averages = metric.averages(pair)
            figures.append(
                [metric.metric, metric.tasks, *averages, pair.difference, *_ends(pair), Figure(_p(pair.p_value))]
            )
        of_two = titled(Table("p-values are not corrected for the number of metrics.\n", header, figures))
        return "\n\n".join([f"{head}\n{of_two}", *rankings])
    parts = [f"{head}{pairs}; {method}."]
    for metric in comparison.metrics:
        parts.append(_ranking(metric, comparison.resampling, short))
        if not comparison.baseline:
            alpha = 1 - comparison.resampling.level
            places = [str(place) for place in range(1, len(metric.ranking) + 1)]
            rows = [
                [f"{place} {short[item.run]}", *(Figure(_points(pair, alpha)) for pair in row)]
                for place, item, row in zip(places, metric.ranking, metric.matrix(), strict=True)
            ]
            title = f"{metric.metric}, row less column, in points; *: corrected p below {alpha:.4g}"
            parts.append(titled(Table(title, ["run", *places], rows)))
        parts.append(_pair_table(metric, comparison, short, show_all))
    return "\n\n".join(parts)


def _ranking(metric: many_runs.MetricOfRuns, resampling: Resampling, short: Mapping[str, str]) -> str:
    level = f"{resampling.level:.4g}"
    header = ["run", "#", metric.metric, "first in", "mean rank", f"{level} ranks"]
    rows: list[list[object]] = []
    for item in metric.ranking:
        low, high = f"{round(item.low_rank, 1):g}", f"{round(item.high_rank, 1):g}"
        ranks = Figure(f"{item.mean_rank:.1f}"), Figure(low if low == high else f"{low}-{high}")
        rows.append([short[item.run], Figure(f"{item.rank:g}"), item.value, Figure(f"{item.first_share:.1%}"), *ranks])
    tasks = counted(metric.tasks, "task")
    title = f"Ranking by {metric.metric} over {tasks}; the tasks are drawn again {resampling.resamples} times:"
    notes = [
        "first in: the share of the draws in which a run leads, not its chance of being best;",
        f"mean rank, {level} ranks: of its ranks in the draws the mean, and the middle {resampling.level * 100:.4g}%.",
    ]
    return titled(Table(title, header, rows, notes, transposable=True))


def _points(pair: many_runs.PairDifference | None, alpha: float) -> str:
    if pair is None:
        return ""
    points = round(pair.difference * 100, 1) or 0.0  # a difference of nothing has no sign
    return f"{points:{'+' if points else ''}.1f}{_mark(pair, alpha)}"


def _ends(pair: many_runs.PairDifference) -> list[float | Figure]:
    return [Figure("n/a") if end is None else end for end in (pair.low, pair.high)]


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else "<.0001"


def _mark(pair: many_runs.PairDifference, alpha: float) -> str:
    return "*" if pair.adjusted_p < round(alpha, 12) else ""


def _pair_table(
    metric: many_runs.MetricOfRuns, comparison: many_runs.RunsComparison, short: Mapping[str, str], show_all: bool
) -> str:
    level, alpha = f"{comparison.resampling.level:.4g}", 1 - comparison.resampling.level
    if len(metric.pairs) > _PAIRS_SHOWN and not show_all:
        return f"{len(metric.pairs)} pairs, with intervals and p-values: --all lists them, and -o writes them."
    against = short.get(comparison.baseline, "")
    names = ["run"] if against else ["A", "B"]
    header = [*names, "difference" if against else "A - B", f"{level} low", f"{level} high", "p", "p (Holm)"]
    rows = []
    for pair in metric.pairs:
        who = [short[pair.first]] if against else [short[pair.first], short[pair.second]]
        p_values = Figure(_p(pair.p_value)), Figure(_p(pair.adjusted_p) + _mark(pair, alpha))
        rows.append([*who, pair.difference, *_ends(pair), *p_values])
    title = f"{metric.metric} less that of {against}" if against else f"{metric.metric}, pair by pair"
    corrected = f"p (Holm): corrected for {len(metric.pairs)} pairs; *: below {alpha:.4g}"
    return titled(Table(f"{title}; {corrected}", header, rows, names=len(names)))
