import gzip
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmark_data import write_json, write_lines
from places import OPEN
from slow_and_full import slow

from classeval_hf.cli import main, tasks
from classeval_hf.core.files import STANDARD_INPUT
from classeval_hf.core.tasks import ClassTask
from classeval_hf.runs import loading, score_files

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")
GOOD = "class Box:\n    def size(self):\n        return 0\n"
TASK = {
    "task_id": "box",
    "class_name": "Box",
    "test": "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_1(self):\n"
    "        self.assertEqual(Box().size(), 0)\n",
    "test_classes": ["BoxTestSize"],
}


@pytest.fixture
def task_file(tmp_path: Path) -> Path:
    return write_json(tmp_path / "tasks.json", [TASK])


@pytest.fixture
def score(tmp_path: Path, task_file: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[str, Any]]:
    """Scores completions of the task, and others as they are; gives what is printed, and the scores."""

    def run(*completions: str | dict[str, str], options: tuple[str, ...] = ()) -> tuple[str, Any]:
        rows = [{"task_id": "box", "completion": text} if isinstance(text, str) else text for text in completions]
        file, output = write_lines(tmp_path / "answers.jsonl", rows), tmp_path / "scores.json"
        assert main(["score", str(file), "--tasks-from", str(task_file), "-o", str(output), *options]) == 0
        captured = capsys.readouterr()
        return captured.out + captured.err, json.loads(output.read_text())[file.name]

    return run


def test_score(tmp_path: Path, task_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = write_lines(tmp_path / "ours.jsonl", [{"task_id": "box", "completion": text} for text in (GOOD, "no")])
    upstream = write_json(tmp_path / "upstream.json", [{**TASK, "predict": [["step", GOOD]]}])
    output, tasks = tmp_path / "scores.json", ["--tasks-from", str(task_file), "--workers", "1"]
    assert main(["score", str(ours), str(upstream), "-o", str(output), *tasks]) == 0
    table = capsys.readouterr().out
    rows = [line.split()[:4] for line in table.split("\n")[2:4]]
    assert rows == [["ours", "1", "2", "50.0"], ["upstream", "1", "1", "100.0"]]
    assert str(tmp_path) not in table.split("All results")[0], "a run is called by its name and not by its path"
    scores = json.loads(output.read_text())
    assert scores["ours.jsonl"]["class_pass@1"] == 0.5
    assert scores["upstream.json"]["results"]["box"][0]["class_passed"]
    assert str(tmp_path) not in output.read_text(), "nor by where it is"


def test_all_scores(score: Callable[..., tuple[str, Any]]) -> None:
    first, _ = score(GOOD)
    assert "class@1" in first and "class_partial_success@1" not in first
    printed, _ = score(GOOD, options=("--all",))
    assert printed.startswith(first.split("\n\n")[0]) and "class_partial_success@1" in printed
    assert "test_class_pass@1" in printed and max(map(len, printed.split("\n\n")[1].split("\n"))) <= 80


def test_unsound_tasks_are_told_apart(task_file: Path, score: Callable[..., tuple[str, Any]]) -> None:
    write_json(task_file, [TASK, {**TASK, "task_id": "old", "sound": False, "unsound_reason": "needs last year"}])
    said, scores = score(GOOD, {"task_id": "old", "completion": "no"}, options=("-v",))
    assert "The reference of one task fails here, old: needs last year." in said
    assert "class_pass@1 0.5000" in said and "over the 1 that are sound here 1.0000; n = 1." in said
    assert (scores["class_pass@1"], scores["class_pass@1_sound"]) == (0.5, 1.0)
    assert scores["unsound_tasks"] == {"old": "needs last year"}


def test_open_tasks_are_known(tmp_path: Path, open_tasks: list[ClassTask], capsys: pytest.CaptureFixture[str]) -> None:
    row = {"task_id": "ClassEvalOpen_6", "completion": open_tasks[6].solution_code}
    completions = write_lines(tmp_path / "answers.jsonl", [row])
    assert main(["score", str(completions)]) == 0
    captured = capsys.readouterr()
    assert "100.0" in captured.out and f"\n{OPEN - 1} tasks missing: not a result of the benchmark\n" in captured.err
    assert main(["score", str(completions), "--verbose"]) == 0
    said = capsys.readouterr().err
    told = f"{completions.stem}: Only 1 of the {OPEN} tasks of the split open was scored: {OPEN - 1} are missing, "
    assert told in said and "such as ClassEvalOpen_0." in said


@pytest.mark.full
def test_all_open_tasks(tmp_path: Path, open_tasks: list[ClassTask], capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"task_id": task.task_id, "completion": task.solution_code} for task in open_tasks]
    completions = write_lines(tmp_path / "answers.jsonl", rows)
    assert main(["score", str(completions)]) == 0
    said = capsys.readouterr().err
    assert "Warnings" not in said and f"over all {OPEN} tasks of open" in said and "no warnings." in said


def test_bad_input_leaves_nothing(tmp_path: Path, task_file: Path, refusal: Callable[..., str]) -> None:
    good = write_lines(tmp_path / "good.jsonl", [{"task_id": "box", "completion": GOOD}])
    bad, output, tasks = tmp_path / "bad.jsonl", tmp_path / "scores.json", ["--tasks-from", str(task_file)]
    for text, message in (
        ('{"task_id": "other", "completion": ""}', "line 1: unknown task other"),
        ("nothing", "line 1 is not valid JSON"),
        (None, "There is no file or folder"),
    ):
        bad.unlink(missing_ok=True)
        if text is not None:
            bad.write_text(text)
        said = refusal("score", str(good), str(bad), "-o", str(output), *tasks)
        assert "bad.jsonl" in said and message in said and not output.exists()
    assert "task box has 1" in refusal("score", str(good), *tasks, "-k", "5")


