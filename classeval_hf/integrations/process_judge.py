"""A judge for libraries that call us: they have no hook for their end, and they start threads and processes."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.judging.judge import Judge


@dataclass
class _Place:
    lock: threading.RLock = field(default_factory=threading.RLock)
    judge: Judge | None = None


class ProcessJudge:
    """A judge per process, entered when it is needed first: what is pickled is its options alone."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._places: dict[int, _Place] = {}

    def __getstate__(self) -> dict[str, Any]:
        return self._options

    def __setstate__(self, options: dict[str, Any]) -> None:
        self.__init__(**options)  # type: ignore[misc]

    def _own(self) -> _Place:
        # By process: a lock that is inherited may be held by a thread that only the parent has.
        return self._places.setdefault(os.getpid(), _Place())

    def enter(self) -> Judge:
        """The judge of this process, entered; several threads may use it."""
        place = self._own()
        with place.lock:
            if place.judge is None:
                place.judge = Judge(**self._options).__enter__()
                atexit.register(self.close)
            return place.judge

    def locked(self) -> AbstractContextManager[Any]:
        """Keeps other threads of this process out, also where nothing is to be judged."""
        return self._own().lock

    @contextmanager
    def alone(self) -> Iterator[Judge]:
        """The judge for one thread at a time. After an error the next one gets a new judge: that one is spent."""
        with self._own().lock:
            try:
                yield self.enter()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Leaves the judge of this process, if it was entered; the next use enters another."""
        place = self._own()
        with place.lock:
            judge, place.judge = place.judge, None
            if judge is not None:
                atexit.unregister(self.close)
                judge.__exit__()
