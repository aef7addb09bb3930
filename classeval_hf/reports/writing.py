"""Gathers the content of a report once, and writes it as Markdown, tables and a page.

The page makes no connections; texts of models are compressed JSON in it, never markup."""

import base64
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from markupsafe import Markup
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tables import Table, format_table
from classeval_hf.core.terminal import ProgressBar, counted, visible
from classeval_hf.metrics.many_runs import RANKING_METRICS
from classeval_hf.metrics.scores import interval_text, samples_text
from classeval_hf.reports import display, samples, tables
from classeval_hf.reports.display import NAME_LIMIT, clip, percent
from classeval_hf.reports.figures import DrawnFigure, draw_figures
from classeval_hf.reports.runs import REPORT, Run
from classeval_hf.runs.run_records import SAMPLINGS, STRATEGIES
from classeval_hf.runs.score_files import PublishedRun, find_published, published_runs
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores
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
        if published := find_published(row or run.name, run.description):
            matched[run.label] = published
    return matched


def compare_with_published(runs: Sequence[Run], published: Mapping[str, PublishedRun]) -> Table:
    header = ["run", "published as", "metric", "published in", "published", "measured", "difference"]
    rows = []
    for run, row in ((run, published[run.label]) for run in runs if run.label in published):
        for metric, value in row.scores.items():
            measured = run.value(metric)
            difference = points(None if measured is None else measured - value)
            cells = [run.label, row.name, metric, row.sources[metric.endswith("@5")]]
            rows.append([*cells, percent(value), percent(measured), difference])
    notes = [
        "In percent, differences in percentage points. `class_pass@k` is the published `class_success`, and "
        "`test_class_pass@k` is `fun_success`, the paper's method level."
    ]
    return Table("Comparison with the published values", header, rows, notes, names=4)


def check_claims(runs: Sequence[Run]) -> Table:
    """Claims of ClassEval, sections 5.3 (Figures 7 and 8) and 5.4 (Figure 9), and the same measured on the runs."""
    of_fields = [f > m for run in runs if (f := run.value("dep_f")) and (m := run.value("dep_m"))]
    of_runs = [run.scores.error_analysis.get("method_pass_by_dependencies", {}) for run in runs]
    by_count = [{int(count): groups[count]["share"] for count in groups} for groups in of_runs if groups]
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
    if types := [clip(visible(kind), NAME_LIMIT) for kind in tables.common_errors(runs)[0][:2]]:
        text = "AttributeError and TypeError are the most frequent errors"
        claims.append(["Figure 9", text, "", f"most frequent are {' and '.join(types)}", ""])
    title = "Claims of the paper's text on figures that come without numbers:"
    return Table(title, ["figure", "claim", "published", "here", "difference"], claims)


@dataclass(frozen=True)
class Content:
    runs: Sequence[Run]  # the runs, best first
    metrics: Sequence[tables.Metric]  # columns of the leaderboard
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
    killing_tests: Sequence[samples.KillingTest]  # strengthened tests that fail samples which pass `base`
    sheets: Sequence[samples.TaskSheet]  # one per task
    grouping: str  # what the topic of a task is called: `Topic`, or `Project` if all tasks are of projects
    is_marked: bool  # whether samples were searched for suspicious code


