"""Running candidates against their tests, in child processes."""

from classeval_hf.execution.runner import run_candidate
from classeval_hf.execution.test_cases import declared_tests

__all__ = ["declared_tests", "run_candidate"]
