"""Files and folders of samples, ours and other tools'. The form of a file is found from its content, not its name.

Folders have a folder per task with `0.py`, `1.py` (EvalPlus), or a file or folder per author, each a run."""

import io
import json
import os
import re
import reprlib
import struct
import tokenize
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib import import_module, resources
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from classeval_hf.core import files
from classeval_hf.core.errors import UserError, did_you_mean, warn_user
from classeval_hf.core.verdicts import CUT_OFF, PROMPT_TOO_LONG
from classeval_hf.metrics.samples import Sample
from classeval_hf.prompting.steps import SampleStep, step_facts
from classeval_hf.runs.run_records import STRATEGIES, RunName, samples_of_run
from classeval_hf.tasks.splits import SPLITS, split_with

MAX_SAMPLES = 1_000_000  # samples of one task; a larger index is a mistake
NEXT = -1  # the index of a sample whose file states none: it becomes the next index of its task

Record = Mapping[str, Any]

_MAX_MEMBERS = 1_000_000
_CENTRAL_ENTRY = b"PK\x01\x02"
_ZSTANDARD = 93  # number of the method in the zip format
_LOCAL_HEADER = struct.Struct("<4s22xHH")  # signature, and the lengths of name and extra field, before the data
_CHUNK = 1 << 20
_HEADERS = "header.json", "_journal/start.json"  # members that describe the run of a log
_HEAD_BYTES = 1 << 18  # the first bytes of these, which name the model
_LM_EVAL = re.compile(r"samples_.+_\d{4}-\d\d-\d\dT.*\.jsonl(\.gz)?")
_SHOWN_CHARS = 200
_DAMAGED = "{} is damaged, or packed in a way that is not read: {}."
_NO_OBJECT = "{}: expected a JSON object, found {}."
_UNFINISHED = "{}: the run of this log has not finished, so that samples may be missing."

_OF_FUNCTIONS = re.compile(r"(HumanEval|Mbpp|BigCodeBench|MBPP|LiveCodeBench)/")
_FUNCTIONS = (
    "this is a file of HumanEval or of another benchmark of functions, and not of classes. Score it with that "
    "benchmark's own tool (`evaluate_functional_correctness`, `evalplus.evaluate`); for tasks of your own, "
    "name a file with the tasks (`--tasks-from`)."
)

# Files that name no task of ours: their kind, the keys of their records, and advice.
_WITHOUT_TASKS = msgspec.json.decode(
    (resources.files("classeval_hf.runs") / "other_files.json").read_bytes(), type=list[tuple[str, set[str], str]]
)


@dataclass(frozen=True)
class SampleRead:
    """A sample as a file has it."""

    where: str  # the file, and the line or record in it, for messages
    sample: Sample  # its index is `NEXT` if the file states none
    is_null: bool = False  # whether its text is null in the file, as after a failed request
    skips_unknown: bool = False  # whether it is left out if its task is unknown; else that is an error
    unknown: str = ""  # the message for an unknown task, if the file is known to be another benchmark's


OWN, HARNESS, EVALPLUS, CHAT = "ClassEval-HF", "ClassEval's public harness", "EvalPlus", "chat transcript"
LM_EVAL, DEVEVAL = "lm-evaluation-harness", "DevEval"
FORMS = {
    OWN: ("task_id", "completion"),
    HARNESS: ("task_id", "predict"),
    EVALPLUS: ("task_id", "solution"),
    CHAT: ("task_id", "messages"),
    LM_EVAL: ("doc", "resps"),
    DEVEVAL: ("namespace",),
}  # by tool or benchmark the keys of its records; a record with the keys of two forms has the first of the two


_NEEDS = "A sample needs task_id and completion (or predict)."
_WITHOUT_ID = {
    LM_EVAL: "its doc has no task_id. Take the columns of the dataset over into the task of lm-evaluation-harness.",
    DEVEVAL: "namespace must be the name of a task of DevEval.",
}  # messages for a record that names no task


def form_of(record: Record) -> str:
    return next((form for form, keys in FORMS.items() if all(key in record for key in keys)), "")


