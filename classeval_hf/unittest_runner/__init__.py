"""
Running candidates of class tasks against their test suites: isolated, and judged by the parent.

It may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`,
`reading`, `repository_tools`. Start reading at [`classeval_hf.unittest_runner.runner`], the parent's side;
[`classeval_hf.unittest_runner.child`] is what runs inside, with [`classeval_hf.unittest_runner.observe`] alone, and
[`classeval_hf.unittest_runner.withheld`] takes expected values out of the tests.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classeval_hf.sandbox import InfrastructureError, Isolation, IsolationError
    from classeval_hf.tasks.test_cases import declared_tests
    from classeval_hf.unittest_runner.runner import Execution, Executor, run_candidate

__all__ = [
    "Execution",
    "Executor",
    "InfrastructureError",
    "Isolation",
    "IsolationError",
    "declared_tests",
    "run_candidate",
]

_PLACES = {
    "Execution": "unittest_runner.runner",
    "Executor": "unittest_runner.runner",
    "InfrastructureError": "sandbox",
    "Isolation": "sandbox",
    "IsolationError": "sandbox",
    "declared_tests": "tasks.test_cases",
    "run_candidate": "unittest_runner.runner",
}


def __getattr__(name: str) -> Any:
    """Imports a name when it is first asked for: the processes that judge reports need none of them."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"classeval_hf.{_PLACES[name]}"), name)
