"""Wrong candidates that pass a project's tests by what they do or hand on in the tests' process: each has a mark."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile_samples import TIERS
from project_attacks import ATTACKS, problem

from classeval_hf.engine.executor import Executor


def cases() -> Iterator[Any]:
    """Each attack at each tier: at the strongest one in eight for the fast suite, and all others in the full one."""
    for tier in TIERS:
        for number, name in enumerate(ATTACKS):
            mark = () if tier == TIERS[0] and number % 8 == 0 else pytest.mark.full
            yield pytest.param(name, tier, marks=mark)


@pytest.mark.parametrize(("name", "tier"), list(cases()))
def test_attack(name: str, tier: str, tmp_path: Path, executors: Callable[..., Executor]) -> None:
    """It passes and has a mark that tells of it, or does not pass."""
    found = problem(name, tmp_path, executors(tier, 10.0))
    assert not found, found
