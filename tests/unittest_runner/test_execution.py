"""Candidates are run by real child processes."""

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import Outcome, TestClassVerdict
from classeval_hf.judging.executor import Executor, run_candidate
from classeval_hf.metrics.results import TestClassResult, TestFailure
from classeval_hf.sandbox.isolation import IsolationError
from classeval_hf.tasks.test_cases import bound_names, declared_tests
from classeval_hf.unittest_runner.unittest_suite import _IMPORTED_FIRST

Run = Callable[..., TestClassVerdict]

TESTS = """
import unittest

class BoxTestSize(unittest.TestCase):
    def setUp(self):
        self.box = Box()
    def test_empty(self):
        self.assertEqual(self.box.size(), 0)
    def test_one(self):
        self.box.items = [1]
        self.assertEqual(self.box.size(), 1)
"""
RIGHT = """class Box:
    def __init__(self):
        self.items = []
    def size(self):
        return len(self.items)
"""


def task_of(tests: str, *test_classes: str) -> ClassTask:
    return ClassTask(task_id="box", class_name="Box", test=tests, test_classes=test_classes or ("BoxTestSize",))


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs a sample against one test class; with one executor for all, which takes longer to start than a sample."""
    with Executor() as executor:

        def run_one(source: str, tests: str = TESTS) -> TestClassVerdict:
            (verdict,) = executor.run(task_of(tests), source).verdict.test_classes
            return verdict

        yield run_one


def run_anew(source: str) -> TestClassVerdict:
    """The same with an executor of its own, which takes what it gets from the environment as that is now."""
    (verdict,) = run_candidate(task_of(TESTS), source).test_classes
    return verdict


def outcomes(verdict: TestClassVerdict) -> dict[str, str]:
    return {case.test: case.outcome.value for case in verdict.cases}


def test_right_class_passes(run: Run) -> None:
    verdict = run(RIGHT)
    assert verdict.passed
    assert outcomes(verdict) == {"test_empty": "pass", "test_one": "pass"}


def test_failure_and_error_are_told_apart(run: Run) -> None:
    verdict = run(RIGHT.replace("return len(self.items)", "return 0 if not self.items else {}['gone']"))
    assert not verdict.passed
    assert outcomes(verdict) == {"test_empty": "pass", "test_one": "error"}
    failing = TestClassResult.of(verdict).failures
    assert failing == [TestFailure("test_one", "error", "KeyError", "'gone'")]
    assert TestClassResult.of(run(RIGHT.replace("len(self.items)", "5"))).error_types == ["AssertionError"]


@pytest.mark.parametrize(
    ("source", "error_type"),
    [
        ("class Box(:\n", "SyntaxError"),
        ("class Other:\n    pass\n", "NameError"),
        ("import sys\nsys.exit(0)\n", "SystemExit"),
        ("raise KeyboardInterrupt\n", "KeyboardInterrupt"),
        ("x = input()\n", "EOFError"),
        (RIGHT + "import unittest\nraise unittest.SkipTest('no')\n", "SkipTest"),
    ],
)
def test_module_that_does_not_load_fails_every_test(run: Run, source: str, error_type: str) -> None:
    verdict = run(source)
    assert not verdict.passed
    result = TestClassResult.of(verdict)
    assert error_type in result.error_types
    assert set(outcomes(verdict).values()) == {"error"}
    loads = error_type == "NameError"  # the module does, and its tests ask for a class that is not there
    assert result.run == (2 if loads else 0)
    assert loads or all(failure.message.startswith(f"did not run: {error_type}: ") for failure in result.failures)


@pytest.mark.parametrize(
    "leave", ["import os\nos._exit(0)\n", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"]
)
def test_tests_that_never_report_have_not_passed(run: Run, leave: str) -> None:
    assert outcomes(run(RIGHT + leave)) == {"test_empty": "error", "test_one": "error"}


def test_hang_is_ended_and_only_that_test_class() -> None:
    tests = f"""{TESTS}
class BoxTestItems(unittest.TestCase):
    def test_items(self):
        self.assertEqual(Box().items, [])
"""
    task = ClassTask(task_id="box", class_name="Box", test=tests, test_classes=("BoxTestSize", "BoxTestItems"))
    source = RIGHT.replace("        return len(self.items)", "        while True:\n            pass")
    size, items = run_candidate(task, source, timeout=0.5).test_classes
    assert outcomes(size) == {"test_empty": "timeout", "test_one": "timeout"}
    assert not size.passed
    assert items.passed


def test_nothing_survives_the_run(run: Run) -> None:
    marker = f"classeval-survivor-{os.getpid()}"
    source = RIGHT + f"import subprocess\nsubprocess.Popen(['sh', '-c', 'sleep 30; : {marker}'])\n"
    assert run(source).passed
    time.sleep(0.1)
    assert marker not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def test_later_test_classes_see_the_files_of_earlier_ones() -> None:
    tests = """
