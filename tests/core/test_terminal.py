"""What a terminal shows: tables that fit its width, a bar (and lines in a log), and texts of others made harmless."""

import fcntl
import io
import json
import os
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmark_data import write_lines

from classeval_hf.core.errors import UserError, warn_user
from classeval_hf.core.tables import Figure, format_table, terminal_table
from classeval_hf.core.terminal import ProgressBar, VisibleStream, clock_time, visible

HEADER = ["run", "tasks", "n", "class@1", "method@1", "DEP(F)", "DEP(M)"]
ROWS = [
    ["GPT-3.5-turbo, holistic, nucleus", 100, 5, Figure("32.0 (23.0-41.0)"), Figure("65.7"), None, Figure("68.3")],
    ["someone/a-model-of-a-very-long-name-15b-instruct-v0.1", 100, 1, Figure("2.0*"), Figure("9.7"), 0.5, None],
]
NUMBERS = ["32.0 (23.0-41.0)", "65.7", "68.3", "2.0*", "9.7", "0.5000"]
SHOWN = """
from classeval_hf.core.tables import Figure, terminal_table
print(terminal_table(["run", "p"], [["GPT-4", Figure("0.0010*")], ["GPT-3", Figure("0.5000")]]))
"""


@pytest.fixture
def on_a_terminal() -> Callable[..., str]:
    """Runs a script that has a pseudo-terminal of 80 columns, and gives what it shows there."""

    def run(script: str, *arguments: str, **variables: str) -> str:
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        environment |= {"TERM": "xterm-256color", **variables}
        command = [sys.executable, "-c", script, *arguments]
        streams = {"stdin": subprocess.DEVNULL, "stdout": theirs, "stderr": theirs}
        with subprocess.Popen(command, env=environment, **streams) as child:  # type: ignore[call-overload]
            os.close(theirs)
            shown = b""
            try:
                while piece := os.read(ours, 1 << 16):
                    shown += piece
            except OSError:
                pass  # how Linux says that the other end is closed
            finally:
                os.close(ours)
        assert child.returncode == 0, shown
        return shown.decode("utf-8", "replace")

    return run


@pytest.mark.parametrize("width", [200, 100, 80, 60, 46, 38])
@pytest.mark.parametrize("transposable", [True, False])
def test_it_fits_and_breaks_no_number(width: int, transposable: bool) -> None:
    shown = terminal_table(HEADER, ROWS, width=width, transposable=transposable)
    lines = shown.split("\n")
    assert max(map(len, lines)) <= width
    for number in NUMBERS:
        assert any(re.search(rf"(^|\s){re.escape(number)}(\s|$)", line) for line in lines), (number, shown)
    for heading in HEADER[1:]:
        assert any(heading in line.split() for line in lines), heading


def test_each_part_of_a_table_names_its_rows() -> None:
    """By all the columns that do, and not by the first alone, which may be the same in each row."""
    rows = [["a run", rule, 1, 2, 3, ", ".join(["ClassEval_1"] * 4)] for rule in ("no imports", "fences")]
    shown = terminal_table(["run", "rule", "classes up", "down", "test classes", "tasks"], rows, names=2, width=46)
    parts = shown.split("\n\n")
    assert len(parts) > 1
    assert all(name in part for part in parts for name in ("a run", "rule", "no imports", "fences"))


def test_numbers_stand_on_the_right_and_rows_become_columns_where_that_fits() -> None:
    first, _, *rows = terminal_table(["run", "class@1"], [["a", Figure("2.0")], ["b", Figure("32.0")]]).split("\n")
    assert {len(line) for line in (first, *rows)} == {len(first)} and rows[0].endswith("  2.0")
    turned = terminal_table(HEADER, ROWS[:1], width=50, transposable=True).split("\n")
    assert turned[0].split()[0] == "run" and [line.split()[0] for line in turned if line.startswith("class@1")]
    assert len(turned) == len(HEADER) + 1


def test_names_break_where_their_parts_end() -> None:
    row = ["test_class_partial_success@1", *(Figure("-0.5000") for _ in range(3))]
    shown = terminal_table(["metric", "A", "B", "0.95 low"], [row], width=57).split("\n")
    assert any(line.startswith("test_class_partial_success@1  ") for line in shown)
    narrow = [line.split()[0] for line in terminal_table(["metric", "A", "B", "low"], [row], width=46).split("\n")]
    assert narrow[-2:] == ["test_class_partial_", "success@1"]


