"""Rows that state no more than a skeleton, tests and their classes: what is missing is read from these."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.task_quality.validation import validate_path
from classeval_hf.tasks.classeval_data import read_classeval
from classeval_hf.tasks.folders import load_open_tasks
from classeval_hf.tasks.task_rows import map_test_classes, task_from_row

pytestmark = pytest.mark.usefixtures("shared_judges")

_ROW = ("task_id", "class_name", "skeleton", "test", "test_classes", "solution_code")
"""Fields of ClassEval-Pro's data."""

TASKS = load_open_tasks()


def _short_row(task: ClassTask) -> dict[str, object]:
    return {name: value for name, value in task.to_row().items() if name in _ROW}


def test_a_row_without_contracts_gets_those_of_its_skeleton() -> None:
    for task in TASKS:
        short = task_from_row(_short_row(task))
        for name in ("import_statement", "fields", "class_constructor", "class_description", "class_test_classes"):
            assert getattr(short, name) == getattr(task, name), (task.task_id, name)
        for method, full in zip(short.methods_info, task.methods_info, strict=True):
            assert (method.method_name, method.method_description) == (full.method_name, full.method_description)
            assert (method.test_classes, method.solution_code) == (full.test_classes, full.solution_code)
        assert short.tests_hash() == task.tests_hash()


def test_what_a_row_states_wins() -> None:
    row = _short_row(TASKS[0]) | {"import_statement": ["import this_is_stated"], "class_description": "Stated."}
    task = task_from_row(row)
    assert task.import_statement == ("import this_is_stated",)
    assert task.class_description == "Stated."
    assert task.declared_methods == TASKS[0].declared_methods


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"class_name": "Nothing"}, "the skeleton does not define the class Nothing"),
        ({"solution_code": "class Other:\n    pass\n"}, "the solution does not define the class"),
        ({"skeleton": "class {name}:\n    x = 1\n"}, "has no method to write"),
        ({"skeleton": "class {name}:\n    def nowhere(self):\n        pass\n"}, "lacks the method nowhere"),
    ],
)
def test_a_contradiction_is_an_error_that_names_the_task(change: dict[str, str], words: str) -> None:
    task = TASKS[0]
    row = _short_row(task) | {name: text.replace("{name}", task.class_name) for name, text in change.items()}
    with pytest.raises(UserError, match=words) as raised:
        task_from_row(row)
    assert task.task_id in str(raised.value)


@pytest.mark.usefixtures("consent")
def test_a_skeleton_that_is_no_code_leaves_a_task_as_it_is() -> None:
    row = _short_row(TASKS[0]) | {"task_id": "Own_0", "skeleton": "class Unclosed(:\n"}
    task = task_from_row(row)
    assert task.declared_methods == ()
    with pytest.warns(UserWarning, match="no methods and a skeleton that is no Python in 1 task"):
        scores = compute_scores([[task.solution_code]], [row], progress=False)
    assert scores["class_pass@1"] == 1
    (told,) = scores["warnings"]
    assert (told["kind"], told["example"]) == ("methods_of_tests", "Own_0")


@pytest.mark.classeval
def test_rows_of_classeval_without_methods_have_those_of_full_rows(classeval_file: Path) -> None:
    """Where the skeletons of its data are code, and state the imports."""
    other_methods, other_imports = [], []
    for task in read_classeval(classeval_file):
        short = task_from_row(_short_row(task))
        assert short.test == task.test
        tested = [(method.method_name, method.test_classes) for method in task.methods_info]
        if [(method.method_name, method.test_classes) for method in short.methods_info] != tested:
            other_methods.append(task.task_id)
        assert short.class_test_classes == task.class_test_classes
        if set(short.import_statement) != set(task.import_statement):
            other_imports.append(task.task_id)
    assert other_methods == ["ClassEval_22"]
    assert other_imports == [f"ClassEval_{number}" for number in (39, 45, 48, 61, 92)]


def _wrong_by_calls(tasks: Sequence[ClassTask]) -> list[tuple[str, str]]:
    """What is mapped otherwise where test classes are numbered."""
    wrong = []
    for task in tasks:
        tests, names = task.test, {name.strip(): f"Case{number}" for number, name in enumerate(task.test_classes)}
        for name, other in names.items():
            tests = re.sub(rf"\b{name}\b", other, tests)
        mapping = map_test_classes(task.class_name, task.declared_methods, tests, list(names.values()))
        tested = [(names[name], method.method_name) for method in task.methods_info for name in method.test_classes]
        wrong += [(task.task_id, name) for name, method in tested if name not in mapping.methods[method]]
        of_class = [names[name] for name in task.class_test_classes]
        wrong += [(task.task_id, "class") for name in of_class if name not in mapping.class_level]
    return wrong


def test_calls_tell_what_is_tested_where_names_do_not() -> None:
    assert _wrong_by_calls(TASKS) == []


@pytest.mark.classeval
def test_calls_alone_are_right_for_most_of_classeval(classeval_file: Path) -> None:
    """Of 405 test classes of methods and 94 of classes."""
    wrong = _wrong_by_calls(read_classeval(classeval_file))
    assert (len(wrong), sum(name == "class" for _, name in wrong)) == (19, 3)


