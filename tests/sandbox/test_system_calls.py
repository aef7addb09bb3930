"""The filter of system calls: each family as a whole, what right programs need of it, and what depends on the tier."""

import ctypes
import errno
import json
import os
import socket
import stat
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tiers_here import TIERS, needs_isolation, results

from classeval_hf.sandbox import linux, system_calls
from classeval_hf.sandbox.sandbox import Sandbox
from classeval_hf.sandbox.system_calls import SystemCallFilter
from classeval_hf.sandbox.tiers import Tier

pytestmark = needs_isolation
Tried = Callable[..., dict[str, str]]

TRIES = """
import ctypes, errno, fcntl, json, os, shutil, socket, stat, subprocess, sys, tempfile, time
libc = ctypes.CDLL(None, use_errno=True)
def call(function, *arguments):
    ctypes.set_errno(0)
    if getattr(libc, function)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), function)
def opened(name, flags=os.O_RDWR | os.O_CREAT):
    return os.open(name, flags, 0o600)
facts, attempts, result = prepared["facts"], prepared["attempts"], {}
open("own", "w").write("text")
os.mkdir("folder")
structure = ctypes.create_string_buffer(256)
for name, attempt in attempts.items():
    try:
        exec(attempt)
        result[name] = "done"
    except OSError as error:
        result[name] = errno.errorcode.get(error.errno, str(error))
"""


@pytest.fixture(scope="module")
def tried(sandboxes: Callable[[Tier], Sandbox]) -> Tried:
    """Tells what became of each attempt: `done`, or the name of an error."""

    def found(tier: Tier, attempts: Mapping[str, str], facts: Mapping[str, Any] | None = None) -> dict[str, str]:
        (result,) = results(sandboxes(tier), TRIES, shared={"facts": {**(facts or {})}, "attempts": {**attempts}})
        return {name: str(end) for name, end in result.items()}

    return found


@pytest.fixture
def objects() -> Iterator[dict[str, int]]:
    """Shared memory, a semaphore and a queue with a message, of somebody else's, that all may use."""
    libc = ctypes.CDLL(None, use_errno=True)
    found = {"memory": libc.shmget(0, 4096, 0o1666), "semaphore": libc.semget(0, 1, 0o1666)}
    found["queue"] = libc.msgget(0, 0o1666)
    if min(found.values()) < 0:
        pytest.skip("this kernel has no System V objects")
    libc.msgsnd(found["queue"], struct.pack("l4s", 1, b"text"), 4, 0)
    yield found
    removed = libc.shmctl(found["memory"], 0, None), libc.semctl(found["semaphore"], 0, 0)
    assert (*removed, libc.msgctl(found["queue"], 0, None)) == (0, 0, 0), "a sample had removed one"


OF_OTHERS = {
    "attach": "call('shmat', facts['memory'], None, 0)",
    "memory state": "call('shmctl', facts['memory'], 2, structure)",
    "memory removed": "call('shmctl', facts['memory'], 0, None)",
    "memory listed": "call('shmctl', 0, 14, structure)",
    "semaphore read": "call('semctl', facts['semaphore'], 0, 12)",
    "semaphore set": "call('semctl', facts['semaphore'], 0, 16, 7)",
    "semaphore removed": "call('semctl', facts['semaphore'], 0, 0)",
    "semaphore changed": "call('semop', facts['semaphore'], ctypes.create_string_buffer(b'\\0\\0\\1\\0\\0\\0', 6), 1)",
    "semaphore changed in time": (
        "call('semtimedop', facts['semaphore'], ctypes.create_string_buffer(b'\\0\\0\\1\\0\\0\\0', 6), 1, None)"
    ),
    "message taken": "call('msgrcv', facts['queue'], structure, 100, 0, 0o4000)",
    "message sent": "call('msgsnd', facts['queue'], ctypes.create_string_buffer(b'\\1' + bytes(20)), 4, 0o4000)",
    "queue state": "call('msgctl', facts['queue'], 2, structure)",
    "queue removed": "call('msgctl', facts['queue'], 0, None)",
    "memory made": "call('shmget', 0, 4096, 0o1600)",
    "semaphore made": "call('semget', 0, 1, 0o1600)",
    "queue made": "call('msgget', 0, 0o1600)",
}


