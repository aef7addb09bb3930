"""The ways to generate that the benchmark compares: each takes model, tokenizer and work, and returns the seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import torch
from generation_workloads import Workload
from transformers import ContinuousBatchingConfig, GenerationConfig

from classeval_hf.generation.engines.backend import Backend, Request
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend
from classeval_hf.generation.engines.transformers_backend import TransformersBackend

__all__ = ["WAYS"]

_LOOKUP_TOKENS = 10


def _one_at_a_time(model: Any, tokenizer: Any, work: Workload, **options: Any) -> float:
    """A loop over prompts, as published scripts have it."""
    start = time.perf_counter()
    while requests := work.take(1):
        (request,) = requests
        torch.manual_seed(request.seed)
        ids = torch.tensor([request.prompt.token_ids], device=model.device)
        with torch.inference_mode():
            output = model.generate(
                ids, attention_mask=torch.ones_like(ids), generation_config=_config(request, **options)
            )
        work.receive(request, tokenizer.decode(output[0, ids.shape[1] :]))
    return time.perf_counter() - start


def _with_prompt_lookup(model: Any, tokenizer: Any, work: Workload) -> float:
    return _one_at_a_time(model, tokenizer, work, prompt_lookup_num_tokens=_LOOKUP_TOKENS)


def _padded(model: Any, tokenizer: Any, work: Workload) -> float:
    return _through(TransformersBackend(model, tokenizer), work)


def _ours(model: Any, tokenizer: Any, work: Workload) -> float:
    return _through(ContinuousBackend(model, tokenizer, work.window), work)


def _through(backend: Backend, work: Workload) -> float:
    start = time.perf_counter()
    for request, completion in backend.generate(work):
        work.receive(request, completion.raw)
    return time.perf_counter() - start


def _continuous_batching(model: Any, tokenizer: Any, work: Workload) -> float:
    """transformers' own continuous batching, steps added as soon as those before them are complete."""
    known: dict[str, Request] = {}
    make_config: Any = ContinuousBatchingConfig
    # Left to itself it takes nearly all the memory there is, which on a computer others need too.
    limits = make_config(max_memory_percent=0.1) if model.device.type == "cpu" else None
    with model.continuous_batching_context_manager(
        generation_config=_config(None), continuous_batching_config=limits
    ) as manager:
        start = time.perf_counter()

        def add() -> None:
            for request in work.take(1_000_000):
                known[str(request.number)] = request
                manager.add_request(
                    list(request.prompt.token_ids), str(request.number), max_new_tokens=request.max_new_tokens
                )

        add()
        while known:
            result = manager.get_result(timeout=600)
            if result is None or result.error is not None:
                raise RuntimeError("no completion" if result is None else result.error)
            if result.is_finished():
                work.receive(known.pop(result.request_id), tokenizer.decode(result.generated_tokens))
                add()
        return time.perf_counter() - start


def _vllm(model: Any, tokenizer: Any, work: Workload) -> float:
    import tempfile

    from classeval_hf.generation.engines.model_loading import ModelOptions
    from classeval_hf.generation.engines.vllm_backend import VLLMBackend

    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        dtype = str(model.dtype).removeprefix("torch.")
        model.to("cpu")
        return _through(VLLMBackend(ModelOptions(folder, dtype=dtype), tokenizer, work.window), work)


def _config(request: Request | None, **options: Any) -> GenerationConfig:
    make_config: Any = GenerationConfig
    settings: dict[str, Any] = {"pad_token_id": 0, "do_sample": False, **options}
    if request is not None:
        settings["max_new_tokens"] = request.max_new_tokens
        if not request.sampling.greedy:
            sampling = {"temperature": request.sampling.temperature, "top_p": 1.0, "top_k": 0}
            settings.update(do_sample=True, **sampling)
    config: GenerationConfig = make_config(**settings)
    return config


WAYS: Mapping[str, Callable[[Any, Any, Workload], float]] = {
    "one": _one_at_a_time,
    "padded": _padded,
    "ours": _ours,
    "continuous": _continuous_batching,
    "lookup": _with_prompt_lookup,
    "vllm": _vllm,
}