import os, tempfile, unittest
class BoxTestWrite(unittest.TestCase):
    def test_1(self):
        open("left.txt", "w").write("x")
        self.assertNotIn("left.txt", os.listdir(tempfile.gettempdir()))
class BoxTestRead(unittest.TestCase):
    def test_1(self):
        self.assertEqual(open("left.txt").read(), "x")
"""
    with Executor() as executor:
        both = executor.run(task_of(tests, "BoxTestWrite", "BoxTestRead"), RIGHT).verdict
        (other,) = executor.run(task_of(tests, "BoxTestRead"), RIGHT).verdict.test_classes
    assert all(verdict.passed for verdict in both.test_classes)
    assert other.cases[0].error_type == "FileNotFoundError"  # another sample does not


@pytest.mark.parametrize("tier", ["T3", "T1"])
def test_later_test_classes_run_the_candidate_that_was_given(tier: str) -> None:
    """Whatever an earlier one has written over its file."""
    source = RIGHT.replace("return", "open(__file__, 'w').write('class Box: pass'); return")
    tests = TESTS + TESTS.replace("BoxTestSize", "BoxTestAgain")
    with Executor(isolation=tier) as executor:
        assert executor.run(task_of(tests, "BoxTestSize", "BoxTestAgain"), source).verdict.passed


def test_secrets_stay_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "secret")
    source = "import os\nassert 'HF_TOKEN' not in os.environ, 'leak'\n" + RIGHT
    assert run_anew(source).passed


PROMISED = """
import os, random, time
assert "HF_TOKEN" not in os.environ and os.read(0, 1) == b""
assert (time.tzname[0], os.environ["LANG"], os.environ["PYTHONHASHSEED"]) == ("UTC", "C.UTF-8", "0")
assert random.random() == random.Random(0).random()
"""


def test_what_the_weakest_tier_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """T0 too has a scrubbed environment, no input, fixed seeds, and a time limit; what hangs fails alone."""
    monkeypatch.setenv("HF_TOKEN", "secret")
    hangs = RIGHT.replace("return len(self.items)", "return len(self.items) or [0 for _ in iter(int, 1)]")
    with Executor(timeout=0.5, isolation="T0") as executor:
        (right,), (hung,) = (
            executor.run(task_of(TESTS), source).verdict.test_classes for source in (PROMISED + RIGHT, hangs)
        )
    assert right.passed, right
    assert {case.outcome for case in hung.cases} == {Outcome.TIMEOUT}


def test_hash_seed_and_time_zone_are_fixed() -> None:
    source = f"{RIGHT}import time\nraise ValueError(f\"{{hash('box')}} {{time.tzname[0]}}\")\n"
    messages = {run_anew(source).message for _ in range(3)}
    assert len(messages) == 1
    assert messages.pop().endswith(" UTC")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("types.MappingProxyType({'a': 1})", {"a": 1}),
        ("collections.ChainMap({'a': 1})", {"a": 1}),
        ("memoryview(b'a')", b"a"),
        ("array.array('b', [1])", [1]),
    ],
)
def test_what_equals_no_literal(run: Run, value: str, expected: object) -> None:
    """It equals itself."""
    source = f"import array, collections, types\nclass Box:\n    def size(self):\n        return {value}\n"
    head = "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_it(self):\n        box = Box()\n"
    assert not run(source, f"{head}        self.assertEqual(box.size(), {expected!r})\n").passed
    assert run(source, f"{head}        size = box.size()\n        self.assertEqual(size, size)\n").passed


YES = """class Yes(str):
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__
class Same(str):
    pass
