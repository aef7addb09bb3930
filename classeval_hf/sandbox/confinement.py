"""The steps that put the processes of a sample into their tier, and the files that samples may read and write: a
minimal root at T3, rules of Landlock at T3 and T2. Samples cannot read this package, which ships references, nor any
home folder, cache or temporary folder."""

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.accounting import PROC, SOCKET_BUFFERS, read_at, running_tasks, write_at
from classeval_hf.sandbox.folders import FOLDER_HANDLE, SANDBOX, TREE, copy_tree, count_entries
from classeval_hf.sandbox.system_calls import SystemCallFilter
from classeval_hf.sandbox.tiers import Limits

if sys.platform != "win32":
    import resource

ORDINARY_USER = 1000  # the user id of a sample at T3
_SHARED_TREE, _LAYERS = "/.tree", "/.layers"
"""In a minimal root, out of a sample's reach: the tree itself, and the changes that a sample makes to it."""
_IN_TMP = "/.in-tmp"  # in a minimal root: files that each sample sees in its own `/tmp`
SYSTEM_PATHS = (
    *("/usr/bin", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/lib", "/lib64", "/bin"),
    *("/usr/share/zoneinfo", "/usr/share/mime", "/usr/share/locale", "/usr/share/nltk_data"),
    *("/usr/local/share/nltk_data", "/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/alternatives"),
    *("/dev/urandom", "/dev/random"),
)
"""Files of the system that programs and the C library need, where they exist."""
_NAMES_OF_USERS = ("/etc/nsswitch.conf", "/etc/passwd")
_FILES = {
    "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/passwd": f"root:x:0:0::/:/bin/sh\nsandbox:x:{ORDINARY_USER}:{ORDINARY_USER}::{SANDBOX}/work:/bin/sh\n",
    "/etc/group": f"root:x:0:\nsandbox:x:{ORDINARY_USER}:\n",
}  # stand in a minimal root for the machine's own files, which name its users and its network
_ROOT_BYTES = 4 << 20


class MinimalRoot:
    """A root file system with the files that samples may read (T3); the zygote builds it in its mount namespace."""

    def __init__(self, readable: Sequence[str], hidden: Sequence[str], tree: str = "") -> None:
        self._readable = _outermost(readable)
        self._hidden = hidden
        self._tree = tree
        self._tree_descriptor = -1
        self._opened: list[tuple[int, bool]] = []
        self._in_tmp: dict[str, None] = {}
        """The names in `/tmp` under which the interpreter or its libraries lie; each is shown in [`_IN_TMP`] too."""

    def enter(self, mount_point: str) -> None:
        """Builds the root and makes it this process's."""
        linux.make_mounts_private()
        linux.mount_tmpfs(mount_point, _ROOT_BYTES, 0o755)
        for path in self._readable:
            target = mount_point + path
            if os.path.islink(path):  # such as /bin on most systems; its target is shown by itself
                os.makedirs(os.path.dirname(target), exist_ok=True)
                os.symlink(os.readlink(path), target)
                continue
            targets = [target]
            if path.startswith("/tmp/"):
                targets.append(mount_point + _IN_TMP + path.removeprefix("/tmp"))
                self._in_tmp[path.split("/")[2]] = None
            real = os.path.realpath(path)
            for target in targets:
                _bind(path, target)
                for folder in self._hidden:
                    if f"{folder}/".startswith(f"{real}/"):
                        linux.mount_tmpfs(target + folder.removeprefix(real), 4096, 0o755)
        for path in ("/tmp", "/dev/shm", "/etc", _LAYERS):
            os.makedirs(mount_point + path, exist_ok=True)
        if self._tree:
            _bind(self._tree, mount_point + _SHARED_TREE)
        for path, text in _FILES.items():
            with open(mount_point + path, "w") as file:
                file.write(text)
        _bind("/dev/null", mount_point + "/dev/null")
        linux.switch_root(mount_point)
        self._opened = _opened([path for path in (*self._readable, *_FILES) if not os.path.islink(path)])
        if self._tree:
            self._tree_descriptor = os.open(_SHARED_TREE, FOLDER_HANDLE)

    def add_private_folders(self, limits: Limits) -> None:
        """Gives a sample its own folders in memory; called in the sample's mount namespace."""
        linux.mount_tmpfs("/tmp", limits.file_bytes)
        linux.mount_tmpfs("/dev/shm", limits.file_bytes // 4)
        os.makedirs(SANDBOX)
        for name in self._in_tmp:  # as a read-only mount of its own: otherwise the sample could rename it
            _bind(f"{_IN_TMP}/{name}", f"/tmp/{name}")
        if not self._tree:
            return
        # The tree with a layer on top, or a copy where the kernel refuses that.
        target = os.path.join(SANDBOX, TREE)
        linux.mount_tmpfs(_LAYERS, limits.file_bytes)
        # The layer cannot take a file of another user, who has no id in this namespace.
        if os.fstat(self._tree_descriptor).st_uid == os.getuid():
            folders = [os.path.join(_LAYERS, name) for name in ("upper", "work")]
            for folder in (*folders, target):
                os.mkdir(folder)
            try:
                return linux.mount_overlay(target, _SHARED_TREE, *folders)
            except OSError:
                os.rmdir(target)
        copy_tree(self._tree_descriptor, target, limits.file_bytes, count_entries(self._tree_descriptor))

    def remove_private_folders(self) -> None:
        """Removes these folders with everything in them."""
        for path in ("/tmp", "/dev/shm", *([_LAYERS] if self._tree else [])):
            linux.unmount(path)

    def protect(self, paths: Sequence[str]) -> None:
        """Keeps files of the tree from being changed; called in the sample's mount namespace."""
        for path in paths:  # each such mount is read-only, as the mount that it is made from
            linux.bind_mount(os.path.join(_SHARED_TREE, path), os.path.join(SANDBOX, TREE, path))

    def rules(self) -> list[linux.LandlockRuleset]:
        """Landlock's rules for a sample: it may read the files shown, and write in its own folders."""
        return [_ruleset(self._opened, ["/tmp", "/dev/shm"], own_network=True)]


def _outermost(paths: Sequence[str]) -> list[str]:
    """Paths, none within another, and targets of links: the interpreter knows paths that lead through links too."""
    wanted: dict[str, None] = {}
    for path in paths:
        if os.path.islink(path):
            wanted[path] = None
            path = os.path.realpath(path)
        wanted[os.path.realpath(path)] = wanted[path] = None
    links = {path for path in wanted if os.path.islink(path)}
    outermost: list[str] = []
    for path in sorted(wanted, key=lambda path: (path not in links, path.count("/"), path)):
        if not any(path.startswith(f"{other}/") for other in outermost):
            outermost.append(path)
    return outermost


def _bind(source: str, target: str) -> None:
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "a"):
            pass
    linux.bind_mount(source, target)


@dataclass(frozen=True)
class Readable:
    """What samples may read at T2, opened once by the zygote."""

    # files and folders, each as its descriptor (`O_PATH`) and whether it is a folder
    paths: tuple[tuple[int, bool], ...]
    # rules for the same without the hidden folders, left out entry by entry; `None` where nothing is hidden
    without_hidden: linux.LandlockRuleset | None

    @classmethod
    def open(cls, paths: Sequence[str], hidden: Sequence[str], scratch: str) -> "Readable":
        """Opens the paths, and the files in which the C library looks up users."""
        paths = [*paths, *(path for path in _NAMES_OF_USERS if os.path.exists(path))]
        ruleset = None
        if hidden:
            real = {path: Path(os.path.realpath(path)) for path in paths}
            around = [path for path in paths if any(Path(folder).is_relative_to(real[path]) for folder in hidden)]
            entries = [entry for path in around for entry in _entries_without(real[path], [*map(Path, hidden)])]
            ruleset = _ruleset(_opened([path for path in paths if path not in around] + entries), [scratch])
        return cls(tuple(_opened(paths)), ruleset)

    def rules(self, writable: Sequence[str]) -> list[linux.LandlockRuleset]:
        """Landlock's rules for a sample, which must all be enforced."""
        own = _ruleset(self.paths, writable)
        return [own] if self.without_hidden is None else [own, self.without_hidden]


def _entries_without(folder: Path, left_out: Sequence[Path]) -> Iterator[str]:
    """Entries of a folder that together hold everything in it except some folders further down."""
    for entry in folder.iterdir():
        if entry in left_out or not os.access(entry, os.R_OK):
            continue
        if any(path.is_relative_to(entry) for path in left_out):
            yield from _entries_without(entry, left_out)
        else:
            yield str(entry)


def _ruleset(
    readable: Sequence[tuple[int, bool]], writable: Sequence[str], own_network: bool = False
) -> linux.LandlockRuleset:
    ruleset = linux.LandlockRuleset.create(own_network)
    ruleset.allow(readable, linux.LANDLOCK_READ)
    for path, rights in [*((path, linux.LANDLOCK_WRITE) for path in writable), ("/dev/null", linux.LANDLOCK_NULL)]:
        opened = _opened([path])
        ruleset.allow(opened, rights)
        os.close(opened[0][0])
    return ruleset


def _opened(paths: Sequence[str]) -> list[tuple[int, bool]]:
    descriptors = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in paths]
    return [(descriptor, stat.S_ISDIR(os.fstat(descriptor).st_mode)) for descriptor in descriptors]


