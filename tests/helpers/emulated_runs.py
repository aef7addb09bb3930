"""Completions of small models on the emulated device and on the processor, in a process that has the device."""

import gc
import logging
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import emulated_device
import torch
from accelerate import dispatch_model
from benchmark_modules import from_benchmarks
from tiny_models import answers

from classeval_hf.generation.engines.backend import Backend, MemoryLimit, Request, Sampling
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend, backend_for
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.prompting.steps import Completion

DEVICE = f"{emulated_device.TYPE}:0"
MAX_LENGTH = 128
NEW_TOKENS = 12
SAMPLED = Sampling(temperature=0.8, top_p=0.95, top_k=50)


def prepare() -> None:
    """Gives a fresh process the device."""
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    torch.set_num_threads(1)
    emulated_device.register()


def _decode(ids: Sequence[int], **options: Any) -> str:
    """Each token is a character of its own, so that equal texts are equal tokens."""
    return "".join(chr(0x4E00 + token) for token in ids)


TOKENIZER: Any = SimpleNamespace(eos_token_id=None, pad_token_id=1, decode=_decode)


class WatchedBackend(ContinuousBackend):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.waits: list[list[str]] = []  # what the host waited for in each decode step
        self.steps: list[tuple[int, int]] = []  # how many completions each goes on with, and what is in use after it
        super().__init__(*arguments, **options)

    def _decode_step(self) -> list[tuple[Request, Completion]]:
        rows = len(self._rows)
        with emulated_device.noted_waits() as waits:
            finished = super()._decode_step()
        self.waits.append(waits)
        self.steps.append((rows, emulated_device.MEMORY[0].used))
        return finished


def requests() -> list[Request]:
    """Six requests with prompts of different lengths, of which the last three are sampled."""
    lengths = from_benchmarks("architectures").requests()
    made = [replace(request, max_new_tokens=NEW_TOKENS - request.number) for request in lengths]
    return made[:3] + [replace(request, sampling=SAMPLED, seed=request.number) for request in made[3:]]


def small_model(architecture: str) -> Any:
    architectures = from_benchmarks("architectures")
    return architectures.small_model(architecture, next(architectures.variants(architecture)))


def said_by(backend: Backend, asked: Sequence[Request]) -> list[str]:
    completions = answers(backend, asked)
    return [completions[request.number].raw for request in asked]


class OnBoth(NamedTuple):
    """What a model said on the processor and on the device, by each backend, and what each step waited for."""

    slots: tuple[list[str], list[str]]
    batches: tuple[list[str], list[str]]
    waits: list[list[str]]


def on_both(architecture: str, dtype: str = "float32", batch_size: int | None = None, every: int = 1) -> OnBoth:
    """Of every so many of the requests."""
    asked = requests()[::every]
    slots, batches = [], []
    for device in ("cpu", DEVICE):
        model = small_model(architecture).to(getattr(torch, dtype)).to(device)
        batches.append(said_by(TransformersBackend(model, TOKENIZER, batch_size), asked))
        backend = WatchedBackend(model, TOKENIZER, MAX_LENGTH, batch_size)
        slots.append(said_by(backend, asked))
    return OnBoth((slots[0], slots[1]), (batches[0], batches[1]), backend.waits)


class Habit(NamedTuple):
    """What a line of code led to: its error, if there was one, and how often the host waited."""

    error: str
    waits: int


def habits(lines: Sequence[str]) -> list[Habit]:
    """Of lines with a tensor `there` on the device, one `here` on the processor and one `beside` on another device."""
    found = []
    for line in lines:
        names = {"torch": torch, "DEVICE": DEVICE, "here": torch.ones(3)}
        names |= {"there": names["here"].to(DEVICE), "beside": names["here"].to(DEVICE.replace("0", "1"))}
        error = ""
        with emulated_device.noted_waits() as waits:
            try:
                exec(line, names)
            except Exception as problem:
                error = f"{type(problem).__name__}: {problem}"
        found.append(Habit(error, len(waits)))
    return found


class Spread(NamedTuple):
    """What the package said of a model that is spread over devices, and what the model said."""

    message: str
    said: list[str]
    expected: list[str]
    bytes_on: list[int]  # of weights, on each of the devices


def spread(architecture: str, device_map: dict[str, str]) -> Spread:
    expected = said_by(backend_for(small_model(architecture), TOKENIZER, MAX_LENGTH), requests())
    model = dispatch_model(small_model(architecture), device_map=device_map)
    used = [memory.used for memory in emulated_device.MEMORY]
    messages: list[str] = []
    backend = backend_for(model, TOKENIZER, MAX_LENGTH, report=messages.append)
    return Spread("\n".join(messages), said_by(backend, requests()), expected, used)


class InMemory(NamedTuple):
    """A run on a device with little memory."""

    said: list[str]
    messages: list[str]
    left: list[int]  # bytes in use, beside the weights, at each message
    budget: int  # bytes for the KV cache
    held: int  # the most bytes in use, beside the weights, between two steps
    most_rows: int  # completions at a time, at most


def in_memory(architecture: str, free: int, limit: int | None = None, failing: int | None = None) -> InMemory:
    """With `free` bytes beside the weights, `limit` of them for the KV cache; the allocation `failing` fails."""
    memory = emulated_device.MEMORY[0]
    gc.collect()  # earlier models
    model = small_model(architecture).to(DEVICE)
    weights = memory.used
    memory.reset(weights + free)
    messages: list[str] = []
    left: list[int] = []

    def report(message: str) -> None:
        messages.append(message)
        left.append(memory.used - weights)

    try:
        share = MemoryLimit(bytes=limit)
        backend = WatchedBackend(model, TOKENIZER, MAX_LENGTH, memory=share, report=report)
        budget = share.bytes_for(torch.device(DEVICE))
        memory.reset(weights + free, failing)
        said = said_by(backend, requests())
        most_rows, held = map(max, zip(*backend.steps, strict=True))
        return InMemory(said, messages, left, budget, held - weights, most_rows)
    finally:
        memory.reset()


def batches_in_memory(architecture: str, failing: int) -> tuple[list[str], list[str]]:
    """Completions by `generate` on a device on which this allocation fails, and what the backend says of it."""
    messages: list[str] = []
    backend = TransformersBackend(small_model(architecture).to(DEVICE), TOKENIZER, report=messages.append)
    emulated_device.MEMORY[0].reset(failing=failing)
    return said_by(backend, requests()), messages


@cache
def on_processor(architecture: str) -> list[str]:
    return said_by(ContinuousBackend(small_model(architecture), TOKENIZER, MAX_LENGTH), requests())
