"""Running references in the sandbox: under a recorder, and with call sequences. A model's tests run in the process of
the recorder, so its report may be forged: it must be a sequence that a person could have written as a test."""

import json
import keyword
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.classes.tasks.libraries import imported_modules
from classeval_hf.classes.tasks.test_cases import declared_tests_by_class
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, build_module, extract_tests
from classeval_hf.sandbox.isolation import Isolation
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings
from classeval_hf.sandbox.tiers import Limits
from classeval_hf.strengthening.child import REFERENCE_FILE, TESTS_FILE
from classeval_hf.strengthening.sequences import (
    ACTIONS,
    CLASS,
    MAX_STEPS,
    CallSequence,
    Ref,
    Step,
    StepResult,
    Value,
    decoded,
    parts_of,
    write_value,
)

CLOCK_STEP = 40_012_345.678  # seconds that change every part of a date and time, also year and day of the week
_CHILD = (
    *("strengthening.child", "strengthening.sequences", "task_quality.validation_child", "classes.runner.observe"),
    "classes.runner.withheld.decoding",
)
_PAYLOAD = Payload("classeval_hf.strengthening.child", tuple(f"classeval_hf.{name}" for name in _CHILD))
_BATCH = 400  # sequences per process: at most these start again if one ends it
_SECONDS_OF_MODEL_TEST, _SECONDS_OF_MODEL_CLASS = 0.5, 2.0  # of processor time
_MAX_ARGUMENTS, _MAX_BITS, _MAX_DIGITS, _MAX_ELEMENTS = 30, 128, 100, 200  # in a step of a model's test


@dataclass(frozen=True)
class RecordedTest:
    test_class: str
    test: str
    passed: bool  # whether the reference passed it while it was recorded; unknown for a model's tests
    steps: tuple[Step, ...]  # as the recorder noted them; for a model's test, the first that `read_report` accepted
    results: tuple[StepResult, ...] = ()  # a result per step; none for a model's test

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
            (step.step, name): tuple(map(Step.from_row, rows))
            for step, tests in zip(ran, self.calls.map(read_report, reports), strict=True)
            if not isinstance(tests, UnreadableError)
            for name, rows in tests
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


def read_report(report: bytes, tests: Collection[str]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Reads any bytes, in a limited process: rows of the first well-formed steps of each known test."""
    found: dict[str, list[dict[str, Any]]] = {}
    for event in read_events(report):
        if isinstance(event.get("steps"), list):
            name = event.get("test")
            if isinstance(name, str) and name in tests and name not in found:
                found[name] = []
                with suppress(LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
                    for row in event["steps"][:MAX_STEPS]:
                        step = Step.from_row(row)
                        if row["error"] == "_OutOfLimits" or not _may_be_written(step, len(found[name])):
                            break
                        found[name].append(step.to_row())
    return list(found.items())


def _may_be_written(step: Step, number: int) -> bool:
    """Whether a person could have written the step, after `number` others; an error if a value cannot be written."""
    making, keywords = step.action == "new", [name for name, _ in step.keywords]
    names = [*([] if making else [step.name]), *keywords]
    if not all(isinstance(name, str) and name.isascii() and name.isidentifier() for name in names):
        return False
    parts = [part for value in step.values if write_value(value) for part in parts_of(value)]
    used = [(step.target, CLASS), *((part.step, 0) for part in parts if isinstance(part, Ref))]  # with the least
    expected = {"get": 0, "set": 1}.get(step.action)
    return (
        (not making or (step.target, step.name) == (CLASS, ""))
        and step.action in ACTIONS
        and all(type(earlier) is int and least <= earlier < number for earlier, least in used)
        and not any(map(keyword.iskeyword, names))
        and (expected is None or (len(step.arguments), keywords) == (expected, []))
        and len(step.values) <= _MAX_ARGUMENTS
        and len(set(keywords)) == len(keywords)
        and all(map(_is_modest, parts))
    )


def _is_modest(value: Value) -> bool:
    """Whether calculating with a part of a value takes little time."""
    if isinstance(value, Decimal):
        return value.is_finite() and max(abs(value.adjusted()), len(value.as_tuple().digits)) <= _MAX_DIGITS
    names = ("numerator", "denominator") if isinstance(value, (int, Fraction)) else ("start", "stop", "step")
    numbers = [getattr(value, name) for name in names] if isinstance(value, (int, Fraction, range)) else []
    are_short = all(number.bit_length() <= _MAX_BITS for number in numbers)
    return are_short and getattr(value, "size", 0) <= _MAX_ELEMENTS  # an array's
