"""The tiers of isolation that this machine gives; each is tried once, which takes as long as most tests."""

from __future__ import annotations

from functools import cache

import pytest

from classeval_hf.sandbox.isolation import IsolationError
from classeval_hf.sandbox.self_test import choose_isolation
from classeval_hf.sandbox.tiers import Tier


def skip_without(tier: Tier) -> None:
    if problem := _problem_of(tier):
        pytest.skip(f"this machine does not give {tier.value}: {problem}")


@cache
def _problem_of(tier: Tier) -> str:
    try:
        choose_isolation(tier.value)
    except IsolationError as error:
        return str(error)
    return ""
