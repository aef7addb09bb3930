"""Several processes, started as users start them, make the samples of one."""

import json
import math
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from local_servers import free_port
from places import ROOT
from programs import run_python
from slow_and_full import one_in
from warm_processes import start_run

from classeval_hf.classes.prompts import ClassPrompts
from classeval_hf.classes.tasks.files import open_tasks
from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.core.tasks import BASE
from classeval_hf.generation import generating, run_folder
from classeval_hf.generation.command import Command, main
from classeval_hf.generation.distributed import Ranks, SharedWork, require_gpus
from classeval_hf.generation.generating import GenerationJob, Run
from classeval_hf.generation.options import generation_parser, read_arguments
from classeval_hf.prompting.steps import Strategy

SCRIPT = ROOT / "generation" / "run.py"
SMALL = ("--split", "open", "--max-new-tokens", "6", "--max-length", "4000")


@pytest.fixture(autouse=True)
def without_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")  # two processes cannot share a GPU


@pytest.mark.full
def test_a_launcher_that_starts_fewer_processes_is_told_of(tmp_path: Path) -> None:
    """As accelerate does without accelerators, without a word of its own."""
    script = tmp_path / "ranks.py"
    script.write_text("from classeval_hf.generation.distributed import find_ranks\nprint(find_ranks())\n")
    told = []
    for count in ("2", "1"):
        done = run_python("-m", "accelerate.commands.launch", "--num_processes", count, "--cpu", script)
        assert "Ranks(index=0, count=1)" in done.stdout, done.stderr
        told.append("accelerate has started one process and not 2" in done.stderr)
    assert told == [True, False]


def launch_two(arguments: Sequence[str]) -> list[int | None]:
    """Starts two processes with the environment that a launcher gives them, and returns their exit statuses."""
    meeting = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port())}
    processes = [
        start_run(arguments, Path(f"log{rank}"), RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE="2", **meeting)
        for rank in range(2)
    ]
    for process in processes:
        process.join()
    return [process.exitcode for process in processes]


def test_shares_cover_everything_once_and_more_processes_than_gpus_are_refused() -> None:
    require_gpus(2, 2)
    with pytest.raises(UserError, match="3 processes on a machine with 1 GPU: start one process per GPU"):
        require_gpus(3, 1)
    for count in (1, 2, 3, 7):
        shares = [Ranks(index, count).share(range(5)) for index in range(count)]
        assert sorted(item for share in shares for item in share) == list(range(5))
        assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_a_process_has_no_more_than_its_share_in_progress() -> None:
    """A step of each sample, or where methods are asked for at once, one of each method; alone there is no maximum."""
    tasks = list(open_tasks().values())[:2]
    of_project = RepositoryTask("T", ProjectRelease("p"), "a.py", Target("f", "function"))
    methods = sum(len(task.methods_info) for task in tasks)
    for strategy, steps in ((Strategy.HOLISTIC, 3), (Strategy.INCREMENTAL, 3), (Strategy.COMPOSITIONAL, methods + 1)):
        run = Run(strategy, cast(Any, None), cast(Any, None), ClassPrompts())
        jobs = [GenerationJob(run, task, 0) for task in (*tasks, of_project)]
        maxima = [SharedWork(Ranks(0, count), jobs).max_concurrent_steps for count in (1, 2, 100)]
        assert maxima == [None, math.ceil(steps / 2), 1]


@pytest.mark.slow
@pytest.mark.parametrize("decoding", one_in(2, ["--n-samples 3 --temperature 1", "--greedy"]))
def test_two_processes_make_the_samples_of_one(model: Path, decoding: str) -> None:
    arguments = ["--model", str(model), *SMALL, "--limit", "3", "--strategy", "incremental", *decoding.split()]
    assert launch_two([*arguments, "--output", "two", "--batch-size", "3"]) == [0, 0]
    said = Path("log0").read_text()
    steps = sum(len(json.loads(line)["steps"]) for line in Path("two/samples.jsonl").read_text().splitlines())
    # Which process ends last is up to the machine.
    shown = re.search(rf"Generating \(2 processes\): (\d+)/{steps} steps in .*", said)
    assert shown is not None and ("other processes continue" in shown[0]) == (int(shown[1]) < steps)
    assert "all samples are in" in said and not re.search("samples|steps", Path("log1").read_text())
    assert main([*arguments, "--output", "one", "--batch-size", "8"]) == 0
    assert Path("two/samples.jsonl").read_bytes() == Path("one/samples.jsonl").read_bytes()
    assert sorted(file.name for file in Path("two").iterdir()) == ["run.json", "samples.jsonl"]


