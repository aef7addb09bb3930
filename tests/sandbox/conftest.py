"""Sandboxes that the tests of a module share."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from tiers_here import sandbox_of

from classeval_hf.sandbox.sandbox import Sandbox, ZygoteServer, sample_environment
from classeval_hf.sandbox.tiers import Limits, Tier


@pytest.fixture(scope="module")
def server() -> Iterator[ZygoteServer]:
    """What their processes are forked from, which is sooner done than to start an interpreter."""
    with ZygoteServer(sample_environment()) as started:
        yield started


@pytest.fixture(scope="module")
def sandboxes(server: ZygoteServer) -> Iterator[Callable[..., Sandbox]]:
    """Gives that of a tier and of limits, made when it is first asked for."""
    with ExitStack() as stack:

        @cache
        def sandbox(tier: Tier, limits: Limits | None = None) -> Sandbox:
            return stack.enter_context(sandbox_of(tier, limits=limits or Limits(), server=server))

        yield sandbox
