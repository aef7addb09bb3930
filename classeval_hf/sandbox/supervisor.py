"""The supervisor puts one sample into its tier, runs its steps one after the other, and cleans up. At T3 it
is the first process inside the new pid namespace; elsewhere it catches orphans and kills them. It never runs the
sample, and passes the reports of steps on to the parent, which judges. The payload, a module, defines the steps by

- `prepare(shared, folder)`, called once before any step: each step gets its result;
- `warm()`, optional, called in the zygote after all imports;
- `start(prepared, step, descriptor)`, called in the isolated process of a step: it returns the function to be called
  next, and reports on the descriptor.

A sample can walk up the stack and read the variables of the functions there. So no function that holds a job is on the
stack when a sample starts: each process returns its next stage to the one loop at the bottom of its stack (see
[`classeval_hf.sandbox.code_transfer`]). A step's data is made before the fork: touched pages are copied later."""

import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from classeval_hf.sandbox import confinement, folders, linux
from classeval_hf.sandbox.accounting import PROC, REPORT_LIMIT, ProcessTree, SampleGroup, Watch
from classeval_hf.sandbox.confinement import MinimalRoot, Readable
from classeval_hf.sandbox.folders import SANDBOX, TREE, remove_tree
from classeval_hf.sandbox.messages import receive_message, send_message
from classeval_hf.sandbox.system_calls import SystemCallFilter
from classeval_hf.sandbox.tiers import Limits, Tier

if sys.platform != "win32":
    import resource

NAMESPACES = linux.CLONE_NEWNS | linux.CLONE_NEWPID | linux.CLONE_NEWNET | linux.CLONE_NEWIPC | linux.CLONE_NEWUTS
"""The namespaces of a sample at T3, in addition to the user namespace that its zygote made."""
READY = b'{"event": "ready"}\n'  # the report of a step's process once it is isolated, before it touches the sample
_REPORT_BYTES_OF_A_SAMPLE, _MIN_REPORT_BYTES = 32 << 20, 1 << 20
"""Bytes that the steps of a sample may report together, since the parent holds them to the end, and each at least."""
_EVENT_DESCRIPTOR = 3
_TERMINATE, _KILL = int(signal.SIGTERM), int(signal.SIGKILL)
_exit = os._exit  # bound now: a sample may replace it, and must not get back into this code

Stage = Callable[[], Any]  # the next part of a process; it returns the stage after it, or `None` at the end


@dataclass(frozen=True)
class SharedTree:
    """A folder that each sample sees as [`~classeval_hf.sandbox.folders.TREE`] in its own, to change for itself."""

    descriptor: int
    entries: int  # the number of its entries, by `count_entries`
    # folders in it that no sample sees: byte code may belong to another version of a replaced file
    left_behind: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    tier: Tier
    limits: Limits  # of a step
    payload: ModuleType
    proc: int  # descriptor of `/proc`, or -1
    root: MinimalRoot | None  # the file system at T3
    readable: Readable | None  # the files that may be read at T2
    system_calls: SystemCallFilter | None  # `None` at T0
    groups: int = -1  # descriptor of the folder that control groups are made in, where there is one
    tree: SharedTree | None = None  # if there is one, each step finds the sample's folders as the first one did


