"""The command as programs and shells see it: streams and exit status, and what it says of mistakes, and of ours."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import box_task
import pytest
from benchmark_data import write_json, write_lines
from box_task import RIGHT
from places import ROOT
from programs import run_program, run_python

from classeval_hf.cli import main
from classeval_hf.core import command_line, verdicts
from classeval_hf.core.errors import did_you_mean
from classeval_hf.engine.judge import Judge
from classeval_hf.generation import missing_libraries
from classeval_hf.task_quality.statistics import STUBS
from classeval_hf.tasks.splits import load_split, load_tasks, select_tasks

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")
TASK = replace(box_task.TASK, solution_code=RIGHT).to_row()


def test_options_are_declared_in_one_notation() -> None:
    parser = command_line.CommandParser()
    command_line.option(parser, "files FILE...", "several paths")
    command_line.option(parser, "-n --number N", "a number", default=1)
    command_line.option(parser, "--all", "a switch")
    command_line.option(parser, "--name", "a choice", choices=["a", "b"])
    given = vars(parser.parse_args(["x", "y"]))
    assert given == {"files": [Path("x"), Path("y")], "number": 1, "all": False, "name": None}
    given = vars(parser.parse_args(["x", "-n", "3", "--all", "--name", "b"]))
    assert given == {"files": [Path("x")], "number": 3, "all": True, "name": "b"}


def test_commands_load_what_they_need_alone() -> None:
    script = (
        "import sys\nfrom classeval_hf.cli import main\nfor command in (['--version'], ['install', '--help']):\n"
        "    try: main(command)\n    except SystemExit: pass\n"
        "others = {'numpy', 'classeval_hf.core.tables', 'classeval_hf.engine'}\n"
        "print(sorted(others & set(sys.modules)))"
    )
    done = run_python("-c", script)
    assert done.stdout.startswith(f"classeval-hf {metadata.version('classeval-hf')}\n")
    assert done.stdout.endswith("\n[]\n"), done.stdout


def test_slips_are_named(refusal: Callable[..., str]) -> None:
    for arguments, message in (
        (["scroe"], "Did you mean score?"),
        (["--verison"], "unrecognized arguments: --verison. Did you mean --version?"),
        (["score", "--outptu=a.json"], "Did you mean --output?"),
        (["projects", "lits"], "Did you mean list?"),
        (["score", "b.jsonl", "--isolation", "t3"], "Did you mean T3?"),
        (["projects", "remove", "litestra"], "Did you mean litestar?"),
        (["validate", "--stats", "opne"], "opne is neither a split (test, open, open_repo"),
        (["strengthen", "opne", "-o", "/nowhere/at/all"], "Did you mean open?"),
    ):
        assert message in refusal(*arguments).split("\n")[0]
    said = "classeval-hf score: error: unrecognized arguments: --outptu. Did you mean --output?"
    assert refusal("score", "--outptu", "a.json", "b.jsonl").split("\n")[0] == said
    assert "/nowhere/at" in refusal("projects", "check", "--work", "1", "--outp", "/nowhere/at/all.json"), "no slips"
    for command in ("preflight", "demo", "floors"):
        program = f"classeval-hf {command}"
        said = f"{program}: error: unrecognized arguments: -o x\nAll options: {program} --help"
        assert refusal(command, "-o", "x").rstrip("\n") == said


def test_slips_in_names_of_tasks() -> None:
    meant = r"Did you mean ClassEvalOpen_6\?"
    for call, message in (
        (lambda: select_tasks("open", ["ClassEvalOpen6"]), rf"'ClassEvalOpen6' in the split open, .* {meant}"),
        (lambda: select_tasks(task_ids=["classevalopen_6"]), rf"installed\. {meant}"),
        (lambda: load_split("opne"), r"Did you mean open\?"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(FileNotFoundError, match=r"Did you mean open_repo\?"):
        load_tasks("open_rep")


def test_nothing_near_is_not_guessed() -> None:
    assert did_you_mean("xyz", ["score", "compare"]) == "" and did_you_mean("nope", ["PySnooper"]) == ""
    assert did_you_mean("--metrc", ["--timeout", "--resamples"]) == "", "the dashes are no likeness"
    assert did_you_mean("--metrc", ["--timeout", "--metric"]) == " Did you mean --metric?"
    assert did_you_mean("a" * 100_000, ["a" * 199]) == "", "a file may hold names of any length"


@pytest.fixture
def sample_files(tmp_path: Path) -> list[str]:
    tasks = write_json(tmp_path / "tasks.json", [{**TASK, "solution_code": ""}])
    runs = {"right": RIGHT, "wrong": "no"}
    rows = {name: [{"task_id": "box", "completion": text}] for name, text in runs.items()}
    return ["--tasks-from", str(tasks), *(str(write_lines(tmp_path / f"{name}.jsonl", rows[name])) for name in runs)]


def test_json_of_a_child_process(tmp_path: Path, sample_files: list[str]) -> None:
    done = run_python("-m", "classeval_hf", "score", *sample_files, "--json", "-o", str(tmp_path / "scores.json"))
    assert done.returncode == 0
    assert json.loads(done.stdout) == json.loads((tmp_path / "scores.json").read_text())
    assert "class@1" in done.stderr


def test_json_of_commands(tmp_path: Path, sample_files: list[str], ended: Callable[..., Any]) -> None:
    tasks, output = sample_files[:2], tmp_path / "compared.json"
    status, out, err = ended("compare", *sample_files, "--json", "-q", "-o", str(output))
    assert status == 0 and json.loads(out) == json.loads(output.read_text())
    assert "right" not in err, "no tables, with --quiet"
    status, out, err = ended("preflight", *tasks, "--json")
    assert status == 1, "no reference passes"
    assert json.loads(out)["box"]["runs"] == 0, "a task without a reference"
    assert "0 of 0 references pass" in err and "No reference for 1 of 1 task:" in err
    status, out, _ = ended("floors", *tasks, "--json")
    (stubs,) = json.loads(out).values()
    assert (status, tuple(stubs)) == (0, STUBS)
    assert stubs["returns 0"] == {"class_pass@1": 0.0, "method_pass@1": 0.0, "test_classes": []}


def test_told_first(sample_files: list[str], refusal: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is scored, and before warnings; `--tasks` takes a file too, as that of generation."""
    tasks, first = sample_files[1], sample_files[2]
    ran: list[object] = []
    monkeypatch.setattr(Judge, "run", lambda *arguments, **_: ran.append(arguments))
    for line, message in (
        (["compare", "--tasks-from", tasks, first], "A comparison needs two runs or more, and was given 1: right"),
        (["score", first, "--tasks", "opne"], "Did you mean open?"),
        (["score", first, "--tasks", "open_rep"], "Did you mean open_repo?"),
        (["compare", *sample_files, "--metric", "class_pas@1"], "right has no class_pas@1. Both have class_pass@1, "),
        (["compare", *sample_files, "--metric", "class_pas@1"], "Did you mean class_pass@1?"),
        (["compare", *sample_files, "-q", "--metric", "class_pas@1"], "Did you mean class_pass@1?"),
        (["compare", *sample_files, "--metric", "dep_f", "Recal@1"], "Did you mean recall@1?"),
        (["compare", *sample_files, "--metric", "class_pass@3"], "Did you mean class_pass@1?"),
        (["compare", *sample_files, "--metric", "pass@1"], "right has no pass@1."),
        (["compare", *sample_files, "-k", "2"], "pass@2 needs 2 samples per task, but task box has 1."),
    ):
        assert message in refusal(*line).split("\n")[0] and ran == []
    monkeypatch.undo()
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    assert main(["score", first, "--tasks", tasks, "--workers", "9" * 20]) == 0, "there are as many as there is work"


