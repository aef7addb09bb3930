"""Suites of class tasks, prepared once: without expected values, and with the tests that loading shows."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from classeval_hf.classes.runner.loaded_tests import (
    NotLoadedError,
    decides_equality,
    loaded_test_classes,
    probe,
    reference_account,
)
from classeval_hf.classes.runner.unittest_suite import UnittestSuite
from classeval_hf.classes.tasks.test_cases import shows_all_tests
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import TOO_DEEP, parse_or_none
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.executor import Executor
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.jobs import BrokenSandboxError, RawStep
from classeval_hf.sandbox.limited_calls import UnreadableError


class PreparedSuites:
    """Prepares each suite once; may be used by several threads."""

    def __init__(self) -> None:
        self._prepared: dict[tuple[Any, ...], UnittestSuite] = {}
        self._lock = threading.Lock()

    def prepare(self, task: ClassTask, suite: str, executor: Executor) -> UnittestSuite:
        """Takes the expected values out of a suite, and loads its tests where their source does not show them."""
        limits, tier = executor.limits, executor.isolation_in_force.tier
        key = task.verdict_key(suite), limits, tier  # by content: two tasks of one id may have different tests
        if key not in self._prepared:
            with self._lock:  # samples of one task often come at a time
                if key not in self._prepared:
                    try:
                        made = UnittestSuite.of(task, suite, limits, tier, allowed=executor.allow_libraries)
                    except RecursionError as error:
                        raise UserError(f"Task {task.task_id}: in its tests {TOO_DEEP}.") from error
                    if not shows_all_tests(task.suite(suite).source) or decides_equality(task.solution_code):
                        made = self._load(task, made, executor)
                    self._prepared[key] = made
        return replace(self._prepared[key], task_id=task.task_id, name=suite)

    def _load(self, task: ClassTask, suite: UnittestSuite, executor: Executor) -> UnittestSuite:
        """Loads the tests of a suite with the reference, or if that fails with a class without content, and gives the
        suite the tests found."""
        stub = task.skeleton if task.skeleton.strip() and parse_or_none(task.skeleton) else ""
        sources = [(task.solution_code, True)] * bool(task.solution_code.strip())
        problem: tuple[Any, ...] = ()
        for code, is_reference in (*sources, (stub or f"class {task.class_name}:\n    pass\n", False)):
            try:
                return self._loaded(task, suite, executor, build_module(code, task.import_statement), is_reference)
            except NotLoadedError as error:
                problem = error.args
        shown = shows_all_tests(task.suite(suite.name).source)
        if shown or problem[0] in ("ImportError", "ModuleNotFoundError"):  # in the latter case no sample is run either
            return suite
        raise UserError(
            f"Task {task.task_id}: which tests it has is known once they are loaded, and they cannot be, neither with "
            f"its reference nor with its skeleton: {': '.join(problem)}."
        )

    def _loaded(
        self, task: ClassTask, suite: UnittestSuite, executor: Executor, source: str, is_reference: bool
    ) -> UnittestSuite:
        """Gives a suite the tests found with a source, and the comparisons that it leaves to objects themselves: those
        of tests that a reference passes only so, as a run with the values in sight shows."""
        exposed: dict[tuple[int, int], set[tuple[str, str]]] = {}  # places of assertions, and tests that reach them
        silent = set[str]()  # test classes that fail if containers are asked for what they hold
        while True:
            listed = (replace(one, is_silent=one.name in silent) for one in suite.test_classes)
            suite = replace(suite, test_classes=tuple(listed))
            steps, probed = _listed(suite, executor, source), None
            if not is_reference:  # tests that are skipped before the class matters are skipped for every class
                probed = _listed(suite, executor, probe(task.class_name, task.suite(suite.name).source))
            found = loaded_test_classes(task.task_id, task.suite(suite.name), suite.held, steps, probed)
            if not is_reference:
                return replace(suite, test_classes=found)
            try:
                accounts = executor.calls.call(reference_account, found, steps)
            except UnreadableError as error:
                raise NotLoadedError("UnreadableReport", f"the report of its reference: {error}") from error
            named = list(zip(found, accounts, strict=True))
            if asked := {one.name for one, account in named if account["asked"]}:
                silent |= asked
                continue
            if not suite.exposed and not exposed:
                for one, account in named:
                    for line, column, test in account["exposed"]:
                        exposed.setdefault((line, column), set()).add((one.name, test))
                wanted = frozenset(exposed)
            else:
                passed = {(one.name, test) for one, account in named for test in account["passed"]}
                wanted = frozenset(place for place in suite.exposed if not exposed[place].isdisjoint(passed))
            if wanted == frozenset(suite.exposed):
                of_types = [belief for it in accounts for belief in it["believed"] if not belief[0]]
                believing = [
                    replace(
                        one, believes=frozenset(map(tuple, [*it["believed"], *of_types])), is_silent=one.name in silent
                    )
                    for one, it in named
                ]
                return replace(suite, test_classes=tuple(believing))
            suite = UnittestSuite.of(task, suite.name, suite.limits, suite.tier, wanted, executor.allow_libraries)


def _listed(suite: UnittestSuite, executor: Executor, source: str) -> Sequence[RawStep]:
    sandbox = executor.pool.sandbox(suite.settings(source), is_reference=True)
    try:
        return sandbox.run(suite.listing(source), suite.control).steps
    except BrokenSandboxError:
        raise NotLoadedError("SandboxBroken", "the process that loads them does not end") from None