def samples_in(record: Record, where: str) -> Iterator[SampleRead]:
    """The samples of a record in any of the forms."""
    form, task_id = form_of(record), record.get("task_id")
    is_of_functions = "entry_point" in record or (isinstance(task_id, str) and _OF_FUNCTIONS.match(task_id))
    other = _FUNCTIONS if is_of_functions else ""
    if not form and (other or (other := _other_document(record))):
        raise UserError(f"{where}: {other}")
    if form == LM_EVAL:
        task_id = record["doc"].get("task_id") if isinstance(record["doc"], Mapping) else None
    elif form == DEVEVAL:
        name = record["namespace"]
        task_id = f"DevEval/{name}" if isinstance(name, str) and name else None
    if "task_id" in record and task_id is not None and not isinstance(task_id, str):
        how = f"{reprlib.repr(task_id)}. Write the id of the task as text."
        raise UserError(f"{where}: task_id is {files.json_kind(task_id)}, not a text: {how}")
    if not form:
        what = f"task {task_id} has neither a completion nor a non-empty list predict" if task_id else "no task_id"
        keys = reprlib.repr([key for key in record if key != "task_id"])[1:-1]
        raise UserError(f"{where}: {what}{f', but {keys}' if keys else ''}. {_NEEDS}")
    if not isinstance(task_id, str) or not task_id:
        raise UserError(f"{where}: {_WITHOUT_ID.get(form, f'no task_id. {_NEEDS}')}")
    values, index, steps = _texts(form, record, task_id, where), NEXT, record.get("steps", ())
    if form == OWN:
        index = record.get("sample", NEXT)
        if "sample" in record and (type(index) is not int or not 0 <= index < MAX_SAMPLES):
            given = reprlib.repr(index)
            raise UserError(f"{where}: sample of task {task_id} must be from 0 to {MAX_SAMPLES - 1}, not {given}.")
    # A step whose prompt was too long counts for the sample, or else one that was cut off.
    parts = [record, *(step for step in steps if isinstance(step, dict))] if isinstance(steps, list) else [record]
    reasons = [reason for part in parts if (reason := stop_reason(part.get("finish_reason")))] or [""]
    reason = next((reason for reason in (PROMPT_TOO_LONG, CUT_OFF) if reason in reasons), reasons[0][:40])
    for value in values:
        text = "" if value is None else value
        if not isinstance(text, str):
            raise UserError(f"{where}: a completion of task {task_id} is {files.json_kind(text)}, not a text.")
        sample = Sample(task_id, index, text, reason, index != NEXT or len(values) > 1)
        with suppress(ValueError):  # another tool's steps
            if form == OWN:
                own = msgspec.convert(steps, list[SampleStep])
                sample = replace(sample, steps=step_facts(own, text, record.get("plan_failed") is True))
        yield SampleRead(where, sample, value is None, form == DEVEVAL, other)  # published files have unknown tasks


def message_text(message: Any, where: str) -> str:
    """The text of a chat message, whose `content` is a text, parts or null, without reasoning, calls and pictures."""
    has_content = isinstance(message, Mapping) and "content" in message
    content = message["content"] if has_content else None
    if not has_content or not isinstance(content, (str, list, type(None))):
        raise UserError(f"{where}: a chat message needs a content, which is a text or a list of parts.")
    if not isinstance(content, list):
        return content or ""
    texts = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and part.get("type") in ("text", "output_text"):
            text = part.get("text")
            if not isinstance(text, str):
                kind = files.json_kind(text)
                raise UserError(f"{where}: a text part of a chat message is {kind}, not a text.")
            texts.append(text)
    return "".join(texts)


def stop_reason(value: Any) -> str:
    """Why a model stopped, in the words of [`~classeval_hf.metrics.samples.Sample`]; empty if not a text."""
    reason = value if isinstance(value, str) else ""
    return CUT_OFF if reason in ("max_tokens", "MAX_TOKENS", "max_output_tokens") else reason


