"""From completions to the scored class, its module and its dependencies, by the rules of docs/design/reading.md.
Methods are put into the skeleton's class in its order; a method that no completion defines keeps its contract only."""

import ast
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import SequenceMatcher
from enum import Enum
from typing import Any

import msgspec

from classeval_hf.classes.dependencies import dependencies_or_none
from classeval_hf.core.syntax import lines_within_strings, parse_or_none, width
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.completion_blocks import Block, CodeStrings, plain_text
from classeval_hf.reading.extraction import (
    MAX_COMPLETION_CHARS,
    ClassReader,
    Extraction,
    build_module,
    declared_names,
    extract_code,
    split_within_limits,
    too_long,
)
from classeval_hf.reading.method_extraction import ExtractedMethod, MethodReader, extract_method
from classeval_hf.reading.outlines import ClassOutline, Contract, header_without, outline_class
from classeval_hf.reading.records import Reading, ReadingNote, Ruling, read_signs, syntax_error, unreadable
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

_CLASS = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*(?:\[[^\n]*\])?(?:\([^\n]*\))?[ \t]*:", re.MULTILINE)
_OUTER = re.compile(r"^(?:```|~~~)|(?<=\n)(?!(?:async[ \t]+)?def\b|@)[^\s#)]", re.MULTILINE)


class TextForm(str, Enum):
    """The form of a completion: an answer to the prompt, its continuation, or text between two other texts."""

    ANSWER = "answer"
    CONTINUATION = "continuation"
    HOLE = "hole"


def assemble_class(outline: ClassOutline, methods: Mapping[str, ExtractedMethod]) -> str:
    """The class with the methods of several completions. It parses, since each method and the skeleton parse."""
    names = [contract.name for contract in outline.contracts]
    members = [methods[name].source if name in methods else outline.contract(name).stub for name in names]
    header = outline.header
    if "__init__" in methods and "__init__" not in names:
        tree = parse_or_none(f"{header}\n{' ' * outline.indent}pass\n")
        body = next((node for node in (tree.body if tree else ()) if isinstance(node, ast.ClassDef)), None)
        header = header_without(header.split("\n"), body, {"__init__"}, last=-1) if body is not None else header
        members = [methods["__init__"].source, *members]
    brought = dict.fromkeys(part for method in methods.values() for part in method.preamble)
    head = sorted(filter(None, (outline.preamble, *brought)), key=lambda part: not part.startswith("from __future__ "))
    return "\n\n".join(filter(None, ("\n".join(head), header, *members))) + "\n"


def extract_class(text: str, outline: ClassOutline, class_name: str, form: TextForm = TextForm.ANSWER) -> Extraction:
    """Finds a whole class in a completion; the code is empty if it has neither the class nor any of its methods."""
    names = [contract.name for contract in outline.contracts]
    split = split_within_limits(text, len(names) + 1)
    extraction = ClassReader(split, class_name, names).read()
    is_answer = form is TextForm.ANSWER
    is_draft = is_answer and extraction.defines_class and extraction.note.block == "reasoning"
    has_other = is_answer and _CLASS.search(text) is not None
    if (extraction.defines_class or has_other) and not is_draft:
        return extraction
    passages = [item for item in split.passages if not (is_draft and item.is_reasoning)]
    for number, passage in enumerate(passages if form is TextForm.HOLE else ()):
        # Up to a fence, or to a later line in column 0 that does not begin a method; else the whole passage.
        strings = CodeStrings(passage.text)
        ends = (line.start() for line in _OUTER.finditer(passage.text) if not strings.at(line.start()))
        head = passage.text[: next(ends, len(passage.text))]
        passages[number] = replace(passage, text=head, blocks=[]) if "def " in head else passage
    for passage in passages if is_answer else ():
        for block in passage.blocks or [Block(passage.text, passage.region)]:
            if code := _below_odd_line(block.source, class_name, names, is_fenced=bool(passage.blocks)):
                note = split.note(passage, "fence" if passage.blocks else passage.place, [(code, block.region)])
                return Extraction(code, False, note=note)
    reader = MethodReader(replace(split, passages=passages), outline, class_name, is_alone=False)
    constructor = Contract("__init__", f"{' ' * outline.indent}def __init__(self):", "", outline.indent)
    methods = {contract.name: reader.read(contract) for contract in (constructor, *outline.contracts)}
    if form is TextForm.CONTINUATION and names:
        methods[names[-1]] = extract_method(text, outline, names[-1], class_name, continuation=True)
    methods = {name: method for name, method in methods.items() if not method.empty}
    given = [name for name in names if name in methods]
    if is_draft and len(given) < len(names):  # an explanation of the class
        return extraction
    if not given:
        return extraction if is_answer else replace(extraction, code="")
    notes = [method.note for method in methods.values()]
    taken = tuple(sorted(span for note in notes for span in note.taken))
    note = ReadingNote("members", max(note.turn for note in notes), notes[0].cut, taken)
    return Extraction(assemble_class(outline, methods), True, note=note)