def test_methods_that_row_and_skeleton_state_differently_are_an_error() -> None:
    row = _short_row(TASKS[0])
    row["methods_info"] = [{"method_name": "nowhere", "method_description": "def nowhere(self): ..."}]
    with pytest.raises(UserError, match="has the method nowhere, which the skeleton lacks: its methods are"):
        task_from_row(row)
    row["methods_info"] = [{"method_name": "add", "method_description": "def add(self, a): ..."}]
    row["skeleton"] = f"class {TASKS[0].class_name}:\n    def add(self, b): ...\n"
    with pytest.raises(UserError, match=r"add has the parameters \(self, a\) in methods_info and \("):
        task_from_row(row)


@pytest.mark.usefixtures("consent")
def test_rows_without_methods_score_as_full_rows_test_by_test() -> None:
    """Only a warning says where the methods came from."""
    tasks = [TASKS[4], TASKS[5]]
    rows = [{**task.to_row(), "task_id": f"Own_{number}"} for number, task in enumerate(tasks)]
    short = [{name: value for name, value in row.items() if name in _ROW} for row in rows]
    completions = [[task.solution_code, task.skeleton] for task in tasks]
    full = compute_scores(completions, rows, progress=False)
    with pytest.warns(UserWarning, match="methods of 2 tasks read from the skeleton"):
        of_skeletons = compute_scores(completions, short, progress=False)
    warnings = of_skeletons.pop("warnings")
    assert [item for item in warnings if item["kind"] != "methods_of_skeletons"] == full.pop("warnings")
    (told,) = [item for item in warnings if item["kind"] == "methods_of_skeletons"]
    assert (told["count"], told["example"]) == (2, "Own_0")
    for scores in (full, of_skeletons):
        scores["provenance"] = {**scores["provenance"], "started": "", "ended": ""}
        del scores["class_pass_by_topic"], scores["class_pass_by_difficulty"]  # short rows state none
    assert of_skeletons == full


@pytest.mark.usefixtures("consent")
def test_validate_asks_no_declared_dependencies_of_rows_without_methods(tmp_path: Path) -> None:
    file = tmp_path / "data.json"
    file.write_text(json.dumps([_short_row(TASKS[4])]), encoding="utf-8")
    assert validate_path(file, workers=1).problems == ()


TESTS = """
import unittest
class BoxTestAddItem(unittest.TestCase):
    def test_1(self): self.assertEqual(Box().size(), 0)
class BoxTestHowMany(unittest.TestCase):
    def test_1(self): Box().size()
    def test_2(self): Box().size(); Box().add_item(1)
class BoxTestMangled(unittest.TestCase):
    def test_1(self): Box()._Box__hide()
class BoxTestNothing(unittest.TestCase):
    def test_1(self): Box()
class BoxTestMain(unittest.TestCase):
    def test_1(self): Box().size()
"""


def test_the_rule_by_which_test_classes_are_mapped() -> None:
    names = ["BoxTestAddItem", "BoxTestHowMany", "BoxTestMangled", " BoxTestNothing", "BoxTestMain"]
    mapping = map_test_classes("Box", ["add_item", "size", "__hide", "untested"], TESTS, names)
    assert mapping.methods == {
        "add_item": ("BoxTestAddItem",),  # named for it, whatever it calls
        "size": ("BoxTestHowMany",),  # called most
        "__hide": ("BoxTestMangled",),
        "untested": (),
    }
    assert mapping.class_level == ("BoxTestMain",)
    assert mapping.unassigned == ("BoxTestNothing",)
    # only the last test class can be class-level
    mapping = map_test_classes("Box", ["size"], TESTS, ["BoxTestMain", "BoxTestHowMany"])
    assert mapping.class_level == ()
    assert mapping.methods["size"] == ("BoxTestMain", "BoxTestHowMany")


@pytest.mark.classeval
def test_the_mapping_corrects_the_public_data(classeval_file: Path) -> None:
    tasks = {task.task_id: task for task in read_classeval(classeval_file)}
    differing = [
        (task.task_id, method.method_name)
        for task in tasks.values()
        for method in task.methods_info
        if method.test_classes != (method.test_class,)
    ]
    assert len(differing) == 16
    assert {task_id for task_id, _ in differing} == {f"ClassEval_{number}" for number in (0, 34, 60, 69, 83, 89)}
    mapped = {method.method_name: method.test_classes for method in tasks["ClassEval_89"].methods_info}
    assert mapped == {
        "_generate_cards": (),
        "get_my_cards": ("TwentyFourPointGameTestGetMyCards",),
        "answer": ("TwentyFourPointGameTestAnswer",),
        "evaluate_expression": ("TwentyFourPointGameTestEvaluateExpression",),
    }
    assert sum(len(method.test_classes) for task in tasks.values() for method in task.methods_info) == 405
    without = {task_id for task_id, task in tasks.items() if not task.class_test_classes}
    assert without == {f"ClassEval_{number}" for number in (14, 35, 53, 62, 63, 71)}
