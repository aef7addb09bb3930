"""Room for control groups (cgroup v2), where this process's group holds no process but its own, as under `systemd-run
--user --scope -p Delegate=yes`. Elsewhere the supervisor adds up what `/proc` reports."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from classeval_hf.sandbox.control_groups import GROUP_PREFIX

_CONTROLLERS = ("memory", "pids")


@contextmanager
def delegated_group() -> Iterator[str]:
    """Makes room for groups of samples, until it is left: the folder for them, empty where there may be none."""
    folder = own_group()
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
        for left in folder.glob(f"{GROUP_PREFIX}*"):  # by a supervisor that was killed
            with suppress(OSError):
                left.rmdir()
        with suppress(OSError):
            _write(folder / "cgroup.subtree_control", " ".join(f"-{name}" for name in controllers))
            for process in _words(scorer / "cgroup.procs"):
                _write(folder / "cgroup.procs", process)
        with suppress(OSError):
            scorer.rmdir()


def own_group() -> Path | None:
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
    processes, pending = [], [str(os.getpid())]
    while pending:
        process = pending.pop()
        processes.append(process)
        with suppress(OSError):
            for task in os.listdir(f"/proc/{process}/task"):
                pending += _words(Path(f"/proc/{process}/task/{task}/children"))
    return processes


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
