"""The metrics of runs and their meanings; tables of their values, and of agent runs (RepoClassBench)."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import fmean

import msgspec
import numpy as np

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tables import Table
from classeval_hf.core.terminal import counted, visible
from classeval_hf.metrics import many_runs
from classeval_hf.metrics.averages import DROP, MIN_UNITS, GroupKind
from classeval_hf.metrics.comparability import fresh_seed
from classeval_hf.metrics.samples import SampleResult
from classeval_hf.metrics.scores import ks_of
from classeval_hf.projects.tools.tools import TOOL_NAMES
from classeval_hf.prompting.steps import GeneratedSample
from classeval_hf.reports.display import NAME_LIMIT, asset, clip, percent
from classeval_hf.reports.runs import Run
from classeval_hf.reports.samples import attempts, code_asked_for
from classeval_hf.runs.score_files import published_for_agents


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
        main = metric.main or (stem == "recall" and bool(ks_of("pass", names)))
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
    return sorted(
        runs,
        key=lambda run: next(
            ((index, -value) for index, name in enumerate(names) if (value := run.value(name)) is not None),
            (len(names), 0.0),
        ),
    )


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


def group_size(runs: Sequence[Run], name: GroupKind, key: str) -> str:
    """The size of a group, as `12 tasks` or `12 methods`, or `10 to 12 tasks` where runs differ."""
    known = [groups[key] for run in runs if key in (groups := run.scores.error_analysis.get(name, {}))]
    unit = "method" if any("methods" in group for group in known) else "task"
    sizes = [size for group in known if (size := group.get("methods", group.get("tasks"))) is not None]
    if not sizes or min(sizes) == max(sizes):
        return counted(sizes[0], unit) if sizes else ""
    return f"{min(sizes)} to {max(sizes)} {unit}s"


def common_errors(runs: Sequence[Run], limit: int | None = None) -> tuple[list[str], list[dict[str, float]]]:
    """The most frequent error types, and [`OTHER`] if there are more; per run their shares, empty without errors."""
    of_runs = [run.scores.error_analysis.get("error_distribution", {}) for run in runs]
    totals: dict[str, float] = {}
    for kind, share in chain.from_iterable(errors.items() for errors in of_runs):
        totals[kind] = totals.get(kind, 0.0) + share
    types = sorted(totals, key=lambda kind: (-totals[kind], kind))
    types = types if limit is None or len(types) <= limit else [*types[: limit - 1], OTHER]
    shares = []
    for errors in of_runs:
        known = {kind: errors.get(kind, 0.0) for kind in types if kind != OTHER}
        rest = sum(share for kind, share in errors.items() if kind not in known)
        shares.append({} if not errors else {**known, OTHER: rest} if OTHER in types else known)
    return types, shares


def breakdowns(runs: Sequence[Run]) -> list[Table]:
    """All breakdowns that the scores of at least one run have, in percent."""
    tables = []
    for name, title in _SHARES.items():
        of_runs = {run.label: run.scores.error_analysis.get(name, {}) for run in runs}
        keys = list(dict.fromkeys(key for groups in of_runs.values() for key in groups))
        sizes = {key: group_size(runs, name, key) for key in keys}
        header = [clip(visible(key), NAME_LIMIT) + (f" ({sizes[key]})" if sizes[key] else "") for key in keys]
        rows = []
        for label, groups in of_runs.items():
            row = [label]
            for group in map(groups.get, keys):
                if group is None:
                    row.append("")
                elif group.get("tasks", group.get("methods", MIN_UNITS)) < MIN_UNITS:
                    row.append(f"({percent(group['share'])})")  # which pages show grey
                else:
                    ends = " to ".join(map(percent, group.get("interval", ())))
                    row.append(percent(group["share"]) + (f" ({ends})" if ends else ""))
            rows.append(row)
        tables += [Table(title, ["run", *header], rows, [SMALL_GROUPS])] if keys else []
    types, of_types = common_errors(runs, _ERROR_ROWS)
    by_type = dict(zip([run.label for run in runs], of_types, strict=True))
    shares: dict[str, dict[str, float]] = {}  # by run, and by project and test file, the share of tests that fail
    for run in runs:
        failing, tests = Counter[str](), Counter[str]()
        for task, samples in run.scores.results.items():
            for test_file, verdict in chain.from_iterable((sample.test_files or {}).items() for sample in samples):
                key = f"{run.scores.projects.get(task, '')} {test_file}".strip()
                tests[key] += verdict.tests
                failing[key] += verdict.tests - (0 if verdict.message else verdict.counts.get("pass", 0))
        shares[run.label] = {key: failing[key] / count for key, count in tests.items() if count}
    keys = list(dict.fromkeys(key for of_run in shares.values() for key in of_run))
    files = {key: max(of_run.get(key, 0.0) for of_run in shares.values()) for key in keys}
    worst = sorted(files, key=lambda key: (-files[key], key))[:_FILE_ROWS]
    most = f" (the {_FILE_ROWS} with most)" if len(files) > _FILE_ROWS else ""
    for title, columns, of_labels in (
        ("Errors by type, failed assertions aside (Figure 9)", types, by_type),
        (f"Failing tests by test file of projects{most}", worst, shares),
    ):
        rows = [[label, *(percent(of_run.get(key)) for key in columns)] for label, of_run in of_labels.items()]
        header = ["run", *(clip(visible(key), NAME_LIMIT) for key in columns)]
        tables += [Table(title, header, rows)] if columns else []
    return tables


def fresh_tables(runs: Sequence[Run]) -> list[Table]:
    """Each run on published tasks and the run of the same name on their fresh variants, in percent."""
    rows = []
    for fresh in (run for run in runs if fresh_seed(run.scores)):
        others = [run for run in runs if not fresh_seed(run.scores)]
        for run in [run for run in others if run.name == fresh.name] or (others if len(others) == 1 else []):
            both = {run.label: run.scores, fresh.label: fresh.scores}
            try:
                (metric,) = many_runs.compare_many(both, many_runs.RANKING_METRICS[:1]).metrics
            except UserError:  # they have other tasks, or were scored in another way
                continue
            (pair,) = metric.pairs
            ends = "n/a" if pair.low is None or pair.high is None else f"{pair.low * 100:.1f} to {pair.high * 100:.1f}"
            values = {item.run: item.value for item in metric.ranking}
            shares = [f"{share * 100:.1f}" for share in (values[pair.first], values[pair.second], pair.difference)]
            rows.append([run.label, fresh.label, str(metric.tasks), *shares, ends, p_text(pair.p_value)])
    header = ["published", "fresh", "tasks", "published class@1", "fresh class@1", "difference", "95% interval", "p"]
    return [Table("Published tasks and their fresh variants, paired", header, rows)] if rows else []


def p_text(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else "<.0001"


OTHER_TOOLS = "other"  # name for all calls of tools that do not exist
_HEADINGS = {name: name.removeprefix("get_").replace("_", " ") for name in TOOL_NAMES} | {OTHER_TOOLS: "other tools"}
_USAGE = ("attempts", "oracle calls", "prompt tokens", "completion tokens")
_MIN_TASKS = 4  # fewer tasks give neither quartiles nor a correlation
_SOURCE = "RepoClassBench"


def agent_usage(run: Run) -> dict[str, float]:
    """Attempts, oracle calls, tokens and answered calls by tool: means over the samples of a task, and over tasks."""
    by_task: dict[str, list[Counter[str]]] = {}
    for sample, _ in _pairs(run):
        made = sum(code_asked_for(attempt) is not None for attempt in attempts(sample))
        asked = sum(step.target == "oracle" for step in sample.steps)
        counts = Counter({"attempts": made, "oracle calls": asked})
        for step in sample.steps:
            counts.update({"prompt tokens": step.prompt_tokens, "completion tokens": step.completion_tokens})
        by_task.setdefault(sample.task_id, []).append(counts + _calls(sample))
    names = (*_USAGE, *TOOL_NAMES, OTHER_TOOLS)
    return {name: fmean(fmean(one[name] for one in of_task) for of_task in by_task.values()) for name in names}


def tools_of_passing(run: Run) -> tuple[dict[str, float], dict[str, float]]:
    """Share of each tool among calls, and of tasks with a call, in what passes (RepoClassBench, tables 9 and 10)."""
    counts, used = Counter[str](), dict[str, set[str]]()
    for sample in (sample for sample, result in _pairs(run) if result.passed):
        counts += _calls(sample)
        if any(step.target == "tool_calls" for step in sample.steps):
            used.setdefault(sample.task_id, set()).update(_calls(sample))
    tools = (*TOOL_NAMES, OTHER_TOOLS)
    shares = {tool: counts[tool] / counts.total() for tool in tools if counts}
    return shares, {tool: fmean(tool in calls for calls in used.values()) for tool in tools if used}


def pass_by_oracle_calls(run: Run) -> list[float]:
    """pass@1 if samples ended after 1, 2, ... calls of the oracle, as the oracle judged (RepoClassBench, table 11)."""
    passing: dict[str, list[float]] = {}  # by task, the call that each sample passed by, its last step
    most, knows_tests = 0, False
    for sample, _ in _pairs(run):
        calls = [step for step in sample.steps if step.target == "oracle"]
        last = sample.steps[-1] if sample.steps else None
        passed = last is not None and last.target == "oracle" and last.tests and last.tests_passed == last.tests
        passing.setdefault(sample.task_id, []).append(len(calls) if passed else math.inf)
        most, knows_tests = max(most, len(calls)), knows_tests or any(step.tests for step in calls)
    counts = range(1, most + 1) if knows_tests else ()
    return [fmean(fmean(call <= count for call in calls) for calls in passing.values()) for count in counts]


def task_means(run: Run, value: Callable[[SampleResult], float]) -> dict[str, float]:
    """Per task, the mean of a value over the results of samples that could be run."""
    means = {}
    for task, results in run.scores.results.items():
        if values := [value(result) for result in results if result.passed is not None]:
            means[task] = fmean(values)
    return means


def length_correlation(lengths: Mapping[str, int], values: Mapping[str, float]) -> tuple[float, float] | None:
    """Spearman's rho of reference length and value (RQ4), and its p-value; `None` below 4 tasks, or if constant."""
    pairs = [(lengths[task], value) for task, value in values.items() if task in lengths]
    if len(pairs) < _MIN_TASKS or any(len(set(column)) < 2 for column in zip(*pairs, strict=True)):
        return None
    from scipy import stats  # slow to load, and seldom needed

    result = stats.spearmanr(*zip(*pairs, strict=True))
    return float(result.statistic), float(result.pvalue)


