"""Options of this suite: `--strict-skips` lets it pass with the listed skips alone, `--durations-file` times it."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import suite_options
from programs import run_python
from slow_and_full import slow

SKIPPING = """
import pytest
def test_nothing(): pass
@pytest.mark.parametrize("number", [1, 2])
def test_listed(number): pytest.skip("the moon is full")
@pytest.mark.skipif(True, reason="the moon is new")
def test_marked(): pass
@pytest.fixture
def tide(): pytest.skip("the tide is low")
def test_in_a_fixture(tide): pass
"""
MODULE = "import pytest\npytest.importorskip('no_such_module', reason='the module is not there')\n"
LISTED = [
    "always | tests/test_a.py::test_listed | the moon",
    "no package no-such-package | tests/test_a.py::test_marked | the moon is new",
    "pytest>=8 | tests/ | the tide",
    "no program no-such-program | tests/test_b.py | the module is not there",
]


def run_suite(folder: Path, *options: str) -> Any:
    path = [str(Path(suite_options.__file__).parent), os.environ.get("PYTHONPATH", "")]
    variables = {"PYTHONPATH": os.pathsep.join(path), "PYTEST_ADDOPTS": ""}
    variables["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # other plugins take longer to import than these suites
    command = ("-m", "pytest", "-p", "no:cacheprovider", "--rootdir=.")
    return run_python(*command, *options, cwd=folder, variables=variables)


@pytest.fixture(params=[[], slow(["-p", "xdist", "-n", "2"])], ids=["one process", "two processes"])
def run(request: pytest.FixtureRequest, tmp_path: Path):
    def run(*lines: str, options: tuple[str, ...] = ("--strict-skips",)) -> Any:
        tests = tmp_path / "tests"
        tests.mkdir(exist_ok=True)
        (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
        (tests / "conftest.py").write_text('pytest_plugins = ["suite_options"]\n')
        (tests / "expected_skips.txt").write_text("# a comment\n\n" + "\n".join(lines) + "\n")
        (tests / "test_a.py").write_text(SKIPPING)
        (tests / "test_b.py").write_text(MODULE)
        return run_suite(tmp_path, *options, *request.param)

    return run


def test_listed_skips_pass(run) -> None:
    done = run(*LISTED)
    assert done.returncode == 0 and "unexpected" not in done.stdout and "5 skipped" in done.stdout, done.stdout


def test_other_skips_fail_and_are_named(run) -> None:
    """Those that no line is for, and those whose line does not hold here."""
    done = run(LISTED[0], "pytest<8 | tests/ | the tide", "no package pytest | tests/test_b.py | the module")
    assert done.returncode == 1, done.stdout
    assert "3 unexpected skips" in done.stdout and "1 passed, 5 skipped" in done.stdout
    for line in (
        "tests/test_a.py::test_marked: the moon is new",
        "tests/test_a.py::test_in_a_fixture: the tide is low",
        "tests/test_b.py: the module is not there",
        "Let these tests run, or add a line to tests/expected_skips.txt.",
    ):
        assert line in done.stdout.splitlines(), done.stdout


def test_any_skip_passes_without_the_option_and_no_other_line_with_it(run) -> None:
    assert run(options=()).returncode == 0
    done = run("always | tests/")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "expected_skips.txt, line 3: not of the form CONDITION | TEST | REASON" in done.stderr


def test_the_conditions_of_the_list_are_understood() -> None:
    for entry in suite_options.read_list(Path(__file__).with_name("expected_skips.txt")):
        assert isinstance(entry.covers(entry.test, entry.reason), bool)


SUITE = """
import time, pytest
@pytest.fixture
def inner(): time.sleep(0.2)
@pytest.fixture
def outer(inner):
    end = time.process_time() + 0.3
    while time.process_time() < end: pass
def test_both(outer): time.sleep(0.1)
def test_none(): pass
"""


@pytest.mark.parametrize("processes", [[], ["-p", "xdist", "-n", "2"]], ids=["one process", "two processes"])
def test_a_fixture_costs_what_it_does_itself(tmp_path: Path, processes: list[str]) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["suite_options"]\n')
    (tmp_path / "test_a.py").write_text(SUITE)
    (tmp_path / "pytest.ini").touch()  # whatever lies in folders above
    done = run_suite(tmp_path, "--durations-file", "build/t.txt", *processes)
    assert done.returncode == 0, done.stdout
    lines = (tmp_path / "build" / "t.txt").read_text().splitlines()
    assert lines[0].startswith("2 tests in ")
    rows = [re.fullmatch(r" *([\d.]+) +([\d.]+)  (\S.*)", line) for line in lines]
    costs = {row[3]: (float(row[1]), float(row[2])) for row in rows if row}
    assert costs["test_a.py::inner"][0] >= 0.2 > costs["test_a.py::inner"][1]
    assert costs["test_a.py::outer"][1] >= 0.3 and costs["test_a.py::outer"][0] < costs["test_a.py"][0] - 0.2
    assert costs["test_a.py"][0] >= 0.6 and "test_a.py::test_none" in costs
