"""
A filter of system calls (seccomp), for what neither namespaces nor Landlock close.

It refuses sockets but those of the internet, which namespaces and Landlock deal with: a path-named Unix socket would
reach services of the machine, and a VSOCK one its host. It refuses System V memory, semaphores and queues and the
kernel's key rings, which would outlive the sample, and `io_uring`, whose operations pass no filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import struct

from classeval_hf.execution.linux import set_seccomp_filter

__all__ = ["SystemCallFilter"]

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | errno.EACCES, 0x80000000
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_OTHER_ABI = 0x40000000
"""On x86-64, numbers from here on are those of the x32 interface, which would slip past the comparisons."""

_ARM = platform.machine() == "aarch64"
_ARCHITECTURE = 0xC00000B7 if _ARM else 0xC000003E
_SOCKET = 198 if _ARM else 41
_REFUSED = {
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "io_uring_setup": (425, 425),
}
"""Numbers on x86-64 and arm64."""


class SystemCallFilter:
    """The filter, assembled once; [`SystemCallFilter.enforce`] puts the calling process under it for good."""

    def __init__(self) -> None:
        self._code = b"".join(struct.pack("HBBI", *step) for step in _program())
        self._buffer = ctypes.create_string_buffer(self._code, len(self._code))

    def enforce(self) -> None:
        """
        Puts the process, and all it will start, under the filter; needs no-new-privileges.

        Raises:
            `OSError`: if the kernel has no seccomp.
        """
        set_seccomp_filter(self._buffer, len(self._code) // 8)


def _program() -> list[tuple[int, int, int, int]]:
    """Steps of the classic packet filter: what to do, how far to jump if so and if not, and a number."""
    refused = [pair[_ARM] for pair in _REFUSED.values()]
    families = [socket.AF_INET, socket.AF_INET6]
    count = len(families)
    tail = [
        (_IF_EQUAL, 0, count + 2, _SOCKET),  # any other call is allowed
        (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
        *((_IF_EQUAL, count - index, 0, family) for index, family in enumerate(families)),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    to_refusal = len(tail) - 2
    numbers = [(_IF_EQUAL, len(refused) - 1 - index + to_refusal, 0, number) for index, number in enumerate(refused)]
    return [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, _ARCHITECTURE),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_IF_AT_LEAST, len(refused) + to_refusal, 0, _OTHER_ABI),
        *numbers,
        *tail,
    ]
