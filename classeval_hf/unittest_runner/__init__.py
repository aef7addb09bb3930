"""Running candidates against their tests: isolated, and judged by the parent."""

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
