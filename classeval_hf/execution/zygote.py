"""
The zygote: a process that is started before any sample, imports what the tasks need, and forks for each sample.

It runs no sample itself. The parent sends it, over a socket, a connection per sample; it takes the job from
that connection, and forks a supervisor that answers on it. When the parent goes, the socket closes, and the zygote
ends with all it started.
"""

from __future__ import annotations

import gc
import importlib
import os
import selectors
import signal
import socket
import sys
import time
import unittest
import unittest.mock
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from classeval_hf.execution import linux
from classeval_hf.execution.containment import Readable, Tier
from classeval_hf.execution.folders import own_scratch, remove_tree
from classeval_hf.execution.messages import receive_message, send_message
from classeval_hf.execution.supervisor import namespaces, supervise

__all__ = ["main"]

_PRELOADED_ALWAYS = (
    *("_strptime", "collections", "csv", "datetime", "decimal", "json", "math", "os", "random", "re", "sqlite3"),
    *("string", "tempfile", "typing"),
)
"""
What samples often import; `_strptime` is what `datetime.strptime` does. There are no submodules among them: a sample
that forgets to import one must fail here as it does anywhere.
"""
_exit = os._exit  # bound before a sample can replace it
_CLOSING_SECONDS = 5.0
_JOB_SECONDS = 30.0
"""Time for a job to come in once its connection has."""


def main(control_descriptor: int, library_path: Sequence[str]) -> None:
    """
    Serves until the control socket closes.

    Args:
        control_descriptor (`int`): the socket's descriptor. The first message on it names the modules to import
            and the folder for the samples; afterwards each byte brings a descriptor of a connection to a new sample.
        library_path (`Sequence[str]`): the module path that the interpreter started with.
    """
    control = socket.socket(fileno=control_descriptor)
    order = receive_message(control)
    if order is None:
        return
    missing = _preload(order["modules"])
    readable = Readable.open(order["scratch"], library_path)
    gc.collect()
    gc.freeze()  # what is here now is never collected, so the children share its memory
    send_message(control, {"missing": missing})
    if linux.is_supported():
        linux.set_child_subreaper()  # of samples whose supervisor was killed
    supervisors: dict[int, Tier] = {}
    with selectors.DefaultSelector() as selector:
        selector.register(control, selectors.EVENT_READ)
        while True:
            if selector.select(1.0 if supervisors else None):
                data, descriptors, _, _ = socket.recv_fds(control, 1, 1)
                if not data:
                    break
                with socket.socket(fileno=descriptors[0]) as connection, suppress(OSError):
                    connection.settimeout(_JOB_SECONDS)
                    supervisors |= _start_supervisor(control, connection, readable)
            _reap(supervisors, order["scratch"])
    _end(supervisors, order["scratch"])


def _preload(modules: Iterable[str]) -> dict[str, str]:
    """Imports modules; returns those that cannot be imported, and why."""
    missing = {}
    for name in (*_PRELOADED_ALWAYS, *modules):
        try:
            importlib.import_module(name)
        except BaseException as error:
            missing[name] = f"{type(error).__name__}: {error}"[:200]
    if "numpy" in sys.modules:
        importlib.import_module("numpy.random")  # numpy itself does so late: each test process would, to seed it
    assert unittest.mock  # imported here, so that tests that patch do not pay for it
    return missing


def _start_supervisor(control: socket.socket, connection: socket.socket, readable: Readable) -> dict[int, Tier]:
    """Forks the supervisor of the sample whose job comes on a connection; returns its process id and tier, if any."""
    job = receive_message(connection)
    if job is None:
        return {}
    job |= {"user": os.getuid(), "group": os.getgid()}
    tier = Tier(job["tier"])
    try:
        child = linux.fork(namespaces(job)) if tier is not Tier.T0 else os.fork()
    except OSError as error:
        send_message(connection, {"problem": f"{type(error).__name__}: {error}"})
        return {}
    if child:
        return {child: tier}
    try:
        control.close()
        supervise(connection, job, readable)
    finally:
        _exit(0)


def _reap(supervisors: dict[int, Tier], scratch: str) -> None:
    """Takes note of supervisors that have ended, and cleans up after those that could not."""
    with suppress(ChildProcessError):
        while ended := os.waitpid(-1, os.WNOHANG)[0]:
            if supervisors.pop(ended, Tier.T3) is not Tier.T3:
                _kill_orphans(supervisors)
                remove_tree(own_scratch(scratch, ended))


def _kill_orphans(supervisors: Collection[int]) -> None:
    """Kills what samples have left that came to this process when their supervisor died."""
    with suppress(OSError), open(f"/proc/self/task/{os.getpid()}/children") as children:
        for orphan in set(map(int, children.read().split())) - set(supervisors):
            with suppress(ProcessLookupError):
                os.kill(orphan, signal.SIGKILL)


def _end(supervisors: dict[int, Tier], scratch: str) -> None:
    """Lets the supervisors clean up, makes an end, and removes the samples' folder: the parent may be gone."""
    for number, seconds in ((signal.SIGTERM, _CLOSING_SECONDS), (signal.SIGKILL, 1.0)):
        for child, tier in supervisors.items():
            with suppress(ProcessLookupError):
                # The first process of a pid namespace has no ears for anything else, and nothing to clean up.
                os.kill(child, signal.SIGKILL if tier is Tier.T3 else number)
        deadline = time.monotonic() + seconds
        while supervisors and time.monotonic() < deadline:
            _reap(supervisors, scratch)
            time.sleep(0.01)
    _kill_orphans(supervisors)
    remove_tree(os.path.dirname(scratch))
