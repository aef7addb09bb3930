"""Rows that state no more than a skeleton, tests and their classes: what is missing is read from these."""

import csv
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from classeval_hf.classes.tasks.files import open_tasks, read_classeval, read_task_file
from classeval_hf.classes.tasks.task_rows import map_test_classes, task_from_row
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.outlines import outline_class
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.task_quality.validation import validate_path

pytestmark = pytest.mark.usefixtures("shared_judges")

_ROW = ("task_id", "class_name", "skeleton", "test", "test_classes", "solution_code")  # fields of ClassEval-Pro's data
TASKS = list(open_tasks().values())


def _short_row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name in _ROW}


ROW = _short_row(TASKS[0].to_row())


def test_a_row_without_contracts_gets_those_of_its_skeleton_and_what_it_states_wins() -> None:
    for task in TASKS:
        short = task_from_row(_short_row(task.to_row()))
        for name in ("import_statement", "fields", "class_constructor", "class_description", "class_test_classes"):
            assert getattr(short, name) == getattr(task, name), (task.task_id, name)
        for method, full in zip(short.methods_info, task.methods_info, strict=True):
            assert (method.method_name, method.method_description) == (full.method_name, full.method_description)
            assert (method.test_classes, method.solution_code) == (full.test_classes, full.solution_code)
        assert short.tests_hash() == task.tests_hash()
    row = ROW | {"import_statement": ["import this_is_stated"], "class_description": "Stated."}
    task = task_from_row(row)
    assert task.import_statement == ("import this_is_stated",)
    assert task.class_description == "Stated."
    assert task.declared_methods == TASKS[0].declared_methods


def test_skeletons_that_are_taken_apart_are_the_same_when_put_together() -> None:
    for task in TASKS[::9]:
        shown, put_together = (
            [line for line in source.split("\n") if line.strip() not in ("", "pass")]
            for source in (task.skeleton, outline_class(task).source)
        )
        assert put_together == shown, task.task_id


def test_a_contradiction_is_an_error_that_names_the_task() -> None:
    name = TASKS[0].class_name
    methods = [{"method_name": "nowhere", "method_description": "def nowhere(self): ..."}]
    add = {"methods_info": [{"method_name": "add", "method_description": "def add(self, a): ..."}]}
    for change, words in (
        ({"class_name": "Nothing"}, "the skeleton does not define the class Nothing"),
        ({"solution_code": "class Other:\n    pass\n"}, "the solution does not define the class"),
        ({"skeleton": f"class {name}:\n    x = 1\n"}, "has no method to write"),
        ({"skeleton": f"class {name}:\n    def nowhere(self):\n        pass\n"}, "lacks the method nowhere"),
        ({"methods_info": methods}, "has the method nowhere, which the skeleton lacks: its methods are"),
        (
            {**add, "skeleton": f"class {name}:\n    def add(self, b): ...\n"},
            r"add has the parameters \(self, a\) in methods_info and \(",
        ),
    ):
        with pytest.raises(UserError, match=words) as raised:
            task_from_row({**ROW, **change})
        assert TASKS[0].task_id in str(raised.value)


@pytest.mark.usefixtures("consent")
def test_a_skeleton_that_is_no_code_leaves_a_task_as_it_is() -> None:
    row = ROW | {"task_id": "Own_0", "skeleton": "class Unclosed(:\n"}
    task = task_from_row(row)
    assert task.declared_methods == ()
    with pytest.warns(UserWarning, match="no methods and an invalid skeleton in 1 task"):
        scores = compute_scores([[task.solution_code]], [row], progress=False)
    assert scores["class_pass@1"] == 1
    (told,) = scores["warnings"]
    assert (told["kind"], told["example"]) == ("methods_of_tests", "Own_0")


@pytest.mark.classeval
def test_rows_of_classeval_without_methods_have_those_of_full_rows(classeval_file: Path) -> None:
    """Where the skeletons of its data are code, and state the imports. Calls alone are right for most."""
    wrong = _wrong_by_calls(read_classeval(classeval_file))
    assert (len(wrong), sum(name == "class" for _, name in wrong)) == (19, 3), "of 405 of methods and 94 of classes"
    other_methods, other_imports = [], []
    for task in read_classeval(classeval_file):
        short = task_from_row(_short_row(task.to_row()))
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


@pytest.mark.usefixtures("consent")
def test_rows_without_methods_score_as_full_rows_test_by_test(tmp_path: Path) -> None:
    """And validation asks no declared dependencies of them."""
    file = tmp_path / "data.json"
    file.write_text(json.dumps([_short_row(TASKS[4].to_row())]), encoding="utf-8")
    assert validate_path(file, workers=1).problems == ()
    tasks = [TASKS[4], TASKS[5]]
    rows = [{**task.to_row(), "task_id": f"Own_{number}"} for number, task in enumerate(tasks)]
    short = [_short_row(row) for row in rows]
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
    methods = [(task_id, method) for task_id, task in tasks.items() for method in task.methods_info]
    differing = [task_id for task_id, method in methods if method.test_classes != (method.test_class,)]
    assert len(differing) == 16
    assert set(differing) == {f"ClassEval_{number}" for number in (0, 34, 60, 69, 83, 89)}
    mapped = {method.method_name: method.test_classes for method in tasks["ClassEval_89"].methods_info}
    assert mapped == {
        "_generate_cards": (),
        "get_my_cards": ("TwentyFourPointGameTestGetMyCards",),
        "answer": ("TwentyFourPointGameTestAnswer",),
        "evaluate_expression": ("TwentyFourPointGameTestEvaluateExpression",),
    }
    assert sum(len(method.test_classes) for _, method in methods) == 405
    without = {task_id for task_id, task in tasks.items() if not task.class_test_classes}
    assert without == {f"ClassEval_{number}" for number in (14, 35, 53, 62, 63, 71)}


