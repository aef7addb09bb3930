"""Strengthened tests as a module: what is written, and what the judge makes of it."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest
from account_task import class_task

from classeval_hf.core.samples import Sample
from classeval_hf.core.tasks import PLUS, ClassTask, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.judging.judge import Judge
from classeval_hf.strengthening.judge.consensus import failed_tests, judge_mutants, judge_solutions, with_tests
from classeval_hf.strengthening.judge.expectations import Expectations, StrengthenedTest
from classeval_hf.strengthening.judge.suites import plus_suite, write_test
from classeval_hf.strengthening.judge.suites import test_name as name_of
from classeval_hf.strengthening.mutate.program_mutants import program_mutants
from classeval_hf.strengthening.record.running import ReferenceRunner, reference_module
from classeval_hf.strengthening.record.sequences import CLASS, CallSequence, Step, StepResult
from classeval_hf.strengthening.record.values import Ref

ECHO = "class Echo:\n    def __init__(self, *given): self.given = given\n    def back(self, value): return value\n"


def made(*steps: Step, results: Sequence[Any] = (), error: str = "", method: str = "") -> StrengthenedTest:
    """A test that expects the results that are not `None`."""
    found = [StepResult(value) for value in results]
    if error:
        found[-1] = StepResult(error=error)
    checks = tuple(number for number, value in enumerate(results) if value is not None)
    return StrengthenedTest(CallSequence(steps, method), tuple(found), checks)


def echo(value: Any, method: str = "back") -> StrengthenedTest:
    return made(Step("new"), Step("call", 0, "back", (value,)), results=[None, value], method=method)


def outcome(judge: Judge, task: ClassTask, source: str, suite: str = PLUS) -> CandidateVerdict:
    (verdict,) = judge.run([(task, source)], suite)
    assert isinstance(verdict, CandidateVerdict)
    return verdict


@pytest.fixture(scope="module")
def echo_task() -> ClassTask:
    return class_task(ECHO, "def test_back(self):\n    self.assertEqual(Echo().back(1), 1)")


@pytest.fixture(scope="module")
def tests(account: ClassTask, runner: ReferenceRunner) -> dict[str, StrengthenedTest]:
    """Tests of the task `account`, by what they call."""
    new = Step("new", arguments=("Cid", 40))
    sequences = [
        CallSequence((new, Step("call", 0, "deposit", (3,)), Step("get", 0, "entries")), "deposit"),
        CallSequence((new, Step("call", 0, "withdraw", (3,))), "withdraw"),
        CallSequence((new, Step("call", 0, "withdraw", (41,))), "withdraw"),
        CallSequence((new, Step("call", 0, "interest", (0.07,))), "interest"),
        CallSequence((new, Step("call", 0, "deposit", (1,)), Step("call", 0, "summary")), ""),
        CallSequence((Step("call", CLASS, "is_code", ("XY99",)),), "is_code"),
    ]
    names = ["deposit", "withdraw", "too much", "interest", "summary", "code"]
    found, dropped = Expectations(account, (), {"withdraw": frozenset({"ValueError"})}).tests(sequences, runner)
    assert not +dropped
    return dict(zip(names, found, strict=True))


def test_text(tests: dict[str, StrengthenedTest]) -> None:
    """A test is short, and reads like one that a person wrote."""
    assert [write_test("Account", tests[name])[1:] for name in tests] == [
        [
            "    the_account = Account('Cid', 40)",
            "    self.assertEqual(the_account.deposit(3), 43)",
            "    self.assertEqual(the_account.entries, [3])",
        ],
        ["    the_account = Account('Cid', 40)", "    self.assertEqual(the_account.withdraw(3), 37)"],
        [
            "    the_account = Account('Cid', 40)",
            "    with self.assertRaises(ValueError):",
            "        the_account.withdraw(41)",
        ],
        [
            "    the_account = Account('Cid', 40)",
            "    self.assertAlmostEqual(the_account.interest(0.07), 2.8000000000000003, delta=2.8e-06)",
        ],
        [
            "    the_account = Account('Cid', 40)",
            "    self.assertEqual(the_account.deposit(1), 41)",
            "    self.assertEqual(the_account.summary(), {'in': 1, 'out': 0, 'count': 1})",
        ],
        ["    self.assertEqual(Account.is_code('XY99'), True)"],
    ]
    assert write_test("Account", tests["code"])[0] == f"def test_{tests['code'].sequence.hash}(self):"


def test_objects_have_names() -> None:
    """Several objects are numbered, results that are used have a name, and others have none."""
    test = made(
        Step("new"),
        Step("new", arguments=(1,)),
        Step("call", 0, "twin"),
        Step("call", 2, "join", ([Ref(1), Ref(0)],)),
        Step("set", 1, "size", ((1,),)),
        results=[None, None, None, 7, None],
    )
    assert write_test("HTTPBox2Go", test)[1:] == [
        "    the_httpbox2_go_1 = HTTPBox2Go()",
        "    the_httpbox2_go_2 = HTTPBox2Go(1)",
        "    result_2 = the_httpbox2_go_1.twin()",
        "    self.assertEqual(result_2.join([the_httpbox2_go_2, the_httpbox2_go_1]), 7)",
        "    the_httpbox2_go_2.size = (1,)",
    ]


def test_suite(account: ClassTask, tests: dict[str, StrengthenedTest]) -> None:
    """There is a test class per method and one for the class as a whole, in the order of the skeleton."""
    suite = plus_suite(account, list(tests.values()))
    assert suite is not None
    names = [f"AccountPlusTest{name}" for name in ("IsCode", "Deposit", "Withdraw", "Interest", "Class")]
    assert list(suite.test_classes) == names
    assert suite.class_level == ("AccountPlusTestClass",)
    assert suite.methods["withdraw"] == ("AccountPlusTestWithdraw",)
    assert suite.methods["summary"] == ()
    module = ast.parse(suite.source)
    classes = {node.name: [item.name for item in node.body] for node in module.body if isinstance(node, ast.ClassDef)}
    assert list(classes) == names
    assert classes["AccountPlusTestWithdraw"] == [name_of(tests["withdraw"]), name_of(tests["too much"])]
    assert TestSuite.from_row(suite.to_row()) == suite
    assert suite.source.endswith("\n")
    assert suite.source.startswith("import unittest\n\n\nclass ")
    assert plus_suite(account, []) is None
    with pytest.raises(ValueError, match="no strengthened tests of account"):
        with_tests(account, [])


def test_reference_passes(account: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge) -> None:
    """The reference passes every test, and values that tests expect are withheld from samples."""
    task = with_tests(account, list(tests.values()))
    verdict = outcome(judge, task, reference_module(task))
    assert verdict.passed(task.suite(PLUS).required)
    assert {item.test_class: item.judged_by for item in verdict.test_classes} == {
        "AccountPlusTestIsCode": "child",  # a truth value is no secret
        "AccountPlusTestDeposit": "parent",
        "AccountPlusTestWithdraw": "parent and child",  # nor is an exception that is expected
        "AccountPlusTestInterest": "parent",
        "AccountPlusTestClass": "parent",
    }


@pytest.mark.parametrize(
    ("right", "wrong", "fail"),
    [
        ("self.balance += amount", "self.balance = amount", {"deposit", "summary"}),
        ("amount > self.balance", "amount > self.balance + 1", {"too much"}),
        ("self.balance * rate", "self.balance * rate + 1e-4", {"interest"}),
        ("self.balance * rate", "(self.balance * 2) * rate / 2 + 1e-9", set()),
        ('"count": len(self.entries)', '"count": float(len(self.entries))', set()),
        ('"count": len', '"counts": len', {"summary"}),
        ("isupper", "islower", {"code"}),
        (
            "self.owner = owner",
            "self.owner = owner.missing",
            {"deposit", "withdraw", "too much", "interest", "summary"},
        ),
    ],
)
def test_wrong_candidates(
    account: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge, right: str, wrong: str, fail: set[str]
) -> None:
    """A wrong candidate fails exactly the tests that are about what is wrong."""
    task = with_tests(account, list(tests.values()))
    assert right in account.solution_code
    failed, unknown = failed_tests(outcome(judge, task, account.solution_code.replace(right, wrong)))
    assert failed == {name_of(tests[name]) for name in fail}
    assert not unknown


def test_tests_that_did_not_come_to_be_run(
    account: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge
) -> None:
    """Of a test class that ran out of time the first such test has failed; the others are unknown."""
    task = with_tests(account, list(tests.values()))
    looping = account.solution_code.replace(
        "        if amount > self.balance:", "        while True: pass\n        if 1:"
    )
    failed, unknown = failed_tests(outcome(judge, task, looping))
    both = {name_of(tests["withdraw"]), name_of(tests["too much"])}
    assert len(failed) == len(unknown) == 1
    assert failed | unknown == both


VALUES = [
    *(
        0.1,
        -0.0,
        1e300,
        float("inf"),
        float("-inf"),
        complex(0.1, -2),
        complex(float("inf"), 0),
        complex(1e308, 1e308),
    ),
    *(None, True, 7, "a'b\n", b"\x00", (), [], {}, set(), {"b", "a"}, frozenset({1}), (1,), int, datetime.date),
    *(datetime.datetime(2024, 1, 2, 3), datetime.timedelta(1), Decimal("1.0"), Fraction(1, 3)),
    *([1, 0.1], (0.1, [0.2, "a"]), {"a": 0.1, 2: [0.5, {"b": 1.5}]}, {(1, 2): 0.5}, [{"a": 0.5}], [float("inf"), 1]),
]


def test_all_values(echo_task: ClassTask, judge: Judge) -> None:
    """Values of all types are expected as they are written; nothing of it hides behind another."""
    tests = [echo(value) for value in VALUES if value is not None]
    task = with_tests(echo_task, tests)
    assert failed_tests(outcome(judge, task, ECHO)) == (frozenset(), frozenset())
    nothing = ECHO.replace("return value", "return None")
    assert failed_tests(outcome(judge, task, nothing))[0] == {name_of(test) for test in tests}


def test_tolerance(echo_task: ClassTask, judge: Judge) -> None:
    """Floats are compared to a millionth, wherever they are; what is around them exactly."""
    values = [0.25, 4e9, [1, 0.25], {"a": (0.25, "b")}, complex(0.25, 1)]
    task = with_tests(echo_task, [echo(value) for value in values])
    near = (
        "def moved(value, by):\n"
        "    if isinstance(value, (float, complex)): return value * (1 + by)\n"
        "    if isinstance(value, dict): return {key: moved(item, by) for key, item in value.items()}\n"
        "    return type(value)(moved(item, by) for item in value) if isinstance(value, (list, tuple)) else value\n"
    )
    for by, fails in [(1e-7, 0), (1e-4, len(values))]:
        source = near + ECHO.replace("return value", f"return moved(value, {by})")
        assert len(failed_tests(outcome(judge, task, source))[0]) == fails
    longer = ECHO.replace("return value", "return value + [0.5] if isinstance(value, list) else value")
    assert failed_tests(outcome(judge, task, longer))[0] == {name_of(echo([1, 0.25]))}


def test_imports(echo_task: ClassTask, judge: Judge) -> None:
    """The module imports what its values need; the candidate's own names stay what they are."""
    task = class_task(
        "from datetime import datetime\n"
        "class Echo:\n    def back(self, value): return datetime(2024, 1, 1) if value else value\n",
        "def test_back(self):\n    self.assertEqual(Echo().back(0), 0)",
    )
    moment = datetime.datetime(2024, 1, 1)
    test = made(Step("new"), Step("call", 0, "back", (moment,)), results=[None, moment], method="back")
    array = made(Step("new"), Step("call", 0, "back", (numpy.array(0),)), results=[None, 0], method="back")
    for tests, line in [
        ([test], "import datetime"),
        ([array], "import numpy"),
        ([echo(Fraction(0))], "from fractions"),
    ]:
        suite = plus_suite(task, tests)
        assert suite is not None
        assert suite.source.split("\n")[1].startswith(line)
    full = with_tests(task, [test, array])
    assert failed_tests(outcome(judge, full, task.solution_code)) == (frozenset(), frozenset())


