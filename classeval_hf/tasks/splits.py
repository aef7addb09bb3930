"""The splits: tasks that are known by a name, and whether given tasks are theirs as released. Loads tasks from splits,
files and folders, selects some of them, and adds strengthened tests."""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from classeval_hf.classes.tasks import files
from classeval_hf.classes.tasks.files import (
    PLUS_SPLITS,
    StrengthenedSuite,
    plus_of,
    plus_path,
    read_suites,
    with_suites,
)
from classeval_hf.core.downloads import PublicFile
from classeval_hf.core.errors import UserError, did_you_mean
from classeval_hf.core.files import read_records
from classeval_hf.core.mappings import LazyMapping, grouped
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tasks import HASH_CHARS, PLUS, ClassTask, Task, distinct
from classeval_hf.core.terminal import counted
from classeval_hf.engine.task_family import FAMILIES, family_of
from classeval_hf.metrics.scores import Scores, SplitUsed
from classeval_hf.projects.install.installation import Project
from classeval_hf.projects.tasks import files as of_projects
from classeval_hf.projects.tasks.files import is_project_folder

AnyTask = ClassTask | RepositoryTask
_Task = TypeVar("_Task", bound=Task)
_INSTALL = "run `classeval-hf install` with the network up, or `classeval-hf install {}` with a local copy"
_ADD_REPOCLASSBENCH = _INSTALL.format("--repoclassbench-file FILE")  # once per language
_ADD_DEVEVAL = _INSTALL.format("--deveval-file data.tar.gz")


@dataclass(frozen=True)
class Split(Generic[_Task]):
    """Tasks that are known by a name."""

    kind: str  # of its tasks
    ids: str  # a regular expression for the ids of its tasks; empty if they are those of another split
    read: Callable[..., Mapping[str, _Task] | Sequence[_Task]]  # reads the installed file, if the split has one
    file: PublicFile | None = None
    how: str = ""  # how a user installs it
    version: str = ""  # of its released data; empty if its tasks state it

    @property
    def is_installed(self) -> bool:
        return self.file is None or self.file.cached is not None

    def tasks(self, name: str) -> Mapping[str, _Task]:
        """The tasks by id; `name` is the split's, for the error if it is not installed."""
        if self.file is None:
            tasks = self.read()
        elif self.file.cached is None:
            title = f"{self.file.title}, {self.file.tasks} tasks"
            raise FileNotFoundError(f"The split {name!r} ({title}) is not installed: {self.how}.")
        else:
            tasks = self.read(self.file.cached)
        return tasks if isinstance(tasks, Mapping) else {task.task_id: task for task in tasks}


_CLASS_SPLITS: Mapping[str, Split[ClassTask]] = {
    "test": Split(
        kind=ClassTask.kind,
        ids=r"ClassEval_\d\d?",
        read=files.read_classeval,
        file=files.CLASSEVAL,
        how=_INSTALL.format("--classeval-file ClassEval_data.json"),
        version=f"ClassEval {files.CLASSEVAL_COMMIT[:7]}",
    ),
    "open": Split(ClassTask.kind, r"ClassEvalOpen_\d\d?", lambda: files.open_tasks(), version=files.OPEN_VERSION),
}
_OF_REPOCLASSBENCH = (
    ("repoclassbench", of_projects.REPOCLASSBENCH["python"], r"[\w.-]+__[\w.-]+-\d+_\w+"),
    ("repoclassbench/java", of_projects.REPOCLASSBENCH["java"], ""),
    ("repoclassbench/csharp", of_projects.REPOCLASSBENCH["csharp"], ""),
)
_REPOSITORY_SPLITS: Mapping[str, Split[RepositoryTask]] = {
    "open_repo": Split(RepositoryTask.kind, r"OpenRepo_.*", of_projects.load_open_projects),
    **{
        name: Split(RepositoryTask.kind, ids, of_projects.read_repoclassbench, file, _ADD_REPOCLASSBENCH)
        for name, file, ids in _OF_REPOCLASSBENCH
    },
    "deveval": Split(RepositoryTask.kind, r"DevEval/.*", of_projects.read_deveval, of_projects.DEVEVAL, _ADD_DEVEVAL),
}
SPLITS: dict[str, Split[Any]] = {**_CLASS_SPLITS, **_REPOSITORY_SPLITS}
"""All splits by name. A family of tasks adds a line for each split of its own."""


