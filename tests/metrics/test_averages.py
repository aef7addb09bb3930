"""Averages as sums by task: against plain definitions for any verdicts, and without verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classeval_hf.core.tasks import ClassTask, Method, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.metrics.averages import average, further_terms, verdict_terms
from classeval_hf.metrics.pass_at_k import pass_at_k

TESTS = ("A", "B", "Main")
METHODS = (Method("a", test_classes=("A",)), Method("b", test_classes=("B",)), Method("untested"))
TASKS = [
    ClassTask(name, name, "", (" A", "B", "Main"), methods_info=METHODS[:methods], class_test_classes=("Main",))
    for name, methods in (("one", 3), ("two", 1))
]
PLUS_METHODS = {"a": ("PlusA",), "b": (), "untested": ("PlusUntested",)}
PLUS = TestSuite("plus", "", ("PlusA", "PlusUntested", "PlusAll"), PLUS_METHODS, ("PlusAll",))
WITH_PLUS = replace(TASKS[0], extra_suites=(PLUS,))


def verdict(outcomes: Mapping[str, Sequence[Outcome]], suite: str = "base") -> CandidateVerdict:
    return CandidateVerdict(
        "one",
        tuple(
            TestClassVerdict(name, tuple(TestCaseVerdict(str(index), item) for index, item in enumerate(of_class)))
            for name, of_class in outcomes.items()
        ),
        suite,
    )


def passing(suite: str, *names: str) -> CandidateVerdict:
    """A verdict by which the test classes of these names pass, and all others fail."""
    listed = TESTS if suite == "base" else PLUS.listed
    return verdict({name: [Outcome.PASS if name in names else Outcome.FAIL] for name in listed}, suite)


BASE_ALL, PLUS_ALL = passing("base", *TESTS), passing("plus", *PLUS.listed)
VERDICTS = st.fixed_dictionaries({name: st.lists(st.sampled_from(list(Outcome)), max_size=3) for name in TESTS})
JUDGED = st.fixed_dictionaries(
    {task.task_id: st.lists(VERDICTS.map(verdict), min_size=2, max_size=4) for task in TASKS}
)


@given(JUDGED, st.integers(1, 2))
def test_definitions(judged: dict[str, list[CandidateVerdict]], k: int) -> None:
    found = {name: average(terms) for name, terms in verdict_terms(TASKS, judged, [k]).items()}
    classes = [(task, task.suite().required) for task in TASKS]
    methods = [(task, method.test_classes) for task in TASKS for method in task.methods_info if method.test_classes]
    for kind, required in (("class_pass", classes), ("method_pass", methods)):
        of_tasks = [[verdict.passed(names) for verdict in judged[task.task_id]] for task, names in required]
        assert found[f"{kind}@{k}"] == pytest.approx(fmean(pass_at_k(len(of), sum(of), k) for of in of_tasks)), kind
    for level in ("class", "test_class"):
        partial, passed = found[f"{level}_partial_success@{k}"], found[f"{level}_pass@{k}"]
        assert partial is not None and passed is not None and 0 <= passed <= partial <= 1
    assert found["test_rate"] is not None and 0 <= found["test_rate"] <= 1


def test_tasks_without_enough_verdicts_do_not_count() -> None:
    """Samples that could not be run, for reasons that are not their own, are neither right nor wrong."""
    averages = verdict_terms(TASKS, {"one": [BASE_ALL, BASE_ALL], "two": [BASE_ALL]}, [1, 2])
    assert averages["class_pass@1"] == {"one": (1.0, 1.0), "two": (1.0, 1.0)}
    assert averages["method_pass@2"] == {"one": (2.0, 2.0), "two": (0.0, 0.0)}
    averages = verdict_terms(TASKS, {"one": [BASE_ALL], "two": []}, [1])
    assert averages["test_rate"] == {"one": (1.0, 1.0), "two": (0.0, 0.0)}
    assert average(averages["test_class_pass@1"]) == 1
    assert average(averages["test_class_pass@1"], ["two"]) is None
    # The average is over tasks, and not over samples.
    terms = verdict_terms(TASKS, {"one": [BASE_ALL] * 5, "two": [passing("base")]}, [1])
    assert average(terms["class_pass@1"]) == 0.5
    assert average(verdict_terms([], {}, [1])["class_pass@1"]) is None, "of no task"


@pytest.mark.parametrize(
    ("base", "plus", "classes", "methods", "test_classes"),
    [
        (BASE_ALL, PLUS_ALL, 1, 2, 3),
        (passing("base"), PLUS_ALL, 0, 0, 0),
        (BASE_ALL, passing("plus"), 0, 1, 1),
        (passing("base"), passing("plus"), 0, 0, 0),
        (passing("base", "B", "Main"), PLUS_ALL, 0, 1, 2),
        (BASE_ALL, passing("plus", "PlusUntested", "PlusAll"), 0, 1, 2),
        (BASE_ALL, passing("plus", "PlusA", "PlusAll"), 0, 2, 3),
        (BASE_ALL, passing("plus", "PlusA", "PlusUntested"), 0, 2, 2),
    ],
)
def test_a_further_suite_adds_to_base(
    base: CandidateVerdict, plus: CandidateVerdict, classes: int, methods: int, test_classes: int
) -> None:
    """What fails in `base` fails with `plus` too; what has no further tests counts by `base` alone."""
    found = further_terms([WITH_PLUS], {"one": [(base, plus)]}, [1], "plus")
    assert found["class_pass_plus@1"]["one"] == (classes, 1)
    assert found["method_pass_plus@1"]["one"] == (methods, 2), "the methods that count are those of base"
    assert found["test_class_pass_plus@1"]["one"] == (test_classes, 3)
    alone = verdict_terms([WITH_PLUS], {"one": [base]}, [1])
    for kind in ("class_pass", "method_pass", "test_class_pass"):
        value, weight = alone[f"{kind}@1"]["one"]
        assert found[f"{kind}_plus_drop@1"]["one"] == (value - found[f"{kind}_plus@1"]["one"][0], weight)


def test_pass_at_2_of_both_suites() -> None:
    """One of three samples passes both, another base alone, a third plus alone; a task without plus has no drop."""
    pairs = [(BASE_ALL, PLUS_ALL), (BASE_ALL, passing("plus")), (passing("base"), PLUS_ALL)]
    other = replace(TASKS[0], task_id="other")
    judged = {"one": pairs, "other": [(BASE_ALL, None), (passing("base"), None)]}
    found = further_terms([WITH_PLUS, other], judged, [1, 2], "plus")
    assert found["class_pass_plus@1"] == {"one": (pytest.approx(1 / 3), 1.0), "other": (0.5, 1.0)}
    assert found["class_pass_plus_drop@1"] == {"one": (pytest.approx(1 / 3), 1.0), "other": (0.0, 1.0)}
    assert found["class_pass_plus@2"] == {"one": (pytest.approx(2 / 3), 1.0), "other": (1.0, 1.0)}
    assert found["class_pass_plus_drop@2"] == {"one": (pytest.approx(1 / 3), 1.0), "other": (0.0, 1.0)}


def test_a_test_class_of_two_methods_adds_to_each_its_own() -> None:
    """A method does not count for the further tests of another one that it shares a test class with."""
    methods = (Method("a", test_classes=("A",)), Method("b", test_classes=("A",)))
    plus = TestSuite("plus", "", ("PlusA", "PlusB"), {"a": ("PlusA",), "b": ("PlusB",)})
    task = ClassTask("one", "one", "", ("A", "Stray"), methods_info=methods, extra_suites=(plus,))
    base = verdict({"A": [Outcome.PASS], "Stray": [Outcome.PASS]})
    both = (base, verdict({"PlusA": [Outcome.PASS], "PlusB": [Outcome.FAIL]}))
    found = further_terms([task], {"one": [both]}, [1], "plus")
    assert found["method_pass_plus@1"]["one"] == (1.0, 2.0)
    assert found["test_class_pass_plus@1"]["one"] == (1.0, 2.0), "nothing is added to a test class of no method"
