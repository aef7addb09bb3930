"""The content of a report, gathered once and then written as Markdown and as a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.core.errors import UserError
from classeval_hf.core.plurals import counted
from classeval_hf.core.tables import Table
from classeval_hf.core.visible_output import visible
from classeval_hf.metrics.many_runs import RANKING_METRICS
from classeval_hf.reports.agent_tables import agent_tables
from classeval_hf.reports.comparisons import fresh_tables
from classeval_hf.reports.display import NAME_LIMIT, clip
from classeval_hf.reports.figures import DrawnFigure, MissingFigure, draw_figures
from classeval_hf.reports.leaderboard import (
    Metric,
    breakdowns,
    common_errors,
    leaderboard_metrics,
    pass_by_dependencies,
    ranked,
    table_7_runs,
)
from classeval_hf.reports.runs import Run
from classeval_hf.reports.task_sheets import KillingTest, TaskSheet, killing_tests, task_sheet
from classeval_hf.runs.score_files import PublishedRun, find_published, published_runs
from classeval_hf.scoring.score_tables import report_notes


@dataclass(frozen=True)
class ComparedScore:
    label: str
    published_name: str  # name of the published run
    metric: str  # name of the metric
    source: str  # where the published value is shown
    published: float  # the published value
    measured: float | None  # the run's value, where it has one

    @property
    def difference(self) -> float | None:
        return None if self.measured is None else self.measured - self.published


@dataclass(frozen=True)
class PaperClaim:
    """A claim of the paper's text on a figure without numbers, and the same measured on the runs."""

    figure: str
    claim: str  # in a sentence
    value: float | None = None  # the number in it, if there is one
    measured: str = ""  # what was measured
    difference: float | None = None  # measured less published, where the claim has a number


def match_published(runs: Sequence[Run], chosen: Mapping[str, str] | None = None) -> dict[str, PublishedRun]:
    """The published run that each run repeats: named by the user, else found by file, or name and description."""
    chosen = chosen or {}
    for name, row in chosen.items():
        if not any(name in (run.label, run.name.model) for run in runs):
            raise UserError(f"No run is called {name!r}; the runs are {'; '.join(run.label for run in runs)}.")
        if find_published(row) is None:
            known = ", ".join(published.name for published in published_runs())
            raise UserError(f"No published run is called {row!r}; known are {known}.")
    matched = {}
    for run in runs:
        row = chosen.get(run.label) or chosen.get(run.name.model) or run.published
        published = find_published(row) if row else find_published(run.name, run.description)
        if published is not None:
            matched[run.label] = published
    return matched


def compare_with_published(runs: Sequence[Run], published: Mapping[str, PublishedRun]) -> list[ComparedScore]:
    return [
        ComparedScore(run.label, row.name, metric, row.source(metric), value, run.value(metric))
        for run in runs
        if (row := published.get(run.label))
        for metric, value in row.scores.items()
    ]


def check_claims(runs: Sequence[Run]) -> list[PaperClaim]:
    """Checks the claims of the ClassEval paper's sections 5.3 (Figures 7 and 8) and 5.4 (Figure 9)."""
    of_fields = [f > m for run in runs if (f := run.value("dep_f")) and (m := run.value("dep_m"))]
    by_count = [shares for run in runs if (shares := pass_by_dependencies(run))]
    standalone = [shares.get(0, 0.0) == max(shares.values()) for shares in by_count]
    claims = [
        PaperClaim(figure, text, measured=f"holds for {sum(holds)} of {counted(len(holds), 'run')}")
        for figure, text, holds in (
            ("Figure 7", "every model has a higher DEP(F) than DEP(M)", of_fields),
            ("Figure 8", "methods that call no other method are correct most often", standalone),
        )
        if holds
    ]
    for count, called, published in ((1, "one other", 0.277), (2, "two others", 0.276)):
        if known := [shares[count] for shares in by_count if count in shares]:
            text = f"share of correct methods that call {called}, mean of models"
            mean = sum(known) / len(known)
            measured = f"{mean * 100:.1f}% (mean of {counted(len(known), 'run')})"
            claims.append(PaperClaim("Figure 8", text, published, measured, mean - published))
    if types := [clip(visible(kind), NAME_LIMIT) for kind in common_errors(runs)[:2]]:
        text = "AttributeError and TypeError are the most frequent errors"
        claims.append(PaperClaim("Figure 9", text, measured=f"most frequent are {' and '.join(types)}"))
    return claims


