"""Whose trouble it is when a sample runs out of time or cannot be run: its own, or the machine's."""

from __future__ import annotations

from collections.abc import Callable

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.sandbox.jobs import Job, MachineError, RawRun, RawStep
from classeval_hf.sandbox.sandbox import Sandbox

BREAKS_SANDBOX = "the sample broke the processes that run it, three times, while a control sample was run"
"""Why a sample fails for which [`run_alone`] gives `None`."""

_OWN_CORE_SHARE = 0.5
"""Share of the clock's time up to which a step that waited for a core so long had its fair chance."""


def contended(step: RawStep) -> bool:
    """
    Whether the end of a step may be due to other work on the machine: it ran out of time while it was ready to run
    without a core most of the time, or nobody knows, or it was killed, as the kernel does where memory runs out.
    """
    if step.limit == "killed":
        return True
    if step.limit not in ("cpu", "active", "wall"):
        return False
    if step.queued_seconds is None:
        return step.limit != "cpu" or step.cpu_seconds < _OWN_CORE_SHARE * step.seconds
    return step.queued_seconds >= _OWN_CORE_SHARE * step.seconds


def run_alone(
    job: Job,
    control: Job,
    new_sandbox: Callable[[], Sandbox],
    problem: InfrastructureError,
    is_closed: Callable[[], bool],
) -> RawRun | None:
    """
    Tries once more what could not be run, in a sandbox of its own, between two runs of a control, a job that does
    nothing. `None` if it fails again while the control does not, so that it is the sample's doing; raises the problem
    if the control fails too.
    """
    if is_closed():
        raise problem
    with new_sandbox() as sandbox:
        run_control(sandbox, control, problem)
        try:
            return sandbox.run(job, attempts=1)
        except InfrastructureError as error:
            if is_closed() or isinstance(error, MachineError):
                raise
        with new_sandbox() as other:  # the first may be what the sample broke
            run_control(other, control, problem)
        return None


def run_control(sandbox: Sandbox, control: Job, problem: InfrastructureError) -> RawRun:
    """Runs a control."""
    try:
        return sandbox.run(control)
    except InfrastructureError as error:
        raise problem from error
