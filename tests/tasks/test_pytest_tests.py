"""Class tasks whose tests are in the form of pytest: the same verdicts as pytest gives, or a refusal by name."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import pytest

from classeval_hf.classes.tasks.task_rows import complete_task, task_from_row
from classeval_hf.classes.tasks.test_cases import FUNCTIONS, as_unittest
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.scoring.compute import compute_scores

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


SHELF = """class Shelf:
    def __init__(self): self.books, self._lent = [], 0
    def add(self, book): self.books.append(book); return len(self.books)
    def find(self, word): return [book for book in self.books if word in book]
    def lend(self, book): self.books.remove(book); self._lent += 1
    @property
    def size(self): return len(self.books)
"""
FUNCTIONS_OF = {  # by what they test, an empty text for the class as a whole
    "add": ("test_add_twice", "def test_numbers():\n    shelf = Shelf()\n    assert shelf.add('x') == 1"),
    "find": (
        "def test_words():\n    shelf = Shelf()\n    shelf.add('on ants')\n    found = shelf.find('ants')\n"
        "    assert found == ['on ants']",
        "test_find_nothing",
    ),
    "lend": (
        "def test_missing():\n    shelf = Shelf()\n    shelf.add('x')\n    with pytest.raises(ValueError):\n"
        "        shelf.lend('y')\n    assert shelf.books == ['x']",
    ),
    "size": ("test_size_of_one", "def test_empty():\n    assert Shelf().size == 0\n    assert Shelf().books == []"),
    "": (
        "def test_new():\n    assert Shelf().books == []",
        "def test_all():\n    shelf = Shelf()\n    assert shelf.add('x') == 1\n    shelf.lend('x')\n"
        "    assert shelf.find('x') == [] and shelf.size == 0",
    ),
}
ALL_METHODS = """():
    shelf = Shelf()
    assert (shelf.add('x'), shelf.find('y'), shelf.size) == (1, [], 1)
    shelf.lend('x')"""
FAULTS = {
    "return len(self.books)": "return 0",
    "word in book": "False",
    ".remove(book)": ".clear()",
    "= [], 0": "= [0], 0",
}


@pytest.mark.usefixtures("consent")
def test_methods_are_scored_alike_in_both_forms() -> None:
    """Functions are attributed by name and use, as the test classes of `unittest` are."""
    tests: dict[bool, str] = {True: "import pytest\n", False: "import unittest\n"}
    for method, texts in FUNCTIONS_OF.items():
        body = "\n".join(text if " " in text else f"def {text}{ALL_METHODS}" for text in texts)
        tests[True] += f"{body}\n"
        body = re.sub(r"(def \w+\()", r"\1self", body).replace("pytest.raises", "self.assertRaises")
        tests[False] += f"class ShelfTest{method.title() or 'Main'}(unittest.TestCase):\n{indent(body, '    ')}\n"
    names = [f"ShelfTest{method.title() or 'Main'}" for method in FUNCTIONS_OF]
    methods = [{"method_name": method} for method in FUNCTIONS_OF if method]
    row = {"task_id": "shelf", "class_name": "Shelf", "methods_info": methods}
    samples = [[SHELF, *(SHELF.replace(right, wrong, 1) for right, wrong in FAULTS.items())]]
    rows = [row | {"test": tests[form], "test_classes": [FUNCTIONS] if form else names} for form in (True, False)]
    found, same = (compute_scores(samples, [one], progress=False) for one in rows)
    for key in ("method_pass@1", "class_pass@1"):
        assert found[key] == same[key], key
    assert 0.3 < found["method_pass@1"] < 0.9
    task = task_from_row(rows[0])
    assert {one.method_name: one.test_classes for one in task.methods_info} == {
        method: (f"{FUNCTIONS}_{method}",) for method in FUNCTIONS_OF if method
    } and task.class_test_classes == (FUNCTIONS,)


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
        ("@pytest.mark.parametrize('a', VALUES)\ndef test_a(a):\n    pass\n", "with other values than literals"),
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
    ("body", "words"),
    [
        ("    def setup_method(self): self.total = 0\n", "TestA.setup_method is run by pytest, and .*: name it setUp"),
        ("    def teardown_method(self, _): ...\n", "name it tearDown"),
        ("    setup_class = classmethod(print)\n", "TestA.setup_class is run by pytest, and .*: name it setUpClass"),
        ("    def test_b(self): pytest.skip('b')\n", "the tests have `pytest.skip`, which means something to pytest"),
        ("    def test_b(self): np = importorskip('numpy')\n", "the tests have `importorskip`"),
        ("    @pytest.mark.skipif(True, reason='b')\n    def test_b(self): ...\n", "`pytest.mark.skipif`"),
        ("    @pytest.fixture(autouse=True)\n    def box(self): ...\n", "the tests have `pytest.fixture`"),
        ("    @pytest.mark.slow\n    def test_b(self):\n        with pytest.raises(ValueError): ...\n", ""),
    ],
)
def test_what_pytest_alone_does_in_a_class_of_unittest_is_refused(body: str, words: str) -> None:
    """In `TestCase`s pytest runs and skips what `unittest` does not; in a class that they inherit from too."""
    head = "import unittest\nimport pytest\nfrom pytest import importorskip\n"
    base, test = "class Base:\n", "    def test_a(self): ...\n"
    for tests in (
        f"class TestA(unittest.TestCase):\n{test}{body}",
        f"{base}{body}class TestA(Base, unittest.TestCase):\n{test}",
    ):
        row = {**ROW, "test": head + tests, "test_classes": ["TestA"]}
        if words:
            with pytest.raises(UserError, match=f"Task counter: .*{words}"):
                task_from_row(row)
        else:
            assert task_from_row(row).test == head + tests


@pytest.mark.parametrize(
    ("tests", "words"), [(TESTS, "in the form of pytest, such as test_sums"), ("x = 1\n", "no test class")]
)
def test_a_task_made_in_python_is_refused(tests: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        complete_task(ClassTask("counter", "Counter", tests, ("TestAdd",) if tests == TESTS else ()))
