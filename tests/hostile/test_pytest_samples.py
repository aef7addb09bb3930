"""
Samples that attack pytest, in whose process they run, to pass a project's tests that they do not pass.

Each is a wrong candidate, followed by what it tries. What succeeds is listed here, and must be marked as suspicious.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from ledger import TIERS
from places import ROOT
from small_project import outcomes, project

from classeval_hf.judging.executor import Executor
from classeval_hf.pytest_runner.plans import ProjectTests
from classeval_hf.pytest_runner.pytest_suite import PytestSuite
from classeval_hf.sandbox.isolation import IsolationError

SAMPLES = sorted(Path(__file__).parent.joinpath("pytest_samples").glob("*.py"))

FORGED = {
    "continues_the_report_found_by_gc": "gc",
    "is_a_text_that_is_equal_to_everything": "own equality",
    "is_equal_as_a_class": "own equality",
    "is_equal_as_a_data_class": "own equality",
    "is_equal_as_a_number": "own equality",
    "is_equal_by_a_builtin_function": "own equality",
    "is_equal_by_a_method_of_a_library": "own equality",
    "is_equal_by_a_module_that_it_writes": "own equality",
    "is_equal_by_an_object_that_is_true": "own equality",
    "is_equal_by_another_method": "own equality",
    "is_equal_by_code_of_a_text": "code at run time",
    "is_equal_by_identity": "own equality",
    "is_equal_by_inheritance": "own equality",
    "is_equal_by_its_type": "own equality",
    "is_equal_by_the_other_type": "own equality",
    "is_equal_once_it_is_asked_for": "own equality",
    "is_equal_to_everything": "own equality",
    "reads_expected_values_from_the_calling_test": "frames at run time",
    "reads_the_line_of_the_calling_test": "frames at run time",
    "reads_the_test_file_by_a_copy": "files of tests",
    "reads_the_test_file_by_a_link": "files of tests",
    "reads_the_test_file_by_a_link_to_its_folder": "files of tests",
    "reads_the_test_file_by_a_program": "processes",
    "reads_the_test_file_by_a_timer": "files of tests",
    "reads_the_test_file_by_its_folder": "files of tests",
    "reads_the_test_file_by_its_loader": "files of tests",
    "reads_the_test_file_by_linecache": "files of tests",
    "reads_the_test_file_by_pathlib": "files of tests",
    "reads_the_test_file_in_a_thread": "files of tests",
    "takes_a_frame_by_a_computed_name": "frames at run time",
    "takes_a_frame_by_a_library": "frames at run time",
    "takes_a_frame_by_an_attrgetter": "frames at run time",
    "takes_a_frame_from_a_coroutine": "frames at run time",
    "takes_a_frame_from_a_generator": "frames at run time",
    "takes_a_frame_from_an_exception": "frames at run time",
    "takes_a_frame_in_code_made_at_run_time": "frames at run time",
    "takes_the_code_of_the_tests": "function objects at run time",
}
"""Samples that get a pass for a test file, and a mark that tells of it."""

SECONDS = 3.0
"""What test files may take: a sample of those here does not end by itself."""
RIGHT = """
class Purse:
    def __init__(self, owner):
        self.owner, self.amounts = owner, []

    def add(self, amount):
        self.amounts.append(amount)
        return amount

    def total(self):
        return sum(self.amounts)
"""
WRONG = """
class Purse:
    def __init__(self, owner):
        self.owner = "nobody"

    def add(self, amount):
        return -1

    def total(self):
        return -1
"""
ENDINGS = {
    "Yes": """
class Purse:
    def __init__(self, owner):
        self.owner = Yes()

    def add(self, amount):
        return Yes()

    def total(self):
        return Yes()
""",
    "text": """
import re

class Purse:
    answers = []

    def __init__(self, owner):
        self.owner = owner

    def add(self, amount):
        return amount

    def total(self):
        if not self.answers:
            self.answers[:] = re.findall(r"total(?:\\(\\))? == (\\d+)", text())
        return int(self.answers.pop(0))
""",
    "frame": """
class Purse:
    def __init__(self, owner):
        self.owner = owner

    def add(self, amount):
        return amount

    def total(self):
        one, names = frame(), ["f_" + name for name in ("code", "back")]
        while not getattr(getattr(one, names[0]), "co_name").startswith("test_"):
            one = getattr(one, names[1])
        held = getattr(getattr(one, names[0]), "co_" + "consts")
        return [value for value in held if type(value) is int][-1]
""",
    "code": """
