"""
Grouped-query attention for a decode step, without repeating keys and values per head.

transformers repeats them before it calls PyTorch, which copies the whole KV cache several times per layer for one
token. Here the query heads of a group take the place of several new tokens: `[rows, heads, 1, head_dim]` becomes
`[rows, kv_heads, heads / kv_heads, head_dim]`.
"""

from __future__ import annotations

from typing import Any

import torch
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask
from transformers.modeling_utils import AttentionInterface

_NAME = "classeval_grouped_sdpa"


def share_heads(model: Any) -> None:
    """Makes a model that uses PyTorch's attention use this one; one with another attention is not changed."""
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
    """Attention of `query` `[rows, heads, new, head_dim]` to `key` and `value` `[rows, kv_heads, tokens, head_dim]`;
    gives `[rows, new, heads, head_dim]`."""
    rows, heads, new, head_dim = query.shape
    kv_heads = key.shape[1]
    per_head = attention_mask is not None and attention_mask.shape[1] != 1
    if new != 1 or heads == kv_heads or per_head or kwargs.get("position_bias") is not None:
        attended: tuple[torch.Tensor, None] = sdpa_attention_forward(
            module, query, key, value, attention_mask, dropout=dropout, scaling=scaling, **kwargs
        )
        return attended
    output = torch.nn.functional.scaled_dot_product_attention(
        query.view(rows, kv_heads, heads // kv_heads, head_dim), key, value, attn_mask=attention_mask, scale=scaling
    )
    return output.reshape(rows, 1, heads, value.shape[3]), None
