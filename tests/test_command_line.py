"""The command as programs and shells see it: its streams and its exit status."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import box_task
import pytest
from benchmark_data import write_json, write_lines
from box_task import RIGHT

from classeval_hf.cli import main
from classeval_hf.core.command_line import SHELLS, CommandParser, option
from classeval_hf.core.errors import did_you_mean
from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.judging.judge import Judge
from classeval_hf.scoring.floors import STUBS
from classeval_hf.tasks.splits import load_split, load_tasks, select_tasks

pytestmark = pytest.mark.usefixtures("consent", "shared_judges")

TASK = replace(box_task.TASK, solution_code=RIGHT).to_row()


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300)


def ended(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    """Status, output and errors of a command that this process runs."""
    try:
        status: object = main(arguments)
    except SystemExit as end:
        status = end.code
    return status, *capsys.readouterr()


def test_options_are_declared_in_one_notation() -> None:
    parser = CommandParser()
    option(parser, "files FILE...", "several paths")
    option(parser, "-n --number N", "a number", default=1)
    option(parser, "--all", "a switch")
    option(parser, "--name", "a choice", choices=["a", "b"])
    given = vars(parser.parse_args(["x", "y"]))
    assert given == {"files": [Path("x"), Path("y")], "number": 1, "all": False, "name": None}
    given = vars(parser.parse_args(["x", "-n", "3", "--all", "--name", "b"]))
    assert given == {"files": [Path("x")], "number": 3, "all": True, "name": "b"}


def test_commands_load_what_they_need_alone() -> None:
    """The version and the options of a command come without numpy, tables and what only others need."""
    script = (
        "import sys\nfrom classeval_hf.cli import main\nfor command in (['--version'], ['install', '--help']):\n"
        "    try: main(command)\n    except SystemExit: pass\n"
        "others = {'numpy', 'shtab', 'classeval_hf.core.tables', 'classeval_hf.judging'}\n"
        "print(sorted(others & set(sys.modules)))"
    )
    done = run_python("-c", script)
    assert done.stdout.startswith(f"classeval-hf {metadata.version('classeval-hf')}\n")
    assert done.stdout.endswith("\n[]\n"), done.stdout


def test_a_slip_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ended(["score", "--outptu", "a.json", "b.jsonl"], capsys)
    assert (status, out) == (2, "")
    said = "classeval-hf score: error: unrecognized arguments: --outptu. Did you mean --output?"
    assert err.split("\n")[0] == said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scroe"], "Did you mean score?"),
        (["--verison"], "unrecognized arguments: --verison. Did you mean --version?"),
        (["score", "--outptu=a.json"], "Did you mean --output?"),
        (["projects", "lits"], "Did you mean list?"),
        (["score", "b.jsonl", "--isolation", "t3"], "Did you mean T3?"),
        (["projects", "remove", "litestra"], "Did you mean litestar?"),
        (["validate", "--stats", "opne"], "opne is no split (test, open, open_repo"),
        (["strengthen", "opne", "-o", "/nowhere/at/all"], "Did you mean open?"),
    ],
)
def test_slips_are_named(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ended(arguments, capsys)
    assert (status, out) == (2, "") and message in err.split("\n")[0]


def test_abbreviated_options_are_no_slips(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = ended(["projects", "check", "--work", "1", "--outp", "/nowhere/at/all.json"], capsys)
    assert status == 2 and "/nowhere/at" in err


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
    """The tasks, and two runs of one sample each."""
    tasks = write_json(tmp_path / "tasks.json", [{**TASK, "solution_code": ""}])
    runs = {"right": RIGHT, "wrong": "no"}
    rows = {name: [{"task_id": "box", "completion": text}] for name, text in runs.items()}
    return ["--tasks-from", str(tasks), *(str(write_lines(tmp_path / f"{name}.jsonl", rows[name])) for name in runs)]


def test_json_of_a_child_process(tmp_path: Path, sample_files: list[str]) -> None:
    """Standard output holds the content of the file that `-o` writes, and all else is elsewhere."""
    done = run_python("-m", "classeval_hf", "score", *sample_files, "--json", "-o", str(tmp_path / "scores.json"))
    assert done.returncode == 0
    assert json.loads(done.stdout) == json.loads((tmp_path / "scores.json").read_text())
    assert "class@1" in done.stderr


@pytest.mark.parametrize("command", ["preflight", "demo", "floors"])
def test_an_unknown_option_points_to_the_help_of_its_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended([command, "-o", "x"], capsys)[2].splitlines() == [
        f"classeval-hf {command}: error: unrecognized arguments: -o x",
        f"All options: classeval-hf {command} --help",
    ]


def test_json_of_commands(tmp_path: Path, sample_files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    tasks, output = sample_files[:2], tmp_path / "compared.json"
    status, out, err = ended(["compare", *sample_files, "--json", "-q", "-o", str(output)], capsys)
    assert status == 0 and json.loads(out) == json.loads(output.read_text())
    assert "right" not in err, "no tables, with --quiet"
    status, out, err = ended(["preflight", *tasks, "--json"], capsys)
    assert status == 1, "no reference passes"
    assert json.loads(out)["box"]["runs"] == 0, "a task without a reference"
    assert "0 of 0 references pass" in err and "no reference for 1 of 1 task, so" in err
    status, out, _ = ended(["floors", *tasks, "--json"], capsys)
    (stubs,) = json.loads(out).values()
    assert (status, tuple(stubs)) == (0, STUBS)
    assert stubs["returns 0"] == {"class_pass@1": 0.0, "method_pass@1": 0.0, "test_classes": []}


def test_mistakes_are_told_before_any_work(
    tmp_path: Path, sample_files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
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
        status, out, err = ended(line, capsys)
        assert status == 2 and message in err.split("\n")[0] and out == "" and ran == []
    monkeypatch.undo()
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    assert main(["score", first, "--tasks", tasks, "--workers", "9" * 20]) == 0, "there are as many as there is work"


@pytest.mark.parametrize(
    ("line", "message"),
    [
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
    ],
)
def test_careless_input_ends_in_a_sentence(
    line: str, message: str, tmp_path: Path, sample_files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any work, and without a number of the system's errors."""
    if line.startswith("generate"):
        pytest.importorskip("transformers", reason="the extra `generation` is not installed")
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    (tmp_path / "empty.jsonl").touch()
    places = {"LOOP": "loop.jsonl", "EMPTY": "empty.jsonl", "OUT": "out"}
    named = {"TASKS": sample_files[1], "SAMPLES": sample_files[2]}
    named |= {name: str(tmp_path / file) for name, file in places.items()}
    arguments = [re.sub("|".join(named), lambda found: named[found[0]], word) for word in shlex.split(line)]
    status, out, err = ended(arguments, capsys)
    assert (status, out) == (2, "") and message in err and "Errno" not in err
    assert len(err.splitlines()) <= 2, "the sentence, and where the options are listed"
    assert not (tmp_path / "out").exists()


