"""Error analysis: verdicts made here, counted by hand."""

from classeval_hf.core.tasks import ClassTask, Dependencies, Method
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.metrics import error_analysis as analysis


def ran(name: str, *cases: tuple[Outcome, str], error_type: str = "") -> TestClassVerdict:
    """A test class, with outcome and type of error of each of its tests."""
    return TestClassVerdict(name, tuple(TestCaseVerdict("test", *case) for case in cases), error_type)


def verdict(*passed: str, tests: tuple[str, ...] = ("A", "B", "Main")) -> CandidateVerdict:
    """A verdict on one-test classes, of which those named pass."""
    outcomes = {name: Outcome.PASS if name in passed else Outcome.FAIL for name in tests}
    return CandidateVerdict("t", tuple(ran(name, (item, "")) for name, item in outcomes.items()))


def test_failures_and_errors() -> None:
    failed, error = (Outcome.FAIL, "AssertionError"), (Outcome.ERROR, "")
    others = [(Outcome.ERROR, "TypeError"), (Outcome.ERROR, "KeyError"), (Outcome.TIMEOUT, ""), (Outcome.SKIPPED, "")]
    first = ran("A", (Outcome.PASS, ""), failed, failed, *others, error)
    unloaded = ran("B", error, error, error_type="SyntaxError")
    judged = {"t": [CandidateVerdict("t", (first, unloaded))], "u": [CandidateVerdict("u", (first,))]}
    counts = analysis.failure_counts(judged)
    names = ("KeyError", "SyntaxError", "TypeError", "no report", "skipped", "timeout")
    assert list(counts.items()) == [("AssertionError", 4), *((name, 2) for name in names)]
    assert analysis.error_distribution(counts) == {"KeyError": 1 / 3, "SyntaxError": 1 / 3, "TypeError": 1 / 3}

    counts = analysis.failure_counts({"t": [verdict("A", "B", "Main")]})
    assert counts == analysis.error_distribution(counts) == {}, "nothing failed"
    assert analysis.error_distribution({"AssertionError": 3}) == {}


METHODS = (Method("a", test_classes=("A",)), Method("b", test_classes=("B",)), Method("untested"))
TASK = ClassTask("t", "T", "", ("A", "B", "Main"), methods_info=METHODS, class_test_classes=("Main",))


def test_by_dependencies() -> None:
    judged = {"t": [verdict("A"), verdict("A", "B"), verdict()]}
    none, both = Dependencies(), Dependencies(False, (), ("self.x",), ("a", "untested"))
    reference = {"t": {"a": none, "b": both, "untested": none}}
    assert analysis.method_pass_by_dependencies([TASK], judged, reference) == {
        "0": {"share": 2 / 3, "passed": 2, "samples": 3, "methods": 1},
        "2": {"share": 1 / 3, "passed": 1, "samples": 3, "methods": 1},
    }
    assert analysis.method_pass_by_dependencies([TASK], judged, {"t": {"a": none}}).keys() == {"0"}
    assert analysis.method_pass_by_dependencies([TASK], {"t": []}, reference) == {}


def test_by_difficulty_and_topic() -> None:
    """From easy to hard, and in the paper's order, with others at the end; a task that states none is in no group."""
    tasks = [ClassTask(name, "X", "", ("Main",), difficulty=name) for name in ("hard", "easy", "")]
    judged = {"hard": [verdict()] * 2, "easy": [verdict("Main", tests=("Main",))], "": [verdict()]}
    assert list(analysis.class_passes(tasks, judged)["class_pass_by_difficulty"].items()) == [
        ("easy", {"share": 1.0, "passed": 1, "samples": 1, "tasks": 1}),
        ("hard", {"share": 0.0, "passed": 0, "samples": 2, "tasks": 1}),
    ]
    topics = {"t": "File Handling", "o": "Game Development", "n": "", "x": "Own"}
    tasks = [ClassTask(name, "T", "", ("A", "B", "Main"), topic=topic) for name, topic in topics.items()]
    every = verdict("A", "B", "Main")
    judged = {"t": [every, verdict("A", "B")], "o": [every] * 3, "n": [verdict()], "x": [every]}
    assert list(analysis.class_passes(tasks[:3], judged)["class_pass_by_topic"].items()) == [
        ("Game Development", {"share": 1.0, "passed": 3, "samples": 3, "tasks": 1}),
        ("File Handling", {"share": 0.5, "passed": 1, "samples": 2, "tasks": 1}),
    ]
    assert analysis.class_passes(tasks[3:], judged)["class_pass_by_topic"].keys() == {"Own"}


def test_by_length() -> None:
    lengths = {"a": 1, "b": 20, "c": 21, "d": 50, "e": 51, "f": 900, "none": 0}
    tasks = [
        ClassTask(name, "T", "", ("Main",), solution_code="# comment\n\n" + "x = 1\n" * lines if lines else "")
        for name, lines in lengths.items()
    ]
    judged = {task.task_id: [verdict("Main") if task.task_id in "ace" else verdict()] for task in tasks}
    found = analysis.class_passes(tasks, judged)["class_pass_by_length"]
    assert {name: (item["passed"], item["tasks"], item["share"]) for name, item in found.items()} == {
        "1-20": (1, 2, 0.5),
        "21-30": (1, 1, 1.0),
        "41-50": (0, 1, 0.0),
        "51+": (1, 2, 0.5),
    }
    assert list(analysis.LENGTHS) == ["1-20", "21-30", "31-40", "41-50", "51+"]
