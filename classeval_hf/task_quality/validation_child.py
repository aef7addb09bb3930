"""Runs a reference to check its task: a payload of [`classeval_hf.sandbox.supervisor`]. It runs tests in a random
order, measures coverage, and tries examples. Its report is trusted: a forged one affects only its own task."""

import doctest
import json
import os
import random
import sys
import tempfile
import time
import types
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

MESSAGE_CHARS = 300
SOLUTION_FILE, TESTS_FILE = "module/solution.py", "module/tests.py"  # paths in the sample's folder


def prepare(shared: dict[str, Any], folder: str) -> str:
    """Keeps the sample's folder, the only thing that steps share."""
    return folder


def start(folder: str, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns a function that runs tests of `listed` classes in the order of `seed`, then `examples`."""
    time.tzset()
    tempfile.tempdir = None

    def run() -> None:
        try:
            report = _run_reference(str(Path(folder, SOLUTION_FILE)), str(Path(folder, TESTS_FILE)), step)
        except BaseException as error:
            report = {"error": f"{type(error).__name__}: {error}"[:MESSAGE_CHARS]}
        send(descriptor, json.dumps(report).encode())
        os._exit(0)  # despite threads and exit handlers of libraries

    return run


def _run_reference(solution_path: str, tests_path: str, step: dict[str, Any]) -> dict[str, Any]:
    measure = coverage_of(solution_path) if step["coverage"] else None
    if measure is not None:
        measure.start()
    solution = load("solution", solution_path, {})
    shared = {name: value for name, value in vars(solution).items() if not name.startswith("__")}
    tests = load("classeval_tests", tests_path, shared)
    found: dict[str, list[Any]] = {
        name: list(unittest.TestLoader().loadTestsFromTestCase(getattr(tests, name))) for name in step["listed"]
    }
    names = {name: [test.id().rpartition(".")[2] for test in of_class] for name, of_class in found.items()}
    order, suite = list(found), unittest.TestSuite()
    shuffle = random.Random(step["seed"]).shuffle if step["seed"] is not None else (lambda items: None)
    shuffle(order)
    for of_class in (list(found[name]) for name in order):
        shuffle(of_class)
        suite.addTests(of_class)
    result = unittest.TestResult()
    suite.run(result)
    traces = [*result.failures, *result.errors]
    failures = [(test, trace.strip().rpartition("\n")[2][:MESSAGE_CHARS]) for test, trace in traces]
    failures += [(test, f"skipped: {reason}") for test, reason in result.skipped]
    failures += [(test, "is expected to fail, and does not") for test in result.unexpectedSuccesses]
    failed = [(test.id().removeprefix("classeval_tests."), message) for test, message in failures]
    report: dict[str, Any] = {"tests": names, "failures": failed}
    if measure is not None:
        measure.stop()
        measure.json_report(outfile="coverage.json")
        (file,) = json.loads(Path("coverage.json").read_text(encoding="utf-8"))["files"].values()
        counts = {"statements": "num_statements", "covered_statements": "covered_lines", "branches": "num_branches"}
        counts["covered_branches"] = "covered_branches"
        report["coverage"] = {name: file["summary"][key] for name, key in counts.items()}
        report["coverage"] |= {name: file[name] for name in ("missing_lines", "missing_branches")}
    report["examples"] = {}
    for name, docstring in step["examples"].items():
        example = doctest.DocTestParser().get_doctest(docstring, dict(shared), name, None, None)
        lines: list[str] = []
        doctest.DocTestRunner(verbose=False).run(example, out=lines.append, clear_globs=False)
        messages = [" ".join(line.partition("Failed example:")[2].split()) for line in lines if line.strip()]
        report["examples"][name] = [message[:MESSAGE_CHARS] for message in messages]
    return report


def send(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def load(name: str, path: str, names: dict[str, Any]) -> types.ModuleType:
    """Runs a file as a module with some names defined before."""
    module = types.ModuleType(name)
    module.__file__ = path
    module.__dict__.update(names)
    sys.modules[name] = module
    exec(compile(Path(path).read_text(encoding="utf-8"), path, "exec", dont_inherit=True), module.__dict__)
    return module


def coverage_of(path: str) -> Any:
    import coverage

    return coverage.Coverage(data_file=None, branch=True, include=[path], config_file=False)
