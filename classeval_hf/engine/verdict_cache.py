"""Verdicts on disk, each under a hash of everything that it depends on, so that an entry may be unused, but not wrong.
Entries are signed with a key in another file that only the user can read; unsigned ones are ignored."""

import hashlib
import hmac
import json
import os
import platform
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from classeval_hf.core.errors import InfrastructureError, warn_user
from classeval_hf.core.files import cache_directory
from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.verdicts import REFERENCE_RUNS, CandidateVerdict, Soundness
from classeval_hf.engine.task_family import SampleJob
from classeval_hf.metrics.samples import Verdict
from classeval_hf.sandbox.sandbox import nltk_data

KEY_NAME = "verdicts.key"  # name of the file with the key
_VERDICTS, _REFERENCES = "signed_verdicts", "reference_runs"
_MAX_CHARS = 4 << 20  # characters of a verdict beyond which it is not read
_KEY_BYTES = 32
_NOT_KEPT = (
    "Verdicts cannot be kept in {file} ({error}): scoring continues without those that cannot be read or written. "
    "Remove the file, or set HF_HOME to a folder that can be written."
)
_Kept = TypeVar("_Kept")


class VerdictCache:
    """Verdicts, and outcomes of references, in an SQLite file; safe for several processes and for being killed."""

    def __init__(self, settings: Mapping[str, Any], path: str | Path | None = None) -> None:
        self._settings = json.dumps(settings, sort_keys=True)
        self._path = Path(path) if path is not None else cache_directory() / "verdicts.sqlite"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        key_path = self._path.with_name(KEY_NAME)  # only its user can read it
        with suppress(FileExistsError), open(key_path, "xb", opener=partial(os.open, mode=0o600)) as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
        for _ in range(100):
            self._secret = key_path.read_bytes()
            if len(self._secret) == _KEY_BYTES:
                break
            time.sleep(0.05)  # another process has just made it
        else:
            remedy = "Remove it: the kept verdicts are then computed again."
            raise OSError(f"{key_path} is not a valid key for verdicts. {remedy}")
        self._lock = threading.Lock()
        self._warned = False
        self._connection = sqlite3.connect(self._path, timeout=60, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        columns = "key TEXT PRIMARY KEY, verdict TEXT NOT NULL, signature TEXT NOT NULL"
        for table in (_VERDICTS, _REFERENCES):
            self._connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
        self._connection.commit()

    @classmethod
    def open(cls, settings: Mapping[str, Any], path: str | Path | None = None) -> "VerdictCache | None":
        """Opens the file; where it cannot be used, warns and gives `None`."""
        try:
            return cls(settings, path)
        except (OSError, sqlite3.Error) as error:
            file = Path(path) if path is not None else cache_directory() / "verdicts.sqlite"
            warn_user(_NOT_KEPT.format(file=file, error=error))
        return None

    def key(self, job: SampleJob | tuple[Task, str]) -> str:
        """Hash of tests, candidate, limits and settings, or of what decides the outcome of a task's reference."""
        if isinstance(job, SampleJob):
            parts = [job.task.verdict_key(job.suite), json.dumps([*job.limits.seconds.items()]), job.source]
        else:
            parts = [*job[0].reference_identity(job[1]), f"{REFERENCE_RUNS} runs of the reference"]
        digest = hashlib.sha256()
        for part in (self._settings, *parts):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()

    def get(self, job: SampleJob) -> CandidateVerdict | None:
        """The trusted verdict on a candidate, if there is one; `None` for candidates that fail without being run."""
        if job.ruling is not None:
            return None
        read = partial(CandidateVerdict.from_dict, job.task.task_id, suite=job.suite)
        return self._get(_VERDICTS, self.key(job), read)

    def put(self, job: SampleJob | tuple[Task, str], verdict: Verdict | Soundness) -> None:
        """Stores an outcome at once, unless a process was lost that ran the candidate or read its report."""
        if isinstance(verdict, Soundness):
            self._put(_REFERENCES, "REPLACE", self.key(job), json.dumps(asdict(verdict)))
            return
        if isinstance(verdict, InfrastructureError) or (isinstance(job, SampleJob) and job.ruling is not None):
            return
        if not any(item.error_type in ("SandboxBroken", "UnreadableReport") for item in verdict.test_classes):
            self._put(_VERDICTS, "REPLACE", self.key(job), json.dumps(verdict.to_dict(), separators=(",", ":")))

    def get_soundness(self, task: Task, suite: str = BASE) -> Soundness | None:
        """The outcome of a task's reference by a test suite, under these settings; `None` if it is unknown."""
        return self._get(_REFERENCES, self.key((task, suite)), partial(msgspec.convert, type=Soundness))

    def _get(self, table: str, key: str, read: Callable[[Any], _Kept]) -> _Kept | None:
        query = f"SELECT verdict, signature FROM {table} WHERE key = ? AND length(verdict) <= ?"
        row = None
        with self._locked() as connection, closing(connection.cursor()) as cursor:
            row = cursor.execute(query, (key, _MAX_CHARS)).fetchone()
        given = str(row[1]).encode("utf-8", "surrogatepass") if row is not None else b""
        if row is None or not hmac.compare_digest(self._signature(key, row[0]).encode(), given):
            return None
        try:
            return read(json.loads(row[0]))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None

    def include(self, path: str | Path) -> None:
        """Takes over the verdicts of another such file; an entry that is already here stays."""
        with closing(VerdictCache({}, path)) as other:
            query = f"SELECT key, verdict, signature FROM {_VERDICTS} WHERE length(verdict) <= ?"
            for key, verdict, signature in other._connection.execute(query, (_MAX_CHARS,)):
                given = str(signature).encode("utf-8", "surrogatepass")
                if hmac.compare_digest(other._signature(key, verdict).encode(), given):
                    self._put(_VERDICTS, "IGNORE", key, verdict, commit=False)
        with self._lock:
            self._connection.commit()

    def _put(self, table: str, otherwise: str, key: str, verdict: str, commit: bool = True) -> None:
        row = key, verdict, self._signature(key, verdict)
        with self._locked() as connection:
            connection.execute(f"INSERT OR {otherwise} INTO {table} VALUES (?, ?, ?)", row)
            if commit:
                connection.commit()

    def _signature(self, key: str, verdict: str) -> str:
        return hmac.new(self._secret, f"{key}\n{verdict}".encode("utf-8", "surrogatepass"), "sha256").hexdigest()

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        """The file for one thread. Warns of its first error; entries that cannot be read or written are skipped."""
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                if not self._warned:
                    warn_user(_NOT_KEPT.format(file=self._path, error=error))
                self._warned = True

    def close(self) -> None:
        with self._lock:
            self._connection.close()


def environment_fingerprint() -> str:
    """Hash of interpreter, system, versions of all installed libraries, and names of the data that nltk has here."""
    installed = set[str]()
    for library in metadata.distributions():  # not by a parser of messages, which takes four times as long
        headers = (library.read_text("METADATA") or "").partition("\n\n")[0]
        stated = dict(re.findall(r"^(Name|Version):[ \t]*(\S+)", headers, re.MULTILINE)) or library.metadata
        installed.add(f"{stated['Name']}=={stated['Version']}")
    data = sorted(f"{path.parent.name}/{path.name}" for folder in nltk_data() for path in Path(folder).glob("*/*"))
    system = platform.python_implementation(), platform.python_version(), platform.platform()
    return hashlib.sha256("\n".join([*system, *sorted(installed), *data]).encode()).hexdigest()
