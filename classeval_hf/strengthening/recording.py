"""Seeds: call sequences recovered from the tests of a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.running import CLOCK_STEP, RecordedTest, ReferenceRunner
from classeval_hf.strengthening.sequences import ACTIONS, CLASS, CallSequence, Step, StepResult, without_steps
from classeval_hf.strengthening.values import Ref, UnwritableError, alike, write_value
from classeval_hf.unittest_runner.withheld.decoding import MalformedError, decode


@dataclass(frozen=True)
class Seed:
    sequence: CallSequence
    results: tuple[StepResult, ...]  # a result per step, up to the first that raised an exception


@dataclass(frozen=True)
class Seeds:
    seeds: tuple[Seed, ...]  # one per different sequence, in the order of the tests
    tests: int  # tests that there are
    lost: Mapping[str, str]  # tests whose sequence could not be recovered, and why


class _LostError(ValueError):
    """A test whose calls cannot be told from what the recorder noted; it says why."""


def record_seeds(task: ClassTask, runner: ReferenceRunner) -> Seeds:
    """Call sequences from a task's tests: those that return the same without the tests, and at another time."""
    methods = _methods_of_test_classes(task)
    by_hash: dict[str, tuple[CallSequence, list[StepResult]]] = {}
    lost: dict[str, str] = {}
    tests, later = runner.record(task), runner.record(task, ahead=CLOCK_STEP)
    for test, again in zip(tests, later, strict=True):
        name = f"{test.test_class}.{test.test}"
        try:
            sequence, results = _sequence(test, methods.get(test.test_class, ""))
            if not again.passed or _sequence(again, sequence.method)[0].hash != sequence.hash:
                raise _LostError("at another time, its calls are others")
            by_hash.setdefault(sequence.hash, (sequence, results))
        except _LostError as error:
            lost[name] = str(error)
    candidates = list(by_hash.values())
    seeds = []
    runs = runner.run(task, [item[0] for item in candidates], ahead=CLOCK_STEP)
    for (sequence, recorded), run in zip(candidates, runs, strict=True):
        if run is None:
            lost[sequence.origin] = "it takes too long"
        elif not _agree(recorded, run.results):
            lost[sequence.origin] = "without the test around them, its calls return something else"
        else:
            changed = [replace(now, changed=then.changed) for now, then in zip(run.results, recorded, strict=True)]
            seeds.append(Seed(sequence, tuple(changed)))
    return Seeds(tuple(seeds), len(tests), lost)


def _methods_of_test_classes(task: ClassTask) -> dict[str, str]:
    suite, declared = task.suite(), task.declared_methods
    return {name: method for method, names in suite.methods.items() if method in declared for name in names}


def _sequence(test: RecordedTest, method: str) -> tuple[CallSequence, list[StepResult]]:
    if not test.passed:
        raise _LostError("the reference does not pass it")
    steps = [read_step(item) for item in test.steps]
    private = [number for number, step in enumerate(steps) if step.name.startswith("_")]
    kept = without_steps(steps, private)
    if not kept:
        raise _LostError("it calls nothing of the class")
    if private and len(kept) < len(steps) - len(private):
        raise _LostError("it uses what a private method returned")
    sequence = CallSequence(kept, method, f"{test.test_class}.{test.test}")
    results = [
        StepResult(_value(item["value"], {}), item["error"], item.get("changed") is True)
        for number, item in enumerate(test.steps)
        if number not in private
    ]
    first_error = next((number for number, result in enumerate(results) if result.error), len(results))
    if first_error < len(results) - 1:  # what follows an exception is not compared, and is cut off
        sequence = CallSequence(kept[: first_error + 1], method, sequence.origin)
    return sequence, results[: first_error + 1]


def read_step(item: Mapping[str, Any]) -> Step:
    """The step that the recorder noted; a `ValueError` if its object is unknown, or a value cannot be written."""
    if item["action"] not in ACTIONS or item["target"] < CLASS:
        raise _LostError("it calls an object that was made where the recorder does not look")
    arguments = tuple(_value(value, item) for value in item["arguments"])
    keywords = tuple((name, _value(value, item)) for name, value in item["keywords"])
    return Step(item["action"], item["target"], item["name"], arguments, keywords)


def _value(encoded: Sequence[Any], item: Mapping[str, Any]) -> Any:
    """A value that the recorder noted. As an argument it must be one that can be written."""
    if encoded[0] == "ref":
        return Ref(encoded[1])
    if encoded[0] in ("list with refs", "tuple with refs"):
        items = [_value(part, item) for part in encoded[1]]
        return items if encoded[0].startswith("list") else tuple(items)
    try:
        value = decode(encoded)
        if item:
            write_value(value)
    except (MalformedError, UnwritableError) as error:
        raise _LostError(f"{item.get('name') or 'the constructor'} is called with {error}") from error
    return value


def _agree(recorded: Sequence[StepResult], again: Sequence[StepResult]) -> bool:
    return len(recorded) == len(again) and all(
        first.error == second.error and alike(first.value, second.value)
        for first, second in zip(recorded, again, strict=True)
    )
