"""The command `classeval-hf projects check`: are the tasks of installed projects sound here, and why not."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from packaging.utils import canonicalize_name

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.command_line import add_output_options
from classeval_hf.core.consent import CONSENT_VARIABLE
from classeval_hf.core.outputs import Output, OutputKind
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.samples import Sample
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.core.tasks import Task
from classeval_hf.core.terminal_tables import terminal_table
from classeval_hf.judging.judge import Judge
from classeval_hf.judging.project_soundness import FLOORS, ProjectSoundness
from classeval_hf.judging.project_tasks import ProjectFolders
from classeval_hf.judging.soundness import REFERENCE_RUNS
from classeval_hf.projects.catalogue import Project, ProjectError, find_project, load_catalogue
from classeval_hf.projects.installation import installed_project, project_state
from classeval_hf.tasks.splits import load_repository_tasks

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_check_command", "check_project", "of_available_tasks", "tasks_of_project"]

_MAX_CAUSES = 8

_OUTCOMES = OutputKind("outcomes of references", {"": r'\{\s*(\}|"[^"\\]*":\s*\{\s*(\}|"[^"\\]*":\s*\{\s*"task_id"))'})


def add_check_command(actions: Commands) -> None:
    """Adds the command to `classeval-hf projects`."""
    check = actions.add_parser("check", help="run the references of installed projects: which tasks are sound here?")
    check.add_argument("names", nargs="*", metavar="NAME", help="name of a project (default: all that are installed)")
    check.add_argument("--again", action="store_true", help="run them although their outcomes are known")
    check.add_argument("--task-ids", nargs="+", metavar="ID", help="these tasks alone")
    check.add_argument("--workers", type=int, help="references run at a time (default: all cores)")
    check.add_argument(
        "-o", "--output", action=Output, kind=_OUTCOMES, metavar="OUT.json", help="write the outcome of each task here"
    )
    add_output_options(check)
    check.set_defaults(run=_check)


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
        raise ValueError(f"{len(unavailable)} of {len(samples)} tasks cannot be run here:\n  {lines}{more}{advice}")
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
            raise ValueError(f"There are no samples of the project {name}; those that there are: {there}.{hint}")
        found |= by_name[canonicalize_name(name)]
    return found


def _check(arguments: argparse.Namespace) -> int:
    os.environ[CONSENT_VARIABLE] = "1"  # no model wrote what is run here
    chosen = _of_ids({project: tasks_of_project(project) for project in _chosen(arguments.names)}, arguments.task_ids)
    outcomes: dict[str, dict[str, ProjectSoundness]] = {}
    rows = []
    with Judge(num_workers=arguments.workers, progress=not arguments.quiet) as judge:
        for project, tasks in chosen.items():
            outcomes[project.label] = check_project(judge, tasks, arguments.again)
            rows.append(_row(project.label, outcomes[project.label]))
    header = ["project", "tasks", "sound", "tests", "pass", *(f"pass, {name}" for name in FLOORS), "longest, s"]
    print(f"Sound: the reference passes every test in {REFERENCE_RUNS} of {REFERENCE_RUNS} runs.")
    print(terminal_table(header, rows))
    for label, of_project in outcomes.items():
        for line in _causes(of_project):
            print(f"{label}: {line}")
    arguments.result = {
        label: {task: item.to_dict() for task, item in of_project.items()} for label, of_project in outcomes.items()
    }
    if arguments.output is not None:
        write_whole(arguments.output, json.dumps(arguments.result, indent=1))
    return 0


def _chosen(names: Sequence[str]) -> list[Project]:
    catalogue = load_catalogue()
    if not names:
        found = [project for project in catalogue if project_state(project) == "installed"]
        if not found:
            raise ProjectError("No project is installed: classeval-hf projects install NAME")
        return found
    projects = list(dict.fromkeys(find_project(name, catalogue) for name in names))
    for project in projects:
        installed_project(project)  # says what to do if it is not
    return projects


def _of_ids(
    tasks: Mapping[Project, Sequence[RepositoryTask]], task_ids: Sequence[str] | None
) -> dict[Project, list[RepositoryTask]]:
    """The projects that have some of the tasks wanted, each with these."""
    known = {task.task_id for of_project in tasks.values() for task in of_project}
    for task_id in task_ids or ():
        if task_id not in known:
            labels = ", ".join(project.label for project in tasks)
            raise ValueError(f"There is no task {task_id} of {labels}.{did_you_mean(task_id, known)}")
    wanted = known if task_ids is None else set(task_ids)
    found = {project: [task for task in of_project if task.task_id in wanted] for project, of_project in tasks.items()}
    return {project: of_project for project, of_project in found.items() if of_project}


def _row(label: str, outcomes: Mapping[str, ProjectSoundness]) -> list[Any]:
    tests = sum(len(of_file) for item in outcomes.values() for of_file in item.tests.values())
    failing = sum(len(item.failing) for item in outcomes.values())
    rates = [
        [item.floors[name] for item in outcomes.values() if name in item.floors and item.is_sound] for name in FLOORS
    ]
    floors = [sum(of_floor) / len(of_floor) if of_floor else None for of_floor in rates]
    longest = max((sum(item.clock_seconds.values()) for item in outcomes.values()), default=0.0)
    sound = sum(item.is_sound for item in outcomes.values())
    return [label, len(outcomes), sound, tests, tests - failing, *floors, round(longest, 1)]


def _causes(outcomes: Mapping[str, ProjectSoundness]) -> list[str]:
    """Why tasks are not sound, the most frequent cause first; with an example of each."""
    not_run = Counter(item.cause for item in outcomes.values() if item.runs == 0)
    lines = [f"{count} tasks cannot be judged here: {cause}" for cause, count in not_run.most_common(_MAX_CAUSES)]
    causes = Counter(why.partition(" (")[0] for item in outcomes.values() for why in item.failing.values())
    examples = {
        why.partition(" (")[0]: (task, test, why)
        for task, item in outcomes.items()
        for test, why in item.failing.items()
    }
    for cause, count in causes.most_common(_MAX_CAUSES):
        task, test, why = examples[cause]
        lines.append(f"{count} tests: {cause}; {test} of {task} for one: {why}")
    return lines
