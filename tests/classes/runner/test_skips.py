"""Tests that skip themselves while they run: what the machine decides is no failure, as in `unittest`; what the class
decides is no way to pass."""

import pytest
from plain_unittest import passes_unittest
from slow_and_full import one_in

from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.executor import Executor

RIGHT = """class Calc:
    def __init__(self, start=0):
        self.start = start
    def square(self, number):
        return number * number
    def double(self, number):
        return number + number
    async def half(self, number):
        return number / 2
"""
WRONG = RIGHT.replace("number * number", "number")
UNLIKE = RIGHT.replace("number + number", "number")
BROKEN = RIGHT.replace("self.start = start", "raise OSError(start)")
SKIPS = RIGHT.replace("    def square", "    import unittest\n    def square").replace(
    "return number + number", "raise self.unittest.SkipTest('not now')"
)
HEAD = "import importlib\nimport shutil\nimport sys\nimport unittest\nLINUX = sys.platform == 'linux'\n"
CLASS = (
    "class CalcTest(unittest.TestCase):\n    def test_square(self):\n        self.assertEqual(Calc().square(3), 9)\n"
)
SETS_UP = CLASS + "    def setUp(self):\n        self.calc = Calc()\n"
SKIP = "        if LINUX:\n            self.skipTest('not here')\n"
NOT_HERE = "        if not LINUX:\n            self.skipTest('not there')\n"
DOUBLES = "        self.assertEqual(Calc().double(3), 6)\n"
FORMS = {
    "first": CLASS + "    def test_double(self):\n" + SKIP + DOUBLES,
    "raised": CLASS + "    def test_double(self):\n        raise unittest.SkipTest('not here')\n",
    "own exception": "class NotHere(unittest.SkipTest):\n    pass\n" + CLASS + "    def test_double(self):\n"
    "        raise NotHere('not here')\n",
    "helper": "def needs(program):\n    if not shutil.which(program):\n        raise unittest.SkipTest(program)\n"
    + CLASS + "    def test_double(self):\n        needs('no-such-program')\n" + DOUBLES,
    "decorator": "def needs_windows(function):\n    def test(self):\n        if LINUX:\n"
    "            self.skipTest('not here')\n        return function(self)\n    return test\n"
    + CLASS + "    @needs_windows\n    def test_double(self):\n" + DOUBLES,
    "import": CLASS + "    def test_double(self):\n        try:\n            import no_such_module\n"
    "        except ImportError:\n            self.skipTest('missing')\n" + DOUBLES,
    "setUp by test": CLASS + "    def setUp(self):\n        if LINUX and 'double' in self.id():\n"
    "            self.skipTest('not here')\n    def test_double(self):\n" + DOUBLES,
    "setUp of a base": "class Base(unittest.TestCase):\n    def setUp(self):\n"
    "        if LINUX and self.only_elsewhere:\n            raise unittest.SkipTest('not here')\n"
    + CLASS.replace("unittest.TestCase", "Base") + "    @property\n    def only_elsewhere(self):\n"
    "        return 'double' in self._testMethodName\n    def test_double(self):\n" + DOUBLES,
    "asyncSetUp": CLASS.replace("TestCase", "IsolatedAsyncioTestCase") + "    async def asyncSetUp(self):\n"
    "        self.calc = Calc(1)\n        if 'half' in self.id():\n            self.skipTest('not here')\n"
    "    async def test_half(self):\n        self.assertEqual(await self.calc.half(4), 2)\n",
    "async": CLASS.replace("TestCase", "IsolatedAsyncioTestCase") + "    async def test_half(self):\n"
    "        await Calc().half(4)\n        self.skipTest('not here')\n",
    "after the class is made": SETS_UP + "    def test_double(self):\n" + SKIP + DOUBLES,
    "after an assertion": SETS_UP + "    def test_double(self):\n" + DOUBLES + SKIP + "        self.fail()\n",
    "tearDown": CLASS + "    def test_double(self):\n" + DOUBLES + "    def tearDown(self):\n"
    "        if 'double' in self.id():\n            self.skipTest('late')\n",
    "addCleanup": CLASS + "    def test_double(self):\n        self.addCleanup(self.skipTest, 'late')\n" + DOUBLES,
    "tearDownClass": CLASS + "    @classmethod\n    def tearDownClass(cls):\n"
    "        raise unittest.SkipTest('late')\n",
    "tearDownModule": CLASS + "def tearDownModule():\n    raise unittest.SkipTest('late')\n",
    "subTest": CLASS + "    def test_double(self):\n        for n, both in [(1, 2), (3, 6)]:\n"
    "            with self.subTest(n=n):\n                if n == 1:\n                    self.skipTest('small')\n"
    "                self.assertEqual(Calc().double(n), both)\n",
    "skipUnless": CLASS + "@unittest.skipUnless(not LINUX, 'not here')\nclass OtherTest(unittest.TestCase):\n"
    "    def test_double(self):\n        self.fail()\n",
    "not here": CLASS + "    def setUp(self):\n" + NOT_HERE + "    def test_double(self):\n" + NOT_HERE
    + "        with self.assertRaises(TypeError):\n            Calc().double()\n" + DOUBLES,
    "an error follows": SETS_UP + "    def test_double(self):\n" + SKIP + "    def tearDown(self):\n"
    "        self.assertEqual(sum([self.calc.double(3)]), 6)\n",
}  # fmt: skip
DECIDED = {
    "result": "        if Calc().double(3) != 7:\n            self.skipTest('not so')\n        self.fail()\n",
    "attribute": "        if hasattr(Calc, 'double'):\n            self.skipTest('not so')\n        self.fail()\n",
    "identity": "        if Calc().double(3) is not None:\n            self.skipTest('not so')\n        self.fail()\n",
    "caught": "        try:\n            {}[Calc().double(3)]\n        except BaseException:\n"
    "            self.skipTest('not so')\n        self.fail()\n",
    "after comparing": "        self.assertEqual(sorted([Calc().double(3), 1]), [1, len('sixsix')])\n" + SKIP,
    "in a loop": "        for n in (1, 3):\n            if n == 3:\n                self.skipTest('not three')\n"
    "            self.assertEqual(sum([Calc().double(n)]), 2 * n)\n",
}


