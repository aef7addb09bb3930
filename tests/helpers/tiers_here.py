"""The tiers of isolation that this machine gives, and sandboxes at them, which run code that a test names."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.jobs import IsolationError, Payload, RawStep, SandboxJob
from classeval_hf.sandbox.sandbox import Sandbox, SandboxSettings, ZygoteServer
from classeval_hf.sandbox.self_test import choose_isolation
from classeval_hf.sandbox.tiers import Tier

PAYLOAD = Payload("sandbox_payload", ("sandbox_payload",))
TIERS = [Tier.T3, Tier.T2, Tier.T1]
needs_isolation = pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")


def skip_without(tier: Tier) -> None:
    if problem := problem_of(tier):
        pytest.skip(f"this machine does not give {tier.value}: {problem}")


@cache
def problem_of(tier: Tier) -> str:
    """Each is tried once, which takes as long as most tests."""
    try:
        choose_isolation(tier.value)
    except IsolationError as error:
        return str(error)
    return ""


@contextmanager
def sandbox_of(tier: Tier, **options: Any) -> Iterator[Sandbox]:
    skip_without(tier)
    with new_sandbox(tier, **options) as sandbox:
        yield sandbox


def new_sandbox(tier: Tier, *modules: str, server: ZygoteServer | None = None, **settings: Any) -> Sandbox:
    return Sandbox(tier, SandboxSettings(PAYLOAD, modules=frozenset(modules), **settings), server=server)


def job(*codes: str, files: dict[str, str] | None = None, shared: object = None) -> SandboxJob:
    """A step for each code, which finds `shared` as `prepared`."""
    steps = tuple({"name": str(number), "code": code} for number, code in enumerate(codes))
    return SandboxJob(files or {}, shared, steps)


def reported(step: RawStep) -> dict[str, Any]:
    """What its code left as `result`, or the `error` that it ended with."""
    ready, found, end = step.report.split(b"\n")
    assert json.loads(ready) == {"event": "ready"} and end == b""
    report: dict[str, Any] = json.loads(found)
    return report


def results(sandbox: Sandbox, *codes: str, shared: object = None) -> list[Any]:
    return [reported(step)["result"] for step in sandbox.run(job(*codes, shared=shared)).steps]
