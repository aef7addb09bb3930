"""
Keys and values of sequences that are decoded side by side, in slots that are freed and filled again.

All rows end in the same column, as rows padded on the left do, so that every architecture which takes such a batch in
`generate` takes this one. A new row is put beside the others with its end at theirs; a row that has finished gives its
slot to the last one. Nothing else is copied, where a cache that grows by concatenation copies all of itself per token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from transformers.cache_utils import Cache, CacheLayerMixin

__all__ = ["CacheShape", "SlotCache"]


@dataclass(frozen=True)
class CacheShape:
    """
    What a model keeps of each token.

    Args:
        layers (`int`): number of layers.
        heads (`int`): heads of keys and values per layer.
        size (`int`): numbers per head.
        dtype (`torch.dtype`): their format.
        device (`torch.device`): where they are.
    """

    layers: int
    heads: int
    size: int
    dtype: torch.dtype
    device: torch.device

    @property
    def token_bytes(self) -> int:
        """Memory per token."""
        return 2 * self.layers * self.heads * self.size * self.dtype.itemsize

    def zeros(self, rows: int, columns: int) -> torch.Tensor:
        """Room for keys and values: `(2 * layers, rows, heads, columns, size)`, a layer's keys before its values."""
        # Zeros, since what is masked is multiplied by 0, and leftovers in memory may be no numbers.
        return torch.zeros(
            (2 * self.layers, rows, self.heads, columns, self.size), dtype=self.dtype, device=self.device
        )


class SlotCache(Cache):  # type: ignore[misc, unused-ignore]
    """
    A cache of a fixed size, of which a window is in use: the first `rows` rows, from column `start` to `end`.

    Args:
        shape ([`CacheShape`]): what is kept of each token.
        slots (`int`): how many rows it can hold.
        columns (`int`): how long they can be.
    """

    def __init__(self, shape: CacheShape, slots: int, columns: int) -> None:
        self.storage = shape.zeros(slots, columns)
        self.rows = self.start = self.end = 0
        super().__init__(layers=[_SlotLayer(self, index) for index in range(shape.layers)])

    def add(self, keys_values: torch.Tensor) -> None:
        """Adds a row: `(2 * layers, heads, length, size)`."""
        length = keys_values.shape[2]
        if not self.rows:
            self.start = self.end = length
        if length > self.end:
            self._move(length)
        self.storage[:, self.rows, :, : self.end - length] = 0
        self.storage[:, self.rows, :, self.end - length : self.end] = keys_values
        self.start = min(self.start, self.end - length)
        self.rows += 1

    def drop(self, row: int) -> None:
        """Frees a row; the last row takes its number."""
        self.rows -= 1
        if row != self.rows:
            self.storage[:, row, :, self.start : self.end] = self.storage[:, self.rows, :, self.start : self.end]

    def row(self, row: int, length: int) -> torch.Tensor:
        """Keys and values of a row, given its length, as [`add`] takes them; not a copy."""
        return self.storage[:, row, :, self.end - length : self.end]

    def make_room(self, longest: int) -> int:
        """
        Prepares for another token in each row.

        Args:
            longest (`int`): length of the longest row, without that token.

        Returns:
            `int`: width of the window with it.
        """
        self.start = self.end - longest
        if self.end == self.storage.shape[3]:
            self._move(longest)
        return longest + 1

    def _move(self, end: int) -> None:
        """Moves the window so that it ends there."""
        width = self.end - self.start
        kept = self.storage[:, : self.rows, :, self.start : self.end].clone()
        self.storage[:, : self.rows, :, end - width : end] = kept
        self.start, self.end = end - width, end


class _SlotLayer(CacheLayerMixin):  # type: ignore[misc, no-untyped-call, unused-ignore]
    """One layer's part of a [`SlotCache`]: new keys and values go behind the window."""

    is_sliding = False

    def __init__(self, cache: SlotCache, index: int) -> None:
        super().__init__()  # type: ignore[no-untyped-call, unused-ignore]
        self._cache = cache
        self._keys, self._values = cache.storage[2 * index], cache.storage[2 * index + 1]
        self.keys, self.values, self.is_initialized = self._keys, self._values, True

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """There is nothing left to do."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Writes new keys and values, and returns the window with them."""
        window = self._cache
        end = window.end + key_states.shape[2]
        self._keys[: window.rows, :, window.end : end] = key_states
        self._values[: window.rows, :, window.end : end] = value_states
        seen = slice(window.rows), slice(None), slice(window.start, end)
        return self._keys[seen], self._values[seen]

    def get_mask_sizes(self, query_length: Any) -> tuple[int, int]:
        """Columns that the new tokens see, and the first of them."""
        # Earlier versions of transformers give the columns of the new tokens, not their number.
        new = query_length.shape[0] if isinstance(query_length, torch.Tensor) else query_length
        return self.get_seq_length() + new, 0

    def get_seq_length(self) -> int:
        """Columns in use."""
        return self._cache.end - self._cache.start

    def get_max_length(self) -> int:
        """There is no limit that a model has to know of."""
        return -1

    def get_max_cache_shape(self) -> int:
        """The same, as earlier versions of transformers call it."""
        return -1
