"""A filter of system calls (seccomp), for gaps of namespaces and Landlock. All calls up to those of Linux 6.18 were
reviewed, family by family (`docs/design/sandbox.md`); newer calls are absent, as on an older kernel.

By tier: a Unix socket reaches services by a path, a VSOCK one its host, so that T2 allows only TCP and pairs of
connected stream sockets. T3 has Unix stream sockets too, since file system and network are the sample's own. At T2
changes of a file's rights and owner are accepted without effect, since no rule of Landlock limits them to own files,
and before Linux 6.2 files can be truncated only when they are open for writing."""

import ctypes
import errno
import os
import platform
import socket
import struct
from collections.abc import Mapping, Sequence

from classeval_hf.sandbox.linux import set_seccomp_filter

_LOAD, _AND, _IF_EQUAL, _IF_ABOVE, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x35, 0x45, 0x06
_ERROR = 0x00050000
_ENDS = {
    "allow": 0x7FFF0000,
    "ignore": _ERROR,
    "refuse": _ERROR | errno.EACCES,
    "absent": _ERROR | errno.ENOSYS,
    "no attributes": _ERROR | errno.EOPNOTSUPP,
    "no device": _ERROR | errno.ENOTTY,
    "other files": _ERROR | errno.EINVAL,
    "kill": 0x80000000,
}
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, (16, 24, 32, 40)
_OTHER_ABI = 0x40000000
"""On x86-64, numbers from here on are those of the x32 interface, which would slip past the comparisons."""
_ARM = platform.machine() == "aarch64"
_ARCHITECTURE = 0xC00000B7 if _ARM else 0xC000003E
_TYPE = 0xF  # the part of a socket's second argument that is its type; the others are flags
_NEW_NAMESPACES = 0x7E020000  # the flags of `clone(2)` that ask for one
_PRIORITY_OF_PROCESS, _IO_PRIORITY_OF_PROCESS = 0, 1
_OWN_PROCESS = -1  # stands for the number of the process that comes under the filter, which is known only then
_NONE = 0xFFFF  # where a processor does not have a call

