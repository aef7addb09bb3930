"""Our own decoding on accelerators that the processor emulates: the same tokens, a wait per step, no mixed devices."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import emulated_runs
import pytest
import torch
from slow_and_full import slow
from torch.utils import backend_registration

pytestmark = pytest.mark.skipif(
    not hasattr(backend_registration, "_setup_privateuseone_for_python_backend"),
    reason="this PyTorch knows no devices that are written in Python",
)
Run = Callable[..., Any]
FIRST, SECOND = "privateuseone:0", "privateuseone:1"
HALVES = {
    **dict.fromkeys(("model.embed_tokens", "model.rotary_emb", "model.layers.0", "model.layers.1"), FIRST),
    **dict.fromkeys(("model.layers.2", "model.layers.3", "model.norm", "lm_head"), SECOND),
}
OTHERS = "gemma2 gpt_bigcode gpt_neox gpt_oss lfm2 opt phi3 qwen2 qwen3_next starcoder2"
ARCHITECTURES = ["llama", *map(slow, OTHERS.split())]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Calls a function in a process of its own, since PyTorch cannot forget a device."""
    start = "spawn" if torch.cuda.is_initialized() else "fork"  # which need not import PyTorch again
    context = multiprocessing.get_context(start)
    with ProcessPoolExecutor(1, context, emulated_runs.prepare) as pool:
        yield lambda function, *arguments, **options: pool.submit(function, *arguments, **options).result()


def test_the_device_is_like_an_accelerator(run: Run) -> None:
    mixed = ["there + here", "there + beside", "there @ here", "torch.cat([there, here])"]
    waiting = ["there[0].item()", "there.tolist()", "bool(there[0])", "there.cpu()", "there.nonzero()"]
    waiting += ["there[there > 0]", "there[[0, 1]]", "here.to(DEVICE)", "torch.tensor([1], device=DEVICE)"]
    flowing = ["here.to(DEVICE, non_blocking=True)", "there.to(beside.device)", "there.argmax(-1)", "there.sort()"]
    flowing += ["there * torch.tensor(2.0) + 1", "there[1:].fill_(3)", "there.masked_fill_(there > 0, 2)"]
    assert all("to be on the same device" in habit.error for habit in run(emulated_runs.habits, mixed))
    assert run(emulated_runs.habits, waiting) == [emulated_runs.Habit("", 1)] * len(waiting)
    assert run(emulated_runs.habits, flowing) == [emulated_runs.Habit("", 0)] * len(flowing)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_tokens_are_those_of_the_processor_and_a_step_waits_once(architecture: str, run: Run) -> None:
    both = run(emulated_runs.on_both, architecture)
    assert both.slots[1] == both.slots[0] and both.batches[1] == both.batches[0]
    assert len(set(both.slots[0])) == 6, "a model that always says the same hides errors"
    assert len(both.waits) > 8 and all(len(waits) == 1 for waits in both.waits), both.waits


@pytest.mark.parametrize("architecture", ["llama", slow("qwen3_next")])
def test_a_model_spread_over_two_devices(architecture: str, run: Run) -> None:
    spread = run(emulated_runs.spread, architecture, HALVES)
    assert spread.said == spread.expected and min(spread.bytes_on) > 100_000
    assert "it is spread over several devices. Instead, batches hold prompts of any length" in spread.message


@pytest.mark.parametrize(
    ("architecture", "limit"), [("llama", 600_000), *map(slow, [("lfm2", 600_000), ("qwen3_next", 300_000)])]
)
def test_what_is_kept_stays_in_its_budget(architecture: str, limit: int, run: Run) -> None:
    """Keys and values, states and prefixes together."""
    limited = run(emulated_runs.in_memory, architecture, 2**30, limit=limit)
    assert limited.said == run(emulated_runs.on_processor, architecture) and limited.messages == []
    assert 1 < limited.most_rows < 6, "some wait"
    assert limited.held <= limited.budget == limit


@pytest.mark.full
def test_a_device_that_is_too_small(run: Run) -> None:
    """The package's own share of its memory is too much: what a prefill needs beside the cache has no room."""
    small = run(emulated_runs.in_memory, "llama", 2**21)
    assert small.said == run(emulated_runs.on_processor, "llama") and small.budget == int(0.8 * 2**21) >= small.held
    assert small.messages == ["Out of memory with 6 completions at a time: continuing with 3."]
    assert small.left == [0], "before it goes on, all memory but that of the weights is free"


@pytest.mark.parametrize(
    ("failing", "at_a_time"),
    [(0, 6), *map(slow, [(40, 6), (300, 6), (700, 6), (1100, 6), (1500, 6), (1900, 4), (2300, 2)])],
)
def test_an_allocation_that_fails_halves_the_completions(failing: int, at_a_time: int, run: Run) -> None:
    """Wherever it is: in the first cache, in a prefill, in its copies or in a decode step, early or late."""
    halved = run(emulated_runs.in_memory, "llama", 2**30, failing=failing)
    assert halved.said == run(emulated_runs.on_processor, "llama")
    left = at_a_time // 2
    assert halved.messages == [f"Out of memory with {at_a_time} completions at a time: continuing with {left}."]
    assert halved.left == [0]


@pytest.mark.full
def test_half_precision_and_an_allocation_that_fails_for_a_batch(run: Run) -> None:
    """One at a time, since rounding depends on the batch; the trial before use finds it right."""
    both = run(emulated_runs.on_both, "llama", dtype="bfloat16", batch_size=1, every=3)
    assert both.slots[1] == both.slots[0] and both.batches[1] == both.batches[0]
    said, messages = run(emulated_runs.batches_in_memory, "llama", 300)
    assert said == run(emulated_runs.on_processor, "llama")
    assert messages == ["Out of memory with 3 prompts at a time: continuing with 1."]