def _below_odd_line(source: str, class_name: str, methods: Collection[str], *, is_fenced: bool) -> str:
    """The text from a line, other than prose or valid Python, that stands in place of the class line; else empty."""
    lines, hidden = source.split("\n"), lines_within_strings(source)
    shown = [number for number, line in enumerate(lines) if number not in hidden and re.match(r"[ \t]*\w", line)]
    method = re.compile(rf"[ \t]*(?:async[ \t]+)?def[ \t]+(?:__init__|{'|'.join(map(re.escape, methods))})[ \t]*\(")
    first = next((number for number in shown if method.match(lines[number])), 0)
    above = [number for number in shown if number < first]
    outer = [number for number in above if width(lines[number]) < width(lines[first])]
    odd = []
    for number in outer[-1:] or above:  # of the form `class Name`, `clas Name:`, `Name:` or `class Other Name {`
        *words, last = re.findall(r"\w+", re.split(r"[(\[#]", lines[number])[0]) or [""]
        is_keyword = len(words) in (1, 2) and SequenceMatcher(None, words[-1].lower(), "class").ratio() >= 0.75
        is_name = last == class_name and words == [word.lower() for word in words[:1]]
        is_name = is_name or last == f"class{class_name}"
        if is_keyword or is_name or re.match(r"[ \t]*class[ \t]+\w[^\n]*[:{][ \t]*$", lines[number]) is not None:
            odd.append(number)
    if outer and is_fenced and not odd:
        ends = (number for number in range(outer[-1], first) if lines[number].lstrip()[:1] in tuple(")]}"))
        text = "\n".join(lines[outer[-1] : next(ends, outer[-1]) + 1]).strip()
        odd = outer[-1:] if parse_or_none(text) is None and parse_or_none(f"{text} pass") is None else []
    return "\n".join(lines[odd[-1] :]) if odd else ""


_DYNAMIC = r"\b(?:exec|eval|globals|setattr|vars|__dict__|modules|type)\b|\bimport[ \t(]*\*"  # may bind any name


def candidate_module(task: ClassTask, completion: str) -> str:
    """The candidate of a completion: its code, with the task's imports in front."""
    return build_module(_extract(task, completion).code, task.import_statement)


def read_completions(
    completions: Sequence[tuple[ClassTask, str]], calls: LimitedCalls, max_chars: int = MAX_COMPLETION_CHARS
) -> list[Reading]:
    """Reads completions; equal completions are read once."""
    # Texts that are too long are not sent to the reading processes.
    wanted = {(task.task_id, text): (task, text) for task, text in completions if len(text) <= max_chars}
    sent = []
    for task, text in wanted.values():  # without tests and references, which the processes do not need
        methods = tuple(replace(method, test_code="", solution_code="") for method in task.methods_info)
        sent.append((replace(task, test="", solution_code="", extra_suites=(), methods_info=methods), text))
    readings = {
        key: unreadable(f"the completion cannot be read: {result}")
        if isinstance(result, UnreadableError)
        else msgspec.convert(result, Reading)
        for key, result in zip(wanted, calls.map(_read, sent), strict=True)
    }
    return [readings.get((task.task_id, text)) or unreadable(too_long(text, max_chars)) for task, text in completions]


def _extract(task: ClassTask, completion: str) -> Extraction:
    """The class in a completion, or else its methods in the skeleton, if the task has one."""
    extraction = extract_code(completion, task.class_name, task.declared_methods, len(completion))
    is_found = extraction.defines_class and extraction.note.block != "reasoning"
    if is_found or not task.declared_methods or "def " not in completion:
        return extraction
    with suppress(ValueError):  # for a task without a skeleton
        return extract_class(completion, outline_class(task), task.class_name)
    return extraction


def _read(task: ClassTask, completion: str) -> Any:
    """A [`Reading`] as plain data. It runs in a process with limits."""
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
