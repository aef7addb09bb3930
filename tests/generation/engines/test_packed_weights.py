"""Weights arranged for few rows: the same products, and no more memory than there is."""

from types import SimpleNamespace
from typing import Any

import pytest
import torch
from tiny_models import tiny_model
from torch import nn

from classeval_hf.generation.engines import slot_model
from classeval_hf.generation.engines.backend import MemoryLimit
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend
from classeval_hf.generation.engines.slot_model import PackedLinear, layers_to_pack, pack_weights

pytestmark = pytest.mark.skipif(
    not torch.backends.mkldnn.is_available(), reason="this PyTorch is built without oneDNN, which packs the weights"
)


def packed_layers(model: nn.Module) -> list[PackedLinear]:
    return [module for module in model.modules() if isinstance(module, PackedLinear)]


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (33, 1), (1, 127), (1, 128), (3, 400)])
def test_products_are_the_same(bias: bool, shape: tuple[int, int]) -> None:
    torch.manual_seed(0)
    layer, rows = nn.Linear(96, 200, bias=bias), torch.randn(*shape, 96)
    with torch.inference_mode():
        expected = (rows.double() @ layer.weight.double().T + (layer.bias.double() if bias else 0.0)).float()
        pack_weights(layers_to_pack(layer))
        assert isinstance(layer, PackedLinear)
        torch.testing.assert_close(layer(rows), expected, rtol=1e-5, atol=1e-5)
        across = rows.transpose(0, 1)  # not in the order of memory
        torch.testing.assert_close(layer(across), expected.transpose(0, 1), rtol=1e-5, atol=1e-5)


def test_rows_and_layers() -> None:
    layer = nn.Linear(8, 8)
    pack_weights(layers_to_pack(layer))
    rows = torch.ones(1, 8)
    with torch.inference_mode():
        before = layer(rows)
        layer.weight.zero_()
        assert torch.equal(layer(rows), before) and torch.equal(layer(rows.expand(128, 8)), layer.bias.expand(128, 8))

    class OfItsOwn(nn.Linear):
        pass

    fetched = nn.Linear(4, 4)
    fetched.forward = fetched.forward  # type: ignore[method-assign]  # as accelerate does with weights on disk
    layers = [nn.Linear(4, 4), OfItsOwn(4, 4), fetched, nn.Linear(4, 4, dtype=torch.bfloat16), nn.Embedding(4, 4)]
    model = nn.Sequential(*layers)
    names = list(model.state_dict())
    assert layers_to_pack(model) == [layers[0]]
    pack_weights(layers_to_pack(model))
    assert packed_layers(model) == [layers[0]] and list(model.state_dict()) == names
    assert layers_to_pack(model) == [], "it is done"


def test_a_pytorch_that_cannot_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    packs_only = SimpleNamespace(_reorder_linear_weight=torch.ops.mkldnn._reorder_linear_weight)
    monkeypatch.setattr(slot_model, "_mkldnn", packs_only)  # without `_linear_pointwise`
    layer = nn.Linear(4, 4)
    assert layers_to_pack(layer) == [] and type(layer) is nn.Linear


@pytest.mark.parametrize(("batch_size", "slots"), [(None, 8), (3, 3)])
def test_they_are_packed_where_there_is_room(tokenizer: Any, batch_size: int | None, slots: int) -> None:
    of_a_token = 2 * 2 * 32 * 4  # keys and values, layers, width, bytes
    room = int(slots * (4096 + 64) * of_a_token / 0.75) + 1
    weights = sum(layer.weight.nbytes for layer in layers_to_pack(tiny_model("llama", tokenizer)))
    for more, packed in ((weights // 2, 0), (weights, 2 * 7 + 1)):
        model = tiny_model("llama", tokenizer).to("cpu")
        backend = ContinuousBackend(model, tokenizer, 4096, batch_size, MemoryLimit(bytes=room + more))
        assert (backend.slots, len(packed_layers(model))) == (batch_size or 32, packed)
