"""Tables on agent runs: usage, published values, RepoClassBench's analyses (arXiv 2405.01573, tables 9-11)."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean

import numpy as np

from classeval_hf.core.mappings import grouped
from classeval_hf.core.tables import Table
from classeval_hf.metrics.results import SampleResult
from classeval_hf.projects.tools.tool_calls import TOOL_NAMES
from classeval_hf.prompting.sample_records import GeneratedSample
from classeval_hf.reports.display import percent
from classeval_hf.reports.runs import Run
from classeval_hf.reports.samples import attempts
from classeval_hf.runs.score_files import published_for_agents

OTHER_TOOLS = "other"  # name for all calls of tools that do not exist
_USAGE = ("attempts", "oracle calls", "prompt tokens", "completion tokens")
_MIN_TASKS = 4  # fewer tasks give neither quartiles nor a correlation
_SOURCE = "RepoClassBench"


def has_trajectories(run: Run) -> bool:
    """Whether a run is on repository-level tasks, and the steps of its samples are known."""
    return run.is_of_projects and any(sample.steps for sample, _ in _pairs(run))


def agent_usage(run: Run) -> dict[str, float]:
    """Attempts, oracle calls, tokens and answered calls by tool: means over the samples of a task, and over tasks."""
    by_task: dict[str, list[Counter[str]]] = {}
    for sample, _ in _pairs(run):
        made = sum(attempt.was_made for attempt in attempts(sample))
        tokens = [sum(getattr(step, name) for step in sample.steps) for name in ("prompt_tokens", "completion_tokens")]
        counts = Counter(dict(zip(_USAGE, (made, _oracle_calls(sample), *tokens), strict=True)))
        by_task.setdefault(sample.task_id, []).append(counts + _calls(sample))
    names = (*_USAGE, *TOOL_NAMES, OTHER_TOOLS)
    return {name: fmean(fmean(one[name] for one in of_task) for of_task in by_task.values()) for name in names}


def tool_shares(run: Run) -> dict[str, float]:
    """Share of each tool among the calls in samples that pass (RepoClassBench, table 9)."""
    counts = sum((_calls(sample) for sample, result in _pairs(run) if result.passed), Counter[str]())
    return {tool: counts[tool] / counts.total() for tool in (*TOOL_NAMES, OTHER_TOOLS)} if counts else {}


def tool_reach(run: Run) -> dict[str, float]:
    """Share of the tasks that pass after a round of tools in which a tool is called (RepoClassBench, table 10)."""
    used: dict[str, set[str]] = {}
    for sample, result in _pairs(run):
        if result.passed and any(step.target == "tool_calls" for step in sample.steps):
            used.setdefault(sample.task_id, set()).update(_calls(sample))
    return {tool: fmean(tool in calls for calls in used.values()) for tool in (*TOOL_NAMES, OTHER_TOOLS) if used}


def pass_by_oracle_calls(run: Run) -> list[float]:
    """pass@1 if samples ended after 1, 2, ... calls of the oracle, as the oracle judged (RepoClassBench, table 11)."""
    samples = [sample for sample, _ in _pairs(run)]
    if not any(step.target == "oracle" and step.tests for sample in samples for step in sample.steps):
        return []
    passing: dict[str, list[float]] = {}  # by task, the call that each sample passed by, its last step
    for sample in samples:
        last = sample.steps[-1] if sample.steps else None
        passed = last is not None and last.target == "oracle" and last.tests and last.tests_passed == last.tests
        passing.setdefault(sample.task_id, []).append(_oracle_calls(sample) if passed else math.inf)
    counts = range(1, max(map(_oracle_calls, samples)) + 1)
    return [fmean(fmean(call <= count for call in calls) for calls in passing.values()) for count in counts]


def task_means(run: Run, value: Callable[[SampleResult], float]) -> dict[str, float]:
    """Per task, the mean of a value over the results of samples that could be run."""
    judged = grouped(
        (task, value(result))
        for task, results in run.results.items()
        for result in results
        if result.passed is not None
    )
    return {task: fmean(values) for task, values in judged.items()}


def length_ranges(lengths: Mapping[str, int]) -> list[list[str]]:
    """Divides tasks by the quartiles of their lengths, equal lengths together; empty for fewer than 4 tasks."""
    if len(lengths) < _MIN_TASKS:
        return []
    ends = np.quantile(list(lengths.values()), (0.25, 0.5, 0.75))
    parts = grouped((int(np.searchsorted(ends, length)), task) for task, length in lengths.items())
    return [parts[place] for place in sorted(parts)]


def length_correlation(lengths: Mapping[str, int], values: Mapping[str, float]) -> tuple[float, float] | None:
    """Spearman's rho of reference length and value (RQ4), and its two-sided p-value; `None` below 4 tasks, or if
    either is constant."""
    pairs = [(lengths[task], value) for task, value in values.items() if task in lengths]
    if len(pairs) < _MIN_TASKS or any(len(set(column)) < 2 for column in zip(*pairs, strict=True)):
        return None
    from scipy import stats  # slow to load, and seldom needed

    result = stats.spearmanr(*zip(*pairs, strict=True))
    return float(result.statistic), float(result.pvalue)


def _pairs(run: Run) -> Iterator[tuple[GeneratedSample, SampleResult]]:
    """Samples that have known steps and could be run, each with its result."""
    for task, results in run.results.items():
        for index, result in enumerate(results):
            sample = run.trajectories.get(task, {}).get(index)
            if sample is not None and result.passed is not None:
                yield sample, result


def _calls(sample: GeneratedSample) -> Counter[str]:
    names = (output.tool for step in sample.steps for output in step.tool_outputs)
    return Counter(name if name in TOOL_NAMES else OTHER_TOOLS for name in names)


def _oracle_calls(sample: GeneratedSample) -> int:
    return sum(step.target == "oracle" for step in sample.steps)


def agent_tables(runs: Sequence[Run]) -> list[Table]:
    agents = [run for run in runs if has_trajectories(run)]
    if not agents:
        return []
    of_calls = "Percent of all calls in samples that pass."
    of_tasks = "Percent of the tasks that pass after a round of tool calls in which the tool is called at least once."
    tables = [
        _usage(agents),
        _published(agents),
        _by_tool({run.label: tool_shares(run) for run in agents}, f"Calls by tool ({_SOURCE}, table 9)", of_calls),
        _by_tool({run.label: tool_reach(run) for run in agents}, f"Tasks by tool ({_SOURCE}, table 10)", of_tasks),
        _by_oracle_calls(agents),
        _by_length([run for run in runs if run.reference_lines]),
    ]
    return [table for table in tables if table.rows]


def _usage(runs: Sequence[Run]) -> Table:
    usages = [agent_usage(run) for run in runs]
    tools = _tool_columns(usages)
    header = ["run", "description", "tasks", "pass@1", "test rate", "attempts", "oracle calls"]
    header += ["tokens: prompts + completions", *tools.values()]
    rows = []
    for run, usage in zip(runs, usages, strict=True):
        prompts, completions = usage["prompt tokens"], usage["completion tokens"]
        tokens = f"{prompts + completions:,.0f}: {prompts:,.0f} + {completions:,.0f}" if prompts or completions else ""
        scores = [percent(run.value(name)) for name in ("pass@1", "test_rate")]
        made, asked, *calls = (f"{usage[name]:.2f}" for name in ("attempts", "oracle calls", *tools))
        rows.append([run.label, run.description, str(run.scores.n_tasks), *scores, made, asked, tokens, *calls])
    note = (
        "Attempts, calls of the oracle and of tools, and tokens are means per sample, over the tasks. "
        "A call of a tool counts if the model got its result."
    )
    return Table("Usage of the runs", header, rows, [note], names=2)


def _published(runs: Sequence[Run]) -> Table:
    published = {row.name: row for run in runs for row in published_for_agents(run.name.model)}
    rows = [
        [
            *(row.run.model, row.run.strategy.replace("_", "-"), row.description, row.source("pass@1")),
            *(percent(row.scores[name]) for name in ("pass@1", "test_rate")),
        ]
        for row in published.values()
    ]
    note = (
        "Of Python tasks at temperature 0.2: 97 in table 3; table 4 states no number, and 7.14% is not a share of 97. "
        "Do not compare scores on other tasks, or on a part of these, with them."
    )
    header = ["model", "strategy", "description", "source", "pass@1", "test rate"]
    return Table(f"Published values ({_SOURCE}, tables 3 and 4)", header, rows, [note], names=4)


def _by_tool(shares: Mapping[str, Mapping[str, float]], title: str, note: str) -> Table:
    by_run = {label: by_tool for label, by_tool in shares.items() if by_tool}
    tools = _tool_columns(list(by_run.values()))
    rows = [[label, *(percent(by_tool[tool]) for tool in tools)] for label, by_tool in by_run.items()]
    return Table(title, ["run", *tools.values()], rows, [note])


def _by_oracle_calls(runs: Sequence[Run]) -> Table:
    found = [(run, shares) for run in runs if (shares := pass_by_oracle_calls(run))]
    most = max((len(shares) for _, shares in found), default=0)
    rows = []
    for run, shares in found:  # a sample that passed stays so: later columns repeat the last value
        by_calls = [*shares, *[shares[-1]] * (most - len(shares))]
        rows.append([run.label, *map(percent, by_calls), percent(run.value("pass@1"))])
    note = (
        "pass@1 if the samples had ended after that many calls of the oracle, as the oracle judged. "
        "The last column is the score, which judges the attempt after the last call too."
    )
    header = ["run", *map(str, range(1, most + 1)), "score"]
    return Table(f"pass@1 by calls of the oracle ({_SOURCE}, table 11)", header, rows, [note])


def _by_length(runs: Sequence[Run]) -> Table:
    lengths = {task: lines for run in runs for task, lines in run.reference_lines.items()}
    ranges = length_ranges(lengths)
    rows = []
    for run in runs if ranges else ():
        passed = task_means(run, lambda result: float(bool(result.passed)))
        rates = task_means(run, lambda result: float(result.test_rate or 0.0))
        for name, values in (("pass@1", passed), ("test rate", rates)):
            parts = [[values[task] for task in tasks if task in values] for tasks in ranges]
            means = [percent(fmean(part)) if part else "" for part in parts]
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


def _tool_columns(counts: Sequence[Mapping[str, float]]) -> dict[str, str]:
    """The tools with the headings of their columns; other tools only where they were called."""
    others = {OTHER_TOOLS: "other tools"} if any(of_run[OTHER_TOOLS] for of_run in counts) else {}
    return {name: name.removeprefix("get_").replace("_", " ") for name in TOOL_NAMES} | others
