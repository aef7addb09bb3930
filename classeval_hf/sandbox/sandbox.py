"""The parent's side of zygotes, and of the processes that import what zygotes need and fork them. Those get code and
descriptors only: an order comes on a zygote's own connection, so that no zygote holds the order of another."""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.sandbox import code_transfer, jobs
from classeval_hf.sandbox.code_transfer import (
    SANDBOX_MODULES,
    Interpreter,
    library_order,
    sent_code,
    start_interpreter,
)
from classeval_hf.sandbox.folders import LEFT_BEHIND, remove_tree
from classeval_hf.sandbox.jobs import MachineError, Payload, RawRun, RawStep, SandboxJob
from classeval_hf.sandbox.messages import receive_bytes, receive_message, send_message
from classeval_hf.sandbox.tiers import Limits, Tier
from classeval_hf.sandbox.zygote import MOUNT_POINT, SCRATCH, TREE_LINK

_COMMON_MODULES = (
    *("_strptime", "collections", "csv", "ctypes", "datetime", "decimal", "fractions", "logging", "pathlib"),
    *("platform", "random", "resource", "shutil", "sqlite3", "tempfile", "unittest"),
)  # modules of the standard library that zygotes import first, since they take longest

START_SECONDS = 180.0  # time for a process to import what it needs, on a slow disk
_END_SECONDS = 20.0
_CODE_BYTES = 1 << 20  # bytes that may wait until the interpreter has started, so that this process need not
_GRACE_SECONDS = 20.0  # time beyond all limits of a sample before its supervisor is given up
_DATA_OF_NLTK = "NLTK_DATA"


class ForkedZygote:
    """A process that is not this process's child, with methods of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)
        self._ended = False

    def poll(self) -> int | None:
        """`None` while it runs."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        if not self._ended:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLIN)
            if not poll.poll(None if timeout is None else 1000 * timeout):
                raise subprocess.TimeoutExpired("zygote", timeout or 0.0)
            self._ended = True
            os.close(self._descriptor)
        return 0


@dataclass
class ZygoteServer:
    """A process that zygotes of one interpreter are forked from; it reads neither jobs nor orders."""

    environment: Mapping[str, str]  # variables that zygotes and samples see
    libraries: Sequence[str] = ()  # to be imported, so that its zygotes need not
    base: "ZygoteServer | None" = None  # forks it, in place of a new interpreter
    interpreter: Interpreter | None = None  # by default this one
    importable: frozenset[str] | None = None  # the libraries that can be imported, by default all
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _process: subprocess.Popen[bytes] | ForkedZygote | None = field(default=None, init=False)
    _control: socket.socket | None = field(default=None, init=False)
    _ended: bool = field(default=False, init=False)

    def __enter__(self) -> "ZygoteServer":
        with self._lock:
            if self.base is None:
                self._start()  # the others when they are first asked: their base may still be importing
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ended = True
            self._stop()

    def fork(self, *descriptors: int) -> ForkedZygote:
        """Forks a zygote, given its connection, folder and log; or another such process, given its connection."""
        with self._lock:
            if self._ended:
                raise OSError("the process that zygotes are forked from was ended")
            if self._control is None or self._process is None or self._process.poll() is not None:
                self._stop()
                self._start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [b"+"], descriptors)
                number = self._control.recv(16)
            except OSError:
                self._stop()  # a late reply must not be taken for the next one
                raise
            if not number:
                raise OSError("the process that zygotes are forked from has ended")
            return ForkedZygote(int(number))

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                if self.base is not None:
                    self._process = self.base.fork(theirs.fileno())
                else:
                    to_it = self.interpreter, theirs.fileno(), self.environment
                    self._process = start_interpreter(*to_it, "/", subprocess.DEVNULL, _COMMON_MODULES)
            ours.settimeout(START_SECONDS)
            with suppress(BrokenPipeError, ConnectionResetError):  # it has ended, as the first request will show
                if self.base is None:
                    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _CODE_BYTES)
                    send_message(ours, sent_code(SANDBOX_MODULES, self.interpreter))
                else:
                    order = library_order(self.libraries, self.importable)
                    path = {} if self.interpreter is None else {"path": self.interpreter.path}
                    send_message(ours, {**order, **path, "modules": list(self.libraries)})
        except BaseException:
            ours.close()
            raise
        self._control = ours

    def _stop(self) -> None:
        end_process(self._process, self._control)  # once all zygotes have ended
        self._process = self._control = None


