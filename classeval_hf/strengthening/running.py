"""Runs references in the sandbox: records the calls of tests, which are the seeds, and runs call sequences."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from classeval_hf.classes.tasks.libraries import imported_modules
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits
from classeval_hf.strengthening import sequences
from classeval_hf.strengthening.child import REFERENCE_FILE, TESTS_FILE
from classeval_hf.strengthening.docstrings import documented_as_unchanging
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Refusals, Seed, Step, StepResult, decoded
from classeval_hf.task_quality.statistics import reference_module

CLOCK_STEP = 40_012_345.678  # in seconds; changes each part of a date and time, also year and day of the week
_CHILD = (
    *("strengthening.child", "strengthening.sequences", "task_quality.validation_child", "classes.runner.observe"),
    "classes.runner.decoding",
)
_PAYLOAD = Payload("classeval_hf.strengthening.child", tuple(f"classeval_hf.{name}" for name in _CHILD))
_SECONDS = 0.1  # processor time of a sequence
_BATCH = 400  # sequences per process: if one ends the process, at most these are run again


@dataclass(frozen=True)
class RecordedTest:
    test_class: str
    name: str  # as `Class.test`
    passed: bool  # whether the reference passed it while it was recorded
    steps: tuple[Step, ...]
    results: tuple[StepResult, ...] = ()  # a result per step


@dataclass(frozen=True)
class Seeds:
    seeds: tuple[Seed, ...]  # one per distinct sequence, in the order of the tests
    tests: int  # number of tests
    lost: Mapping[str, str]  # by name of a test, the reason why it gave no sequence


class _LostError(ValueError):
    """A recorded test gives no sequence; the message gives the reason."""


@dataclass(frozen=True)
class SequenceRun:
    results: tuple[StepResult, ...]  # a result per step, up to the first exception that ends the sequence
    arcs: frozenset[tuple[int, int]] = frozenset()  # pairs of consecutive lines, if coverage was measured
    files: bool = False  # whether it left files in its folder


@dataclass(frozen=True)
class ReferenceRunner:
    """Runs trusted references on untrusted inputs."""

    pool: SandboxPool

    def _events(
        self, task: ClassTask, job: SandboxJob, hash_seed: int = 0, coverage: bool = False
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Runs a job; yields each JSON object that a step reports, with the step's name."""
        libraries = frozenset((*imported_modules(task), *(["coverage"] if coverage else [])))
        limits = Limits(cpu_seconds=_BATCH * _SECONDS + 10.0)
        sandbox = self.pool.sandbox(SandboxSettings(_PAYLOAD, limits, libraries, hash_seed=hash_seed))
        lines = ((step.step, line) for step in sandbox.run(job).steps for line in step.report.splitlines())
        for name, line in lines:
            with suppress(ValueError, RecursionError):  # the last line of a report may be cut off
                event = json.loads(line)
                if isinstance(event, dict):
                    yield name, event

    def record(self, task: ClassTask, ahead: float = 0.0) -> list[RecordedTest]:
        """Records a task's tests, with a clock `ahead` by seconds; a test that could not be run has not passed."""
        job = SandboxJob(
            files={REFERENCE_FILE: reference_module(task), TESTS_FILE: build_module(task.test, task.import_statement)},
            shared={"class_name": task.class_name, "ahead": ahead},
            steps=tuple({"name": name} for name in task.suite().listed),
        )
        tests = {**declared_tests(task.test).by_class}  # used for classes that cannot be loaded with the reference
        ran: dict[tuple[str, str], RecordedTest] = {}
        for test_class, event in self._events(task, job):
            if event.get("event") == "loaded":
                tests[test_class] = tuple(event["tests"])
            elif event.get("event") == "test":
                rows, key = event["steps"], (test_class, f"{test_class}.{event['test']}")
                results = [StepResult(decoded(row["value"]), row["error"], row["changed"]) for row in rows]
                ran[key] = RecordedTest(*key, event["passed"], tuple(map(Step.from_row, rows)), tuple(results))
        every = [(name, f"{name}.{test}") for name in task.suite().listed for test in tests.get(name, ())]
        return [ran.get(key) or RecordedTest(*key, False, ()) for key in every]

    def run(
        self,
        task: ClassTask,
        calls: Sequence[CallSequence],
        hash_seed: int = 0,
        coverage: bool = False,
        ahead: float = 0,
    ) -> list[SequenceRun | None]:
        """Runs sequences on a task's reference; `None` for one that exceeded a limit or ended its process."""
        shared = {"class_name": task.class_name, "seconds": _SECONDS, "chance": hash_seed, "ahead": ahead}
        rows = [(number, [step.to_row() for step in one.steps], one.passed_over()) for number, one in enumerate(calls)]
        runs: dict[int, SequenceRun] = {}
        while rows:
            batch, rows, reached = rows[:_BATCH], rows[_BATCH:], -1
            steps = ({"name": "sequences", "sequences": batch, "coverage": coverage},)
            job = SandboxJob({REFERENCE_FILE: reference_module(task)}, shared, steps)
            for _, event in self._events(task, job, hash_seed, coverage):
                if event.get("event") == "start":
                    reached = event["sequence"]
                elif event.get("event") == "end":
                    results = tuple(StepResult(decoded(value), error) for value, error in event["results"])
                    arcs = frozenset((first, last) for first, last in event["arcs"])
                    runs[event["sequence"]] = SequenceRun(results, arcs, event["files"] is True)
                elif event.get("event") == "done":
                    reached = batch[-1][0]
                elif event.get("event") == "error" and reached == -1:
                    reason = f"{event['error_type']}: {event['message']}"
                    raise UserError(f"The reference of {task.task_id} cannot be loaded: {reason}")
            # A sequence that ended its process is not run again; those after it have not run.
            rows = [row for row in batch if row[0] > max(reached, batch[0][0])] + rows
        return [runs.get(number) for number in range(len(calls))]


