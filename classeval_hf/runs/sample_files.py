"""Files and folders of samples, ours and other tools'. The form of a file is found from its content, not its name.

Folders have a folder per task with `0.py`, `1.py` (EvalPlus), or a file or folder per author, each a run."""

import io
import json
import os
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError, did_you_mean, warn_user
from classeval_hf.core.input_files import MAX_BYTES, STANDARD_INPUT, json_kind, links_below, open_input
from classeval_hf.metrics.samples import Sample
from classeval_hf.runs.run_records import samples_of_run
from classeval_hf.runs.sample_forms import (
    MAX_SAMPLES,
    NEXT,
    SampleRead,
    is_inspect_log,
    read_eval_archive,
    read_json_log,
    samples_in,
)
from classeval_hf.tasks.splits import ADD_DEVEVAL, installed_repository_splits, split_of

_ZIP = b"PK\x03\x04"
_HEADER = re.compile(r"[\w \"'.-]+([,;\t][\w \"'.-]+)+")  # the first line of a table
_TASK_COLUMN = re.compile(r"\b(task|id|completion|solution|prompt|code|predict)", re.IGNORECASE)
_NESTED_LISTS = (
    "these are texts without task ids, as bigcode-evaluation-harness writes them (generations.json): write each text "
    "as completion, with the task_id of its place in the dataset, as JSON Lines."
)
SAMPLE_FILE = re.compile(r"(\d{1,7})\.py(\.gz)?")
_MAX_DEPTH = 8


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
    for read in _samples_at(Path(path), task_ids):
        sample = read.sample
        if task_ids is not None and sample.task_id not in task_ids:
            if not read.skips_unknown:
                raise UserError(f"{read.where}: {read.unknown or unknown_task(sample.task_id, task_ids, option)}")
            left_out.append(sample.task_id)
            continue
        known = samples.setdefault(sample.task_id, {})
        index = len(known) if sample.sample == NEXT else sample.sample
        if index in known:
            raise UserError(f"{read.where}: sample {index} of task {sample.task_id} is given twice.")
        null += [sample.task_id] * read.is_null
        known[index] = replace(sample, sample=index)
    if left_out and not samples:
        raise UserError(
            f"{path} holds no samples of the tasks that are known, only of others of DevEval, such as {left_out[0]}. "
            f"For DevEval's tasks: {option} deveval, or no {option}"
            + ("." if "deveval" in installed_repository_splits() else f"; first {ADD_DEVEVAL}.")
        )
    if not samples:
        name = "standard input" if str(path) == STANDARD_INPUT else path
        raise UserError(f"{name} is empty: it holds no samples. Check what was to write it.")
    if null:
        are = "completion is" if len(null) == 1 else "completions are"
        warn_user(f"{path}: {len(null)} {are} null, such as that of task {null[0]}, and counted as empty.")
    if left_out:
        are = "line is" if len(left_out) == 1 else "lines are"
        warn_user(f"{path}: {len(left_out)} {are} left out since their tasks are unknown, such as {left_out[0]}.")
    for task_id, known in samples.items():
        missing = next(index for index in range(len(known) + 1) if index not in known)
        if missing < len(known):
            begins = f" Numbers begin at 0, and these at {min(known)}." if missing == 0 else ""
            raise UserError(f"{path}: task {task_id} lacks sample {missing} of {max(known) + 1}.{begins}")
    return {task_id: [known[index] for index in sorted(known)] for task_id, known in samples.items()}


def _samples_at(path: Path, task_ids: Collection[str] | None) -> Iterator[SampleRead]:
    if path.is_dir():
        of_run = samples_of_run(path)
        yield from read_sample_folder(path, task_ids) if of_run == path else _samples_at(of_run, task_ids)
        return
    if path.name.endswith((".py", ".py.gz")):
        yield read_author_file(path, task_ids)
        return
    with open_input(path) as file:
        if file.head.startswith(_ZIP):
            yield from read_eval_archive(file.rest(), file.name)
            return
        first = file.head.decode("utf-8", "replace").lstrip("\ufeff \r\n").partition("\n")[0].rstrip("\r")
        if not first.startswith(("{", "[")) and _HEADER.fullmatch(first) and _TASK_COLUMN.search(first):
            separator = next(mark for mark in ("\t", ";", ",") if mark in first)
            how = "" if separator == "," else f", sep={separator!r}"
            raise UserError(
                f"{file.name} is a table of separated values (CSV), which is not read: a completion has lines of its "
                "own. Write it as JSON Lines with task_id and completion, for instance with pandas: "
                f'read_csv("FILE"{how}).to_json("samples.jsonl", orient="records", lines=True).'
            )
        filters: dict[str, Any] = {}
        for at, item in file.values():
            where = f"{file.name}, {at}"
            if isinstance(item, str) or (isinstance(item, list) and all(isinstance(x, (str, list)) for x in item)):
                raise UserError(f"{where}: {_NESTED_LISTS}")
            if not isinstance(item, dict):
                raise UserError(f"{where}: expected a JSON object, found {json_kind(item)}.")
            if is_inspect_log(item):
                yield from read_json_log(item, file.name)
                continue
            if "filter" in item and "resps" in item and isinstance(document := item.get("doc"), dict):
                # lm-evaluation-harness writes the responses once for each of a task's filters.
                key, name = json.dumps([item.get("doc_id"), document.get("task_id")]), item["filter"]
                if filters.setdefault(key, name) != name:
                    continue
            yield from samples_in(item, where)


