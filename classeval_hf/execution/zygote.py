"""
The zygote: a process that is started before any sample, imports what the tasks need, and forks for each sample.

It runs no sample itself. The parent sends it, over a socket, a connection per sample; a forked supervisor takes the job
from that connection and answers on it. When the parent goes, the socket closes, and the zygote ends with all it
started.
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
from collections.abc import Iterable
from contextlib import suppress

from classeval_hf.execution.containment import open_readable_paths
from classeval_hf.execution.messages import receive_message, send_message
from classeval_hf.execution.supervisor import supervise

__all__ = ["main"]

_PRELOADED_ALWAYS = ("collections", "datetime", "json", "math", "os", "random", "re", "string", "tempfile", "typing")
_CLOSING_SECONDS = 5.0


def main(control_descriptor: int) -> None:
    """
    Serves until the control socket closes.

    Args:
        control_descriptor (`int`): the socket's descriptor. The first message on it is a list of modules to import;
            afterwards each byte brings a descriptor of a connection to a new sample.
    """
    control = socket.socket(fileno=control_descriptor)
    modules = receive_message(control)
    if modules is None:
        return
    missing = _preload(modules)
    readable = open_readable_paths()
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
                children.add(_fork_supervisor(control, descriptors[0], readable))
                os.close(descriptors[0])
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


def _fork_supervisor(control: socket.socket, descriptor: int, readable: list[tuple[int, bool]]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        control.close()
        supervise(socket.socket(fileno=descriptor), readable)
    except BaseException as error:
        with suppress(BaseException):
            sys.stderr.write(f"supervisor: {type(error).__name__}: {error}\n")
            sys.stderr.flush()
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
