"""Candidates for a file of a project in, verdicts out: ties tests, sandbox and judgement together."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256

from classeval_hf.core.errors import UserError
from classeval_hf.core.verdicts import RUNS_ITSELF, CandidateVerdict
from classeval_hf.pytest_runner.comparisons import OWN_EQUALITY
from classeval_hf.pytest_runner.plans import ProjectTests
from classeval_hf.pytest_runner.suspicion import suspicious
from classeval_hf.pytest_runner.verdicts import ExpectedGroup, failed_run, judge_run
from classeval_hf.reading.readings import Ruling
from classeval_hf.sandbox import (
    InfrastructureError,
    Interpreter,
    Isolation,
    Job,
    Limits,
    Payload,
    RawRun,
    Sandbox,
    choose_isolation,
    linux,
)
from classeval_hf.sandbox.blame import BREAKS_SANDBOX, contended, run_alone
from classeval_hf.sandbox.delegation import delegated_group
from classeval_hf.sandbox.folders import TREE
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores
from classeval_hf.sandbox.origin import Origin
from classeval_hf.sandbox.sandbox import sample_environment
from classeval_hf.unittest_runner.redaction import redacted
from classeval_hf.unittest_runner.runner import Execution

_PAYLOAD = Payload(
    "classeval_hf.pytest_runner.child",
    tuple(
        f"classeval_hf.pytest_runner.{name}"
        for name in ("callers", "child", "comparisons", "keeper", "machinery", "plugin", "reporting")
    ),
)
_KEY_BYTES = 32
_OPEN_FILES, _PROCESSES = 1024, 4000
"""More than a class may have: many tests share a process, and some leave threads and files behind."""
_CONTROL_FILE = "classeval_control/test_control.py"
_CONTROL_SOURCE = "def test_control():\n    pass\n"

_Key = tuple[bool, Interpreter, str, tuple[str, ...]]
"""What samples share a process to fork from by."""


@dataclass
class ProjectExecutor:
    """
    Runs candidates for files of projects against the projects' own tests, in the strongest isolation that this
    machine gives.

    Args:
        timeout (`float`, defaults to `60.0`): the most seconds of processor time that a test file may have.
        isolation (`str` or [`~classeval_hf.sandbox.Isolation`], defaults to `"auto"`): a tier by name, the strongest
            that holds, or what a self-test has just found to hold, which is not repeated.
        min_isolation (`str`, *optional*): the weakest tier to accept; by default T1, or the tier asked for by name.

    Use it as a context manager; `isolation_in_force` says what holds once it is entered, and `calls` are the processes
    that read, within limits, what samples report. Its methods may be called from several threads. Entering it raises

    - [`~classeval_hf.sandbox.IsolationError`] if no such isolation is available,
    - `ValueError` for a tier that does not exist, and for a time limit that is not positive.
    """

    timeout: float = 60.0
    isolation: str | Isolation = "auto"
    min_isolation: str | None = None
    calls: LimitedCalls = field(default_factory=lambda: LimitedCalls(available_cores()), init=False)
    isolation_in_force: Isolation = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _alone: threading.Lock = field(default_factory=threading.Lock, init=False)
    _closed: bool = field(default=False, init=False)
    _stack: ExitStack = field(default_factory=ExitStack, init=False)
    _groups: str = field(default="", init=False)
    _origins: dict[Interpreter, Origin] = field(default_factory=dict, init=False)
    _sandboxes: dict[_Key, Sandbox] = field(default_factory=dict, init=False)

    def __enter__(self) -> ProjectExecutor:
        if not self.timeout > 0:
            raise UserError(f"The time limit must be more than 0 seconds, not {self.timeout}.")
        if isinstance(self.isolation, Isolation):
            self.isolation_in_force = self.isolation
        else:
            self.isolation_in_force = choose_isolation(self.isolation, self.min_isolation)
        self._groups = self._stack.enter_context(delegated_group())
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all that runs, at once: calls of [`ProjectExecutor.run`] under way raise [`InfrastructureError`]."""
        self._closed = True
        self.calls.close()
        for sandbox in list(self._sandboxes.values()):
            sandbox.__exit__()
        self._stack.close()

    def run(
        self,
        tests: ProjectTests,
        source: str,
        on_waiting: Callable[[], None] | None = None,
        is_reference: bool = False,
        limits: Mapping[str, float] | None = None,
        discover: bool = False,
    ) -> Execution:
        """
        Runs all test files of a task against a candidate, in up to four processes, each on a private copy of the
        project of its own, whatever an earlier one did.

        Args:
            tests ([`ProjectTests`]): the project and its tests.
            source (`str`): the whole file that takes the target's place.
            on_waiting (`Callable[[], None]`, *optional*): called when a process only waits, so that its core is
                free for another candidate; at most once per process.
            is_reference (`bool`, defaults to `False`): whether the candidate is the project's own file, which is run
                in processes that no sample is forked from.
            limits (`Mapping[str, float]`, *optional*): time limits by the first test file of each process, in seconds
                of processor time; see
                [`~classeval_hf.pytest_runner.plans.time_limit`]. None is more than `timeout`.
            discover (`bool`, defaults to `False`): whether to run the tests of these names with whatever parameters
                they have here, which `Execution.collected` then says; of a reference alone.

        Returns:
            [`~classeval_hf.unittest_runner.Execution`]: a test class of its verdict is a test file, a test case one
            id. Times are by the first file of each process.

        Raises:
            [`InfrastructureError`]: if it could not be run, for reasons that are not its own.
            `ValueError`: if the plan cannot be carried out, or its environment has no pytest.
        """
        self.check(tests, is_reference)
        expected = _expected(tests, is_reference, discover)
        job = self._job(tests, expected, source, limits or {})
        run: RawRun | None
        try:
            run = self._sandbox(tests, is_reference).run(job, on_waiting)
        except InfrastructureError as error:
            with self._alone:
                run = run_alone(job, _control(), partial(self._new, tests), error, lambda: self._closed)
        if run is None:
            return self._refused(tests, source, Ruling("SandboxBroken", BREAKS_SANDBOX, was_run=True))
        try:
            judged = self.calls.call(judge_run, expected, run.steps)
        except UnreadableError as error:
            ruling = Ruling("UnreadableReport", f"its report: {error}", was_run=True)
            return self._refused(tests, source, ruling)
        verdict = redacted(CandidateVerdict.from_dict(tests.task_id, judged["verdict"], tests.suite))
        own = [RUNS_ITSELF] if tests.is_of_pytest else []
        marks = tuple(sorted({*self._marks(source), *_without_reference(tests, judged["marks"]), *own}))
        return Execution(
            replace(verdict, suspicious=marks),
            not judged["loaded"] or any(map(contended, run.steps)),
            {step.step: step.cpu_seconds for step in run.steps},
            {step.step: step.seconds for step in run.steps},
            tuple(judged["generated"]),
            tuple(judged["collected"]),
        )

    def check(self, tests: ProjectTests, is_reference: bool = True) -> None:
        """
        Raises `ValueError` if a plan cannot be carried out, or its environment has no pytest.

        Args:
            tests ([`ProjectTests`]): the project and its tests.
            is_reference (`bool`, defaults to `True`): whether for a reference, as of [`ProjectExecutor.run`].
        """
        tests.check()
        missing = self._sandbox(tests, is_reference).missing
        if "pytest" in missing and not tests.is_of_pytest:
            raise UserError(f"{tests.python} cannot import pytest ({missing['pytest']}): install it there.")

    def refuse(self, tests: ProjectTests, ruling: Ruling) -> CandidateVerdict:
        """
        The verdict on a candidate that fails without being run.

        Args:
            tests ([`ProjectTests`]): the project and its tests.
            ruling ([`~classeval_hf.reading.readings.Ruling`]): why it fails.
        """
        failed = failed_run(_expected(tests), ruling)
        return redacted(CandidateVerdict(tests.task_id, failed, tests.suite))

    def _refused(self, tests: ProjectTests, source: str, ruling: Ruling) -> Execution:
        """What is told of a candidate that was run, without a report that could be read."""
        return Execution(replace(self.refuse(tests, ruling), suspicious=self._marks(source)), contended=False)

    def _marks(self, source: str) -> tuple[str, ...]:
        try:
            return tuple(self.calls.call(suspicious, source))
        except UnreadableError:
            return ("unreadable",)

    def _job(
        self, tests: ProjectTests, expected: tuple[ExpectedGroup, ...], source: str, limits: Mapping[str, float]
    ) -> Job:
        return Job(
            files={f"{TREE}/{tests.target}": source},
            # Files of pytest are plugins, the candidate's too.
            shared=_shared(
                "" if tests.is_of_pytest else tests.target, tests.config, tests.import_paths, (), tests.sources
            ),
            steps=tuple(
                {
                    "name": one.name,
                    "files": one.files,
                    "tests": one.tests,
                    "key": one.key,
                    "discover": one.discover,
                    "protected": tests.protected(one.files),
                    "cpu_seconds": min(limits.get(one.name, self.timeout), self.timeout),
                }
                for one in expected
            ),
        )

    def _sandbox(self, tests: ProjectTests, is_reference: bool) -> Sandbox:
        """The sandbox of an environment and a project, in which all of its tasks share a process to fork from."""
        key = is_reference, tests.interpreter, tests.tree, tests.preload
        with self._lock:
            if key not in self._sandboxes:
                self._sandboxes[key] = self._new(tests, self._origin(tests.interpreter)).__enter__()
            sandbox = self._sandboxes[key]
        sandbox.start()
        return sandbox

    def _origin(self, interpreter: Interpreter) -> Origin | None:
        """What the zygotes of an environment are forked from, those of samples and of references: it has pytest."""
        interpreter.check()
        if not linux.is_supported():
            return None
        if interpreter not in self._origins:
            bare = self._stack.enter_context(Origin(sample_environment(interpreter), interpreter=interpreter))
            self._origins[interpreter] = self._stack.enter_context(bare.with_libraries(["pytest"]))
        return self._origins[interpreter]

    def _new(self, tests: ProjectTests, origin: Origin | None = None) -> Sandbox:
        limits = Limits(cpu_seconds=self.timeout, open_files=_OPEN_FILES, processes=_PROCESSES)
        modules = ("pytest", *tests.preload)
        tier = self.isolation_in_force.tier
        return Sandbox(tier, _PAYLOAD, modules, limits, self._groups, tests.interpreter, tests.tree, origin)


