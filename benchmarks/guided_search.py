"""The search of `classeval-hf strengthen`, and a search guided by coverage and states of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappush, heapreplace
from itertools import combinations, count, cycle, islice
from random import Random
from typing import Protocol

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.contract_inference import infer_contract
from classeval_hf.strengthening.contracts import ClassContract
from classeval_hf.strengthening.expectations import ROUNDS
from classeval_hf.strengthening.mutations import Corpus, corpus_of, mutate_sequence, numbered_mutation
from classeval_hf.strengthening.pipeline import Options
from classeval_hf.strengthening.running import ReferenceRunner, SequenceRun, record_seeds
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Seed, Step, Value, described, renumbered

_STEPS = Options().steps


@dataclass(frozen=True)
class Start:
    """The inputs of all searches of a task."""

    task: ClassTask
    seeds: Sequence[Seed]
    contract: ClassContract
    corpus: Corpus
    runner: ReferenceRunner

    @classmethod
    def of(cls, task: ClassTask, runner: ReferenceRunner) -> Start:
        seeds = record_seeds(task, runner).seeds
        contract = infer_contract(task, seeds)
        for number in range(ROUNDS):  # starts the processes of references, whose time counts for no search
            runner.run(task, [seed.sequence for seed in seeds], hash_seed=number, coverage=False)
        runner.run(task, [seed.sequence for seed in seeds], coverage=True)
        return cls(task, seeds, contract, corpus_of(task, seeds), runner)


class Search(Protocol):
    def sequences(self) -> Iterator[CallSequence | None]:
        """Sequences, legal or not; `None` if a mutation gave nothing new."""

    def chosen(self, legal: Sequence[CallSequence]) -> Sequence[CallSequence]:
        """Learns from legal sequences; returns those to make tests of."""


@dataclass
class Numbered:
    """Mutations of seeds, by number."""

    start: Start
    mutations: int | None = None  # mutations per seed (default: without end)

    def sequences(self) -> Iterator[CallSequence | None]:
        task_id, corpus = self.start.task.task_id, self.start.corpus
        for number in islice(count(), self.mutations):
            for seed in self.start.seeds:
                yield numbered_mutation(seed.sequence, number, corpus, 0, task_id, _STEPS)

    def chosen(self, legal: Sequence[CallSequence]) -> Sequence[CallSequence]:
        return legal


class Guided:
    """Mutates in turn a seed and a sequence that reached something new in the reference."""

    def __init__(self, start: Start, all_tests: bool) -> None:
        self._start, self._all_tests = start, all_tests  # whether tests are made of all legal sequences
        self._named = {"", *(name for method in start.contract.methods.values() for name in method.raises)}
        self._reached: set[object] = set()
        self._pool: list[tuple[int, int, CallSequence]] = []  # a heap, with the number of its mutations
        seeds = [seed.sequence for seed in start.seeds]
        arcs = [run.arcs for run in self._watched(seeds) if run is not None]
        self._common = frozenset[tuple[int, int]]().union(*arcs[:1]).intersection(*arcs)
        self.chosen(seeds)

    def sequences(self) -> Iterator[CallSequence | None]:
        rng = Random(f"0/{self._start.task.task_id}")
        for seed in cycle(self._start.seeds):
            yield mutate_sequence(seed.sequence, self._start.corpus, rng, _STEPS)
            if self._pool:
                mutated, number, sequence = self._pool[0]
                heapreplace(self._pool, (mutated + 1, number, sequence))
                yield mutate_sequence(sequence, self._start.corpus, rng, _STEPS)

    def chosen(self, legal: Sequence[CallSequence]) -> Sequence[CallSequence]:
        new = []
        for sequence, run in zip(legal, self._watched(legal), strict=True):
            if run is None or run.results[::2][-1].error not in self._named:
                continue
            reached = set(reached_by(sequence, run, self._common))
            if not reached <= self._reached:
                self._reached |= reached
                new.append(sequence)
                heappush(self._pool, (0, len(self._pool), sequence))
        return legal if self._all_tests else new

    def _watched(self, sequences: Sequence[CallSequence]) -> list[SequenceRun | None]:
        return self._start.runner.run(self._start.task, list(map(_with_fields_read, sequences)), coverage=True)


def _with_fields_read(sequence: CallSequence) -> CallSequence:
    """The sequence with a read after each step: of the object's fields, or else of the name of the class."""
    steps: list[Step] = []
    for step in renumbered(sequence.steps, {number: 2 * number for number in range(len(sequence.steps))}):
        made = len(steps) if step.action == "new" else step.target
        steps += [step, Step("get", made, "__name__" if made == CLASS else "__dict__")]
    without_fields = frozenset({("__dict__", "AttributeError")})  # an object may have none
    return replace(sequence, steps=tuple(steps), goes_on=sequence.goes_on | without_fields)


def reached_by(
    sequence: CallSequence, run: SequenceRun, common: frozenset[tuple[int, int]] = frozenset()
) -> Iterator[object]:
    """Arcs between lines, pairs of arcs, states of objects, and calls with the call that changed a field before."""
    arcs = sorted(run.arcs - common)
    yield from arcs
    yield from combinations(arcs, 2)
    fields: dict[int, Mapping[str, Value]] = {}
    changed_by: dict[tuple[int, str], str] = {}
    states = [result.value for result in run.results[1::2]]
    for number, (step, state) in enumerate(zip(sequence.steps, states, strict=False)):
        made = number if step.action == "new" else step.target
        if not isinstance(state, dict):
            continue
        yield tuple((name, roughly(value)) for name, value in state.items())
        yield from ((name, by, step.name) for (other, name), by in changed_by.items() if other == made)
        before = fields.get(made, {})
        changed = [
            name for name, value in state.items() if name not in before or described(before[name]) != described(value)
        ]
        changed_by.update({(made, name): step.name for name in changed})
        fields[made] = state


def roughly(value: Value, depth: int = 2) -> object:
    """Type, sign, and size as 0, 1, 2, up to 4, up to 8, and so on; also for parts of a container."""
    kind = type(value).__name__
    if isinstance(value, (int, float)):
        return kind, (value > 0) - (value < 0)
    if isinstance(value, (str, bytes)):
        return kind, bool(value)
    if isinstance(value, (list, tuple, dict, set, frozenset)) and depth:
        parts = value.values() if isinstance(value, dict) else value
        size = 1 + (len(value) - 1).bit_length() if value else 0
        return kind, size, frozenset(roughly(part, depth - 1) for part in parts)
    return kind
