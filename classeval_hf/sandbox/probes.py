"""Probes of the isolation self-test, a payload: each checks a promise, and raises an error if it does not hold."""

import ctypes
import errno
import json
import os
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from classeval_hf.sandbox import system_calls
from classeval_hf.sandbox.system_calls import number_of

Facts = Mapping[str, Any]
if sys.platform != "win32":  # where this module is imported, and does nothing
    _libc = ctypes.CDLL(None, use_errno=True)
_PRIORITY = {"setpriority": ((141, 140), 0), "ioprio_set": ((251, 30), 1)}
"""Calls whose second argument is a process if the first one has this value."""
_RLIMIT_NOFILE = 7
_IOCTL, _SIZE_OF_FILE = (16, 29), 0x5460
"""`FIOQSIZE`, which the kernel knows for every file and only the filter refuses."""
_UNKNOWN_CALL = 0xFF0


class _BrokenError(Exception):
    """A promise does not hold."""


def prepare(shared: Facts, folder: str) -> Facts:
    return shared


def start(facts: Facts, step: Mapping[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns the function that runs the step's probes and reports the outcomes."""
    return partial(_run, facts, step["probes"], descriptor)


def _run(facts: Facts, names: list[str], descriptor: int) -> None:
    for name in names:
        problem = ""
        try:
            PROBES[name](facts)
        except Exception as error:
            problem = str(error)[:200] or type(error).__name__
        os.write(descriptor, json.dumps({"probe": name, "problem": problem}).encode() + b"\n")
    os._exit(0)


def _must_fail(action: Callable[[], object], what: str) -> None:
    try:
        action()
    except OSError:
        return
    raise _BrokenError(what)


def _works(facts: Facts) -> None:
    for folder in (os.getcwd(), tempfile.gettempdir()):
        with open(os.path.join(folder, "probe"), "w") as file:
            file.write("x")


def _environment(facts: Facts) -> None:
    if "HF_HOME" in os.environ or any("TOKEN" in name for name in os.environ):
        raise _BrokenError("the environment is not scrubbed")


def _memory(facts: Facts) -> None:
    try:
        bytearray(facts["memory"])
    except MemoryError:
        return
    raise _BrokenError("memory has no limit")


def _outside(name: str, use: Callable[[str], object], what: str) -> Callable[[Facts], None]:
    return lambda facts: _must_fail(partial(use, os.path.join(facts["folder"], name)), what)


def _package(facts: Facts) -> None:
    copies = (os.path.join(folder, "classeval_hf", "classes", "tasks", "open_tasks") for folder in sys.path)
    for path in (facts["package"], *copies):
        with suppress(OSError):
            if os.listdir(path):
                raise _BrokenError("the tasks of this package could be listed")


def _signal(facts: Facts) -> None:
    if facts["parent"] != os.getpid():  # in two namespaces, two processes can have the same number
        _must_fail(lambda: os.kill(facts["parent"], 0), "the scorer could be signalled")


def _tcp(facts: Facts) -> None:
    address = "127.0.0.1", facts["tcp_port"]
    _must_fail(lambda: socket.create_connection(address, 1), "a TCP service was reached")
    if hasattr(socket, "MSG_FASTOPEN"):
        _must_fail(lambda: socket.socket().sendto(b"x", socket.MSG_FASTOPEN, address), "a TCP service was sent to")


def _udp(facts: Facts) -> None:
    def send() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.connect(("127.0.0.1", facts["udp_port"]))
            sender.send(b"x")
            sender.settimeout(0.5)
            with suppress(TimeoutError):
                sender.recv(1)  # refused, where nobody listens

    _must_fail(send, "a UDP service was reached")


def _connect(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(address)


def _unix(facts: Facts) -> None:
    for address in (facts["socket"], "\0" + facts["abstract_socket"]):
        _must_fail(partial(_connect, address), "a Unix socket was reached")
    for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW):
        _must_fail(partial(socket.socketpair, socket.AF_UNIX, kind), "a pair of sockets other than streams was made")
        _must_fail(partial(socket.socket, socket.AF_UNIX, kind), "a Unix socket other than a stream was made")
    for one in socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM):
        _must_fail(partial(one.connect, facts["socket"]), "an end of a pair of sockets was connected elsewhere")
        one.close()


def _system_calls(facts: Facts) -> None:
    answers = {errno.EACCES: system_calls.REFUSED, errno.EOPNOTSUPP: system_calls.WITHOUT_ATTRIBUTES}
    answers |= {errno.ENOSYS: system_calls.ABSENT, errno.EINVAL: system_calls.HANDING_PAGES_ON}
    for answer, calls in answers.items():
        for name, numbers in calls.items():
            _must_be_refused(name, number_of(numbers), -1, answer=answer)  # no object, address or flag is this
    _must_be_refused("unknown", _UNKNOWN_CALL, -1, answer=errno.ENOSYS)
    parent = os.getppid()
    for name, numbers in system_calls.OF_A_PROCESS.items():
        _must_be_refused(name, number_of(numbers), parent, _RLIMIT_NOFILE)
    for name, (numbers, kind) in _PRIORITY.items():
        _must_be_refused(name, number_of(numbers), kind, parent)
    with tempfile.TemporaryFile() as file:
        _must_be_refused("ioctl", number_of(_IOCTL), file.fileno(), _SIZE_OF_FILE, answer=errno.ENOTTY)
    own = _libc.syscall(number_of(system_calls.OF_A_PROCESS["prlimit64"]), os.getpid(), _RLIMIT_NOFILE, None, None)
    if own != 0:
        raise _BrokenError("the sample cannot look at its own limits")


def _must_be_refused(name: str, number: int, *arguments: int, answer: int = errno.EACCES) -> None:
    if number >= 0xFFFF:  # not on this machine
        return
    values = [ctypes.c_long(value) for value in (*arguments, 0, 0, 0, 0, 0)[:6]]
    ctypes.set_errno(0)
    if _libc.syscall(ctypes.c_long(number), *values) >= 0 or ctypes.get_errno() != answer:
        raise _BrokenError(f"the call {name} was let through")


PROBES: Mapping[str, Callable[[Facts], None]] = {
    **{"works": _works, "environment": _environment, "memory": _memory},
    "read": _outside("secret", lambda path: os.open(path, os.O_RDONLY), "a file outside was read"),
    "write": _outside("written", lambda path: os.open(path, os.O_WRONLY | os.O_CREAT), "a file outside was written"),
    "names": _outside("secret", os.stat, "the name of a file outside could be seen"),
    **{"package": _package, "signal": _signal, "tcp": _tcp, "udp": _udp, "unix": _unix, "system calls": _system_calls},
}
