"""Reading completions: the module to run, and what its methods depend on. It happens within limits, since hostile text
can make a parser take unbounded time and memory; what cannot be read, is no Python or never binds the class is not
run."""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from classeval_hf.core.syntax import names_bound_by, parse_or_none, walk
from classeval_hf.core.tasks import ClassDependencies, ClassTask
from classeval_hf.reading.class_assembly import extract_class
from classeval_hf.reading.completion_blocks import plain_text
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns, read_signs
from classeval_hf.reading.dependencies import dependencies_or_none
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, Extraction, build_module, extract_code, too_long
from classeval_hf.reading.notes import NOTHING_READ, ReadingNote, lines_of_text, message_on_text
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.tasks.outlines import ClassOutline, outline_class

CANDIDATE_NAME = "candidate.py"  # file name of a candidate, as messages give it
_DYNAMIC = re.compile(r"\b(?:exec|eval|globals|setattr|vars|__dict__|modules|type)\b")  # binds what is not found
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)  # what binds its names in itself


@dataclass(frozen=True)
class Ruling:
    """Why a candidate fails, other than by what its tests reported."""

    error_type: str  # name of the exception that it would end in, or a name in that style
    message: str  # what is wrong
    in_tests: bool = False  # whether each test fails so, or the loading of the class
    was_run: bool = False  # whether it was run, and nothing that it reported can be read

    @property
    def of_tests(self) -> str:
        """What is said of each of its tests; empty if it was run."""
        return "" if self.was_run else f"did not run: {self.error_type}: {self.message}"


@dataclass(frozen=True)
class Reading:
    source: str  # source of the module to run
    dependencies: ClassDependencies | None  # what its methods depend on; `None` if it is no Python
    signs: CompletionSigns = NO_SIGNS  # signs of what is wrong with it
    ruling: Ruling | None = None  # why it fails without being run, if so
    problem: str = ""  # why it could not be read, if so
    note: ReadingNote = NOTHING_READ  # which part of the completion it is, and what was cut

    @property
    def lacks_class(self) -> bool:
        """Whether it holds no class of the name asked for but in its reasoning, as far as reading tells."""
        return (bool(self.signs.kind) or self.note.block == "reasoning") and not self.problem


def candidate_module(task: ClassTask, completion: str) -> str:
    """The candidate of a completion: its code, with the task's imports in front."""
    extraction = extract_code(completion, task.class_name, task.declared_methods)
    is_draft = not extraction.defines_class or extraction.note.block == "reasoning"
    outline = _outline(task, completion) if is_draft else None
    if outline is not None:
        extraction = extract_class(completion, outline, task.class_name)
    return build_module(extraction.code, task.import_statement)


def read_completions(
    completions: Sequence[tuple[ClassTask, str]], calls: LimitedCalls, max_chars: int = MAX_COMPLETION_CHARS
) -> list[Reading]:
    """Reads completions, equal ones once; what lacks the class and may hold its methods again, by the skeleton."""
    tasks = {(task.task_id, text): task for task, text in completions}
    readings: dict[tuple[str, str], Reading] = {}
    wanted: dict[tuple[str, str], tuple[Any, ...]] = {}
    for (task_id, text), task in tasks.items():
        if len(text) > max_chars:  # it is not even sent to the processes that read
            readings[task_id, text] = _unreadable(too_long(text, max_chars))
        else:
            wanted[task_id, text] = text, task.class_name, task.declared_methods, task.import_statement, max_chars
    readings.update(_read_all(wanted, calls))
    outlines = {key: _outline(task, key[1]) for key, task in tasks.items() if readings[key].lacks_class}
    again = {key: (*wanted[key], outline) for key, outline in outlines.items() if outline is not None}
    for key, reading in _read_all(again, calls):
        if reading.problem or reading.note.block == "members":
            readings[key] = reading
    return [readings[task.task_id, completion] for task, completion in completions]


def _read_all(
    wanted: Mapping[tuple[str, str], tuple[Any, ...]], calls: LimitedCalls
) -> Iterator[tuple[tuple[str, str], Reading]]:
    for key, result in zip(wanted, calls.map(_read, list(wanted.values())), strict=True):
        if isinstance(result, UnreadableError):
            yield key, _unreadable(f"the completion cannot be read: {result}")
        else:
            yield key, msgspec.convert(result, Reading)


def _outline(task: ClassTask, completion: str) -> ClassOutline | None:
    """The skeleton, where a completion defines something of the name of a method, and the task has a skeleton."""
    names = "|".join(map(re.escape, task.declared_methods))
    if not names or re.search(rf"\bdef[ \t]+(?:{names})\b", completion) is None:
        return None
    try:
        return outline_class(task)
    except ValueError:  # nothing to put methods into
        return None


def _unreadable(problem: str) -> Reading:
    note = ReadingNote(problem=problem)
    return Reading("", None, ruling=Ruling("UnreadableAnswer", problem), problem=problem, note=note)


def _read(
    completion: str,
    class_name: str,
    methods: tuple[str, ...],
    imports: tuple[str, ...],
    max_chars: int,
    outline: ClassOutline | None = None,
) -> Any:
    """A [`Reading`] as plain data; runs in a process with limits."""
    if outline is None:
        extraction = extract_code(completion, class_name, methods, max_chars)
    else:
        extraction = extract_class(completion, outline, class_name)
    source = build_module(extraction.code, imports)
    may_bind_class = extraction.defines_class or _may_bind(source, class_name)
    binds_class = extraction.defines_class or (may_bind_class and _binds(source, class_name))
    signs = read_signs(completion, extraction.code, class_name, binds_class)
    ruling = _error_on_text(source, extraction, completion)
    if ruling is None and not may_bind_class:
        ruling = Ruling("NameError", f"name {class_name!r} is not defined", in_tests=True)
    dependencies = dependencies_or_none(source, class_name, methods)
    return msgspec.to_builtins(Reading(source, dependencies, signs, ruling, note=extraction.note))


def _error_on_text(source: str, extraction: Extraction, completion: str) -> Ruling | None:
    """The error on the module of a completion, with the line numbers of the completion."""
    error = syntax_error(source)
    if error is None:
        return None
    # The task's imports, which stand in front of the code in the module, are no lines of the text.
    lines = lines_of_text(extraction.code, plain_text(completion), extraction.note.taken)
    return syntax_error(extraction.code, lines) or error


def syntax_error(source: str, lines: Mapping[int, int] | None = None) -> Ruling | None:
    """The interpreter's error on a module that it cannot compile."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, CANDIDATE_NAME, "exec", dont_inherit=True)
    except SyntaxError as error:
        return Ruling(type(error).__name__, str(error) if lines is None else message_on_text(error, lines))
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def _binds(source: str, class_name: str) -> bool:
    """Whether a module binds a name at its top level, as far as static reading tells; one that is no Python might."""
    tree = parse_or_none(source)
    return tree is None or any(class_name in names_bound_by(node) for node in walk(tree, closed=_SCOPES))


def _may_bind(source: str, class_name: str) -> bool:
    """Whether a module may bind a name at its top level: it does so somewhere, or in a way that is not found."""
    tree = parse_or_none(source) if _DYNAMIC.search(source) is None else None
    if tree is None:
        return True
    names = (getattr(node, field, None) for node in walk(tree) for field in ("id", "name", "asname"))
    return any(name in (class_name, "*") for name in names)