def test_numbers_that_are_none(refusal: Callable[..., str]) -> None:
    for option, value, wanted in (
        ("--workers", "0", "an integer >= 1"),
        ("--workers", "-2", "an integer >= 1"),
        ("--timeout", "-1", "a number of seconds above 0, or auto"),
        ("--timeout", "nan", "a number of seconds above 0, or auto"),
    ):
        said = f"argument {option}: must be {wanted}, got '{value}'"
        assert said in refusal("score", "any.jsonl", option, value)


def test_stdin(tmp_path: Path, task_file: Path, monkeypatch: pytest.MonkeyPatch, ended: Callable[..., Any]) -> None:
    line = json.dumps({"task_id": "box", "messages": [{"role": "assistant", "content": GOOD}]})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(line.encode()))))
    output = tmp_path / "scores.json"
    status, printed, _ = ended("score", "-", "-o", str(output), "--tasks-from", str(task_file))
    assert status == 0 and json.loads(output.read_text())["-"]["class_pass@1"] == 1.0
    assert printed.startswith("run ") and "\nstandard input " in printed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    status, _, err = ended("score", "-", "--tasks-from", str(task_file))
    assert status == 2 and "error: standard input is empty: it holds no samples. Check what" in err
    status, _, err = ended("compare", "-", str(output))
    assert status == 2 and "write this one to a file" in err


def test_files_of_one_name_are_told_apart() -> None:
    assert loading.labels_of_files([Path("log.json"), Path("log.eval")]) == ["log (log.json)", "log (log.eval)"]
    assert loading.labels_of_files([Path("a/log.json"), Path("b/log.json")]) == ["log (a)", "log (b)"]
    assert loading.labels_of_files([Path(STANDARD_INPUT), Path("log.json")]) == ["standard input", "log"]


def test_score_needs_consent(monkeypatch: pytest.MonkeyPatch, refusal: Callable[..., str]) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    assert "HF_ALLOW_CODE_EVAL=1" in refusal("score", "any.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("count", [5, slow(pytest.param(OPEN))])  # of fewer there are no intervals
def test_demo(count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Tasks of the split open, and of the projects' tasks one in ten, each of which takes seconds."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "0")  # restored afterwards
    few = {
        kind: [items[1::10] if kind.startswith("open_repo") else items[:count] for items in both]
        for kind, both in tasks._shipped().items()
    }
    monkeypatch.setattr(tasks, "_shipped", lambda: few)
    assert main(["demo", "--json"]) == 0
    captured = capsys.readouterr()
    missing = "5 of 5 runs: " if count < OPEN else "2 of 5 runs: 18 tasks missing: not a result of the benchmark\n"
    assert missing in captured.err and json.loads(captured.out)["references"]["class_pass@1"] == 1.0
    tables = captured.err.split("\nIn percent")[0]
    assert max(map(len, tables.split("\n"))) <= 80
    cells = {row[0]: row[1:] for row in (re.split(r"\s{2,}", line) for line in tables.split("\n"))}
    for kind, share in (("references", r"100\.0 \(\d\d\.\d-100\.0\)"), ("empty skeletons", r"0\.0 \(0\.0-\d+\.\d\)")):
        assert cells[kind][:2] == [str(count), "1"] and re.fullmatch(share, cells[kind][2])
    assert cells["example completions"][:2] == [str(count), "3"]
    for kind, share in (("references", "100.0 (n/a: 2 projects)"), ("stubs", "0.0 (n/a: 2 projects)")):
        assert cells[f"open_repo, {kind}"][:3] == ["2", "1", share]


def test_published_scores_are_known_by_file_name() -> None:
    run = score_files.find_published(Path("some/where/GPT-4_100_c_t0.json"))
    assert run is not None and run.scores["test_class_pass@1"] == pytest.approx(0.6248, abs=5e-5)
    assert score_files.find_published(Path("mine.jsonl")) is None


@pytest.mark.parametrize("command", [["generate", "--show-prompt", "--help"], ["evaluate", "-h"]])
def test_help_needs_no_library_that_runs_models(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("classeval_hf.generation.missing_libraries", lambda: ["torch"])
    assert main(command) == 0 and f"Usage: classeval-hf {command[0]}" in capsys.readouterr().out
    assert main([command[0], "--model", "m"]) == 2


def test_rules_of_the_public_harness(score: Callable[..., tuple[str, Any]]) -> None:
    texts = (GOOD, f"```python\n{GOOD}")  # a fence that is never closed, which the public harness takes to be empty
    printed, scores = score(*texts, options=("--compat", "upstream"))
    rows = [re.split(r"\s{2,}", line) for line in printed.split("\n")]
    assert printed.split("\n").count("answers") == 2, "the run is named once above each table"
    assert ["class_pass@1", "0.5000", "1.0000"] in rows and ["test_class_pass@1", "0.5000", "1.0000"] in rows
    assert ["extraction", "0", "1", "0", "1", "box"] in rows and ["class rule", "0", "0", "0", "0"] in rows
    assert (scores["class_pass@1"], scores["compat"]["scores"]["class_pass@1"]) == (1.0, 0.5)
    printed, scores = score(*texts)
    assert "compat" not in scores and "public harness" not in printed
