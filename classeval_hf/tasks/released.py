"""The splits that tasks are of, and whether their data is the released one."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from classeval_hf.classes.tasks.files import CLASSEVAL_COMMIT, OPEN_VERSION, open_tasks
from classeval_hf.core.mappings import LazyMapping, grouped
from classeval_hf.core.tasks import Task
from classeval_hf.metrics.provenance import HASH_CHARS, OWN_PROJECTS, OWN_TASKS, SplitUsed
from classeval_hf.tasks.splits import load_repository_tasks

_RELEASED = ("test", "open")
_REPOSITORY_IDS = {
    "open_repo": re.compile(r"OpenRepo_"),
    "deveval": re.compile(r"DevEval/"),
    "repoclassbench": re.compile(r"[\w.-]+__[\w.-]+-\d+_\w+$"),
}  # what ids of repository-level tasks look like, by split
_REPOSITORY_TASKS = {"deveval": 1825, "repoclassbench": 97}
_TEST_TASKS = 100


def splits_used(tasks: Sequence[Task]) -> list[SplitUsed]:
    """The splits of tasks, and whether their data is the released one."""
    return [_split_used(split, of_split) for split, of_split in grouped((split_of(t), t) for t in tasks).items()]


def split_of(task: Task) -> str:
    """The split of a task by its id, else by its source, else [`OWN_TASKS`] or [`OWN_PROJECTS`]."""
    if task.group:
        return next((split for split, form in _REPOSITORY_IDS.items() if form.match(task.task_id)), OWN_PROJECTS)
    prefix, _, number = task.task_id.rpartition("_")
    if prefix == "ClassEval" and number.isdigit() and int(number) < _TEST_TASKS:
        return "test"
    if prefix == "ClassEvalOpen" and task.task_id in open_tasks():
        return "open"
    return task.source.split if task.source.split not in ("", *_RELEASED) else OWN_TASKS


@lru_cache(maxsize=8)
def released_hashes(split: str) -> Mapping[str, str]:
    """The first characters of the hashes of tests, by task of a split; empty if the split is not known here."""
    if split == "test":  # this package holds hashes only, not the tasks
        hashes = Path(__file__).with_name("released_tests.txt").read_text(encoding="utf-8").split()
        return {f"ClassEval_{number}": digest for number, digest in enumerate(hashes)}
    tasks: Mapping[str, Task] = open_tasks() if split == "open" else {}
    with suppress(FileNotFoundError):
        if split in _REPOSITORY_IDS:
            tasks = {task.task_id: task for task in load_repository_tasks(split)}
    return LazyMapping({one: partial(lambda task: tasks[task].tests_hash()[:HASH_CHARS], one) for one in tasks})


def _split_used(split: str, tasks: Sequence[Task]) -> SplitUsed:
    digest = hashlib.sha256("".join(sorted(f"{task.task_id} {task.tests_hash()}\n" for task in tasks)).encode())
    released = released_hashes(split)
    is_released = bool(released) and all(
        released.get(task.task_id) == task.tests_hash()[:HASH_CHARS] for task in tasks
    )
    versions = {task.source.version for task in tasks}
    if split in _REPOSITORY_IDS and len(versions) > 1:  # each project of our own has one
        versions = {task.group for task in tasks}
    version = ", ".join(sorted(versions))
    if split in _RELEASED:
        version = OPEN_VERSION if split == "open" else f"ClassEval {CLASSEVAL_COMMIT[:7]}"
    if not is_released and (split in (*_RELEASED, *_REPOSITORY_IDS) or len(versions) > 1):
        version = ""
    of = _REPOSITORY_TASKS.get(split, len(released) if split in (*_RELEASED, *_REPOSITORY_IDS) else len(tasks))
    return SplitUsed(split, version, digest.hexdigest(), len(tasks), of, is_released)
