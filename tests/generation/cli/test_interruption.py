"""What is printed where a launcher and what it started are interrupted together."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from slow_cases import slow

CHILD = """
import sys
from pathlib import Path
from classeval_hf.generation.cli.command import run_generation

def work():
    Path(sys.argv[1]).touch()
    raise KeyboardInterrupt

raise SystemExit(run_generation("run.py", work))
"""
LAUNCHER = """
import subprocess, sys, time
from pathlib import Path

subprocess.Popen([sys.executable, "child.py", "interrupted"])
while not Path("interrupted").exists():
    time.sleep(0.01)
time.sleep(0.5)
print("KeyboardInterrupt", file=sys.stderr)
"""


def test_the_sentence_comes_after_the_launchers_traceback(tmp_path: Path) -> None:
    """A stand-in for `accelerate`, of its name, ends half a second after what it started was interrupted."""
    (tmp_path / "child.py").write_text(CHILD)
    (tmp_path / "accelerate").write_text(LAUNCHER)
    environment = {name: value for name, value in os.environ.items() if name != "WORLD_SIZE"}
    done = subprocess.run(
        [sys.executable, "accelerate"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    first, last = done.stderr.strip().splitlines()[-2:]
    assert first == "KeyboardInterrupt"
    assert last == "run.py: interrupted. Finished samples and steps are kept; the same command resumes."


WORKER = """
import os, time
from pathlib import Path
from classeval_hf.generation.cli.command import run_generation

def work():
    Path("ready" + os.environ["RANK"]).touch()
    time.sleep(100)

raise SystemExit(run_generation("run.py", work))
"""


@pytest.mark.parametrize(
    "launcher",
    [
        slow(pytest.param(["torch.distributed.run", "--nproc_per_node", "2"], id="torchrun")),
        pytest.param(
            ["accelerate.commands.launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1"],
            id="accelerate",
        ),
    ],
)
def test_several_processes_say_it_once_and_last(launcher: list[str], tmp_path: Path) -> None:
    """Ctrl-C reaches the launcher, which ends its processes, and then prints a traceback of its own."""
    pytest.importorskip("torch")
    (tmp_path / "worker.py").write_text(WORKER)
    environment = {name: value for name, value in os.environ.items() if name not in ("WORLD_SIZE", "RANK")}
    started = subprocess.Popen(
        [sys.executable, "-m", *launcher, "worker.py"],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while started.poll() is None and len([*tmp_path.glob("ready*")]) < 2:
            time.sleep(0.05)
        os.killpg(started.pid, signal.SIGINT)
        said = started.communicate(timeout=120)[1]
    finally:
        started.kill()
    assert "SignalException" in said  # of the launcher
    assert said.count("interrupted. Finished samples") == 1, said
    assert said.endswith("\nrun.py: interrupted. Finished samples and steps are kept; the same command resumes.\n")
