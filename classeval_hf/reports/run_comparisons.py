"""What `classeval-hf compare` finds of the runs that it read: two of them, or any number."""

from __future__ import annotations

from collections.abc import Sequence

from classeval_hf.core.errors import UserError
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.many_runs import RunsComparison, compare_many
from classeval_hf.metrics.run_selection import NO_COMMON_TASK, has_split
from classeval_hf.reports.runs import Run


def compare_splits(
    runs: Sequence[Run],
    metrics: Sequence[str] | None = None,
    resampling: Resampling | None = None,
    common: bool = False,
    baseline: Run | None = None,
) -> dict[str, RunsComparison]:
    """Compares runs by split, under an empty name if all are of one; `common` leaves out splits that a run lacks."""
    if baseline is not None and len(runs) == 2:
        runs = [*(run for run in runs if run is not baseline), baseline]
    splits = list(dict.fromkeys(split for run in runs for split in run.scores.by_split() if split)) or [""]
    if common:
        splits = [split for split in splits if all(has_split(run.scores, split) for run in runs) or not split]
    if not splits:
        raise UserError(NO_COMMON_TASK)
    scores = {run.label: run.scores for run in runs}
    label = baseline.label if baseline is not None else ""
    return {split: compare_many(scores, metrics, resampling, common, split, label) for split in splits}


def choose_runs(runs: Sequence[Run], names: Sequence[str]) -> list[Run]:
    """The runs of these names, which are labels or parts that only one label has, in their order."""
    chosen = [_find(runs, name) for name in names]
    for run in chosen:
        if sum(other is run for other in chosen) > 1:
            raise UserError(f"The run {run.label!r} is named twice: name each run once.")
    return chosen


def _find(runs: Sequence[Run], name: str) -> Run:
    labels = "; ".join(run.label for run in runs)
    for matches in (
        [run for run in runs if run.label == name],
        [run for run in runs if run.label.casefold() == name.casefold()],
        [run for run in runs if name.casefold() in run.label.casefold()],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise UserError(f"{name!r} may be {len(matches)} runs; name one of them in full: {labels}.")
    hint = did_you_mean(name, [run.label for run in runs])
    raise UserError(f"No run is called {name!r}; the runs are {labels}.{hint}")
