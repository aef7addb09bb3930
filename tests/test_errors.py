"""What users are told of their mistakes, and of ours."""

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from places import ROOT

from classeval_hf import ClassEvalError, InfrastructureError, IsolationError, UserError
from classeval_hf.cli import main

MODEL = ROOT / "hub_cards" / "demo_model"


@pytest.fixture
def generation() -> None:
    pytest.importorskip("transformers", reason="the extra `generation` is not installed")


# A stand-in for a slip of ours: it is made in the place of a function that the command calls.
BUG = """
import {module}

def slip(*_, **__):
    return dict(zip(("one", "two"), (1, 2, 3), strict=True))

{module}.{function} = slip
"""


def run_with_bug(folder: Path, module: str, function: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(BUG.format(module=module, function=function))
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "classeval_hf", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def _reported(done: subprocess.CompletedProcess[str], program: str) -> None:
    assert done.returncode == 3, done.stderr
    *lines, error, last = done.stderr.splitlines()
    assert "Traceback (most recent call last):" in lines
    assert error.startswith("ValueError: zip() argument 2 is longer")
    assert last == (
        f"{program}: this is a bug of classeval-hf {metadata.version('classeval-hf')}. "
        "Please report it with the lines above."
    )


def test_a_bug_shows_its_traceback(tmp_path: Path) -> None:
    done = run_with_bug(tmp_path, "classeval_hf.projects.catalogue", "load_catalogue", "projects", "list")
    _reported(done, "classeval-hf")


@pytest.mark.usefixtures("generation")
def test_a_bug_of_generation_shows_its_traceback(tmp_path: Path) -> None:
    arguments = ("classeval_hf.generation.pipeline.arguments", "read_arguments", "generate", "--model", str(MODEL))
    _reported(run_with_bug(tmp_path, *arguments), "classeval-hf generate")


def test_all_errors_for_users_have_one_base() -> None:
    assert issubclass(UserError, ValueError)
    for kind in (UserError, InfrastructureError, IsolationError):
        assert issubclass(kind, ClassEvalError)


def _model(folder: Path, name: str, content: str) -> Path:
    """The tiny model with one file of other content."""
    for file in MODEL.iterdir():
        (folder / file.name).symlink_to(file)
    (folder / name).unlink()
    (folder / name).write_text(content)
    return folder


@pytest.mark.usefixtures("generation")
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config.json", '{"model_type": "no_such_type"}'),
        ("config.json", "{"),
        ("config.json", "[]"),
        ("tokenizer.json", "{}"),
        ("tokenizer.json", "no JSON"),
        ("model.safetensors", "no weights"),
    ],
)
def test_a_model_that_cannot_be_loaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    arguments = [
        "--split",
        "open",
        "--greedy",
        "--limit",
        "1",
        "--max-new-tokens",
        "1",
        "--output",
        str(tmp_path / "o"),
    ]
    assert main(["generate", "--model", str(_model(folder, name, content)), *arguments]) == 2
    said = capsys.readouterr().err
    assert str(folder) in said and "Traceback" not in said


@pytest.mark.usefixtures("consent")
def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes('{"task_id": "ClassEvalOpen_0", "completion": "Grüße"}\n'.encode("latin-1"))
    nothing = tmp_path / "scores.json"
    nothing.write_text(json.dumps({"a.jsonl": {"n_tasks": "many"}}))
    for arguments, name in (
        (["score", str(latin)], latin),
        (["compare", str(nothing), str(nothing)], nothing),
        (["validate", "--stats", str(latin)], latin),
    ):
        assert main(arguments) == 2, arguments
        said = capsys.readouterr().err
        assert str(name) in said and "Traceback" not in said


@pytest.mark.usefixtures("generation")
def test_a_parquet_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = tmp_path / "tasks.parquet"
    parquet.write_bytes(b"PAR1 and no more")
    arguments = ["--split", str(parquet), "--output", str(tmp_path / "o")]
    assert main(["generate", "--model", str(MODEL), *arguments]) == 2
    said = capsys.readouterr().err
    assert str(parquet) in said and "Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare", "a.json", "b.json", "--seed", "-1"], "must not be negative"),
        (["report", "runs", "--serve", "--port", "99999"], "port 99999 cannot be used"),
    ],
)
def test_numbers_out_of_range(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
