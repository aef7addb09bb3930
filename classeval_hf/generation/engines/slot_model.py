"""Prefill and decode step in slots; whether an architecture supports them is tested on the model itself."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask
from transformers.modeling_utils import AttentionInterface

from classeval_hf.generation.engines.batch_trial import length_dependent_rope, tolerance_of
from classeval_hf.generation.engines.model_loading import embedding_rows
from classeval_hf.generation.engines.slot_cache import CacheShape, SlotCache

if TYPE_CHECKING:
    from transformers import PreTrainedModel


_NAME = "classeval_grouped_sdpa"


def share_heads(model: Any) -> None:
    """Has a model with PyTorch's attention decode with grouped queries: repeating keys and values copies the cache."""
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
    """Of `query` `[rows, heads, new, head_dim]` to `[rows, kv_heads, tokens, head_dim]`."""
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


_WINDOW_FIELDS = ("window_size", "attention_window", "local_attention_window")  # where the cache does not state it


class UnsupportedModel(Exception):
    """A model that cannot be decoded in slots, with the reason."""


@dataclass(frozen=True)
class PendingPrompt:
    ids: torch.Tensor  # its token ids, `[tokens]`
    # KV cache of its beginning, `[2 * layers, heads, known_length, head_dim]`, for fewer tokens than it has.
    known: torch.Tensor | None = None

    @property
    def known_length(self) -> int:
        """Tokens whose KV cache is there."""
        return 0 if self.known is None else self.known.shape[2]

    @property
    def new_length(self) -> int:
        return len(self.ids) - self.known_length


class SlotModel:
    """A model with the forward passes of continuous batching; [`UnsupportedModel`] if it cannot decode in slots."""

    def __init__(self, model: PreTrainedModel, max_length: int) -> None:
        self.device = model.device
        self._model: Any = model
        parameters = inspect.signature(model.forward).parameters
        _check_support(model, parameters, max_length)
        share_heads(model)
        self._options = {"use_cache": True, **({"logits_to_keep": 1} if "logits_to_keep" in parameters else {})}
        self.shape = self._find_shape()
        self._check_logits()

    @torch.inference_mode()
    def prefill(self, prompts: Sequence[PendingPrompt]) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """Next logits `[prompts, vocabulary]`, and KV caches `[2 * layers, heads, tokens, head_dim]`."""
        # Columns: the known part, left-padded, and after it the new part, left-padded.
        known = max(prompt.known_length for prompt in prompts)
        new = max(prompt.new_length for prompt in prompts)
        cache = SlotCache(self.shape, len(prompts), known + new)
        cache.rows, cache.end = len(prompts), known
        ids = torch.zeros((len(prompts), new), dtype=torch.long)
        mask = torch.zeros((len(prompts), known + new), dtype=torch.long)
        for row, prompt in enumerate(prompts):
            ids[row, new - prompt.new_length :] = prompt.ids[prompt.known_length :]
            mask[row, known - prompt.known_length : known] = 1
            mask[row, known + new - prompt.new_length :] = 1
            if prompt.known is not None:
                cache.storage[:, row, :, known - prompt.known_length : known] = prompt.known
        positions = (mask.cumsum(1) - 1).clamp(min=0)[:, known:]
        logits = self._forward(ids.to(self.device), mask.to(self.device), positions.to(self.device), cache)
        return logits, [_unpadded(cache.storage[:, row], known, p) for row, p in enumerate(prompts)]

    @torch.inference_mode()
    def decode_step(self, cache: SlotCache, tokens: Sequence[int], lengths: Sequence[int]) -> torch.Tensor:
        """Adds a token to each row; gives logits of the next token, `[rows, vocabulary]`."""
        width = cache.make_room(max(lengths))
        numbers = torch.tensor([list(tokens), list(lengths)]).to(self.device)
        ids, positions = numbers[:, :, None]
        mask = torch.arange(width - 1, -1, -1, device=self.device) <= positions
        logits = self._forward(ids, mask.long(), positions, cache)
        cache.end += 1
        return logits

    def _forward(self, ids: torch.Tensor, mask: torch.Tensor, positions: torch.Tensor, cache: Any) -> torch.Tensor:
        """Takes ids and positions `[rows, new]`, mask `[rows, tokens]`; gives next logits, `[rows, vocabulary]`."""
        output = self._model(
            input_ids=ids, attention_mask=mask, position_ids=positions, past_key_values=cache, **self._options
        )
        logits: torch.Tensor = output.logits[:, -1]
        return logits

    @torch.inference_mode()
    def _find_shape(self) -> CacheShape:
        """Shape of the model's KV cache, found by a forward pass over two tokens."""
        cache: Any = DynamicCache(config=self._model.config)
        ids = torch.zeros((1, 2), dtype=torch.long, device=self.device)
        self._forward(ids, torch.ones_like(ids), torch.arange(2, device=self.device)[None], cache)
        kept = [tensor for layer in cache.layers for tensor in (layer.keys, layer.values)]
        forms = {(tuple(tensor.shape), tensor.dtype, tensor.device) for tensor in kept}
        if len(forms) != 1:
            raise UnsupportedModel("the KV caches of its layers differ in shape")
        (rows, heads, columns, head_dim), dtype, device = forms.pop()
        if (rows, columns) != (1, 2):
            raise UnsupportedModel("its KV cache is not of the usual shape")
        return CacheShape(len(cache.layers), heads, head_dim, dtype, device)

    @torch.inference_mode()
    def _check_logits(self) -> None:
        """[`UnsupportedModel`] if logits in slots differ from those of single rows."""
        generator = torch.Generator().manual_seed(0)
        vocabulary = embedding_rows(self._model.config) or 256
        texts = [torch.randint(vocabulary, (length,), generator=generator) for length in (13, 9, 4)]
        _, (beginning,) = self.prefill([PendingPrompt(texts[0][:8])])
        first, rows = self.prefill(
            [PendingPrompt(texts[0][:-1], beginning), *(PendingPrompt(text[:-1]) for text in texts[1:])]
        )
        cache = SlotCache(self.shape, len(rows), 16)
        for row in rows:
            cache.add(row)
        second = self.decode_step(cache, [int(text[-1]) for text in texts], [len(text) - 1 for text in texts])
        for logits, end in ((first, -1), (second, None)):
            for in_slots, text in zip(logits, texts, strict=True):
                ids = text[None, :end].to(self.device)
                own_cache: Any = DynamicCache(config=self._model.config)
                positions = torch.arange(ids.shape[1], device=self.device)[None]
                expected = self._forward(ids, torch.ones_like(ids), positions, own_cache)[0]
                if not (in_slots - expected).abs().max() <= tolerance_of(expected) * expected.abs().max():
                    raise UnsupportedModel("its logits depend on the padding of the batch")


