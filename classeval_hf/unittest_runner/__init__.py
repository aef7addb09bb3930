"""
Running candidates of class tasks against their test suites: isolated, and judged by the parent.

It may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`,
`reading`, `repository_tools`, `metrics`. Start reading at [`classeval_hf.unittest_runner.runner`], the parent's side;
[`classeval_hf.unittest_runner.child`] is what runs inside, with what observes and compares values there
([`classeval_hf.unittest_runner.observe`], [`classeval_hf.unittest_runner.comparing`]), and
[`classeval_hf.unittest_runner.withheld`] takes expected values out of the tests.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classeval_hf.unittest_runner.runner import Execution, Executor, run_candidate

__all__ = ["Execution", "Executor", "run_candidate"]


def __getattr__(name: str) -> Any:
    """Imports a name when it is first asked for: the processes that judge reports need none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.runner"), name)
