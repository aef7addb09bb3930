"""The table of families of tasks. To be judged, scored and reported, a further one needs a folder with a [`TaskFamily`],
a line here, and a line in [`classeval_hf.tasks.splits`] for each split; generation knows class tasks and projects."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import Task
from classeval_hf.engine.task_family import AnyTask, TaskFamily

FAMILIES = {
    "class": "classeval_hf.classes.family:ClassFamily",
    "repository": "classeval_hf.projects.family:ProjectFamily",
}
"""By kind of task, the module and the name of its family: by name, since families lie above the engine."""


class Families:
    """One object of each family, which keeps what it prepared."""

    def __init__(self) -> None:
        self._made = {kind: _family_class(kind)() for kind in FAMILIES}

    def __iter__(self) -> Iterator[TaskFamily[Any]]:
        return iter(self._made.values())

    def of(self, task: Task) -> TaskFamily[Any]:
        _require(task.kind)
        return self._made[task.kind]

    def grouped(self, tasks: Sequence[AnyTask]) -> list[tuple[TaskFamily[AnyTask], list[AnyTask]]]:
        """The families of tasks, each with its tasks."""
        return [(self._made[kind], of_kind) for kind, of_kind in grouped((task.kind, task) for task in tasks).items()]


def _require(kind: str) -> None:
    if kind not in FAMILIES:
        raise UserError(f"There are no tasks of the kind {kind!r}: the kinds are {', '.join(FAMILIES)}.")


def _family_class(kind: str) -> type[TaskFamily[Any]]:
    _require(kind)
    module, _, name = FAMILIES[kind].partition(":")
    family: type[TaskFamily[Any]] = getattr(import_module(module), name)
    return family


def family_of(task: Task | str) -> TaskFamily[Any]:
    """A new object of a task's family, or of the family of a kind: for what needs nothing that a judge keeps."""
    return _family_class(task if isinstance(task, str) else task.kind)()
