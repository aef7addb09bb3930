"""The tasks of a run: a split or a file, and which of its tasks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.samples import Sample
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.generation.pipeline.generating import AnyTask
from classeval_hf.scoring.project_check import of_available_tasks
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.splits import REPOSITORY_SPLITS, load_repository_tasks, load_split
from classeval_hf.tasks.task_rows import task_from_row


def choose_tasks(
    split: str,
    task_ids: Sequence[str] = (),
    limit: int | None = None,
    projects: Sequence[str] = (),
    installed_projects: bool = False,
    option: str = "--task-ids",
) -> list[AnyTask]:
    """Tasks of a split, file or folder: of `task_ids`, which `option` gave, and `projects`, up to `limit`."""
    tasks = _load(split)
    if not tasks:
        raise UserError(f"--split {split} holds no tasks.")
    known: set[str] = set()
    for task in tasks:
        if task.task_id in known:
            raise UserError(f"--split {split} holds task {task.task_id} twice.")
        known.add(task.task_id)
    unknown = [task_id for task_id in task_ids if task_id not in known]
    if unknown:
        raise UserError(
            f"{option}: unknown task {unknown[0]} in the split {split}, whose {len(tasks)} tasks go from "
            f"{tasks[0].task_id} to {tasks[-1].task_id}.{did_you_mean(unknown[0], known)}"
        )
    wanted = set(task_ids) or known
    chosen = [task for task in tasks if task.task_id in wanted]
    if split in REPOSITORY_SPLITS:
        none: dict[str, list[Sample]] = {task.task_id: [] for task in chosen}
        here = of_available_tasks(none, {task.task_id: task for task in chosen}, projects or None, installed_projects)
        chosen = [task for task in chosen if task.task_id in here]
    return chosen[:limit]


def tasks_hash(tasks: Sequence[AnyTask]) -> str:
    """SHA-256 of the tasks' contents, by which a resumed run recognizes them."""
    rows = json.dumps([task.to_row() for task in tasks], sort_keys=True)
    return hashlib.sha256(rows.encode()).hexdigest()


def _load(split: str) -> list[AnyTask]:
    if split in REPOSITORY_SPLITS:
        return [*load_repository_tasks(split)]
    return [*load_split(split)] if split in ("test", "open") else _read_file(split)


def _read_file(path: str) -> list[AnyTask]:
    if not Path(path).exists():
        names = ("test", "open", *REPOSITORY_SPLITS)
        hint = did_you_mean(path, names)
        raise FileNotFoundError(f"--split {path}: none of {', '.join(names)}, and there is no such file.{hint}")
    if not path.endswith(".parquet"):
        return [*read_task_file(path)]
    import pyarrow.parquet

    tasks: list[AnyTask] = []
    for number, row in enumerate(pyarrow.parquet.read_table(path).to_pylist(), 1):
        try:
            tasks.append(task_from_row(row))
        except (TypeError, ValueError) as error:
            raise UserError(f"{path}, row {number}: {error}") from error
    return tasks
