"""Layers of a [`SlotCache`] with recurrent and convolution states, whose size does not depend on a row's length."""

from typing import Any

import torch
from transformers.cache_utils import LinearAttentionLayer

from classeval_hf.generation.engines.slot_cache import SlotCache, SlotLayer, StateKey


class SlotAndStateLayer(LinearAttentionLayer, SlotLayer):  # type: ignore[misc, override, no-untyped-call, unused-ignore]
    is_compileable = False

    def __init__(self, cache: SlotCache, part: int, number_of_states: int) -> None:
        SlotLayer.__init__(self, cache, part)
        LinearAttentionLayer.__init__(self, number_of_states)  # type: ignore[no-untyped-call, unused-ignore]

    def lazy_initialization(self, *args: Any, **kwargs: Any) -> None:
        """Initializes states only: the storage of attention exists already."""
        if not args:
            LinearAttentionLayer.lazy_initialization(self, **kwargs)  # type: ignore[no-untyped-call, unused-ignore]


def states_of(layers: list[Any]) -> dict[StateKey, torch.Tensor]:
    return {
        (number, kind, index): state
        for number, layer in enumerate(layers)
        if isinstance(layer, LinearAttentionLayer)
        for kind in ("conv_states", "recurrent_states")
        for index, state in getattr(layer, kind).items()
        if state is not None
    }
