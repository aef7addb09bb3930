"""What a process inherits from whoever starts it, such as a scheduler of jobs, does not keep it from scoring."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from box_task import RIGHT, TASK


@pytest.mark.usefixtures("consent", "hf_home")
@pytest.mark.parametrize("closed", [(), (1, 2)])
def test_ignored_children_and_closed_streams(closed: tuple[int, ...], tmp_path: Path) -> None:
    tasks, samples, scores = (tmp_path / name for name in ("tasks.json", "samples.jsonl", "scores.json"))
    tasks.write_text(json.dumps([TASK.to_row()]))
    samples.write_text(json.dumps({"task_id": "box", "completion": RIGHT}))
    command = [sys.executable, "-m", "classeval_hf", "score", str(samples), "--tasks-from", str(tasks)]

    def inherit() -> None:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for number in closed:
            os.close(number)

    subprocess.run([*command, "-o", str(scores), "-q"], preexec_fn=inherit, check=True, capture_output=True)
    (found,) = json.loads(scores.read_text()).values()
    assert found["class_pass@1"] == 1.0
