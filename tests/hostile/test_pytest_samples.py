"""
Samples that attack pytest, in whose process they run, to pass a project's tests that they do not pass.

Each is a wrong candidate, followed by what it tries. What succeeds is listed here, and must be marked as suspicious.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_project import outcomes, project

from classeval_hf.pytest_runner import ProjectExecutor, ProjectTests

SAMPLES = sorted(Path(__file__).parent.joinpath("pytest_samples").glob("*.py"))

FORGED = {
    "continues_the_report_found_by_gc": "gc",
    "is_a_text_that_is_equal_to_everything": "equal to all",
    "is_equal_to_everything": "equal to all",
    "reads_expected_values_from_the_calling_test": "frames",
}
"""Samples that get a pass for a test file, and a mark that tells of it."""

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
def executor() -> Iterator[ProjectExecutor]:
    with ProjectExecutor(timeout=5.0) as entered:
        yield entered


def test_controls(purses: ProjectTests, executor: ProjectExecutor) -> None:
    """The tests tell right from wrong, and a right candidate that touches nothing is not marked."""
    right, wrong = executor.run(purses, RIGHT), executor.run(purses, WRONG)
    assert all(item.passed for item in right.verdict.test_classes), outcomes(right.verdict)
    assert not any(case.outcome == "pass" for item in wrong.verdict.test_classes for case in item.cases)
    assert right.verdict.suspicious == wrong.verdict.suspicious == ()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_sample(sample: Path, purses: ProjectTests, executor: ProjectExecutor) -> None:
    """None gets a pass that it does not deserve, but those that are listed, which are marked."""
    execution = executor.run(purses, WRONG + sample.read_text())
    passed = [item.test_class for item in execution.verdict.test_classes if item.passed]
    if sample.stem in FORGED:
        assert passed, "it does not succeed any more: take it off the list"
        assert FORGED[sample.stem] in execution.verdict.suspicious
    else:
        assert not passed, execution
