"""Finds the tasks of installed projects that can be run here and are sound."""

from collections.abc import Mapping, Sequence

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import Soundness
from classeval_hf.engine.judge import Judge
from classeval_hf.projects.install.catalogue import Project
from classeval_hf.tasks.splits import load_repository_tasks

_MAX_CAUSES = 8


def tasks_of_project(project: Project) -> list[RepositoryTask]:
    """
    The tasks of a project.

    Args:
        project ([`~classeval_hf.projects.install.catalogue.Project`]): the project.

    Returns:
        `list[RepositoryTask]`

    Raises:
        `FileNotFoundError`: if its benchmark's tasks are not installed, with the command that installs them.
    """
    tasks = load_repository_tasks(project.benchmark.lower())
    return [task for task in tasks if (task.project.name, task.project.version) == (project.name, project.version)]


def underspecified(tasks: Mapping[str, Sequence[str]]) -> list[str]:
    """A line that names the tasks whose tests reach unstated names, with these names; empty without such tasks."""
    named = [f"{task} ({', '.join(what[:3])}{', ...' * (len(what) > 3)})" for task, what in tasks.items() if what]
    if not named:
        return []
    shown = ", ".join(named[:_MAX_CAUSES]) + ", ..." * (len(named) > _MAX_CAUSES)
    return [f"Underspecified: {counted(len(named), 'task')}, whose tests reach names that are not stated: {shown}"]


def check_project(judge: Judge, tasks: Sequence[RepositoryTask], again: bool = False) -> dict[str, Soundness]:
    """
    Runs the references of a project's tasks, three times each, and the stubs of each target.

    Args:
        judge ([`~classeval_hf.engine.judge.Judge`]): an entered judge.
        tasks (`Sequence[RepositoryTask]`): the tasks.
        again (`bool`, defaults to `False`): whether to run them again if outcomes are known.

    Returns:
        `dict[str, Soundness]`: by task id.

    Raises:
        `ValueError`: for a project that is not installed, with the command that installs it.
    """
    return judge.soundness(tasks, again)
