"""
What is read in the text of an answer: the module to run, and what its methods depend on.

Reading parses, and a parser takes what a text makes it take. So scoring reads within limits
([`classeval_hf.limited_calls`]), many answers at a time; an answer that cannot be read within them fails with that
reason, and costs nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from classeval_hf.dependencies import extract_dependencies
from classeval_hf.dependency_metrics import ClassDependencies
from classeval_hf.extraction import MAX_ANSWER_CHARS, build_module, extract_code
from classeval_hf.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.records import Dependencies, Task

__all__ = ["Reading", "candidate_module", "read_answers"]


@dataclass(frozen=True)
class Reading:
    """
    What was read in an answer.

    Args:
        source (`str`): source of the module to run.
        dependencies (`Mapping[str, Dependencies]`, *optional*): what its methods depend on; `None` if it is no Python.
        problem (`str`, defaults to `""`): why it cannot be read, if so; it is then not run.
    """

    source: str
    dependencies: ClassDependencies | None
    problem: str = ""


def candidate_module(task: Task, answer: str) -> str:
    """The module that an answer to a task is run as: its code, with the task's imports in front."""
    code = extract_code(answer, task.class_name, task.declared_methods).code
    return build_module(code, task.import_statement)


def read_answers(
    answers: Sequence[tuple[Task, str]], calls: LimitedCalls, max_chars: int = MAX_ANSWER_CHARS
) -> list[Reading]:
    """
    Reads answers, equal ones once.

    Args:
        answers (`Sequence[tuple[Task, str]]`): tasks, each with an answer to it: raw model text or class source.
        calls ([`LimitedCalls`]): the processes that read.
        max_chars (`int`, defaults to 262,144): characters of an answer that is read; a longer one fails.

    Returns:
        `list[Reading]`: in the same order.
    """
    readings: dict[tuple[str, str], Reading] = {}
    wanted: dict[tuple[str, str], tuple[Any, ...]] = {}
    for task, answer in answers:
        key = task.task_id, answer
        if len(answer) > max_chars:  # so that it is not even sent to where it would be read
            readings[key] = Reading("", None, extract_code(answer, task.class_name, max_chars=max_chars).problem)
        elif key not in wanted:
            wanted[key] = answer, task.class_name, task.declared_methods, task.import_statement, max_chars
    for key, found in zip(wanted, calls.map(_read, list(wanted.values())), strict=True):
        readings[key] = _reading(found)
    return [readings[task.task_id, answer] for task, answer in answers]


def _reading(found: Any) -> Reading:
    if isinstance(found, UnreadableError):
        return Reading("", None, f"the answer cannot be read: {found}")
    source, dependencies = found
    if dependencies is None:
        return Reading(source, None)
    return Reading(
        source,
        {
            name: Dependencies(standalone, tuple(libraries), tuple(fields), tuple(methods))
            for name, (standalone, libraries, fields, methods) in dependencies.items()
        },
    )


def _read(
    answer: str, class_name: str, methods: tuple[str, ...], imports: tuple[str, ...], max_chars: int
) -> tuple[str, Any]:
    """Runs in a process of its own."""
    code = extract_code(answer, class_name, methods, max_chars).code
    source = build_module(code, imports)
    try:
        found = extract_dependencies(source, class_name, methods or None)
    except SyntaxError:
        return source, None
    plain = {
        name: (item.standalone, item.lib_dependencies, item.field_dependencies, item.method_dependencies)
        for name, item in found.items()
    }
    return source, plain