"""


@pytest.mark.parametrize(("size", "passes"), [(10, False), (2_000_000, True)])
def test_what_is_too_large_to_be_sent_is_equal_if_python_says_so(run: Run, size: int, passes: bool) -> None:
    """A documented limit."""
    head = "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_it(self):\n"
    tests = f"{head}        wanted = 'x' * {size}\n        self.assertEqual(Box().size(), wanted)\n"
    source = f"{YES}class Box:\n    def size(self):\n        return Yes('y' * {size})\n"
    assert run(source, tests).passed == passes


@pytest.mark.parametrize(("honest", "passes"), [(900, False), (1050, True)])
def test_after_very_many_comparisons_what_python_says_counts(run: Run, honest: int, passes: bool) -> None:
    """Likewise: a test class may make 1,000 claims."""
    head = "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_it(self):\n        box = Box()\n"
    tests = f"{head}        wanted = 'x' * len('a')\n        for _ in range(1100):\n"
    tests += "            self.assertEqual(box.size(), wanted)\n"
    source = f"{YES}class Box:\n    calls = 0\n    def size(self):\n        self.calls += 1\n"
    source += f"        return Same('x') if self.calls <= {honest} else Yes('y')\n"
    assert run(source, tests).passed == passes


HEAD = "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_it(self):\n        box = Box()\n"
ANYTHING = (
    f"{YES}class Box:\n    def size(self):\n        return Yes('y')\n    def many(self):\n        return [Yes('y')]\n"
)


@pytest.mark.parametrize(
    "check",
    [
        "self.assertTrue(box.many().count('x'))",
        "self.assertFalse(box.many().index('x'))",
        "match box.size():\n            case 'x': pass\n            case _: self.fail()",
        "self.assertTrue(box.size().__eq__('x'))",
        "import operator\n        assert operator.eq(box.size(), 'x')",
        "import unittest.mock as u\n        m = u.Mock()\n        m(box.size())\n        m.assert_called_with('x')",
        "import types\n        N = types.SimpleNamespace\n        self.assertEqual(N(size=box.size()), N(size='x'))",
    ],
)
def test_what_is_compared_by_other_ways_is_what_python_says(run: Run, check: str) -> None:
    """Likewise; the test class does not count as judged by the parent."""
    verdict = run(ANYTHING, f"{HEAD}        {check}\n")
    assert verdict.passed and verdict.judged_by == "child"
    assert not run(ANYTHING.replace("return True", "return False"), f"{HEAD}        {check}\n").passed


@pytest.mark.parametrize(
    ("forged", "check"),
    [
        (
            "import sys\nsys.modules['classeval_tests'].__dict__['__compare__'] = lambda *_: True",
            "assert box.size() != box.size()",
        ),
        ("import pathlib\npathlib.PurePath.__eq__ = lambda *_: True", "assert box.path() == pathlib.PurePath('x')"),
    ],
)
def test_what_claims_do_not_prove(run: Run, forged: str, check: str) -> None:
    """Likewise: a claim that is not made, and a class of the standard library's that a sample has changed."""
    source = "import pathlib\nclass Box:\n    def size(self):\n        return 3\n"
    source += "    def path(self):\n        return pathlib.PurePath('y')\n"
    tests = f"import pathlib\n{HEAD}        {check}\n"
    verdict = run(f"{source}{forged}\n", tests)
    assert verdict.passed and verdict.judged_by == "child"
    assert not run(source, tests).passed


TABLE = """import pandas
class Table(pandas.DataFrame):
    __eq__ = eq = lambda self, other: pandas.DataFrame([[True]])
    __ne__ = lambda self, other: pandas.DataFrame([[False]])
class Box:
    def table(self):
        return {value}
"""


@pytest.mark.parametrize(
    ("value", "passes"),
    [
        ("pandas.DataFrame([[7]])", True),
        ("pandas.DataFrame([[6]])", False),
        ("Table([[7]])", False),
        ("Table([[6]])", False),
    ],
)
@pytest.mark.parametrize("check", ["(box.table() == wanted).all().all()", "not (box.table() != wanted).any().any()"])
def test_tables_are_compared_by_element(run: Run, value: str, check: str, passes: bool) -> None:
    """What pandas says counts, of tables of its own; one of a class of the sample's equals none of pandas'."""
    wanted = "        wanted = pandas.DataFrame([[3 + 4]])\n"
    tests = f"import pandas\n{HEAD}{wanted}        assert {check}\n"
    assert run(TABLE.format(value=value), tests).passed == passes


def test_skip_expected_failure_and_no_tests_are_no_pass(run: Run) -> None:
    assert outcomes(run(RIGHT.replace("return len(self.items)", "import unittest; raise unittest.SkipTest"))) == {
        "test_empty": "skipped",
        "test_one": "skipped",
    }
    assert not run(RIGHT, "import unittest\nclass BoxTestSize(unittest.TestCase):\n    pass\n").passed