class Purse:
    names = ["test_new", "test_add"]

    def __init__(self, owner):
        self.owner = owner

    def add(self, amount):
        return amount

    def total(self):
        held = getattr(code(self.names.pop(0)), "co_" + "consts")
        return [value for value in held if type(value) is int][-1]
""",
}
"""What samples end with, by the name that they define: what looks up, or needs not know, what the tests expect."""
TESTS = """
from pkg.money import Purse


def test_new():
    purse = Purse("ann")
    total = purse.total()
    assert total == 0


def test_add():
    purse = Purse("ann")
    purse.add(12)
    assert purse.total() == 12


def test_owner():
    assert Purse("ann").owner == "ann"


def test_many():
    purses = [Purse(name) for name in "abc"]
    assert all(purse.add(3) == 3 for purse in purses)
    assert len({purse.owner for purse in purses}) == 3
"""
UNIT_TESTS = """
import unittest

from pkg.money import Purse


class PurseTest(unittest.TestCase):
    def test_total(self):
        purse = Purse("ben")
        for amount in (1, 2, 4):
            purse.add(amount)
        self.assertEqual(purse.total(), 7)
"""


@pytest.fixture(scope="module")
def purses(tmp_path_factory: pytest.TempPathFactory) -> ProjectTests:
    return project(
        tmp_path_factory.mktemp("purses"),
        {"tests/__init__.py": "", "tests/test_money.py": TESTS, "tests/test_unit.py": UNIT_TESTS},
        {
            "tests/test_money.py": ("test_new", "test_add", "test_owner", "test_many"),
            "tests/test_unit.py": ("PurseTest::test_total",),
        },
    )


@pytest.fixture(scope="module")
def executors() -> Iterator[Callable[[str], Executor]]:
    """One executor for each tier, made when it is first asked for."""
    with ExitStack() as stack:

        @lru_cache
        def executor(tier: str) -> Executor:
            try:
                return stack.enter_context(Executor(isolation=tier))
            except IsolationError as error:
                pytest.skip(f"this machine does not give {tier}: {error}")

        yield executor


def test_the_document_counts_them() -> None:
    """What gets a pass, and by which mark it is told."""
    text = (ROOT / "docs" / "design" / "project-tests.md").read_text(encoding="utf-8")
    assert f"Of {len(SAMPLES)} attacks in" in text and f", {len(FORGED)} get a pass" in text
    rows = re.findall(r"^\| (?:.*? \((\d+)\)|.*?) \| `([a-z ]+)` \|$", text, re.MULTILINE)
    assert Counter(FORGED.values()) == Counter({mark: int(number or 1) for number, mark in rows})


@pytest.mark.parametrize("tier", TIERS)
def test_controls(tier: str, purses: ProjectTests, executors: Callable[[str], Executor]) -> None:
    """The tests tell right from wrong, and a right candidate that touches nothing is not marked."""
    executor = executors(tier)
    right, wrong = (
        executor.run_suite(PytestSuite(purses, SECONDS), RIGHT),
        executor.run_suite(PytestSuite(purses, SECONDS), WRONG),
    )
    assert all(item.passed for item in right.verdict.test_classes), outcomes(right.verdict)
    assert not any(case.outcome == "pass" for item in wrong.verdict.test_classes for case in item.cases)
    assert right.verdict.suspicious == wrong.verdict.suspicious == ()


def cases() -> Iterator[Any]:
    """Each sample at each tier: one case in twelve, the others at the strongest tier as slow tests."""
    for number, (tier, sample) in enumerate(product(TIERS, SAMPLES)):
        mark = () if number % 12 == 0 else pytest.mark.slow if tier == TIERS[0] else pytest.mark.full
        yield pytest.param(sample, tier, id=f"{sample.stem}-{tier}", marks=mark)


@pytest.mark.parametrize(("sample", "tier"), list(cases()))
def test_sample(sample: Path, tier: str, purses: ProjectTests, executors: Callable[[str], Executor]) -> None:
    """None gets a pass that it does not deserve, but those that are listed, which are marked."""
    source = sample.read_text()
    endings = [
        ending
        for name, ending in ENDINGS.items()
        if re.search(rf"(def|class|import) {name}\b|^{name} =", source, re.M)
    ]
    execution = executors(tier).run_suite(PytestSuite(purses, SECONDS), WRONG + source + "".join(endings))
    passed = [item.test_class for item in execution.verdict.test_classes if item.passed]
    if sample.stem in FORGED:
        assert passed, "it does not succeed any more: take it off the list"
        assert FORGED[sample.stem] in execution.verdict.suspicious
    else:
        assert not passed, execution
