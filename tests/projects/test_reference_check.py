"""Checks of references: what runs in processes forked from one comes out as in processes of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from small_project import project

from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import Execution
from classeval_hf.projects.family import run_together
from classeval_hf.projects.runner.pytest_suite import PytestSuite
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.jobs import NO_LIMITS, TimeLimits

pytestmark = pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")

ONE, TWO = "tests/test_one.py", "tests/test_two.py"
TESTS = """
import pathlib
from pkg import money
def test_total(): assert money.total([1, 2]) == 3
def test_folders(tmp_path): assert tmp_path.parent.name == "pytest-0"
def test_home(): pathlib.Path("~/left").expanduser().touch(exist_ok=False)
def test_state():
    money.seen.append(1)
    assert money.seen == [1]
"""
TWO_TESTS = "from pkg.money import total\ndef test_none(): assert total([]) == 0\n"
RIGHT = "seen = []\ndef total(amounts):\n    return sum(amounts)\n"
HANGS = RIGHT.replace("return", "while True: pass\n    return")
WAITS = RIGHT.replace("return", "import threading\n    threading.Event().wait()\n    return")
NAMES = {ONE: ("test_total", "test_folders", "test_home", "test_state"), TWO: ("test_none",)}


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor() as entered:
        yield entered


def check(
    found: Sequence[Execution], suites: Sequence[PytestSuite], sources: Sequence[str], executor: Executor
) -> None:
    for execution, suite, source in zip(found, suites, sources, strict=True):
        alone = executor.run_suite(suite, source, TimeLimits({ONE: 2.0}), is_reference=True)
        assert execution.verdict == alone.verdict
        assert (execution.collected, execution.generated) == (alone.collected, alone.generated)


def test_candidates_that_share_a_process_come_out_as_alone(tmp_path: Path, executor: Executor) -> None:
    """Without a trace of one another: tests in one file or two, variants that fail, hang or cannot be imported."""
    tests = project(tmp_path, {ONE: TESTS, TWO: TWO_TESTS, "pkg/money.py": RIGHT}, NAMES)
    whole = PytestSuite(tests, 20.0)
    one = replace(whole, tests=replace(tests, tests={ONE: tests.tests[ONE][:2]}), discover=True)
    two = replace(whole, tests=replace(tests, tests={TWO: tests.tests[TWO]}))
    suites = [whole, one, two, whole]
    check(run_together([(suite, RIGHT, NO_LIMITS) for suite in suites], executor, True), suites, [RIGHT] * 4, executor)
    exits = f"{RIGHT}import os\nos._exit(0)\n"
    sources = [RIGHT, RIGHT.replace("sum", "len"), "seen = []\n", HANGS, WAITS, exits, RIGHT]
    found = run_together([(whole, source, TimeLimits({ONE: 2.0, TWO: 1.0})) for source in sources], executor)
    check(found, [whole] * 7, sources, executor)
    assert {len(execution.seconds) for execution in found} == {2}
    assert [all(item.passed for item in one.verdict.test_classes) for one in found] == [True, *[False] * 5, True]


@pytest.mark.parametrize("case", ["leaves a file", "conftest"])
def test_what_could_not_be_the_same_has_a_process_of_its_own(case: str, tmp_path: Path, executor: Executor) -> None:
    """Tests that leave files in the project, and a `conftest.py` that imports the candidate."""
    leaves = f"{TESTS}def test_left(): open('left', 'x').close()\n"
    files = {ONE: leaves if case == "leaves a file" else TESTS, "pkg/money.py": RIGHT}
    files |= {"tests/conftest.py": "import pkg.money\n"} if case == "conftest" else {}
    names = (*NAMES[ONE], "test_left") if case == "leaves a file" else NAMES[ONE]
    suite = PytestSuite(project(tmp_path, files, {ONE: names}), 20.0)
    sources = [RIGHT, RIGHT.replace("sum", "len"), RIGHT]
    found = run_together([(suite, source, NO_LIMITS) for source in sources], executor)
    check(found, [suite] * 3, sources, executor)
    assert [all(item.passed for item in one.verdict.test_classes) for one in found] == [True, False, True]


def test_a_reference_that_changes_pytest_fails_in_processes_it_shares(tmp_path: Path, executor: Executor) -> None:
    """There, pytest is compared after the last test alone."""
    changes = f"{TESTS}def test_change():\n    import _pytest.outcomes\n    _pytest.outcomes.importorskip = print\n"
    names = ("test_total", "test_change", "test_home")
    suite = PytestSuite(project(tmp_path, {ONE: changes, "pkg/money.py": RIGHT}, {ONE: names}), 20.0)
    found = run_together([(suite, RIGHT, NO_LIMITS)] * 2, executor, True)
    check(found, [suite] * 2, [RIGHT] * 2, executor)
    assert [one.error_type for one in found[0].verdict.test_classes] == ["TestMachineryChanged"]