def test_fixtures_run_as_unittest_runs_them(run: Run) -> None:
    tests = """
import unittest
LOG = []
class BoxTestSize(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        LOG.append("class")
    def setUp(self):
        LOG.append("up")
        self.addCleanup(LOG.append, "clean")
    def tearDown(self):
        LOG.append("down")
    def test_a(self):
        self.assertEqual(LOG, ["class", "up"])
    def test_b(self):
        self.assertEqual(LOG, ["class", "up", "down", "clean", "up"])
    def test_sub(self):
        with self.subTest("inner"):
            self.assertEqual(len(LOG), 8)
"""
    assert outcomes(run(RIGHT, tests)) == {"test_a": "pass", "test_b": "pass", "test_sub": "pass"}


def test_assertions_of_the_tests_own_mean_what_they_say(run: Run) -> None:
    """Also under names of `unittest`'s, which a candidate cannot change."""
    tests = """
import unittest
class Refused(AssertionError):
    pass
class Assertions:
    assertEqual = unittest.TestCase.assertNotEqual
    def assertSize(self, size):
        self.assertGreater(Box().size() + 1, size)
class BoxTestSize(Assertions, unittest.TestCase):
    failureException = Refused
    def test_equal(self):
        self.assertEqual(Box().size(), 5)
    def test_size(self):
        self.assertSize(0)
    def test_greater(self):
        self.assertGreater(Box().size(), 0)
    def test_failure(self):
        with self.assertRaises(Refused):
            self.fail()
"""
    source = RIGHT + "import unittest\nfor name in dir(unittest.TestCase):\n    if name.startswith('assert'):\n"
    source += "        setattr(unittest.TestCase, name, lambda *values, **named: None)\n"
    expected = {"test_equal": "pass", "test_size": "pass", "test_greater": "fail", "test_failure": "pass"}
    assert outcomes(run(source, tests)) == expected


@pytest.mark.parametrize("fixture", ["setUpClass", "tearDownClass"])
def test_failing_class_fixture_fails_the_test_class(run: Run, fixture: str) -> None:
    tests = TESTS + f"    @classmethod\n    def {fixture}(cls):\n        raise OSError('no')\n"
    verdict = run(RIGHT, tests)
    assert (verdict.passed, verdict.error_type) == (False, "OSError")


@pytest.mark.parametrize("fixture", ["setUp", "tearDown"])
def test_failing_fixture_fails_the_test(run: Run, fixture: str) -> None:
    tests = "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_1(self):\n        pass\n"
    tests += f"    def {fixture}(self):\n        raise OSError\n"
    assert run(RIGHT, tests).cases[0].error_type == "OSError"


def test_tests_that_need_the_class_while_loading_still_run(run: Run) -> None:
    assert run(RIGHT, TESTS.replace("import unittest\n", "import unittest\nSHARED = Box()\n")).passed


def test_module_is_a_real_one(run: Run) -> None:
    source = """
from __future__ import annotations
import dataclasses, os, pickle, sys
assert os.path.isfile(__file__) and sys.modules[__name__].__dict__ is globals()
@dataclasses.dataclass
class Box:
    items: list = dataclasses.field(default_factory=list)
    def size(self) -> int:
        return len(pickle.loads(pickle.dumps(self)).items)
if __name__ == "__main__":
    raise SystemExit
"""
    assert run(source).passed


@pytest.mark.parametrize("flood", ["print('x' * 10_000_000)", "import os; os.write(2, b'x' * 10_000_000)"])
def test_output_does_not_matter(run: Run, flood: str) -> None:
    assert run(f"{RIGHT}{flood}\n").passed


def test_declared_tests_are_read_from_the_source() -> None:
    source = """
class Base(unittest.TestCase):
    def test_b(self): ...
class Derived(Base):
    def test_a(self): ...
    def helper(self): ...
    def test_a(self): ...
"""
    assert declared_tests(source, "Derived") == ("test_a", "test_b")
    assert declared_tests(source, "Missing") == ()
    module = "import os.path, a as b\nfrom c import d\nif True:\n    e = f\ndef g(): h = 1\n"
    assert bound_names(module) == ("b", "d", "e", "g", "os")


def test_verdict_counts(run: Run) -> None:
    found = TestClassResult.of(run(RIGHT.replace("len(self.items)", "0")))
    assert found.counts == {"pass": 1, "fail": 1, "error": 0, "skipped": 0, "timeout": 0}
    assert (found.tests, found.run, found.passed) == (2, 2, False)
    assert Outcome("pass") is Outcome.PASS


@pytest.mark.parametrize("patches", [False, True])
def test_what_patches_is_loaded_for_tests_that_patch_alone(run: Run, patches: bool) -> None:
    """It takes longer to import than most samples to run, and brings modules that a sample may forget to import."""
    source = RIGHT.replace("return len(self.items)", "import sys; return ['unittest.mock' in sys.modules].count(True)")
    tests = (
        "import unittest\n"
        f"{'# with a mock' if patches else ''}\n"
        "class BoxTestSize(unittest.TestCase):\n    def test_size(self):\n"
        f"        self.assertEqual(Box().size(), {int(patches)})\n"
    )
    assert run(source, tests).passed


