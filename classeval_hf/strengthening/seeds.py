"""Seeds: call sequences from the tests of a task, without what these expect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.contract_inference import documented_as_unchanging, documented_values
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
