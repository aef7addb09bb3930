"""A prefix cache: the KV cache of earlier prompts, so that common beginnings are not computed again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Prefix:
    """A sequence of tokens with its KV cache."""

    ids: torch.Tensor  # the token ids, `[tokens]`
    kv: torch.Tensor  # keys and values, `[2 * layers, heads, tokens, head_dim]`; see `CacheShape`
    logits: torch.Tensor | None = None  # logits of the next token, `[vocabulary]`, if they are known


class PrefixCache:
    """The sequences used most recently."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[int, Prefix] = OrderedDict()  # the most recently used at the end
        self._numbers = 0
        self._size = 0

    def find(self, ids: torch.Tensor) -> tuple[Prefix | None, int]:
        """The sequence that shares the longest beginning with a prompt's ids `[tokens]`, and the number of common
        tokens."""
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
