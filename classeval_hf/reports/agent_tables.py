"""Tables on agent runs: usage, published values, RepoClassBench's analyses (arXiv 2405.01573, tables 9-11)."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from classeval_hf.core.grouping import grouped
from classeval_hf.core.tables import Table
from classeval_hf.metrics.results import SampleResult
from classeval_hf.projects.tools.tool_calls import TOOL_NAMES
from classeval_hf.prompting.sample_records import GeneratedSample
from classeval_hf.reports.display import percent
from classeval_hf.reports.runs import Run
from classeval_hf.reports.samples import attempts
from classeval_hf.runs.score_files import published_for_agents

OTHER_TOOLS = "other"  # name for all calls of tools that do not exist
_MIN_TASKS = 4  # fewer tasks give neither quartiles nor a correlation
_SOURCE = "RepoClassBench"


@dataclass(frozen=True)
class AgentUsage:
    """What a run took: means over its tasks."""

    attempts: float  # attempts that were made
    oracle_calls: float  # how often the oracle was asked
    prompt_tokens: float | None  # tokens of all prompts; `None` where the backend does not report them
    completion_tokens: float | None  # tokens of all completions, likewise
    tool_calls: Mapping[str, float]  # answered calls by tool


@dataclass(frozen=True)
class LengthRange:
    first: int  # shortest length
    last: int  # longest length
    tasks: frozenset[str]


@dataclass(frozen=True)
class Correlation:
    rho: float  # from -1 to 1
    p_value: float  # of the hypothesis that there is none, two-sided
    tasks: int  # number of pairs


def has_trajectories(run: Run) -> bool:
    """Whether a run is on repository-level tasks, and the steps of its samples are known."""
    return run.is_of_projects and any(sample.steps for sample, _ in _pairs(run))


def agent_usage(run: Run) -> AgentUsage:
    def tokens(kind: str) -> float | None:
        return _mean_of_tasks(run, lambda sample, _: sum(getattr(step, kind) for step in sample.steps)) or None

    def calls(tool: str) -> float:
        return _mean_of_tasks(run, lambda sample, _: _calls(sample)[tool])

    return AgentUsage(
        attempts=_mean_of_tasks(run, lambda sample, _: sum(attempt.was_made for attempt in attempts(sample))),
        oracle_calls=_mean_of_tasks(run, lambda sample, _: sum(step.target == "oracle" for step in sample.steps)),
        prompt_tokens=tokens("prompt_tokens"),
        completion_tokens=tokens("completion_tokens"),
        tool_calls={tool: calls(tool) for tool in (*TOOL_NAMES, OTHER_TOOLS)},
    )


def tool_shares(run: Run) -> dict[str, float]:
    """Share of each tool among the calls in samples that pass (RepoClassBench, table 9)."""
    counts: Counter[str] = Counter()
    for sample, result in _pairs(run):
        if result.passed:
            counts += _calls(sample)
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
    asked = [step for sample, _ in _pairs(run) for step in sample.steps if step.target == "oracle" and step.tests]
    if not asked:
        return []
    passing: dict[str, list[float]] = {}  # by task, the call that each sample passed by, its last step
    for sample, _ in _pairs(run):
        calls, last = sum(step.target == "oracle" for step in sample.steps), sample.steps[-1] if sample.steps else None
        passed = last is not None and last.target == "oracle" and last.tests and last.tests_passed == last.tests
        passing.setdefault(sample.task_id, []).append(calls if passed else math.inf)
    most = max(sum(step.target == "oracle" for step in sample.steps) for sample, _ in _pairs(run))
    return [
        fmean(fmean(call <= count for call in of_task) for of_task in passing.values()) for count in range(1, most + 1)
    ]


def task_means(run: Run, value: Callable[[SampleResult], float]) -> dict[str, float]:
    """Per task, the mean of a value over the results of samples that could be run."""
    judged = {
        task: [value(result) for result in results if result.passed is not None]
        for task, results in run.results.items()
    }
    return {task: fmean(values) for task, values in judged.items() if values}


def length_ranges(lengths: Mapping[str, int]) -> list[LengthRange]:
    """Divides tasks by the quartiles of their lengths, equal lengths together; empty for fewer than 4 tasks."""
    if len(lengths) < _MIN_TASKS:
        return []
    ends = [*np.quantile(list(lengths.values()), (0.25, 0.5, 0.75)), math.inf]
    parts: dict[int, dict[str, int]] = {}
    for task, length in lengths.items():
        parts.setdefault(next(place for place, end in enumerate(ends) if length <= end), {})[task] = length
    return [
        LengthRange(min(parts[place].values()), max(parts[place].values()), frozenset(parts[place]))
        for place in sorted(parts)
    ]


def length_correlation(lengths: Mapping[str, int], values: Mapping[str, float]) -> Correlation | None:
    """Spearman's correlation of reference length and value (RQ4); `None` below 4 tasks, or if either is constant."""
    pairs = [(lengths[task], value) for task, value in values.items() if task in lengths]
    if len(pairs) < _MIN_TASKS or any(len(set(column)) < 2 for column in zip(*pairs, strict=True)):
        return None
    from scipy import stats  # slow to load, and seldom needed

    result = stats.spearmanr(*zip(*pairs, strict=True))
    return Correlation(float(result.statistic), float(result.pvalue), len(pairs))


def _pairs(run: Run) -> Iterator[tuple[GeneratedSample, SampleResult]]:
    """Samples that have known steps and could be run, each with its result."""
    for task, results in run.results.items():
        for index, result in enumerate(results):
            sample = run.trajectories.get(task, {}).get(index)
            if sample is not None and result.passed is not None:
                yield sample, result


