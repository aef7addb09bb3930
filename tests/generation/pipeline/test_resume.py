"""Runs that are killed or interrupted, go on, and end with the file of a run that was not."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from programs import run_python
from slow_and_full import one_in
from warm_processes import start_run

from classeval_hf.generation.command import main
from classeval_hf.generation.engines import model_loading
from classeval_hf.generation.options import FAMILY_ARGUMENTS, FREE_ARGUMENTS, OPTIONS
from classeval_hf.generation.run_folder import RunFolder, SampleWriter
from classeval_hf.prompting.steps import GeneratedSample, SampleStep
from classeval_hf.runs.run_records import RunRecord

SMALL = ("--split", "open", "--max-new-tokens", "6", "--max-length", "4000", "--batch-size", "1")
TORN = b'{"task_id": "ClassEvalOpen_3", "sam'  # what a kill in the middle of a write would leave


def command(model: Path, *more: str) -> list[str]:
    return ["--model", str(model), *SMALL, *more]


def whole_lines(folder: Path) -> set[str]:
    """The samples on disk, read without the code under test."""
    return {line for file in folder.glob("samples*.jsonl") for line in file.read_text().split("\n")[:-1]}


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again(model: Path) -> None:
    arguments = command(model, "--limit", "14", "--n-samples", "2", "--temperature", "1")
    begin = time.monotonic()
    start_run([*arguments, "--output", "whole"], Path("log")).join()
    seconds, expected = (time.monotonic() - begin) / 10, Path("whole/samples.jsonl").read_bytes()
    assert expected.count(b"\n") == 28
    folder, chance, kills = Path("killed"), random.Random(5), 0
    for attempt in range(5):
        before = whole_lines(folder)
        process = start_run([*arguments, "--output", str(folder)], Path("log"))
        if attempt % 2:  # at any point
            process.join(chance.uniform(0, seconds))
        else:  # shortly after a further sample
            while process.is_alive() and len(whole_lines(folder)) == len(before):
                time.sleep(0.002)
            time.sleep(chance.uniform(0, seconds / 10))
        was_killed = process.is_alive()
        process.kill()
        process.join()
        kills += was_killed
        assert whole_lines(folder) >= before, "a finished sample was lost"
        if not was_killed:
            break  # on a busy machine a run may come to its end before it is killed
        rank_file = folder / "samples.rank0.jsonl"
        if attempt % 3 == 0 and rank_file.exists():
            with rank_file.open("ab") as file:
                file.write(TORN)
    assert kills and whole_lines(folder) and (folder / "samples.jsonl").exists() != was_killed
    assert main([*arguments, "--output", str(folder), "--batch-size", "4"]) == 0
    assert (folder / "samples.jsonl").read_bytes() == expected
    assert sorted(file.name for file in folder.iterdir()) == ["run.json", "samples.jsonl"]


def steps_in(folder: Path) -> list[tuple[str, int, int]]:
    """Which steps of unfinished samples are on disk, read without the code under test; torn lines are left out."""
    lines = [line for file in folder.glob("steps*.jsonl") for line in file.read_text().split("\n")[:-1]]
    return [(step["task_id"], step["sample"], step["step"]) for step in map(json.loads, lines)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("strategy", "kills"), one_in(3, [("compositional", 2), ("compositional", 3), ("incremental", 3)])
)
def test_a_kill_loses_no_step(model: Path, strategy: str, kills: int, capsys: pytest.CaptureFixture[str]) -> None:
    sampling = ("--n-samples", "2", "--temperature", "1", "--seed", "3")
    arguments = command(model, "--limit", "6", "--strategy", strategy, *sampling)
    folder, kept = Path("killed"), 0
    for _ in range(kills):
        before, process = steps_in(folder), start_run([*arguments, "--output", str(folder)], Path("log"))
        while process.is_alive() and len(steps_in(folder)) < len(before) + 4:
            time.sleep(0.002)
        process.kill()
        process.join()
        after = steps_in(folder)
        assert after[: len(before)] == before, "a finished step was lost"
        assert len(set(after)) == len(after), "a step was asked again although it was answered"
        kept = len(after)
        with (folder / "steps.rank0.jsonl").open("ab") as file:
            file.write(TORN)
    assert kept >= 4 * kills
    arguments += ["--batch-size", "8"]  # which changes no answer
    assert main([*arguments, "--output", str(folder)]) == 0
    assert re.search(r"\d+ of 12 samples are in killed, and \d+ steps of unfinished samples", capsys.readouterr().out)
    assert main([*arguments, "--output", "whole"]) == 0
    assert (folder / "samples.jsonl").read_bytes() == Path("whole/samples.jsonl").read_bytes()
    assert sorted(file.name for file in folder.iterdir()) == ["run.json", "samples.jsonl"]


def test_an_answer_to_another_prompt_is_none(model: Path) -> None:
    """A step counts as answered only if what was asked is what would be asked now."""
    arguments = command(model, "--limit", "1", "--strategy", "compositional", "--greedy", "--output", "out")
    assert main(arguments) == 0
    folder = Path("out")
    whole = (folder / "samples.jsonl").read_text()
    (folder / "samples.jsonl").unlink()
    taken = json.loads(whole)["steps"][0]
    line = {"task_id": "ClassEvalOpen_0", "sample": 0, "step": 0, "prompt_sha256": "0" * 64, "raw": "nonsense"}
    counts = {name: taken[name] for name in ("finish_reason", "prompt_tokens", "completion_tokens")}
    (folder / "steps.rank0.jsonl").write_text(json.dumps({**line, **counts}) + "\n")
    assert main(arguments) == 0 and (folder / "samples.jsonl").read_text() == whole


@pytest.mark.slow
def test_an_interruption_keeps_what_is_finished(model: Path) -> None:
    arguments = command(model, "--limit", "8", "--greedy", "--strategy", "incremental", "--output", "out")
    process = start_run(arguments, Path("log"))
    while process.is_alive() and not whole_lines(Path("out")):
        time.sleep(0.005)
    os.kill(process.pid or 0, signal.SIGINT)
    process.join()
    assert process.exitcode == 130
    assert "interrupted. Finished samples and steps are kept; the same command resumes." in Path("log").read_text()
    kept = whole_lines(Path("out"))
    assert 0 < len(kept) < 8 and main(arguments) == 0 and kept < whole_lines(Path("out"))
    assert main([*arguments[:-1], "whole", "--batch-size", "8"]) == 0
    assert Path("out/samples.jsonl").read_bytes() == Path("whole/samples.jsonl").read_bytes()


CHANGED = {
    **{"limit": "1", "task_ids": "ClassEvalOpen_0", "strategy": "compositional", "prompt": "base", "seed": "1"},
    **{"instruction_style": "upstream", "max_length": "3999", "max_new_tokens": "5", "dtype": "bfloat16"},
    **{"revision": "other", "trust_remote_code": ""},
}


def test_a_complete_run_is_kept(
    model: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an argument that is another than in the run, its name is said."""
    arguments = command(model, "--greedy", "--limit", "2", "--output", "out")
    assert main(arguments) == 0
    before = Path("out/samples.jsonl").read_bytes()
    monkeypatch.setattr(model_loading, "load_model", None)
    assert main([*arguments, "--export-upstream"]) == 0
    assert Path("out/samples.jsonl").read_bytes() == before and Path("out/upstream.json").exists()
    assert "2 of 2 samples are in out" in capsys.readouterr().out
    for name, value in CHANGED.items():
        option = f"--{name.replace('_', '-')}"
        assert main([*arguments, option, *([value] if value else [])]) == 2, option
        said = capsys.readouterr().err
        assert f"out holds a run with {option} " in said or f"out holds a run without {option}, and this" in said
        assert f", and this one is with {option}" in said and "None" not in said, said
    assert main([argument for argument in arguments if argument != "--greedy"]) == 2
    assert "out holds a run with --greedy, and this one is without --greedy." in capsys.readouterr().err
    assert Path("out/samples.jsonl").read_bytes() == before
    # An argument is either compared here, or free, or has no meaning for this backend and run.
    elsewhere = {"model", "greedy", "fim_families", "n_samples", "temperature", "top_p", "top_k", "quantization"}
    elsewhere |= {"backend", "tokenizer", "extra_body", "reasoning", "split"}
    assert {*OPTIONS} == {*CHANGED, *FREE_ARGUMENTS, *FAMILY_ARGUMENTS["repository"], *elsewhere}


