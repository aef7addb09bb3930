"""
Which test class tests which method.

ClassEval books every method on one test class, and for 16 of its 410 methods on the wrong one. The mapping is
therefore derived from the tests themselves by a rule that can be stated:

1. A test class is *class-level* when it is the last one listed and its name ends in ``Main`` or ``Test``.
2. Any other test class tests the method that it is *named for*: what follows ``<ClassName>Test`` (or the first
   ``Test``) in its name is compared with the method names, without underscores and in lower case.
3. A test class named for no method tests the method that most of its test methods *call*. If two are called
   equally often, the one whose name is most similar to the test class's name is taken.
4. A test class that neither names nor calls a declared method tests none.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from classeval_hf.core.syntax import walk
from classeval_hf.tasks.test_cases import parsed_tests

_CLASS_LEVEL_NAME = re.compile(r"(Main|Test)$")


@dataclass(frozen=True)
class TestMapping:
    """The test classes of a task, sorted by what they test."""

    __test__ = False  # not a test case, whatever pytest thinks of the name

    # Per method name, its test classes in the order given; empty where a method has none of its own.
    methods: dict[str, tuple[str, ...]]
    class_level: tuple[str, ...]  # test classes of the class as a whole
    unassigned: tuple[str, ...]  # test classes that test no declared method


def map_test_classes(
    class_name: str, method_names: Sequence[str], test_source: str, test_classes: Sequence[str]
) -> TestMapping:
    """Maps each test class to the method it tests, by the rule in this module's docstring. Blanks around its name are
    dropped (ClassEval_97 lists one with a leading space)."""
    bodies = {node.name: node for node in parsed_tests(test_source).body if isinstance(node, ast.ClassDef)}
    methods: dict[str, list[str]] = {name: [] for name in method_names}
    class_level: list[str] = []
    unassigned: list[str] = []
    for position, test_class in enumerate(test_classes):
        name = test_class.strip()
        is_last = position == len(test_classes) - 1
        if is_last and len(test_classes) > 1 and _CLASS_LEVEL_NAME.search(name):
            class_level.append(name)
            continue
        method = _named_for(name, class_name, method_names)
        if method is None and name in bodies:
            method = _mostly_called(bodies[name], class_name, method_names)
        (methods[method] if method is not None else unassigned).append(name)
    return TestMapping({name: tuple(found) for name, found in methods.items()}, tuple(class_level), tuple(unassigned))


def _normalise(name: str) -> str:
    return name.replace("_", "").lower()


def _named_for(test_class: str, class_name: str, method_names: Sequence[str]) -> str | None:
    prefix = f"{_normalise(class_name)}test"
    rest = _normalise(test_class)
    # One ClassEval task names its tests for another class, so the fallback drops all up to the first "test".
    rest = rest.removeprefix(prefix) if rest.startswith(prefix) else rest.partition("test")[2]
    matches = [name for name in method_names if _normalise(name) == rest]
    return matches[0] if matches else None


def _mostly_called(body: ast.ClassDef, class_name: str, method_names: Sequence[str]) -> str | None:
    """The method called in most of the test methods; private names count in their mangled form too."""
    names = {name: name for name in method_names}
    names |= {f"_{class_name.lstrip('_')}{name}": name for name in method_names if name.startswith("__")}
    calls: Counter[str] = Counter()
    for test in body.body:
        called = {node.func.attr for node in walk(test) if _is_attribute_call(node)}  # type: ignore[attr-defined]
        calls.update({names[name] for name in called if name in names})
    if not calls:
        return None
    max_calls = max(calls.values())
    candidates = [name for name in method_names if calls[name] == max_calls]
    return max(candidates, key=lambda name: _similarity(name, body.name))


def _is_attribute_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)


def _similarity(method: str, test_class: str) -> float:
    return difflib.SequenceMatcher(None, _normalise(method), _normalise(test_class)).ratio()
