"""Downloaded data: pinned files of benchmarks, which are not part of this package, and untrusted archives."""

import bz2
import gzip
import hashlib
import io
import lzma
import os
import shutil
import stat
import tarfile
import urllib.request
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from classeval_hf.core.errors import ProjectError, UserError
from classeval_hf.core.files import cache_directory, read_content, read_records, write_whole
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.terminal import counted

_CHUNK, _MAX_BYTES, _MAX_FILES = 1 << 16, 2 << 30, 50_000
_READ_AGAIN = 4  # factor of an archive's size that may be read: targets of links are read again
_HEADER_BYTES = _CHUNK + 512
_MAX_HEADERS = 100  # maximum of extended headers of an archive or member: each member has a copy
_UNPACKED_BY: Mapping[bytes, Callable[[IO[bytes]], Any]] = {
    **{b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}
}
DAMAGED = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(LookupError, ValueError, ArithmeticError, RecursionError, NotImplementedError),
)  # errors of the standard library for damaged or malicious archives


@dataclass
class _Bounded:
    """The unpacked bytes of an archive, with a limit on the bytes that are read or skipped, counting repeats."""

    stream: IO[bytes]
    left: int

    def read(self, size: int = -1) -> bytes:
        """Raises `tarfile.ReadError` beyond the limit or for reads larger than members need, as of endless headers."""
        if not 0 <= size <= _HEADER_BYTES:
            raise tarfile.ReadError(f"it has a header of more than {_HEADER_BYTES >> 10} KiB")
        self._spend(size)
        return self.stream.read(size)

    def seek(self, place: int) -> int:
        here = self.stream.tell()
        self._spend(place - here if place >= here else place)  # packed data is read again from the start to go back
        return self.stream.seek(place)

    def tell(self) -> int:
        return self.stream.tell()

    def _spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise tarfile.ReadError("reading it takes more than its size allows")


def tar_members(
    archive: IO[bytes], most_bytes: int
) -> Iterator[tuple[tarfile.TarInfo, Callable[[], IO[bytes] | None]]]:
    """The members of a tar archive, each with a function that opens it. `most_bytes` may be read, counting repeats;
    raises errors of [`DAMAGED`], also for too many headers."""
    start = archive.read(8)
    archive.seek(0)
    unpack = next((decompressor for magic, decompressor in _UNPACKED_BY.items() if start.startswith(magic)), None)
    bounded: Any = _Bounded(archive if unpack is None else unpack(archive), most_bytes)
    with tarfile.open(fileobj=bounded, mode="r:") as tar:
        for item in tar:
            if max(len(tar.pax_headers), len(item.pax_headers)) > _MAX_HEADERS:
                raise tarfile.ReadError(f"it has more than {_MAX_HEADERS} extended headers")
            yield item, partial(tar.extractfile, item)


class _Member(NamedTuple):
    name: str
    size: int  # 0 for a link
    is_folder: bool
    is_executable: bool
    open: Callable[[], IO[bytes] | None]


def safe_extract(archive: Path, target: Path, *, top_folder: bool, max_bytes: int = _MAX_BYTES) -> None:
    """Writes files and folders below `target`, with links as copies; an error leaves the files written before."""
    size = 0
    try:
        with closing(_members(archive, _READ_AGAIN * max_bytes)) as members:
            for count, member in enumerate(members, 1):
                size += member.size
                if count > _MAX_FILES or size > max_bytes:
                    raise ProjectError(
                        f"{archive.name} holds more than {max_bytes >> 20} MiB or {_MAX_FILES} files: not unpacked."
                    )
                inner = PurePosixPath(member.name)
                if inner.is_absolute() or ".." in inner.parts or "\0" in member.name:
                    raise ProjectError(
                        f"{archive.name}: its member {member.name!r} would lie outside of its folder. "
                        "Nothing of it is used."
                    )
                path = target.joinpath(*inner.parts[top_folder:])
                if member.is_folder:
                    path.mkdir(parents=True, exist_ok=True)
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    written, source = 0, member.open()
                    if source is None:
                        raise tarfile.TarError(
                            f"{member.name} is neither a file nor a folder nor a link to a file in the archive"
                        )
                    with source, path.open("xb") as file:
                        for chunk in iter(partial(source.read, _CHUNK), b""):
                            written += len(chunk)
                            if written > member.size + max_bytes - size:
                                raise tarfile.TarError(f"{member.name} is larger than allowed")
                            file.write(chunk)
                    if member.is_executable:
                        path.chmod(0o755)
                    size += max(0, written - member.size)  # the bytes of a link's target
    except ProjectError:
        raise
    except DAMAGED as error:
        raise ProjectError(f"{archive.name} cannot be unpacked: {error}") from error


