"""Prefill and decode step in slots, with weights that are packed for decode steps on a CPU. Whether an architecture
supports slots is tested on the model itself."""

import inspect
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from torch import nn
from torch.nn.attention import sdpa_kernel
from transformers import DynamicCache, PreTrainedModel
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask
from transformers.modeling_utils import AttentionInterface

from classeval_hf.generation.engines.model_loading import embedding_rows
from classeval_hf.generation.engines.slot_cache import CacheShape, LayerShape, RowCache, SlotCache, states_of
from classeval_hf.generation.engines.transformers_backend import KERNELS, close, length_dependent_rope

_NAME = "classeval_grouped"


def _mask(batch_size: int, q_length: Any, *args: Any, **kwargs: Any) -> torch.Tensor | None:
    """Always makes a mask in a decode step: checking whether a mask is needed would wait for the device."""
    # Earlier versions of transformers give the columns of the new tokens, not their number.
    if (q_length.shape[0] if isinstance(q_length, torch.Tensor) else q_length) == 1:
        kwargs["allow_is_causal_skip"] = False
    made: torch.Tensor | None = sdpa_mask(batch_size, q_length, *args, **kwargs)
    return made


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
    """Attention of `query` `[rows, heads, new, head_dim]` to keys and values `[rows, kv_heads, tokens, head_dim]`."""
    rows, heads, new, head_dim = query.shape
    window = kwargs.get("sliding_window")
    if new == 1 and isinstance(window, int) and 0 < window < key.shape[2]:  # rows end in one column, without gaps
        key, value = key[:, :, -window:], value[:, :, -window:]
        attention_mask = attention_mask[..., -window:] if attention_mask is not None else None
    if (sinks := kwargs.get("s_aux", getattr(module, "sinks", None))) is not None:
        # A logit per head that no token stands for (gpt-oss); PyTorch's attention does not take these.
        logits = (query.reshape(rows, key.shape[1], -1, head_dim) @ key.transpose(2, 3)).view(rows, heads, new, -1)
        logits = logits * (head_dim**-0.5 if scaling is None else scaling)
        mask = attention_mask
        if mask is None and new > 1:  # the causal mask that PyTorch's attention uses for a whole prompt
            mask = torch.ones(new, key.shape[2], dtype=torch.bool, device=query.device).tril(key.shape[2] - new)
        if mask is not None and mask.dtype == torch.bool:
            logits = logits.masked_fill(~mask, torch.finfo(logits.dtype).min)
        elif mask is not None:
            logits = logits + mask
        logits = torch.cat([logits, sinks.view(1, -1, 1, 1).expand(rows, -1, new, 1)], dim=3)
        weights = logits.softmax(dim=3)[..., :-1].reshape(rows, key.shape[1], -1, key.shape[2])
        return (weights @ value).view(rows, heads, new, -1).transpose(1, 2), None
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


_WINDOWS = ("sliding_window", "attention_chunk_size")  # fields of configurations and modules from which masks are made
_FIXED_WINDOWS = ("window_size", "attention_window", "local_attention_window")  # fields from which modules are built
_LAYERS = (
    *("DynamicLayer", "DynamicSlidingWindowLayer", "LinearAttentionLayer", "DummyLayer"),
    *("LinearAttentionAndFullAttentionLayer", "LinearAttentionAndSlidingWindowAttentionLayer"),
)  # layers of transformers' caches; by name, since early versions lack some
_TRIAL_WINDOW = 6  # tokens of an attention window during the trial, whose texts are longer


class UnsupportedModel(Exception):
    """A model that cannot be decoded in slots, with the reason."""


@dataclass(frozen=True)
class PendingPrompt:
    ids: torch.Tensor  # its token ids, `[tokens]`
    known: RowCache | None = None  # KV cache of its beginning
    known_length: int = 0  # tokens of it that are used, fewer than the prompt has


