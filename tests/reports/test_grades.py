"""The grades of a class: layouts, trouble of all kinds, and what the table, the CSV file and the pages say of it."""

import csv
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from counter_task import SKELETON, write_files

from classeval_hf.cli import main
from classeval_hf.runs.hand_ins import Author, read_class

pytestmark = pytest.mark.usefixtures("shared_judges", "consent")

RIGHT = """class Counter:
    def __init__(self) -> None:
        self.total = 0
    def add(self, number: int) -> int:
        self.total += number

        return self.total
"""
TESTS = """import unittest
from solution import Counter
class CounterTestAdd(unittest.TestCase):
    def test_adds(self): self.assertEqual(Counter().add(2), 2)
"""
UTF_8 = "# Z\u00e4hler\n"
NOTEBOOK = json.dumps({"cells": [{"source": RIGHT}], "nbformat": 4})


def write_zip(path: Path, files: Mapping[str, str], link: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        if link:
            item = zipfile.ZipInfo(link)
            item.external_attr = 0o120777 << 16
            archive.writestr(item, "/etc/passwd")


def told(authors: list[Author]) -> dict[str, dict[str, str]]:
    """By author and task the file, or why it cannot be run."""
    return {
        one.name: {task: f"{given.file} {given.problem}".strip() for task, given in one.hand_ins.items()}
        for one in authors
    }


def test_layouts(tmp_path: Path) -> None:
    ids = ["counter", "Own/1"]
    by_author = write_files(
        tmp_path / "by_author", {"ada/Counter.py": RIGHT, "ada/deep/Own_1.py": RIGHT, "1234567/counter.py": RIGHT}
    )
    write_zip(by_author / "bob.zip", {"bob/counter.py": RIGHT, "__MACOSX/bob/._counter.py": "", "notes.txt": ""})
    (by_author / "carl").mkdir()
    assert told(read_class(by_author, ids)) == {
        "1234567": {"counter": "1234567/counter.py"},
        "ada": {"counter": "ada/Counter.py", "Own/1": "ada/deep/Own_1.py"},
        "bob": {"counter": "bob.zip/bob/counter.py"},
        "carl": {},
    }
    moodle = "Ada King_12_assignsubmission_file_"
    by_task = write_files(
        tmp_path / "by_task",
        {f"counter/{moodle}counter.py": RIGHT, f"Own_1/{moodle}/my own.py": RIGHT, "counter/bob.py": RIGHT},
    )
    write_zip(by_task / "Own_1" / "bob.zip", {"a.py": "", "b.py": ""})
    assert told(read_class(by_task, ids)) == {
        "Ada King": {"counter": f"counter/{moodle}counter.py", "Own/1": f"Own_1/{moodle}/my own.py"},
        "bob": {
            "counter": "counter/bob.py",
            "Own/1": "Own_1/bob.zip/a.py is one of 2 files, and none of them is named for the task",
        },
    }
    files = ("ada.py", "bob/any.py", "eve/counter.py", "eve/u.py")
    found = read_class(write_files(tmp_path / "single", dict.fromkeys(files, RIGHT)), ["counter"])
    assert told(found) == {Path(file).parts[0].removesuffix(".py"): {"counter": file} for file in files[:3]}
    assert found[2].left_out == ["eve/u.py does not count, since eve/counter.py is for the same task."]


def test_what_is_no_file_of_python_is_named_and_never_followed(tmp_path: Path) -> None:
    folder = write_files(
        tmp_path / "class",
        {
            "garbage/counter.py": b"\x00\xff\x12",
            "utf-16/counter.py": RIGHT.encode("utf-16"),
            "latin-1/counter.py": (UTF_8 + RIGHT).encode("latin-1"),
            "unknown/counter.py": "# coding: nonsense\n" + RIGHT,
            "rot/counter.py": "# coding: rot13\n" + RIGHT,
            "notebook/counter.py": NOTEBOOK,
            "empty/counter.py": " \n",
            "folder/counter.py/counter.txt": RIGHT,
            "long/counter.py": "#" * (1 << 20) + "\n",
            "bad.zip": b"PK\x03\x04",
            "named/counter.py": ("# coding: latin-1\n" + UTF_8 + RIGHT).encode("latin-1"),
        },
    )
    (tmp_path / "secret.py").write_text(RIGHT)
    (folder / "link").mkdir()
    (folder / "link" / "counter.py").symlink_to(tmp_path / "secret.py")
    write_zip(folder / "slip.zip", {"../../counter.py": RIGHT})
    write_zip(folder / "bomb.zip", {"counter.py": " " * 50_000_000})
    write_zip(folder / "many.zip", {f"{number}.txt": "" for number in range(1001)})
    write_zip(folder / "packed_link.zip", {}, "counter.py")
    said = {name: given.get("counter", "") for name, given in told(read_class(folder, ["counter", "other"])).items()}
    assert said.pop("named") == "named/counter.py"
    for name, part in (
        ("garbage", "is not a text file"),
        ("utf-16", "UTF-16"),
        *((name, "save it in UTF-8") for name in ("latin-1", "unknown", "rot")),
        ("notebook", "is a notebook"),
        ("empty", "is empty"),
        ("folder", "is a folder"),
        ("long", "more than 1 MiB"),
        ("bomb", "more than 1 MiB"),
        ("slip", "outside of its archive"),
        *((name, "is a link, which is not followed") for name in ("link", "packed_link")),
    ):
        assert part in said.pop(name), name
    assert said == {"bad": "", "many": ""}
    left_out = {one.name: "".join(one.left_out) for one in read_class(folder, ["counter", "other"])}
    assert "is not a readable zip archive" in left_out["bad"] and "more than 1000 files" in left_out["many"]


def test_consent_says_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: Callable[..., str]) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    said = refusal("grade", str(tmp_path / "class"), "--tasks-from", str(tmp_path))
    assert f"runs the files in {tmp_path / 'class'}," in said and "in a shell: export HF_ALLOW_CODE_EVAL=1" in said


