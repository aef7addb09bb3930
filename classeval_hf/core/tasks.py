"""
The records of what is asked of a model: tasks, and the test suites that judge it.

A record is immutable plain data. Names are those of ClassEval's public data where it has one, so that its users find
the fields they know; what that data lacks is added under new names and never in place of the old ones.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

__all__ = ["TOPICS", "ClassDependencies", "Dependencies", "Method", "Task"]

TOPICS = (
    "Management Systems",
    "Data Formatting",
    "Mathematical Operations",
    "Game Development",
    "File Handling",
    "Database Operations",
    "Natural Language Processing",
)
"""Topics of the ClassEval paper's Table 3, most frequent first."""


@dataclass(frozen=True)
class Dependencies:
    """
    What a reference method depends on (ClassEval, section 3.2.2, principle 1).

    Args:
        standalone (`bool`): whether it depends on nothing below.
        lib_dependencies (`tuple[str, ...]`): imported names used.
        field_dependencies (`tuple[str, ...]`): fields used, written `self.name`.
        method_dependencies (`tuple[str, ...]`): names of the class's other methods used.
    """

    standalone: bool = True
    lib_dependencies: tuple[str, ...] = ()
    field_dependencies: tuple[str, ...] = ()
    method_dependencies: tuple[str, ...] = ()


ClassDependencies = Mapping[str, Dependencies]
"""Dependencies of a class, by method."""


@dataclass(frozen=True)
class Method:
    """
    One method to write: its contract, its tests and its reference.

    Args:
        method_name (`str`): name of the method.
        method_description (`str`): the contract: signature and docstring.
        test_class (`str`): test class that the source data books the method on (wrong for 16 methods of ClassEval).
        test_code (`str`): source of `test_class`.
        solution_code (`str`): reference source of the method.
        dependencies ([`Dependencies`]): dependencies of the reference, as the source data declares them.
        test_classes (`tuple[str, ...]`): verified test classes of the method, empty where it has none of its own
            (see [`classeval_hf.tasks.test_mapping`]).
    """

    method_name: str
    method_description: str = ""
    test_class: str = ""
    test_code: str = ""
    solution_code: str = ""
    dependencies: Dependencies = field(default_factory=Dependencies)
    test_classes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """
    One class to write.

    Args:
        task_id (`str`): unique name of the task.
        class_name (`str`): name of the class.
        test (`str`): source of the unittest module, without an import of the class.
        test_classes (`tuple[str, ...]`): test classes in the order in which they run.
        class_description (`str`): class docstring.
        import_statement (`tuple[str, ...]`): import lines that every candidate gets.
        class_constructor (`str`): class line and constructor.
        fields (`tuple[str, ...]`): fields the constructor defines.
        skeleton (`str`): what a model is shown: imports, class docstring, constructor, contracts.
        solution_code (`str`): reference source of the whole class.
        methods_info (`tuple[Method, ...]`): the methods, in order.
        topic (`str`): one of [`TOPICS`], or empty.
        class_test_classes (`tuple[str, ...]`): test classes of the class as a whole.
        sound (`bool`): `False` where the reference itself is known to fail in some environment.
        unsound_reason (`str`): why, and in which environment.
    """

    task_id: str
    class_name: str
    test: str
    test_classes: tuple[str, ...]
    class_description: str = ""
    import_statement: tuple[str, ...] = ()
    class_constructor: str = ""
    fields: tuple[str, ...] = ()
    skeleton: str = ""
    solution_code: str = ""
    methods_info: tuple[Method, ...] = ()
    topic: str = ""
    class_test_classes: tuple[str, ...] = ()
    sound: bool = True
    unsound_reason: str = ""

    @property
    def declared_methods(self) -> tuple[str, ...]:
        """Names of the methods; contracts that stand for test classes, in tasks that declare no methods, name none."""
        return tuple(item.method_name for item in self.methods_info if item.method_name not in item.test_classes)

    @cached_property
    def tests_hash(self) -> str:
        """SHA-256 of all that decides about an answer: the tests, what they are of, and the imports that it gets."""
        of_methods = [[method.method_name, method.test_classes] for method in self.methods_info]
        parts = [self.class_name, self.test, self.test_classes, self.import_statement]
        text = json.dumps([*parts, of_methods, self.class_test_classes])
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def reference_identity(self) -> tuple[str, ...]:
        """The task, and all that decides about its reference: tests, source, and what the task says of it."""
        return self.task_id, self.tests_hash, self.solution_code, str(self.sound), self.unsound_reason

    def to_row(self) -> dict[str, Any]:
        """The task as a dataset row: a `dict` of strings, booleans, lists and dicts."""
        row: dict[str, Any] = _to_lists(dataclasses.asdict(self))
        return row

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Task:
        """
        Reads a row written by [`Task.to_row`]; keys that are not fields are ignored.

        Raises:
            `ValueError`: naming the required keys the row lacks.
        """
        required = [item.name for item in dataclasses.fields(cls) if item.default is dataclasses.MISSING]
        missing = [name for name in required if row.get(name) in (None, "")]
        if missing:
            name = row.get("task_id") or "without task_id"
            raise ValueError(f"Task {name} lacks {', '.join(missing)}: a task needs at least {', '.join(required)}.")
        methods = tuple(_method(info) for info in row.get("methods_info") or ())
        return cls(**{**_known(cls, row), "methods_info": methods})


def _method(info: Mapping[str, Any]) -> Method:
    dependencies = dict(info.get("dependencies") or {})
    if "Standalone" in dependencies:  # the spelling of the public data
        dependencies["standalone"] = dependencies.pop("Standalone")
    return Method(**{**_known(Method, info), "dependencies": Dependencies(**_known(Dependencies, dependencies))})


def _known(cls: type, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row's entries that are fields of `cls`, with lists as tuples."""
    names = {item.name for item in dataclasses.fields(cls)}
    return {
        name: tuple(value) if isinstance(value, (list, tuple)) else value
        for name, value in row.items()
        if name in names and value is not None
    }


def _to_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _to_lists(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_lists(item) for item in value]
    return value
