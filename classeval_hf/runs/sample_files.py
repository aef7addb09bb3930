"""
Files of recorded samples, ours and those of the public ClassEval harness; `samples.jsonl` of a run is one of them.

Ours is JSON Lines, one object per sample: `task_id`, `sample` (index from 0, by default in order of appearance),
`completion` and, where the generator says it, `finish_reason`. The public one is a JSON list of objects with `task_id`
and `predict`: a list of completions, or for step-wise runs a list of lists whose last entry is the finished class.

DevEval's has a line per completion, with the `namespace` of the task, `completion`, and `idx`, which is the number of
the line or of the sample and is not needed: the samples of a task are in order of appearance. Its published files hold
49 lines for tasks that its published data does not have; lines of unknown namespaces are left out.
"""

from __future__ import annotations

import json
import reprlib
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from classeval_hf.core.samples import Sample
from classeval_hf.runs.sample_records import GeneratedSample, worst_reason
from classeval_hf.tasks.files import read_records
from classeval_hf.tasks.splits import ADD_DEVEVAL

__all__ = ["read_generated_samples", "read_lines", "read_sample_file", "read_samples", "sample_line"]

Record = TypeVar("Record")

_MAX_SAMPLES = 1_000_000
"""Samples of one task; a number beyond is a slip, and no run has as many."""


def read_samples(path: str | Path, task_ids: Collection[str] | None = None) -> dict[str, list[str]]:
    """
    Reads the completions of recorded samples; see [`read_sample_file`].

    Returns:
        `dict[str, list[str]]`: per task id, in order of first appearance, its completions in order of their index.
    """
    found = read_sample_file(path, task_ids)
    return {task_id: [sample.completion for sample in samples] for task_id, samples in found.items()}


def read_sample_file(path: str | Path, task_ids: Collection[str] | None = None) -> dict[str, list[Sample]]:
    """
    Reads recorded samples.

    Args:
        path (`str` or `Path`): a file in either form.
        task_ids (`Collection[str]`, *optional*): the known tasks; a sample of another one is an error, but for lines
            in DevEval's form, which are left out with a warning that counts them.

    Returns:
        `dict[str, list[Sample]]`: per task id, in order of first appearance, its samples in order of their index.

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming file, line or record, and task if the file is no JSON, holds no samples, names an unknown
            task, or leaves out, repeats or misnumbers a sample.
    """
    samples: dict[str, dict[int, Sample]] = {}
    left_out: list[str] = []
    for position, record in read_records(path):
        where = f"{path}, {position}"
        if "task_id" not in record and "namespace" in record:
            record = _without_namespace(record, where)
            if task_ids is not None and record["task_id"] not in task_ids:
                left_out.append(record["task_id"])
                continue
        task_id = record.get("task_id")
        if not isinstance(task_id, str) or not task_id:
            raise ValueError(f"{where}: no task_id. A sample needs task_id and completion (or predict).")
        if task_ids is not None and task_id not in task_ids:
            raise ValueError(
                f"{where}: unknown task {task_id}. Install the split that has it (`classeval-hf install`), or name a "
                "file with the tasks (`--tasks-from`)."
            )
        of_task = samples.setdefault(task_id, {})
        for sample in _samples(record, task_id, len(of_task), where):
            if sample.sample in of_task:
                raise ValueError(f"{where}: sample {sample.sample} of task {task_id} is given twice.")
            of_task[sample.sample] = sample
    if left_out and not samples:
        raise ValueError(
            f"{path} holds no samples of the tasks that are known, only of others of DevEval, {left_out[0]} for one. "
            f"For DevEval's tasks, {ADD_DEVEVAL}."
        )
    if not samples:
        of_tasks = " of the tasks that are known" if task_ids is not None else ""
        raise ValueError(f"{path} holds no samples{of_tasks}.")
    if left_out:
        warnings.warn(
            f"{path}: {len(left_out)} lines are left out, since they name no known task: {left_out[0]} for one.",
            stacklevel=2,
        )
    return {task_id: _in_order(path, task_id, found) for task_id, found in samples.items()}


