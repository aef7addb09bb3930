"""The runner of projects' own tests: what passes, what does not, and what a sample sees and leaves."""

import ensurepip
import json
import os
import py_compile
import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from slow_and_full import one_in
from small_project import outcomes, project

from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine.executor import Execution, Executor, refused
from classeval_hf.projects.runner.audit_hook import digests
from classeval_hf.projects.runner.plugin import is_same_test
from classeval_hf.projects.runner.pytest_reports import ExpectedGroup, judge_run
from classeval_hf.projects.runner.pytest_suite import ProjectTests, PytestSuite, time_limit
from classeval_hf.projects.runner.suspicion import suspicious
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.code_transfer import Interpreter, sent_code
from classeval_hf.sandbox.jobs import RawStep, TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.sandbox.supervisor import READY

pytestmark = pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")

TIERS = ("T3", "T2", "T1", "T0")
Judge = Callable[..., Execution]
Run = Callable[..., dict[str, str]]
Marks = Callable[..., tuple[str, ...]]
FILE = "tests/test_money.py"


@pytest.fixture
def judge(executors: Callable[[str], Executor]) -> Judge:
    """Runs the tests of a project against a candidate."""

    def run_tests(tests: ProjectTests, source: str = RIGHT, tier: str = "T3", **options: Any) -> Execution:
        suite = PytestSuite(tests, 20.0, discover=options.pop("discover", False))
        return executors(tier).run_suite(suite, source, **options)

    return run_tests


@pytest.fixture
def run(judge: Judge, tmp_path: Path) -> Run:
    """Runs the tests of a file, or those that are named, against a candidate, and tells what became of each."""

    def run_file(
        source: str, test_source: str, *names: str, tier: str = "T3", limit: float = 20.0, **files: str
    ) -> dict[str, str]:
        names = names or tuple(re.findall(r"def (test_\w+)", test_source))
        tests = project(tmp_path / "project", {FILE: test_source, **files}, {FILE: names})
        return outcomes(judge(tests, source, tier, limits=TimeLimits({FILE: limit})).verdict)

    return run_file


IMPORT = "from pkg.money import total\n"
RIGHT = "def total(amounts):\n    return sum(amounts)\n"
SOME = f"{IMPORT}def test_some(): assert total([1, 2]) == 3\n"


@pytest.mark.parametrize("tier", one_in(4, TIERS))
def test_right_passes_and_wrong_fails(run: Run, tier: str) -> None:
    tests = SOME + "def test_none(): assert total([]) == 0\n"
    assert run(RIGHT, tests, tier=tier) == {FILE: "passed", "test_some": "pass", "test_none": "pass"}
    found = run("def total(amounts): return 0\n", tests, tier=tier)
    assert found == {FILE: "failed", "test_some": "fail: AssertionError", "test_none": "pass"}


NO_PASS = f"""
import pytest
{IMPORT}
def test_passes(): assert total([1]) == 1
@pytest.mark.skip(reason="not now")
def test_skipped(): pass
@pytest.mark.xfail(reason="known")
def test_expected(): assert False
@pytest.mark.xfail(reason="known")
def test_unexpected(): pass
@pytest.fixture
def broken(): raise KeyError("fixture")
def test_fixture(broken): pass
@pytest.fixture
def ends_badly():
    yield
    raise OSError("later")
def test_teardown(ends_badly): pass
def test_raises(): raise ZeroDivisionError
def test_fails(): pytest.fail("so it is")
def test_undeclared(): raise RuntimeError("never run")
"""
OF_NO_PASS = {
    "test_passes": "pass",
    "test_skipped": "skipped: Skipped",
    "test_expected": "skipped: ExpectedFailure",
    "test_unexpected": "skipped: UnexpectedPass",
    "test_fixture": "error: KeyError",
    "test_teardown": "error: OSError",
    "test_raises": "error: ZeroDivisionError",
    "test_fails": "fail: Failed",
    "test_missing": "error: ",
}
KINDS = f"""
import unittest, pytest
from unittest import mock
{IMPORT}
@pytest.mark.parametrize(("amounts", "expected"), [([1], 1), ([1, 2], 3)], ids=["one", "größer::zwei"])
def test_many(amounts, expected): assert total(amounts) == expected
class TestClass:
    @mock.patch("os.getcwd", return_value="/nowhere")
    def test_method(self, getcwd): assert total([]) == 0
class CaseTest(unittest.TestCase):
    def test_case(self): self.assertEqual(total([4]), 4)
    def test_parts(self):
        for amount in (1, 2):
            with self.subTest(amount=amount):
                self.assertEqual(total([amount]), amount)
    def test_subtests(self):
        for amount in (1, 2):
            with self.subTest(amount=amount): self.assertEqual(total([amount]), 1)
"""
OF_KINDS = ["test_many[one]", r"test_many[gr\xf6\xdfer::zwei]", "TestClass::test_method"]
OF_KINDS += ["CaseTest::test_case", "CaseTest::test_parts"]


