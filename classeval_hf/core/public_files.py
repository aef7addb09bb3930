"""Public data of benchmarks, which this package does not contain: files are fetched or copied, checked and cached."""

import hashlib
import io
import os
import shutil
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from classeval_hf.core.archives import DAMAGED, bounded_tar, tar_members
from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import read_content, read_records
from classeval_hf.core.plurals import counted
from classeval_hf.core.repository_tasks import RepositoryTask

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
        """The copy on this machine, or `None`."""
        return self._target if self._target.is_file() else None

    def store(self, path: str | Path) -> Path:
        """Checks that a file, or the archive with it, is the pinned version, and stores a copy in the cache."""
        content = read_content(Path(path))
        if self.member and content.startswith(b"\x1f\x8b"):
            content = self._unpacked(content, path)
        digest = hashlib.sha256(content).hexdigest()
        expected = self.sha256 or self._first_sha256
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
            write_whole(self._hash_file, f"{digest}\n")
        return target

    def download(self, timeout: float = 20.0) -> Path:
        """Fetches the file from its repository at the pinned commit into the cache; `timeout` in seconds."""
        folder = cache_directory()
        folder.mkdir(parents=True, exist_ok=True)
        partial = folder / f"download.{os.getpid()}.partial"
        try:
            with urllib.request.urlopen(self.url, timeout=timeout) as response, partial.open("wb") as file:
                shutil.copyfileobj(response, file)
            return self.store(partial)
        finally:
            partial.unlink(missing_ok=True)

    def version_of(self, path: str | Path) -> str:
        """The pinned commit if a file is the pinned version, else empty."""
        expected = self.sha256 or self._first_sha256
        return self.commit if expected and file_sha256(path) == expected else ""

    @property
    def _target(self) -> Path:
        suffix = PurePosixPath(self.member or self.path).suffix
        return cache_directory() / f"{self.cache_stem}-{self.commit[:7]}{suffix}"

    @property
    def _hash_file(self) -> Path:
        return self._target.with_name(f"{self._target.name}.sha256")

    @property
    def _first_sha256(self) -> str:
        return self._hash_file.read_text(encoding="utf-8").strip() if self._hash_file.is_file() else ""

    def _unpacked(self, archive: bytes, path: str | Path) -> bytes:
        try:
            with bounded_tar(io.BytesIO(archive), 2 * _MAX_MEMBER_BYTES) as tar:
                for entry in islice(tar_members(tar), _MAX_MEMBERS):
                    is_file = PurePosixPath(entry.name).name == self.member and entry.isfile()
                    file = tar.extractfile(entry) if is_file and entry.size <= _MAX_MEMBER_BYTES else None
                    if file is not None:
                        return b"".join(iter(partial(file.read, 1 << 16), b""))
        except DAMAGED as error:
            raise UserError(f"{path} is not the archive of {self.title}: {error}. Get {self.url}.") from error
        raise UserError(f"{path} has no {self.member} of {self.title}. Get {self.url}.")


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
            raise UserError(f"{path}, {position}: no record of {title}: {reason}.") from error
        if task.task_id in tasks:
            raise UserError(f"{path}, {position}: the id {task.task_id} is that of an earlier task.")
        tasks[task.task_id] = task
    return list(tasks.values())


def file_sha256(path: str | Path) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
