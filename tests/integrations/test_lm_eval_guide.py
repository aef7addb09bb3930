"""The guide for lm-evaluation-harness: its Python is what users copy."""

import re
from typing import Any

import pytest
from places import ROOT

from classeval_hf.classes.tasks.files import open_tasks


@pytest.mark.usefixtures("consent")
def test_documents_are_scored_one_by_one() -> None:
    text = (ROOT / "docs" / "guides" / "harnesses.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(# classeval_task\.py\n.*?)```", text, re.DOTALL)
    guide: dict[str, Any] = {}
    exec(compile(code, "classeval_task.py", "exec"), guide)
    tasks = list(open_tasks().values())[:2]
    rows = [task.to_row() for task in tasks]
    assert tasks[0].class_name in guide["prompt"](rows[0])
    items = [guide["process_results"](rows[0], [tasks[0].solution_code]), guide["process_results"](rows[1], ["pass"])]
    methods = [len(task.methods_info) for task in tasks]
    assert guide["share"]([item["class_pass@1"] for item in items]) == 0.5
    assert guide["share"]([item["method_pass@1"] for item in items]) == pytest.approx(methods[0] / sum(methods))
    assert guide["judge"]() is guide["judge"]()
    guide["judge"]().__exit__(None, None, None)
