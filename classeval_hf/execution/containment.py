"""
What a sample may do: tiers of containment, and the steps that put a process into them.

| tier | made of |
|---|---|
| T3 | namespaces (user, mount, pid, network, IPC, host name), a read-only file system, working folder, `/tmp` and \
`/dev/shm` private and in memory; Landlock; limits |
| T2 | Landlock (reads by allow-list, writes in an own temporary folder, no TCP, no signals outwards); no other \
sockets; limits; orphans are caught |
| T1 | limits, own session, own temporary folder; orphans are caught |
| T0 | own session and temporary folder only (no Linux) |

At every tier the environment is scrubbed and standard input is empty. Landlock and namespaces need no package and no
rights, only a kernel that offers them.
"""

from __future__ import annotations

import os
import resource
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from classeval_hf.execution import linux
from classeval_hf.execution.system_calls import SystemCallFilter

__all__ = [
    "NAMESPACES",
    "Limits",
    "Readable",
    "Tier",
    "address_space_in_use",
    "become_ordinary_user",
    "confine_process",
    "limit_resources",
    "make_private_file_systems",
    "make_rulesets",
    "process_limit",
    "resource_limits",
]


class Tier(str, Enum):
    """How strongly a sample is contained; see the module's docstring."""

    T3 = "T3"
    T2 = "T2"
    T1 = "T1"
    T0 = "T0"

    @property
    def strength(self) -> int:
        """0 for the weakest tier to 3 for the strongest."""
        return int(self.value[1])


@dataclass(frozen=True)
class Limits:
    """
    What a test class may use.

    Args:
        cpu_seconds (`float`, defaults to `5.0`): processor time of the test process.
        memory_bytes (`int`, defaults to 4 GiB): address space that a process may add to what it starts with.
        file_bytes (`int`, defaults to 256 MiB): size of one file, and at T3 of all files in memory together.
        open_files (`int`, defaults to `256`): descriptors per process.
        processes (`int`, defaults to `400`): processes and threads of a sample; the kernel takes no less than 301.
    """

    cpu_seconds: float = 5.0
    memory_bytes: int = 4 << 30
    file_bytes: int = 256 << 20
    open_files: int = 256
    processes: int = 400

    @property
    def wall_seconds(self) -> float:
        """Cap on the time by the clock: several times the processor time, for machines that are busy."""
        return 4 * self.cpu_seconds + 1

    @property
    def idle_seconds(self) -> float:
        """
        Time by the clock after which a test that only waits is ended; one that computes has `wall_seconds`.

        No round number: what tests sleep adds up to round numbers, and must not pass one time and fail the next.
        """
        return 1.15 * self.cpu_seconds


NAMESPACES = (
    linux.CLONE_NEWUSER
    | linux.CLONE_NEWNS
    | linux.CLONE_NEWPID
    | linux.CLONE_NEWNET
    | linux.CLONE_NEWIPC
    | linux.CLONE_NEWUTS
)
"""The namespaces of T3."""


def become_ordinary_user(user: int, group: int) -> None:
    """
    Gives the first process of a new user namespace an ordinary user's id, whoever started it (T3): tests that a file
    cannot be read then hold for root too.

    Args:
        user (`int`): its user id outside.
        group (`int`): its group id outside.

    Raises:
        `OSError`: if the kernel's settings forbid it.
    """
    for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {user} 1"), ("gid_map", f"1000 {group} 1")):
        descriptor = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(descriptor, text.encode())
        os.close(descriptor)


