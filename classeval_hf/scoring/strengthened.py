"""Which strengthened tests the tasks of a run are judged by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from classeval_hf.core.tasks import PLUS, Task
from classeval_hf.metrics.provenance import split_of
from classeval_hf.tasks.plus_suites import PLUS_SPLITS, plus_of, read_suites, with_suites

__all__ = ["strengthened"]

_AnyTask = TypeVar("_AnyTask", bound=Task)


def strengthened(tasks: Sequence[_AnyTask], source: str | Path | None = None) -> list[_AnyTask]:
    """
    Gives tasks their strengthened tests, as the test suite `plus`.

    Args:
        tasks (`Sequence[Task]`): the tasks.
        source (`str` or `Path`, *optional*): folder or file to take them from; by default those of the splits `test`
            and `open` get the tests that belong to these splits, unless some of their tasks have tests already.

    Returns:
        `list[Task]`: in the same order; a task that there are no such tests for is as it was.

    Raises:
        `FileNotFoundError`: if there are no strengthened tests where they should be, saying how to get them.
        `ValueError`: naming the task whose strengthened tests were made for other tests than it has.
    """
    if source is not None:
        return with_suites(tasks, read_suites(source))
    found = list(tasks)
    for split in PLUS_SPLITS:
        of_split = [task for task in found if split_of(task) == split]
        if of_split and not any(PLUS in task.suites for task in of_split):
            found = with_suites(found, plus_of(split))
    return found