def _texts(form: str, record: Record, task_id: str, where: str) -> list[Any]:
    """The completions of a record of a known form."""
    if form == HARNESS:
        predicted = record["predict"]
        if not isinstance(predicted, list) or not predicted:
            raise UserError(f"{where}: task {task_id} has neither a completion nor a non-empty list predict.")
        return [item[-1] if isinstance(item, list) and item else item for item in predicted]
    if form == CHAT:
        messages = record["messages"] if isinstance(record["messages"], list) else []
        said = [item for item in messages if isinstance(item, Mapping) and item.get("role") == "assistant"]
        if not said:
            raise UserError(f"{where}: messages must be a list with a message whose role is assistant.")
        return [message_text(said[-1], where)]
    if form == LM_EVAL:  # all responses as the model gave them: filtered ones may lack half of a class
        responses = record["resps"] if isinstance(record["resps"], list) else []
        texts = [text for request in responses for text in (request if isinstance(request, list) else [request])]
        if not texts or not all(isinstance(text, str) for text in texts):
            raise UserError(
                f"{where}: resps of task {task_id} must be lists of texts, as tasks of lm-evaluation-harness have "
                "them whose output_type is generate_until."
            )
        return texts
    if form == DEVEVAL and "completion" not in record:
        raise UserError(f"{where}: {record['namespace']} has no completion.")
    return [record["solution" if form == EVALPLUS else "completion"]]


def _other_document(record: Record) -> str:
    """The message for a document that is written together with samples, by us or another tool; empty for others."""
    if "results" in record and "configs" in record:
        return "these are results of lm-evaluation-harness without samples: --log_samples writes samples_*.jsonl."
    entries = [entry for entry in islice(record.values(), 5) if isinstance(entry, Mapping)]
    for what, keys, advice in _WITHOUT_TASKS:
        if any(entry.keys() >= keys for entry in (record, *entries)):
            return f"this is a file of {what}: {advice}"
    if any(isinstance(entry, Mapping) and "n_tasks" in entry for entry in (record, *record.values())):
        return "this is a file of scores, and not of samples: show it with `classeval-hf report` or `compare`."
    if "skeleton" in record or ("class_name" in record and "test" in record):
        return "this is a task without completions: tasks are named with --tasks-from."
    return ""


def is_inspect_log(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("eval"), Mapping) and "status" in value


def name_in_log(path: Path) -> RunName | None:
    """Model and strategy that a log names, or that folder and name of a file of lm-evaluation-harness's samples do."""
    if _LM_EVAL.fullmatch(path.name):
        strategy = next((name for name in STRATEGIES if name in path.name), "")
        return RunName(path.absolute().parent.name.replace("__", "/"), strategy)
    head = b""
    with suppress(Exception):  # the bytes may be anything, and the reader of the samples raises for them
        if path.suffix == ".eval":
            with zipfile.ZipFile(path) as archive:
                name = next(name for name in _HEADERS if name in archive.namelist())
                head = archive.open(name).read(_HEAD_BYTES)
        elif path.suffix == ".json":
            with files.open_input(path) as file:
                head = file.read(_HEAD_BYTES)
    _, is_log, of_eval = head.decode("utf-8", "replace").partition('"eval"')
    found = [re.findall(rf'"{key}"\s*:\s*"([^"\\]{{1,200}})"', of_eval) for key in ("model", "strategy")]
    models, stated = found[0], [name for name in found[1][:1] if name in STRATEGIES]
    return RunName(models[0], *stated) if is_log and models else None


