"""Prompts counted while they are read, layer by layer: on a processor one pass over long prompts can take minutes."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from torch import nn

from classeval_hf.generation.engines.backend import Counter

__all__ = ["ReadingSigns"]


class ReadingSigns:
    """
    Tells of prompt tokens as a model's layers go over them, as a context manager around the pass.

    Args:
        model (`nn.Module`): the model.
        tokens (`int`): tokens of the prompts of this pass.
        count ([`~classeval_hf.generation.engines.backend.Counter`]): told of a share of them after each layer, and of
            the rest at the end.
    """

    def __init__(self, model: nn.Module, tokens: int, count: Counter) -> None:
        self._layers = _layers(model)
        self._tokens = tokens
        self._count = count
        self._passed = self._told = 0
        self._hooks: list[Any] = []

    def __enter__(self) -> ReadingSigns:
        self._hooks = [layer.register_forward_hook(self._pass_layer) for layer in self._layers]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._remove_hooks()
        if kind is None:
            self.finish()

    def finish(self) -> None:
        """The prompts are read: what was not told of yet is now."""
        self._remove_hooks()
        self._tell(self._tokens)

    def _pass_layer(self, *_: Any) -> None:
        self._passed += 1
        self._tell(self._tokens * min(self._passed, len(self._layers)) // len(self._layers))

    def _tell(self, tokens: int) -> None:
        if tokens > self._told:
            self._count(tokens - self._told, 0)
            self._told = tokens

    def _remove_hooks(self) -> None:
        for hook in self._hooks:
            hook.remove()
        self._hooks = []


def _layers(model: nn.Module) -> list[nn.Module]:
    """The longest list of modules in a model that lies in no other, which is that of its layers; or none."""
    lists: dict[str, list[nn.Module]] = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.ModuleList) and not any(name.startswith(f"{outer}.") for outer in lists):
            lists[name] = list(module)
    return max(lists.values(), key=len, default=[])