def gather_content(
    runs: Sequence[Run], paper: bool = False, published: Mapping[str, str] | None = None, with_figures: bool = True
) -> Content:
    runs = tables.ranked(runs)
    matched: dict[str, PublishedRun] | None = match_published(runs, published) if paper else None
    drawn, missing = draw_figures(runs, matched) if with_figures else ([], [])
    tasks = list(dict.fromkeys(task for run in runs for task in run.scores.results))
    killing, metrics = samples.killing_tests(runs, tasks), tables.leaderboard_metrics(runs)
    stated = {run.label: run.scores.provenance.summary() for run in runs if run.scores.provenance is not None}
    provenance = []  # a line per fact, or per value of it where runs differ
    for fact in dict.fromkeys(fact for summary in stated.values() for fact in summary):
        of_value = grouped((summary.get(fact, "none"), label) for label, summary in stated.items())
        for value, labels in of_value.items():
            whose = "" if len(of_value) == 1 else f" ({'; '.join(labels)})"
            provenance.append(f"{fact}{whose}: {value}")
    without = [run.label for run in runs if run.label not in stated]
    provenance += [f"not stated: {'; '.join(without)}"] if provenance and without else []
    of_projects = all(run.scores.results.keys() <= run.scores.projects.keys() for run in runs)
    return Content(
        runs=runs,
        metrics=metrics,
        tasks=tasks,
        table_7=table_7(runs),
        figures=drawn,
        missing=missing,
        notes=_notes(runs, killing),
        provenance=provenance,
        breakdowns=[*tables.breakdowns(runs), *tables.fresh_tables(runs)],
        compared=compare_with_published(runs, matched or {}),
        claims=check_claims(runs),
        paper=paper,
        agent_tables=tables.agent_tables(runs),
        killing_tests=killing,
        sheets=[samples.task_sheet(runs, task_id) for task_id in tasks],
        grouping="Project" if of_projects else "Topic",
        is_marked=any(map(suspicious_count, runs)),
    )


def _notes(runs: Sequence[Run], killing: Sequence[samples.KillingTest]) -> list[str]:
    notes = []
    versions = {run.scores.metric_version for run in runs}
    if len(versions) > 1:
        listed = ", ".join(sorted(versions))
        notes.append(f"The runs have different versions of the metric ({listed}): do not compare their scores.")
    versions_by_tasks = grouped((tuple(sorted(run.scores.results)), run.data_version) for run in runs)
    # Hashes of different tasks differ in any version.
    if any(len(set(found)) > 1 for found in versions_by_tasks.values()):
        notes.append("The runs were scored against different versions of the task data.")
    if len(versions_by_tasks) > 1:
        notes.append("The runs are not on the same tasks.")
    # Unsound tasks have a column of their own.
    warnings = {run.label: [item for item in run.scores.warnings if item.kind != "unsound_tasks"] for run in runs}
    notes += report_notes({run.label: replace(run.scores, warnings=warnings[run.label]) for run in runs})
    for run in runs:
        if run.scores.provenance is None:  # no scoring run warned of these
            isolation, broken = run.scores.isolation, run.scores.n_infrastructure_errors
            if isolation is not None and isolation.reason:
                notes.append(f"{run.label}: isolated at {isolation.tier.value} only: {isolation.reason}.")
            failed = f"{run.label}: {counted(broken, 'sample')} could not be run here, and were left out."
            notes += [failed] if broken else []
        notes += [f"{run.label}: no completions to show, because {run.note}."] if run.note else []
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
    cells = [
        [run.label, *(percent(run.value(m.name)) + interval_text(run.scores, m.name, " to ") for m in further)]
        for run in content.runs
    ]
    lines = [f"- {display.markdown_text(line)}" for line in content.provenance]
    columns = ["column", "metric", "meaning", "source"]
    families = tables.metric_families(content.metrics)
    meanings = [[metric.title, f"`{metric.name}`", metric.meaning, metric.source] for metric in families]
    left_out = "Left out: no run is known to be nucleus-sampled and has pass@1, 3 and 5."
    of_table_7 = _section(content.table_7, 2) if content.table_7.rows else [f"## {content.table_7.title}", left_out]
    none = "None of the runs is known to repeat a published one (say so with `--published RUN=NAME`)."
    paper = [f"## {content.compared.title}", none]
    if content.compared.rows:
        of_claims = [content.claims.title, *_section(content.claims)[1:]] if content.claims.rows else []
        paper = [*_section(content.compared, 2), *of_claims]
    rows = []
    for item in content.killing_tests:
        test, count = f"{item.test_class}.{item.test}", str(len(item.samples))
        texts = item.task_id, test, count, item.samples[0].message, item.why
        rows.append([clip(text, 2 * NAME_LIMIT) for text in texts])
    header = ["task", "test", "samples", "first message", "why it is legal"]
    note = "Strengthened tests failed by samples that pass all of the task's own tests; report.html has sources."
    strengthened = Table("Strengthened tests that find errors", header, rows, [note])
    sections = [
        ["# ClassEval-HF report"],
        _section(leaderboard_table(content.runs, [metric for metric in content.metrics if metric.main]), 2),
        [f"- {display.markdown_text(note)}" for note in content.notes],
        _section(Table("Further metrics", ["run", *(metric.title for metric in further)], cells)) if further else [],
        ["### Meaning of the columns", format_table(columns, meanings)] if meanings else [],
        of_table_7 if any(metric.name.startswith("class_pass@") for metric in content.metrics) else [],
        paper if content.paper else [],
        ["## Figures", *(f"![{figure.title}](figures/{figure.name}.svg)" for figure in content.figures)],
        [f"- {title}: left out: {reason}." for title, reason in content.missing],
        ["## Breakdowns", *chain(*map(_section, content.breakdowns))] if content.breakdowns else [],
        _section(strengthened, 2) if content.killing_tests else [],
        ["## Agent runs", *chain(*map(_section, content.agent_tables))] if content.agent_tables else [],
        ["## Provenance", "How the scores were made.", "\n".join(lines)] if lines else [],
    ]
    # List items are separated by line ends, paragraphs by blank lines.
    ends = [(section, "\n" if all(part.startswith("- ") for part in section) else "\n\n") for section in sections]
    return "\n\n".join(end.join(section) for section, end in ends if section) + "\n"