def make_private_file_systems(scratch: str, limits: Limits, hidden: Sequence[str] = ()) -> bool:
    """
    Makes all mounts read-only, and gives the process memory file systems of its own (T3; first process inside).

    Args:
        scratch (`str`): folder that becomes an empty private one.
        limits ([`Limits`]): sizes.
        hidden (`Sequence[str]`, *optional*): folders to cover with an empty one.

    Returns:
        `bool`: whether the kernel took the limit on processes too.

    Raises:
        `OSError`: if a mount fails.
    """
    limited = False
    if linux.kernel_version() >= (6, 14):  # before, the number is that of the whole machine
        with suppress(OSError):  # a container's read-only /proc/sys
            Path("/proc/sys/kernel/pid_max").write_text(str(limits.processes))
            limited = True
    linux.make_tree_read_only()
    if not any(path.startswith("/tmp/") for path in (sys.prefix, sys.base_prefix, *sys.path)):
        linux.mount_tmpfs("/tmp", limits.file_bytes)  # else it holds the interpreter or its libraries
    if Path("/dev/shm").is_dir():
        linux.mount_tmpfs("/dev/shm", limits.file_bytes // 4)
    for folder in hidden:
        linux.mount_tmpfs(folder, 4096)
    if not Path(scratch).is_dir():
        Path(scratch).mkdir(parents=True)
    else:
        linux.mount_tmpfs(scratch, limits.file_bytes)
    return limited


def address_space_in_use() -> int:
    """Bytes of address space of the calling process; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def resource_limits(limits: Limits, in_use: int) -> tuple[tuple[int, int], ...]:
    """
    The limits of `setrlimit(2)` for a test process and its children.

    Args:
        limits ([`Limits`]): the limits.
        in_use (`int`): bytes of address space that do not count, see [`address_space_in_use`].

    Returns:
        `tuple[tuple[int, int], ...]`: kind (`RLIMIT_*`) and value, none above what this process has itself.
    """
    values = {
        resource.RLIMIT_AS: in_use + limits.memory_bytes,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(limits.cpu_seconds) + 2,  # a second line: the supervisor measures more finely
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
    }
    hard = {kind: resource.getrlimit(kind)[1] for kind in values}
    return tuple(
        (kind, value if hard[kind] == resource.RLIM_INFINITY else min(value, hard[kind]))
        for kind, value in values.items()
    )


def process_limit(limits: Limits) -> tuple[tuple[int, int], ...]:
    """
    A limit on processes by `RLIMIT_NPROC`, which counts all of a user and does not hold for root: a last resort where
    the pid namespace's own limit is not to be had. In the form of [`resource_limits`]; empty for root.
    """
    user = os.getuid()
    if user == 0:
        return ()
    running = 0
    for entry in Path("/proc").glob("[0-9]*/task"):
        with suppress(OSError):
            status = entry.stat()
            running += status.st_nlink - 2 if status.st_uid == user else 0
    value, hard = running + limits.processes, resource.getrlimit(resource.RLIMIT_NPROC)[1]
    return ((resource.RLIMIT_NPROC, value if hard == resource.RLIM_INFINITY else min(value, hard)),)


def limit_resources(values: Sequence[tuple[int, int]]) -> None:
    """
    Puts limits on the calling process and its children, for good.

    Args:
        values (`Sequence[tuple[int, int]]`): kinds and values, see [`resource_limits`].
    """
    for kind, value in values:
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def confine_process(rulesets: Sequence[linux.LandlockRuleset], system_calls: SystemCallFilter) -> None:
    """
    Last steps in the process that will run the sample: no rights to gain, none to keep, and the file system's rules.

    Args:
        rulesets (`Sequence[linux.LandlockRuleset]`): rules that must all allow what is done; none at T1.
        system_calls ([`SystemCallFilter`]): which calls of the kernel are refused, T2 and up.
    """
    linux.set_no_new_privileges()
    linux.drop_capabilities()
    for ruleset in rulesets:
        ruleset.enforce()
    if rulesets:
        system_calls.enforce()


@dataclass(frozen=True)
class Readable:
    """
    What samples may read, opened once by the zygote.

    Args:
        paths (`tuple[tuple[int, bool], ...]`): the interpreter, the libraries, and what the C library needs of the
            system, each as its descriptor (`O_PATH`) and whether it is a folder.
        hidden (`tuple[str, ...]`): folders within these that a sample must not see: the tasks that this package ships
            come with their tests and references.
        without_hidden ([`linux.LandlockRuleset`], *optional*): rules for the same, but with the hidden folders left
            out entry by entry; `None` where there is nothing to hide.
    """

    paths: tuple[tuple[int, bool], ...]
    hidden: tuple[str, ...]
    without_hidden: linux.LandlockRuleset | None

    @classmethod
    def open(cls, scratch: str, library_path: Sequence[str]) -> Readable:
        """
        Opens the paths.

        Args:
            scratch (`str`): folder in which the samples' own folders will lie.
            library_path (`Sequence[str]`): the interpreter's own module path. Not all of `sys.path`: that may hold the
                folder of the user's script, with whatever else lies there.
        """
        package = Path(__file__).resolve().parent.parent
        paths = list(dict.fromkeys(str(path) for path in _readable_paths(library_path) if path.exists()))
        hidden = [path for path in paths if package.is_relative_to(path)]
        ruleset = None
        if hidden and linux.landlock_abi():
            entries = [entry for path in hidden for entry in _entries_without(Path(path), package)]
            ruleset = _ruleset(_opened([path for path in paths if path not in hidden] + entries), [scratch])
        return cls(tuple(_opened(paths)), (str(package / "open_tasks"),) if hidden else (), ruleset)


def make_rulesets(readable: Readable, writable: Sequence[str]) -> list[linux.LandlockRuleset]:
    """
    Builds the Landlock rules of a sample.

    Args:
        readable ([`Readable`]): what it may read.
        writable (`Sequence[str]`): folders in which anything may be done.

    Returns:
        `list[linux.LandlockRuleset]`: rule sets that must all be enforced.

    Raises:
        `OSError`: if the kernel has no Landlock.
    """
    own = _ruleset(readable.paths, writable)
    return [own] if readable.without_hidden is None else [own, readable.without_hidden]


def _entries_without(folder: Path, left_out: Path) -> Iterator[str]:
    """Entries of a folder that together hold all in it but one folder further down."""
    for entry in folder.iterdir():
        if entry == left_out or not os.access(entry, os.R_OK):
            continue
        if left_out.is_relative_to(entry):
            yield from _entries_without(entry, left_out)
        else:
            yield str(entry)


def _ruleset(readable: Sequence[tuple[int, bool]], writable: Sequence[str]) -> linux.LandlockRuleset:
    ruleset = linux.LandlockRuleset.create()
    ruleset.allow(readable, linux.LANDLOCK_READ)
    for path, rights in [*((path, linux.LANDLOCK_WRITE) for path in writable), ("/dev/null", linux.LANDLOCK_NULL)]:
        opened = _opened([path])
        ruleset.allow(opened, rights)
        os.close(opened[0][0])
    return ruleset


def _opened(paths: Sequence[str]) -> list[tuple[int, bool]]:
    descriptors = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in paths]
    return [(descriptor, stat.S_ISDIR(os.fstat(descriptor).st_mode)) for descriptor in descriptors]


def _readable_paths(library_path: Sequence[str]) -> Iterator[Path]:
    """The interpreter, the libraries on its path, and the system's; no home folder, no cache, no temporary folder."""
    system = (
        *("/usr/bin", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/bin", "/usr/share/zoneinfo"),
        *("/usr/share/mime", "/usr/share/nltk_data", "/usr/local/share/nltk_data", "/usr/share/locale"),
        *("/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/passwd"),
        *("/dev/zero", "/dev/urandom", "/dev/random"),
    )
    nltk_data = [path for path in os.environ.get("NLTK_DATA", "").split(os.pathsep) if path]
    yield from map(Path, (*system, *nltk_data))
    yield Path(sys.executable).resolve()
    yield from (Path(prefix, name) for prefix in {sys.prefix, sys.base_prefix} for name in ("bin", "pyvenv.cfg"))
    yield Path(os.__file__).parent
    # A checkout of this package, on the path where it is installed in editable form, is not for samples.
    yield from (path for path in map(Path, library_path) if not (path / "pyproject.toml").is_file())
