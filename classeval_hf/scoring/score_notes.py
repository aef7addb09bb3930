"""What is printed below a table of scores: warnings, and what must be said with the scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from classeval_hf.metrics.averages import DROP
from classeval_hf.metrics.headline import samples_text
from classeval_hf.metrics.provenance import OWN_PROJECTS, OWN_TASKS, Provenance, SplitUsed
from classeval_hf.metrics.scores import Scores
from classeval_hf.metrics.short_warnings import ShortWarning, short_warning

_MAX_MARKS, _MARK_CHARS = 8, 40
_WIDTH = 80
"""Columns of a line on warnings."""


def printed_notes(scores: Mapping[str, Scores], verbose: bool = False, warnings_only: bool = False) -> list[str]:
    """
    The notes of [`score_notes`] for a terminal: a short line per kind of warning; what several runs have is said once.
    """
    if verbose:
        return _shared(scores, lambda run, result: score_notes({run: result}, warnings_only))
    others = [] if warnings_only else _shared(scores, _other_notes)
    return [*_short_lines(scores), *others]


def _shared(scores: Mapping[str, Scores], notes: Callable[[str, Scores], list[str]]) -> list[str]:
    """The notes on all runs; what is said of several is said once."""
    runs_of: dict[str, list[str]] = {}
    for run, result in scores.items():
        for line in notes(run, result):
            runs_of.setdefault(line.removeprefix(run), []).append(run)
    many = {line: f"{len(runs)} of {len(scores)} runs" for line, runs in runs_of.items() if len(runs) > 1}
    return [f"{many.get(line, runs[0])}{line}" for line, runs in runs_of.items()]


def _short_lines(scores: Mapping[str, Scores]) -> list[str]:
    """A line per kind of warning, whatever the runs' numbers are, with one above that says where they are in full."""
    runs_of: dict[str, list[str]] = {}
    found: dict[str, list[ShortWarning]] = {}
    for run, result in scores.items():
        marked = len(result.suspicious_samples)
        shorts = [short_warning(warning) for warning in result.warnings]
        shorts += [ShortWarning("{} suspicious; look at those that pass", "sample", marked)] if marked else []
        for short in shorts:
            runs_of.setdefault(short.text, []).append(run)
            found.setdefault(short.text, []).append(short)
    lines = []
    for text, shorts in found.items():
        runs = dict.fromkeys(runs_of[text])
        of_runs = f"{len(runs)} of {len(scores)} runs: "
        named = f"{next(iter(runs))}: {shorts[0]}"
        if len(scores) > 1 and len(runs) == 1 and len(named) <= _WIDTH:
            lines.append(named)
        else:
            lines.append((of_runs if len(scores) > 1 else "") + ShortWarning.of(shorts))
    return ["Warnings (in full: --verbose, or `warnings` in the score file):", *lines] if lines else []


def score_notes(scores: Mapping[str, Scores], warnings_only: bool = False) -> list[str]:
    """
    What a reader of the table must know before quoting it: all warnings of a run, suspicious samples, the drop from
    `base` to further test suites, then two lines.
    """
    notes = []
    for run, result in scores.items():
        notes += [f"{run}: {warning}" for warning in result.warnings]
        notes += suspicion_notes(run, result)
        notes += [] if warnings_only else _other_notes(run, result)
    return notes


def _other_notes(run: str, result: Scores) -> list[str]:
    """The notes that are no warnings."""
    notes = drop_notes(run, result)
    if result.provenance is not None:
        notes += [f"{run}: {line}" for line in _two_lines(result, result.provenance)]
    return notes


def suspicion_notes(run: str, result: Scores) -> list[str]:
    """How many samples touch what their tests run with, where any does."""
    marked = result.suspicious_samples
    if not marked:
        return []
    # A hostile sample may have reported anything as a mark.
    known = sorted({ascii(mark)[1:-1][:_MARK_CHARS] for _, marks in marked for mark in marks})
    kinds = ", ".join(known[:_MAX_MARKS]) + (", ..." if len(known) > _MAX_MARKS else "")
    passing = sum(bool(sample.passed) for sample, _ in marked)
    return [
        f"{run}: {len(marked)} of {result.n_samples} samples are suspicious, {passing} of them pass: they touch what "
        f"their tests run with ({kinds}). A mark is no verdict: look at those that pass."
    ]


def drop_notes(run: str, result: Scores) -> list[str]:
    """
    How much lower a run's class pass@k is with each further test suite than by `base` alone, in percentage points.
    """
    notes = []
    for split, of_split in result.by_split().items():
        who = f"{run}, {split}" if split else run
        for suite, used in of_split.suites.items():
            stem = f"class_pass_{suite}"
            ks = [int(name.rpartition("@")[2]) for name in of_split.averages if name.startswith(f"{stem}{DROP}@")]
            if not ks:
                continue
            k = min(ks)
            base, both, drop = (of_split.averages[f"{name}@{k}"] for name in ("class_pass", stem, f"{stem}{DROP}"))
            interval = of_split.intervals.get(f"{stem}{DROP}@{k}")
            aside = f" ({interval[0] * 100:.1f} to {interval[1] * 100:.1f})" if interval else ""
            notes.append(
                f"{who}: class@{k} {base * 100:.1f} base, {both * 100:.1f} {suite}: {drop * 100:.1f} lower{aside}, in "
                f"percent; {len(used.task_hashes)} of {of_split.n_tasks} tasks have tests of {suite}."
            )
    return notes


def _two_lines(result: Scores, provenance: Provenance) -> tuple[str, str]:
    """What is scored, and how."""
    what = "; ".join(_split_line(split, result) for split in provenance.splits)
    for name in ("class_pass@1_sound", "pass@1_sound"):
        if name in result.averages:
            what += f"; over the {provenance.sound_tasks} that are sound here {result.averages[name]:.4f}"
    timeout, isolation = provenance.timeout, provenance.isolation
    by_references = result.is_of_projects or not isinstance(timeout, (int, float))
    limit = "time limits by the references" if by_references else f"{timeout:g} s per test class"
    limits = f"network {isolation.network}, writes {isolation.filesystem_write}"
    advice = "read the warnings above before quoting it" if result.warnings else "no warnings"
    return (
        f"{what}; n = {samples_text(result)}.",
        f"Metric {result.metric_version}, {limit}, isolation {isolation.tier.value} ({limits}), "
        f"{provenance.python}; {advice}.",
    )


def _split_line(split: SplitUsed, result: Scores) -> str:
    averages = result.by_split().get(split.split, result).averages
    names = [name for name in ("class_pass@1", "method_pass@1", "pass@1", "test_rate") if name in averages]
    names = [name for name in names if name != "test_rate" or "pass@1" in averages]
    values = ", ".join(f"{name} {averages[name]:.4f}" for name in names)
    if split.split in (OWN_TASKS, OWN_PROJECTS):
        return f"{values} over {split.tasks} tasks of one's own"
    version = split.version or "not the released data"
    return f"{values} over {split.tasks} of {split.of} tasks of {split.split} ({version})"