def leaderboard_table(runs: Sequence[Run], metrics: Sequence[tables.Metric]) -> Table:
    marked = ["suspicious"] if any(map(suspicious_count, runs)) else []
    unsound = ["unsound tasks"] if any(run.scores.unsound_tasks for run in runs) else []
    titles = [metric.title for metric in metrics]
    header = ["model", "strategy", "sampling", "n", "tasks", *unsound, *titles, *marked, "task data"]
    rows = [
        [
            f"{run.name.model} ({run.distinction})" if run.distinction else run.name.model,
            *(run.name.strategy.replace("_", "-"), run.name.sampling),
            *(samples_text(run.scores), str(run.scores.n_tasks)),
            *([str(len(run.scores.unsound_tasks))] if unsound else []),
            *(percent(run.value(m.name)) + interval_text(run.scores, m.name, " to ") for m in metrics),
            *([suspicious_count(run)] if marked else []),
            run.data_version,
        ]
        for run in runs
    ]
    return Table("Leaderboard", header, rows, ["Scores in percent, with confidence intervals."])


def table_7(runs: Sequence[Run]) -> Table:
    """The paper's Table 7: nucleus runs with pass@1, 3 and 5, best strategy of each model."""
    best: dict[str, Run] = {}
    for run in tables.ranked(runs, "class_pass@1"):
        if run.name.sampling == "nucleus" and all(run.value(f"class_pass@{k}") is not None for k in (1, 3, 5)):
            best.setdefault(run.name.model, run)
    levels = (("class", "class_pass"), ("method", "method_pass"))
    header = ["model", "strategy", *(f"{name} pass@{k}" for name, _ in levels for k in (1, 3, 5))]
    rows = []
    for run in best.values():
        values = [percent(run.value(f"{level}@{k}")) for _, level in levels for k in (1, 3, 5)]
        rows.append([run.name.model, run.name.strategy.replace("_", "-"), *values])
    note = "In percent; of each model the strategy with the highest class pass@1."
    return Table("Table 7: pass@k with nucleus sampling", header, rows, [note], names=2)