STACK = '''from collections import deque
class Stack:
    """A pile."""
    def push(self, item):
        """Puts an item on it."""
        self.items = deque([*getattr(self, "items", ()), item])
        return len(self.items)
    def pop(self):
        """Takes the last item."""
        return self.items.pop()
'''
TESTS_OF_STACK = """import pytest
import snippet_1 as module_0
import collections as module_1
def test_case_0():
    int_0 = 7
    stack_0 = module_0.Stack()
    assert f'{type(stack_0).__module__}.{type(stack_0).__qualname__}' == 'snippet_1.Stack'
    var_0 = stack_0.push(int_0)
    assert var_0 == 1
    assert f'{type(stack_0.items).__module__}.{type(stack_0.items).__qualname__}' == 'collections.deque'
    assert stack_0.items == module_0.deque([7])
@pytest.mark.xfail(strict=True)
def test_case_1():
    stack_0 = module_0.Stack()
    stack_0.push()
def test_case_2():
    float_0 = -1e309
    stack_0 = module_0.Stack()
    stack_0.push(float_0)
    var_0 = stack_0.pop()
    assert var_0 == pytest.approx(-1e309, abs=0.01, rel=0.01)
    var_1 = stack_0.push(var_0)
    assert var_1 == pytest.approx(1.0, abs=0.01, rel=0.01)
"""
DOOR = '''class Door:
    """Opens never."""
    def open(self, key):
        """Raises."""
        raise NotImplementedError
'''
TESTS_OF_DOOR = """import pytest
import snippet_2 as module_0
def test_case_0():
    bytes_0 = b'\\x1b'
    door_0 = module_0.Door()
    with pytest.raises(NotImplementedError):
        door_0.open(bytes_0)
"""
CLOCK = '''class Clock:
    """Has no tests that the paper counts."""
    def tell(self):
        """Tells."""
        return 1
'''
TESTS_OF_CLOCK = """import pytest
import snippet_3 as module_0
@pytest.mark.xfail(strict=True)
def test_case_0():
    clock_0 = module_0.Clock()
    clock_0.tell(clock_0)
"""
SKELETONS = {
    "Stack": "class Stack:\n    '''A pile.'''\n\n    def push(self, item):\n        '''Puts an item on it.'''\n"
    "        pass\n\n    def pop(self):\n        '''Takes the last item.'''\n        pass",
    "Door": "class Door:\n    '''Opens never.'''\n\n    def open(self, key):\n        '''Raises.'''\n        pass",
    "Clock": "\nclass Clock:\n    def tell(self):\n        pass",
    "Lamp": "",
}


@pytest.mark.usefixtures("consent")
def test_the_guides_script_makes_tasks_that_tell_right_from_wrong(tmp_path: Path) -> None:
    with (tmp_path / "full_docstr.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "snippet_id", "class_name", "human_written_code", "class_skeleton", "CountLine"])
        sources = {"Stack": STACK, "Door": DOOR, "Clock": CLOCK, "Lamp": CLOCK}
        for number, (name, source) in enumerate(sources.items(), 1):
            rows.writerow([number, f"snippet_{number}", f"pile.{name}", source, SKELETONS[name], 1.0])
    for number, tests in enumerate((TESTS_OF_STACK, TESTS_OF_DOOR, TESTS_OF_CLOCK), 1):
        (tmp_path / f"test_snippet_{number}.py").write_text(tests, encoding="utf-8")
    command = [sys.executable, ROOT / "docs" / "guides" / "realclasseval.py", "full_docstr.csv", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    path = tmp_path / "realclasseval.jsonl"
    path.write_text(done.stdout, encoding="utf-8")
    tasks = ["RealClassEval/snippet_1", "RealClassEval/snippet_2"]
    assert [task.task_id for task in read_task_file(path)] == tasks
    assert re.findall(r"^snippet_3 is left out: .*no test that the paper counts", done.stderr, re.MULTILINE)
    assert re.findall(r"^snippet_4 is left out: .*test_snippet_4.py", done.stderr, re.MULTILINE)
    other_name = STACK.replace("deque([*", "list([*")
    without_import = STACK.partition("\n")[2]  # which samples do not get
    of_door = [DOOR, DOOR.replace("raise NotImplementedError", "return key"), CLOCK]
    completions = [[STACK, other_name, without_import], of_door]
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    with (
        pytest.warns(UserWarning, match="methods of 2 tasks read from the skeleton"),
        pytest.warns(UserWarning, match="1 test class that guesses such as True or None can pass"),
        pytest.warns(UserWarning, match="no class of the requested name in 1 completion"),
    ):
        results = compute_scores(completions, rows, progress=False)["results"]
    passed = {task: [sample["class_passed"] for sample in samples] for task, samples in results.items()}
    assert [passed[task] for task in tasks] == [[True, False, False]] * 2
    counts = [sample["test_classes"]["TestFunctions"]["counts"] for sample in results[tasks[0]]]
    assert [count["pass"] for count in counts] == [2, 1, 0]
