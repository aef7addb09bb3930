"""Class tasks whose tests are in the form of pytest: the same verdicts as pytest gives, or a refusal by name."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.pytest_tests import FUNCTIONS, as_unittest
from classeval_hf.tasks.task_rows import complete_task, task_from_row

RIGHT = """class Counter:
    def __init__(self): self.total = 0
    def add(self, number):
        if number < 0: raise ValueError("negative number")
        self.total += number
        return self.total
"""
COMPLETIONS = {
    "right": RIGHT,
    "wrong sum": RIGHT.replace("+=", "="),
    "wrong message": RIGHT.replace("negative number", "no"),
    "no error": RIGHT.replace("if number < 0", "if False"),
    "just off": RIGHT.replace("+= number", "+= number + 2e-6"),
    "near enough": RIGHT.replace("+= number", "+= number + 1e-9"),
    "nothing": "class Counter:\n    def add(self, number): ...\n",
}
TESTS = """
import pytest
@pytest.mark.parametrize("numbers, total", [([1, 2], 3), ([], 0), ([5], 5)])
def test_sums(numbers, total):
    counter = Counter()
    for number in numbers: counter.add(number)
    assert counter.total == total
def test_near():
    assert pytest.approx(2.5) == Counter().add(2.5), "not near"
    assert Counter().add(-0.0) == pytest.approx(0, abs=1e-8)
    assert Counter().add(1e309) == pytest.approx(1e309, rel=0.01, abs=0.01)
def test_error():
    with pytest.raises(ValueError, match="negative"): Counter().add(-1)
class TestAdd:
    def setup_method(self): self.counter = Counter()
    @pytest.mark.parametrize("number", [1, 2])
    def test_first(self, number): assert self.counter.add(number) == number
    def test_second(self):
        self.counter.add(2)
        assert self.counter.add(2) == 4
"""
ROW = {"task_id": "counter", "class_name": "Counter", "test": TESTS, "test_classes": ["TestAdd"]}


def _by_pytest(folder: Path, completions: Sequence[str]) -> list[int]:
    """How many tests pass, by completion; of one process, since pytest takes longer to start than to run them."""
    for number, completion in enumerate(completions):
        (folder / f"test_{number}.py").write_text(completion + TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", "."]
    environment = {**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return [done.stdout.count(f"\nPASSED test_{number}.py::") for number in range(len(completions))]


@pytest.mark.usefixtures("consent")
def test_verdicts_are_those_of_pytest(tmp_path: Path) -> None:
    """Test by test in number; expected values are withheld as of any test."""
    scores = compute_scores([list(COMPLETIONS.values())], [ROW], progress=False)
    by_pytest = _by_pytest(tmp_path, list(COMPLETIONS.values()))
    assert by_pytest[0] == 8 and len(set(by_pytest)) > 2
    for completion, found, result in zip(COMPLETIONS.values(), by_pytest, scores["results"]["counter"], strict=True):
        assert sum(counts["counts"]["pass"] for counts in result["test_classes"].values()) == found, completion
        assert result["class_passed"] is (completion == RIGHT)
        judged_by = {name: counts["judged_by"] for name, counts in result["test_classes"].items()}
        assert judged_by == {"TestAdd": "parent", FUNCTIONS: "parent and child"}


@pytest.mark.usefixtures("consent")
def test_a_list_that_a_test_changes_stays_one_object() -> None:
    tests = """
import pytest
@pytest.mark.parametrize("numbers, total", [([1, 2], 6)])
def test_sum(numbers, total):
    numbers.append(3)
    counter = Counter()
    for number in numbers: counter.add(number)
    assert counter.total == total
"""
    scores = compute_scores([[RIGHT]], [{**ROW, "test": tests, "test_classes": [FUNCTIONS]}], progress=False)
    assert scores["class_pass@1"] == 1


def test_functions_get_a_class() -> None:
    task = task_from_row(ROW)
    assert task.test_classes == ("TestAdd", FUNCTIONS)
    assert as_unittest(task.test) == task.test


@pytest.mark.parametrize(
    ("tests", "words"),
    [
        ("def test_a(tmp_path):\n    pass\n", "test_a takes the fixture tmp_path"),
        ("def test_a():\n    assert [1] == pytest.approx([1])\n", "the tests have `pytest.approx`"),
        ("def test_a():\n    assert 1 == pytest.approx(1, 0.1)\n", "the tests have `pytest.approx`"),
        ("def helper():\n    with pytest.raises(E): ...\ndef test_a(): ...\n", "the tests have `pytest.raises`"),
        ("@pytest.mark.skip\ndef test_a():\n    pass\n", "test_a has the decorator pytest.mark.skip"),
        ("@pytest.mark.parametrize('a', VALUES)\ndef test_a(a):\n    pass\n", "with what is no literal"),
        ("from pytest import raises\ndef test_a():\n    pass\n", "the tests have `from pytest import raises`"),
        ("async def test_a():\n    pass\n", "is asynchronous"),
        ("class TestA:\n    def setup(self): ...\n    def test_a(self): ...\n", "TestA.setup cannot be read"),
        ("@pytest.fixture\ndef box():\n    return 1\ndef test_a():\n    pass\n", "the tests have `pytest.fixture`"),
    ],
)
def test_what_else_pytest_has_is_refused_by_name(tests: str, words: str) -> None:
    """Before anything runs: a right class would pass none of it."""
    with pytest.raises(UserError, match=words) as raised:
        task_from_row({**ROW, "test": tests, "test_classes": ["TestA"]})
    assert "counter" in str(raised.value)


@pytest.mark.parametrize(
    ("tests", "words"), [(TESTS, "in the form of pytest, test_sums"), ("x = 1\n", "no test class")]
)
def test_a_task_made_in_python_is_refused(tests: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        complete_task(ClassTask("counter", "Counter", tests, ("TestAdd",) if tests == TESTS else ()))
