"""The steps that put the processes of a sample into their tier."""

import sys
from collections.abc import Sequence
from contextlib import suppress

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.accounting import PROC, SOCKET_BUFFERS, write_at
from classeval_hf.sandbox.system_calls import SystemCallFilter
from classeval_hf.sandbox.tiers import Limits

if sys.platform != "win32":
    import resource

ORDINARY_USER = 1000  # the user that a sample is at T3, whoever started it
_PENDING_SIGNALS = 1024


def become_ordinary_user(user: int, group: int) -> None:
    """Takes an ordinary user's id (T3), so that a file without read permission is unreadable for root too."""
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{ORDINARY_USER} {user} 1"),
        ("gid_map", f"{ORDINARY_USER} {group} 1"),
    ):
        write_at(None, f"{PROC}/self/{name}", text)


def limit_number_of_processes(proc: int, limits: Limits) -> bool:
    """Limits the processes of the pid namespace, whose first process is the caller (Linux 6.14)."""
    if linux.kernel_version() < (6, 14):  # before, the number is that of the whole machine
        return False
    return _set(proc, "kernel/pid_max", str(limits.processes))


def limit_socket_buffers(proc: int) -> bool:
    """Limits what the kernel buffers for TCP connections in the network namespace that the caller is in."""
    return all(_set(proc, f"net/ipv4/{name}", value) for name, value in SOCKET_BUFFERS.items())


def _set(proc: int, name: str, value: str) -> bool:
    """Sets one of the kernel's settings; returns whether it was taken."""
    try:
        write_at(proc, f"sys/{name}", value)
    except OSError:  # a container's read-only /proc/sys
        return False
    return True


def resource_limits(limits: Limits, in_use: int, running: int | None = None) -> tuple[tuple[int, int], ...]:
    """Kinds and values of `setrlimit(2)` for a sample's processes; `in_use` bytes of address space do not count. With
    `running`, the number of the user's tasks, the processes are limited too, where the pid namespace does not."""
    values = {
        resource.RLIMIT_AS: in_use + limits.memory_bytes,
        resource.RLIMIT_CORE: 1,  # with 0 the kernel would still start a program that takes the image by a pipe
        resource.RLIMIT_CPU: int(limits.cpu_seconds) + 2,  # a second line: the supervisor measures more finely
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        # Timers and queued signals are counted per user, so that a sample could take those of the scorer.
        **({resource.RLIMIT_SIGPENDING: _PENDING_SIGNALS} if hasattr(resource, "RLIMIT_SIGPENDING") else {}),
        **({} if running is None else {resource.RLIMIT_NPROC: running + limits.processes}),
    }
    hard = {kind: resource.getrlimit(kind)[1] for kind in values}
    return tuple(
        (kind, value if hard[kind] == resource.RLIM_INFINITY else min(value, hard[kind]))
        for kind, value in values.items()
    )


def limit_resources(values: Sequence[tuple[int, int]]) -> None:
    """Puts limits on the calling process and its children, for good."""
    for kind, value in values:
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def confine_process(
    rulesets: Sequence[linux.LandlockRuleset],
    system_calls: SystemCallFilter,
    filter_needed: bool,
    ignores_permissions: bool = False,
) -> None:
    """Last steps before the sample: takes rights away for good, and enforces the rules of the file system."""
    linux.set_no_new_privileges()
    linux.drop_capabilities(1 << linux.CAP_DAC_OVERRIDE if ignores_permissions else 0)
    for ruleset in rulesets:
        ruleset.enforce()
    try:
        system_calls.enforce()
    except OSError:
        if filter_needed:
            raise
