"""Seeds: call sequences from the tests of a task and of a language model (EvalPlus, Liu et al. 2023, section 2.1).
Only the calls of a model's tests are used, not their expectations."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.strengthening.infer.contract_inference import documented_as_unchanging, documented_values
from classeval_hf.strengthening.infer.contracts import ClassContract, breach
from classeval_hf.strengthening.mutate.mutations import Corpus
from classeval_hf.strengthening.record.running import CLOCK_STEP, RecordedTest, ReferenceRunner
from classeval_hf.strengthening.record.sequences import ACTIONS, CLASS, CallSequence, Refusals, Step, StepResult, cut
from classeval_hf.strengthening.record.values import Ref, UnwritableError, alike, write_value
from classeval_hf.tasks.files import read_records
from classeval_hf.unittest_runner.withheld.decoding import MalformedError, decode


@dataclass(frozen=True)
class Seed:
    sequence: CallSequence
    results: tuple[StepResult, ...]  # a result per step, up to the first exception that ends the sequence


@dataclass(frozen=True)
class Seeds:
    seeds: tuple[Seed, ...]  # one per distinct sequence, in the order of the tests
    tests: int  # number of tests
    lost: Mapping[str, str]  # why tests gave no sequence, by test


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
    by_hash: dict[str, tuple[CallSequence, list[StepResult]]] = {}
    lost: dict[str, str] = {}
    tests = runner.record(task)
    later = {test.name: test for test in runner.record(task, ahead=CLOCK_STEP)}
    if goes_on is None:
        goes_on = documented_as_unchanging(task) | _shown_as_unchanging(tests)
    for test in tests:
        again = later.get(test.name)
        try:
            sequence, results = _sequence(test, methods.get(test.test_class, ""), goes_on)
            if not (again and again.passed) or _sequence(again, sequence.method, goes_on)[0].hash != sequence.hash:
                raise _LostError("at another time, its calls are others")
            by_hash.setdefault(sequence.hash, (sequence, results))
        except _LostError as error:
            lost[test.name] = str(error)
    candidates = list(by_hash.values())
    seeds = []
    runs = runner.run(task, [item[0] for item in candidates], ahead=CLOCK_STEP)
    for (sequence, recorded), run in zip(candidates, runs, strict=True):
        if run is None:
            lost[sequence.origin] = "it takes too long"
        elif not same_results(recorded, run.results):
            lost[sequence.origin] = "without the test around them, its calls return something else"
        else:
            changed = [replace(now, changed=then.changed) for now, then in zip(run.results, recorded, strict=True)]
            seeds.append(Seed(sequence, tuple(changed)))
    return Seeds(tuple(seeds), len(tests), lost)


def _shown_as_unchanging(tests: Sequence[RecordedTest]) -> Refusals:
    """Pairs of method and exception after which a test reads from the object, if it never changes an object."""
    shown, changing = set[tuple[str, str]](), set[tuple[str, str]]()
    for test in tests:
        last, raised = CLASS, set[tuple[str, str]]()  # object, and what it raised since it may have changed last
        for step in test.steps:
            if step["target"] != last or step["action"] == "set" or step["changed"]:
                last, raised = step["target"], set()
            if step["error"] and step["action"] == "call" and last != CLASS:
                (changing if step["changed"] else raised).add((step["name"], step["error"]))
            elif step["value"] != ["none"]:
                shown |= raised
    return frozenset(shown - changing)


def _sequence(test: RecordedTest, method: str, goes_on: Refusals) -> tuple[CallSequence, list[StepResult]]:
    if not test.passed:
        raise _LostError("the reference does not pass it")
    steps = [read_step(item) for item in test.steps]
    private = [number for number, step in enumerate(steps) if step.name.startswith("_")]
    kept = cut(steps, private)
    if not kept:
        raise _LostError("it calls nothing of the class")
    if private and len(kept) < len(steps) - len(private):
        raise _LostError("it uses what a private method returned")
    sequence = CallSequence(kept, method, test.name, goes_on=goes_on)
    results = [
        StepResult(_value(item["value"], {}), item["error"], item.get("changed") is True)
        for number, item in enumerate(test.steps)
        if number not in private
    ]
    passed_over = zip(results, sequence.passed_over(), strict=True)
    errors = (number for number, (result, names) in enumerate(passed_over) if result.error not in ("", *names))
    length = next(errors, len(results)) + 1  # later steps are not compared, and are cut off
    return replace(sequence, steps=kept[:length]), results[:length]


def read_step(item: Mapping[str, Any]) -> Step:
    """A step from the recorder's notes; a `ValueError` if its object is unknown, or a value cannot be written."""
    if item["action"] not in ACTIONS or item["target"] < CLASS:
        raise _LostError("it calls an object that was made where the recorder does not look")
    arguments = tuple(_value(value, item) for value in item["arguments"])
    keywords = tuple((name, _value(value, item)) for name, value in item["keywords"])
    return Step(item["action"], item["target"], item["name"], arguments, keywords)


