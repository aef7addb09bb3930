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

from classeval_hf.sandbox.code_transfer import (
    SANDBOX_MODULES,
    Interpreter,
    library_order,
    sent_code,
    start_interpreter,
)
from classeval_hf.sandbox.messages import send_message

_COMMON_MODULES = (
    *("_strptime", "collections", "csv", "ctypes", "datetime", "decimal", "fractions", "logging", "pathlib"),
    *("platform", "random", "resource", "shutil", "sqlite3", "tempfile", "unittest"),
)  # modules of the standard library that zygotes import first, since they take longest

START_SECONDS = 180.0  # time for a process to import what it needs, on a slow disk
_END_SECONDS = 20.0
_CODE_BYTES = 1 << 20  # bytes that may wait until the interpreter has started, so that this process need not


class ForkedZygote:
    """A process that is not this process's child, with methods of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)
        self._ended = False

    def poll(self) -> int | None:
        """`None` while it runs."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        if not self._ended:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLIN)
            if not poll.poll(None if timeout is None else 1000 * timeout):
                raise subprocess.TimeoutExpired("zygote", timeout or 0.0)
            self._ended = True
            os.close(self._descriptor)
        return 0


@dataclass
class ZygoteServer:
    """A process that zygotes of one interpreter are forked from; it reads neither jobs nor orders."""

    environment: Mapping[str, str]  # variables that zygotes and samples see
    libraries: Sequence[str] = ()  # to be imported, so that its zygotes need not
    base: "ZygoteServer | None" = None  # forks it, in place of a new interpreter
    interpreter: Interpreter | None = None  # by default this one
    importable: frozenset[str] | None = None  # the libraries that can be imported, by default all
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _process: subprocess.Popen[bytes] | ForkedZygote | None = field(default=None, init=False)
    _control: socket.socket | None = field(default=None, init=False)
    _ended: bool = field(default=False, init=False)

    def __enter__(self) -> "ZygoteServer":
        with self._lock:
            if self.base is None:
                self._start()  # the others when they are first asked: their base may still be importing
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ended = True
            self._stop()

    def fork(self, *descriptors: int) -> ForkedZygote:
        """Forks a zygote, given its connection, folder and log; or another such process, given its connection."""
        with self._lock:
            if self._ended:
                raise OSError("the process that zygotes are forked from was ended")
            if self._control is None or self._process is None or self._process.poll() is not None:
                self._stop()
                self._start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [b"+"], descriptors)
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
                if self.base is not None:
                    self._process = self.base.fork(theirs.fileno())
                else:
                    to_it = self.interpreter, theirs.fileno(), self.environment
                    self._process = start_interpreter(*to_it, "/", subprocess.DEVNULL, _COMMON_MODULES)
            ours.settimeout(START_SECONDS)
            with suppress(BrokenPipeError, ConnectionResetError):  # it has ended, as the first request will show
                if self.base is None:
                    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _CODE_BYTES)
                    send_message(ours, sent_code(SANDBOX_MODULES, self.interpreter))
                else:
                    order = library_order(self.libraries, self.importable)
                    path = {} if self.interpreter is None else {"path": self.interpreter.path}
                    send_message(ours, {**order, **path, "modules": list(self.libraries)})
        except BaseException:
            ours.close()
            raise
        self._control = ours

    def _stop(self) -> None:
        end_process(self._process, self._control)  # once all zygotes have ended
        self._process = self._control = None


def end_process(process: subprocess.Popen[bytes] | ForkedZygote | None, control: socket.socket | None) -> None:
    """Closes the connection of a process, which then ends, and ends its children; kills it if it does not."""
    if control is not None:
        control.close()
    if process is not None:
        try:
            process.wait(timeout=_END_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
