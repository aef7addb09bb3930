"""
An accelerator that there is not: `privateuseone:0` and `privateuseone:1`, whose numbers the processor computes.

Its tensors say that they are on the device, and refuse what an accelerator's refuse: to be mixed with a processor's.
What makes the host wait for an accelerator is noted, and so is memory, of which there is as much as a test says.
PyTorch cannot forget a device that it was told of, so that this one is for processes of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import torch
from torch.utils import backend_registration

TYPE = "privateuseone"
DEVICES = 2
_LIBRARIES: list[torch.library.Library] = []  # what they register ends with them

aten = torch.ops.aten
_WHOLE = {aten.linear, aten.matmul, aten.reshape, aten.scaled_dot_product_attention}
"""Operations made of others that wait for nothing: to compute them at once is faster, and the same on each device."""
_LOOK = {
    *(aten._local_scalar_dense, aten.equal, aten.nonzero, aten.masked_select, aten.bincount),
    *(aten._unique, aten._unique2, aten.unique_dim, aten.unique_consecutive),
}
"""Operations whose result, or its shape, the host must know before it goes on."""
_INDEX = {aten.index, aten.index_put, aten.index_put_, aten._index_put_impl_, aten._unsafe_index}


class Memory:
    """Bytes of one device: all of them, and those in use."""

    def __init__(self) -> None:
        self.used = 0
        self.reset()

    def reset(self, total: int = 2**40, failing: int | None = None) -> None:
        """Gives the device another size; of the allocations from now on that with the number `failing` fails."""
        self.total, self.allocations, self._failing = total, 0, failing

    def take(self, size: int) -> None:
        number, self.allocations = self.allocations, self.allocations + 1
        if self.used + size > self.total or number == self._failing:
            raise torch.OutOfMemoryError(f"emulated device out of memory. Tried to allocate {size} bytes.")
        self.used += size


class _Block:
    """Memory of one storage, in use until the last tensor that lies in it is gone."""

    def __init__(self, memory: Memory, size: int) -> None:
        memory.take(size)
        self._memory, self._size = memory, size

    def __del__(self) -> None:
        if hasattr(self, "_size"):
            self._memory.used -= self._size


MEMORY = [Memory() for _ in range(DEVICES)]
_waits: list[str] = []


@contextmanager
def noted_waits() -> Iterator[list[str]]:
    """The operations within for which the host waited for a device."""
    before = len(_waits)
    within: list[str] = []
    yield within
    within += _waits[before:]


class EmulatedTensor(torch.Tensor):
    """A tensor that is on an emulated device by its own account, with its numbers on the processor."""

    numbers: torch.Tensor
    block: _Block

    @staticmethod
    def __new__(cls, numbers: torch.Tensor, block: _Block, device: torch.device) -> "EmulatedTensor":
        place = {"strides": numbers.stride(), "storage_offset": numbers.storage_offset(), "device": device}
        made = torch.Tensor._make_wrapper_subclass(cls, numbers.shape, dtype=numbers.dtype, **place)
        made.numbers, made.block = numbers, block
        return made

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _compute(op, args, kwargs or {})

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return f"{self.numbers} on {self.device}"

    def tolist(self) -> Any:
        return self.cpu().tolist()


def register() -> None:
    """Makes the device known to PyTorch; an `AttributeError` in versions that know no device written in Python."""
    if _LIBRARIES:
        return
    # A parameter that is moved must be a new tensor: changed in place, it would keep its old numbers.
    torch.__future__.set_overwrite_module_params_on_conversion(True)
    backend_registration._setup_privateuseone_for_python_backend(backend_module=_MODULE)
    everything = torch.library.Library("_", "IMPL")
    everything.fallback(lambda op, *args, **kwargs: _compute(op, args, kwargs), "PrivateUse1")
    # `torch.tensor` copies to the device past `__torch_dispatch__`, where PyTorch looks for this operation alone.
    copying = torch.library.Library("aten", "IMPL")
    copying.impl("copy_", _copy, "PrivateUse1")
    # These would write to a tensor without elements and give it another shape.
    for op in (aten.arange.default, aten.arange.start, aten.arange.start_step, aten.linspace.default):
        copying.impl(op, lambda *args, op=op, **kwargs: _compute(op, args, kwargs), "PrivateUse1")
    _LIBRARIES.extend((everything, copying))


def _memory_of(device: Any = None) -> tuple[int, int]:
    memory = MEMORY[torch.device(device or TYPE).index or 0]
    return memory.total - memory.used, memory.total


# What PyTorch and libraries look up as `torch.privateuseone`. Random numbers of the device are the processor's.
_YES = dict.fromkeys(("is_initialized", "is_available"), lambda: True)
_NO = {"current_device": lambda: 0, "_is_in_bad_fork": lambda: False, "manual_seed_all": lambda seed: None}
_MODULE = SimpleNamespace(**_YES, **_NO, device_count=lambda: DEVICES, mem_get_info=_memory_of)


def _compute(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of an operation of which a tensor, or what is made, is on the device."""
    packet = op.overloadpacket
    if packet is aten.copy_:
        return _copy(*args, **kwargs)
    if _consists_of_others(op):
        return op.decompose(*args, **kwargs)
    tensors = list(_tensors((args, *kwargs.values())))
    emulated = [tensor for tensor in tensors if isinstance(tensor, EmulatedTensor)]
    stated = kwargs.get("device")
    target = torch.device(stated) if stated is not None else emulated[0].device
    if packet is aten._to_copy:
        _note_copy(tensors[0].device, target, bool(kwargs.get("non_blocking")))
    else:
        _check_devices(op, args, tensors)
    if packet in _LOOK or _looks_at_mask(packet, args):
        _waits.append(str(op))
    given = {name: _each(_numbers, value) for name, value in kwargs.items()}
    if stated is not None:
        given["device"] = "cpu"
    numbers = _each(_numbers, args)
    if packet is aten.histc and not numbers[0].is_floating_point():  # which accelerators alone count
        result = op(numbers[0].float(), *numbers[1:], **given).to(numbers[0].dtype)
    else:
        result = op(*numbers, **given)
    written = _written(op, args, kwargs)
    return _on(target, result, emulated) if written is None else written