def _expected(tests: ProjectTests, is_reference: bool = False, discover: bool = False) -> tuple[ExpectedGroup, ...]:
    """What is known of the test files of each process, with a new key for its report."""
    generated = None if is_reference else tests.generated
    return tuple(
        ExpectedGroup(
            files,
            tuple(test for name in files for test in tests.tests[name]),
            secrets.token_hex(_KEY_BYTES),
            generated,
            discover,
        )
        for files in tests.groups
    )


def _without_reference(tests: ProjectTests, marks: Sequence[str]) -> Iterator[str]:
    """Marks without the names of classes, and without those of classes that decide in the reference too."""
    for mark in marks:
        kind, _, name = mark.partition(": ")
        if kind != OWN_EQUALITY:
            yield mark
        elif name not in tests.deciding:
            yield kind


def _shared(
    target: str, config: str, import_paths: tuple[str, ...], options: tuple[str, ...], sources: Mapping[str, str]
) -> dict[str, object]:
    return {
        **{"target": target, "config": config, "import_paths": import_paths},
        **{"options": options, "sources": dict(sources)},
    }


def _control() -> Job:
    """A test that does nothing, in the project's environment but without the project's own configuration."""
    step = {
        "name": _CONTROL_FILE,
        "files": [_CONTROL_FILE],
        "tests": [f"{_CONTROL_FILE}::test_control"],
        "key": secrets.token_hex(_KEY_BYTES),
    }
    return Job(
        files={f"{TREE}/{_CONTROL_FILE}": _CONTROL_SOURCE},
        shared=_shared("", "", (), ("--noconftest",), {_CONTROL_FILE: sha256(_CONTROL_SOURCE.encode()).hexdigest()}),
        steps=(step,),
    )
