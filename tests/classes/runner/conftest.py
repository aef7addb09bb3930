"""One process that runs samples for the tests of a file."""

from collections.abc import Iterator

import pytest

from classeval_hf.engine.executor import Executor


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor() as executor:
        yield executor
