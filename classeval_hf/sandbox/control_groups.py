"""
Control groups (cgroup v2), where this user may make them: there the kernel itself counts what a sample uses as a
whole.

They are taken only where the group of this process holds no process but its own, as under `systemd-run --user --scope
-p Delegate=yes`: a group cannot limit others while it has processes itself, so that those are moved to one of their
own. Elsewhere the supervisor adds up what `/proc` tells of the processes of a sample, twenty times a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.sandbox.tiers import Limits

__all__ = ["SampleGroup", "delegated_group"]

_CONTROLLERS = ("memory", "pids")
_SAMPLE = "sample-"
_REMOVAL_ATTEMPTS, _REMOVAL_SECONDS = 100, 0.01


@contextmanager
def delegated_group() -> Iterator[str]:
    """
    Makes room for groups of samples, until it is left.

    Returns:
        `Iterator[str]`: the folder to make groups in; empty where this process may make none.
    """
    folder = _own_group()
    own = _own_processes()
    if folder is None or not _may_be_divided(folder, own):
        yield ""
        return
    scorer = folder / f"scorer-{os.getpid()}"
    controllers = [name for name in _CONTROLLERS if name in _words(folder / "cgroup.controllers")]
    try:
        scorer.mkdir()
        for process in own:
            _write(scorer / "cgroup.procs", process)
        _write(folder / "cgroup.subtree_control", " ".join(f"+{name}" for name in controllers))
        is_divided = True
    except OSError:
        is_divided = False
    try:
        yield str(folder) if is_divided else ""
    finally:
        for left in folder.glob(f"{_SAMPLE}*"):  # by a supervisor that was killed
            with suppress(OSError):
                left.rmdir()
        with suppress(OSError):
            _write(folder / "cgroup.subtree_control", " ".join(f"-{name}" for name in controllers))
            for process in _words(scorer / "cgroup.procs"):
                _write(folder / "cgroup.procs", process)
        with suppress(OSError):
            scorer.rmdir()


@dataclass(frozen=True)
class SampleGroup:
    """
    The control group of one sample.

    Args:
        parent (`int`): descriptor of the folder that it is in.
        name (`str`): its name.
        processes (`int`): descriptor of its list of processes, to be written to.
    """

    parent: int
    name: str
    processes: int

    @classmethod
    def make(cls, parent: int, limits: Limits) -> SampleGroup | None:
        """
        Makes a group.

        Args:
            parent (`int`): descriptor of the folder to make it in; -1 where there is none.
            limits ([`Limits`]): what its processes may use together. Files in memory count as memory too.

        Returns:
            [`SampleGroup`], *optional*: `None` if the kernel does not let it be made.
        """
        if parent < 0:
            return None
        name = f"{_SAMPLE}{os.urandom(8).hex()}"
        try:
            os.mkdir(name, dir_fd=parent)
        except OSError:
            return None
        values = {
            "memory.max": limits.memory_bytes + limits.file_bytes,
            "memory.swap.max": 0,
            "memory.oom.group": 1,
            "pids.max": limits.processes,
        }
        for file, value in values.items():
            with suppress(OSError):  # that controller is not delegated, or there is no swap
                _write_at(parent, f"{name}/{file}", str(value))
        try:
            return cls(parent, name, os.open(f"{name}/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=parent))
        except OSError:
            with suppress(OSError):
                os.rmdir(name, dir_fd=parent)
            return None

    def enter(self) -> None:
        """
        Puts the calling process into the group, and with it all that it will start.

        Raises:
            `OSError`: if the kernel refuses.
        """
        os.write(self.processes, b"0")

    def kills(self) -> int:
        """How many processes of the group the kernel has ended because it had no memory left."""
        with suppress(OSError):
            descriptor = os.open(f"{self.name}/memory.events", os.O_RDONLY, dir_fd=self.parent)
            try:
                words = os.read(descriptor, 4096).decode().split()
            finally:
                os.close(descriptor)
            return int(dict(zip(words[::2], words[1::2], strict=False)).get("oom_kill", 0))
        return 0

    def remove(self) -> None:
        """Ends every process of the group, and removes it."""
        os.close(self.processes)
        with suppress(OSError):
            _write_at(self.parent, f"{self.name}/cgroup.kill", "1")
        for _ in range(_REMOVAL_ATTEMPTS):
            try:
                os.rmdir(self.name, dir_fd=self.parent)
            except FileNotFoundError:
                return
            except OSError:  # a process of it has not ended yet
                time.sleep(_REMOVAL_SECONDS)
            else:
                return


def _own_group() -> Path | None:
    """The folder of the control group that this process is in."""
    try:
        path = next(line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
        mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    except (OSError, StopIteration):
        return None
    for fields in mounts:
        if "-" in fields and fields[fields.index("-") + 1] == "cgroup2" and fields[3] == "/":
            return Path(fields[4] + path)
    return None


def _own_processes() -> list[str]:
    """This process and all below it."""
    found, pending = [], [str(os.getpid())]
    while pending:
        process = pending.pop()
        found.append(process)
        with suppress(OSError):
            for task in os.listdir(f"/proc/{process}/task"):
                pending += _words(Path(f"/proc/{process}/task/{task}/children"))
    return found


def _may_be_divided(folder: Path, own: list[str]) -> bool:
    """Whether groups can be made in a group: it is this user's, has what is needed, and no process of others."""
    files = [folder / name for name in ("cgroup.procs", "cgroup.subtree_control")]
    if not all(os.access(path, os.W_OK) for path in (folder, *files)):
        return False
    has_controllers = bool({*_CONTROLLERS} & {*_words(folder / "cgroup.controllers")})
    return has_controllers and {*_words(folder / "cgroup.procs")} <= {*own}


def _words(path: Path) -> list[str]:
    with suppress(OSError):
        return path.read_text().split()
    return []


def _write(path: Path, text: str) -> None:
    with path.open("w") as file:
        file.write(text)


def _write_at(parent: int, name: str, text: str) -> None:
    descriptor = os.open(name, os.O_WRONLY, dir_fd=parent)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
