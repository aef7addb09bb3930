"""Packed weights for decode steps on a CPU: a second copy in oneDNN's layout, faster for products of few rows."""

from typing import Any

import torch
from torch import nn

_FEW_ROWS = 128  # rows from which the original weights are as fast


class PackedLinear(nn.Linear):
    """A linear layer with a packed copy of its weights; [`pack_weights`] makes these of existing layers."""

    packed: torch.Tensor

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """`[..., in_features]` to `[..., out_features]`, by the weights that are faster for this number of rows."""
        if input.numel() >= _FEW_ROWS * self.in_features:
            return super().forward(input)
        return _multiply(input, self.packed, self.bias)


def packed_bytes(model: nn.Module) -> int:
    """Bytes that [`pack_weights`] takes, 0 if there are no weights to pack."""
    return sum(layer.weight.nbytes for layer in _layers_to_pack(model))


def pack_weights(model: nn.Module) -> None:
    """Adds packed weights to the linear layers of a model, whose weights must not change afterwards."""
    for layer in _layers_to_pack(model):
        packed = _pack(layer.weight.detach())
        layer.__class__ = PackedLinear
        layer.packed = packed  # type: ignore[assignment, unused-ignore]


def _layers_to_pack(model: nn.Module) -> list[nn.Linear]:
    onednn: Any = torch.backends.mkldnn
    if not onednn.is_available():
        return []
    try:
        weight, rows = torch.arange(12.0).view(3, 4), torch.ones(2, 4)
        works = torch.equal(_multiply(rows, _pack(weight), None), rows @ weight.T)
    except (AttributeError, NotImplementedError, RuntimeError, TypeError):
        works = False  # this PyTorch lacks the private operators that packing needs
    if not works:
        return []
    # Subclasses, and layers whose `forward` was replaced (offloaded weights), are left alone.
    return [
        module
        for module in model.modules()
        if type(module) is nn.Linear
        and "forward" not in vars(module)
        and module.weight.device.type == "cpu"
        and module.weight.dtype == torch.float32
    ]


def _pack(weight: torch.Tensor) -> torch.Tensor:
    """`weight` `[out_features, in_features]` in oneDNN's layout, which only [`_multiply`] can read."""
    packed: torch.Tensor = torch.ops.mkldnn._reorder_linear_weight(weight)
    return packed


def _multiply(rows: torch.Tensor, packed: torch.Tensor, bias: Any) -> torch.Tensor:
    """Product of `rows` `[..., in_features]` with packed weights: `[..., out_features]`."""
    product: torch.Tensor = torch.ops.mkldnn._linear_pointwise(rows, packed, bias, "none", [], "")
    return product
