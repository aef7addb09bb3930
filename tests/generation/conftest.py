"""Tests of generation: `--split open` is read from the package once, and not by every run that a test makes."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from classeval_hf.tasks import splits


@pytest.fixture(scope="session", autouse=True)
def open_split_read_once() -> Iterator[None]:
    read = functools.cache(splits.load_open_tasks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splits, "load_open_tasks", lambda: list(read()))
        yield