def test_careless_input(tmp_path: Path, sample_files: list[str], refusal: Callable[..., str]) -> None:
    """Before any work, and without a number of the system's errors."""
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    (tmp_path / "empty.jsonl").touch()
    named = {"TASKS": sample_files[1], "SAMPLES": sample_files[2]}
    named |= {name: f"{tmp_path}/{name.lower()}.jsonl" for name in ("LOOP", "EMPTY", "OUT")}
    for line, message in (
        ("score LOOP", "loop.jsonl: Too many levels of symbolic links. Check its name."),
        ("score SAMPLES/x.jsonl", "right.jsonl/x.jsonl: Not a directory. Check its name."),
        ("score SAMPLES -o ''", "an argument is empty: leave it out, or check the variable of the shell"),
        ("report '' -o OUT", "an argument is empty"),
        ("generate --model ''", "an argument is empty"),
        ("score SAMPLES --tasks-from TASKS --resamples 99999999999999", "from 1 to 10,000,000, but is 99999999999999"),
        ("score SAMPLES --tasks-from EMPTY", "empty.jsonl holds no tasks"),
        ("validate EMPTY", "empty.jsonl holds no tasks"),
        ("score SAMPLES --tasks-from TASKS --projects x", "their projects: none, so leave --projects out"),
        ("report SAMPLES --tasks-from TASKS -o OUT --plus-from none", "There is no file or folder none."),
        ("compare SAMPLES SAMPLES --tasks-from TASKS --baseline x", "No run is called 'x'; the runs are "),
        ("compare SAMPLES SAMPLES --tasks-from TASKS --runs x", "No run is called 'x'; the runs are "),
    ):
        if line.startswith("generate") and missing_libraries():
            continue
        words = shlex.split(line)
        err = refusal(*(re.sub("|".join(named), lambda found: named[found[0]], word) for word in words))
        assert message in err and "Errno" not in err, line
        assert len(err.splitlines()) <= 2, "the sentence, and where the options are listed"
        assert not (tmp_path / "out.jsonl").exists()


