"""Scores as tables for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from classeval_hf.core.tables import format_table
from classeval_hf.metrics.provenance import OWN_TASKS
from classeval_hf.runs.published import published_run

__all__ = [
    "analysis_table",
    "compat_moves_table",
    "compat_table",
    "interval_table",
    "published_table",
    "score_notes",
    "score_table",
]

_LEVELS = ("class_pass", "method_pass", "test_class_pass")
_COLUMN = re.compile(rf"({'|'.join(_LEVELS)})@\d+")
_COMPAT_METRICS = ("class_pass", "test_class_pass", "class_partial_success", "test_class_partial_success")
_MOVES = ("classes_up", "classes_down", "test_classes_up", "test_classes_down")
_MOST_TASKS = 8
"""Tasks that a row names; more are counted."""
_OTHER_COLUMNS = ("test_rate", "class_partial_success@1", "dep_f", "dep_m", "recall_field@1", "recall_method@1")


def score_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    One row per run: tasks, samples, and pass@k for class, method and test class.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `str`: the table; a run without some k has an empty cell there.
    """
    names = {name for result in scores.values() for name in result}
    columns = sorted((name for name in names if _COLUMN.fullmatch(name)), key=_level_then_k)
    rows = [
        [run, result["n_tasks"], result["n_samples"], *(result.get(column) for column in columns)]
        for run, result in scores.items()
    ]
    return format_table(["run", "tasks", "samples", *columns], rows)


def analysis_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    One row per run: test rate, partial success, DEP and Recall@1.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `str`: the table, without the columns that no run has.
    """
    columns = [name for name in _OTHER_COLUMNS if any(name in result for result in scores.values())]
    rows = [[run, *(result.get(column) for column in columns)] for run, result in scores.items()]
    return format_table(["run", *columns], rows)


def interval_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    One row per run and average: its confidence interval.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `str`: the table; empty if no run has intervals.
    """
    rows = [
        [run, name, result[name], low, high]
        for run, result in scores.items()
        for name, (low, high) in result.get("intervals", {}).items()
        if not name.endswith("_sound")
    ]
    return format_table(["run", "metric", "value", "low", "high"], rows) if rows else ""


def compat_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    One row per run and metric: the score by the public harness's rules beside the strict one.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `str`: the table; empty if no run was scored by other rules.
    """
    rows = []
    for run, strict, block in _compat_blocks(scores):
        found = [name for metric in _COMPAT_METRICS for name in block["scores"] if name.partition("@")[0] == metric]
        rows += [[run, name, block["scores"][name], strict.get(name)] for name in found]
    return format_table(["run", "metric", "public harness", "strict"], rows) if rows else ""


def compat_moves_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    One row per run and rule of the public harness: how many classes and test classes it moves, alone.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `str`: the table; empty if no run was scored by other rules.
    """
    rows = [
        [run, rule.replace("_", " "), *(moved[name] for name in _MOVES), _some_tasks(moved["tasks"])]
        for run, _, block in _compat_blocks(scores)
        for rule, moved in block["moves"].items()
    ]
    header = ["run", "rule", *(name.replace("_", " ") for name in _MOVES), "tasks"]
    return format_table(header, rows) if rows else ""


def _compat_blocks(
    scores: Mapping[str, Mapping[str, Any]],
) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Name, strict scores and scores by other rules of each run, and of each split where it has several."""
    for run, result in scores.items():
        block = result.get("compat") or {}
        if "splits" in block:
            for split, of_split in block["splits"].items():
                yield f"{run}, {split}", result["splits"][split], of_split
        elif block:
            yield run, result, block


def _some_tasks(task_ids: Sequence[str]) -> str:
    more = len(task_ids) - _MOST_TASKS
    return ", ".join(task_ids[:_MOST_TASKS]) + (f" and {more} more" if more > 0 else "")


def score_notes(scores: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """
    What a reader of the table must know before quoting it: all warnings of a run, then two lines.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `list[str]`: lines.
    """
    notes = []
    for run, result in scores.items():
        notes += [f"{run}: {warning['message']} {warning['advice']}" for warning in result.get("warnings", ())]
        if result.get("provenance"):
            notes += [f"{run}: {line}" for line in _two_lines(result, result["provenance"])]
    return notes


def _two_lines(result: Mapping[str, Any], provenance: Mapping[str, Any]) -> tuple[str, str]:
    """What is scored, and how."""
    what = "; ".join(_split_line(split, result) for split in provenance["splits"])
    if "class_pass@1_sound" in result:
        what += f"; over the {provenance['sound_tasks']} that are sound here {result['class_pass@1_sound']:.4f}"
    counts = {len(samples) for samples in result["results"].values()}
    n = f"{min(counts)}" if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
    timeout, isolation = provenance["timeout"], provenance["isolation"]
    limit = f"{timeout:g} s per test class" if isinstance(timeout, (int, float)) else "time limits by the references"
    contained = f"network {isolation['network']}, writes {isolation['filesystem_write']}"
    warned = len(result.get("warnings", ()))
    advice = f"read the {warned} warnings above before quoting it" if warned else "no warnings"
    return (
        f"{what}; n = {n}.",
        f"Metric {result['metric_version']}, {limit}, contained at {isolation['tier']} ({contained}), "
        f"{provenance['python']}; {advice}.",
    )


def _split_line(split: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    of_split = result.get("splits", {}).get(split["split"], result)
    names = [name for name in ("class_pass@1", "method_pass@1") if name in of_split]
    values = ", ".join(f"{name} {of_split[name]:.4f}" for name in names)
    if split["split"] == OWN_TASKS:
        return f"{values} over {split['tasks']} tasks of one's own"
    version = split["version"] or "not the released data"
    return f"{values} over {split['tasks']} of {split['of']} tasks of {split['split']} ({version})"


def published_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    Measured beside published scores, for files of the public repository whose scores are published; with those by the
    public harness's rules where they were asked for.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per file, what [`classeval_hf.scoring.compute.compute_scores`]
            returned.

    Returns:
        `str`: the table; empty if none of the files is known.
    """
    rows = []
    with_compat = any(result.get("compat") for result in scores.values())
    for file, result in scores.items():
        published = published_run(file)
        by_their_rules = result.get("compat", {}).get("scores", {})
        for metric, value in published.scores.items() if published else ():
            measured = result.get(metric)
            difference = None if measured is None else measured - value
            beside = [by_their_rules.get(metric)] if with_compat else []
            rows.append([published.name, published.release, metric, value, *beside, measured, difference])  # type: ignore[union-attr]
    beside = ["public harness"] if with_compat else []
    header = ["run", "release", "metric", "published", *beside, "measured", "difference"]
    return format_table(header, rows) if rows else ""


def _level_then_k(name: str) -> tuple[int, int]:
    level, _, k = name.partition("@")
    return _LEVELS.index(level), int(k)