def sample_line(sample: GeneratedSample) -> str:
    """A sample of a generation run as a line of `samples.jsonl`."""
    return json.dumps(sample.to_dict()) + "\n"  # in ASCII, so that no character of a model can be taken for its end


def read_generated_samples(path: Path) -> Iterator[tuple[str, GeneratedSample]]:
    """
    Reads what [`sample_line`] wrote: each whole line, and the sample in it; a torn last line is left out.

    Args:
        path (`Path`): `samples.jsonl` of a run, or what a process of a run has written so far.

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming file and line if a line holds no sample.
    """
    return read_lines(path, "sample", GeneratedSample.from_dict)


def read_lines(path: Path, kind: str, read: Callable[[Any], Record]) -> Iterator[tuple[str, Record]]:
    """
    Reads a file that a process appends to, one record per line; a torn last line is left out.

    Args:
        path (`Path`): the file.
        kind (`str`): what a record is called.
        read (`Callable[[Any], Record]`): makes a record of plain data, and raises `ValueError` for any other.

    Returns:
        `Iterator[tuple[str, Record]]`: per line its text, with its end, and its record.

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming file and line if a line holds no such record.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")[:-1], 1):
        try:
            record = read(json.loads(line))
        except ValueError as error:
            raise ValueError(f"{path}, line {number} is no {kind}: remove the line to go on.") from error
        yield line + "\n", record


def _samples(record: Mapping[str, Any], task_id: str, index: int, where: str) -> list[Sample]:
    if "completion" in record:
        sample = record.get("sample", index)
        if isinstance(sample, bool) or not isinstance(sample, int) or not 0 <= sample < _MAX_SAMPLES:
            raise ValueError(
                f"{where}: sample of task {task_id} must be a number from 0 to {_MAX_SAMPLES - 1}, but is "
                f"{reprlib.repr(sample)}."
            )
        completions, first = [record["completion"]], sample
    elif isinstance(record.get("predict"), list) and record["predict"]:
        completions = [item[-1] if isinstance(item, list) and item else item for item in record["predict"]]
        first = index
    else:
        raise ValueError(f"{where}: task {task_id} has neither a completion nor a non-empty list predict.")
    for completion in completions:
        if not isinstance(completion, str):
            raise ValueError(f"{where}: a completion of task {task_id} is no text but a {type(completion).__name__}.")
    reason = _finish_reason(record)
    return [Sample(task_id, first + offset, completion, reason) for offset, completion in enumerate(completions)]


def _without_namespace(record: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A record of DevEval's form in ours."""
    if not isinstance(record["namespace"], str) or not record["namespace"]:
        raise ValueError(f"{where}: namespace must be the name of a task of DevEval.")
    if "completion" not in record:
        raise ValueError(f"{where}: {record['namespace']} has no completion.")
    return {"task_id": f"DevEval/{record['namespace']}", "completion": record["completion"]}


def _finish_reason(record: Mapping[str, Any]) -> str:
    """Why the model stopped: of a single step too, if it was cut off or its prompt was too long."""
    steps = record.get("steps")
    parts = [record, *(step for step in steps if isinstance(step, dict))] if isinstance(steps, list) else [record]
    reasons = [part["finish_reason"] for part in parts if isinstance(part.get("finish_reason"), str)]
    return worst_reason(reasons)


def _in_order(path: str | Path, task_id: str, samples: Mapping[int, Sample]) -> list[Sample]:
    missing = next(index for index in range(len(samples) + 1) if index not in samples)
    if missing < len(samples):
        raise ValueError(f"{path}: task {task_id} lacks sample {missing} of {max(samples) + 1}.")
    return [samples[index] for index in sorted(samples)]
