"""Averages as sums by task, pass@k and error analysis: against plain definitions, and counted by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from classeval_hf.classes import family
from classeval_hf.classes.family import further_terms, verdict_terms
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.core.tasks import ClassTask, Dependencies, Method, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.metrics import averages as analysis
from classeval_hf.metrics.averages import Resampling, average, average_interval, pass_at_k
from classeval_hf.projects.family import repository_terms

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
    cases = {name: [TestCaseVerdict(str(n), one) for n, one in enumerate(of)] for name, of in outcomes.items()}
    return CandidateVerdict("one", tuple(TestClassVerdict(name, tuple(of)) for name, of in cases.items()), suite)


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


def test_what_fails_around_a_test_file_fails_its_tests() -> None:
    """In the test rate of a target, which counts test cases of all files; without any it is 0."""
    good, broken = verdict({"a.py": [Outcome.PASS] * 3 + [Outcome.FAIL], "b.py": [Outcome.PASS] * 4}), verdict({})
    good_class, other = good.test_classes
    around = structs.replace(good, test_classes=(good_class, structs.replace(other, error_type="OSError")))
    task = RepositoryTask("one", ProjectRelease("p"), "a.py", Target("f", "function"))
    for samples, rate in (([good], 7 / 8), ([around], 3 / 8), ([broken], 0.0), ([good, around], 5 / 8), ([], 0.0)):
        terms = repository_terms([task], {"one": samples}, [1], {})
        assert terms["test_rate"] == {"one": (rate, float(bool(samples)))}


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


def test_a_further_suite_adds_to_base() -> None:
    """What fails in `base` fails with `plus` too; what has no further tests counts by `base` alone."""
    for base, plus, classes, methods, test_classes in (
        (BASE_ALL, PLUS_ALL, 1, 2, 3),
        (passing("base"), PLUS_ALL, 0, 0, 0),
        (BASE_ALL, passing("plus"), 0, 1, 1),
        (passing("base"), passing("plus"), 0, 0, 0),
        (passing("base", "B", "Main"), PLUS_ALL, 0, 1, 2),
        (BASE_ALL, passing("plus", "PlusUntested", "PlusAll"), 0, 1, 2),
        (BASE_ALL, passing("plus", "PlusA", "PlusAll"), 0, 2, 3),
        (BASE_ALL, passing("plus", "PlusA", "PlusUntested"), 0, 2, 2),
    ):
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
    methods = (Method("a", test_classes=("A",)), Method("b", test_classes=("A",)))
    plus = TestSuite("plus", "", ("PlusA", "PlusB"), {"a": ("PlusA",), "b": ("PlusB",)})
    task = ClassTask("one", "one", "", ("A", "Stray"), methods_info=methods, extra_suites=(plus,))
    base = verdict({"A": [Outcome.PASS], "Stray": [Outcome.PASS]})
    both = (base, verdict({"PlusA": [Outcome.PASS], "PlusB": [Outcome.FAIL]}))
    found = further_terms([task], {"one": [both]}, [1], "plus")
    assert found["method_pass_plus@1"]["one"] == (1.0, 2.0)
    assert found["test_class_pass_plus@1"]["one"] == (1.0, 2.0), "nothing is added to a test class of no method"


# ----
@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_equals_enumeration(case: tuple[int, int, int]) -> None:
    n, c, k = case
    draws = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize(("n", "c", "k"), [(1, 0, 2), (3, 0, 0), (2, 3, 1), (2, -1, 1), (0, 0, 1)])
def test_rejects_impossible_numbers(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match=r"pass@|correct samples"):
        pass_at_k(n, c, k)


def ran(name: str, *cases: tuple[Outcome, str], error_type: str = "") -> TestClassVerdict:
    return TestClassVerdict(name, tuple(TestCaseVerdict("test", *case) for case in cases), error_type)


def test_failures_and_errors() -> None:
    failed, error = (Outcome.FAIL, "AssertionError"), (Outcome.ERROR, "")
    others = [(Outcome.ERROR, "TypeError"), (Outcome.ERROR, "KeyError"), (Outcome.TIMEOUT, ""), (Outcome.SKIPPED, "")]
    first = ran("A", (Outcome.PASS, ""), failed, failed, *others, error)
    unloaded = ran("B", error, error, error_type="SyntaxError")
    judged = {"one": [CandidateVerdict("t", (first, unloaded))], "u": [CandidateVerdict("u", (first,))]}
    found = analysis.failure_analysis(judged)
    names = ("KeyError", "SyntaxError", "TypeError", "no report", "skipped", "timeout")
    assert list(found["failure_counts"].items()) == [("AssertionError", 4), *((name, 2) for name in names)]
    assert found["error_distribution"] == {"KeyError": 1 / 3, "SyntaxError": 1 / 3, "TypeError": 1 / 3}
    none = analysis.failure_analysis({"one": [BASE_ALL]})
    assert none == {"error_distribution": {}, "failure_counts": {}}, "nothing failed"
    asserted = {"one": [CandidateVerdict("t", (ran("A", failed, failed, failed),))]}
    assert analysis.failure_analysis(asserted) == {"error_distribution": {}, "failure_counts": {"AssertionError": 3}}


def test_by_dependencies() -> None:
    judged = {"one": [passing("base", "A"), passing("base", "A", "B"), passing("base")]}
    none, both = Dependencies(), Dependencies(False, (), ("self.x",), ("a", "untested"))
    reference = {"one": {"a": none, "b": both, "untested": none}}
    assert family.method_pass_by_dependencies(TASKS[:1], judged, reference) == {
        "0": {"share": 2 / 3, "passed": 2, "samples": 3, "methods": 1, "tasks": 1},
        "2": {"share": 1 / 3, "passed": 1, "samples": 3, "methods": 1, "tasks": 1},
    }
    assert family.method_pass_by_dependencies(TASKS[:1], judged, {"one": {"a": none}}).keys() == {"0"}
    assert family.method_pass_by_dependencies(TASKS[:1], {"one": []}, reference) == {}


def test_by_difficulty_and_topic() -> None:
    """From easy to hard, and in the paper's order, with others at the end; a task that states none is in no group."""
    tasks = [ClassTask(name, "X", "", ("Main",), difficulty=name) for name in ("hard", "easy", "")]
    judged = {"hard": [passing("base")] * 2, "easy": [verdict({"Main": [Outcome.PASS]})], "": [passing("base")]}
    assert list(family.class_passes(tasks, judged)["class_pass_by_difficulty"].items()) == [
        ("easy", {"share": 1.0, "passed": 1, "samples": 1, "tasks": 1}),
        ("hard", {"share": 0.0, "passed": 0, "samples": 2, "tasks": 1}),
    ]
    topics = {"one": "File Handling", "o": "Game Development", "n": "", "x": "Own"}
    tasks = [ClassTask(name, "T", "", ("A", "B", "Main"), topic=topic) for name, topic in topics.items()]
    none = passing("base")
    judged = {"one": [BASE_ALL, passing("base", "A", "B")], "o": [BASE_ALL] * 3, "n": [none], "x": [BASE_ALL]}
    assert list(family.class_passes(tasks[:3], judged)["class_pass_by_topic"].items()) == [
        ("Game Development", {"share": 1.0, "passed": 3, "samples": 3, "tasks": 1}),
        ("File Handling", {"share": 0.5, "passed": 1, "samples": 2, "tasks": 1}),
    ]
    assert family.class_passes(tasks[3:], judged)["class_pass_by_topic"].keys() == {"Own"}


