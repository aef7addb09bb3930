"""The report of a step's process: lines that are chained under a key of the parent."""

import _thread
import json
import os
import sys
from collections.abc import Callable, Mapping
from hashlib import blake2b
from json import encoder
from typing import Any

from classeval_hf.projects.runner.deciding_code import file_of

if sys.platform != "win32":
    import fcntl

Report = Callable[[Mapping[str, Any]], None]  # reports an event
Renew = Callable[[bytes], None]  # begins a report under another key, in a process that was forked from this one
OVER = "over "  # begins the line after the report of one of several candidates
_DIGEST_BYTES = 16
_FIRST_DESCRIPTOR, _DESCRIPTORS = 96, 128  # for the report, below a sample's limit


def digests(key: bytes) -> Callable[[bytes], str]:
    """A function that returns for each line a digest of all lines so far under the key (BLAKE2, RFC 7693)."""
    chain = blake2b(key=key, digest_size=_DIGEST_BYTES)
    update, hexdigest = chain.update, chain.hexdigest

    def digest(line: bytes) -> str:
        update(line)
        return hexdigest()

    return digest


def make_report(descriptor: int, key: bytes, caller: str, waits: bool = False) -> tuple[Report, Renew]:
    """The function that reports events; its callees are bound here, before code of the project can replace them. If it
    `waits`, all events are reported in the process that renews it."""
    number = _FIRST_DESCRIPTOR + os.urandom(1)[0] % _DESCRIPTORS
    target = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, number)
    os.close(descriptor)
    write, getpid, processes, identity, join = os.write, os.getpid, [os.getpid()], _thread.get_ident, "".join
    make = getattr(encoder, "c_make_encoder", None)
    encode = (
        make(None, None, encoder.encode_basestring_ascii, None, ": ", ", ", False, False, True)
        if make is not None
        else lambda event, _: json.dumps(event)
    )
    chain, waiting = [digests(key)], [waits]
    lock, frame = _thread.allocate_lock(), sys._getframe
    pending: list[Mapping[str, Any]] = []
    owner = [0]

    def report(event: Mapping[str, Any]) -> None:
        if file_of(frame(1)) != caller:
            event = {"event": "changed", "what": "who reports"}
        if waiting[0]:
            pending.append(event)
            return
        if getpid() != processes[0]:  # a copy that a test forked
            return
        if owner[0] == identity():  # called during a report, by way of the garbage collector
            pending.append(event)
            return
        with lock:
            owner[0] = identity()
            pending.append(event)
            while pending:
                line = join(encode(pending.pop(0), 0)).encode()
                data = b"%s %s\n" % (chain[0](line).encode(), line)
                while data:
                    data = data[write(target, data) :]
            owner[0] = 0

    def renew(key: bytes) -> None:
        chain[0], processes[0], waiting[0] = digests(key), getpid(), False

    return report, renew
