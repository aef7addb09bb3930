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
import time
import unittest
import unittest.mock
from collections.abc import Iterable, Sequence
from contextlib import suppress

from classeval_hf.execution import linux
from classeval_hf.execution.containment import Readable, Tier
from classeval_hf.execution.messages import receive_message, send_message
from classeval_hf.execution.supervisor import namespaces, supervise

__all__ = ["main"]

_PRELOADED_ALWAYS = ("collections", "datetime", "json", "math", "os", "random", "re", "string", "tempfile", "typing")
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
    children: set[int] = set()
    with selectors.DefaultSelector() as selector:
        selector.register(control, selectors.EVENT_READ)
        while True:
            if selector.select(1.0 if children else None):
                data, descriptors, _, _ = socket.recv_fds(control, 1, 1)
                if not data:
                    break
                with socket.socket(fileno=descriptors[0]) as connection, suppress(OSError):
                    connection.settimeout(_JOB_SECONDS)
                    children.add(_start_supervisor(control, connection, readable))
                children.discard(0)
            _reap(children)
    _end(children)


def _preload(modules: Iterable[str]) -> dict[str, str]:
    """Imports modules; returns those that cannot be imported, and why."""
    missing = {}
    for name in (*_PRELOADED_ALWAYS, *modules):
        try:
            importlib.import_module(name)
        except BaseException as error:
            missing[name] = f"{type(error).__name__}: {error}"[:200]
    assert unittest.mock  # imported here, so that tests that patch do not pay for it
    return missing


def _start_supervisor(control: socket.socket, connection: socket.socket, readable: Readable) -> int:
    """Forks the supervisor of the sample whose job comes on a connection; returns its process id, 0 for no job."""
    job = receive_message(connection)
    if job is None:
        return 0
    job |= {"user": os.getuid(), "group": os.getgid()}
    try:
        child = linux.fork(namespaces(job)) if job["tier"] != Tier.T0.value else os.fork()
    except OSError as error:
        send_message(connection, {"problem": f"{type(error).__name__}: {error}"})
        return 0
    if child:
        return child
    try:
        control.close()
        supervise(connection, job, readable)
    finally:
        os._exit(0)


def _reap(children: set[int]) -> None:
    for child in list(children):
        with suppress(ChildProcessError):
            if os.waitpid(child, os.WNOHANG)[0] == 0:
                continue
        children.discard(child)


def _end(children: set[int]) -> None:
    """Lets the supervisors clean up, then makes an end."""
    for number, seconds in ((signal.SIGTERM, _CLOSING_SECONDS), (signal.SIGKILL, 1.0)):
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, number)
        deadline = time.monotonic() + seconds
        while children and time.monotonic() < deadline:
            _reap(children)
            time.sleep(0.01)
