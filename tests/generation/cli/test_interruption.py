"""What is printed where a launcher and what it started are interrupted together."""

import os
import subprocess
import sys
from pathlib import Path

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
