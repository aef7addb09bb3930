"""The content of a report, gathered once for its Markdown and its page; and the Markdown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tables import Table, format_table
from classeval_hf.core.terminal import counted, visible
from classeval_hf.metrics.many_runs import RANKING_METRICS
from classeval_hf.reports.agent_tables import agent_tables
from classeval_hf.reports.display import NAME_LIMIT, clip, markdown_text, percent
from classeval_hf.reports.figures import DrawnFigure, draw_figures
from classeval_hf.reports.leaderboard import (
    Metric,
    breakdowns,
    common_errors,
    fresh_tables,
    leaderboard_metrics,
    metric_families,
    pass_by_dependencies,
    ranked,
    table_7_runs,
)
from classeval_hf.reports.runs import Run
from classeval_hf.reports.task_sheets import KillingTest, TaskSheet, killing_tests, task_sheet
from classeval_hf.runs.score_files import PublishedRun, find_published, published_runs
from classeval_hf.scoring.score_tables import report_notes


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


def compare_with_published(runs: Sequence[Run], published: Mapping[str, PublishedRun]) -> Table:
    header = ["run", "published as", "metric", "published in", "published", "measured", "difference"]
    rows = []
    for run in runs:
        row = published.get(run.label)
        for metric, value in row.scores.items() if row is not None else ():
            assert row is not None
            measured = run.value(metric)
            difference = points(None if measured is None else measured - value)
            rows.append(
                [run.label, row.name, metric, row.source(metric), percent(value), percent(measured), difference]
            )
    notes = [
        "In percent, differences in percentage points. `class_pass@k` is the published `class_success`, and "
        "`test_class_pass@k` is `fun_success`, the paper's method level."
    ]
    return Table("Comparison with the published values", header, rows, notes, names=4)


def check_claims(runs: Sequence[Run]) -> Table:
    """Claims of the ClassEval paper's sections 5.3 (Figures 7 and 8) and 5.4 (Figure 9), and the same measured on the
    runs."""
    of_fields = [f > m for run in runs if (f := run.value("dep_f")) and (m := run.value("dep_m"))]
    by_count = [shares for run in runs if (shares := pass_by_dependencies(run))]
    standalone = [shares.get(0, 0.0) == max(shares.values()) for shares in by_count]
    claims = [
        [figure, text, "", f"holds for {sum(holds)} of {counted(len(holds), 'run')}", ""]
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
            claims.append(["Figure 8", text, percent(published), measured, points(mean - published)])
    if types := [clip(visible(kind), NAME_LIMIT) for kind in common_errors(runs)[:2]]:
        text = "AttributeError and TypeError are the most frequent errors"
        claims.append(["Figure 9", text, "", f"most frequent are {' and '.join(types)}", ""])
    title = "Claims of the paper's text on figures that come without numbers:"
    return Table(title, ["figure", "claim", "published", "here", "difference"], claims)


@dataclass(frozen=True)
class Content:
    runs: Sequence[Run]  # the runs, best first
    metrics: Sequence[Metric]  # columns of the leaderboard
    families: Sequence[Metric]  # the same with `@k` for every k
    ranking: str  # the column that sorts the leaderboard; empty if it has none
    tasks: Sequence[str]  # ids of all tasks, in order of first appearance
    table_7: Table  # without rows if no run has its figures
    figures: Sequence[DrawnFigure]
    missing: Sequence[tuple[str, str]]  # titles of figures that the runs have no data for, and what they lack
    notes: Sequence[str]  # notes on the runs for the reader
    provenance: Sequence[str]  # the provenance of the scores, a line per fact
    breakdowns: Sequence[Table]  # shares by dependencies, topic, length and type of error
    compared: Table  # comparison with published scores; without rows if not requested
    claims: Table  # claims of the paper
    paper: bool  # whether they were requested
    agent_tables: Sequence[Table]  # attempts, tools and tokens of agent runs
    killing_tests: Sequence[KillingTest]  # strengthened tests that fail samples which pass `base`
    sheets: Sequence[TaskSheet]  # one per task
    has_unsound: bool  # whether a run has tasks whose reference does not pass
    of_projects: bool  # whether a run has repository-level tasks
    only_projects: bool  # whether all runs have
    data_versions: Sequence[str]

    @property
    def title(self) -> str:
        return f"{'Repository-level' if self.only_projects else 'ClassEval'} report"


def gather_content(
    runs: Sequence[Run], paper: bool = False, published: Mapping[str, str] | None = None, with_figures: bool = True
) -> Content:
    runs = ranked(runs)
    matched: dict[str, PublishedRun] | None = match_published(runs, published) if paper else None
    drawn, missing = draw_figures(runs, matched) if with_figures else ([], [])
    tasks = list(dict.fromkeys(task for run in runs for task in run.results))
    killing, metrics = killing_tests(runs, tasks), leaderboard_metrics(runs)
    names = {metric.name for metric in metrics}
    return Content(
        runs=runs,
        metrics=metrics,
        families=metric_families(metrics),
        ranking=next((name for name in RANKING_METRICS if name in names), ""),
        tasks=tasks,
        table_7=_table_7(table_7_runs(runs)),
        figures=drawn,
        missing=missing,
        notes=_notes(runs, killing),
        provenance=_provenance_lines(runs),
        breakdowns=[*breakdowns(runs), *fresh_tables(runs)],
        compared=compare_with_published(runs, matched or {}),
        claims=check_claims(runs),
        paper=paper,
        agent_tables=agent_tables(runs),
        killing_tests=killing,
        sheets=[task_sheet(runs, task_id) for task_id in tasks],
        has_unsound=any(run.scores.unsound_tasks for run in runs),
        of_projects=any(run.is_of_projects for run in runs),
        only_projects=bool(runs) and all(run.is_of_projects for run in runs),
        data_versions=list(dict.fromkeys(run.data_version for run in runs)),
    )


def _notes(runs: Sequence[Run], killing: Sequence[KillingTest]) -> list[str]:
    notes = []
    versions = {run.scores.metric_version for run in runs}
    if len(versions) > 1:
        notes.append(
            f"The runs were scored by different versions of the metric ({', '.join(sorted(versions))}): do not "
            "compare their scores."
        )
    versions_by_tasks = grouped((tuple(sorted(run.results)), run.data_version) for run in runs)
    # Hashes of different tasks differ in any version.
    if any(len(set(found)) > 1 for found in versions_by_tasks.values()):
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
            failed = f"{run.label}: {counted(broken, 'sample')} could not be run here, and were left out."
            notes += [failed] if broken else []
        notes += [run.lacks] if run.lacks else []
    # A name that is not an identifier marks a failure outside the tests.
    lacking = list(dict.fromkeys(item.task_id for item in killing if not item.source and item.test.isidentifier()))
    if lacking:
        notes.append(
            f"The sources of the strengthened tests of {counted(len(lacking), 'task')} are unavailable, {lacking[0]} "
            "among them: name their folder (--plus-from), and the file of own tasks (--tasks-from)."
        )
    return notes


def markdown_report(content: Content) -> str:
    further = [metric for metric in content.metrics if not metric.main]
    cells = [[run.label, *(_score(run, metric.name) for metric in further)] for run in content.runs]
    lines = [f"- {markdown_text(line)}" for line in content.provenance]
    columns = ["column", "metric", "meaning", "source"]
    meanings = [[metric.title, f"`{metric.name}`", metric.meaning, metric.source] for metric in content.families]
    left_out = "Left out: no run is known to be nucleus-sampled and has pass@1, 3 and 5."
    of_table_7 = _section(content.table_7, 2) if content.table_7.rows else [f"## {content.table_7.title}", left_out]
    paper = [f"## {content.compared.title}"]
    if content.compared.rows:
        of_claims = [content.claims.title, _table(content.claims)] if content.claims.rows else []
        paper = [*_section(content.compared, 2), *of_claims]
    else:
        paper.append("None of the runs is known to repeat a published one (say so with `--published RUN=NAME`).")
    strengthened = Table(
        "Strengthened tests that find errors",
        ["task", "test", "samples", "first message", "why it is legal"],
        [
            [clip(text, 2 * NAME_LIMIT) for text in (item.task_id, test, count, item.samples[0].message, item.why)]
            for item in content.killing_tests
            for test, count in [(f"{item.test_class}.{item.test}", str(len(item.samples)))]
        ],
        ["Strengthened tests failed by samples that pass all of the task's own tests; report.html has sources."],
    )
    sections = [
        [f"# {content.title}"],
        _section(leaderboard_table(content.runs, [metric for metric in content.metrics if metric.main]), 2),
        [f"- {markdown_text(note)}" for note in content.notes],
        _section(Table("Further metrics", ["run", *(metric.title for metric in further)], cells)) if further else [],
        ["### Meaning of the columns", format_table(columns, meanings)] if meanings else [],
        of_table_7 if not content.only_projects else [],
        paper if content.paper else [],
        ["## Figures", *(f"![{figure.title}](figures/{figure.name}.svg)" for figure in content.figures)],
        [f"- {title}: left out: {reason}." for title, reason in content.missing],
        _tables("## Breakdowns", content.breakdowns),
        _section(strengthened, 2) if content.killing_tests else [],
        _tables("## Agent runs", content.agent_tables),
        ["## Provenance", "How the scores were made.", "\n".join(lines)] if lines else [],
    ]
    # List items are separated by line ends, paragraphs by blank lines.
    ends = [(section, "\n" if all(part.startswith("- ") for part in section) else "\n\n") for section in sections]
    return "\n\n".join(end.join(section) for section, end in ends if section) + "\n"


def leaderboard_table(runs: Sequence[Run], metrics: Sequence[Metric]) -> Table:
    marked = ["suspicious"] if any(run.is_of_projects for run in runs) else []
    unsound = ["unsound tasks"] if any(run.scores.unsound_tasks for run in runs) else []
    titles = [metric.title for metric in metrics]
    header = ["model", "strategy", "sampling", "n", "tasks", *unsound, *titles, *marked, "task data"]
    rows = [
        [
            f"{run.name.model} ({run.distinction})" if run.distinction else run.name.model,
            *(run.name.strategy.replace("_", "-"), run.name.sampling),
            *(run.samples_per_task, str(run.scores.n_tasks)),
            *([str(len(run.scores.unsound_tasks))] if unsound else []),
            *(_score(run, metric.name) for metric in metrics),
            *([suspicious_count(run)] if marked else []),
            run.data_version,
        ]
        for run in runs
    ]
    return Table("Leaderboard", header, rows, ["Scores in percent, with confidence intervals."])


def _table_7(runs: Sequence[Run]) -> Table:
    levels = (("class", "class_pass"), ("method", "method_pass"))
    header = ["model", "strategy", *(f"{name} pass@{k}" for name, _ in levels for k in (1, 3, 5))]
    rows = [
        [
            run.name.model,
            run.name.strategy.replace("_", "-"),
            *(percent(run.value(f"{level}@{k}")) for _, level in levels for k in (1, 3, 5)),
        ]
        for run in runs
    ]
    note = "In percent; of each model the strategy with the highest class pass@1."
    return Table("Table 7: pass@k with nucleus sampling", header, rows, [note], names=2)


def suspicious_count(run: Run) -> str:
    """The suspicious samples of a run of repository-level tasks, and how many of them pass; empty for class tasks."""
    if not run.is_of_projects:
        return ""
    marked = run.scores.suspicious_samples
    return f"{len(marked)}, {sum(bool(sample.passed) for sample, _ in marked)} pass" if marked else "0"


def points(value: float | None) -> str:
    """A difference in percentage points, with its sign."""
    return "" if value is None else f"{value * 100:+.1f}"


def _score(run: Run, metric: str) -> str:
    return percent(run.value(metric)) + run.interval_text(metric)


def _table(table: Table) -> str:
    rows = [[markdown_text(str(cell)) for cell in row] for row in table.rows]
    return format_table([markdown_text(name) for name in table.columns], rows)


def _section(table: Table, level: int = 3) -> list[str]:
    return [f"{'#' * level} {table.title}", *table.notes, _table(table)]


def _tables(heading: str, tables: Sequence[Table]) -> list[str]:
    return [heading, *(part for table in tables for part in _section(table))] if tables else []


def _provenance_lines(runs: Sequence[Run]) -> list[str]:
    """The provenance of scores: a line per fact, or per value of it where runs differ."""
    stated = {run.label: run.scores.provenance.summary() for run in runs if run.scores.provenance is not None}
    lines = []
    for name in dict.fromkeys(name for summary in stated.values() for name in summary):
        of_value = grouped((summary.get(name, "none"), label) for label, summary in stated.items())
        for value, labels in of_value.items():
            whose = "" if len(of_value) == 1 else f" ({'; '.join(labels)})"
            lines.append(f"{name}{whose}: {value}")
    without = [run.label for run in runs if run.label not in stated]
    return [*lines, f"not stated: {'; '.join(without)}"] if lines and without else lines
