"""What several people hand in, as the students of a class do: who wrote what, and why some of it cannot be run. Links
are not followed, archives are not written to disk, and files are read within limits."""

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

from classeval_hf.core.errors import UserError, did_you_mean, in_words, warn_user
from classeval_hf.core.plurals import counted
from classeval_hf.core.samples import Sample
from classeval_hf.runs.run_files import samples_of_run
from classeval_hf.runs.sample_folders import SAMPLE_FILE, ids_by_name, stem
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

_FILE_BYTES, _ARCHIVE_BYTES = 1 << 20, 16 << 20  # of a file; of an archive, packed, and of what is read in it
_MAX_MEMBERS = 1_000  # of an archive
_CPU_SECONDS, _MEMORY_BYTES = 10.0, 512 << 20
_CODE, _ARCHIVE = (".py", ".py.gz"), ".zip"
_LINK = "is a link, which is not followed"
_MOODLE = re.compile(r"_\d+_assignsubmission_.*", re.DOTALL)  # what Moodle writes behind an author's name

Parts = tuple[str, ...]


@dataclass(frozen=True)
class HandIn:
    file: str  # its path in the folder of the class
    source: str = ""
    problem: str = ""  # why there is no source, as it stands behind the file's name in a sentence


@dataclass
class Author:
    name: str
    path: Path  # their file or folder; where folders are of tasks, what it would be
    hand_ins: dict[str, HandIn] = field(default_factory=dict)  # by task
    left_out: list[str] = field(default_factory=list)  # a sentence on each file of Python that counts for no task
    others: list[str] = field(default_factory=list)  # what else there is


@dataclass(frozen=True)
class _Found:
    parts: Parts  # where it lies in the folder of the class, an archive being a folder
    hand_in: HandIn
    is_folder: bool = False

    @property
    def is_code(self) -> bool:
        return not self.is_folder and (self.parts[-1].endswith(_CODE) or bool(self.hand_in.problem))


def authors_in(path: Path, task_ids: Collection[str]) -> list[Author]:
    """The authors of a folder of such; none for any other input, such as a folder of numbered samples."""
    if not path.is_dir() or samples_of_run(path) != path or is_of_one_author(path, task_ids):
        return []
    names, ids = _names_below(path), ids_by_name(task_ids)
    numbered = [parts for parts in names if SAMPLE_FILE.fullmatch(parts[-1])]
    if len(numbered) == len(names) or any("/".join(parts[:-1]) in ids for parts in numbered):
        return []
    return [author for author in read_class(path, task_ids) if author.hand_ins or author.left_out]


def is_of_one_author(path: Path, task_ids: Collection[str]) -> bool:
    """Whether a folder is one author's own: files that are named for tasks, and no folders."""
    names, ids = _names_below(path), ids_by_name(task_ids)
    is_flat = all(len(parts) == 1 for parts in names) and not (len(task_ids) == 1 and len(names) > 1)
    return is_flat and any(stem(parts[-1]) in ids for parts in names)


def _names_below(folder: Path) -> list[Parts]:
    names = (path.relative_to(folder).parts for path, _ in _entries(folder) if not path.is_dir())
    return [parts for parts in names if parts[-1].endswith((*_CODE, _ARCHIVE))]


