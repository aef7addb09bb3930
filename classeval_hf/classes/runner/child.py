"""The process that runs one test class against one candidate, a payload of [`classeval_hf.sandbox.supervisor`]. It
shares its interpreter with the sample, so it decides nothing: it reports, and the parent judges. It loads the tests
before the candidate, and runs them in a loop of its own, since the candidate could patch a runner of `unittest`."""

import base64
import builtins
import json
import marshal
import os
import random
import sys
import tempfile
import time
import traceback
import types
import unittest
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from classeval_hf.classes.runner.comparing import Comparisons, known_types, make_comparisons
from classeval_hf.classes.runner.observe import OBSERVER_NAME, encode

CANDIDATE_FILE = "module/candidate.py"  # where the candidate lies in its folder
TESTS_FILE = "classeval_tests.py"  # name of the test module's `__file__`
_MESSAGE_CHARS = 1000  # the parent shortens paths in messages, and then cuts them to fewer characters
_ROOM = (140_000, 7 << 20)  # lines and bytes of a step's report: a little under the limit that ends the step
_REMEMBERED = 10_000  # reported lines that are remembered per test, and bytes of each
_LINES = 100  # lines of the tests that are reported of an error's traceback
_exit, _walk_traceback = os._exit, traceback.walk_tb  # bound before a candidate can replace them
# What tests find under names of builtins, even if a candidate binds these names. Tests may replace the other builtins.
_OWN_BUILTINS = {
    name: value
    for name, value in vars(builtins).items()
    if not name.startswith("_") and name not in {"input", "open", "print"} and callable(value)
}
_PASSED = {"outcome": "pass", "error_type": "", "message": ""}
_PREFIXES = ("assert", "fail")
_ASSERTIONS = [name for name in vars(unittest.TestCase) if name.startswith(_PREFIXES)]
_RUNS = ["run", "__call__", "doCleanups", "doClassCleanups"]  # methods that decide how tests are run
_RUNS += ["_callSetUp", "_callTestMethod", "_callTearDown", "_callCleanup"]
_NEVER_RUN = {False: 0x20 | 0x80 | 0x200, True: 0x20 | 0x200}  # flags of code that calling does not run, by event loop
_NO_METHODS = [name for name in _ASSERTIONS if type(vars(unittest.TestCase)[name]) is not types.FunctionType]
Report = Callable[..., None]


@dataclass(frozen=True)
class _Prepared:
    """What all test classes of a sample share."""

    imports: list[types.CodeType]
    tests: types.CodeType
    test_names: frozenset[str]
    candidate_path: str
    candidate: bytes  # its source, read before an earlier step can overwrite the file
    module: types.ModuleType  # the test module, before the tests are loaded
    comparisons: Comparisons
    report: Report
    reporting: list[int]  # the descriptor to report to, and the process that may; empty until a step starts


def warm() -> None:
    """Records the classes that exist; it runs in the process that all samples are forked from."""
    known_types()


def prepare(shared: dict[str, Any], folder: str) -> _Prepared:
    """Loads what steps share, the tests and their comparisons, before any process of the sample."""
    if "test_code" in shared:
        tests = marshal.loads(base64.b64decode(shared["test_code"]))
    else:
        tests = _compiled(shared["test_source"], tests_path(folder))
    names, counted = frozenset(shared["test_names"]), frozenset(shared["counted"])
    imports = [_compiled(statement, "<imports>") for statement in shared["imports"]]
    reporting: list[int] = []
    report, module = _reporter(reporting), types.ModuleType("classeval_tests")
    given = vars(module)
    given |= _OWN_BUILTINS
    comparisons = make_comparisons(report, given, frozenset(_mentioned(tests)))
    as_list, is_kind, kept_as_they_are = list, isinstance, (list, tuple, set, frozenset, dict, str, bytes)

    def observe(check: int, value: object) -> None:
        """Replaces an assertion whose expected value is withheld."""
        if check in counted and not is_kind(value, kept_as_they_are):
            value = as_list(value)  # type: ignore[call-overload]  # as `assertCountEqual` does: a generator, a `map`
        report(event="check", check=check, value=encode(value))

    given[OBSERVER_NAME] = observe
    given.update(comparisons.hooks)
    with open(os.path.join(folder, CANDIDATE_FILE), "rb") as file:
        return _Prepared(imports, tests, names, file.name, file.read(), module, comparisons, report, reporting)


