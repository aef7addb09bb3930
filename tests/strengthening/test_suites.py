"""Strengthened tests as a module: what is written, what the judge makes of it, and those that the package has."""

import ast
import datetime
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest
from account_task import class_task
from call_steps import call, new, put, read
from slow_and_full import slow

from classeval_hf.classes.tasks.files import (
    OPEN_TASKS,
    open_tasks,
    plus_of,
    read_example_completions,
    task_folders,
    with_suites,
)
from classeval_hf.core.tasks import PLUS, ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.strengthening.expectations import Expectations, StrengthenedTest, plus_suite, write_test
from classeval_hf.strengthening.pipeline import read_recipes
from classeval_hf.strengthening.program_mutants import program_mutants
from classeval_hf.strengthening.running import ReferenceRunner
from classeval_hf.strengthening.selection import failed_tests, held_back, judge_solutions, judge_sources, with_tests
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Ref, Step, StepResult
from classeval_hf.task_quality.statistics import reference_module

ECHO = "class Echo:\n    def __init__(self, *given): self.given = given\n    def back(self, value): return value\n"


def made(*steps: Step, results: Sequence[Any], method: str = "") -> StrengthenedTest:
    """A test that expects the results that are not `None`."""
    checks = tuple(number for number, value in enumerate(results) if value is not None)
    return StrengthenedTest(CallSequence(steps, method), tuple(map(StepResult, results)), checks)


def echo(value: Any) -> StrengthenedTest:
    return made(new(), call("back", value), results=[None, value], method="back")


