"""
The conditions under which a score may be published: those that everybody else's were made under.

A whole split of the released task data, the paper's time limit, samples contained at T2 or better, no library missing,
and every sample run. A score that was made otherwise may be good for a purpose, but not for a leaderboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from classeval_hf.judging.judge import METRIC_VERSION
from classeval_hf.metrics.provenance import DEFAULT_TIMEOUT, OWN_TASKS
from classeval_hf.reading.extraction import MAX_ANSWER_CHARS

__all__ = ["require_standard_conditions"]

_TIERS = ("T3", "T2")


def require_standard_conditions(scores: Mapping[str, Any], path: Path) -> None:
    """
    Checks that scores were made under standard conditions.

    Args:
        scores (`Mapping[str, Any]`): what [`classeval_hf.scoring.compute.compute_scores`] returned.
        path (`Path`): the file that they are from, for messages.

    Raises:
        `ValueError`: naming every condition that was not standard, and what to do.
    """
    provenance = scores.get("provenance")
    if not provenance:
        raise ValueError(
            f"{path} does not say what its scores were made with: they are from version 0.1.0. Score the answers "
            f"again: classeval-hf score ANSWERS -o {path.name}."
        )
    problems = [*_of_tasks(scores, provenance), *_of_run(scores, provenance)]
    if problems:
        raise ValueError(
            f"{path} was not scored under standard conditions, and is not published: {'; '.join(problems)}."
        )


def _of_tasks(scores: Mapping[str, Any], provenance: Mapping[str, Any]) -> Iterator[str]:
    if len(provenance["splits"]) != 1:
        names = " and ".join(split["split"] for split in provenance["splits"])
        yield f"its tasks are of several splits ({names}): score each by itself"
    for split in provenance["splits"]:
        name = split["split"]
        if name == OWN_TASKS:
            yield f"{split['tasks']} of its tasks are of no split that results are published for"
        elif not split["is_released"]:
            yield f"the tests of the split {name} are not the released ones: score without --tasks-from"
        if split["tasks"] < split["of"]:
            yield f"it holds {split['tasks']} of the {split['of']} tasks of the split {name}: score all"
    missing = provenance["missing_libraries"]
    if missing:
        modules = ", ".join(sorted({module for of_task in missing.values() for module in of_task}))
        yield f"{len(missing)} tasks lacked libraries ({modules}): pip install 'classeval-hf[tasks]'"


def _of_run(scores: Mapping[str, Any], provenance: Mapping[str, Any]) -> Iterator[str]:
    if scores["metric_version"] != METRIC_VERSION:
        yield f"it was scored by version {scores['metric_version']} of the metric, and this is {METRIC_VERSION}"
    if provenance["timeout"] != DEFAULT_TIMEOUT:
        yield f"its time limit is {provenance['timeout']} and not {DEFAULT_TIMEOUT:g} s: leave --timeout out"
    if provenance["max_answer_chars"] != MAX_ANSWER_CHARS:
        yield (
            f"answers of up to {provenance['max_answer_chars']} characters were read, and not of up to "
            f"{MAX_ANSWER_CHARS}: leave --max-answer-chars out"
        )
    tier = scores["isolation"]["tier"]
    if tier not in _TIERS:
        yield f"its samples were contained at {tier}: score where T2 or T3 holds"
    broken = scores["n_infrastructure_errors"]
    if broken:
        yield f"{broken} samples could not be run: score again"
    counts = {len(samples) for samples in scores["results"].values()}
    if len(counts) > 1:
        yield f"its tasks have from {min(counts)} to {max(counts)} samples: generate the missing ones"
