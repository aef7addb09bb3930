"""Folders of samples: a folder per task with `0.py`, `1.py` (EvalPlus); or a file or folder per author, each a run."""

import io
import os
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from classeval_hf.core.errors import UserError, warn_user
from classeval_hf.core.input_files import MAX_BYTES, links_below, open_input
from classeval_hf.core.samples import Sample
from classeval_hf.runs.sample_forms import MAX_SAMPLES, RecordedSample

SAMPLE_FILE = re.compile(r"(\d{1,7})\.py(\.gz)?")
_MAX_DEPTH = 8


def is_sample_folder(folder: Path) -> bool:
    """Whether a folder has a file named for a sample in the folder of a task, or a file named for a task."""
    files = _python_files(folder)
    return any((path.parent != folder) is (SAMPLE_FILE.fullmatch(path.name) is not None) for path in files)


def is_numbered(folder: Path) -> bool:
    """Whether a folder has numbered samples in folders of their tasks."""
    return any(path.parent != folder and SAMPLE_FILE.fullmatch(path.name) for path in _python_files(folder))


def read_author_file(file: Path, task_ids: Collection[str] | None = None) -> tuple[str, str, RecordedSample]:
    """A Python file as the sample of the only task; the task id is empty if the tasks are not known."""
    if task_ids is not None and len(task_ids) != 1:
        raise UserError(
            f"{file} does not say which of {len(task_ids)} tasks it is of: name the one task by --tasks-from, or the "
            f"file for its task, as in {stem(file.name)}/TASK_ID.py."
        )
    with open_input(file) as opened:
        text = _python_text(opened.rest(), str(file))
    return str(file), ids_by_name(task_ids or ()).get("", ""), RecordedSample(text, 0)


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


def read_sample_folder(folder: Path, task_ids: Collection[str] | None) -> Iterator[tuple[str, str, RecordedSample]]:
    """Per sample its file, task id and text. `task_ids` are the known tasks, whose folders may have `_` for `/`."""
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
        sample = RecordedSample(_python_text(content, str(path)), int(match[1]) if match else 0)
        yield str(path), ids.get(name, name), sample
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
