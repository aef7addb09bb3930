"""
Files of recorded samples: ours and those of other tools; `samples.jsonl` of a run is one of them.

What a file is, its content says, and not its name: its first bytes tell archives and packed files, and the keys of a
record its form. The forms of records are in [`classeval_hf.runs.sample_forms`], logs of Inspect AI in
[`classeval_hf.runs.inspect_logs`], folders in [`classeval_hf.runs.sample_folders`], and what is said of other files
in [`classeval_hf.runs.other_files`].
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from classeval_hf.core.input_files import STANDARD_INPUT, InputFile, open_input
from classeval_hf.core.samples import Sample
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.core.user_warnings import warn_user
from classeval_hf.runs.inspect_logs import is_inspect_log, log_sample, read_eval_archive, read_json_log
from classeval_hf.runs.other_files import NESTED_LISTS, other_benchmark, other_document, refuse_table
from classeval_hf.runs.run_files import RunFiles
from classeval_hf.runs.sample_folders import read_sample_folder
from classeval_hf.runs.sample_forms import FoundSample, form_of
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.tasks.splits import ADD_DEVEVAL, installed_repository_splits, installed_splits, load_tasks

__all__ = ["read_generated_samples", "read_lines", "read_sample_file", "read_samples", "sample_line"]

Record = TypeVar("Record")

_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class _Place:
    """
    A sample, its task, and where it stands; `skips_unknown` if it is left out where its task is unknown, `in_list` if
    its record holds several.
    """

    where: str
    task_id: str
    found: FoundSample
    skips_unknown: bool = False
    in_list: bool = False
    unknown: str = ""
    """What to say where the task is unknown, if it is known what the file is."""


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
        path (`str` or `Path`): a file in any of the forms, packed with gzip or not; a folder of samples, or of a run;
            or `-` for standard input.
        task_ids (`Collection[str]`, *optional*): the known tasks; a sample of another one is an error, but for lines
            in DevEval's form, which are left out with a warning that counts them.

    Returns:
        `dict[str, list[Sample]]`: per task id, in order of first appearance, its samples in order of their index.

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming file, line or record, and task if the file is of no known form or beyond a limit, holds no
            samples, names an unknown task, or leaves out, repeats or misnumbers a sample.
    """
    samples: dict[str, dict[int, Sample]] = {}
    left_out: list[str] = []
    null: list[str] = []
    for place in _places(Path(path), task_ids):
        if task_ids is not None and place.task_id not in task_ids:
            if not place.skips_unknown:
                raise ValueError(f"{place.where}: {place.unknown or _unknown(place.task_id, task_ids)}")
            left_out.append(place.task_id)
            continue
        of_task, found = samples.setdefault(place.task_id, {}), place.found
        index = len(of_task) if found.sample is None else found.sample
        if index in of_task:
            raise ValueError(f"{place.where}: sample {index} of task {place.task_id} is given twice.")
        null += [place.task_id] * found.is_null
        is_numbered = place.in_list or found.sample is not None
        of_task[index] = Sample(place.task_id, index, found.completion, found.finish_reason, is_numbered, found.steps)
    if left_out and not samples:
        raise ValueError(
            f"{path} holds no samples of the tasks that are known, only of others of DevEval, {left_out[0]} for one. "
            + (
                "For DevEval's tasks: --tasks deveval, or no --tasks."
                if "deveval" in installed_repository_splits()
                else f"For DevEval's tasks, {ADD_DEVEVAL}."
            )
        )
    if not samples and Path(path).is_file() and not Path(path).stat().st_size:
        raise ValueError(f"{path} is empty.")
    if not samples:
        of_tasks = " of the tasks that are known" if task_ids is not None else ""
        name = "standard input" if str(path) == STANDARD_INPUT else path
        raise ValueError(f"{name} holds no samples{of_tasks}.")
    if null:
        warn_user(f"{path}: {len(null)} completions are null, of task {null[0]} for one: they count as empty.")
    if left_out:
        warn_user(f"{path}: {len(left_out)} lines are left out, since they name no known task: {left_out[0]} for one.")
    return {task_id: _in_order(path, task_id, of_task) for task_id, of_task in samples.items()}


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


