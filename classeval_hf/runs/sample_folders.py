"""Folders of samples: a folder per task with `0.py`, `1.py` (EvalPlus), or authors, each a run: a file or folder."""

import io
import os
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from classeval_hf.core.errors import UserError, did_you_mean, warn_user
from classeval_hf.core.input_files import MAX_BYTES, links_below, open_input
from classeval_hf.core.samples import Sample
from classeval_hf.runs.run_files import samples_of_run
from classeval_hf.runs.sample_forms import MAX_SAMPLES, RecordedSample

_SAMPLE = re.compile(r"(\d{1,7})\.py(\.gz)?")
_MAX_DEPTH = 8


def is_sample_folder(folder: Path) -> bool:
    """Whether a folder has a file that is named for a sample, in a folder of its task, or else for its task."""
    return any((path.parent != folder) is (_SAMPLE.fullmatch(path.name) is not None) for path in _python_files(folder))


def is_numbered(folder: Path) -> bool:
    """Whether a folder has numbered samples in folders of their tasks."""
    return any(path.parent != folder and _SAMPLE.fullmatch(path.name) for path in _python_files(folder))


def authors_in(path: Path, task_ids: Collection[str]) -> list[Path]:
    """Of a folder of authors, each author's file or folder; any other path as it is."""
    files = list(_python_files(path)) if path.is_dir() and samples_of_run(path) == path else []
    numbered, ids = [file for file in files if _SAMPLE.fullmatch(file.name)], _ids_by_name(task_ids)
    if len(numbered) == len(files) or any(file.parent.relative_to(path).as_posix() in ids for file in numbered):
        return [path]
    is_flat, is_of_one = all(file.parent == path for file in files), len(task_ids) == 1 and len(files) > 1
    if is_flat and not is_of_one and any(_stem(file) in ids for file in files):
        return [path]
    authors = sorted({path / file.relative_to(path).parts[0] for file in files})
    others = (item.name for item in path.iterdir() if item not in authors)
    # It may be somebody's, and would get no line in the table.
    if rest := sorted(name for name in others if not name.startswith((".", "__"))):
        warn_user(f"{path}: left out is what is no author's NAME.py or NAME/TASK_ID.py: {', '.join(rest[:5])}.")
    return authors


def read_authors(
    authors: Sequence[Path], task_ids: Collection[str], wanted: Collection[str] = ()
) -> dict[Path, dict[str, list[Sample]]]:
    """The samples of authors, one of each task. What cannot be read, or is of no known task, is left out with a
    warning; raises if nobody has anything else. A task that is `wanted`, or that another has, counts as empty."""
    samples: dict[Path, dict[str, list[Sample]]] = {}
    problems: list[Exception] = []
    for author in authors:
        samples[author], of_author = read_author(author, task_ids)
        problems += of_author
    if problems and not any(samples.values()):
        raise problems[0]
    for problem in problems:
        warn_user(f"Left out: {problem}")
    expected = dict.fromkeys([*wanted, *chain.from_iterable(samples.values())])
    for author, given in samples.items():
        if missing := [task_id for task_id in expected if task_id not in given]:
            given |= {task_id: [Sample(task_id, 0, "")] for task_id in missing}
            names = ", ".join(missing[:5]) + ", ..." * (len(missing) > 5)
            warn_user(f"{author.name}: counted as failed, since no file of it was read: {names}.")
    return samples


def read_author(author: Path, task_ids: Collection[str]) -> tuple[dict[str, list[Sample]], list[Exception]]:
    """By task what an author's file or folder has, and why some files are left out."""
    samples: dict[str, list[Sample]] = {}
    problems: list[Exception] = []
    ids = _ids_by_name(task_ids)
    for file in _python_files(author) if author.is_dir() else [author]:
        try:
            if file == author:
                _, task_id, entry = read_author_file(file, task_ids)
            else:
                task_id, entry = ids.get(_stem(file), ""), _read_file(file)
            if not task_id or task_id in samples:
                what = "is of a task that another file is of" if task_id else "is named for no task that is known"
                raise UserError(f"{file} {what}.{did_you_mean(_stem(file), () if task_id else task_ids)}")
        except (OSError, ValueError) as error:
            problems.append(error)
        else:
            samples[task_id] = [Sample(task_id, 0, entry.completion)]
    return samples, problems


def read_author_file(file: Path, task_ids: Collection[str] | None = None) -> tuple[str, str, RecordedSample]:
    """A file of Python as the sample of the only task, whose id is empty as long as the tasks are not known."""
    if task_ids is not None and len(task_ids) != 1:
        raise UserError(
            f"{file} does not say which of {len(task_ids)} tasks it is of: name the one task by --tasks-from, or the "
            f"file for its task, as in {_stem(file)}/TASK_ID.py."
        )
    return str(file), _ids_by_name(task_ids or ()).get("", ""), _read_file(file)


def _read_file(file: Path) -> RecordedSample:
    with open_input(file) as opened:
        return RecordedSample(_python_text(opened.rest(), str(file)), 0)


def _python_text(content: bytes, where: str) -> str:
    """The text of a file of Python, which may name its encoding (PEP 263); what it does not hold is replaced."""
    try:
        return content.decode(tokenize.detect_encoding(io.BytesIO(content).readline)[0])
    except (SyntaxError, LookupError, UnicodeError):
        warn_user(
            f"{where} is not text in the encoding that it has: what cannot be read is replaced. Save it in UTF-8."
        )
        return content.decode("utf-8", "replace")


def _stem(file: Path) -> str:
    return file.name.removesuffix(".gz").removesuffix(".py")


def read_sample_folder(folder: Path, task_ids: Collection[str] | None) -> Iterator[tuple[str, str, RecordedSample]]:
    """Per sample its file, task id and text; the known `task_ids` tell `_` from `/` in names of folders."""
    ids = _ids_by_name(task_ids or ())
    room = MAX_BYTES
    has_samples = False
    if links := links_below(folder):
        warn_user(f"{folder}: links are not followed, and left out: {', '.join(links[:5])}.")
    for path in _python_files(folder):
        name = path.parent.relative_to(folder).as_posix()
        match = _SAMPLE.fullmatch(path.name)
        is_of_author = match is None and name == "."
        name = _stem(path) if is_of_author else name
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
    """Samples read before tasks were known, by task id instead of folder; samples of no known task stay."""
    ids = _ids_by_name(task_ids)
    return {
        ids.get(name, name): [replace(sample, task_id=ids.get(name, name)) for sample in of_folder]
        for name, of_folder in samples.items()
    }


def _ids_by_name(task_ids: Collection[str]) -> dict[str, str]:
    """Task ids by what their folders may be called; a task that is called so itself comes first."""
    only = {"": next(iter(task_ids))} if len(task_ids) == 1 else {}  # see `read_author_file`
    return {task_id.replace("/", "_"): task_id for task_id in task_ids} | {one: one for one in task_ids} | only


def _python_files(folder: Path) -> Iterator[Path]:
    """Files of Python below a folder, but for hidden folders and caches; links are not followed."""
    for place, folders, files in os.walk(folder):
        current = Path(place)
        deep = len(current.relative_to(folder).parts) >= _MAX_DEPTH
        folders[:] = [] if deep else sorted(n for n in folders if not n.startswith(".") and n != "__pycache__")
        for name in sorted(files):
            if name.endswith((".py", ".py.gz")) and not name.startswith(".") and not (current / name).is_symlink():
                yield current / name