def suspicious_count(run: Run) -> str:
    """The suspicious samples of a run, and how many of them pass; empty if they were not searched for."""
    if not any(result.suspicious is not None for results in run.scores.results.values() for result in results):
        return ""
    marked = run.scores.suspicious_samples
    return f"{len(marked)}, {sum(bool(sample.passed) for sample, _ in marked)} pass" if marked else "0"


def points(value: float | None) -> str:
    """A difference in percentage points, with its sign."""
    return "" if value is None else f"{value * 100:+.1f}"


def _section(table: Table, level: int = 3) -> list[str]:
    columns, *rows = ([display.markdown_text(str(cell)) for cell in row] for row in (table.columns, *table.rows))
    return [f"{'#' * level} {table.title}", *table.notes, format_table(columns, rows)]


_NOT_IN_SCORES = ("results", "per_task", "reference_dependencies")  # left out of `scores.json`, since they are long
HIGHLIGHT_LIMIT = 20_000  # characters of a text beyond which it is shown without colours
_CPU_SECONDS = 2.0
_MEMORY_BYTES = 512 << 20
_CHUNK = 512
_WORTH_A_PROCESS = 256
_MAX_UNREADABLE = 16  # texts over the limits; no more are read after so many, which bounds the time of hostile ones
_PLAIN = "t"
_KINDS: tuple[tuple[Any, str], ...] = (
    *((Comment, "c"), (String, "s"), (Number, "m"), (Operator.Word, "k"), (Keyword, "k")),
    *((Name.Function, "f"), (Name.Class, "f"), (Name.Decorator, "f")),
    (Name.Builtin.Pseudo, _PLAIN),  # `self`, on every line
    (Name.Builtin, "b"),
)  # the letter of each kind of part; all others are plain


def write_report(
    runs: Sequence[Run],
    directory: str | Path,
    paper: bool = False,
    published: Mapping[str, str] | None = None,
    progress: bool = False,
    kinds: dict[str, str] | None = None,
    with_figures: bool = True,
) -> list[Path]:
    """Writes a report; `kinds` has the token kinds of code in other pages; those of this page are added."""
    if not runs:
        raise UserError("No run is given: name at least one.")
    content = gather_content(runs, paper, published, with_figures)
    of_classes = [any(name.startswith("class_pass@") for name in run.scores.averages) for run in content.runs]
    rates = []  # empty where no sample could be judged
    of_runs, scores = list[dict[str, Any]](), list[dict[str, Any]]()
    for run in content.runs:
        own, n = run.scores, samples_text(run.scores)
        means = tables.task_means(run, lambda result: float(bool(result.passed)))
        rates += [[run.label, task, len(of_task), means.get(task)] for task, of_task in own.results.items()]
        row = {**vars(run.name), "n": n, "tasks": own.n_tasks, "samples": own.n_samples}
        row |= {"data_version": run.data_version, "metric_version": own.metric_version}
        row["isolation"] = own.isolation.tier.value if own.isolation is not None else ""
        row |= {"suspicious": len(own.suspicious_samples)} if content.is_marked else {}
        for name in (metric.name for metric in content.metrics):
            low, high = own.intervals.get(name, ("", ""))
            row |= {name: run.value(name), f"{name}_low": low, f"{name}_high": high}
        of_runs.append(row)
        facts = {"label": run.label, **vars(run.name), "n": n, "data_version": run.data_version}
        shown = {name: value for name, value in own.to_dict().items() if name not in _NOT_IN_SCORES}
        scores.append({**facts, "scores": shown})
    texts = {  # all are made before any is written
        "report.md": markdown_report(content),
        "report.html": html_report(content, progress, kinds),
        "scores.csv": display.csv_text(list(of_runs[0]), [list(row.values()) for row in of_runs]),
        "scores.json": json.dumps(scores, indent=1) + "\n",
        "tasks.csv": display.csv_text(["run", "task_id", "samples", "class_" * all(of_classes) + "pass_rate"], rates),
    }
    if content.table_7.rows:
        columns, rows = content.table_7.columns, content.table_7.rows
        texts |= {"table7.md": f"{format_table(columns, rows)}\n", "table7.csv": display.csv_text(columns, rows)}
    if content.paper:
        texts["paper.csv"] = display.csv_text(content.compared.columns, content.compared.rows)
    files = {name: text.encode() for name, text in texts.items()}
    for figure in content.figures:
        files |= {f"figures/{figure.name}.svg": figure.svg, f"figures/{figure.name}.png": figure.png}
    return display.write_files(REPORT, Path(directory), files)


