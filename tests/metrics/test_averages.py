"""Averages as sums by task: against plain definitions for any verdicts, and without verdicts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.metrics.averages import average, verdict_terms
from classeval_hf.metrics.pass_at_k import mean_pass_at_k

TESTS = ("A", "B", "Main")
METHODS = (Method("a", test_classes=("A",)), Method("b", test_classes=("B",)), Method("untested"))
TASKS = [
    ClassTask(name, name, "", (" A", "B", "Main"), methods_info=METHODS[:methods], class_test_classes=("Main",))
    for name, methods in (("one", 3), ("two", 1))
]


@st.composite
def verdicts(draw: st.DrawFn) -> CandidateVerdict:
    cases = st.lists(st.sampled_from(list(Outcome)), max_size=3)
    return CandidateVerdict(
        "t",
        tuple(
            TestClassVerdict(name, tuple(TestCaseVerdict(str(i), item) for i, item in enumerate(draw(cases))))
            for name in TESTS
        ),
    )


JUDGED = st.fixed_dictionaries({task.task_id: st.lists(verdicts(), min_size=2, max_size=4) for task in TASKS})


@given(JUDGED, st.integers(1, 2))
def test_definitions(judged: dict[str, list[CandidateVerdict]], k: int) -> None:
    found = {name: average(terms) for name, terms in verdict_terms(TASKS, judged, [k]).items()}
    problems = [(task, task.suite().required) for task in TASKS]
    counts = [
        (len(judged[task.task_id]), sum(verdict.passed(names) for verdict in judged[task.task_id]))
        for task, names in problems
    ]
    assert found[f"class_pass@{k}"] == pytest.approx(mean_pass_at_k(counts, k))
    methods = [(task, method.test_classes) for task in TASKS for method in task.methods_info if method.test_classes]
    counts = [
        (len(judged[task.task_id]), sum(verdict.passed(names) for verdict in judged[task.task_id]))
        for task, names in methods
    ]
    assert found[f"method_pass@{k}"] == pytest.approx(mean_pass_at_k(counts, k))
    for level in ("class", "test_class"):
        partial, passed = found[f"{level}_partial_success@{k}"], found[f"{level}_pass@{k}"]
        assert partial is not None and passed is not None
        assert 0 <= passed <= partial <= 1
    assert found["test_rate"] is not None
    assert 0 <= found["test_rate"] <= 1


def test_tasks_without_enough_verdicts_do_not_count() -> None:
    """Samples that could not be run, for reasons that are not their own, are neither right nor wrong."""
    passed = CandidateVerdict(
        "one", tuple(TestClassVerdict(name, (TestCaseVerdict("test", Outcome.PASS),)) for name in TESTS)
    )
    averages = verdict_terms(TASKS, {"one": [passed, passed], "two": [passed]}, [1, 2])
    assert averages["class_pass@1"] == {"one": (1.0, 1.0), "two": (1.0, 1.0)}
    assert averages["method_pass@2"] == {"one": (2.0, 2.0), "two": (0.0, 0.0)}
    averages = verdict_terms(TASKS, {"one": [passed], "two": []}, [1])
    assert averages["test_rate"] == {"one": (1.0, 1.0), "two": (0.0, 0.0)}
    assert average(averages["test_class_pass@1"]) == 1
    assert average(averages["test_class_pass@1"], ["two"]) is None
