"""Reading tasks, and JSON records in general, from files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.tasks.task_rows import task_from_row

__all__ = ["read_records", "read_task_file"]


def read_task_file(path: str | Path) -> list[ClassTask]:
    """
    Reads tasks from a JSON or JSON Lines file of records with at least a task's required keys.

    Args:
        path (`str` or `Path`): the file; ClassEval's data and its recorded outputs, which embed it, are such files.

    Returns:
        `list[ClassTask]`

    Raises:
        `ValueError`: naming file, line or position, and task.
    """
    tasks = []
    for position, row in read_records(path):
        try:
            tasks.append(task_from_row(row))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{path}, {position}: {error}") from error
    return tasks


def read_records(path: str | Path) -> list[tuple[str, dict[str, Any]]]:
    """
    Reads the objects of a JSON list or of a JSON Lines file.

    Args:
        path (`str` or `Path`): the file.

    Returns:
        `list[tuple[str, dict[str, Any]]]`: per object where it stands ("line 3", "record 3") and the object.

    Raises:
        `ValueError`: naming file and line if it is no JSON, or holds something other than objects.
    """
    text = Path(path).read_text(encoding="utf-8-sig")
    if text.lstrip().startswith("["):
        try:
            records = [(f"record {index}", record) for index, record in enumerate(json.loads(text), 1)]
        except ValueError as error:
            raise ValueError(f"{path} is not valid JSON: {error}.") from error
    else:
        records = []
        for number, line in enumerate(text.split("\n"), 1):
            try:
                if line.strip():
                    records.append((f"line {number}", json.loads(line)))
            except ValueError as error:
                raise ValueError(f"{path}, line {number} is not valid JSON: {error}.") from error
    for position, record in records:
        if not isinstance(record, dict):
            raise ValueError(f"{path}, {position}: expected a JSON object, found {type(record).__name__}.")
    return records
