"""Runs that are interrupted or killed leave nothing, and go on where they were; results are the same every time."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hostile_samples import RIGHT, TASK, WRONG
from traces import assert_no_descendants_but, descendants

from classeval_hf.scoring.compute import compute_scores

TIMEOUT = 1.0


@pytest.mark.usefixtures("consent", "hf_home")
def test_results_are_the_same_every_time() -> None:
    """Without the cache, and for samples whose messages name addresses, temporary files and folders."""
    unstable = (
        *("raise ValueError(object())", "raise ValueError(Ledger)", "open('/nonexistent/file')"),
        "import tempfile\nraise ValueError(tempfile.mkdtemp())",
        "import os\nraise ValueError(os.getcwd(), __file__)",
        "import random\nraise ValueError(random.random(), {'b', 'a', 'c'})",
        "Ledger.post = lambda self, amount: {str(number) for number in range(20)}",
        *("Ledger.post = lambda self, amount: object()", "Ledger.seal = lambda self: undefined"),
        "import datetime\nraise ValueError(datetime.datetime.now())",
        "import datetime\nraise ValueError(str(datetime.datetime.now()))",
        "import time\nraise ValueError(time.strftime('%H:%M:%S'), 'is not', time.time_ns())",
        "import time\nraise ValueError(time.time())",
        "raise ValueError('1999-12-31 23:59', 1234567890)",
        "import datetime\nLedger.post = lambda self, amount: datetime.datetime.now().isoformat()",
    )
    answers = [RIGHT, WRONG, "", *(f"{RIGHT}\n{code}\n" for code in unstable)]
    with pytest.warns(UserWarning):
        first, second = (
            compute_scores([answers], [TASK], k=1, timeout=TIMEOUT, progress=False, cache=False)["results"]
            for _ in range(2)
        )
    assert first == second
    messages = [item["test_classes"]["LedgerTestSeal"]["message"] for item in first["ledger"]]
    assert any("1999-12-31 23:59" in message and "1234567890" in message for message in messages)
    assert [item["class_passed"] for item in first["ledger"][:3]] == [True, False, False]


@dataclass
class CommandLine:
    """Scoring as users start it, on a file of samples that take a while."""

    folder: Path
    home: Path
    samples: Path

    def start(self, *options: str) -> subprocess.Popen[str]:
        temporary = self.folder / "temporary"
        temporary.mkdir(exist_ok=True)
        environment = {"HF_ALLOW_CODE_EVAL": "1", "HF_HOME": str(self.home), "TMPDIR": str(temporary)}
        tasks = ("--tasks-from", str(self.folder / "tasks.json"))
        command = [
            sys.executable,
            "-m",
            "classeval_hf",
            "score",
            str(self.samples),
            *tasks,
            "--workers",
            "2",
            *options,
        ]
        streams: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        return subprocess.Popen(command, env={**os.environ, **environment}, cwd=self.folder, **streams)

    def results(self) -> Any:
        output = self.folder / f"{self.home.name}.json"
        process = self.start("-o", str(output))
        text = process.communicate(timeout=300)[0]
        assert process.returncode == 0, text
        return json.loads(output.read_text())[self.samples.name]["results"]


MakeCommand = Callable[[str, list[str]], CommandLine]


@pytest.fixture
def command_line(tmp_path: Path) -> MakeCommand:
    def make(home: str, completions: list[str]) -> CommandLine:
        (tmp_path / "tasks.json").write_text(json.dumps([TASK.to_row()]))
        lines = [json.dumps({"task_id": "ledger", "completion": text}) + "\n" for text in completions]
        (tmp_path / "samples.jsonl").write_text("".join(lines))
        return CommandLine(tmp_path, tmp_path / home, tmp_path / "samples.jsonl")

    return make


@pytest.mark.slow
def test_killed_run_leaves_no_process_and_resumes(command_line: MakeCommand) -> None:
    """Killed six times at random moments, then run to its end."""
    busy = "import time\nstarted = time.process_time()\nwhile time.process_time() - started < 0.1:\n    pass\n"
    completions = [f"{RIGHT if number % 3 else WRONG}{busy}# {number}\n" for number in range(24)]
    completions[5] += "import os\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(3600)\n"
    known = {process.number for process in descendants(os.getpid())}
    moments = random.Random(7)
    killed = command_line("killed", completions)
    for number in range(6):
        process = killed.start()
        time.sleep(moments.uniform(0.3, 2.0))
        process.kill()
        process.communicate()
        assert_no_descendants_but(known, 60)
        folders = list((killed.folder / "temporary").glob("classeval-*"))
        assert len(folders) <= 2 * (number + 1)  # that of the samples, and perhaps that of the canary
        assert not [path for folder in folders for path in folder.glob("box/*")]
    assert killed.results() == command_line("uninterrupted", completions).results()
    assert_no_descendants_but(known, 60)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
def test_interrupted_run_ends_before_its_samples_do(number: signal.Signals, command_line: MakeCommand) -> None:
    """Though the samples that run at that moment have a long time left."""
    known = {process.number for process in descendants(os.getpid())}
    run = command_line("interrupted", [f"{RIGHT}\nimport time\ntime.sleep(3600)  # {index}\n" for index in range(8)])
    process = run.start("--timeout", "600")
    deadline = time.monotonic() + 120
    while len(descendants(process.pid)) < 4 and time.monotonic() < deadline:  # zygote, supervisors, samples
        time.sleep(0.1)
    process.send_signal(number)
    text = process.communicate(timeout=300)[0]
    if number == signal.SIGINT:
        assert process.returncode == 130, text
        assert "Traceback" not in text
        assert not list((run.folder / "temporary").iterdir())
    assert_no_descendants_but(known, 60)