def read_class(folder: Path, task_ids: Collection[str], only: str = "") -> list[Author]:
    """Reads AUTHOR/TASK.py, TASK/AUTHOR.py, or AUTHOR.py for a single task; with `only` one entry of the folder."""
    ids = {name.casefold(): task_id for name, task_id in ids_by_name(task_ids).items() if name}
    found = [one for one in _read(folder) if only in ("", one.parts[0])]
    by_task = any(one.is_folder and one.parts[0].casefold() in ids for one in found) and not any(
        _task_of(one, ids) and one.parts[0].casefold() not in ids for one in found if len(one.parts) > 1
    )
    authors: dict[str, Author] = {}
    given: dict[tuple[str, str], list[tuple[bool, _Found]]] = {}  # by author and task, whether it is named for it
    nobodys = []
    for one in found:
        parts, named = one.parts, _task_of(one, ids)
        task_id = named or (next(iter(task_ids)) if len(task_ids) == 1 else "")
        if by_task:
            parts, task_id = parts[1:], ids.get(parts[0].casefold(), "")
        if by_task and not parts and task_id:
            continue  # the folder of a task
        if not parts or (by_task and not task_id) or (len(parts) == 1 and not one.is_code and not one.is_folder):
            nobodys += [one.hand_in.file]
            continue
        name = parts[0] if len(parts) > 1 or one.is_folder else stem(parts[0])
        name = _MOODLE.sub("", name) or name
        path = folder / (f"{name}.py" if by_task else one.hand_in.file.split("/")[0])
        author = authors.setdefault(name, Author(name, path))
        if one.is_code and task_id:
            given.setdefault((name, task_id), []).append((named == task_id or len(parts) == 1, one))
        elif one.is_code:
            hint = "" if one.hand_in.problem else did_you_mean(stem(one.parts[-1]), task_ids)
            problem = one.hand_in.problem or "is named for no task that is known"
            author.left_out.append(f"{one.hand_in.file} {problem}.{hint}")
        elif not one.is_folder:
            author.others.append(one.hand_in.file)
    for (name, task_id), files in given.items():
        _choose(authors[name], task_id, files)
    if nobodys:  # it may be somebody's, and would get no line in the table
        warn_user(f"{folder}: left out is what is no author's NAME.py or NAME/TASK_ID.py: {', '.join(nobodys[:5])}.")
    return sorted(authors.values(), key=lambda author: author.name)


def _task_of(one: _Found, ids: dict[str, str]) -> str:
    """The task that a file is named for; empty if it is for none."""
    name = stem(one.parts[-1]).casefold()
    return "" if one.is_folder else ids.get(name, "") or ids.get(name.rpartition("_file_")[2], "")  # as Moodle has it


def _choose(author: Author, task_id: str, files: list[tuple[bool, _Found]]) -> None:
    """Gives an author the file for a task: the one that is named for it and lies highest, or the only one."""
    ordered = sorted(files, key=lambda item: (not item[0], len(item[1].parts), item[1].hand_in.file))
    named = [one.hand_in for is_named, one in ordered if is_named]
    chosen = (named or [ordered[0][1].hand_in])[0]
    if not named and len(ordered) > 1:
        problem = f"is one of {counted(len(ordered), 'file')}, and none of them is named for the task"
        author.hand_ins[task_id] = HandIn(chosen.file, problem=problem)
        return
    author.hand_ins[task_id] = chosen
    others = [one.hand_in.file for _, one in ordered if one.hand_in is not chosen]
    author.left_out += [f"{file} does not count, since {chosen.file} is of the same task." for file in others]


def read_author(path: Path, task_ids: Collection[str]) -> dict[str, list[Sample]]:
    """By task what an author's file, folder or archive has, as far as it can be read."""
    hand_ins = chain.from_iterable(one.hand_ins.items() for one in read_class(path.parent, task_ids, path.name))
    return {task_id: [Sample(task_id, 0, hand_in.source)] for task_id, hand_in in hand_ins}


def samples_of_authors(authors: Sequence[Author], wanted: Collection[str]) -> dict[Path, dict[str, list[Sample]]]:
    """The samples of authors, one of each task that is `wanted`, or that another has. What is missing or cannot be
    read counts as empty, with a warning; raises if nobody has anything else."""
    problems = [f"{one.file} {one.problem}." for author in authors for one in author.hand_ins.values() if one.problem]
    problems += [sentence for author in authors for sentence in author.left_out]
    sources = {
        author.path: {task_id: one.source for task_id, one in author.hand_ins.items() if not one.problem}
        for author in authors
    }
    expected = dict.fromkeys([*wanted, *chain.from_iterable(sources.values())])
    if problems and not any(sources.values()):
        raise UserError(problems[0])
    for problem in problems:
        warn_user(f"Left out: {problem}")
    for author in authors:
        if missing := [task_id for task_id in expected if task_id not in sources[author.path]]:
            names = ", ".join(missing[:5]) + ", ..." * (len(missing) > 5)
            warn_user(f"{author.name}: counted as failed, since no file of it was read: {names}.")
    return {
        path: {task_id: [Sample(task_id, 0, of_author.get(task_id, ""))] for task_id in expected}
        for path, of_author in sources.items()
    }


