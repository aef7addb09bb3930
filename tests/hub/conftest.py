"""Processes that tests of the Hub start: they do without transformers, as after `pip install classeval-hf` alone."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def processes_without_transformers(without_transformers: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", without_transformers, prepend=os.pathsep)
        yield
