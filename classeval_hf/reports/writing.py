"""The report's folder."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.errors import UserError
from classeval_hf.core.tables import format_table
from classeval_hf.reports.content import Content, gather_content
from classeval_hf.reports.display import csv_text
from classeval_hf.reports.html import html_report
from classeval_hf.reports.leaderboard import task_pass_rates
from classeval_hf.reports.markdown import compared_table, markdown_report, table_7
from classeval_hf.reports.runs import REPORT, Run

_NOT_IN_SCORES = ("results", "per_task", "reference_dependencies")  # left out of `scores.json`, since they are long


def write_report(
    runs: Sequence[Run],
    directory: str | Path,
    paper: bool = False,
    published: Mapping[str, str] | None = None,
    progress: bool = False,
    kinds: dict[str, str] | None = None,
    with_figures: bool = True,
) -> list[Path]:
    """Writes a report; `kinds` holds the token kinds of code in other pages, and takes those of this one."""
    if not runs:
        raise UserError("There is nothing to report on: no run is given.")
    content = gather_content(runs, paper, published, with_figures)
    folder = Path(directory)
    files = _files(content, progress, kinds)
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for path in {path for name in REPORT.files for path in folder.glob(name)} - {folder / name for name in files}:
        path.unlink()  # of an earlier report
    for name, data in files.items():
        write_whole(folder / name, data)
    return [folder / name for name in files]


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
    rows = [
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
            "model": run.name.model,
            "strategy": run.name.strategy,
            "sampling": run.name.sampling,
            "n": run.samples_per_task,
            "data_version": run.data_version,
            "scores": {name: value for name, value in run.scores.to_dict().items() if name not in _NOT_IN_SCORES},
        }
        for run in content.runs
    ]
    texts = {
        "report.md": markdown_report(content),
        "report.html": html_report(content, progress, kinds),
        "scores.csv": csv_text(header, rows),
        "scores.json": json.dumps(scores, indent=1) + "\n",
        "tasks.csv": csv_text(["run", "task_id", "samples", rate_name], rates),
    }
    if content.table_7:
        table = table_7(content.table_7)
        markdown = format_table(table.columns, table.rows)
        texts |= {"table7.md": f"{markdown}\n", "table7.csv": csv_text(table.columns, table.rows)}
    if content.paper:
        table = compared_table(content)
        texts["paper.csv"] = csv_text(table.columns, table.rows)
    files = {name: text.encode() for name, text in texts.items()}
    for figure in content.figures:
        files |= {f"figures/{figure.name}.svg": figure.svg, f"figures/{figure.name}.png": figure.png}
    return files