def _entries(folder: Path) -> Iterator[tuple[Path, str]]:
    """What lies below a folder, and its own folders, but for what is hidden; each with why it is not read, if so."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in [*folders, *sorted(name for name in files if not name.startswith("."))]:
            path = Path(place, name)
            if path.is_symlink():
                yield path, _LINK
            elif not path.is_dir():
                yield path, "" if path.is_file() else "is no ordinary file"
            elif name.endswith(_CODE):
                yield path, "is a folder, and no file"
            elif place == str(folder):
                yield path, ""


def _read(folder: Path) -> Iterator[_Found]:
    """All that is there; each file of Python and what each archive holds is read, within limits."""
    with LimitedCalls(1, _CPU_SECONDS, _MEMORY_BYTES) as calls:
        for path, problem in _entries(folder):
            parts = path.relative_to(folder).parts
            file, is_archive = "/".join(parts), path.name.endswith(_ARCHIVE)
            if problem or path.is_dir() or not path.name.endswith((*_CODE, _ARCHIVE)):
                yield _Found(parts, HandIn(file, problem=problem), not problem and path.is_dir())
                continue
            most = _ARCHIVE_BYTES if is_archive else _FILE_BYTES
            try:
                with path.open("rb") as opened:
                    content = opened.read(most + 1)
                if len(content) > most:
                    raise UserError(f"has more than {most >> 20} MiB")
                members = calls.call(_unzipped if is_archive else _source, content)
            except (OSError, UserError, UnreadableError) as error:
                members = [["", "", in_words(error) if isinstance(error, OSError) else str(error)]]
            if is_archive:
                parts = (*parts[:-1], path.name.removesuffix(_ARCHIVE))
            for name, source, problem in members:
                inner = (*parts, *PurePosixPath(name).parts)
                yield _Found(inner, HandIn(f"{file}/{name}" if name else file, source, problem))


def _unzipped(content: bytes) -> list[tuple[str, str, str]]:
    """Name, source and problem of each file of a zip archive; runs in a process with limits."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except Exception as error:  # of any kind, since its bytes may be anything
        return [("", "", f"is no zip archive that can be read: {error}")]
    if len(archive.infolist()) > _MAX_MEMBERS:
        return [("", "", f"is an archive of more than {_MAX_MEMBERS} files")]
    members: list[tuple[str, str, str]] = []
    room = _ARCHIVE_BYTES
    for item in archive.infolist():
        path = PurePosixPath(item.filename.replace("\\", "/"))
        if item.is_dir() or any(part.startswith(("__", ".")) and part != ".." for part in path.parts):
            continue
        name = "/".join(part for part in path.parts if part not in ("/", ".."))
        if path.is_absolute() or ".." in path.parts:
            members.append((name, "", "would lie outside of its archive"))
        elif stat.S_IFMT(item.external_attr >> 16) not in (0, stat.S_IFREG):
            members.append((name, "", _LINK))
        elif not path.name.endswith(_CODE):
            members.append((name, "", ""))
        else:
            try:
                with archive.open(item) as file:
                    unpacked = file.read(_FILE_BYTES + 1)
                room -= len(unpacked)
                too_much = f"is beyond the {_ARCHIVE_BYTES >> 20} MiB that are read of an archive"
                members.append((name, "", too_much) if room < 0 else (name, *_source(unpacked)[0][1:]))
            except Exception as error:
                members.append((name, "", f"cannot be unpacked: {error}"))
    return members or [("", "", "is an archive without files")]


def _source(content: bytes) -> list[tuple[str, str, str]]:
    """The source of a file of Python as Python itself reads it, or why it does not; runs in a process with limits."""
    if content.startswith(b"\x1f\x8b"):
        try:
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read(_FILE_BYTES + 1)
        except Exception as error:
            return [("", "", f"cannot be unpacked: {error}")]
    if len(content) > _FILE_BYTES:
        return [("", "", f"has more than {_FILE_BYTES >> 20} MiB")]
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return [("", "", "is text in UTF-16, which Python does not read: save it in UTF-8")]
    if b"\0" in content:
        return [("", "", "is no text: it holds zero bytes")]
    if content.lstrip().startswith(b"{") and b'"cells"' in content:
        return [("", "", "is a notebook, and no file of Python: save its code as one")]
    try:
        text = content.decode(tokenize.detect_encoding(io.BytesIO(content).readline)[0])
        text.encode()
    except (SyntaxError, LookupError, UnicodeError):
        return [("", "", "is no text in UTF-8, nor in an encoding that its first lines name: save it in UTF-8")]
    return [("", text, "" if text.strip() else "is empty")]
