"""The tests of a task are those that `unittest` finds once they are loaded, however they came about."""

from collections.abc import Iterator

import pytest

from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.classes.tasks.test_cases import as_unittest, declared_tests
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.executor import Executor

RIGHT = """class Calc:
    def square(self, number):
        return number * number
"""
WRONG = RIGHT.replace("return number", "return 0 if number > 2 else number")
HEAD = """
import unittest

def check(number):
    def test(self):
        self.assertEqual(Calc().square(number), number ** 2)
    return test

"""
CLASS = """class CalcTest(unittest.TestCase):
    def test_zero(self):
        self.assertEqual(Calc().square(0), 0)
"""
GENERIC = """
from typing import Generic, TypeVar
T = TypeVar("T")
class Base(unittest.TestCase, Generic[T]):
    def test_five(self):
        self.assertEqual(Calc().square(5), 25)
class CalcTest(Base[int]):
    pass
"""
EXPAND = """
def expand(rows):
    import sys
    def decorate(function):
        for number, row in enumerate(rows):
            made = lambda self, row=row: function(self, *row)
            sys._getframe(1).f_locals[f"{function.__name__}_{number}"] = made
    return decorate
"""
FORMS = {
    "setattr": CLASS + "for n in range(1, 6):\n    setattr(CalcTest, f'test_{n}', check(n))\n",
    "if": CLASS + "    if True:\n        def test_five(self):\n            self.assertEqual(Calc().square(5), 25)\n",
    "try": CLASS + "    try:\n        def test_five(self):\n            self.assertEqual(Calc().square(5), 25)\n"
    "    except NameError:\n        pass\n",
    "closure": CLASS + "    test_five = check(5)\n",
    "lambda": CLASS + "    test_five = lambda self: self.assertEqual(Calc().square(5), 25)\n",
    "partialmethod": "from functools import partialmethod\n" + CLASS + "    def _check(self, number):\n"
    "        self.assertEqual(Calc().square(number), number ** 2)\n    test_five = partialmethod(_check, 5)\n",
    "locals": CLASS + "    for n in range(1, 6):\n        locals()[f'test_{n}'] = check(n)\n",
    "metaclass": "class Adds(type):\n    def __new__(kind, name, bases, body):\n"
    "        return super().__new__(kind, name, bases, {**body, 'test_five': check(5)})\n"
    + CLASS.replace("TestCase)", "TestCase, metaclass=Adds)"),
    "class decorator": "def adds(kind):\n    kind.test_five = check(5)\n    return kind\n@adds\n" + CLASS,
    "__init_subclass__": "class Base(unittest.TestCase):\n    def __init_subclass__(cls):\n"
    "        cls.test_five = check(5)\n" + CLASS.replace("unittest.TestCase", "Base"),
    "nested base": "class Shared:\n    class Base(unittest.TestCase):\n        def test_five(self):\n"
    "            self.assertEqual(Calc().square(5), 25)\n" + CLASS.replace("unittest.TestCase", "Shared.Base"),
    "generic base": GENERIC,
    "expand": EXPAND + CLASS + "    @expand([(1, 1), (5, 25)])\n    def test_rows(self, number, square):\n"
    "        self.assertEqual(Calc().square(number), square)\n",
    "subTest": CLASS + "    def test_all(self):\n        for n, square in [(1, 1), (3, 9)]:\n"
    "            with self.subTest(n=n):\n                if n == 1:\n                    self.skipTest('small')\n"
    "                self.assertEqual(Calc().square(n), square)\n",
    "runTest": "class CalcTest(unittest.TestCase):\n    def runTest(self):\n"
    "        self.assertEqual(Calc().square(5), 25)\n",
    "annotation": CLASS + "number: setattr(CalcTest, 'test_five', check(5)) = 5\n",
    "return annotation": CLASS + "def number() -> setattr(CalcTest, 'test_five', check(5)): ...\n",
    "takes away": "dispatch = lambda function: None\n" + CLASS + "    @dispatch\n    def test_huge(self):\n"
    "        self.fail()\n    test_five = check(5)\n",
    "of the class": CLASS + "for name in dir(Calc):\n    if name == 'square':\n"
    "        setattr(CalcTest, f'test_{name}', check(5))\n",
}


