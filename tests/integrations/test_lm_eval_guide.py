"""The guide for lm-evaluation-harness: its Python is what users copy."""

import re
from typing import Any

import pytest
from places import ROOT

from classeval_hf.tasks.folders import load_open_tasks


@pytest.fixture
def guide(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    text = (ROOT / "docs" / "guides" / "lm-eval.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "classeval_task.py", "exec"), names)
    yield names
    names["judge"]().__exit__(None, None, None)


def test_documents_are_scored_one_by_one(guide: Any) -> None:
    """A right class counts for itself and its methods, a wrong one for neither; all by one judge."""
    tasks = load_open_tasks()[:2]
    rows = [task.to_row() for task in tasks]
    assert tasks[0].class_name in guide["prompt"](rows[0])
    items = [guide["process_results"](rows[0], [tasks[0].solution_code]), guide["process_results"](rows[1], ["pass"])]
    methods = [len(task.methods_info) for task in tasks]
    assert guide["share"]([item["class_pass@1"] for item in items]) == 0.5
    assert guide["share"]([item["method_pass@1"] for item in items]) == pytest.approx(methods[0] / sum(methods))
    assert guide["judge"]() is guide["judge"]()
