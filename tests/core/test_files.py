"""Files that users bring, which may be no files; files that are written, whole or not at all; and consent."""

import json
import os
import socket
import sys
from pathlib import Path

import pytest
from programs import run_program

from classeval_hf.classes.tasks.files import read_task_file
from classeval_hf.core import errors, files, tasks
from classeval_hf.projects.tasks.files import DEVEVAL
from classeval_hf.reports.display import csv_text

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
        for read in (lambda path: files.open_input(path).__enter__(), files.read_text, DEVEVAL.store):
            with pytest.raises(ValueError, match="is a pipe or a device, and no file: use -"):
                read(path)


def test_what_the_shell_puts_in_the_place_of_a_file_is_read() -> None:
    code = "import sys; from classeval_hf.core.files import open_input\n"
    code += "with open_input(sys.argv[1]) as file: print(list(file.values()))"
    done = run_program("bash", "-c", f'{sys.executable} -c "$0" <(echo \'{{"a": 1}}\')', code)
    assert done.stdout == "[('line 1', {'a': 1})]\n", done.stderr


@pytest.mark.parametrize("written", [r"a\ud800", r"\udfff", r"\ud83d-\ude00"])
def test_an_id_that_no_file_can_hold_is_refused_when_tasks_are_read(written: str, tmp_path: Path) -> None:
    task = json.dumps({"task_id": "ID", "class_name": "A", "test": TESTS, "test_classes": ["T"]})
    file = tmp_path / "tasks.jsonl"
    file.write_text(task.replace("ID", written))
    with pytest.raises(ValueError, match="holds half of a character"):
        read_task_file(file)
    assert tasks.ClassTask("\U0001f600", "A", TESTS, ("T",)).task_id == "\U0001f600"


def test_cells_of_csv_files_are_no_formulas() -> None:
    rows = [
        ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\n=1"],
        ["-0.5", "+3%", "1e-5", "-", "a=1", "a\x1b[31m"],
        [-1, 0.5, None, "a,b", "", "x"],
    ]
    lines = csv_text(["h"] * 6, rows)
    assert lines.startswith("h,h,h,h,h,h\n'=1+1,'+1+1,'-2+3,'@SUM(A1),'\t=1,\"'\n=1\"\n")
    assert lines.endswith('-0.5,+3%,1e-5,-,a=1,a\u241b[31m\n-1,0.5,,"a,b",,x\n')


def test_content_is_kept_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, expected in (("ä\r\n", "ä\r\n".encode()), (b"\x00\xff", b"\x00\xff")):
        path.write_text("before")
        files.write_whole(path, content)
        assert path.read_bytes() == expected
        assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    with pytest.raises(UnicodeEncodeError):
        files.write_whole(path, "half\ud800")
    assert path.read_bytes() == expected
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        files.write_whole(tmp_path / "folder", "text")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "folder"]


def test_an_output_is_tried_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "old.json").write_text("old")
    for path, error, message in (
        (tmp_path / "no" / "out.json", FileNotFoundError, "does not exist"),
        (tmp_path / "folder", IsADirectoryError, "is a folder"),
        (Path("/proc/out.json"), OSError, r"/proc/out\.json cannot be created"),
        (tmp_path / ("n" * 255), OSError, "cannot be created: file name too long"),
    ):
        with pytest.raises(error, match=message):
            files.check_folder(path)
    files.check_folder(tmp_path / "new.json")
    files.check_folder(tmp_path / "old.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "old.json"]
    assert (tmp_path / "old.json").read_text() == "old"


@pytest.mark.parametrize("value", ["true", "0", "yes", " 1"])
def test_only_1_is_consent(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", value)
    with pytest.raises(ValueError, match=f"set HF_ALLOW_CODE_EVAL=1 .* It is '{value}' now, and only 1 counts"):
        errors.require_consent()
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    errors.require_consent()