def test_preflight_fails_where_no_reference_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for reference, status, said in (("class Box: pass", 1, "0 of 1 reference pass"), (RIGHT, 0, "")):
        tasks = write_json(tmp_path / "tasks.json", [{**TASK, "solution_code": reference}])
        assert main(["preflight", "--tasks-from", str(tasks)]) == status and said in capsys.readouterr().out


def test_a_failed_check_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its result is printed all the same."""
    record = tmp_path / "empty_task" / "task.json"
    record.parent.mkdir()
    record.write_text("{}")
    status, out, _ = ended(["validate", str(tmp_path), "--json"], capsys)
    found = json.loads(out)
    assert (status, found["tasks"], found["problems"][0]["task_id"]) == (1, 1, "empty_task")
    record.unlink()
    record.mkdir()
    _, out, err = ended(["validate", str(tmp_path), "--json"], capsys)
    assert "task.json: Is a directory. Name a file in it." in out and "Errno" not in out + err


def test_quiet_leaves_results_and_warnings(sample_files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *sample_files, "--no-cache"]) == 0
    loud = capsys.readouterr()
    assert main(["score", *sample_files, "--no-cache", "-q"]) == 0
    quiet = capsys.readouterr()
    assert quiet.out and loud.out.startswith(quiet.out.strip())
    assert "Metric " in loud.out and "Metric " not in quiet.out + quiet.err
    assert "Scoring: 2 of 2" in loud.err or "Scoring: 1 of 1" in loud.err
    head, warning = quiet.err.splitlines()
    assert head.startswith("Warnings (") and warning == "wrong: no Python in 1 completion; see the report"


def test_a_warning_is_one_line() -> None:
    script = (
        "import warnings; from classeval_hf.core.command_line import exit_status; "
        "raise SystemExit(exit_status('classeval-hf', lambda: warnings.warn('two\\nlines') or 1))"
    )
    done = run_python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "classeval-hf: warning: two lines\n")


@pytest.mark.slow
def test_what_several_runs_have_is_said_once(
    tmp_path: Path, sample_files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    third, again = (Path(shutil.copy(sample_files[2], tmp_path / f"{name}.jsonl")) for name in ("third", "again"))
    assert main(["compare", *sample_files, str(third)]) == 0
    lines = capsys.readouterr().err.split("\n")
    assert [line.split(" ")[:3] for line in lines if "Metric " in line] == [
        ["2", "of", "3"],
        ["wrong:", "Metric", METRIC_VERSION + ","],
    ]
    assert main(["compare", *sample_files[:3], str(third), str(again), "-q"]) == 0
    assert capsys.readouterr().err == "", "no warnings, and no notes with --quiet"
    assert main(["compare", *sample_files[:3], str(third), str(again)]) == 0
    notes = capsys.readouterr().err.split("\n")
    assert len([line for line in notes if line.startswith("3 of 3 runs: ")]) == 2


def test_an_interruption_ends_with_130(sample_files: list[str]) -> None:
    command = [sys.executable, "-m", "classeval_hf", "score", *sample_files[:2], "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as child:  # type: ignore[call-overload]
        line = json.dumps({"task_id": "box", "completion": RIGHT}) + "\n"
        child.stdin.write(line * 5000)  # more than a pipe holds, so that the command reads by now
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=300)
    assert (child.returncode, out, err) == (130, "", "classeval-hf: interrupted\n")


def test_help_fits_and_has_no_colour_in_files(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    status, text, _ = ended(["report", "--help"], capsys)
    assert status == 0 and max(map(len, text.split("\n"))) <= 60
    assert "\x1b" not in text and "MODEL[,STRATEGY[,SAMPLING]]" in text


@pytest.mark.parametrize("shell", SHELLS)
def test_completion(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The script knows the commands, those below them, the options of `generate` and choices; bash runs it."""
    assert main(["completion", shell]) == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out)
    for word in ("preflight", "installed-projects", "trust-remote-code", "reflexion"):
        assert word in script.read_text()
    if shell == "bash":
        ask = (
            f"source {script}; COMP_WORDS=(classeval-hf generate --strategy r); COMP_CWORD=3; "
            '$(complete -p classeval-hf | sed "s/.*-F \\([^ ]*\\).*/\\1/"); echo "${COMPREPLY[@]}"'
        )
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=300)
        assert done.stdout.split() == ["reflexion", "repocoder", "rrr"]


def test_a_reader_that_has_enough(capfd: pytest.CaptureFixture[str]) -> None:
    """As of `classeval-hf --help | head -1`: no error, and no traceback."""
    command = f"'{sys.executable}' -m classeval_hf projects list | head -c 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr, len(done.stdout)) == (0, "", 1)


@pytest.mark.slow
def test_only_the_program_settles_its_process(tmp_path: Path) -> None:
    """`install` does not wait for PyTorch, which `evaluate` would import; a call of the function changes nothing."""
    script = (
        "import gc, os, sys\n"
        "from classeval_hf.cli import main\n"
        "before = gc.get_threshold()\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "assert gc.get_threshold() == before and 'OPENBLAS_NUM_THREADS' not in os.environ\n"
        "sys.argv = ['classeval-hf', 'install', '--quiet']\n"
        "assert main() == 0\n"
        "assert gc.get_threshold() > before and os.environ['OPENBLAS_NUM_THREADS'] == '1'\n"
        "assert 'evaluate' in sys.modules and 'torch' not in sys.modules\n"
    )
    environment = {**os.environ, "HF_HOME": str(tmp_path)}
    environment.pop("OPENBLAS_NUM_THREADS", None)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
