"""Architectures of today, built small: completions in batches are those of the model alone, and slots serve them."""

import pytest
from benchmark_modules import from_benchmarks
from transformers import AutoTokenizer

pytestmark = pytest.mark.full
_IN_SLOTS = (
    *("cohere2", "deepseek_v3", "exaone4", "falcon_h1", "gemma2", "gemma3_text", "gpt_oss"),
    *("lfm2", "llama4_text", "mistral", "olmo3", "qwen3_next", "starcoder2"),
)
_BY_GENERATE = {"bloom": "prompts of any length", "rwkv": "one prompt at a time"}


@pytest.mark.parametrize("architecture", [*_IN_SLOTS, *_BY_GENERATE])
def test_completions_are_those_of_the_model_alone(architecture: str) -> None:
    architectures = from_benchmarks("architectures")
    row = architectures.try_one(architecture, AutoTokenizer.from_pretrained(architectures.DEMO_MODEL))
    if row.way.startswith("not built") and "Unrecognized" in row.way:
        pytest.skip(f"this transformers has no {architecture}")
    assert row.equal == len(architectures.LENGTHS), row
    assert _BY_GENERATE.get(architecture, "slots") in row.way
