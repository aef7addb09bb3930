"""Running candidates against their tests: contained, and judged by the parent."""

from classeval_hf.execution.runner import Execution, Executor, run_candidate
from classeval_hf.execution.test_cases import declared_tests
from classeval_hf.sandbox import InfrastructureError, Isolation, IsolationError

__all__ = [
    "Execution",
    "Executor",
    "InfrastructureError",
    "Isolation",
    "IsolationError",
    "declared_tests",
    "run_candidate",
]
