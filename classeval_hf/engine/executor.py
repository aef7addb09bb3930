"""From a candidate to its verdict: connects tests, sandbox and judging, for tasks of every kind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from msgspec import structs

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.families import Families
from classeval_hf.engine.redaction import redacted
from classeval_hf.engine.task_family import Execution, RunnableSuite
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox.isolation import Isolation
from classeval_hf.sandbox.jobs import NO_LIMITS, BrokenSandboxError, RawStep, TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.tiers import Limits

_MOST = 24  # tasks whose references are checked in one call


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
    families: Families = field(default_factory=Families, init=False)
    pool: SandboxPool = field(init=False)

    def __enter__(self) -> "Executor":
        if not self.timeout > 0:
            raise UserError(f"The time limit must be more than 0 seconds, not {self.timeout}.")
        self.pool = SandboxPool(self.isolation, self.min_isolation)
        try:
            self.pool.__enter__()
            self.calls.start()
            for family in self.families:
                family.start(self)
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
        """Ends all runs at once: pending calls of [`Executor.run`] raise `InfrastructureError`."""
        self.pool.close()
        self.calls.close()

    def run(self, task: Task, source: str, is_reference: bool = False, suite: str = BASE) -> Execution:
        """Runs all tests of a suite of a task against a candidate; see [`Executor.run_suite`]."""
        return self.run_suite(self.prepare(task, suite), source, is_reference=is_reference)

    def run_suite(
        self,
        suite: RunnableSuite,
        source: str,
        limits: TimeLimits = NO_LIMITS,
        on_waiting: Callable[[], None] | None = None,
        is_reference: bool = False,
    ) -> Execution:
        """Runs all tests of a suite against a candidate, a module or a whole file; `on_waiting` is called once per
        step that only waits. Raises `InfrastructureError` if the candidate is not at fault."""
        suite.check(self.pool, is_reference)
        job, expected = suite.prepare(source, is_reference)
        job = replace(job, limits=limits, first_timeout_ends=self.first_timeout_ends and not is_reference)
        try:
            run = self.pool.sandbox(suite.settings(source), is_reference).run(job, suite.control, on_waiting)
        except BrokenSandboxError as error:
            return self._refused(suite, source, Ruling("SandboxBroken", str(error), was_run=True))
        return self.judge(suite, source, expected, run.steps, is_reference)

    def judge(
        self, suite: RunnableSuite, source: str, expected: Any, steps: Sequence[RawStep], is_reference: bool
    ) -> Execution:
        """Judges the steps of a run by the expected reports."""
        try:
            judged = self.calls.call(suite.judge, expected, steps)
        except UnreadableError as error:
            return self._refused(suite, source, Ruling("UnreadableReport", f"its report: {error}", was_run=True))
        verdict = redacted(CandidateVerdict.from_dict(suite.task_id, judged["verdict"], suite.name))
        saved = judged.get("saved_seconds", ()) if is_reference else ()
        more = dict(zip((step.step for step in steps), saved, strict=False))  # that a sample takes
        return Execution(
            structs.replace(verdict, suspicious=suite.marks(source, judged.get("marks", ()), self.calls)),
            not judged.get("loaded", True) or any(step.is_contended for step in steps),
            {step.step: step.cpu_seconds + more.get(step.step, 0.0) for step in steps},
            {step.step: step.seconds + more.get(step.step, 0.0) for step in steps},
            tuple(judged.get("generated", ())),
            tuple(judged.get("collected", ())),
            judged.get("reached", {}),
        )

    def _refused(self, suite: RunnableSuite, source: str, ruling: Ruling) -> Execution:
        """The outcome of a candidate that was run, without a readable report."""
        marks = suite.marks(source, None, self.calls)
        return Execution(structs.replace(refused(suite, ruling), suspicious=marks), contended=False)

    def together(self, tasks: Sequence[Task]) -> list[list[Task]]:
        """Tasks in the groups whose references are checked in one call."""
        groups = grouped((self.families.of(task).shared_by(task) or task.task_id, task) for task in tasks).values()
        return [group[start : start + _MOST] for group in groups for start in range(0, len(group), _MOST)]

    def prepare(self, task: Task, suite: str = BASE) -> RunnableSuite:
        """Prepares a suite; raises `ValueError` if the task does not have it."""
        return self.families.of(task).prepare(task, suite, self)


def refused(suite: RunnableSuite, ruling: Ruling) -> CandidateVerdict:
    """The verdict on a candidate that fails as a whole."""
    return redacted(CandidateVerdict(suite.task_id, suite.refuse(ruling), suite.name))
