"""Running candidates against their tests: contained, and judged by the parent."""

from classeval_hf.execution.canary import Isolation, IsolationError
from classeval_hf.execution.runner import Execution, Executor, run_candidate
from classeval_hf.execution.sandbox import InfrastructureError
from classeval_hf.execution.test_cases import declared_tests

__all__ = [
    "Execution",
    "Executor",
    "InfrastructureError",
    "Isolation",
    "IsolationError",
    "declared_tests",
    "run_candidate",
]
