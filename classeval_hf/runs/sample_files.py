"""Files of recorded samples, ours and other tools'. The form of a file is found from its content, not its name."""

import json
import re
import reprlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from classeval_hf.core.errors import UserError, did_you_mean, warn_user
from classeval_hf.core.input_files import STANDARD_INPUT, InputFile, json_kind, open_input, read_text
from classeval_hf.core.samples import Sample
from classeval_hf.runs.inspect_logs import is_inspect_log, log_sample, read_eval_archive, read_json_log
from classeval_hf.runs.run_files import samples_of_run
from classeval_hf.runs.sample_folders import read_author_file, read_sample_folder
from classeval_hf.runs.sample_forms import RecordedSample, form_of
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.tasks.splits import ADD_DEVEVAL, installed_repository_splits, split_of

Record = TypeVar("Record")

_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class _Place:
    where: str
    task_id: str
    entry: RecordedSample
    skips_unknown: bool = False  # whether it is left out where its task is unknown
    in_list: bool = False  # whether its record holds several samples
    unknown: str = ""  # the message for an unknown task, if the file is known to be another benchmark's


def read_sample_file(
    path: str | Path, task_ids: Collection[str] | None = None, option: str = "--tasks"
) -> dict[str, list[Sample]]:
    """
    Reads recorded samples.

    Args:
        path (`str` or `Path`): a file in any of the forms, packed with gzip or not; a folder of samples, or of a run;
            or `-` for standard input.
        task_ids (`Collection[str]`, *optional*): the known tasks; a sample of another one is an error, but for lines
            in DevEval's form, which are left out with a warning that counts them.
        option (`str`, defaults to `"--tasks"`): what messages call the option that names these tasks.

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
                raise UserError(f"{place.where}: {place.unknown or unknown_task(place.task_id, task_ids, option)}")
            left_out.append(place.task_id)
            continue
        known, entry = samples.setdefault(place.task_id, {}), place.entry
        index = len(known) if entry.sample is None else entry.sample
        if index in known:
            raise UserError(f"{place.where}: sample {index} of task {place.task_id} is given twice.")
        null += [place.task_id] * entry.is_null
        is_numbered = place.in_list or entry.sample is not None
        known[index] = Sample(place.task_id, index, entry.completion, entry.finish_reason, is_numbered, entry.steps)
    if left_out and not samples:
        raise UserError(
            f"{path} holds no samples of the tasks that are known, only of others of DevEval, {left_out[0]} for one. "
            f"For DevEval's tasks: {option} deveval, or no {option}"
            + ("." if "deveval" in installed_repository_splits() else f"; first {ADD_DEVEVAL}.")
        )
    if not samples:
        name = "standard input" if str(path) == STANDARD_INPUT else path
        raise UserError(f"{name} is empty: it holds no samples. Check what was to write it.")
    if null:
        are = "completion is" if len(null) == 1 else "completions are"
        warn_user(f"{path}: {len(null)} {are} null, of task {null[0]} for one, and counted as empty.")
    if left_out:
        are = "line is" if len(left_out) == 1 else "lines are"
        warn_user(f"{path}: {len(left_out)} {are} left out since their tasks are unknown, such as {left_out[0]}.")
    for task_id, known in samples.items():
        missing = next(index for index in range(len(known) + 1) if index not in known)
        if missing < len(known):
            begins = f" Numbers begin at 0, and these at {min(known)}." if missing == 0 else ""
            raise UserError(f"{path}: task {task_id} lacks sample {missing} of {max(known) + 1}.{begins}")
    return {task_id: [known[index] for index in sorted(known)] for task_id, known in samples.items()}


def sample_line(sample: GeneratedSample) -> str:
    return json.dumps(sample.to_dict()) + "\n"  # in ASCII, so that no character of a model ends the line


def read_generated_samples(path: Path) -> Iterator[tuple[str, GeneratedSample]]:
    """Reads what [`sample_line`] wrote: each whole line, and the sample in it; a torn last line is left out."""

    def read(data: Any) -> GeneratedSample:  # samples made by hand may lack the strategy
        return msgspec.convert({"strategy": "", **data} if isinstance(data, dict) else data, GeneratedSample)

    return read_lines(path, "sample", read)


def read_lines(path: Path, kind: str, read: Callable[[Any], Record]) -> Iterator[tuple[str, Record]]:
    """The whole lines of a file that a process appends to, each with its record, which messages call `kind`."""
    for number, line in enumerate(read_text(path).split("\n")[:-1], 1):
        try:
            record = read(json.loads(line))
        except ValueError as error:
            raise UserError(f"{path}, line {number} is no {kind}: remove the line to go on.") from error
        yield line + "\n", record


def _places(path: Path, task_ids: Collection[str] | None) -> Iterator[_Place]:
    if path.is_dir():
        if (samples := samples_of_run(path)) != path:
            yield from _places(samples, task_ids)
        else:
            for where, task_id, entry in read_sample_folder(path, task_ids):
                yield _Place(where, task_id, entry)
        return
    if path.name.endswith((".py", ".py.gz")):
        yield _Place(*read_author_file(path, task_ids))
        return
    with open_input(path) as file:
        if file.head.startswith(_ZIP):
            for where, sample in read_eval_archive(file.rest(), file.name):
                yield _Place(where, *log_sample(sample, where))
        else:
            _refuse_table(file)
            filters: dict[str, Any] = {}
            for at, item in file.values():
                place = f"{file.name}, {at}"
                if isinstance(item, str) or (isinstance(item, list) and all(isinstance(x, (str, list)) for x in item)):
                    raise UserError(f"{place}: {_NESTED_LISTS}")
                if not isinstance(item, dict):
                    raise UserError(f"{place}: expected a JSON object, found {json_kind(item)}.")
                if is_inspect_log(item):
                    for of_sample, logged in read_json_log(item, file.name):
                        yield _Place(of_sample, *log_sample(logged, of_sample))
                elif not _is_repeated(item, filters):
                    yield from _in_record(item, place)


def _in_record(record: Mapping[str, Any], where: str) -> Iterator[_Place]:
    other = other_benchmark(record)
    form = form_of(record)
    if form is None:
        task_id = record.get("task_id")
        if other or (other := other_document(record)):
            raise UserError(f"{where}: {other}")
        if task_id is not None and not isinstance(task_id, str):
            raise UserError(f"{where}: {_number_for_text(task_id)}")
        what = f"task {task_id} has neither a completion nor a non-empty list predict" if task_id else "no task_id"
        keys = reprlib.repr([key for key in record if key != "task_id"])[1:-1]
        but = f", but {keys}" if keys else ""
        raise UserError(f"{where}: {what}{but}. A sample needs task_id and completion (or predict).")
    task_id = form.task_id(record)
    if "task_id" in record and task_id is not None and not isinstance(task_id, str):
        raise UserError(f"{where}: {_number_for_text(task_id)}")
    if not isinstance(task_id, str) or not task_id:
        raise UserError(f"{where}: {form.task_advice}")
    samples = form.read(record, where)
    for sample in samples:
        yield _Place(where, task_id, sample, form.skips_unknown, len(samples) > 1, other)


def _number_for_text(task_id: Any) -> str:
    return f"task_id is {json_kind(task_id)}, and not text: {reprlib.repr(task_id)}. Write the id of the task as text."


def _is_repeated(record: Mapping[str, Any], filters: dict[str, Any]) -> bool:
    """Whether a record repeats responses: lm-evaluation-harness writes them once for each of a task's filters."""
    document = record.get("doc")
    if "filter" not in record or "resps" not in record or not isinstance(document, dict):
        return False
    key, name = json.dumps([record.get("doc_id"), document.get("task_id")]), record["filter"]
    return bool(filters.setdefault(key, name) != name)


