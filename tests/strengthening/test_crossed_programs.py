"""References with one method as a solution has it."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.strengthening.mutate.crossed_programs import crossed_programs

REFERENCE = '''
import re

class Box:
    """A box."""
    def __init__(self, items):
        """Keeps the items."""
        self.items = items
    @property
    def size(self): return len(self.items)
    @size.setter
    def size(self, size): self.items = self.items[:size]
    def first(self): return self.items[0]
'''
ANSWER = """
from __future__ import annotations
import math

class Box:
    def first(self): return None

class Box:
    def __init__(self, items):
        # another comment
        self.items = items
    @staticmethod
    def first(): return math.pi
    @property
    def size(self): return self.helper()
    def helper(self): return 7
"""


@pytest.fixture(scope="module")
def calls() -> Iterator[LimitedCalls]:
    with LimitedCalls() as calls:
        yield calls


def crossed(calls: LimitedCalls, *answers: str) -> Mapping[tuple[str, str], str]:
    solutions = [(f"s{number}", answer) for number, answer in enumerate(answers)]
    programs = crossed_programs(REFERENCE, "Box", solutions, calls)
    return {(item.solution, item.method): item.source for item in programs}


def test_one_method_is_the_answers(calls: LimitedCalls) -> None:
    """Decorators and imports come along; all parts of a property go; comments and docstrings make no difference."""
    programs = crossed(calls, ANSWER)
    assert list(programs) == [("s0", "size"), ("s0", "first")]
    first: dict[str, Any] = {}
    size: dict[str, Any] = {}
    exec(programs["s0", "first"], first)
    assert round(first["Box"].first(), 2) == 3.14 and first["Box"]([1, 2]).size == 2
    exec(programs["s0", "size"], size)
    assert size["Box"]([1, 2]).first() == 1 and size["Box"].size.fset is None and not hasattr(size["Box"], "helper")


def test_which_programs(calls: LimitedCalls) -> None:
    """Of programs that are equal the first has the name; the reference and what cannot be read give none."""
    deep = "class Box:\n    def first(self): return " + "-" * 100_000 + "1\n"
    found = crossed(calls, REFERENCE, "def (", "x = 1", deep, ANSWER, ANSWER)
    assert list(found) == [("s4", "size"), ("s4", "first")]
    answers = [(f"s{number}", f"class Box:\n    def first(self): return {number}\n") for number in range(100)]
    chosen, again, other = (crossed_programs(REFERENCE, "Box", answers, calls, seed) for seed in (0, 0, 1))
    numbers = [int(item.solution[1:]) for item in chosen]
    assert chosen == again != other and len(numbers) == 40 and numbers == sorted(numbers)
    assert all(ast.parse(item.source) for item in chosen)
