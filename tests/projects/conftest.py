"""Executors for tests of projects."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from classeval_hf.engine.executor import Executor
from classeval_hf.sandbox.jobs import IsolationError


@pytest.fixture(scope="module")
def executors() -> Iterator[Callable[[str], Executor]]:
    """One executor for each tier, made when it is first asked for."""
    with ExitStack() as stack:

        @cache
        def executor(tier: str) -> Executor:
            try:
                return stack.enter_context(Executor(isolation=tier))
            except IsolationError as error:
                pytest.skip(f"this machine does not give {tier}: {error}")

        yield executor
