"""Scores as tables for the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from classeval_hf.provenance import OWN_TASKS
from classeval_hf.published import published_run
from classeval_hf.tables import format_table

__all__ = ["analysis_table", "interval_table", "published_table", "score_notes", "score_table"]

_LEVELS = ("class_pass", "method_pass", "test_class_pass")
_COLUMN = re.compile(rf"({'|'.join(_LEVELS)})@\d+")
_OTHER_COLUMNS = ("test_rate", "class_partial_success@1", "dep_f", "dep_m", "recall_field@1", "recall_method@1")


def score_table(scores: Mapping[str, Mapping[str, Any]]) -> str:
    """
    One row per run: tasks, samples, and pass@k for class, method and test class.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute_scores`] returned.

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
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute_scores`] returned.

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
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute_scores`] returned.

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


def score_notes(scores: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """
    What a reader of the table must know before quoting it: all warnings of a run, then two lines.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per run, what [`classeval_hf.scoring.compute_scores`] returned.

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
    Measured beside published scores, for files of the public repository whose scores are published.

    Args:
        scores (`Mapping[str, Mapping[str, Any]]`): per file, what [`classeval_hf.scoring.compute_scores`] returned.

    Returns:
        `str`: the table; empty if none of the files is known.
    """
    rows = []
    for file, result in scores.items():
        published = published_run(file)
        for metric, value in published.scores.items() if published else ():
            measured = result.get(metric)
            difference = None if measured is None else measured - value
            rows.append([published.name, published.release, metric, value, measured, difference])  # type: ignore[union-attr]
    return format_table(["run", "release", "metric", "published", "measured", "difference"], rows) if rows else ""


def _level_then_k(name: str) -> tuple[int, int]:
    level, _, k = name.partition("@")
    return _LEVELS.index(level), int(k)
