"""What a test may expect of a sequence. It expects nothing that changes from run to run or has no value to compare, no
texts of messages, and no exception that the contract does not name."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.infer.contracts import ClassContract, breach
from classeval_hf.strengthening.mutate.seeds import Seed, same_results
from classeval_hf.strengthening.record.running import CLOCK_STEP, ReferenceRunner, SequenceRun
from classeval_hf.strengthening.record.sequences import HASH_CHARS, CallSequence, StepResult, cut, write_step
from classeval_hf.strengthening.record.values import Value, has_floats, is_comparable, parts_of, write_value

ROUNDS = 5  # runs of the reference that must agree: fresh processes, with different hash seed, order and date
_ADDRESS = re.compile(r"\bat 0x[0-9a-f]+|<[\w.]+ object")
_WORD = re.compile(r"[A-Za-z]{3,}")
_MESSAGE_WORDS = 3
_MAX_FLOATS = 12  # maximum of floats in an expected value: a longer test is hard to read


@dataclass(frozen=True)
class StrengthenedTest:
    sequence: CallSequence
    results: tuple[StepResult, ...]  # a result per step; an exception before the last changes nothing
    checks: tuple[int, ...]  # the steps whose results are expected
    made_as: str = ""  # hash of the sequence as mutation made it, before it was cut

    @property
    def expected_hash(self) -> str:
        """The first hexadecimal digits of the SHA-256 of everything that it expects."""
        expected = [write_value(self.results[number].value) for number in self.checks]
        errors = [result.error for result in self.results[:-1] if result.error]
        text = repr((self.sequence.hash, self.checks, expected, self.results[-1].error, *errors))
        return sha256(text.encode()).hexdigest()[:HASH_CHARS]


@dataclass(frozen=True)
class Expectations:
    task: ClassTask
    seeds: Sequence[Seed]  # call sequences of its tests, with their results
    exceptions: Mapping[str, frozenset[str]]  # exceptions that the contract names, by method (`__init__` included)
    contract: ClassContract | None = None  # sequences must also keep it without calls that raise; `None`: not checked

    def tests(
        self, sequences: Sequence[CallSequence], runner: ReferenceRunner
    ) -> tuple[list[StrengthenedTest], Counter[str]]:
        """Runs legal sequences on the reference; returns the tests made from them, and counts of dropped ones."""
        known = {seed.sequence.hash for seed in self.seeds}
        kept: list[StrengthenedTest] = []
        dropped: Counter[str] = Counter()
        seen = [result.value for seed in self.seeds for result in seed.results]
        texts = {part for value in seen for part in parts_of(value) if isinstance(part, str)}
        words = frozenset(word.lower() for text in (self.task.skeleton, *texts) for word in _WORD.findall(text))
        changing = (shown := _ShownEffects.of(self.seeds)).changing
        repeating = frozenset(seed.sequence.method for seed in self.seeds if _repeats(seed.sequence, changing))
        for sequence, (results, reason) in zip(sequences, self._runs(sequences, runner), strict=True):
            if not reason:
                checks = tuple(
                    number
                    for number, (step, result) in enumerate(zip(sequence.steps, results, strict=False))
                    if step.action in ("call", "get")
                    and not result.error
                    and shown.shows(sequence, results, number)
                    and _may_be_expected(result.value, sequence, words)
                )
                judged = [*checks, *(number for number, result in enumerate(results) if result.error)]
                length = max(judged, default=-1) + 1
                steps = sequence.steps[:length]
                # If another method could fail it, it is a test of the class as a whole.
                others = {steps[number].name for number in judged if steps[number].action != "get"} - {sequence.method}
                repeated = sequence.method not in repeating and _repeats(replace(sequence, steps=steps), changing)
                method = "" if others or repeated else sequence.method
                test = StrengthenedTest(
                    replace(sequence, steps=steps, method=method), tuple(results[:length]), checks, sequence.hash
                )
                if test.sequence.hash in known:
                    reason = "it is a test already"
                elif not test.results:
                    reason = "nothing that it returns can be expected"
                else:
                    known.add(test.sequence.hash)
                    kept.append(test)
                    continue
            dropped[reason] += 1
        return kept, dropped

    def _runs(
        self, sequences: Sequence[CallSequence], runner: ReferenceRunner
    ) -> list[tuple[tuple[StepResult, ...], str]]:
        """The results of each sequence's first run, and why it makes no test; such a sequence is not run again."""
        found: list[tuple[tuple[StepResult, ...], str]] = [((), "")] * len(sequences)
        for number in range(ROUNDS):
            order = [index for index, (_, reason) in enumerate(found) if not reason]
            Random(number).shuffle(order)  # shows sequences whose results depend on earlier ones
            shuffled = [sequences[index] for index in order]
            runs = runner.run(self.task, shuffled, hash_seed=number, ahead=number * CLOCK_STEP)
            for index, run in zip(order, runs, strict=True):
                results = run.results if run is not None and not number else found[index][0]
                found[index] = results, self._problem(sequences[index], run, results)
        return found

    def _problem(self, sequence: CallSequence, run: SequenceRun | None, first: tuple[StepResult, ...]) -> str:
        if run is None:
            return "it takes too long"
        if not same_results(first, run.results):
            return "the reference does not agree with itself"
        if run.files:  # tests of a test class would share them
            return "it writes files"
        for step, result in zip(sequence.steps, first, strict=False):
            name = "__init__" if step.action == "new" else step.name
            if result.error and result.error not in self.exceptions.get(name, frozenset()):
                return "it raises an exception that no contract names"
        refused = [number for number, result in enumerate(first[:-1]) if result.error]
        # A step may be legal only after an earlier call, and that call may have done nothing.
        kept = replace(sequence, steps=cut(sequence.steps[: len(first)], refused))
        if refused and self.contract is not None and breach(self.contract, kept) is not None:
            return "without the calls that change nothing it is not legal"
        return ""


