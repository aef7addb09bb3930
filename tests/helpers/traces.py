"""What samples may leave behind: processes, files, mounts, shared memory."""

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path

SETTLING_SECONDS = 30.0
"""Time for a supervisor to clean up after it has answered."""

OF_TESTS_BESIDE = ("joblib_memmapping_folder_", "sem.loky-")
"""What joblib puts into shared memory: another process of the suite may be scoring with it at the same time."""


@dataclass
class Traces:
    """What there is before a sample, to see what is left after: this process is the one that orphans of it go to."""

    folder: Path

    def __post_init__(self) -> None:
        self._known = {process.number for process in descendants(os.getpid())}  # what samples are forked from
        self._before = self._found()

    def assert_none_left(self) -> None:
        deadline = time.monotonic() + SETTLING_SECONDS
        while any((new := self._new()).values()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not any(new.values()), f"left behind: {new}"

    def _new(self) -> dict[str, set[str]]:
        new = {kind: items - self._before[kind] for kind, items in self._found().items()}
        if new["shared memory"]:
            new["shared memory"] -= _belongs_to_strangers(new["shared memory"])
        processes = [process for process in descendants(os.getpid()) if process.number not in self._known]
        return {**new, "processes": {f"{process.number} {process.command}" for process in processes}}

    def _found(self) -> dict[str, set[str]]:
        samples = {str(path) for path in self.folder.glob("classeval-*/box/*")}
        marked = [path for place in ("/", "/tmp", "/etc", str(Path.home())) for path in Path(place).glob("hostile*")]
        shared = Path("/dev/shm").glob("*")
        ipc = [line for kind in ("shm", "msg", "sem") for line in Path("/proc/sysvipc", kind).read_text().split("\n")]
        return {
            "files": samples | {str(path) for path in marked},
            "shared memory": {str(path) for path in shared if not path.name.startswith(OF_TESTS_BESIDE)},
            "shared memory by key": {line.split()[0] for line in ipc if line.strip()},
            "mounts": set(Path("/proc/self/mounts").read_text().split("\n")),
        }


@dataclass(frozen=True)
class Process:
    number: int
    parent: int
    command: str


def descendants(ancestor: int) -> list[Process]:
    """Live descendants of a process."""
    children: dict[int, list[tuple[int, str]]] = {}
    for number in map(int, filter(str.isdecimal, os.listdir("/proc"))):  # noqa: PTH208  # much faster
        with contextlib.suppress(OSError), open(f"/proc/{number}/stat", "rb", buffering=0) as file:  # noqa: PTH123
            head, _, tail = file.read(4096).rpartition(b")")
            state, parent = tail.split(None, 2)[:2]
            if state not in b"ZX":
                children.setdefault(int(parent), []).append((number, head.decode(errors="replace")))
    found, pending = [], [ancestor]
    while pending:
        parent_number = pending.pop()
        for number, head in children.get(parent_number, []):
            command = ""
            with contextlib.suppress(OSError):  # it has just ended
                line = Path(f"/proc/{number}/cmdline").read_bytes()
                command = line.decode(errors="replace").replace("\0", " ")[:200]
            found.append(Process(number, parent_number, command or head))
            pending.append(number)
    return found


def _belongs_to_strangers(paths: set[str]) -> set[str]:
    """Those pieces of shared memory that a live process holds which is not below this one, as tests beside it do."""
    own = {os.getpid(), *(process.number for process in descendants(os.getpid()))}
    held: set[str] = set()
    for entry in Path("/proc").glob("[0-9]*"):
        if int(entry.name) not in own:
            with contextlib.suppress(OSError):
                lines = (entry / "maps").read_text(errors="replace").splitlines()
                held |= {line.split()[4] for line in lines if "/dev/shm/" in line}  # inodes: a name may have changed
    found = set()
    for path in paths:
        with contextlib.suppress(OSError):
            if str(Path(path).stat().st_ino) in held:
                found.add(path)
    return found


def assert_no_descendants_but(known: set[int], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while (
        found := [one for one in descendants(os.getpid()) if one.number not in known]
    ) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not found, found
