"""The report as one page without connections; texts of models are compressed JSON, never markup."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import jinja2
from markupsafe import Markup

from classeval_hf.reports.content import Content
from classeval_hf.reports.display import asset, percent, source_hash, visible
from classeval_hf.reports.highlighting import highlighted
from classeval_hf.reports.leaderboard import in_strategy_order, metric_families
from classeval_hf.reports.markdown import (
    compared_table,
    points,
    provenance_lines,
    suspicious_count,
    table_7,
    unsound_count,
)
from classeval_hf.reports.samples import fair_limit, json_for_script, run_details, run_summary
from classeval_hf.reports.task_sheets import error_types
from classeval_hf.runs.run_names import SAMPLINGS

_SCRIPTS = ("state.js", "board.js", "map.js", "sample.js", "report.js")  # the parts of the page's script, in order
_POLICY = "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'"
_MAX_TESTS = 40  # strengthened tests shown of a task
_MAX_SAMPLES = 20  # samples shown of a strengthened test


def html_report(content: Content, progress: bool = False) -> str:
    style, script = asset("report.css"), "\n".join(map(asset, _SCRIPTS))
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(asset),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "visible": visible,
        "percent": percent,
        "points": points,
        "suspicious_count": suspicious_count,
        "unsound_count": unsound_count,
    }
    runs, summary = content.runs, _summary(content)
    strategies = in_strategy_order([run.name.strategy for run in runs if run.name.strategy])
    samplings = [name for name in SAMPLINGS if any(run.name.sampling == name for run in runs)]
    page: str = environment.get_template("report.html.j2").render(
        content=content,
        policy=_POLICY.format(source_hash(style), source_hash(script)),
        style=Markup(style),
        script=Markup(script),
        filters={"strategy": strategies, "sampling": samplings},
        table_7=table_7(content.table_7),
        compared=compared_table(content),
        families=metric_families(content.metrics),
        provenance=provenance_lines(content.runs),
        data_uri=lambda svg: f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}",
        summary=_data(summary),
        error_types=summary["errors"],
        topics=sorted({sheet.topic for sheet in content.sheets} - {""}),
        killing=_data(_killing(content)),
        **_packed_details(content, progress),
    )
    return page


def _summary(content: Content) -> dict[str, Any]:
    """What the leaderboard's filters and the heat map need; all else is unpacked when it is first looked at."""
    types, errors = error_types(content.runs, content.tasks)
    return {
        "tasks": [[visible(sheet.task_id), sheet.asks_for, sheet.topic, sheet.unsound] for sheet in content.sheets],
        "errors": types,
        "runs": [
            {**run_summary(run, content.tasks), "errors": of_run}
            for run, of_run in zip(content.runs, errors, strict=True)
        ],
    }


def _packed_details(content: Content, progress: bool) -> dict[str, Any]:
    """Per run its samples, and what is known of the tasks, with the kinds of the parts of all code in them."""
    limit = fair_limit(content.runs)
    of_runs = [run_details(run, content.tasks, limit) for run in content.runs]
    samples = [sample for of_run in of_runs for of_task in of_run for sample in of_task]
    texts = [sample["completion"] for sample in samples if "completion" in sample]
    for sheet in content.sheets:
        texts += [sheet.skeleton, sheet.reference, *sheet.tests.values()]
    kinds = highlighted(texts, progress)
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
    details = [
        _packed({"note": visible(run.note), "tasks": of_run})
        for run, of_run in zip(content.runs, of_runs, strict=True)
    ]
    return {"details": details, "sheets": _packed(sheets)}


def _killing(content: Content) -> list[Any]:
    """Per task its number and, per strengthened test, name, class, source, reason, number of samples, and samples."""
    by_task: dict[str, list[Any]] = {}
    for item in content.killing_tests:
        samples = [
            [sample.run, sample.sample, sample.outcome, sample.error_type, sample.message]
            for sample in item.samples[:_MAX_SAMPLES]
        ]
        source, why = visible(item.source), visible(item.why)
        row = [item.test, item.test_class, source, why, len(item.samples), samples]
        by_task.setdefault(item.task_id, []).append(row)
    numbers = {task: number for number, task in enumerate(content.tasks)}
    return [[numbers[task], rows[:_MAX_TESTS], len(rows)] for task, rows in by_task.items()]


def _data(value: Any) -> Markup:
    return Markup(json_for_script(value))  # holds no character that is special to HTML


def _packed(value: Any) -> str:
    """Compressed, as letters that mean nothing to HTML: the browser unpacks it without a library."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("ascii"), mtime=0)).decode("ascii")