@pytest.mark.parametrize("tier", TIERS)
def test_system_v_objects_of_others(tier: Tier, objects: dict[str, int], tried: Tried) -> None:
    assert tried(tier, OF_OTHERS, objects) == dict.fromkeys(OF_OTHERS, "EACCES")


ATTRIBUTES = {
    **{"get": "os.getxattr('own', 'user.x')", "get of a link": "os.getxattr('own', 'user.x', follow_symlinks=False)"},
    **{"get of a descriptor": "os.getxattr(opened('own'), 'user.x')", "set": "os.setxattr('own', 'user.x', b'1')"},
    **{"list": "os.listxattr('own')", "list of a link": "os.listxattr('own', follow_symlinks=False)"},
    **{"list of a descriptor": "os.listxattr(opened('own'))", "set of a descriptor": "os.setxattr(3, 'user.x', b'1')"},
    **{"remove": "os.removexattr('own', 'user.x')", "remove of a descriptor": "os.removexattr(3, 'user.x')"},
    **{"remove of a link": "os.removexattr('own', 'user.x', follow_symlinks=False)"},
    **{"set of a link": "os.setxattr('own', 'user.x', b'1', follow_symlinks=False)"},
    "of a library": "os.listxattr(json.__file__)",
}


COMMANDS = {
    "flags of a file": ("fcntl.ioctl(opened('own'), 0x80086601, bytes(8))", "ENOTTY"),
    "a file that cannot be changed": ("fcntl.ioctl(opened('own'), 0x40086602, b'\\x10' + bytes(7))", "ENOTTY"),
    "project of a file": ("fcntl.ioctl(opened('own'), 0x801C581F, bytes(28))", "ENOTTY"),
    "size of a file": ("fcntl.ioctl(opened('own'), 0x5460, bytes(8))", "ENOTTY"),
    "signals on input": ("fcntl.ioctl(os.pipe()[0], 0x5452, b'\\1\\0\\0\\0')", "ENOTTY"),
    "user of a namespace": ("fcntl.ioctl(opened('own'), 0xB701)", "ENOTTY"),
    "freezing of a file system": ("fcntl.ioctl(os.open('.', os.O_RDONLY), 0xC0045877, bytes(4))", "ENOTTY"),
    "a byte typed": ("fcntl.ioctl(0, 0x5412, b'x')", "ENOTTY"),
    "an interface of the network": ("fcntl.ioctl(socket.socket(), 0x8914, b'lo' + bytes(38))", "ENOTTY"),
    "flags of a file by call": ("call('syscall', 468, -100, b'own', structure, 256, 0)", "EACCES"),
    "terminal": ("assert not os.isatty(0)", "done"),
    "size of a terminal": ("os.get_terminal_size(0)", "ENOTTY"),
    "inheritance": ("fd = opened('own'); os.set_inheritable(fd, True); os.set_inheritable(fd, False)", "done"),
    "waiting bytes": (
        "ends = os.pipe(); os.write(ends[1], b'abc'); assert fcntl.ioctl(ends[0], 0x541B, bytes(4))[0] == 3",
        "done",
    ),
    "no blocking": ("one, other = socket.socketpair(); one.setblocking(False); one.settimeout(1)", "done"),
}


