"""The dataset's splits as task records, and the look-up of tasks by id."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from classeval_hf.core.tasks import ClassTask
from classeval_hf.tasks.classeval_data import cached_classeval_file, read_classeval
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.folders import load_open_tasks

__all__ = ["ADD_TEST_SPLIT", "find_tasks", "installed_splits", "load_split", "load_tasks"]

ADD_TEST_SPLIT = (
    "run `classeval-hf install` with the network up, or `classeval-hf install --classeval-file ClassEval_data.json` "
    "with a local copy"
)
"""How a user gets the split `test`."""


def installed_splits() -> tuple[str, ...]:
    """Names of the splits available on this machine, `test` first where it is installed."""
    return ("open",) if cached_classeval_file() is None else ("test", "open")


def load_split(split: str) -> list[ClassTask]:
    """
    Loads a split that is available on this machine.

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
        raise ValueError(f"Unknown split {split!r}: the splits are 'open' and 'test'.")
    path = cached_classeval_file()
    if path is None:
        raise FileNotFoundError(f"The split 'test' (ClassEval's 100 tasks) is not installed: {ADD_TEST_SPLIT}.")
    return read_classeval(path)


def load_tasks(source: str | Path = "open") -> list[ClassTask]:
    """
    Loads tasks.

    Args:
        source (`str` or `Path`, defaults to `"open"`): a split, `"open"` or `"test"`, or a file of tasks.

    Returns:
        `list[ClassTask]`

    Raises:
        `ValueError`: if the file holds no tasks.
        `FileNotFoundError`: for `test` before it is installed, and for a file that is not there.
    """
    return load_split(str(source)) if source in ("open", "test") else read_task_file(Path(source))


def find_tasks(task_ids: Sequence[str]) -> list[ClassTask]:
    """
    Looks tasks up by id in the available splits.

    Args:
        task_ids (`Sequence[str]`): ids to look up.

    Returns:
        `list[ClassTask]`: in the order of the ids.

    Raises:
        `ValueError`: naming the first unknown id, and how to install the split that may have it.
    """
    if not task_ids:
        return []
    tasks = {task.task_id: task for split in installed_splits() for task in load_split(split)}
    for task_id in task_ids:
        if task_id not in tasks:
            raise ValueError(
                f"Unknown task {task_id!r} in the installed splits. For ClassEval's tasks, {ADD_TEST_SPLIT}; for "
                "tasks of your own, pass the tasks themselves."
            )
    return [tasks[task_id] for task_id in task_ids]
