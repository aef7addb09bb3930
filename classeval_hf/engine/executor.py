"""From a candidate to its verdict: connects tests, sandbox and judging, for tasks of every kind."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from classeval_hf.classes.reading.readings import read_completions
from classeval_hf.classes.runner.loaded_tests import (
    NotLoadedError,
    decides_equality,
    loaded_test_classes,
    probe,
    reference_account,
)
from classeval_hf.classes.runner.redaction import redacted
from classeval_hf.classes.runner.unittest_suite import UnittestSuite
from classeval_hf.classes.tasks.libraries import check_allowed
from classeval_hf.classes.tasks.test_cases import shows_all_tests
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.syntax import TOO_DEEP, parse_or_none
from classeval_hf.core.tasks import BASE, ClassTask, Task
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.runner.pytest_suite import PytestSuite
from classeval_hf.reading.candidates import Reading, Ruling
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.isolation import Isolation
from classeval_hf.sandbox.jobs import RawStep
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores
from classeval_hf.sandbox.pool import BREAKS_SANDBOX, SandboxPool, contended, run_control
from classeval_hf.sandbox.tiers import Limits, Tier

_SHORT_SECONDS = 0.5  # a shorter time limit is tried out with a control
RunnableSuite = UnittestSuite | PytestSuite  # a test suite of a task, ready to be run against candidates


class ClassTasks:
    def __init__(self, allowed: Sequence[str] = ()) -> None:
        self._allowed = allowed
        self._prepared: dict[tuple[Any, ...], UnittestSuite] = {}
        self._lock = threading.Lock()

    def has(self, task: Task) -> bool:
        return isinstance(task, ClassTask)

    def read(self, completions: Sequence[tuple[Any, str]], calls: LimitedCalls, max_chars: int) -> Sequence[Reading]:
        return read_completions(completions, calls, max_chars)

    def prepare(
        self, task: Task, suite: str, limits: Limits, tier: Tier, load: Callable[[ClassTask, Any], UnittestSuite]
    ) -> UnittestSuite:
        """Takes the expected values out of a suite; `load` finds its tests where the source does not show them."""
        key = task.verdict_key(suite), limits, tier  # by content: two tasks of one id may have different tests
        if key not in self._prepared:
            with self._lock:  # samples of one task often come at a time
                if key not in self._prepared:
                    try:
                        made = UnittestSuite.of(task, suite, limits, tier, allowed=self._allowed)
                    except RecursionError as error:
                        raise UserError(f"Task {task.task_id}: in its tests {TOO_DEEP}.") from error
                    is_shown = shows_all_tests(task.suite(suite).source)
                    if isinstance(task, ClassTask) and (not is_shown or decides_equality(task.solution_code)):
                        made = load(task, made)
                    self._prepared[key] = made
        return replace(self._prepared[key], task_id=task.task_id, name=suite)


TaskKind = ClassTasks | ProjectFolders  # reads completions for tasks of one kind, and prepares their suites


@dataclass(frozen=True)
class Execution:
    """A candidate's verdict, and whether it may be due to the machine."""

    verdict: CandidateVerdict
    contended: bool  # whether to run it again alone: a time-out without a core, or tests that did not load
    seconds: Mapping[str, float] = field(default_factory=dict)  # processor time by test class; empty if it was not run
    clock_seconds: Mapping[str, float] = field(default_factory=dict)  # time by the clock, likewise
    generated: tuple[str, ...] = ()  # ids of a project's tests whose functions are made at run time
    collected: tuple[str, ...] = ()  # ids of a project's tests that pytest found
    # if asked for, by test the functions of the project that it called, each as path, colon and first line
    reached: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass
