"""
A filter of system calls (seccomp), for what neither namespaces nor Landlock close.

It refuses, at every tier:

- calls that reach into other processes: tracing them, reading or writing their memory, taking their descriptors, and
  changing their limits, their processors or their priority;
- what would outlive the sample: System V memory, semaphores and queues, POSIX queues, and the kernel's key rings;
- what reveals the names of files that the sample may not read, or blocks those who open them: inotify, fanotify,
  `F_NOTIFY` and leases;
- memory that no limit counts (`memfd_create`, and shared memory without a file, which stays when no process maps it
  any more), `io_uring`, whose operations pass no filter, and `io_setup`, which the machine has a small number of;
- extended attributes, and setting the set-user-ID and set-group-ID bits of files, which would outlive the sample where
  the file does;
- new namespaces and mounts, which would give a sample rights over what is around it.

Sockets depend on the tier. A Unix socket reaches services of the machine by a path, and a VSOCK one its host. At T2,
where Landlock knows TCP alone, only TCP is left, and pairs of connected stream sockets. At T3, where the file system
and the network are the sample's own, it has Unix stream sockets too.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import socket
import struct
from collections.abc import Sequence

from classeval_hf.sandbox.linux import set_seccomp_filter

__all__ = ["OF_A_PROCESS", "REFUSED", "SystemCallFilter", "number_of"]

_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_REFUSE, _ABSENT = 0x00050000 | errno.EACCES, 0x00050000 | errno.ENOSYS
_ENDS = {"allow": 0x7FFF0000, "ignore": 0x00050000, "refuse": _REFUSE, "absent": _ABSENT, "kill": 0x80000000}
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, (16, 24, 32, 40)
_OTHER_ABI = 0x40000000
"""On x86-64, numbers from here on are those of the x32 interface, which would slip past the comparisons."""

_ARM = platform.machine() == "aarch64"
_ARCHITECTURE = 0xC00000B7 if _ARM else 0xC000003E
_TYPE = 0xF
"""The part of a socket's second argument that is its type; the others are flags."""
_NEW_NAMESPACES = 0x7E020000
"""The flags of `clone(2)` that ask for one."""
_PRIORITY_OF_PROCESS, _IO_PRIORITY_OF_PROCESS = 0, 1
_OWN_PROCESS = -1
"""Stands for the number of the process that comes under the filter, which is known only then."""

