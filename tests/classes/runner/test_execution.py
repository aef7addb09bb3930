"""Candidates are run by real child processes."""

import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timezone, tzinfo
from pathlib import Path

import pytest

import classeval_hf
from classeval_hf.classes.runner.unittest_suite import _IMPORTED_FIRST
from classeval_hf.classes.tasks.test_cases import declared_tests, module_names
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import Outcome, TestClassVerdict
from classeval_hf.engine.executor import Executor, redact
from classeval_hf.metrics.samples import TestClassResult, TestFailure
from classeval_hf.sandbox.jobs import IsolationError

Run = Callable[..., TestClassVerdict]

TEST_CLASS = "import unittest\nclass BoxTestSize(unittest.TestCase):\n"
HEAD = f"{TEST_CLASS}    def test_it(self):\n        box = Box()\n"
TESTS = f"""{TEST_CLASS}
    def setUp(self): self.box = Box()
    def test_empty(self): self.assertEqual(self.box.size(), 0)
    def test_one(self):
        self.box.items = [1]
        self.assertEqual(self.box.size(), 1)
"""
RIGHT = """class Box:
    def __init__(self): self.items = []
    def size(self): return len(self.items)
"""


def task_of(tests: str, *test_classes: str, name: str = "Box", imports: tuple[str, ...] = ()) -> ClassTask:
    listed = test_classes or ("BoxTestSize",)
    return ClassTask(task_id="box", class_name=name, test=tests, test_classes=listed, import_statement=imports)


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs a sample against one test class; with one executor for all, which takes longer to start than a sample."""
    with Executor() as executor:
        yield lambda source, tests=TESTS, **of: executor.run(task_of(tests, **of), source).verdict.test_classes[0]


def outcomes(verdict: TestClassVerdict) -> dict[str, str]:
    return {case.test: case.outcome.value for case in verdict.cases}


def test_failure_and_error_are_told_apart_and_counted(run: Run) -> None:
    verdict = run(RIGHT)
    assert verdict.passed and outcomes(verdict) == {"test_empty": "pass", "test_one": "pass"}
    verdict = run(RIGHT.replace("return len(self.items)", "return 0 if not self.items else {}['gone']"))
    assert not verdict.passed
    assert outcomes(verdict) == {"test_empty": "pass", "test_one": "error"}
    failing = TestClassResult.of(verdict).failures
    assert failing == [TestFailure("test_one", "error", "KeyError", "'gone'", 3, 8)]
    assert TestClassResult.of(run(RIGHT.replace("len(self.items)", "5"))).error_types == ["AssertionError"]
    found = TestClassResult.of(run(RIGHT.replace("len(self.items)", "0")))
    assert found.counts == {"pass": 1, "fail": 1, "error": 0, "skipped": 0, "timeout": 0}
    assert (found.tests, found.run, found.passed) == (2, 2, False)


LINES = f"""\"\"\"What a docstring says is not sent.\"\"\"
{TEST_CLASS}
    def setUp(self):
        self.box = Box()  # {{here}}

    def check(self, size):
        # as an author writes it

        self.assertGreater(  # {{helper}}
            self.box.size(),
            size,
        )

    def test_withheld(self):
        \"\"\"Of several assertions the first that fails.\"\"\"
        self.assertEqual(self.box.size(), 0)
        self.box.items = [f"{{chr(49)}}"]
        "a text that does nothing"
        self.assertEqual(
            self.box.size(), 1
        )  # {{withheld}}
        self.assertEqual(self.box.size(), 2)
    def test_helper(self): self.check(self.box.size())
    def test_raised(self):
        for number in range(3):
            x = "1"; self.box.size(); y = [
                number, "2"]; self.box.get(number)  # {{raised}}
    def test_compared(self):
        with self.subTest("any"):
            assert not self.box.size() > -1, self.box  # {{compared}}
