"""The metrics of runs and their meanings, tables of their values, and comparisons of runs."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.tables import Figure, Table, titled
from classeval_hf.core.terminal import agreeing, counted, visible
from classeval_hf.metrics import many_runs
from classeval_hf.metrics.averages import DROP, GroupKind, GroupShare
from classeval_hf.metrics.comparability import NO_COMMON_TASK, fresh_seed, has_split
from classeval_hf.metrics.intervals import MIN_UNITS, Resampling
from classeval_hf.metrics.scores import ks_of
from classeval_hf.reports.display import NAME_LIMIT, asset, clip, percent
from classeval_hf.reports.runs import Run
from classeval_hf.runs.run_records import STRATEGIES, short_names


@dataclass(frozen=True)
class Metric:
    name: str  # name in the scores
    title: str  # heading of the column
    meaning: str  # of the metric
    source: str  # the paper or harness that defines it
    main: bool = False  # whether it is shown in the first table


_FURTHER = "class_pass", "method_pass", "test_class_pass"  # averages by further test suites too
_METRICS = msgspec.json.decode(asset("leaderboard_metrics.json"), type=tuple[Metric, ...])
"""Columns of the leaderboard in their order; `@k` stands for every k."""


def leaderboard_metrics(runs: Sequence[Run]) -> list[Metric]:
    """The metrics that at least one of the runs has, in the order in which the leaderboard shows them."""
    names = {name for run in runs for name in run.scores.averages}
    suites = list(dict.fromkeys(suite for run in runs for suite in run.scores.suites))
    metrics = []
    for metric in _METRICS:
        stem = metric.name.removesuffix("@k")
        if stem == metric.name:
            metrics += [metric] if stem in names else []
            continue
        main = metric.main or (stem == "recall" and any(run.is_of_projects for run in runs))
        columns = [replace(metric, main=main)]
        for suite in suites if stem in _FURTHER else ():
            title, first = f"{metric.title} {suite}", stem == "class_pass"
            both, less = f"the same by base and {suite} together", f"{metric.title} minus {title}"
            columns.append(Metric(f"{stem}_{suite}@k", title, both, "as in EvalPlus", first))
            columns.append(Metric(f"{stem}_{suite}{DROP}@k", f"{title} drop", less, "this package", first))
        known = {column.name: ks_of(column.name.removesuffix("@k"), names) for column in columns}
        for k in sorted({k for ks in known.values() for k in ks}):
            for column in (column for column in columns if k in known[column.name]):
                texts = column.name, column.title, column.meaning
                name, title, text = (text.replace("@k", f"@{k}") for text in texts)
                is_main = column.main and (k == min(known[column.name]) or not column.name.endswith(f"{DROP}@k"))
                metrics.append(replace(column, name=name, title=title, meaning=text, main=is_main))
    return metrics


def metric_families(metrics: Sequence[Metric]) -> list[Metric]:
    """The metrics with `@k` for every k, each once, for the table of their meanings."""
    families = {}
    for metric in metrics:
        stem, at, k = metric.name.partition("@")
        if at and not k.isdigit():
            families[metric.name] = metric
            continue
        title, meaning = (re.sub(r"@\d+", "@k", text) for text in (metric.title, metric.meaning))
        families[stem] = replace(metric, name=f"{stem}@k" if at else stem, title=title, meaning=meaning)
    return list(families.values())


def ranked(runs: Sequence[Run], metric: str = "") -> list[Run]:
    """The runs, highest value first; runs without a value come last, and ties keep their order."""
    names = [metric] if metric else many_runs.RANKING_METRICS

    def place(run: Run) -> tuple[int, float]:
        values = [run.value(name) for name in names]
        first = next((index for index, value in enumerate(values) if value is not None), len(names))
        return first, -(values[first] or 0.0) if first < len(names) else 0.0

    return sorted(runs, key=place)


def table_7_runs(runs: Sequence[Run]) -> list[Run]:
    """The rows of the paper's Table 7: nucleus runs with pass@1, 3 and 5, best strategy of each model."""
    full = [
        run
        for run in runs
        if run.name.sampling == "nucleus" and all(run.value(f"class_pass@{k}") is not None for k in (1, 3, 5))
    ]
    best: dict[str, Run] = {}
    for run in ranked(full, "class_pass@1"):
        best.setdefault(run.name.model, run)
    return list(best.values())


def task_pass_rates(run: Run) -> dict[str, float | None]:
    """Per task the share of its samples that passed; `None` where none could be judged."""
    rates: dict[str, float | None] = {}
    for task_id, samples in run.results.items():
        judged = [passed for sample in samples if (passed := sample.passed) is not None]
        rates[task_id] = sum(judged) / len(judged) if judged else None
    return rates


def in_strategy_order(names: Sequence[str]) -> list[str]:
    """Strategies in the order in which the papers name them."""
    return sorted(set(names), key=lambda name: STRATEGIES.index(name) if name in STRATEGIES else len(STRATEGIES))


OTHER = "other"  # name of the column of all other error types
_SHARES: Mapping[GroupKind, str] = {
    "method_pass_by_dependencies": "Correct methods by number of other methods the reference calls (Figure 8)",
    "class_pass_by_topic": "Correct classes by topic",
    "class_pass_by_difficulty": "Correct classes by difficulty",
    "class_pass_by_length": "Correct classes by lines of the reference",
}  # titles of the breakdowns by name in the scores
SMALL_GROUPS = (
    f"In percent, with confidence intervals over tasks; in brackets and grey for fewer than {MIN_UNITS} "
    "tasks, too few for conclusions."
)
_ERROR_ROWS = 12
_FILE_ROWS = 20