SIBLINGS = {
    # Set-ID bits can be asked for when a file is made, too.
    "made with set-user-ID": ("os.open('new1', os.O_CREAT | os.O_WRONLY, 0o4755)", "EACCES"),
    "made with set-group-ID": ("os.open('new2', os.O_CREAT | os.O_WRONLY, 0o2755)", "EACCES"),
    "made without a name": ("os.open('.', os.O_TMPFILE | os.O_WRONLY, 0o4755)", "EACCES"),
    "made by creat": ("call('creat', b'new3', 0o4755)", "EACCES"),
    "made by mknod": ("os.mknod('new4', stat.S_IFREG | 0o4755)", "EACCES"),
    "made with flags in memory": ("call('syscall', 437, -100, b'own', structure, 24)", "ENOSYS"),
    "made as usual": ("os.close(opened('new5'))", "done"),
    "a pipe with a name": ("os.mkfifo('new6', 0o600)", "done"),
    # A file is cut short by opening it for reading; Landlock knew nothing of that at first.
    "cut short while reading": ("os.open('own', os.O_RDONLY | os.O_TRUNC)", "EACCES"),
    "cut short while writing": ("os.close(os.open('own', os.O_WRONLY | os.O_TRUNC)); open('own', 'w')", "done"),
    # Memory of the kernel's that no process owns.
    "a filter of its own": ("call('prctl', 22, 2, structure, 0, 0)", "EACCES"),
    "a filter by call": ("call('syscall', 317 if os.uname().machine == 'x86_64' else 277, 1, 0, 0)", "EACCES"),
    "rules of its own": ("call('syscall', 444, None, 0, 1)", "EACCES"),
    "a filter of a socket": ("socket.socket().setsockopt(1, 26, bytes(16))", "EACCES"),
    "a program of a socket": ("socket.socket().setsockopt(1, 50, bytes(4))", "EACCES"),
    "pages in a socket": ("socket.socket().setsockopt(1, 60, bytes([1, 0, 0, 0]))", "EACCES"),
    "pages of a file to a pipe": ("os.sendfile(os.pipe()[1], opened('own'), 0, 1)", "EINVAL"),
    "pages to a socket": ("socket.socketpair()[0].sendfile(open('own', 'rb'))", "done"),
    "pages made one with others'": ("call('prctl', 67, 1, 0, 0, 0)", "EACCES"),
    "some pages made one with others'": ("__import__('mmap').mmap(-1, 1 << 16, flags=0x22).madvise(12)", "EACCES"),
    "a larger pipe": (
        "ends = os.pipe(); was = fcntl.fcntl(ends[0], 1032); fcntl.fcntl(ends[0], 1031, 1 << 20);"
        "assert fcntl.fcntl(ends[0], 1032) == was",
        "done",
    ),
    # What is known of the machine.
    "messages of the kernel": ("call('klogctl', 3, structure, 256)", "EACCES"),
    "a mount": ("call('syscall', 457, structure, structure, 256, 0)", "EACCES"),
    "what is mounted, by an old call": (
        "call('syscall', 136 if os.uname().machine == 'x86_64' else 458, os.stat('/').st_dev, structure)",
        "EACCES",
    ),
    "kinds of file systems": ("call('syscall', 139 if os.uname().machine == 'x86_64' else 458, 3)", "EACCES"),
    "all mounts": ("call('syscall', 458, structure, structure, 32, 0)", "EACCES"),
    "locks of another process": (
        "call('syscall', 274 if os.uname().machine == 'x86_64' else 100, os.getppid(), structure, structure)",
        "EACCES",
    ),
    "disks": ("os.sync()", "done"),
    "a process tied to a core": ("call('prctl', 62, 1, 0, 0, structure)", "EACCES"),
    "a call of a newer kernel": ("call('syscall', 470, 0, 0, 0)", "ENOSYS"),
    # What right programs do.
    "copies": (
        "shutil.copy2('own', 'copy'); shutil.copytree('folder', 'folder2'); shutil.move('copy', 'moved')",
        "done",
    ),
    "programs": ("subprocess.run([sys.executable, '-c', 'import shutil'], check=True)", "done"),
    "temporary files": ("tempfile.NamedTemporaryFile().close(); tempfile.TemporaryDirectory().cleanup()", "done"),
    "name of the program": ("call('prctl', 15, b'name', 0, 0, 0)", "done"),
}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "attempts",
    [{name: (attempt, "ENOTSUP") for name, attempt in ATTRIBUTES.items()}, COMMANDS, SIBLINGS],
    ids=["extended attributes, as where there are none", "commands to devices", "siblings of what is refused"],
)
def test_answers(tier: Tier, attempts: dict[str, tuple[str, str]], tried: Tried) -> None:
    found = tried(tier, {name: attempt for name, (attempt, _) in attempts.items()})
    assert found == {name: wanted for name, (_, wanted) in attempts.items()}


