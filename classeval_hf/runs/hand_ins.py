"""Samples that several authors hand in, such as the students of a class: who wrote what, and why some of it cannot be
run. Links are not followed, archives are not written to disk, and files are read within limits."""

import gzip
import io
import os
import re
import stat
import tokenize
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath

from classeval_hf.core.errors import UserError, did_you_mean, warn_user
from classeval_hf.core.files import in_words
from classeval_hf.core.terminal import counted
from classeval_hf.metrics.samples import Sample
from classeval_hf.runs.run_records import samples_of_run
from classeval_hf.runs.sample_files import SAMPLE_FILE, ids_by_name, stem
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

_FILE_BYTES, _ARCHIVE_BYTES = 1 << 20, 16 << 20  # limits of a file; of an archive, both packed and unpacked
_MAX_MEMBERS = 1_000  # files of an archive
_CPU_SECONDS, _MEMORY_BYTES = 10.0, 512 << 20
_CODE, _ARCHIVE = (".py", ".py.gz"), ".zip"
_READ = (*_CODE, _ARCHIVE)
_LINK = "is a link, which is not followed"
_MOODLE = re.compile(r"_\d+_assignsubmission_(file_)?", re.DOTALL)  # stands between an author and a file's name


@dataclass(frozen=True)
class HandIn:
    file: str  # its path in the folder of the class
    source: str = ""
    problem: str = ""  # why there is no source: the rest of a sentence that begins with the file's name


@dataclass
class Author:
    name: str
    path: Path  # their file or folder; where each task has a folder, the file that the author would have
    hand_ins: dict[str, HandIn] = field(default_factory=dict)  # by task
    left_out: list[str] = field(default_factory=list)  # a sentence for each Python file that counts for no task
    others: list[str] = field(default_factory=list)  # the author's other files


@dataclass(frozen=True)
class _Found:
    parts: tuple[str, ...]  # its path in the folder of the class, where an archive counts as a folder
    hand_in: HandIn
    is_folder: bool = False


def authors_in(path: Path, task_ids: Collection[str]) -> list[Author]:
    """The authors of a folder of hand-ins; none for any other input, such as a folder of numbered samples."""
    if not path.is_dir() or samples_of_run(path) != path or is_of_one_author(path, task_ids):
        return []
    ids, entries = ids_by_name(task_ids), _entries(path)
    files = [file for file, problem in entries if not problem and not file.is_dir() and file.name.endswith(_READ)]
    numbered = [file for file in files if SAMPLE_FILE.fullmatch(file.name)]
    if len(numbered) == len(files) or any(file.parent.relative_to(path).as_posix() in ids for file in numbered):
        return []
    return [author for author in read_class(path, task_ids) if author.hand_ins or author.left_out]


def is_of_one_author(path: Path, task_ids: Collection[str]) -> bool:
    """Whether a folder belongs to one author: it has files that are named for tasks, and no folders."""
    ids, entries = ids_by_name(task_ids), _entries(path)
    files = [file for file, problem in entries if not problem and not file.is_dir() and file.name.endswith(_READ)]
    is_flat = all(file.parent == path for file in files) and not (len(task_ids) == 1 and len(files) > 1)
    return is_flat and any(stem(file.name) in ids for file in files)