def unknown_task(task_id: str, known: Collection[str], option: str) -> str:
    """The message for a task that is neither installed nor among those that an option names."""
    if split := split_of(task_id):
        return f"task {task_id} is of the split {split}: {option} {split}, or no {option}."
    unknown = f"unknown task {task_id}.{did_you_mean(task_id, known)}"
    if known and not split_of(next(iter(known))):  # either all tasks are of splits, or all are a user's
        return f"{unknown} The tasks given are others, such as {next(iter(known))}: correct the id or the tasks."
    how = "Install the split that has it (`classeval-hf install`), or name a file with the tasks (`--tasks-from`)."
    return f"{unknown} {how}"


def is_sample_folder(folder: Path) -> bool:
    """Whether a folder has a file named for a sample in the folder of a task, or a file named for a task."""
    files = _python_files(folder)
    return any((path.parent != folder) is (SAMPLE_FILE.fullmatch(path.name) is not None) for path in files)


def is_numbered(folder: Path) -> bool:
    """Whether a folder has numbered samples in folders of their tasks."""
    return any(path.parent != folder and SAMPLE_FILE.fullmatch(path.name) for path in _python_files(folder))


def read_author_file(file: Path, task_ids: Collection[str] | None = None) -> SampleRead:
    """A Python file as the sample of the only task; the task id is empty if the tasks are not known."""
    if task_ids is not None and len(task_ids) != 1:
        raise UserError(
            f"{file} does not say which of {len(task_ids)} tasks it is of: name the one task by --tasks-from, or the "
            f"file for its task, as in {stem(file.name)}/TASK_ID.py."
        )
    with open_input(file) as opened:
        text = _python_text(opened.rest(), str(file))
    return SampleRead(str(file), Sample(ids_by_name(task_ids or ()).get("", ""), 0, text))


def _python_text(content: bytes, where: str) -> str:
    """The text of a Python file, which may name its encoding (PEP 263); bytes that cannot be read are replaced."""
    try:
        return content.decode(tokenize.detect_encoding(io.BytesIO(content).readline)[0])
    except (SyntaxError, LookupError, UnicodeError):
        problem = "is not text in the encoding that it has: what cannot be read is replaced. Save it in UTF-8."
        warn_user(f"{where} {problem}")
        return content.decode("utf-8", "replace")


def stem(name: str) -> str:
    """The name of a Python file, packed or not, without its ending."""
    return name.removesuffix(".gz").removesuffix(".py")


def read_sample_folder(folder: Path, task_ids: Collection[str] | None) -> Iterator[SampleRead]:
    """The samples of a folder. `task_ids` are the known tasks, whose folders may have `_` for `/`."""
    ids = ids_by_name(task_ids or ())
    room = MAX_BYTES
    has_samples = False
    if links := links_below(folder):
        warn_user(f"{folder}: links are not followed, and left out: {', '.join(links[:5])}.")
    for path in _python_files(folder):
        name = path.parent.relative_to(folder).as_posix()
        match = SAMPLE_FILE.fullmatch(path.name)
        is_of_author = match is None and name == "."
        name = stem(path.name) if is_of_author else name
        if not is_of_author and (match is None or name == "." or int(match[1]) >= MAX_SAMPLES):
            raise UserError(
                f"{path} is not named for a sample: in a folder of samples, files are TASK_ID/0.py, TASK_ID/1.py and "
                "so on; in a folder of authors, whose names are no numbers, AUTHOR.py or AUTHOR/TASK_ID.py."
            )
        has_samples = True
        with open_input(path) as file:
            content = file.rest()
        room -= len(content)
        if room < 0:
            raise UserError(f"{folder} holds samples of more than {MAX_BYTES >> 20} MiB: it is not read.")
        text = _python_text(content, str(path))
        yield SampleRead(str(path), Sample(ids.get(name, name), int(match[1]) if match else 0, text))
    if not has_samples:
        raise UserError(
            f"{folder} is a folder without samples: it needs files TASK_ID/0.py, AUTHOR.py or AUTHOR/TASK_ID.py, or "
            "the samples.jsonl of a run. Logs of other tools are named one by one."
        )


def with_known_ids(samples: Mapping[str, Sequence[Sample]], task_ids: Collection[str]) -> dict[str, list[Sample]]:
    """Samples that were read before tasks were known, by task id instead of folder; other samples stay."""
    ids = ids_by_name(task_ids)
    return {
        ids.get(name, name): [replace(sample, task_id=ids.get(name, name)) for sample in of_folder]
        for name, of_folder in samples.items()
    }


def ids_by_name(task_ids: Collection[str]) -> dict[str, str]:
    """Task ids by the names that their folders may have; a task with that very id comes first."""
    only = {"": next(iter(task_ids))} if len(task_ids) == 1 else {}  # see `read_author_file`
    return {task_id.replace("/", "_"): task_id for task_id in task_ids} | {one: one for one in task_ids} | only


def _python_files(folder: Path) -> Iterator[Path]:
    """Python files below a folder, except in hidden folders and caches; links are not followed."""
    for place, folders, files in os.walk(folder):
        current = Path(place)
        deep = len(current.relative_to(folder).parts) >= _MAX_DEPTH
        folders[:] = [] if deep else sorted(n for n in folders if not n.startswith(".") and n != "__pycache__")
        for name in sorted(files):
            if name.endswith((".py", ".py.gz")) and not name.startswith(".") and not (current / name).is_symlink():
                yield current / name
