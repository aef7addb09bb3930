"""What is printed where a launcher and what it started are interrupted together."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from slow_and_full import one_in

SAID = "run.py: interrupted. Finished samples and steps are kept; the same command resumes."
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("WORLD_SIZE", "RANK", "LOCAL_RANK")}
WORKER = """
import os, time
from pathlib import Path
from classeval_hf.generation.cli.command import run_generation

def work():
    Path("ready" + os.environ["LOCAL_RANK"]).touch()
    if "RANK" not in os.environ:
        raise KeyboardInterrupt
    time.sleep(100)

raise SystemExit(run_generation("run.py", work))
"""
LAUNCHER = """
import os, subprocess, sys, time

for rank in "01":
    subprocess.Popen([sys.executable, "worker.py"], env={**os.environ, "LOCAL_RANK": rank})
while not (os.path.exists("ready0") and os.path.exists("ready1")):
    time.sleep(0.01)
time.sleep(0.5)
print("KeyboardInterrupt", file=sys.stderr)
"""


def test_the_sentence_comes_once_after_the_launchers_traceback() -> None:
    """A stand-in for `accelerate`, of its name, ends half a second after what it started was interrupted."""
    Path("worker.py").write_text(WORKER)
    Path("accelerate").write_text(LAUNCHER)
    command = [sys.executable, "accelerate"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    assert done.stderr.strip().splitlines()[-2:] == ["KeyboardInterrupt", SAID] and done.stderr.count(SAID) == 1


LAUNCHERS = {
    "accelerate": "accelerate.commands.launch --multi_gpu --num_processes 2 --num_machines 1",
    "torchrun": "torch.distributed.run --nproc_per_node 2",
}


@pytest.mark.slow
@pytest.mark.parametrize("launcher", one_in(2, LAUNCHERS))
def test_several_processes_say_it_once_and_last(launcher: str) -> None:
    """Ctrl-C reaches the launcher, which ends its processes, and then prints a traceback of its own."""
    Path("worker.py").write_text(WORKER)
    command = [sys.executable, "-m", *LAUNCHERS[launcher].split(), "worker.py"]
    started = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        while started.poll() is None and len([*Path().glob("ready*")]) < 2:
            time.sleep(0.05)
        os.killpg(started.pid, signal.SIGINT)
        said = started.communicate(timeout=120)[1]
    finally:
        started.kill()
    assert "SignalException" in said  # of the launcher
    assert said.count("interrupted. Finished samples") == 1, said
    assert said.endswith(f"\n{SAID}\n")
