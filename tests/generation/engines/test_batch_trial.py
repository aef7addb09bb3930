"""Models whose text depends on the batch, and architectures of today: each completion is that of the model alone."""

from typing import Any

import pytest
from benchmark_modules import from_benchmarks
from slow_and_full import slow
from tiny_models import DEVICE, answers, ids_alone, lively_model, tiny_model
from transformers import AutoConfig, AutoTokenizer, PreTrainedModel
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.generation.engines.backend import Request
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend, backend_for
from classeval_hf.generation.engines.transformers_backend import (
    Batches,
    TransformersBackend,
    batches_for,
    length_dependent_rope,
)

_SMALL = {
    **{"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2},
    **{"intermediate_size": 48, "max_position_embeddings": 4096},
}
_FACTORS = {"short_factor": [1.0] * 4, "long_factor": [4.0] * 4, "rope_theta": 10_000.0, "factor": 64.0}
_LONGROPE = {"rope_type": "longrope", "original_max_position_embeddings": 64, **_FACTORS}
_INDEXED = {
    **_SMALL,
    **{"num_key_value_heads": 4, "q_lora_rank": 16, "kv_lora_rank": 16, "qk_rope_head_dim": 8, "qk_nope_head_dim": 8},
    **{"v_head_dim": 8, "n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16, "n_group": 1},
    **{"topk_group": 1, "first_k_dense_replace": 1, "n_shared_experts": 1, "index_n_heads": 2, "index_head_dim": 16},
}
_PHI3 = {**_SMALL, "original_max_position_embeddings": 64, "rope_parameters": _LONGROPE}
_RWKV = {"hidden_size": 32, "num_hidden_layers": 2, "attention_hidden_size": 32, "context_length": 4096}
_CPMANT = {"hidden_size": 32, "num_attention_heads": 4, "dim_head": 8, "dim_ff": 48, "num_hidden_layers": 2}
_GEMMA = {**_SMALL, "num_hidden_layers": 3, "head_dim": 8, "lru_width": 32, "attention_window_size": 32}
_DEPENDENT: dict[str, tuple[str, dict[str, Any], str]] = {
    "longrope": ("phi3", _PHI3, "one prompt at a time"),
    "rwkv": ("rwkv", _RWKV, "one prompt at a time"),
    "cpmant": ("cpmant", _CPMANT, "prompts of equal length"),
    # Of a few tokens all are attended to, so that only longer prompts show it.
    "a large index": ("deepseek_v32", {**_INDEXED, "index_topk": 20}, "prompts of equal length"),
    "recurrent": ("recurrent_gemma", _GEMMA, "prompts of equal length"),
}


def make_model(kind: str, settings: dict[str, Any], tokenizer: Tokenizer) -> PreTrainedModel:
    special = {"eos_token_id": 0, "bos_token_id": 0, "pad_token_id": 1}
    return lively_model(AutoConfig.for_model(kind, **{"vocab_size": len(tokenizer), **special, **settings}))


@pytest.mark.parametrize("name", ["longrope", "cpmant", *map(slow, ("rwkv", "a large index", "recurrent"))])
def test_completions_are_those_of_single_prompts(name: str, tokenizer: Tokenizer, requests: list[Request]) -> None:
    kind, settings, said = _DEPENDENT[name]
    try:
        AutoConfig.for_model(kind)
    except ValueError:
        pytest.skip(f"this transformers has no {kind}")
    lengths = [len(request.prompt.token_ids) for request in requests]
    assert min(lengths) < 20 < 64 < max(lengths)
    expected = [tokenizer.decode(ids_alone(make_model(kind, settings, tokenizer), request)) for request in requests]
    reports: list[str] = []
    backend = backend_for(make_model(kind, settings, tokenizer), tokenizer, 600, report=reports.append)
    completions = answers(backend, requests)
    assert [completions[number].raw for number in range(12)] == expected
    if name != "a large index" or DEVICE == "cpu":  # whose logits in padded batches are exact on a GPU
        assert said in reports[0]


def test_frequencies_and_rows(tokenizer: Tokenizer) -> None:
    kind, settings, _ = _DEPENDENT["longrope"]
    model = make_model(kind, settings, tokenizer)
    assert length_dependent_rope(model.config, 65) == "longrope"
    assert isinstance(backend_for(model, tokenizer, 65, report=str), TransformersBackend)
    assert isinstance(backend_for(model, tokenizer, 64), ContinuousBackend)
    rope = {"rope_type": "dynamic", "rope_theta": 10_000.0, "factor": 8.0}
    dynamic = tiny_model("llama", tokenizer, rope_parameters=rope)
    assert length_dependent_rope(dynamic.config, 4096) is None
    assert length_dependent_rope(dynamic.config, 4097) == "dynamic"
    model = tiny_model("llama", tokenizer)
    assert batches_for(model, tokenizer, 600) is Batches.PADDED
    model.model.layers[0].register_forward_hook(lambda _, args, output: output + output.mean(0, keepdim=True))
    assert batches_for(model, tokenizer, 600) is Batches.ALONE


_IN_SLOTS = (
    *("cohere2", "deepseek_v3", "exaone4", "falcon_h1", "gemma2", "gemma3_text", "gpt_oss"),
    *("lfm2", "llama4_text", "mistral", "olmo3", "qwen3_next", "starcoder2"),
)
_BY_GENERATE = {"bloom": "prompts of any length", "rwkv": "one prompt at a time"}


@pytest.mark.full
@pytest.mark.parametrize("architecture", [*_IN_SLOTS, *_BY_GENERATE])
def test_completions_are_those_of_the_model_alone(architecture: str) -> None:
    architectures = from_benchmarks("architectures")
    row = architectures.try_one(architecture, AutoTokenizer.from_pretrained(architectures.DEMO_MODEL))
    if row.way.startswith("not built") and "Unrecognized" in row.way:
        pytest.skip(f"this transformers has no {architecture}")
    assert row.equal == len(architectures.LENGTHS), row
    assert _BY_GENERATE.get(architecture, "slots") in row.way
