"""Tasks of installed projects: which can be run here, and are they sound."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from packaging.utils import canonicalize_name

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.samples import Sample
from classeval_hf.core.soundness import ProjectSoundness
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.core.tasks import Task
from classeval_hf.judging.judge import Judge
from classeval_hf.judging.project_tasks import ProjectFolders
from classeval_hf.projects.catalogue import Project
from classeval_hf.tasks.splits import load_repository_tasks

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_MAX_CAUSES = 8


def tasks_of_project(project: Project) -> list[RepositoryTask]:
    """
    The tasks of a project.

    Args:
        project ([`~classeval_hf.projects.catalogue.Project`]): the project.

    Returns:
        `list[RepositoryTask]`

    Raises:
        `FileNotFoundError`: if its benchmark's tasks are not installed, with the command that installs them.
    """
    tasks = load_repository_tasks(project.benchmark.lower())
    return [task for task in tasks if (task.project.name, task.project.version) == (project.name, project.version)]


def check_project(judge: Judge, tasks: Sequence[RepositoryTask], again: bool = False) -> dict[str, ProjectSoundness]:
    """
    Runs the references of a project's tasks, three times each, and what leaves each target out.

    Args:
        judge ([`~classeval_hf.judging.judge.Judge`]): what runs them, entered.
        tasks (`Sequence[RepositoryTask]`): the tasks.
        again (`bool`, defaults to `False`): whether to run them although the outcomes are known.

    Returns:
        `dict[str, ProjectSoundness]`: by task id.

    Raises:
        `ValueError`: for a project that is not installed, with the command that installs it.
    """
    found = judge.soundness(tasks, again)
    return {task: outcome for task, outcome in found.items() if isinstance(outcome, ProjectSoundness)}


def of_available_tasks(
    samples: Mapping[str, list[Sample]],
    tasks: Mapping[str, Task],
    projects: Sequence[str] | None = None,
    leave_out: bool = False,
) -> dict[str, list[Sample]]:
    """
    The samples whose tasks can be run here: of repository-level tasks those in Python, of projects that are installed.
    """
    if projects is not None:
        samples = _of_projects(samples, tasks, projects)
    of_projects = [task for task_id in samples if isinstance(task := tasks[task_id], RepositoryTask)]
    unavailable = ProjectFolders().unavailable(of_projects)
    if unavailable and (not leave_out or len(unavailable) == len(samples)):
        reasons = list(dict.fromkeys(unavailable.values()))
        lines = "\n  ".join(reasons[:_MAX_CAUSES])
        more = f"\n  and {len(reasons) - _MAX_CAUSES} more" if len(reasons) > _MAX_CAUSES else ""
        advice = "" if leave_out else "\n--installed-projects scores the other tasks alone."
        raise UserError(f"{len(unavailable)} of {len(samples)} tasks cannot be run here:\n  {lines}{more}{advice}")
    return {task_id: of_task for task_id, of_task in samples.items() if task_id not in unavailable}


def _of_projects(
    samples: Mapping[str, list[Sample]], tasks: Mapping[str, Task], projects: Sequence[str]
) -> dict[str, list[Sample]]:
    by_name: dict[str, dict[str, list[Sample]]] = {}
    for task_id, of_task in samples.items():
        task = tasks[task_id]
        if isinstance(task, RepositoryTask):
            by_name.setdefault(canonicalize_name(task.project.name), {})[task_id] = of_task
    found: dict[str, list[Sample]] = {}
    for name in projects:
        if canonicalize_name(name) not in by_name:
            there = ", ".join(sorted(by_name)) or "none"
            hint = did_you_mean(name, by_name)
            raise UserError(f"There are no samples of the project {name}; those that there are: {there}.{hint}")
        found |= by_name[canonicalize_name(name)]
    return found
