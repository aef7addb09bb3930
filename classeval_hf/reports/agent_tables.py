"""The tables on agent runs, for the page and for Markdown: what the runs took, what is published, and the analyses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from classeval_hf.metrics.results import SampleResult
from classeval_hf.reports.agent_runs import (
    OTHER_TOOLS,
    agent_usage,
    has_trajectories,
    length_correlation,
    length_ranges,
    pass_by_oracle_calls,
    task_means,
    tool_reach,
    tool_shares,
)
from classeval_hf.reports.display import percent
from classeval_hf.reports.runs import Run
from classeval_hf.repository_tools import TOOL_NAMES
from classeval_hf.runs.published import published_for_agents

_SOURCE = "RepoClassBench"


@dataclass(frozen=True)
class AgentTable:
    """A table with its heading."""

    title: str
    note: str  # what the figures are
    header: Sequence[str]  # names of the columns
    rows: Sequence[Sequence[str]]  # cells
    texts: int = 1  # how many columns, from the left, are no numbers


def agent_tables(runs: Sequence[Run]) -> list[AgentTable]:
    """The tables that the runs have data for."""
    agents = [run for run in runs if has_trajectories(run)]
    if not agents:
        return []
    found = [
        _usage(agents),
        _published(agents),
        _by_tool(
            agents,
            tool_shares,
            f"Calls by tool ({_SOURCE}, table 9)",
            "Percent of all calls in samples that pass.",
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
    return [table for table in found if table is not None and table.rows]


def _usage(runs: Sequence[Run]) -> AgentTable:
    with_others = any(agent_usage(run).tool_calls[OTHER_TOOLS] for run in runs)
    tools = (*TOOL_NAMES, OTHER_TOOLS) if with_others else TOOL_NAMES
    header = ["run", "description", "tasks", "pass@1", "test rate", "attempts", "oracle calls"]
    header += ["tokens: prompts + completions", *map(_of_tool, tools)]
    rows = []
    for run in runs:
        usage = agent_usage(run)
        tokens = (usage.prompt_tokens, usage.completion_tokens)
        rows.append(
            [
                run.label,
                run.description,
                str(run.scores.n_tasks),
                percent(run.value("pass@1")),
                percent(run.value("test_rate")),
                _number(usage.attempts),
                _number(usage.oracle_calls),
                _sum_of(*(value or 0.0 for value in tokens)) if any(tokens) else "",
                *(_number(usage.tool_calls[tool]) for tool in tools),
            ]
        )
    note = (
        "Attempts, calls of the oracle and of tools, and tokens are means per sample, over the tasks. "
        "A call of a tool counts if the model was given what it returned."
    )
    return AgentTable("What the runs took", note, header, rows, texts=2)


def _published(runs: Sequence[Run]) -> AgentTable | None:
    rows = {row.name: row for run in runs for row in published_for_agents(run.name.model)}
    if not rows:
        return None
    cells = [
        [
            row.run.model,
            row.run.strategy.replace("_", "-"),
            row.description,
            row.source("pass@1"),
            percent(row.scores["pass@1"]),
            percent(row.scores["test_rate"]),
        ]
        for row in rows.values()
    ]
    note = (
        "Of Python tasks at temperature 0.2: 97 in table 3; table 4 does not say, and its 7.14% is no share of 97. "
        "Other tasks, or a part of these, are not to be compared with them."
    )
    header = ["model", "strategy", "description", "source", "pass@1", "test rate"]
    return AgentTable(f"Published values ({_SOURCE}, tables 3 and 4)", note, header, cells, texts=4)


def _by_tool(runs: Sequence[Run], shares: Callable[[Run], Mapping[str, float]], title: str, note: str) -> AgentTable:
    found = [(run.label, of_run) for run in runs if (of_run := shares(run))]
    tools = [tool for tool in (*TOOL_NAMES, OTHER_TOOLS) if tool in TOOL_NAMES or any(of[tool] for _, of in found)]
    rows = [[label, *(percent(of_run[tool]) for tool in tools)] for label, of_run in found]
    return AgentTable(title, note, ["run", *map(_of_tool, tools)], rows)


def _by_oracle_calls(runs: Sequence[Run]) -> AgentTable:
    found = [(run, shares) for run in runs if (shares := pass_by_oracle_calls(run))]
    max_calls = max((len(shares) for _, shares in found), default=0)
    rows = [
        # What passed stays passed: later columns repeat the last value.
        [
            run.label,
            *(percent(shares[min(count, len(shares) - 1)]) for count in range(max_calls)),
            percent(run.value("pass@1")),
        ]
        for run, shares in found
    ]
    note = (
        "pass@1 if the samples had ended after that many calls of the oracle, by what the oracle said. "
        "The last column is the score, which judges the attempt after the last call too."
    )
    header = ["run", *(f"{count}" for count in range(1, max_calls + 1)), "score"]
    return AgentTable(f"pass@1 by calls of the oracle ({_SOURCE}, table 11)", note, header, rows)


def _by_length(runs: Sequence[Run]) -> AgentTable | None:
    lengths = {task: lines for run in runs for task, lines in run.reference_lines.items()}
    ranges = length_ranges(lengths)
    if not ranges:
        return None
    rows = []
    for run in runs:
        for name, value in (("pass@1", _passed), ("test rate", _test_rate)):
            values = task_means(run, value)
            parts = [[values[task] for task in span.tasks if task in values] for span in ranges]
            found = length_correlation(lengths, values)
            correlation = ["", ""] if found is None else [f"{found.rho:.2f}", f"{found.p_value:.3g}"]
            tasks = str(len(values.keys() & lengths.keys()))
            rows.append([run.label, name, *(percent(_mean(part)) for part in parts), *correlation, tasks])
    names = [f"{span.first} to {span.last} lines" for span in ranges]
    note = (
        "Tasks whose target is a class, by quartiles of the reference's lines of code (neither blank nor a comment "
        "alone). rho is Spearman's correlation of lines and value over the tasks, p its two-sided p-value."
    )
    header = ["run", "value", *names, "rho", "p", "tasks"]
    return AgentTable(f"By length of the reference class ({_SOURCE}, RQ4)", note, header, rows, texts=2)


def _passed(result: SampleResult) -> float:
    return float(bool(result.passed))


def _test_rate(result: SampleResult) -> float:
    return float(result.test_rate or 0.0)


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _of_tool(name: str) -> str:
    return "other tools" if name == OTHER_TOOLS else name.removeprefix("get_").replace("_", " ")


def _number(value: float) -> str:
    return f"{value:.2f}"


def _sum_of(prompts: float, completions: float) -> str:
    return f"{prompts + completions:,.0f}: {prompts:,.0f} + {completions:,.0f}"
