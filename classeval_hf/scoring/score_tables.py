"""Scores as tables for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from classeval_hf.core.terminal_tables import Figure, terminal_table
from classeval_hf.metrics.averages import average
from classeval_hf.metrics.headline import MAIN_METRICS, headline, samples_text
from classeval_hf.metrics.scores import CompatScores, Scores
from classeval_hf.runs.published import published_run

_LEVELS = ("class_pass", "method_pass", "test_class_pass", "pass")
_COLUMN = re.compile(rf"({'|'.join(_LEVELS)})(?:_([a-z0-9_]+))?@(\d+)")
_COMPAT_METRICS = ("class_pass", "test_class_pass", "class_partial_success", "test_class_partial_success")
_MOVES = ("classes_up", "classes_down", "test_classes_up", "test_classes_down")
_MAX_TASKS = 8
"""Tasks that a row names; more are counted."""


def score_table(scores: Mapping[str, Scores]) -> str:
    """One row per run: tasks, samples per task, and the main scores in percent."""
    by_run = _by_split(scores)
    numbers = {run: headline(result) for run, result in by_run.items()}
    of_projects = [run for run, result in by_run.items() if result.is_of_projects]
    groups = [[run for run in by_run if run not in of_projects], of_projects]
    tables = [_main_table({run: by_run[run] for run in group}, numbers) for group in groups if group]
    levels = {result.ci.level for result in by_run.values() if result.ci is not None}
    level = f"{min(levels) * 100:g}%" if len(levels) == 1 else "confidence"
    intervals = f", with {level} intervals" if levels else ""
    return "\n\n".join(tables) + f"\nIn percent{intervals}; n samples per task."


def _main_table(by_run: Mapping[str, Scores], numbers: Mapping[str, Mapping[str, str]]) -> str:
    columns = _headings(numbers[run] for run in by_run)
    rows = [
        [run, result.n_tasks, Figure(samples_text(result)), *(_figure(numbers[run].get(name)) for name in columns)]
        for run, result in by_run.items()
    ]
    return terminal_table(["run", "tasks", "n", *columns], rows, transposable=True)


def full_table(scores: Mapping[str, Scores]) -> str:
    """One row per run, or one column: all averages, by their names in score files and from 0 to 1."""
    by_run = _by_split(scores)
    known = dict.fromkeys(name for result in by_run.values() for name in result.averages)
    suites = list(dict.fromkeys(suite for result in by_run.values() for suite in result.suites))
    last = (len(_LEVELS), 0, 0)
    columns = sorted(known, key=lambda name: _place(name, suites) or last)
    rows = [
        [run, result.n_tasks, result.n_samples, *(result.averages.get(column) for column in columns)]
        for run, result in by_run.items()
    ]
    return terminal_table(["run", "tasks", "samples", *columns], rows, transposable=True)


def _headings(numbers: Iterable[Mapping[str, str]]) -> list[str]:
    """The headings of all runs, in the order of the main scores."""
    stems = list(MAIN_METRICS.values())
    found = dict.fromkeys(name for of_run in numbers for name in of_run)
    return sorted(found, key=lambda name: stems.index(name.partition("@")[0]))


def _figure(text: str | None) -> Figure | None:
    return None if text is None else Figure(text)


def interval_table(scores: Mapping[str, Scores]) -> str:
    """One row per run and average: its confidence interval."""
    rows = [
        [run, name, result.averages[name], low, high]
        for run, result in _by_split(scores).items()
        for name, (low, high) in result.intervals.items()
        if not name.endswith("_sound")
    ]
    return _table_of_runs(["run", "metric", "value", "low", "high"], rows)


def project_table(scores: Mapping[str, Scores]) -> str:
    """
    One row per run and project, of runs with tasks of several: pass@k for the least k, and the test rate, in percent.
    """
    header, rows = ["run", "project", "tasks", "sound", "pass@1", "test rate"], []
    for run, result in _by_split(scores).items():
        projects = dict.fromkeys(result.projects.values())
        for project in projects if len(projects) > 1 else ():
            tasks = [task for task, of_task in result.projects.items() if of_task == project]
            sound = sum(task not in result.unsound_tasks for task in tasks)
            values = [average(result.per_task.get(name, {}), tasks) for name in ("pass@1", "test_rate")]
            figures = [None if value is None else Figure(f"{value * 100:.1f}") for value in values]
            rows.append([run, project, len(tasks), sound, *figures])
    return _table_of_runs(header, rows)


def compat_table(scores: Mapping[str, Scores]) -> str:
    """One row per run and metric: the score by the public harness's rules and the strict one."""
    rows = []
    for run, strict, block in _compat_blocks(scores):
        found = [name for metric in _COMPAT_METRICS for name in block.scores if name.partition("@")[0] == metric]
        rows += [[run, name, block.scores[name], strict.averages.get(name)] for name in found]
    return _table_of_runs(["run", "metric", "public harness", "strict"], rows)


