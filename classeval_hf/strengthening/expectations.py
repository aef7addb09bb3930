"""Makes tests from call sequences, and writes them as a readable unittest module. A test expects only values that can
be compared and are the same in each run, no texts of messages, and only exceptions that the contract names."""

import cmath
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, count
from random import Random

from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import PLUS, ClassTask, TestSuite
from classeval_hf.strengthening import sequences
from classeval_hf.strengthening.contracts import ClassContract, breach
from classeval_hf.strengthening.running import CLOCK_STEP, ReferenceRunner, same_results
from classeval_hf.strengthening.sequences import CallSequence, Seed, StepResult, Value, has_floats, write_value

ROUNDS = 5  # runs of the reference that must agree: fresh processes, with different hash seed, order and date
_ADDRESS = re.compile(r"\bat 0x[0-9a-f]+|<[\w.]+ object")
_WORD = re.compile(r"[A-Za-z]{3,}")
_DELTA = 1e-6  # tolerance of floats: absolute below 1, relative above
_MAX_FLOATS = 12  # maximum of floats in an expected value: a longer test is hard to read


@dataclass(frozen=True)
class StrengthenedTest:
    sequence: CallSequence
    results: tuple[StepResult, ...]  # a result per step; an exception before the last changes nothing
    checks: tuple[int, ...]  # the steps whose results are expected

    @property
    def name(self) -> str:
        """Name of its method in a suite, which does not depend on other tests."""
        return f"test_{self.sequence.hash}"

    @property
    def expected_hash(self) -> str:
        """The first hexadecimal digits of the SHA-256 of all expected values and exceptions."""
        expected = [write_value(self.results[number].value) for number in self.checks]
        errors = [result.error for result in self.results[:-1] if result.error]
        text = repr((self.sequence.hash, self.checks, expected, self.results[-1].error, *errors))
        return sha256(text.encode()).hexdigest()[: sequences.HASH_CHARS]


_Run = tuple[tuple[StepResult, ...], str]


@dataclass(frozen=True)
class Expectations:
    task: ClassTask
    seeds: Sequence[Seed]  # call sequences of its tests, with their results
    exceptions: Mapping[str, Collection[str]]  # exceptions that the contract names, by method (`__init__` included)
    contract: ClassContract | None = None  # sequences must also keep it without calls that raise; `None`: not checked

    def tests(
        self, legal: Sequence[CallSequence], runner: ReferenceRunner
    ) -> tuple[list[StrengthenedTest], Counter[str]]:
        """Runs legal sequences on the reference; returns the tests made from them, and counts of dropped ones."""
        known = {seed.sequence.hash for seed in self.seeds}
        kept: list[StrengthenedTest] = []
        dropped: Counter[str] = Counter()
        seen = [result.value for seed in self.seeds for result in seed.results]
        texts = {part for value in seen for part in sequences.parts_of(value) if isinstance(part, str)}
        words = frozenset(word.lower() for text in (self.task.skeleton, *texts) for word in _WORD.findall(text))
        changing: set[str] = set()  # what changes an object
        before: dict[str, set[str]] = {}  # per method, earlier calls
        for seed in self.seeds:
            called: set[str] = set()
            for step, result in zip(seed.sequence.steps, seed.results, strict=False):
                if step.action in ("call", "get"):
                    before.setdefault(step.name, set()).update(called)
                if step.action == "call" and not result.error:
                    called.add(step.name)
                    changing.update([step.name] if result.changed else [])
        repeating = frozenset(seed.sequence.method for seed in self.seeds if _repeats(seed.sequence, changing))
        for sequence, (results, reason) in zip(legal, self._runs(legal, runner), strict=True):
            if not reason:
                called = set()  # what may have changed an object
                checks = []
                for number, (step, result) in enumerate(zip(sequence.steps, results, strict=False)):
                    is_shown = called - {step.name} <= before.get(step.name, set())
                    if step.action in ("call", "get") and not result.error and is_shown:
                        checks += [number] * _may_be_expected(result.value, sequence, words)
                    called |= {step.name} & changing if step.action == "call" and not result.error else set()
                judged = [*checks, *(number for number, result in enumerate(results) if result.error)]
                length = max(judged, default=-1) + 1
                sequence = replace(sequence, steps=sequence.steps[:length])
                # If another method could fail it, it is a test of the class as a whole.
                others = {step.name for step in map(sequence.steps.__getitem__, judged) if step.action != "get"}
                repeated = sequence.method not in repeating and _repeats(sequence, changing)
                sequence = replace(sequence, method="") if others - {sequence.method} or repeated else sequence
                test = StrengthenedTest(sequence, tuple(results[:length]), tuple(checks))
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

    def _runs(self, legal: Sequence[CallSequence], runner: ReferenceRunner) -> list[_Run]:
        """The results of each sequence's first run, and the reason if it makes no test; it is then not run again."""
        found: list[_Run] = [((), "")] * len(legal)
        for number in range(ROUNDS):
            order = [index for index, (_, reason) in enumerate(found) if not reason]
            Random(number).shuffle(order)  # shows sequences whose results depend on earlier ones
            runs = runner.run(self.task, [legal[index] for index in order], number, ahead=number * CLOCK_STEP)
            for index, run in zip(order, runs, strict=True):
                first = run.results if run is not None and not number else found[index][0]
                reason, steps = "", legal[index].steps
                names = ["__init__" if step.action == "new" else step.name for step in steps]
                raised = {(name, result.error) for name, result in zip(names, first, strict=False) if result.error}
                refused = [place for place, result in enumerate(first[:-1]) if result.error]
                if run is None:
                    reason = "it takes too long"
                elif not same_results(first, run.results):
                    reason = "the reference does not agree with itself"
                elif run.files:  # tests of a test class would share them
                    reason = "it writes files"
                elif any(error not in self.exceptions.get(name, ()) for name, error in raised):
                    reason = "it raises an exception that no contract names"
                elif refused and self.contract is not None:
                    # A step may be legal only after an earlier call, and that call may have done nothing.
                    kept = replace(legal[index], steps=sequences.cut(steps[: len(first)], refused))
                    if breach(self.contract, kept) is not None:
                        reason = "without the calls that change nothing it is not legal"
                found[index] = first, reason
        return found


