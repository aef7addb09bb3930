"""The option `--durations-file`: seconds by file, fixture and test, whatever the number of processes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import durations
import pytest

SUITE = """
import time, pytest

@pytest.fixture
def inner():
    time.sleep(0.2)

@pytest.fixture
def outer(inner):
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass

def test_both(outer):
    time.sleep(0.1)

def test_none():
    pass
"""


@pytest.mark.parametrize("processes", [[], ["-p", "xdist", "-n", "2"]], ids=["one process", "two processes"])
def test_a_fixture_costs_what_it_does_itself(tmp_path: Path, processes: list[str]) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["durations"]\n')
    (tmp_path / "test_a.py").write_text(SUITE)
    environment = {**os.environ, "PYTHONPATH": str(Path(durations.__file__).parent), "PYTEST_ADDOPTS": ""}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # other plugins take longer to import than these tests
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--durations-file", "build/t.txt", *processes]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    lines = (tmp_path / "build" / "t.txt").read_text().splitlines()
    assert lines[0].startswith("2 tests in ")
    rows = [re.fullmatch(r" *([\d.]+) +([\d.]+)  (\S.*)", line) for line in lines]
    costs = {row[3]: (float(row[1]), float(row[2])) for row in rows if row}
    assert costs["test_a.py::inner"][0] >= 0.2 > costs["test_a.py::inner"][1]
    assert costs["test_a.py::outer"][1] >= 0.3 and costs["test_a.py::outer"][0] < costs["test_a.py"][0] - 0.2
    assert costs["test_a.py"][0] >= 0.6 and "test_a.py::test_none" in costs