def _pairs(run: Run) -> Iterator[tuple[GeneratedSample, SampleResult]]:
    """Samples that have known steps and could be run, each with its result."""
    for task, results in run.scores.results.items():
        for index, result in enumerate(results):
            sample = run.trajectories.get(task, {}).get(index)
            if sample is not None and result.passed is not None:
                yield sample, result


def _calls(sample: GeneratedSample) -> Counter[str]:
    names = (output.tool for step in sample.steps for output in step.tool_outputs)
    return Counter(name if name in TOOL_NAMES else OTHER_TOOLS for name in names)


def agent_tables(runs: Sequence[Run]) -> list[Table]:
    agents = [run for run in runs if any(attempts(sample) for sample, _ in _pairs(run))]
    if not agents:
        return []
    of_calls = "Percent of all calls in samples that pass."
    of_tasks = "Percent of the tasks that pass after a round of tool calls in which the tool is called at least once."
    published = {row.name: row for run in agents for row in published_for_agents(run.name.model)}
    header = ["model", "strategy", "description", "source", "pass@1", "test rate"]
    rows = []
    for row in published.values():
        values = [percent(row.scores[name]) for name in ("pass@1", "test_rate")]
        rows.append([row.run.model, row.run.strategy.replace("_", "-"), row.description, row.sources[0], *values])
    note = (
        "Of Python tasks at temperature 0.2: 97 in table 3; table 4 states no number, and 7.14% is not a share of 97. "
        "Do not compare scores on other tasks, or on a part of these, with them."
    )
    usages = [(run, agent_usage(run)) for run in agents]
    tools = [name for name in _HEADINGS if name != OTHER_TOOLS or any(usage[name] for _, usage in usages)]
    of_usage = []
    for run, usage in usages:
        prompts, completions = usage["prompt tokens"], usage["completion tokens"]
        tokens = f"{prompts + completions:,.0f}: {prompts:,.0f} + {completions:,.0f}" if prompts or completions else ""
        scores = [percent(run.value(name)) for name in ("pass@1", "test_rate")]
        made, asked, *calls = (f"{usage[name]:.2f}" for name in ("attempts", "oracle calls", *tools))
        of_usage.append([run.label, run.description, str(run.scores.n_tasks), *scores, made, asked, tokens, *calls])
    usage_header = ["run", "description", "tasks", "pass@1", "test rate", "attempts", "oracle calls"]
    usage_header += ["tokens: prompts + completions", *map(_HEADINGS.__getitem__, tools)]
    means = (
        "Attempts, calls of the oracle and of tools, and tokens are means per sample, over the tasks. "
        "A call of a tool counts if the model got its result."
    )
    found = [(run, shares) for run in agents if (shares := pass_by_oracle_calls(run))]
    most = max((len(shares) for _, shares in found), default=0)
    by_calls = [  # a sample that passed stays so: later columns repeat the last value
        [run.label, *map(percent, [*shares, *[shares[-1]] * (most - len(shares))]), percent(run.value("pass@1"))]
        for run, shares in found
    ]
    if_ended = (
        "pass@1 if the samples had ended after that many calls of the oracle, as the oracle judged. "
        "The last column is the score, which judges the attempt after the last call too."
    )
    calls_header = ["run", *map(str, range(1, most + 1)), "score"]
    of_passing = [(run.label, *tools_of_passing(run)) for run in agents]
    tables = [
        Table("Usage of the runs", usage_header, of_usage, [means], names=2),
        Table(f"Published values ({_SOURCE}, tables 3 and 4)", header, rows, [note], names=4),
        _by_tool({label: among for label, among, _ in of_passing}, f"Calls by tool ({_SOURCE}, table 9)", of_calls),
        _by_tool({label: reach for label, _, reach in of_passing}, f"Tasks by tool ({_SOURCE}, table 10)", of_tasks),
        Table(f"pass@1 by calls of the oracle ({_SOURCE}, table 11)", calls_header, by_calls, [if_ended]),
        _by_length([run for run in runs if run.reference_lines]),
    ]
    return [table for table in tables if table.rows]


