"""Modules of the folder `benchmarks`, which are no package."""

import sys
from typing import Any

import pytest
from places import ROOT


def from_benchmarks(name: str) -> Any:
    """A module of the folder `benchmarks`."""
    folder = str(ROOT / "benchmarks")
    if not (ROOT / "benchmarks" / f"{name}.py").is_file():
        pytest.skip("not run from a checkout")
    sys.path.insert(0, folder)
    try:
        return __import__(name)
    finally:
        sys.path.remove(folder)