class Executor:
    """Runs candidates in the strongest isolation available, for several threads; `calls` read the reports."""

    # seconds of processor time per test class, by default the paper's (section 3.2.3); by the clock 1.15 times as many
    # while it has a core, and about four times as many in all
    timeout: float = 5.0
    isolation: str = "auto"  # a tier by name, or the strongest available
    min_isolation: str | None = None  # the weakest tier to accept; by default T1, or the tier asked for by name
    as_root: bool = False  # whether permissions of a sample's own files do not hold for it; at T3 alone
    # libraries that samples of class tasks can import, besides the usual ones and those of their task
    allow_libraries: Sequence[str] = ()
    first_timeout_ends: bool = False  # whether no test class is run after one that ran out of time
    calls: LimitedCalls = field(default_factory=lambda: LimitedCalls(available_cores()), init=False)
    folders: ProjectFolders = field(default_factory=ProjectFolders, init=False)
    pool: SandboxPool = field(init=False)
    _classes: ClassTasks = field(init=False)

    def __enter__(self) -> "Executor":
        if not self.timeout > 0:
            raise UserError(f"The time limit must be more than 0 seconds, not {self.timeout}.")
        check_allowed(self.allow_libraries)
        self._classes = ClassTasks(self.allow_libraries)
        self.pool = SandboxPool(self.isolation, self.min_isolation)
        try:
            self.pool.__enter__()
            self.calls.start()
            control = UnittestSuite.of_control(self.limits, self.isolation_in_force.tier)
            self.pool.sandbox(control.settings("")).start()
            if self.timeout < _SHORT_SECONDS:
                too_short = InfrastructureError(f"nothing can be run within {self.timeout:g} seconds")
                sandbox = self.pool.sandbox(control.settings(""))
                (step,) = run_control(sandbox, control.control(), too_short).steps
                if step.limit:
                    raise UserError(
                        f"A time limit of {self.timeout:g} seconds is too short: even a test class that does nothing "
                        f"runs into it on this machine. The paper's limit is 5 seconds."
                    )
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def isolation_in_force(self) -> Isolation:
        return self.pool.isolation_in_force

    @cached_property
    def limits(self) -> Limits:
        return Limits(cpu_seconds=self.timeout, ignores_permissions=self.as_root)

    def close(self) -> None:
        """Ends all runs at once: pending calls of [`Executor.run`] raise [`InfrastructureError`]."""
        self.pool.close()
        self.calls.close()

    def run(
        self,
        task: Task,
        source: str,
        on_waiting: Callable[[], None] | None = None,
        is_reference: bool = False,
        limits: Mapping[str, float] | None = None,
        suite: str = BASE,
    ) -> Execution:
        """Runs all tests of a suite of a task against a candidate; see [`Executor.run_suite`]."""
        return self.run_suite(self.prepare(task, suite), source, on_waiting, is_reference, limits)

    def run_suite(
        self,
        suite: RunnableSuite,
        source: str,
        on_waiting: Callable[[], None] | None = None,
        is_reference: bool = False,
        limits: Mapping[str, float] | None = None,
    ) -> Execution:
        """Runs all tests of a suite against a candidate, a module or a whole file; `on_waiting` is called once per
        step that only waits. Raises [`InfrastructureError`] if the candidate is not at fault."""
        suite.check(self.pool, is_reference)
        job, expected = suite.prepare(source, limits or {}, is_reference)
        job = replace(job, first_timeout_ends=self.first_timeout_ends and not is_reference)
        run = self.pool.run(job, suite.settings(source), suite.control, on_waiting, is_reference)
        if run is None:
            return self._refused(suite, source, Ruling("SandboxBroken", BREAKS_SANDBOX, was_run=True))
        try:
            judged = self.calls.call(suite.judge, expected, run.steps)
        except UnreadableError as error:
            return self._refused(suite, source, Ruling("UnreadableReport", f"its report: {error}", was_run=True))
        verdict = redacted(CandidateVerdict.from_dict(suite.task_id, judged["verdict"], suite.name))
        return Execution(
            replace(verdict, suspicious=suite.marks(source, judged.get("marks", ()), self.calls)),
            not judged.get("loaded", True) or any(map(contended, run.steps)),
            {step.step: step.cpu_seconds for step in run.steps},
            {step.step: step.seconds for step in run.steps},
            tuple(judged.get("generated", ())),
            tuple(judged.get("collected", ())),
            judged.get("reached", {}),
        )

    def refuse(self, task: Task, ruling: Ruling, suite: str = BASE) -> CandidateVerdict:
        """The verdict on a candidate that fails without being run."""
        return refused(self.prepare(task, suite), ruling)

    def prepare(self, task: Task, suite: str = BASE) -> RunnableSuite:
        """Prepares a suite; raises `ValueError` if the task does not have it."""
        if isinstance(task, InstalledTask):
            return self.folders.suite(task)
        return self._classes.prepare(task, suite, self.limits, self.isolation_in_force.tier, self._load)

    def check(self, task: Task, suite: str = BASE) -> None:
        """Raises [`UserError`] for tests that cannot be judged here, before any sample is run; errors of the machine
        are left to each sample."""
        if isinstance(task, ClassTask) and not shows_all_tests(task.suite(suite).source):
            with suppress(InfrastructureError):
                self.prepare(task, suite)

    def _load(self, task: ClassTask, suite: UnittestSuite) -> UnittestSuite:
        """Loads the tests of a suite with the reference, or if that fails with a class without content, and gives the
        suite the tests found."""
        stub = task.skeleton if task.skeleton.strip() and parse_or_none(task.skeleton) else ""
        sources = [(task.solution_code, True)] * bool(task.solution_code.strip())
        problem: tuple[Any, ...] = ()
        for code, is_reference in (*sources, (stub or f"class {task.class_name}:\n    pass\n", False)):
            try:
                return self._loaded(task, suite, build_module(code, task.import_statement), is_reference)
            except NotLoadedError as error:
                problem = error.args
        shown = shows_all_tests(task.suite(suite.name).source)
        if shown or problem[0] in ("ImportError", "ModuleNotFoundError"):  # in the latter case no sample is run either
            return suite
        raise UserError(
            f"Task {task.task_id}: which tests it has is known once they are loaded, and they cannot be, neither with "
            f"its reference nor with its skeleton: {': '.join(problem)}."
        )

    def _loaded(self, task: ClassTask, suite: UnittestSuite, source: str, is_reference: bool) -> UnittestSuite:
        """Gives a suite the tests found with a source, and the comparisons that it leaves to objects themselves: those
        of tests that a reference passes only so, as a run with the values in sight shows."""
        exposed: dict[tuple[int, int], set[tuple[str, str]]] = {}  # places of assertions, and tests that reach them
        silent = set[str]()  # test classes that fail if containers are asked for what they hold
        while True:
            listed = (replace(one, is_silent=one.name in silent) for one in suite.test_classes)
            suite = replace(suite, test_classes=tuple(listed))
            steps, probed = self._listed(suite, source), None
            if not is_reference:  # tests that are skipped before the class matters are skipped for every class
                probed = self._listed(suite, probe(task.class_name, task.suite(suite.name).source))
            found = loaded_test_classes(task.task_id, task.suite(suite.name), suite.held, steps, probed)
            if not is_reference:
                return replace(suite, test_classes=found)
            try:
                accounts = self.calls.call(reference_account, found, steps)
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
            suite = UnittestSuite.of(task, suite.name, suite.limits, suite.tier, wanted, self.allow_libraries)

    def _listed(self, suite: UnittestSuite, source: str) -> Sequence[RawStep]:
        run = self.pool.run(suite.listing(source), suite.settings(source), suite.control, is_reference=True)
        if run is None:
            raise NotLoadedError("SandboxBroken", "the process that loads them does not end")
        return run.steps

    def _refused(self, suite: RunnableSuite, source: str, ruling: Ruling) -> Execution:
        """The outcome of a candidate that was run, without a readable report."""
        marks = suite.marks(source, None, self.calls)
        return Execution(replace(refused(suite, ruling), suspicious=marks), contended=False)


def refused(suite: RunnableSuite, ruling: Ruling) -> CandidateVerdict:
    return redacted(CandidateVerdict(suite.task_id, suite.refuse(ruling), suite.name))
