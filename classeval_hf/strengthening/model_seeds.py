"""Seeds that a language model wrote (EvalPlus, Liu et al. 2023, section 2.1): only calls of its tests count, never
what they expect, and of a sequence that breaks the contract the first steps may."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.strengthening.contracts import ClassContract, breach
from classeval_hf.strengthening.recording import Seed, read_step
from classeval_hf.strengthening.running import CLOCK_STEP, ModelTest, ReferenceRunner
from classeval_hf.strengthening.sequences import CallSequence, without_steps
from classeval_hf.tasks.files import read_records

MODEL_TESTS_FILE = "model_tests.jsonl"  # where in the folder that `strengthen` writes the texts of a model are


@dataclass(frozen=True)
class ModelTexts:
    by_task: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    models: tuple[Mapping[str, Any], ...] = ()  # the `model` and its `settings`, each combination once


@dataclass(frozen=True)
class ModelSeeds:
    seeds: tuple[Seed, ...] = ()  # one per different sequence that the task's own tests do not have
    tests: int = 0  # tests that are in the texts
    left_out: Mapping[str, int] = field(default_factory=dict)  # how many gave no seed, by reason


def read_model_texts(path: Path, samples: int | None = None) -> ModelTexts:
    """Reads samples whose completions hold tests, or the folder of `strengthen`; `samples` of each task are taken."""
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
    """Call sequences from tests of a model, which are not trusted; `own` are seeds of the task's own tests."""
    known = {tuple(seed.sequence.lines("C")) for seed in own}
    by_lines: dict[tuple[str, ...], CallSequence] = {}
    left_out: Counter[str] = Counter()
    now, later = (
        [test for recorded in runner.record_model_tests(task, texts, ahead) for test in recorded]
        for ahead in (0.0, CLOCK_STEP)
    )
    tests = [_without_clock(test, again) for test, again in zip(now, later, strict=True)]
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
        else:  # what follows an exception is cut off
            seeds.append(Seed(replace(sequence, steps=sequence.steps[: len(run.results)]), run.results))
    return ModelSeeds(tuple(seeds), len(tests), dict(sorted(left_out.items())))


def _without_clock(test: ModelTest, again: ModelTest) -> ModelTest:
    """A test up to the first step that it does not make at another time, so that its seed is the same on every day."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(test.steps, again.steps, strict=False))
    return ModelTest(test.name, tuple(step for step, _ in same))


def _legal_part(test: ModelTest, contract: ClassContract) -> CallSequence | None:
    """The most of its first steps that are legal together, if they do more than make an object."""
    steps = [read_step(item) for item in test.steps]
    public = without_steps(steps, [number for number, step in enumerate(steps) if step.name.startswith("_")])
    for length in range(len(public), 0, -1):
        sequence = CallSequence(public[:length], origin=test.name)
        if breach(contract, sequence) is None:
            return sequence if any(step.action != "new" for step in sequence.steps) else None
    return None


def _method(task: ClassTask, sequence: CallSequence, own: Sequence[Seed]) -> str:
    """The last method called whose own tests call all that is called here; empty for the class as a whole."""
    called = {step.name for step in sequence.steps}
    for step in reversed(sequence.steps):
        of_method = [seed for seed in own if step.name in task.declared_methods and seed.sequence.method == step.name]
        if called <= {item.name for seed in of_method for item in seed.sequence.steps}:
            return step.name
    return ""