"""


def test_lines_of_tests_are_the_authors(run: Run) -> None:
    """Tests are rewritten without comments, texts and expected values before they run; the lines are those before."""
    source = RIGHT.replace("len(self.items)", "0") + "    def get(self, number):\n        return self.items[number]\n"
    cases = {case.test: case for case in run(source, LINES).cases}
    lines = LINES.split("\n")
    for test, mark, back, of_sample in (
        ("withheld", "withheld", 2, 0),
        ("helper", "helper", 0, 0),
        ("raised", "raised", 0, 5),
        ("compared", "compared", 0, 0),
    ):
        case = cases[f"test_{test}"]
        expected = next(number for number, line in enumerate(lines, 1) if f"{{{mark}}}" in line) - back
        assert (case.outcome.value != "pass", case.test_line, case.line) == (True, expected, of_sample), test
    broken = run(source.replace("self.items = []", "1 / 0"), LINES)
    assert {(case.test_line, case.line) for case in broken.cases} == {
        (lines.index("        self.box = Box()  # {here}") + 1, 2)
    }


def test_tests_have_what_the_task_imports(run: Run) -> None:
    """What is missing here is missing where it is used alone."""
    tests = f"{HEAD}        self.assertEqual(math.floor(len(box.items) + Half(1, 2)), 0)\n"
    imports = ("import no_such_module", "import math", "from fractions import Fraction as Half")
    assert run(RIGHT, tests, imports=imports).passed
    assert run(RIGHT, tests, imports=imports[:2]).cases[0].error_type == "NameError"


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


def test_nothing_survives_the_run(run: Run) -> None:
    marker = f"classeval-survivor-{os.getpid()}"
    source = RIGHT + f"import subprocess\nsubprocess.Popen(['sh', '-c', 'sleep 30; : {marker}'])\n"
    assert run(source).passed
    time.sleep(0.1)
    assert marker not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def test_later_test_classes_see_the_files_of_earlier_ones(executor: Executor) -> None:
    tests = """
import os, tempfile, unittest
class BoxTestWrite(unittest.TestCase):
    def test_1(self):
        open("left.txt", "w").write("x")
        self.assertNotIn("left.txt", os.listdir(tempfile.gettempdir()))
class BoxTestRead(unittest.TestCase):
    def test_1(self): self.assertEqual(open("left.txt").read(), "x")
"""
    both = executor.run(task_of(tests, "BoxTestWrite", "BoxTestRead"), RIGHT).verdict
    (other,) = executor.run(task_of(tests, "BoxTestRead"), RIGHT).verdict.test_classes
    assert all(verdict.passed for verdict in both.test_classes)
    assert other.cases[0].error_type == "FileNotFoundError"  # another sample does not


@pytest.fixture(scope="module", params=["T3", "T1"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """One for each tier, for tests that need nothing else of it."""
    with ExitStack() as stack:
        try:
            yield stack.enter_context(Executor(isolation=request.param))
        except IsolationError as error:
            pytest.skip(f"this machine does not give {request.param}: {error}")


def test_later_test_classes_run_the_candidate_that_was_given(executor: Executor) -> None:
    source = RIGHT.replace("return", "open(__file__, 'w').write('class Box: pass'); return")
    tests = TESTS + TESTS.replace("BoxTestSize", "BoxTestAgain")
    assert executor.run(task_of(tests, "BoxTestSize", "BoxTestAgain"), source).verdict.passed


PROMISED = """
import os, random, time
assert "HF_TOKEN" not in os.environ and os.read(0, 1) == b""
assert (time.tzname[0], os.environ["LANG"], os.environ["PYTHONHASHSEED"]) == ("UTC", "C.UTF-8", "0")
assert random.random() == random.Random(0).random() and hash("box") == EXPECTED
"""


def test_no_failure_is_without_a_text(run: Run) -> None:
    tests = f"def holds(box):\n    assert box.size()\n{TEST_CLASS}    def test_it(self): holds(Box())\n"
    assert [case.message for case in run(RIGHT, tests).cases] == ["(without a message)"]


@pytest.mark.parametrize("tier", ["auto", "T0"])
def test_what_every_tier_promises(monkeypatch: pytest.MonkeyPatch, tier: str) -> None:
    """T0 too has a scrubbed environment, no input, fixed seeds, and a time limit; what hangs fails alone."""
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    fixed = subprocess.run([sys.executable, "-c", "print(hash('box'))"], capture_output=True, text=True).stdout
    monkeypatch.delenv("PYTHONHASHSEED")
    hangs = RIGHT.replace("return len(self.items)", "return len(self.items) or [0 for _ in iter(int, 1)]")
    tests = f"{TESTS}class BoxTestItems(unittest.TestCase):\n    def test_1(self): assert Box().items == []\n"
    with Executor(isolation=tier) as executor:
        (right,) = executor.run(task_of(TESTS), PROMISED.replace("EXPECTED", fixed) + RIGHT).verdict.test_classes
    with Executor(0.5, tier) as executor:
        hung, items = executor.run(task_of(tests, "BoxTestSize", "BoxTestItems"), hangs).verdict.test_classes
    assert right.passed, right
    assert not hung.passed and {case.outcome for case in hung.cases} == {Outcome.TIMEOUT}
    said = ["the time ran out in this test", "not run, since the time ran out in test_empty"]
    assert [case.message for case in hung.cases] == said
    assert items.passed


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("types.MappingProxyType({'a': 1})", {"a": 1}),
        ("collections.ChainMap({'a': 1})", {"a": 1}),
        ("memoryview(b'a')", b"a"),
        ("array.array('b', [1])", [1]),
    ],
)
def test_what_equals_no_literal_equals_itself(run: Run, value: str, expected: object) -> None:
    source = f"import array, collections, types\nclass Box:\n    def size(self):\n        return {value}\n"
    assert not run(source, f"{HEAD}        self.assertEqual(box.size(), {expected!r})\n").passed
    assert run(source, f"{HEAD}        size = box.size()\n        self.assertEqual(size, size)\n").passed


YES = """class Yes(str):
    def __eq__(self, other): return True
    __hash__ = str.__hash__