def end_process(process: subprocess.Popen[bytes] | ForkedZygote | None, control: socket.socket | None) -> None:
    """Closes the connection of a process, which then ends, and ends its children; kills it if it does not."""
    if control is not None:
        control.close()
    if process is not None:
        try:
            process.wait(timeout=_END_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@dataclass(frozen=True)
class SandboxSettings:
    """What samples must have in common to be forked from one process."""

    payload: Payload
    limits: Limits = field(default_factory=Limits)
    # to be imported once, before any sample; each fork maps them again, so that only tasks with the same modules share
    # a zygote
    modules: frozenset[str] = frozenset()
    # the modules among them that other sandboxes need too; each is imported in a fork of the process before it
    imported_first: tuple[str, ...] = ()
    interpreter: Interpreter | None = None  # the Python that samples run in, by default this one
    # a folder that must not change meanwhile. Each sample sees it as `project` in its own folder: under a layer for
    # its changes, or as a copy of at most `limits.file_bytes`
    tree: str = ""
    readable: tuple[str, ...] = ()  # further files and folders that samples may read, such as those of a JDK
    hash_seed: int = 0
    importable: frozenset[str] | None = None  # first names of the libraries that can be imported, by default all


@dataclass
class Sandbox:
    """Runs samples, each in processes of its own; on exit it ends every process, and removes every file it made."""

    tier: Tier
    settings: SandboxSettings
    groups: str = ""  # folder that control groups of samples are made in; see `sandbox.pool`
    server: ZygoteServer | None = None  # forks the zygote, in place of a new interpreter
    alone: threading.Lock = field(default_factory=threading.Lock)  # held by a sample that is run alone
    missing: dict[str, str] = field(default_factory=dict, init=False)
    folder: str = field(default="", init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False)
    _zygote: subprocess.Popen[bytes] | ForkedZygote | None = field(default=None, init=False)
    _control: socket.socket | None = field(default=None, init=False)
    _closed: bool = field(default=False, init=False)

    def __enter__(self) -> "Sandbox":
        self.folder = tempfile.mkdtemp(prefix="classeval-")
        for name in (SCRATCH, MOUNT_POINT):
            Path(self.folder, name).mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        with self._lock:
            self._stop()
        remove_tree(self.folder)

    def start(self) -> None:
        """Starts the process that samples are forked from if it does not run, as [`Sandbox.run`] does."""
        with self._lock:
            if self._zygote is None or self._zygote.poll() is not None:
                self._stop()
                self._start()

    def run(
        self,
        job: SandboxJob,
        control: Callable[[], SandboxJob] | None = None,  # to compare with, where the sample cannot be run
        on_waiting: Callable[[], None] | None = None,  # called when a step only waits
        attempts: int = 2,
    ) -> RawRun:
        """Runs one sample, again if a supervisor or zygote dies; `BrokenSandboxError` if the sample is at fault."""
        limits = self.settings.limits
        of_steps = {
            name: {"cpu_seconds": min(seconds, limits.cpu_seconds)} for name, seconds in job.limits.seconds.items()
        }
        order = {
            "files": dict(job.files),
            "shared": job.shared,
            "steps": [{**step, **of_steps.get(step["name"], {})} for step in job.steps],
            "first_timeout_ends": job.first_timeout_ends,
        }
        problem: Exception | None = None
        for _ in range(attempts):
            try:
                with self._connect() as connection:
                    connection.settimeout(len(job.steps) * limits.wall_seconds + _GRACE_SECONDS)
                    send_message(connection, order)
                    return _receive_run(connection, job, on_waiting)
            except (OSError, ValueError, InfrastructureError) as error:
                problem = error
            if self._closed:
                raise InfrastructureError("the run was ended") from problem
        log = Path(self.folder, "log").read_text(errors="replace")[-500:].strip()
        kind = MachineError if isinstance(problem, MachineError) else InfrastructureError
        failure = kind(f"the sample could not be run: {problem}" + (f" ({log})" if log else ""))
        if control is None:
            raise failure from problem
        return self._run_alone(job, control(), failure)

    def _run_alone(self, job: SandboxJob, control: SandboxJob, failure: InfrastructureError) -> RawRun:
        """Runs a sample between two runs of a control, in sandboxes of their own, while no other is run so."""
        with self.alone:
            if self._closed:
                raise failure
            with replace(self, server=None) as sandbox:
                run_control(sandbox, control, failure)
                try:
                    return sandbox.run(job, attempts=1)
                except InfrastructureError as error:
                    if self._closed or isinstance(error, MachineError):
                        raise
            with replace(self, server=None) as other:  # the sample may have broken the first
                run_control(other, control, failure)
            problem = "the sample broke the processes that run it, three times, while a control sample was run"
            raise jobs.BrokenSandboxError(problem) from failure

    def _connect(self) -> socket.socket:
        """A connection to a new supervisor, forked by a zygote that is alive."""
        ours, theirs = socket.socketpair()
        try:
            with theirs, self._lock:
                if self._closed:
                    raise InfrastructureError("the run was ended")
                self.start()
                assert self._control is not None
                socket.send_fds(self._control, [b"+"], [theirs.fileno()])
        except BaseException:
            ours.close()
            raise
        return ours

    def _start(self) -> None:
        order, interpreter = self._order(), self.settings.interpreter
        ours, theirs = socket.socketpair()
        self._control = ours  # for `_stop` to close, also if nothing starts
        link = Path(self.folder, TREE_LINK)
        with theirs, Path(self.folder, "log").open("ab") as log:
            if self.settings.tree:
                link.symlink_to(Path(self.settings.tree).resolve(strict=True))
            if self.server is not None:
                folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
                with suppress(OSError):  # an older kernel, or it was killed
                    self._zygote = self.server.fork(theirs.fileno(), folder, log.fileno())
                os.close(folder)
            if self._zygote is None:
                to_it = interpreter, theirs.fileno(), sample_environment(interpreter)
                self._zygote = code_transfer.start_interpreter(*to_it, self.folder, log.fileno())
        ours.settimeout(START_SECONDS)
        loaded = isinstance(self._zygote, ForkedZygote)  # by the process that it was forked from
        modules = (*([] if loaded else code_transfer.SANDBOX_MODULES), *self.settings.payload.modules)
        send_message(ours, {**order, **code_transfer.sent_code(modules, interpreter)})
        try:
            ready = receive_message(ours)
        finally:
            link.unlink(missing_ok=True)  # it shows where the tree lies
        if ready is None or "problem" in ready:
            self._stop()  # it ends; a write to it by the next attempt would hide what went wrong
            problem = "the process that forks the samples did not start" if ready is None else ready["problem"]
            raise InfrastructureError(problem)
        self.missing = ready["missing"]

    def _order(self) -> dict[str, Any]:
        """The order to the zygote, without its code; samples can find all of it in their memory."""
        settings, interpreter = self.settings, self.settings.interpreter
        modules, tree = sorted(settings.modules), settings.tree
        libraries = code_transfer.library_order(modules, settings.importable)
        path = libraries["path"] if interpreter is None else interpreter.path
        if interpreter is None:  # in addition to the system's folders: this interpreter, its libraries and nltk's data
            prefixes = [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
            programs = [str(prefix / name) for prefix in prefixes for name in ("bin", "pyvenv.cfg")]
            readable = _existing([str(Path(sys.executable).resolve()), *programs, *path, *nltk_data()])
        else:
            readable = _existing([*interpreter.readable, *path])
        readable += _existing(settings.readable)
        hidden = code_transfer.package_folders((*path, *readable))
        if tree and self.tier is Tier.T3:  # if Landlock hides a folder, nobody can list the folders above it
            packages = () if interpreter is None else interpreter.packages
            hidden += code_transfer.bundled_libraries((*path, *readable), packages)
        left_behind: list[str] = []
        for folder, names, _ in os.walk(tree) if tree else ():
            left_behind += [os.path.relpath(f"{folder}/{name}", tree) for name in names if name in LEFT_BEHIND]
            names[:] = [name for name in names if name not in LEFT_BEHIND]
        return {
            "prefix": "" if interpreter is None else interpreter.facts.prefix,
            "payload": settings.payload.entry,
            **libraries,
            "path": path,
            "tier": self.tier.value,
            "limits": asdict(settings.limits),
            "groups": self.groups,
            "modules": modules,
            "readable": readable,
            "tree": bool(tree),
            "left_behind": left_behind,
            "hidden": list(hidden),
            "name": Path(self.folder).name,
        }

    def _stop(self) -> None:
        end_process(self._zygote, self._control)
        self._zygote = self._control = None


def run_control(sandbox: Sandbox, control: SandboxJob, problem: InfrastructureError) -> RawRun:
    """Runs a control; raises `problem` if it cannot be run either."""
    try:
        return sandbox.run(control)
    except InfrastructureError as error:
        raise problem from error


def _receive_run(connection: socket.socket, job: SandboxJob, on_waiting: Callable[[], None] | None) -> RawRun:
    """Reads the replies of a supervisor until it is done."""
    received: list[RawStep] = []
    while True:
        reply = receive_message(connection)
        if reply is None:
            raise InfrastructureError("its supervisor died")
        if "problem" in reply:
            kind = MachineError if reply["of_machine"] else InfrastructureError
            raise kind(reply["problem"])
        if "waiting" in reply:
            if on_waiting is not None:
                on_waiting()
        elif "done" in reply:
            if job.first_timeout_ends and received and received[-1].limit in jobs.TIME_LIMITS:
                left = job.steps[len(received) :]
                received += [RawStep(step["name"], b"", "", "not run", 0.0, 0.0, None) for step in left]
            return RawRun(received, reply["processes_limited"])
        else:
            isolated, report = reply.pop("isolated"), receive_bytes(connection, reply.pop("report_bytes"))
            if report is None:
                raise InfrastructureError("its supervisor died")
            if not isolated:
                raise InfrastructureError(f"its process could not be isolated: {reply['output'].strip()}")
            received.append(RawStep(report=report, **reply))


def _existing(paths: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(paths) if Path(name).exists()]


def nltk_data() -> list[str]:
    """The folders of this user in which nltk looks for its data; samples may read them."""
    named = [path for path in os.environ.get(_DATA_OF_NLTK, "").split(os.pathsep) if path]
    return [path for path in (*named, str(Path("~/nltk_data").expanduser())) if os.path.isdir(path)]


def sample_environment(interpreter: Interpreter | None = None) -> dict[str, str]:
    """Environment variables of samples: without secrets, and the same on every machine."""
    programs = [] if interpreter is None else [str(Path(interpreter.executable).parent)]
    return {
        "HOME": "/nonexistent",  # each sample gets its own; earlier imports must not find the user's
        "LANG": "C.UTF-8",
        "MKL_NUM_THREADS": "1",
        _DATA_OF_NLTK: os.pathsep.join(nltk_data()),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PATH": os.pathsep.join([*programs, os.defpath]),
        "PYTHONHASHSEED": "0",  # some recorded samples pass or fail with the hash seed
        "TZ": "UTC",
    }