def unknown_task(task_id: str, known: Collection[str], option: str) -> str:
    """The message for a task that is neither installed nor among those that an option names."""
    if split := split_of(task_id):
        return f"task {task_id} is of the split {split}: {option} {split}, or no {option}."
    unknown = f"unknown task {task_id}.{did_you_mean(task_id, known)}"
    if known and not split_of(next(iter(known))):  # either all tasks are of splits, or all are a user's
        return f"{unknown} The tasks given are others, {next(iter(known))} for one: correct the id or the tasks."
    how = "Install the split that has it (`classeval-hf install`), or name a file with the tasks (`--tasks-from`)."
    return f"{unknown} {how}"


_OF_FUNCTIONS = re.compile(r"(HumanEval|Mbpp|BigCodeBench|MBPP|LiveCodeBench)/")
_HEADER = re.compile(r"[\w \"'.-]+([,;\t][\w \"'.-]+)+")
_TASK_COLUMN = re.compile(r"\b(task|id|completion|solution|prompt|code|predict)", re.IGNORECASE)

# Files that name no task of ours: their kind, the keys of their records, and advice.
_WITHOUT_TASKS = msgspec.json.decode(
    (resources.files("classeval_hf.runs") / "other_files.json").read_bytes(), type=list[tuple[str, set[str], str]]
)

