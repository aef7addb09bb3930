"""The content of a report, gathered once and then written as Markdown and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.reports.agent_tables import AgentTable, agent_tables
from classeval_hf.reports.breakdowns import Breakdown, breakdowns
from classeval_hf.reports.figures import DrawnFigure, MissingFigure, draw_figures
from classeval_hf.reports.leaderboard import Metric, leaderboard_metrics, ranked, ranking_metric, table_7_runs
from classeval_hf.reports.published_scores import (
    ComparedScore,
    PaperClaim,
    check_claims,
    compare_with_published,
    match_published,
)
from classeval_hf.reports.runs import Run
from classeval_hf.reports.strengthened import KillingTest, killing_tests
from classeval_hf.reports.task_sheets import TaskSheet, task_sheets
from classeval_hf.runs.published import PublishedRun
from classeval_hf.scoring.score_notes import score_notes, suspicion_notes


@dataclass(frozen=True)
class Content:
    """A report's content."""

    runs: Sequence[Run]  # the runs, best first
    metrics: Sequence[Metric]  # columns of the leaderboard
    tasks: Sequence[str]  # ids of all tasks, in order of first appearance
    table_7: Sequence[Run]  # rows of Table 7
    figures: Sequence[DrawnFigure]
    missing: Sequence[MissingFigure]  # figures that the runs have no data for
    notes: Sequence[str]  # what a reader should know about the runs
    breakdowns: Sequence[Breakdown] = ()  # shares by dependencies, topic, length and type of error
    compared: Sequence[ComparedScore] = ()  # comparison with published scores, if that was asked for
    claims: Sequence[PaperClaim] = ()  # claims of the paper, if that was asked for
    paper: bool = False  # whether that was asked for
    agent_tables: Sequence[AgentTable] = ()  # what is known of the way to the samples of repository-level tasks
    killing_tests: Sequence[KillingTest] = ()  # the strengthened tests that samples fail which pass by `base`
    sheets: Sequence[TaskSheet] = ()  # what is known of each task

    @property
    def has_unsound(self) -> bool:
        """Whether any run has tasks whose reference is not sound."""
        return any(run.scores.unsound_tasks for run in self.runs)

    @property
    def ranking(self) -> str:
        """The column that the rows of the leaderboard are in the order of; empty if it has none."""
        return ranking_metric(self.metrics)

    @property
    def of_projects(self) -> bool:
        """Whether any of the runs is of repository-level tasks."""
        return any(run.is_of_projects for run in self.runs)

    @property
    def data_versions(self) -> list[str]:
        """The versions of the task data, each once."""
        return list(dict.fromkeys(run.data_version for run in self.runs))


def gather_content(runs: Sequence[Run], paper: bool = False, published: Mapping[str, str] | None = None) -> Content:
    """Gathers the content of a report."""
    runs = ranked(runs)
    matched: dict[str, PublishedRun] | None = match_published(runs, published) if paper else None
    drawn = draw_figures(runs, matched)
    tasks = list(dict.fromkeys(task for run in runs for task in run.results))
    killing = killing_tests(runs, tasks)
    return Content(
        runs=runs,
        metrics=leaderboard_metrics(runs),
        tasks=tasks,
        table_7=table_7_runs(runs),
        figures=[figure for figure in drawn if isinstance(figure, DrawnFigure)],
        missing=[figure for figure in drawn if isinstance(figure, MissingFigure)],
        notes=[*_notes(runs), *_notes_on_sources(killing)],
        breakdowns=breakdowns(runs),
        compared=compare_with_published(runs, matched) if matched is not None else (),
        claims=check_claims(runs) if paper else (),
        paper=paper,
        agent_tables=agent_tables(runs),
        killing_tests=killing,
        sheets=task_sheets(runs, tasks),
    )


def _notes_on_sources(killing: Sequence[KillingTest]) -> list[str]:
    lacking = list(dict.fromkeys(item.task_id for item in killing if not item.source and item.in_tests))
    if not lacking:
        return []
    return [
        f"The sources of the strengthened tests of {len(lacking)} tasks are unavailable, {lacking[0]} among them: "
        "name the folder that they came from (--plus-from), and the tasks where they are your own (--tasks-from)."
    ]


def _notes(runs: Sequence[Run]) -> list[str]:
    notes = []
    versions = {run.scores.metric_version for run in runs}
    if len(versions) > 1:
        notes.append(
            f"The runs were scored by different versions of the metric ({', '.join(sorted(versions))}): their scores "
            "are not to be compared."
        )
    versions_by_tasks: dict[tuple[str, ...], set[str]] = {}
    for run in runs:
        versions_by_tasks.setdefault(tuple(sorted(run.results)), set()).add(run.data_version)
    # The hash of other tasks is another one, whatever their version is.
    if any(len(found) > 1 for found in versions_by_tasks.values()):
        notes.append("The runs were scored against different versions of the task data.")
    if len(versions_by_tasks) > 1:
        notes.append("The runs are not on the same tasks.")
    for run in runs:
        notes += _notes_on(run)
    return notes


def _notes_on(run: Run) -> list[str]:
    notes: list[str] = []
    if run.scores.provenance is not None:
        # Tasks that are not sound have a column of their own.
        warnings = [warning for warning in run.scores.warnings if warning.kind != "unsound_tasks"]
        notes += score_notes({run.label: replace(run.scores, warnings=warnings)})
        return [*notes, f"{run.label}: no completions to show, because {run.note}."] if run.note else notes
    notes += suspicion_notes(run.label, run.scores)
    isolation = run.scores.isolation
    if isolation is not None and isolation.reason:
        notes.append(f"{run.label}: isolated at {isolation.tier.value} only: {isolation.reason}.")
    broken = run.scores.n_infrastructure_errors
    if broken:
        notes.append(f"{run.label}: {broken} samples could not be run for reasons not their own, and are left out.")
    if run.note:
        notes.append(f"{run.label}: no completions to show, because {run.note}.")
    return notes
