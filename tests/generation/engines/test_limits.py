"""How long prompt and answer may be, and what becomes of a prompt that does not fit."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from programs import run_python
from tiny_models import save_tiny_model

from classeval_hf.generation.command import main
from classeval_hf.generation.engines import model_loading
from classeval_hf.generation.engines.openai_backend import read_length_refusal
from classeval_hf.generation.generating import DEFAULT_MAX_LENGTH, read_model_facts
from classeval_hf.generation.options import generation_parser, read_arguments
from classeval_hf.sandbox.limited_calls import own_cores

SMALL = ("--split", "open", "--limit", "3", "--greedy", "--max-new-tokens", "8")
COMPLETION_ROOM = 8  # what a prompt must leave: 256 tokens, or as many as an answer may have
Step = tuple[str, str | None]  # task and method


def run(model: Path, output: str, *arguments: str) -> int:
    return main(["--model", str(model), *SMALL, "--output", output, *arguments])


def samples_in(folder: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(folder, "samples.jsonl").read_text().splitlines()]


def steps_in(folder: str) -> dict[Step, dict[str, Any]]:
    samples = samples_in(folder)
    return {(sample["task_id"], step["method"]): step for sample in samples for step in sample["steps"]}


def prompt_tokens(model: Path, *arguments: str) -> dict[Step, int]:
    assert run(model, "whole", *arguments) == 0
    return {key: step["prompt_tokens"] for key, step in steps_in("whole").items()}


def too_long(folder: str) -> list[Step]:
    return [key for key, step in steps_in(folder).items() if step["finish_reason"] == "prompt too long"]


@pytest.mark.parametrize(
    ("positions", "options", "window"),
    [
        *((4096, (), 4096), (8192, (), 8192), (20_000, (), DEFAULT_MAX_LENGTH)),
        *((20_000, ("--max-length", "12000"), 12_000), (4096, ("--max-length", "12000"), 4096)),
        *((20_000, ("--preset", "paper"), 2048), (1024, ("--preset", "paper"), 1024)),
        (20_000, ("--preset", "paper", "--max-length", "3000"), 3000),
    ],
)
def test_the_window_follows_the_model(tmp_path: Path, positions: int, options: tuple[str, ...], window: int) -> None:
    assert DEFAULT_MAX_LENGTH == 8192
    folder = save_tiny_model(tmp_path / "model", max_position_embeddings=positions)
    arguments = read_arguments(vars(generation_parser().parse_args(["--model", str(folder), *options])))
    assert read_model_facts(arguments).window == window


@pytest.mark.usefixtures("consent", "hf_home")
def test_a_prompt_that_does_not_fit_costs_its_task(
    model: Path, capsys: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default run has the model's window, into which all fit; a resumed run takes what did not fit as finished."""
    lengths, record = prompt_tokens(model), json.loads(Path("whole/run.json").read_text())
    assert record["prompt"]["window"] == 4096 and record["prompts_too_long"] == []
    assert "prompt and completion have up to 4,096 tokens together" in capsys.readouterr().out
    (longest, _), tokens = max(lengths.items(), key=lambda item: item[1])
    window = str(tokens + COMPLETION_ROOM - 1)
    command = ("--max-length", window, "--verbose")
    assert run(model, "out", *command, "--score") == 0 and too_long("out") == [(longest, None)]
    (noted,) = json.loads(Path("out/run.json").read_text())["prompts_too_long"]
    assert (noted["task_id"], noted["prompt_tokens"], noted["window"]) == (longest, tokens, int(window))
    printed = capsys.readouterr()
    named = f"1 prompt does not fit into {int(window):,} tokens with room for a completion"
    assert printed.err.count(f"warning: holistic: {named}") == 2, "before the run and after it"
    assert printed.err.count(f"{longest} ({tokens:,} tokens)") == 2
    # The other tasks have what they had, and what is missing is scored as failed, and warned of.
    others = [sample for sample in samples_in("whole") if sample["task_id"] != longest]
    assert [sample for sample in samples_in("out") if sample["task_id"] != longest] == others
    (missing,) = (sample for sample in samples_in("out") if sample["task_id"] == longest)
    assert missing["completion"] == ""
    scores = json.loads(Path("out/metrics.json").read_text())
    (warning,) = (found for found in scores["warnings"] if found["kind"] == "prompt_too_long")
    assert (warning["count"], warning["example"]) == (1, longest) and scores["n_samples"] == 3
    lines = printed.err.splitlines()
    assert any(line.endswith(f": {warning['message']} {warning['advice']}") for line in lines)
    assert not any(warning["message"] in str(given.message) for given in recwarn), "once is enough"
    (cut,) = (found for found in scores["warnings"] if found["kind"] == "truncated")
    assert cut["count"] == 2, "answers of 8 tokens"
    assert any(line.endswith(f": {cut['message']} {cut['advice']}") for line in lines)
    assert ": class_pass@1 0.0000" in lines[-2] and ": Metric " in lines[-1]
    before = Path("out/samples.jsonl").read_bytes()
    monkeypatch.setattr(model_loading, "load_model", None)
    assert run(model, "out", *command) == 0 and "3 of 3 samples are in out" in capsys.readouterr().out
    assert Path("out/samples.jsonl").read_bytes() == before