def _places(path: Path, task_ids: Collection[str] | None) -> Iterator[_Place]:
    if path.is_dir():
        run = RunFiles(path)
        if run.record.is_file() and run.samples.is_file():
            yield from _places(run.samples, task_ids)
        else:
            for where, task_id, found in read_sample_folder(path, task_ids):
                yield _Place(where, task_id, found)
        return
    with open_input(path) as file:
        if file.head.startswith(_ZIP):
            for where, sample in read_eval_archive(file.rest(), file.name):
                yield _Place(where, *log_sample(sample, where))
        else:
            yield from _in_text(file)


def _in_text(file: InputFile) -> Iterator[_Place]:
    refuse_table(file)
    filters: dict[str, Any] = {}
    for position, record in file.values():
        where = f"{file.name}, {position}"
        if isinstance(record, list) and all(isinstance(item, str) for item in record):
            raise ValueError(f"{where}: {NESTED_LISTS}")
        if not isinstance(record, dict):
            raise ValueError(f"{where}: expected a JSON object, found {type(record).__name__}.")
        if is_inspect_log(record):
            for of_sample, sample in read_json_log(record, file.name):
                yield _Place(of_sample, *log_sample(sample, of_sample))
        elif not _is_repeated(record, filters):
            yield from _in_record(record, where)


def _in_record(record: Mapping[str, Any], where: str) -> Iterator[_Place]:
    other = other_benchmark(record)
    form = form_of(record)
    if form is None:
        task_id = record.get("task_id")
        if other or (other := other_document(record)):
            raise ValueError(f"{where}: {other}")
        if task_id is not None and not isinstance(task_id, str):
            raise ValueError(f"{where}: {_number_for_text(task_id)}")
        if not task_id:
            raise ValueError(f"{where}: no task_id. A sample needs task_id and completion (or predict).")
        raise ValueError(f"{where}: task {task_id} has neither a completion nor a non-empty list predict.")
    task_id = form.task_id(record)
    if "task_id" in record and task_id is not None and not isinstance(task_id, str):
        raise ValueError(f"{where}: {_number_for_text(task_id)}")
    if not isinstance(task_id, str) or not task_id:
        raise ValueError(f"{where}: {form.task_advice}")
    samples = form.read(record, where)
    for found in samples:
        yield _Place(where, task_id, found, form.skips_unknown, len(samples) > 1, other)


def _number_for_text(task_id: Any) -> str:
    is_number = isinstance(task_id, (int, float)) and not isinstance(task_id, bool)
    kind = "a number" if is_number else f"a {type(task_id).__name__}"
    return f"task_id is {kind}, and not text: {reprlib.repr(task_id)}. Write the id of the task as text."


def _is_repeated(record: Mapping[str, Any], filters: dict[str, Any]) -> bool:
    """Whether a record has responses again, as lm-evaluation-harness writes them for each of a task's filters."""
    document = record.get("doc")
    if "filter" not in record or "resps" not in record or not isinstance(document, dict):
        return False
    key, name = json.dumps([record.get("doc_id"), document.get("task_id")]), record["filter"]
    return bool(filters.setdefault(key, name) != name)


def _unknown(task_id: str, known: Collection[str]) -> str:
    for split in (*installed_splits(), *installed_repository_splits()):
        if any(task.task_id == task_id for task in load_tasks(split)):
            return f"task {task_id} is of the split {split}: --tasks {split}, or no --tasks."
    return (
        f"unknown task {task_id}.{did_you_mean(task_id, known)} Install the split that has it "
        "(`classeval-hf install`), or name a file with the tasks (`--tasks-from`)."
    )


def _in_order(path: str | Path, task_id: str, samples: Mapping[int, Sample]) -> list[Sample]:
    missing = next(index for index in range(len(samples) + 1) if index not in samples)
    if missing < len(samples):
        raise ValueError(f"{path}: task {task_id} lacks sample {missing} of {max(samples) + 1}.")
    return [samples[index] for index in sorted(samples)]
