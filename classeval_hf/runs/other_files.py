"""What a file is that holds no samples of class tasks, and what to do: the mistakes that are easily made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from classeval_hf.core.input_files import InputFile

_FIRST = 5  # entries of a document that are looked at

_OF_FUNCTIONS = re.compile(r"(HumanEval|Mbpp|BigCodeBench|MBPP|LiveCodeBench)/")
_HEADER = re.compile(r"[\w \"'.-]+([,;\t][\w \"'.-]+)+")
_TASK_COLUMN = re.compile(r"\b(task|id|completion|solution|prompt|code|predict)", re.IGNORECASE)


_WITHOUT_TASKS = (
    (
        "OpenAI batch output",
        ("custom_id", "response"),
        "write task_id (from custom_id) and completion (from response.body.choices[0].message.content) as JSON Lines.",
    ),
    (
        "OpenCompass predictions",
        ("origin_prompt", "prediction"),
        "write prediction as completion, with the task_id of its place in the dataset, as JSON Lines.",
    ),
    (
        "LiveCodeBench output",
        ("question_id", "code_list"),
        "write each text of code_list as completion, with its task_id, as JSON Lines.",
    ),
    (
        "EvalPlus results (eval_results)",
        ("eval", "hash"),
        "the samples are in the file that was evaluated (samples.jsonl).",
    ),
)
"""Files of other tools that name no task of ours: what they are, what their records have, and what to do."""

NESTED_LISTS = (
    "these are lists without task ids, as bigcode-evaluation-harness writes them (generations.json): write each text "
    "as completion, with the task_id of its place in the dataset, as JSON Lines."
)
"""What to say of a list of lists of texts."""


def _entries(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The first entries of a document that are objects."""
    return [entry for entry in islice(record.values(), _FIRST) if isinstance(entry, Mapping)]


def refuse_table(file: InputFile) -> None:
    """Raises a `ValueError` that says how to convert it, if a file is a table of comma- or tab-separated values."""
    first = file.head.decode("utf-8", "replace").lstrip("\ufeff \r\n").partition("\n")[0].rstrip("\r")
    if first.startswith(("{", "[")) or not _HEADER.fullmatch(first) or not _TASK_COLUMN.search(first):
        return
    separator = next(mark for mark in ("\t", ";", ",") if mark in first)
    how = "" if separator == "," else f", sep={separator!r}"
    raise ValueError(
        f"{file.name} is a table of separated values (CSV), which is not read: a completion has lines of its own. "
        "Write it as JSON Lines with task_id and completion, for instance with pandas: "
        f'read_csv("FILE"{how}).to_json("samples.jsonl", orient="records", lines=True).'
    )


def other_benchmark(record: Mapping[str, Any]) -> str:
    """What to say of a record of a benchmark of functions, such as HumanEval; empty if it is of none."""
    task_id = record.get("task_id")
    if not ("entry_point" in record or (isinstance(task_id, str) and _OF_FUNCTIONS.match(task_id))):
        return ""
    return (
        "this is a file of HumanEval or of another benchmark of functions, and here classes are scored. Score it with "
        "that benchmark's own tool (`evaluate_functional_correctness`, `evalplus.evaluate`); for tasks of your own, "
        "name a file with the tasks (`--tasks-from`)."
    )


def other_document(record: Mapping[str, Any]) -> str:
    """What to say of a document that other tools or this one write beside samples; empty if it is none of them."""
    if "results" in record and "configs" in record:
        return (
            "these are results of lm-evaluation-harness without samples: run it with --log_samples, and name its file "
            "samples_*.jsonl."
        )
    for what, keys, advice in _WITHOUT_TASKS:
        if any(all(key in entry for key in keys) for entry in (record, *_entries(record))):
            return f"this is a file of {what}: {advice}"
    if any(isinstance(entry, Mapping) and "n_tasks" in entry for entry in (record, *record.values())):
        return "this is a file of scores, and not of samples: show it with `classeval-hf report` or `compare`."
    if "skeleton" in record or ("class_name" in record and "test" in record):
        return "this is a task without completions: tasks are named with --tasks-from."
    return ""