_ABSENT_NUMBER = 0xFFFF
REFUSED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    "perf_event_open": (298, 241),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184),
    "mq_getsetattr": (245, 185),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "inotify_init": (253, _ABSENT_NUMBER),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "io_submit": (209, 2),
    "userfaultfd": (323, 282),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "bpf": (321, 280),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
}
"""Numbers on x86-64 and arm64."""
OF_A_PROCESS = {
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
"""Calls whose first argument is a process: the sample's own, or 0 for it, is let through."""
_CHECKED = {
    "clone": (56, 220),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "mmap": (9, 222),
    "fcntl": (72, 25),
    "setsockopt": (54, 208),
}
_BUFFER_SIZES = (7, 8)
"""`SO_SNDBUF` and `SO_RCVBUF`: larger buffers than the kernel's default would not be counted."""
_WATCHING = (1024, 1026)
"""`F_SETLEASE` and `F_NOTIFY`, which watch files of others, and make them wait."""
_SETTING_MODES = {"chmod": (90, _ABSENT_NUMBER), "fchmod": (91, 52)}
"""Calls whose second argument is the mode of a file."""
_SETTING_MODES_AT = {"fchmodat": (268, 53), "fchmodat2": (452, 452)}
"""Calls whose third argument is."""
_SET_IDS = 0o6000
_SHARED_WITHOUT_FILE = 0x21
"""`MAP_SHARED` and `MAP_ANONYMOUS`."""
_CLONE_WITH_STRUCTURE = 435
"""`clone3`, whose flags lie in memory where no filter sees them. Where it is absent, the C library takes `clone`."""


def number_of(numbers: tuple[int, int]) -> int:
    """The number of a call on this machine."""
    return numbers[_ARM]


class SystemCallFilter:
    """
    The filter, assembled once; [`SystemCallFilter.enforce`] puts the calling process under it for good.

    Args:
        sockets (`str`): which sockets are let through: `"all"`, `"streams"` (TCP and Unix) or `"tcp"`.
    """

    def __init__(self, sockets: str) -> None:
        program = _assemble(_program(sockets))
        self._own_at = [index for index, step in enumerate(program) if step[3] == _OWN_PROCESS]
        packed = b"".join(struct.pack("HBBI", *step[:3], step[3] % (1 << 32)) for step in program)
        self._buffer = ctypes.create_string_buffer(packed, len(packed))
        self._length = len(program)

    def enforce(self) -> None:
        """
        Puts the process, and all it will start, under the filter; needs no-new-privileges.

        Raises:
            `OSError`: if the kernel has no seccomp.
        """
        for index in self._own_at:
            struct.pack_into("I", self._buffer, 8 * index + 4, os.getpid())
        set_seccomp_filter(self._buffer, self._length)


_Step = tuple[int, int, str, str]
"""Operation, number, and where to continue if a comparison holds and if it does not: by default the next step."""


def _program(sockets: str) -> list[_Step | str]:
    """The classic packet filter, with names for the places to jump to."""
    return [
        _load(_ARCHITECTURE_AT),
        (_IF_EQUAL, _ARCHITECTURE, "", "kill"),
        _load(_NUMBER_AT),
        (_IF_AT_LEAST, _OTHER_ABI, "refuse", ""),
        *((_IF_EQUAL, number_of(numbers), "refuse", "") for numbers in REFUSED.values()),
        *((_IF_EQUAL, number_of(numbers), "of a process", "") for numbers in OF_A_PROCESS.values()),
        *((_IF_EQUAL, number_of(numbers), name, "") for name, numbers in _CHECKED.items()),
        *((_IF_EQUAL, number_of(numbers), "second is a mode", "") for numbers in _SETTING_MODES.values()),
        *((_IF_EQUAL, number_of(numbers), "third is a mode", "") for numbers in _SETTING_MODES_AT.values()),
        (_IF_EQUAL, _CLONE_WITH_STRUCTURE, "absent", "allow"),
        "mmap",
        _load(_ARGUMENTS_AT[3]),
        (_AND, _SHARED_WITHOUT_FILE, "", ""),
        (_IF_EQUAL, _SHARED_WITHOUT_FILE, "refuse", "allow"),
        "fcntl",
        _load(_ARGUMENTS_AT[1]),
        *((_IF_EQUAL, command, "refuse", "") for command in _WATCHING[:-1]),
        (_IF_EQUAL, _WATCHING[-1], "refuse", "allow"),
        "setsockopt",
        _load(_ARGUMENTS_AT[1]),
        (_IF_EQUAL, socket.SOL_SOCKET, "", "allow"),
        _load(_ARGUMENTS_AT[2]),
        *((_IF_EQUAL, option, "ignore", "") for option in _BUFFER_SIZES[:-1]),
        (_IF_EQUAL, _BUFFER_SIZES[-1], "ignore", "allow"),
        "second is a mode",
        _load(_ARGUMENTS_AT[1]),
        (_IF_ANY_BIT, _SET_IDS, "refuse", "allow"),
        "third is a mode",
        _load(_ARGUMENTS_AT[2]),
        (_IF_ANY_BIT, _SET_IDS, "refuse", "allow"),
        "clone",
        _load(_ARGUMENTS_AT[0]),
        (_IF_ANY_BIT, _NEW_NAMESPACES, "refuse", "allow"),
        "setpriority",
        _load(_ARGUMENTS_AT[0]),
        (_IF_EQUAL, _PRIORITY_OF_PROCESS, "second of a process", "refuse"),
        "ioprio_set",
        _load(_ARGUMENTS_AT[0]),
        (_IF_EQUAL, _IO_PRIORITY_OF_PROCESS, "second of a process", "refuse"),
        "second of a process",
        _load(_ARGUMENTS_AT[1]),
        (_IF_EQUAL, 0, "allow", ""),
        (_IF_EQUAL, _OWN_PROCESS, "allow", "refuse"),
        "of a process",
        _load(_ARGUMENTS_AT[0]),
        (_IF_EQUAL, 0, "allow", ""),
        (_IF_EQUAL, _OWN_PROCESS, "allow", "refuse"),
        *_socket_rules(sockets),
        *(step for name, value in _ENDS.items() for step in (name, (_RETURN, value, "", ""))),
    ]


def _socket_rules(sockets: str) -> list[_Step | str]:
    """What follows for `socket` and `socketpair`, whose first arguments are family, type and protocol."""
    if sockets == "all":
        return ["socket", "socketpair", _load(_ARGUMENTS_AT[0]), (_IF_EQUAL, socket.AF_UNIX, "allow", "allow")]
    return [
        "socket",
        _load(_ARGUMENTS_AT[0]),
        (_IF_EQUAL, socket.AF_INET, "tcp", ""),
        (_IF_EQUAL, socket.AF_INET6, "tcp", ""),
        (_IF_EQUAL, socket.AF_UNIX, "stream" if sockets == "streams" else "refuse", "refuse"),
        "tcp",
        _load(_ARGUMENTS_AT[2]),  # the protocol: of streams there are others, such as multipath TCP
        (_IF_EQUAL, 0, "stream", ""),
        (_IF_EQUAL, socket.IPPROTO_TCP, "stream", "refuse"),
        "socketpair",
        _load(_ARGUMENTS_AT[0]),
        (_IF_EQUAL, socket.AF_UNIX, "stream", "refuse"),
        "stream",
        _load(_ARGUMENTS_AT[1]),
        (_AND, _TYPE, "", ""),
        (_IF_EQUAL, socket.SOCK_STREAM, "allow", "refuse"),
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
