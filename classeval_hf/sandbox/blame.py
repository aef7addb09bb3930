"""Decides whether sample or machine is at fault when a sample runs out of time or cannot be run."""

from collections.abc import Callable

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.sandbox.jobs import TIME_LIMITS, MachineError, RawRun, RawStep, SandboxJob
from classeval_hf.sandbox.sandbox import Sandbox

BREAKS_SANDBOX = "the sample broke the processes that run it, three times, while a control sample was run"
"""Why a sample fails if [`run_alone`] returns `None`."""
_OWN_CORE_SHARE = 0.5
"""A step that waited for a core for this share of the clock's time had no fair chance."""


def contended(step: RawStep) -> bool:
    """Whether a step's end may be due to other work on the machine: it waited for a core, or the kernel killed it."""
    if step.limit == "killed":
        return True
    if step.limit not in TIME_LIMITS:
        return False
    if step.queued_seconds is None:
        return step.limit != "cpu" or step.cpu_seconds < _OWN_CORE_SHARE * step.seconds
    return step.queued_seconds >= _OWN_CORE_SHARE * step.seconds


def run_alone(
    job: SandboxJob,
    control: SandboxJob,
    new_sandbox: Callable[[], Sandbox],
    problem: InfrastructureError,
    is_closed: Callable[[], bool],
) -> RawRun | None:
    """Runs a sample again alone, between two runs of a control; `None` if the sample is at fault: it alone fails."""
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


def run_control(sandbox: Sandbox, control: SandboxJob, problem: InfrastructureError) -> RawRun:
    try:
        return sandbox.run(control)
    except InfrastructureError as error:
        raise problem from error
