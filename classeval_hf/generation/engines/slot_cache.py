"""A KV cache with a fixed number of slots that are freed and filled again; all rows end in the same column."""

import weakref
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import torch
from transformers.cache_utils import Cache, CacheLayerMixin


@dataclass(frozen=True)
class CacheShape:
    """Shape of a model's KV cache: `[2 * layers, rows, heads, tokens, head_dim]`, a layer's keys before its values."""

    layers: int  # number of layers
    heads: int  # heads of keys and values per layer
    head_dim: int  # dimension of a head
    dtype: torch.dtype  # number format
    device: torch.device  # device of the cache

    @property
    def token_bytes(self) -> int:
        return 2 * self.layers * self.heads * self.head_dim * self.dtype.itemsize

    def zeros(self, rows: int, columns: int) -> torch.Tensor:
        """An empty KV cache, `[2 * layers, rows, heads, columns, head_dim]`."""
        # Zeros, since masked values are multiplied by 0, and uninitialized memory may hold NaN.
        return torch.zeros(
            (2 * self.layers, rows, self.heads, columns, self.head_dim), dtype=self.dtype, device=self.device
        )


class SlotCache(Cache):  # type: ignore[misc, unused-ignore]
    """`storage` `[2 * layers, slots, heads, columns, head_dim]`, of which `rows` are used, from `start` to `end`."""

    def __init__(self, shape: CacheShape, slots: int, columns: int) -> None:
        self.storage = shape.zeros(slots, columns)
        self.rows = self.start = self.end = 0
        super().__init__(layers=[_SlotLayer(self, index) for index in range(shape.layers)])

    def add(self, kv: torch.Tensor) -> None:
        """Adds a row, given its keys and values `[2 * layers, heads, tokens, head_dim]`."""
        length = kv.shape[2]
        if not self.rows:
            self.start = self.end = length
        if length > self.end:
            self._move(length)
        self.storage[:, self.rows, :, : self.end - length] = 0
        self.storage[:, self.rows, :, self.end - length : self.end] = kv
        self.start = min(self.start, self.end - length)
        self.rows += 1

    def drop(self, row: int) -> None:
        """Frees a row; the last row takes its number."""
        self.rows -= 1
        if row != self.rows:
            self.storage[:, row, :, self.start : self.end] = self.storage[:, self.rows, :, self.start : self.end]

    def row(self, row: int, length: int) -> torch.Tensor:
        """A view of a row's keys and values, given its length: `[2 * layers, heads, tokens, head_dim]`."""
        return self.storage[:, row, :, self.end - length : self.end]

    def make_room(self, max_length: int) -> int:
        """Makes room for another token in each row, beyond `max_length`; returns the width of the window with it."""
        self.start = self.end - max_length
        if self.end == self.storage.shape[3]:
            self._move(max_length)
        return max_length + 1

    def _move(self, end: int) -> None:
        width = self.end - self.start
        kept = self.storage[:, : self.rows, :, self.start : self.end].clone()
        self.storage[:, : self.rows, :, end - width : end] = kept
        self.start, self.end = end - width, end


class _SlotLayer(CacheLayerMixin):  # type: ignore[misc, no-untyped-call, unused-ignore]
    """One layer of a [`SlotCache`]: new keys and values are written after the window."""

    is_sliding = False

    def __init__(self, cache: SlotCache, index: int) -> None:
        super().__init__()  # type: ignore[no-untyped-call, unused-ignore]
        # No reference of its own: a cycle would keep gigabytes until Python looks for garbage.
        self._cache: SlotCache = weakref.proxy(cache)
        self._keys, self._values = cache.storage[2 * index], cache.storage[2 * index + 1]
        self.keys, self.values, self.is_initialized = self._keys, self._values, True

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """Does nothing: the storage is there already."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Writes keys and values, `[rows, heads, new, head_dim]`; returns the window, of all tokens."""
        window = self._cache
        end = window.end + key_states.shape[2]
        self._keys[: window.rows, :, window.end : end] = key_states
        self._values[: window.rows, :, window.end : end] = value_states
        seen = slice(window.rows), slice(None), slice(window.start, end)
        return self._keys[seen], self._values[seen]

    def get_mask_sizes(self, query_length: Any) -> tuple[int, int]:
        """Number of columns that the new tokens attend to, and the first of them."""
        # Earlier versions of transformers give the columns of the new tokens, not their number.
        new = query_length.shape[0] if isinstance(query_length, torch.Tensor) else query_length
        return self.get_seq_length() + new, 0

    def get_seq_length(self) -> int:
        return self._cache.end - self._cache.start

    def get_max_length(self) -> int:
        """No limit that a model has to apply."""
        return -1

    def get_max_cache_shape(self) -> int:
        """What earlier versions of transformers ask for in place of [`get_max_length`]."""
        return -1


@dataclass(frozen=True)
class Prefix:
    ids: torch.Tensor  # the token ids, `[tokens]`
    kv: torch.Tensor  # keys and values, `[2 * layers, heads, tokens, head_dim]`; see `CacheShape`
    logits: torch.Tensor | None = None  # logits of the next token, `[vocabulary]`, if they are known


class PrefixCache:
    """The KV caches of the prompts used most recently, so that common beginnings are not computed again."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[int, Prefix] = OrderedDict()  # the most recently used at the end
        self._numbers = 0
        self._size = 0

    def find(self, ids: torch.Tensor) -> tuple[Prefix | None, int]:
        """The sequence that shares the longest beginning with ids `[tokens]`, and the number of common tokens."""
        best, number = 0, -1
        for known, prefix in self._kept.items():
            common = common_length(prefix.ids, ids)
            if common > best or (common == best > 0 and prefix.logits is not None and len(prefix.ids) == len(ids)):
                best, number = common, known
        if number < 0:
            return None, 0
        self._kept.move_to_end(number)
        return self._kept[number], best

    def add(self, prefix: Prefix) -> None:
        """Adds a sequence, and evicts the least recently used ones."""
        if len(prefix.ids) > self._capacity:
            return
        self._kept[self._numbers] = prefix
        self._numbers += 1
        self._size += len(prefix.ids)
        while self._size > self._capacity:
            self._size -= len(self._kept.popitem(last=False)[1].ids)


def common_length(one: torch.Tensor, other: torch.Tensor) -> int:
    """Length of the common beginning of two sequences of token ids, `[tokens]` each."""
    shorter = min(len(one), len(other))
    differences = (one[:shorter] != other[:shorter]).nonzero()
    return int(differences[0]) if len(differences) else shorter
