"""From candidates to verdicts: connects withheld tests, sandbox and judgement."""

from __future__ import annotations

import base64
import builtins
import marshal
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import compile_or_none
from classeval_hf.core.tasks import BASE, ClassTask, Task, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.reading.readings import Ruling
from classeval_hf.sandbox import (
    InfrastructureError,
    Isolation,
    Job,
    Limits,
    Payload,
    RawRun,
    Sandbox,
    Tier,
    choose_isolation,
    linux,
)
from classeval_hf.sandbox.blame import BREAKS_SANDBOX, contended, run_alone, run_control
from classeval_hf.sandbox.delegation import delegated_group
from classeval_hf.sandbox.folders import SANDBOX
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores
from classeval_hf.sandbox.origin import Origin
from classeval_hf.sandbox.sandbox import sample_environment
from classeval_hf.tasks.libraries import imported_modules
from classeval_hf.tasks.test_cases import bound_names
from classeval_hf.unittest_runner.child import CANDIDATE_FILE, tests_path
from classeval_hf.unittest_runner.redaction import redacted
from classeval_hf.unittest_runner.verdicts import ExpectedTestClass, failed_run, judge_run
from classeval_hf.unittest_runner.withheld.withholding import HeldTests, withhold

_PAYLOAD = Payload(
    "classeval_hf.unittest_runner.child",
    tuple(f"classeval_hf.unittest_runner.{name}" for name in ("child", "comparing", "claiming", "observe")),
)

_CONTROL = ClassTask(
    "control",
    "Control",
    "import unittest\nclass ControlTest(unittest.TestCase):\n    def test_control(self):\n        pass\n",
    ("ControlTest",),
)
"""A task that every sample passes where samples can be run at all."""

_SHORT_SECONDS = 0.5
"""A time limit below which it is tried out whether there is time for anything."""

_WIDESPREAD = {"numpy": "numpy", "pandas": "pandas", "scipy": "scipy.stats"}
"""
Libraries, and parts of them, that samples use although their task does not. They are imported before the fork too:
importing them again for each test class takes longer than most tests. No other import of a candidate is executed
outside its isolation.
"""

_IMPORTED_FIRST = {
    "numpy": "",
    "pandas": "numpy",
    "scipy.stats": "numpy",
    "gensim": "scipy.stats",
    "nltk": "scipy.stats",
}
"""
Libraries that take long to import, the longest last, each with another one that it imports itself. They are imported
once for all processes that are to have them.
"""


@dataclass(frozen=True)
class Execution:
    """A candidate's verdict, and whether it may be the machine's doing."""

    verdict: CandidateVerdict
    # whether a test class ran out of time without having had a core to itself, or pytest could not load the tests, so
    # that it should be tried again alone before that counts
    contended: bool
    seconds: Mapping[str, float] = field(default_factory=dict)  # processor time by test class; empty if it was not run
    clock_seconds: Mapping[str, float] = field(default_factory=dict)  # time by the clock, likewise
    generated: tuple[str, ...] = ()  # ids of a project's tests whose functions are made at run time
    collected: tuple[str, ...] = ()  # ids of a project's tests that pytest found


@dataclass(frozen=True)
class _Prepared:
    """A suite of tests as it is sent to the sandbox, and what the parent keeps of it."""

    held: HeldTests
    shared_tests: Mapping[str, str]
    imports: tuple[str, ...]
    libraries: frozenset[str]
    test_classes: tuple[ExpectedTestClass, ...]
    names: tuple[str, ...]

    def job(self, source: str, limits: Mapping[str, float]) -> Job:
        """What the sandbox is given for a candidate; test classes may have time limits of their own."""
        return Job(
            files={CANDIDATE_FILE: source},
            shared={
                **self.shared_tests,
                "imports": list(self.imports),
                "test_names": self.names,
                "counted": self.held.counted,
            },
            steps=tuple(
                {
                    "name": item.name,
                    "tests": item.tests,
                    **({"cpu_seconds": limits[item.name]} if item.name in limits else {}),
                }
                for item in self.test_classes
            ),
        )


