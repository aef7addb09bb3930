"""What users are told of their mistakes, and of ours."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
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
import classeval_hf.projects.catalogue as catalogue

catalogue.load_catalogue = lambda: dict(zip(("one", "two"), (1, 2, 3), strict=True))
"""


def _reported(status: int, errors: str, program: str) -> None:
    assert status == 3, errors
    *lines, error, last = errors.splitlines()
    assert "Traceback (most recent call last):" in lines
    assert error.startswith("ValueError: zip() argument 2 is longer")
    version = metadata.version("classeval-hf")
    assert last == f"{program}: this is a bug of classeval-hf {version}. Please report it with the lines above."


def test_a_bug_shows_its_traceback(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BUG)
    command = [sys.executable, "-m", "classeval_hf", "projects", "list"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    _reported(done.returncode, done.stderr, "classeval-hf")


@pytest.mark.usefixtures("generation")
def test_a_bug_of_generation_shows_its_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from classeval_hf.generation.pipeline import arguments

    monkeypatch.setattr(arguments, "read_arguments", lambda *_: dict(zip((1, 2), (1, 2, 3), strict=True)))
    status = main(["generate", "--model", str(MODEL)])
    _reported(status, capsys.readouterr().err, "classeval-hf generate")


def test_all_errors_for_users_have_one_base() -> None:
    assert issubclass(UserError, ValueError)
    for kind in (UserError, InfrastructureError, IsolationError):
        assert issubclass(kind, ClassEvalError)


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What is said of input that cannot be used."""

    def refusal(*arguments: str) -> str:
        assert main(arguments) == 2, arguments
        said = capsys.readouterr().err
        assert "Traceback" not in said
        return said

    return refusal


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
def test_a_model_that_cannot_be_loaded(tmp_path: Path, refusal: Callable[..., str], name: str, content: str) -> None:
    """The tiny model with one file of other content."""
    folder = tmp_path / "model"
    folder.mkdir()
    for file in MODEL.iterdir():
        (folder / file.name).symlink_to(file)
    (folder / name).unlink()
    (folder / name).write_text(content)
    options = ["--split", "open", "--greedy", "--limit", "1", "--max-new-tokens", "1", "--output", str(tmp_path / "o")]
    assert str(folder) in refusal("generate", "--model", str(folder), *options)


@pytest.mark.usefixtures("consent")
def test_files_that_cannot_be_read(tmp_path: Path, refusal: Callable[..., str]) -> None:
    latin, nothing = tmp_path / "latin.jsonl", tmp_path / "scores.json"
    latin.write_bytes('{"task_id": "ClassEvalOpen_0", "completion": "Grüße"}\n'.encode("latin-1"))
    nothing.write_text(json.dumps({"a.jsonl": {"n_tasks": "many"}}))
    assert str(latin) in refusal("score", str(latin))
    assert str(nothing) in refusal("compare", str(nothing), str(nothing))
    assert str(latin) in refusal("validate", "--stats", str(latin))


@pytest.mark.usefixtures("generation")
def test_a_parquet_file_that_cannot_be_read(tmp_path: Path, refusal: Callable[..., str]) -> None:
    parquet = tmp_path / "tasks.parquet"
    parquet.write_bytes(b"PAR1 and no more")
    options = ["--split", str(parquet), "--output", str(tmp_path / "o")]
    assert str(parquet) in refusal("generate", "--model", str(MODEL), *options)


def test_numbers_out_of_range(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: Callable[..., str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    assert "must not be negative" in refusal("compare", "a.json", "b.json", "--seed", "-1")
    assert "port 99999 cannot be used" in refusal("report", "runs", "--serve", "--port", "99999")
