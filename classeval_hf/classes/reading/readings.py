"""Reading completions: the module to run, and its dependencies. It is limited: hostile text can make a parser take
unbounded time and memory. Completions that cannot be read, do not parse or never bind the class are not run."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from classeval_hf.classes.reading.class_assembly import extract_class
from classeval_hf.classes.reading.dependencies import dependencies_or_none
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.candidates import Reading, Ruling, syntax_error, unreadable
from classeval_hf.reading.completion_blocks import plain_text
from classeval_hf.reading.completion_signs import read_signs
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, Extraction, build_module, extract_code, too_long
from classeval_hf.reading.helper_definitions import declared_names
from classeval_hf.reading.outlines import outline_class
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

_DYNAMIC = r"\b(?:exec|eval|globals|setattr|vars|__dict__|modules|type)\b|\bimport[ \t(]*\*"  # may bind any name


def candidate_module(task: ClassTask, completion: str) -> str:
    """The candidate of a completion: its code, with the task's imports in front."""
    return build_module(_extract(task, completion).code, task.import_statement)


def read_completions(
    completions: Sequence[tuple[ClassTask, str]], calls: LimitedCalls, max_chars: int = MAX_COMPLETION_CHARS
) -> list[Reading]:
    """Reads completions, equal ones once."""
    # Texts that are too long are not sent to the reading processes.
    wanted = {(task.task_id, text): (task, text) for task, text in completions if len(text) <= max_chars}
    sent = []
    for task, text in wanted.values():  # without tests and references, which the processes do not need
        methods = tuple(replace(method, test_code="", solution_code="") for method in task.methods_info)
        sent.append((replace(task, test="", solution_code="", extra_suites=(), methods_info=methods), text))
    readings: dict[tuple[str, str], Reading] = {}
    for key, result in zip(wanted, calls.map(_read, sent), strict=True):
        if isinstance(result, UnreadableError):
            readings[key] = unreadable(f"the completion cannot be read: {result}")
        else:
            readings[key] = msgspec.convert(result, Reading)
    return [readings.get((task.task_id, text)) or unreadable(too_long(text, max_chars)) for task, text in completions]


def _extract(task: ClassTask, completion: str) -> Extraction:
    """The class in a completion, or its methods in the skeleton, if the task has one."""
    extraction = extract_code(completion, task.class_name, task.declared_methods, len(completion))
    is_found = extraction.defines_class and extraction.note.block != "reasoning"
    if is_found or not task.declared_methods or "def " not in completion:
        return extraction
    with suppress(ValueError):  # for a task without a skeleton
        return extract_class(completion, outline_class(task), task.class_name)
    return extraction


def _read(task: ClassTask, completion: str) -> Any:
    """A [`Reading`] as plain data; runs in a process with limits."""
    extraction, name = _extract(task, completion), task.class_name
    source = build_module(extraction.code, task.import_statement)
    tree = parse_or_none(source)
    binds_class = extraction.defines_class or tree is None or name in declared_names(tree.body)
    signs = read_signs(completion, extraction.code, name, binds_class)
    ruling = syntax_error(extraction.code, extraction.code, plain_text(completion), extraction.note.taken)
    if ruling is None and not binds_class and re.search(rf"\b{re.escape(name)}\b|{_DYNAMIC}", source) is None:
        alike = [f", but {one!r} is" for one in signs.classes if one.casefold() == name.casefold()]
        ruling = Ruling("NameError", f"name {name!r} is not defined" + "".join(alike[:1]), in_tests=True)
    dependencies = dependencies_or_none(source, name, task.declared_methods)
    return msgspec.to_builtins(Reading(source, dependencies, signs, ruling, note=extraction.note))