def test_grades_of_a_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No chat is read; a missing task counts 0; a line of the author's own file is named, and a time-out as such."""
    for task_id in ("counter", "meter"):
        task = {"task.json": json.dumps({"task_id": task_id}), "skeleton.py": SKELETON, "solution.py": RIGHT}
        write_files(tmp_path / "tasks" / task_id, {**task, "test_counter.py": TESTS})
    looping = RIGHT.replace("self.total += number", "while True: pass")
    broken = RIGHT.replace("return self.total", "return self.totl")
    folder = write_files(
        tmp_path / "class",
        {f"{name}/{task}.py": RIGHT for name in ("ada", "=1+1") for task in ("counter", "meter")}
        | {"bob/counter.py": RIGHT, "chat/counter.py": f"Here it is:\n```python\n{RIGHT}```\n"}
        | {
            "eve/counter.py": "\n\n" + broken,
            "eve/meter.py": looping,
            "fay/counter.py": b"\x00",
            "fay/meter.py": RIGHT,
        }
        | {"hal/counter.py": RIGHT.replace("Counter", "counter")}
        | {"gus/counter.py": RIGHT.replace("+= number", "= number - 1"), "gus/metr.py": RIGHT},
    )
    arguments = ["grade", str(folder), "--tasks-from", str(tmp_path / "tasks"), "--workers", "1", "--timeout", "1"]
    assert main([*arguments, "-o", str(tmp_path / "grades")]) == 0
    printed = capsys.readouterr().out
    assert "1 of 1 tests" in printed and "class@1" not in printed and "DEP" not in printed
    written = (tmp_path / "grades" / "grades.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(written.splitlines()))
    shares = {row["author"]: (row["share of counter"], row["share of meter"], row["share"]) for row in rows}
    assert shares == {
        "ada": ("1.0", "1.0", "1.0"),
        "'=1+1": ("1.0", "1.0", "1.0"),
        "bob": ("1.0", "0.0", "0.5"),
        "chat": ("0.0", "0.0", "0.0"),
        "eve": ("0.0", "0.0", "0.0"),
        "fay": ("0.0", "1.0", "0.5"),
        "gus": ("0.0", "0.0", "0.0"),
        "hal": ("0.0", "0.0", "0.0"),
    }
    notes = {row["author"]: row["notes"] for row in rows}
    for author, part in (
        ("bob", "meter: nothing was handed in."),
        ("chat", "chat/counter.py ended before any test: SyntaxError"),
        ("eve", "the time ran out in eve/meter.py"),
        ("fay", "is not a text file"),
        ("hal", "hal/counter.py has no class Counter, but counter."),
        ("gus", "gus/metr.py is named for no task that is known. Did you mean meter?"),
    ):
        assert part in notes[author] and part in printed, author
    pages = {path.stem: path.read_text() for path in (tmp_path / "grades" / "authors").iterdir()}
    assert len(pages) == 8 and not any("<script" in page or "pass@" in page for page in pages.values())
    assert "AttributeError" in pages["eve"] and "line 9 of your file" in pages["eve"]
    assert "<pre>return self.totl</pre>" in pages["eve"] and "The time ran out in this test." in pages["eve"]
    assert "The test failed in its line:</p>\n<pre>def test_adds(self): self.assertEqual(" in pages["gus"]
    assert "1 != 2" in pages["gus"] and "The method begins in line 4" in pages["gus"]
    assert "Adds a number." in pages["gus"] and "self.assertEqual(Counter().add" in pages["gus"]
    assert "All tests pass." in pages["ada"]
    one = write_files(tmp_path / "one", {"counter.py": RIGHT, "meter.py": RIGHT})
    for refused, said in (
        ([str(one), *arguments[2:]], "and no author: name its parent folder"),
        ([str(tmp_path / "tasks" / "counter" / "task.json"), *arguments[2:]], "is a file: unpack it"),
        ([str(folder), "-o", str(folder / "grades"), *arguments[2:]], "is in the folder of the hand-ins"),
        ([str(folder)], "--tasks-from"),
    ):
        assert main(["grade", *refused]) == 2 and said in capsys.readouterr().err
