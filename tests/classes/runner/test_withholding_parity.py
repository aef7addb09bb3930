"""Real tasks give the same verdicts with their expected values withheld as `unittest`'s assertions give."""

import contextlib
import functools
import json
import os
import random
import signal
import sys
import tempfile
import types
import unittest
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from slow_and_full import slow
from withheld_share import coverage

from classeval_hf.classes.runner.child import _mentioned
from classeval_hf.classes.runner.comparing import make_comparisons
from classeval_hf.classes.runner.judging import judge, judge_claim
from classeval_hf.classes.runner.observe import OBSERVER_NAME, encode
from classeval_hf.classes.runner.withholding import HeldTests, withhold
from classeval_hf.classes.tasks.files import read_classeval
from classeval_hf.classes.tasks.test_cases import declared_tests, module_names
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import build_module

RANDOM_OR_SLOW = {f"ClassEval_{number}" for number in (35, 48, 52, 58)}
LENGTHY = {f"ClassEval_{number}" for number in (34, 38)}
SECONDS = 60  # of a run by hand, which a busy machine slows down


Runs = dict[tuple[str, str], tuple[str, list[tuple[int, object]]]]
"""Per test class and test, its outcome as the test sees it, and what it observed, by number of the check."""


def held_verdicts(runs: Runs, held: HeldTests) -> dict[tuple[str, str], str]:
    """Judges what tests without their expected values observed."""
    verdicts = {}
    for (name, test), (verdict, observed) in runs.items():
        seen = {number for number, _ in observed}
        if any(judge(held.checks[number], encoded) is not None for number, encoded in observed):
            verdict = "fail"
        elif verdict == "pass" and not held.required_checks(name, test) <= seen:
            verdict = "missing"
        verdicts[name, test] = verdict
    return verdicts


def _run(task: ClassTask, modules: Sequence[tuple[str, str]], root: Path) -> list[Runs]:
    """Runs test modules against candidates, in a process of their own, which may not take long."""
    declared, own = _names(task)
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            for number, (tests, source) in enumerate(modules):
                os.chdir(tempfile.mkdtemp(dir=root))
                _child(tests, source, declared, own, write_end, number)
        finally:
            os._exit(0)
    os.close(write_end)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    with open(read_end, "rb") as reader:  # noqa: PTH123
        lines = [json.loads(line) for line in reader.read().splitlines()]
    signal.setitimer(signal.ITIMER_REAL, 0)
    os.waitpid(child, 0)
    found: list[Runs] = [
        {(name, test): ("none", []) for name, names in declared.items() for test in names} for _ in modules
    ]
    for line in lines:
        runs, key = found[line["module"]], (line["test_class"], line["test"])
        if "outcome" in line:
            runs[key] = (line["outcome"] if runs[key][0] != "fail" else "fail", runs[key][1])
        elif "claim" in line:
            if judge_claim(line["claim"]) is not None:
                runs[key] = ("fail", runs[key][1])
        else:
            runs[key][1].append((line["check"], line["encoded"]))
    return found


@functools.cache
def _names(task: ClassTask) -> tuple[dict[str, tuple[str, ...]], set[str]]:
    """The tests of each test class, and the names that the test module binds."""
    declared = {name: declared_tests(task.test).by_class.get(name, ()) for name in task.test_classes}
    return declared, {*module_names(task.test), "__name__"}


def _child(
    tests: str, source: str, declared: dict[str, tuple[str, ...]], own: set[str], descriptor: int, number: int
) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    try:
        codes = compile(source, "candidate.py", "exec"), compile(tests, "tests.py", "exec")
    except SyntaxError:
        return
    for name in declared:
        random.seed(0)
        event: dict[str, Any] = {"module": number, "test_class": name, "test": ""}

        def report(event: dict[str, Any] = event, **fields: Any) -> None:
            os.write(descriptor, json.dumps({**event, **fields}).encode() + b"\n")

        test_class = _load(*codes, own, name, report)
        for event["test"] in declared[name] if test_class else ():
            report(outcome=_attempt(lambda: _run_test(test_class(event["test"]))))  # noqa: B023


def _load(source: types.CodeType, tests: types.CodeType, own: set[str], name: str, report: Callable[..., None]) -> Any:
    module = types.ModuleType("tests")
    candidate = types.ModuleType("candidate")
    sys.modules.update(tests=module, candidate=candidate)
    module.__dict__[OBSERVER_NAME] = lambda check, value: report(check=check, encoded=encode(value))
    comparisons = make_comparisons(lambda **event: report(claim=event), module.__dict__, frozenset(_mentioned(tests)))
    module.__dict__.update(comparisons.hooks)
    try:
        exec(source, candidate.__dict__)
        module.__dict__.update({key: value for key, value in vars(candidate).items() if key not in own})
        exec(tests, module.__dict__)
        test_class = module.__dict__[name]
        test_class.setUpClass()
    except BaseException:
        return None
    return test_class


def _run_test(case: unittest.TestCase) -> None:
    case.setUp()
    try:
        getattr(case, case._testMethodName)()
    finally:
        case.tearDown()
        case.doCleanups()


def _attempt(function: Callable[[], None]) -> str:
    try:
        function()
    except unittest.SkipTest:
        return "skipped"
    except AssertionError:
        return "fail"
    except BaseException:
        return "error"
    return "pass"


def check_tasks(tasks: list[ClassTask], root: Path) -> None:
    for statement in {statement for task in tasks for statement in task.import_statement}:
        with contextlib.suppress(ImportError):
            exec(statement, {})  # once, here, rather than in each child
    for task in tasks:
        held = withhold(task.test)
        sources = [build_module(text, task.import_statement) for text in (task.solution_code, task.skeleton)]
        runs = _run(task, [(tests, source) for source in sources for tests in (task.test, held.source)], root)
        changed = []
        for plain, withheld in (runs[:2], runs[2:]):
            judged = held_verdicts(withheld, held)
            assert list(plain) == list(judged)
            changed.append([(key, of, judged[key]) for key, (of, _) in plain.items() if of != judged[key]])
        assert changed[0] == [], task.task_id
        # What a skeleton leaves out may turn a failed assertion into an error, never into a pass.
        assert all("pass" not in pair[1:] for pair in changed[1]), (task.task_id, changed[1])


def test_open_tasks(some_open_tasks: list[ClassTask], tmp_path: Path) -> None:
    check_tasks(some_open_tasks, tmp_path)
    for task in some_open_tasks:
        withheld, total = coverage(task.test)
        assert withheld / total > 0.5, task.task_id


@pytest.mark.classeval
@pytest.mark.parametrize("lengthy", [pytest.param(False, marks=pytest.mark.slow), slow(True)])
def test_classeval(classeval_file: Path, tmp_path: Path, lengthy: bool) -> None:
    """All but those that are random or take very long; some that take a second alone are tried in `make test-full`."""
    tasks = [task for task in read_classeval(classeval_file) if task.task_id not in RANDOM_OR_SLOW]
    check_tasks([task for task in tasks if (task.task_id in LENGTHY) is lengthy], tmp_path)


@pytest.mark.classeval
def test_classeval_coverage(classeval_file: Path) -> None:
    tasks = read_classeval(classeval_file)
    counts: Counter[str] = Counter()
    for task in tasks:
        checks = withhold(task.test).checks.values()
        exact = {check.test_class for check in checks if not check.guessable}
        counts.update(withheld=len(checks), exact=len(exact), tasks=bool(exact))
    assert counts == {"withheld": 3092, "exact": 428, "tasks": 98}
    assert coverage(tasks[0].test) == (21, 21)
