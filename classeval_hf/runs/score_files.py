"""
Files of scores: what `classeval-hf score -o` writes, or the result of the metric dumped as JSON.

The first holds one or several runs, each by the path of its answers, the second is one run without a name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["part_of", "read_json", "score_entries"]


def read_json(path: Path) -> Any:
    """
    Reads a file of JSON.

    Args:
        path (`Path`): the file.

    Raises:
        `OSError`: if it cannot be read.
        `ValueError`: naming the file if it is no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{path} is not valid JSON: {error}.") from error


def part_of(content: Any, name: str) -> dict[str, Any]:
    """
    A part of a file of JSON that has parts by name, such as `run.json`.

    Args:
        content (`Any`): what the file holds.
        name (`str`): name of the part.

    Returns:
        `dict[str, Any]`: empty if there is no such part.
    """
    found = content.get(name) if isinstance(content, dict) else None
    return found if isinstance(found, dict) else {}


def score_entries(content: Any, path: Path) -> dict[str, Mapping[str, Any]] | None:
    """
    The runs of a file of scores.

    Args:
        content (`Any`): what the file holds.
        path (`Path`): the file, for messages.

    Returns:
        `dict[str, Mapping[str, Any]]`, *optional*: scores by path of the answers, which is empty where it is not
        stated; `None` if the content is something else than an object, or a sample.

    Raises:
        `ValueError`: naming the file, and the entry that holds no scores.
    """
    if not isinstance(content, dict) or "task_id" in content:
        return None
    entries = {"": content} if "n_tasks" in content else content
    for key, scores in entries.items():
        if not isinstance(scores, dict) or not {"n_tasks", "n_samples"} <= scores.keys():
            raise ValueError(
                f"{path} holds neither scores nor answers: {key or 'it'!r} lacks n_tasks or n_samples. "
                "Write scores with `classeval-hf score ANSWERS -o SCORES.json`."
            )
    if not entries:
        raise ValueError(f"{path} holds no scores.")
    return entries
