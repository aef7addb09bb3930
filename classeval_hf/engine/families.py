"""The table of families of tasks. A further one needs a folder with a [`TaskFamily`], a line here, and a line in
[`classeval_hf.tasks.splits`] for each split of its own."""

from collections.abc import Iterator, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import Task
from classeval_hf.engine.task_family import AnyTask, TaskFamily

if TYPE_CHECKING:
    from classeval_hf.prompting.prompt_family import PromptFamily

FAMILIES = {
    "class": "classeval_hf.classes.family:ClassFamily",
    "repository": "classeval_hf.projects.family:ProjectFamily",
}
"""By kind of task, the module and the name of its family: by name, since families lie above the engine."""


def family_of(task: Task | str) -> TaskFamily[Any]:
    """A new object of a task's family, or of the family of a kind: for what needs nothing that a judge keeps."""
    kind = task if isinstance(task, str) else task.kind
    if kind not in FAMILIES:
        raise UserError(f"There are no tasks of the kind {kind!r}: the kinds are {', '.join(FAMILIES)}.")
    family: TaskFamily[Any] = resolve_name(FAMILIES[kind])()
    return family


def prompt_families() -> "dict[str, type[PromptFamily]]":
    """How tasks are put to models, by kind."""
    return {kind: resolve_name(family_of(kind).prompts) for kind in FAMILIES}


class Families:
    """One object of each family, which keeps what it prepared."""

    def __init__(self) -> None:
        self._made = {kind: family_of(kind) for kind in FAMILIES}

    def __iter__(self) -> Iterator[TaskFamily[Any]]:
        return iter(self._made.values())

    def of(self, task: Task) -> TaskFamily[Any]:
        return self._made.get(task.kind) or family_of(task)

    def grouped(self, tasks: Sequence[AnyTask]) -> list[tuple[TaskFamily[AnyTask], list[AnyTask]]]:
        """The families of tasks, each with its tasks."""
        return [(self.of(own[0]), own) for own in grouped((task.kind, task) for task in tasks).values()]
