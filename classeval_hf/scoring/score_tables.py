"""Scores as tables for the terminal, and the notes below them: warnings, and facts to quote with the scores."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from classeval_hf.core.mappings import grouped
from classeval_hf.core.tables import Figure, Table, terminal_table
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.metrics.averages import DROP, average
from classeval_hf.metrics.scores import MAIN_METRICS, Scores, headline, ks_of, samples_text
from classeval_hf.runs.score_files import WHY_PUBLISHED_DIFFERS, PublishedRun
from classeval_hf.scoring.score_warnings import ShortWarning, short_warning
from classeval_hf.tasks.splits import is_own

_MAX_MARKS, _MARK_CHARS = 8, 40
_WIDTH = 80  # columns of a line on warnings


def print_notes(scores: Mapping[str, Scores], verbose: bool = False, warnings_only: bool = False) -> None:
    """Prints [`printed_notes`] to standard error, after the text on standard output."""
    sys.stdout.flush()
    for line in printed_notes(scores, verbose, warnings_only):
        print(line, file=sys.stderr)


def printed_notes(scores: Mapping[str, Scores], verbose: bool = False, warnings_only: bool = False) -> list[str]:
    """Notes for a terminal: a short line per kind of warning, once for several runs."""
    if verbose:
        return _shared(
            scores,
            lambda run, result: [
                *(f"{run}: {warning}" for warning in result.warnings),
                *suspicion_notes(run, result),
                *([] if warnings_only else _other_notes(run, result)),
            ],
        )
    others = [] if warnings_only else _shared(scores, _other_notes)
    found: list[tuple[str, ShortWarning]] = []
    for label, own in scores.items():
        marked = [bool(sample.passed) for sample, _ in own.suspicious_samples]
        which = f"{sum(marked)} of them pass; check these" if any(marked) else "and none passes"
        found += [(label, short_warning(warning)) for warning in own.warnings]
        found += [(label, ShortWarning(f"{{}} suspicious, {which}", "sample", len(marked)))] if marked else []
    lines = []
    for pairs in grouped((pair[1].text, pair) for pair in found).values():
        runs, shorts = dict.fromkeys(label for label, _ in pairs), [short for _, short in pairs]
        named = f"{next(iter(runs))}: {shorts[0]}"
        is_named = len(scores) > 1 and len(runs) == 1 and len(named) <= _WIDTH
        of_runs = f"{len(runs)} of {len(scores)} runs: " if len(scores) > 1 else ""
        lines.append(named if is_named else of_runs + ShortWarning.of(shorts))
    return [*(["Warnings (in full: --verbose, or `warnings` in the score file):", *lines] if lines else []), *others]


def report_notes(scores: Mapping[str, Scores]) -> list[str]:
    """Notes for a report: each once for several runs, in full if all of them have the same text."""
    lines = []
    for pairs in grouped(
        (short_warning(warning).text, (run, warning)) for run, own in scores.items() for warning in own.warnings
    ).values():
        runs, texts = dict.fromkeys(run for run, _ in pairs), dict.fromkeys(str(warning) for _, warning in pairs)
        who = next(iter(runs)) if len(runs) == 1 else f"{len(runs)} of {len(scores)} runs"
        if len(runs) > 1 and len(texts) > 1:
            short = ShortWarning.of([short_warning(warning) for _, warning in pairs])
            texts = {f"{short} (each in full: `warnings` in scores.json).": None}
        lines += [f"{who}: {text}" for text in texts]
    return lines + _shared(scores, lambda run, own: [*suspicion_notes(run, own), *_other_notes(run, own)])


def _shared(scores: Mapping[str, Scores], notes: Callable[[str, Scores], list[str]]) -> list[str]:
    """The notes on all runs, each once for several runs."""
    runs_of = grouped((line.removeprefix(run), run) for run, result in scores.items() for line in notes(run, result))
    many = {line: f"{len(runs)} of {len(scores)} runs" for line, runs in runs_of.items() if len(runs) > 1}
    return [f"{many.get(line, runs[0])}{line}" for line, runs in runs_of.items()]


def _other_notes(run: str, result: Scores) -> list[str]:
    notes, provenance = drop_notes(run, result), result.provenance
    if provenance is None:
        return notes
    of_splits = []
    for split in provenance.splits:
        averages = result.by_split().get(split.split, result).averages
        names = ("class_pass@1", "method_pass@1", "pass@1", *(["test_rate"] if "pass@1" in averages else []))
        values = ", ".join(f"{name} {averages[name]:.4f}" for name in names if name in averages)
        tasks = f"{counted(split.tasks, 'task')} of your own"
        if not is_own(split.split):
            all_of = f"all {counted(split.of, 'task')} of {split.split}"
            some = f"the {counted(split.tasks, 'task')} with completions, of {split.of} in {split.split}"
            of = all_of if split.tasks == split.of else some
            tasks = f"{of} ({split.version or 'not the released data'})"
        of_splits.append(f"{values} over {tasks}")
    what = "; ".join(of_splits)
    for name in ("class_pass@1_sound", "pass@1_sound"):
        if name in result.averages:
            what += f"; over the {provenance.sound_tasks} that are sound here {result.averages[name]:.4f}"
    timeout, isolation = provenance.timeout, provenance.isolation
    by_references = provenance.limits_by_reference or not isinstance(timeout, (int, float))
    limit = "time limits by the references" if by_references else f"{timeout:g} s per test class"
    limits = f"network {isolation.network}, writes {isolation.filesystem_write}"
    advice = "read the warnings above before quoting it" if result.warnings else "no warnings"
    return [
        *notes,
        f"{run}: {what}; n = {samples_text(result)}.",
        f"{run}: Metric {result.metric_version}, {limit}, isolation {isolation.tier.value} ({limits}), "
        f"{provenance.python}; {advice}.",
    ]


def suspicion_notes(run: str, result: Scores) -> list[str]:
    """How many samples touch the test framework or test data; empty if none does."""
    marked = result.suspicious_samples
    if not marked:
        return []
    # A hostile sample may have reported anything as a mark.
    known = sorted({ascii(mark)[1:-1][:_MARK_CHARS] for _, marks in marked for mark in marks})
    kinds = ", ".join(known[:_MAX_MARKS]) + (", ..." if len(known) > _MAX_MARKS else "")
    passing = sum(bool(sample.passed) for sample, _ in marked)
    return [
        f"{run}: {len(marked)} of {counted(result.n_samples, 'sample')} {agreeing(len(marked), 'is', 'are')} "
        f"suspicious, {passing} of them {agreeing(passing, 'passes', 'pass')}: they touch the test framework "
        f"or test data ({kinds}). A mark is not a verdict: check those that pass."
    ]


def drop_notes(run: str, result: Scores) -> list[str]:
    """How much lower class pass@k is with each further test suite than with `base` alone, in percentage points."""
    notes = []
    for split, of_split in result.by_split().items():
        who = f"{run}, {split}" if split else run
        for suite, used in of_split.suites.items():
            stem = f"class_pass_{suite}"
            if not (ks := ks_of(f"{stem}{DROP}", of_split.averages)):
                continue
            k = min(ks)
            base, both, drop = (of_split.averages[f"{name}@{k}"] for name in ("class_pass", stem, f"{stem}{DROP}"))
            interval = of_split.intervals.get(f"{stem}{DROP}@{k}")
            aside = f" ({interval[0] * 100:.1f} to {interval[1] * 100:.1f})" if interval else ""
            notes.append(
                f"{who}: class@{k} {base * 100:.1f} base, {both * 100:.1f} {suite}: {drop * 100:.1f} lower{aside}, in "
                f"percent; {len(used.task_hashes)} of {counted(of_split.n_tasks, 'task')} "
                f"{agreeing(len(used.task_hashes), 'has', 'have')} tests of {suite}."
            )
    return notes


_LEVELS = ("class_pass", "method_pass", "test_class_pass", "pass")
_COLUMN = re.compile(rf"({'|'.join(_LEVELS)})(?:_([a-z0-9_]+))?@(\d+)")
_COMPAT_METRICS = ("class_pass", "test_class_pass", "class_partial_success", "test_class_partial_success")
_MOVES = ("classes_up", "classes_down", "test_classes_up", "test_classes_down")
_MAX_TASKS = 8  # tasks that a row names; more are counted


def score_table(scores: Mapping[str, Scores]) -> str:
    """One row per run: tasks, samples per task, and the main scores in percent."""
    by_run = _by_split(scores)
    numbers = {run: headline(result) for run, result in by_run.items()}
    groups = [[run for run, result in by_run.items() if result.has_pass_rate is shown] for shown in (False, True)]
    stems, tables = list(MAIN_METRICS.values()), []
    for group in filter(None, groups):
        names = dict.fromkeys(name for run in group for name in numbers[run])
        columns = sorted(names, key=lambda name: stems.index(name.partition("@")[0]))
        facts = {run: [by_run[run].n_tasks, Figure(samples_text(by_run[run]))] for run in group}
        rows = [[run, *facts[run], *(Figure(numbers[run].get(name, "")) for name in columns)] for run in group]
        tables.append(terminal_table(["run", "tasks", "n", *columns], rows, transposable=True))
    levels = {result.ci.level for result in by_run.values() if result.ci is not None}
    level = f"{min(levels) * 100:g}%" if len(levels) == 1 else "confidence"
    intervals = f", with {level} intervals" if levels else ""
    return "\n\n".join(tables) + f"\nIn percent{intervals}; n samples per task."


def further_tables(
    scores: Mapping[str, Scores],
    every: bool = False,
    level: float | None = None,
    published: Mapping[str, PublishedRun] = MappingProxyType({}),
) -> list[Table]:
    """Further tables: `every` average, the intervals of a `level`, projects, published scores and public rules."""
    of_projects = []
    for run, result in _by_split(scores).items():
        projects = dict.fromkeys(result.projects.values())
        for project in projects if len(projects) > 1 else ():
            tasks = [task for task, own in result.projects.items() if own == project]
            sound = sum(task not in result.unsound_tasks for task in tasks)
            values = [average(result.per_task.get(name, {}), tasks) for name in ("pass@1", "test_rate")]
            figures = [None if value is None else Figure(f"{value * 100:.1f}") for value in values]
            of_projects.append([run, project, len(tasks), sound, *figures])
    of_rules = []
    for run, split, block in ((run, *item) for run, result in scores.items() for item in result.compat.items()):
        for rule, moved in block.moves.items():
            label, more = f"{run}, {split}" if split else run, len(moved.tasks) - _MAX_TASKS
            moving = ", ".join(moved.tasks[:_MAX_TASKS]) + (f" and {more} more" if more > 0 else "")
            of_rules.append([label, rule.replace("_", " "), *(getattr(moved, name) for name in _MOVES), moving])
    of_intervals = [
        [run, name, value, *result.intervals.get(name, [Figure("n/a"), Figure(result.no_interval.get(name, ""))])]
        for run, result in _by_split(scores).items()
        for name, value in result.averages.items()
        if name in {*result.intervals, *result.no_interval}
    ]
    title = f"Confidence intervals, level {level}, over tasks, or over projects where tasks are of several:"
    header = ["run", "rule", *(name.replace("_", " ") for name in _MOVES), "tasks"]
    tables = [
        *([full_table(scores)] if every else []),
        _table_of_runs("By project:", ["run", "project", "tasks", "sound", "pass@1", "test rate"], of_projects),
        _table_of_runs(title, ["run", "metric", "value", "low", "high"], of_intervals if level is not None else []),
        public_table(scores, published),
        _table_of_runs("Effect of each of its rules, over all samples:", header, of_rules),
    ]
    return [table for table in tables if table.rows]


def full_table(scores: Mapping[str, Scores]) -> Table:
    """One row or column per run: all averages, by their names in score files and from 0 to 1."""
    by_run = _by_split(scores)
    known = dict.fromkeys(name for result in by_run.values() for name in result.averages)
    suites = [None, *dict.fromkeys(suite for result in by_run.values() for suite in result.suites)]
    places = dict[str, tuple[int, int, int]]()  # of columns, by level, k and test suite; others come last
    for match in filter(None, map(_COLUMN.fullmatch, known)):
        if match[2] in suites:
            places[match[0]] = _LEVELS.index(match[1]), int(match[3]), suites.index(match[2])
    columns = sorted(known, key=lambda name: places.get(name, (len(_LEVELS), 0, 0)))
    rows = [
        [run, result.n_tasks, result.n_samples, *(result.averages.get(column) for column in columns)]
        for run, result in by_run.items()
    ]
    return Table("All scores, from 0 to 1:", ["run", "tasks", "samples", *columns], rows, transposable=True)


def _table_of_runs(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    """A table whose rows have a run and a second name; a single run is named once, above."""
    if len({row[0] for row in rows}) == 1:
        return Table(title, header[1:], [row[1:] for row in rows], [str(rows[0][0])])
    return Table(title, header, rows, names=2)


def _by_split(scores: Mapping[str, Scores]) -> dict[str, Scores]:
    """The scores of each split, by the run's name and the split's where a run has several."""
    return {
        f"{run}, {split}" if split else run: of_split
        for run, result in scores.items()
        for split, of_split in result.by_split().items()
    }


def public_table(scores: Mapping[str, Scores], published: Mapping[str, PublishedRun]) -> Table:
    """Scores with those by the public harness's rules and published ones, and the reasons for differences."""
    of_runs: dict[tuple[str, str], tuple[Scores, Mapping[str, float]]] = {}  # by label and split
    for run, result in scores.items():
        of_runs |= {(run, split): (result, block.scores) for split, block in result.compat.items()}
        if run in published:
            of_runs.setdefault((run, ""), (result, {}))
    header, rows = ["run", "metric", "published", "public harness", "strict", "difference"], list[list[object]]()
    for (run, split), (result, by_their_rules) in of_runs.items():
        stated = published[run].scores if run in published else {}
        strict = result.by_split().get(split, result).averages
        for name in dict.fromkeys([*by_their_rules, *stated]):
            if name in stated or name.partition("@")[0] in _COMPAT_METRICS:
                ours, theirs = strict.get(name), stated.get(name)
                difference = None if ours is None or theirs is None else ours - theirs
                label = f"{run}, {split}" if split else run
                rows.append([label, name, theirs, by_their_rules.get(name), ours, difference])
    empty = [place for place in (2, 3, 5) if all(row[place] is None for row in rows)]
    rows = [[cell for place, cell in enumerate(row) if place not in empty] for row in rows]
    known = {one.release for one in published.values()}
    notes = [f"Published in {release}: {why}." for release, why in WHY_PUBLISHED_DIFFERS.items() if release in known]
    table = _table_of_runs("", [name for place, name in enumerate(header) if place not in empty], rows)
    of_published = "Published scores of the same samples; difference: strict less published."
    title = of_published if known else "By the rules of the public harness:"
    return replace(table, title=title, notes=[*notes, *table.notes])