OUTSIDE = {
    "whether a file is there": "os.stat(facts['file'])",
    "dates of a file": "os.utime(facts['file'], (1, 1))",
    "of a process outside": "time.clock_gettime(~facts['outside'] << 3 | 2)",
    "whether it is there": "os.getpgid(facts['outside'])",
}


@pytest.mark.parametrize(
    ("tier", "seen"), [(Tier.T3, ("ENOENT", "ENOENT", "EINVAL", "ESRCH")), (Tier.T2, ("done",) * 4)]
)
def test_what_is_seen_outside(tier: Tier, seen: tuple[str, ...], tmp_path: Path, tried: Tried) -> None:
    """Documented limits of T2: names and dates of files, processes, and the processor time that they took."""
    (tmp_path / "file").touch()
    assert tuple(tried(tier, OUTSIDE, {"outside": os.getpid(), "file": str(tmp_path / "file")}).values()) == seen


@pytest.mark.parametrize("processor", ["x86-64", "arm64"])
def test_the_filter_fits(processor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jumps go at most 255 steps, and the kernel takes 4,096 steps."""
    monkeypatch.setattr(system_calls, "_ARM", processor == "arm64")
    for sockets in ("all", "streams", "tcp"):
        for weak in (False, True):
            SystemCallFilter(sockets, not weak, not weak)  # packs each distance into a byte
            program = system_calls._assemble(system_calls._program(sockets, not weak, not weak))
            assert len(program) < 4096
            assert {step[0] for step in program[-len(system_calls._ENDS) :]} == {system_calls._RETURN}


def test_every_call_has_its_answer() -> None:
    """The filter, run for every number as the kernel runs it, does what the tables say."""
    program = system_calls._assemble(system_calls._program("tcp", False, False))
    ends = {value: name for name, value in system_calls._ENDS.items()}
    tables = {
        "refuse": {**system_calls.REFUSED, **system_calls.CONNECTING},
        "no attributes": system_calls.WITHOUT_ATTRIBUTES,
        "other files": system_calls.HANDING_PAGES_ON,
        "absent": system_calls.ABSENT,
        "ignore": system_calls._IGNORED | system_calls._SETTING_OWNERS,
    }
    number_of = system_calls.number_of
    wanted = {number_of(numbers): answer for answer, calls in tables.items() for numbers in calls.values()}
    wanted[number_of(system_calls._CUTTING_SHORT["truncate"])] = "refuse"
    by_arguments = system_calls.OF_A_PROCESS, system_calls._CHECKED, system_calls._SETTING_MODES
    decided_by_arguments = {
        number_of(numbers) for calls in (*by_arguments, system_calls._SETTING_MODES_AT) for numbers in calls.values()
    }
    for number in range(600):
        if number not in decided_by_arguments:
            expected = wanted.get(number, "absent" if number >= 470 else "allow")
            assert ends[_run(program, number)] == expected, number


def _run(program: list[tuple[int, int, int, int]], number: int) -> int:
    """What the filter returns for a call without arguments."""
    at, value = 0, 0
    comparisons = {
        system_calls._IF_EQUAL: lambda a, b: a == b,
        system_calls._IF_ABOVE: lambda a, b: a > b,
        system_calls._IF_AT_LEAST: lambda a, b: a >= b,
        system_calls._IF_ANY_BIT: lambda a, b: a & b,
    }
    while True:
        code, if_so, if_not, operand = program[at]
        at += 1
        if code == system_calls._RETURN:
            return operand
        if code == system_calls._LOAD:
            value = {0: number, 4: system_calls._ARCHITECTURE}.get(operand, 0)
        elif code == system_calls._AND:
            value &= operand
        else:
            at += if_so if comparisons[code](value, operand) else if_not


NETWORK = {
    "connect": "socket.socket().connect(address)",
    "connect by sending": "socket.socket().sendto(b'x', 0x20000000, address)",
    "connect by sending a message": "socket.socket().sendmsg([b'x'], [], 0x20000000, address)",
    "connect by sending messages": "call('sendmmsg', socket.socket().fileno(), structure, 1, 0x20000000)",
    "an address": "socket.socket().bind(('127.0.0.1', 0))",
    "listening": "socket.socket().listen()",
    "listening by the newer protocol": "socket.socket(socket.AF_INET6).listen()",
}


def test_tcp_leads_nowhere_without_a_network_of_ones_own(tried: Tried) -> None:
    """At T2, whatever Landlock knows of TCP; pairs of connected sockets do what they do elsewhere."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"address = {listener.getsockname()!r}; "
        found = tried(Tier.T2, {name: address + attempt for name, attempt in NETWORK.items()})
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert found == dict.fromkeys(NETWORK, "EACCES")
    pair = "one, other = socket.socketpair(); one.sendmsg([b'abc']); one.send(b'd'); assert other.recv(9) == b'abcd'"
    assert tried(Tier.T2, {"pair": pair}) == {"pair": "done"}


MODES = {
    "own": "os.chmod('own', 0o640)",
    "own by descriptor": "os.fchmod(opened('own'), 0o640)",
    "by a folder": "os.chmod('own', 0o640, dir_fd=os.open('.', os.O_RDONLY))",
    "own folder": "os.chmod('..', 0o500)",
    "folder above": "os.chmod('../..', 0)",
    "folder above by descriptor": "os.fchmod(os.open('..', os.O_RDONLY), 0)",
    "a library": "os.chmod(json.__file__, 0o600)",
    "owner": "os.chown('../..', os.getuid(), os.getgid())",
    "set-user-ID": "os.chmod('own', 0o4755)",
    "a copy": "shutil.copy('own', 'copied')",
}


def test_rights_of_files_cannot_be_changed_without_a_file_system_of_ones_own(tried: Tried) -> None:
    """At T2: it is taken without effect, since Landlock cannot keep it to a sample's own files."""
    library = Path(json.__file__)
    before = stat.S_IMODE(library.stat().st_mode)
    modes = {name: attempt for name, attempt in MODES.items() if name != "set-user-ID"}
    checks = {
        "mode of its own": "assert stat.S_IMODE(os.stat('own').st_mode) == 0o644, oct(os.stat('own').st_mode)",
        "mode above": "assert stat.S_IMODE(os.stat('../..').st_mode) & 0o700 == 0o700",
        "file made with a mode": "os.open('new', os.O_CREAT, 0o400); assert os.stat('new').st_mode & 0o777 == 0o400",
    }
    found = tried(Tier.T2, {**modes, **checks})
    assert found == dict.fromkeys({**modes, **checks}, "done")
    assert tried(Tier.T2, {"it": MODES["set-user-ID"]}) == {"it": "EACCES"}
    assert stat.S_IMODE(library.stat().st_mode) == before


def test_rights_of_files_can_be_changed_in_a_file_system_of_ones_own(tried: Tried) -> None:
    mode = "os.chmod('own', 0o640); assert stat.S_IMODE(os.stat('own').st_mode) == 0o640"
    found = tried(Tier.T3, {**MODES, "mode": mode})
    assert {found[name] for name in ("own", "own by descriptor", "own folder", "a copy", "mode")} == {"done"}
    assert found["a library"] == "EROFS" and found["set-user-ID"] == "EACCES"


def test_where_landlock_cannot_keep_files_whole(tmp_path: Path) -> None:
    """The filter of T2 before Linux 6.2, in a process of its own."""
    file = tmp_path / "file"
    file.write_text("text")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
            SystemCallFilter("tcp", sets_rights=False, truncates=False).enforce()
            try:
                os.truncate(file, 0)
            except OSError as error:
                assert error.errno == errno.EACCES
                with file.open("r+") as opened:
                    opened.truncate(2)  # it is open for writing, which Landlock does check
                    status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert file.read_text() == "te"