def _may_be_expected(value: Value, sequence: CallSequence, known_words: frozenset[str]) -> bool:
    if value is None or not sequences.is_comparable(value):  # a method without a result returns `None`
        return False
    parts = list(sequences.parts_of(value))
    looked_up = [part for part in parts if isinstance(part, (set, frozenset))]  # not compared with a tolerance
    looked_up += [key for part in parts if isinstance(part, dict) for key in part]
    if sum(isinstance(part, (float, complex)) for part in parts) > _MAX_FLOATS or any(map(has_floats, looked_up)):
        return False
    values = (part for step in sequence.steps for value in step.values for part in sequences.parts_of(value))
    given = " ".join(part for part in values if isinstance(part, str)).lower()
    for text in (part for part in parts if isinstance(part, str)):
        words = [word.lower() for word in _WORD.findall(text)]
        is_known = len(words) < 3 or all(word in known_words or word in given for word in words)
        if _ADDRESS.search(text) or not is_known:  # a model cannot know a message with new words
            return False
    return True


def _repeats(sequence: CallSequence, changing: set[str]) -> bool:
    """Whether it repeats a call of another method that changes an object."""
    others = changing - {sequence.method}
    calls = [(step.target, sequences.write_step(step, "")) for step in sequence.steps if step.name in others]
    return len(set(calls)) < len(calls)


def plus_suite(task: ClassTask, tests: Sequence[StrengthenedTest]) -> TestSuite | None:
    """Writes a task's tests as a suite with a test class per method and for the whole class; `None` without tests."""
    of_method = grouped((test.sequence.method, test) for test in tests)
    names: dict[str, str] = {}
    for method in filter(of_method.__contains__, dict.fromkeys((*task.declared_methods, ""))):
        words = [word[:1].upper() + word[1:] for word in method.split("_") if word] or ["Class"]
        name = f"{task.class_name}PlusTest{''.join(words)}"
        free = chain([name], (f"{name}{number}" for number in count(2)))
        names[method] = next(item for item in free if item not in names.values())
    if not names:
        return None
    written = "\n".join(line for test in tests for line in write_test("C", test))
    # An import must not replace the class under test.
    needed = (line for sign, line in sequences.IMPORTS.items() if sign in written)
    lines = ["import unittest", *(line for line in needed if line.split()[-1] != task.class_name)]
    for method, name in names.items():
        lines += ["", "", f"class {name}(unittest.TestCase):"]
        for number, test in enumerate(of_method[method]):
            lines += [""] * bool(number) + ["    " + line for line in write_test(task.class_name, test)]
    methods = {method: (names[method],) if method in names else () for method in task.declared_methods}
    of_class = (names[""],) if "" in names else ()
    return TestSuite(PLUS, "\n".join(lines) + "\n", tuple(names.values()), methods, of_class)


def write_test(class_name: str, test: StrengthenedTest) -> list[str]:
    steps = test.sequence.steps
    used = {number for step in steps for number in step.needs}
    made = [number for number, step in enumerate(steps) if step.action == "new"]
    name = f"the_{re.sub('(?<=[a-z0-9])(?=[A-Z])', '_', class_name).lower()}"
    names = {number: f"result_{number}" for number in range(len(steps))}
    names |= {number: name if len(made) == 1 else f"{name}_{place}" for place, number in enumerate(made, 1)}
    lines = [f"def {test.name}(self):"]
    for number, (step, result) in enumerate(zip(steps, test.results, strict=True)):
        written = sequences.write_step(step, class_name, names)
        checked = number in test.checks
        if result.error:
            lines += [f"    with self.assertRaises({result.error}):", f"        {written}"]
            continue
        if number in used or (checked and has_floats(result.value) and not isinstance(result.value, float)):
            lines.append(f"    {names[number]} = {written}")
            written = names[number]
        elif not checked:
            lines.append(f"    {written}")
        if checked:
            lines += [f"    {line}" for line in _checks(written, result.value)]
    return lines


def _checks(written: str, value: Value) -> Iterator[str]:
    """Assertions that an expression has a value: each float to a tolerance, everything else exactly."""
    if not has_floats(value) or (isinstance(value, (float, complex)) and not cmath.isfinite(value)):
        yield f"self.assertEqual({written}, {write_value(value)})"
    elif isinstance(value, (float, complex)):
        delta = _DELTA * max(1.0, abs(value.real), abs(value.imag))
        yield f"self.assertAlmostEqual({written}, {write_value(value)}, delta={delta:.3g})"
    elif isinstance(value, dict):
        yield f"self.assertEqual(set({written}), {write_value(set(value))})"
        for key, item in value.items():
            yield from _checks(f"{written}[{write_value(key)}]", item)
    else:
        yield f"self.assertEqual(len({written}), {len(value)})"
        for index, item in enumerate(value):
            yield from _checks(f"{written}[{index}]", item)
