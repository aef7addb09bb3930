"""The names that the package shows, and the ways in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from places import ROOT

import classeval_hf

FACE = {
    "CandidateVerdict",
    "ClassTask",
    "InfrastructureError",
    "IsolationError",
    "Judge",
    "Sample",
    "Scores",
    "Task",
    "TestSuite",
    "__version__",
    "aggregate",
    "compute_scores",
    "load_tasks",
}


def test_names() -> None:
    assert set(classeval_hf.__all__) == set(dir(classeval_hf)) == FACE
    for name in FACE:
        assert getattr(classeval_hf, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Jugde'"):
        classeval_hf.Jugde  # noqa: B018 - that it raises is the test


def test_importing_it_loads_no_library(run_python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    script = (
        "import sys, classeval_hf; print([name for name in ('numpy', 'datasets', 'torch') if name in sys.modules])"
    )
    assert run_python(script).stdout.strip() == "[]"


def test_tasks_by_split_and_by_file(tmp_path: Path) -> None:
    tasks = classeval_hf.load_tasks("open")
    assert len(tasks) == 14
    with pytest.raises(FileNotFoundError):
        classeval_hf.load_tasks(tmp_path / "none.json")


@pytest.mark.usefixtures("consent")
def test_judge_and_aggregate_by_hand() -> None:
    task = classeval_hf.load_tasks()[0]
    with classeval_hf.Judge(progress=False) as judge:
        (sample, empty) = judge.judge([task], [[task.solution_code, ""]])[task.task_id]
    assert sample.verdict.passed(task.test_classes)
    assert not empty.verdict.passed(task.test_classes)


def test_every_room_says_what_it_is_for() -> None:
    data = {"open_projects", "open_tasks"}
    rooms = [path for path in (ROOT / "classeval_hf").rglob("__init__.py") if data.isdisjoint(path.parts)]
    assert len(rooms) > 15
    for path in rooms:
        assert path.read_text(encoding="utf-8").startswith('"""'), path


@pytest.mark.parametrize("command", [["-m", "classeval_hf", "generate"], ["-m", "classeval_hf.generation"]])
def test_generation_by_the_package(command: list[str]) -> None:
    pytest.importorskip("transformers", reason="the extra `generation` is not installed")
    done = subprocess.run([sys.executable, *command, "--help"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert "--strategy" in done.stdout