def kind_of_tasks(source: str | Path) -> str | None:
    """The kind of a source's tasks, by its name or its first row; `None` for an unknown split."""
    if source in SPLITS:
        return SPLITS[str(source)].kind
    if is_project_folder(source):
        return RepositoryTask.kind
    path = Path(source)
    if not path.exists():
        return None
    rows = read_records(path) if path.suffix in (".json", ".jsonl") and path.is_file() else []
    stated = rows[0][1].get("kind") if rows else None
    return stated if stated in FAMILIES else ClassTask.kind


def installed_splits() -> tuple[str, ...]:
    """Names of the splits of class tasks available on this machine, `test` first where it is installed."""
    return tuple(name for name, split in _CLASS_SPLITS.items() if split.is_installed)


def installed_repository_splits() -> tuple[str, ...]:
    """Names of the splits of repository-level tasks that are available on this machine."""
    return tuple(name for name, split in _REPOSITORY_SPLITS.items() if split.is_installed)


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
    return _load(_CLASS_SPLITS, split)


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
    return _load(_REPOSITORY_SPLITS, name)


def _load(splits: Mapping[str, Split[_Task]], name: str) -> list[_Task]:
    if name not in splits:
        raise UserError(f"Unknown split {name!r}: there are {', '.join(splits)}.{did_you_mean(name, splits)}")
    return list(splits[name].tasks(name).values())


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
    if name in SPLITS:
        return _load(SPLITS, name)
    if not Path(source).exists():
        hint = did_you_mean(source, SPLITS)
        raise FileNotFoundError(f"{source} is neither a split ({', '.join(SPLITS)}) nor a file or folder.{hint}")
    if is_project_folder(source):
        return of_projects.read_project_folder(source)
    kind = str(kind_of_tasks(source))
    if kind == ClassTask.kind:
        return files.read_task_file(source)
    return distinct([family_of(kind).from_row(row) for _, row in read_records(source)], source)


def known_tasks(source: str | Path | None = None, wanted: Collection[str] | None = None) -> Mapping[str, AnyTask]:
    """Tasks of a source by id; those of `open` are read on first use. Without a source, all installed splits are
    loaded, or only as many as contain the `wanted` ids."""
    installed = [name for name, split in SPLITS.items() if split.is_installed]
    tasks: dict[str, Callable[[], AnyTask]] = {}
    for name in installed if source is None else (source,):
        if source is None and wanted is not None and tasks.keys() >= set(wanted):
            break
        known: Mapping[str, AnyTask] = (
            SPLITS[name].tasks(name)
            if isinstance(name, str) and name in SPLITS
            else {task.task_id: task for task in load_tasks(name)}
        )
        tasks |= {task_id: partial(known.__getitem__, task_id) for task_id in known}
    return LazyMapping(tasks)


def split_with(task_id: str) -> str:
    """The installed split that has a task; empty if none has it."""
    return next((name for name, split in SPLITS.items() if split.is_installed and task_id in known_tasks(name)), "")


def select_tasks(
    source: str | Path | None = None, task_ids: Collection[str] | None = None, option: str = ""
) -> list[AnyTask]:
    """Tasks of a source, or of all installed splits: all, or those with the ids, in the source's order."""
    tasks = known_tasks(source, task_ids)
    wanted = list(tasks) if task_ids is None else [named_task(tasks, name) for name in task_ids]
    for task_id in wanted:
        if task_id not in tasks:
            known, hint = list(tasks), did_you_mean(task_id, tasks)
            where = (
                f"what is installed.{hint} For ClassEval's tasks, {SPLITS['test'].how}; likewise with "
                "--repoclassbench-file or --deveval-file for theirs; for tasks of your own, pass the tasks themselves."
            )
            if source is not None:
                kind, count = "the split " if source in SPLITS else "", counted(len(known), "task")
                where = f"{kind}{source}, which has {count}, from {known[0]} to {known[-1]}.{hint}"
            raise UserError(f"{option}Unknown task {task_id!r} in {where}")
    return [tasks[task_id] for task_id in tasks if task_id in wanted]


def named_task(tasks: Mapping[str, Task], name: str) -> str:
    """The id of a task that is named by its id or, in a project, as `module:Class.method`; else the name."""
    module, colon, target = name.rpartition(":")
    if name in tasks or not colon:
        return name
    targets = [task for task in tasks.values() if task.module and task.asks_for == target]
    ids = [task.task_id for task in targets if f".{task.module}".endswith(f".{module}")]
    if len(ids) > 1:
        raise UserError(f"{name} is the target of several tasks: {', '.join(ids)}. Name one of them by its id.")
    return next(iter(ids), name)


def require_class_tasks(tasks: Iterable[Task]) -> list[ClassTask]:
    """The tasks; a `UserError` for a task of another kind."""
    classes = []
    for task in tasks:
        if not isinstance(task, ClassTask):
            raise UserError(f"Task {task.task_id} is a {task.kind}-level task: take class tasks alone.")
        classes.append(task)
    return classes