class Supervisor:
    """Runs one sample: calling it is the first stage of the process that was forked for it."""

    def __init__(self, connection: socket.socket, setup: Setup, folder: str) -> None:
        self._connection = connection
        self._setup = setup
        self._folder = SANDBOX if setup.tier is Tier.T3 else os.path.abspath(folder)
        self._processes_limited = False
        self._rulesets: list[linux.LandlockRuleset] = []
        self._resource_limits: tuple[tuple[int, int], ...] = ()
        self._report_bytes_left = _REPORT_BYTES_OF_A_SAMPLE
        self._group: SampleGroup | None = None
        self._kills = 0
        self._has_job = False
        self._limit = ""  # that ended the last step

    def __call__(self) -> Stage | None:
        try:
            self._enter()
            job = receive_message(self._connection)
            self._has_job = True
            if job is not None:
                stage = self._run_steps(job)
                if stage is not None:
                    return stage
                send_message(self._connection, {"done": True, "processes_limited": self._processes_limited})
        except Exception as error:
            with suppress(OSError):
                of_sample = self._has_job and not isinstance(error, folders.PartialCopyError)
                send_message(
                    self._connection, {"problem": f"{type(error).__name__}: {error}", "of_machine": not of_sample}
                )
        self._leave()
        return None

    def _enter(self) -> None:
        """Does everything that does not depend on the sample."""
        setup, limits = self._setup, self._setup.limits
        self._connection.settimeout(None)
        if setup.tier is Tier.T3:  # the first process of the pid namespace: its end is the end of every process there
            linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
            socket.sethostname("localhost")  # the machine's own name tells samples where they are
            if "platform" in sys.modules:
                setattr(sys.modules["platform"], "_uname_cache", None)  # noqa: B010 (made before, by a library)
            self._make_folders()
            linux.bring_up_loopback()
            self._processes_limited = confinement.limit_namespaces(setup.proc, limits)
        else:
            if setup.tier is not Tier.T0:
                linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGTERM)
                linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
            signal.signal(signal.SIGTERM, lambda *_: self._leave())
            self._make_folders()
        self._group = SampleGroup.make(setup.groups, limits)
        if setup.tier is not Tier.T0:
            # A limit on a user's tasks does not hold for root.
            limits_tasks = not self._processes_limited and os.getuid() != 0
            self._resource_limits = confinement.resource_limits(setup.proc, limits, limits_tasks)

    def _make_folders(self) -> None:
        """Makes the sample's own folders, and the rules for their use."""
        setup = self._setup
        if setup.root is not None:
            setup.root.add_private_folders(setup.limits)
            self._rulesets = setup.root.rules()
        else:
            os.mkdir(self._folder)
            if setup.tree is not None:
                target = os.path.join(self._folder, TREE)
                folders.copy_tree(setup.tree.descriptor, target, setup.limits.file_bytes, setup.tree.entries)
            if setup.readable is not None:
                self._rulesets = setup.readable.rules([self._folder])
        if setup.tree is not None:
            for path in setup.tree.left_behind:
                remove_tree(os.path.join(self._folder, TREE, path))

    def _leave(self) -> None:
        if self._group is not None:
            self._group.remove()
        if self._setup.tier is not Tier.T3:
            _kill_descendants()
            os.chdir("/")
            remove_tree(self._folder)
        _exit(0)

    def _run_steps(self, job: dict[str, Any]) -> Stage | None:
        """Runs a job's steps; returns a stage in the process of a step, and `None` in the supervisor."""
        files, steps, first_timeout_ends = job.pop("files"), job.pop("steps"), job.pop("first_timeout_ends")
        self._write(files)
        own = [os.path.join(self._folder, name) for name in ("work", "tmp")]
        os.environ.update(HOME=own[0], TMPDIR=own[1])
        prepared = self._setup.payload.prepare(job.pop("shared"), self._folder)
        gc.freeze()  # otherwise each step would look through it for garbage, and so copy it
        tree = ProcessTree(self._setup.proc, own_network=self._setup.tier is Tier.T3)
        end = time.monotonic() + self._setup.limits.sample_seconds(len(steps))
        for number, step in enumerate(steps):
            if number and self._setup.tree is not None:
                for ruleset in self._rulesets:
                    if self._setup.readable is None or ruleset is not self._setup.readable.without_hidden:
                        os.close(ruleset.descriptor)
                if self._setup.root is not None:
                    self._setup.root.remove_private_folders()
                else:
                    remove_tree(self._folder)
                self._make_folders()
                self._write(files)
            if self._setup.root is not None:
                self._setup.root.protect(step.get("protected", ()))
            for folder in own:  # an earlier step may have removed them, or taken their rights away
                folders.ready_folder(folder)
            seconds_left = max(end - time.monotonic(), 0.0)
            limits = self._setup.limits
            if "cpu_seconds" in step:
                limits = replace(limits, cpu_seconds=step["cpu_seconds"])
            events, output = os.pipe(), os.pipe()
            tree.begin_step()
            seconds, report_bytes = min(limits.wall_seconds, seconds_left), min(REPORT_LIMIT, self._report_bytes_left)
            watch = Watch(events[0], output[0], limits, seconds, tree, self._connection, report_bytes)
            rights = self._setup, self._rulesets, self._resource_limits, self._group
            start = partial(self._setup.payload.start, prepared, step, _EVENT_DESCRIPTOR)
            stage = partial(_begin_step, *rights, output[1], events[1], start)
            process = linux.fork() if self._setup.tier is not Tier.T0 else os.fork()
            if process == 0:
                self._connection.detach()  # closed with the others: otherwise the interpreter warns at length
                return stage
            watch.begin(process)
            os.close(events[1])
            os.close(output[1])
            self._watch(watch, step["name"])
            self._report_bytes_left = max(self._report_bytes_left - len(watch.report), _MIN_REPORT_BYTES)
            if first_timeout_ends and self._limit in ("cpu", "active", "wall"):
                break
        return None

    def _write(self, files: dict[str, str]) -> None:
        for path, text in ((os.path.join(self._folder, name), text) for name, text in files.items()):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if self._setup.tree is not None:
                remove_tree(os.path.join(os.path.dirname(path), folders.BYTE_CODE))
            with suppress(FileNotFoundError):  # a file of the tree may be a link
                os.unlink(path)
            with open(path, "wb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))

    def _watch(self, watch: Watch, step: str) -> None:
        """Waits for the end of a step, ends its remaining processes, and reports to the parent."""
        try:
            limit = watch.until_over()
            if self._group is not None and self._group.kills() > self._kills:
                limit, self._kills = limit or "memory", self._group.kills()
            self._limit = limit
        finally:
            if self._setup.tier is Tier.T3:  # all other processes of the pid namespace, until they are gone
                with suppress(ProcessLookupError):
                    os.kill(-1, signal.SIGKILL)
                with suppress(ChildProcessError):
                    while True:
                        os.waitpid(-1, 0)
            else:
                _kill_group(watch.process)
                _kill_descendants()
            os.close(watch.events)
            os.close(watch.output_pipe)
        report = {
            "step": step,
            "isolated": watch.report.startswith(READY),
            "report_bytes": len(watch.report),
            "output": watch.output.decode("utf-8", "replace"),
            "limit": limit,
            "cpu_seconds": watch.cpu_seconds,
            "seconds": watch.seconds,
            "queued_seconds": watch.queued_seconds,
        }
        send_message(self._connection, report, watch.report)


def _begin_step(
    setup: Setup,
    rulesets: list[linux.LandlockRuleset],
    resource_limits: tuple[tuple[int, int], ...],
    group: SampleGroup | None,
    output: int,
    events: int,
    start: Callable[[], Stage],
) -> Stage:
    """The first stage of a step's process: takes away rights and most descriptors, and calls the payload."""
    tier = setup.tier
    try:
        null = os.open(os.devnull, os.O_RDWR)
        os.setsid()
        os.chdir(os.environ["HOME"])
        if group is not None:
            group.enter()
        if tier is not Tier.T3:
            linux.reset_signal(_TERMINATE)
        if tier is not Tier.T0:
            linux.prctl(linux.PR_SET_PDEATHSIG, _KILL)
            assert setup.system_calls is not None
            ignores_permissions = tier is Tier.T3 and setup.limits.ignores_permissions
            confinement.confine_process(rulesets, setup.system_calls, tier is not Tier.T1, ignores_permissions)
        event_copy = os.dup(events)  # away from the numbers below
        for source, target in ((null, 0), (output, 1), (output, 2), (event_copy, _EVENT_DESCRIPTOR)):
            os.dup2(source, target)
        os.closerange(_EVENT_DESCRIPTOR + 1, 1 << 16)
        for kind, value in resource_limits:
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, (value, value))
        os.write(_EVENT_DESCRIPTOR, READY)
        return start()
    except BaseException as error:
        with suppress(OSError):
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        _exit(0)


def _kill_group(process: int) -> None:
    for kill in (os.kill, os.killpg):
        with suppress(ProcessLookupError, PermissionError):
            kill(process, signal.SIGKILL)


def _kill_descendants() -> None:
    """Kills children and orphans until there are none: they may fork meanwhile."""
    children = Path(PROC, f"self/task/{os.getpid()}/children")
    while True:
        with suppress(OSError):
            for child_process in map(int, children.read_text().split()):
                _kill_group(child_process)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)
