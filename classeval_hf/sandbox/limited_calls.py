"""Calls functions on untrusted data within limits, in processes that no sample descends from: parsing may take
unbounded time and memory, and holds the interpreter's lock meanwhile."""

import json
import os
import pickle
import queue
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.sandbox.messages import MESSAGE_LIMIT, receive_bytes, receive_message, send_message

_BATCH = 16  # calls that a process gets in one message
_LENGTH = struct.Struct("!Q")
_START_SECONDS = 120.0
_KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONPATH", "SYSTEMROOT", "TMPDIR")
"""Environment variables that the processes get; no tokens."""
_SINGLE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""Keeps numpy, where values need it, from starting idle threads, which would take cores from the samples."""
_BOOTSTRAP = (
    "import sys; sys.path[:] = [path for path in sys.path if path]; "  # nothing of the working folder is run here
    "import json; sys.path[:] = json.loads(sys.argv[2]); "
    "from classeval_hf.sandbox.limited_calls import main; main(int(sys.argv[1]), *map(float, sys.argv[3:]))"
)


class UnreadableError(RuntimeError):
    """The data of a call takes too much time or memory, or brings its process down; the message tells which."""


@dataclass
class LimitedCalls:
    """Processes that call functions of this package; threads may share them, and lost ones are replaced."""

    processes: int = 1  # concurrent calls
    cpu_seconds: float = 10.0  # processor time of a call
    memory_bytes: int = 1 << 30  # memory that a process may take beyond its initial memory
    _free: "queue.LifoQueue[_Process | None]" = field(default_factory=queue.LifoQueue, init=False)
    _all: "set[_Process]" = field(default_factory=set, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _closed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        for _ in range(self.processes):
            self._free.put(None)

    def __enter__(self) -> "LimitedCalls":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes; pending calls raise [`InfrastructureError`]."""
        with self._lock:
            self._closed = True
            for process in self._all:
                process.end()
            self._all.clear()

    def start(self) -> None:
        """Starts one process in advance, without waiting for it; the others are seldom needed."""
        with suppress(queue.Empty):  # all are busy, so they have started
            self._free.put(self._free.get_nowait() or self._new_process())

    def _new_process(self) -> "_Process":
        process = _Process(self.cpu_seconds, self.memory_bytes)
        with self._lock:
            if self._closed:
                process.end()
                raise InfrastructureError("the run was ended")
            self._all.add(process)
        return process

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function whose result is JSON; [`UnreadableError`] if it takes too much, or its process ends."""
        (result,) = self._call(function, [arguments])
        if isinstance(result, UnreadableError):
            raise result
        return result

    def map(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """The results of many calls in order; an [`UnreadableError`] stands where one took too much."""
        from concurrent.futures import ThreadPoolExecutor  # here, since the processes start sooner without it

        batches = [calls[start : start + _BATCH] for start in range(0, len(calls), _BATCH)]
        with ThreadPoolExecutor(self.processes) as pool:
            for results in pool.map(partial(self._call, function), batches):
                yield from results

    def _call(self, function: Callable[..., Any], batch: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Calls in one process; if it is lost, each call by itself, so that only the one at fault fails."""
        try:
            return self._exchange(function, batch)
        except _LostError as lost:
            if len(batch) > 1:
                return [result for item in batch for result in self._call(function, [item])]
            if lost.args[0]:
                return [UnreadableError(f"it took more than {self.cpu_seconds:g} seconds of processor time")]
        try:
            return self._exchange(function, batch)  # the machine may have been at fault
        except _LostError:
            return [UnreadableError("it twice brought down the process that was to read it")]

    def _exchange(self, function: Callable[..., Any], batch: Sequence[tuple[Any, ...]]) -> list[Any]:
        process = self._free.get()
        try:
            if process is None:
                process = self._new_process()
            replies = process.exchange(pickle.dumps((function, list(batch))), len(batch))
        except BaseException:
            if process is not None:
                process.end()
                with self._lock:
                    self._all.discard(process)
                process = None
            if self._closed:
                raise InfrastructureError("the run was ended") from None
            raise
        finally:
            self._free.put(process)
        return [reply["result"] if "result" in reply else UnreadableError(reply["problem"]) for reply in replies]


