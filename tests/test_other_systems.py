"""Systems that this package does not run samples on: it is imported there, and says what works."""

import os
import subprocess
import sys

import pytest
from places import ROOT

AS_THERE = """
import os, platform, sys
import datasets, evaluate, numpy, scipy.stats, rich.console, tqdm.auto  # as they are on such a system
child = os.fork()  # a process for each system; what takes time to import is imported once
if child:
    _, status = os.waitpid(child, 0)
    assert status == 0
if not child:
    import ctypes
    for name in ("fcntl", "resource", "grp", "pwd", "termios"):
        sys.modules[name] = None
    sys.platform = "win32"
    ctypes.CDLL = ctypes.PyDLL = None  # the C library has no place there that `None` names
system = "Darwin" if child else "Windows"
platform.system = lambda: system
import classeval_hf, classeval_dataset, classeval_metric
from classeval_hf.cli import main
from classeval_hf.sandbox.isolation import IsolationError
from classeval_hf.sandbox.self_test import choose_isolation
assert main(["compare", "tests/runs/score_files/splits.json", "tests/runs/score_files/splits.json"]) == 0
try:
    choose_isolation()
except IsolationError as error:
    print(system, error, flush=True)
"""


@pytest.mark.slow
def test_the_package_is_imported_and_says_what_works(without_transformers: str) -> None:
    path = os.pathsep.join([without_transformers, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", AS_THERE]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    windows, darwin = (line for line in done.stdout.splitlines() if line.startswith(("Windows ", "Darwin ")))
    assert "on Windows use WSL 2 or a Linux" in windows
    assert "only isolation='T0' runs candidates, without isolation: use a Linux container" in darwin
