"""
The process that runs one test class against one candidate, and reports what happened.

It decides nothing: it shares its interpreter with the sample, so what it says proves nothing by itself. The parent
knows which tests there are, holds the expected values, and judges.

The tests are loaded before the candidate, so that the candidate cannot change what they are made from, and they are
run by the loop below, not by a runner that the candidate could have patched.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
import types
import unittest
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from classeval_hf.execution.observe import OBSERVER_NAME, encode

__all__ = ["TESTS_FILE", "compiled", "run"]

TESTS_FILE = "classeval_tests.py"
"""Name of the file that the test module believes to be in."""

_MESSAGE_CHARS = 500
_exit = os._exit  # bound before a candidate can replace it
Report = Callable[..., None]


def run(job: dict[str, Any], descriptor: int) -> None:
    """
    Loads tests and candidate, runs the tests, and leaves without running what the candidate registered for exit.

    Args:
        job (`dict[str, Any]`): `imports`, `test_code`, `test_names`, `candidate_path`, `name` of the test class and
            its `tests`.
        descriptor (`int`): where to report, in JSON lines.
    """
    random.seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    time.tzset()
    tempfile.tempdir = None
    report = _reporter(descriptor)
    try:
        tests = _load(job, report)
    except BaseException as error:
        report(event="load_error", **_describe(error))
    else:
        _run_tests(tests, report)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    _exit(0)


def _reporter(descriptor: int) -> Report:
    write, dumps, process, getpid = os.write, json.dumps, os.getpid(), os.getpid

    def report(**event: object) -> None:
        if getpid() != process:  # a copy that the candidate forked
            return
        data = dumps(event).encode() + b"\n"
        while data:
            data = data[write(descriptor, data) :]

    return report


def _observer(report: Report) -> Callable[[int, object], None]:
    """What the tests call in place of an assertion whose expected value is held by the parent."""

    def observe(check: int, value: object) -> None:
        report(event="check", check=check, value=encode(value))

    return observe


def _describe(error: BaseException) -> dict[str, str]:
    try:
        message = str(error)[:_MESSAGE_CHARS]
    except BaseException:
        message = ""
    return {"error_type": type(error).__name__, "message": message}


@dataclass(frozen=True)
class _Test:
    """A test with its fixtures, taken hold of before the candidate is loaded."""

    name: str
    set_up: Callable[[], object]
    run: Callable[[], object]
    tear_down: Callable[[], object]
    clean_up: Callable[[], object]


@dataclass(frozen=True)
class _Tests:
    """The tests of a class, with the fixtures of the class."""

    set_up: Callable[[], object]
    tests: list[_Test]
    tear_down: Callable[[], object]


def _load(job: dict[str, Any], report: Report) -> _Tests:
    """Loads the tests, then the candidate, and lets the tests see the candidate's names."""
    module = types.ModuleType("classeval_tests")
    module.__file__ = os.path.join(os.getcwd(), TESTS_FILE)
    names = module.__dict__
    names[OBSERVER_NAME] = _observer(report)
    sys.modules[module.__name__] = module
    for statement in job["imports"]:
        with suppress(ImportError):  # a library that is missing is missing for the candidate too, which says so
            exec(compiled(statement, "<imports>"), names)
    code = job["test_code"]
    try:
        exec(code, names)
        tests = _take_hold(names[job["name"]], job["tests"])
    except NameError:  # tests that need the class while they are loaded
        tests = None
    candidate = _load_candidate(job["candidate_path"])
    names.update(
        (name, value)
        for name, value in vars(candidate).items()
        if not name.startswith("__") and name not in job["test_names"]
    )
    if tests is None:
        exec(code, names)
        tests = _take_hold(names[job["name"]], job["tests"])
    return tests


def _take_hold(test_class: type[unittest.TestCase], names: list[str]) -> _Tests:
    """Makes an instance per test, with its own assertions, so that what a candidate patches comes too late."""
    tests = []
    for name in names:
        case = test_class(name)
        for assertion in dir(case):
            if assertion.startswith(("assert", "fail")):
                case.__dict__[assertion] = getattr(case, assertion)
        tests.append(_Test(name, case.setUp, getattr(case, name), case.tearDown, case.doCleanups))
    return _Tests(test_class.setUpClass, tests, test_class.tearDownClass)


def _load_candidate(path: str) -> types.ModuleType:
    """Runs the candidate as a module of its own file, as an import would."""
    module = types.ModuleType("candidate")
    module.__file__ = path
    sys.modules[module.__name__] = module
    with open(path, encoding="utf-8") as file:
        source = file.read()
    exec(compiled(source, path), module.__dict__)
    return module


def compiled(source: str, name: str) -> types.CodeType:
    """Compiles a module, without what this one imports from `__future__`."""
    return compile(source, name, "exec", dont_inherit=True)


def _run_tests(tests: _Tests, report: Report) -> None:
    try:
        tests.set_up()
    except BaseException as error:
        report(event="load_error", **_describe(error))
        return
    for test in tests.tests:
        report(event="start", test=test.name)
        report(event="end", test=test.name, **_run_test(test))
    try:
        tests.tear_down()
    except BaseException as error:
        report(event="load_error", **_describe(error))


def _run_test(test: _Test) -> dict[str, str]:
    """Runs one test method as `unittest` would: setUp, test, tearDown, clean-ups; the first error counts."""
    outcome = _attempt(test.set_up)
    if outcome["outcome"] == "pass":
        outcome = _attempt(test.run)
        torn_down = _attempt(test.tear_down)
        outcome = outcome if outcome["outcome"] != "pass" else torn_down
    cleaned = _attempt(test.clean_up)
    return outcome if outcome["outcome"] != "pass" else cleaned


def _attempt(function: Callable[[], object]) -> dict[str, str]:
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
    return {"outcome": "pass", "error_type": "", "message": ""}
