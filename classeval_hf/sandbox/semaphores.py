"""Locks of `multiprocessing` in memory that a process shares with its forks. Named semaphores lie in `/dev/shm`, which
at T2 is closed to samples, since it is the machine's: without these locks a correct `Pool` would fail."""

import ctypes
import errno
import importlib
import mmap
import os
import sys
import tempfile
import threading
import time
from typing import Any

_BYTES = 64  # no less than `sizeof(sem_t)` on any Linux
_RECURSIVE_MUTEX = 0

if sys.platform != "win32":  # where this module is imported, and does nothing
    _libc = ctypes.CDLL(None, use_errno=True)


class _Moment(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


def use_unnamed_semaphores() -> None:
    """Makes `multiprocessing` use [`UnnamedSemLock`], and fork by default: only forks share that memory."""
    importlib.import_module("_multiprocessing").__dict__["SemLock"] = UnnamedSemLock
    if sys.version_info >= (3, 14):  # earlier it forks anyhow, and each sample would have this import
        context: Any = importlib.import_module("multiprocessing.context")
        context._default_context._default_context = context._concrete_contexts["fork"]


class UnnamedSemLock:
    """Stands in for `_multiprocessing.SemLock`, with the members that `multiprocessing.synchronize` uses."""

    SEM_VALUE_MAX = 2**31 - 1

    def __init__(self, kind: int, value: int, maxvalue: int, name: str = "", unlink: bool = True) -> None:
        self.kind, self.maxvalue, self.name = kind, maxvalue, None if unlink else name  # the name is for unlinking
        with tempfile.TemporaryFile() as file:  # shared with forks; shared memory without a file is refused
            file.truncate(_BYTES)
            self._memory = mmap.mmap(file.fileno(), _BYTES)
        self._semaphore = ctypes.c_char.from_buffer(self._memory)
        self.handle = ctypes.addressof(self._semaphore)
        self._pointer = ctypes.c_void_p(self.handle)
        self._holds = 0
        self._holder = 0
        if _libc.sem_init(self._pointer, 1, ctypes.c_uint(value)) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Takes the lock; returns whether that succeeded in time."""
        if self.kind == _RECURSIVE_MUTEX and self._is_mine():
            self._holds += 1
            return True
        end = _Moment()
        if block and timeout is not None:
            until = time.time() + max(timeout, 0.0)
            end = _Moment(int(until), int(until % 1 * 1e9))
        while True:
            if not block:
                result = _libc.sem_trywait(self._pointer)
            elif timeout is None:
                result = _libc.sem_wait(self._pointer)
            else:
                result = _libc.sem_timedwait(self._pointer, ctypes.byref(end))
            if result == 0:
                self._holds += 1
                self._holder = threading.get_ident()
                return True
            if ctypes.get_errno() in (errno.EAGAIN, errno.ETIMEDOUT):
                return False
            if ctypes.get_errno() != errno.EINTR:
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def release(self) -> None:
        if self.kind == _RECURSIVE_MUTEX:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._holds > 1:
                self._holds -= 1
                return
        elif self._get_value() >= self.maxvalue:
            raise ValueError("semaphore or lock released too many times")
        _libc.sem_post(self._pointer)
        self._holds -= 1

    def _count(self) -> int:
        return self._holds

    def _is_mine(self) -> bool:
        return self._holds > 0 and self._holder == threading.get_ident()

    def _get_value(self) -> int:
        value = ctypes.c_int()
        _libc.sem_getvalue(self._pointer, ctypes.byref(value))
        return value.value

    def _is_zero(self) -> bool:
        return self._get_value() == 0

    def _after_fork(self) -> None:
        self._holds = 0

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: Any) -> None:
        self.release()
