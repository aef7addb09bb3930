"""The strengthened tests that judge, or have judged, the tasks of a run."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from classeval_hf.classes.tasks.plus_suites import (
    PLUS_SPLITS,
    StrengthenedSuite,
    plus_of,
    plus_path,
    read_suites,
    with_suites,
)
from classeval_hf.core.tasks import PLUS, Task
from classeval_hf.metrics.scores import Scores
from classeval_hf.tasks.splits import split_of

_AnyTask = TypeVar("_AnyTask", bound=Task)


def strengthened(tasks: Sequence[_AnyTask], source: str | Path | None = None) -> list[_AnyTask]:
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
        task, record = tasks.get(task_id), records.get(task_id)
        if task is None:
            continue
        if PLUS in task.suites:
            known = StrengthenedSuite(task_id, task.tests_hash(), task.suite(PLUS), record.why if record else {})
            made = task
        elif record is not None and record.tests_hash == task.tests_hash():
            (made,), known = with_suites([task], {task_id: record}), record
        else:
            continue
        if made.tests_hash(PLUS) == wanted:
            results[task_id] = known
    return results