_Key = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A suite of tests, by content: two tasks of one id may have different ones."""


@dataclass
class Executor:
    """
    Runs candidates in the strongest isolation that this machine gives.

    Args:
        timeout (`float`, defaults to `5.0`): seconds of processor time per test class; the paper's limit (section
            3.2.3). By the clock it has 1.15 times as many, not counting the time that it was ready to run but had no
            core, and about four times as many in all.
        isolation (`str`, defaults to `"auto"`): a tier by name, or the strongest available.
        min_isolation (`str`, *optional*): the weakest tier to accept; by default T1, or the tier asked for by name.
        as_root (`bool`, defaults to `False`): whether permissions of a sample's own files do not hold for it, as they
            do not for root; at T3 alone.

    Use it as a context manager; `isolation_in_force` says what holds once it is entered, and `calls` are the processes
    that read, within limits, what samples report. Its methods may be called from several threads. Entering it raises

    - [`~classeval_hf.sandbox.IsolationError`] if no such isolation is available,
    - `ValueError` for a tier that does not exist, and for a time limit that leaves no time for anything.
    """

    timeout: float = 5.0
    isolation: str = "auto"
    min_isolation: str | None = None
    as_root: bool = False
    calls: LimitedCalls = field(default_factory=lambda: LimitedCalls(available_cores()), init=False)
    isolation_in_force: Isolation = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _alone: threading.Lock = field(default_factory=threading.Lock, init=False)
    _preparing: threading.Lock = field(default_factory=threading.Lock, init=False)
    _closed: bool = field(default=False, init=False)
    _stack: ExitStack = field(default_factory=ExitStack, init=False)
    _groups: str = field(default="", init=False)
    _origin: Origin | None = field(default=None, init=False)
    _origins: dict[str, Origin] = field(default_factory=dict, init=False)
    _sandboxes: dict[tuple[bool, frozenset[str]], Sandbox] = field(default_factory=dict, init=False)
    _prepared: dict[_Key, _Prepared] = field(default_factory=dict, init=False)

    def __enter__(self) -> Executor:
        if not self.timeout > 0:
            raise UserError(f"The time limit must be more than 0 seconds, not {self.timeout}.")
        try:
            if linux.is_supported():
                self._origin = self._stack.enter_context(Origin(sample_environment()))
            self.isolation_in_force = choose_isolation(self.isolation, self.min_isolation, self._origin)
            self._groups = self._stack.enter_context(delegated_group())
            self.calls.start()
            self._sandbox(frozenset(), is_reference=False).start()
            self._check_time_limit()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all that runs, at once: pending calls of [`Executor.run`] raise [`InfrastructureError`]."""
        self._closed = True
        self.calls.close()
        for sandbox in list(self._sandboxes.values()):
            sandbox.__exit__()
        self._stack.close()

    def run(
        self,
        task: Task,
        source: str,
        on_waiting: Callable[[], None] | None = None,
        is_reference: bool = False,
        limits: Mapping[str, float] | None = None,
        suite: str = BASE,
    ) -> Execution:
        """
        Runs all test classes of a suite of a task's tests against a candidate module.

        An error that only this candidate has counts against it: what could not be run twice is tried once more, alone
        and in a process that no other candidate is forked from, between two runs of a control that does nothing.

        Args:
            task ([`Task`]): the task.
            source (`str`): source of the candidate module, imports included.
            on_waiting (`Callable[[], None]`, *optional*): called when a test class only waits, so that its core is
                free for another candidate; at most once per test class.
            is_reference (`bool`, defaults to `False`): whether the candidate is the task's reference, which is run
                in processes that no sample is forked from.
            limits (`Mapping[str, float]`, *optional*): time limits of single test classes, in seconds of processor
                time.
            suite (`str`, defaults to `"base"`): name of the test suite.

        Returns:
            [`Execution`]

        Raises:
            `ValueError`: for a suite that the task does not have.
            [`InfrastructureError`]: if it could not be run, for reasons that are not its own.
        """
        prepared = self._prepare(task, suite)
        libraries = prepared.libraries | _widespread_libraries(source)
        job = prepared.job(source, limits or {})
        run: RawRun | None
        try:
            run = self._sandbox(libraries, is_reference).run(job, on_waiting)
        except InfrastructureError as error:
            run = self._run_alone(job, libraries, error)
        if run is None:
            ruling = Ruling("SandboxBroken", BREAKS_SANDBOX, was_run=True)
            return Execution(self.refuse(task, ruling, suite), contended=False)
        try:
            judged = self.calls.call(judge_run, prepared.test_classes, run.steps)
        except UnreadableError as error:
            ruling = Ruling("UnreadableReport", f"its report: {error}", was_run=True)
            return Execution(self.refuse(task, ruling, suite), contended=False)
        verdict = redacted(CandidateVerdict.from_dict(task.task_id, judged, suite))
        seconds = {step.step: step.cpu_seconds for step in run.steps}
        clock_seconds = {step.step: step.seconds for step in run.steps}
        return Execution(verdict, any(map(contended, run.steps)), seconds, clock_seconds)

    def refuse(self, task: Task, ruling: Ruling, suite: str = BASE) -> CandidateVerdict:
        """
        The verdict on a candidate that fails without being run.

        Args:
            task ([`Task`]): the task.
            ruling ([`~classeval_hf.reading.readings.Ruling`]): why it fails.
            suite (`str`, defaults to `"base"`): name of the test suite.

        Raises:
            `ValueError`: for a suite that the task does not have.
        """
        expected = self._prepare(task, suite).test_classes
        return redacted(failed_run(task.task_id, suite, expected, ruling))

    def _run_alone(self, job: Job, libraries: frozenset[str], problem: InfrastructureError) -> RawRun | None:
        """
        Tries once more what could not be run.

        Returns:
            [`RawRun`] or `None`: `None` if it fails again while a control does not, so that it is its own doing.

        Raises:
            [`InfrastructureError`]: the problem, if the control fails too.
        """
        with self._alone:
            return run_alone(
                job, self._control(), partial(self._new_sandbox, libraries), problem, lambda: self._closed
            )

    def _control(self) -> Job:
        return self._prepare(_CONTROL, BASE).job("", {})

    def _check_time_limit(self) -> None:
        if self.timeout >= _SHORT_SECONDS:
            return
        too_short = InfrastructureError(f"nothing can be run within {self.timeout:g} seconds")
        (step,) = run_control(self._sandbox(frozenset(), is_reference=False), self._control(), too_short).steps
        if step.limit:
            raise UserError(
                f"A time limit of {self.timeout:g} seconds is too short: even a test class that does nothing runs "
                f"into it on this machine. The paper's limit is 5 seconds."
            )

    def _sandbox(self, libraries: frozenset[str], is_reference: bool) -> Sandbox:
        """
        The sandbox for tasks that import these libraries. What a process has in memory is mapped again in each fork of
        it, so tasks share a process to fork from only where they need the same.
        """
        key = is_reference, libraries
        with self._lock:
            if key not in self._sandboxes:
                self._sandboxes[key] = self._new_sandbox(libraries, self._origin_for(libraries)).__enter__()
            return self._sandboxes[key]

    def _origin_for(self, libraries: frozenset[str]) -> Origin | None:
        """What to fork a zygote from that imports these: it has the one that takes longest."""
        shared = [name for name in _IMPORTED_FIRST if name in libraries]
        return self._origin_with(shared[-1] if shared else "")

    def _origin_with(self, library: str) -> Origin | None:
        if self._origin is None or not library:
            return self._origin
        if library not in self._origins:
            base = self._origin_with(_IMPORTED_FIRST[library])
            assert base is not None
            self._origins[library] = self._stack.enter_context(base.with_libraries([library]))
        return self._origins[library]

    def _new_sandbox(self, libraries: frozenset[str], origin: Origin | None = None) -> Sandbox:
        limits = Limits(cpu_seconds=self.timeout, ignores_permissions=self.as_root)
        tier = self.isolation_in_force.tier
        return Sandbox(tier, _PAYLOAD, sorted(libraries), limits, self._groups, origin=origin)

    def _prepare(self, task: Task, suite: str) -> _Prepared:
        tests = task.suite(suite)
        key = tests.source, tests.test_classes, tests.imports
        if key not in self._prepared:
            with self._preparing:  # samples of one task often come at a time
                if key not in self._prepared:
                    self._prepared[key] = self._prepare_anew(task, tests)
        return self._prepared[key]

    def _prepare_anew(self, task: Task, tests: TestSuite) -> _Prepared:
        held = withhold(tests.source)
        modules = imported_modules(task, [tests.name])
        if "mock" in tests.source:  # few tests patch, and each of their processes would import it, and asyncio with it
            modules = (*modules, "unittest.mock")
        return _Prepared(
            held,
            self._shared_tests(held),
            tests.imports,
            frozenset(modules),
            ExpectedTestClass.from_source(tests.source, held, tests.listed),
            # A candidate is seen by its own names: not by those that the tests bind, and not by those of builtins.
            tuple(sorted({*bound_names(tests.source), *dir(builtins)} - {task.asks_for})),
        )

    def _shared_tests(self, held: HeldTests) -> Mapping[str, str]:
        """Tests as each of their samples is given them, compiled where all samples have a folder of the same name."""
        code = None
        if self.isolation_in_force.tier is Tier.T3:
            code = compile_or_none(held.source, tests_path(SANDBOX))
        if code is None:
            return {"test_source": held.source}
        return {"test_code": base64.b64encode(marshal.dumps(code)).decode()}


def run_candidate(
    task: Task, source: str, timeout: float = 5.0, isolation: str = "auto", suite: str = BASE
) -> CandidateVerdict:
    """
    Runs one candidate; for several, an [`Executor`] saves the start.

    Args:
        task ([`Task`]): the task.
        source (`str`): source of the candidate module, imports included.
        timeout (`float`, defaults to `5.0`): seconds of processor time per test class.
        isolation (`str`, defaults to `"auto"`): a tier by name, or the strongest available.
        suite (`str`, defaults to `"base"`): name of the test suite.

    Returns:
        [`CandidateVerdict`]: one verdict per test class of the suite, in order.

    Raises:
        `ValueError`: for a suite that the task does not have.
    """
    with Executor(timeout, isolation) as executor:
        return executor.run(task, source, suite=suite).verdict


def _widespread_libraries(source: str) -> frozenset[str]:
    found = re.findall(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(_WIDESPREAD)})\b", source, re.MULTILINE)
    return frozenset(_WIDESPREAD[name] for name in found)
