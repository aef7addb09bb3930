"""The candidate read in a completion, and why it fails without being run, if so."""

import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from classeval_hf.core.repository_tasks import CodeDependencies
from classeval_hf.core.tasks import ClassDependencies
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns
from classeval_hf.reading.notes import NOTHING_READ, ReadingNote, message_on_text


@dataclass(frozen=True)
class Ruling:
    """Why a candidate fails, other than by the reports of its tests."""

    error_type: str  # name of the exception that it would raise, or a name in that style
    message: str  # the fault
    in_tests: bool = False  # whether each test fails, or the loading of the class
    was_run: bool = False  # whether it was run, but its report cannot be read

    @property
    def of_tests(self) -> str:
        """The message for each of its tests; empty if it was run."""
        return "" if self.was_run else f"did not run: {self.error_type}: {self.message}"


@dataclass(frozen=True)
class Reading:
    """A completion as it was read. Readings of class tasks have `dependencies`, those of projects the other two."""

    source: str  # source of the module or file to run; empty without one
    dependencies: ClassDependencies | None = None  # of its methods; `None` if it does not parse
    signs: CompletionSigns = NO_SIGNS  # signs of faults
    ruling: Ruling | None = None  # why it fails without being run, if so
    problem: str = ""  # why it could not be read, if so
    note: ReadingNote = NOTHING_READ  # its part of the completion, and the kinds of text that were cut
    code: str = ""  # source of the new definition in the file, or the text in its place
    used: CodeDependencies | None = None  # what it uses of the project; `None` without a place in the file


def unreadable(problem: str) -> Reading:
    note = ReadingNote(problem=problem)
    return Reading("", ruling=Ruling("UnreadableAnswer", problem), problem=problem, note=note)


def syntax_error(source: str, code: str = "", text: str = "", taken: Sequence[tuple[int, int]] = ()) -> Ruling | None:
    """The interpreter's error on a module that it cannot compile; `code` is its part from a completion."""
    with suppress(ValueError, RecursionError, MemoryError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "candidate.py", "exec", dont_inherit=True)
        except SyntaxError as error:
            return Ruling(type(error).__name__, message_on_text(error, code, text, taken))
    return None
