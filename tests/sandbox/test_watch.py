"""When a step is over, and by which limit, with real processes that are watched late."""

import fcntl
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest
from tiers_here import needs_isolation

from classeval_hf.sandbox.accounting import ProcessTree, Watch
from classeval_hf.sandbox.tiers import Limits

pytestmark = needs_isolation
LIMITS = Limits(cpu_seconds=0.3)


@contextmanager
def watching(script: str, limits: Limits = LIMITS) -> Iterator[tuple[subprocess.Popen[bytes], Watch]]:
    """A process, and who watches it; it reports by printing, and what it prints as errors is its output."""
    with ExitStack() as stack:
        events, printed = os.pipe()
        output, _ = pipes = os.pipe()
        for descriptor in (events, *pipes):
            stack.callback(os.close, descriptor)
        command = [sys.executable, "-S", "-c", script]
        process = stack.enter_context(subprocess.Popen(command, stdout=printed, stderr=pipes[1]))
        stack.callback(process.kill)
        os.close(printed)
        parent, child = socket.socketpair()
        stack.enter_context(closing(parent))
        stack.enter_context(closing(child))
        watch = Watch(events, output, limits, limits.wall_seconds, ProcessTree(-1), child)
        watch.begin(process.pid)
        yield process, watch


@pytest.mark.parametrize("seconds", [1.1 * LIMITS.active_seconds, 1.1 * LIMITS.wall_seconds], ids=["active", "wall"])
def test_a_process_that_ended_in_time_is_not_charged_for_being_seen_late(seconds: float) -> None:
    """As by a supervisor that had no core meanwhile."""
    with watching("print(1)") as (process, watch):
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        time.sleep(seconds)
        assert watch.until_over() == ""
        assert bytes(watch.report) == b"1\n"


def test_a_process_that_goes_on_is() -> None:
    with watching("import time; time.sleep(60)") as (_, watch):
        time.sleep(1.1 * LIMITS.active_seconds)
        assert watch.until_over() in ("active", "wall")  # the second where this machine was busy meanwhile


@pytest.mark.parametrize(("line", "pipe"), [(80, 0), (2_100, 0), (4_097, 0), (65_000, 0), (65_000, 1)])
def test_a_step_that_says_much_is_not_kept_waiting(line: int, pipe: int) -> None:
    """
    Its pipe is full again and again; if it waited for each read, it would run into its limits. That of a user who has
    many pipes holds one page: each read gives little, and the step has filled it before the next.
    """
    script = f"import os\nfor _ in range(20_000_000 // {line}): os.write(2, {line} * b'x')"
    with watching(script, Limits(cpu_seconds=1.0)) as (_, watch):
        if pipe:
            assert fcntl.fcntl(watch.output_pipe, fcntl.F_SETPIPE_SZ, pipe) == os.sysconf("SC_PAGE_SIZE")
        assert watch.until_over() == ""


@pytest.mark.parametrize("size", [1, 100, 1 << 16, 3_000_000])
def test_a_report_comes_whole(size: int) -> None:
    """Whether it is read once or many times; so does what was said just before the end."""
    script = f"import os, sys; sys.stdout.write({size} * 'r'); sys.stdout.flush(); os.write(2, b'said')"
    with watching(script, Limits(cpu_seconds=5.0)) as (_, watch):
        assert watch.until_over() == ""
        assert (len(watch.report), set(watch.report)) == (size, {ord("r")})
        assert bytes(watch.output) == b"said"
