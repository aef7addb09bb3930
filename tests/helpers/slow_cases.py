"""Cases of which `make test` runs some, and `make test-slow` the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """Every `number`-th case, from the first on, as it is; the others are slow tests."""
    return [slow(case) if place % number else case for place, case in enumerate(cases)]


def slow(case: Any) -> Any:
    """A case of the slow tests alone. It keeps the id that it has without."""
    name = case if isinstance(case, str) else getattr(case, "id", None)
    values = case.values if hasattr(case, "marks") else (case,)
    return pytest.param(*values, id=name, marks=pytest.mark.slow)
