"""Runs references in the sandbox: under a recorder, and with call sequences."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.classes.tasks.libraries import imported_modules
from classeval_hf.classes.tasks.test_cases import declared_tests_by_class
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.isolation import Isolation
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings
from classeval_hf.sandbox.tiers import Limits
from classeval_hf.strengthening.child import REFERENCE_FILE, TESTS_FILE
from classeval_hf.strengthening.sequences import (
    CallSequence,
    Step,
    StepResult,
    decoded,
)

CLOCK_STEP = 40_012_345.678  # seconds that change every part of a date and time, also year and day of the week
_CHILD = (
    *("strengthening.child", "strengthening.sequences", "task_quality.validation_child", "classes.runner.observe"),
    "classes.runner.withheld.decoding",
)
_PAYLOAD = Payload("classeval_hf.strengthening.child", tuple(f"classeval_hf.{name}" for name in _CHILD))
_BATCH = 400  # sequences per process: at most these start again if one ends it


@dataclass(frozen=True)
class RecordedTest:
    test_class: str
    test: str
    passed: bool  # whether the reference passed it while it was recorded
    steps: tuple[Step, ...]  # as the recorder noted them
    results: tuple[StepResult, ...] = ()  # a result per step

    @property
    def name(self) -> str:
        return f"{self.test_class}.{self.test}"


@dataclass(frozen=True)
class SequenceRun:
    results: tuple[StepResult, ...]  # a result per step, up to the first exception that ends the sequence
    arcs: frozenset[tuple[int, int]] = frozenset()  # pairs of consecutive lines, if coverage was measured
    files: bool = False  # whether it left files in its folder


@dataclass
class ReferenceRunner:
    """Runs trusted references on untrusted inputs; a context manager."""

    isolation: str = "auto"  # a tier by name, or the strongest available
    seconds: float = 0.1  # processor time of a sequence
    _stack: ExitStack = field(default_factory=ExitStack, init=False)
    calls: LimitedCalls = field(init=False)  # the processes that read solutions
    _pool: SandboxPool = field(init=False)

    def __enter__(self) -> "ReferenceRunner":
        with ExitStack() as stack:
            self.calls = stack.enter_context(LimitedCalls())
            self._pool = stack.enter_context(SandboxPool(self.isolation))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def isolation_in_force(self) -> Isolation:
        return self._pool.isolation_in_force

    def _sandbox(self, task: ClassTask, hash_seed: int, coverage: bool) -> Sandbox:
        libraries = frozenset((*imported_modules(task), *(["coverage"] if coverage else [])))
        limits = Limits(cpu_seconds=_BATCH * self.seconds + 10.0)
        return self._pool.sandbox(SandboxSettings(_PAYLOAD, limits, libraries, hash_seed=hash_seed))

    def record(self, task: ClassTask, ahead: float = 0.0) -> list[RecordedTest]:
        """Records a task's tests, with a clock `ahead` by seconds; a test that could not be run has not passed."""
        job = SandboxJob(
            files={REFERENCE_FILE: reference_module(task), TESTS_FILE: build_module(task.test, task.import_statement)},
            shared={"class_name": task.class_name, "ahead": ahead},
            steps=tuple({"name": name} for name in task.suite().listed),
        )
        tests = {**declared_tests_by_class(task.test)}  # used for classes that cannot be loaded with the reference
        ran: dict[tuple[str, str], RecordedTest] = {}
        for step in self._sandbox(task, 0, coverage=False).run(job).steps:
            for event in read_events(step.report):
                if event.get("event") == "loaded":
                    tests[step.step] = tuple(event["tests"])
                elif event.get("event") == "test":
                    rows, key = event["steps"], (step.step, event["test"])
                    results = [StepResult(decoded(row["value"]), row["error"], row["changed"]) for row in rows]
                    ran[key] = RecordedTest(*key, event["passed"], tuple(map(Step.from_row, rows)), tuple(results))
        every = [(name, test) for name in task.suite().listed for test in tests.get(name, ())]
        return [ran.get(key) or RecordedTest(*key, False, ()) for key in every]

    def run(
        self,
        task: ClassTask,
        sequences: Sequence[CallSequence],
        hash_seed: int = 0,
        coverage: bool = False,
        ahead: float = 0.0,
    ) -> list[SequenceRun | None]:
        """Runs sequences on a task's reference; `None` for one that exceeded a limit or ended its process."""
        shared = {"class_name": task.class_name, "seconds": self.seconds, "chance": hash_seed, "ahead": ahead}
        rows = [
            (number, [step.to_row() for step in item.steps], item.passed_over())
            for number, item in enumerate(sequences)
        ]
        runs: dict[int, SequenceRun] = {}
        while rows:
            batch, rows, reached = rows[:_BATCH], rows[_BATCH:], -1
            steps = ({"name": "sequences", "sequences": batch, "coverage": coverage},)
            job = SandboxJob({REFERENCE_FILE: reference_module(task)}, shared, steps)
            for step in self._sandbox(task, hash_seed, coverage).run(job).steps:
                for event in read_events(step.report):
                    if event.get("event") == "start":
                        reached = event["sequence"]
                    elif event.get("event") == "end":
                        results = tuple(StepResult(decoded(value), error) for value, error in event["results"])
                        arcs = frozenset((first, last) for first, last in event["arcs"])
                        runs[event["sequence"]] = SequenceRun(results, arcs, event["files"] is True)
                    elif event.get("event") == "done":
                        reached = batch[-1][0]
                    elif event.get("event") == "error" and reached == -1:
                        raise UserError(
                            f"The reference of {task.task_id} cannot be loaded: {event['error_type']}: "
                            f"{event['message']}"
                        )
            # A sequence that ended its process is not run again; those after it have not run.
            rows = [row for row in batch if row[0] > max(reached, batch[0][0])] + rows
        return [runs.get(number) for number in range(len(sequences))]


def reference_module(task: ClassTask) -> str:
    """A task's reference with the import lines that it lacks."""
    return build_module(task.solution_code, [line for line in task.import_statement if line not in task.solution_code])


def read_events(report: bytes) -> Iterator[dict[str, Any]]:
    """The JSON objects among lines of any kind; the last may be cut off."""
    for line in report.splitlines():
        with suppress(ValueError, RecursionError):
            event = json.loads(line)
            if isinstance(event, dict):
                yield event