def read_eval_archive(content: bytes, name: str) -> Iterator[SampleRead]:
    """The samples of a log in the format `.eval`, up to a limit of its unpacked size."""
    if content.count(_CENTRAL_ENTRY) > _MAX_MEMBERS:
        raise UserError(f"{name} holds more than {_MAX_MEMBERS} files: it is not read.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except Exception as error:  # of any kind, since the bytes may be anything
        raise UserError(_DAMAGED.format(name, error)) from error
    members = [item for item in archive.infolist() if fnmatchcase(item.filename, "samples/*.json")]
    if not members:
        names = archive.namelist()
        if any(member in names for member in _HEADERS):
            raise UserError(f"{name} is a log of Inspect AI without samples: its run has not finished any.")
        first = f", but {names[0][:_SHOWN_CHARS]} for one" if names else ""
        raise UserError(
            f"{name} is a zip archive, not a log of Inspect AI: it has no samples/*.json{first}. Unpack it."
        )
    header: Mapping[str, Any] = {}  # describes the run; empty where the log ends before it was written
    if "header.json" in archive.namelist():
        where = f"{name}, header.json"
        text = _unpacked(archive, archive.getinfo("header.json"), content, where, files.MAX_DOCUMENT_BYTES)
        header = files.parse_json(text, where)
        if not isinstance(header, Mapping):
            raise UserError(_NO_OBJECT.format(where, files.json_kind(header)))
    if header.get("status") != "success":
        warn_user(_UNFINISHED.format(name))
    room = files.MAX_BYTES
    for item in members:
        where = f"{name}, {item.filename}"
        text = _unpacked(archive, item, content, where, min(room, files.MAX_DOCUMENT_BYTES))
        room -= len(text)
        yield _sample(files.parse_json(text, where), where)


def _sample(sample: Any, where: str) -> SampleRead:
    """Task id and completion of a sample; a `ValueError` if it ended before the model gave an output."""
    if not isinstance(sample, Mapping):
        raise UserError(_NO_OBJECT.format(where, files.json_kind(sample)))
    task_id, epoch = sample.get("id"), sample.get("epoch", 1)
    if type(task_id) not in (str, int) or task_id == "":
        raise UserError(f"{where}: a sample of Inspect AI needs an id, which must be the task's.")
    if type(epoch) is not int or not 1 <= epoch <= MAX_SAMPLES:
        raise UserError(f"{where}: the epoch of sample {task_id} must be a number from 1 to {MAX_SAMPLES}.")
    output = sample.get("output")
    choices = output.get("choices") if isinstance(output, Mapping) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        error = sample.get("error")
        message = str(error.get("message", "")) if isinstance(error, Mapping) else ""
        why = f", since it ended in an error ({message[:_SHOWN_CHARS]})" if message else ""
        raise UserError(f"{where}: sample {task_id} of epoch {epoch} has no output{why}: run `inspect eval-retry`.")
    reason = stop_reason(choices[0].get("stop_reason"))
    text = message_text(choices[0].get("message"), where)
    return SampleRead(where, Sample(str(task_id), epoch - 1, text, reason[:40]))


def _unpacked(archive: zipfile.ZipFile, item: zipfile.ZipInfo, content: bytes, where: str, limit: int) -> bytes:
    try:
        try:
            with archive.open(item) as file:
                text = file.read(limit + 1)
        except (NotImplementedError, ImportError):  # the latter where another package patched `zipfile`
            if item.compress_type != _ZSTANDARD:
                raise
            signature, name_length, extra_length = _LOCAL_HEADER.unpack_from(content, item.header_offset)
            if signature != b"PK\x03\x04":
                raise zipfile.BadZipFile(f"there is no file at the place of {item.filename}") from None
            if find_spec("zstandard") is None:
                raise UserError(
                    f"{where} is packed with Zstandard, which this Python reads with the package zstandard alone: pip "
                    "install zstandard. Or write the log as JSON, where Inspect AI is installed: inspect log convert "
                    "--to json --output-dir FOLDER LOG.eval"
                ) from None
            data = item.header_offset + _LOCAL_HEADER.size + name_length + extra_length
            packed = io.BytesIO(content[data : data + item.compress_size])
            zstandard: Any = import_module("zstandard")
            unpacked = bytearray()
            with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
                while len(unpacked) <= limit and (part := stream.read(min(limit + 1 - len(unpacked), _CHUNK))):
                    unpacked += part
            text = bytes(unpacked)
    except UserError:
        raise
    except Exception as error:
        raise UserError(_DAMAGED.format(where, error)) from error
    if len(text) > limit:
        raise UserError(f"{where} unpacks to more than is read: {limit >> 20} MiB.")
    return text


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
    left_out, null = list[str](), list[str]()
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
            + ("." if SPLITS["deveval"].is_installed else f"; first {SPLITS['deveval'].how}.")
        )
    if not samples:
        name = "standard input" if str(path) == files.STANDARD_INPUT else path
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
    path = samples_of_run(path)
    if path.is_dir():
        yield from read_sample_folder(path, task_ids)
        return
    if path.name.endswith((".py", ".py.gz")):
        yield read_author_file(path, task_ids)
        return
    with files.open_input(path) as file:
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
                raise UserError(_NO_OBJECT.format(where, files.json_kind(item)))
            if is_inspect_log(item):
                logged = item.get("samples")
                if not isinstance(logged, list) or not logged:  # only the header was kept
                    status = f"the status {str(item.get('status'))[:_SHOWN_CHARS]!r}"
                    raise UserError(f"{file.name} is a log of Inspect AI without samples: its run has {status}.")
                if item.get("status") != "success":
                    warn_user(_UNFINISHED.format(file.name))
                for number, sample in enumerate(logged, 1):
                    yield _sample(sample, f"{file.name}, sample {number}")
                continue
            if "filter" in item and "resps" in item and isinstance(document := item.get("doc"), dict):
                # lm-evaluation-harness writes the responses once for each of a task's filters.
                key, name = json.dumps([item.get("doc_id"), document.get("task_id")]), item["filter"]
                if filters.setdefault(key, name) != name:
                    continue
            yield from samples_in(item, where)