def read_class(folder: Path, task_ids: Collection[str], only: str = "") -> list[Author]:
    """Reads AUTHOR/TASK.py, TASK/AUTHOR.py, or AUTHOR.py for a single task; with `only` one entry of the folder."""
    ids = {name.casefold(): task_id for name, task_id in ids_by_name(task_ids).items() if name}
    found = [one for one in _read(folder) if only in ("", one.parts[0])]
    by_file_name = [(one, ids.get(_MOODLE.split(stem(one.parts[-1]))[-1].casefold(), "")) for one in found]
    deep = [(one.parts[0].casefold() in ids, task_id) for one, task_id in by_file_name if len(one.parts) > 1]
    by_task = any(in_task for in_task, _ in deep) and not any(task_id and not in_task for in_task, task_id in deep)
    authors: dict[str, Author] = {}
    given: dict[tuple[str, str], list[tuple[bool, int, HandIn]]] = {}
    unnamed = []
    for one, named in by_file_name:
        parts, task_id = one.parts, named or (next(iter(task_ids)) if len(task_ids) == 1 else "")
        is_code = not one.is_folder and (parts[-1].endswith(_CODE) or bool(one.hand_in.problem))
        if by_task:
            parts, task_id = parts[1:], ids.get(parts[0].casefold(), "")
        if not parts or (by_task and not task_id) or (len(parts) == 1 and not is_code and not one.is_folder):
            unnamed += [one.hand_in.file] * (not task_id or not one.is_folder)  # a task's folder is not a hand-in
            continue
        name = _MOODLE.split(parts[0] if len(parts) > 1 or one.is_folder else stem(parts[0]))[0]
        path = folder / (f"{name}.py" if by_task else one.hand_in.file.split("/")[0])
        author = authors.setdefault(name, Author(name, path))
        if is_code and task_id:
            is_unnamed = named != task_id and len(parts) > 1
            given.setdefault((name, task_id), []).append((is_unnamed, len(parts), one.hand_in))
        elif is_code:
            hint = "" if one.hand_in.problem else did_you_mean(stem(one.parts[-1]), task_ids)
            problem = one.hand_in.problem or "is named for no task that is known"
            author.left_out.append(f"{one.hand_in.file} {problem}.{hint}")
        elif not one.is_folder:
            author.others.append(one.hand_in.file)
    for (name, task_id), files in given.items():  # chosen is the highest file named for the task, or the only file
        (is_unnamed, _, chosen), *others = sorted(files, key=lambda item: (*item[:2], item[2].file))
        if is_unnamed and others:
            problem = f"is one of {counted(len(files), 'file')}, and none of them is named for the task"
            chosen, others = HandIn(chosen.file, problem=problem), []
        authors[name].hand_ins[task_id] = chosen
        more = [f"{item.file} does not count, since {chosen.file} is for the same task." for *_, item in others]
        authors[name].left_out += more
    if unnamed:  # an author may miss it: it gets no line in the table
        warn_user(f"{folder}: left out, not named for an author (NAME.py, NAME/TASK_ID.py): {', '.join(unnamed[:5])}.")
    return sorted(authors.values(), key=lambda author: author.name)


def samples_of_authors(authors: Sequence[Author], wanted: Collection[str]) -> dict[Path, dict[str, list[Sample]]]:
    """A sample of each author for each task that is `wanted` or handed in by any; with a warning empty if missing."""
    problems = [f"{one.file} {one.problem}." for author in authors for one in author.hand_ins.values() if one.problem]
    problems += chain.from_iterable(author.left_out for author in authors)
    handed = [task_id for author in authors for task_id, one in author.hand_ins.items() if not one.problem]
    if problems and not handed:
        raise UserError(problems[0])
    for problem in problems:
        warn_user(f"Left out: {problem}")
    samples, expected = {}, list(dict.fromkeys([*wanted, *handed]))
    for author in authors:
        given = {task_id: one.source for task_id, one in author.hand_ins.items() if not one.problem}
        samples[author.path] = {task_id: [Sample(task_id, 0, given.get(task_id, ""))] for task_id in expected}
        if missing := [task_id for task_id in expected if task_id not in given]:
            names = ", ".join(missing[:5]) + ", ..." * (len(missing) > 5)
            warn_user(f"{author.name}: counted as failed, since no file of it was read: {names}.")
    return samples


