"""
Verdicts on disk, so that a run that is repeated or was interrupted goes on where it was.

A verdict is stored under a hash of all that it depends on: the task's tests, the candidate's source, the metric's
version, the limits, the containment, and the environment's libraries. Nothing else is looked up, so an entry can be
old but not wrong.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sqlite3
import threading
from collections.abc import Mapping
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Any

from classeval_hf.cache_directory import cache_directory
from classeval_hf.records import CandidateVerdict, Task

__all__ = ["VerdictCache", "environment_fingerprint"]


class VerdictCache:
    """
    A table of verdicts in an SQLite file, safe for several processes and for being killed at any moment.

    Args:
        path (`str` or `Path`, *optional*): the file; by default `verdicts.sqlite` below `HF_HOME`.
        settings (`Mapping[str, Any]`): all that verdicts depend on besides task and candidate; JSON-able.

    Raises:
        `OSError`: if the folder cannot be made.
        `sqlite3.Error`: if the file cannot be opened.
    """

    def __init__(self, settings: Mapping[str, Any], path: str | Path | None = None) -> None:
        self._settings = json.dumps(settings, sort_keys=True)
        self._path = Path(path) if path is not None else cache_directory() / "verdicts.sqlite"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(self._path, timeout=60, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.execute("CREATE TABLE IF NOT EXISTS verdicts (key TEXT PRIMARY KEY, verdict TEXT NOT NULL)")
        self._connection.commit()

    def key(self, task: Task, source: str) -> str:
        """Hash of a task's tests and a candidate's source, under these settings."""
        parts = [self._settings, task.test, json.dumps([task.test_classes, task.import_statement]), source]
        digest = hashlib.sha256()
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()

    def get(self, key: str, task_id: str) -> CandidateVerdict | None:
        """The verdict stored under a key, or `None`."""
        with self._lock, closing(self._connection.cursor()) as cursor:
            row = cursor.execute("SELECT verdict FROM verdicts WHERE key = ?", (key,)).fetchone()
        return None if row is None else CandidateVerdict.from_rows(task_id, json.loads(row[0]))

    def put(self, key: str, verdict: CandidateVerdict) -> None:
        """Stores a verdict; it is on disk when this returns."""
        with self._lock:
            self._connection.execute(
                "INSERT OR REPLACE INTO verdicts VALUES (?, ?)",
                (key, json.dumps(verdict.to_rows(), separators=(",", ":"))),
            )
            self._connection.commit()

    def include(self, path: str | Path) -> None:
        """
        Takes over the verdicts of another such file; of two under one key, that which is here stays.

        Args:
            path (`str` or `Path`): the file.

        Raises:
            `sqlite3.Error`: if it is no such file.
        """
        VerdictCache({}, path).close()  # what a process that was killed has begun is brought to its end
        with self._lock:
            self._connection.execute("ATTACH DATABASE ? AS other", (str(path),))
            try:
                self._connection.execute("INSERT OR IGNORE INTO verdicts SELECT key, verdict FROM other.verdicts")
                self._connection.commit()
            finally:
                self._connection.execute("DETACH DATABASE other")

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()


def environment_fingerprint() -> str:
    """Hash of interpreter, system and versions of all installed libraries."""
    installed = sorted({f"{item.metadata['Name']}=={item.version}" for item in metadata.distributions()})
    text = "\n".join([platform.python_implementation(), platform.python_version(), platform.platform(), *installed])
    return hashlib.sha256(text.encode()).hexdigest()
