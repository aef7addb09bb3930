"""Reading completions: the module to run, and what its methods depend on. It happens within limits, since hostile text
can make a parser take unbounded time and memory; what cannot be read, is no Python or never binds the class is not
run."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import ClassDependencies, ClassTask
from classeval_hf.reading.class_assembly import extract_class
from classeval_hf.reading.completion_blocks import plain_text
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns, read_signs
from classeval_hf.reading.dependencies import dependencies_or_none
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, Extraction, build_module, extract_code, too_long
from classeval_hf.reading.helper_definitions import declared_names
from classeval_hf.reading.notes import NOTHING_READ, ReadingNote, lines_of_text, message_on_text
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.tasks.outlines import ClassOutline, outline_class

CANDIDATE_NAME = "candidate.py"  # file name of a candidate, as messages give it
_DYNAMIC = r"\b(?:exec|eval|globals|setattr|vars|__dict__|modules|type)\b|\bimport[ \t(]*\*"  # may bind any name


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
    return build_module(_extract(completion, *_asked(task)).code, task.import_statement)


def read_completions(
    completions: Sequence[tuple[ClassTask, str]], calls: LimitedCalls, max_chars: int = MAX_COMPLETION_CHARS
) -> list[Reading]:
    """Reads completions, equal ones once."""
    # One that is too long is not even sent to the processes that read.
    wanted = {(task.task_id, text): (task, text) for task, text in completions if len(text) <= max_chars}
    results = calls.map(_read, [(text, task.import_statement, *_asked(task)) for task, text in wanted.values()])
    read = dict(zip(wanted, map(_reading, results), strict=True))
    return [read.get((task.task_id, text)) or _unreadable(too_long(text, max_chars)) for task, text in completions]


def _reading(result: Any) -> Reading:
    if isinstance(result, UnreadableError):
        return _unreadable(f"the completion cannot be read: {result}")
    return msgspec.convert(result, Reading)


def _unreadable(problem: str) -> Reading:
    note = ReadingNote(problem=problem)
    return Reading("", None, ruling=Ruling("UnreadableAnswer", problem), problem=problem, note=note)


def _asked(task: ClassTask) -> tuple[str, tuple[str, ...], ClassOutline | None]:
    """The class and methods of a task, and the skeleton that methods alone are put into, if it has one."""
    try:
        outline = outline_class(task) if task.declared_methods else None
    except ValueError:
        outline = None
    return task.class_name, task.declared_methods, outline


def _extract(completion: str, class_name: str, methods: tuple[str, ...], outline: ClassOutline | None) -> Extraction:
    extraction = extract_code(completion, class_name, methods, len(completion))
    is_draft = not extraction.defines_class or extraction.note.block == "reasoning"
    return extract_class(completion, outline, class_name) if is_draft and outline is not None else extraction


def _read(completion: str, imports: tuple[str, ...], class_name: str, methods: tuple[str, ...], *outline: Any) -> Any:
    """A [`Reading`] as plain data; runs in a process with limits."""
    extraction = _extract(completion, class_name, methods, *outline)
    source = build_module(extraction.code, imports)
    tree = parse_or_none(source)
    binds_class = extraction.defines_class or tree is None or class_name in declared_names(tree.body)
    signs = read_signs(completion, extraction.code, class_name, binds_class)
    ruling = syntax_error(extraction.code, extraction.code, plain_text(completion), extraction.note.taken)
    if ruling is None and not binds_class and re.search(rf"\b{re.escape(class_name)}\b|{_DYNAMIC}", source) is None:
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