class Same(str): pass
"""


@pytest.mark.parametrize(("size", "passes"), [(10, False), (2_000_000, True)])
def test_what_is_too_large_to_be_sent_is_equal_if_python_says_so(run: Run, size: int, passes: bool) -> None:
    """A documented limit."""
    tests = f"{HEAD}        wanted = 'x' * {size}\n        self.assertEqual(box.size(), wanted)\n"
    source = f"{YES}class Box:\n    def size(self):\n        return Yes('y' * {size})\n"
    assert run(source, tests).passed == passes


@pytest.mark.parametrize(("honest", "passes"), [(900, False), (1050, True)])
def test_after_very_many_comparisons_what_python_says_counts(run: Run, honest: int, passes: bool) -> None:
    """Likewise: a test class may make 1,000 claims."""
    tests = f"{HEAD}        wanted = 'x' * len('a')\n        for _ in range(1100):\n"
    tests += "            self.assertEqual(box.size(), wanted)\n"
    source = f"{YES}class Box:\n    calls = 0\n    def size(self):\n        self.calls += 1\n"
    source += f"        return Same('x') if self.calls <= {honest} else Yes('y')\n"
    assert run(source, tests).passed == passes


ANYTHING = f"{YES}class Box:\n    def size(self): return Yes('y')\n    def many(self): return [Yes('y')]\n"


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
    assert not run(ANYTHING.replace("True", "False"), f"{HEAD}        {check}\n").passed


@pytest.mark.parametrize(
    ("forged", "check"),
    [
        (
            "sys.modules['classeval_tests'].__dict__['__compare__'] = lambda *_: True",
            "assert box.size() != box.size()",
        ),
        ("pathlib.PurePath.__eq__ = lambda *_: True", "assert box.path() == pathlib.PurePath('x')"),
    ],
)
def test_what_claims_do_not_prove(run: Run, forged: str, check: str) -> None:
    """Likewise: a claim that is not made, and a class of the standard library's that a sample has changed."""
    source = "import pathlib, sys\nclass Box:\n    def size(self): return 3\n"
    source += "    def path(self): return pathlib.PurePath('y')\n"
    tests = f"import pathlib\n{HEAD}        {check}\n"
    verdict = run(f"{source}{forged}\n", tests)
    assert verdict.passed and verdict.judged_by == "child"
    assert not run(source, tests).passed


TABLE = """import pandas
class Table(pandas.DataFrame):
    __eq__ = eq = lambda self, other: pandas.DataFrame([[True]])
    __ne__ = lambda self, other: pandas.DataFrame([[False]])
class Box:
    def table(self): return {value}
"""


@pytest.mark.parametrize(
    "value", ["pandas.DataFrame([[7]])", "pandas.DataFrame([[6]])", "Table([[7]])", "Table([[6]])"]
)
@pytest.mark.parametrize("check", ["(box.table() == wanted).all().all()", "not (box.table() != wanted).any().any()"])
def test_tables_are_compared_by_element(run: Run, value: str, check: str) -> None:
    """What pandas says counts, of tables of its own; one of a class of the sample's equals none of pandas'."""
    wanted = "        wanted = pandas.DataFrame([[3 + 4]])\n"
    tests = f"import pandas\n{HEAD}{wanted}        assert {check}\n"
    assert run(TABLE.format(value=value), tests).passed == (value == "pandas.DataFrame([[7]])")