@pytest.mark.parametrize("name", ["datetime", "Decimal", "Fraction"])
def test_class_that_is_called_like_an_import(judge: Judge, name: str) -> None:
    """A class keeps its name where the values would need an import of the same."""
    source = f"class {name}:\n    def __init__(self, n): self.n = n\n    def get(self): return self.n\n"
    task = class_task(source, f"def test_get(self):\n    self.assertEqual({name}(4).get(), 4)")
    text = f"{name}( datetime. Fraction("
    test = made(Step("new", arguments=(text,)), Step("call", 0, "get"), results=[None, text], method="get")
    full = with_tests(task, [test])
    assert failed_tests(outcome(judge, full, source)) == (frozenset(), frozenset())


def test_methods_of_like_names(judge: Judge) -> None:
    """Each method has a test class of its own, whatever it is called."""
    names = ["add_item", "addItem", "add__item_", "class_", "größe"]
    source = "class C:\n" + "".join(f"    def {name}(self): return {number}\n" for number, name in enumerate(names))
    task = class_task(source, "def test_all(self):\n    self.assertEqual(C().add_item(), 0)")
    tests = [
        made(Step("new"), Step("call", 0, name), results=[None, number], method=name)
        for number, name in enumerate(names)
    ]
    whole = made(Step("new"), Step("call", 0, "addItem"), results=[None, 1])
    full = with_tests(task, [*tests, whole])
    suite = full.suite(PLUS)
    assert len(set(suite.test_classes)) == 6
    verdict = outcome(judge, full, source.replace("return 1", "return 7"))
    assert failed_tests(verdict)[0] == {name_of(tests[1]), name_of(whole)}
    assert verdict.passed([name for method in names if method != "addItem" for name in suite.methods[method]])


