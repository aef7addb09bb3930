"""Layers of a [`SlotCache`] with recurrent and convolution states, of one size whatever a row's length."""

from typing import Any

import torch
from transformers.cache_utils import LinearAttentionLayer

from classeval_hf.generation.engines.slot_cache import SlotCache, SlotLayer, StateKey

_KINDS = ("conv_states", "recurrent_states")


class SlotAndStateLayer(LinearAttentionLayer, SlotLayer):  # type: ignore[misc, override, no-untyped-call, unused-ignore]
    is_compileable = False

    def __init__(self, cache: SlotCache, part: int, number_of_states: int) -> None:
        SlotLayer.__init__(self, cache, part)
        LinearAttentionLayer.__init__(self, number_of_states)  # type: ignore[no-untyped-call, unused-ignore]

    def lazy_initialization(self, *args: Any, **kwargs: Any) -> None:
        """Of states alone: attention's storage is there already."""
        if not args:
            LinearAttentionLayer.lazy_initialization(self, **kwargs)  # type: ignore[no-untyped-call, unused-ignore]


def state_layer(cache: SlotCache, part: int, has_attention: bool, states: int) -> Any:
    make_states: Any = LinearAttentionLayer
    return SlotAndStateLayer(cache, part, states) if has_attention else make_states(states)


def states_of(layers: list[Any]) -> dict[StateKey, torch.Tensor]:
    return {
        (number, kind, index): state
        for number, layer in enumerate(layers)
        if isinstance(layer, LinearAttentionLayer)
        for kind in _KINDS
        for index, state in getattr(layer, kind).items()
        if state is not None
    }


def set_state(layers: list[Any], key: StateKey, state: torch.Tensor) -> None:
    """Gives a layer a state, `[rows, ...]`, that its next update writes to."""
    number, kind, index = key
    layer = layers[number]
    if not getattr(layer, f"is_{kind}_initialized")[index]:
        layer.lazy_initialization(**{kind: state, "state_idx": index})
    getattr(layer, kind)[index] = state
    layer.has_previous_state[index] = True
