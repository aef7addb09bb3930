"""
Weighted terms: value and weight of each task, of which averages are made.

Every average is a sum over tasks divided by the sum of their weights: pass@k of a class has the weight 1, that of a
task's methods their number, and its found dependencies those of the reference. Since value and weight are kept by
task, one pass over the verdicts gives the average, the same over a subset of the tasks, its interval
([`classeval_hf.metrics.intervals`]) and the comparison of two runs ([`classeval_hf.metrics.comparison`]).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import fsum

from classeval_hf.core.tasks import BASE, ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.metrics.pass_at_k import pass_at_k

__all__ = ["WeightedTerms", "Judged", "WeightedTerm", "average", "pass_at_k_term", "verdict_terms"]

Judged = Mapping[str, Sequence[CandidateVerdict]]
"""Per task id, the verdicts on its samples."""

WeightedTerm = tuple[float, float]
"""A task's term in an average: a sum of values, and its weight."""

WeightedTerms = Mapping[str, WeightedTerm]
"""The terms of an average, by task id."""

_Passes = Callable[[CandidateVerdict, Sequence[str]], bool]


def average(terms: WeightedTerms, task_ids: Collection[str] | None = None) -> float | None:
    """
    The average over tasks.

    Args:
        terms (`Mapping[str, tuple[float, float]]`): the term of each task.
        task_ids (`Collection[str]`, *optional*): tasks to count, by default all.

    Returns:
        `float` or `None`: `None` if the sum of weights is 0.
    """
    chosen = [term for task_id, term in terms.items() if task_ids is None or task_id in task_ids]
    weight = fsum(weight for _, weight in chosen)
    return fsum(value for value, _ in chosen) / weight if weight else None


def verdict_terms(
    tasks: Sequence[ClassTask], judged: Judged, ks: Sequence[int], suite: str = BASE
) -> dict[str, WeightedTerms]:
    """
    pass@k of classes, methods and test classes (ClassEval, section 4.4, eq. 1), the public harness's partial success
    of classes and test classes, and the test rate (RepoClassBench's TR).

    A test class is a *partial success* when at least one of its tests passes, and a class when every test class that
    it must pass is one. Whatever passes is a partial success too. The *test rate* is the fraction of a sample's test
    cases that pass, of all listed test classes, averaged over the samples of each task.

    Args:
        tasks (`Sequence[ClassTask]`): the tasks.
        judged (`Mapping[str, Sequence[CandidateVerdict]]`): per task id, the verdicts on its samples by the suite.
        ks (`Sequence[int]`): the k of pass@k. A task with fewer verdicts than k, because samples could not be run,
            does not count for that k.
        suite (`str`, defaults to `"base"`): name of the test suite.

    Returns:
        `dict[str, Mapping[str, tuple[float, float]]]`: the terms by name of the average: for each k `class_pass@k`,
        `method_pass@k`, `test_class_pass@k`, `class_partial_success@k` and `test_class_partial_success@k`, and
        `test_rate`. Of any other suite than `base`, `plus` say, for each k `class_pass_plus@k`, `method_pass_plus@k`
        and `test_class_pass_plus@k`.

    Raises:
        `ValueError`: for a suite that a task does not have.
    """
    suites = {task.task_id: task.suite(suite) for task in tasks}
    correct = {
        kind if suite == BASE else f"{kind}_{suite}": {
            task_id: _correct(judged[task_id], units(of_task), passes) for task_id, of_task in suites.items()
        }
        for kind, (passes, units) in _KINDS.items()
        if suite == BASE or kind in _OF_FURTHER_SUITES
    }
    averages: dict[str, WeightedTerms] = {
        f"{kind}@{k}": {task: pass_at_k_term(len(judged[task]), counts, k) for task, counts in by_task.items()}
        for k in ks
        for kind, by_task in correct.items()
    }
    if suite == BASE:
        averages["test_rate"] = {task.task_id: _test_rate(judged[task.task_id]) for task in tasks}
    return averages


def _of_methods(suite: TestSuite) -> list[Sequence[str]]:
    return [names for names in suite.methods.values() if names]


def _one_by_one(suite: TestSuite) -> list[Sequence[str]]:
    return [[name] for name in suite.listed]


def _correct(verdicts: Sequence[CandidateVerdict], units: Sequence[Sequence[str]], passes: _Passes) -> list[int]:
    """Per list of test classes, the number of samples that pass it."""
    return [sum(passes(verdict, names) for verdict in verdicts) for names in units]


def pass_at_k_term(samples: int, correct: Sequence[int], k: int) -> WeightedTerm:
    """
    A task's term in a pass@k: the sum of the estimates for its methods, test classes or class, and their number.

    Args:
        samples (`int`): number of its samples; with fewer than k the term is 0.
        correct (`Sequence[int]`): per method, test class or class, the number of samples that pass it.
        k (`int`): the k.

    Returns:
        `tuple[float, float]`
    """
    if samples < k:
        return 0.0, 0.0
    return fsum(pass_at_k(samples, count, k) for count in correct), float(len(correct))


def _partly_passed(verdict: CandidateVerdict, names: Sequence[str]) -> bool:
    by_name = {item.test_class: item for item in verdict.test_classes}
    return bool(names) and all(name in by_name and by_name[name].count(Outcome.PASS) > 0 for name in names)


def _test_rate(verdicts: Sequence[CandidateVerdict]) -> WeightedTerm:
    return (fsum(map(_passed_fraction, verdicts)) / len(verdicts), 1.0) if verdicts else (0.0, 0.0)


def _passed_fraction(verdict: CandidateVerdict) -> float:
    tests = sum(len(item.cases) for item in verdict.test_classes)
    return sum(item.count(Outcome.PASS) for item in verdict.test_classes) / tests if tests else 0.0


_KINDS: Mapping[str, tuple[_Passes, Callable[[TestSuite], list[Sequence[str]]]]] = {
    "class_pass": (CandidateVerdict.passed, lambda suite: [suite.required]),
    "method_pass": (CandidateVerdict.passed, _of_methods),
    "test_class_pass": (CandidateVerdict.passed, _one_by_one),
    "class_partial_success": (_partly_passed, lambda suite: [suite.required]),
    "test_class_partial_success": (_partly_passed, _one_by_one),
}
"""The averages over a suite: whether a sample passes a list of test classes, and the lists to average over."""

_OF_FURTHER_SUITES = "class_pass", "method_pass", "test_class_pass"
