"""
The child process: loads one test class and one candidate, runs the tests, reports each.

It is run by path (`python child.py REPORT_FD`) with a job as JSON on its standard input, imports nothing of this
package, and says what happened in JSON lines on `REPORT_FD`. It decides nothing: the parent knows which tests there
are and what a pass takes.

The tests are loaded before the candidate, so that the candidate cannot change what they are made from.
"""

from __future__ import annotations

import json
import os
import sys
import types
import unittest
from collections.abc import Callable
from typing import Any

MESSAGE_CHARS = 500


def main() -> None:
    """Reads the job, runs it, and leaves without running anything that the candidate registered for exit."""
    sys.path.pop(0)  # the folder of this file, which is nobody's import path
    report_fd = int(sys.argv[1])
    job = json.loads(sys.stdin.buffer.read())
    report = _reporter(report_fd)
    try:
        tests = _load(job, report)
    except BaseException as error:
        report(event="load_error", **_describe(error))
    else:
        _run_tests(tests, job["tests"], report)
    os._exit(0)


def _reporter(descriptor: int) -> Callable[..., None]:
    write, dumps = os.write, json.dumps

    def report(**event: str) -> None:
        data = dumps(event).encode() + b"\n"
        while data:
            data = data[write(descriptor, data) :]

    return report


def _describe(error: BaseException) -> dict[str, str]:
    try:
        message = str(error)[:MESSAGE_CHARS]
    except BaseException:
        message = ""
    return {"error_type": type(error).__name__, "message": message}


def _load(job: dict[str, Any], report: Callable[..., None]) -> type[unittest.TestCase]:
    """Loads the tests, then the candidate, and lets the tests see the candidate's names."""
    tests = types.ModuleType("classeval_tests")
    tests.__file__ = os.path.join(os.getcwd(), "classeval_tests.py")
    sys.modules[tests.__name__] = tests
    for statement in job["imports"]:
        try:
            exec(statement, tests.__dict__)
        except ImportError:
            pass  # a library that is missing is missing for the candidate too, which says so
    report(event="ready")
    code = compile(job["test_source"], tests.__file__, "exec")
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
    test_class: type[unittest.TestCase] = tests.__dict__[job["test_class"]]
    return test_class


def _load_candidate(path: str) -> types.ModuleType:
    """Runs the candidate as a module of its own file, as an import would."""
    module = types.ModuleType("candidate")
    module.__file__ = path
    sys.modules[module.__name__] = module
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec"), module.__dict__)
    return module


def _run_tests(test_class: type[unittest.TestCase], names: list[str], report: Callable[..., None]) -> None:
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


if __name__ == "__main__":
    main()