def _copy(to: torch.Tensor, source: torch.Tensor, non_blocking: bool = False) -> torch.Tensor:
    _note_copy(source.device, to.device, non_blocking)
    _numbers(to).copy_(_numbers(source))
    return to


def _note_copy(source: torch.device, to: torch.device, non_blocking: bool) -> None:
    # Between devices nobody waits, nor on the way to one if the caller says so.
    if {source.type, to.type} == {"cpu", TYPE} and (to.type == "cpu" or not non_blocking):
        _waits.append(f"copy from {source} to {to}")


def _looks_at_mask(packet: Any, args: tuple[Any, ...]) -> bool:
    """Whether an operation must count what is true in a mask, or how often something is repeated."""
    if packet is aten.repeat_interleave:
        return isinstance(args[0], torch.Tensor) and len(args) < 2
    if packet not in _INDEX:
        return False
    masks = [index for index in args[1] if index is not None and index.dtype in (torch.bool, torch.uint8)]
    fills = len(args) > 2 and args[2].numel() == 1 and len(masks) == 1 == len([x for x in args[1] if x is not None])
    return bool(masks) and not fills


def _check_devices(op: Any, args: tuple[Any, ...], tensors: list[torch.Tensor]) -> None:
    """An error where devices are mixed, but for what accelerators allow: single numbers, and places to index."""
    devices = {tensor.device for tensor in tensors}
    if len(devices) == 1:
        return
    packet = op.overloadpacket
    passed: list[torch.Tensor] = []
    if torch.Tag.pointwise in op.tags or packet in _INDEX or packet in (aten.fill_, aten.where):
        passed += [tensor for tensor in tensors if tensor.dim() == 0]
    if packet in _INDEX:
        places = [index for index in args[1] if index is not None and index.device.type == "cpu"]
        _waits.extend(f"{op}: copy of an index to the device" for _ in places)
        passed += places
    numbers = {id(tensor) for tensor in passed if tensor.device.type == "cpu"}
    devices = {tensor.device for tensor in tensors if id(tensor) not in numbers}
    if len(devices) > 1:
        named = ", ".join(sorted(map(str, devices)))
        raise RuntimeError(f"Expected all tensors to be on the same device, but found {named} in {op}")


def _each(change: Callable[[Any], Any], value: Any) -> Any:
    """A value, or each value of a list or tuple, as `change` gives it."""
    if isinstance(value, list | tuple):
        return type(value)([_each(change, one) for one in value])
    return change(value)


def _tensors(values: Iterable[Any]) -> Iterator[torch.Tensor]:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from _tensors(value)


def _numbers(value: Any) -> Any:
    return value.numbers if isinstance(value, EmulatedTensor) else value


@cache
def _changes(op: Any) -> list[tuple[int, str, bool]]:
    """The arguments that an operation writes to: place, name, and whether they are given by name."""
    return [
        (place, argument.name, argument.kwarg_only)
        for place, argument in enumerate(op._schema.arguments)
        if argument.alias_info is not None and argument.alias_info.is_write
    ]


@cache
def _consists_of_others(op: Any) -> bool:
    return op.overloadpacket not in _WHOLE and op._can_decompose()


def _written(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What an operation that changes its arguments returns, these; `None` of others."""
    written = [kwargs.get(name) if by_name else args[place] for place, name, by_name in _changes(op)]
    for tensor in _tensors(written):
        if tensor.shape != _numbers(tensor).shape:
            raise NotImplementedError(f"{op} changes the shape of a tensor in its place")
    return written[0] if len(written) == 1 else tuple(written) or None


def _on(target: torch.device, result: Any, emulated: list[EmulatedTensor]) -> Any:
    """The result on its device: in the memory of what it is a view of, or in new memory."""
    if target.type == "cpu":
        return result
    index = target.index or 0
    viewed = {tensor.numbers.untyped_storage()._cdata: tensor for tensor in emulated}

    def place(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        storage = value.untyped_storage()
        base = viewed.get(storage._cdata)
        block = _Block(MEMORY[index], storage.nbytes()) if base is None else base.block
        # PyTorch wants views of what was made outside inference mode to be like it.
        with torch.inference_mode(torch.is_inference_mode_enabled() if base is None else base.is_inference()):
            return EmulatedTensor(value, block, torch.device(TYPE, index))

    return _each(place, result)