def _check_support(model: PreTrainedModel, parameters: Any, max_length: int) -> None:
    missing = [name for name in ("past_key_values", "position_ids", "attention_mask") if name not in parameters]
    if missing:
        raise UnsupportedModel(f"it does not take {', '.join(missing)}")
    if (rope := length_dependent_rope(model.config, max_length)) is not None:
        raise UnsupportedModel(f"its rotary embedding ({rope}) depends on the longest sequence of a batch")
    devices = set(getattr(model, "hf_device_map", {}).values())
    if len(devices) > 1:
        raise UnsupportedModel("it is spread over several devices")
    windows = [getattr(model.config, name, None) for name in _WINDOW_FIELDS]
    for layer in DynamicCache(config=model.config).layers:
        if type(layer) is DynamicSlidingWindowLayer:
            windows.append(layer.sliding_window)
        elif type(layer) is not DynamicLayer:
            raise UnsupportedModel(f"its KV cache has layers of type {type(layer).__name__}")
    for window in windows:
        # During prefill, padding between the known and the new part can double the distance of tokens.
        if isinstance(window, int) and window < 2 * max_length:
            raise UnsupportedModel(f"its attention window is {window} tokens, less than twice the maximum length")


def _unpadded(storage: torch.Tensor, known: int, prompt: PendingPrompt) -> torch.Tensor:
    """KV cache of a prompt from a padded row, both `[2 * layers, heads, tokens, head_dim]`."""
    first = storage[:, :, known - prompt.known_length : known]
    return torch.cat([first, storage[:, :, storage.shape[2] - prompt.new_length :]], dim=2)
