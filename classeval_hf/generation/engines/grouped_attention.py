"""
Attention to a single new token where several heads share their keys and values.

transformers repeats those per head before it calls PyTorch, which for one new token means to copy all that was said
before, several times, in each layer. Here the heads that share stand where otherwise several new tokens do.
"""

from __future__ import annotations

from typing import Any

import torch
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask
from transformers.modeling_utils import AttentionInterface

__all__ = ["share_heads"]

_NAME = "classeval_grouped_sdpa"


def share_heads(model: Any) -> None:
    """
    Lets a model that uses PyTorch's attention attend so.

    Args:
        model (`PreTrainedModel`): the model; others than those are left alone.
    """
    if model.config._attn_implementation == "sdpa" and model._supports_sdpa:
        AttentionInterface.register(_NAME, _grouped_attention)
        AttentionMaskInterface.register(_NAME, sdpa_mask)
        model.set_attn_implementation(_NAME)


def _grouped_attention(
    module: Any,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    dropout: float = 0.0,
    scaling: float | None = None,
    **kwargs: Any,
) -> tuple[torch.Tensor, None]:
    rows, heads, new, size = query.shape
    shared = key.shape[1]
    per_head = attention_mask is not None and attention_mask.shape[1] != 1
    if new != 1 or heads == shared or per_head or kwargs.get("position_bias") is not None:
        said: tuple[torch.Tensor, None] = sdpa_attention_forward(
            module, query, key, value, attention_mask, dropout=dropout, scaling=scaling, **kwargs
        )
        return said
    output = torch.nn.functional.scaled_dot_product_attention(
        query.view(rows, shared, heads // shared, size), key, value, attn_mask=attention_mask, scale=scaling
    )
    return output.reshape(rows, 1, heads, value.shape[3]), None
