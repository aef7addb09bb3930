"""Classes that do nothing: they are written from what a model is shown, and `open` lets none of them pass."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmark_data import write_json
from box_task import TASK
from slow_and_full import slow

from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.task_quality.statistics import STUBS, baseline_table, stub, stub_baselines

pytestmark = pytest.mark.usefixtures("shared_judges")
CONTRACT = '''def size(self, factor=1):
    """
    >>> Box().size()
    3001
    >>> box = Box()
    >>> box.size(2)
    6002
    >>> box.size([])  # anything
    Traceback (most recent call last):
    """
'''
SHOWN = replace(
    TASK,
    class_constructor="class Box:\n    def __init__(self):\n        self.items = []\n",
    skeleton=f"class Box:\n    {CONTRACT}",
    methods_info=(Method("size", CONTRACT, test_classes=("BoxTest",)),),
)


def run(name: str) -> object:
    names: dict[str, type] = {}
    exec(stub(SHOWN, name), names)
    return names["Box"]().size(2)


def test_stubs() -> None:
    assert run("returns None") is None and run("returns []") == [] and run('returns ""') == ""
    assert run("echoes") == 2 and run("examples") == 6002
    with pytest.raises(NotImplementedError):
        run("raises")
    assert stub(SHOWN, "skeleton") == SHOWN.skeleton
    for shown in ("class Box:\n    kind = 1\n", "class Box:\n    def __init__(self", ""):
        names: dict[str, type] = {}
        exec(stub(replace(SHOWN, class_constructor=shown), "returns 0"), names)
        assert names["Box"](1, key=2).size() == 0, "one that is not shown takes all arguments"
    assert "reference" not in "".join(stub(SHOWN, name) for name in STUBS)


@pytest.mark.usefixtures("consent")
def test_a_task_whose_example_tells_its_test() -> None:
    found, total = stub_baselines([SHOWN], JudgeOptions(progress=False))
    assert [one.stub for one in found if one.class_pass] == ["examples"]
    last = baseline_table(found, total).strip().split("\n")[-1]
    assert last.startswith("best per test class") and last.split()[-2:] == ["1", "1.0000"]


@pytest.mark.usefixtures("consent")  # what the command sets for itself is to be forgotten after the test
@pytest.mark.parametrize("count", [1, slow(pytest.param(None))], ids=["a task", "all tasks"])
def test_none_pass(count: int | None, open_tasks: list[ClassTask], tmp_path: Path, ended: Callable[..., Any]) -> None:
    file = write_json(tmp_path / "tasks.json", [task.to_row() for task in open_tasks[:count]])
    status, out, _ = ended("floors", "--tasks-from", str(file))
    lines = out.strip().split("\n")
    assert status == 0 and len(lines) == len(STUBS) + 4, "a title, a header and its rule, and the best of all"
    assert lines[-1].split()[-2:] == ["0", "0.0000"]