def unknown_task(task_id: str, known: Collection[str], option: str) -> str:
    """The message for a task that is neither installed nor among those that an option names."""
    if split := split_with(task_id):
        return f"task {task_id} is of the split {split}: {option} {split}, or no {option}."
    how = "Install the split that has it (`classeval-hf install`), or name a file with the tasks (`--tasks-from`)."
    if known and not split_with(next(iter(known))):  # either all tasks are of splits, or all are a user's
        how = f"The tasks given are others, such as {next(iter(known))}: correct the id or the tasks."
    return f"unknown task {task_id}.{did_you_mean(task_id, known)} {how}"


def read_author_file(file: Path, task_ids: Collection[str] | None = None) -> SampleRead:
    """A Python file as the sample of the only task; the task id is empty if the tasks are not known."""
    if task_ids is not None and len(task_ids) != 1:
        raise UserError(
            f"{file} does not state which of {len(task_ids)} tasks it is for: name the one task by --tasks-from, or "
            f"the file for its task, as in {stem(file.name)}/TASK_ID.py."
        )
    with files.open_input(file) as opened:
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
    ids, room = ids_by_name(task_ids or ()), files.MAX_BYTES
    if links := files.links_below(folder):
        warn_user(f"{folder}: links are not followed, and left out: {', '.join(links[:5])}.")
    paths = list(python_files(folder))
    if not paths:
        raise UserError(
            f"{folder} is a folder without samples: it needs files TASK_ID/0.py, AUTHOR.py or AUTHOR/TASK_ID.py, or "
            "the samples.jsonl of a run. Logs of other tools are named one by one."
        )
    for path in paths:
        name = path.parent.relative_to(folder).as_posix()
        match = SAMPLE_FILE.fullmatch(path.name)
        is_of_author = match is None and name == "."
        name = stem(path.name) if is_of_author else name
        if not is_of_author and (match is None or name == "." or int(match[1]) >= MAX_SAMPLES):
            raise UserError(
                f"{path} is not named for a sample: in a folder of samples, files are TASK_ID/0.py, TASK_ID/1.py and "
                "so on; in a folder of authors, whose names are not numbers, AUTHOR.py or AUTHOR/TASK_ID.py."
            )
        with files.open_input(path) as file:
            content = file.rest()
        room -= len(content)
        if room < 0:
            raise UserError(f"{folder} holds samples of more than {files.MAX_BYTES >> 20} MiB: it is not read.")
        text = _python_text(content, str(path))
        yield SampleRead(str(path), Sample(ids.get(name, name), int(match[1]) if match else 0, text))


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


def python_files(folder: Path) -> Iterator[Path]:
    """Python files below a folder, except in hidden folders and caches; links are not followed."""
    for place, folders, names in os.walk(folder):
        current = Path(place)
        deep = len(current.relative_to(folder).parts) >= _MAX_DEPTH
        folders[:] = [] if deep else sorted(n for n in folders if not n.startswith(".") and n != "__pycache__")
        for name in sorted(names):
            if name.endswith((".py", ".py.gz")) and not name.startswith(".") and not (current / name).is_symlink():
                yield current / name
