"""
The supervisor: puts a sample into its tier, runs its test classes one after the other, and leaves nothing.

It is forked from the zygote and never runs a sample itself. At T3 there is one per sample, the first process inside
the new pid namespace, and all that the sample started dies with it; at the other tiers it catches orphans, kills them,
and goes on to the next sample. What the tests report is passed on as it came, to be judged by the parent.

A process that has just been forked pays for each page of memory that it touches first, and there are two forks or more
per sample. So what a test process needs is made ready before the fork, and it touches few objects before the tests.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from classeval_hf.execution import child, linux
from classeval_hf.execution.containment import (
    NAMESPACES,
    Limits,
    Readable,
    Tier,
    address_space_in_use,
    become_ordinary_user,
    confine_process,
    limit_resources,
    make_private_file_systems,
    make_rulesets,
    process_limit,
    resource_limits,
)
from classeval_hf.execution.folders import own_scratch, ready_folder, remove_tree
from classeval_hf.execution.messages import receive_message, send_message
from classeval_hf.execution.system_calls import SystemCallFilter

__all__ = ["namespaces", "supervise"]

_REPORT_LIMIT = 8 << 20
"""Bytes of report beyond which a test class is ended."""

_LINE_LIMIT = 150_000
"""Lines of report beyond which a test class is ended."""

_OUTPUT_TAIL = 4096
"""Bytes of output kept for diagnosis."""

READY = b'{"event": "ready"}\n'
"""What the process of a test class says once it is contained, before it touches the sample."""

_POLL_MILLISECONDS = 50

_WAITING_SHARE = 0.1
"""Share of the clock's time on a core below which a test only waits."""

_ANNOUNCE_SECONDS = 0.5
"""Time after which the parent is told that a test only waits, so that it may start another sample meanwhile."""

_TERMINATE, _KILL = int(signal.SIGTERM), int(signal.SIGKILL)
_exit = os._exit  # bound now: a sample may replace it, and must not get back into this code
_EVENT_DESCRIPTOR = 3


def supervise(connection: socket.socket, job: dict[str, Any], readable: Readable) -> None:
    """
    Runs a sample, and answers with a message per test class and a last one.

    At T3 the process is the first of its namespaces, see [`namespaces`], and ends with the sample. At the other tiers
    it goes on to the next sample that comes on the connection.

    Args:
        connection (`socket.socket`): to the parent.
        job (`dict[str, Any]`): the sample, its tests, its tier and limits.
        readable ([`Readable`]): what the sample may read.
    """
    tier, limits = Tier(job["tier"]), Limits(**job["limits"])
    try:
        if tier is Tier.T3:
            _supervise_in_namespaces(connection, job, limits, readable)
        else:
            _supervise_here(connection, job, tier, limits, readable)
    except Exception as error:
        with suppress(OSError):
            send_message(connection, {"problem": f"{type(error).__name__}: {error}"})


def namespaces(job: dict[str, Any]) -> int:
    """The namespaces that the process for a job is to be forked into."""
    return NAMESPACES if job["tier"] == Tier.T3.value else 0


def _supervise_in_namespaces(
    connection: socket.socket, job: dict[str, Any], limits: Limits, readable: Readable
) -> None:
    """The first process of the pid namespace: its end is the end of every process in it."""
    become_ordinary_user(job["user"], job["group"])
    linux.set_parent_death_signal(signal.SIGKILL)
    linux.set_not_dumpable()
    limited = make_private_file_systems(job["scratch"], limits, readable.hidden)
    writable = [job["scratch"], *(path for path in ("/tmp", "/dev/shm") if _is_private(path))]
    # The hidden folders are covered, so the rules need not leave them out.
    rulesets = make_rulesets(replace(readable, without_hidden=None), writable)
    system_calls = SystemCallFilter(only_tcp=False)  # there is no network to reach
    box = _Box(job["scratch"], limits, Tier.T3, rulesets, system_calls, _kill_namespace, limited)
    _run_test_classes(connection, job, box)


def _is_private(folder: str) -> bool:
    """Whether a folder is a mount that this namespace made: an empty one, owned by its user."""
    path = Path(folder)
    return path.is_dir() and stat.S_IMODE(path.stat().st_mode) == 0o700 and path.stat().st_uid == os.getuid()


