"""Watches a process of a sample and every process that it starts: its report, and the limit that it reaches first."""

import os
import select
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field

from classeval_hf.sandbox.accounting import ProcessTree
from classeval_hf.sandbox.messages import send_message
from classeval_hf.sandbox.tiers import Limits

REPORT_LIMIT = 8 << 20  # bytes of report beyond which a step is ended
_LINE_LIMIT = 150_000  # lines of report beyond which a step is ended
_OUTPUT_TAIL = 4096  # bytes of output kept for diagnosis
_POLL_MILLISECONDS = 50
_GATHER_MILLISECONDS = 10
"""Wait before a report is read: most steps are over by then, and each read takes a core from the samples."""
_PIPE_BYTES = 1 << 16
"""Capacity of a pipe, which is read at once; a step whose pipe is full waits for the next read."""
_MUCH = _PIPE_BYTES // 2
"""Bytes read after which there is no such wait: the step writes more than its pipe holds, perhaps only one page."""
_BY_THE_CLOCK = ("active", "wall")
"""Limits that do not count for an ended process: the supervisor had no core, and so saw its end late."""
_WAITING_SHARE = 0.1  # share of the clock's time on a core below which a step only waits
_ANNOUNCE_SECONDS = 0.5
"""Time after which the parent learns of a step that only waits, and may start another sample."""


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
                reached = self._own_limit_reached()
                if not reached and time.monotonic() >= next_look:
                    next_look = time.monotonic() + _POLL_MILLISECONDS / 1000
                    reached = self._common_limit_reached()
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

    def _own_limit_reached(self) -> str:
        """Checks the limits of the process itself."""
        self.seconds = time.monotonic() - self._started
        clock = (~self.process << 3) | 2  # the kernel's number for its processor time (`clock_getcpuclockid(3)`)
        with suppress(OSError):  # it has just ended
            self.cpu_seconds = max(self.cpu_seconds, time.clock_gettime(clock))
        if self._has_too_much:
            return "report"
        if self.cpu_seconds >= self.limits.cpu_seconds:
            return "cpu"
        return "wall" if self.seconds >= self.wall_seconds else ""

    def _common_limit_reached(self) -> str:
        """Checks the limits of all processes of the step together."""
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
