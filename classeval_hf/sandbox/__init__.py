"""
Running untrusted code: isolated, limited, and without a trace of any other sample.

This package is independent of tests and judging: it runs the steps of a payload in a tier, and returns what they
report. It imports nothing else of this package but its kinds of errors, from `core`. Start reading at
[`classeval_hf.sandbox.sandbox`], the parent's side; [`classeval_hf.sandbox.zygote`],
[`classeval_hf.sandbox.supervisor`] and the payload's own module are what runs inside, in this order.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classeval_hf.core.errors import InfrastructureError as InfrastructureError
    from classeval_hf.sandbox.interpreters import Interpreter as Interpreter
    from classeval_hf.sandbox.isolation import Isolation as Isolation
    from classeval_hf.sandbox.isolation import IsolationError as IsolationError
    from classeval_hf.sandbox.jobs import Payload as Payload
    from classeval_hf.sandbox.jobs import RawRun as RawRun
    from classeval_hf.sandbox.jobs import RawStep as RawStep
    from classeval_hf.sandbox.jobs import SandboxJob as SandboxJob
    from classeval_hf.sandbox.sandbox import Sandbox as Sandbox
    from classeval_hf.sandbox.self_test import choose_isolation as choose_isolation
    from classeval_hf.sandbox.tiers import Limits as Limits
    from classeval_hf.sandbox.tiers import Tier as Tier

_PLACES = {
    **dict.fromkeys(("InfrastructureError", "Payload", "RawRun", "RawStep", "SandboxJob"), "jobs"),
    **dict.fromkeys(("Isolation", "IsolationError"), "isolation"),
    **dict.fromkeys(("Limits", "Tier"), "tiers"),
    **{"Interpreter": "interpreters", "Sandbox": "sandbox", "choose_isolation": "self_test"},
}


def __getattr__(name: str) -> Any:
    """Imports a name when it is first asked for: the processes of limited calls need none of what runs samples."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)
