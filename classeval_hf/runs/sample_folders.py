"""Folders of samples as EvalPlus has them: a folder per task (`_` for `/` in its id) with `0.py`, `1.py`, ..."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import MAX_BYTES, decoded, open_input
from classeval_hf.core.samples import Sample
from classeval_hf.runs.sample_forms import MAX_SAMPLES, RecordedSample

_SAMPLE = re.compile(r"(\d{1,7})\.py(\.gz)?")
_MAX_DEPTH = 8


def is_sample_folder(folder: Path) -> bool:
    """Whether a folder has a file that is named for a sample, in a folder of its task."""
    return any(path.parent != folder and _SAMPLE.fullmatch(path.name) is not None for path in _python_files(folder))


def read_sample_folder(
    folder: Path, task_ids: Collection[str] | None = None
) -> Iterator[tuple[str, str, RecordedSample]]:
    """Per sample its file, task id and text; the known `task_ids` tell `_` from `/` in names of folders."""
    ids = _ids_by_name(task_ids or ())
    room = MAX_BYTES
    has_samples = False
    for path in _python_files(folder):
        name = path.parent.relative_to(folder).as_posix()
        match = _SAMPLE.fullmatch(path.name)
        if match is None or name == "." or int(match[1]) >= MAX_SAMPLES:
            raise UserError(
                f"{path} is not named for a sample: in a folder of samples, files are TASK_ID/0.py, TASK_ID/1.py and "
                "so on."
            )
        has_samples = True
        with open_input(path) as file:
            content = file.rest()
        room -= len(content)
        if room < 0:
            raise UserError(f"{folder} holds samples of more than {MAX_BYTES >> 20} MiB: it is not read.")
        yield str(path), ids.get(name, name), RecordedSample(decoded(content, str(path)), int(match[1]))
    if not has_samples:
        raise UserError(
            f"{folder} is a folder without samples: it needs files TASK_ID/0.py, or the samples.jsonl of a run. Logs "
            "of other tools are named one by one."
        )


def with_known_ids(samples: Mapping[str, Sequence[Sample]], task_ids: Collection[str]) -> dict[str, list[Sample]]:
    """Samples read before tasks were known, by task id instead of folder; those of no known task stay."""
    ids = _ids_by_name(task_ids)
    return {
        ids.get(name, name): [replace(sample, task_id=ids.get(name, name)) for sample in of_folder]
        for name, of_folder in samples.items()
    }


def _ids_by_name(task_ids: Collection[str]) -> dict[str, str]:
    """Task ids by what their folders may be called; a task that is called so itself comes first."""
    return {task_id.replace("/", "_"): task_id for task_id in task_ids} | {task_id: task_id for task_id in task_ids}


def _python_files(folder: Path) -> Iterator[Path]:
    """Files of Python below a folder, without those of hidden folders and of caches; links are not followed."""
    for place, folders, files in os.walk(folder):
        current = Path(place)
        deep = len(current.relative_to(folder).parts) >= _MAX_DEPTH
        folders[:] = [] if deep else sorted(n for n in folders if not n.startswith(".") and n != "__pycache__")
        for name in sorted(files):
            if name.endswith((".py", ".py.gz")) and not name.startswith("."):
                yield current / name