def test_what_takes_fewer_lines_is_chosen() -> None:
    """Many scores of few runs stand below one another, few scores of many runs do not, wherever neither fits."""
    header = ["run", *(f"{name}_pass@{k}" for name in ("class", "method", "test_class") for k in range(1, 8))]
    few = [[f"a run of some name, {index}", *(0.5 for _ in header[1:])] for index in range(4)]
    assert "\nclass_pass@1 " in terminal_table(header, few, width=60, transposable=True)
    many = [[f"someone-s-model-{index:02}", *(0.5 for _ in range(5))] for index in range(20)]
    assert terminal_table(header[:6], many, width=60, transposable=True).split("\n")[0].split()[1] == "class_pass@1"


def test_what_a_terminal_would_obey_is_shown_as_text() -> None:
    shown = terminal_table(["run", "n"], [["\x1b[31mred\x07 [bold]b[/bold]\u202e\nnext", 1]])
    assert "␛[31mred␇ [bold]b[/bold]\\u202e next" in shown and "\x1b" not in shown
    assert terminal_table(["run", "n"], []).split("\n")[0] == "run  n"
    assert terminal_table(["run", "n"], [["a", None]]).split("\n")[-1] == "a"


def test_a_pipe_gets_no_escape_sequence(run_python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Nor does FORCE_COLOR, which continuous integration sets for others, bring any; 80 columns are assumed."""
    found = run_python(SHOWN, FORCE_COLOR="1", TERM="xterm-256color")
    assert found.returncode == 0, found.stderr
    assert "\x1b" not in found.stdout and re.search(r"GPT-4 +0.0010\*\n", found.stdout)


@pytest.mark.parametrize(("variables", "styled"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_gets_bold(variables: dict[str, str], styled: bool, on_a_terminal: Callable[..., str]) -> None:
    shown = on_a_terminal(SHOWN, **variables)
    bold = re.search(r"\x1b\[1m *0\.0010\*", shown)  # older versions of rich have the blanks within
    assert (bold is not None) == styled and ("\x1b" in shown) == styled
    assert "0.0010*" in shown and "\x1b[1m0.5000" not in shown


PROGRESS = """
from classeval_hf.core.terminal import ProgressBar
with ProgressBar("Scoring", 40, "sample") as bar:
    for _ in range(40):
        bar.update()
"""


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def lines_of(seconds_each: float, total: int = 100, **options: object) -> list[str]:
    clock, stream = Clock(), io.StringIO()
    with ProgressBar("Scoring", total, "sample", stream=stream, clock=clock, **options) as bar:  # type: ignore[arg-type]
        for _ in range(total):
            clock.now += seconds_each
            bar.update()
    return stream.getvalue().splitlines()


def test_lines_and_bar(run_python: Callable[..., Any], on_a_terminal: Callable[..., str]) -> None:
    """No carriage return and no block of a bar is in what a log would keep; work this short is one line."""
    found = run_python(PROGRESS)
    assert found.returncode == 0, found.stderr
    assert found.stderr == "Scoring: 40 of 40 samples in 0:00\n" and found.stdout == ""
    shown = on_a_terminal(PROGRESS)
    assert "\r" in shown and "40/40" in shown and "samples in" not in shown


def test_lines_come_by_share_and_by_time() -> None:
    """Of work that takes 100 s there is a line per tenth; of work that takes 6,000 s one per half minute."""
    tenths = lines_of(1.0)
    assert tenths[0] == "Scoring: 10 of 100 samples after 0:10"
    assert tenths[-2:] == ["Scoring: 90 of 100 samples after 1:30", "Scoring: 100 of 100 samples in 1:40"]
    assert (len(tenths), len(lines_of(60.0))) == (10, 100)
    assert lines_of(0.01) == ["Scoring: 100 of 100 samples in 0:01"]
    assert lines_of(1.0, total=0) == lines_of(1.0, shown=False) == [], "no work, or not asked"


def test_interruptions_steps_and_bytes() -> None:
    stream, clock = io.StringIO(), Clock()
    with pytest.raises(KeyboardInterrupt), ProgressBar("Scoring", 2, "sample", stream=stream) as bar:
        bar.update()
        raise KeyboardInterrupt
    assert stream.getvalue() == "", "an interruption is not the end"
    with ProgressBar("boto", 3_000_000, "B", stream=stream, clock=clock) as bar:
        bar.update(1_500_000)
        clock.now = 61
        bar.update(0, "unpacking")
    assert stream.getvalue() == "boto: 1.5 of 3.0 MB after 1:01, unpacking\nboto: 1.5 of 3.0 MB in 1:01\n"
    assert [clock_time(seconds) for seconds in (0, 5.4, 125, 3607)] == ["0:00", "0:05", "2:05", "1:00:07"]


HOSTILE = "\x1b]0;title\x07\x1b[2J\x1b[8mhidden\x9b31m\rover\u202e\u2028\ud800\x7f"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_tables_errors_and_warnings_show_texts_of_others_likewise() -> None:
    text = " ".join(HOSTILE.split())  # tables have lines of their own
    error, cell = UserError(f"no task {text}"), visible(text)
    with pytest.warns(UserWarning) as caught:
        warn_user(text)
    table = format_table([HOSTILE], [[HOSTILE]])
    for shown in (str(error), str(caught[0].message), table, terminal_table([HOSTILE], [[HOSTILE]], width=200)):
        assert cell in shown and all(character.isprintable() for character in shown if character != "\n")
    assert visible(cell) == cell


@pytest.mark.parametrize("stream", [io.StringIO(), _Terminal()])
def test_control_characters_are_shown(stream: io.StringIO) -> None:
    print("id", HOSTILE, "\tend\r", file=VisibleStream(stream))  # type: ignore[type-var]
    written = stream.getvalue()
    shown = "␛]0;title␇␛[2J␛[8mhidden\\x9b31m␍over\\u202e\\u2028\\ud800␡"
    assert written == f"id {shown} \tend␍\n"


def test_what_this_package_prints_on_terminals_is_let_through() -> None:
    texts = ["\x1b[1mbold\x1b[0m", "\n", "\r 50%|###  |", "\n\x1b[A", "a\r\nb", "é 日本 😀"]
    terminal, file = _Terminal(), io.StringIO()
    VisibleStream(terminal).writelines(texts)
    VisibleStream(file).writelines(texts)
    assert terminal.getvalue() == "".join(texts)
    for others in (
        ["a\x1b[A\x1b[Ab"],
        ["a", "\rb"],
        ["a", " ", "\r", "b\x1b[A"],
        ["\rb\x1b[A"],
        ["a\n", "b", "\rc"],
        ["\x1b[31ma"],
    ):
        terminal = _Terminal()
        VisibleStream(terminal).writelines(others)
        assert not re.search(r"\x1b|[^\n]\r", terminal.getvalue()), "no text of others writes over what stands there"
    assert "\x1b" not in file.getvalue() and "é 日本 😀" in file.getvalue()


COMMANDS = """
import json, sys
from classeval_hf.cli import main
for command in json.loads(sys.argv[1]):
    try:
        main(command)
    except SystemExit:
        pass
    print("ended", flush=True)
"""


def test_no_text_of_others_reaches_a_terminal_raw(tmp_path: Path, on_a_terminal: Callable[..., str]) -> None:
    marker = "\x1b]0;taken\x07\x1b[2J"
    samples, good = (tmp_path / f"{name}{marker}.jsonl" for name in ("samples", "good"))
    write_lines(samples, [{"task_id": f"none{marker}", "completion": "class A: pass"}])
    write_lines(good, [{"task_id": "ClassEvalOpen_5", "completion": "class A: pass"}])
    commands = [
        ["score", str(samples), "--split", "open"],
        ["score", str(good), "--split", "open", "--task-ids", "ClassEvalOpen_5", "--no-cache"],
        ["score", str(tmp_path / f"no{marker}.jsonl")],
        ["score", f"--wrong{marker}"],
        ["report", f"label{marker}={tmp_path}/none"],
    ]
    *shown, last = on_a_terminal(COMMANDS, json.dumps(commands), HF_ALLOW_CODE_EVAL="1").split("ended")
    assert (len(shown), last.strip()) == (len(commands), "")
    for command, said in zip(commands, shown, strict=True):
        assert "\x1b]0" not in said and "\x1b[2J" not in said and "\x07" not in said, command
        assert "␛]0;taken␇" in said or "taken" not in said, said