def task_of(tests: str, solution: str) -> ClassTask:
    row = {"task_id": "calc", "class_name": "Calc", "test": HEAD + tests, "test_classes": ["CalcTest"]}
    return task_from_row({**row, "solution_code": solution})


@pytest.mark.parametrize("solution", [RIGHT, ""], ids=["reference", "none"])
@pytest.mark.parametrize("form", one_in(5, FORMS))
def test_what_the_machine_skips_is_no_failure(executor: Executor, form: str, solution: str) -> None:
    task = task_of(FORMS[form], solution)
    for source in (RIGHT, WRONG, UNLIKE, BROKEN):
        expected = passes_unittest(HEAD + FORMS[form], source)
        verdict = executor.run(task, source).verdict
        assert verdict.passed(task.suite().required) is expected, (source, verdict)


@pytest.mark.parametrize("form", one_in(5, FORMS))
def test_a_sample_cannot_skip(executor: Executor, form: str) -> None:
    task = task_of(FORMS[form], RIGHT)
    is_passed = executor.run(task, SKIPS).verdict.passed(task.suite().required)
    assert is_passed is executor.run(task, UNLIKE).verdict.passed(task.suite().required)


@pytest.mark.parametrize("form", one_in(3, DECIDED))
def test_what_the_class_decides_needs_a_reference(executor: Executor, form: str) -> None:
    tests = f"{CLASS}    def test_double(self):\n{DECIDED[form]}"
    with pytest.raises(UserError, match=r"CalcTest\.test_double may be skipped after it used the class"):
        executor.run(task_of(tests, ""), "")
    task = task_of(tests, RIGHT)
    assert executor.run(task, RIGHT).verdict.passed(["CalcTest"]) is passes_unittest(HEAD + tests, RIGHT)


def test_a_test_that_may_be_skipped_after_its_set_up_needs_a_reference(executor: Executor) -> None:
    """Where an object could be looked at without asking it (`is None`), its use decides, in `setUp` too."""
    skips = SKIP.replace("LINUX", "shutil.which('no such') is None")
    tests = f"{SETS_UP}    def test_double(self):\n{skips}{DOUBLES}"
    with pytest.raises(UserError, match=r"CalcTest\.test_double may be skipped after it used the class"):
        executor.run(task_of(tests, ""), "")
    assert executor.run(task_of(tests, RIGHT), RIGHT).verdict.passed(["CalcTest"])


@pytest.mark.parametrize("around", ["setUpClass", "setUpModule"])
def test_a_test_class_that_is_skipped_whole_is_refused(executor: Executor, around: str) -> None:
    skips = "        raise unittest.SkipTest('not here')\n"
    of_class = f"{CLASS}    @classmethod\n    def setUpClass(cls):\n{skips}"
    tests = f"def setUpModule():\n{skips}{CLASS}" if around == "setUpModule" else of_class
    for solution in (RIGHT, ""):
        with pytest.raises(UserError, match="all tests of CalcTest are skipped here"):
            executor.run(task_of(tests, solution), "")