@pytest.mark.full
@pytest.mark.usefixtures("consent")
def test_each_process_scores_what_it_has_made(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--model", str(model), *SMALL, "--limit", "4", "--greedy", "--score"]
    for folder, start in (("one", main), ("two", launch_two)):
        monkeypatch.setenv("HF_HOME", str(tmp_path / "home" / folder))
        assert start([*arguments, "--output", folder]) in (0, [0, 0])
    metrics = [json.loads(Path(folder, "metrics.json").read_text()) for folder in ("one", "two")]
    for found in metrics:  # when and at which commit is no part of the score
        for name in ("started", "ended", "commit"):
            del found["provenance"][name]
    assert metrics[0] == metrics[1]
    said = [re.findall(rf"process {rank} has run (\d+) samples", Path(f"log{rank}").read_text()) for rank in range(2)]
    assert sum(int(count) for counts in said for count in counts) == 4
    assert sorted(file.name for file in Path("two").iterdir()) == ["metrics.json", "run.json", "samples.jsonl"]


@pytest.mark.usefixtures("consent")
def test_verdicts_of_two_processes_are_gathered(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # An answer without a class is not run, so that there is no verdict to keep; an assembled one always has a class.
    arguments = ["--model", str(model), *SMALL, "--limit", "3", "--greedy", "--strategy", "compositional"]
    assert main([*arguments, "--output", "out"]) == 0
    tasks = list(open_tasks().values())[:3]
    no_writer = cast(Any, None)  # nothing is asked
    run = generating.Run(Strategy.COMPOSITIONAL, run_folder.RunFolder(Path("out")), no_writer, ClassPrompts())
    made = [(task.task_id, 0) for task in tasks]
    for rank, own in enumerate((made[:1], made[1:])):
        monkeypatch.setenv("HF_HOME", str(tmp_path / "machine" / str(rank)))
        asked = read_arguments(vars(generation_parser().parse_args([*arguments, "--output", "out"])))
        process = Command(asked, no_writer, Ranks(rank, 2), [run], tasks, generating.PromptCheck())
        process.score_own_samples(tasks, {Strategy.COMPOSITIONAL: own}, (BASE,))
    assert [_count_verdicts(file) for file in sorted(run.folder.path.glob("verdicts.rank*.sqlite"))] == [1, 2]
    process.score_runs(tasks, (BASE,))
    assert not sorted(run.folder.path.glob("verdicts.rank*.sqlite"))
    gathered = _count_verdicts(tmp_path / "machine" / "1" / "classeval_hf" / "verdicts.sqlite")
    assert gathered == 3


def _count_verdicts(file: Path) -> int:
    with closing(sqlite3.connect(file)) as table:
        return int(table.execute("SELECT count(*) FROM signed_verdicts").fetchone()[0])


@pytest.mark.full
def test_a_process_without_work_and_an_error_that_is_everyones(model: Path) -> None:
    arguments = ["--model", str(model), *SMALL, "--limit", "1", "--greedy"]
    assert launch_two([*arguments, "--output", "two"]) == [0, 0] and main([*arguments, "--output", "one"]) == 0
    assert Path("two/samples.jsonl").read_bytes() == Path("one/samples.jsonl").read_bytes()
    Path("two/run.json").unlink()
    assert launch_two([*arguments, "--output", "two"]) == [2, 2]
    problem = "error: --output: two holds samples but no run.json"
    assert f"run.py: {problem}" in Path("log0").read_text()
    assert f"run.py, process 1: {problem}" in Path("log1").read_text()


def wait_until_both_have_samples(launcher: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The processes, once each of two has a sample. Who is ahead is stopped for most of the time."""
    while launcher.poll() is None:
        workers = [child for child in psutil.Process(launcher.pid).children() if str(SCRIPT) in child.cmdline()]
        files = [Path(f"two/samples.rank{rank}.jsonl") for rank in range(2)]
        has_samples = [file.exists() and file.stat().st_size > 0 for file in files]
        if len(workers) == 2 and all(has_samples):
            return workers
        if len(workers) == 2 and any(has_samples):
            first = workers[has_samples.index(True)]
            first.suspend()
            time.sleep(0.1)
            first.resume()
        time.sleep(0.01)
    raise AssertionError(f"the run ended early: {launcher.communicate()[0].decode()}")


@pytest.mark.full
def test_a_lost_process_loses_no_finished_sample(model: Path) -> None:
    sampling = ["--n-samples", "4", "--temperature", "1"]
    arguments = ["--model", str(model), *SMALL, "--limit", "5", "--strategy", "incremental", *sampling]
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", str(SCRIPT)]
    command = [*torchrun, *arguments, "--output", "two", "--batch-size", "1"]
    launcher = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        wait_until_both_have_samples(launcher)[1].kill()
        assert launcher.wait(timeout=120) != 0
    finally:
        launcher.kill()
    kept = {file: file.read_text().split("\n")[:-1] for file in Path("two").glob("samples.rank*.jsonl")}
    assert 2 <= sum(map(len, kept.values())) < 20 and main([*arguments, "--output", "two"]) == 0
    assert main([*arguments, "--output", "one"]) == 0
    assert Path("two/samples.jsonl").read_bytes() == Path("one/samples.jsonl").read_bytes()
    assert {line for lines in kept.values() for line in lines} < set(Path("two/samples.jsonl").read_text().split("\n"))