def test_a_failed_check_ends_with_1(tmp_path: Path, ended: Callable[..., Any]) -> None:
    for reference, status, said in (("class Box: pass", 1, "0 of 1 reference pass"), (RIGHT, 0, "")):
        tasks = write_json(tmp_path / "tasks.json", [{**TASK, "solution_code": reference}])
        found, out, _ = ended("preflight", "--tasks-from", str(tasks))
        assert found == status and said in out
    record = tmp_path / "empty_task" / "task.json"
    record.parent.mkdir()
    record.write_text("{}")
    status, out, _ = ended("validate", str(tmp_path), "--json")
    found = json.loads(out)
    assert (status, found["tasks"], found["problems"][0]["task_id"]) == (1, 1, "empty_task")
    record.unlink()
    record.mkdir()
    _, out, err = ended("validate", str(tmp_path), "--json")
    assert "task.json: Is a directory. Name a file in it." in out and "Errno" not in out + err


def test_quiet_leaves_results_and_warnings(sample_files: list[str], ended: Callable[..., Any]) -> None:
    loud, quiet = (ended("score", *sample_files, "--no-cache", *options) for options in ((), ("-q",)))
    assert loud[0] == quiet[0] == 0 and quiet[1] and loud[1].startswith(quiet[1].strip())
    assert "Metric " in loud[2] and "Metric " not in quiet[1] + quiet[2]
    assert "Scoring: 2 of 2" in loud[2] or "Scoring: 1 of 1" in loud[2]
    head, warning = quiet[2].splitlines()
    assert head.startswith("Warnings (") and warning == "wrong: no code in 1 completion; see the report"


def test_a_warning_is_one_line() -> None:
    script = (
        "import warnings; from classeval_hf.core.command_line import exit_status; "
        "raise SystemExit(exit_status('classeval-hf', lambda: warnings.warn('two\\nlines') or 1))"
    )
    done = run_python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "classeval-hf: warning: two lines\n")


@pytest.mark.slow
def test_what_all_runs_have_is_said_once(tmp_path: Path, sample_files: list[str], ended: Callable[..., Any]) -> None:
    third, again = (Path(shutil.copy(sample_files[2], tmp_path / f"{name}.jsonl")) for name in ("third", "again"))
    status, _, err = ended("compare", *sample_files, str(third))
    metric = [line.split(" ")[:3] for line in err.split("\n") if "Metric " in line]
    assert (status, metric) == (0, [["2", "of", "3"], ["wrong:", "Metric", verdicts.METRIC_VERSION + ","]])
    three = ("compare", *sample_files[:3], str(third), str(again))
    assert ended(*three, "-q")[::2] == (0, ""), "no warnings, and no notes with --quiet"
    status, _, err = ended(*three)
    notes = err.split("\n")
    assert status == 0 and len([line for line in notes if line.startswith("3 of 3 runs: ")]) == 2


def test_an_interruption_ends_with_130(sample_files: list[str]) -> None:
    command = [sys.executable, "-m", "classeval_hf", "score", *sample_files[:2], "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as child:  # type: ignore[call-overload]
        line = json.dumps({"task_id": "box", "completion": RIGHT}) + "\n"
        child.stdin.write(line * 5000)  # more than a pipe holds, so that the command reads by now
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=300)
    assert (child.returncode, out, err) == (130, "", "classeval-hf: interrupted\n")


def test_help_fits_without_colour(monkeypatch: pytest.MonkeyPatch, ended: Callable[..., Any]) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    status, text, _ = ended("report", "--help")
    assert status == 0 and max(map(len, text.split("\n"))) <= 60
    assert "\x1b" not in text and "MODEL[,STRATEGY[,SAMPLING]]" in text