def _supervise_here(
    connection: socket.socket, job: dict[str, Any], tier: Tier, limits: Limits, readable: Readable
) -> None:
    """Runs one sample after the other, each in a folder of its own; all processes of one are gone before the next."""
    if tier is not Tier.T0:
        linux.set_parent_death_signal(signal.SIGTERM)
        linux.set_child_subreaper()
        linux.set_not_dumpable()
    own_folder = own_scratch(job["scratch"], os.getpid())
    os.mkdir(own_folder)
    system_calls = SystemCallFilter(only_tcp=True)

    def clean_up() -> None:
        _kill_descendants()
        remove_tree(own_folder)

    def leave(*_: object) -> None:
        clean_up()
        _exit(0)

    signal.signal(signal.SIGTERM, leave)
    connection.settimeout(None)
    next_job: dict[str, Any] | None = job
    number = 0
    try:
        while next_job is not None:
            number += 1
            scratch = os.path.join(own_folder, str(number))
            os.mkdir(scratch)
            rulesets = make_rulesets(readable, [scratch]) if tier is Tier.T2 else []
            box = _Box(scratch, limits, tier, rulesets, system_calls, _kill_descendants)
            _run_test_classes(connection, next_job, box)
            os.chdir("/")
            for ruleset in rulesets:
                ruleset.close()
            remove_tree(scratch)
            next_job = receive_message(connection)
    finally:
        clean_up()


@dataclass(frozen=True)
class _Box:
    """
    Where and within what limits a sample runs, and how all of its processes are ended.

    Args:
        scratch (`str`): its folder.
        limits ([`Limits`]): what each test class may use.
        tier ([`Tier`]): how it is contained.
        rulesets (`list[linux.LandlockRuleset]`): what it may touch.
        system_calls ([`SystemCallFilter`]): what it may ask of the kernel.
        kill_all (`Callable[[], None]`): ends every process that a test class left.
        processes_limited (`bool`, defaults to `False`): whether the pid namespace limits the number of processes.
    """

    scratch: str
    limits: Limits
    tier: Tier
    rulesets: list[linux.LandlockRuleset]
    system_calls: SystemCallFilter
    kill_all: Callable[[], None]
    processes_limited: bool = False


@dataclass(frozen=True)
class _TestProcess:
    """What the process of a test class gets, made ready before the fork: its job, folders, files and limits."""

    job: dict[str, Any]
    box: _Box
    work: str
    null: int
    resource_limits: tuple[tuple[int, int], ...]

    @classmethod
    def prepare(cls, job: dict[str, Any], box: _Box) -> _TestProcess:
        """Writes the candidate to its file and compiles the tests; the tests are trusted, the candidate is not."""
        work, tmp = os.path.join(box.scratch, "work"), os.path.join(box.scratch, "tmp")
        candidate = os.path.join(box.scratch, "module", "candidate.py")
        os.mkdir(os.path.dirname(candidate))
        with open(candidate, "wb") as file:
            file.write(job["source"].encode("utf-8", "surrogatepass"))
        test_code = child.compiled(job["test_source"], os.path.join(work, child.TESTS_FILE))
        os.environ.update(HOME=work, TMPDIR=tmp)
        limits: tuple[tuple[int, int], ...] = ()
        if box.tier is not Tier.T0:
            limits = (*resource_limits(box.limits, address_space_in_use()),)
            if not box.processes_limited:
                limits += process_limit(box.limits)
        null = os.open("/dev/null", os.O_RDWR)
        return cls({**job, "test_code": test_code, "candidate_path": candidate}, box, work, null, limits)

    def run(self, test_class: dict[str, Any], events: int, output: int) -> None:
        """In the fork: takes all rights away from the process, then hands it to the tests and the sample."""
        try:
            self._confine(events, output)
            os.write(_EVENT_DESCRIPTOR, READY)
            child.run({**self.job, **test_class}, _EVENT_DESCRIPTOR)
        except BaseException as error:
            with suppress(OSError):
                os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            _exit(0)

    def _confine(self, events: int, output: int) -> None:
        os.setsid()
        os.chdir(self.work)
        if self.box.tier is not Tier.T3:
            linux.reset_signal(_TERMINATE)
        if self.box.tier is not Tier.T0:
            linux.set_parent_death_signal(_KILL)
            confine_process(self.box.rulesets, self.box.system_calls)
        event_copy = os.dup(events)  # out of the way of the numbers below
        for source, target in ((self.null, 0), (output, 1), (output, 2), (event_copy, _EVENT_DESCRIPTOR)):
            os.dup2(source, target)
        os.closerange(_EVENT_DESCRIPTOR + 1, 1 << 16)
        limit_resources(self.resource_limits)


def _run_test_classes(connection: socket.socket, job: dict[str, Any], box: _Box) -> None:
    folders = [os.path.join(box.scratch, name) for name in ("work", "tmp")]
    prepared = _TestProcess.prepare(job, box)
    for test_class in job["test_classes"]:
        for folder in folders:  # an earlier test class may have removed them, or taken their rights away
            ready_folder(folder)
        send_message(connection, _run_test_class(connection, prepared, test_class))
    os.close(prepared.null)
    send_message(connection, {"done": True, "processes_limited": box.processes_limited})


