"""Control groups: taken where they are delegated, and left as they were."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from classeval_hf.sandbox.pool import delegated_group

SCRIPT = """
import json, sys
from pathlib import Path
from classeval_hf.core.tasks import ClassTask
from classeval_hf.sandbox import pool
from classeval_hf.engine.executor import Executor

group = pool.own_group()
test = "import unittest\\nclass BoxTest(unittest.TestCase):\\n    def test_1(self):\\n"
test += "        self.assertEqual(Box().size(), 3)\\n"
right = "class Box:\\n    def size(self):\\n        return 3\\n"
forks = "import os, time\\nclass Box:\\n    def size(self):\\n        made = 0\\n        try:\\n"
forks += "            while True:\\n"
forks += "                if os.fork() == 0:\\n                    time.sleep(30)\\n                made += 1\\n"
forks += "        except OSError:\\n            raise RuntimeError(f'made {made}')\\n"
task = ClassTask("box", "Box", test, ("BoxTest",))
with Executor() as executor:
    found = [executor.run(task, source).verdict for source in (right, forks, right)]
    inside = sorted(path.name.partition("-")[0] for path in group.iterdir() if path.is_dir())
print(json.dumps({
    "passed": [verdict.passed(["BoxTest"]) for verdict in found],
    "message": found[1].test_classes[0].cases[0].message,
    "inside": inside,
    "after": [path.name for path in group.iterdir() if path.is_dir()],
    "own": pool.own_group() == group,
}))
"""


@pytest.fixture
def delegated() -> Path:
    """A control group that a process may be started in, made where this user may make one."""
    for mount in (line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()):
        if "-" in mount and mount[mount.index("-") + 1] == "cgroup2":
            root = Path(mount[4])
            controllers = (root / "cgroup.controllers").read_text().split()
            if "pids" in controllers and os.access(root / "cgroup.subtree_control", os.W_OK):
                return root
    pytest.skip("this user may make no control groups with a limit on processes here (cgroup v2)")


def test_samples_are_limited_by_the_kernel(delegated: Path) -> None:
    (delegated / "cgroup.subtree_control").write_text("+pids")
    group = delegated / f"test-{os.getpid()}"
    group.mkdir()
    try:
        enter = f"import os\nopen({str(group / 'cgroup.procs')!r}, 'w').write(str(os.getpid()))\n"
        done = subprocess.run([sys.executable, "-c", enter + SCRIPT], capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, done.stderr[-2000:]
        assert '"passed": [true, false, true]' in done.stdout
        assert '"inside": ["scorer"]' in done.stdout
        assert '"after": []' in done.stdout
        assert '"own": true' in done.stdout
    finally:
        group.rmdir()


def test_a_group_with_processes_of_others_is_left_alone() -> None:
    with delegated_group() as folder:
        assert folder == "" or Path(folder).is_dir()
    groups = Path("/proc/self/cgroup").read_text()
    with delegated_group():
        pass
    assert Path("/proc/self/cgroup").read_text() == groups
