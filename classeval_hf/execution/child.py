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
from typing import Any

from classeval_hf.execution.observe import encode
from classeval_hf.execution.withholding import OBSERVER_NAME

__all__ = ["run"]

_MESSAGE_CHARS = 500
Report = Callable[..., None]


def run(job: dict[str, Any], descriptor: int) -> None:
    """
    Loads tests and candidate, runs the tests, and leaves without running what the candidate registered for exit.

    Args:
        job (`dict[str, Any]`): `imports`, `test_source`, `test_names`, `candidate_path`, `name` of the test class and
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
        test_class = _load(job, report)
    except BaseException as error:
        report(event="load_error", **_describe(error))
    else:
        _run_tests(test_class, job["tests"], report)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass
    os._exit(0)


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


def _load(job: dict[str, Any], report: Report) -> type[unittest.TestCase]:
    """Loads the tests, then the candidate, and lets the tests see the candidate's names."""
    tests = types.ModuleType("classeval_tests")
    tests.__file__ = os.path.join(os.getcwd(), "classeval_tests.py")
    tests.__dict__[OBSERVER_NAME] = _observer(report)
    sys.modules[tests.__name__] = tests
    for statement in job["imports"]:
        with suppress(ImportError):  # a library that is missing is missing for the candidate too, which says so
            exec(_compiled(statement, "<imports>"), tests.__dict__)
    code = _compiled(job["test_source"], tests.__file__)
    try:
        exec(code, tests.__dict__)
        loaded = True
    except NameError:  # tests that need the class while they are loaded
        loaded = False
    candidate = _load_candidate(job["candidate_path"])
    for name, value in vars(candidate).items():
        if not name.startswith("__") and name not in job["test_names"]:
            tests.__dict__[name] = value
    if not loaded:
        exec(code, tests.__dict__)
    test_class: type[unittest.TestCase] = tests.__dict__[job["name"]]
    return test_class


def _load_candidate(path: str) -> types.ModuleType:
    """Runs the candidate as a module of its own file, as an import would."""
    module = types.ModuleType("candidate")
    module.__file__ = path
    sys.modules[module.__name__] = module
    with open(path, encoding="utf-8") as file:
        source = file.read()
    exec(_compiled(source, path), module.__dict__)
    return module


def _compiled(source: str, name: str) -> types.CodeType:
    # Without what this module imports from `__future__`.
    return compile(source, name, "exec", dont_inherit=True)


def _run_tests(test_class: type[unittest.TestCase], names: list[str], report: Report) -> None:
    try:
        test_class.setUpClass()
    except BaseException as error:
        report(event="load_error", **_describe(error))
        return
    for name in names:
        report(event="start", test=name)
        report(event="end", test=name, **_run_test(test_class, name))
    try:
        test_class.tearDownClass()
    except BaseException as error:
        report(event="load_error", **_describe(error))


def _run_test(test_class: type[unittest.TestCase], name: str) -> dict[str, str]:
    """Runs one test method as `unittest` would: setUp, test, tearDown, clean-ups; the first error counts."""
    case = test_class(name)
    outcome = _attempt(case.setUp)
    if outcome["outcome"] == "pass":
        outcome = _attempt(getattr(case, name))
        torn_down = _attempt(case.tearDown)
        outcome = outcome if outcome["outcome"] != "pass" else torn_down
    cleaned = _attempt(case.doCleanups)
    return outcome if outcome["outcome"] != "pass" else cleaned


def _attempt(function: Callable[[], object]) -> dict[str, str]:
    try:
        function()
    except unittest.SkipTest as error:
        return {"outcome": "skipped", **_describe(error)}
    except AssertionError as error:
        return {"outcome": "fail", **_describe(error)}
    except BaseException as error:
        return {"outcome": "error", **_describe(error)}
    return {"outcome": "pass", "error_type": "", "message": ""}
