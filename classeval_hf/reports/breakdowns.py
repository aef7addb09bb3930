"""The runs' breakdowns, in the form in which figures and tables show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from classeval_hf.reports.runs import Run

OTHER = "other"
"""Name of the column of all other error types."""

_SHARES = {
    "method_pass_by_dependencies": "Correct methods by number of other methods the reference calls (Figure 8)",
    "class_pass_by_topic": "Correct classes by topic",
    "class_pass_by_length": "Correct classes by lines of the reference",
}
"""Titles of the breakdowns by name in the scores."""

_ERROR_ROWS = 12
_FILE_ROWS = 20


@dataclass(frozen=True)
class Breakdown:
    """Shares by some key, per run."""

    title: str  # what is broken down, and by what
    keys: Sequence[str]
    shares: Sequence[Mapping[str, float]]  # per run, shares by key


def pass_by_dependencies(run: Run) -> dict[int, float]:
    """Share of correct methods by the number of other methods that the reference calls, as the paper's Figure 8."""
    shares = _shares(run, "method_pass_by_dependencies")
    return {int(count): shares[count] for count in sorted(shares, key=int)}


def dependency_counts(runs: Sequence[Run]) -> list[int]:
    """The numbers of dependencies that occur."""
    return sorted({count for run in runs for count in pass_by_dependencies(run)})


def error_shares(run: Run, types: Sequence[str]) -> dict[str, float]:
    """Share of each error type among the errors of a run, as the paper's Figure 9, with those not named under one."""
    found = _errors(run)
    if not found:
        return {}
    shares = {kind: found.get(kind, 0.0) for kind in types if kind != OTHER}
    rest = sum(share for kind, share in found.items() if kind not in shares)
    return {**shares, OTHER: rest} if OTHER in types else shares


def common_errors(runs: Sequence[Run], limit: int | None = None) -> list[str]:
    """The error types with the largest share over all runs, largest first, and [`OTHER`] if that leaves any out."""
    totals: dict[str, float] = {}
    for run in runs:
        for kind, share in _errors(run).items():
            totals[kind] = totals.get(kind, 0.0) + share
    types = sorted(totals, key=lambda kind: (-totals[kind], kind))
    return types if limit is None or len(types) <= limit else [*types[: limit - 1], OTHER]


def failing_by_file(run: Run) -> dict[str, float]:
    """Share of the tests that fail, by project and test file, over the samples that were run."""
    failing: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for task, samples in run.results.items():
        for sample in samples:
            for name, verdict in (sample.test_files or {}).items():
                key = f"{run.scores.projects.get(task, '')} {name}".strip()
                tests[key] += verdict.tests
                failing[key] += verdict.tests - verdict.tests_passed
    return {key: failing[key] / count for key, count in tests.items() if count}


def breakdowns(runs: Sequence[Run]) -> list[Breakdown]:
    """All breakdowns that the scores of at least one run have."""
    types = common_errors(runs, _ERROR_ROWS)
    found = [
        Breakdown(title, keys, [_shares(run, name) for run in runs])
        for name, title in _SHARES.items()
        if (keys := list(dict.fromkeys(key for run in runs for key in _shares(run, name))))
    ]
    if types:
        title = "Errors by type, failed assertions aside (Figure 9)"
        found.append(Breakdown(title, types, [error_shares(run, types) for run in runs]))
    shares = [failing_by_file(run) for run in runs]
    files = {key: max(of_run.get(key, 0.0) for of_run in shares) for of_run in shares for key in of_run}
    if files:
        worst = sorted(files, key=lambda key: (-files[key], key))[:_FILE_ROWS]
        most = f" (the {_FILE_ROWS} with most)" if len(files) > _FILE_ROWS else ""
        found.append(Breakdown(f"Failing tests by test file of projects{most}", worst, shares))
    return found


def _errors(run: Run) -> Mapping[str, float]:
    found: Mapping[str, float] = run.scores.error_analysis.get("error_distribution", {})
    return found


def _shares(run: Run, name: str) -> dict[str, float]:
    found: Mapping[str, Mapping[str, Any]] = run.scores.error_analysis.get(name, {})
    return {str(key): float(group["share"]) for key, group in found.items()}
