"""The zygote imports the modules that tasks need, and forks for each sample. It runs no sample and reads no job, so
that a sample finds in its memory only its own data, and data that was there before the first sample.

At T2 it gives `multiprocessing` locks in memory that a process shares with its forks. Named semaphores lie in
`/dev/shm`, which is closed to samples there, since it is the machine's: without these locks a correct `Pool` would
fail."""

import ctypes
import gc
import importlib
import mmap
import os
import select
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from types import ModuleType
from typing import Any

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.accounting import PROC, write_at
from classeval_hf.sandbox.confinement import SYSTEM_PATHS, MinimalRoot, Readable, become_ordinary_user
from classeval_hf.sandbox.folders import FOLDER_HANDLE, count_entries, remove_tree
from classeval_hf.sandbox.messages import send_message
from classeval_hf.sandbox.supervisor import NAMESPACES, Setup, SharedTree, Stage, Supervisor
from classeval_hf.sandbox.system_calls import SystemCallFilter
from classeval_hf.sandbox.tiers import Limits, Tier

_BYTES = 64  # no less than `sizeof(sem_t)` on any Linux

if sys.platform != "win32":  # where this module is imported, and does nothing
    _libc = ctypes.CDLL(None, use_errno=True)


def use_unnamed_semaphores() -> None:
    """Makes `multiprocessing` use semaphores in memory, and fork by default: only forks share that memory."""
    module: Any = importlib.import_module("_multiprocessing")

    class UnnamedSemLock(module.SemLock):  # type: ignore[misc]  # it has no types
        """A semaphore that lies in a mapping of its own."""

        def __new__(cls, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> Any:
            with tempfile.TemporaryFile() as file:  # shared with forks; shared memory without a file is refused
                file.truncate(_BYTES)
                memory = mmap.mmap(file.fileno(), _BYTES)
            address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
            if _libc.sem_init(ctypes.c_void_p(address), 1, ctypes.c_uint(value)) < 0:
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
            lock = cls._rebuild(address, kind, maxvalue, None)  # an object for a semaphore that exists
            lock.memory = memory  # which lives as long
            return lock

    module.SemLock = UnnamedSemLock
    if sys.version_info >= (3, 14):  # earlier it forks anyhow, and each sample would have this import
        context: Any = importlib.import_module("multiprocessing.context")
        context._default_context._default_context = context._concrete_contexts["fork"]


_PRELOADED_ALWAYS = (
    *("_strptime", "collections", "csv", "datetime", "decimal", "json", "logging", "math", "os", "random", "re"),
    *("sqlite3", "string", "tempfile", "typing"),
)  # often imported by samples; no submodules: a sample that forgets to import one must fail here, as elsewhere
SCRATCH, MOUNT_POINT = "box", "root"
"""In the working folder: the folder for the samples, and the mount point of their root at T3."""
TREE_LINK = "tree"  # in the working folder, until the zygote is ready: a link to the tree that samples are shown
_SOCKETS = {Tier.T3: "streams", Tier.T2: "tcp", Tier.T1: "all"}
_TRUNCATION_ABI = 3  # the first version of Landlock with a rule for cutting files short
_CLOSING_SECONDS = 5.0


class Zygote:
    """Serves until the control socket closes: calling it is the first stage of its process."""

    def __init__(self, control: socket.socket, order: dict[str, Any], payload: ModuleType) -> None:
        self._control = control
        self._order = order
        self._payload = payload
        self._tier = Tier(order["tier"])
        self._supervisors: dict[int, str] = {}  # their folders by process id
        self._outer = os.open("..", FOLDER_HANDLE)
        """The folder around the working folder, for removing it in the end, whatever the root is by then."""

    def __call__(self) -> Stage | None:
        """Serves. In a process that was forked for a sample, returns its first stage."""
        try:
            setup, missing = self._set_up()
        except Exception as error:
            send_message(self._control, {"problem": f"{type(error).__name__}: {error}"})
            return None
        gc.freeze()  # no later search for garbage touches what is here, so the children share its memory
        try:
            send_message(self._control, {"missing": missing})
        except OSError:  # the parent has gone
            self._end()
            return None
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        number = 0
        while True:
            if poll.poll(1000 if self._supervisors else None):
                data, descriptors, _, _ = socket.recv_fds(self._control, 1, 1)
                if not data:
                    break
                number += 1
                connection, folder = socket.socket(fileno=descriptors[0]), f"{SCRATCH}/sample-{number}"
                try:
                    flags = NAMESPACES if self._tier is Tier.T3 else 0
                    child = os.fork() if self._tier is Tier.T0 else linux.fork(flags)
                except OSError as error:
                    with suppress(OSError):
                        send_message(connection, {"problem": f"{type(error).__name__}: {error}", "of_machine": True})
                else:
                    if not child:  # the supervisor, which will get the sample's job on the connection
                        self._control.close()
                        return Supervisor(connection, setup, folder)
                    self._supervisors[child] = folder
                connection.close()
            self._reap()
        self._end()
        return None

    def _set_up(self) -> tuple[Setup, dict[str, str]]:
        tier, order = self._tier, self._order
        limits = Limits(**order["limits"])
        if tier is Tier.T0:
            missing = self._preload()
            return Setup(tier, limits, self._payload, -1, None, None, None, tree=self._tree()), missing
        groups = os.open(order["groups"], FOLDER_HANDLE) if order["groups"] else -1
        proc = os.open(PROC, FOLDER_HANDLE) if os.path.isdir(PROC) else -1
        with suppress(OSError):  # so that the kernel ends samples first when the machine runs out of memory
            write_at(proc, "self/oom_score_adj", "1000")
        if tier is Tier.T3:
            user, group = os.getuid(), os.getgid()
            linux.unshare(linux.CLONE_NEWUSER | linux.CLONE_NEWNS)  # before any import starts a thread
            become_ordinary_user(user, group)
        missing = self._preload()
        paths = [*filter(os.path.exists, SYSTEM_PATHS), *order["readable"]]
        root = readable = None
        tree = self._tree()
        if tier is Tier.T3:
            root = MinimalRoot(paths, order["hidden"], TREE_LINK if order["tree"] else "")
            root.enter(MOUNT_POINT)
        elif tier is Tier.T2:
            use_unnamed_semaphores()
            readable = Readable.open(paths, order["hidden"], SCRATCH)
        linux.kernel_version()  # kept, or each supervisor would compile a pattern to read it
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)  # of samples whose supervisor was killed
        linux.prctl(linux.PR_SET_DUMPABLE, 0)  # no other process may read its memory, or that of its supervisors
        confines_paths = tier is not Tier.T2
        truncates = confines_paths or linux.landlock_abi() >= _TRUNCATION_ABI
        system_calls = SystemCallFilter(_SOCKETS[tier], confines_paths, truncates)
        return Setup(tier, limits, self._payload, proc, root, readable, system_calls, groups, tree), missing

    def _preload(self) -> dict[str, str]:
        """Imports modules, and lets the payload prepare for all samples."""
        missing = {}
        gc.disable()  # looking for garbage, though there is little, takes up to a fifth of the time of the imports
        for name in (*_PRELOADED_ALWAYS, *self._order["modules"]):
            try:
                importlib.import_module(name)
            except BaseException as error:
                missing[name] = f"{type(error).__name__}: {error}"[:200]
        gc.freeze()  # otherwise the next new object would start a search through all of it
        gc.enable()
        if "numpy" in sys.modules:
            importlib.import_module("numpy.random")  # numpy imports it late: otherwise each step would, to seed it
        getattr(self._payload, "warm", lambda: None)()
        return missing

    def _tree(self) -> SharedTree | None:
        if not self._order["tree"]:
            return None
        descriptor = os.open(TREE_LINK, FOLDER_HANDLE)
        entries = 0 if self._tier is Tier.T3 else count_entries(descriptor)  # at T3 it is mounted, not copied
        return SharedTree(descriptor, entries, tuple(self._order["left_behind"]))

    def _reap(self) -> None:
        """Notes which supervisors have ended, cleans up after them, and ends those that a sample stopped."""
        is_killing = False  # when an orphan ends, its children become children of this process
        stopped = os.WUNTRACED if self._tier is not Tier.T3 else 0
        with suppress(ChildProcessError):
            while True:
                ended, status = os.waitpid(-1, stopped | (0 if is_killing else os.WNOHANG))
                if not ended:
                    break
                if os.WIFSTOPPED(status):
                    os.kill(ended, signal.SIGKILL)
                    continue
                folder = self._supervisors.pop(ended, "")
                is_killing = False
                if self._tier in (Tier.T1, Tier.T2):  # processes of samples that came to this one from a supervisor
                    with suppress(OSError), open(f"{PROC}/self/task/{os.getpid()}/children") as children:
                        orphans = set(map(int, children.read().split())) - set(self._supervisors)
                        is_killing = bool(orphans)
                        for orphan in orphans:
                            os.kill(orphan, signal.SIGKILL)
                if folder and self._tier is not Tier.T3:
                    remove_tree(folder)

    def _end(self) -> None:
        """Lets the supervisors clean up, ends them, and removes the samples' folder: the parent may be gone."""
        for number, seconds in ((signal.SIGTERM, _CLOSING_SECONDS), (signal.SIGKILL, 1.0)):
            for child in self._supervisors:
                with suppress(ProcessLookupError):
                    # The first process of a pid namespace takes no other signal, and has nothing to clean up.
                    os.kill(child, signal.SIGKILL if self._tier is Tier.T3 else number)
            deadline = time.monotonic() + seconds
            while self._supervisors and time.monotonic() < deadline:
                self._reap()
                time.sleep(0.01)
        os.fchdir(self._outer)
        remove_tree(self._order["name"])
