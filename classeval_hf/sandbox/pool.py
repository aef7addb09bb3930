"""The sandboxes of a run, one for each group of samples that may be forked from one process."""

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from classeval_hf.sandbox.accounting import GROUP_PREFIX
from classeval_hf.sandbox.code_transfer import Interpreter
from classeval_hf.sandbox.jobs import Isolation
from classeval_hf.sandbox.linux import is_supported
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings, ZygoteServer, sample_environment
from classeval_hf.sandbox.self_test import choose_isolation

_CONTROLLERS = ("memory", "pids")  # controllers of control groups that samples need


@dataclass
class SandboxPool:
    """Sandboxes in one isolation, safe for threads; samples and references never share a process to fork from."""

    isolation: str = "auto"  # a tier by name, or the strongest available
    min_isolation: str | None = None  # the weakest tier to accept; by default T1, or the tier asked for by name
    isolation_in_force: Isolation = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _alone: threading.Lock = field(default_factory=threading.Lock, init=False)
    _closed: bool = field(default=False, init=False)
    _stack: ExitStack = field(default_factory=ExitStack, init=False)
    _groups: str = field(default="", init=False)
    _servers: dict[tuple[Any, ...], ZygoteServer] = field(default_factory=dict, init=False)
    _sandboxes: dict[tuple[bool, SandboxSettings], Sandbox] = field(default_factory=dict, init=False)

    def __enter__(self) -> "SandboxPool":
        try:
            self.isolation_in_force = choose_isolation(self.isolation, self.min_isolation, self._server(None, 0))
            self._groups = self._stack.enter_context(delegated_group())
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all sandboxes at once: pending calls of [`Sandbox.run`] raise [`InfrastructureError`]."""
        self._closed = True
        for sandbox in list(self._sandboxes.values()):
            sandbox.__exit__()
        self._stack.close()

    def sandbox(self, settings: SandboxSettings, is_reference: bool = False) -> Sandbox:
        """The sandbox for samples, or for references, with these settings; made at the first call."""
        key = is_reference, settings
        with self._lock:
            if key not in self._sandboxes:
                seed, first = settings.hash_seed, settings.imported_first
                server = self._server(settings.interpreter, seed, first, settings.importable)
                made = Sandbox(self.isolation_in_force.tier, settings, self._groups, server, self._alone)
                self._sandboxes[key] = made.__enter__()
            return self._sandboxes[key]

    def _server(
        self,
        interpreter: Interpreter | None,
        hash_seed: int,
        modules: tuple[str, ...] = (),
        importable: frozenset[str] | None = None,
    ) -> ZygoteServer | None:
        """The process to fork zygotes from that has imported these modules."""
        if interpreter is not None:
            _ = interpreter.facts  # raises an error if it cannot be used
        if not is_supported():
            return None
        key = interpreter, hash_seed, modules, importable if modules else None
        if key not in self._servers:
            if modules:
                base = self._server(interpreter, hash_seed, modules[:-1], importable)
                assert base is not None
                server = ZygoteServer(base.environment, modules[-1:], base, interpreter, importable)
            else:
                environment = {**sample_environment(interpreter), "PYTHONHASHSEED": str(hash_seed)}
                server = ZygoteServer(environment, interpreter=interpreter)
            self._servers[key] = self._stack.enter_context(server)
        return self._servers[key]


@contextmanager
def delegated_group() -> Iterator[str]:
    """Gives the folder for groups of samples while entered; empty where this process's group cannot be divided."""
    # It can be divided if started by `systemd-run --user --scope -p Delegate=yes`. Other groups belong to another
    # user, lack controllers, or have processes of others.
    own, pending = [], [str(os.getpid())]
    while pending:
        own.append(pending.pop())
        with suppress(OSError):
            for task in os.listdir(f"/proc/{own[-1]}/task"):
                pending += _words(Path(f"/proc/{own[-1]}/task/{task}/children"))
    folder = own_group()
    controllers = [name for name in _CONTROLLERS if folder and name in _words(folder / "cgroup.controllers")]
    files = [folder / name for name in (".", "cgroup.procs", "cgroup.subtree_control")] if folder else []
    is_ours = all(os.access(path, os.W_OK) for path in files)
    if folder is None or not controllers or not is_ours or not {*_words(folder / "cgroup.procs")} <= {*own}:
        yield ""
        return
    scorer = folder / f"scorer-{os.getpid()}"
    is_divided = False
    with suppress(OSError):
        scorer.mkdir()
        for process in own:
            (scorer / "cgroup.procs").write_text(process)
        (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in controllers))
        is_divided = True
    try:
        yield str(folder) if is_divided else ""
    finally:
        for left in folder.glob(f"{GROUP_PREFIX}*"):  # left by a supervisor that was killed
            with suppress(OSError):
                left.rmdir()
        with suppress(OSError):
            (folder / "cgroup.subtree_control").write_text(" ".join(f"-{name}" for name in controllers))
            for process in _words(scorer / "cgroup.procs"):
                (folder / "cgroup.procs").write_text(process)
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


def _words(path: Path) -> list[str]:
    with suppress(OSError):
        return path.read_text().split()
    return []