def highlighted(texts: Iterable[str], progress: bool = False, kinds: dict[str, str] | None = None) -> dict[str, str]:
    """The [`token_kinds`] by text; texts that exceed the limits on reading are left out."""
    kinds_by_text = {} if kinds is None else kinds  # of an earlier page; more are added
    wanted = [text for text in dict.fromkeys(texts) if 0 < len(text) <= HIGHLIGHT_LIMIT and text not in kinds_by_text]
    if not wanted:
        return kinds_by_text
    unreadable = 0
    processes = min(available_cores(), 1 + len(wanted) // _WORTH_A_PROCESS)
    shown = progress and len(wanted) > _CHUNK
    with (
        LimitedCalls(processes, _CPU_SECONDS, _MEMORY_BYTES) as calls,
        ProgressBar("Colouring code", len(wanted), "text", shown=shown) as bar,
    ):
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            for text, found in zip(chunk, calls.map(token_kinds, [(text,) for text in chunk]), strict=True):
                if isinstance(found, UnreadableError):
                    unreadable += 1
                else:
                    kinds_by_text[text] = found
            bar.update(len(chunk))
            if unreadable >= _MAX_UNREADABLE:
                break
    return kinds_by_text


def token_kinds(text: str) -> str:
    """The letter of the kind and the length in UTF-16 of each part of a text, or of its fenced blocks: `"k3t1"`."""
    parts: list[tuple[str, int]] = []
    lexer = PythonLexer()
    # Passages, each with whether it is read as Python: a text without fences, or the text within fences.
    lines, passages, collected = text.splitlines(keepends=True), list[tuple[bool, str]](), list[str]()
    within = not any(line.lstrip().startswith("```") for line in lines)
    for line in lines:
        if line.lstrip().startswith("```"):
            passages += [(within, "".join(collected)), (False, line)]
            within, collected = not within, []
        else:
            collected.append(line)
    for is_code, passage in (*passages, (within, "".join(collected))):
        # The lexer's only method that does not change the text first.
        tokens = lexer.get_tokens_unprocessed(passage) if is_code else [(0, Text, passage)]
        for kind, value in ((_kind(token), value) for _, token, value in tokens):
            length = len(value.encode("utf-16-le", "surrogatepass")) // 2
            if parts and parts[-1][0] == kind:
                parts[-1] = kind, parts[-1][1] + length
            elif length:
                parts.append((kind, length))
    return "".join(f"{kind}{length}" for kind, length in parts)


@cache
def _kind(token: Any) -> str:
    return next((letter for kind, letter in _KINDS if token in kind), _PLAIN)


_SCRIPTS = ("state.js", "board.js", "map.js", "sample.js", "report.js")  # the parts of the page's script, in order
_POLICY = "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'"
_MAX_TESTS = 40  # strengthened tests shown of a task
_MAX_SAMPLES = 20  # samples shown of a strengthened test


def html_report(content: Content, progress: bool = False, kinds: dict[str, str] | None = None) -> str:
    style, script = display.asset("report.css"), "\n".join(map(display.asset, _SCRIPTS))
    environment = display.page_environment()
    environment.filters |= {function.__name__: function for function in (percent, points, suspicious_count)}
    environment.globals |= {function.__name__: function for function in (interval_text, samples_text)}
    runs = content.runs
    types, errors = samples.error_types(runs, content.tasks)
    summary = {
        "tasks": [[sheet.task_id, sheet.asks_for, sheet.topic, sheet.unsound] for sheet in content.sheets],
        "errors": types,
        "grouping": content.grouping,
        "runs": [samples.run_summary(run, content.tasks) | {"errors": errors[run.label]} for run in runs],
    }
    strategies = [name for name in STRATEGIES if any(run.name.strategy == name for run in runs)]
    samplings = [name for name in SAMPLINGS if any(run.name.sampling == name for run in runs)]
    limit = samples.fair_limit(runs)
    of_runs = [(run, samples.run_details(run, content.tasks, limit)) for run in runs]
    shown = [sample for _, of_run in of_runs for task_samples in of_run for sample in task_samples]
    texts = [sample["completion"] for sample in shown if "completion" in sample]
    for sheet in content.sheets:
        texts += [sheet.skeleton, sheet.reference, *sheet.tests.values()]
    kinds = highlighted(texts, progress, kinds)
    for sample in shown:
        sample["kinds"] = kinds.get(sample.get("completion", ""), "")
    sheets = [
        {
            "licence": sheet.licence,
            "dataset": sheet.dataset,
            "skeleton": [sheet.skeleton, kinds.get(sheet.skeleton, "")],
            "reference": [sheet.reference, kinds.get(sheet.reference, "")],
            "tests": {name: [source, kinds.get(source, "")] for name, source in sheet.tests.items()},
        }
        for sheet in content.sheets
    ]
    # Compressed, in letters without a meaning in HTML; the browser unpacks it without a library.
    parts: list[Any] = [*({"note": run.note, "tasks": of_run} for run, of_run in of_runs), sheets]
    plain = [json.dumps(_visible_texts(part), ensure_ascii=True, separators=(",", ":")) for part in parts]
    *details, packed = (base64.b64encode(gzip.compress(text.encode("ascii"), mtime=0)).decode() for text in plain)
    page: str = environment.get_template("report.html.j2").render(
        content=content,
        policy=_POLICY.format(display.source_hash(style), display.source_hash(script)),
        style=Markup(style),
        script=Markup(script),
        filters={"strategy": strategies, "sampling": samplings},
        ranking=next((name for name in RANKING_METRICS if any(metric.name == name for metric in content.metrics)), ""),
        families=tables.metric_families(content.metrics),
        has_unsound=any(run.scores.unsound_tasks for run in runs),
        parts=sorted({samples.parts_of(run) for run in runs} - {""}),
        data_versions=list(dict.fromkeys(run.data_version for run in runs)),
        data_uri=lambda svg: f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}",
        summary=json_for_script(summary),
        error_types=summary["errors"],
        topics=sorted({sheet.topic for sheet in content.sheets} - {""}),
        killing=json_for_script(_killing_tests(content)),
        details=details,
        sheets=packed,
    )
    return page


def _killing_tests(content: Content) -> list[Any]:
    """Per task its number, the strengthened tests that found its samples wrong, and how many there are."""
    by_task: dict[int, list[Any]] = {}
    for item in content.killing_tests:
        # Name, class, source, reason, number of samples, and samples.
        row = [item.test, item.test_class, item.source, item.why, len(item.samples), item.samples[:_MAX_SAMPLES]]
        by_task.setdefault(content.tasks.index(item.task_id), []).append(row)
    return [[number, rows[:_MAX_TESTS], len(rows)] for number, rows in by_task.items()]


def json_for_script(value: Any) -> Markup:
    """JSON in ASCII, without a character that could end a script element or open a comment."""
    text = json.dumps(_visible_texts(value), ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _visible_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {_visible_texts(key): _visible_texts(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_visible_texts(item) for item in value]
    return visible(value) if isinstance(value, str) else value
