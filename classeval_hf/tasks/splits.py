"""The dataset's splits as task records, and the look-up of tasks by id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.core.tasks import ClassTask, Task
from classeval_hf.tasks.classeval_data import CLASSEVAL, read_classeval
from classeval_hf.tasks.deveval import DEVEVAL, read_deveval
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.folders import load_open_tasks
from classeval_hf.tasks.project_folders import load_open_projects
from classeval_hf.tasks.public_files import PublicFile
from classeval_hf.tasks.repoclassbench import REPOCLASSBENCH, read_repoclassbench

_INSTALL = "run `classeval-hf install` with the network up, or `classeval-hf install {}` with a local copy"

ADD_TEST_SPLIT = _INSTALL.format("--classeval-file ClassEval_data.json")  # how a user gets the split `test`

ADD_REPOCLASSBENCH = _INSTALL.format("--repoclassbench-file FILE")
"""How a user gets RepoClassBench's tasks; the option may be given once per language."""

ADD_DEVEVAL = _INSTALL.format("--deveval-file data.tar.gz")  # how a user gets DevEval's tasks

_PUBLIC: Mapping[str, tuple[PublicFile, Callable[[Path], list[RepositoryTask]], str]] = {
    "repoclassbench": (REPOCLASSBENCH["python"], read_repoclassbench, ADD_REPOCLASSBENCH),
    "repoclassbench/java": (REPOCLASSBENCH["java"], read_repoclassbench, ADD_REPOCLASSBENCH),
    "repoclassbench/csharp": (REPOCLASSBENCH["csharp"], read_repoclassbench, ADD_REPOCLASSBENCH),
    "deveval": (DEVEVAL, read_deveval, ADD_DEVEVAL),
}

REPOSITORY_SPLITS = ("open_repo", *_PUBLIC)  # names of what `load_repository_tasks` loads


def installed_splits() -> tuple[str, ...]:
    """Names of the splits of class tasks available on this machine, `test` first where it is installed."""
    return ("open",) if CLASSEVAL.cached is None else ("test", "open")


def installed_repository_splits() -> tuple[str, ...]:
    """The names of [`REPOSITORY_SPLITS`] whose tasks are on this machine."""
    return tuple(name for name in REPOSITORY_SPLITS if name not in _PUBLIC or _PUBLIC[name][0].cached is not None)


def load_split(split: str) -> list[ClassTask]:
    """
    Loads a split of class tasks that is available on this machine.

    Args:
        split (`str`): `"open"`, which the package ships, or `"test"`, ClassEval's 100 tasks once they are installed.

    Returns:
        `list[ClassTask]`

    Raises:
        `ValueError`: for any other name.
        `FileNotFoundError`: for `test` before it is installed, saying how to install it.
    """
    if split == "open":
        return load_open_tasks()
    if split != "test":
        hint = did_you_mean(split, ("open", "test"))
        raise UserError(f"Unknown split {split!r}: the splits are 'open' and 'test'.{hint}")
    path = CLASSEVAL.cached
    if path is None:
        raise FileNotFoundError(f"The split 'test' (ClassEval's 100 tasks) is not installed: {ADD_TEST_SPLIT}.")
    return read_classeval(path)


def load_split_or_file(source: str) -> list[ClassTask]:
    """Class tasks that a user names: the split `open` or `test`, or a path."""
    if source in ("open", "test"):
        return load_split(source)
    _check_exists(source, ("open", "test"))
    return read_task_file(source)


def _check_exists(source: str | Path, splits: Sequence[str]) -> None:
    if not Path(source).exists():
        hint = did_you_mean(str(source), splits)
        raise FileNotFoundError(
            f"{source} is no split ({', '.join(splits)}), and there is no such file or folder.{hint}"
        )


def load_repository_tasks(name: str) -> list[RepositoryTask]:
    """
    Loads repository-level tasks that are available on this machine.

    Args:
        name (`str`): `"open_repo"`, which the package ships; or, once they are installed, `"repoclassbench"` (its
            Python tasks), `"repoclassbench/java"`, `"repoclassbench/csharp"` or `"deveval"`.

    Returns:
        `list[RepositoryTask]`

    Raises:
        `ValueError`: for any other name.
        `FileNotFoundError`: for tasks that are not installed, saying how to install them.
    """
    if name == "open_repo":
        return load_open_projects()
    if name not in _PUBLIC:
        there = ", ".join(REPOSITORY_SPLITS)
        hint = did_you_mean(name, REPOSITORY_SPLITS)
        raise UserError(f"Unknown repository-level tasks {name!r}: there are {there}.{hint}")
    file, read, how = _PUBLIC[name]
    if file.cached is None:
        raise FileNotFoundError(f"The tasks {name!r} ({file.title}, {file.tasks} tasks) are not installed: {how}.")
    return read(file.cached)


def load_tasks(source: str | Path = "open") -> list[ClassTask] | list[RepositoryTask]:
    """
    Loads tasks.

    Args:
        source (`str` or `Path`, defaults to `"open"`): a split of class tasks, `"open"` or `"test"`; repository-level
            tasks, by a name that [`load_repository_tasks`] knows; or a file of class tasks.

    Returns:
        `list[ClassTask]` or `list[RepositoryTask]`

    Raises:
        `ValueError`: if the file holds no tasks.
        `FileNotFoundError`: for tasks that are not installed, and for a file that is not there.
    """
    if source in REPOSITORY_SPLITS:
        return load_repository_tasks(str(source))
    if source in ("open", "test"):
        return load_split(str(source))
    _check_exists(source, ("test", "open", *REPOSITORY_SPLITS))
    return read_task_file(Path(source))


def find_tasks(task_ids: Sequence[str]) -> list[Task]:
    """Looks up tasks of every kind by id, in all that is installed; an unknown id is an error."""
    if not task_ids:
        return []
    tasks: dict[str, Task] = {task.task_id: task for split in installed_splits() for task in load_split(split)}
    for name in installed_repository_splits():
        if all(task_id in tasks for task_id in task_ids):
            break  # the files of repository-level tasks are large, and most ids are of class tasks
        tasks.update((task.task_id, task) for task in load_repository_tasks(name))
    for task_id in task_ids:
        if task_id not in tasks:
            raise UserError(
                f"Unknown task {task_id!r} in what is installed.{did_you_mean(task_id, tasks)} "
                f"For ClassEval's tasks, {ADD_TEST_SPLIT}; likewise "
                "with --repoclassbench-file or --deveval-file for theirs; for tasks of your own, pass the tasks "
                "themselves."
            )
    return [tasks[task_id] for task_id in task_ids]


def find_class_tasks(task_ids: Sequence[str]) -> list[ClassTask]:
    """Looks up class tasks by id, in all that is installed."""
    tasks = []
    for task in find_tasks(task_ids):
        if not isinstance(task, ClassTask):
            raise UserError(f"Task {task.task_id} is a {task.kind}-level task, and here only class tasks can be used.")
        tasks.append(task)
    return tasks
