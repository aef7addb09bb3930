"""Rows that state no more than a skeleton, tests and their classes: what is missing is read from the skeleton."""

from __future__ import annotations

import re

import pytest

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.tasks.folders import load_open_tasks
from classeval_hf.tasks.task_rows import map_test_classes, task_from_row

_ROW = ("task_id", "class_name", "skeleton", "test", "test_classes", "solution_code")
"""Fields of ClassEval-Pro's data."""

TASKS = load_open_tasks()


def _short_row(task: ClassTask) -> dict[str, object]:
    return {name: value for name, value in task.to_row().items() if name in _ROW}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task_id)
def test_a_row_without_contracts_gets_those_of_its_skeleton(task: ClassTask) -> None:
    short = task_from_row(_short_row(task))
    for name in ("import_statement", "fields", "class_constructor", "class_description", "class_test_classes"):
        assert getattr(short, name) == getattr(task, name), name
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


def test_a_skeleton_that_is_no_code_leaves_a_task_as_it_is() -> None:
    task = task_from_row(_short_row(TASKS[0]) | {"skeleton": "class Unclosed(:\n"})
    assert task.declared_methods == ()


def test_calls_tell_what_is_tested_where_names_do_not() -> None:
    wrong = []
    for task in TASKS:
        tests, names = task.test, {name: f"Case{number}" for number, name in enumerate(task.test_classes)}
        for name, other in names.items():
            tests = re.sub(rf"\b{name}\b", other, tests)
        mapping = map_test_classes(task.class_name, task.declared_methods, tests, list(names.values()))
        of_methods = {
            method.method_name: tuple(names[name] for name in method.test_classes) for method in task.methods_info
        }
        wrong += [(task.task_id, name) for name, classes in of_methods.items() if mapping.methods[name] != classes]
        if mapping.class_level != tuple(names[name] for name in task.class_test_classes):
            wrong.append((task.task_id, "class"))
    assert wrong == []
