"""Progress within a prefill, layer by layer: on a CPU the prefill of long prompts can take minutes."""

from contextlib import ExitStack
from typing import Any

from torch import nn

from classeval_hf.generation.engines.backend import Counter


class PrefillProgress:
    """A context manager that calls `count` with a share of the `tokens` after each layer, and the rest at the end."""

    def __init__(self, model: nn.Module, tokens: int, count: Counter) -> None:
        # The layers: the longest module list that is not within another one; none if the model has no list.
        lists: dict[str, list[nn.Module]] = {}
        for name, module in model.named_modules():
            if isinstance(module, nn.ModuleList) and not any(name.startswith(f"{outer}.") for outer in lists):
                lists[name] = list(module)
        self._layers: list[nn.Module] = max(lists.values(), key=len, default=[])
        self._tokens = tokens
        self._count = count
        self._passed = self._counted = 0
        self._hooks = ExitStack()

    def __enter__(self) -> "PrefillProgress":
        for layer in self._layers:
            self._hooks.callback(layer.register_forward_hook(self._pass_layer).remove)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._hooks.close()
        if kind is None:
            self.finish()

    def finish(self) -> None:
        """Ends the prefill: counts the tokens that are not counted yet."""
        self._hooks.close()
        self._count_up_to(self._tokens)

    def _pass_layer(self, *_: Any) -> None:
        self._passed += 1
        self._count_up_to(self._tokens * min(self._passed, len(self._layers)) // len(self._layers))

    def _count_up_to(self, tokens: int) -> None:
        if tokens > self._counted:
            self._count(tokens - self._counted, 0)
            self._counted = tokens
