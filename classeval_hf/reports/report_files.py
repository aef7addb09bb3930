"""What a report is made of and with, without loading what makes it."""

from __future__ import annotations

from importlib.util import find_spec

from classeval_hf.core.errors import UserError
from classeval_hf.core.outputs import OutputKind

REPORT = OutputKind(
    "a report",
    {
        "report.md": "# ClassEval report",
        "report.html": "(?s)<!doctype html>.*<title>ClassEval report",
        "scores.csv": "model,strategy,sampling,",
        "scores.json": r'\[\s*(\]|\{\s*"label")',
        "tasks.csv": "run,task_id,samples,",
        "table7.md": r"\| *model *\|",
        "table7.csv": "model,strategy,class pass@1",
        "paper.csv": "run,published as,",
        "figures/figure[5-9].svg": "<",
        "figures/figure[5-9].png": ".PNG",
    },
)
"""The files of [`classeval_hf.reports.writing.write_report`]."""


def require_report_libraries() -> None:
    """Raises `ValueError`, with how to install it, where a library that makes reports is missing."""
    missing = [name for name in ("jinja2", "matplotlib", "pygments") if find_spec(name) is None]
    if missing:
        raise UserError(f"A report needs {', '.join(missing)}: pip install 'classeval-hf[report]'.")
