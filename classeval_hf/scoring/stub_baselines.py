"""Stub baselines: scores of classes that do nothing, made from a model's prompt. Lower scores have no meaning."""

import ast
import doctest
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.scoring.compute import ScoreOptions, score

_VALUES = ("None", "False", "True", "0", "1", '""', "[]", "{}", "float('inf')")
STUBS = (*(f"returns {value}" for value in _VALUES), "raises", "echoes", "mock", "skeleton", "examples")
"""Names of the stubs: methods that all return one value, raise `NotImplementedError` or return their first argument;
a `MagicMock` for the class; the unchanged skeleton; and methods that return the values of their contracts' examples,
by their arguments, or else the first example's value."""

_HELPERS = """
class _Method:
    def __init__(self, answer):
        self.answer = answer

    def __get__(self, instance, owner):
        return self.answer


def _played_back(examples):
    def answer(*arguments, **keywords):
        return examples.get(repr(arguments), next(iter(examples.values()), None))
    return answer


def _raises(*arguments, **keywords):
    raise NotImplementedError
"""


def stub(task: ClassTask, name: str) -> str:
    if name == "skeleton":
        return task.skeleton
    if name == "mock":
        return f"from unittest.mock import MagicMock\n\n\nclass {task.class_name}(MagicMock):\n    pass\n"
    fixed = {"raises": "_raises", "echoes": "lambda *arguments, **keywords: arguments[0] if arguments else None"}
    methods = []
    for method in task.methods_info:
        value = fixed.get(name)
        if name == "examples":  # their results by arguments: only for calls of literals that give literals
            expected: dict[str, object] = {}
            try:
                examples = doctest.DocTestParser().get_examples(method.method_description)
            except ValueError:  # no examples that could be read
                examples = []
            for example in examples:
                tree = parse_or_none(example.source)
                last = tree.body[-1] if tree is not None and tree.body else None
                call = last.value if isinstance(last, ast.Expr) else None
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                    continue
                if call.func.attr == method.method_name:
                    with suppress(ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                        arguments = tuple(ast.literal_eval(argument) for argument in call.args)
                        expected[repr(arguments)] = ast.literal_eval(example.want.strip() or "None")
            value = f"_played_back({expected})"
        answer = value or f"lambda *arguments, **keywords: {name.removeprefix('returns ')}"
        methods.append(f"    {method.method_name} = _Method({answer})")
    # The class line with the skeleton's constructor, or else one that takes any arguments.
    constructor = task.class_constructor.rstrip()
    if "__init__" not in constructor or parse_or_none(constructor) is None:
        constructor = f"class {task.class_name}:\n    def __init__(self, *arguments, **keywords):\n        pass\n"
    return "\n".join([_HELPERS, constructor, *methods, ""])


@dataclass(frozen=True)
class StubBaseline:
    stub: str
    class_pass: float  # share of the classes that pass
    method_pass: float  # share of the methods with tests of their own that pass
    test_classes: frozenset[tuple[str, str]]  # task and name of each test class that passes


def stub_baselines(tasks: Sequence[ClassTask], judge: JudgeOptions) -> tuple[list[StubBaseline], int]:
    stubs = [[stub(task, name) for name in STUBS] for task in tasks]
    results = score(tasks, stubs, ScoreOptions(judge, k=1)).results
    values = []
    for index, name in enumerate(STUBS):
        samples = {task: task_results[index] for task, task_results in results.items()}
        methods = [passed for sample in samples.values() for passed in (sample.methods or {}).values()]
        tests = ((task, name, item) for task, sample in samples.items() for name, item in sample.tests.items())
        test_classes = frozenset((task, test_class) for task, test_class, item in tests if item.passed)
        classes = [bool(sample.passed) for sample in samples.values()]
        of_classes, of_methods = (sum(each) / len(each) if each else 0.0 for each in (classes, methods))
        values.append(StubBaseline(name, of_classes, of_methods, test_classes))
    return values, sum(len(task_results[0].tests) for task_results in results.values())


def baseline_table(values: Sequence[StubBaseline], total: int) -> str:
    """One row per stub, and one for the best of all stubs at each test class."""
    rows: list[list[Any]] = [
        [one.stub, one.class_pass, one.method_pass, len(one.test_classes), len(one.test_classes) / total]
        for one in values
    ]
    best = frozenset().union(*(one.test_classes for one in values))
    rows.append(["best per test class", None, None, len(best), len(best) / total])
    return terminal_table(["stub", "class_pass@1", "method_pass@1", f"of {total} test classes", "share"], rows)
