"""Comparison of measured values with those that the paper and its repository published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.core.errors import UserError
from classeval_hf.reports.breakdowns import common_errors, pass_by_dependencies
from classeval_hf.reports.display import NAME_LIMIT, clip, visible
from classeval_hf.reports.runs import Run
from classeval_hf.runs.published import PublishedRun, find_published, published_runs


@dataclass(frozen=True)
class ComparedScore:
    """One score, published and measured."""

    label: str
    published_name: str  # name of the published run
    metric: str  # name of the metric
    source: str  # where the published value is shown
    published: float  # the published value
    measured: float | None  # the run's value, where it has one

    @property
    def difference(self) -> float | None:
        """Measured less published."""
        return None if self.measured is None else self.measured - self.published


@dataclass(frozen=True)
class PaperClaim:
    """A claim of the paper's text on a figure that comes without numbers, and what the runs have of it."""

    figure: str
    claim: str  # what it says
    value: float | None = None  # the number in it, if there is one
    measured: str = ""  # what was measured
    difference: float | None = None  # measured less published, where the claim has a number


_CLAIMS: Mapping[str, PaperClaim] = {
    "dep": PaperClaim("Figure 7", "every model has a higher DEP(F) than DEP(M)"),
    "dependencies_0": PaperClaim("Figure 8", "methods that call no other method are correct most often"),
    "dependencies_1": PaperClaim("Figure 8", "share of correct methods that call one other, mean of models", 0.277),
    "dependencies_2": PaperClaim("Figure 8", "share of correct methods that call two others, mean of models", 0.276),
    "errors": PaperClaim("Figure 9", "AttributeError and TypeError are the most frequent errors"),
}
"""What section 5.3 (Figures 7 and 8) and section 5.4 (Figure 9) of the ClassEval paper say without numbers."""


def match_published(runs: Sequence[Run], chosen: Mapping[str, str] | None = None) -> dict[str, PublishedRun]:
    """
    Finds the published run that each run repeats: the one that the user names, else the one that its file is known to
    be, else the one of the same model, strategy and sampling, and of the same description of classes.
    """
    chosen = chosen or {}
    for name, row in chosen.items():
        if not any(name in (run.label, run.name.model) for run in runs):
            raise UserError(f"No run is called {name!r}; the runs are {'; '.join(run.label for run in runs)}.")
        if find_published(row) is None:
            known = ", ".join(published.name for published in published_runs())
            raise UserError(f"No published run is called {row!r}; known are {known}.")
    found = {}
    for run in runs:
        row = chosen.get(run.label) or chosen.get(run.name.model) or run.published
        published = find_published(row) if row else find_published(run.name, run.description)
        if published is not None:
            found[run.label] = published
    return found


def compare_with_published(runs: Sequence[Run], published: Mapping[str, PublishedRun]) -> list[ComparedScore]:
    """Each published value beside the measured one."""
    return [
        ComparedScore(run.label, row.name, metric, row.source(metric), value, run.value(metric))
        for run in runs
        if (row := published.get(run.label))
        for metric, value in row.scores.items()
    ]


def check_claims(runs: Sequence[Run]) -> list[PaperClaim]:
    """Checks the paper's claims on Figures 7 to 9 on the runs."""
    found = [
        _share_of_runs(
            "dep", [dep_f > dep_m for run in runs if (dep_f := run.value("dep_f")) and (dep_m := run.value("dep_m"))]
        ),
        _share_of_runs("dependencies_0", [_standalone_is_best(run) for run in runs if pass_by_dependencies(run)]),
        _mean_of_runs("dependencies_1", [pass_by_dependencies(run).get(1) for run in runs]),
        _mean_of_runs("dependencies_2", [pass_by_dependencies(run).get(2) for run in runs]),
        _most_frequent("errors", runs),
    ]
    return [claim for claim in found if claim is not None]


def _share_of_runs(name: str, holds: Sequence[bool]) -> PaperClaim | None:
    if not holds:
        return None
    return replace(_CLAIMS[name], measured=f"holds for {sum(holds)} of {len(holds)} runs")


def _mean_of_runs(name: str, values: Sequence[float | None]) -> PaperClaim | None:
    known = [value for value in values if value is not None]
    claim = _CLAIMS[name]
    if not known or claim.value is None:
        return None
    mean = sum(known) / len(known)
    measured = f"{mean * 100:.1f}% (mean of {len(known)} runs)"
    return replace(claim, measured=measured, difference=mean - claim.value)


def _most_frequent(name: str, runs: Sequence[Run]) -> PaperClaim | None:
    types = common_errors(runs)
    if not types:
        return None
    shown = [clip(visible(kind), NAME_LIMIT) for kind in types[:2]]
    return replace(_CLAIMS[name], measured=f"most frequent are {' and '.join(shown)}")


def _standalone_is_best(run: Run) -> bool:
    shares = pass_by_dependencies(run)
    return shares.get(0, 0.0) == max(shares.values())
