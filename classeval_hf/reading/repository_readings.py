"""Reading completions of repository-level tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.core.repository_tasks import CodeDependencies, RepositoryTask
from classeval_hf.reading.assembly import assemble
from classeval_hf.reading.completion_signs import CompletionSigns
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.reading.readings import Ruling
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

__all__ = ["RepositoryReading", "read_repository_completions"]


@dataclass(frozen=True)
class RepositoryReading:
    source: str
    dependencies: CodeDependencies | None
    signs: CompletionSigns = field(default_factory=lambda: CompletionSigns(""))
    ruling: Ruling | None = None
    problem: str = ""


def read_repository_completions(
    items: Sequence[tuple[RepositoryTask, str, str]], calls: LimitedCalls, max_chars: int = MAX_COMPLETION_CHARS
) -> list[RepositoryReading]:
    wanted = [(source, task.target, task.position, text, max_chars) for task, source, text in items]
    return [_reading(found) for found in calls.map(assemble, wanted)]


def _reading(found: Any) -> RepositoryReading:
    if isinstance(found, UnreadableError):
        return RepositoryReading("", None, ruling=Ruling("UnreadableAnswer", str(found)), problem=str(found))
    ruling = Ruling(*found["ruling"]) if found["ruling"] else None
    return RepositoryReading(found["source"], None, CompletionSigns(found["sign"], tuple(found["classes"])), ruling)
