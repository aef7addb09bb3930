"""`classeval-hf evaluate` from its arguments to its report, with a real tiny model."""

import gc
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from local_servers import LocalServer, QuietHandler, serving
from places import ROOT
from programs import run_python
from slow_and_full import one_in

from classeval_hf.cli import main
from classeval_hf.cli.report import evaluation_parser
from classeval_hf.core.command_line import Output
from classeval_hf.generation.command import main as generate
from classeval_hf.generation.options import Arguments
from classeval_hf.reports import runs as report_runs

SMALL = ("--split", "open", "--limit", "1", "--max-new-tokens", "8", "--max-length", "4000", "--greedy")


@pytest.mark.usefixtures("consent")
def test_generates_scores_and_reports(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evaluate", "--model", str(model), *SMALL]
    assert main(command) == 0
    folder = Path("runs", "tiny-llama", "open", "holistic-greedy")
    assert json.loads((folder / "metrics.json").read_text())["n_samples"] == 1
    page = folder / "report" / "report.html"
    assert "tiny-llama" in page.read_text()
    captured = capsys.readouterr()
    printed = captured.out
    assert "class_pass@1" in captured.err and f"Samples and scores: {folder}\nReport: {page}\n" in printed
    before = (folder / "samples.jsonl").stat().st_mtime_ns
    assert main([*command, "--json"]) == 0
    captured = capsys.readouterr()
    assert "1 of 1 sample is in" in captured.err
    scores = json.loads((folder / "metrics.json").read_text())
    assert json.loads(captured.out) == {str(folder / "samples.jsonl"): scores}
    assert (folder / "samples.jsonl").stat().st_mtime_ns == before
    (output,) = (action for action in evaluation_parser()._actions if isinstance(action, Output))
    looked_at = {path for name in output.kind.files for path in folder.glob(name)}
    assert {path for path in folder.rglob("*") if path.is_file()} <= looked_at, "or another's file could be replaced"


@pytest.mark.full
@pytest.mark.usefixtures("consent")
def test_several_strategies_share_a_report(model: Path) -> None:
    assert main(["evaluate", "--model", str(model), *SMALL, "--strategy", "all", "--output", "out"]) == 0
    assert {path.name for path in Path("out").iterdir()} == {"compositional", "holistic", "incremental", "report"}
    listed = json.loads(Path("out", "report", "scores.json").read_text())
    assert {run["strategy"] for run in listed} == {"compositional", "holistic", "incremental"}


def test_nothing_is_loaded_without_consent(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "--model", str(model / "nowhere"), *SMALL]) == 2
    error = capsys.readouterr().err
    assert error.startswith("classeval-hf evaluate: error: Scoring runs code") and "HF_ALLOW_CODE_EVAL=1" in error
    assert not Path("runs").exists()


@pytest.mark.usefixtures("consent")
def test_missing_matplotlib(model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without matplotlib nothing is generated, unless no report is asked for; nor are prompts shown."""
    monkeypatch.setattr(report_runs, "find_spec", lambda name: None if name == "matplotlib" else find_spec(name))
    assert main(["evaluate", "--model", str(model), *SMALL]) == 2
    assert "A report needs matplotlib: pip install 'classeval-hf[report]'. Or leave" in capsys.readouterr().err
    assert not Path("runs").exists() and main(["evaluate", "--model", str(model), *SMALL, "--no-report"]) == 0
    assert list(Path("runs").rglob("metrics.json")) and not list(Path("runs").rglob("report"))
    assert main(["evaluate", "--model", str(model), "--show-prompt", "ClassEvalOpen_1"]) == 2
    assert "use it with classeval-hf generate" in capsys.readouterr().err


def test_the_folder_says_model_split_and_sampling() -> None:
    def folder(**options: object) -> Path:
        return Arguments.of(model="org/name", **options).folder()

    assert folder() == Path("runs/org--name/test/holistic-n5-t0.2-p1")
    assert folder(split="mine/tasks.jsonl", strategy="all", greedy=True) == Path("runs/org--name/tasks/all-greedy")
    assert folder(output=Path("x")) == Path("x")


@pytest.mark.usefixtures("consent")
def test_missing_model(
    monkeypatch: pytest.MonkeyPatch, without_transformers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Offline, each way to run a model ends with one line, and nothing on disk, before transformers is imported."""
    monkeypatch.delitem(sys.modules, "transformers")
    monkeypatch.syspath_prepend(without_transformers)
    arguments = ["--model", "not/there", "--split", "open"]
    for name, way in (("run.py", generate), ("classeval-hf generate", main), ("classeval-hf evaluate", main)):
        assert way([*name.split()[1:], *arguments]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"{name}: error: not/there is neither a folder nor in the cache")
    assert not Path("runs").exists()


class NoModels(QuietHandler):
    """A Hub on which there is no model."""

    def do_HEAD(self) -> None:
        self.answer(404, X_Error_Code="RepoNotFound")


COMMANDS = {"generate": ("-m", "classeval_hf", "generate"), "run.py": (str(ROOT / "generation" / "run.py"),)}


@pytest.mark.parametrize("command", one_in(2, COMMANDS))
def test_a_model_that_the_hub_does_not_have(command: str, tmp_path: Path, without_transformers: str) -> None:
    """A process of its own: transformers, which takes seconds, is not imported with what it needs."""
    with serving(LocalServer(NoModels)) as server:
        variables = {"HF_HUB_OFFLINE": "0", "HF_ENDPOINT": server.url, "PYTHONPATH": without_transformers}
        options = ("--model", "not/there", "--split", "open")
        done = run_python(*COMMANDS[command], *options, cwd=tmp_path, variables=variables)
    assert done.returncode == 2
    assert "not/there is neither a folder nor a model on the Hub that you may see" in done.stderr.splitlines()[-1]


def test_only_a_program_collects_garbage_rarely(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Arguments of the process are those of a program of its own; a call of a function changes nothing."""
    before, arguments = gc.get_threshold(), ["--model", str(tmp_path / "nowhere"), "--split", "open"]
    try:
        for command, given in ((generate, arguments), (main, ["generate", *arguments])):
            gc.set_threshold(700)
            assert command(given) == 2 and gc.get_threshold()[0] == 700
            monkeypatch.setattr(sys, "argv", ["program", *given])
            assert command() == 2 and gc.get_threshold()[0] > 10_000
    finally:
        gc.set_threshold(*before)
