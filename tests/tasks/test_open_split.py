"""The split `open`: difficulties, canaries, and the ledger of those who solved the tasks from the skeletons alone."""

import functools
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from places import ROOT

from classeval_hf.core.tasks import DIFFICULTIES, ClassTask
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.folders import open_tasks_directory, read_task_folder, task_folders

OPEN_SPLIT = runpy.run_path(str(ROOT / "benchmarks" / "open_split.py"))
read_open_tasks = functools.cache(OPEN_SPLIT["read_open_tasks"])
FOLDERS = task_folders(open_tasks_directory())


def test_each_third_has_a_difficulty(open_tasks: list[ClassTask]) -> None:
    """And it is the one that effort and blind solutions give."""
    counts = Counter(task.difficulty for task in open_tasks)
    assert set(counts) == set(DIFFICULTIES)
    assert max(counts.values()) - min(counts.values()) <= 1
    wanted = OPEN_SPLIT["difficulties"](read_open_tasks())
    assert {task.task_id: task.difficulty for task in open_tasks} == wanted, "python benchmarks/open_split.py --write"


def test_each_file_of_a_task_has_its_canary_and_no_text_that_is_shown_does(open_tasks: list[ClassTask]) -> None:
    canaries = {task.canary for task in open_tasks}
    assert len(canaries) == len(open_tasks)
    for folder in FOLDERS:
        canary = json.loads((folder / "task.json").read_text(encoding="utf-8"))["canary"]
        assert re.fullmatch(rf"classeval-hf open {folder.name} [0-9a-f-]{{36}}", canary) and canary in canaries
        for file in folder.glob("*.py"):
            assert file.read_text(encoding="utf-8").startswith(f"# canary: {canary}\n"), file
    for task in open_tasks:
        row = task.to_row()
        assert task.canary == row.pop("canary")
        assert "canary" not in json.dumps(row), task.task_id


def test_a_task_is_read_when_it_is_asked_for_first() -> None:
    """So that a file of few samples waits for few; what is asked of ids alone reads none."""
    script = (
        "import sys\nfrom classeval_hf.tasks.splits import known_tasks, split_of\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == 'open' else None)\n"
        "known = known_tasks('open')\n"
        "assert len(known) == 100 and 'ClassEvalOpen_7' in known and 'ClassEvalOpen_100' not in known\n"
        "assert split_of('ClassEvalOpen_99') == 'open' and not split_of('ClassEvalOpen_100')\n"
        "assert not [path for path in opened if path.endswith('solution.py')]\n"
        "assert known['ClassEvalOpen_7'].task_id == 'ClassEvalOpen_7'\n"
        "print(len([path for path in opened if path.endswith('solution.py')]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_a_canary_changes_no_task(tmp_path: Path) -> None:
    for file in FOLDERS[0].iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            (tmp_path / file.name).write_text(re.sub(r"^# canary: .*\n+", "", text), encoding="utf-8")
    task, without = read_task_folder(FOLDERS[0]), read_task_folder(tmp_path)
    assert "# canary" not in (tmp_path / "solution.py").read_text(encoding="utf-8")
    assert (task.skeleton, task.solution_code, task.test) == (without.skeleton, without.solution_code, without.test)
    assert task.tests_hash() == without.tests_hash()


def test_writing_difficulties(tmp_path: Path) -> None:
    """What is there stays as it is, and what is not is added."""
    items = [(item, tmp_path / item.folder.name) for item in read_open_tasks()]
    copies = [replace(item, folder=Path(shutil.copytree(item.folder, folder))) for item, folder in items]
    before = {file: file.read_bytes() for item in copies for file in item.folder.glob("*.*")}
    OPEN_SPLIT["write_difficulties"](copies)
    assert {file: file.read_bytes() for file in before} == before
    first = copies[0]
    for file in first.folder.glob("*.*"):
        file.write_text(re.sub(r".*canary.*\n+", "", file.read_text(encoding="utf-8")), encoding="utf-8")
    OPEN_SPLIT["write_difficulties"]([replace(first, task=replace(first.task, canary="")), *copies[1:]])
    assert re.fullmatch(rf"classeval-hf open {first.folder.name} .{{36}}", read_task_folder(first.folder).canary)
    assert all(b"# canary: " in file.read_bytes() for file in first.folder.glob("*.py"))


@pytest.mark.full
def test_ledger(open_tasks: list[ClassTask], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two solutions or more were written without tests; of three of four tasks the last one is run alone."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    attempts = {item.task.task_id: list(item.attempts) for item in read_open_tasks()}
    files = {
        task.task_id: [OPEN_SPLIT["SOLUTIONS"] / f"{folder.name}_{item.solver}.py" for item in attempts[task.task_id]]
        for task, folder in ((read_task_folder(folder), folder) for folder in FOLDERS)
    }
    assert all(len(found) >= 2 for found in files.values())
    stray = set(OPEN_SPLIT["SOLUTIONS"].glob("*.py")) - {file for found in files.values() for file in found}
    assert not stray
    for number, task in enumerate(open_tasks):
        if number % 4:
            del files[task.task_id][:-1], attempts[task.task_id][:-1]
    completions = [[file.read_text(encoding="utf-8") for file in files[task.task_id]] for task in open_tasks]
    with pytest.warns(UserWarning, match="25 tasks with another number of samples"):
        scores = compute_scores(completions, open_tasks, progress=False, k=[1], num_workers=os.cpu_count())
    for task in open_tasks:
        for attempt, result in zip(attempts[task.task_id], scores["results"][task.task_id], strict=True):
            failed = [name for name, passed in result["methods"].items() if not passed]
            assert result["class_passed"] is attempt.passed, attempt
            assert failed == list(attempt.failed_methods), attempt
            assert attempt.passed or attempt.decision, attempt
