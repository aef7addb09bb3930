"""Reading completions for repository-level tasks, within limits: the candidate file, and the names that its new code
uses, which are looked up in the trusted index of the project."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from classeval_hf.core.repository_tasks import CodeDependencies, RepositoryTask, Target
from classeval_hf.projects.reading.file_assembly import Assembly, assemble
from classeval_hf.projects.reading.name_uses import NameUse, name_uses
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, too_long
from classeval_hf.reading.records import NOTHING_READ, Reading, unreadable
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError


class KnownProject(Protocol):
    """An index of a project, which finds the dependencies of code in one of its files."""

    def dependencies(self, path: str, name: str, uses: Sequence[NameUse]) -> CodeDependencies: ...


def read_repository_completions(
    items: Sequence[tuple[RepositoryTask, str, str]],
    calls: LimitedCalls,
    max_chars: int = MAX_COMPLETION_CHARS,
    index_of: Callable[[RepositoryTask], KnownProject | None] = lambda task: None,
) -> list[Reading]:
    # Texts that are too long are not sent to the reading processes.
    wanted = {(task.task_id, text): (task, source, text) for task, source, text in items if len(text) <= max_chars}
    sent = [
        (source, task.target, task.position, text, dict(task.paraphrase)) for task, source, text in wanted.values()
    ]
    readings: dict[tuple[str, str], Reading] = {}
    for (key, (task, _, _)), result in zip(wanted.items(), calls.map(_read, sent), strict=True):
        if isinstance(result, UnreadableError):
            readings[key] = unreadable(f"the completion cannot be read: {result}")
            continue
        new, uses = msgspec.convert(result, tuple[Assembly, list[NameUse] | None])
        index = index_of(task) if uses is not None else None
        found = index.dependencies(task.path, new.name, uses) if index is not None and uses is not None else None
        readings[key] = Reading(
            new.source, signs=new.signs, ruling=new.ruling, note=new.note or NOTHING_READ, code=new.code, used=found
        )
    return [readings.get((task.task_id, text)) or unreadable(too_long(text, max_chars)) for task, _, text in items]


def _read(file_source: str, target: Target, position: int, completion: str, paraphrase: dict[str, str]) -> Any:
    """An [`Assembly`] and the names that it uses, as plain data; runs in a process with limits."""
    built = assemble(file_source, target, position, completion, len(completion), paraphrase)
    placed = bool(built.source) and built.ruling is None
    return msgspec.to_builtins((built, name_uses(built.source, built.name, built.line) if placed else None))
