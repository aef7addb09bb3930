"""Keys and values of prompts seen before: what a new prompt has in common with one of them is not computed again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import torch

__all__ = ["Prefix", "PrefixStore", "common_length"]


@dataclass(frozen=True)
class Prefix:
    """
    Tokens that were computed.

    Args:
        ids (`torch.Tensor`): the tokens.
        keys_values (`torch.Tensor`): `(2 * layers, heads, length, size)`.
        scores (`torch.Tensor`, *optional*): the model's scores of the token that follows, if they are known.
    """

    ids: torch.Tensor
    keys_values: torch.Tensor
    scores: torch.Tensor | None = None


class PrefixStore:
    """
    The prompts used last.

    Args:
        capacity (`int`): tokens that all of them may have together.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[int, Prefix] = OrderedDict()  # used last at the end
        self._numbers = 0
        self._size = 0

    def find(self, ids: torch.Tensor) -> tuple[Prefix | None, int]:
        """
        The prompt that has most in common with another one.

        Args:
            ids (`torch.Tensor`): tokens of the other.

        Returns:
            `tuple[Prefix | None, int]`: it and the number of tokens at the beginning of both.
        """
        best, number = 0, -1
        for known, prefix in self._kept.items():
            common = common_length(prefix.ids, ids)
            if common > best or (common == best > 0 and prefix.scores is not None and len(prefix.ids) == len(ids)):
                best, number = common, known
        if number < 0:
            return None, 0
        self._kept.move_to_end(number)
        return self._kept[number], best

    def add(self, prefix: Prefix) -> None:
        """Keeps a prompt, and lets go of those not used for longest."""
        if len(prefix.ids) > self._capacity:
            return
        self._kept[self._numbers] = prefix
        self._numbers += 1
        self._size += len(prefix.ids)
        while self._size > self._capacity:
            self._size -= len(self._kept.popitem(last=False)[1].ids)


def common_length(one: torch.Tensor, other: torch.Tensor) -> int:
    """How many tokens are the same at the beginning of both."""
    shorter = min(len(one), len(other))
    differences = (one[:shorter] != other[:shorter]).nonzero()
    return int(differences[0]) if len(differences) else shorter
