"""Sandboxes that the tests of a module share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from tiers_here import sandbox_of

from classeval_hf.sandbox.sandbox import Sandbox
from classeval_hf.sandbox.tiers import Limits, Tier


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[Callable[..., Sandbox]]:
    """Gives that of a tier and of limits, made when it is first asked for."""
    with ExitStack() as stack:

        @cache
        def sandbox(tier: Tier, limits: Limits | None = None) -> Sandbox:
            return stack.enter_context(sandbox_of(tier, limits=limits or Limits()))

        yield sandbox
