"""Weighted terms, value and weight per task: every average is the sum of values over the sum of weights."""

from collections.abc import Collection, Mapping, Sequence
from math import comb, fsum

from classeval_hf.core.soundness import FLOORS
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.metrics.pass_at_k import pass_at_k

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
    """The sum of a task's estimates, and their number; 0 with fewer samples than k."""
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


FLOOR_METRICS = tuple(f"test_rate_{floor}" for floor in FLOORS)
"""Names of the averages that are floors: they depend on tasks and environment, and are the same for every run."""


def by_project(projects: Mapping[str, str], terms: WeightedTerms) -> WeightedTerms:
    """The terms by project, since intervals resample projects, whose tasks are alike; by task for a single project."""
    if len({projects.get(task) for task in terms}) < 2:
        return terms
    summed: dict[str, WeightedTerm] = {}
    for task, (value, weight) in terms.items():
        known = summed.get(projects[task], (0.0, 0.0))
        summed[projects[task]] = known[0] + value, known[1] + weight
    return summed
