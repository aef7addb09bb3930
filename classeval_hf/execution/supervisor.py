"""
The supervisor of one sample: puts it into its tier, runs its test classes one after the other, and leaves nothing.

It is forked from the zygote and never runs the sample itself. At T3 the first process inside the new pid namespace
does the work, and all that the sample started dies with it; at the other tiers the supervisor catches orphans and
kills them. What the tests report is passed on as it came, to be judged by the parent.
"""

from __future__ import annotations

import os
import signal
import socket
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
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
    limit_processes,
    limit_resources,
    make_private_file_systems,
    make_rulesets,
)
from classeval_hf.execution.folders import ready_folder, remove_tree
from classeval_hf.execution.messages import send_message
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

_POLL_SECONDS = 0.05
_exit = os._exit  # bound now: a sample may replace it, and must not get back into this code
_EVENT_DESCRIPTOR = 3


def supervise(connection: socket.socket, job: dict[str, Any], readable: Readable) -> None:
    """
    Runs one sample, in a process of its own, and answers with a message per test class and a last one.

    At T3 the process is the first of its namespaces, see [`namespaces`].

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
    if not limited:
        limit_processes(limits)
    writable = [job["scratch"], *(path for path in ("/tmp", "/dev/shm") if _is_private(path))]
    # The hidden folders are covered, so the rules need not leave them out.
    rulesets = make_rulesets(replace(readable, without_hidden=None), writable)
    box = _Box(Path(job["scratch"]), limits, Tier.T3, rulesets, SystemCallFilter(), _kill_namespace)
    _run_test_classes(connection, job, box, {"processes_limited": limited})


def _is_private(folder: str) -> bool:
    """Whether a folder is a mount that this namespace made: an empty one, owned by its user."""
    path = Path(folder)
    return path.is_dir() and stat.S_IMODE(path.stat().st_mode) == 0o700 and path.stat().st_uid == os.getuid()


def _supervise_here(
    connection: socket.socket, job: dict[str, Any], tier: Tier, limits: Limits, readable: Readable
) -> None:
    if tier is not Tier.T0:
        linux.set_parent_death_signal(signal.SIGTERM)
        linux.set_child_subreaper()
        linux.set_not_dumpable()
    scratch = Path(job["scratch"]) / f"sample-{os.getpid()}"
    scratch.mkdir()

    def clean_up(*_: object) -> None:
        _kill_descendants()
        remove_tree(str(scratch))

    def leave(*_: object) -> None:
        clean_up()
        _exit(0)

    signal.signal(signal.SIGTERM, leave)
    try:
        if tier is not Tier.T0:
            limit_processes(limits)
        rulesets = make_rulesets(readable, [str(scratch)]) if tier is Tier.T2 else []
        box = _Box(scratch, limits, tier, rulesets, SystemCallFilter(), _kill_descendants)
        _run_test_classes(connection, job, box, {"processes_limited": False})
    finally:
        clean_up()


@dataclass(frozen=True)
class _Box:
    """Where and within what limits a sample runs, and how all of its processes are ended."""

    scratch: Path
    limits: Limits
    tier: Tier
    rulesets: list[linux.LandlockRuleset]
    system_calls: SystemCallFilter
    kill_all: Callable[[], None]


def _run_test_classes(connection: socket.socket, job: dict[str, Any], box: _Box, facts: dict[str, Any]) -> None:
    (box.scratch / "module").mkdir()
    path = box.scratch / "module" / "candidate.py"
    path.write_bytes(job["source"].encode("utf-8", "surrogatepass"))
    # Once for all test classes: each is run by a fork of this process. The tests are trusted, the candidate is not.
    job["test_code"] = child.compiled(job["test_source"], str(box.scratch / "work" / child.TESTS_FILE))
    for test_class in job["test_classes"]:
        for name in ("work", "tmp"):  # an earlier test class may have removed them, or taken their rights away
            ready_folder(str(box.scratch / name))
        send_message(connection, _run_test_class(job, test_class, box))
    send_message(connection, {"done": True, **facts})


def _run_test_class(job: dict[str, Any], test_class: dict[str, Any], box: _Box) -> dict[str, Any]:
    """Forks a process for one test class, watches it, and ends all that is left of it."""
    events, output = os.pipe(), os.pipe()
    process = linux.fork() if box.tier is not Tier.T0 else os.fork()
    if process == 0:
        _in_test_process(job, test_class, box, events[1], output[1])
    os.close(events[1])
    os.close(output[1])
    watch = _Watch(process, events[0], output[0], box.limits)
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
        "events": bytes(watch.report).decode("utf-8", "replace").split("\n"),
        "output": bytes(watch.output).decode("utf-8", "replace"),
        "timeout": timeout,
        "cpu_seconds": watch.cpu_seconds,
        "wall_seconds": watch.wall_seconds,
    }


def _in_test_process(job: dict[str, Any], test_class: dict[str, Any], box: _Box, events: int, output: int) -> None:
    """Takes all rights away from the process, then hands it to the tests and the sample."""
    try:
        _confine(box, events, output)
        os.write(_EVENT_DESCRIPTOR, READY)
        child.run(
            {**job, **test_class, "candidate_path": str(box.scratch / "module" / "candidate.py")}, _EVENT_DESCRIPTOR
        )
    except BaseException as error:
        with suppress(OSError):
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        _exit(0)


def _confine(box: _Box, events: int, output: int) -> None:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    null = os.open("/dev/null", os.O_RDWR)
    work = box.scratch / "work"
    os.chdir(work)
    os.environ.update(HOME=str(work), TMPDIR=str(box.scratch / "tmp"))
    in_use = address_space_in_use()
    if box.tier is not Tier.T0:
        linux.set_parent_death_signal(signal.SIGKILL)
        confine_process(box.rulesets, box.system_calls)
    event_copy = os.dup(events)  # out of the way of the numbers below
    for source, target in ((null, 0), (output, 1), (output, 2), (event_copy, _EVENT_DESCRIPTOR)):
        os.dup2(source, target)
    os.closerange(_EVENT_DESCRIPTOR + 1, 1 << 16)
    if box.tier is not Tier.T0:
        limit_resources(box.limits, in_use)


@dataclass
class _Watch:
    """Collects what a test process says, and notices when it is over or over a limit."""

    process: int
    events: int
    output_pipe: int
    limits: Limits
    report: bytearray = field(default_factory=bytearray)
    lines: int = 0
    output: bytearray = field(default_factory=bytearray)
    started: float = field(default_factory=time.monotonic)
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0

    def until_over(self) -> str:
        """Waits for the end; returns the limit that was reached: `cpu`, `idle`, `wall`, `report` or empty for none."""
        exited = os.pidfd_open(self.process) if hasattr(os, "pidfd_open") else None
        try:
            with DefaultSelector() as selector:
                for descriptor in (self.events, self.output_pipe, exited):
                    if descriptor is not None:
                        selector.register(descriptor, EVENT_READ)
                while True:
                    ready = [key.fd for key, _ in selector.select(_POLL_SECONDS)]
                    for descriptor in ready:
                        if descriptor != exited and not self._read(descriptor):
                            selector.unregister(descriptor)
                    reached = self._limit_reached()
                    if reached or exited in ready or (exited is None and self.events not in selector.get_map()):
                        break
            self._drain()
        finally:
            if exited is not None:
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
        waits = self.cpu_seconds < 0.1 * self.wall_seconds
        return "idle" if waits and self.wall_seconds >= self.limits.idle_seconds else ""


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
