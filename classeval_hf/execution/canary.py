"""
Which tier of containment this machine really gives: tried out at the start, not guessed from versions.

A canary is run as a sample would be. It tries to do what a sample must not, and a tier is taken only if the canary
fails at all that the tier promises.
"""

from __future__ import annotations

import json
import os
import socket
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from classeval_hf.execution import linux
from classeval_hf.execution.containment import Tier
from classeval_hf.execution.sandbox import InfrastructureError, Sandbox

__all__ = ["Isolation", "IsolationError", "choose_isolation"]

_PROMISES = {
    Tier.T3: ("works", "environment", "memory", "read", "write", "package", "signal", "tcp", "udp", "unix"),
    # What older versions of Landlock cannot do (TCP from Linux 6.7, signals from 6.12) is reported, not required.
    Tier.T2: ("works", "environment", "memory", "read", "write", "package", "udp", "unix"),
    Tier.T1: ("works", "environment", "memory"),
    Tier.T0: ("works", "environment"),
}

_CANARY = """
import os, socket, tempfile, unittest

class Canary(unittest.TestCase):
    def test_works(self):
        for folder in (os.getcwd(), tempfile.gettempdir()):
            with open(os.path.join(folder, "canary"), "w") as file:
                file.write("x")
    def test_environment(self):
        self.assertNotIn("HF_HOME", os.environ)
        self.assertFalse([name for name in os.environ if "TOKEN" in name])
    def test_memory(self):
        with self.assertRaises(MemoryError):
            bytearray(MEMORY)
    def test_read(self):
        with self.assertRaises(OSError):
            open(os.path.join(FOLDER, "secret")).read()
    def test_write(self):
        with self.assertRaises(OSError):
            open(os.path.join(FOLDER, "written"), "w")
    def test_package(self):
        try:
            names = os.listdir(PACKAGE)
        except OSError:
            names = []
        self.assertEqual(names, [])
    def test_signal(self):
        with self.assertRaises(OSError):
            os.kill(PARENT, 0)
    def test_unix(self):
        with self.assertRaises(OSError):
            socket.socket(socket.AF_UNIX)
    def test_tcp(self):
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.1", TCP_PORT), 1)
    def test_udp(self):
        with self.assertRaises(OSError):
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", UDP_PORT))
"""


class IsolationError(RuntimeError):
    """The containment asked for is not to be had on this machine."""


@dataclass(frozen=True)
class Isolation:
    """
    What samples are contained by, as found by trying.

    Args:
        tier ([`Tier`]): the tier in force.
        network (`str`): `"none"` or `"open"`.
        filesystem_read (`str`): `"interpreter and libraries"` or `"open"`.
        filesystem_write (`str`): `"private, in memory"`, `"own temporary folder"` or `"open"`.
        processes (`str`): how processes are kept in and how many there may be.
        memory (`str`): the limit per process.
        reason (`str`): why it is not a stronger tier; empty for T3.
    """

    tier: Tier
    network: str
    filesystem_read: str
    filesystem_write: str
    processes: str
    memory: str
    reason: str = ""

    def to_dict(self) -> dict[str, str]:
        """As plain data."""
        return {**asdict(self), "tier": self.tier.value}


def choose_isolation(sandbox: Sandbox, requested: str = "auto", minimum: str = "T1") -> Isolation:
    """
    Finds the strongest tier that holds, or checks the one asked for.

    Args:
        sandbox ([`Sandbox`]): to try it in.
        requested (`str`, defaults to `"auto"`): `"auto"`, or the name of a tier. `"T0"` is only taken by name.
        minimum (`str`, defaults to `"T1"`): the weakest tier to accept.

    Returns:
        [`Isolation`]

    Raises:
        [`IsolationError`]: if no tier from `minimum` up holds, with what the canary could do.
        `ValueError`: for a name that is no tier.
    """
    names = [tier.value for tier in Tier]
    for name, value in (("isolation", requested), ("min_isolation", minimum)):
        if value not in names and not (name == "isolation" and value == "auto"):
            raise ValueError(
                f"{name} must be one of {', '.join(names)}"
                + (" or auto" if name == "isolation" else "")
                + f", not {value!r}."
            )
    candidates = [tier for tier in Tier if tier is not Tier.T0] if requested == "auto" else [Tier(requested)]
    reasons: list[str] = []
    for tier in candidates:
        if tier.strength < Tier(minimum).strength and tier is not Tier(requested if requested != "auto" else minimum):
            break
        problem, held, limited = _try_tier(sandbox, tier)
        if not problem:
            return _describe(sandbox, tier, held, limited, "; ".join(reasons))
        reasons.append(f"{tier.value}: {problem}")
    hint = (
        " On other systems than Linux only isolation='T0' runs, without containment."
        if not linux.is_supported()
        else ""
    )
    raise IsolationError(f"No containment of at least {minimum} is to be had here ({'; '.join(reasons)}).{hint}")


def _try_tier(sandbox: Sandbox, tier: Tier) -> tuple[str, frozenset[str], bool]:
    """Runs the canary; returns what broke the tier's promise (empty for nothing), what held, and a fact."""
    if tier is not Tier.T0 and not linux.is_supported():
        return "needs Linux on x86-64 or arm64", frozenset(), False
    with (
        tempfile.TemporaryDirectory(prefix="canary-", dir=sandbox.folder) as folder,
        closing(socket.create_server(("127.0.0.1", 0))) as tcp,
        closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as udp,
    ):
        udp.bind(("127.0.0.1", 0))
        Path(folder, "secret").write_text("secret")
        facts = {
            "FOLDER": folder,
            "MEMORY": sandbox.limits.memory_bytes + (1 << 30),
            "PACKAGE": str(Path(__file__).parent.parent / "open_tasks"),
            "PARENT": os.getpid(),
            "TCP_PORT": tcp.getsockname()[1],
            "UDP_PORT": udp.getsockname()[1],
        }
        return _run_canary(sandbox, tier, facts)


def _run_canary(sandbox: Sandbox, tier: Tier, facts: Mapping[str, Any]) -> tuple[str, frozenset[str], bool]:
    source = "".join(f"{name} = {value!r}\n" for name, value in facts.items()) + _CANARY
    # What T2 does not promise is tried all the same, to be reported; at T0 trying would only do harm.
    tests = _PROMISES[tier] if tier is Tier.T0 else _PROMISES[Tier.T3]
    job = {
        "imports": [],
        "test_source": source,
        "test_names": [],
        "source": "",
        "test_classes": [{"name": "Canary", "tests": [f"test_{name}" for name in tests]}],
    }
    try:
        run = sandbox.run(job, tier)
    except InfrastructureError as error:
        return str(error), frozenset(), False
    held = set()
    for line in run.test_classes[0].events:
        event = json.loads(line) if line else {}
        if event.get("event") == "end" and event.get("outcome") == "pass":
            held.add(str(event["test"]).removeprefix("test_"))
    broken = [name for name in _PROMISES[tier] if name not in held]
    return (f"the canary broke {', '.join(broken)}" if broken else ""), frozenset(held), run.processes_limited


def _describe(sandbox: Sandbox, tier: Tier, held: frozenset[str], limited: bool, reason: str) -> Isolation:
    limits = sandbox.limits
    number = f"at most {limits.processes}" if limited else "number limited for ordinary users only"
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
        memory=f"{limits.memory_bytes >> 20} MiB of address space per process" if tier is not Tier.T0 else "open",
        reason=reason,
    )