def task_of(tests: str, solution: str = RIGHT, *names: str) -> ClassTask:
    skeleton = RIGHT.replace("return number * number", "pass") if solution in (RIGHT, "") else ""
    row = {"task_id": "calc", "class_name": "Calc", "test": tests, "test_classes": list(names or ["CalcTest"])}
    return task_from_row({**row, "skeleton": skeleton, "solution_code": solution})


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor() as executor:
        yield executor


def passes(executor: Executor, task: ClassTask, source: str) -> bool:
    return executor.run(task, source).verdict.passed(task.suite().required)


@pytest.mark.parametrize("solution", [RIGHT, ""], ids=["reference", "stub"])
@pytest.mark.parametrize("tests", FORMS.values(), ids=FORMS)
def test_all_are_run(executor: Executor, tests: str, solution: str) -> None:
    task = task_of(HEAD + tests, solution)
    assert passes(executor, task, RIGHT)
    assert not passes(executor, task, WRONG)


def test_a_base_in_another_class_is_withheld_from(executor: Executor) -> None:
    for form in ("nested base", "generic base", "if"):
        verdict = executor.run(task_of(HEAD + FORMS[form]), RIGHT).verdict.test_classes[0]
        assert verdict.judged_by == "parent", form
        assert "test_five" in {case.test for case in verdict.cases}


def test_what_is_no_test_once_loaded_is_not_run(executor: Executor) -> None:
    tests = f"{HEAD}class Base(unittest.TestCase):\n    def test_huge(self):\n        self.fail()\n" + CLASS.replace(
        "unittest.TestCase", "Base"
    )
    assert passes(executor, task_of(f"{tests}    test_huge = None\n"), RIGHT)
    assert not passes(executor, task_of(tests), RIGHT)


def test_a_rebound_method_is_not_required(executor: Executor) -> None:
    task = task_of(f"{HEAD}{CLASS}CalcTest.test_zero = check(5)\n")
    assert passes(executor, task, RIGHT)
    assert not passes(executor, task, WRONG)


def test_a_sample_takes_no_test_away(executor: Executor) -> None:
    tests = HEAD + FORMS["of the class"]
    nothing = "class Calc:\n    def __getattr__(self, name):\n        return lambda number: 0\n"
    assert passes(executor, task_of(tests), RIGHT)
    assert not passes(executor, task_of(tests), nothing)


@pytest.mark.parametrize(
    ("tests", "words"),
    [
        (CLASS + "globals()['OtherTest'] = type('OtherTest', (CalcTest,), {})\n", "the test class OtherTest is there"),
        (CLASS + "globals()['test_more'] = check(5)\n", "test_more would not be run"),
        (CLASS + "def load_tests(loader, tests, pattern):\n    return tests\n", "load_tests would not be run"),
        (CLASS + "test_more = check(5)\n", "test_more would not be run"),
        ("import functools\n" + CLASS + "test_more = functools.partial(check, 5)\n", "test_more would not be run"),
        (CLASS + "    def run(self, result=None):\n        pass\n", "CalcTest.run changes how its tests are run"),
        (CLASS.replace("test_zero", "zero") + "    test_x = None\n", "the test class CalcTest has no test"),
        (
            CLASS + "    def _callTestMethod(self, method):\n        pass\n",
            "CalcTest._callTestMethod changes how its tests",
        ),
        (CLASS + "class OtherTest(unittest.TestCase):\n    runTest = check(5)\n", "the test class OtherTest is there"),
        (
            CLASS + "Other = type('Case', (unittest.TestCase,), {'test_x': check(5)})\n",
            "the test class Other is there",
        ),
        (CLASS + "    def test_five(self):\n        yield self.fail()\n", "CalcTest.test_five is a generator"),
        (CLASS + "    async def test_five(self):\n        self.fail()\n", "CalcTest.test_five is .* a coroutine"),
        (
            CLASS + "    @classmethod\n    def setUpClass(cls):\n        raise unittest.SkipTest()\n",
            "all tests of CalcT",
        ),
        ("def setUpModule():\n    raise unittest.SkipTest()\n" + CLASS, "all tests of CalcTest are skipped here"),
        (CLASS + "raise RuntimeError('never')\n", "which tests it has is known once they are loaded"),
    ],
)
def test_what_would_not_be_run_is_refused(executor: Executor, tests: str, words: str) -> None:
    with pytest.raises(UserError, match=f"Task calc.*{words}"):
        executor.run(task_of(HEAD + tests), "")


