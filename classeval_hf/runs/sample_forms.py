"""The forms of samples in JSON. The keys of a record tell its form: the first of [`FORMS`] that fits reads it."""

import re
import reprlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import resources
from itertools import islice
from operator import itemgetter
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import json_kind
from classeval_hf.core.samples import CUT_OFF, Sample
from classeval_hf.runs.sample_records import SampleStep, step_facts, worst_reason

MAX_SAMPLES = 1_000_000  # samples of one task; a larger index is a mistake
NEXT = -1  # the index of a sample whose file states none: it becomes the next index of its task

Record = Mapping[str, Any]

_OF_FUNCTIONS = re.compile(r"(HumanEval|Mbpp|BigCodeBench|MBPP|LiveCodeBench)/")

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


@dataclass(frozen=True)
class SampleForm:
    name: str  # the tool or benchmark
    keys: tuple[str, ...]  # keys of a record of this form
    texts: Callable[[Record, str], list[Any]]  # the completions of a record; messages name the place
    task_id: Callable[[Record], Any] = itemgetter("task_id")  # the task of a record; not a text if it names none
    task_advice: str = "no task_id. A sample needs task_id and completion (or predict)."  # the message without a task
    skips_unknown: bool = False  # whether unknown tasks are left out, since published files have some


def form_of(record: Record) -> SampleForm | None:
    return next((form for form in FORMS if all(key in record for key in form.keys)), None)


def samples_in(record: Record, where: str) -> Iterator[SampleRead]:
    """The samples of a record in any of the forms."""
    other, form = _other_benchmark(record), form_of(record)
    if form is None and (other or (other := _other_document(record))):
        raise UserError(f"{where}: {other}")
    task_id = record.get("task_id") if form is None else form.task_id(record)
    if "task_id" in record and task_id is not None and not isinstance(task_id, str):
        how = f"{reprlib.repr(task_id)}. Write the id of the task as text."
        raise UserError(f"{where}: task_id is {json_kind(task_id)}, and not text: {how}")
    if form is None:
        what = f"task {task_id} has neither a completion nor a non-empty list predict" if task_id else "no task_id"
        keys = reprlib.repr([key for key in record if key != "task_id"])[1:-1]
        but = f", but {keys}" if keys else ""
        raise UserError(f"{where}: {what}{but}. A sample needs task_id and completion (or predict).")
    if not isinstance(task_id, str) or not task_id:
        raise UserError(f"{where}: {form.task_advice}")
    values, index, steps = form.texts(record, where), NEXT, record.get("steps", ())
    if form is _OWN:
        index = record.get("sample", NEXT)
        if "sample" in record and (type(index) is not int or not 0 <= index < MAX_SAMPLES):
            raise UserError(
                f"{where}: sample of task {task_id} must be a number from 0 to {MAX_SAMPLES - 1}, but is "
                f"{reprlib.repr(index)}."
            )
    # A step that was cut off, or whose prompt was too long, counts for the sample.
    parts = [record, *(step for step in steps if isinstance(step, dict))] if isinstance(steps, list) else [record]
    reason = worst_reason([reason for part in parts if (reason := stop_reason(part.get("finish_reason")))])
    for value in values:
        text = "" if value is None else _text(value, f"{where}: a completion of task {task_id}")
        sample = Sample(task_id, index, text, reason, index != NEXT or len(values) > 1)
        with suppress(ValueError):  # another tool's steps
            if form is _OWN:
                own = msgspec.convert(steps, list[SampleStep])
                sample = replace(sample, steps=step_facts(own, text, record.get("plan_failed") is True))
        yield SampleRead(where, sample, value is None, form.skips_unknown, other)


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
            texts.append(_text(part.get("text"), f"{where}: a text part of a chat message"))
    return "".join(texts)


def stop_reason(value: Any) -> str:
    """Why a model stopped, in the words of [`~classeval_hf.core.samples.Sample`]; empty if `value` is not a text."""
    reason = value if isinstance(value, str) else ""
    return CUT_OFF if reason in ("max_tokens", "MAX_TOKENS", "max_output_tokens") else reason


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise UserError(f"{what} is {json_kind(value)}, and no text.")
    return value


def _harness_texts(record: Record, where: str) -> list[Any]:
    predicted = record["predict"]
    if not isinstance(predicted, list) or not predicted:
        raise UserError(f"{where}: task {record['task_id']} has neither a completion nor a non-empty list predict.")
    return [item[-1] if isinstance(item, list) and item else item for item in predicted]


def _chat_texts(record: Record, where: str) -> list[Any]:
    messages = record["messages"] if isinstance(record["messages"], list) else []
    said = [item for item in messages if isinstance(item, Mapping) and item.get("role") == "assistant"]
    if not said:
        raise UserError(f"{where}: messages must be a list with a message whose role is assistant.")
    return [message_text(said[-1], where)]


def _lm_eval_texts(record: Record, where: str) -> list[Any]:
    """All responses as the model gave them: filtered ones may lack half of a class."""
    responses = record["resps"] if isinstance(record["resps"], list) else []
    texts = [text for request in responses for text in (request if isinstance(request, list) else [request])]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise UserError(
            f"{where}: resps of task {record['doc']['task_id']} must be lists of texts, as tasks of lm-evaluation-"
            "harness have them whose output_type is generate_until."
        )
    return texts


def _deveval_texts(record: Record, where: str) -> list[Any]:
    if "completion" not in record:
        raise UserError(f"{where}: {record['namespace']} has no completion.")
    return [record["completion"]]


def _deveval_id(record: Record) -> Any:
    name = record["namespace"]
    return f"DevEval/{name}" if isinstance(name, str) and name else None


_OWN = SampleForm("ClassEval-HF", ("task_id", "completion"), lambda record, _: [record["completion"]])
FORMS = (
    _OWN,
    SampleForm("ClassEval's public harness", ("task_id", "predict"), _harness_texts),
    SampleForm("EvalPlus", ("task_id", "solution"), lambda record, _: [record["solution"]]),
    SampleForm("chat transcript", ("task_id", "messages"), _chat_texts),
    SampleForm(
        "lm-evaluation-harness",
        ("doc", "resps"),
        _lm_eval_texts,
        lambda record: record["doc"].get("task_id") if isinstance(record["doc"], Mapping) else None,
        "its doc has no task_id. Take the columns of the dataset over into the task of lm-evaluation-harness.",
    ),
    SampleForm(
        "DevEval",
        ("namespace",),
        _deveval_texts,
        _deveval_id,
        "namespace must be the name of a task of DevEval.",
        skips_unknown=True,
    ),
)  # a record with the keys of two forms has the first of the two


def _other_benchmark(record: Record) -> str:
    """The message for a record of a benchmark of functions, such as HumanEval; empty for other records."""
    task_id = record.get("task_id")
    if not ("entry_point" in record or (isinstance(task_id, str) and _OF_FUNCTIONS.match(task_id))):
        return ""
    return (
        "this is a file of HumanEval or of another benchmark of functions, and not of classes. Score it with that "
        "benchmark's own tool (`evaluate_functional_correctness`, `evalplus.evaluate`); for tasks of your own, "
        "name a file with the tasks (`--tasks-from`)."
    )


def _other_document(record: Record) -> str:
    """The message for a document that is written together with samples, by us or another tool; empty for others."""
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
