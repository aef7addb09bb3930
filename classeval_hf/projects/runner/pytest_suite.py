"""A project's own tests in the form that the sandbox runs, and the expectations that this process keeps."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import RUNS_ITSELF, TestClassVerdict
from classeval_hf.projects.runner.plans import ProjectTests
from classeval_hf.projects.runner.pytest_reports import ExpectedGroup, failed_run, judge_run
from classeval_hf.projects.runner.suspicion import suspicious
from classeval_hf.reading.candidates import Ruling
from classeval_hf.sandbox.folders import TREE
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits

_PAYLOAD = Payload(
    "classeval_hf.projects.runner.child",
    tuple(
        f"classeval_hf.projects.runner.{name}"
        for name in ("callers", "child", "comparisons", "keeper", "machinery", "plugin", "reporting")
    ),
)
_KEY_BYTES = 32
_OPEN_FILES, _PROCESSES = 1024, 4000  # more than for a class: tests share a process and leave some
_CONTROL_FILE = "classeval_control/test_control.py"
_CONTROL_SOURCE = "def test_control():\n    pass\n"


@dataclass(frozen=True)
class PytestSuite:
    """The test files of a task, in up to four processes, each on a private copy of the project."""

    tests: ProjectTests
    seconds: float  # the most seconds of processor time that a test file may have
    # for references: whether to run tests with any parameters that they have here, as `Execution.collected` then lists
    discover: bool = False
    reach: bool = False  # for references: whether `Execution.reached` is to list the functions that each test calls

    judge = staticmethod(judge_run)

    @property
    def task_id(self) -> str:
        return self.tests.task_id

    @property
    def name(self) -> str:
        return BASE

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Raises `ValueError` if the tests cannot be run, or their environment has no pytest."""
        tests = self.tests
        tests.check()
        sandbox = pool.sandbox(self.settings(""), is_reference)
        sandbox.start()
        if "pytest" in sandbox.missing and not tests.is_of_pytest:
            raise UserError(f"{tests.python} cannot import pytest ({sandbox.missing['pytest']}): install it there.")

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate, the same for all of a project."""
        limits = Limits(cpu_seconds=self.seconds, open_files=_OPEN_FILES, processes=_PROCESSES)
        modules = frozenset(("pytest", *self.tests.preload))
        return SandboxSettings(_PAYLOAD, limits, modules, ("pytest",), self.tests.interpreter, self.tests.tree)

    def prepare(
        self, source: str, limits: Mapping[str, float], is_reference: bool = False
    ) -> tuple[SandboxJob, tuple[ExpectedGroup, ...]]:
        """The job for a candidate, the whole file that takes the target's place; and the expected tests."""
        tests = self.tests
        expected = self._expected(is_reference)
        # Files of pytest are plugins, also the candidate's.
        target = "" if tests.is_of_pytest else tests.target
        steps = tuple(
            {
                "name": one.name,
                "files": one.files,
                "tests": one.tests,
                "key": one.key,
                "discover": one.discover,
                "reach": self.reach,
                "protected": tests.protected(one.files),
                "cpu_seconds": min(limits.get(one.name, self.seconds), self.seconds),
            }
            for one in expected
        )
        known = {"config": tests.config, "import_paths": tests.import_paths, "options": (), "sources": tests.sources}
        return SandboxJob({f"{TREE}/{tests.target}": source}, {"target": target, **known}, steps), expected

    def control(self) -> SandboxJob:
        """A test that does nothing, in the project's environment but without the project's own configuration."""
        step = {
            "name": _CONTROL_FILE,
            "files": [_CONTROL_FILE],
            "tests": [f"{_CONTROL_FILE}::test_control"],
            "key": secrets.token_hex(_KEY_BYTES),
        }
        sources = {_CONTROL_FILE: sha256(_CONTROL_SOURCE.encode()).hexdigest()}
        shared = {"target": "", "config": "", "import_paths": (), "options": ("--noconftest",), "sources": sources}
        return SandboxJob({f"{TREE}/{_CONTROL_FILE}": _CONTROL_SOURCE}, shared, (step,))

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        return failed_run(self._expected(), ruling)

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """Marks of the test machinery that a candidate touches: by its source, and by its report if it is readable."""
        try:
            in_source = calls.call(suspicious, source)
        except UnreadableError:
            in_source = ["unreadable"]
        if reported is None:
            return tuple(in_source)
        own = [RUNS_ITSELF] if self.tests.is_of_pytest else []
        # Without the names of classes, and without those that the reference has too.
        parts = [mark.partition(": ") for mark in reported]
        seen = {kind for kind, _, name in parts if name not in self.tests.own_classes}
        return tuple(sorted({*in_source, *seen, *own}))

    def _expected(self, is_reference: bool = False) -> tuple[ExpectedGroup, ...]:
        """The expectations for the test files of each process, with a new key for its report."""
        generated = None if is_reference else self.tests.generated
        return tuple(
            ExpectedGroup(
                files,
                tuple(test for name in files for test in self.tests.tests[name]),
                secrets.token_hex(_KEY_BYTES),
                generated,
                self.discover,
            )
            for files in self.tests.groups
        )