REFUSED = {
    # Other processes: their memory, descriptors, state, and where they run.
    **{"ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271)},
    **{"process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272)},
    **{"pidfd_getfd": (438, 438), "move_pages": (279, 239), "migrate_pages": (256, 238)},
    **{"get_robust_list": (274, 100), "perf_event_open": (298, 241)},
    # System V memory, semaphores and queues: those of other processes, and what would outlive the sample.
    **{"shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197)},
    **{"semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192)},
    **{"msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187)},
    # POSIX queues and key rings: those of other processes too.
    **{"mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182)},
    **{"mq_timedreceive": (243, 183), "mq_notify": (244, 184), "mq_getsetattr": (245, 185)},
    **{"add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219)},
    # Watching files: reveals names that the sample may not read, or blocks those who open them.
    **{"inotify_init": (253, _NONE), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27)},
    **{"inotify_rm_watch": (255, 28), "fanotify_init": (300, 262), "fanotify_mark": (301, 263)},
    # Memory that no process owns, or that stays when no process maps it any more.
    **{"memfd_create": (319, 279), "memfd_secret": (447, 447), "userfaultfd": (323, 282), "bpf": (321, 280)},
    **{"seccomp": (317, 277), "landlock_create_ruleset": (444, 444), "landlock_add_rule": (445, 445)},
    **{"landlock_restrict_self": (446, 446)},
    # Input and output that bypasses filters, or that the machine has in small numbers.
    **{"io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427)},
    **{"io_setup": (206, 0), "io_destroy": (207, 1), "io_submit": (209, 2), "io_cancel": (210, 3)},
    **{"io_getevents": (208, 4), "io_pgetevents": (333, 292)},
    # Namespaces and mounts: rights over the surroundings of the sample, and names of the machine's mounts.
    **{"unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "chroot": (161, 51)},
    **{"pivot_root": (155, 41), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430)},
    **{"fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442)},
    **{"statmount": (457, 457), "listmount": (458, 458), "open_tree_attr": (467, 467)},
    **{"quotactl": (179, 60), "quotactl_fd": (443, 443), "ustat": (136, _NONE), "sysfs": (139, _NONE)},
    # Files by other ways than their paths, and flags of files, which would outlive the sample.
    **{"name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265)},
    **{"file_getattr": (468, 468), "file_setattr": (469, 469)},
    # The machine as a whole. The rights that most of these take are given up anyhow.
    **{"syslog": (103, 116), "acct": (163, 89), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142)},
    **{"sethostname": (170, 161), "setdomainname": (171, 162), "vhangup": (153, 58), "modify_ldt": (154, _NONE)},
    **{"iopl": (172, _NONE), "ioperm": (173, _NONE), "init_module": (175, 105), "finit_module": (313, 273)},
    **{"delete_module": (176, 106), "kexec_load": (246, 104), "kexec_file_load": (320, 294)},
    **{"settimeofday": (164, 170), "clock_settime": (227, 112), "lsm_get_self_attr": (459, 459)},
    **{"lsm_set_self_attr": (460, 460), "lsm_list_modules": (461, 461)},
}  # Refused with `EACCES`. Numbers on x86-64 and arm64.

WITHOUT_ATTRIBUTES = {
    **{"setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463)},
    **{"getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10), "getxattrat": (464, 464)},
    **{"listxattr": (194, 11), "llistxattr": (195, 12), "flistxattr": (196, 13), "listxattrat": (465, 465)},
    **{"removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466)},
}  # extended attributes: refused as by a file system without them, which programs such as `shutil.copy2` expect

HANDING_PAGES_ON = {"sendfile": (40, 71), "splice": (275, 76), "tee": (276, 77), "vmsplice": (278, 75)}
"""Refused as between files without support (`EINVAL`), so that Python copies by itself: a byte in a pipe or socket
keeps its page, of up to 2 MiB, when no process or file has it any more."""

ABSENT = {"openat2": (437, 437), "clone3": (435, 435)}
"""Calls whose flags lie in memory, unseen by a filter: the C library then makes calls with flags as arguments."""
_FIRST_UNKNOWN = 470  # the first number without a call in Linux 6.18
_IGNORED = {"sync": (162, 81), "syncfs": (306, 267)}
"""Accepted without effect: they make the whole machine wait for its disks."""
_SETTING_OWNERS = {"chown": (92, _NONE), "fchown": (93, 55), "lchown": (94, _NONE), "fchownat": (260, 54)}
_CUTTING_SHORT = {"truncate": (76, 45)}

OF_A_PROCESS = {
    **{"prlimit64": (302, 261), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119)},
    **{"sched_setparam": (142, 118), "sched_setattr": (314, 274)},
}  # calls whose first argument is a process: the sample's own, or 0 for it, is let through
_CHECKED = {
    **{"clone": (56, 220), "setpriority": (141, 140), "ioprio_set": (251, 30), "socket": (41, 198)},
    **{"socketpair": (53, 199), "mmap": (9, 222), "fcntl": (72, 25), "setsockopt": (54, 208)},
    **{"ioctl": (16, 29), "prctl": (157, 167), "open": (2, _NONE), "openat": (257, 56), "madvise": (28, 233)},
}
CONNECTING = {"connect": (42, 203), "bind": (49, 200), "listen": (50, 201)}
"""Refused where there are TCP sockets but no network: Landlock covers them only from Linux 6.7 on."""
_SENDING = {"sendto": (44, 206), "sendmmsg": (307, 269), "sendmsg": (46, 211)}
_FAST_OPEN = 0x20000000  # `MSG_FASTOPEN`: connects by sending, which Landlock does not cover
_DEVICE_COMMANDS = (
    *(0x5401, 0x802C542A, 0x5413),  # TCGETS, TCGETS2, TIOCGWINSZ: whether it is a terminal, and its size
    *(0x5450, 0x5451, 0x5421, 0x541B, 0x5411, 0x8905),  # FIONCLEX, FIOCLEX, FIONBIO, FIONREAD, TIOCOUTQ, SIOCATMARK
    *(0x40049409, 0x4020940D),  # FICLONE, FICLONERANGE: a copy of one open file in another
    *(0x8910, 0x8933),  # SIOCGIFNAME, SIOCGIFINDEX: names of network interfaces
)  # what may be asked of an open file by `ioctl`; anything else is refused, as for a file that is not a device
_REFUSED_OPTIONS = (22, 62, 67)
"""`PR_SET_SECCOMP`, whose filters take memory of the kernel, `PR_SCHED_CORE`, which ties processes to cores, and
`PR_SET_MEMORY_MERGE`, which merges equal pages of all programs and so reveals theirs."""
_MERGEABLE = 12  # `MADV_MERGEABLE`, which does the same for some pages
_BUFFER_SIZES = (7, 8)  # `SO_SNDBUF` and `SO_RCVBUF`: larger buffers than the kernel's default would not be counted
_KERNEL_MEMORY = (
    26,
    50,
    51,
    52,
    60,
)  # `SO_ATTACH_FILTER` and similar options, and `SO_ZEROCOPY`, which keeps whole pages
_WATCHING = (1024, 1026)  # `F_SETLEASE` and `F_NOTIFY`, which watch files of others, and make them wait
_PIPE_SIZE = 1031  # `F_SETPIPE_SZ`: larger pipes than the kernel's default would not be counted
_SETTING_MODES = {"chmod": (90, _NONE), "fchmod": (91, 52), "creat": (85, _NONE), "mknod": (133, _NONE)}
"""Calls whose second argument is the mode of a file."""
_SETTING_MODES_AT = {"fchmodat": (268, 53), "fchmodat2": (452, 452), "mknodat": (259, 33)}
"""Calls whose third argument is the mode of a file."""
_CREATING = ("creat", "mknod", "mknodat")
_SET_IDS = 0o6000
_CREATE = 0o100 | 0o20000000  # `O_CREAT` and `O_TMPFILE`: only with these has `open` a mode
_ACCESS_AND_TRUNCATE = 0o3 | 0o1000
_TRUNCATE = 0o1000  # `O_TRUNC` with `O_RDONLY`, which no right program asks for
_SHARED_WITHOUT_FILE = 0x21  # `MAP_SHARED` and `MAP_ANONYMOUS`


def number_of(numbers: tuple[int, int]) -> int:
    """The number of a call on this machine."""
    return numbers[_ARM]


class SystemCallFilter:
    """The filter, assembled once; [`SystemCallFilter.enforce`] puts the calling process under it for good."""

    def __init__(self, sockets: str, sets_rights: bool = True, truncates: bool = True) -> None:
        program = _assemble(_program(sockets, sets_rights, truncates))
        self._own_at = [index for index, step in enumerate(program) if step[3] == _OWN_PROCESS]
        packed = b"".join(struct.pack("HBBI", *step[:3], step[3] % (1 << 32)) for step in program)
        self._buffer = ctypes.create_string_buffer(packed, len(packed))
        self._length = len(program)

    def enforce(self) -> None:
        """Puts the process, and all it will start, under the filter; needs no-new-privileges."""
        for index in self._own_at:
            struct.pack_into("I", self._buffer, 8 * index + 4, os.getpid())
        set_seccomp_filter(self._buffer, self._length)


_Step = tuple[int, int, str, str]
"""Operation, number, and where to continue if a comparison holds and if it does not: by default the next step."""


def _program(sockets: str, sets_rights: bool, truncates: bool) -> list[_Step | str]:
    """The filter, with names of places to jump to: at most 255 steps ahead, so there are ends in the middle too."""
    unless_set = "allow" if sets_rights else "ignore"
    modes = {**_SETTING_MODES, **_SETTING_MODES_AT}
    places = {name: f"{'second' if name in _SETTING_MODES else 'third'} is a mode" for name in modes}
    by_mode = {name: place if name in _CREATING else f"{place}, to be set" for name, place in places.items()}
    checked = {**_CHECKED, **(_SENDING if sockets == "tcp" else {})}
    ends = [step for name, value in _ENDS.items() for step in (name, (_RETURN, value, "", ""))]
    return [
        _load(_ARCHITECTURE_AT),
        (_IF_EQUAL, _ARCHITECTURE, "", "kill"),
        _load(_NUMBER_AT),
        (_IF_AT_LEAST, _OTHER_ABI, "refuse", ""),
        (_IF_AT_LEAST, _FIRST_UNKNOWN, "absent", ""),
        *_each(OF_A_PROCESS, "of a process"),
        *(step for name, numbers in checked.items() for step in _each({name: numbers}, name)),
        *(step for name, numbers in modes.items() for step in _each({name: numbers}, by_mode[name])),
        (_IF_AT_LEAST, 0, "others", ""),
        *_rules_for_arguments(unless_set),
        *_socket_rules(sockets),
        *ends,
        "others",
        *_each(ABSENT, "absent"),
        *_each(_IGNORED, "ignore"),
        *(_each(CONNECTING, "refuse") if sockets == "tcp" else []),
        *([] if sets_rights else _each(_SETTING_OWNERS, "ignore")),
        *([] if truncates else _each(_CUTTING_SHORT, "refuse")),
        *_each(WITHOUT_ATTRIBUTES, "no attributes"),
        *_each(HANDING_PAGES_ON, "other files"),
        *_each(REFUSED, "refuse"),
        *ends,
    ]


def _each(calls: Mapping[str, tuple[int, int]], place: str) -> list[_Step | str]:
    """Comparisons that lead these calls to a place: one for a number, two for consecutive numbers."""
    numbers = sorted(number for number in map(number_of, calls.values()) if number != _NONE)
    steps: list[_Step | str] = []
    while numbers:
        length = next((n for n, number in enumerate(numbers) if number != numbers[0] + n), len(numbers))
        if length > 2:
            past = f"past {numbers[length - 1]}"
            steps += [(_IF_AT_LEAST, numbers[0], "", past), (_IF_ABOVE, numbers[length - 1], "", place), past]
        else:
            steps += [(_IF_EQUAL, number, place, "") for number in numbers[:length]]
        numbers = numbers[length:]
    return steps


def _at(place: str, argument: int, *steps: _Step) -> list[_Step | str]:
    """A place where an argument of the call is loaded, and what follows from it."""
    return [place, _load(_ARGUMENTS_AT[argument]), *steps]


def _rules_for_arguments(unless_set: str) -> list[_Step | str]:
    """Rules for calls whose arguments decide; `unless_set` is the end for a mode without set-ID bits."""
    refuse_bits = (_IF_ANY_BIT, _SET_IDS, "refuse", "allow")
    to_be_set = (_IF_ANY_BIT, _SET_IDS, "refuse", unless_set)
    own = _one_of((0, _OWN_PROCESS), "allow", "refuse")
    anonymous = (_IF_EQUAL, _SHARED_WITHOUT_FILE, "refuse", "allow")
    return [
        *_at("mmap", 3, (_AND, _SHARED_WITHOUT_FILE, "", ""), anonymous),
        *_at("open", 1, (_IF_ANY_BIT, _CREATE, "third is a mode", "truncating")),
        *_at("openat", 2, (_IF_ANY_BIT, _CREATE, "fourth is a mode", "truncating")),
        *("truncating", (_AND, _ACCESS_AND_TRUNCATE, "", ""), (_IF_EQUAL, _TRUNCATE, "refuse", "allow")),
        *_at("fcntl", 1, (_IF_EQUAL, _PIPE_SIZE, "ignore", ""), *_one_of(_WATCHING, "refuse", "allow")),
        *_at("ioctl", 1, *_one_of(_DEVICE_COMMANDS, "allow", "no device")),
        *_at("prctl", 0, *_one_of(_REFUSED_OPTIONS, "refuse", "allow")),
        *_at("madvise", 2, (_IF_EQUAL, _MERGEABLE, "refuse", "allow")),
        *_at("setsockopt", 1, (_IF_EQUAL, socket.SOL_SOCKET, "", "allow"), _load(_ARGUMENTS_AT[2])),
        *((_IF_EQUAL, option, "refuse", "") for option in _KERNEL_MEMORY),
        *_one_of(_BUFFER_SIZES, "ignore", "allow"),
        *_at("second is a mode", 1, refuse_bits),
        *_at("second is a mode, to be set", 1, to_be_set),
        *_at("third is a mode", 2, refuse_bits),
        *_at("third is a mode, to be set", 2, to_be_set),
        *_at("fourth is a mode", 3, refuse_bits),
        *_at("clone", 0, (_IF_ANY_BIT, _NEW_NAMESPACES, "refuse", "allow")),
        *_at("setpriority", 0, (_IF_EQUAL, _PRIORITY_OF_PROCESS, "second of a process", "refuse")),
        *_at("ioprio_set", 0, (_IF_EQUAL, _IO_PRIORITY_OF_PROCESS, "second of a process", "refuse")),
        *_at("second of a process", 1, *own),
        *_at("of a process", 0, *own),
    ]


def _one_of(values: Sequence[int], place: str, otherwise: str) -> list[_Step]:
    """Leads to a place if the loaded value is one of these."""
    return [*((_IF_EQUAL, value, place, "") for value in values[:-1]), (_IF_EQUAL, values[-1], place, otherwise)]


def _socket_rules(sockets: str) -> list[_Step | str]:
    """Rules for `socket` and `socketpair`, whose first arguments are family, type and protocol."""
    unix = "stream" if sockets == "streams" else "refuse"
    connects = (_IF_ANY_BIT, _FAST_OPEN, "refuse", "allow")
    sending = [] if sockets == "streams" else ["sendto", *_at("sendmmsg", 3, connects), *_at("sendmsg", 2, connects)]
    if sockets == "all":
        return ["socket", *_at("socketpair", 0, (_IF_EQUAL, socket.AF_UNIX, "allow", "allow"))]
    return [
        *_at("socket", 0, (_IF_EQUAL, socket.AF_INET, "tcp", ""), (_IF_EQUAL, socket.AF_INET6, "tcp", "")),
        (_IF_EQUAL, socket.AF_UNIX, unix, "refuse"),
        # The protocol: of streams there are others, such as multipath TCP.
        *_at("tcp", 2, (_IF_EQUAL, 0, "stream", ""), (_IF_EQUAL, socket.IPPROTO_TCP, "stream", "refuse")),
        *_at("socketpair", 0, (_IF_EQUAL, socket.AF_UNIX, "stream", "refuse")),
        *_at("stream", 1, (_AND, _TYPE, "", ""), (_IF_EQUAL, socket.SOCK_STREAM, "allow", "refuse")),
        *sending,
    ]


def _load(offset: int) -> _Step:
    return _LOAD, offset, "", ""


def _assemble(program: Sequence[_Step | str]) -> list[tuple[int, int, int, int]]:
    """Puts distances for names; code, two distances and a number are a step of the filter. Jumps go forward."""
    places: dict[str, list[int]] = {}
    steps: list[_Step] = []
    for item in program:
        if isinstance(item, str):
            places.setdefault(item, []).append(len(steps))
        else:
            steps.append(item)

    def distance(index: int, name: str) -> int:
        return next(place for place in places[name] if place > index) - index - 1 if name else 0

    return [
        (code, distance(index, if_so), distance(index, if_not), number)
        for index, (code, number, if_so, if_not) in enumerate(steps)
    ]
