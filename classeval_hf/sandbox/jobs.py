"""What the sandbox is given to run, and what comes back: plain data, which processes that run no sample read too."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from classeval_hf.core.errors import InfrastructureError

TIME_LIMITS = frozenset(("cpu", "active", "wall"))  # the limits of a step on time

OTHER_LIMITS = {
    "not run": ("TimeoutError", "an earlier test class ran out of time, after which no other was run"),
    "report": ("ReportTooLong", "the test process reported more than it may"),
    "memory": ("MemoryError", "the sample's processes together used more memory than they may"),
    "killed": ("ProcessKilled", "the process of the tests was killed, by the sample or where memory ran out"),
}  # how else a step is ended, or is not begun, each with type and message of the error that it counts as


class MachineError(InfrastructureError):
    """It failed before the sample was there, or whatever the sample is: what is not even tried to be charged to it."""


@dataclass(frozen=True)
class Payload:
    """What the processes of samples do."""

    entry: str  # name of the module with `prepare` and `start`; see `supervisor`
    # the modules of this package that it takes, itself included. They may import the standard library and one another
    modules: tuple[str, ...]


@dataclass(frozen=True)
class SandboxJob:
    # texts to write, by path in the sample's folder, in place of what is there. Its working folder is `work`, the
    # tree, where there is one, `project`
    files: Mapping[str, str]
    shared: Any  # what the payload prepares once; JSON-able
    # what runs one after the other, each in a process of its own: at least a `name`, perhaps `cpu_seconds` as a limit
    # of its own, and `protected` files of the tree, which at T3 it cannot change; else what the payload takes; JSON-
    # able
    steps: tuple[Mapping[str, Any], ...]
    first_timeout_ends: bool = False  # whether no step is run after one that ran out of time


@dataclass(frozen=True)
class RawStep:
    """What a step returned: only the last four fields can be trusted."""

    step: str
    report: bytes  # what its process reported: lines of JSON, if it is honest
    output: str  # tail of what it printed
    # the limit that ended it: `cpu`, `active`, `wall`, `memory`, `report`, or empty; `killed` where none of these was
    # reached and it was killed, and `not run`
    limit: str
    cpu_seconds: float  # processor time of all its processes
    seconds: float  # time by the clock
    # how much of it one of them, or their supervisor, was ready to run but had no core, as far as it was looked at;
    # `None` where the kernel does not report it, or the step was over at once
    queued_seconds: float | None


@dataclass(frozen=True)
class RawRun:
    steps: list[RawStep]  # in the order in which they ran
    processes_limited: bool  # whether the pid namespace's own limit on processes was in force
