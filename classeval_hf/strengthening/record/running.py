"""Running references in the sandbox: under a recorder, and with call sequences."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, build_module
from classeval_hf.reading.unittest_extraction import extract_tests
from classeval_hf.sandbox.isolation import Isolation
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings
from classeval_hf.sandbox.tiers import Limits
from classeval_hf.strengthening.record.child import REFERENCE_FILE, TESTS_FILE
from classeval_hf.strengthening.record.report_reading import read_events, read_report
from classeval_hf.strengthening.record.sequences import CallSequence, StepResult
from classeval_hf.strengthening.record.values import IMPORTS
from classeval_hf.tasks.libraries import imported_modules
from classeval_hf.tasks.test_cases import declared_tests_by_class
from classeval_hf.unittest_runner.withheld.decoding import MalformedError, decode

CLOCK_STEP = 40_012_345.678  # seconds that change every part of a date and time, also year and day of the week
_CHILD = ("strengthening.record.child", "task_quality.validation_child", "unittest_runner.observe")
_PAYLOAD = Payload("classeval_hf.strengthening.record.child", tuple(f"classeval_hf.{name}" for name in _CHILD))
_BATCH = 400  # sequences per process: at most these start again if one ends it
_SECONDS_OF_MODEL_TEST, _SECONDS_OF_MODEL_CLASS = 0.5, 2.0  # of processor time


@dataclass(frozen=True)
class RecordedTest:
    test_class: str
    test: str
    passed: bool  # whether the reference passed it while it was recorded; unknown for a model's tests
    # Steps with encoded values as the recorder noted them; for a model's test, the first that `read_report` accepted.
    steps: tuple[Mapping[str, Any], ...]

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
    calls: LimitedCalls = field(init=False)  # the processes that read models' texts
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

    def _sandbox(self, task: ClassTask, hash_seed: int, coverage: bool, seconds: float = 0.0) -> Sandbox:
        libraries = frozenset((*imported_modules(task), *(["coverage"] if coverage else [])))
        limits = Limits(cpu_seconds=seconds or _BATCH * self.seconds + 10.0)
        return self._pool.sandbox(SandboxSettings(_PAYLOAD, limits, libraries, hash_seed=hash_seed))

    def record(self, task: ClassTask, ahead: float = 0.0) -> list[RecordedTest]:
        """Records a task's tests, with a clock `ahead` by seconds; a test that could not be run has not passed."""
        job = SandboxJob(
            files={REFERENCE_FILE: reference_module(task), TESTS_FILE: build_module(task.test, task.import_statement)},
            shared={"class_name": task.class_name, "ahead": ahead},
            steps=tuple({"name": name, "tests": []} for name in task.suite().listed),
        )
        run = self._sandbox(task, 0, coverage=False).run(job)
        tests = {**declared_tests_by_class(task.test)}  # used for classes that cannot be loaded with the reference
        ran: dict[tuple[str, str], Mapping[str, Any]] = {}
        for step in run.steps:
            for event in read_events(step.report):
                if event.get("event") == "loaded":
                    tests[step.step] = tuple(event["tests"])
                elif event.get("event") == "test":
                    ran[step.step, event["test"]] = event
        every = [(name, test) for name in task.suite().listed for test in tests.get(name, ())]
        events = [ran.get(key, {"passed": False, "steps": ()}) for key in every]
        return [RecordedTest(*key, e["passed"], tuple(e["steps"])) for key, e in zip(every, events, strict=True)]

    def record_model_tests(
        self, task: ClassTask, texts: Sequence[str], ahead: float = 0.0
    ) -> list[list[RecordedTest]]:
        """Records a model's tests, which are not trusted; an empty list for a text without tests."""
        modules = [name.partition(".")[0] for name in imported_modules(task)]
        short = [text for text in texts if len(text) <= MAX_COMPLETION_CHARS]
        extracted = self.calls.map(extract_tests, [(text, task.class_name, modules) for text in short])
        read = dict(zip(short, extracted, strict=True))
        return [self._record_model_text(task, read.get(text), ahead) for text in texts]

    def _record_model_text(self, task: ClassTask, extracted: Any, ahead: float) -> list[RecordedTest]:
        """Runs the tests read from a text, each test class in a process of its own."""
        if extracted is None or isinstance(extracted, UnreadableError) or not extracted["tests"]:
            return []
        imports, listed = ["import unittest", *task.import_statement], extracted["tests"].items()
        job = SandboxJob(
            files={REFERENCE_FILE: reference_module(task), TESTS_FILE: build_module(extracted["source"], imports)},
            shared={"class_name": task.class_name, "ahead": ahead},
            steps=tuple({"name": name, "tests": names, "seconds": _SECONDS_OF_MODEL_TEST} for name, names in listed),
        )
        try:
            ran = self._sandbox(task, 0, coverage=False, seconds=_SECONDS_OF_MODEL_CLASS).run(job).steps
        except InfrastructureError:  # where isolation is weak, a test may end its sandbox
            ran = []
        reports = [(step.report, extracted["tests"].get(step.step, [])) for step in ran]
        noted = {
            (step.step, name): tuple(steps)
            for step, tests in zip(ran, self.calls.map(read_report, reports), strict=True)
            if not isinstance(tests, UnreadableError)
            for name, steps in tests
        }
        every = [(test_class, name) for test_class, names in listed for name in names]
        return [RecordedTest(*key, False, noted.get(key, ())) for key in every]

    def run(
        self,
        task: ClassTask,
        sequences: Sequence[CallSequence],
        hash_seed: int = 0,
        coverage: bool = False,
        ahead: float = 0.0,
    ) -> list[SequenceRun | None]:
        """Runs sequences on a task's reference; `None` for one that exceeded a limit or ended its process."""
        runs: dict[int, SequenceRun] = {}
        rows = []  # per sequence: number, lines, exceptions passed over, and numbers of lines that are assignments
        for number, item in enumerate(sequences):
            assigning = [place for place, step in enumerate(item.steps) if step.action == "set"]
            rows.append((number, item.lines(task.class_name), item.passed_over(), assigning))
        waiting = list(range(len(sequences)))
        while waiting:
            batch, waiting = waiting[:_BATCH], waiting[_BATCH:]
            results, stopped_at = self._run_batch(task, [rows[number] for number in batch], hash_seed, coverage, ahead)
            runs |= results
            if stopped_at is not None:  # it ended the process: later ones have not run
                waiting = batch[batch.index(stopped_at) + 1 :] + waiting
        return [runs.get(number) for number in range(len(sequences))]

    def _run_batch(
        self, task: ClassTask, rows: Sequence[tuple[int, Any, Any, Any]], hash_seed: int, coverage: bool, ahead: float
    ) -> tuple[dict[int, SequenceRun], int | None]:
        """Runs a few sequences; returns their results, and the number of the one that ended their process, if any."""
        numpy = any("numpy.array(" in line for _, lines, *_ in rows for line in lines)
        imports = [*IMPORTS, *(["import numpy"] if numpy else [])]
        limits = {"seconds": self.seconds, "chance": hash_seed, "ahead": ahead}
        job = SandboxJob(
            files={REFERENCE_FILE: reference_module(task)},
            shared={"class_name": task.class_name, "imports": imports, **limits},
            steps=({"name": "sequences", "sequences": rows, "coverage": coverage},),
        )
        started, runs = None, dict[int, SequenceRun]()
        for step in self._sandbox(task, hash_seed, coverage).run(job).steps:
            for event in read_events(step.report):
                if event.get("event") == "start":
                    started = event["sequence"]
                elif event.get("event") == "end":
                    results = tuple(StepResult(_decoded(value), error) for value, error in event["results"])
                    arcs = frozenset((first, last) for first, last in event["arcs"])
                    runs[event["sequence"]] = SequenceRun(results, arcs, event["files"] is True)
                elif event.get("event") == "done":
                    return runs, None
                elif event.get("event") == "error" and started is None:
                    raise UserError(
                        f"The reference of {task.task_id} cannot be loaded: {event['error_type']}: {event['message']}"
                    )
        return runs, started if started is not None else rows[0][0]


def reference_module(task: ClassTask) -> str:
    """A task's reference with the import lines that it lacks."""
    return build_module(task.solution_code, [line for line in task.import_statement if line not in task.solution_code])


def _decoded(value: object) -> Any:
    try:
        return decode(value)
    except MalformedError:  # such as a set with colliding hashes, which no test should expect
        return decode(["opaque", "object"])