def _entries(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files below a folder, and the folders directly in it, except hidden ones; each with why it is not read."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in [*folders, *sorted(name for name in files if not name.startswith("."))]:
            path = Path(place, name)
            if path.is_symlink():
                yield path, _LINK
            elif not path.is_dir():
                yield path, "" if path.is_file() else "is not an ordinary file"
            elif name.endswith(_CODE) or place == str(folder):
                yield path, "is a folder, not a file" * name.endswith(_CODE)


def _read(folder: Path) -> Iterator[_Found]:
    """All entries of a folder; Python files and the contents of archives are read, within limits."""
    with LimitedCalls(1, _CPU_SECONDS, _MEMORY_BYTES) as calls:
        for path, problem in _entries(folder):
            parts = path.relative_to(folder).parts
            file, is_archive = "/".join(parts), path.name.endswith(_ARCHIVE)
            if problem or path.is_dir() or not path.name.endswith(_READ):
                yield _Found(parts, HandIn(file, problem=problem), not problem and path.is_dir())
                continue
            most = _ARCHIVE_BYTES if is_archive else _FILE_BYTES
            try:
                with path.open("rb") as opened:
                    content = opened.read(most + 1)
                if len(content) > most:
                    raise UserError(f"has more than {most >> 20} MiB")
                members = calls.call(_unzipped, content) if is_archive else [("", *calls.call(_source, content))]
            except (OSError, UserError, UnreadableError) as error:
                members = [("", "", in_words(error))]
            place = (*parts[:-1], path.name.removesuffix(_ARCHIVE))
            for name, source, problem in members:
                hand_in = HandIn(f"{file}/{name}" if name else file, source, problem)
                yield _Found((*place, *PurePosixPath(name).parts), hand_in)


def _unzipped(content: bytes) -> list[tuple[str, str, str]]:
    """The files of a zip archive: name, source, and why there is none. Runs in a process with limits."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except Exception as error:  # any error, since the bytes may be anything
        return [("", "", f"is not a readable zip archive: {error}")]
    if len(archive.infolist()) > _MAX_MEMBERS:
        return [("", "", f"is an archive of more than {_MAX_MEMBERS} files")]
    members, room = list[tuple[str, str, str]](), _ARCHIVE_BYTES
    for item in archive.infolist():
        path = PurePosixPath(item.filename.replace("\\", "/"))
        if item.is_dir() or any(part.startswith(("__", ".")) and part != ".." for part in path.parts):
            continue
        source = problem = ""
        if path.is_absolute() or ".." in path.parts:
            problem = "would lie outside of its archive"
        elif stat.S_IFMT(item.external_attr >> 16) not in (0, stat.S_IFREG):
            problem = _LINK
        elif path.name.endswith(_CODE):
            try:
                with archive.open(item) as file:
                    unpacked = file.read(_FILE_BYTES + 1)
                room -= len(unpacked)
                beyond = f"is beyond the {_ARCHIVE_BYTES >> 20} MiB that are read of an archive"
                source, problem = ("", beyond) if room < 0 else _source(unpacked)
            except Exception as error:
                problem = f"cannot be unpacked: {error}"
        members.append(("/".join(part for part in path.parts if part not in ("/", "..")), source, problem))
    return members or [("", "", "is an archive without files")]


def _source(content: bytes) -> tuple[str, str]:
    """The source of a Python file as Python reads it, or why it cannot. Runs in a process with limits."""
    if content.startswith(b"\x1f\x8b"):
        try:
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read(_FILE_BYTES + 1)
        except Exception as error:
            return "", f"cannot be unpacked: {error}"
    is_notebook = content.lstrip().startswith(b"{") and b'"cells"' in content
    problems = {
        f"has more than {_FILE_BYTES >> 20} MiB": len(content) > _FILE_BYTES,
        "is text in UTF-16, which Python does not read: save it in UTF-8": content[:2] in (b"\xff\xfe", b"\xfe\xff"),
        "is not a text file, but a PDF, a Word document or damaged: save it as plain text in UTF-8": b"\0" in content,
        "is a notebook, not a Python file: save its code as one": is_notebook,
        "is empty": not content.strip(),
    }
    if found := [problem for problem, holds in problems.items() if holds]:
        return "", found[0]
    try:
        text = content.decode(tokenize.detect_encoding(io.BytesIO(content).readline)[0])
        text.encode()
    except (SyntaxError, LookupError, UnicodeError):
        return "", "is not text in UTF-8 or in the encoding that its first lines name: save it in UTF-8"
    return text, ""