def _run_test_class(connection: socket.socket, prepared: _TestProcess, test_class: dict[str, Any]) -> dict[str, Any]:
    """Forks a process for one test class, watches it, and ends all that is left of it."""
    box = prepared.box
    events, output = os.pipe(), os.pipe()
    process = linux.fork() if box.tier is not Tier.T0 else os.fork()
    if process == 0:
        prepared.run(test_class, events[1], output[1])
    os.close(events[1])
    os.close(output[1])
    watch = _Watch(process, events[0], output[0], box.limits, connection)
    try:
        timeout = watch.until_over()
    finally:
        _kill_group(process)
        box.kill_all()
        with suppress(ChildProcessError):
            os.waitpid(process, 0)
        os.close(events[0])
        os.close(output[0])
    return {
        "test_class": test_class["name"],
        "contained": watch.report.startswith(READY),
        "events": watch.report.decode("utf-8", "replace").split("\n"),
        "output": watch.output.decode("utf-8", "replace"),
        "timeout": timeout,
        "cpu_seconds": watch.cpu_seconds,
        "wall_seconds": watch.wall_seconds,
        "waited_seconds": watch.waited_seconds,
    }


@dataclass
class _Watch:
    """Collects what a test process says, and notices when it is over or over a limit."""

    process: int
    events: int
    output_pipe: int
    limits: Limits
    connection: socket.socket
    report: bytearray = field(default_factory=bytearray)
    lines: int = 0
    output: bytearray = field(default_factory=bytearray)
    started: float = field(default_factory=time.monotonic)
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    waited_seconds: float = 0.0
    announced: bool = False

    def until_over(self) -> str:
        """Waits for the end; returns the limit that was reached: `cpu`, `idle`, `wall`, `report` or empty for none."""
        exited = os.pidfd_open(self.process) if hasattr(os, "pidfd_open") else -1
        open_pipes = {self.events, self.output_pipe}
        poll = select.poll()
        for descriptor in (self.events, self.output_pipe, exited):
            if descriptor >= 0:
                poll.register(descriptor, select.POLLIN)
        try:
            while True:
                ready = [descriptor for descriptor, _ in poll.poll(_POLL_MILLISECONDS)]
                for descriptor in ready:
                    if descriptor != exited and not self._read(descriptor):
                        poll.unregister(descriptor)
                        open_pipes.discard(descriptor)
                reached = self._limit_reached()
                if reached or exited in ready or (exited < 0 and self.events not in open_pipes):
                    break
            self._drain()
        finally:
            if exited >= 0:
                os.close(exited)
        return reached

    def _read(self, descriptor: int) -> bool:
        chunk = os.read(descriptor, 1 << 16)
        if descriptor == self.events:
            self.report += chunk
            self.lines += chunk.count(b"\n")
        else:
            self.output = (self.output + chunk)[-_OUTPUT_TAIL:]
        return bool(chunk)

    def _drain(self) -> None:
        """Takes what is left in the pipe; a process that the sample forked may still hold the other end."""
        os.set_blocking(self.events, False)
        with suppress(BlockingIOError):
            while len(self.report) <= _REPORT_LIMIT and self.lines <= _LINE_LIMIT and self._read(self.events):
                pass

    def _limit_reached(self) -> str:
        self.wall_seconds = time.monotonic() - self.started
        with suppress(OSError):  # it has just ended
            self.cpu_seconds = time.clock_gettime(_cpu_clock(self.process))
        if len(self.report) > _REPORT_LIMIT or self.lines > _LINE_LIMIT:
            return "report"
        if self.cpu_seconds >= self.limits.cpu_seconds:
            return "cpu"
        if self.wall_seconds >= self.limits.wall_seconds:
            return "wall"
        if self.cpu_seconds >= _WAITING_SHARE * self.wall_seconds:
            return ""
        if self.wall_seconds >= _ANNOUNCE_SECONDS and not self.announced:
            self.announced = True
            send_message(self.connection, {"waiting": True})
        if self.wall_seconds < self.limits.idle_seconds:
            return ""
        queued = _seconds_in_queue()
        if queued is not None:
            self.waited_seconds = max(self.wall_seconds - self.cpu_seconds - queued, 0.0)
        return "idle"


def _seconds_in_queue() -> float | None:
    """
    Time that the only child of this process was ready to run without having a core (`/proc/PID/schedstat`).

    Returns:
        `float`: in seconds; `None` if the kernel does not say, or if the sample has started processes of its own.
    """
    try:
        with open("/proc/thread-self/children") as children:  # numbers as that file system counts them, not this one
            (only,) = children.read().split()
        with open(f"/proc/{only}/schedstat") as statistics:
            return int(statistics.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def _cpu_clock(process: int) -> int:
    """The kernel's number for the clock of a process's processor time (`clock_getcpuclockid(3)`)."""
    return (~process << 3) | 2


def _kill_group(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)


def _kill_namespace() -> None:
    """Kills all other processes of the pid namespace, and waits until they are gone."""
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def _kill_descendants() -> None:
    """Kills children and orphans, again and again until there are none: they may be forking meanwhile."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while True:
        with suppress(OSError):
            for child_process in map(int, children.read_text().split()):
                _kill_group(child_process)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)