def available_cores() -> int:
    """Number of cores that this process may run on, within the time of its control group, such as a container's."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, IndexError):  # no Linux, or no control groups of version 2
        own = Path("/proc/self/cgroup").read_text().split("0::/", 1)[1].partition("\n")[0]
        return max(1, min(cores, ceil(cpu_share(Path("/sys/fs/cgroup", own), cores))))
    return cores


def cpu_share(group: Path, share: float) -> float:
    """The time, in cores, that a control group and those above it allow; at most `share`."""
    for folder in (group, *group.parents):
        with suppress(OSError, ValueError):  # `max` is not a number, and some groups lack the file
            quota, period = (folder / "cpu.max").read_text().split()
            share = min(share, int(quota) / int(period))
    return share


def own_cores() -> int:
    """Number of cores for this process if a launcher has started several on this machine; at least 1."""
    return max(1, available_cores() // int(os.environ.get("LOCAL_WORLD_SIZE", "1")))


class _LostError(Exception):
    """A process has ended in the middle of a call; its argument tells whether it was out of time."""


class _Process:
    def __init__(self, cpu_seconds: float, memory_bytes: int) -> None:
        self._connection, theirs = socket.socketpair()
        limits = [str(cpu_seconds), str(memory_bytes)]
        # Without `site` it finds modules as this process does, and this package wherever it lies.
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = json.dumps([*filter(None, sys.path), os.path.dirname(package)])
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-B", "-S", "-c", _BOOTSTRAP, str(theirs.fileno()), path, *limits],
                env={**_SINGLE_THREAD, **{name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # the scorer handles an interruption by the user
            )
        self._started = False

    def exchange(self, calls: bytes, count: int) -> list[Any]:
        """Sends calls and returns the replies: JSON, since a process that reads hostile text is not trusted."""
        if not self._started:
            self._connection.settimeout(_START_SECONDS)
            with suppress(OSError):
                self._started = receive_message(self._connection) is not None
            if not self._started:
                raise InfrastructureError("the process that reads completions did not start")
            self._connection.settimeout(None)
        replies: list[Any] = []
        with suppress(OSError):
            self._connection.sendall(_LENGTH.pack(len(calls)) + calls)
            while len(replies) < count and (reply := receive_message(self._connection)) is not None:
                replies.append(reply)
        if len(replies) < count:
            raise _LostError(self._process.wait() == -signal.SIGPROF)
        return replies

    def end(self) -> None:
        """Ends the process at once, and the current exchange with it."""
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def main(descriptor: int, cpu_seconds: float, memory_bytes: float) -> None:
    """Main function of a process: replies to messages until the connection is closed."""
    connection = socket.socket(fileno=descriptor)
    with suppress(ImportError, OSError, ValueError):  # systems without this limit
        import resource

        with open("/proc/self/statm") as file:  # `pathlib` would take longer to import than everything else
            most = int(file.read().split()[0]) * resource.getpagesize() + int(memory_bytes)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    send_message(connection, {"ready": True})
    while (header := receive_bytes(connection, _LENGTH.size)) is not None:
        data = receive_bytes(connection, _LENGTH.unpack(header)[0])
        if data is None:
            break
        function, batch = pickle.loads(data)
        for arguments in batch:
            signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
            try:
                reply = {"result": function(*arguments)}
                if len(json.dumps(reply)) > MESSAGE_LIMIT // 2:
                    reply = {"problem": f"what was read in it is longer than {MESSAGE_LIMIT >> 21} MiB"}
            except MemoryError:
                reply = {"problem": f"it took more than {int(memory_bytes) >> 20} MiB of memory"}
            except Exception as error:  # no text may end the run
                reply = {"problem": f"reading it ended in {type(error).__name__}: {error}"[:300]}
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            send_message(connection, reply)
    os._exit(0)
