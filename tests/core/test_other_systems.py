"""Systems that this package does not run samples on: it is imported there, and says what works."""

import os
import subprocess
import sys

import pytest
from places import ROOT

WITHOUT = """
import platform, sys
import datasets, evaluate, numpy, scipy.stats, rich.console, tqdm.auto  # as they are on such a system
for name in {missing}:
    sys.modules[name] = None
{windows}
platform.system = lambda: {system!r}
import classeval_hf, classeval_dataset, classeval_metric
from classeval_hf.cli import main
from classeval_hf.sandbox import IsolationError, choose_isolation
assert main(["validate", "--stats", "open"]) == 0
try:
    choose_isolation()
except IsolationError as error:
    print(error)
"""

WINDOWS = """
import ctypes
sys.platform = "win32"
ctypes.CDLL = ctypes.PyDLL = None  # the C library has no place there that `None` names
"""


@pytest.mark.parametrize(
    ("system", "windows", "missing", "said"),
    [
        (
            "Windows",
            WINDOWS,
            ["fcntl", "resource", "grp", "pwd", "termios"],
            "on Windows use WSL 2 or a Linux",
        ),
        ("Darwin", "", [], "only isolation='T0' runs candidates, without isolation: use a Linux container"),
    ],
)
def test_the_package_is_imported_and_says_what_works(
    system: str, windows: str, missing: list[str], said: str, without_transformers: str
) -> None:
    code = WITHOUT.format(system=system, windows=windows, missing=missing)
    path = os.pathsep.join([without_transformers, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