@dataclass(frozen=True)
class _ShownEffects:
    """The effects of methods on one another that the tests show: the contract often leaves others open."""

    changing: frozenset[str]
    before: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, seeds: Sequence[Seed]) -> "_ShownEffects":
        changing: set[str] = set()
        before: dict[str, set[str]] = {}
        for seed in seeds:
            called: set[str] = set()
            for step, result in zip(seed.sequence.steps, seed.results, strict=False):
                if step.action in ("call", "get"):
                    before.setdefault(step.name, set()).update(called)
                if step.action == "call" and not result.error:
                    called.add(step.name)
                    changing.update([step.name] if result.changed else [])
        return cls(frozenset(changing), {name: frozenset(methods) for name, methods in before.items()})

    def shows(self, sequence: CallSequence, results: Sequence[StepResult], number: int) -> bool:
        """Whether tests show how all earlier calls affect the result of a step."""
        before = zip(sequence.steps[:number], results, strict=False)
        called = {step.name for step, result in before if step.action == "call" and not result.error} & self.changing
        step = sequence.steps[number]
        return called - {step.name} <= self.before.get(step.name, frozenset())


def _may_be_expected(value: Value, sequence: CallSequence, known_words: frozenset[str]) -> bool:
    if value is None or not is_comparable(value):  # a method without a result returns `None`
        return False
    parts = list(parts_of(value))
    looked_up = [part for part in parts if isinstance(part, (set, frozenset))]  # not compared with a tolerance
    looked_up += [key for part in parts if isinstance(part, dict) for key in part]
    if sum(isinstance(part, (float, complex)) for part in parts) > _MAX_FLOATS or any(map(has_floats, looked_up)):
        return False
    values = (part for step in sequence.steps for value in step.values for part in parts_of(value))
    given = " ".join(part for part in values if isinstance(part, str)).lower()
    for text in (part for part in parts if isinstance(part, str)):
        words = [word.lower() for word in _WORD.findall(text)]
        is_said = len(words) < _MESSAGE_WORDS or all(word in known_words or word in given for word in words)
        if _ADDRESS.search(text) or not is_said:  # a model cannot know a message with new words
            return False
    return True


def _repeats(sequence: CallSequence, changing: frozenset[str]) -> bool:
    """Whether it makes the same call of another method, which changes an object, twice."""
    others = changing - {sequence.method}
    calls = [(step.target, write_step(step, "")) for step in sequence.steps if step.name in others]
    return len(set(calls)) < len(calls)
