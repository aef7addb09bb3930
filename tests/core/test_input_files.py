"""Files that users bring, which may be no files."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from classeval_hf.core.input_files import open_input, read_text
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reports.writing import _csv
from classeval_hf.tasks.deveval import DEVEVAL
from classeval_hf.tasks.files import read_task_file

TESTS = "import unittest\nclass T(unittest.TestCase):\n    def test_1(self):\n        self.assertEqual(1, A())\n"


@pytest.mark.parametrize("kind", ["pipe", "socket", "device"])
def test_what_has_no_end_is_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "input.jsonl"
    with socket.socket(socket.AF_UNIX) as listener:
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "socket":
            path = Path(os.path.relpath(path))  # addresses are short
            listener.bind(str(path))
        else:
            path = Path("/dev/zero")
        for read in (lambda path: open_input(path).__enter__(), read_text, DEVEVAL.store):
            with pytest.raises(ValueError, match="is a pipe or a device, and no file: use -"):
                read(path)


def test_what_the_shell_puts_in_the_place_of_a_file_is_read() -> None:
    code = "import sys; from classeval_hf.core.input_files import open_input\n"
    code += "with open_input(sys.argv[1]) as file: print(list(file.values()))"
    command = ["bash", "-c", f'{sys.executable} -c "$0" <(echo \'{{"a": 1}}\')', code]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[('line 1', {'a': 1})]\n"


@pytest.mark.parametrize("written", [r"a\ud800", r"\udfff", r"\ud83d-\ude00"])
def test_an_id_that_no_file_can_hold_is_refused_when_tasks_are_read(written: str, tmp_path: Path) -> None:
    task = json.dumps({"task_id": "ID", "class_name": "A", "test": TESTS, "test_classes": ["T"]})
    file = tmp_path / "tasks.jsonl"
    file.write_text(task.replace("ID", written))
    with pytest.raises(ValueError, match="holds half of a character"):
        read_task_file(file)
    assert ClassTask("\U0001f600", "A", TESTS, ("T",)).task_id == "\U0001f600"


def test_cells_of_csv_files_are_no_formulas() -> None:
    """Labels and ids come from others."""
    rows = [
        ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\n=1"],
        ["-0.5", "+3%", "1e-5", "-", "a=1", "a\x1b[31m"],
        [-1, 0.5, None, "a,b", "", "x"],
    ]
    lines = _csv(["h"] * 6, rows)
    assert lines.startswith("h,h,h,h,h,h\n'=1+1,'+1+1,'-2+3,'@SUM(A1),'\t=1,\"'\n=1\"\n")
    assert lines.endswith('-0.5,+3%,1e-5,-,a=1,a\u241b[31m\n-1,0.5,,"a,b",,x\n')
