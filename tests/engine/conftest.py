"""Executors that stay from one judge to the next: to start one takes longer than to run a few samples."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import cache

import pytest

from classeval_hf.engine import judge
from classeval_hf.engine.executor import Executor


class Lasting(Executor):
    def __enter__(self) -> Executor:
        with suppress(AttributeError):  # it has no pool before
            if not self.pool._closed:
                return self
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        """Leaves it as it is."""


@pytest.fixture(scope="module")
def executors() -> Iterator[Callable[[str], Executor]]:
    with ExitStack() as stack:
        yield cache(lambda tier: stack.enter_context(Executor(timeout=8.0, isolation=tier)))


@pytest.fixture
def executor(executors: Callable[[str], Executor]) -> Executor:
    return executors("auto")


@pytest.fixture(scope="module")
def shared_executors() -> Iterator[None]:
    made: list[Lasting] = []

    @cache
    def make(*options: object) -> Lasting:
        made.append(Lasting(*options))  # type: ignore[arg-type]
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "Executor", make)
        yield
        for executor in made:
            with suppress(AttributeError):
                executor.close()
