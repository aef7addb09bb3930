"""Writes a report's folder, with its page.

The page makes no connections; texts of models are compressed JSON in it, never markup."""

import base64
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

from classeval_hf.core.errors import UserError
from classeval_hf.core.tables import format_table
from classeval_hf.core.terminal import ProgressBar, visible
from classeval_hf.reports.content import Content, gather_content, markdown_report, points, suspicious_count
from classeval_hf.reports.display import asset, csv_text, page_environment, percent, source_hash, write_files
from classeval_hf.reports.leaderboard import in_strategy_order, task_pass_rates
from classeval_hf.reports.runs import REPORT, Run
from classeval_hf.reports.samples import fair_limit, json_for_script, run_details, run_summary
from classeval_hf.reports.task_sheets import error_types
from classeval_hf.runs.run_records import SAMPLINGS
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores

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
    return write_files(REPORT, Path(directory), _files(content, progress, kinds))


def _files(content: Content, progress: bool, kinds: dict[str, str] | None) -> dict[str, bytes]:
    """The contents of a report's files by name; all are made before any is written."""
    rate_name = "pass_rate" if content.of_projects else "class_pass_rate"
    rates = [
        [run.label, task, len(run.results[task]), rate]
        for run in content.runs
        for task, rate in task_pass_rates(run).items()
    ]
    header = ["model", "strategy", "sampling", "n", "tasks", "samples", "data_version", "metric_version", "isolation"]
    header += ["suspicious"] if content.of_projects else []
    names = [metric.name for metric in content.metrics]
    header += [column for name in names for column in (name, f"{name}_low", f"{name}_high")]
    of_runs = [
        [
            *(run.name.model, run.name.strategy, run.name.sampling, run.samples_per_task),
            *(run.scores.n_tasks, run.scores.n_samples, run.data_version, run.scores.metric_version),
            run.scores.isolation.tier.value if run.scores.isolation is not None else "",
            *([len(run.scores.suspicious_samples)] if content.of_projects else []),
            *(value for name in names for value in (run.value(name), *(run.interval(name) or ("", "")))),
        ]
        for run in content.runs
    ]
    scores = [
        {
            "label": run.label,
            **vars(run.name),
            "n": run.samples_per_task,
            "data_version": run.data_version,
            "scores": {name: value for name, value in run.scores.to_dict().items() if name not in _NOT_IN_SCORES},
        }
        for run in content.runs
    ]
    texts = {
        "report.md": markdown_report(content),
        "report.html": html_report(content, progress, kinds),
        "scores.csv": csv_text(header, of_runs),
        "scores.json": json.dumps(scores, indent=1) + "\n",
        "tasks.csv": csv_text(["run", "task_id", "samples", rate_name], rates),
    }
    if content.table_7.rows:
        columns, rows = content.table_7.columns, content.table_7.rows
        texts |= {"table7.md": f"{format_table(columns, rows)}\n", "table7.csv": csv_text(columns, rows)}
    if content.paper:
        texts["paper.csv"] = csv_text(content.compared.columns, content.compared.rows)
    files = {name: text.encode() for name, text in texts.items()}
    for figure in content.figures:
        files |= {f"figures/{figure.name}.svg": figure.svg, f"figures/{figure.name}.png": figure.png}
    return files


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
    for is_code, passage in _passages(text):
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


def _passages(text: str) -> Iterator[tuple[bool, str]]:
    """Passages, each with whether it is read as Python: a text without fences, or the text within fences."""
    lines = text.splitlines(keepends=True)
    fences = [line.lstrip().startswith("```") for line in lines]
    if not any(fences):
        yield True, text
        return
    within = False
    collected: list[str] = []
    for line, is_fence in zip(lines, fences, strict=True):
        if not is_fence:
            collected.append(line)
            continue
        yield within, "".join(collected)
        yield False, line
        within, collected = not within, []
    yield within, "".join(collected)


_SCRIPTS = ("state.js", "board.js", "map.js", "sample.js", "report.js")  # the parts of the page's script, in order
_POLICY = "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'"
_MAX_TESTS = 40  # strengthened tests shown of a task
_MAX_SAMPLES = 20  # samples shown of a strengthened test


def html_report(content: Content, progress: bool = False, kinds: dict[str, str] | None = None) -> str:
    style, script = asset("report.css"), "\n".join(map(asset, _SCRIPTS))
    environment = page_environment()
    filters = (percent, points, suspicious_count)
    environment.filters |= {function.__name__: function for function in filters}
    runs = content.runs
    types, errors = error_types(runs, content.tasks)
    summary = {
        "tasks": [[sheet.task_id, sheet.asks_for, sheet.topic, sheet.unsound] for sheet in content.sheets],
        "errors": types,
        "grouping": "Project" if content.only_projects else "Topic",  # what `topic` of a task is called
        "runs": [
            {**run_summary(run, content.tasks), "errors": of_run} for run, of_run in zip(runs, errors, strict=True)
        ],
    }
    strategies = in_strategy_order([run.name.strategy for run in runs if run.name.strategy])
    samplings = [name for name in SAMPLINGS if any(run.name.sampling == name for run in runs)]
    # Per task, per strengthened test: name, class, source, reason, number of samples, and samples.
    by_task: dict[str, list[Any]] = {}
    for item in content.killing_tests:
        row = [item.test, item.test_class, item.source, item.why, len(item.samples), item.samples[:_MAX_SAMPLES]]
        by_task.setdefault(item.task_id, []).append(row)
    numbers = {task: number for number, task in enumerate(content.tasks)}
    page: str = environment.get_template("report.html.j2").render(
        content=content,
        policy=_POLICY.format(source_hash(style), source_hash(script)),
        style=Markup(style),
        script=Markup(script),
        filters={"strategy": strategies, "sampling": samplings},
        data_uri=lambda svg: f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}",
        summary=_data(summary),
        error_types=summary["errors"],
        grouping=summary["grouping"],
        topics=sorted({sheet.topic for sheet in content.sheets} - {""}),
        killing=_data([[numbers[task], rows[:_MAX_TESTS], len(rows)] for task, rows in by_task.items()]),
        **_packed_details(content, progress, kinds),
    )
    return page


def _packed_details(content: Content, progress: bool, kinds: dict[str, str] | None) -> dict[str, Any]:
    """Samples by run, and tasks, both with the kinds of the parts of their code."""
    limit = fair_limit(content.runs)
    of_runs = [run_details(run, content.tasks, limit) for run in content.runs]
    samples = [sample for of_run in of_runs for task_samples in of_run for sample in task_samples]
    texts = [sample["completion"] for sample in samples if "completion" in sample]
    for sheet in content.sheets:
        texts += [sheet.skeleton, sheet.reference, *sheet.tests.values()]
    kinds = highlighted(texts, progress, kinds)
    for sample in samples:
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
    details = [_packed({"note": run.note, "tasks": of_run}) for run, of_run in zip(content.runs, of_runs, strict=True)]
    return {"details": details, "sheets": _packed(sheets)}


def _data(value: Any) -> Markup:
    return Markup(json_for_script(_visible_texts(value)))  # contains no character that is special in HTML


def _packed(value: Any) -> str:
    """Compressed, in letters without a meaning in HTML; the browser unpacks it without a library."""
    text = json.dumps(_visible_texts(value), ensure_ascii=True, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("ascii"), mtime=0)).decode("ascii")


def _visible_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {_visible_texts(key): _visible_texts(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_visible_texts(item) for item in value]
    return visible(value) if isinstance(value, str) else value
