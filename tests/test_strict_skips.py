"""The option `--strict-skips`: a run passes with the skips that are in the list, and with no others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import strict_skips
from slow_cases import slow

SKIPPING = """
import pytest

def test_nothing():
    pass

@pytest.mark.parametrize("number", [1, 2])
def test_listed(number):
    pytest.skip("the moon is full")

@pytest.mark.skipif(True, reason="the moon is new")
def test_marked():
    pass

@pytest.fixture
def tide():
    pytest.skip("the tide is low")

def test_in_a_fixture(tide):
    pass
"""
MODULE = "import pytest\npytest.importorskip('no_such_module', reason='the module is not there')\n"
LISTED = [
    "always | tests/test_a.py::test_listed | the moon",
    "no package no-such-package | tests/test_a.py::test_marked | the moon is new",
    "pytest>=8 | tests/ | the tide",
    "no program no-such-program | tests/test_b.py | the module is not there",
]


@pytest.fixture(params=[[], slow(["-p", "xdist", "-n", "2"])], ids=["one process", "two processes"])
def run(request: pytest.FixtureRequest, tmp_path: Path):
    """Runs a suite that skips in every way, with lines of a list."""

    def run(*lines: str, options: tuple[str, ...] = ("--strict-skips",)) -> subprocess.CompletedProcess[str]:
        tests = tmp_path / "tests"
        tests.mkdir()
        (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
        (tests / "conftest.py").write_text('pytest_plugins = ["strict_skips"]\n')
        (tests / "expected_skips.txt").write_text("# a comment\n\n" + "\n".join(lines) + "\n")
        (tests / "test_a.py").write_text(SKIPPING)
        (tests / "test_b.py").write_text(MODULE)
        path = [str(Path(strict_skips.__file__).parent), os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, *request.param]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTEST_ADDOPTS": ""}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # other plugins take longer to import than these suites
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)

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


def test_without_the_option_any_skip_passes(run) -> None:
    assert run(options=()).returncode == 0


def test_a_line_of_another_form_is_refused(run) -> None:
    done = run("always | tests/")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "expected_skips.txt, line 3: not of the form CONDITION | TEST | REASON" in done.stderr


def test_the_conditions_of_the_list_are_understood() -> None:
    for entry in strict_skips.read_list(Path(__file__).with_name("expected_skips.txt")):
        assert isinstance(entry.covers(entry.test, entry.reason), bool)