@pytest.mark.slow
def test_what_is_imported_before_a_library_is_what_it_imports() -> None:
    """No sample finds a module in memory that the libraries of its task do not bring themselves."""
    names = list(_IMPORTED_FIRST)
    loaded: dict[str, set[str]] = {"": set()}
    for name, before in _IMPORTED_FIRST.items():  # the libraries that another one imports come first
        assert not before or names.index(before) < names.index(name)
        if importlib.util.find_spec(name.partition(".")[0]) is not None:
            command = [sys.executable, "-c", f"import {name}, sys; print(*sys.modules)"]
            printed = subprocess.run(command, capture_output=True, check=True, text=True)
            loaded[name] = {*printed.stdout.split()}
            assert loaded[before] <= loaded[name], name


BUILTIN_CHECKS = """
import unittest
class BoxTest(unittest.TestCase):
    def test_1(self):
        {check}
"""


@pytest.fixture(scope="module", params=["T3", "T1"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """One for each tier, for tests that need nothing else of it."""
    with ExitStack() as stack:
        try:
            yield stack.enter_context(Executor(isolation=request.param))
        except IsolationError as error:
            pytest.skip(f"this machine does not give {request.param}: {error}")


@pytest.mark.parametrize(
    ("check", "forged"),
    [
        ("self.assertRaises(ValueError, Box().take, -1)", "ValueError = BaseException"),
        ("self.assertRaises(ValueError, Box().take, -1)", "import builtins\nbuiltins.ValueError = BaseException"),
        (
            "self.assertRaises((KeyError, ValueError), Box().take, -1)",
            "KeyError = BaseException",
        ),
        ("self.assertIsInstance(Box().items(), list)", "list = object"),
        ("self.assertTrue(isinstance(Box().items(), list))", "def isinstance(*_): return True"),
        ("self.assertTrue(isinstance(Box().items(), list))", "import builtins\nbuiltins.isinstance = lambda *_: True"),
        ("self.assertTrue(len(Box().items()) == 3)", "def len(_): return 3"),
        ("self.assertTrue(all(Box().items()))", "all = bool"),
        (
            "self.assertTrue(sorted(Box().items()) == [1, 2])",
            "sorted = lambda _: [1, 2]",
        ),
    ],
)
def test_names_of_a_candidate_are_no_builtins_of_the_tests(executor: Executor, check: str, forged: str) -> None:
    """A class that fails such a test does not pass by calling something else so."""
    wrong = "class Box:\n    def take(self, item): raise IndexError(item)\n    def items(self): return (0, 1, 2, 3)\n"
    right = (
        "class Box:\n    def take(self, item): raise ValueError(item)\n"
        "    def items(self): return {3: [1, 1, 1], 2: [2, 1]}[3 if CHECK else 2]\n"
    ).replace("CHECK", str("== 3" in check))
    task = ClassTask("box", "Box", BUILTIN_CHECKS.format(check=check), ("BoxTest",))
    assert not executor.run(task, f"{wrong}{forged}\n").verdict.passed(["BoxTest"])
    assert executor.run(task, right).verdict.passed(["BoxTest"])


def test_tests_replace_builtins_themselves() -> None:
    """What they give to `input` and take from `print` reaches the candidate."""
    source = "class Box:\n    def ask(self):\n        print('asked')\n        return input() + open('x').read()\n"
    check = (
        "from unittest.mock import patch, mock_open\n"
        "        with patch('builtins.input', return_value='a'), patch('builtins.print') as shown, "
        "patch('builtins.open', mock_open(read_data='b')):\n"
        "            self.assertEqual(Box().ask(), 'ab')\n            shown.assert_called_once_with('asked')"
    )
    task = ClassTask("box", "Box", BUILTIN_CHECKS.format(check=check), ("BoxTest",))
    with Executor() as executor:
        assert executor.run(task, source).verdict.passed(["BoxTest"])


def test_a_task_may_ask_for_a_class_that_is_called_like_a_builtin() -> None:
    source = "class map:\n    def size(self):\n        return 3\n"
    task = ClassTask("map", "map", BUILTIN_CHECKS.format(check="self.assertEqual(map().size(), 3)"), ("BoxTest",))
    with Executor() as executor:
        assert executor.run(task, source).verdict.passed(["BoxTest"])
