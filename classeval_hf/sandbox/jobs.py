"""Jobs of the sandbox, their outcomes and their isolation: plain data, also for processes that do not run samples."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from classeval_hf.core.errors import ClassEvalError, InfrastructureError
from classeval_hf.sandbox.tiers import Tier

TIME_LIMITS = frozenset(("cpu", "active", "wall"))  # the limits of a step on time
_OWN_CORE_SHARE = 0.5  # a step that waited for a core for this share of the clock's time had no fair chance

OTHER_LIMITS = {
    "not run": ("TimeoutError", "an earlier test class ran out of time, after which no other was run"),
    "report": ("ReportTooLong", "the test process reported more than it may"),
    "memory": ("MemoryError", "the sample's processes together used more memory than they may"),
    "killed": ("ProcessKilled", "the process of the tests was killed, by the sample or where memory ran out"),
}  # other ways to end a step, or not to begin it, each with type and message of the error that it counts as


class IsolationError(ClassEvalError, RuntimeError):
    """The isolation asked for is unavailable on this machine."""


@dataclass(frozen=True)
class Isolation:
    """
    The isolation of samples, as found by trying.

    Args:
        tier ([`Tier`]): the tier in force.
        network (`str`): `"none"` or `"open"`.
        filesystem_read (`str`): `"interpreter and libraries"` or `"open"`.
        filesystem_write (`str`): `"private, in memory"`, `"own temporary folder"` or `"open"`.
        processes (`str`): how processes are kept in and how many there may be.
        memory (`str`): the limit.
        reason (`str`): why it is not a stronger tier; empty for T3.

    What old scores do not state is empty.
    """

    tier: Tier
    network: str = ""
    filesystem_read: str = ""
    filesystem_write: str = ""
    processes: str = ""
    memory: str = ""
    reason: str = ""

    def to_dict(self) -> dict[str, str]:
        """As plain data."""
        return {**asdict(self), "tier": self.tier.value}


class MachineError(InfrastructureError):
    """A failure that is independent of the sample, and never counts against it."""


class BrokenSandboxError(RuntimeError):
    """The sample is at fault: it could not be run, but a control could, before and after it."""


@dataclass(frozen=True)
class Payload:
    """The code that the processes of samples run."""

    entry: str  # name of the module with `prepare` and `start`; see `supervisor`
    # its modules of this package, with the entry. They may import the standard library and one another
    modules: tuple[str, ...]


@dataclass(frozen=True)
class TimeLimits:
    """Limits on the processor time of single steps, below the one of their sandbox for each step."""

    seconds: Mapping[str, float] = field(default_factory=dict, hash=False)  # by name of the step


NO_LIMITS = TimeLimits()


@dataclass(frozen=True)
class SandboxJob:
    # texts to write, by path in the sample's folder: `work` is its working folder, `project` the tree, if there is one
    files: Mapping[str, str]
    shared: Any  # JSON-able data that the payload prepares once
    # JSON-able steps, run one after the other in a process each. A step has a `name`, `protected` files of the tree if
    # there are any, which it cannot change at T3, and fields of the payload's own
    steps: tuple[Mapping[str, Any], ...]
    limits: TimeLimits = NO_LIMITS
    first_timeout_ends: bool = False  # whether a time-out ends the job: later steps are not run


@dataclass(frozen=True)
class RawStep:
    """The outcome of a step: only the last four fields can be trusted."""

    step: str
    report: bytes  # its process's report: lines of JSON, if it is honest
    output: str  # tail of its output
    # the limit that ended it: `cpu`, `active`, `wall`, `memory`, `report`, or empty; `killed` if it was killed within
    # its limits, and `not run`
    limit: str
    cpu_seconds: float  # processor time of all its processes
    seconds: float  # time by the clock
    # how long one of them, or their supervisor, was seen ready to run without a core; `None` if the kernel does not
    # report it, or the step was over at once
    queued_seconds: float | None

    @property
    def is_contended(self) -> bool:
        """Whether other work on the machine may have ended it: it waited for a core, or the kernel killed it."""
        if self.limit == "killed":
            return True
        if self.limit not in TIME_LIMITS:
            return False
        if self.queued_seconds is None:
            return self.limit != "cpu" or self.cpu_seconds < _OWN_CORE_SHARE * self.seconds
        return self.queued_seconds >= _OWN_CORE_SHARE * self.seconds


@dataclass(frozen=True)
class RawRun:
    steps: list[RawStep]  # in the order in which they ran
    processes_limited: bool  # whether the pid namespace's own limit on processes was in force
