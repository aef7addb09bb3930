"""Making tasks of rows: those of the dataset, of ClassEval's public data, and those that users bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from classeval_hf.core.syntax import parse
from classeval_hf.core.tasks import BASE, ClassTask, Method, TestSuite
from classeval_hf.tasks.test_cases import declared_tests_by_class
from classeval_hf.tasks.test_mapping import map_test_classes


def task_from_row(row: Mapping[str, Any]) -> ClassTask:
    """
    Makes a task of a dataset row, a record of ClassEval's public data, or an ad-hoc dict.

    Args:
        row (`Mapping[str, Any]`): at least `task_id`, `class_name`, `test`, `test_classes`.

    Returns:
        [`ClassTask`]: with its test classes mapped, if the row does not say how.

    Raises:
        `ValueError`: if a required key is missing, import lines or tests do not parse, or the tests lack a listed
            test class.
    """
    return complete_task(ClassTask.from_row(row))


def complete_task(task: ClassTask) -> ClassTask:
    """
    Derives what a task's tests say about themselves: which test classes belong to which method or to the class.

    A task that already says so is returned as it is. One without `methods_info` (an ad-hoc task, say) gets one
    nameless contract per test class that is not class-level, so that method-level scores have something to count. The
    same is done for each extra test suite by itself.

    Raises:
        `ValueError`: if the import lines or the tests do not parse.
    """
    _check_imports(task)
    for suite in task.suites.values():
        _check_test_classes(task, suite)
    if task.extra_suites:
        task = replace(task, extra_suites=tuple(_complete_suite(task, suite) for suite in task.extra_suites))
    if task.class_test_classes or any(method.test_classes for method in task.methods_info):
        return task
    mapping = map_test_classes(
        task.class_name, [method.method_name for method in task.methods_info], task.test, task.test_classes
    )
    methods = tuple(
        replace(method, test_classes=mapping.methods[method.method_name]) for method in task.methods_info
    ) or tuple(Method(method_name=name, test_class=name, test_classes=(name,)) for name in mapping.unassigned)
    return replace(task, methods_info=methods, class_test_classes=mapping.class_level)


def _complete_suite(task: ClassTask, suite: TestSuite) -> TestSuite:
    if suite.class_level or any(suite.methods.values()):
        return suite
    mapping = map_test_classes(task.class_name, task.declared_methods, suite.source, suite.test_classes)
    methods = mapping.methods or {name: (name,) for name in mapping.unassigned}
    return replace(suite, methods=methods, class_level=mapping.class_level)


def _check_imports(task: ClassTask) -> None:
    """Every candidate begins with these lines, so that none could be loaded."""
    try:
        parse("\n".join(task.import_statement))
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise ValueError(f"Task {task.task_id}: import_statement does not parse: {error.msg}, {line!r}.") from error


def _check_test_classes(task: ClassTask, suite: TestSuite) -> None:
    """A test class that does not exist could be passed by no sample, and would count against the model."""
    tests = "tests" if suite.name == BASE else f"tests of the suite {suite.name!r}"
    try:
        declared = declared_tests_by_class(suite.source)
    except SyntaxError as error:
        raise ValueError(f"The {tests} of task {task.task_id} do not parse: {error}.") from error
    of_methods = [name for names in suite.methods.values() for name in names]
    for name in (*suite.listed, *of_methods, *suite.class_level):
        if name not in declared:
            near = get_close_matches(name, declared, 1)
            hint = f"; is it {near[0]}?" if near else f": it has {', '.join(declared) or 'none'}."
            raise ValueError(f"Task {task.task_id} lists the test class {name}, which its {tests} do not have{hint}")
