"""A KV cache whose rows are freed and filled again; all rows end in the same column."""

import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import torch
from transformers import cache_utils

StateKey = tuple[int, str, int]  # number of the layer, `conv_states` or `recurrent_states`, number of the state in it
BLOCK = 16  # tokens: common beginnings are looked up in steps of this length
_COMPARED = 4  # maximum of sequences with a common beginning that are compared with a prompt
_Layer: Any = cache_utils.CacheLayerMixin
# Early versions of transformers 5 lack this layer and the models that use it.
_StateLayer: Any = getattr(cache_utils, "LinearAttentionLayer", type("LinearAttentionLayer", (_Layer,), {}))


@dataclass(frozen=True)
class RowCache:
    parts: Sequence[torch.Tensor]  # of each layer with attention keys, then values: `[heads, tokens, head_dim]`
    states: Mapping[StateKey, torch.Tensor] = field(default_factory=dict)  # those after the last token


@dataclass(frozen=True)
class LayerShape:
    """Shapes of a layer's cache; empty if it uses another layer's keys and values, or has no attention."""

    parts: tuple[tuple[int, int], ...] = ()  # heads and head_dim of keys, and of values
    states: int = 0  # number of its pairs of a convolution and a recurrent state


@dataclass(frozen=True)
class CacheShape:
    layers: tuple[LayerShape, ...]
    dtype: torch.dtype  # number format
    device: torch.device  # device of the cache
    state_bytes: int = 0  # bytes of all states of one row


class SlotCache(cache_utils.Cache):  # type: ignore[misc, unused-ignore]
    """Keys and values per layer, `[slots, heads, columns, head_dim]`; `rows` are used, from `start` to `end`."""

    def __init__(self, shape: CacheShape, slots: int, columns: int) -> None:
        self.shape, self.slots, self.columns = shape, slots, columns
        # Zeros, since masked values are multiplied by 0, and uninitialized memory may hold NaN.
        self.storage = [
            torch.zeros((slots, heads, columns, head_dim), dtype=shape.dtype, device=shape.device)
            for layer in shape.layers
            for heads, head_dim in layer.parts
        ]
        self.states: dict[StateKey, torch.Tensor] = {}  # `[slots, ...]` each, from the first row on
        self.rows = self.start = self.end = 0
        layers: list[Any] = []
        part = 0
        for layer in shape.layers:
            if layer.states and layer.parts:
                layers.append(SlotAndStateLayer(self, part, layer.states))
            elif layer.states:
                layers.append(_StateLayer(layer.states))
            elif layer.parts:
                layers.append(SlotLayer(self, part))
            else:  # early versions of transformers 5 lack this layer, too
                layers.append(cache_utils.DummyLayer())  # type: ignore[no-untyped-call]
            part += len(layer.parts)
        super().__init__(layers=layers)

    def reserve(self, slots: int, columns: int, most: int) -> None:
        """Makes room for rows and columns; existing room is kept if slots times columns stay within `most`."""
        if slots <= self.slots and columns <= self.columns:
            return
        if max(slots, self.slots) * max(columns, self.columns) <= most:
            slots, columns = max(slots, self.slots), max(columns, self.columns)
        width = min(self.end - self.start, columns) if self.rows else 0  # a longer row may have left a wider window
        for part, before in enumerate(self.storage):  # one by one, so that memory for one part suffices
            after = before.new_zeros((slots, before.shape[1], columns, before.shape[3]))
            after[: self.rows, :, :width] = before[: self.rows, :, self.end - width : self.end]
            self.storage[part] = after
        for key, state in self.states.items():
            self.states[key] = state.new_zeros((slots, *state.shape[1:]))
            self.states[key][: self.rows] = state[: self.rows]
        self.slots, self.columns, self.start, self.end = slots, columns, 0, width

    def add(self, row: RowCache) -> None:
        length = row.parts[0].shape[1]
        if not self.rows:
            self.start = self.end = length
        if length > self.end:
            self.move(length)
        first = self.end - length
        for part, new in zip(self.storage, row.parts, strict=True):
            part[self.rows, :, :first] = 0
            part[self.rows, :, first : self.end] = new
        for key, state in row.states.items():
            if key not in self.states:
                self.states[key] = state.new_zeros((self.slots, *state.shape))
            self.states[key][self.rows] = state
        self.start = min(self.start, first)
        self._set_rows(self.rows + 1)

    def drop(self, row: int) -> None:
        """Frees a row; the last row takes its number."""
        last = self.rows - 1
        if row != last:
            for part in self.storage:
                part[row, :, self.start : self.end] = part[last, :, self.start : self.end]
            for state in self.states.values():
                state[row] = state[last]
        self._set_rows(last)

    def _set_rows(self, rows: int) -> None:
        self.rows = rows
        for (number, kind, index), state in self.states.items():  # which the layer's next update writes to
            layer: Any = self.layers[number]
            if not getattr(layer, f"is_{kind}_initialized")[index]:
                layer.lazy_initialization(**{kind: state[:rows], "state_idx": index})
            getattr(layer, kind)[index] = state[:rows]
            layer.has_previous_state[index] = True

    def row(self, row: int, length: int) -> RowCache:
        parts = [part[row, :, self.end - length : self.end].clone() for part in self.storage]
        return RowCache(parts, {key: state[row].clone() for key, state in states_of(self.layers).items()})

    def move(self, end: int) -> None:
        """Moves the rows so that they end in this column."""
        width = self.end - self.start
        for part in self.storage:  # copies one part at a time, since the two places may overlap
            part[: self.rows, :, end - width : end] = part[: self.rows, :, self.start : self.end].clone()
        self.start, self.end = end - width, end