def _by_tool(shares: Mapping[str, Mapping[str, float]], title: str, note: str) -> Table:
    by_run = {label: by_tool for label, by_tool in shares.items() if by_tool}
    # Other tools only where they were called.
    tools = [name for name in _HEADINGS if name != OTHER_TOOLS or any(of_run[name] for of_run in by_run.values())]
    rows = [[label, *(percent(by_tool[tool]) for tool in tools)] for label, by_tool in by_run.items()]
    return Table(title, ["run", *map(_HEADINGS.__getitem__, tools)], rows, [note])


def _by_length(runs: Sequence[Run]) -> Table:
    lengths = {task: lines for run in runs for task, lines in run.reference_lines.items()}
    ranges: list[list[str]] = []  # tasks by the quartiles of their lengths, equal lengths together
    if len(lengths) >= _MIN_TASKS:
        ends = np.quantile(list(lengths.values()), (0.25, 0.5, 0.75))
        parts = grouped((int(np.searchsorted(ends, length)), task) for task, length in lengths.items())
        ranges = [parts[place] for place in sorted(parts)]
    rows = []
    for run in runs if ranges else ():
        passed = task_means(run, lambda result: float(bool(result.passed)))
        rates = task_means(run, lambda result: float(result.test_rate or 0.0))
        for name, values in (("pass@1", passed), ("test rate", rates)):
            known = [[values[task] for task in tasks if task in values] for tasks in ranges]
            means = [percent(fmean(of_range)) if of_range else "" for of_range in known]
            spearman = length_correlation(lengths, values)
            correlation = ["", ""] if spearman is None else [f"{spearman[0]:.2f}", f"{spearman[1]:.3g}"]
            rows.append([run.label, name, *means, *correlation, str(len(values.keys() & lengths.keys()))])
    spans = [[lengths[task] for task in tasks] for tasks in ranges]
    names = [f"{min(span)} to {max(span)} lines" for span in spans]
    note = (
        "Tasks whose target is a class, by quartiles of the reference's lines of code (neither blank nor a comment "
        "alone). rho is Spearman's correlation of lines and value over the tasks, p its two-sided p-value."
    )
    header = ["run", "value", *names, "rho", "p", "tasks"]
    return Table(f"By length of the reference class ({_SOURCE}, RQ4)", header, rows, [note], names=2)