def _mentioned(code: types.CodeType) -> set[str]:
    """Names that code mentions, including those in its functions and classes."""
    return set(code.co_names).union(*(_mentioned(part) for part in code.co_consts if isinstance(part, types.CodeType)))


def tests_path(folder: str) -> str:
    """The test module's `__file__`, in the folder of a sample."""
    return os.path.join(folder, "work", TESTS_FILE)


def start(prepared: _Prepared, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns a function that loads the candidate, runs the tests, and exits without the candidate's exit handlers."""
    sys.path.append(os.path.dirname(prepared.candidate_path))  # new interpreters, as of `multiprocessing`, get it too
    random.seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    time.tzset()
    tempfile.tempdir = None
    prepared.reporting[:] = descriptor, os.getpid()
    prepared.comparisons.silent.update(step.get("silent", ()))
    names = vars(prepared.module)
    prepared.module.__file__ = os.path.join(os.getcwd(), TESTS_FILE)
    sys.modules[prepared.module.__name__] = prepared.module
    try:
        for statement in prepared.imports:
            with suppress(ImportError):  # if the candidate needs a missing library, its own import fails too
                exec(statement, names)
        load = partial(_load_tests, prepared, step["name"], step["tests"])
        tests: _Tests | Callable[[], _Tests] = load()
        prepared.comparisons.own.update(id(value) for value in names.values() if isinstance(value, type))
    except NameError:  # loading the tests needs the class
        tests = load
    except BaseException as error:
        prepared.report(event="load_error", **_describe(error))
        return partial(_exit, 0)
    return partial(_run, prepared, tests)


def _run(prepared: _Prepared, tests: "_Tests | Callable[[], _Tests]") -> None:
    path, test_names, report = prepared.candidate_path, prepared.test_names, prepared.report
    try:
        candidate = types.ModuleType("candidate")  # a module with a file of its own, as an import would make it
        candidate.__file__ = path
        sys.modules[candidate.__name__] = candidate
        exec(_compiled(prepared.candidate.decode(), path), vars(candidate))
        defined = [(name, value) for name, value in vars(candidate).items() if not name.startswith("__")]
        vars(prepared.module).update((name, value) for name, value in defined if name not in test_names)
        loaded = tests if isinstance(tests, _Tests) else tests()
    except BaseException as error:
        report(event="load_error", **_describe(error))
    else:
        _run_within(loaded.around, loaded.tests, report)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    _exit(0)


class ReportTooLongError(BaseException):
    """A test observed so much that no room is left for the others, as in a loop that an assertion would have ended."""


def _reporter(reporting: list[int]) -> Report:
    write, dumps, getpid, length, too_long = os.write, json.dumps, os.getpid, len, ReportTooLongError
    sent: set[bytes] = set()  # lines of this test, so that loops do not report the same line again
    room, of_test = list(_ROOM), list(_ROOM)

    def report(**event: object) -> None:
        descriptor, process = reporting
        if getpid() != process:  # a copy that the candidate forked
            return
        data = dumps(event).encode() + b"\n"
        if event["event"] in ("start", "end"):
            sent.clear()
            of_test[:] = room[0] * 2 // 3, room[1] * 2 // 3
        if data in sent:
            return
        if event["event"] == "check" and (of_test[0] <= 0 or of_test[1] < length(data)):
            raise too_long("the test observes more values than it may: does a loop never end?")
        for one in (room, of_test):
            one[:] = one[0] - 1, one[1] - length(data)
        if event["event"] in ("check", "asked") and length(sent) < _REMEMBERED and length(data) < _REMEMBERED:
            sent.add(data)
        while data:
            data = data[write(descriptor, data) :]

    return report


def _describe(error: BaseException) -> dict[str, Any]:
    """An error as it is reported: type, message, lines of its traceback in tests, and the last in the candidate."""
    try:
        message = str(error)[:_MESSAGE_CHARS]
        frames = [(frame.f_code.co_filename, line) for frame, line in _walk_traceback(error.__traceback__)]
        lines, own = ([line for name, line in frames if name.endswith(file)] for file in (TESTS_FILE, CANDIDATE_FILE))
    except BaseException:
        message, lines, own = "", [], []
    return {"error_type": type(error).__name__, "message": message, "lines": lines[:_LINES], "line": [0, *own][-1]}


def _nothing() -> None: ...


@dataclass(frozen=True)
class _Fixtures:
    """Functions that run before and after a module, class or test, and the clean-ups that these registered."""

    set_up: Callable[[], object]
    tear_down: Callable[[], object]
    cleanups: list[Any]
    call: Callable[..., Callable[[], object]] = partial  # the call of a clean-up with its arguments


@dataclass(frozen=True)
class _Test:
    name: str
    fixtures: _Fixtures
    run: Callable[[], object]
    begin: Callable[[], object] = _nothing  # starts the test's event loop, if it has one
    finish: Callable[[], object] = _nothing  # closes it


@dataclass(frozen=True)
class _Tests:
    around: tuple[_Fixtures, ...]  # those of the module and of the class
    tests: list[_Test]


def _load_tests(prepared: _Prepared, test_class: str, tests: list[str] | None) -> _Tests:
    """Makes an instance per test, with assertions of its own that a candidate's patches do not change."""
    names, comparisons, report = vars(prepared.module), prepared.comparisons, prepared.report
    exec(prepared.tests, names)
    if tests is None:
        tests = _report_loaded(names, test_class, report)
    set_up, tear_down = (names.get(f"{name}Module", _nothing) for name in ("setUp", "tearDown"))
    module = _Fixtures(set_up, tear_down, vars(unittest.case)["_module_cleanups"])
    kind: Any = names[test_class]
    if getattr(kind, "__unittest_skip__", False):
        raise unittest.SkipTest(getattr(kind, "__unittest_skip_why__", ""))
    of_unittest, watched = vars(unittest.TestCase), comparisons.watched
    others = (vars(base) for base in kind.__mro__ if base is not unittest.TestCase)
    bound = {name for members in others for name in members if name.startswith(_PREFIXES)}
    own = {*_NO_METHODS, *(name for name in bound if getattr(kind, name) is not of_unittest.get(name))}
    functions = [(name, watched.get(name, of_unittest[name])) for name in _ASSERTIONS if name not in own]
    loaded, asynchronous = [], sys.modules.get("unittest.async_case")
    for name, case in [(name, kind(name)) for name in tests]:
        for assertion, function in functions:
            case.__dict__[assertion] = types.MethodType(function, case)
        for assertion in own:
            case.__dict__[assertion] = getattr(case, assertion)
        if comparisons.skips and kind.subTest is of_unittest["subTest"]:
            case.__dict__["subTest"] = partial(_sub_test, report)
        if asynchronous is None or not isinstance(case, asynchronous.IsolatedAsyncioTestCase):
            fixtures = _Fixtures(case.setUp, case.tearDown, case._cleanups)
            loaded.append(_Test(name, fixtures, getattr(case, name)))
            continue
        call = partial(partial, case._callCleanup)
        fixtures = _Fixtures(case._callSetUp, case._callTearDown, case._cleanups, call)
        loop = "Runner" if hasattr(case, "_setupAsyncioRunner") else "Loop"  # before Python 3.11
        begin, finish = (getattr(case, f"_{which}Asyncio{loop}") for which in ("setup", "tearDown"))
        loaded.append(_Test(name, fixtures, partial(case._callTestMethod, getattr(case, name)), begin, finish))
    of_class = _Fixtures(kind.setUpClass, kind.tearDownClass, vars(kind).get("_class_cleanups", []))
    return _Tests((module, of_class), loaded)


def _report_loaded(names: dict[str, Any], test_class: str, report: Report) -> list[str]:
    """Reports the tests that `unittest` finds in a class, and what else may be a test; returns the tests to run."""
    kinds = {name: value for name, value in names.items() if isinstance(value, type)}
    cases = {name: kind for name, kind in kinds.items() if issubclass(kind, unittest.TestCase)}
    of_class: Any = cases.get(test_class)
    tests, never = {}, []
    for name in _test_names(of_class) if of_class else ():
        function = getattr(of_class, name)
        skipped, expects = (
            any(getattr(one, f"__unittest_{mark}__", False) for one in (function, of_class))
            for mark in ("skip", "expecting_failure")
        )
        tests[name] = [str(getattr(function, "__qualname__", "")), skipped, expects]
        flags = getattr(getattr(function, "__code__", None), "co_flags", 0)
        if flags & _NEVER_RUN[any(one.__name__ == "IsolatedAsyncioTestCase" for one in of_class.__mro__)]:
            never.append(f"{test_class}.{name}")
    bases = {base for kind in cases.values() for base in kind.__mro__}
    plain = [name for name, kind in kinds.items() if name.startswith("Test") and kind not in bases and _made(kind)]
    others = [name for name in names if name.startswith("test") and name not in kinds and _made(names[name])]
    others += [name for name in plain if any(test.startswith("test") for test in dir(kinds[name]))]
    with_tests = [kind for kind in dict.fromkeys(cases.values()) if not _is_unittests(kind) and _test_names(kind)]
    report(
        event="loaded",
        is_test=of_class is not None,
        tests=tests,
        classes=[[name for name, kind in cases.items() if kind is one] for one in with_tests],
        others=[*others, *(["load_tests"] if "load_tests" in names else [])],
        own_run=[name for name in _RUNS if of_class and not _is_unittests(getattr(of_class, name, None))],
        never=never,
    )
    return [name for name in tests if not tests[name][1]]


def _test_names(kind: type[unittest.TestCase]) -> Sequence[str]:
    return unittest.TestLoader().getTestCaseNames(kind) or [name for name in ("runTest",) if hasattr(kind, name)]


def _is_unittests(value: Any) -> bool:
    return value is None or str(value.__module__).startswith("unittest")


def _made(value: Any) -> bool:
    """Whether a value is, or wraps, a class or function of the test module, as pytest sees it."""
    value = value.func if isinstance(value, partial) else getattr(value, "__wrapped__", value)
    return isinstance(value, (type, types.FunctionType)) and value.__module__ == "classeval_tests"


@contextmanager
def _sub_test(report: Report, *_: object, **__: object) -> Iterator[None]:
    """Continues after a part of a test that is skipped, as `unittest` does; a part that fails ends the test."""
    try:
        yield
    except unittest.SkipTest:
        report(event="skipped_part")


def _compiled(source: str, name: str) -> types.CodeType:
    """Compiles a module, without the `__future__` imports of this one."""
    return compile(source, name, "exec", dont_inherit=True)


def _run_within(around: Sequence[_Fixtures], tests: Sequence[_Test], report: Report) -> None:
    """Runs tests within the fixtures of their module and class; an error there counts for all tests."""
    if not around:
        for test in tests:  # as `unittest` does: setUp, test, tearDown, clean-ups; the first error counts
            report(event="start", test=test.name)
            fixtures = [_attempt(test.begin), _attempt(test.fixtures.set_up)]
            outcome = fixtures[1]
            if outcome["outcome"] == "pass":
                outcome = _attempt(test.run)
                fixtures.append(_attempt(test.fixtures.tear_down))
            fixtures += [_clean_up(test.fixtures), _attempt(test.finish)]
            fails_around = _first_error(fixtures)["outcome"] != "pass"
            report(event="end", test=test.name, **{**_first_error([outcome, *fixtures]), "around": fails_around})
        return
    outcomes = [_attempt(around[0].set_up)]
    if outcomes[0]["outcome"] == "pass":
        _run_within(around[1:], tests, report)
        outcomes.append(_attempt(around[0].tear_down))
    for outcome in [*outcomes, _clean_up(around[0])]:
        if outcome["outcome"] != "pass":
            report(event="load_error", **outcome)


def _clean_up(fixtures: _Fixtures) -> dict[str, Any]:
    """Calls the registered clean-ups, the last one first; returns the first error."""
    outcomes = []
    while fixtures.cleanups:
        function, arguments, named = fixtures.cleanups.pop()
        outcomes.append(_attempt(fixtures.call(function, *arguments, **named)))
    return _first_error(outcomes)


def _first_error(outcomes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The first outcome that is an error, or else the first skip."""
    unlike = [one for one in outcomes if one["outcome"] != "pass"]
    return next((one for one in unlike if one["outcome"] != "skipped"), next(iter(unlike), _PASSED))


def _attempt(function: Callable[[], object]) -> dict[str, Any]:
    try:
        returned = function()
        if type(returned) is types.CoroutineType:
            returned.close()
            raise TypeError("tests that are coroutines cannot be run")
    except unittest.SkipTest as error:
        return {"outcome": "skipped", **_describe(error)}
    except AssertionError as error:
        return {"outcome": "fail", **_describe(error)}
    except BaseException as error:
        return {"outcome": "error", **_describe(error)}
    return _PASSED
