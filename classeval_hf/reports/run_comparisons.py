"""What `classeval-hf compare` finds of the runs that it read: two of them, or any number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.metrics.comparison import RunComparison, compare_runs
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.many_runs import RunsComparison, compare_many
from classeval_hf.metrics.run_selection import NO_COMMON_TASK, has_split
from classeval_hf.reports.comparison_tables import format_comparison, format_many, format_ranking
from classeval_hf.reports.runs import Run

__all__ = ["SplitComparison", "choose_runs", "compare_splits"]


@dataclass(frozen=True)
class SplitComparison:
    """
    The runs on one split.

    Args:
        runs ([`~classeval_hf.metrics.many_runs.RunsComparison`]): all pairs by the averages asked for, and rankings.
        pair ([`~classeval_hf.metrics.comparison.RunComparison`], *optional*): of two runs, all their averages.
    """

    runs: RunsComparison
    pair: RunComparison | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What differs without making the runs incomparable."""
        return self.runs.notes

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data: of two runs each average of both, with rankings; else that of all pairs."""
        if self.pair is None:
            return self.runs.to_dict()
        rankings = {found.metric: [asdict(item) for item in found.ranking] for found in self.runs.metrics}
        return {"runs": list(self.runs.runs), **self.pair.to_dict(), "rankings": rankings}

    def text(self, show_all: bool = False) -> str:
        """
        The comparison for the terminal.

        Args:
            show_all (`bool`, defaults to `False`): whether to list the pairs however many they are.
        """
        if self.pair is None:
            return format_many(self.runs, show_all)
        tables = [format_ranking(found, self.runs.resampling) for found in self.runs.metrics]
        return "\n\n".join([format_comparison(self.pair, *self.runs.runs), *tables])


def compare_splits(
    runs: Sequence[Run],
    metrics: Sequence[str] | None = None,
    resampling: Resampling | None = None,
    common: bool = False,
    baseline: Run | None = None,
) -> dict[str, SplitComparison]:
    """
    Compares runs split by split.

    Args:
        runs (`Sequence[Run]`): at least two runs.
        metrics (`Sequence[str]`, *optional*): averages to compare; by default all of two runs, and of more the one
            that they are ranked by.
        resampling ([`~classeval_hf.metrics.intervals.Resampling`], *optional*): level, number of resamples and seed.
        common (`bool`, defaults to `False`): whether to compare over the tasks alone that all can be compared on. A
            split that a run lacks is then left out.
        baseline ([`Run`], *optional*): the run that the others are compared with.

    Returns:
        `dict[str, SplitComparison]`: by split; under an empty name where the runs are of a single one.

    Raises:
        `ValueError`: as [`~classeval_hf.metrics.many_runs.compare_many`].
    """
    if baseline is not None and len(runs) == 2:
        runs = [*(run for run in runs if run is not baseline), baseline]
    splits = list(dict.fromkeys(split for run in runs for split in run.scores.by_split() if split)) or [""]
    if common:
        splits = [split for split in splits if all(has_split(run.scores, split) for run in runs) or not split]
    if not splits:
        raise ValueError(NO_COMMON_TASK)
    scores = {run.label: run.scores for run in runs}
    label = baseline.label if baseline is not None else ""
    found = {}
    for split in splits:
        pair = None
        if len(runs) == 2:
            first, second = scores.values()
            pair = compare_runs(first, second, metrics, resampling, common, split, tuple(scores))
        found[split] = SplitComparison(compare_many(scores, metrics, resampling, common, split, label), pair)
    return found


def choose_runs(runs: Sequence[Run], names: Sequence[str]) -> list[Run]:
    """
    Chooses runs by name.

    Args:
        runs (`Sequence[Run]`): the runs.
        names (`Sequence[str]`): labels, or parts of them that only one run's label has.

    Returns:
        `list[Run]`: in the order of the names.

    Raises:
        `ValueError`: naming a name that no run has or several have, and the labels.
    """
    chosen = [_find(runs, name) for name in names]
    for run in chosen:
        if sum(other is run for other in chosen) > 1:
            raise ValueError(f"The run {run.label!r} is named twice: name each run once.")
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
            raise ValueError(f"{name!r} may be {len(matches)} runs; name one of them in full: {labels}.")
    hint = did_you_mean(name, [run.label for run in runs])
    raise ValueError(f"No run is called {name!r}; the runs are {labels}.{hint}")
