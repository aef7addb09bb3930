"""The few numbers of a run that are shown first, each in percent: on a terminal, in a notebook, in a `repr`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from classeval_hf.metrics.intervals import MIN_UNITS
from classeval_hf.metrics.repository_metrics import by_project

if TYPE_CHECKING:
    from classeval_hf.metrics.scores import Scores

MAIN_METRICS: Mapping[str, str] = {
    "class_pass": "class",
    "method_pass": "method",
    "pass": "pass",
    "test_rate": "test rate",
    "dep_f": "DEP(F)",
    "dep_m": "DEP(M)",
}
"""What is shown first and what it is called, in this order; pass@k with its least k."""

_WITH_INTERVAL = ("class_pass", "pass")
_OF_PROJECTS = ("test_rate",)
"""Shown of repository-level tasks alone."""


def headline(scores: Scores) -> dict[str, str]:
    """The main numbers of a run on one split by heading, in percent: `32.0 (23.0-41.0)`, `36.6 (n/a: 2 projects)`."""
    found = {}
    of_projects = any(name.startswith("pass@") for name in scores.averages)
    for stem, title in MAIN_METRICS.items():
        if stem in _OF_PROJECTS and not of_projects:
            continue
        suites = ("", *(f"_{suite}" for suite in scores.suites))
        for suite in suites if stem in _WITH_INTERVAL else ("",):
            name = _smallest_k(scores, f"{stem}{suite}")
            if name is None:
                continue
            k = name[len(stem) + len(suite) :]
            text = f"{scores.averages[name] * 100:.1f}"
            found[f"{title}{k}{suite.replace('_', ' ')}"] = text + (
                interval_text(scores, name) if stem in _WITH_INTERVAL else ""
            )
    return found


def samples_text(scores: Scores) -> str:
    """The number n of samples per task, or its range where tasks differ."""
    low, high = scores.samples_per_task
    return f"{low}" if low == high else f"{low} to {high}"


def describe(scores: Scores) -> str:
    """Scores in a few lines."""
    lines = [
        ", ".join([f"{split}: {of_split.n_tasks} tasks", f"n = {samples_text(of_split)}", *_with_names(of_split)])
        for split, of_split in _named_splits(scores).items()
    ]
    return "\n  ".join([f"Scores, in percent, metric {scores.metric_version}", *lines, _warnings(scores)])


def describe_html(scores: Scores) -> str:
    """Scores as a small HTML table for notebooks."""
    splits = _named_splits(scores)
    numbers = {split: headline(of_split) for split, of_split in splits.items()}
    columns = list(dict.fromkeys(name for of_split in numbers.values() for name in of_split))
    rows = [
        [split, str(of_split.n_tasks), samples_text(of_split), *(numbers[split].get(name, "") for name in columns)]
        for split, of_split in splits.items()
    ]
    head = "".join(f"<th>{escape(name)}</th>" for name in ("split", "tasks", "n", *columns))
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    caption = f"Scores, in percent, metric {scores.metric_version}; {_warnings(scores)}"
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _named_splits(scores: Scores) -> dict[str, Scores]:
    """The scores by split, also where there is only one."""
    stated = [split.split for split in scores.provenance.splits] if scores.provenance is not None else []
    return {split or ", ".join(stated) or "tasks": found for split, found in scores.by_split().items()}


def _with_names(scores: Scores) -> list[str]:
    return [f"{name} {text}" for name, text in headline(scores).items()]


def _warnings(scores: Scores) -> str:
    kinds = ", ".join(dict.fromkeys(warning.kind for warning in scores.warnings))
    count = len(scores.warnings)
    return f"{count} warning{'' if count == 1 else 's'}: {kinds}" if count else "no warnings"


def _smallest_k(scores: Scores, stem: str) -> str | None:
    if stem in scores.averages:
        return stem
    ks = [int(k) for name, _, k in (name.rpartition("@") for name in scores.averages) if name == stem and k.isdigit()]
    return f"{stem}@{min(ks)}" if ks else None


def interval_text(scores: Scores, name: str) -> str:
    """The interval of an average in percent, to be put behind it, or what there is too little of for one."""
    if name in scores.intervals:
        low, high = scores.intervals[name]
        return f" ({low * 100:.1f}-{high * 100:.1f})"
    if scores.ci is None or name not in scores.per_task:
        return ""
    weighing = {task: term for task, term in scores.per_task[name].items() if term[1]}
    units, unit = len(weighing), "task"
    if len({scores.projects.get(task) for task in weighing}) > 1:
        units, unit = len(by_project(scores.projects, weighing)), "project"
    return f" (n/a: {units} {unit}{'' if units == 1 else 's'})" if units < MIN_UNITS else ""