def test_a_reader_that_has_enough(capfd: pytest.CaptureFixture[str]) -> None:
    """As of `classeval-hf --help | head -1`: no error, and no traceback."""
    command = f"'{sys.executable}' -m classeval_hf projects list | head -c 1"
    done = run_program("bash", "-c", f"set -o pipefail; {command}")
    assert (done.returncode, done.stderr, len(done.stdout)) == (0, "", 1)


@pytest.mark.slow
def test_only_the_program_settles_its_process(tmp_path: Path) -> None:
    """`install` does not wait for PyTorch, which `evaluate` would import; a call of the function changes nothing."""
    script = (
        "import gc, os, sys\nfrom classeval_hf.cli import main\nbefore = gc.get_threshold()\n"
        "try: main(['--version'])\nexcept SystemExit: pass\n"
        "assert gc.get_threshold() == before and 'OPENBLAS_NUM_THREADS' not in os.environ\n"
        "sys.argv = ['classeval-hf', 'install', '--quiet']\nassert main() == 0\n"
        "assert gc.get_threshold() > before and os.environ['OPENBLAS_NUM_THREADS'] == '1'\n"
        "assert 'evaluate' in sys.modules and 'torch' not in sys.modules\n"
    )
    environment = {**os.environ, "HF_HOME": str(tmp_path)}
    environment.pop("OPENBLAS_NUM_THREADS", None)
    done = run_python("-c", script, env=environment)
    assert done.returncode == 0, done.stderr


MODEL = ROOT / "hub_cards" / "demo_model"


@pytest.fixture
def generation() -> None:
    pytest.importorskip("transformers", reason="the extra `generation` is not installed")


# A stand-in for a slip of ours: it is made in the place of a function that the command calls.
BUG = """
from classeval_hf.projects.install import installation

installation.load_catalogue = lambda: dict(zip(("one", "two"), (1, 2, 3), strict=True))
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
    variables = {"PYTHONPATH": str(tmp_path)}
    done = run_python("-m", "classeval_hf", "projects", "list", cwd=tmp_path, variables=variables)
    _reported(done.returncode, done.stderr, "classeval-hf")


@pytest.mark.usefixtures("generation")
def test_a_bug_of_generation(monkeypatch: pytest.MonkeyPatch, ended: Callable[..., Any]) -> None:
    from classeval_hf.generation import command

    monkeypatch.setattr(command, "read_arguments", lambda *_: dict(zip((1, 2), (1, 2, 3), strict=True)))
    status, _, err = ended("generate", "--model", str(MODEL))
    _reported(status, err, "classeval-hf generate")


@pytest.mark.usefixtures("generation")
def test_models_and_tasks_that_cannot_be_loaded(tmp_path: Path, refusal: Callable[..., str]) -> None:
    options = ["--greedy", "--limit", "1", "--max-new-tokens", "1", "--output", str(tmp_path / "o")]
    for number, (name, content) in enumerate(
        (
            ("config.json", '{"model_type": "no_such_type"}'),
            ("config.json", "{"),
            ("config.json", "[]"),
            ("tokenizer.json", "{}"),
            ("tokenizer.json", "no JSON"),
            ("model.safetensors", "no weights"),
        )
    ):
        folder = Path(shutil.copytree(MODEL, tmp_path / f"model {number}"))
        (folder / name).write_text(content)
        assert str(folder) in refusal("generate", "--model", str(folder), "--split", "open", *options), (name, content)
    parquet = tmp_path / "tasks.parquet"
    parquet.write_bytes(b"PAR1 and no more")
    assert str(parquet) in refusal("generate", "--model", str(MODEL), "--split", str(parquet), *options)


@pytest.mark.usefixtures("consent")
def test_unreadable_files_and_numbers_out_of_range(tmp_path: Path, refusal: Callable[..., str]) -> None:
    latin, nothing = tmp_path / "latin.jsonl", tmp_path / "scores.json"
    latin.write_bytes('{"task_id": "ClassEvalOpen_0", "completion": "Grüße"}\n'.encode("latin-1"))
    nothing.write_text(json.dumps({"a.jsonl": {"n_tasks": "many"}}))
    assert str(latin) in refusal("score", str(latin))
    assert str(nothing) in refusal("compare", str(nothing), str(nothing))
    assert str(latin) in refusal("validate", "--stats", str(latin))
    (tmp_path / "runs").mkdir()
    assert "must not be negative" in refusal("compare", "a.json", "b.json", "--seed", "-1")
    assert "port 99999 cannot be used" in refusal("report", str(tmp_path / "runs"), "--serve", "--port", "99999")
