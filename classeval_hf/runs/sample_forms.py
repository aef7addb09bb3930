"""The forms of samples in JSON. The keys of a record tell its form: the first of [`FORMS`] that fits reads it."""

import reprlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import json_kind
from classeval_hf.core.samples import CUT_OFF, NO_STEPS, StepFacts
from classeval_hf.runs.sample_records import SampleStep, step_facts, worst_reason

MAX_SAMPLES = 1_000_000  # samples of one task; a larger index is a mistake

Record = Mapping[str, Any]


@dataclass(frozen=True)
class RecordedSample:
    completion: str  # raw text of the model
    sample: int | None = None  # its index; by default the next index of its task
    finish_reason: str = ""  # why the model stopped, if the file states it
    is_null: bool = False  # whether the text is null in the file, as after a failed request
    steps: StepFacts = NO_STEPS  # facts of its steps, if the file has them


@dataclass(frozen=True)
class SampleForm:
    name: str  # the tool or benchmark
    keys: tuple[str, ...]  # keys of a record of this form
    task_id: Callable[[Record], Any]  # returns the task of a record; not a text if the record names none
    read: Callable[[Record, str], list[RecordedSample]]  # returns the samples of a record; messages name the place
    task_advice: str = "no task_id. A sample needs task_id and completion (or predict)."  # the message without a task
    skips_unknown: bool = False  # whether unknown tasks are left out, since published files have some; else an error


def form_of(record: Record) -> SampleForm | None:
    return next((form for form in FORMS if all(key in record for key in form.keys)), None)


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


def _own_samples(record: Record, where: str) -> list[RecordedSample]:
    sample = record.get("sample")
    if "sample" in record and (type(sample) is not int or not 0 <= sample < MAX_SAMPLES):
        raise UserError(
            f"{where}: sample of task {record['task_id']} must be a number from 0 to {MAX_SAMPLES - 1}, but is "
            f"{reprlib.repr(sample)}."
        )
    own = _recorded(record, record["completion"], where, sample)
    facts = NO_STEPS
    with suppress(ValueError):  # another tool's steps
        steps = msgspec.convert(record.get("steps", ()), list[SampleStep])
        facts = step_facts(steps, own.completion, record.get("plan_failed") is True)
    return [replace(own, steps=facts)]


def _harness_samples(record: Record, where: str) -> list[RecordedSample]:
    predicted = record["predict"]
    if not isinstance(predicted, list) or not predicted:
        raise UserError(f"{where}: task {record['task_id']} has neither a completion nor a non-empty list predict.")
    finished = (item[-1] if isinstance(item, list) and item else item for item in predicted)
    return [_recorded(record, item, where) for item in finished]


def _chat_samples(record: Record, where: str) -> list[RecordedSample]:
    messages = record["messages"]
    said = [
        message
        for message in (messages if isinstance(messages, list) else [])
        if isinstance(message, Mapping) and message.get("role") == "assistant"
    ]
    if not said:
        raise UserError(f"{where}: messages must be a list with a message whose role is assistant.")
    return [RecordedSample(message_text(said[-1], where), finish_reason=_finish_reason(record))]


def _lm_eval_samples(record: Record, where: str) -> list[RecordedSample]:
    """All responses as the model gave them: filtered ones may lack half of a class."""
    responses = record["resps"]
    texts = [
        text
        for request in (responses if isinstance(responses, list) else [])
        for text in (request if isinstance(request, list) else [request])
    ]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise UserError(
            f"{where}: resps of task {record['doc']['task_id']} must be lists of texts, as tasks of lm-evaluation-"
            "harness have them whose output_type is generate_until."
        )
    return [RecordedSample(text) for text in texts]


_DEVEVAL_ADVICE = "namespace must be the name of a task of DevEval."


def _deveval_samples(record: Record, where: str) -> list[RecordedSample]:
    if "completion" not in record:
        raise UserError(f"{where}: {record['namespace']} has no completion.")
    return [_recorded({**record, "task_id": _deveval_id(record)}, record["completion"], where)]


def _deveval_id(record: Record) -> Any:
    name = record["namespace"]
    return f"DevEval/{name}" if isinstance(name, str) and name else None


def _recorded(record: Record, value: Any, where: str, sample: int | None = None) -> RecordedSample:
    """A sample with its text in a record; null counts as empty."""
    text = "" if value is None else _text(value, f"{where}: a completion of task {record['task_id']}")
    return RecordedSample(text, sample, _finish_reason(record), value is None)


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise UserError(f"{what} is {json_kind(value)}, and no text.")
    return value


def _finish_reason(record: Record) -> str:
    """Why the model stopped; a step that was cut off, or whose prompt was too long, counts too."""
    steps = record.get("steps")
    parts = [record, *(step for step in steps if isinstance(step, dict))] if isinstance(steps, list) else [record]
    return worst_reason([reason for part in parts if (reason := stop_reason(part.get("finish_reason")))])


FORMS = (
    SampleForm("ClassEval-HF", ("task_id", "completion"), itemgetter("task_id"), _own_samples),
    SampleForm("ClassEval's public harness", ("task_id", "predict"), itemgetter("task_id"), _harness_samples),
    SampleForm(
        "EvalPlus",
        ("task_id", "solution"),
        itemgetter("task_id"),
        lambda record, where: [_recorded(record, record["solution"], where)],
    ),
    SampleForm("chat transcript", ("task_id", "messages"), itemgetter("task_id"), _chat_samples),
    SampleForm(
        "lm-evaluation-harness",
        ("doc", "resps"),
        lambda record: record["doc"].get("task_id") if isinstance(record["doc"], Mapping) else None,
        _lm_eval_samples,
        "its doc has no task_id. Take the columns of the dataset over into the task of lm-evaluation-harness.",
    ),
    SampleForm("DevEval", ("namespace",), _deveval_id, _deveval_samples, _DEVEVAL_ADVICE, skips_unknown=True),
)  # a record with the keys of two forms is of the first
