"""The parent's side of the process that zygotes are forked from, after imports that all of them need. It gets code and
descriptors only: an order comes on a zygote's own connection, so that no zygote holds the order of another."""

import os
import select
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from classeval_hf.sandbox.interpreters import Interpreter
from classeval_hf.sandbox.messages import send_message
from classeval_hf.sandbox.shipping import SANDBOX_MODULES, library_order, shipment, start_interpreter

_COMMON_MODULES = (
    *("_strptime", "collections", "csv", "ctypes", "datetime", "decimal", "fractions", "logging", "pathlib"),
    *("platform", "random", "resource", "shutil", "sqlite3", "tempfile", "unittest"),
)  # modules of the standard library that zygotes import first, since they take longest

_START_SECONDS, _END_SECONDS = 180.0, 20.0
_CODE_BYTES = 1 << 20  # bytes that may wait until the interpreter has started, so that this process need not
_ZYGOTE, _WITH_LIBRARIES = b"+", b"l"
"""Requests to it: for a zygote, or for another process that zygotes are forked from."""


class ForkedZygote:
    """A process that is not this process's child, with the methods of `subprocess.Popen` that end it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)
        self._ended = False

    def poll(self) -> int | None:
        """`None` while it runs."""
        return 0 if self._has_ended(0.0) else None

    def wait(self, timeout: float | None = None) -> int:
        if not self._has_ended(timeout):
            raise subprocess.TimeoutExpired("zygote", timeout or 0.0)
        return 0

    def kill(self) -> None:
        if not self._has_ended(0.0):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def _has_ended(self, timeout: float | None) -> bool:
        if not self._ended:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLIN)
            if poll.poll(None if timeout is None else 1000 * timeout):
                self._ended = True
                os.close(self._descriptor)
        return self._ended


@dataclass
class Origin:
    """A process that zygotes of one interpreter are forked from; it reads neither jobs nor orders."""

    environment: Mapping[str, str]  # variables that zygotes and samples see
    libraries: Sequence[str] = ()
    base: "Origin | None" = None
    interpreter: Interpreter | None = None  # by default this one
    importable: frozenset[str] | None = None  # the libraries that can be imported, by default all
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _process: subprocess.Popen[bytes] | ForkedZygote | None = field(default=None, init=False)
    _control: socket.socket | None = field(default=None, init=False)
    _ended: bool = field(default=False, init=False)

    def __enter__(self) -> "Origin":
        with self._lock:
            if self.base is None:
                self._start()  # the others when they are first asked: their base may still be importing
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ended = True
            self._stop()

    def with_libraries(self, libraries: Sequence[str], importable: frozenset[str] | None = None) -> "Origin":
        """A process forked from this one that imports libraries, so that its zygotes need not; to be entered."""
        return Origin(self.environment, libraries, self, self.interpreter, importable)

    def fork(self, connection: int, folder: int, log: int) -> ForkedZygote:
        return self._fork(_ZYGOTE, [connection, folder, log])

    def _fork(self, kind: bytes, descriptors: Sequence[int]) -> ForkedZygote:
        with self._lock:
            if self._ended:
                raise OSError("the process that zygotes are forked from was ended")
            if self._control is None or self._process is None or self._process.poll() is not None:
                self._stop()
                self._start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [kind], descriptors)
                number = self._control.recv(16)
            except OSError:
                self._stop()  # a late reply must not be taken for the next one
                raise
            if not number:
                raise OSError("the process that zygotes are forked from has ended")
            return ForkedZygote(int(number))

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = self._new_process(theirs.fileno())
            ours.settimeout(_START_SECONDS)
            with suppress(BrokenPipeError, ConnectionResetError):  # it has ended, as the first request will show
                if self.base is None:
                    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _CODE_BYTES)
                    send_message(ours, shipment(SANDBOX_MODULES, self.interpreter))
                else:
                    order = library_order(self.libraries, self.importable)
                    path = {} if self.interpreter is None else {"path": self.interpreter.path}
                    send_message(ours, {**order, **path, "modules": list(self.libraries)})
        except BaseException:
            ours.close()
            raise
        self._control = ours

    def _new_process(self, connection: int) -> subprocess.Popen[bytes] | ForkedZygote:
        if self.base is not None:
            return self.base._fork(_WITH_LIBRARIES, [connection])
        quiet = subprocess.DEVNULL
        return start_interpreter(self.interpreter, connection, self.environment, "/", quiet, _COMMON_MODULES)

    def _stop(self) -> None:
        """Closes its connection, so that it ends once all zygotes have ended."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            try:
                self._process.wait(timeout=_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = self._control = None
