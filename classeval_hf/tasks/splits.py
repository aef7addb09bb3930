"""Loads tasks from splits, files and folders, and selects some of them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from classeval_hf.classes.tasks.files import CLASSEVAL, load_open_tasks, open_tasks, read_classeval, read_task_file
from classeval_hf.core.downloads import PublicFile
from classeval_hf.core.errors import UserError, did_you_mean
from classeval_hf.core.input_files import read_records
from classeval_hf.core.mappings import LazyMapping
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tasks import ClassTask, Task, distinct
from classeval_hf.core.terminal import counted
from classeval_hf.engine.families import FAMILIES, family_of
from classeval_hf.projects.tasks.deveval import DEVEVAL, read_deveval
from classeval_hf.projects.tasks.project_folders import is_project_folder, load_open_projects, read_project_folder
from classeval_hf.projects.tasks.repoclassbench import REPOCLASSBENCH, read_repoclassbench

AnyTask = ClassTask | RepositoryTask
_INSTALL = "run `classeval-hf install` with the network up, or `classeval-hf install {}` with a local copy"
ADD_TEST_SPLIT = _INSTALL.format("--classeval-file ClassEval_data.json")  # how a user gets the split `test`
ADD_REPOCLASSBENCH = _INSTALL.format("--repoclassbench-file FILE")  # once per language
ADD_DEVEVAL = _INSTALL.format("--deveval-file data.tar.gz")  # how a user gets DevEval's tasks

_PUBLIC: Mapping[str, tuple[PublicFile, Callable[[Path], list[RepositoryTask]], str]] = {
    "repoclassbench": (REPOCLASSBENCH["python"], read_repoclassbench, ADD_REPOCLASSBENCH),
    "repoclassbench/java": (REPOCLASSBENCH["java"], read_repoclassbench, ADD_REPOCLASSBENCH),
    "repoclassbench/csharp": (REPOCLASSBENCH["csharp"], read_repoclassbench, ADD_REPOCLASSBENCH),
    "deveval": (DEVEVAL, read_deveval, ADD_DEVEVAL),
}
REPOSITORY_SPLITS = ("open_repo", *_PUBLIC)  # names that `load_repository_tasks` takes


def kind_of_tasks(source: str | Path) -> str | None:
    """The kind of a source's tasks, by its name or its first row; `None` for an unknown split."""
    if source in REPOSITORY_SPLITS or is_project_folder(source):
        return RepositoryTask.kind
    path = Path(source)
    if source not in ("open", "test") and not path.exists():
        return None
    rows = read_records(path) if path.suffix in (".json", ".jsonl") and path.is_file() else []
    stated = rows[0][1].get("kind") if rows else None
    return stated if stated in FAMILIES else ClassTask.kind


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
            tasks, by a name that [`load_repository_tasks`] knows; a file or folder of class tasks; or the folder of a
            project, as `classeval-hf projects new` writes it.

    Returns:
        `list[ClassTask]` or `list[RepositoryTask]`

    Raises:
        `ValueError`: if the file holds no tasks.
        `FileNotFoundError`: for tasks that are not installed, and for a file that is not there.
    """
    name = "" if isinstance(source, Path) and source.exists() else str(source)
    if name in REPOSITORY_SPLITS:
        return load_repository_tasks(name)
    if name in ("open", "test"):
        return load_split(name)
    if not Path(source).exists():
        splits = ("test", "open", *REPOSITORY_SPLITS)
        raise FileNotFoundError(
            f"{source} is no split ({', '.join(splits)}), and there is no such file or folder."
            f"{did_you_mean(source, splits)}"
        )
    if is_project_folder(source):
        return read_project_folder(source)
    kind = kind_of_tasks(source)
    if kind in (None, ClassTask.kind):
        return read_task_file(source)
    return distinct([family_of(str(kind)).from_row(row) for _, row in read_records(source)], source)


def known_tasks(source: str | Path | None = None, wanted: Collection[str] | None = None) -> Mapping[str, AnyTask]:
    """Tasks of a source by id; those of `open` are read on first use. Without a source, all installed splits are
    loaded, or only as many as contain the `wanted` ids."""
    sources = (*installed_splits(), *installed_repository_splits()) if source is None else (source,)
    tasks: dict[str, Callable[[], AnyTask]] = {}
    for name in sources:
        if source is None and wanted is not None and tasks.keys() >= set(wanted):
            break
        known = open_tasks() if name == "open" else {task.task_id: task for task in load_tasks(name)}
        tasks |= {task_id: partial(known.__getitem__, task_id) for task_id in known}
    return LazyMapping(tasks)


def split_of(task_id: str) -> str:
    """The installed split that has a task; empty if there is none."""
    splits = (*installed_splits(), *installed_repository_splits())
    return next((split for split in splits if task_id in known_tasks(split)), "")


def select_tasks(
    source: str | Path | None = None, task_ids: Collection[str] | None = None, option: str = ""
) -> list[AnyTask]:
    """Tasks of a source, or of all installed splits: all, or those with the ids, in the source's order."""
    tasks = known_tasks(source, task_ids)
    wanted = list(tasks) if task_ids is None else [named_task(tasks, name) for name in task_ids]
    for task_id in wanted:
        if task_id not in tasks:
            raise UserError(f"{option}Unknown task {task_id!r} in {_advice(source, list(tasks), task_id)}")
    return [tasks[task_id] for task_id in tasks if task_id in wanted]


def named_task(tasks: Mapping[str, Task], name: str) -> str:
    """The id of a task that is named by its id or, in a project, as `module:Class.method`; else the name."""
    module, colon, target = name.rpartition(":")
    if name in tasks or not colon:
        return name
    of_projects = [task for task in tasks.values() if task.module and task.asks_for == target]
    ids = [task.task_id for task in of_projects if f".{task.module}".endswith(f".{module}")]
    if len(ids) > 1:
        raise UserError(f"{name} is the target of several tasks: {', '.join(ids)}. Name one of them by its id.")
    return next(iter(ids), name)


def select_class_tasks(source: str | Path | None = None, task_ids: Collection[str] | None = None) -> list[ClassTask]:
    """As [`select_tasks`]; a `UserError` for a task of another kind."""
    return require_class_tasks(select_tasks(source, task_ids))


def require_class_tasks(tasks: Iterable[Task]) -> list[ClassTask]:
    classes = []
    for task in tasks:
        if not isinstance(task, ClassTask):
            raise UserError(f"Task {task.task_id} is a {task.kind}-level task: take class tasks alone.")
        classes.append(task)
    return classes


def _advice(source: str | Path | None, known: Sequence[str], task_id: str) -> str:
    hint = did_you_mean(task_id, known)
    if source is None:
        return (
            f"what is installed.{hint} For ClassEval's tasks, {ADD_TEST_SPLIT}; likewise with --repoclassbench-file "
            "or --deveval-file for theirs; for tasks of your own, pass the tasks themselves."
        )
    kind = "the split " if source in ("test", "open", *REPOSITORY_SPLITS) else ""
    return f"{kind}{source}, which has {counted(len(known), 'task')}, from {known[0]} to {known[-1]}.{hint}"