def pass_by_dependencies(run: Run) -> dict[int, float]:
    """Share of correct methods by the number of other methods that the reference calls, as the paper's Figure 8."""
    groups = run.scores.error_analysis.get("method_pass_by_dependencies", {})
    return {int(count): groups[count]["share"] for count in sorted(groups, key=int)}


def is_small(group: GroupShare) -> bool:
    """Whether a group has too few tasks for an interval or a meaningful share."""
    return group.get("tasks", group.get("methods", MIN_UNITS)) < MIN_UNITS


def group_size(runs: Sequence[Run], name: GroupKind, key: str) -> str:
    """The size of a group, as `12 tasks` or `12 methods`, or `10 to 12 tasks` where runs differ."""
    known = [groups[key] for run in runs if key in (groups := run.scores.error_analysis.get(name, {}))]
    unit = "method" if any("methods" in group for group in known) else "task"
    sizes = [size for group in known if (size := group.get("methods", group.get("tasks"))) is not None]
    if not sizes or min(sizes) == max(sizes):
        return counted(sizes[0], unit) if sizes else ""
    return f"{min(sizes)} to {max(sizes)} {unit}s"


def error_shares(run: Run, types: Sequence[str]) -> dict[str, float]:
    """Share of each error type among a run's errors, as in Figure 9; all other types are under [`OTHER`]."""
    errors = run.scores.error_analysis.get("error_distribution", {})
    if not errors:
        return {}
    shares = {kind: errors.get(kind, 0.0) for kind in types if kind != OTHER}
    rest = sum(share for kind, share in errors.items() if kind not in shares)
    return {**shares, OTHER: rest} if OTHER in types else shares


def common_errors(runs: Sequence[Run], limit: int | None = None) -> list[str]:
    """The error types with the largest shares over all runs, largest first, and [`OTHER`] if there are more."""
    totals: dict[str, float] = {}
    for run in runs:
        for kind, share in run.scores.error_analysis.get("error_distribution", {}).items():
            totals[kind] = totals.get(kind, 0.0) + share
    types = sorted(totals, key=lambda kind: (-totals[kind], kind))
    return types if limit is None or len(types) <= limit else [*types[: limit - 1], OTHER]


def breakdowns(runs: Sequence[Run]) -> list[Table]:
    """All breakdowns that the scores of at least one run have, in percent."""

    def cell(group: GroupShare | None) -> str:
        """Small groups in brackets, which pages show grey."""
        if group is None:
            return ""
        shown, ends = percent(group["share"]), [percent(end) for end in group.get("interval", ())]
        return f"({shown})" if is_small(group) else f"{shown} ({' to '.join(ends)})" if ends else shown

    def table(title: str, keys: Sequence[str], shares: Sequence[Mapping[str, float]]) -> Table:
        rows = [
            [run.label, *(percent(of_run.get(key)) for key in keys)] for run, of_run in zip(runs, shares, strict=True)
        ]
        return Table(title, ["run", *(clip(visible(key), NAME_LIMIT) for key in keys)], rows)

    tables = []
    for name, title in _SHARES.items():
        of_runs = [run.scores.error_analysis.get(name, {}) for run in runs]
        keys = list(dict.fromkeys(key for groups in of_runs for key in groups))
        sizes = {key: group_size(runs, name, key) for key in keys}
        header = [clip(visible(key), NAME_LIMIT) + (f" ({sizes[key]})" if sizes[key] else "") for key in keys]
        rows = [
            [run.label, *(cell(groups.get(key)) for key in keys)] for run, groups in zip(runs, of_runs, strict=True)
        ]
        tables += [Table(title, ["run", *header], rows, [SMALL_GROUPS])] if keys else []
    if types := common_errors(runs, _ERROR_ROWS):
        title = "Errors by type, failed assertions aside (Figure 9)"
        tables.append(table(title, types, [error_shares(run, types) for run in runs]))
    shares: list[dict[str, float]] = []  # by project and test file, the share of the tests that fail
    for run in runs:
        failing, tests = Counter[str](), Counter[str]()
        for task, samples in run.results.items():
            for test_file, verdict in chain.from_iterable((sample.test_files or {}).items() for sample in samples):
                key = f"{run.scores.projects.get(task, '')} {test_file}".strip()
                tests[key] += verdict.tests
                failing[key] += verdict.tests - verdict.tests_passed
        shares.append({key: failing[key] / count for key, count in tests.items() if count})
    files = {key: max(of_run.get(key, 0.0) for of_run in shares) for of_run in shares for key in of_run}
    if files:
        worst = sorted(files, key=lambda key: (-files[key], key))[:_FILE_ROWS]
        most = f" (the {_FILE_ROWS} with most)" if len(files) > _FILE_ROWS else ""
        tables.append(table(f"Failing tests by test file of projects{most}", worst, shares))
    return tables


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
    """Each run on published tasks and the run of the same name on their fresh variants, in percent."""
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
    title = f"Ranking by {metric.metric} over {tasks}; over {resampling.resamples} resamples of the tasks:"
    notes = [
        "first in: the share of resamples in which a run leads, not its chance of being best;",
        f"mean rank, {level} ranks: mean and middle {resampling.level * 100:.4g}% of its ranks in the resamples.",
    ]
    return titled(Table(title, header, rows, notes, transposable=True))


def _points(pair: many_runs.PairDifference | None, alpha: float) -> str:
    points = round(pair.difference * 100, 1) or 0.0 if pair is not None else 0.0  # a difference of nothing has no sign
    return "" if pair is None else f"{points:{'+' if points else ''}.1f}{_mark(pair, alpha)}"


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
