"""Cases of which `make test` runs some, and `make test-full` the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """Every `number`-th case, from the first on, as it is; the others run in `make test-full` alone."""
    return [slow(case) if place % number else case for place, case in enumerate(cases)]


def slow(case: Any) -> Any:
    """
    A case of `make test-full` alone, with the id that it has without.

    A tuple is a case of several parameters: where it is the value of one, give `pytest.param(value)`.
    """
    values = case.values if isinstance(case, ParameterSet) else case if isinstance(case, tuple) else (case,)
    name = case.id if isinstance(case, ParameterSet) else case if isinstance(case, str) else None
    return pytest.param(*values, id=name, marks=pytest.mark.full)
