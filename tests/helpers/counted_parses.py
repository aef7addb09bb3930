"""How much is parsed on the way."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from classeval_hf.core import syntax


@contextmanager
def counted_parses() -> Iterator[list[int]]:
    """The lengths of all sources that are parsed within."""
    lengths: list[int] = []
    original = syntax.parse

    def parse(source: str) -> ast.Module:
        lengths.append(len(source))
        return original(source)

    with mock.patch.object(syntax, "parse", parse):
        yield lengths
