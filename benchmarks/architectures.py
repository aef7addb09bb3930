"""
Whether every architecture of the installed transformers gives in our batches the completions that it gives alone.

    python benchmarks/architectures.py                     # all of them, some ten minutes on two cores
    python benchmarks/architectures.py gemma2 qwen3_next   # some

Each is built small, with random weights, in float32. Six prompts of different lengths, beyond the small windows and
chunks of the configurations, are completed greedily by the default backend and by plain `generate`, one at a time.
Where completions differ, the gap is that between the logits of the two tokens where they part, as a share of the
largest logit.
"""

from __future__ import annotations

import argparse
import logging
import platform
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

import torch
import transformers
from transformers import CONFIG_MAPPING, AutoConfig, AutoModelForCausalLM, AutoTokenizer, GenerationConfig
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

from classeval_hf.generation.engines.backend import CompletionReader, Request, Sampling
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend, backend_for
from classeval_hf.prompting.steps import Completion, Prompt, PromptKind

DEMO_MODEL = Path(__file__).parents[1] / "hub_cards" / "demo_model"
LENGTHS, NEW_TOKENS, MAX_LENGTH = (70, 47, 33, 20, 12, 5), 40, 160
MOST_PARAMETERS = 40_000_000

VOCABULARY = 384
SMALL: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    **dict.fromkeys(("hidden_size", "n_embd", "d_model", "model_dim", "embed_dim"), 64),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "num_layers", "n_layers", "decoder_layers"), 4),
    **dict.fromkeys(("num_attention_heads", "n_head", "n_heads", "num_heads", "decoder_attention_heads"), 4),
    **dict.fromkeys(("num_key_value_heads", "num_kv_heads", "multi_query_group_num"), 2),
    **dict.fromkeys(("intermediate_size", "ffn_dim", "n_inner", "decoder_ffn_dim", "ffn_hidden_size"), 96),
    **dict.fromkeys(("moe_intermediate_size", "shared_expert_intermediate_size", "expert_ffn_hidden_size"), 32),
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"), 4),
    **dict.fromkeys(("num_experts_per_tok", "moe_topk", "moe_k"), 2),
    **dict.fromkeys(("n_group", "topk_group", "first_k_dense_replace", "n_shared_experts"), 1),
    **dict.fromkeys(("sliding_window", "attention_chunk_size", "index_topk", "attention_window_size"), 16),
    **dict.fromkeys(("hidden_size_per_layer_input", "vocab_size_per_layer_input", "laurel_rank"), 16),
    **dict.fromkeys(("q_lora_rank", "kv_lora_rank", "o_lora_rank"), 32),
    **dict.fromkeys(("qk_rope_head_dim", "qk_nope_head_dim", "v_head_dim", "head_dim", "global_head_dim"), 16),
    **dict.fromkeys(("index_n_heads", "index_head_dim"), 16),
    **dict.fromkeys(("linear_num_key_heads", "linear_num_value_heads"), 2),
    **dict.fromkeys(("linear_key_head_dim", "linear_value_head_dim"), 16),
    **dict.fromkeys(("mamba_d_state", "state_size", "ssm_state_size"), 16),
    **dict.fromkeys(("mamba_n_heads", "mamba_num_heads"), 8),
    **dict.fromkeys(("mamba_d_head", "mamba_head_dim"), 16),
    **dict.fromkeys(("pad_token_id", "bos_token_id"), 1),
    "mamba_d_ssm": 128,
    "mamba_n_groups": 1,
    "mamba_chunk_size": 16,
    "rotary_dim": 8,
    "max_position_embeddings": 4096,
    "n_positions": 4096,
    "num_kv_shared_layers": 1,
    "moe_layer_start_index": 1,
}  # fields of configurations that make a model small; of those that a configuration has

SETTINGS: dict[str, dict[str, Any]] = {
    "bamba": {"attn_layer_indices": [1, 3]},
    "gemma3n_text": {"activation_sparsity_pattern": [0.0] * 4},
    "gpt_neo": {"attention_types": [[["global", "local"], 2]], "num_layers": 4, "window_size": 16},
    "granitemoehybrid": {"layer_types": ["mamba", "attention"] * 2},
    "jamba": {"attn_layer_period": 2, "attn_layer_offset": 1, "expert_layer_period": 2},
    "longcat_flash": {"num_layers": 2},
    "moshi": {"sliding_window": 3000},  # with a short one, plain `generate` differs from a pass over the whole text
    "zamba": {"attention_hidden_size": 128, "attention_head_dim": 32},
}  # what some need beyond that


@dataclass(frozen=True)
class Row:
    """What one architecture did."""

    architecture: str
    way: str  # the batches that it is given
    equal: int = 0  # completions as alone
    gap: float = 0.0  # the largest, where completions part


class Prompts:
    """All prompts, at once."""

    def __init__(self, requests: list[Request]) -> None:
        self._left = requests

    def take(self, count: int) -> list[Request]:
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def receive(self, request: Request, completion: Completion) -> None:
        """Nothing follows from a completion."""