def test_skip_expected_failure_and_no_tests_are_no_pass(run: Run) -> None:
    skipping = RIGHT.replace("return len(self.items)", "import unittest; raise unittest.SkipTest")
    assert outcomes(run(skipping)) == {"test_empty": "skipped", "test_one": "skipped"}
    assert not run(RIGHT, f"{TEST_CLASS}    pass\n").passed


def test_fixtures_run_as_unittest_runs_them(run: Run) -> None:
    tests = """
import unittest
LOG = []
class BoxTestSize(unittest.TestCase):
    @classmethod
    def setUpClass(cls): LOG.append("class")
    def setUp(self):
        LOG.append("up")
        self.addCleanup(LOG.append, "clean")
    def tearDown(self): LOG.append("down")
    def test_a(self): self.assertEqual(LOG, ["class", "up"])
    def test_b(self): self.assertEqual(LOG, ["class", "up", "down", "clean", "up"])
    def test_sub(self):
        with self.subTest("inner"): self.assertEqual(len(LOG), 8)
"""
    assert outcomes(run(RIGHT, tests)) == {"test_a": "pass", "test_b": "pass", "test_sub": "pass"}


def test_assertions_of_the_tests_own_mean_what_they_say(run: Run) -> None:
    """Also under names of `unittest`'s, which a candidate cannot change."""
    tests = """
import unittest
class Refused(AssertionError): pass
class Assertions:
    assertEqual = unittest.TestCase.assertNotEqual
    def assertSize(self, size): self.assertGreater(Box().size() + 1, size)
class BoxTestSize(Assertions, unittest.TestCase):
    failureException = Refused
    def test_equal(self): self.assertEqual(Box().size(), 5)
    def test_size(self): self.assertSize(0)
    def test_greater(self): self.assertGreater(Box().size(), 0)
    def test_failure(self):
        with self.assertRaises(Refused): self.fail()
"""
    source = RIGHT + "import unittest\nfor name in dir(unittest.TestCase):\n    if name.startswith('assert'):\n"
    source += "        setattr(unittest.TestCase, name, lambda *values, **named: None)\n"
    expected = {"test_equal": "pass", "test_size": "pass", "test_greater": "fail", "test_failure": "pass"}
    assert outcomes(run(source, tests)) == expected


@pytest.mark.parametrize("fixture", ["setUp", "tearDown"])
def test_failing_fixtures_fail_the_test_and_the_test_class(run: Run, fixture: str) -> None:
    verdict = run(RIGHT, f"{TESTS}    @classmethod\n    def {fixture}Class(cls): raise OSError('no')\n")
    assert (verdict.passed, verdict.error_type) == (False, "OSError")
    tests = f"{TEST_CLASS}    def test_1(self): pass\n    def {fixture}(self): raise OSError\n"
    assert run(RIGHT, tests).cases[0].error_type == "OSError"


REAL = """
from __future__ import annotations
import dataclasses, os, pickle, sys
assert os.path.isfile(__file__) and sys.modules[__name__].__dict__ is globals()
@dataclasses.dataclass
class Box:
    items: list = dataclasses.field(default_factory=list)
    def size(self) -> int: return len(pickle.loads(pickle.dumps(self)).items)
if __name__ == "__main__": raise SystemExit
"""
ASK = "class Box:\n    def ask(self):\n        print('asked')\n        return input() + open('x').read()\n"
REPLACING = """        from unittest.mock import patch, mock_open
        reading = patch('builtins.open', mock_open(read_data='b'))
        with patch('builtins.input', return_value='a'), patch('builtins.print') as shown, reading:
            self.assertEqual(box.ask(), 'ab')
            shown.assert_called_once_with('asked')
"""
FINE = {
    "a real module": (REAL, TESTS),
    "tests that need the class while loading": (RIGHT, TESTS.replace("unittest\n", "unittest\nSHARED = Box()\n", 1)),
    "much output": (f"{RIGHT}print('x' * 10_000_000)\n", TESTS),
    "much output by the system": (f"{RIGHT}import os; os.write(2, b'x' * 10_000_000)\n", TESTS),
    "tests that replace builtins, also for the candidate": (ASK, HEAD + REPLACING),
}


@pytest.mark.parametrize("name", FINE)
def test_what_does_no_harm(run: Run, name: str) -> None:
    assert run(*FINE[name]).passed


