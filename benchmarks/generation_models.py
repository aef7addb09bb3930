"""Models of real shapes with random weights, and a tokenizer to go with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from generation_workloads import tasks_of
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedModel, PreTrainedTokenizerFast

from classeval_hf.generation.engines.model_loading import ModelOptions, load_tokenizer

__all__ = ["SHAPES", "accelerator_peak_mib", "load_trained", "make_model", "make_tokenizer", "model_name"]

_QWEN2: dict[str, Any] = {"model_type": "qwen2", "vocab_size": 151_936, "max_position_embeddings": 32_768}
SHAPES: Mapping[str, dict[str, Any]] = {
    "tiny": {
        **_QWEN2,
        **{"vocab_size": 8192, "hidden_size": 256, "num_hidden_layers": 6, "intermediate_size": 704},
        **{"num_attention_heads": 4, "num_key_value_heads": 2, "tie_word_embeddings": True},
    },
    "small": {
        **_QWEN2,
        **{"vocab_size": 16_384, "hidden_size": 512, "num_hidden_layers": 10, "intermediate_size": 1408},
        **{"num_attention_heads": 8, "num_key_value_heads": 2, "tie_word_embeddings": True},
    },
    "qwen2-0.5b": {
        **_QWEN2,
        **{"hidden_size": 896, "num_hidden_layers": 24, "intermediate_size": 4864},
        **{"num_attention_heads": 14, "num_key_value_heads": 2, "tie_word_embeddings": True},
    },
    "qwen2-1.5b": {
        **_QWEN2,
        **{"hidden_size": 1536, "num_hidden_layers": 28, "intermediate_size": 8960},
        **{"num_attention_heads": 12, "num_key_value_heads": 2, "tie_word_embeddings": True},
    },
    "qwen2.5-7b": {
        **_QWEN2,
        **{"vocab_size": 152_064, "hidden_size": 3584, "num_hidden_layers": 28, "intermediate_size": 18_944},
        **{"num_attention_heads": 28, "num_key_value_heads": 4, "tie_word_embeddings": False},
    },
    "gpt-bigcode-1b": {
        **{"model_type": "gpt_bigcode", "vocab_size": 49_280, "n_positions": 2048, "n_embd": 2048, "n_layer": 24},
        **{"n_head": 16, "n_inner": 8192, "multi_query": True, "activation_function": "gelu_pytorch_tanh"},
    },
    "starcoder2-3b": {
        **{"model_type": "starcoder2", "vocab_size": 49_152, "hidden_size": 3072, "num_hidden_layers": 30},
        **{"intermediate_size": 12_288, "num_attention_heads": 24, "num_key_value_heads": 2},
        **{"max_position_embeddings": 16_384, "sliding_window": 4096, "use_bias": True},
    },
    "gemma3-small": {
        **{"model_type": "gemma3_text", "vocab_size": 16_384, "hidden_size": 512, "num_hidden_layers": 12},
        **{"num_attention_heads": 4, "num_key_value_heads": 1, "head_dim": 128, "intermediate_size": 1536},
        **{"max_position_embeddings": 32_768, "sliding_window": 512},
    },
    "gpt-oss-small": {
        **{"model_type": "gpt_oss", "vocab_size": 16_384, "hidden_size": 512, "num_hidden_layers": 10},
        **{"num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 64, "intermediate_size": 512},
        **{"num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": 128},
    },
    "qwen3-next-small": {
        **{"model_type": "qwen3_next", "vocab_size": 16_384, "hidden_size": 512, "num_hidden_layers": 8},
        **{"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1024},
        **{"linear_num_key_heads": 4, "linear_num_value_heads": 8},
        **{"linear_key_head_dim": 64, "linear_value_head_dim": 64},
        **{"num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 256},
        **{"shared_expert_intermediate_size": 256, "max_position_embeddings": 32_768},
    },
}
"""Settings of models that exist; those called tiny or small have their architecture, made small."""


def model_name(shape: str) -> str:
    """A shape with its number of parameters."""
    with torch.device("meta"):
        count = sum(weight.numel() for weight in _from_config(shape).parameters())
    return f"{shape}, {count / 1e6:,.0f} million parameters, random"


def make_model(shape: str, tokenizer: PreTrainedTokenizerFast, device: str, dtype: str) -> PreTrainedModel:
    """
    A random model that says varied things and never stops by itself.

    Args:
        shape (`str`): one of [`SHAPES`].
        tokenizer (`PreTrainedTokenizerFast`): its tokenizer.
        device (`str`): where it goes.
        dtype (`str`): its number format.
    """
    assert len(tokenizer) <= SHAPES[shape]["vocab_size"]
    torch.manual_seed(7)
    with torch.device(device):  # where random numbers for billions of weights take no minutes
        model = _from_config(shape)
    with torch.no_grad():
        # Fresh weights are so small that a model repeats one token.
        for weight in model.parameters():
            weight.add_(torch.randn_like(weight), alpha=0.03)
        # It says what the tokenizer knows: other tokens have no text by which completions could be compared.
        model.get_output_embeddings().weight[len(tokenizer) :] = 0
    model.generation_config.eos_token_id = None
    moved: PreTrainedModel = model.eval().to(device, getattr(torch, dtype))
    return moved


def load_trained(folder: str, device: str, dtype: str) -> tuple[PreTrainedModel, Any]:
    """
    A trained model with its tokenizer; neither knows an end, so that completions have the length of canonical ones.

    Args:
        folder (`str`): the model.
        device (`str`): where it goes.
        dtype (`str`): its number format.
    """
    load: Any = AutoModelForCausalLM.from_pretrained
    model: PreTrainedModel = load(folder, dtype=dtype).eval().to(device)
    tokenizer, _ = load_tokenizer(ModelOptions(folder))
    tokenizer.eos_token = model.generation_config.eos_token_id = model.config.eos_token_id = None
    return model, tokenizer


def _from_config(shape: str) -> Any:
    make: Any = AutoModelForCausalLM.from_config
    config = AutoConfig.for_model(**SHAPES[shape], eos_token_id=None, bos_token_id=None, pad_token_id=None)
    return make(config, dtype=torch.float32)


def make_tokenizer(split: str) -> PreTrainedTokenizerFast:
    """A byte-level tokenizer trained on the tasks' own code, without a token that ends a completion."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=4096, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator((task.skeleton + task.solution_code for task in tasks_of(split)), trainer)
    make: Any = PreTrainedTokenizerFast
    wrapped: PreTrainedTokenizerFast = make(tokenizer_object=tokenizer)
    return wrapped


def accelerator_peak_mib(device: str) -> float | None:
    """Peak memory in use on an accelerator."""
    return torch.cuda.max_memory_allocated(device) / 2**20 if device.startswith("cuda") else None
