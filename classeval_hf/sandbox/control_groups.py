"""The control group of one sample (cgroup v2): the kernel counts what its processes use together."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass

from classeval_hf.sandbox.accounting import read_at, write_at
from classeval_hf.sandbox.tiers import Limits

GROUP_PREFIX = "sample-"  # how the names of the groups begin
_REMOVAL_ATTEMPTS, _REMOVAL_SECONDS = 100, 0.01


@dataclass(frozen=True)
class SampleGroup:
    parent: int  # descriptor of the folder that it is in
    name: str
    processes: int  # descriptor of its list of processes, to be written to

    @classmethod
    def make(cls, parent: int, limits: Limits) -> "SampleGroup | None":
        """Makes a group below a folder's descriptor; `None` if the kernel refuses."""
        if parent < 0:
            return None
        name = f"{GROUP_PREFIX}{os.urandom(8).hex()}"
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
                write_at(parent, f"{name}/{file}", str(value))
        try:
            return cls(parent, name, os.open(f"{name}/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=parent))
        except OSError:
            with suppress(OSError):
                os.rmdir(name, dir_fd=parent)
            return None

    def enter(self) -> None:
        """Puts the calling process, and every process that it will start, into the group."""
        os.write(self.processes, b"0")

    def kills(self) -> int:
        """How many processes of the group the kernel has ended because the group had no memory left."""
        words = read_at(self.parent, f"{self.name}/memory.events").split()
        return int(dict(zip(words[::2], words[1::2], strict=False)).get("oom_kill", 0))

    def remove(self) -> None:
        """Ends every process of the group, and removes it."""
        os.close(self.processes)
        with suppress(OSError):
            write_at(self.parent, f"{self.name}/cgroup.kill", "1")
        for _ in range(_REMOVAL_ATTEMPTS):
            try:
                return os.rmdir(self.name, dir_fd=self.parent)
            except FileNotFoundError:
                return
            except OSError:  # a process of it has not ended yet
                time.sleep(_REMOVAL_SECONDS)