def tasks_of_project(project: Project) -> list[RepositoryTask]:
    """
    The tasks of a project.

    Args:
        project ([`~classeval_hf.projects.install.installation.Project`]): the project.

    Returns:
        `list[RepositoryTask]`

    Raises:
        `FileNotFoundError`: if its benchmark's tasks are not installed, with the command that installs them.
    """
    tasks = load_repository_tasks(project.benchmark.lower())
    return [task for task in tasks if (task.project.name, task.project.version) == (project.name, project.version)]


def split_of(task: Task) -> str:
    """The split of a task by its id, else by its source, else its family's name for tasks of the user's."""
    for name, split in SPLITS.items():
        if split.kind == task.kind and re.fullmatch(split.ids, task.task_id):
            return name
    return task.source.split if task.source.split not in ("", *SPLITS) else family_of(task).own_split


def is_own(split: str) -> bool:
    """Whether it is the name of a family for tasks of the user's."""
    return any(split == family_of(kind).own_split for kind in FAMILIES)


@lru_cache(maxsize=8)
def released_hashes(split: str) -> Mapping[str, str]:
    """The first characters of the hashes of tests, by task of a split; empty if the split is not known here."""
    if split == "test":  # this package holds hashes only, not the tasks
        hashes = Path(__file__).with_name("released_tests.txt").read_text(encoding="utf-8").split()
        return {f"ClassEval_{number}": digest for number, digest in enumerate(hashes)}
    if split not in SPLITS or not SPLITS[split].is_installed:
        return {}
    tasks = SPLITS[split].tasks(split)
    return LazyMapping({one: partial(lambda task: tasks[task].tests_hash()[:HASH_CHARS], one) for one in tasks})


def splits_used(tasks: Sequence[Task]) -> list[SplitUsed]:
    """The splits of tasks, and whether their data is the released one."""
    used = []
    for name, of_split in grouped((split_of(task), task) for task in tasks).items():
        hashes = {task.task_id: task.tests_hash() for task in of_split}
        digest = hashlib.sha256("".join(sorted(f"{one} {tests}\n" for one, tests in hashes.items())).encode())
        split, released = SPLITS.get(name), released_hashes(name)
        is_released = bool(released) and all(released.get(one) == tests[:HASH_CHARS] for one, tests in hashes.items())
        versions = {task.source.version for task in of_split}
        if len(versions) > 1:  # each project of our own has one
            versions = {task.group or task.source.version for task in of_split}
        version = (split.version if split is not None else "") or ", ".join(sorted(versions))
        if not is_released and (split is not None or len(versions) > 1):
            version = ""
        total = len(of_split) if split is None else split.file.tasks if split.file is not None else len(released)
        by_reference = not family_of(of_split[0]).runs_here
        used.append(SplitUsed(name, version, digest.hexdigest(), len(of_split), total, is_released, by_reference))
    return used


def strengthened(tasks: Sequence[_Task], source: str | Path | None = None) -> list[_Task]:
    """Tasks with the suite `plus`, from a folder or file, by default from their splits; raises if it is missing."""
    if source is not None:
        return with_suites(tasks, read_suites(source))
    chosen = list(tasks)
    for split in PLUS_SPLITS:
        of_split = [task for task in chosen if split_of(task) == split]
        if of_split and not any(PLUS in task.suites for task in of_split):
            chosen = with_suites(chosen, plus_of(split))
    return chosen


def find_suites(scores: Scores, tasks: Mapping[str, Task], folder: Path | None = None) -> dict[str, StrengthenedSuite]:
    """The strengthened tests whose hash the scores state, by task; by default from the tasks or their splits."""
    if PLUS not in scores.suites:
        return {}
    records: dict[str, StrengthenedSuite] = {}
    for split in PLUS_SPLITS if folder is None else ():
        records |= plus_of(split) if plus_path(split).is_file() else {}
    if folder is not None:
        records = read_suites(folder)
    results = {}
    for task_id, wanted in scores.suites[PLUS].task_hashes.items():
        made, record = tasks.get(task_id), records.get(task_id)
        if made is not None and PLUS in made.suites:
            record = StrengthenedSuite(task_id, made.tests_hash(), made.suite(PLUS), record.why if record else {})
        elif made is not None and record is not None and record.tests_hash == made.tests_hash():
            (made,) = with_suites([made], {task_id: record})
        else:
            continue
        if made.tests_hash(PLUS) == wanted:
            results[task_id] = record
    return results