def record_seeds(task: ClassTask, runner: ReferenceRunner, goes_on: Refusals | None = None) -> Seeds:
    """Call sequences of a task's tests that return the same without the tests and at another time. They continue after
    the exceptions `goes_on`, by default those that change nothing according to docstrings or tests."""
    suite, declared = task.suite(), task.declared_methods
    methods = {name: method for method, names in suite.methods.items() if method in declared for name in names}
    by_hash: dict[str, Seed] = {}
    lost: dict[str, str] = {}
    tests = runner.record(task)
    later = {test.name: test for test in runner.record(task, ahead=CLOCK_STEP)}
    if goes_on is None:
        # After some exceptions, a test reads from the object; they change nothing if they never change an object.
        shown, changing = set[tuple[str, str]](), set[tuple[str, str]]()
        for test in tests:
            last, raised = CLASS, set[tuple[str, str]]()  # an object, and its exceptions since it last changed
            for step, result in zip(test.steps, test.results, strict=True):
                if step.target != last or step.action == "set" or result.changed:
                    last, raised = step.target, set()
                if result.error and step.action == "call" and last != CLASS:
                    (changing if result.changed else raised).add((step.name, result.error))
                elif result.value is not None:
                    shown |= raised
        goes_on = documented_as_unchanging(task) | (shown - changing)
    for test in tests:
        again = later.get(test.name)
        try:
            seed = _recorded(test, methods.get(test.test_class, ""), goes_on)
            same = again and again.passed and _recorded(again, seed.sequence.method, goes_on).sequence.hash
            if same != seed.sequence.hash:
                raise _LostError("at another time, it makes other calls")
            by_hash.setdefault(seed.sequence.hash, seed)
        except _LostError as error:
            lost[test.name] = str(error)
    seeds = []
    runs = runner.run(task, [seed.sequence for seed in by_hash.values()], ahead=CLOCK_STEP)
    for seed, run in zip(by_hash.values(), runs, strict=True):
        if run is None:
            lost[seed.sequence.origin] = "it takes too long"
        elif not same_results(seed.results, run.results):
            lost[seed.sequence.origin] = "without the test, its calls return something else"
        else:
            pairs = zip(run.results, seed.results, strict=True)
            seeds.append(replace(seed, results=tuple(replace(now, changed=then.changed) for now, then in pairs)))
    return Seeds(tuple(seeds), len(tests), lost)


def _recorded(test: RecordedTest, method: str, goes_on: Refusals) -> Seed:
    """The public calls of a test up to the first exception that ends them, with their results."""
    if not test.passed:
        raise _LostError("the reference does not pass it")
    for step in test.steps:
        if step.target < CLASS:
            raise _LostError("it calls an object that was made where the recorder does not look")
        try:
            for value in step.values:
                sequences.write_value(value)
        except sequences.UnwritableError as error:
            raise _LostError(f"{step.name or 'the constructor'} is called with {error}") from error
    private = [number for number, step in enumerate(test.steps) if step.name.startswith("_")]
    kept = sequences.cut(test.steps, private)
    if not kept:
        raise _LostError("it calls nothing of the class")
    if private and len(kept) < len(test.steps) - len(private):
        raise _LostError("it uses what a private method returned")
    sequence = CallSequence(kept, method, test.name, goes_on=goes_on)
    results = [result for number, result in enumerate(test.results) if number not in private]
    passed_over = enumerate(zip(results, sequence.passed_over(), strict=True), 1)
    lengths = (number for number, (result, names) in passed_over if result.error not in ("", *names))
    length = next(lengths, len(results))  # later steps are not compared, and are cut off
    return Seed(replace(sequence, steps=kept[:length]), tuple(results[:length]))


def same_results(recorded: Sequence[StepResult], again: Sequence[StepResult]) -> bool:
    """Whether all errors and comparable values are the same."""
    return len(recorded) == len(again) and all(
        first.error == second.error and sequences.described(first.value) == sequences.described(second.value)
        for first, second in zip(recorded, again, strict=True)
    )