_PENDING_SIGNALS = 1024


def become_ordinary_user(user: int, group: int) -> None:
    """Takes an ordinary user's id (T3), so that a file without read permission is unreadable for root too."""
    texts = {"setgroups": "deny", "uid_map": f"{ORDINARY_USER} {user} 1", "gid_map": f"{ORDINARY_USER} {group} 1"}
    for name, text in texts.items():
        write_at(None, f"{PROC}/self/{name}", text)


def limit_namespaces(proc: int, limits: Limits) -> bool:
    """Limits TCP buffers and processes of the caller's namespaces; returns whether it could limit the latter."""
    settings = {f"net/ipv4/{name}": value for name, value in SOCKET_BUFFERS.items()}
    if can_limit := linux.kernel_version() >= (6, 14):  # earlier, the limit is that of the whole machine
        settings["kernel/pid_max"] = str(limits.processes)
    for name, value in settings.items():
        try:
            write_at(proc, f"sys/{name}", value)
        except OSError:  # a container's read-only /proc/sys
            can_limit = can_limit and name != "kernel/pid_max"
    return can_limit


def resource_limits(proc: int, limits: Limits, limits_tasks: bool) -> tuple[tuple[int, int], ...]:
    """Arguments of `setrlimit(2)` for a sample; `limits_tasks` where the pid namespace does not limit processes."""
    statm = read_at(proc, "self/statm").split()
    in_use = int(statm[0]) * resource.getpagesize() if statm else 0
    values = {
        resource.RLIMIT_AS: in_use + limits.memory_bytes,
        resource.RLIMIT_CORE: 1,  # with 0 the kernel would still start a program that takes the image by a pipe
        # A second line: the supervisor measures finely, and the kernel whole ticks, up to a tenth more than was run.
        resource.RLIMIT_CPU: 2 * int(limits.cpu_seconds) + 2,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        # Timers and queued signals are counted per user, so that a sample could take those of the scorer.
        **({resource.RLIMIT_SIGPENDING: _PENDING_SIGNALS} if hasattr(resource, "RLIMIT_SIGPENDING") else {}),
        **({resource.RLIMIT_NPROC: running_tasks(proc) + limits.processes} if limits_tasks else {}),
    }
    hard = {kind: resource.getrlimit(kind)[1] for kind in values}
    return tuple(
        (kind, value if hard[kind] == resource.RLIM_INFINITY else min(value, hard[kind]))
        for kind, value in values.items()
    )


def confine_process(
    rulesets: Sequence[linux.LandlockRuleset],
    system_calls: SystemCallFilter,
    filter_needed: bool,
    ignores_permissions: bool = False,
) -> None:
    """Last steps before the sample: takes rights away for good, and enforces the rules of the file system."""
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.drop_capabilities(1 << linux.CAP_DAC_OVERRIDE if ignores_permissions else 0)
    for ruleset in rulesets:
        ruleset.enforce()
    try:
        system_calls.enforce()
    except OSError:
        if filter_needed:
            raise
