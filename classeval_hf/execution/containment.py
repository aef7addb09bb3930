"""
What a sample may do: tiers of containment, and the steps that put a process into them.

| tier | made of |
|---|---|
| T3 | namespaces (user, mount, pid, network, IPC, host name), read-only file system, private memory file systems for the working folder, `/tmp` and `/dev/shm`; Landlock; limits |
| T2 | Landlock (reads by allow-list, writes in an own temporary folder, no TCP, no signals outwards); limits; orphans are caught |
| T1 | limits, own session, own temporary folder; orphans are caught |
| T0 | own session and temporary folder only (no Linux) |

At every tier the environment is scrubbed and standard input is empty. Landlock and namespaces need no package and no
rights, only a kernel that offers them.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import site
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from classeval_hf.execution import linux

__all__ = [
    "Limits",
    "Tier",
    "confine_process",
    "enter_namespaces",
    "limit_processes",
    "limit_resources",
    "make_private_file_systems",
    "make_ruleset",
    "open_readable_paths",
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
        """Time by the clock after which a test that only waits is ended; one that computes has `wall_seconds`."""
        return self.cpu_seconds


def enter_namespaces() -> None:
    """
    Moves the process, and the children it will fork, into namespaces of their own (T3).

    Raises:
        `OSError`: if this kernel or its settings do not let this user make them.
    """
    user, group = os.getuid(), os.getgid()
    linux.unshare(
        linux.CLONE_NEWUSER
        | linux.CLONE_NEWNS
        | linux.CLONE_NEWPID
        | linux.CLONE_NEWNET
        | linux.CLONE_NEWIPC
        | linux.CLONE_NEWUTS
    )
    Path("/proc/self/setgroups").write_text("deny")
    # An ordinary user inside, whoever started it: tests that a file cannot be read hold for root too.
    Path("/proc/self/uid_map").write_text(f"1000 {user} 1")
    Path("/proc/self/gid_map").write_text(f"1000 {group} 1")


def make_private_file_systems(scratch: str, limits: Limits) -> bool:
    """
    Makes all mounts read-only, and gives the process memory file systems of its own (T3; first process inside).

    Args:
        scratch (`str`): folder that becomes an empty private one.
        limits ([`Limits`]): sizes.

    Returns:
        `bool`: whether the kernel took the limit on processes too.

    Raises:
        `OSError`: if a mount fails.
    """
    limited = False
    with suppress(OSError):  # Linux before 6.14, or a container's read-only /proc/sys
        Path("/proc/sys/kernel/pid_max").write_text(str(limits.processes))
        limited = True
    linux.make_tree_read_only()
    if not any(path.startswith("/tmp/") for path in (sys.prefix, sys.base_prefix, *sys.path)):
        linux.mount_tmpfs("/tmp", limits.file_bytes)  # else it holds the interpreter or its libraries
    if Path("/dev/shm").is_dir():
        linux.mount_tmpfs("/dev/shm", limits.file_bytes // 4)
    if not Path(scratch).is_dir():
        Path(scratch).mkdir(parents=True)
    else:
        linux.mount_tmpfs(scratch, limits.file_bytes)
    return limited


def limit_resources(limits: Limits) -> None:
    """Sets the limits of `setrlimit(2)` for the calling process and its children."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    address_space = pages * resource.getpagesize() + limits.memory_bytes
    seconds = int(limits.cpu_seconds) + 2  # a second line: the supervisor measures more finely
    values = {
        resource.RLIMIT_AS: address_space,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
    }
    for kind, value in values.items():
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def limit_processes(limits: Limits) -> None:
    """
    Limits processes by `RLIMIT_NPROC`, which counts all of a user and does not hold for root: a last resort where the
    pid namespace's own limit is not to be had.
    """
    running = 0
    for entry in Path("/proc").glob("[0-9]*/task"):
        with suppress(OSError):
            running += entry.stat().st_nlink - 2 if entry.stat().st_uid == os.getuid() else 0
    value = running + limits.processes
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NPROC, (value, value))


def confine_process(ruleset: linux.LandlockRuleset | None) -> None:
    """
    Last steps in the process that will run the sample: no rights to gain, none to keep, and the file system's rules.

    Args:
        ruleset ([`linux.LandlockRuleset`], *optional*): rules, none at T1.
    """
    linux.set_no_new_privileges()
    linux.drop_capabilities()
    if ruleset is not None:
        ruleset.enforce()


def make_ruleset(readable: list[tuple[int, bool]], writable: list[str]) -> linux.LandlockRuleset:
    """
    Builds the Landlock rules of a sample.

    Args:
        readable (`list[tuple[int, bool]]`): opened paths, see [`open_readable_paths`].
        writable (`list[str]`): folders in which anything may be done.

    Raises:
        `OSError`: if the kernel has no Landlock.
    """
    ruleset = linux.LandlockRuleset.create()
    ruleset.allow(readable, linux.LANDLOCK_READ)
    for path, rights in [*((path, linux.LANDLOCK_WRITE) for path in writable), ("/dev/null", linux.LANDLOCK_NULL)]:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        ruleset.allow([(descriptor, Path(path).is_dir())], rights)
        os.close(descriptor)
    return ruleset


def open_readable_paths() -> list[tuple[int, bool]]:
    """
    Opens what a sample may read: the interpreter, the libraries, and what the C library needs of the system.

    This package is left out, since the tasks it ships come with their tests and references, and so is every cache.

    Returns:
        `list[tuple[int, bool]]`: per path its descriptor (`O_PATH`) and whether it is a folder.
    """
    opened = []
    for path in dict.fromkeys(_readable_paths()):
        with suppress(OSError):
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
            opened.append((descriptor, stat.S_ISDIR(os.fstat(descriptor).st_mode)))
    return opened


def _readable_paths() -> Iterator[str]:
    yield from ("/usr/bin", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/bin", "/usr/share/zoneinfo")
    yield from ("/usr/share/mime", "/usr/share/nltk_data", "/usr/local/share/nltk_data", "/usr/share/locale")
    yield from ("/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/passwd")
    yield from ("/dev/zero", "/dev/urandom", "/dev/random")
    yield from (os.path.realpath(sys.executable), *os.environ.get("NLTK_DATA", "").split(":"))
    for prefix in {sys.prefix, sys.base_prefix}:
        yield from (f"{prefix}/bin", f"{prefix}/pyvenv.cfg")
    library = Path(os.__file__).parent
    packages = {Path(path).resolve() for path in (*sys.path, *site.getsitepackages()) if path and Path(path).is_dir()}
    for folder in {library.resolve(), *packages}:
        if folder == Path("/"):
            continue
        for entry in folder.iterdir():
            own = entry.name.startswith(("classeval_hf", "classeval_dataset", "classeval_metric", "__editable__"))
            # A site-packages folder within the standard library's is listed entry by entry in its own turn.
            if not own and entry.resolve() not in packages and not _is_checkout(folder):
                yield str(entry)


def _is_checkout(folder: Path) -> bool:
    """Whether a folder of `sys.path` is the source tree of this package."""
    return (folder / "classeval_hf" / "records.py").is_file() and (folder / "pyproject.toml").is_file()