_NESTED_LISTS = (
    "these are texts without task ids, as bigcode-evaluation-harness writes them (generations.json): write each text "
    "as completion, with the task_id of its place in the dataset, as JSON Lines."
)


def _refuse_table(file: InputFile) -> None:
    """Raises a `ValueError` with advice on converting it if a file is a table of comma- or tab-separated values."""
    first = file.head.decode("utf-8", "replace").lstrip("\ufeff \r\n").partition("\n")[0].rstrip("\r")
    if first.startswith(("{", "[")) or not _HEADER.fullmatch(first) or not _TASK_COLUMN.search(first):
        return
    separator = next(mark for mark in ("\t", ";", ",") if mark in first)
    how = "" if separator == "," else f", sep={separator!r}"
    raise UserError(
        f"{file.name} is a table of separated values (CSV), which is not read: a completion has lines of its own. "
        "Write it as JSON Lines with task_id and completion, for instance with pandas: "
        f'read_csv("FILE"{how}).to_json("samples.jsonl", orient="records", lines=True).'
    )


def other_benchmark(record: Mapping[str, Any]) -> str:
    """The message for a record of a benchmark of functions, such as HumanEval; empty for other records."""
    task_id = record.get("task_id")
    if not ("entry_point" in record or (isinstance(task_id, str) and _OF_FUNCTIONS.match(task_id))):
        return ""
    return (
        "this is a file of HumanEval or of another benchmark of functions, and not of classes. Score it with that "
        "benchmark's own tool (`evaluate_functional_correctness`, `evalplus.evaluate`); for tasks of your own, "
        "name a file with the tasks (`--tasks-from`)."
    )


def other_document(record: Mapping[str, Any]) -> str:
    """The message for other documents that this or another tool writes beside samples; empty for any other."""
    if "results" in record and "configs" in record:
        return (
            "these are results of lm-evaluation-harness without samples: run it with --log_samples, and name its file "
            "samples_*.jsonl."
        )
    entries = [entry for entry in islice(record.values(), 5) if isinstance(entry, Mapping)]
    for what, keys, advice in _WITHOUT_TASKS:
        if any(entry.keys() >= keys for entry in (record, *entries)):
            return f"this is a file of {what}: {advice}"
    if any(isinstance(entry, Mapping) and "n_tasks" in entry for entry in (record, *record.values())):
        return "this is a file of scores, and not of samples: show it with `classeval-hf report` or `compare`."
    if "skeleton" in record or ("class_name" in record and "test" in record):
        return "this is a task without completions: tasks are named with --tasks-from."
    return ""