@dataclass(frozen=True)
class Content:
    runs: Sequence[Run]  # the runs, best first
    metrics: Sequence[Metric]  # columns of the leaderboard
    tasks: Sequence[str]  # ids of all tasks, in order of first appearance
    table_7: Sequence[Run]  # rows of Table 7
    figures: Sequence[DrawnFigure]
    missing: Sequence[MissingFigure]  # figures that the runs have no data for
    notes: Sequence[str]  # what a reader should know about the runs
    breakdowns: Sequence[Table] = ()  # shares by dependencies, topic, length and type of error
    compared: Sequence[ComparedScore] = ()  # comparison with published scores, if that was asked for
    claims: Sequence[PaperClaim] = ()  # claims of the paper, if that was asked for
    paper: bool = False  # whether that was asked for
    agent_tables: Sequence[Table] = ()  # attempts, tools and tokens of agent runs
    killing_tests: Sequence[KillingTest] = ()  # strengthened tests that fail samples which pass `base`
    sheets: Sequence[TaskSheet] = ()  # one per task

    @property
    def has_unsound(self) -> bool:
        return any(run.scores.unsound_tasks for run in self.runs)

    @property
    def ranking(self) -> str:
        """The column that sorts the leaderboard; empty if it has none."""
        return next((name for name in RANKING_METRICS if name in {metric.name for metric in self.metrics}), "")

    @property
    def of_projects(self) -> bool:
        return any(run.is_of_projects for run in self.runs)

    @property
    def only_projects(self) -> bool:
        return bool(self.runs) and all(run.is_of_projects for run in self.runs)

    @property
    def title(self) -> str:
        return f"{'Repository-level' if self.only_projects else 'ClassEval'} report"

    @property
    def data_versions(self) -> list[str]:
        return list(dict.fromkeys(run.data_version for run in self.runs))


def gather_content(
    runs: Sequence[Run], paper: bool = False, published: Mapping[str, str] | None = None, with_figures: bool = True
) -> Content:
    runs = ranked(runs)
    matched: dict[str, PublishedRun] | None = match_published(runs, published) if paper else None
    drawn = draw_figures(runs, matched) if with_figures else []
    tasks = list(dict.fromkeys(task for run in runs for task in run.results))
    killing = killing_tests(runs, tasks)
    return Content(
        runs=runs,
        metrics=leaderboard_metrics(runs),
        tasks=tasks,
        table_7=table_7_runs(runs),
        figures=[figure for figure in drawn if isinstance(figure, DrawnFigure)],
        missing=[figure for figure in drawn if isinstance(figure, MissingFigure)],
        notes=_notes(runs, killing),
        breakdowns=[*breakdowns(runs), *fresh_tables(runs)],
        compared=compare_with_published(runs, matched) if matched is not None else (),
        claims=check_claims(runs) if paper else (),
        paper=paper,
        agent_tables=agent_tables(runs),
        killing_tests=killing,
        sheets=[task_sheet(runs, task_id) for task_id in tasks],
    )


def _notes(runs: Sequence[Run], killing: Sequence[KillingTest]) -> list[str]:
    notes = []
    versions = {run.scores.metric_version for run in runs}
    if len(versions) > 1:
        notes.append(
            f"The runs were scored by different versions of the metric ({', '.join(sorted(versions))}): their scores "
            "cannot be compared."
        )
    versions_by_tasks: dict[tuple[str, ...], set[str]] = {}
    for run in runs:
        versions_by_tasks.setdefault(tuple(sorted(run.results)), set()).add(run.data_version)
    # Hashes of different tasks differ in any version.
    if any(len(found) > 1 for found in versions_by_tasks.values()):
        notes.append("The runs were scored against different versions of the task data.")
    if len(versions_by_tasks) > 1:
        notes.append("The runs are not on the same tasks.")
    # Unsound tasks have a column of their own.
    warnings = {run.label: [item for item in run.scores.warnings if item.kind != "unsound_tasks"] for run in runs}
    notes += report_notes({run.label: replace(run.scores, warnings=warnings[run.label]) for run in runs})
    for run in runs:
        if run.scores.provenance is None:
            isolation, broken = run.scores.isolation, run.scores.n_infrastructure_errors
            if isolation is not None and isolation.reason:
                notes.append(f"{run.label}: isolated at {isolation.tier.value} only: {isolation.reason}.")
            if broken:
                notes.append(
                    f"{run.label}: {counted(broken, 'sample')} could not be run for other reasons, and left out."
                )
        notes += [run.lacks] if run.lacks else []
    # A name that is no identifier stands for a failure outside the tests.
    lacking = list(dict.fromkeys(item.task_id for item in killing if not item.source and item.test.isidentifier()))
    if lacking:
        notes.append(
            f"The sources of the strengthened tests of {counted(len(lacking), 'task')} are unavailable, {lacking[0]} "
            "among them: name the folder that they came from (--plus-from), and the tasks where they are your own "
            "(--tasks-from)."
        )
    return notes
