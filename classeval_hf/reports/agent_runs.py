"""
What agents did on the way to their samples, and what came of it: cost, tools, iterations, and length of the class.

The analyses are those of RepoClassBench (arXiv 2405.01573): tables 9 to 11, and the correlation of RQ4. Where tasks
have several samples, each function takes the mean of a task's samples first, and then of the tasks, as pass@1 does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from classeval_hf.metrics.results import SampleResult
from classeval_hf.reports.runs import Run
from classeval_hf.reports.trajectories import attempts
from classeval_hf.repository_tools import TOOL_NAMES
from classeval_hf.runs.sample_records import GeneratedSample

OTHER_TOOLS = "other"
"""Name for all calls of tools that there are none of."""

_MIN_TASKS = 4
"""Tasks below which neither quartiles nor a correlation say anything."""


@dataclass(frozen=True)
class AgentUsage:
    """What a run took, each the mean of its tasks."""

    attempts: float  # attempts that were made
    oracle_calls: float  # how often the oracle was asked
    prompt_tokens: float | None  # tokens of all prompts; `None` where the backend did not say
    completion_tokens: float | None  # tokens of all that the model said, likewise
    tool_calls: Mapping[str, float]  # calls by tool; those that no call was answered for are 0


@dataclass(frozen=True)
class LengthRange:
    """Tasks whose reference has so many lines."""

    first: int  # the least of them
    last: int
    tasks: frozenset[str]


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation."""

    rho: float  # from -1 to 1
    p_value: float  # of the hypothesis that there is none, two-sided
    tasks: int  # number of pairs


def has_trajectories(run: Run) -> bool:
    """Whether a run is on repository-level tasks, and the steps of its samples are known."""
    return run.is_of_projects and any(sample.steps for sample, _ in _pairs(run))


def agent_usage(run: Run) -> AgentUsage:
    """What a run took."""

    def tokens(kind: str) -> float | None:
        return _mean(run, lambda sample, _: sum(getattr(step, kind) for step in sample.steps)) or None

    def calls(tool: str) -> float:
        return _mean(run, lambda sample, _: _calls(sample)[tool])

    return AgentUsage(
        attempts=_mean(run, lambda sample, _: sum(attempt.was_made for attempt in attempts(sample))),
        oracle_calls=_mean(run, lambda sample, _: sum(step.target == "oracle" for step in sample.steps)),
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
    """
    Share of tasks in which a tool is called at least once (RepoClassBench, table 10).

    The tasks are those that pass after a round of tools. The paper's shares are of so many: with 130 tasks, of which
    54.62% pass, 11.54% at once, there are 56, and its 5.36% is 3 of them.
    """
    used: dict[str, set[str]] = {}
    for sample, result in _pairs(run):
        if result.passed and any(step.target == "tool_calls" for step in sample.steps):
            used.setdefault(sample.task_id, set()).update(_calls(sample))
    return (
        {tool: fmean(tool in found for found in used.values()) for tool in (*TOOL_NAMES, OTHER_TOOLS)} if used else {}
    )


def pass_by_oracle_calls(run: Run) -> list[float]:
    """
    pass@1 if the samples ended after 1, 2, ... calls of the oracle (RepoClassBench, table 11).

    An attempt passes here if the oracle, which leaves out tests that the reference fails, said so. The attempt after
    the last call is judged by the score alone.
    """
    asked = [step for sample, _ in _pairs(run) for step in sample.steps if step.target == "oracle" and step.tests]
    if not asked:
        return []
    max_calls = max(sum(step.target == "oracle" for step in sample.steps) for sample, _ in _pairs(run))

    def passed_by(count: int) -> float:
        return _mean(run, lambda sample, _: float(_passing_call(sample) <= count))

    return [passed_by(count) for count in range(1, max_calls + 1)]


def task_means(run: Run, value: Callable[[SampleResult], float]) -> dict[str, float]:
    """Per task, the mean of a value of its samples' results; of those that could be run."""
    judged = {
        task: [value(result) for result in results if result.passed is not None]
        for task, results in run.results.items()
    }
    return {task: fmean(values) for task, values in judged.items() if values}


def length_ranges(lengths: Mapping[str, int]) -> list[LengthRange]:
    """Parts tasks by the quartiles of their lengths, equal ones together; empty for fewer than 4 tasks."""
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
    """
    Spearman's correlation of the length of the reference with what a run has on a task (RepoClassBench, RQ4); `None`
    for fewer than 4 tasks, or where either is the same for all.
    """
    from scipy import stats  # slow to load, and seldom needed

    pairs = [(lengths[task], value) for task, value in values.items() if task in lengths]
    if len(pairs) < _MIN_TASKS or any(len(set(column)) < 2 for column in zip(*pairs, strict=True)):
        return None
    found = stats.spearmanr(*zip(*pairs, strict=True))
    return Correlation(float(found.statistic), float(found.pvalue), len(pairs))


def _pairs(run: Run) -> Iterator[tuple[GeneratedSample, SampleResult]]:
    """Samples whose steps are known, each with its result, where it could be run."""
    for task, results in run.results.items():
        for index, result in enumerate(results):
            sample = run.trajectories.get(task, {}).get(index)
            if sample is not None and result.passed is not None:
                yield sample, result


def _mean(run: Run, value: Callable[[GeneratedSample, SampleResult], float]) -> float:
    of_tasks: dict[str, list[float]] = {}
    for sample, result in _pairs(run):
        of_tasks.setdefault(sample.task_id, []).append(value(sample, result))
    return fmean(map(fmean, of_tasks.values())) if of_tasks else 0.0


def _calls(sample: GeneratedSample) -> Counter[str]:
    names = (output.tool for step in sample.steps for output in step.tool_outputs)
    return Counter(name if name in TOOL_NAMES else OTHER_TOOLS for name in names)


def _passing_call(sample: GeneratedSample) -> float:
    """Which call of the oracle a sample passed by, from 1; infinite if none. Nothing comes after it."""
    last = sample.steps[-1] if sample.steps else None
    if last is None or last.target != "oracle" or not last.tests or last.tests_passed != last.tests:
        return math.inf
    return sum(step.target == "oracle" for step in sample.steps)
