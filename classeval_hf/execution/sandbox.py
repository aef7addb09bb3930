"""
The parent's side of the zygote: starting it, handing it samples, and noticing when it or a supervisor dies.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from classeval_hf.execution.containment import Limits, Tier
from classeval_hf.execution.folders import remove_tree
from classeval_hf.execution.messages import receive_message, send_message

__all__ = ["InfrastructureError", "RawRun", "RawTestClass", "Sandbox"]

_START_SECONDS = 180.0
"""Time for the zygote to import what the tasks need, on a slow disk."""

_GRACE_SECONDS = 20.0
"""Time beyond all limits of a sample before its supervisor is given up."""

_BOOTSTRAP = (
    "import json, sys; library_path = [path for path in sys.path if path]; sys.path[:] = json.loads(sys.argv[2]); "
    "from classeval_hf.execution.zygote import main; main(int(sys.argv[1]), library_path)"
)


class InfrastructureError(RuntimeError):
    """A sample could not be run for reasons that are not its own; it is never charged to the model."""


@dataclass(frozen=True)
class RawTestClass:
    """
    What came back from the process of one test class: nothing of it is to be believed but the last four.

    Args:
        test_class (`str`): its name.
        events (`list[str]`): lines that the process reported.
        output (`str`): tail of what it printed.
        timeout (`str`): the limit that ended it: `cpu`, `idle`, `wall`, `report`, or empty.
        cpu_seconds (`float`): processor time of the process.
        wall_seconds (`float`): time by the clock.
        waited_seconds (`float`): where it was ended as `idle`, how long it is known to have waited for something else
            than a core.
    """

    test_class: str
    events: list[str]
    output: str
    timeout: str
    cpu_seconds: float
    wall_seconds: float
    waited_seconds: float


@dataclass(frozen=True)
class RawRun:
    """
    What came back of a sample.

    Args:
        test_classes (`list[RawTestClass]`): in the order in which they ran.
        processes_limited (`bool`): whether the pid namespace's own limit on processes was in force.
    """

    test_classes: list[RawTestClass]
    processes_limited: bool


@dataclass
class Sandbox:
    """
    Runs samples, each in processes of its own, one or many at a time.

    Args:
        modules (`Iterable[str]`): modules to import once, before any sample.
        limits ([`Limits`], *optional*): what a test class may use.

    Use it as a context manager: leaving it ends every process and removes every file that it made.
    """

    modules: Iterable[str] = ()
    limits: Limits = field(default_factory=Limits)
    missing: dict[str, str] = field(default_factory=dict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _zygote: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _control: socket.socket | None = field(default=None, init=False)
    scratch: str = field(default="", init=False)
    folder: str = field(default="", init=False)
    _closed: bool = field(default=False, init=False)
    _idle: list[socket.socket] = field(default_factory=list, init=False)

    def __enter__(self) -> Sandbox:
        self.folder = tempfile.mkdtemp(prefix="classeval-")
        self.scratch = str(Path(self.folder, "box"))
        Path(self.scratch).mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self._dismiss_idle()
        with self._lock:
            self._stop()
        remove_tree(self.folder)

    def run(self, job: Mapping[str, Any], tier: Tier, on_waiting: Callable[[], None] | None = None) -> RawRun:
        """
        Runs one sample; a supervisor or zygote that dies is replaced, and the sample tried once more.

        Args:
            job (`Mapping[str, Any]`): `imports`, `test_source`, `test_names`, `source`, and `test_classes`: per test
                class its `name` and `tests`.
            tier ([`Tier`]): how strongly to contain it.
            on_waiting (`Callable[[], None]`, *optional*): called when a test class only waits, so that its core is
                free for another sample; at most once per test class.

        Returns:
            [`RawRun`]

        Raises:
            [`InfrastructureError`]: if it could not be run to its end twice.
        """
        message = {**job, "tier": tier.value, "limits": asdict(self.limits), "scratch": self.scratch}
        patience = len(job["test_classes"]) * self.limits.wall_seconds + _GRACE_SECONDS
        problem: Exception | None = None
        for _ in range(2):
            try:
                return self._run_once(message, tier, patience, on_waiting)
            except (OSError, InfrastructureError) as error:
                problem = error
                self._dismiss_idle()  # the sample gets a supervisor that no other one had before
            if self._closed:
                raise InfrastructureError("the run was ended") from problem
        log = Path(self.folder, "log").read_text(errors="replace")[-500:].strip()
        raise InfrastructureError(
            f"the sample could not be run: {problem}" + (f" ({log})" if log else "")
        ) from problem

    def _run_once(
        self, message: dict[str, Any], tier: Tier, patience: float, on_waiting: Callable[[], None] | None
    ) -> RawRun:
        with ExitStack() as stack:
            connection = stack.enter_context(self._supervisor())
            connection.settimeout(patience)
            send_message(connection, message)
            received: list[RawTestClass] = []
            while True:
                answer = receive_message(connection)
                if answer is None:
                    raise InfrastructureError("its supervisor died")
                if "problem" in answer:
                    raise InfrastructureError(answer["problem"])
                if "waiting" in answer:
                    if on_waiting is not None:
                        on_waiting()
                elif "done" in answer:
                    if tier is not Tier.T3:  # where each sample has a supervisor of its own
                        stack.pop_all()
                        self._keep(connection)
                    return RawRun(received, answer["processes_limited"])
                elif answer.pop("contained"):
                    received.append(RawTestClass(**answer))
                else:
                    raise InfrastructureError(f"its process could not be contained: {answer['output'].strip()}")

    def _supervisor(self) -> socket.socket:
        """A connection to a supervisor that has nothing to do."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _keep(self, connection: socket.socket) -> None:
        with self._lock:
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)

    def _dismiss_idle(self) -> None:
        with self._lock:
            for connection in self._idle:
                connection.close()  # the supervisor ends when it sees this
            self._idle.clear()

    def _connect(self) -> socket.socket:
        """A connection to a new supervisor, forked by a zygote that is alive."""
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            if self._closed:
                raise InfrastructureError("the run was ended")
            if self._zygote is None or self._zygote.poll() is not None:
                self._stop()
                self._start()
            assert self._control is not None
            socket.send_fds(self._control, [b"+"], [theirs.fileno()])
        return ours

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        path = [entry for entry in sys.path if entry and Path(entry) != Path.cwd()] or sys.path
        with theirs, Path(self.folder, "log").open("ab") as log:
            self._zygote = subprocess.Popen(
                [sys.executable, "-B", "-X", "utf8", "-c", _BOOTSTRAP, str(theirs.fileno()), json.dumps(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd="/",
                env=_environment(),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self._control = ours
        ours.settimeout(_START_SECONDS)
        send_message(ours, {"modules": sorted(set(self.modules)), "scratch": self.scratch})
        ready = receive_message(ours)
        if ready is None:
            raise InfrastructureError("the process that forks the samples did not start")
        self.missing = ready["missing"]

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()  # the zygote ends its children when it sees this
        if self._zygote is not None:
            try:
                self._zygote.wait(timeout=_GRACE_SECONDS)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(self._zygote.pid, signal.SIGKILL)
                self._zygote.wait()
        self._zygote = self._control = None


def _environment() -> dict[str, str]:
    """What samples see of the environment: no secrets, and the same on every machine."""
    nltk_data = [os.environ.get("NLTK_DATA", ""), str(Path("~/nltk_data").expanduser())]
    return {
        "LANG": "C.UTF-8",
        "MKL_NUM_THREADS": "1",
        "NLTK_DATA": os.pathsep.join(path for path in nltk_data if path and Path(path).is_dir()),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PATH": os.defpath,
        "PYTHONHASHSEED": "0",  # some recorded answers pass or fail with the hash seed
        "TZ": "UTC",
    }