class SlotLayer(_Layer):  # type: ignore[misc]
    """One layer of a [`SlotCache`]: new keys and values are written after the window."""

    # Also in layers with an attention window: whole rows are kept, and the mask hides tokens before the window.
    is_sliding = False

    def __init__(self, cache: SlotCache, part: int) -> None:
        _Layer.__init__(self)
        # No reference of its own: a cycle would keep gigabytes until Python looks for garbage.
        self._cache: SlotCache = weakref.proxy(cache)
        self._part = part  # number of its keys in the storage
        self.is_initialized = True

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """Does nothing: the storage is there already."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Writes keys and values, `[rows, heads, new, head_dim]`; returns the window, of all tokens."""
        window = self._cache
        end = window.end + key_states.shape[2]
        keys, values = window.storage[self._part : self._part + 2]
        keys[: window.rows, :, window.end : end] = key_states
        values[: window.rows, :, window.end : end] = value_states
        seen = slice(window.rows), slice(None), slice(window.start, end)
        return keys[seen], values[seen]

    def get_mask_sizes(self, query_length: Any) -> tuple[int, int]:
        """Number of columns that the new tokens attend to, and the first of them."""
        # Earlier versions of transformers give the columns of the new tokens, not their number.
        new = query_length.shape[0] if isinstance(query_length, torch.Tensor) else query_length
        return self.get_seq_length() + new, 0

    def get_seq_length(self) -> int:
        return self._cache.end - self._cache.start

    def get_max_length(self) -> int:
        """There is no limit for models to apply."""
        return -1

    get_max_cache_shape = get_max_length  # the name in earlier versions of transformers


class SlotAndStateLayer(_StateLayer, SlotLayer):  # type: ignore[misc]
    """A layer that also has recurrent and convolution states, whose size does not depend on a row's length."""

    is_compileable = False

    def __init__(self, cache: SlotCache, part: int, number_of_states: int) -> None:
        SlotLayer.__init__(self, cache, part)
        _StateLayer.__init__(self, number_of_states)

    def lazy_initialization(self, *args: Any, **kwargs: Any) -> None:
        """Initializes states only: the storage of attention exists already."""
        if not args:
            _StateLayer.lazy_initialization(self, **kwargs)


def states_of(layers: Sequence[Any]) -> dict[StateKey, torch.Tensor]:
    return {
        (number, kind, index): state
        for number, layer in enumerate(layers)
        if isinstance(layer, _StateLayer)
        for kind in ("conv_states", "recurrent_states")
        for index, state in getattr(layer, kind).items()
        if state is not None
    }


def block_keys(ids: torch.Tensor) -> tuple[int, ...]:
    """Hashes of the first 16, 32, ... token ids, and of all ids."""
    data, size = ids.numpy().tobytes(), BLOCK * ids.itemsize
    blocks = (data[start : start + size] for start in range(0, len(data), size))
    return tuple(accumulate(blocks, lambda key, block: hash((key, block)), initial=0))[1:]


@dataclass(frozen=True)
class Prefix:
    ids: torch.Tensor  # the token ids, `[tokens]`
    kv: RowCache  # keys and values of all tokens
    logits: torch.Tensor | None = None  # logits of the next token, `[vocabulary]`, if they are known


@dataclass(eq=False)
class PrefixCache:
    """The KV caches of the prompts used most recently, so that common beginnings are not computed again."""

    capacity: int  # tokens
    more: int = 0  # tokens that count for the states of a sequence
    _kept: OrderedDict[int, Prefix] = field(default_factory=OrderedDict)  # the most recently used at the end
    _by_key: dict[int, dict[int, None]] = field(default_factory=dict)  # of each key the numbers of its sequences
    _numbers: int = 0
    _size: int = 0

    def find(self, ids: torch.Tensor, keys: Sequence[int]) -> tuple[Prefix | None, int]:
        """Finds a sequence with the same beginning, best an equal one with logits, and the number of common tokens."""
        for number in self._by_key.get(keys[-1], ()):
            prefix = self._kept[number]
            if prefix.logits is not None and torch.equal(prefix.ids, ids):
                self._kept.move_to_end(number)
                return prefix, len(ids)
        shared = next((number for number, key in enumerate(keys) if key not in self._by_key), len(keys))
        if not shared:
            return None, 0
        common, number = 0, -1
        for other in list(self._by_key[keys[shared - 1]])[-_COMPARED:]:
            known = self._kept[other].ids
            shorter = min(len(known), len(ids))
            differences = (known[:shorter] != ids[:shorter]).nonzero()
            common, number = max((common, number), (int(differences[0]) if len(differences) else shorter, other))
        self._kept.move_to_end(number)
        return self._kept[number], common

    def add(self, prefix: Prefix) -> None:
        """Adds a sequence, and evicts the least recently used ones."""
        if len(prefix.ids) + self.more > self.capacity:
            return
        self._kept[self._numbers] = prefix
        for key in block_keys(prefix.ids):
            self._by_key.setdefault(key, {})[self._numbers] = None
        self._numbers += 1
        self._size += len(prefix.ids) + self.more
        while self._size > self.capacity:
            number, evicted = self._kept.popitem(last=False)
            self._size -= len(evicted.ids) + self.more
            for key in block_keys(evicted.ids):
                del self._by_key[key][number]
                if not self._by_key[key]:
                    del self._by_key[key]
