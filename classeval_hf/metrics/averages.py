"""Weighted terms, value and weight per task: every average is the sum of values over the sum of weights."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, fsum
from typing import Literal, TypedDict

from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.verdicts import STUB_BASELINES, CandidateVerdict, Outcome, Soundness
from classeval_hf.metrics.samples import Sample

DEFAULT_KS = (1, 3, 5)  # the k that the ClassEval paper reports (section 4.4)


def pass_at_k(n: int, c: int, k: int) -> float:
    """
    Probability that at least one of k samples, drawn without replacement from n of which c are correct, is correct.

    Args:
        n (`int`): number of samples, at least `k`.
        c (`int`): number of correct ones, from 0 to `n`.
        k (`int`): number drawn, at least 1.

    Returns:
        `float`: `1 - C(n - c, k) / C(n, k)`, from 0 to 1, exact up to the rounding of one division.

    Raises:
        `ValueError`: if `1 <= k <= n` or `0 <= c <= n` does not hold.

    Example:
        >>> pass_at_k(n=5, c=1, k=3)
        0.6
    """
    if not 1 <= k <= n:
        raise ValueError(f"pass@{k} needs k of at least 1 and as many samples, but n is {n}.")
    if not 0 <= c <= n:
        raise ValueError(f"The number of correct samples must lie between 0 and n={n}, but is {c}.")
    total = comb(n, k)
    return (total - comb(n - c, k)) / total


Judged = Mapping[str, Sequence[CandidateVerdict]]  # per task id, the verdicts on its samples
DROP = "_drop"  # follows the name of a further suite in the name of a drop: `class_pass_plus_drop@1`
WeightedTerm = tuple[float, float]  # a task's term in an average: a sum of values, and its weight
WeightedTerms = Mapping[str, WeightedTerm]  # the terms of an average, by task id


def average(terms: WeightedTerms, task_ids: Collection[str] | None = None) -> float | None:
    """The average over tasks, by default all; `None` if the sum of weights is 0."""
    chosen = [term for task_id, term in terms.items() if task_ids is None or task_id in task_ids]
    weight = fsum(weight for _, weight in chosen)
    return fsum(value for value, _ in chosen) / weight if weight else None


def pass_at_k_term(samples: int, correct: Sequence[int], k: int) -> WeightedTerm:
    """The sum of a task's estimates, and their number; both are 0 with fewer samples than k."""
    if samples < k:
        return 0.0, 0.0
    return fsum(pass_at_k(samples, count, k) for count in correct), float(len(correct))


def passed_fraction(*verdicts: CandidateVerdict) -> float:
    """Fraction of the test cases of all suites together that pass; 0 without any test case."""
    test_classes = [item for verdict in verdicts for item in verdict.test_classes]
    tests = sum(len(item.cases) for item in test_classes)
    return sum(item.count(Outcome.PASS) for item in test_classes) / tests if tests else 0.0


def recall_at_k(recalls: Sequence[float], k: int) -> float:
    """The best recall among k samples, in expectation over all choices of k from those given (DevEval, eq. 2)."""
    if not 1 <= k <= len(recalls):
        raise ValueError(f"Recall@{k} needs k of at least 1 and k samples, but there are {len(recalls)}.")
    total = comb(len(recalls), k)
    return fsum(comb(index, k - 1) / total * recall for index, recall in enumerate(sorted(recalls)))


STUB_METRICS = tuple(f"test_rate_{stub}" for stub in STUB_BASELINES)
"""Names of the averages that are stub baselines: they depend on tasks and environment, not on the run."""


def by_project(projects: Mapping[str, str], terms: WeightedTerms) -> WeightedTerms:
    """The terms by project, since tasks of one are alike and intervals resample projects; by task for one project."""
    if len({projects.get(task) for task in terms}) < 2:
        return terms
    summed: dict[str, WeightedTerm] = {}
    for task, (value, weight) in terms.items():
        known = summed.get(projects[task], (0.0, 0.0))
        summed[projects[task]] = known[0] + value, known[1] + weight
    return summed


_NO_EXCEPTION = {Outcome.TIMEOUT: "timeout", Outcome.SKIPPED: "skipped"}
_NO_REPORT = "no report"
_NOT_ERRORS = frozenset(("AssertionError", _NO_REPORT, *_NO_EXCEPTION.values()))
GroupKind = Literal[
    "method_pass_by_dependencies", "class_pass_by_topic", "class_pass_by_difficulty", "class_pass_by_length"
]


class GroupShare(TypedDict, total=False):
    """The samples of a group that pass, and how many methods and tasks it has."""

    share: float
    interval: list[float]  # of the share, over the tasks; only where there are five or more
    passed: int
    samples: int
    methods: int
    tasks: int


class ErrorAnalysis(TypedDict, total=False):
    """Failed tests by exception, as shares and counts; shares of samples that pass, by kind of group and group."""

    error_distribution: dict[str, float]
    failure_counts: dict[str, int]
    method_pass_by_dependencies: dict[str, GroupShare]
    class_pass_by_topic: dict[str, GroupShare]
    class_pass_by_difficulty: dict[str, GroupShare]
    class_pass_by_length: dict[str, GroupShare]


def failure_analysis(judged: Judged) -> ErrorAnalysis:
    """Failed test cases by type of exception, most frequent first; or `"timeout"`, `"skipped"`, `"no report"`. And
    the share of each type of exception (Figure 9); failed assertions do not count as exceptions."""
    found = Counter(
        _NO_EXCEPTION.get(case.outcome) or case.error_type or test_class.error_type or _NO_REPORT
        for verdicts in judged.values()
        for verdict in verdicts
        for test_class in verdict.test_classes
        for case in test_class.cases
        if case.outcome is not Outcome.PASS
    )
    counts = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
    errors = {name: count for name, count in counts.items() if name not in _NOT_ERRORS}
    shares = {name: count / sum(errors.values()) for name, count in errors.items()}
    return {"error_distribution": shares, "failure_counts": counts}


JudgedSamples = Mapping[str, Sequence[Sample]]  # per task id
SOUND = "_sound"  # ends the names of averages over the tasks whose reference passes


@dataclass(frozen=True)
class SplitTerms:
    """The terms that a family of tasks computes for one split."""

    averages: dict[str, WeightedTerms]  # in the order in which they are shown; over sound tasks, as `NAME_sound`
    ceilings: dict[str, WeightedTerms]  # the averages of references that are read as samples
    analysis: ErrorAnalysis = field(default_factory=ErrorAnalysis)  # where samples fail, besides counts of failures


def further_suites(tasks: Sequence[Task], judged: JudgedSamples) -> list[str]:
    """The test suites other than `base` that samples of these tasks were judged by, in order."""
    suites = dict.fromkeys(suite for task in tasks for item in judged[task.task_id] for suite in item.verdicts)
    return [suite for suite in suites if suite != BASE]


def verdicts_of(tasks: Sequence[Task], judged: JudgedSamples) -> dict[str, list[CandidateVerdict]]:
    return {
        task.task_id: [item.verdict for item in judged[task.task_id] if isinstance(item.verdict, CandidateVerdict)]
        for task in tasks
    }


def over_sound_tasks(
    averages: Mapping[str, WeightedTerms], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    """The averages over the tasks whose reference passes, if some references pass and some do not."""
    averages_of_sound: dict[str, WeightedTerms] = {}
    for name, terms in averages.items():
        sound = {task: term for task, term in terms.items() if task in soundness and soundness[task].is_sound}
        if 0 < len(sound) < len(terms):
            averages_of_sound[f"{name}{SOUND}"] = sound
    return averages_of_sound
