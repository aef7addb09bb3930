"""The report as Markdown."""

from collections.abc import Sequence

from classeval_hf.core.grouping import grouped
from classeval_hf.core.tables import Table, format_table
from classeval_hf.reports.content import Content
from classeval_hf.reports.display import NAME_LIMIT, clip, markdown_text, percent
from classeval_hf.reports.leaderboard import Metric, metric_families
from classeval_hf.reports.runs import Run


def markdown_report(content: Content) -> str:
    further = [metric for metric in content.metrics if not metric.main]
    cells = [[run.label, *(_score(run, metric.name) for metric in further)] for run in content.runs]
    lines = [f"- {markdown_text(line)}" for line in provenance_lines(content.runs)]
    columns = ["column", "metric", "meaning", "source"]
    meanings = [
        [metric.title, f"`{metric.name}`", metric.meaning, metric.source]
        for metric in metric_families(content.metrics)
    ]
    of_nucleus = table_7(content.table_7)
    left_out = "Left out: no run is known to be nucleus-sampled and has pass@1, 3 and 5."
    of_table_7 = _section(of_nucleus, 2) if content.table_7 else [f"## {of_nucleus.title}", left_out]
    strengthened = Table(
        "Strengthened tests that find errors",
        ["task", "test", "samples", "first message", "why it is legal"],
        [
            [clip(text, 2 * NAME_LIMIT) for text in (item.task_id, test, count, item.samples[0].message, item.why)]
            for item in content.killing_tests
            for test, count in [(f"{item.test_class}.{item.test}", str(len(item.samples)))]
        ],
        ["Tests that samples fail which pass all of the task's own tests; report.html shows the source of each."],
    )
    sections = [
        [f"# {content.title}"],
        _section(leaderboard_table(content.runs, [metric for metric in content.metrics if metric.main]), 2),
        [f"- {markdown_text(note)}" for note in content.notes],
        _section(Table("Further metrics", ["run", *(metric.title for metric in further)], cells)) if further else [],
        ["### What the columns mean", format_table(columns, meanings)] if meanings else [],
        of_table_7 if not content.only_projects else [],
        _paper(content),
        ["## Figures", *(f"![{figure.title}](figures/{figure.name}.svg)" for figure in content.figures)],
        [f"- {figure.title}: left out, {figure.reason}." for figure in content.missing],
        _tables("## Breakdowns", content.breakdowns),
        _section(strengthened, 2) if content.killing_tests else [],
        _tables("## Agent runs", content.agent_tables),
        ["## Provenance", "What the scores were made with.", "\n".join(lines)] if lines else [],
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
            *(model_name(run), run.name.strategy.replace("_", "-"), run.name.sampling),
            *(run.samples_per_task, str(run.scores.n_tasks)),
            *([str(len(run.scores.unsound_tasks))] if unsound else []),
            *(_score(run, metric.name) for metric in metrics),
            *([suspicious_count(run)] if marked else []),
            run.data_version,
        ]
        for run in runs
    ]
    return Table("Leaderboard", header, rows, ["Scores in percent, with confidence intervals where there are any."])


def table_7(runs: Sequence[Run]) -> Table:
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


def compared_table(content: Content) -> Table:
    header = ["run", "published as", "metric", "published in", "published", "measured", "difference"]
    rows = [
        [
            *(score.label, score.published_name, score.metric, score.source),
            *(percent(score.published), percent(score.measured), points(score.difference)),
        ]
        for score in content.compared
    ]
    notes = [
        "In percent, differences in percentage points. `class_pass@k` is the published `class_success`, and "
        "`test_class_pass@k` is `fun_success`, the paper's method level."
    ]
    return Table("Comparison with the published values", header, rows, notes, names=4)


def suspicious_count(run: Run) -> str:
    """The suspicious samples of a run of repository-level tasks, and how many of them pass; empty for class tasks."""
    if not run.is_of_projects:
        return ""
    marked = run.scores.suspicious_samples
    return f"{len(marked)}, {sum(bool(sample.passed) for sample, _ in marked)} pass" if marked else "0"


def model_name(run: Run) -> str:
    """The model of a run, with its distinction from runs of the same name."""
    return f"{run.name.model} ({run.distinction})" if run.distinction else run.name.model


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


def _paper(content: Content) -> list[str]:
    table = compared_table(content)
    if not content.paper:
        return []
    if not content.compared:
        missing = "None of the runs is known to repeat a published one (say so with `--published RUN=NAME`)."
        return [f"## {table.title}", missing]
    claims = [[c.figure, c.claim, percent(c.value), c.measured, points(c.difference)] for c in content.claims]
    of_claims = Table(
        "Claims of the paper's text on figures that come without numbers:",
        ["figure", "claim", "published", "here", "difference"],
        claims,
    )
    return [*_section(table, 2), *([of_claims.title, _table(of_claims)] if claims else [])]


def _tables(heading: str, tables: Sequence[Table]) -> list[str]:
    return [heading, *(part for table in tables for part in _section(table))] if tables else []


def provenance_lines(runs: Sequence[Run]) -> list[str]:
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
