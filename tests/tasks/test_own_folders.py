"""Task folders as a teacher writes them: with the least that they need, and with slips."""

import json
from pathlib import Path

import pytest

from classeval_hf.cli import main
from classeval_hf.runs.sample_files import read_samples
from classeval_hf.task_quality.validation import validate_path
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.folders import read_task_folder

SKELETON = '''class Counter:
    """Counts."""

    def __init__(self) -> None:
        """Starts with the total of nothing."""
        self.total = 0

    def add(self, number: int) -> int:
        """
        Adds a number.

        :param number: int, what to add.
        :return: int, the total.
        >>> Counter().add(2)
        2
        """
'''
SOLUTION = """class Counter:
    def __init__(self) -> None:
        self.total = 0

    def add(self, number: int) -> int:
        self.total += number
        return self.total
"""
TESTS = """import unittest

from solution import Counter


class Numbers:
    first = 2


class CounterTestAdd(unittest.TestCase):
    def test_adds(self) -> None:
        self.assertEqual(Counter().add(Numbers.first), 2)
"""


def write_task(folder: Path, task_id: str, **files: str) -> Path:
    folder.mkdir(parents=True)
    written = {"task.json": json.dumps({"task_id": task_id}), "skeleton.py": SKELETON, "solution.py": SOLUTION}
    written |= {"test_counter.py": TESTS} | {name.replace("__", "."): text for name, text in files.items()}
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_least_that_a_task_needs(tmp_path: Path) -> None:
    """An id, and no word on topic and dependencies; helpers beside the tests are no test classes."""
    task = read_task_folder(write_task(tmp_path / "any name", "HumanEval/0"))
    assert (task.task_id, task.class_name, task.topic) == ("HumanEval/0", "Counter", "")
    assert task.test_classes == ("CounterTestAdd",)
    assert [method.test_classes for method in task.methods_info] == [("CounterTestAdd",)]
    assert task.methods_info[0].dependencies.standalone
    assert task.licence == "", "no word on it, so that reports do not show the reference"


def test_a_licence_can_be_stated(tmp_path: Path) -> None:
    meta = json.dumps({"task_id": "counter", "licence": "MIT"})
    assert read_task_folder(write_task(tmp_path / "counter", "counter", task__json=meta)).licence == "MIT"


@pytest.mark.usefixtures("consent")
def test_validate_and_score_take_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The two commands of a teacher; what `task.json` does not declare is no problem of it."""
    tasks = tmp_path / "tasks"
    write_task(tasks / "one", "counter")
    write_task(tasks / "two", "HumanEval/0")
    report = validate_path(tasks)
    assert {problem.rule for problem in report.problems} == {"test-count", "class-tests"}
    for name, text in (("counter/0.py", SOLUTION), ("counter/1.py", SKELETON), ("HumanEval_0/0.py", SOLUTION)):
        path = tmp_path / "answers" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    output = tmp_path / "scores.json"
    arguments = ["--tasks-from", str(tasks), "--no-cache"]
    assert main(["score", str(tmp_path / "answers"), "-o", str(output), *arguments]) == 0
    (scores,) = json.loads(output.read_text()).values()
    assert scores["class_pass@1"] == 0.75
    assert main(["compare", str(tmp_path / "answers"), str(output), *arguments]) == 0
    assert "has changed" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"task__json": "{}"}, 'task.json names no task: it needs at least {"task_id": "ID"}'),
        ({"task__json": '{"task_id": "a", "methods": ["add"]}'}, "methods of task.json must be"),
        ({"solution__py": "class Counter:\n    pass\n"}, "the solution lacks the method add of the skeleton"),
        ({"test_counter__py": "import unittest\n\nclass\n"}, "invalid syntax"),
        ({"skeleton__py": "total = 0\n"}, "expected exactly one class, found 0"),
    ],
)
def test_slips_are_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    folder = write_task(tmp_path / "counter", "counter", **files)
    with pytest.raises(ValueError) as caught:
        read_task_file(tmp_path)
    assert str(folder) in str(caught.value)
    assert message in str(caught.value)


def test_one_id_is_of_one_task(tmp_path: Path) -> None:
    write_task(tmp_path / "one", "counter")
    write_task(tmp_path / "two", "counter")
    assert len(read_task_file(tmp_path)) == 2  # the same task twice does no harm
    (tmp_path / "two" / "solution.py").write_text(SOLUTION.replace("+= number", "+= number * 1"))
    with pytest.raises(ValueError, match="gives the id 'counter' to two different tasks"):
        read_task_file(tmp_path)


def test_any_id_will_do(tmp_path: Path) -> None:
    row = {"task_id": "x y/ü", "class_name": "A", "test_classes": ["T"]}
    row["test"] = "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        A()\n"
    tasks, samples = tmp_path / "tasks.jsonl", tmp_path / "samples.jsonl"
    tasks.write_text(json.dumps(row))
    samples.write_text(json.dumps({"task_id": "x y/ü", "completion": "class A: pass"}))
    (task,) = read_task_file(tasks)
    assert read_samples(samples, {task.task_id}) == {"x y/ü": ["class A: pass"]}
    tasks.write_text(json.dumps({**row, "test_classes": ["Q"]}))
    with pytest.raises(
        ValueError, match=r"tasks\.jsonl, line 1: .*lists the test class Q, which its tests do not have"
    ):
        read_task_file(tasks)