def test_a_task_may_ask_for_a_class_that_is_called_like_a_builtin(run: Run) -> None:
    assert run(RIGHT.replace("Box", "map"), TESTS.replace("Box()", "map()"), name="map").passed


def test_declared_tests_are_read_from_the_source() -> None:
    source = """
class Base(unittest.TestCase):
    def test_b(self): ...
class Derived(Base):
    def test_a(self): ...
    def helper(self): ...
    def test_a(self): ...
"""
    assert declared_tests(source).by_class.get("Derived", ()) == ("test_a", "test_b")
    assert declared_tests(source).by_class.get("Missing", ()) == ()
    module = "import os.path, a as b\nfrom c import d\nif True:\n    e = f\ndef g(): h = 1\n"
    assert module_names(module) == ("b", "d", "e", "g", "os")


@pytest.mark.parametrize("patches", [False, True])
def test_what_patches_is_loaded_for_tests_that_patch_alone(run: Run, patches: bool) -> None:
    """It takes longer to import than most samples to run, and brings modules that a sample may forget to import."""
    source = RIGHT.replace("return len(self.items)", "import sys; return ['unittest.mock' in sys.modules].count(True)")
    tests = f"{HEAD}        self.assertEqual(box.size(), {int(patches)})\n{'# with a mock' if patches else ''}\n"
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


@pytest.mark.parametrize(
    ("check", "forged"),
    [
        ("self.assertRaises(ValueError, box.take, -1)", "ValueError = BaseException"),
        ("self.assertRaises(ValueError, box.take, -1)", "import builtins\nbuiltins.ValueError = BaseException"),
        ("self.assertRaises((KeyError, ValueError), box.take, -1)", "KeyError = BaseException"),
        ("self.assertIsInstance(box.items(), list)", "list = object"),
        ("self.assertTrue(isinstance(box.items(), list))", "def isinstance(*_): return True"),
        ("self.assertTrue(isinstance(box.items(), list))", "import builtins\nbuiltins.isinstance = lambda *_: True"),
        ("self.assertTrue(len(box.items()) == 3)", "def len(_): return 3"),
        ("self.assertTrue(all(box.items()))", "all = bool"),
        ("self.assertTrue(sorted(box.items()) == [1, 2])", "sorted = lambda _: [1, 2]"),
    ],
)
def test_names_of_a_candidate_are_no_builtins_of_the_tests(executor: Executor, check: str, forged: str) -> None:
    wrong = "class Box:\n    def take(self, item): raise IndexError(item)\n    def items(self): return (0, 1, 2, 3)\n"
    right = (
        "class Box:\n    def take(self, item): raise ValueError(item)\n"
        f"    def items(self): return {[1, 1, 1] if '== 3' in check else [2, 1]}\n"
    )
    task = task_of(f"{HEAD}        {check}\n")
    assert not executor.run(task, f"{wrong}{forged}\n").verdict.passed(["BoxTestSize"])
    assert executor.run(task, right).verdict.passed(["BoxTestSize"])


class _Now(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return datetime(2026, 2, 28, 23, 50, 30, tzinfo=tz)


def test_times_of_now_go_from_messages_and_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classeval_hf.engine.executor.datetime", _Now)
    seconds = int(datetime(2026, 2, 28, 12, tzinfo=timezone.utc).timestamp())
    near = ["23:50:30", "23:59:59", "00:00:00", "00:10:30", "23:30:30", "2026-02-27", "2026-03-01T12"]
    near += ["datetime.date(2026, 3, 1)", "datetime(2026, 2, 27, 4)", f"{seconds}", f"{seconds + 86_400}"]
    far = ["00:10:31", "23:30:29", "11:50:30", "12:00:00", "24:00:00", "2026-02-26", "2026-03-02", "2025-02-28"]
    far += ["datetime.date(2026, 3, 10)", "date(2026, 2, 26)", f"{seconds - 3 * 86_400}", f"{seconds}0"]
    for text in (*near, *far):
        said = f"was {text}, not 7"
        assert redact(f"{said}\nbelow 8") == (re.sub(r"\d+", "#", said) if text in near else f"{said}\nbelow 8"), text
    assert redact("at 0x7f00aa11 in /tmpabcd_123/x") == "at ... in /tmp.../x"
    monkeypatch.chdir("/")
    assert redact(f"{Path(classeval_hf.__file__).parent}/x.py") == "<host>/classeval_hf/x.py"