def test_plain_modules_need_no_run() -> None:
    assert declared_tests(HEAD + CLASS).are_all
    assert not declared_tests(HEAD + CLASS + "    def __getattribute__(self, name):\n        return super()\n").are_all
    prefix = "from unittest.mock import patch\npatch('unittest.TestLoader.testMethodPrefix', 'check').start()\n"
    assert not declared_tests(prefix + HEAD + CLASS).are_all
    for form, tests in FORMS.items():
        assert declared_tests(HEAD + tests).are_all is (form == "nested base"), form


def test_functions_of_pytest_keep_their_names_apart(executor: Executor) -> None:
    rows = "import pytest\n@pytest.mark.parametrize('n', [0, 1])\ndef test_f(n):\n    assert Calc().square(n) == n\n"
    later = "def test_f_0():\n    assert Calc().square(5) == 25\n"
    for tests in (rows + later, later + rows):
        task = task_of(tests, RIGHT, "TestFunctions")
        verdict = executor.run(task, WRONG).verdict
        assert [case.outcome.value for case in verdict.test_classes[0].cases].count("fail") == 1
        assert len(verdict.test_classes[0].cases) == 3
        assert passes(executor, task, RIGHT)
    with pytest.raises(UserError, match="the test class TestOuter has bases, decorators or classes in it"):
        as_unittest(later + "class TestOuter:\n    class TestInner:\n        def test_g(self):\n            pass\n")
    with pytest.raises(UserError, match="rename it"):
        as_unittest(later + "class TestFunctions:\n    def test_g(self):\n        pass\n")


def test_what_a_test_class_inherits_is_no_class_of_its_own(executor: Executor) -> None:
    mixin = "class Squares:\n    def test_five(self):\n        self.assertEqual(self.calc.square(5), 25)\n"
    set_up = "    def setUp(self):\n        self.calc = Calc()\n"
    task = task_of(HEAD + mixin + CLASS.replace("unittest", "Squares, unittest") + set_up)
    assert passes(executor, task, RIGHT)
    assert not passes(executor, task, WRONG)


def test_objects_are_believed_as_far_as_those_of_the_reference(executor: Executor) -> None:
    """Where the reference is equal to plain data by its own account, so are samples, and where it is not, none is."""
    right = "class Calc:\n    def __init__(self, number=0):\n        self.number = number\n"
    right += "    def __eq__(self, other):\n        return self.number == getattr(other, 'number', other)\n"
    wrong = right.replace("self.number == ", "self.number + 1 == ")
    head = f"{HEAD}class CalcTest(unittest.TestCase):\n    def test_it(self):\n        self."
    for assertion in ("assertEqual(Calc(3), 3)", "assertTrue(Calc(3) == len('abc'))", "assertIn(Calc(3), [3])"):
        task = task_of(f"{head}{assertion}\n", right)
        assert passes(executor, task, right), assertion
        assert not passes(executor, task, wrong), assertion
    task = task_of(f"{head}assertEqual(Calc(3).number, 3)\n", right)
    assert passes(executor, task, right)
    always = right.replace("self.number = number", "self.number = Calc.Any()")
    always += "    class Any:\n        def __eq__(self, other):\n            return True\n"
    assert not passes(executor, task, always)


def test_a_test_class_that_is_made_is_run_if_it_is_listed(executor: Executor) -> None:
    tests = f"{HEAD}globals()['CalcTest_0'] = type('CalcTest_0', (unittest.TestCase,), {{'test_five': check(5)}})\n"
    task = task_of(tests, RIGHT, "CalcTest_0")
    assert passes(executor, task, RIGHT)
    assert not passes(executor, task, WRONG)
