"""
The standard conditions under which a score may be published.

A whole split of the released task data, the paper's time limit, samples isolated at T2 or better, no library missing,
every sample asked for and run. A score under other conditions may have its use, but not on a leaderboard.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.metrics.provenance import DEFAULT_TIMEOUT, OWN_PROJECTS, OWN_TASKS, Provenance
from classeval_hf.metrics.scores import Scores
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.runs.run_records import RunRecord

_TIERS = ("T3", "T2")


_NAMED = 5
"""Tasks that a message names."""


def require_standard_conditions(scores: Scores, path: Path, record: RunRecord | None = None) -> None:
    """Checks that scores were made under standard conditions."""
    provenance = scores.provenance
    if provenance is None:
        raise UserError(
            f"{path} has no provenance, since it is from version 0.1.0. Score the samples again: "
            f"classeval-hf score SAMPLES -o {path.name}."
        )
    problems = [*_of_tasks(provenance), *_of_run(scores, provenance), *_of_generation(scores, record or RunRecord())]
    if problems:
        raise UserError(
            f"{path} was not scored under standard conditions, and is not published: {'; '.join(problems)}."
        )


def _of_tasks(provenance: Provenance) -> Iterator[str]:
    if len(provenance.splits) != 1:
        names = " and ".join(split.split for split in provenance.splits)
        yield f"its tasks are of several splits ({names}): score each by itself"
    for split in provenance.splits:
        if split.split in (OWN_TASKS, OWN_PROJECTS):
            yield f"{split.tasks} of its tasks are of no split that results are published for"
        elif not split.is_released:
            yield f"the tests of the split {split.split} are not the released ones: score without --tasks-from"
        if split.tasks < split.of:
            yield f"it holds {split.tasks} of the {split.of} tasks of the split {split.split}: score all"
    missing = provenance.missing_libraries
    if missing:
        modules = ", ".join(sorted({module for of_task in missing.values() for module in of_task}))
        yield f"{len(missing)} tasks lacked libraries ({modules}): pip install 'classeval-hf[tasks]'"


def _of_run(scores: Scores, provenance: Provenance) -> Iterator[str]:
    if scores.metric_version != METRIC_VERSION:
        yield f"it was scored by version {scores.metric_version} of the metric, and this is {METRIC_VERSION}"
    if provenance.timeout != DEFAULT_TIMEOUT:
        yield f"its time limit is {provenance.timeout} and not {DEFAULT_TIMEOUT:g} s: leave --timeout out"
    if provenance.max_answer_chars != MAX_COMPLETION_CHARS:
        yield (
            f"completions of up to {provenance.max_answer_chars} characters were read, and not of up to "
            f"{MAX_COMPLETION_CHARS}: leave --max-answer-chars out"
        )
    if scores.isolation is None or scores.isolation.tier.value not in _TIERS:
        tier = scores.isolation.tier.value if scores.isolation is not None else "an unknown tier"
        yield f"its samples were isolated at {tier}: score where T2 or T3 is available"
    if scores.n_infrastructure_errors:
        yield f"{scores.n_infrastructure_errors} samples could not be run: score again"
    min_samples, max_samples = scores.samples_per_task
    if min_samples != max_samples:
        yield f"its tasks have from {min_samples} to {max_samples} samples: generate the missing ones"


def _of_generation(scores: Scores, record: RunRecord) -> Iterator[str]:
    """What was never asked for; a completion that was cut off was, and is told in the notes."""
    unasked = next((warning for warning in scores.warnings if warning.kind == "prompt_too_long"), None)
    steps = record.prompts_too_long or ()
    if unasked is not None:
        yield f"{unasked.message.rstrip('.')}: generate with a longer --max-length, or a model with a longer window"
    elif steps:
        tasks = list(dict.fromkeys(step.task_id for step in steps))
        names = ", ".join(tasks[:_NAMED]) + (", ..." if len(tasks) > _NAMED else "")
        yield (
            f"{len({(step.task_id, step.sample) for step in steps})} samples lack what the model was not asked, since "
            f"the prompt did not fit ({names}): generate with a longer --max-length"
        )
    if 0 < record.tasks.count < len(scores.results):
        yield f"its generation was of {record.tasks.count} tasks alone, and the scores are of {len(scores.results)}"
    asked = 1 if record.arguments.decoding.greedy else record.arguments.decoding.n_samples or 0
    minimum = scores.samples_per_task[0]
    if minimum < asked:
        short = next(task for task, samples in scores.results.items() if len(samples) == minimum)
        yield f"{minimum} of {asked} samples are there of task {short}: generate the missing ones, and score again"
