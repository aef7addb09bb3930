"""Unpacking archives that nobody here has looked at."""

from __future__ import annotations

import stat
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from classeval_hf.projects.catalogue import ProjectError

__all__ = ["safe_extract"]

_CHUNK = 1 << 20
_MAX_BYTES = 2 << 30
_MAX_FILES = 50_000


@dataclass(frozen=True)
class _Member:
    name: str
    size: int
    is_folder: bool
    is_executable: bool
    item: tarfile.TarInfo | zipfile.ZipInfo


def safe_extract(
    archive: Path, target: Path, *, top_folder: bool, max_bytes: int = _MAX_BYTES, max_files: int = _MAX_FILES
) -> None:
    """
    Unpacks a tar or zip archive, writing nothing but ordinary files and folders below one folder.

    A link to a file within the archive becomes a copy of that file, so that no link is ever made; owners, times and
    all permissions but "executable" are left out.

    Args:
        archive (`Path`): the archive.
        target (`Path`): the folder, which is made.
        top_folder (`bool`): everything lies in one folder of the archive, as in an sdist, and that one is left out.
        max_bytes (`int`, defaults to 2 GiB): how much it may hold.
        max_files (`int`, defaults to 50,000): how many files and folders.

    Raises:
        [`ProjectError`]: if it is damaged, too large, or has a member that would lie or lead outside; what was written
            until then is left to the caller.
    """
    try:
        with _opened(archive) as (members, reader):
            count = size = 0
            for member in members:
                count, size = count + 1, size + member.size
                if count > max_files or size > max_bytes:
                    raise ProjectError(
                        f"{archive.name} holds more than {max_bytes >> 20} MiB or {max_files} files: not unpacked."
                    )
                path = target.joinpath(*_parts(archive, member.name, top_folder))
                if member.is_folder:
                    path.mkdir(parents=True, exist_ok=True)
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    size += _write(path, member, reader, max_bytes - size)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, KeyError, NotImplementedError) as error:
        raise ProjectError(f"{archive.name} cannot be unpacked: {error}") from error


class _Reader:
    """Gives the content of a member."""

    def __init__(self, archive: tarfile.TarFile | zipfile.ZipFile) -> None:
        self._archive = archive

    def open(self, member: _Member) -> IO[bytes]:
        if isinstance(self._archive, zipfile.ZipFile):
            assert isinstance(member.item, zipfile.ZipInfo)
            return self._archive.open(member.item)
        assert isinstance(member.item, tarfile.TarInfo)
        found = self._archive.extractfile(member.item)  # follows links within the archive, and no others
        if found is None:
            raise tarfile.TarError(f"{member.name} is neither a file nor a folder nor a link to a file in the archive")
        return found


@contextmanager
def _opened(archive: Path) -> Iterator[tuple[Iterator[_Member], _Reader]]:
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as zipped:
            yield (_zip_member(item) for item in zipped.infolist()), _Reader(zipped)
    else:
        with tarfile.open(archive) as tarred:
            yield (_tar_member(item) for item in tarred), _Reader(tarred)


def _tar_member(item: tarfile.TarInfo) -> _Member:
    return _Member(item.name, item.size if item.isfile() else 0, item.isdir(), bool(item.mode & 0o100), item)


def _zip_member(item: zipfile.ZipInfo) -> _Member:
    mode = item.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise zipfile.BadZipFile(f"{item.filename} is neither a file nor a folder")
    return _Member(item.filename, item.file_size, item.is_dir(), bool(mode & 0o100), item)


def _parts(archive: Path, name: str, top_folder: bool) -> tuple[str, ...]:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise ProjectError(
            f"{archive.name}: its member {name!r} would lie outside of its folder. Nothing of it is used."
        )
    return path.parts[1:] if top_folder else path.parts


def _write(path: Path, member: _Member, reader: _Reader, room: int) -> int:
    """Writes a member; returns the bytes that its declared size does not have: those of a link's target."""
    written = 0
    with reader.open(member) as source, path.open("xb") as file:
        for chunk in iter(lambda: source.read(_CHUNK), b""):
            written += len(chunk)
            if written > member.size + room:
                raise tarfile.TarError(f"{member.name} is larger than allowed")
            file.write(chunk)
    if member.is_executable:
        path.chmod(0o755)
    return max(0, written - member.size)