def _members(archive: Path, most_bytes: int) -> Generator[_Member, None, None]:
    """The members of an archive, which is open until the generator is closed."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as zipped:
            for item in zipped.infolist():
                mode, opened = item.external_attr >> 16, partial(zipped.open, item)
                if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                    raise zipfile.BadZipFile(f"{item.filename} is neither a file nor a folder")
                yield _Member(item.filename, item.file_size, item.is_dir(), bool(mode & 0o100), opened)
    else:
        with archive.open("rb") as file:
            for entry, read in tar_members(file, most_bytes):  # links are to members
                size = entry.size if entry.isfile() else 0
                yield _Member(entry.name, size, entry.isdir(), bool(entry.mode & 0o100), read)


_MAX_MEMBER_BYTES, _MAX_MEMBERS = 64 << 20, 10_000


@dataclass(frozen=True)
class PublicFile:
    """A file of a benchmark's public repository, at a pinned commit."""

    title: str  # its name in messages
    repository: str  # owner and name on GitHub
    commit: str
    path: str
    cache_stem: str  # beginning of its name in the cache
    tasks: int  # number of its tasks
    sha256: str = ""  # if unknown, the number of tasks is checked, and later copies must equal the first
    member: str = ""  # if `path` is a tar archive, the file in it that is kept, to which `sha256` belongs
    hint: str = ""  # advice for users of another version
    server: str = "https://raw.githubusercontent.com"  # server of the repository's files

    @property
    def url(self) -> str:
        return f"{self.server}/{self.repository}/{self.commit}/{self.path}"

    @property
    def cached(self) -> Path | None:
        return self._target if self._target.is_file() else None

    def store(self, path: str | Path) -> Path:
        """Checks that a file, or the archive with it, is the pinned version, and stores a copy in the cache."""
        content = read_content(Path(path))
        if self.member and content.startswith(b"\x1f\x8b"):
            unpacked = None
            try:
                for entry, read in islice(tar_members(io.BytesIO(content), 2 * _MAX_MEMBER_BYTES), _MAX_MEMBERS):
                    is_file = PurePosixPath(entry.name).name == self.member and entry.isfile()
                    file = read() if is_file and entry.size <= _MAX_MEMBER_BYTES else None
                    if file is not None:
                        unpacked = b"".join(iter(partial(file.read, _CHUNK), b""))
                        break
            except DAMAGED as error:
                raise UserError(f"{path} is not the archive of {self.title}: {error}. Get {self.url}.") from error
            if unpacked is None:
                raise UserError(f"{path} has no {self.member} of {self.title}. Get {self.url}.")
            content = unpacked
        digest, expected = hashlib.sha256(content).hexdigest(), self._expected
        problem = f"its SHA-256 is {digest}, expected {expected}" if expected and digest != expected else ""
        if not problem and not self.sha256 and (count := len(read_records(path))) != self.tasks:
            problem = f"it has {counted(count, 'task')}, not {self.tasks}"
        if problem:
            wanted = f"{self.title} at commit {self.commit[:7]}"
            raise UserError(f"{path} is not {wanted}: {problem}. Get {self.url}{self.hint}.")
        target = self._target
        if not target.is_file() or file_sha256(target) != digest:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, content)
        if not expected:
            write_whole(Path(f"{target}.sha256"), f"{digest}\n")
        return target

    def download(self, timeout: float = 20.0) -> Path:
        """Fetches the file from its repository at the pinned commit into the cache; `timeout` in seconds."""
        partial = cache_directory() / f"download.{os.getpid()}.partial"
        partial.parent.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(self.url, timeout=timeout) as response, partial.open("wb") as file:
                shutil.copyfileobj(response, file)
            return self.store(partial)
        finally:
            partial.unlink(missing_ok=True)

    def version_of(self, path: str | Path) -> str:
        """The pinned commit if a file is the pinned version, else empty."""
        return self.commit if self._expected == file_sha256(path) else ""

    @property
    def _target(self) -> Path:
        suffix = PurePosixPath(self.member or self.path).suffix
        return cache_directory() / f"{self.cache_stem}-{self.commit[:7]}{suffix}"

    @property
    def _expected(self) -> str:
        """The hash that the file must have; empty if it is not known yet."""
        file = Path(f"{self._target}.sha256")
        return self.sha256 or (file.read_text(encoding="utf-8").strip() if file.is_file() else "")


def read_public_tasks(
    path: str | Path, title: str, make: Callable[[Mapping[str, Any]], RepositoryTask]
) -> list[RepositoryTask]:
    """Makes tasks from a benchmark's records; an error names the record's place and the missing key."""
    tasks: dict[str, RepositoryTask] = {}
    for position, record in read_records(path):
        try:
            task = make(record)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            reason = f"it lacks {error}" if isinstance(error, KeyError) else error
            raise UserError(f"{path}, {position}: not a record of {title}: {reason}.") from error
        if task.task_id in tasks:
            raise UserError(f"{path}, {position}: the id {task.task_id} is that of an earlier task.")
        tasks[task.task_id] = task
    return list(tasks.values())


def file_sha256(path: str | Path) -> str:
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        for chunk in iter(partial(file.read, _CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()
