"""Answers of real models, of each architecture, by both backends: the same in any batch, and the model's own alone."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import torch
from request_sources import Chains
from slow_and_full import one_in, slow
from small_tokenizers import sentencepiece_like
from tiny_models import ARCHITECTURES, ids_alone, tiny_model
from transformers import GenerationConfig
from transformers import PreTrainedModel as Model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.generation.engines import continuous_backend, new_tokens, transformers_backend
from classeval_hf.generation.engines.backend import Backend, Request, Sampling
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

LONGEST = 600
Requests = list[Request]
Said = dict[int, Completion]
Engine = Callable[[Model, Tokenizer, "int | None"], Backend]


def batches(model: Model, tokenizer: Tokenizer, size: int | None) -> Backend:
    return transformers_backend.TransformersBackend(model, tokenizer, size)


def slots(model: Model, tokenizer: Tokenizer, size: int | None) -> Backend:
    return continuous_backend.ContinuousBackend(model, tokenizer, LONGEST, size)


def answers(backend: Backend, requests: Sequence[Request]) -> Said:
    found = [(request.number, completion) for request, completion in backend.generate(Chains(requests))]
    assert len(found) == len(requests)
    return dict(found)


@pytest.mark.parametrize("architecture", one_in(9, ARCHITECTURES))
def test_greedy_answers_are_the_models_alone(architecture: str, tokenizer: Tokenizer, requests: Requests) -> None:
    requests = requests[:8]
    untouched = tiny_model(architecture, tokenizer)
    alone = {request.number: ids_alone(untouched, request) for request in requests}
    texts = {number: tokenizer.decode(ids) for number, ids in alone.items()}
    assert len({*texts.values()}) > 6, "a model that always says the same hides errors"
    shuffled, model = random.Random(1).sample(requests, len(requests)), tiny_model(architecture, tokenizer)
    backends = [(batches(model, tokenizer, size), requests) for size in (1, 8)]
    backends += [(slots(model, tokenizer, size), requests if size == 1 else shuffled) for size in (1, 5, None)]
    for backend, order in backends:
        completions = answers(backend, order)
        assert {number: completion.raw for number, completion in completions.items()} == texts
        assert all(completions[number].completion_tokens == len(ids) for number, ids in alone.items())


@pytest.mark.parametrize("architecture", one_in(10, [*ARCHITECTURES][::-1]))
def test_sampled_answers(architecture: str, tokenizer: Tokenizer, sampled: Requests, requests: Requests) -> None:
    """Also with greedy ones side by side, which depend on nothing."""
    model = tiny_model(architecture, tokenizer)
    alone = answers(slots(model, tokenizer, 1), sampled)
    assert answers(batches(tiny_model(architecture, tokenizer), tokenizer, 4), sampled) == alone
    assert answers(batches(tiny_model(architecture, tokenizer), tokenizer, 3), sampled[::-1]) == alone
    assert len({completion.raw for completion in alone.values()}) > 8
    assert alone != answers(slots(model, tokenizer, 4), requests), "sampling is not greedy"
    greedy = [replace(request, number=request.number + 12) for request in requests[::3]]
    mixed = answers(slots(model, tokenizer, 5), [*sampled, *greedy][::-1])
    assert mixed == alone | answers(slots(model, tokenizer, 4), greedy)


@pytest.mark.parametrize("engine", [batches, slots])
def test_settings_of_checkpoints(
    engine: Engine, llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said
) -> None:
    """But for the ends, which may be named there alone."""
    suppressed = {f"{when}suppress_tokens": list(range(50, 400)) for when in ("", "begin_")}
    repetition = {"repetition_penalty": 1.8, "no_repeat_ngram_size": 2, "bad_words_ids": [[70], [71]]}
    ends = {"min_new_tokens": 15, "forced_eos_token_id": 5, "eos_token_id": tokenizer.eos_token_id}
    sampling = {"do_sample": True, "temperature": 2.0, "top_k": 3}
    llama.generation_config = GenerationConfig(**suppressed, **repetition, **ends, **sampling)
    assert answers(engine(llama, tokenizer, 4), requests) == free
    ids = tokenizer(free[0].raw)["input_ids"]
    llama.generation_config = GenerationConfig(eos_token_id=[0, ids[5]])
    completion = answers(engine(llama, tokenizer, 8), requests)[0]
    expected = ids[: ids.index(ids[5])]
    assert (completion.raw, completion.finish_reason) == (tokenizer.decode(expected), "stop")
    assert completion.completion_tokens == len(expected) > 0


def test_text_keeps_the_blank_that_it_begins_with() -> None:
    tokenizer = sentencepiece_like()
    text, new = "def two(self):", "  return 2\n    x"
    ids = tokenizer(text + new)["input_ids"]
    length = next(count for count in range(len(ids) + 1) if tokenizer.decode(ids[:count]).endswith(text))
    prompt = Prompt(PromptKind.BASE, text, token_ids=tuple(ids[:length]))
    assert tokenizer.decode(ids[length:]) != new, "decoded alone it is lost"
    assert new_tokens.decode_new(tokenizer, prompt, ids[length:]) == new
    prompt = replace(prompt, token_ids=tuple(tokenizer(text)["input_ids"]))
    asked = [Request(0, "request", prompt, Sampling(), seed=0, max_new_tokens=20)]
    model = tiny_model("llama", tokenizer, eos_token_id=None, bos_token_id=None, pad_token_id=None)
    expected = answers(batches(tiny_model("llama", tokenizer), tokenizer, 1), asked)
    assert answers(slots(model, tokenizer, 1), asked)[0].raw == expected[0].raw


def stopping(requests: Sequence[Request], *stops: str) -> Requests:
    return [replace(request, prompt=replace(request.prompt, stop_strings=stops)) for request in requests]


def test_stop_strings_end_rows_alone(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    """One that stands in the prompt does not count."""
    requests, free = requests[:8], {number: free[number] for number in range(8)}
    stops = (free[2].raw[8:11], free[7].raw[3:6])
    assert all(stops)
    ways: list[tuple[Engine, int]] = [(batches, 1), (batches, 8), (slots, 5)]
    for engine, size in ways:
        stopped = answers(engine(llama, tokenizer, size), stopping(requests, *stops))
        for number, before in free.items():
            ends = [before.raw.find(stop) + len(stop) for stop in stops if stop in before.raw]
            assert stopped[number].raw == before.raw[: min(ends, default=None)]
            assert stopped[number].finish_reason == ("stop" if ends else "length")
        assert {completion.finish_reason for completion in stopped.values()} == {"stop", "length"}
        assert stopped[2].completion_tokens < free[2].completion_tokens
        in_prompt = answers(engine(llama, tokenizer, size), stopping(requests, requests[2].prompt.text[-12:]))
        assert [in_prompt[number].raw for number in free] == [completion.raw for completion in free.values()]


def test_stop_strings_save_tokens(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    passes: list[int] = []
    llama.register_forward_hook(lambda *_: passes.append(1))
    long = [replace(request, max_new_tokens=200) for request in stopping(requests[:1], free[0].raw[5:9])]
    answers(batches(llama, tokenizer, 1), long)
    assert len(passes) < 30


@pytest.mark.parametrize("architecture", ["gpt_bigcode", slow("codegen"), slow("llama")])
def test_ended_rows_do_not_run_out_of_positions(architecture: str, tokenizer: Tokenizer, requests: Requests) -> None:
    requests = requests[:4]
    lengths = [len(request.prompt.token_ids) for request in requests]
    room = max(lengths) + 4
    positions = {"gpt_bigcode": {"n_positions": room}, "codegen": {"n_positions": room, "n_ctx": room}}
    model = tiny_model(architecture, tokenizer, **positions.get(architecture, {"max_position_embeddings": room}))
    limits = [min(room - length, 60) for length in lengths]
    limited = [replace(request, max_new_tokens=limit) for request, limit in zip(requests, limits, strict=True)]
    assert answers(batches(model, tokenizer, 8), limited) == answers(batches(model, tokenizer, 1), limited)


def refuse_more_than(rows: int, model: Model) -> None:
    def refuse(module: torch.nn.Module, args: object, kwargs: dict[str, torch.Tensor]) -> None:
        if kwargs["input_ids"].shape[0] > rows:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    model.register_forward_pre_hook(refuse, with_kwargs=True)


def test_out_of_memory_halves_the_batch(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    refuse_more_than(2, llama)
    said: list[str] = []
    backend = transformers_backend.TransformersBackend(llama, tokenizer, report=said.append)
    assert answers(backend, requests[:8]) == {number: free[number] for number in range(8)} and backend.batch_size == 2
    assert said == [f"Out of memory with {n} prompts at a time: continuing with {n // 2}." for n in (8, 4)]
    with pytest.raises(MemoryError, match="choose a --batch-size below 4, or auto"):
        answers(batches(llama, tokenizer, 4), requests)
    refuse_more_than(0, llama)
    with pytest.raises(MemoryError, match="request 7 alone"):
        answers(batches(llama, tokenizer, None), requests[7:9])


def test_out_of_memory_halves_the_slots(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    said: list[str] = []
    backend = continuous_backend.ContinuousBackend(llama, tokenizer, LONGEST, report=said.append)
    backend_of_four = slots(llama, tokenizer, 4)
    refuse_more_than(2, llama)
    assert answers(backend, requests) == free
    assert backend.slots == 1 and said[-1] == "Out of memory with 3 completions at a time: continuing with 1."
    with pytest.raises(MemoryError, match="choose a --batch-size below 4, or auto"):
        answers(backend_of_four, requests)


@pytest.mark.parametrize("engine", [batches, slots])
def test_no_step_asks_cudnn_for_attention(engine: Engine, tokenizer: Tokenizer, requests: Requests) -> None:
    """It would make a plan in each step, whose keys are one more."""
    model = tiny_model("qwen2", tokenizer)
    enabled: list[bool] = []
    model.register_forward_pre_hook(lambda *_: enabled.append(torch.backends.cuda.cudnn_sdp_enabled()))
    backend = engine(model, tokenizer, 2)
    enabled.clear()
    answers(backend, requests[:2])
    assert len(enabled) > 2 and not any(enabled) and torch.backends.cuda.cudnn_sdp_enabled()
