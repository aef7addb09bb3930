"""The isolation self-test: finds this machine's tier by trying forbidden actions. It has a zygote of its own,
since its arguments must not be in the memory of a sample."""

import json
import os
import platform
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.jobs import Isolation, IsolationError, Payload, SandboxJob
from classeval_hf.sandbox.probes import PROBES
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings, ZygoteServer
from classeval_hf.sandbox.tiers import Limits, Tier

_PROMISES = {
    Tier.T3: tuple(PROBES),
    # The limit on signals, which Landlock has from Linux 6.12 on, is reported, not required.
    Tier.T2: ("works", "environment", "memory", "read", "write", "package", "tcp", "udp", "unix", "system calls"),
    Tier.T1: ("works", "environment", "memory"),
    Tier.T0: ("works", "environment"),
}
_PAYLOAD = Payload("classeval_hf.sandbox.probes", ("classeval_hf.sandbox.probes",))
_DEFAULT_MINIMUM = Tier.T1
_MAX_ADDRESS_LENGTH = 107  # bytes that the address of a Unix socket may have


def choose_isolation(
    requested: str = "auto", minimum: str | None = None, server: ZygoteServer | None = None
) -> Isolation:
    """
    Finds the strongest tier that holds, or checks the one asked for.

    Args:
        requested (`str`, defaults to `"auto"`): `"auto"`, or the name of a tier. `"T0"` is only taken by name.
        minimum (`str`, *optional*): the weakest tier to accept; by default T1, or the tier asked for.
        server ([`~classeval_hf.sandbox.sandbox.ZygoteServer`], *optional*): forks the zygotes of the self-test.

    Returns:
        [`Isolation`]

    Raises:
        [`IsolationError`]: if no tier from `minimum` up holds, with the reasons; or if the tier asked for is weaker
            than `minimum`.
        `ValueError`: for an unknown tier.
    """
    names = [tier.value for tier in Tier]
    for name, value in (("isolation", requested), ("min_isolation", minimum)):
        if value is not None and value not in names and not (name == "isolation" and value == "auto"):
            or_auto = " or auto" if name == "isolation" else ""
            raise UserError(f"{name} must be one of {', '.join(names)}{or_auto}, not {value!r}.")
    if platform.system() == "Windows":
        raise IsolationError(
            "Candidates are run on Linux, and without isolation on macOS: on Windows use WSL 2 or a Linux container. "
            "Generation, comparisons and reports of what was scored elsewhere work here."
        )
    if requested == "auto":
        weakest = Tier(minimum) if minimum is not None else _DEFAULT_MINIMUM
        candidates: list[Tier] = [tier for tier in Tier if tier.strength >= max(weakest.strength, 1)]
    else:
        weakest = Tier(minimum) if minimum is not None else Tier(requested)
        candidates = [Tier(requested)]
        if Tier(requested).strength < weakest.strength:
            raise IsolationError(
                f"isolation={requested!r} is weaker than min_isolation={minimum!r}: ask for {minimum} or auto."
            )
    reasons: list[str] = []
    for tier in candidates:
        found = _try_tier(tier, server)
        if isinstance(found, Isolation):
            return replace(found, reason="; ".join(reasons))
        reasons.append(f"{tier.value}: {found}")
    hint = (
        " On other systems than Linux on x86-64 or arm64 only isolation='T0' runs candidates, without isolation: use "
        "a Linux container. Generation, comparisons and reports work here."
        if not linux.is_supported()
        else ""
    )
    raise IsolationError(f"No isolation of at least {weakest.value} is available here ({'; '.join(reasons)}).{hint}")


def _try_tier(tier: Tier, server: ZygoteServer | None) -> Isolation | str:
    """Runs the probes; returns the isolation found, or the broken promises as a text."""
    if tier is not Tier.T0 and not linux.is_supported():
        return "needs Linux on x86-64 or arm64"
    # Probes that a weaker tier does not promise run too, to be reported; at T0 they would only do harm.
    probes = _PROMISES[tier] if tier is Tier.T0 else tuple(PROBES)
    # Limits of its own: a short time limit of the user must not look like a lack of isolation.
    with Sandbox(tier, SandboxSettings(_PAYLOAD), server=server) as sandbox, _targets(sandbox) as facts:
        job = SandboxJob({}, facts, ({"name": "self-test", "probes": probes},))
        try:
            run = sandbox.run(job)
        except InfrastructureError as error:
            return str(error)
    (step,) = run.steps
    problems = dict.fromkeys(probes, "the self-test did not get to it")
    for line in step.report.decode("utf-8", "replace").split("\n"):
        event = json.loads(line) if line.startswith("{") else {}
        if "probe" in event:
            problems[event["probe"]] = event["problem"]
    if step.limit:
        return f"the self-test ran into its own limit ({step.limit}) on this machine"
    broken = [f"{name} ({problems[name]})" for name in _PROMISES[tier] if problems[name]]
    if broken:
        return f"the self-test broke {', '.join(broken)}"
    held = {name for name, problem in problems.items() if not problem}
    limits = Limits()
    number = f"at most {limits.processes}" if run.processes_limited else "number limited for ordinary users only"
    memory = limits.memory_bytes >> 20
    return Isolation(
        tier=tier,
        network="none" if {"tcp", "udp"} <= held else "open",
        filesystem_read="interpreter and libraries" if "read" in held else "open",
        filesystem_write=(
            "private, in memory" if tier is Tier.T3 else "own temporary folder" if "write" in held else "open"
        ),
        processes={
            Tier.T3: f"own pid namespace, {number}",
            Tier.T2: f"orphans are killed, signals outwards {'blocked' if 'signal' in held else 'possible'}, {number}",
            Tier.T1: f"orphans are killed, signals outwards possible, {number}",
            Tier.T0: "own session",
        }[tier],
        memory=f"{memory} MiB for all processes of a sample together" if tier is not Tier.T0 else "open",
    )


@contextmanager
def _targets(sandbox: Sandbox) -> Iterator[Mapping[str, Any]]:
    """Things outside the sandbox that the probes try to reach, by name."""
    abstract = f"classeval-self-test-{os.getpid()}-{Path(sandbox.folder).name}"
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="self-test-", dir=sandbox.folder))
        Path(folder, "secret").write_text("secret")
        path = f"{folder}/socket"
        for address in (path, f"\0{abstract}") if linux.is_supported() else ():
            if len(os.fsencode(address)) > _MAX_ADDRESS_LENGTH:
                continue  # a sample could not name it either
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen(8)
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        yield {
            "folder": folder,
            "memory": sandbox.settings.limits.memory_bytes + (1 << 30),
            "package": str(Path(__file__).parent.parent / "classes" / "tasks" / "open_tasks"),
            "parent": os.getpid(),
            "tcp_port": tcp.getsockname()[1],
            "udp_port": udp.getsockname()[1],
            "socket": path,
            "abstract_socket": abstract,
        }