def failures(judge: Judge, task: ClassTask, *sources: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Per candidate the strengthened tests that it fails, and those that did not come to be run."""
    verdicts = judge.run([(task, source) for source in sources], PLUS)
    return [failed_tests(verdict) for verdict in verdicts if isinstance(verdict, CandidateVerdict)]


NONE = frozenset[str](), frozenset[str]()


@pytest.fixture(scope="module")
def echo_task() -> ClassTask:
    return class_task(ECHO, "def test_back(self):\n    self.assertEqual(Echo().back(1), 1)")


NEW, READ = new("Cid", 40), read("entries")
CODE = call("is_code", "XY99", on=CLASS)
EQUAL = "self.assertEqual(the_account.{})".format
PAID_IN = EQUAL("summary(), {'in': 1, 'out': 0, 'count': 1}")
NEAR = "self.assertAlmostEqual(the_account.interest(0.07), 2.8000000000000003, delta=2.8e-06)"
RAISES = ["with self.assertRaises(ValueError):", "    the_account.withdraw(41)"]
# Of tests, by what they call: the method, the steps but for the one that makes the object, and the lines.
CALLS: dict[str, tuple[str, list[Step], list[str]]] = {
    "deposit": ("deposit", [call("deposit", 3), READ], [EQUAL("deposit(3), 43"), EQUAL("entries, [3]")]),
    "withdraw": ("withdraw", [call("withdraw", 3)], [EQUAL("withdraw(3), 37")]),
    "too much": ("withdraw", [call("withdraw", 41)], RAISES),
    "interest": ("interest", [call("interest", 0.07)], [NEAR]),
    "summary": ("", [call("deposit", 1), call("summary")], [EQUAL("deposit(1), 41"), PAID_IN]),
    "code": ("is_code", [CODE], ["self.assertEqual(Account.is_code('XY99'), True)"]),
}


@pytest.fixture(scope="module")
def tests(account: ClassTask, runner: ReferenceRunner) -> dict[str, StrengthenedTest]:
    """Tests of the task `account`, by what they call."""
    sequences = [CallSequence((*[NEW] * (CODE not in steps), *steps), method) for method, steps, _ in CALLS.values()]
    found, dropped = Expectations(account, (), {"withdraw": frozenset({"ValueError"})}).tests(sequences, runner)
    assert not +dropped
    return dict(zip(CALLS, found, strict=True))


@pytest.fixture(scope="module")
def full(account: ClassTask, tests: dict[str, StrengthenedTest]) -> ClassTask:
    return with_tests(account, list(tests.values()))


def test_text_of_suites(tests: dict[str, StrengthenedTest], account: ClassTask) -> None:
    for name, (_, steps, lines) in CALLS.items():
        made_first = ["the_account = Account('Cid', 40)"] * (CODE not in steps)
        assert write_test("Account", tests[name]) == [
            f"def test_{tests[name].sequence.hash}(self):",
            *(f"    {line}" for line in (*made_first, *lines)),
        ]
    # Several objects are numbered, results that are used have a name, and others have none.
    rest = call("twin"), call("join", [Ref(1), Ref(0)], on=2), put("size", (1,), on=1)
    test = made(new(), new(1), *rest, results=[None, None, None, 7, None])
    assert write_test("HTTPBox2Go", test)[1:] == [
        "    the_httpbox2_go_1 = HTTPBox2Go()",
        "    the_httpbox2_go_2 = HTTPBox2Go(1)",
        "    result_2 = the_httpbox2_go_1.twin()",
        "    self.assertEqual(result_2.join([the_httpbox2_go_2, the_httpbox2_go_1]), 7)",
        "    the_httpbox2_go_2.size = (1,)",
    ]
    # There is a test class per method and one for the class as a whole, in the order of the skeleton.
    suite = plus_suite(account, list(tests.values()))
    assert suite is not None
    names = [f"AccountPlusTest{name}" for name in ("IsCode", "Deposit", "Withdraw", "Interest", "Class")]
    assert list(suite.test_classes) == names and suite.class_level == ("AccountPlusTestClass",)
    assert suite.methods["withdraw"] == ("AccountPlusTestWithdraw",) and suite.methods["summary"] == ()
    module = ast.parse(suite.source)
    classes = {node.name: [item.name for item in node.body] for node in module.body if isinstance(node, ast.ClassDef)}
    assert list(classes) == names
    assert classes["AccountPlusTestWithdraw"] == [tests["withdraw"].name, tests["too much"].name]
    assert TestSuite.from_row(suite.to_row()) == suite and suite.source.endswith("\n")
    assert suite.source.startswith("import unittest\n\n\nclass ") and plus_suite(account, []) is None
    with pytest.raises(ValueError, match="no strengthened tests of account"):
        with_tests(account, [])


def test_reference_and_wrong_candidates(full: ClassTask, judge: Judge, tests: dict[str, StrengthenedTest]) -> None:
    """The reference passes every test, and values that tests expect are withheld from samples."""
    (verdict,) = judge.run([(full, reference_module(full))], PLUS)
    assert isinstance(verdict, CandidateVerdict) and verdict.passed(full.suite(PLUS).required)
    assert {item.test_class: item.judged_by for item in verdict.test_classes} == {
        "AccountPlusTestIsCode": "child",  # a truth value is no secret
        "AccountPlusTestDeposit": "parent",
        "AccountPlusTestWithdraw": "parent and child",  # nor is an exception that is expected
        "AccountPlusTestInterest": "parent",
        "AccountPlusTestClass": "parent",
    }
    wrong = [
        ("self.balance += amount", "self.balance = amount", {"deposit", "summary"}),
        ("amount > self.balance", "amount > self.balance + 1", {"too much"}),
        ("self.balance * rate", "self.balance * rate + 1e-4", {"interest"}),
        ("self.balance * rate", "(self.balance * 2) * rate / 2 + 1e-9", set()),
        ('"count": len(self.entries)', '"count": float(len(self.entries))', set()),
        ('"count": len', '"counts": len', {"summary"}),
        ("isupper", "islower", {"code"}),
        ("self.owner = owner", "self.owner = owner.missing", set(CALLS) - {"code"}),
    ]
    assert all(right in full.solution_code for right, _, _ in wrong)
    found = failures(judge, full, *(full.solution_code.replace(right, changed) for right, changed, _ in wrong))
    expected = [(frozenset(tests[name].name for name in names), NONE[1]) for *_, names in wrong]
    assert found == expected
    # Of a test class that ran out of time the first such test has failed; the others are unknown.
    guard = "        if amount > self.balance:"
    looping = full.solution_code.replace(guard, "        while True: pass\n        if 1:")
    ((failed, unknown),) = failures(judge, full, looping)
    assert len(failed) == len(unknown) == 1
    assert failed | unknown == {tests["withdraw"].name, tests["too much"].name}


INF = float("inf")
VALUES = [
    *(0.1, -0.0, 1e300, INF, -INF, complex(0.1, -2), complex(INF, 0), complex(1e308, 1e308)),
    *(True, 7, "a'b\n", b"\x00", (), [], {}, set(), {"b", "a"}, frozenset({1}), (1,), int, datetime.date),
    *(datetime.datetime(2024, 1, 2, 3), datetime.timedelta(1), Decimal("1.0"), Fraction(1, 3)),
    *([1, 0.1], (0.1, [0.2, "a"]), {"a": 0.1, 2: [0.5, {"b": 1.5}]}, {(1, 2): 0.5}, [{"a": 0.5}], [INF, 1]),
]


def test_values_and_tolerance(echo_task: ClassTask, judge: Judge) -> None:
    """Values of all types are expected as they are written; nothing of it hides behind another."""
    tests = [echo(value) for value in VALUES]
    nothing = ECHO.replace("return value", "return None")
    found = failures(judge, with_tests(echo_task, tests), ECHO, nothing)
    assert found[0] == NONE and found[1][0] == {test.name for test in tests}
    # Floats are compared to a millionth, wherever they are; what is around them exactly.
    values = [0.25, 4e9, [1, 0.25], {"a": (0.25, "b")}, complex(0.25, 1)]
    moved = (
        "def moved(value, by):\n"
        "    if isinstance(value, (float, complex)): return value * (1 + by)\n"
        "    if isinstance(value, dict): return {key: moved(item, by) for key, item in value.items()}\n"
        "    return type(value)(moved(item, by) for item in value) if isinstance(value, (list, tuple)) else value\n"
    )
    near, far = (moved + ECHO.replace("return value", f"return moved(value, {by})") for by in (1e-7, 1e-4))
    longer = ECHO.replace("return value", "return value + [0.5] if isinstance(value, list) else value")
    found = failures(judge, with_tests(echo_task, [echo(value) for value in values]), near, far, longer)
    assert [len(failed) for failed, _ in found] == [0, len(values), 1] and found[2][0] == {echo([1, 0.25]).name}


def test_imports_and_names(judge: Judge) -> None:
    """The module imports what its values need; the candidate's own names stay what they are."""
    source = "class Echo:\n    def back(self, value): return datetime(2024, 1, 1) if value else value\n"
    test_back = "def test_back(self):\n    self.assertEqual(Echo().back(0), 0)"
    task = class_task(f"from datetime import datetime\n{source}", test_back)
    array = made(new(), call("back", numpy.array(0)), results=[None, 0], method="back")
    moment = echo(datetime.datetime(2024, 1, 1))
    for test, line in [(moment, "import datetime"), (array, "import numpy"), (echo(Fraction(0)), "from fractions")]:
        suite = plus_suite(task, [test])
        assert suite is not None and suite.source.split("\n")[1].startswith(line)
    assert failures(judge, with_tests(task, [moment, array]), task.solution_code) == [NONE]
    for name in ("datetime", "Decimal", "Fraction"):
        source = f"class {name}:\n    def __init__(self, n): self.n = n\n    def get(self): return self.n\n"
        task = class_task(source, f"def test_get(self):\n    self.assertEqual({name}(4).get(), 4)")
        text = f"{name}( datetime. Fraction("
        test = made(new(text), call("get"), results=[None, text], method="get")
        assert failures(judge, with_tests(task, [test]), source) == [NONE], name
    names = ["add_item", "addItem", "add__item_", "class_", "größe"]
    source = "class C:\n" + "".join(f"    def {name}(self): return {number}\n" for number, name in enumerate(names))
    task = class_task(source, "def test_all(self):\n    self.assertEqual(C().add_item(), 0)")
    results = {name: [None, number] for number, name in enumerate(names)}
    tests = [made(new(), call(name), results=results[name], method=name) for name in names]
    whole = made(new(), call("addItem"), results=[None, 1])
    full = with_tests(task, [*tests, whole])
    suite = full.suite(PLUS)
    assert len(set(suite.test_classes)) == 6
    (verdict,) = judge.run([(full, source.replace("return 1", "return 7"))], PLUS)
    assert isinstance(verdict, CandidateVerdict) and failed_tests(verdict)[0] == {tests[1].name, whole.name}
    assert verdict.passed([name for method in names if method != "addItem" for name in suite.methods[method]])


def test_mutants_and_solutions(full: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge) -> None:
    every = program_mutants(reference_module(full), "Account")
    mutants = [item.source for item in every if item.method == "interest"][:3]
    assert mutants and judge_sources(judge, full, mutants, PLUS) == [{tests["interest"].name}] * len(mutants)
    assert judge_sources(judge, full, [], PLUS) == []
    # Per distinct sample of a family: the methods whose base tests it passes, and the tests that it fails.
    right = full.solution_code
    sample_texts = {
        "a": [right, right.replace("amount > self.balance", "amount > self.balance + 1"), right],
        "b": [right.replace("self.balance * rate", "self.balance"), "class Account:", right],
    }
    samples = {
        family: [(f"{family} {number}", Sample("account", number, text)) for number, text in enumerate(texts)]
        for family, texts in sample_texts.items()
    }
    found = {item.name: item for item in judge_solutions(judge, full, samples)}
    assert set(found) == {"a 0", "a 1", "b 0", "b 1", "b 2"}
    every = {"is_code", "deposit", "withdraw", "interest", "summary"}
    wrong = ("a 1", {"withdraw"}, ["too much"]), ("b 0", {"interest"}, ["interest"]), ("b 1", every, CALLS)
    for name, lacks, fails in [("a 0", set(), []), *wrong]:
        assert found[name].passed & every == every - lacks
        assert found[name].failed == {tests[test].name for test in fails}
    assert found["b 1"].passed == frozenset() and found["b 1"].family == "b" and judge_solutions(judge, full, {}) == []


def test_solvers_of_one_family_have_one_vote(
    full: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge
) -> None:
    """Three right solutions outvote a plausible one that fails a test if they are of three families, not of one."""
    right, name = full.solution_code, tests["too much"].name
    solvers = {f"solver {number}": f"{right}\nSOLVER = {number}\n" for number in range(3)}
    wrong = right.replace("amount > self.balance", "amount > self.balance + 1")
    calls = {name: ["deposit"]}  # whose base tests the wrong solution passes

    def reasons(family_of: dict[str, str]) -> dict[str, str]:
        samples: dict[str, list[tuple[str, Sample]]] = {"other": [("other", Sample("account", 0, wrong))]}
        for solver, text in solvers.items():
            samples.setdefault(family_of[solver], []).append((solver, Sample("account", 0, text)))
        found = judge_solutions(judge, full, samples)
        assert len(found) == 4
        return held_back(calls, found)

    one = "other fails it; of the other families claude agree with the reference"
    assert reasons(dict.fromkeys(solvers, "claude")) == {name: one}
    assert reasons({solver: solver for solver in solvers}) == {}


_LEAST_SHARE = 0.8
"""Share of the tasks that have a suite: of some, nothing that tests show is left to test."""


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("step", [40, slow(pytest.param(1))])
def test_right_completions_pass_the_strengthened_tests_of_open(step: int) -> None:
    """References and the example completions that pass the base tests, each written by hand."""
    of_open = list(open_tasks().values())
    tasks = [task for task in with_suites(of_open, plus_of("open")) if PLUS in task.suites]
    assert len(tasks) >= _LEAST_SHARE * len(of_open)
    tasks = tasks[::step]
    examples = [item for folder in task_folders(OPEN_TASKS) for item in read_example_completions(folder)]
    right = [
        [task.solution_code, *(item.text for item in examples if item.task_id == task.task_id and item.passes)]
        for task in tasks
    ]
    with Judge(progress=False) as judge:
        found = judge.judge(tasks, right, (PLUS,))
    for task in tasks:
        for sample in found[task.task_id]:
            verdict = sample.verdicts[PLUS]
            assert isinstance(verdict, CandidateVerdict)
            assert verdict.passed(task.suite(PLUS).required), (task.task_id, verdict)


def test_recipes_hold_no_task_text() -> None:
    recipes = read_recipes()
    assert len(recipes.tasks) >= _LEAST_SHARE * 100
    for recipe in recipes.tasks.values():
        assert set(recipe) == {"tests_hash", "exceptions", "goes_on", "tests"}
        assert re.fullmatch("[0-9a-f]{64}", recipe["tests_hash"])
        for key in ("exceptions", "goes_on"):
            assert all(name.isidentifier() for names in recipe[key].values() for name in names)
        for row in recipe["tests"]:
            assert set(row) == {"seed", "number", "mutations", "test", "expected"}
            assert all(re.fullmatch("[0-9a-f]{16}", row[name]) for name in ("seed", "test", "expected"))