def test_a_method_that_does_not_fit_costs_itself(model: Path) -> None:
    command = ("--strategy", "compositional", "--limit", "2")
    lengths = prompt_tokens(model, *command)
    longest, tokens = max(lengths.items(), key=lambda item: item[1])
    assert run(model, "out", *command, "--max-length", str(tokens + COMPLETION_ROOM - 1)) == 0
    missing = too_long("out")
    assert longest in missing and set(missing) == {key for key, value in lengths.items() if value == tokens}
    assert all(sample["completion"] for sample in samples_in("out")), "a class is assembled of what there is"
    assert all(step["completion_tokens"] for key, step in steps_in("out").items() if key not in missing)


def test_strict_refuses_beforehand(model: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lengths = sorted((tokens, task_id) for (task_id, _), tokens in prompt_tokens(model).items())
    window = lengths[0][0] + COMPLETION_ROOM
    capsys.readouterr()
    assert run(model, "out", "--max-length", str(window), "--strict") == 2
    error = capsys.readouterr().err
    assert error.startswith("run.py: error: --strict: 2 prompts do not fit:\n")
    for tokens, task_id in lengths[1:]:
        assert f"- holistic: Task {task_id}, its class: the prompt has {tokens} tokens" in error
    assert f"do not fit into {window}" in error and "Raise --max-length: the model takes 4,096 tokens." in error
    assert lengths[0][1] not in error and not Path("out").exists()
    assert run(model, "out", "--strict", "--limit", "1") == 0
    assert run(save_tiny_model(tmp_path / "model", max_position_embeddings=1500), "out", "--strict") == 2
    assert "The model takes 1,500 tokens and no more" in capsys.readouterr().err


REFUSALS = {
    "This model's maximum context length is 2048 tokens. However, you requested 2300 tokens (1900 in the messages, "
    "400 in the completion).": (1900, 148),
    "`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 1900 `inputs` tokens and 400": (1900, 148),
    "the request exceeds the available context size, try increasing it": (0, 0),
    "prompt is too long": (0, 0),
    "max_tokens must be at least 1": None,
    "The model `gpt` does not exist": None,
}


def test_what_servers_say_of_requests_that_are_too_long() -> None:
    for message, expected in REFUSALS.items():
        assert read_length_refusal(message) == expected, message


_LAUNCHER = """
import os, subprocess, sys
child = "import torch; from classeval_hf.generation.generating import use_cores; use_cores(); "
child += "print(torch.get_num_threads(), __import__('os').environ.get('OMP_NUM_THREADS'))"
of_child = dict(item.split("=") for item in sys.argv[1:])
subprocess.run([sys.executable, "-c", child], env={**os.environ, **of_child}, check=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of_user", "of_launcher", "threads"),
    [
        ({}, ("ACCELERATE_MIXED_PRECISION=no", "OMP_NUM_THREADS=1"), own_cores()),
        ({}, ("OMP_NUM_THREADS=1",), 1),
        ({"OMP_NUM_THREADS": "1"}, ("TORCHELASTIC_RUN_ID=1", "OMP_NUM_THREADS=1"), 1),
    ],
)
def test_threads_of_torch(of_user: dict[str, str], of_launcher: tuple[str, ...], threads: int) -> None:
    """As many as there are cores, or what the user says; `accelerate launch` sets 1 where nobody does."""
    kept = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    found = run_python("-c", _LAUNCHER, *of_launcher, env={**kept, **of_user})
    assert found.stdout.split() == [str(threads)] * 2, found.stderr
