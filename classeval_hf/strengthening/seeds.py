"""Seeds: call sequences from the tests of a task and of a language model (EvalPlus, Liu et al. 2023, section 2.1).
Only the calls of a model's tests are used, not their expectations."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from classeval_hf.core.input_files import read_records
from classeval_hf.core.tasks import ClassTask
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.strengthening.contract_inference import documented_as_unchanging, documented_values
from classeval_hf.strengthening.contracts import ClassContract, breach
from classeval_hf.strengthening.mutations import Corpus
from classeval_hf.strengthening.running import CLOCK_STEP, RecordedTest, ReferenceRunner
from classeval_hf.strengthening.sequences import (
    CLASS,
    CallSequence,
    Refusals,
    Seed,
    StepResult,
    UnwritableError,
    alike,
    cut,
    write_value,
)

MODEL_TESTS_FILE = "model_tests.jsonl"  # the file of a model's texts in the folder that `strengthen` writes


@dataclass(frozen=True)
class Seeds:
    seeds: tuple[Seed, ...]  # one per distinct sequence, in the order of the tests
    tests: int  # number of tests
    lost: Mapping[str, str]  # why tests gave no sequence, by test


@dataclass(frozen=True)
class ModelTexts:
    by_task: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    models: tuple[Mapping[str, Any], ...] = ()  # distinct combinations of `model` and `settings`


@dataclass(frozen=True)
class ModelSeeds:
    seeds: tuple[Seed, ...] = ()  # one per distinct sequence that the task's own tests do not have
    tests: int = 0  # number of tests in the texts
    left_out: Mapping[str, int] = field(default_factory=dict)  # number of tests without a seed, by reason


class _LostError(ValueError):
    """The recorder's notes do not show a test's calls; the message gives the reason."""


def corpus_of(task: ClassTask, seeds: Sequence[Seed]) -> Corpus:
    """Collects the seeds, the methods that change an object in any of them, and the examples of docstrings."""
    steps = [item for seed in seeds for item in zip(seed.sequence.steps, seed.results, strict=False)]
    changing = {step.name for step, result in steps if result.changed}
    return Corpus.of([seed.sequence for seed in seeds], changing, *documented_values(task))


def record_seeds(task: ClassTask, runner: ReferenceRunner, goes_on: Refusals | None = None) -> Seeds:
    """Call sequences from a task's tests that return the same without the tests, and at another time. They go on after
    the exceptions `goes_on`, by default those that change nothing according to docstrings or tests."""
    suite, declared = task.suite(), task.declared_methods
    methods = {name: method for method, names in suite.methods.items() if method in declared for name in names}
    by_hash: dict[str, Seed] = {}
    lost: dict[str, str] = {}
    tests = runner.record(task)
    later = {test.name: test for test in runner.record(task, ahead=CLOCK_STEP)}
    if goes_on is None:
        goes_on = documented_as_unchanging(task) | _shown_as_unchanging(tests)
    for test in tests:
        again = later.get(test.name)
        try:
            seed = _recorded(test, methods.get(test.test_class, ""), goes_on)
            same = again and again.passed and _recorded(again, seed.sequence.method, goes_on).sequence.hash
            if same != seed.sequence.hash:
                raise _LostError("at another time, its calls are others")
            by_hash.setdefault(seed.sequence.hash, seed)
        except _LostError as error:
            lost[test.name] = str(error)
    seeds = []
    runs = runner.run(task, [seed.sequence for seed in by_hash.values()], ahead=CLOCK_STEP)
    for seed, run in zip(by_hash.values(), runs, strict=True):
        if run is None:
            lost[seed.sequence.origin] = "it takes too long"
        elif not same_results(seed.results, run.results):
            lost[seed.sequence.origin] = "without the test around them, its calls return something else"
        else:
            pairs = zip(run.results, seed.results, strict=True)
            seeds.append(replace(seed, results=tuple(replace(now, changed=then.changed) for now, then in pairs)))
    return Seeds(tuple(seeds), len(tests), lost)


def _shown_as_unchanging(tests: Sequence[RecordedTest]) -> Refusals:
    """Pairs of method and exception after which a test reads from the object, if it never changes an object."""
    shown, changing = set[tuple[str, str]](), set[tuple[str, str]]()
    for test in tests:
        last, raised = CLASS, set[tuple[str, str]]()  # object, and what it raised since it may have changed last
        for step, result in zip(test.steps, test.results, strict=True):
            if step.target != last or step.action == "set" or result.changed:
                last, raised = step.target, set()
            if result.error and step.action == "call" and last != CLASS:
                (changing if result.changed else raised).add((step.name, result.error))
            elif result.value is not None:
                shown |= raised
    return frozenset(shown - changing)


def _recorded(test: RecordedTest, method: str, goes_on: Refusals) -> Seed:
    """The public calls of a test up to the first exception that ends them, with their results."""
    if not test.passed:
        raise _LostError("the reference does not pass it")
    for step in test.steps:
        if step.target < CLASS:
            raise _LostError("it calls an object that was made where the recorder does not look")
        try:
            for value in step.values:
                write_value(value)
        except UnwritableError as error:
            raise _LostError(f"{step.name or 'the constructor'} is called with {error}") from error
    private = [number for number, step in enumerate(test.steps) if step.name.startswith("_")]
    kept = cut(test.steps, private)
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
        first.error == second.error and alike(first.value, second.value)
        for first, second in zip(recorded, again, strict=True)
    )


def read_model_texts(path: Path, samples: int | None = None) -> ModelTexts:
    """Reads samples whose completions hold tests, or the folder of `strengthen`; takes `samples` of each task."""
    file = path / MODEL_TESTS_FILE if path.is_dir() else path
    texts = {
        task_id: tuple(sample.completion for sample in recorded[:samples])
        for task_id, recorded in read_sample_file(file).items()
    }
    rows = ({"model": row.get("model", ""), "settings": row.get("settings", {})} for _, row in read_records(file))
    return ModelTexts(texts, tuple({json.dumps(row, sort_keys=True): row for row in rows}.values()))


def record_model_seeds(
    task: ClassTask, texts: Sequence[str], contract: ClassContract, own: Sequence[Seed], runner: ReferenceRunner
) -> ModelSeeds:
    """Call sequences from a model's tests, which are not trusted; `own` are seeds of the task's own tests."""
    if not texts:
        return ModelSeeds()
    known = {tuple(seed.sequence.lines("C")) for seed in own}
    by_lines: dict[tuple[str, ...], CallSequence] = {}
    left_out: Counter[str] = Counter()
    now, later = (
        [test for recorded in runner.record_model_tests(task, texts, ahead) for test in recorded]
        for ahead in (0.0, CLOCK_STEP)
    )
    for test, again in zip(now, later, strict=True):
        # Cut at the first step that differs at another time, so that seeds do not depend on the day.
        same = takewhile(lambda pair: pair[0].is_like(pair[1]), zip(test.steps, again.steps, strict=False))
        steps = [step for step, _ in same]
        public = cut(steps, [number for number, step in enumerate(steps) if step.name.startswith("_")])
        parts = (
            CallSequence(public[:length], origin=test.name, goes_on=contract.goes_on)
            for length in range(len(public), 0, -1)
        )
        sequence = next((part for part in parts if breach(contract, part) is None), None)  # the longest that is legal
        if not steps:
            left_out["it could not be run, or calls nothing of the class"] += 1
        elif sequence is None or all(step.action == "new" for step in sequence.steps):
            left_out["no call of it is legal"] += 1
        elif (lines := tuple(sequence.lines("C"))) in known or lines in by_lines:
            left_out["another test makes these calls"] += 1
        else:
            by_lines[lines] = replace(sequence, method=_method(task, sequence, own))
    seeds = []
    for sequence, run in zip(by_lines.values(), runner.run(task, list(by_lines.values())), strict=True):
        if run is None:
            left_out["it takes too long"] += 1
        else:  # steps after an exception are cut off, unless it changes nothing
            seeds.append(Seed(replace(sequence, steps=sequence.steps[: len(run.results)]), run.results))
    return ModelSeeds(tuple(seeds), len(now), dict(sorted(left_out.items())))


def _method(task: ClassTask, sequence: CallSequence, own: Sequence[Seed]) -> str:
    """The last method called whose own tests make all these calls; empty for the class as a whole."""
    called = {step.name for step in sequence.steps}
    for step in reversed(sequence.steps):
        of_method = [seed for seed in own if step.name in task.declared_methods and seed.sequence.method == step.name]
        if called <= {item.name for seed in of_method for item in seed.sequence.steps}:
            return step.name
    return ""
