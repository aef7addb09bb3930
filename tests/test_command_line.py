"""The command as programs and shells see it: its streams and its exit status."""

import os
import subprocess
import sys
from importlib import metadata

import pytest

from classeval_hf.cli import main
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.generation.cli.chosen_tasks import choose_tasks
from classeval_hf.tasks.splits import find_tasks, load_split


def run_command(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HF_ALLOW_CODE_EVAL": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "classeval_hf", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, **options)  # type: ignore[call-overload, no-any-return]


def test_version() -> None:
    done = run_command("--version")
    assert (done.returncode, done.stdout) == (0, f"classeval-hf {metadata.version('classeval-hf')}\n")


def test_a_slip_is_bad_input() -> None:
    """Nothing is printed for programs, and what was meant is named in the line of the error."""
    done = run_command("score", "--outptu", "a.json", "b.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.split("\n")[0] == (
        "classeval-hf score: error: unrecognized arguments: --outptu. Did you mean --output?"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scroe"], "Did you mean score?"),
        (["--verison"], "unrecognized arguments: --verison. Did you mean --version?"),
        (["score", "--outptu=a.json"], "Did you mean --output?"),
        (["projects", "lits"], "Did you mean list?"),
        (["score", "b.jsonl", "--isolation", "t3"], "Did you mean T3?"),
        (["projects", "remove", "litestra"], "Did you mean litestar?"),
    ],
)
def test_slips_are_named(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Options, commands, choices, and names of projects."""
    try:
        status: object = main(arguments)
    except SystemExit as end:
        status = end.code
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    assert message in captured.err.split("\n")[0]


def test_abbreviated_options_are_no_slips(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["projects", "check", "--work", "1", "--outp", "/nowhere/at/all.json"]) == 2
    assert "/nowhere/at" in capsys.readouterr().err


def test_slips_in_names_of_tasks() -> None:
    with pytest.raises(ValueError, match=r"unknown task ClassEvalOpen6 .* Did you mean ClassEvalOpen_6\?"):
        choose_tasks("open", ["ClassEvalOpen6"])
    with pytest.raises(ValueError, match=r"installed\. Did you mean ClassEvalOpen_6\?"):
        find_tasks(["classevalopen_6"])
    with pytest.raises(FileNotFoundError, match=r"Did you mean open_repo\?"):
        choose_tasks("open_rep")
    with pytest.raises(ValueError, match=r"Did you mean open\?"):
        load_split("opne")


def test_nothing_near_is_not_guessed() -> None:
    assert did_you_mean("xyz", ["score", "compare"]) == ""
    assert did_you_mean("a" * 100_000, ["a" * 199]) == "", "a file may hold names of any length"
