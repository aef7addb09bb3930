"""
A filter of system calls (seccomp), for what neither namespaces nor Landlock close.

It refuses sockets but those of the internet, which namespaces deal with: a path-named Unix socket would reach services
of the machine, and a VSOCK one its host. Where there is but Landlock, which knows TCP alone, only TCP is left. It
refuses System V memory, semaphores and queues and the kernel's key rings, which would outlive the sample, and
`io_uring`, whose operations pass no filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import struct
from collections.abc import Sequence

from classeval_hf.execution.linux import set_seccomp_filter

__all__ = ["SystemCallFilter"]

_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ENDS = {"allow": 0x7FFF0000, "refuse": 0x00050000 | errno.EACCES, "kill": 0x80000000}
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, (16, 24, 32)
_OTHER_ABI = 0x40000000
"""On x86-64, numbers from here on are those of the x32 interface, which would slip past the comparisons."""

_ARM = platform.machine() == "aarch64"
_ARCHITECTURE = 0xC00000B7 if _ARM else 0xC000003E
_SOCKET = 198 if _ARM else 41
_TYPE = 0xF
"""The part of a socket's second argument that is its type; the others are flags."""
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
    """
    The filter, assembled once; [`SystemCallFilter.enforce`] puts the calling process under it for good.

    Args:
        only_tcp (`bool`): whether to refuse all sockets but those of TCP.
    """

    def __init__(self, only_tcp: bool) -> None:
        self._code = b"".join(struct.pack("HBBI", *step) for step in _assemble(_program(only_tcp)))
        self._buffer = ctypes.create_string_buffer(self._code, len(self._code))

    def enforce(self) -> None:
        """
        Puts the process, and all it will start, under the filter; needs no-new-privileges.

        Raises:
            `OSError`: if the kernel has no seccomp.
        """
        set_seccomp_filter(self._buffer, len(self._code) // 8)


_Step = tuple[int, int, str, str]
"""What to do, with which number, and where to go on if a comparison holds and if it does not: by default behind it."""


def _program(only_tcp: bool) -> list[_Step | str]:
    """The classic packet filter, with names for the places to jump to."""
    tcp = [
        _load(_ARGUMENTS_AT[1]),
        (_AND, _TYPE, "", ""),
        (_IF_EQUAL, socket.SOCK_STREAM, "", "refuse"),
        _load(_ARGUMENTS_AT[2]),  # the protocol: of streams there are others, such as multipath TCP
        (_IF_EQUAL, 0, "allow", ""),
        (_IF_EQUAL, socket.IPPROTO_TCP, "allow", "refuse"),
    ]
    return [
        _load(_ARCHITECTURE_AT),
        (_IF_EQUAL, _ARCHITECTURE, "", "kill"),
        _load(_NUMBER_AT),
        (_IF_AT_LEAST, _OTHER_ABI, "refuse", ""),
        *((_IF_EQUAL, numbers[_ARM], "refuse", "") for numbers in _REFUSED.values()),
        (_IF_EQUAL, _SOCKET, "", "allow"),
        _load(_ARGUMENTS_AT[0]),
        (_IF_EQUAL, socket.AF_INET, "internet", ""),
        (_IF_EQUAL, socket.AF_INET6, "internet", "refuse"),
        "internet",
        *(tcp if only_tcp else []),
        *(step for name, value in _ENDS.items() for step in (name, (_RETURN, value, "", ""))),
    ]


def _load(offset: int) -> _Step:
    return _LOAD, offset, "", ""


def _assemble(program: Sequence[_Step | str]) -> list[tuple[int, int, int, int]]:
    """Puts distances for names; code, two distances and a number are a step of the filter."""
    places: dict[str, int] = {}
    steps: list[_Step] = []
    for item in program:
        if isinstance(item, str):
            places[item] = len(steps)
        else:
            steps.append(item)

    def distance(index: int, name: str) -> int:
        return places[name] - index - 1 if name else 0

    return [
        (code, distance(index, if_so), distance(index, if_not), number)
        for index, (code, number, if_so, if_not) in enumerate(steps)
    ]
