"""The usage of all processes of a step together, their control group (cgroup v2), and the limit that the step reaches
first. Usage is read through a descriptor of `/proc` that was opened before: a supervisor in a pid namespace of its own
may see no `/proc`."""

import os
import select
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field

from classeval_hf.sandbox.messages import send_message
from classeval_hf.sandbox.tiers import Limits

GROUP_PREFIX = "sample-"  # how the names of the groups begin
_REMOVAL_ATTEMPTS, _REMOVAL_SECONDS = 100, 0.01


@dataclass(frozen=True)
class SampleGroup:
    parent: int  # descriptor of the folder that it is in
    name: str
    processes: int  # descriptor of its list of processes, to be written to

    @classmethod
    def make(cls, parent: int, limits: Limits) -> "SampleGroup | None":
        """Makes a group below a folder's descriptor; `None` if the kernel refuses, or without a folder (-1)."""
        name = f"{GROUP_PREFIX}{os.urandom(8).hex()}"
        try:
            os.mkdir(name, dir_fd=parent)
        except OSError:
            return None
        values = {
            "memory.max": limits.memory_bytes + limits.file_bytes,
            "memory.swap.max": 0,
            "memory.oom.group": 1,
            "pids.max": limits.processes,
        }
        for file, value in values.items():
            with suppress(OSError):  # that controller is not delegated, or there is no swap
                write_at(parent, f"{name}/{file}", str(value))
        try:
            return cls(parent, name, os.open(f"{name}/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=parent))
        except OSError:
            with suppress(OSError):
                os.rmdir(name, dir_fd=parent)
            return None

    def enter(self) -> None:
        """Puts the calling process, and every process that it will start, into the group."""
        os.write(self.processes, b"0")

    def kills(self) -> int:
        """How many processes of the group the kernel has ended because the group had no memory left."""
        words = read_at(self.parent, f"{self.name}/memory.events").split()
        return int(dict(zip(words[::2], words[1::2], strict=False)).get("oom_kill", 0))

    def remove(self) -> None:
        """Ends every process of the group, and removes it."""
        os.close(self.processes)
        with suppress(OSError):
            write_at(self.parent, f"{self.name}/cgroup.kill", "1")
        for _ in range(_REMOVAL_ATTEMPTS):
            try:
                return os.rmdir(self.name, dir_fd=self.parent)
            except FileNotFoundError:
                return
            except OSError:  # a process of it has not ended yet
                time.sleep(_REMOVAL_SECONDS)


PROC = "/proc"  # the kernel's file system of processes
_MEMORY_KINDS = ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:", "HugetlbPages:")
_FREE_DESCRIPTORS = 512  # descriptors, or sockets, of all processes of a step together that are not counted as memory
_SOCKET_BYTES = 208 << 10  # most bytes that the kernel buffers for a socket (`net.core.wmem_default`)
SOCKET_BUFFERS = {"tcp_rmem": "4096 65536 106496", "tcp_wmem": "4096 16384 106496"}
"""Settings of a sample's own network that keep the buffers of a TCP connection within that, at each end."""
_STANDARD_DESCRIPTORS = 4  # descriptors that a process of a step starts with
_FREE_PROCESSES = 32  # processes of a step whose mappings are not counted as memory
_MAPPING_BYTES, _MOST_MAPPINGS, _PAGE_BYTES = 232, 65_530, 4096
"""The kernel's memory for a mapping, the maximum of mappings of a process, and the smallest mapping."""
_MOST_THREADS = 64  # threads of a process that are looked at
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_OWN = "thread-self"  # this process; unlike `self` it has a file that lists its children


@dataclass
class Usage:
    # memory without files, with page tables; shared memory counts for each process. The kernel books some memory on no
    # process: descriptors and sockets beyond the free ones each count as the buffers of a socket, and in a step with
    # many processes each counts with as many mappings as its address space can have
    memory_bytes: int = 0
    # processor time of all of them, ended ones included: as seen, or as reported to the process that waited for them
    cpu_seconds: float = 0.0
    # how long a thread of them, or their supervisor, was seen ready to run without a core; `None` if it is unknown
    queued_seconds: float | None = None
    processes: int = 0  # how many there are


class ProcessTree:
    def __init__(self, proc: int, own_network: bool = False) -> None:
        self._proc = proc
        self._own_network = own_network
        self._inherited = self._memory(_OWN)[0]  # each child starts with this much
        self.begin_step()

    def begin_step(self) -> None:
        """Forgets the usage of an earlier step, whose processes have ended."""
        self._seen: dict[str, float] = {}
        self._queued: dict[str, float] = {_OWN: self._scheduled(_OWN)[1] or 0.0}
        self._seen_in_all = self._queued_in_all = 0.0

    def usage(self) -> Usage:
        """The present usage; processes that end meanwhile are left out."""
        total = Usage()
        pending = self._children(_OWN)
        descriptors = most_opened = 0
        mappings, seen, waited = [], {}, {}
        while pending:
            process = pending.pop()
            total.processes += 1
            memory, of_mappings = self._memory(process)
            total.memory_bytes += max(memory - self._inherited, 0)
            mappings.append(of_mappings)
            fields = read_at(self._proc, f"{process}/stat").rpartition(")")[2].split()
            total.cpu_seconds += sum(map(int, fields[11:15])) / _TICKS if len(fields) > 15 else 0.0
            own, queued = self._scheduled(process)
            if queued is not None:
                waited[process] = queued
            seen[process] = own
            if len(fields) > 17 and fields[17] != "1":  # the first thread may only wait for others, as a JVM's does
                for thread in _list(self._proc, f"{process}/task")[:_MOST_THREADS]:
                    name = f"{process}/task/{thread}"
                    waited[name] = self._scheduled(name)[1] or 0.0
            opened = 0
            with suppress(OSError):  # from Linux 6.2 on the size of the folder is the number of descriptors
                folder = f"{process}/fd"
                opened = os.stat(folder, dir_fd=self._proc).st_size or len(_list(self._proc, folder))
            descriptors, most_opened = descriptors + opened, max(most_opened, opened)
            pending += self._children(process)
        # The time of a child that no process waits for is lost, so the time seen so far is kept here.
        self._seen_in_all += sum(max(own - self._seen.get(process, 0.0), 0.0) for process, own in seen.items())
        self._seen = seen
        total.cpu_seconds = max(total.cpu_seconds, self._seen_in_all)
        if waited:
            # Without a core, their supervisor did not look, and a report into a full pipe had to wait.
            waited[_OWN] = self._scheduled(_OWN)[1] or 0.0
            # While a program waits for others that it starts one by one, each of these waits for a core itself.
            since = [max(queued - self._queued.get(process, 0.0), 0.0) for process, queued in waited.items()]
            self._queued_in_all += max(since)
            self._queued, total.queued_seconds = waited, self._queued_in_all
        # Connections that wait to be accepted have no descriptor, but their listener has.
        if self._own_network and most_opened > _STANDARD_DESCRIPTORS:
            words = read_at(self._proc, f"{_OWN}/net/sockstat").split()
            descriptors = max(descriptors, int(words[2]) if words[:2] == ["sockets:", "used"] else 0)
        total.memory_bytes += max(descriptors - _FREE_DESCRIPTORS, 0) * _SOCKET_BYTES
        total.memory_bytes += sum(sorted(mappings)[:-_FREE_PROCESSES])
        return total

    def _children(self, process: str) -> list[str]:
        if process == _OWN:
            return read_at(self._proc, f"{_OWN}/children").split()
        tasks = _list(self._proc, f"{process}/task")
        return [child for task in tasks for child in read_at(self._proc, f"{process}/task/{task}/children").split()]

    def _memory(self, process: str) -> tuple[int, int]:
        """Bytes that belong to no file, and bytes that the kernel may take for its mappings."""
        used = size = 0
        for line in read_at(self._proc, f"{process}/status").split("\n"):
            if line.startswith(_MEMORY_KINDS):
                used += 1024 * int(line.split()[1])
            elif line.startswith("VmSize:"):
                size = 1024 * int(line.split()[1])
        return used, _MAPPING_BYTES * min(size // _PAGE_BYTES, _MOST_MAPPINGS)

    def _scheduled(self, process: str) -> tuple[float, float | None]:
        """Seconds of the process's first thread on a core, and ready to run without one."""
        fields = read_at(self._proc, f"{process}/schedstat").split()
        return (int(fields[0]) / 1e9, int(fields[1]) / 1e9) if len(fields) > 1 else (0.0, None)


def running_tasks(proc: int) -> int:
    """Processes and threads that this process's user has on the whole machine, through a descriptor of `/proc`."""
    user, running = os.getuid(), 0
    for name in _list(proc, "."):
        if name.isdigit():
            with suppress(OSError):
                status = os.stat(f"{name}/task", dir_fd=proc)
                running += status.st_nlink - 2 if status.st_uid == user else 0
    return running


def read_at(folder: int, name: str) -> str:
    """The start of one of the kernel's files; empty without the file (of an ended process) or without a folder."""
    with suppress(OSError):
        descriptor = os.open(name, os.O_RDONLY, dir_fd=folder)
        try:
            return os.read(descriptor, 1 << 16).decode("utf-8", "replace")
        finally:
            os.close(descriptor)
    return ""


def _list(proc: int, name: str) -> list[str]:
    with suppress(OSError):
        descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY, dir_fd=proc)
        try:
            return os.listdir(descriptor)
        finally:
            os.close(descriptor)
    return []


def write_at(folder: int | None, name: str, text: str) -> None:
    """Writes one of the kernel's files, in one call."""
    descriptor = os.open(name, os.O_WRONLY, dir_fd=folder)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


REPORT_LIMIT = 8 << 20  # bytes of report beyond which a step is ended
_LINE_LIMIT = 150_000  # lines of report beyond which a step is ended
_OUTPUT_TAIL = 4096  # bytes of output kept for diagnosis
_POLL_MILLISECONDS = 50
_GATHER_MILLISECONDS = 10
"""Wait before a report is read: most steps are over by then, and each read takes a core from the samples."""
_PIPE_BYTES = 1 << 16  # capacity of a pipe, which is read at once; a step whose pipe is full waits for the next read
_MUCH = _PIPE_BYTES // 2
"""Bytes read after which there is no such wait: the step writes more than its pipe holds."""
_BY_THE_CLOCK = ("active", "wall")
"""Limits that do not count for an ended process: the supervisor had no core, and so saw its end late."""
_WAITING_SHARE = 0.1  # share of the clock's time on a core below which a step only waits
_ANNOUNCE_SECONDS = 0.5  # time after which the parent learns of a step that only waits, and may start another sample


@dataclass
class Watch:
    """Collects a process's report until its end or a limit; made before the fork, after which writes copy pages."""

    events: int  # the descriptor to read its report from
    output_pipe: int
    limits: Limits
    wall_seconds: float  # cap on its time by the clock
    tree: ProcessTree  # the processes below this one
    connection: socket.socket  # to the parent
    report_limit: int = REPORT_LIMIT  # bytes of report beyond which the step is ended
    report: bytearray = field(default_factory=bytearray)
    output: bytearray = field(default_factory=bytearray)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    queued_seconds: float | None = None
    process: int = 0
    _lines: int = 0
    _started: float = 0.0
    _announced: bool = False
    _bytes_read: int = 0

    def begin(self, process: int) -> None:
        self.process = process
        self._started = time.monotonic()

    def until_over(self) -> str:
        """Waits for the end; returns the limit reached, `killed`, or an empty text."""
        exited = os.pidfd_open(self.process) if hasattr(os, "pidfd_open") else -1
        open_pipes = {self.events, self.output_pipe}
        poll, end = select.poll(), select.poll()
        for descriptor in (self.events, self.output_pipe, exited):
            if descriptor >= 0:
                poll.register(descriptor, select.POLLIN)
        if exited >= 0:
            end.register(exited, select.POLLIN)
            end.poll(_GATHER_MILLISECONDS)
        next_look = self._started + _POLL_MILLISECONDS / 1000
        try:
            while True:
                ready = [descriptor for descriptor, _ in poll.poll(_POLL_MILLISECONDS)]
                if ready and exited >= 0 and exited not in ready and self._bytes_read < _MUCH:
                    end.poll(_GATHER_MILLISECONDS)
                    ready = [descriptor for descriptor, _ in poll.poll(0)]
                for descriptor in ready:
                    if descriptor != exited and not self._read(descriptor):
                        poll.unregister(descriptor)
                        open_pipes.discard(descriptor)
                ended = exited in ready or (exited < 0 and self.events not in open_pipes)
                looks = time.monotonic() >= next_look
                if looks:
                    next_look = time.monotonic() + _POLL_MILLISECONDS / 1000
                reached = self._limit_reached(looks)
                if ended and reached in _BY_THE_CLOCK:
                    reached = ""
                if ended and not reached and hasattr(os, "waitid"):  # the supervisor still has to wait for it
                    result = os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                    if result and result.si_code != os.CLD_EXITED and result.si_status == signal.SIGKILL:
                        reached = "killed"
                if reached or ended:
                    break
            # The rest of the report; a process that the sample forked may still hold the other end of the pipe.
            os.set_blocking(self.events, False)
            with suppress(BlockingIOError):
                while not self._has_too_much and self._read(self.events):
                    pass
        finally:
            if exited >= 0:
                os.close(exited)
        return reached

    def _read(self, descriptor: int) -> bool:
        chunk = os.read(descriptor, _PIPE_BYTES)
        self._bytes_read += len(chunk)
        if descriptor == self.events:
            self.report += chunk
            self._lines += chunk.count(b"\n")
        else:
            self.output = (self.output + chunk)[-_OUTPUT_TAIL:]
        return bool(chunk)

    @property
    def _has_too_much(self) -> bool:
        return len(self.report) > self.report_limit or self._lines > _LINE_LIMIT

    def _limit_reached(self, looks_at_all: bool) -> str:
        """Checks the limits of the process itself, and if asked for those of all processes of the step together."""
        self.seconds = time.monotonic() - self._started
        clock = (~self.process << 3) | 2  # the kernel's number for its processor time (`clock_getcpuclockid(3)`)
        with suppress(OSError):  # it has just ended
            self.cpu_seconds = max(self.cpu_seconds, time.clock_gettime(clock))
        if self._has_too_much:
            return "report"
        if self.cpu_seconds >= self.limits.cpu_seconds:
            return "cpu"
        if self.seconds >= self.wall_seconds:
            return "wall"
        if not looks_at_all:
            return ""
        usage = self.tree.usage()
        self.cpu_seconds = max(self.cpu_seconds, usage.cpu_seconds)
        if usage.queued_seconds is not None:
            self.queued_seconds = max(usage.queued_seconds, self.queued_seconds or 0.0)
        if usage.memory_bytes > self.limits.memory_bytes:
            return "memory"
        if self.cpu_seconds >= self.limits.cpu_seconds:
            return "cpu"
        waits = self.cpu_seconds < _WAITING_SHARE * self.seconds
        if waits and self.seconds >= _ANNOUNCE_SECONDS and not self._announced:
            self._announced = True
            send_message(self.connection, {"waiting": True})
        if self.queued_seconds is None and not waits:
            return ""  # without the kernel's figure, a wait for a core looks like sleep
        return "active" if self.seconds - (self.queued_seconds or 0.0) >= self.limits.active_seconds else ""