def _value(encoded: Sequence[Any], item: Mapping[str, Any]) -> Any:
    """A value from the recorder's notes; a `ValueError` if it is an argument (of `item`) that cannot be written."""
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


def same_results(recorded: Sequence[StepResult], again: Sequence[StepResult]) -> bool:
    """Whether all errors and comparable values are the same."""
    return len(recorded) == len(again) and all(
        first.error == second.error and alike(first.value, second.value)
        for first, second in zip(recorded, again, strict=True)
    )


MODEL_TESTS_FILE = "model_tests.jsonl"  # the file of a model's texts in the folder that `strengthen` writes


@dataclass(frozen=True)
class ModelTexts:
    by_task: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    models: tuple[Mapping[str, Any], ...] = ()  # distinct combinations of `model` and `settings`


@dataclass(frozen=True)
class ModelSeeds:
    seeds: tuple[Seed, ...] = ()  # one per distinct sequence that the task's own tests do not have
    tests: int = 0  # number of tests in the texts
    left_out: Mapping[str, int] = field(default_factory=dict)  # number of tests without a seed, by reason


def read_model_texts(path: Path, samples: int | None = None) -> ModelTexts:
    """Reads samples whose completions hold tests, or the folder of `strengthen`; takes `samples` of each task."""
    file = path / MODEL_TESTS_FILE if path.is_dir() else path
    texts = {
        task_id: tuple(sample.completion for sample in recorded[:samples])
        for task_id, recorded in read_sample_file(file).items()
    }
    models: dict[str, Mapping[str, Any]] = {}
    for _, row in read_records(file):
        made_by = {"model": row.get("model", ""), "settings": row.get("settings", {})}
        models.setdefault(json.dumps(made_by, sort_keys=True), made_by)
    return ModelTexts(texts, tuple(models.values()))


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
    tests = []  # cut at the first step that differs at another time, so that seeds do not depend on the day
    for test, again in zip(now, later, strict=True):
        same = takewhile(lambda pair: pair[0] == pair[1], zip(test.steps, again.steps, strict=False))
        tests.append(replace(test, steps=tuple(step for step, _ in same)))
    for test in tests:
        sequence = _legal_part(test, contract)
        if not test.steps:
            left_out["it could not be run, or calls nothing of the class"] += 1
        elif sequence is None:
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
    return ModelSeeds(tuple(seeds), len(tests), dict(sorted(left_out.items())))


def _legal_part(test: RecordedTest, contract: ClassContract) -> CallSequence | None:
    """The longest legal beginning of a test, if it does more than make an object."""
    steps = [read_step(item) for item in test.steps]
    public = cut(steps, [number for number, step in enumerate(steps) if step.name.startswith("_")])
    for length in range(len(public), 0, -1):
        sequence = CallSequence(public[:length], origin=test.name, goes_on=contract.goes_on)
        if breach(contract, sequence) is None:
            return sequence if any(step.action != "new" for step in sequence.steps) else None
    return None


def _method(task: ClassTask, sequence: CallSequence, own: Sequence[Seed]) -> str:
    """The last method called whose own tests make all these calls; empty for the class as a whole."""
    called = {step.name for step in sequence.steps}
    for step in reversed(sequence.steps):
        of_method = [seed for seed in own if step.name in task.declared_methods and seed.sequence.method == step.name]
        if called <= {item.name for seed in of_method for item in seed.sequence.steps}:
            return step.name
    return ""