def compat_moves_table(scores: Mapping[str, Scores]) -> str:
    """One row per run and rule of the public harness: how many classes and test classes it moves, alone."""
    rows = [
        [run, rule.replace("_", " "), *(getattr(moved, name) for name in _MOVES), _some_tasks(moved.tasks)]
        for run, _, block in _compat_blocks(scores)
        for rule, moved in block.moves.items()
    ]
    return _table_of_runs(["run", "rule", *(name.replace("_", " ") for name in _MOVES), "tasks"], rows)


def _table_of_runs(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table whose rows are named by run and something else; a single run is named once, above."""
    if len({row[0] for row in rows}) > 1:
        return terminal_table(header, rows, names=2)
    return f"{rows[0][0]}\n{terminal_table(header[1:], [row[1:] for row in rows])}" if rows else ""


def _by_split(scores: Mapping[str, Scores]) -> dict[str, Scores]:
    """The scores of each split, by the run's name and the split's where a run has several."""
    return {
        f"{run}, {split}" if split else run: of_split
        for run, result in scores.items()
        for split, of_split in result.by_split().items()
    }


def _compat_blocks(scores: Mapping[str, Scores]) -> Iterator[tuple[str, Scores, CompatScores]]:
    """Name, strict scores and scores by other rules of each run, and of each split where it has several."""
    for run, result in scores.items():
        for split, block in result.compat.items():
            yield (f"{run}, {split}", result.by_split()[split], block) if split else (run, result, block)


def _some_tasks(task_ids: Sequence[str]) -> str:
    more = len(task_ids) - _MAX_TASKS
    return ", ".join(task_ids[:_MAX_TASKS]) + (f" and {more} more" if more > 0 else "")


def published_table(scores: Mapping[str, Scores]) -> str:
    """
    Measured and published scores, for files of the public repository whose scores are published; with those by the
    public harness's rules where they were asked for.
    """
    rows = []
    with_compat = any(result.compat for result in scores.values())
    for file, result in scores.items():
        published = published_run(file)
        by_their_rules = result.compat[""].scores if "" in result.compat else {}
        for metric, value in published.scores.items() if published else ():
            measured = result.averages.get(metric)
            difference = None if measured is None else measured - value
            compat = [by_their_rules.get(metric)] if with_compat else []
            rows.append([published.name, published.release, metric, value, *compat, measured, difference])  # type: ignore[union-attr]
    header = ["run", "release", "metric", "published", *["public harness"] * with_compat, "measured", "difference"]
    return terminal_table(header, rows) if rows else ""


def _place(name: str, suites: Sequence[str]) -> tuple[int, int, int] | None:
    """Where a column stands, by level, k and test suite; `None` for what is no column."""
    found = _COLUMN.fullmatch(name)
    if found is None or found[2] not in (None, *suites):
        return None
    return _LEVELS.index(found[1]), int(found[3]), 0 if found[2] is None else 1 + suites.index(found[2])