def test_all_kinds_of_tests_and_what_is_no_pass(judge: Judge, tmp_path: Path) -> None:
    files = {"tests/test_no_pass.py": NO_PASS, "tests/test_kinds.py": KINDS}
    names = (tuple(OF_NO_PASS), (*OF_KINDS, "CaseTest::test_subtests"))
    found = outcomes(judge(project(tmp_path, files, dict(zip(files, names, strict=True)))).verdict)
    assert found.pop("CaseTest::test_subtests") != "pass" and found.pop("tests/test_kinds.py") != "passed"
    assert found == {"tests/test_no_pass.py": "failed", **OF_NO_PASS, **dict.fromkeys(OF_KINDS, "pass")}


def test_what_does_not_load(run: Run) -> None:
    errors = {"def total(": "SyntaxError", "import nowhere": "ModuleNotFoundError", "other = 1": "ImportError"}
    for source, error in {**errors, "import os\nos._exit(0)": "ProcessEnded"}.items():
        assert run(source, SOME)[FILE] == error
    assert run("def total(", SOME, **{"conftest.py": IMPORT})[FILE] == "SyntaxError"
    for files in ({}, {"conftest.py": IMPORT}):
        assert run(RIGHT, SOME, **files)[FILE] == "passed"


FAILING = f"""import pytest, unittest
{IMPORT}
def checked(amounts):
    assert total(amounts) == 1
def test_wrong(): checked([2])
@pytest.fixture
def known(): return total("a")
def test_in_fixture(known): pass
class PartsTest(unittest.TestCase):
    def test_parts(self):
        with self.subTest(amount=2):
            checked([2])
"""


def test_failures_have_the_lines_of_test_and_candidate(judge: Judge, tmp_path: Path) -> None:
    tests = project(tmp_path, {FILE: FAILING}, {FILE: ("test_wrong", "test_in_fixture", "PartsTest::test_parts")})
    (verdict,) = judge(tests).verdict.test_classes
    assert [(case.line, case.test_line) for case in verdict.cases] == [(0, 5), (2, 8), (0, 5)]
    (verdict,) = judge(tests, f"{RIGHT}raise OSError").verdict.test_classes
    assert (verdict.error_type, verdict.line) == ("OSError", 3)


def test_time_limit(judge: Judge, tmp_path: Path) -> None:
    source = IMPORT + "def test_first(): pass\ndef test_hangs(): total([])\ndef test_last(): pass\n"
    tests = project(tmp_path, {FILE: source}, {FILE: ("test_first", "test_hangs", "test_last")})
    hangs = "def total(amounts):\n    while True: pass\n"
    verdict = judge(tests, hangs, limits=TimeLimits({FILE: 0.5})).verdict
    found = outcomes(verdict)
    assert found["test_hangs"] == found["test_last"] == "timeout: " and found[FILE] == "failed"
    assert [case.message for case in verdict.test_classes[0].cases[1:]] == [
        "the time ran out in this test",
        f"not run, since the time ran out in {FILE}::test_hangs",
    ]
    assert time_limit(0.1) == 5.0 and time_limit(10.0) == 30.0 and time_limit(1.0, 20.0) == 60.0