def variants(architecture: str) -> Iterator[dict[str, Any]]:
    """Settings of small configurations, of which one mostly suits."""
    stated = AutoConfig.for_model(architecture).to_dict()
    fields = set(stated) | set(CONFIG_MAPPING[architecture].attribute_map)
    changes = {name: value for name, value in SMALL.items() if name in fields and stated.get(name, 0) is not None}
    kinds = list(dict.fromkeys(stated.get("layer_types") or []))
    each_kind = {"layer_types": [kinds[number % len(kinds)] for number in range(4)]} if kinds else {}
    for types in (each_kind, {"layer_types": None} if kinds else {}, {}):
        for heads in ({}, {"num_key_value_heads": 4} if "num_key_value_heads" in changes else {}):
            yield {**changes, **types, **heads, **SETTINGS.get(architecture, {})}


build: Any = AutoModelForCausalLM.from_config
generation_config: Any = GenerationConfig


def small_model(architecture: str, settings: dict[str, Any]) -> Any:
    """A small random model that says varied things: noise is added to fresh weights, which are close to zero."""
    config = AutoConfig.for_model(architecture, **settings)
    with torch.device("meta"):
        count = sum(weight.numel() for weight in build(config).parameters())
    if count > MOST_PARAMETERS:
        raise ValueError(f"{count / 1e6:.0f} million parameters")
    torch.manual_seed(7)
    model = build(config).float().eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(torch.randn_like(weight) * 0.1)
    model.generation_config = generation_config(eos_token_id=None, pad_token_id=1)
    return model


def requests() -> list[Request]:
    generator = torch.Generator().manual_seed(1)
    made = []
    for number, length in enumerate(LENGTHS):
        ids = tuple(torch.randint(3, VOCABULARY, (length,), generator=generator).tolist())
        prompt = Prompt(PromptKind.BASE, "", token_ids=ids)
        made.append(Request(number, f"prompt {number}", prompt, Sampling(), seed=0, max_new_tokens=NEW_TOKENS))
    return made


def alone(model: Any, request: Request, ends: Sequence[int]) -> list[int]:
    """New tokens by plain `generate`, up to an end token."""
    ids = torch.tensor([request.prompt.token_ids])
    steps = generation_config(max_new_tokens=NEW_TOKENS, do_sample=False, eos_token_id=None, pad_token_id=1)
    new = model.generate(ids, attention_mask=torch.ones_like(ids), generation_config=steps)[0, ids.shape[1] :]
    return list(takewhile(lambda token: token not in ends, new.tolist()))


@torch.inference_mode()
def gap_of(model: Any, request: Request, said: list[int], expected: list[int]) -> float:
    """The difference of the two tokens' logits where completions part, as a share of the largest."""
    place = next((index for index, pair in enumerate(zip(said, expected, strict=False)) if pair[0] != pair[1]), 0)
    ids = torch.tensor([[*request.prompt.token_ids, *expected[:place]]])
    logits = model(input_ids=ids).logits[0, -1]
    return float((logits[expected[place]] - logits[said[place]]).abs() / logits.abs().max())


def try_one(architecture: str, tokenizer: Any) -> Row:
    problem = ""
    try:
        tried = list(variants(architecture))
    except Exception as error:
        return Row(architecture, f"not built: {type(error).__name__}")
    for settings in tried:
        try:
            model = small_model(architecture, settings)
            ends = sorted(CompletionReader(tokenizer, model.generation_config, model.config).ends)
            expected = {request.number: alone(model, request, ends) for request in requests()}
            return compare(architecture, settings, tokenizer, expected)
        except Exception as error:  # of any kind: a configuration that does not suit, a kernel that is not there
            problem = problem or f"{type(error).__name__}: {str(error).partition(chr(10))[0][:90]}"
    return Row(architecture, f"not built: {problem}")


def compare(architecture: str, settings: dict[str, Any], tokenizer: Any, expected: dict[int, list[int]]) -> Row:
    said: list[str] = []
    backend = backend_for(small_model(architecture, settings), tokenizer, MAX_LENGTH, report=said.append)
    equal, gap = 0, 0.0
    for request, completion in backend.generate(Prompts(requests())):
        if completion.raw == tokenizer.decode(expected[request.number]):
            equal += 1
        else:
            new = tokenizer(completion.raw, add_special_tokens=False)["input_ids"]
            gap = max(gap, gap_of(small_model(architecture, settings), request, new, expected[request.number]))
    way = "slots" if isinstance(backend, ContinuousBackend) else said[-1].removeprefix("Continuous batching is ")
    return Row(architecture, way, equal, gap)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("architectures", nargs="*")
    chosen = parser.parse_args().architectures or sorted(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    tokenizer = AutoTokenizer.from_pretrained(DEMO_MODEL)
    print(f"torch {torch.__version__}, transformers {transformers.__version__}, CPython {platform.python_version()}\n")
    print(f"| architecture | batches | equal of {len(LENGTHS)} | largest gap |\n|---|---|--:|--:|")
    ways: Counter[str] = Counter()
    for architecture in chosen:
        row = try_one(architecture, tokenizer)
        right = "right" if row.equal == len(LENGTHS) else "wrong"
        ways["not built" if row.way.startswith("not built") else f"{row.way.partition(':')[0]}, {right}"] += 1
        gap = f"{row.gap:.1e}" if row.gap else ""
        print(f"| {row.architecture} | {row.way} | {row.equal} | {gap} |", flush=True)
    print(*(f"\n{count} {way}" for way, count in sorted(ways.items())), sep="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