def _mean_of_tasks(run: Run, value: Callable[[GeneratedSample, SampleResult], float]) -> float:
    by_task = grouped((sample.task_id, value(sample, result)) for sample, result in _pairs(run))
    return fmean(map(fmean, by_task.values())) if by_task else 0.0


def _calls(sample: GeneratedSample) -> Counter[str]:
    names = (output.tool for step in sample.steps for output in step.tool_outputs)
    return Counter(name if name in TOOL_NAMES else OTHER_TOOLS for name in names)


def agent_tables(runs: Sequence[Run]) -> list[Table]:
    agents = [run for run in runs if has_trajectories(run)]
    if not agents:
        return []
    tables = [
        _usage(agents),
        _published(agents),
        _by_tool(
            agents, tool_shares, f"Calls by tool ({_SOURCE}, table 9)", "Percent of all calls in samples that pass."
        ),
        _by_tool(
            agents,
            tool_reach,
            f"Tasks by tool ({_SOURCE}, table 10)",
            "Percent of the tasks that pass after a round of tool calls in which the tool is called at least once.",
        ),
        _by_oracle_calls(agents),
        _by_length([run for run in runs if run.reference_lines]),
    ]
    return [table for table in tables if table.rows]


def _usage(runs: Sequence[Run]) -> Table:
    tools = _tool_columns([agent_usage(run).tool_calls for run in runs])
    header = ["run", "description", "tasks", "pass@1", "test rate", "attempts", "oracle calls"]
    header += ["tokens: prompts + completions", *tools.values()]
    rows = []
    for run in runs:
        usage = agent_usage(run)
        prompts, completions = usage.prompt_tokens or 0.0, usage.completion_tokens or 0.0
        tokens = f"{prompts + completions:,.0f}: {prompts:,.0f} + {completions:,.0f}"
        scores = [percent(run.value(name)) for name in ("pass@1", "test_rate")]
        counts = [f"{usage.attempts:.2f}", f"{usage.oracle_calls:.2f}", tokens if prompts or completions else ""]
        calls = [f"{usage.tool_calls[tool]:.2f}" for tool in tools]
        rows.append([run.label, run.description, str(run.scores.n_tasks), *scores, *counts, *calls])
    note = (
        "Attempts, calls of the oracle and of tools, and tokens are means per sample, over the tasks. "
        "A call of a tool counts if the model got its result."
    )
    return Table("Usage of the runs", header, rows, [note], names=2)


def _published(runs: Sequence[Run]) -> Table:
    rows = {row.name: row for run in runs for row in published_for_agents(run.name.model)}
    cells = [
        [
            *(row.run.model, row.run.strategy.replace("_", "-"), row.description, row.source("pass@1")),
            *(percent(row.scores[name]) for name in ("pass@1", "test_rate")),
        ]
        for row in rows.values()
    ]
    note = (
        "Of Python tasks at temperature 0.2: 97 in table 3; table 4 states no number, and 7.14% is not a share of 97. "
        "Do not compare scores on other tasks, or on a part of these, with them."
    )
    header = ["model", "strategy", "description", "source", "pass@1", "test rate"]
    return Table(f"Published values ({_SOURCE}, tables 3 and 4)", header, cells, [note], names=4)


def _by_tool(runs: Sequence[Run], shares: Callable[[Run], Mapping[str, float]], title: str, note: str) -> Table:
    by_run = {run.label: by_tool for run in runs if (by_tool := shares(run))}
    tools = _tool_columns(list(by_run.values()))
    rows = [[label, *(percent(by_tool[tool]) for tool in tools)] for label, by_tool in by_run.items()]
    return Table(title, ["run", *tools.values()], rows, [note])


def _by_oracle_calls(runs: Sequence[Run]) -> Table:
    with_shares = [(run, shares) for run in runs if (shares := pass_by_oracle_calls(run))]
    max_calls = max((len(shares) for _, shares in with_shares), default=0)
    rows = [
        # A sample that passed stays so: later columns repeat the last value.
        [
            run.label,
            *(percent(shares[min(count, len(shares) - 1)]) for count in range(max_calls)),
            percent(run.value("pass@1")),
        ]
        for run, shares in with_shares
    ]
    note = (
        "pass@1 if the samples had ended after that many calls of the oracle, by what the oracle said. "
        "The last column is the score, which judges the attempt after the last call too."
    )
    header = ["run", *(f"{count}" for count in range(1, max_calls + 1)), "score"]
    return Table(f"pass@1 by calls of the oracle ({_SOURCE}, table 11)", header, rows, [note])


def _by_length(runs: Sequence[Run]) -> Table:
    lengths = {task: lines for run in runs for task, lines in run.reference_lines.items()}
    ranges = length_ranges(lengths)
    rows = []
    for run in runs if ranges else ():
        by_metric = {
            "pass@1": task_means(run, lambda result: float(bool(result.passed))),
            "test rate": task_means(run, lambda result: float(result.test_rate or 0.0)),
        }
        for name, values in by_metric.items():
            parts = [[values[task] for task in span.tasks if task in values] for span in ranges]
            spearman = length_correlation(lengths, values)
            correlation = ["", ""] if spearman is None else [f"{spearman.rho:.2f}", f"{spearman.p_value:.3g}"]
            tasks = str(len(values.keys() & lengths.keys()))
            rows.append(
                [run.label, name, *(percent(fmean(part)) if part else "" for part in parts), *correlation, tasks]
            )
    names = [f"{span.first} to {span.last} lines" for span in ranges]
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