class SlotModel:
    """A model with the forward passes of continuous batching; [`UnsupportedModel`] if it cannot decode in slots."""

    def __init__(self, model: PreTrainedModel, max_length: int) -> None:
        self.device = model.device
        self._model: Any = model
        parameters = inspect.signature(model.forward).parameters
        missing = [kind for kind in ("past_key_values", "position_ids", "attention_mask") if kind not in parameters]
        if missing:
            raise UnsupportedModel(f"it does not take {', '.join(missing)}")
        if (rope := length_dependent_rope(model.config, max_length)) is not None:
            raise UnsupportedModel(f"its rotary embedding ({rope}) depends on the longest sequence of a batch")
        if len(set(getattr(model, "hf_device_map", {}).values())) > 1:
            raise UnsupportedModel("it is spread over several devices")
        for layer in DynamicCache(config=model.config).layers:
            kind = type(layer).__name__
            if kind not in _LAYERS or (kind.startswith("Linear") and not hasattr(layer, "number_of_states")):
                raise UnsupportedModel(f"its KV cache has layers of type {kind}")
        self._options = {"use_cache": True, **({"logits_to_keep": 1} if "logits_to_keep" in parameters else {})}
        attention = model.config._attn_implementation
        # Grouped queries, where attention with them gives the same: repeating keys and values copies the cache.
        takes_sdpa = attention == "sdpa" and self._model._supports_sdpa
        has_sinks = any(name.endswith(".sinks") for name, _ in model.named_parameters())
        if takes_sdpa or (attention == "eager" and has_sinks):
            text = torch.arange(9) % (embedding_rows(model.config) or 9)
            with torch.inference_mode():
                expected = None if takes_sdpa else self._alone(text)
                AttentionInterface.register(_NAME, _grouped_attention)
                AttentionMaskInterface.register(_NAME, _mask)
                self._model.set_attn_implementation(_NAME)
                if expected is not None and not close(self._alone(text), expected):
                    self._model.set_attn_implementation(attention)
        try:
            self.shape = self._find_shape()
            with ExitStack() as restored:
                text_config = model.config.get_text_config(decoder=True)
                for holder, name in product((text_config, *model.modules()), _WINDOWS):
                    found = getattr(holder, name, None) if holder is text_config else vars(holder).get(name)
                    if isinstance(found, int):
                        restored.callback(setattr, holder, name, found)
                        setattr(holder, name, _TRIAL_WINDOW)
                self._check_logits((13, 9, 4))
            for window in (getattr(model.config, name, None) for name in _FIXED_WINDOWS):
                if isinstance(window, int) and 0 < window < max_length:
                    self._check_logits((window + 7, window + 3, 4))
        except UnsupportedModel:
            self._model.set_attn_implementation(attention)
            raise

    @torch.inference_mode()
    def prefill(self, prompts: Sequence[PendingPrompt], filler: int = 0) -> tuple[torch.Tensor, list[RowCache]]:
        """Next logits `[prompts, vocabulary]`, and KV caches; `filler` is the token that pads rows."""
        # Rows end in the last column, without gaps. Rows with fewer new tokens compute known ones again, not padding.
        total = max(len(prompt.ids) for prompt in prompts)
        new = max(len(prompt.ids) - prompt.known_length for prompt in prompts)
        cache = SlotCache(self.shape, len(prompts), total)
        cache.rows, cache.end = len(prompts), total - new
        ids = torch.full((len(prompts), new), filler)
        mask = torch.zeros((len(prompts), total), dtype=torch.long)
        for row, prompt in enumerate(prompts):
            length = len(prompt.ids)
            read = min(new, length)
            ids[row, new - read :] = prompt.ids[length - read :]
            mask[row, total - length :] = 1
            if prompt.known is not None and length > new:
                for part, known in zip(cache.storage, prompt.known.parts, strict=True):
                    part[row, :, total - length : total - new] = known[:, : length - new]
        positions = (mask.cumsum(1) - 1).clamp(min=0)[:, total - new :]
        logits = self._forward(ids.to(self.device), mask.to(self.device), positions.to(self.device), cache)
        cache.end = total
        return logits, [cache.row(row, len(prompt.ids)) for row, prompt in enumerate(prompts)]

    @torch.inference_mode()
    def decode_step(self, cache: SlotCache, tokens: Sequence[int], lengths: Sequence[int]) -> torch.Tensor:
        """Adds a token to each row; gives logits of the next token, `[rows, vocabulary]`."""
        longest = max(lengths)
        cache.start = cache.end - longest
        if cache.end == cache.columns:  # no room for another token
            cache.move(longest)
        numbers = torch.tensor([list(tokens), list(lengths)]).to(self.device, non_blocking=True)
        ids, positions = numbers[:, :, None]
        mask = torch.arange(longest, -1, -1, device=self.device) <= positions
        logits = self._forward(ids, mask.long(), positions, cache)
        cache.end += 1
        return logits

    @sdpa_kernel(KERNELS)
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
        by_layer: list[list[Any]] = [
            [part for name in ("keys", "values") if (part := getattr(layer, name, None)) is not None]
            for layer in cache.layers
        ]
        kept = [part for parts in by_layer for part in parts]
        if not kept or any(part.dim() != 4 or (part.shape[0], part.shape[2]) != (1, 2) for part in kept):
            raise UnsupportedModel("its KV cache is not of the usual shape")
        if len({(part.dtype, part.device) for part in kept}) != 1:
            raise UnsupportedModel("the KV caches of its layers differ in type or device")
        layers = tuple(
            LayerShape(tuple((part.shape[1], part.shape[3]) for part in parts), getattr(layer, "number_of_states", 0))
            for layer, parts in zip(cache.layers, by_layer, strict=True)
        )
        state_bytes = sum(state.numel() * state.itemsize for state in states_of(cache.layers).values())
        return CacheShape(layers, kept[0].dtype, kept[0].device, state_bytes)

    @torch.inference_mode()
    def _check_logits(self, lengths: tuple[int, int, int]) -> None:
        """[`UnsupportedModel`] if logits in slots differ from those of single rows, for texts of these lengths."""
        source = torch.Generator().manual_seed(0)
        vocabulary = embedding_rows(self._model.config) or 256
        texts, others = ([torch.randint(vocabulary, (length,), generator=source) for length in lengths] for _ in "12")
        tried = self._try(texts)
        for logits, end in zip(tried, (-1, None), strict=True):
            for in_slots, text in zip(logits, texts, strict=True):
                if not close(in_slots, self._alone(text[:end])):
                    raise UnsupportedModel("its logits depend on the padding of the batch")
        # With other rows and padding, logits stay the same to the bit, except for experts that are computed together.
        for row in range(len(texts)):
            among = self._try([*others[:row], texts[row], *others[row + 1 :]], filler=1)
            if not all(close(new[row], old[row], same_shapes=True) for new, old in zip(among, tried, strict=True)):
                raise UnsupportedModel("its logits depend on the other rows of the batch")

    def _try(self, texts: list[torch.Tensor], filler: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits `[texts, vocabulary]` before and at the last tokens of texts; the first has a known prefix."""
        first, *others = texts
        known = 0 if self.shape.state_bytes else len(first) - 5
        _, (beginning,) = self.prefill([PendingPrompt(first[: known or 1])])
        prompts = [PendingPrompt(first[:-1], beginning, known), *(PendingPrompt(text[:-1]) for text in others)]
        after_prompts, rows = self.prefill(prompts, filler)
        cache = SlotCache(self.shape, len(rows), len(first) + 3)
        for row in rows:
            cache.add(row)
        lengths = [len(text) - 1 for text in texts]
        return after_prompts, self.decode_step(cache, [int(text[-1]) for text in texts], lengths)

    def _alone(self, text: torch.Tensor) -> torch.Tensor:
        """Next logits `[vocabulary]` of a text, by the cache of transformers."""
        ids = text[None].to(self.device)
        cache: Any = DynamicCache(config=self._model.config)
        return self._forward(ids, torch.ones_like(ids), torch.arange(len(text), device=self.device)[None], cache)[0]


_mkldnn: Any = torch.ops.mkldnn  # operators of oneDNN
_FEW_ROWS = 128  # rows from which the original weights are as fast


class PackedLinear(nn.Linear):
    """A linear layer with a packed copy of its weights; [`pack_weights`] makes these of existing layers."""

    packed: torch.Tensor

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """`[..., in_features]` to `[..., out_features]`, by the weights that are faster for this number of rows."""
        if input.numel() >= _FEW_ROWS * self.in_features:
            return super().forward(input)
        product: torch.Tensor = _mkldnn._linear_pointwise(input, self.packed, self.bias, "none", [], "")
        return product


def pack_weights(layers: Iterable[nn.Linear]) -> None:
    """Adds packed weights, which take as many bytes, to linear layers whose weights must not change afterwards."""
    for layer in layers:
        packed = _mkldnn._reorder_linear_weight(layer.weight.detach())  # only `_linear_pointwise` can read it
        layer.__class__ = PackedLinear
        layer.packed = packed  # type: ignore[assignment, unused-ignore]


def layers_to_pack(model: nn.Module) -> list[nn.Linear]:
    onednn: Any = torch.backends.mkldnn
    if not onednn.is_available():
        return []
    try:
        weight, rows = torch.arange(12.0).view(3, 4), torch.ones(2, 4)
        packed = _mkldnn._reorder_linear_weight(weight)
        works = torch.equal(_mkldnn._linear_pointwise(rows, packed, None, "none", [], ""), rows @ weight.T)
    except (AttributeError, NotImplementedError, RuntimeError, TypeError):
        works = False  # this PyTorch lacks the private operators that packing needs
    if not works:
        return []
    # Subclasses, and layers whose `forward` was replaced (offloaded weights), are left alone.
    return [
        module
        for module in model.modules()
        if type(module) is nn.Linear
        and "forward" not in vars(module)
        and module.weight.device.type == "cpu"
        and module.weight.dtype == torch.float32
    ]
