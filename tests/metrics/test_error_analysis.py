"""Error analysis: verdicts made here, counted by hand."""

from __future__ import annotations

from classeval_hf.core.tasks import ClassTask, Dependencies, Method
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.metrics.error_analysis import (
    LENGTHS,
    class_passes,
    error_distribution,
    failure_counts,
    method_pass_by_dependencies,
)


def case(outcome: Outcome, error_type: str = "") -> TestCaseVerdict:
    return TestCaseVerdict("test", outcome, error_type)


def verdict(*passed: str, tests: tuple[str, ...] = ("A", "B", "Main")) -> CandidateVerdict:
    """A verdict on one-test classes, of which those named pass."""
    outcomes = {name: Outcome.PASS if name in passed else Outcome.FAIL for name in tests}
    return CandidateVerdict("t", tuple(TestClassVerdict(name, (case(item),)) for name, item in outcomes.items()))


def test_failures_and_errors() -> None:
    ran = TestClassVerdict(
        "A",
        (
            case(Outcome.PASS),
            case(Outcome.FAIL, "AssertionError"),
            case(Outcome.FAIL, "AssertionError"),
            case(Outcome.ERROR, "TypeError"),
            case(Outcome.ERROR, "KeyError"),
            case(Outcome.TIMEOUT),
            case(Outcome.SKIPPED),
            case(Outcome.ERROR),
        ),
    )
    unloaded = TestClassVerdict("B", (case(Outcome.ERROR), case(Outcome.ERROR)), "SyntaxError")
    judged = {"t": [CandidateVerdict("t", (ran, unloaded))], "u": [CandidateVerdict("u", (ran,))]}
    counts = failure_counts(judged)
    assert list(counts.items()) == [
        ("AssertionError", 4),
        ("KeyError", 2),
        ("SyntaxError", 2),
        ("TypeError", 2),
        ("no report", 2),
        ("skipped", 2),
        ("timeout", 2),
    ]
    assert error_distribution(counts) == {"KeyError": 1 / 3, "SyntaxError": 1 / 3, "TypeError": 1 / 3}


def test_nothing_failed() -> None:
    counts = failure_counts({"t": [verdict("A", "B", "Main")]})
    assert counts == error_distribution(counts) == {}
    assert error_distribution({"AssertionError": 3}) == {}


METHODS = (Method("a", test_classes=("A",)), Method("b", test_classes=("B",)), Method("untested"))
TASK = ClassTask(
    "t", "T", "", ("A", "B", "Main"), methods_info=METHODS, class_test_classes=("Main",), topic="File Handling"
)


def test_by_dependencies() -> None:
    judged = {"t": [verdict("A"), verdict("A", "B"), verdict()]}
    reference = {
        "t": {
            "a": Dependencies(),
            "b": Dependencies(False, (), ("self.x",), ("a", "untested")),
            "untested": Dependencies(),
        }
    }
    assert method_pass_by_dependencies([TASK], judged, reference) == {
        "0": {"share": 2 / 3, "passed": 2, "samples": 3, "methods": 1},
        "2": {"share": 1 / 3, "passed": 1, "samples": 3, "methods": 1},
    }
    assert method_pass_by_dependencies([TASK], judged, {"t": {"a": Dependencies()}}).keys() == {"0"}
    assert method_pass_by_dependencies([TASK], {"t": []}, reference) == {}


def test_by_difficulty() -> None:
    """In the order from easy to hard; a task that states none is in no group."""
    tasks = [ClassTask(name, "X", "", ("Main",), difficulty=name) for name in ("hard", "easy", "")]
    judged = {"hard": [verdict()] * 2, "easy": [verdict("Main", tests=("Main",))], "": [verdict()]}
    assert list(class_passes(tasks, judged)["class_pass_by_difficulty"].items()) == [
        ("easy", {"share": 1.0, "passed": 1, "samples": 1, "tasks": 1}),
        ("hard", {"share": 0.0, "passed": 0, "samples": 2, "tasks": 1}),
    ]


def test_by_topic() -> None:
    other = ClassTask("o", "O", "", ("Main",), topic="Game Development")
    none = ClassTask("n", "N", "", ("Main",))
    judged = {
        "t": [verdict("A", "B", "Main"), verdict("A", "B")],
        "o": [verdict("Main", tests=("Main",))] * 3,
        "n": [verdict()],
    }
    found = class_passes([TASK, other, none], judged)["class_pass_by_topic"]
    assert list(found.items()) == [  # in the paper's order
        ("Game Development", {"share": 1.0, "passed": 3, "samples": 3, "tasks": 1}),
        ("File Handling", {"share": 0.5, "passed": 1, "samples": 2, "tasks": 1}),
    ]
    own = ClassTask("x", "X", "", ("Main",), topic="Own")
    assert class_passes([own], {"x": [verdict("Main")]})["class_pass_by_topic"].keys() == {"Own"}


def test_by_length() -> None:
    lengths = {"a": 1, "b": 20, "c": 21, "d": 50, "e": 51, "f": 900, "none": 0}
    tasks = [
        ClassTask(name, "T", "", ("Main",), solution_code="# comment\n\n" + "x = 1\n" * lines if lines else "")
        for name, lines in lengths.items()
    ]
    judged = {task.task_id: [verdict("Main") if task.task_id in "ace" else verdict()] for task in tasks}
    found = class_passes(tasks, judged)["class_pass_by_length"]
    assert {name: (item["passed"], item["tasks"], item["share"]) for name, item in found.items()} == {
        "1-20": (1, 2, 0.5),
        "21-30": (1, 1, 1.0),
        "41-50": (0, 1, 0.0),
        "51+": (1, 2, 0.5),
    }
    assert list(LENGTHS) == ["1-20", "21-30", "31-40", "41-50", "51+"]
