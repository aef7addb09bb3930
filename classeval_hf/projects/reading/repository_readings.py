"""Reading completions for repository-level tasks, within limits: the candidate file, and the names that its new code
uses, which are looked up in the trusted index of the project."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from classeval_hf.classes.reading.readings import Ruling
from classeval_hf.core.repository_tasks import CodeDependencies, RepositoryTask, Target
from classeval_hf.projects.reading.file_assembly import Assembly, assemble
from classeval_hf.projects.reading.name_uses import NameUse, name_uses
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, too_long
from classeval_hf.reading.notes import NOTHING_READ, ReadingNote
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError


class KnownProject(Protocol):
    """An index of a project, which finds the dependencies of code in one of its files."""

    def dependencies(self, path: str, name: str, uses: Sequence[NameUse]) -> CodeDependencies: ...


@dataclass(frozen=True)
class RepositoryReading:
    source: str  # source of the candidate file; empty without one
    code: str  # source of the new definition in it, or the text in its place
    dependencies: CodeDependencies | None  # `None` without a place in the file, or without an index of the project
    signs: CompletionSigns  # signs of faults
    ruling: Ruling | None = None  # why it fails without being run, if so
    problem: str = ""  # why it could not be read, if so
    note: ReadingNote = NOTHING_READ  # its part of the completion, and the kinds of text that were cut


def read_repository_completions(
    items: Sequence[tuple[RepositoryTask, str, str]],
    calls: LimitedCalls,
    max_chars: int = MAX_COMPLETION_CHARS,
    index_of: Callable[[RepositoryTask], KnownProject | None] = lambda task: None,
) -> list[RepositoryReading]:
    # Texts that are too long are not sent to the reading processes.
    wanted = {(task.task_id, text): (task, source, text) for task, source, text in items if len(text) <= max_chars}
    sent = [
        (source, task.target, task.position, text, dict(task.paraphrase)) for task, source, text in wanted.values()
    ]
    readings: dict[tuple[str, str], RepositoryReading] = {}
    for (key, (task, _, _)), result in zip(wanted.items(), calls.map(_read, sent), strict=True):
        if isinstance(result, UnreadableError):
            readings[key] = _unreadable(f"the completion cannot be read: {result}")
            continue
        new, uses = msgspec.convert(result, tuple[Assembly, list[NameUse] | None])
        index = index_of(task) if uses is not None else None
        found = index.dependencies(task.path, new.name, uses) if index is not None and uses is not None else None
        note = new.note or NOTHING_READ
        readings[key] = RepositoryReading(new.source, new.code, found, new.signs, new.ruling, note=note)
    return [readings.get((task.task_id, text)) or _unreadable(too_long(text, max_chars)) for task, _, text in items]


def _unreadable(problem: str) -> RepositoryReading:
    return RepositoryReading("", "", None, NO_SIGNS, Ruling("UnreadableAnswer", problem), problem)


def _read(file_source: str, target: Target, position: int, completion: str, paraphrase: dict[str, str]) -> Any:
    """An [`Assembly`] and the names that it uses, as plain data; runs in a process with limits."""
    built = assemble(file_source, target, position, completion, len(completion), paraphrase)
    placed = bool(built.source) and built.ruling is None
    return msgspec.to_builtins((built, name_uses(built.source, built.name, built.line) if placed else None))
