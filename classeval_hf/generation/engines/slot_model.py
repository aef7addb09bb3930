"""
What a model is asked for, pass by pass, when sequences are decoded in slots: to read prompts, and to go on by a token.

Not every architecture can be asked so; which can is tried out on the model itself and not looked up in a list.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from classeval_hf.generation.engines.grouped_attention import share_heads
from classeval_hf.generation.engines.model_loading import embedding_rows
from classeval_hf.generation.engines.slot_cache import CacheShape, SlotCache

if TYPE_CHECKING:
    from transformers import PreTrainedModel

__all__ = ["SlotModel", "Unread", "UnsupportedModel"]

_WINDOW_FIELDS = ("window_size", "attention_window", "local_attention_window")
"""Where configurations of models whose cache knows nothing of it say how far back their attention reaches."""


class UnsupportedModel(Exception):
    """A model that cannot be decoded in slots, and why."""


@dataclass(frozen=True)
class Unread:
    """
    A prompt that the model has yet to read.

    Args:
        ids (`torch.Tensor`): its tokens.
        known (`torch.Tensor`, *optional*): keys and values of tokens at its beginning, fewer than all.
    """

    ids: torch.Tensor
    known: torch.Tensor | None = None

    @property
    def known_length(self) -> int:
        """Tokens that need not be computed."""
        return 0 if self.known is None else self.known.shape[2]

    @property
    def new_length(self) -> int:
        """Tokens that are."""
        return len(self.ids) - self.known_length


class SlotModel:
    """
    A model as it is used for decoding in slots.

    Args:
        model (`PreTrainedModel`): a causal language model.
        longest (`int`): tokens that a sequence may have.

    Raises:
        [`UnsupportedModel`]: if it cannot be used so.
    """

    def __init__(self, model: PreTrainedModel, longest: int) -> None:
        self.device = model.device
        self._model: Any = model
        parameters = inspect.signature(model.forward).parameters
        _check_form(model, parameters, longest)
        share_heads(model)
        self._options = {"use_cache": True, **({"logits_to_keep": 1} if "logits_to_keep" in parameters else {})}
        self.shape = self._find_shape()
        self._try_out()

    @torch.inference_mode()
    def read(self, prompts: Sequence[Unread]) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """
        Reads prompts, together and padded.

        Args:
            prompts (`Sequence[Unread]`): the prompts.

        Returns:
            `tuple[torch.Tensor, list[torch.Tensor]]`: scores of the next token, a row per prompt, and per prompt its
            keys and values.
        """
        # Columns: what is known, padded on the left, and behind it what is new, padded on the left.
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
        scores = self._pass(ids.to(self.device), mask.to(self.device), positions.to(self.device), cache)
        return scores, [_own_columns(cache.storage[:, row], known, p) for row, p in enumerate(prompts)]

    @torch.inference_mode()
    def go_on(self, cache: SlotCache, tokens: Sequence[int], lengths: Sequence[int]) -> torch.Tensor:
        """
        Reads another token in each row of a cache.

        Args:
            cache ([`SlotCache`]): the rows.
            tokens (`Sequence[int]`): a token per row.
            lengths (`Sequence[int]`): how long each row is without it.

        Returns:
            `torch.Tensor`: scores of the next token, a row per row.
        """
        width = cache.make_room(max(lengths))
        numbers = torch.tensor([list(tokens), list(lengths)]).to(self.device)
        ids, positions = numbers[:, :, None]
        mask = torch.arange(width - 1, -1, -1, device=self.device) <= positions
        scores = self._pass(ids, mask.long(), positions, cache)
        cache.end += 1
        return scores

    def _pass(self, ids: torch.Tensor, mask: torch.Tensor, positions: torch.Tensor, cache: Any) -> torch.Tensor:
        output = self._model(
            input_ids=ids, attention_mask=mask, position_ids=positions, past_key_values=cache, **self._options
        )
        scores: torch.Tensor = output.logits[:, -1]
        return scores

    @torch.inference_mode()
    def _find_shape(self) -> CacheShape:
        """What the model keeps of a token, as a pass over two tokens shows."""
        cache: Any = DynamicCache(config=self._model.config)
        ids = torch.zeros((1, 2), dtype=torch.long, device=self.device)
        self._pass(ids, torch.ones_like(ids), torch.arange(2, device=self.device)[None], cache)
        kept = [tensor for layer in cache.layers for tensor in (layer.keys, layer.values)]
        forms = {(tuple(tensor.shape), tensor.dtype, tensor.device) for tensor in kept}
        if len(forms) != 1:
            raise UnsupportedModel("its layers do not all keep the same of a token")
        (rows, heads, columns, size), dtype, device = forms.pop()
        if (rows, columns) != (1, 2):
            raise UnsupportedModel("its layers keep tokens in a form of their own")
        return CacheShape(len(cache.layers), heads, size, dtype, device)

    @torch.inference_mode()
    def _try_out(self) -> None:
        """
        Decodes a little in slots, with prompts of different lengths of which one is known in part, and compares.

        Raises:
            [`UnsupportedModel`]: if it does not come to what the model says to whole texts.
        """
        generator = torch.Generator().manual_seed(0)
        vocabulary = embedding_rows(self._model.config) or 256
        texts = [torch.randint(vocabulary, (length,), generator=generator) for length in (13, 9, 4)]
        _, (beginning,) = self.read([Unread(texts[0][:8])])
        first, rows = self.read([Unread(texts[0][:-1], beginning), *(Unread(text[:-1]) for text in texts[1:])])
        cache = SlotCache(self.shape, len(rows), 16)
        for row in rows:
            cache.add(row)
        second = self.go_on(cache, [int(text[-1]) for text in texts], [len(text) - 1 for text in texts])
        tolerance = 1e-3 if self.shape.dtype == torch.float32 else 0.1
        for scores, end in ((first, -1), (second, None)):
            for found, text in zip(scores, texts, strict=True):
                ids = text[None, :end].to(self.device)
                cache_of_its_own: Any = DynamicCache(config=self._model.config)
                positions = torch.arange(ids.shape[1], device=self.device)[None]
                expected = self._pass(ids, torch.ones_like(ids), positions, cache_of_its_own)[0]
                if not (found - expected).abs().max() <= tolerance * expected.abs().max():
                    raise UnsupportedModel("what it says depends on how texts are laid side by side")


def _check_form(model: PreTrainedModel, parameters: Any, longest: int) -> None:
    missing = [name for name in ("past_key_values", "position_ids", "attention_mask") if name not in parameters]
    if missing:
        raise UnsupportedModel(f"it does not take {', '.join(missing)}")
    devices = set(getattr(model, "hf_device_map", {}).values())
    if len(devices) > 1:
        raise UnsupportedModel("it is spread over several devices")
    reaches = [getattr(model.config, name, None) for name in _WINDOW_FIELDS]
    for layer in DynamicCache(config=model.config).layers:
        if type(layer) is DynamicSlidingWindowLayer:
            reaches.append(layer.sliding_window)
        elif type(layer) is not DynamicLayer:
            raise UnsupportedModel(f"it keeps what it has read in a form of its own ({type(layer).__name__})")
    for reach in reaches:
        # While prompts are read, tokens are up to twice as far apart as in the text.
        if isinstance(reach, int) and reach < 2 * longest:
            raise UnsupportedModel(f"its attention reaches back {reach} tokens only")


def _own_columns(storage: torch.Tensor, known: int, prompt: Unread) -> torch.Tensor:
    """Keys and values of a prompt out of a padded row."""
    first = storage[:, :, known - prompt.known_length : known]
    return torch.cat([first, storage[:, :, storage.shape[2] - prompt.new_length :]], dim=2)