@pytest.mark.parametrize("tier", one_in(2, TIERS))
def test_what_a_sample_writes_stays_its_own(judge: Judge, tmp_path: Path, tier: str) -> None:
    look = """
from pathlib import Path
from pkg.money import leave
def test_look():
    root = Path(__file__).parent.parent
    names = ["data.txt", "new.txt", "pkg/__init__.py", "../work/left", "../tmp/left"]
    assert {name: (root / name).read_text() for name in names if (root / name).exists()} == {
        "data.txt": "data", "pkg/__init__.py": ""
    }
    leave(root)
"""
    leave = """
def leave(root):
    for name in ("data.txt", "new.txt", "pkg/__init__.py", "../work/left", "../tmp/left"):
        (root / name).write_text("left")
"""
    files = {"tests/test_one.py": look, "tests/test_two.py": look, "data.txt": "data"}
    tests = project(tmp_path, files, dict.fromkeys(("tests/test_one.py", "tests/test_two.py"), ("test_look",)))
    before = {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    for _ in range(2):
        verdict = judge(tests, leave, tier).verdict
        assert [item.passed for item in verdict.test_classes] == [True, True], outcomes(verdict)
    assert {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()} == before


STARTING = """
import multiprocessing, os, subprocess, sys, threading
from pkg.money import total
def test_program():
    code = "from pkg.money import total; print(total([1, 2]))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "3\\n"
def test_fork():
    with multiprocessing.get_context("fork").Pool(1) as pool: assert pool.map(total, [[1], [2]]) == [1, 2]
def test_many_threads_and_files():  # more than a class may have
    files, event = [open(os.devnull) for _ in range(500)], threading.Event()
    threading.stack_size(1 << 18)
    threads = [threading.Thread(target=event.wait) for _ in range(500)]
    for one in threads: one.start()
    event.set()
"""
UNREACHABLE = f"""
import os, socket, sys, pytest
{IMPORT}
def test_network():
    with pytest.raises(OSError): socket.create_connection(("1.1.1.1", 80), timeout=1)
    with pytest.raises(OSError): socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
def test_environment():
    for path in (pytest.__file__, os.path.dirname(pytest.__file__) + "/new.py", os.__file__):
        with pytest.raises(OSError): open(path, "a")
def test_tests():
    with pytest.raises(OSError): open(__file__, "a")
    with pytest.raises(OSError): os.unlink(__file__)
    with pytest.raises(OSError): open(os.path.dirname(__file__) + "/conftest.py", "a")
def test_layers():
    for path in ("/.tree", "/.layers"):
        with pytest.raises(OSError): os.listdir(path)
def test_place():
    assert os.getcwd() == "/tmp/sandbox/box/project"
    assert os.environ["TZ"] == "UTC" and os.environ["PYTHONHASHSEED"] == "0"
    assert not os.path.exists("/proc")
    assert [name for name in os.listdir("/tmp") if not sys.prefix.startswith("/tmp/" + name)] == ["sandbox"]
"""
DRAWN = "assert (random.random(), numpy.random.rand()) == (0.8444218515250481, 0.5488135039273248)"
HOLDING = {
    "tests/test_starting.py": STARTING,  # programs that tests start see the same project
    # at T3: the network, the environment's files, the project itself, the test file, and where any of it lies
    "tests/test_unreachable.py": UNREACHABLE,
    # random numbers are the same for each test, whatever an earlier one drew
    "tests/test_random.py": f"import random, numpy\n{IMPORT}def test_first(): {DRAWN}\ndef test_second(): {DRAWN}\n",
    # the interpreter's own hook parses a part of the line that an exception comes from
    "tests/test_traceback.py": f"""
{IMPORT}import sys
def test_it():
    try: 1 / total([])
    except ZeroDivisionError: sys.__excepthook__(*sys.exc_info())
""",
}


@pytest.mark.parametrize("tier", one_in(4, TIERS))
def test_what_tests_find(judge: Judge, tmp_path: Path, tier: str) -> None:
    files = HOLDING if tier == "T3" else {"tests/test_starting.py": STARTING}
    names = {name: tuple(re.findall(r"def (test_\w+)", text)) for name, text in files.items()}
    tests = project(tmp_path, {**files, "tests/conftest.py": ""}, names)
    found = outcomes(judge(tests, f"{RIGHT}import random; random.random()", tier).verdict)
    assert {name: found[name] for name in files} == dict.fromkeys(files, "passed")


@pytest.mark.parametrize("tier", one_in(2, ["T3", "T2"]))
def test_byte_code_of_another_version_is_not_used(run: Run, tmp_path: Path, tier: str) -> None:
    """Not even where it is of the same size and second as the candidate."""
    assert run(RIGHT, SOME, tier=tier)[FILE] == "passed"
    path = tmp_path / "project" / "pkg" / "money.py"
    path.write_text(RIGHT.replace("sum", "len"))
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compiled = py_compile.compile(str(path), invalidation_mode=mode)
    assert compiled is not None and Path(compiled).is_file()
    assert run(RIGHT, SOME, tier=tier)[FILE] == "passed"


def test_hypothesis_tries_the_same_each_time(judge: Judge, tmp_path: Path) -> None:
    """Without a deadline, a database or shrinking; a profile of the project's own is kept on top of that."""
    pytest.importorskip("hypothesis")
    text = """
from hypothesis import Phase, given, settings, strategies
@given(strategies.integers())
def test_many(number):
    own = settings()
    assert own.derandomize and own.deadline is None and own.database is None and Phase.shrink not in own.phases
"""
    own = "from hypothesis import settings as s\ns.register_profile('own', max_examples=3)\ns.load_profile('own')\n"
    for name, files in (
        ("ours", {FILE: text}),
        ("own", {FILE: text.replace("own.derandomize", "own.max_examples == 3"), "tests/conftest.py": own}),
    ):
        tests = replace(project(tmp_path / name, files, {FILE: ("test_many",)}), generated=(f"{FILE}::test_many",))
        assert outcomes(judge(tests).verdict)[FILE] == "passed"


def test_the_projects_configuration_holds_and_no_other(run: Run, tmp_path: Path) -> None:
    """Options of the project's own are kept; what would end a run early or run tests elsewhere is not."""
    tests = IMPORT + "def check_one(): assert total([1]) == 0\ndef check_two(): assert total([1]) == 1\n"
    (tmp_path / "pytest.ini").write_text("[pytest]\npython_functions = other_*\n")
    config = {"setup.cfg": "[tool:pytest]\npython_functions = check_*\naddopts = -x -n 2 --strict-markers\n"}
    found = run(RIGHT, tests, "check_one", "check_two", **config)
    assert (found["check_one"], found["check_two"]) == ("fail: AssertionError", "pass")


@pytest.mark.parametrize("tier", one_in(4, TIERS))
@pytest.mark.parametrize("option", one_in(6, ["--lf", "--ff", "--nf", "--sw", "-p no:cacheprovider", ""]))
def test_projects_that_use_the_cache_of_pytest(run: Run, tier: str, option: str) -> None:
    """They have one of their own, which is empty at first, also where the project brings one along."""
    test = f"""
{IMPORT}
def test_some(request):
    assert total([1]) == 1
    cache = getattr(request.config, "cache", None)
    if cache is not None:
        assert cache.get("own/value", None) is None
        cache.set("own/value", [3])
        assert cache.get("own/value", None) == [3]
        assert cache.mkdir("folder").is_dir()
def test_other(): assert total([2]) == 2
"""
    old = '{"tests/test_money.py::test_other": true}'
    files = {
        "pytest.ini": f"[pytest]\naddopts = {option}\n",
        ".pytest_cache/v/cache/lastfailed": old,
        ".pytest_cache/v/own/value": "5",
    }
    assert run(RIGHT, test, tier=tier, **files)[FILE] == "passed"
    wrong = run("def total(amounts): return 0", test, tier=tier, **files)
    assert wrong[FILE] != "passed" and wrong["test_some"] == "fail: AssertionError"


@pytest.mark.parametrize("case", ["sources in a folder of their own", "a project behind a link", "no byte code"])
def test_projects_of_another_form(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    tests = project(tmp_path, {FILE: SOME}, {FILE: ("test_some",)})
    if case == "sources in a folder of their own":
        test = "import csv, money\ndef test_some(): assert money.total([1]) == 1\n"
        tests = project(tmp_path, {FILE: test}, {FILE: ("test_some",)}, "src/money.py", ("src",), ("csv",))
        assert "src/money.py" not in tests.sources and tests.protected([FILE]) == [FILE]
    elif case == "a project behind a link":
        (tmp_path / "link").symlink_to(tmp_path)
        tests = replace(tests, project=replace(tests.project, tree=tmp_path / "link"))
    else:  # as if the interpreter's byte code had another number
        interpreter = Interpreter(tests.project.python, tests.project.packages)
        assert not sent_code((), interpreter)["is_source"]
        monkeypatch.setattr("classeval_hf.sandbox.code_transfer.MAGIC_NUMBER", b"other")
        assert sent_code((), interpreter)["is_source"]
    assert outcomes(judge(tests).verdict)[FILE] == "passed"


def test_hashes_of_modules_are_kept_until_their_files_change(tmp_path: Path) -> None:
    """A text that is kept is the same object, not an equal one."""
    tests = project(tmp_path, {"pkg/other.py": "A = 1\n", FILE: ""}, {FILE: ("test",)})
    first, again = (replace(tests).sources for _ in range(2))
    assert first == tests.sources and "pkg/money.py" not in first
    assert all(first[name] is again[name] for name in first)
    assert set(first) == {"pkg/__init__.py", "pkg/other.py", FILE}
    status = (tmp_path / "pkg/other.py").stat()
    (tmp_path / "pkg/other.py").write_text("A = 2\n")
    os.utime(tmp_path / "pkg/other.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    (tmp_path / "pkg/new.py").write_text("")
    (tmp_path / FILE).unlink()
    changed = replace(tests).sources
    assert changed == replace(tests, project=replace(tests.project, known_hashes={})).sources
    assert changed["pkg/other.py"] != first["pkg/other.py"]
    assert set(changed) == {"pkg/__init__.py", "pkg/other.py", "pkg/new.py"}


def test_plans_that_cannot_be_carried_out(judge: Judge, tmp_path: Path) -> None:
    tests = project(tmp_path, {FILE: ""}, {FILE: ("test_some",)})
    changes: dict[str, Any]
    for changes, message in (
        ({"project": replace(tests.project, tree=tmp_path / "nowhere")}, "does not exist"),
        ({"tests": {}}, "without tests"),
        ({"tests": {"tests/test_other.py": ("test_some",)}}, "has no test file tests/test_other.py"),
        ({"target": "../elsewhere.py"}, "must be a path in the project's folder"),
        ({"preload": ("pkg.money",)}, "must not be preloaded"),
        ({"project": replace(tests.project, python=str(tmp_path / "python"))}, "cannot be run"),
        ({"project": replace(tests.project, packages=())}, "cannot import pytest"),
    ):
        with pytest.raises(ValueError, match=message):
            judge(replace(tests, **changes))


def test_refused_without_being_run(tmp_path: Path) -> None:
    tests = project(tmp_path, {FILE: ""}, {FILE: ("test_some",)})
    verdict = refused(PytestSuite(tests, 20.0), Ruling("SyntaxError", "no Python"))
    assert outcomes(verdict) == {FILE: "SyntaxError", "test_some": "error: "}
    assert verdict.test_classes[0].cases[0].message == "did not run: SyntaxError: no Python"


KEY = "ab" * 32
A, B, C = (f"{FILE}::test_{name}" for name in "abc")
PASSED = {"outcome": "passed", "expected_to_fail": False, "raised": False}


def report(*events: object) -> bytes:
    digest = digests(bytes.fromhex(KEY))
    lines = (json.dumps(event).encode() for event in events)
    return READY + b"".join(f"{digest(line)} ".encode() + line + b"\n" for line in lines)


def events_of(*tests: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = [{"event": "collected", "tests": list(tests), "generated": []}]
    for test in tests:
        found.append({"event": "start", "test": test})
        found += [{"event": "phase", "test": test, "when": when, **PASSED} for when in ("setup", "call", "teardown")]
        found.append({"event": "end", "test": test})
    return [*found, {"event": "finished", "status": 0, "read": [f"/box/{FILE}"]}]


def judged(data: bytes, tests: tuple[str, ...] = (A, B)) -> bool:
    step = RawStep(FILE, data, "", "", 0.1, 0.1, 0.0)
    verdict = judge_run([ExpectedGroup((FILE,), "pkg/money.py", tests, KEY)], [step])["verdict"]
    (item,) = CandidateVerdict.from_dict("", verdict).test_classes
    return not item.error_type and all(case.outcome is Outcome.PASS for case in item.cases)


def test_only_a_whole_report_is_a_pass() -> None:
    whole = events_of(A, B)
    assert judged(report(*whole))
    assert judged(report(*whole, {"event": "mark", "name": "gc"}))
    for number in range(len(whole)):
        assert not judged(report(*whole[:number], *whole[number + 1 :])), whole[number]
        assert not judged(report(*whole[: number + 1], *whole[number:])), whole[number]
    for number in range(len(whole) - 1):
        swapped = [*whole[:number], whole[number + 1], whole[number], *whole[number + 2 :]]
        assert not judged(report(*swapped)), whole[number]
    assert not judged(report(*events_of(A))) and not judged(report(*events_of(A, B, C)))
    assert not judged(report(*whole[:-1], {"event": "finished", "status": 1, "read": [f"/box/{FILE}"]}))
    assert not judged(report(*whole[:-1], {"event": "finished", "status": 0, "read": []}))
    assert not judged(report(*whole, {"event": "changed", "what": "x"}))


def test_a_line_that_does_not_follow_is_no_line() -> None:
    data = report(*events_of(A, B))
    assert judged(data) and not judged(data[: len(READY)]) and not judged(data[:-1]) and not judged(b"")
    lines = data.split(b"\n")
    for number in range(1, len(lines) - 1):
        forged = [*lines]
        forged[number] = forged[number].replace(b"a", b"b", 1)
        assert not judged(b"\n".join(forged))
    other = READY + b"".join(b"0" * 32 + line[32:] + b"\n" for line in lines[1:-1])
    assert not judged(other) and not judged(READY + b"\xff" * 100 + b"\n" + b"[" * 100_000 + b"\n")


OWN = ("return self.x == other.x", "return self is other", "return NotImplemented", "raise TypeError")
FOR_ALL = ("return True", "return self is self", "return isinstance(other, object)")
LAMBDAS = ("__eq__ = lambda self, other: True", "__ne__ = lambda self, other: not type(self)")


@pytest.mark.parametrize(
    ("source", "marks"),
    [
        ("import os\nclass A:\n    def f(self): return os.path.join('a', 'b')\n", ()),
        ("import os as o\no._exit(0)", ("os._exit",)),
        ("from os import _exit as leave", ("os._exit",)),
        ("import sys\nsys.modules['x']", ("sys.modules",)),
        ("import sys\ngetattr(sys, '_get' + name)", ("attributes by name",)),
        ("def f(one): return getattr(one, '_get' + 'frame')", ("frames",)),
        ("def f(one): return getattr(one, ''.join(['__', 'sub', 'classes__']))", ("builtins",)),
        ("def f(one): return one[f\"{'mod'}ules\"], getattr(one, 'emarf_ig'[::-1])", ("frames", "sys.modules")),
        ("def f(one): return getattr(one, 'visit_' + 'name' + ', '.join(['a', 'b']))", ()),
        ("import linecache", ("lines of sources",)),
        ("from readline import read_history_file", ("lines of sources",)),
        ("import sys\ngetattr(sys, 'modules')", ("sys.modules",)),
        ("def f(e): return e.tb_frame.f_back", ("frames",)),
        ("import gc, ctypes, unittest.mock", ("ctypes", "gc", "unittest")),
        ("from _pytest.runner import CallInfo", ("pytest",)),
        *((f"class A:\n    def __eq__(self, other): {body}", ()) for body in OWN),
        *((f"class A:\n    def __eq__(self, other): {body}", ("equal to all",)) for body in FOR_ALL),
        *((f"class A:\n    {method}", ("equal to all",)) for method in LAMBDAS),
        ("exec('1')", ("code at run time",)),
        ("import importlib.util", ("importlib",)),
        ("import os\nos.sys.modules", ("sys", "sys.modules")),
        ("import doctest as d\nd.unittest.TestCase", ("unittest",)),
        ("from doctest import unittest, sys", ("sys", "unittest")),
        ("import doctest\ngetattr(doctest, 'unittest')", ("unittest",)),
        ("import numpy, scipy, concurrent.futures, os.path\nnumpy.trace, scipy.signal, os.path.join", ("processes",)),
        ("def f(", ("unreadable",)),
    ],
)
def test_suspicious(source: str, marks: tuple[str, ...]) -> None:
    assert suspicious(source) == marks


@pytest.fixture
def marks(judge: Judge, tmp_path: Path) -> Marks:
    """Runs tests that pass, and tells the marks."""

    def run_tests(
        source: str, test_source: str, tier: str = "T3", target: str = "pkg/money.py", **files: str
    ) -> tuple[str, ...]:
        names = tuple(re.findall(r"def (test_\w+)", test_source))
        tests = project(tmp_path, {FILE: test_source, **files}, {FILE: names}, target)
        verdict = judge(tests, source, tier).verdict
        assert outcomes(verdict)[FILE] == "passed", (test_source, outcomes(verdict))
        return verdict.suspicious

    return run_tests


AMOUNT = """
class Amount:
    def __init__(self, cents): self.cents = cents
    def __eq__(self, other): return isinstance(other, Amount) and self.cents == other.cents
    def __lt__(self, other): return self.cents < other.cents
    __hash__ = None
"""
OF_AMOUNTS = """
from pkg.money import Amount
def test_equal(): assert Amount(3) == Amount(3) and Amount(2) < Amount(3) and Amount(1) in [Amount(1)]
"""


def test_equality_of_the_reference_is_no_mark(marks: Marks) -> None:
    """A class that has an equality in the project too may have one; in another class it is marked."""
    assert marks(AMOUNT, OF_AMOUNTS, **{"pkg/money.py": AMOUNT}) == ()
    assert marks(AMOUNT, OF_AMOUNTS, **{"pkg/money.py": "class Amount:\n    pass\n"}) == ("own equality",)


DISTANCE = "class A(float):\n    def far(*_): return 0.0\n"
YES_TO_ALL = "class B(type):\n    def __instancecheck__(self, one): return one\n"
COMPARISONS = [
    ("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int = 1\n", "assert A() == A(1)", False),
    ("import collections\nA = collections.namedtuple('A', 'x')\n", "assert A(1) == (1,)", False),
    ("import enum\nclass A(enum.Enum):\n    X = 1\n", "assert A.X == A.X and A.X in list(A)", False),
    ("class A(dict):\n    pass\n", "assert A(x=1) == {'x': 1}", False),
    ("class A:\n    pass\n", "assert A is A and A != 3 and isinstance(A(), A)", False),
    ("import fractions\nA = fractions.Fraction\n", "assert A(1, 2) == 0.5 and A(1) < 2", False),
    ("import abc\nclass A(abc.ABC):\n    pass\n", "assert issubclass(A, A) and isinstance(A(), A)", False),
    *(
        (f"{AMOUNT}A = Amount\n", body, is_marked)
        for body, is_marked in (
            ("assert sorted([A(2)])[0] is not None and A(1)", False),
            ("assert [1, {'x': (A(2),)}] == [1, {'x': (A(2),)}]", True),
            ("assert all(one == A(1) for one in [A(1)])", True),
            ("found = A(1) != A(2)\n    assert found", True),
            ("assert 3 not in [A(1)]", True),
            ("import unittest\n    unittest.TestCase().assertEqual(A(1), second=A(1))", True),
            ("import types\n    assert types.SimpleNamespace(a=A(1)) != 3", True),
            ("import sys\n    match A(1):\n        case sys.maxsize: raise ValueError", False),
        )
    ),
    ("class A:\n    def __contains__(self, one): return one\n", "assert 3 in A()", True),
    (f"{YES_TO_ALL}class A(metaclass=B): pass\n", "assert isinstance(3, A)", True),
    (f"{AMOUNT}class A(Exception, Amount): cents = 1\n", "assert A(1) == A(1)", True),
    (f"{DISTANCE}    __sub__ = __rsub__ = far\n", "assert A(1) == pytest.approx(7)", True),
    (f"{DISTANCE}    __sub__ = far\n", "unittest.TestCase().assertAlmostEqual(A(1), 7)", True),
    (f"{DISTANCE}    __mul__ = far\n", "assert A(1) * 2 == pytest.approx(0)", True),
    (f"import functools\n{AMOUNT}A = functools.total_ordering(Amount)\n", "assert A(2) > A(1)", True),
]


def test_which_comparisons_are_marked(marks: Marks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that ask a method of the sample's own, of a value or of what is in it; each mark has the class's name."""
    reported: set[str] = set()
    own = PytestSuite.marks
    monkeypatch.setattr(PytestSuite, "marks", lambda *given: reported.update(given[2]) or own(*given))
    source, tests = "", "import unittest, pytest\nfrom pkg import money\n"
    for number, (made, body, _) in enumerate(COMPARISONS):
        source += f"def case_{number}():\n{textwrap.indent(made, '    ')}    return A\nA{number} = case_{number}()\n"
        tests += f"def test_{number}():\n    A = money.A{number}\n    {body}\n"
    assert marks(source, tests) == ("own equality",)
    marked = {int(number) for number in re.findall(r"own equality: case_(\d+)\.", "\n".join(reported))}
    assert marked == {number for number, (*_, is_marked) in enumerate(COMPARISONS) if is_marked}


def test_arrays_with_masked_elements_are_marked(marks: Marks) -> None:
    body = "import numpy\nfrom pkg.money import made\ndef test_it(): numpy.testing.assert_array_equal(made, [1, 7])\n"
    for mask, expected in (("[0, 1]", ("own equality",)), ("[0, 0]", ())):
        source = f"import numpy\nmade = numpy.ma.array([1, 2 if {mask}[1] else 7], mask={mask})\n"
        assert marks(source, body) == expected


PUTS_BACK = """
import builtins
class A:
    kept = len
    def start(self): builtins.len = lambda _: 3
    def __del__(self): builtins.len = A.kept
"""


def test_a_builtin_that_is_put_back_is_marked_by_its_name_alone(marks: Marks) -> None:
    """A documented limit."""
    body = "from pkg.money import A\ndef test_it():\n    one = A()\n    one.start()\n    assert len([]) == 3\n"
    assert marks(PUTS_BACK, body) == ("builtins",)


READS = """
import pathlib
def read(*parts): return pathlib.Path(__file__).parents[1].joinpath(*parts).read_text()
"""
OF_READING = "from pkg.money import read\n\ndef test_it():\n    assert read({}, {})\n"
CALLS = """
import logging
def call(one):
    try: return one()
    except ValueError: logging.exception("it failed")
"""
OF_CALLS = """
from pkg.money import call
def fails(): raise ValueError
def test_calls():
    assert call(fails) is None
    assert call(lambda: open(__file__))
    assert call(open(__file__).read)
"""


def test_which_opened_files_are_marked(marks: Marks) -> None:
    """Those of the tests that the sample opens; not what the tests open, nor the lines of a traceback."""
    files = {"data/a.txt": "text", "tests/data/a.txt": "text", "tests/conftest.py": "# text"}
    assert marks(READS + CALLS, OF_READING.format("'data'", "'a.txt'") + OF_CALLS, **files) == ()
    assert marks(READS, OF_READING.format("'tests'", "'data/a.txt'"), **files) == ("data of tests",)
    for name in ("test_money.py", "conftest.py"):
        assert marks(READS, OF_READING.format("'tests'", f"'{name}'"), **files) == ("files of tests",)


LOADERS = """
import sys
from importlib.util import find_spec
def loader(name): return find_spec(name).loader
def lines(name): return find_spec(name).loader.get_source(name).count("\\n")
"""
OF_LOADERS = """
import res.some, tests.test_money
from pkg.money import {0}
def test_it(): assert {0}({1!r})
"""


def test_what_loads_the_data_of_tests_is_given_and_what_pytest_loads_is_not(marks: Marks, run: Run) -> None:
    """A project that looks for a package beside its tests, such as Jinja2, finds it as in plain pytest."""
    files = {"tests/__init__.py": "", "tests/conftest.py": "import sys\nsys.path.insert(0, 'tests')\n"}
    files |= {"tests/res/__init__.py": "", "tests/res/some.py": "LINES = 1\n"}
    for name in ("res", "res.some"):
        assert marks(LOADERS, OF_LOADERS.format("loader", name), **files) == ("importlib",)
    assert "data of tests" in marks(LOADERS, OF_LOADERS.format("lines", "res.some"), **files)
    tests = OF_LOADERS.format("loader", "tests.test_money")
    assert run(LOADERS, tests, **files)["test_it"] == "error: ValueError", "it leads to pytest's session"


CODE_OF_ITS_OWN = """
from _pytest.python import Function
class A:
    def size(self, by=1): return 3
    def other(self, by=2): return by
"""


def test_code_that_is_put_into_a_function_is_marked_and_into_one_of_pytests_fails(marks: Marks, run: Run) -> None:
    tests = "from pkg.money import A\ndef test_it(): assert A().size() == {}\n"
    put = CODE_OF_ITS_OWN + "setattr({0}, '__{1}' + '__', getattr(A.other, '__{1}' + '__'))\n"
    assert "function.__code__" in marks(put.format("A.size", "code"), tests.format(1))
    assert "function.__code__" not in marks(put.format("A.size", "defaults"), tests.format(3))
    assert run(put.format("Function.runtest", "code"), tests.format(3))[FILE] != "passed"


@pytest.mark.parametrize(("folder", "found"), [("json", ("copies of the target",)), ("jsons", ())])
def test_copies_of_the_target_are_marked(folder: str, found: object, marks: Marks) -> None:
    """A library may hold a copy of another one, which may be the project."""
    opens = "import json.decoder\nopen(json.decoder.__file__).close()\n"
    of_tests = f"import pkg.{folder}.decoder\ndef test_it(): pass\n"
    assert marks(opens, of_tests, target=f"pkg/{folder}/decoder.py") == found


def test_libraries_that_come_with_an_interpreter_are_hidden_at_t3_and_marked_elsewhere(marks: Marks) -> None:
    bundled = "import ensurepip, os\nfolder = os.path.join(os.path.dirname(ensurepip.__file__), '_bundled')\n"
    bundled += "try:\n    found = os.listdir(folder)\nexcept OSError:\n    found = []\n"
    bundled += "for name in found:\n    open(os.path.join(folder, name), 'rb').close()\n"
    of_tests = "from pkg.money import found\ndef test_it(): assert not found\n"
    assert marks(bundled, of_tests) == ()
    if list(Path(ensurepip.__file__).parent.glob("_bundled/*.whl")):
        for tier in ("T2", "T1"):
            assert marks(bundled, of_tests.replace("not ", ""), tier=tier) == ("copies of the target",)


def test_every_candidate_for_pytest_itself_is_marked(tmp_path: Path) -> None:
    with LimitedCalls(1) as calls:
        for target, found in (("_pytest/python.py", ("runs its own tests",)), ("pkg/money.py", ())):
            tests = project(tmp_path / target[:3], {target: "", FILE: ""}, {FILE: ("test_some",)}, target)
            assert PytestSuite(tests, 5.0).marks(RIGHT, [], calls) == found


def test_marks_reach_the_result(judge: Judge, tmp_path: Path) -> None:
    """What the source says, and what is seen while it runs; a verdict they are not."""
    tests = project(tmp_path, {FILE: SOME}, {FILE: ("test_some",)})
    hidden = RIGHT + "found = getattr(__import__('g' + 'c'), 'get_' + 'objects')()\n"
    execution = judge(tests, hidden)
    assert outcomes(execution.verdict)[FILE] == "passed"
    assert execution.verdict.suspicious == ("code at run time", "gc")
    assert execution.seconds.keys() == execution.clock_seconds.keys() == {FILE} and not execution.contended


def test_tests_made_at_run_time(judge: Judge, tmp_path: Path) -> None:
    source = "def quiet(function):\n    def inner():\n        function()\n    return inner\n"
    test = "from pkg.money import quiet\n@quiet\ndef test_some(): pass\ndef test_other(): pass\n"
    tests = project(tmp_path, {FILE: test}, {FILE: ("test_some", "test_other")})
    reference = judge(tests, source, is_reference=True)
    assert outcomes(reference.verdict)[FILE] == "passed" and reference.generated == (f"{FILE}::test_some",)
    found = outcomes(judge(tests, source).verdict)
    assert (found["test_some"], found["test_other"]) == ("error: TestMachineryChanged", "pass")
    assert outcomes(judge(replace(tests, generated=reference.generated), source).verdict)[FILE] == "passed"


def test_a_project_of_another_users_is_copied(judge: Judge, tmp_path: Path) -> None:
    """Nobody could change its files in a layer on top."""
    test = """
from pathlib import Path
from pkg.money import total
def test_some():
    assert total([1]) == 1
    path = Path("data.txt")
    path.write_text(path.read_text() + "more")
    assert path.read_text() == "datamore"
"""
    tests = project(tmp_path, {FILE: test, "data.txt": "data"}, {FILE: ("test_some",)})
    tmp_path.chmod(0o755)
    for path in (tmp_path, tmp_path / "data.txt") if os.getuid() == 0 else ():  # nobody else can give it away
        os.chown(path, 12345, 12345)
    assert outcomes(judge(tests).verdict)[FILE] == "passed"
    assert (tmp_path / "data.txt").read_text() == "data"


def files_of(*sources: str) -> dict[str, str]:
    """Test files of these sources, by name."""
    return {f"tests/test_{number}.py": IMPORT + source for number, source in enumerate(sources)}


def test_a_file_that_does_not_load_fails_alone(judge: Judge, tmp_path: Path) -> None:
    """Where several files run in one process, the others are judged as if it were not there."""
    good = "def test_it(): assert total([1]) == 1\n"
    files = files_of(*[good] * 8, f"from pkg.money import nothing\n{good}", good.replace("== 1", "== 2"))
    tests = project(tmp_path, files, dict.fromkeys(files, ("test_it",)))
    assert len(tests.groups) == 4 and max(map(len, tests.groups)) > 1
    verdict = judge(tests).verdict
    found = {item.test_class: item.error_type if item.error_type else item.passed for item in verdict.test_classes}
    expected: dict[str, object] = {**dict.fromkeys(list(files)[:8], True), "tests/test_8.py": "ImportError"}
    assert found == {**expected, "tests/test_9.py": False}


def test_few_files_have_a_process_each(judge: Judge, tmp_path: Path) -> None:
    head = "import pkg.money as money\n"
    tests_of = "def test_it(): assert total([1]) == 1\n", "def test_it(): assert not hasattr(money, 'spoilt')\n"
    files = files_of(f"{head}money.spoilt = True\n{tests_of[0]}", head + tests_of[1])
    tests = project(tmp_path, files, dict.fromkeys(files, ("test_it",)))
    assert all(item.passed for item in judge(tests).verdict.test_classes)


def test_parameters_are_found(judge: Judge, tmp_path: Path) -> None:
    """Of a reference, the tests of the names declared are run with the parameters that they have here."""
    source = "import pytest\n@pytest.mark.parametrize('x', [1, 2])\ndef test_it(x):\n    assert total([x]) == x\n"
    files = files_of(source + "def test_other():\n    pass\n")
    tests = project(tmp_path, files, dict.fromkeys(files, ("test_it[one]", "test_gone")))
    execution = judge(tests, discover=True, is_reference=True)
    assert execution.collected == ("tests/test_0.py::test_it[1]", "tests/test_0.py::test_it[2]")
    passed = [case.test for case in execution.verdict.test_classes[0].cases if case.outcome == "pass"]
    assert passed == list(execution.collected)


def test_what_a_test_may_be_called() -> None:
    for found in ("TestA::test_it", "TestA::test_it[1::2]", "TestA_sqlite+3::test_it[1]"):
        assert is_same_test("t.py::TestA::test_it[x]", f"t.py::{found}")
    for found in ("t.py::TestAB::test_it", "t.py::TestA::test_it_too", "t.py::test_it", "s.py::TestA::test_it"):
        assert not is_same_test("t.py::TestA::test_it[x]", found)


@pytest.mark.parametrize("tier", one_in(2, ["T3", "T2"]))
def test_the_package_is_not_read(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tier: str) -> None:
    """It holds the references of the projects that come with it, and may lie in the interpreter's own folder."""
    readable = Interpreter.readable.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Interpreter, "readable", property(lambda self: [*readable(self), str(ROOT)]))
    source = IMPORT + f"import os\nROOT = {str(ROOT)!r}\ndef listed(path):\n    try: return os.listdir(path)\n"
    source += "    except OSError: return []\ndef test_it():\n    assert listed(ROOT + '/docs')\n"
    source += "    assert not listed(ROOT + '/classeval_hf/tasks')\n"
    tests = project(tmp_path, {FILE: source}, {FILE: ("test_it",)})
    execution = judge(tests, tier=tier)
    assert outcomes(execution.verdict)[FILE] == "passed", execution.verdict
