"""The names that the package shows, and the ways in."""

import ast
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import programs
import pytest
from places import OPEN, ROOT

import classeval_hf

FACE = {
    *("CandidateVerdict", "ClassEvalError", "ClassTask", "InfrastructureError", "IsolationError", "Judge", "Sample"),
    *("Scores", "Task", "TestSuite", "UserError", "__version__", "aggregate", "compute_scores", "load_tasks"),
}


def layers(container: str = "classeval_hf") -> list[str]:
    """Rooms of a package in the contract of `pyproject.toml`, the lowest first."""
    # `tomllib` is not in Python 3.10.
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contract = rf'^containers = \["{re.escape(container)}"\]$.*?^layers = \[$(.*?)^\]$'
    (listed,) = re.findall(contract, text, re.MULTILINE | re.DOTALL)
    layers = re.findall(r'"([\w |]+)"', listed)[::-1]
    return [room for layer in layers for room in layer.split(" | ")]


def docstring(path: Path) -> str:
    return " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split())


def test_names_and_what_importing_them_loads(run_python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    assert set(classeval_hf.__all__) == set(dir(classeval_hf)) == FACE
    for name in FACE:
        assert getattr(classeval_hf, name) is not None
    assert issubclass(classeval_hf.UserError, ValueError)
    for kind in (classeval_hf.UserError, classeval_hf.InfrastructureError, classeval_hf.IsolationError):
        assert issubclass(kind, classeval_hf.ClassEvalError)
    with pytest.raises(AttributeError, match="no attribute 'Jugde'"):
        classeval_hf.Jugde  # noqa: B018 - that it raises is the test
    script = "import sys, classeval_hf; print({'numpy', 'datasets', 'torch'} & {*sys.modules})"
    assert run_python(script).stdout.strip() == "set()"


@pytest.mark.usefixtures("consent")
def test_judge_and_aggregate_by_hand(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        classeval_hf.load_tasks(tmp_path / "none.json")
    task, *others = classeval_hf.load_tasks()
    assert classeval_hf.load_tasks("open") == [task, *others] and len(others) == OPEN - 1
    with classeval_hf.Judge(progress=False) as judge:
        judged = judge.judge([task], [[task.solution_code, ""]])
    (sample, empty) = judged[task.task_id]
    assert sample.verdict.passed(task.test_classes) and not empty.verdict.passed(task.test_classes)
    scores = classeval_hf.aggregate([task], judged, ks=[1])
    assert scores.averages["class_pass@1"] == scores.averages["method_pass@1"] == 0.5
    assert (scores.provenance, scores.warnings) == (None, []), "who judges by hand keeps a record of it"


def test_rooms_are_listed_in_the_order_of_the_layers() -> None:
    rooms = layers()
    package = {path.stem for path in (ROOT / "classeval_hf").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert set(rooms) == package - {"__init__", "__main__", "__pycache__"} and len(rooms) == len(set(rooms))
    _, _, said = docstring(ROOT / "classeval_hf" / "__init__.py").partition(" The rooms, ")
    assert re.findall(r"`(\w+)`", said) == rooms
    page = (ROOT / "docs" / "design" / "architecture.md").read_text(encoding="utf-8")
    _, _, section = page.partition("## Rooms\n")
    assert re.findall(r"^\| (\w+) \|", section.partition("\n## ")[0], re.MULTILINE) == ["room", *rooms]


def test_every_room_says_what_it_is_for() -> None:
    data = {"open_projects", "open_tasks"}
    rooms = [path for path in (ROOT / "classeval_hf").rglob("__init__.py") if data.isdisjoint(path.parts)]
    assert len(rooms) > 15
    for path in rooms:
        said = docstring(path)
        assert said, path
        if path.parent.parent.name == "classeval_hf":
            assert "Start reading at [`classeval_hf." in said, path
        for name in re.findall(r"\[`(classeval_hf\.[\w.]+)`\]", said):
            place = ROOT / name.replace(".", "/")
            assert place.with_suffix(".py").exists() or (place / "__init__.py").exists(), f"{path} names {name}"


def test_what_generation_needs_is_named() -> None:
    for run in (
        "runpy.run_module('classeval_hf.generation', run_name='__main__')",
        f"runpy.run_path({str(ROOT / 'generation' / 'run.py')!r}, run_name='__main__')",
        "sys.exit(__import__('classeval_hf.cli').cli.main(['generate']))",
    ):
        script = f"import runpy, sys; sys.modules['torch'] = sys.modules['jinja2'] = None; {run}"
        done = programs.run_python("-c", script)
        assert done.returncode in (1, 2), run
        named = "(accelerate, )?jinja2, torch(, transformers)?"  # the suite also runs where none is installed
        assert re.fullmatch(rf".* needs {named}: .*pip install .*\[generation\].*\n", done.stderr), run


def test_generation_by_the_package() -> None:
    """`python -m classeval_hf generate` is what `classeval-hf generate` runs in other tests."""
    pytest.importorskip("transformers", reason="the extra `generation` is not installed")
    for module in (["classeval_hf", "generate"], ["classeval_hf.generation"]):
        done = programs.run_python("-m", *module, "--help")
        assert done.returncode == 0 and "--strategy" in done.stdout, module