def test_a_greater_limit_continues_a_pilot(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the samples of a run of as many tasks from the start; no smaller one, other tasks or other arguments do."""
    arguments = command(model, "--n-samples", "2", "--temperature", "1", "--output")
    assert main([*arguments, "out", "--limit", "2"]) == 0
    pilot = whole_lines(Path("out"))
    for limit, total in (("4", 8), ("5", 10)):
        assert main([*arguments, "out", "--limit", limit, "--batch-size", "4"]) == 0
        assert f"of {total} samples are in out" in capsys.readouterr().out
    assert main([*arguments, "whole", "--limit", "5"]) == 0
    assert pilot < whole_lines(Path("out")) and len(pilot) == 4
    files = [(Path(folder) / "samples.jsonl").read_bytes() for folder in ("out", "whole")]
    records = [json.loads((Path(folder) / "run.json").read_text()) for folder in ("out", "whole")]
    assert files[0] == files[1]
    assert [(record["tasks"], record["arguments"]["limit"]) for record in records] == [(records[1]["tasks"], 5)] * 2
    ids = ["--task-ids", *(f"ClassEvalOpen_{number}" for number in range(9, 3, -1))]
    for refused in (["--limit", "4"], ["--limit", "6", *ids], ["--limit", "6", "--seed", "1"]):
        assert main([*arguments, "out", *refused]) == 2 and "out holds a run with" in capsys.readouterr().err
    assert json.loads(Path("out/run.json").read_text()) == records[0]


def test_changed_weights_and_tasks(model: Path, capsys: pytest.CaptureFixture[str], open_tasks: list[Any]) -> None:
    shutil.copytree(model, "model")
    tasks, weights = Path("tasks.json"), Path("model/model.safetensors")
    rows = [task.to_row() for task in open_tasks[:2]]
    tasks.write_text(json.dumps(rows))
    arguments = command(Path("model"), "--greedy", "--split", str(tasks), "--output", "out")
    assert main(arguments) == 0
    tasks.write_text(json.dumps([{**rows[0], "class_description": "Another."}, rows[1]]))
    assert main(arguments) == 2 and "out holds a run that differs in the tasks" in capsys.readouterr().err
    tasks.write_text(json.dumps(rows))
    content = bytearray(weights.read_bytes())
    content[-3] ^= 1
    weights.write_bytes(content)
    assert main(arguments) == 2 and "out holds a run that differs in the model" in capsys.readouterr().err


def test_files_of_several_processes_are_merged_in_order(tmp_path: Path) -> None:
    """Only one process writes a file."""
    folder = RunFolder(tmp_path / "run")
    folder.prepare(RunRecord())
    for rank, keys in ((0, [("b", 1), ("a", 0)]), (1, [("b", 0), ("a", 1)]), (11, [("a", 0)])):
        writer = SampleWriter(folder, rank)
        for key in keys:
            code = "class A:\n    x = '\u2028\x85'\n"
            writer.write(GeneratedSample(*key, "holistic", code, (SampleStep(raw="\ud800"),)))
        writer.close()
    assert folder.remaining(["b", "a", "c"], 2) == [("c", 0), ("c", 1)]
    folder.merge(["b", "a", "c"])
    assert [(line.task_id, line.sample) for line in folder.samples()] == [("b", 0), ("b", 1), ("a", 0), ("a", 1)]
    assert folder.samples()[0].steps == (SampleStep(raw="\ud800"),)
    assert len(folder.files.samples.read_bytes().splitlines()) == 4
    folder = RunFolder(tmp_path)
    folder.prepare(RunRecord())
    writer = SampleWriter(folder, 0)
    with pytest.raises(ValueError, match="Another process is writing to"):
        SampleWriter(folder, 0)
    writer.close()
    SampleWriter(folder, 0).close()


def test_spoilt_lines_and_samples_without_their_run_are_named(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.prepare(RunRecord())
    (tmp_path / "samples.rank0.jsonl").write_text('{"task_id": "a", "sample": 0, "completion": ""}\nnonsense\n{"torn')
    with pytest.raises(ValueError, match=r"samples\.rank0\.jsonl, line 2 is not a sample"):
        folder.remaining(["a"], 1)
    (tmp_path / "run.json").unlink()
    (tmp_path / "samples.jsonl").write_text("{}\n")
    with pytest.raises(ValueError, match=r"holds samples but no run\.json"):
        RunFolder(tmp_path).prepare(RunRecord())


SAID = "run.py: interrupted. Finished samples and steps are kept; the same command resumes."
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("WORLD_SIZE", "RANK", "LOCAL_RANK")}
WORKER = """
import os, time
from pathlib import Path
from classeval_hf.generation.command import run_generation

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
    done = run_python("accelerate", env=ENVIRONMENT)
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
