"""
What is averaged over tasks, kept by task.

Every average is a sum over tasks divided by the sum of their weights: pass@k of a class has the weight 1, that of a
task's methods their number, and its found dependencies those of the reference. Since value and weight are kept by
task, one reading of the verdicts gives the average, the same over some of the tasks, its interval
([`classeval_hf.metrics.intervals`]) and the comparison of two runs ([`classeval_hf.metrics.comparison`]).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import fsum

from classeval_hf.core.tasks import BASE, ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.metrics.pass_at_k import pass_at_k

__all__ = ["Average", "Judged", "Summand", "average", "summand", "verdict_averages"]

Judged = Mapping[str, Sequence[CandidateVerdict]]
"""Per task id, the verdicts on its samples."""

Summand = tuple[float, float]
"""What a task adds to an average: a value summed up, and its weight."""

Average = Mapping[str, Summand]
"""What each task adds to an average, by task id."""

_Solved = Callable[[CandidateVerdict, Sequence[str]], bool]


def average(summands: Average, task_ids: Collection[str] | None = None) -> float | None:
    """
    The average over tasks.

    Args:
        summands (`Mapping[str, tuple[float, float]]`): what each task adds.
        task_ids (`Collection[str]`, *optional*): tasks to count, by default all.

    Returns:
        `float`: or `None` if the tasks have no weight, so that there is nothing to average.
    """
    chosen = [summand for task_id, summand in summands.items() if task_ids is None or task_id in task_ids]
    weight = fsum(weight for _, weight in chosen)
    return fsum(value for value, _ in chosen) / weight if weight else None


def verdict_averages(
    tasks: Sequence[ClassTask], judged: Judged, ks: Sequence[int], suite: str = BASE
) -> dict[str, Average]:
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
        `dict[str, Mapping[str, tuple[float, float]]]`: the averages by name: for each k `class_pass@k`,
        `method_pass@k`, `test_class_pass@k`, `class_partial_success@k` and `test_class_partial_success@k`, and
        `test_rate`. Of any other suite than `base`, `plus` say, for each k `class_pass_plus@k`, `method_pass_plus@k`
        and `test_class_pass_plus@k`.

    Raises:
        `ValueError`: for a suite that a task does not have.
    """
    suites = {task.task_id: task.suite(suite) for task in tasks}
    correct = {
        kind if suite == BASE else f"{kind}_{suite}": {
            task_id: _correct(judged[task_id], problems(of_task), solved) for task_id, of_task in suites.items()
        }
        for kind, (solved, problems) in _KINDS.items()
        if suite == BASE or kind in _OF_FURTHER_SUITES
    }
    averages: dict[str, Average] = {
        f"{kind}@{k}": {task: summand(len(judged[task]), counts, k) for task, counts in by_task.items()}
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


def _correct(verdicts: Sequence[CandidateVerdict], problems: Sequence[Sequence[str]], solved: _Solved) -> list[int]:
    """Per problem, a problem being a list of test classes, the number of samples that solve it."""
    return [sum(solved(verdict, names) for verdict in verdicts) for names in problems]


def summand(samples: int, correct: Sequence[int], k: int) -> Summand:
    """
    What a task adds to a pass@k: the sum of its problems' estimates, and their number.

    Args:
        samples (`int`): its samples; with fewer than k it adds nothing.
        correct (`Sequence[int]`): per problem, the number of samples that solve it.
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


def _test_rate(verdicts: Sequence[CandidateVerdict]) -> Summand:
    return (fsum(map(_passed_fraction, verdicts)) / len(verdicts), 1.0) if verdicts else (0.0, 0.0)


def _passed_fraction(verdict: CandidateVerdict) -> float:
    tests = sum(len(item.cases) for item in verdict.test_classes)
    return sum(item.count(Outcome.PASS) for item in verdict.test_classes) / tests if tests else 0.0


_KINDS: Mapping[str, tuple[_Solved, Callable[[TestSuite], list[Sequence[str]]]]] = {
    "class_pass": (CandidateVerdict.passed, lambda suite: [suite.required]),
    "method_pass": (CandidateVerdict.passed, _of_methods),
    "test_class_pass": (CandidateVerdict.passed, _one_by_one),
    "class_partial_success": (_partly_passed, lambda suite: [suite.required]),
    "test_class_partial_success": (_partly_passed, _one_by_one),
}
"""What is averaged over a suite: when a sample solves a problem, and the problems, each a list of test classes."""

_OF_FURTHER_SUITES = "class_pass", "method_pass", "test_class_pass"