def test_groups_have_the_intervals_of_averages() -> None:
    """Over the tasks of a group: that of class_pass@1 or method_pass@1 where it holds all, none of fewer than five."""
    topics = ["Own"] * 8 + ["Rare"] * 3
    tasks = [replace(TASKS[0], task_id=f"{index}", topic=topic) for index, topic in enumerate(topics)]
    judged = {task.task_id: [passing("base", *TESTS[: n % 4]), passing("base", "A")] for n, task in enumerate(tasks)}
    how = Resampling()
    found = family.class_passes(tasks, judged, how)["class_pass_by_topic"]
    assert "interval" not in found["Rare"] and [found[name]["tasks"] for name in ("Own", "Rare")] == [8, 3]
    methods = family.method_pass_by_dependencies(
        tasks, judged, {task: {"a": Dependencies(), "b": Dependencies()} for task in judged}, how
    )["0"]
    assert (methods["methods"], methods["tasks"]) == (22, 11)
    for group, chosen, name in ((found["Own"], tasks[:8], "class_pass@1"), (methods, tasks, "method_pass@1")):
        assert group["interval"] == pytest.approx(average_interval(verdict_terms(chosen, judged, [1])[name], how))
    # Of another number of samples per task the share is of samples, and the interval holds it.
    uneven = family.class_passes(tasks[:8], {**judged, "0": [passing("base")] * 90}, how)["class_pass_by_topic"]
    share, (low, high) = uneven["Own"]["share"], uneven["Own"]["interval"]
    assert low < share < high and share == pytest.approx(2 / 104)


def test_by_length() -> None:
    lengths = {"a": 1, "b": 20, "c": 21, "d": 50, "e": 51, "f": 900, "none": 0}
    texts = {name: "# comment\n\n" + "x = 1\n" * lines if lines else "" for name, lines in lengths.items()}
    tasks = [ClassTask(name, "T", "", ("Main",), solution_code=text) for name, text in texts.items()]
    judged = {task.task_id: [passing("base", "Main") if task.task_id in "ace" else passing("base")] for task in tasks}
    found = family.class_passes(tasks, judged)["class_pass_by_length"]
    shares = {name: (item["passed"], item["tasks"], item["share"]) for name, item in found.items()}
    assert shares == {"1-20": (1, 2, 0.5), "21-30": (1, 1, 1.0), "41-50": (0, 1, 0.0), "51+": (1, 2, 0.5)}
    assert list(family.LENGTHS) == ["1-20", "21-30", "31-40", "41-50", "51+"]
