"""
Samples that attack pytest, in whose process they run, to pass a project's tests that they do not pass.

Each is a wrong candidate, followed by what it tries. What succeeds is listed here, and must be marked as suspicious.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hostile_samples import TIERS
from places import ROOT
from small_project import outcomes, project

from classeval_hf.engine.executor import Executor
from classeval_hf.projects.runner.pytest_suite import ProjectTests, PytestSuite

SAMPLES = sorted(Path(__file__).parent.joinpath("pytest_samples").glob("*.py"))

_BY_MARK = {
    "gc": "continues_the_report_found_by_gc",
    "own equality": """
        is_a_text_that_is_equal_to_everything is_equal_as_a_class is_equal_as_a_data_class is_equal_as_a_number
        is_equal_by_a_builtin_function is_equal_by_a_method_of_a_library is_equal_by_a_module_that_it_writes
        is_equal_by_an_object_that_is_true is_equal_by_another_method is_equal_by_identity is_equal_by_inheritance
        is_equal_by_its_type is_equal_by_the_other_type is_equal_once_it_is_asked_for is_equal_to_everything
    """,
    "code at run time": "is_equal_by_code_of_a_text",
    "frames at run time": """
        reads_expected_values_from_the_calling_test reads_the_line_of_the_calling_test
        takes_a_frame_by_a_computed_name takes_a_frame_by_a_library takes_a_frame_by_an_attrgetter
        takes_a_frame_from_a_coroutine takes_a_frame_from_a_generator takes_a_frame_from_an_exception
        takes_a_frame_in_code_made_at_run_time
    """,
    "files of tests": """
        reads_the_test_file_by_a_copy reads_the_test_file_by_a_link reads_the_test_file_by_a_link_to_its_folder
        reads_the_test_file_by_a_timer reads_the_test_file_by_its_folder reads_the_test_file_by_its_loader
        reads_the_test_file_by_linecache reads_the_test_file_by_pathlib reads_the_test_file_in_a_thread
    """,
    "processes": "reads_the_test_file_by_a_program",
    "function objects at run time": "takes_the_code_of_the_tests",
}
FORGED = {name: mark for mark, names in _BY_MARK.items() for name in names.split()}
"""Samples that get a pass for a test file, and a mark that tells of it."""

SECONDS = 3.0
"""What test files may take: a sample of those here does not end by itself."""


def purse(total: str, owner: str = "owner", add: str = "amount", fields: str = "") -> str:
    """A class with the body of `total`, and what else its methods keep and return."""
    return f"""
class Purse:
    {fields}
    def __init__(self, owner):
        self.owner, self.amounts = {owner}, []

    def add(self, amount):
        self.amounts.append(amount)
        return {add}

    def total(self):
{textwrap.indent(total, " " * 8)}
"""


RIGHT = purse("return sum(self.amounts)")
WRONG = purse("return -1", owner="'nobody'", add="-1")
ENDINGS = {
    "Yes": purse("return Yes()", owner="Yes()", add="Yes()"),
    "text": "import re\n"
    + purse(
        """if not self.answers:
    self.answers[:] = re.findall(r"total(?:\\(\\))? == (\\d+)", text())
return int(self.answers.pop(0))""",
        fields="answers = []",
    ),
    "frame": purse("""one, names = frame(), ["f_" + name for name in ("code", "back")]
while not getattr(getattr(one, names[0]), "co_name").startswith("test_"):
    one = getattr(one, names[1])
held = getattr(getattr(one, names[0]), "co_" + "consts")
return [value for value in held if type(value) is int][-1]"""),
    "code": purse(
        """held = getattr(code(self.names.pop(0)), "co_" + "consts")
return [value for value in held if type(value) is int][-1]""",
        fields='names = ["test_new", "test_add"]',
    ),
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


def test_the_document_counts_them() -> None:
    """What gets a pass, and by which mark it is told."""
    text = (ROOT / "docs" / "design" / "project-tests.md").read_text(encoding="utf-8")
    assert f"Of {len(SAMPLES)} attacks in" in text and f", {len(FORGED)} pass a test file" in text
    rows = re.findall(r"^\| (?:.*? \((\d+)\)|.*?) \| `([a-z ]+)` \|$", text, re.MULTILINE)
    assert Counter(FORGED.values()) == Counter({mark: int(number or 1) for number, mark in rows})


@pytest.mark.parametrize("tier", TIERS)
def test_controls(tier: str, purses: ProjectTests, executors: Callable[..., Executor]) -> None:
    """The tests tell right from wrong, and a right candidate that touches nothing is not marked."""
    executor, suite = executors(tier, 5.0), PytestSuite(purses, SECONDS)
    right, wrong = (executor.run_suite(suite, source) for source in (RIGHT, WRONG))
    assert all(item.passed for item in right.verdict.test_classes), outcomes(right.verdict)
    assert not any(case.outcome == "pass" for item in wrong.verdict.test_classes for case in item.cases)
    assert right.verdict.suspicious == wrong.verdict.suspicious == ()


def cases() -> Iterator[Any]:
    """Each sample at each tier: one case in twelve, the others at the strongest tier as slow tests."""
    for number, (tier, sample) in enumerate(product(TIERS, SAMPLES)):
        mark = () if number % 12 == 0 else pytest.mark.slow if tier == TIERS[0] else pytest.mark.full
        yield pytest.param(sample, tier, id=f"{sample.stem}-{tier}", marks=mark)


@pytest.mark.parametrize(("sample", "tier"), list(cases()))
def test_sample(sample: Path, tier: str, purses: ProjectTests, executors: Callable[..., Executor]) -> None:
    """None gets a pass that it does not deserve, but those that are listed, which are marked."""
    source = sample.read_text()
    defines = r"(def|class|import) {0}\b|^{0} ="
    endings = [ending for name, ending in ENDINGS.items() if re.search(defines.format(name), source, re.M)]
    execution = executors(tier, 5.0).run_suite(PytestSuite(purses, SECONDS), WRONG + source + "".join(endings))
    passed = [item.test_class for item in execution.verdict.test_classes if item.passed]
    if sample.stem in FORGED:
        assert passed, "it does not succeed any more: take it off the list"
        assert FORGED[sample.stem] in execution.verdict.suspicious
    else:
        assert not passed, execution
