"""Reading completions: the module to run, and what its methods depend on. It happens within limits, since hostile text
can make a parser take unbounded time and memory; what cannot be read, is no Python or never binds the class is not
run."""

import ast
import re
import warnings
from collections.abc import Sequence
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


def candidate_module(task: ClassTask, completion: str) -> str:
    """The candidate of a completion: its code, with the task's imports in front."""
    own = task.class_name, task.declared_methods, _outline(task, completion)
    return build_module(_extract(completion, *own, MAX_COMPLETION_CHARS).code, task.import_statement)


def read_completions(
    completions: Sequence[tuple[ClassTask, str]], calls: LimitedCalls, max_chars: int = MAX_COMPLETION_CHARS
) -> list[Reading]:
    """Reads completions, equal ones once."""
    readings: dict[tuple[str, str], Reading] = {}
    wanted: dict[tuple[str, str], tuple[Any, ...]] = {}
    for task, text in completions:
        key = task.task_id, text
        if len(text) > max_chars:  # it is not even sent to the processes that read
            readings[key] = _unreadable(too_long(text, max_chars))
        elif key not in wanted:
            own = task.class_name, task.declared_methods, _outline(task, text)
            wanted[key] = text, task.import_statement, *own, max_chars
    for key, result in zip(wanted, calls.map(_read, list(wanted.values())), strict=True):
        if isinstance(result, UnreadableError):
            readings[key] = _unreadable(f"the completion cannot be read: {result}")
        else:
            readings[key] = msgspec.convert(result, Reading)
    return [readings[task.task_id, completion] for task, completion in completions]


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


def _extract(
    completion: str, class_name: str, methods: Sequence[str], outline: ClassOutline | None, max_chars: int
) -> Extraction:
    extraction = extract_code(completion, class_name, methods, max_chars)
    is_draft = not extraction.defines_class or extraction.note.block == "reasoning"
    return extract_class(completion, outline, class_name) if is_draft and outline is not None else extraction


def _read(completion: str, imports: tuple[str, ...], class_name: str, methods: tuple[str, ...], *limits: Any) -> Any:
    """A [`Reading`] as plain data; runs in a process with limits."""
    extraction = _extract(completion, class_name, methods, *limits)
    source = build_module(extraction.code, imports)
    binds_class, may_bind_class = (True, True) if extraction.defines_class else _binding(source, class_name)
    signs = read_signs(completion, extraction.code, class_name, binds_class)
    ruling = syntax_error(extraction.code, extraction.code, plain_text(completion), extraction.note.taken)
    if ruling is None and not may_bind_class:
        ruling = Ruling("NameError", f"name {class_name!r} is not defined", in_tests=True)
    dependencies = dependencies_or_none(source, class_name, methods)
    return msgspec.to_builtins(Reading(source, dependencies, signs, ruling, note=extraction.note))


def syntax_error(
    source: str, code: str = "", text: str = "", taken: Sequence[tuple[int, int]] = (), first: int = 1
) -> Ruling | None:
    """The interpreter's error on a module that it cannot compile, and has code of a completion from a line on."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, CANDIDATE_NAME, "exec", dont_inherit=True)
    except SyntaxError as error:
        lines = {first - 1 + number: line for number, line in lines_of_text(code, text, taken).items()}
        return Ruling(type(error).__name__, message_on_text(error, lines))
    except (ValueError, RecursionError, MemoryError):
        pass
    return None


def _binding(source: str, class_name: str) -> tuple[bool, bool]:
    """Whether a module, or what is no Python, binds a name at its top level, and whether it may: it does so somewhere,
    or in a way that is not found."""
    tree = parse_or_none(source)
    if tree is None:
        return True, True
    binds = any(class_name in names_bound_by(node) for node in walk(tree, closed=_SCOPES))
    names = {getattr(node, field, None) for node in walk(tree) for field in ("id", "name", "asname")}
    return binds, binds or _DYNAMIC.search(source) is not None or not names.isdisjoint((class_name, "*"))