def test_mutants(account: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge) -> None:
    """Per mutant the tests that kill it are told."""
    task = with_tests(account, list(tests.values()))
    mutants = [item for item in program_mutants(reference_module(task), "Account") if item.method == "interest"][:3]
    assert mutants
    assert judge_mutants(judge, task, mutants, PLUS) == [{name_of(tests["interest"])}] * len(mutants)
    assert judge_mutants(judge, task, [], PLUS) == []


def test_solutions(account: ClassTask, tests: dict[str, StrengthenedTest], judge: Judge) -> None:
    """Per distinct sample of a family: the methods whose base tests it passes, and the tests that it fails."""
    task = with_tests(account, list(tests.values()))
    right = account.solution_code
    sample_texts = {
        "a": [right, right.replace("amount > self.balance", "amount > self.balance + 1"), right],
        "b": [right.replace("self.balance * rate", "self.balance"), "class Account:", right],
    }
    samples = {
        family: [(f"{family} {number}", Sample("account", number, text)) for number, text in enumerate(texts)]
        for family, texts in sample_texts.items()
    }
    found = {item.name: item for item in judge_solutions(judge, task, samples)}
    assert set(found) == {"a 0", "a 1", "b 0", "b 1", "b 2"}
    every = {"is_code", "deposit", "withdraw", "interest", "summary"}
    assert found["a 0"].passed >= every
    assert found["a 0"].failed == frozenset()
    assert found["a 1"].passed & every == every - {"withdraw"}
    assert found["a 1"].failed == {name_of(tests["too much"])}
    assert found["b 0"].passed & every == every - {"interest"}
    assert found["b 0"].failed == {name_of(tests["interest"])}
    assert found["b 1"].passed == frozenset()
    assert found["b 1"].failed == {name_of(test) for test in tests.values()}
    assert found["b 1"].family == "b"
    assert judge_solutions(judge, task, {}) == []
