"""Answers of real models, of each architecture: the same in any batch, and what the model itself would say alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from request_sources import Chains
from slow_cases import one_in, slow
from small_tokenizers import sentencepiece_like
from tiny_models import ARCHITECTURES, ids_alone, tiny_model
from transformers import GenerationConfig
from transformers import PreTrainedModel as Model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Request, Sampling
from classeval_hf.generation.engines.new_tokens import decode_new
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

NEW_TOKENS = 20
Requests = list[Request]
Said = list[Completion]


@pytest.fixture
def llama(tokenizer: Tokenizer) -> Model:
    return tiny_model("llama", tokenizer)


@pytest.fixture(scope="module")
def requests(tokenizer: Tokenizer, open_tasks: list[ClassTask]) -> Requests:
    """Eight requests with prompts of different lengths."""
    texts = [task.skeleton[: 120 + 50 * number] for number, task in enumerate(open_tasks[:8])]
    prompts = [Prompt(PromptKind.BASE, text, token_ids=tuple(tokenizer(text)["input_ids"])) for text in texts]
    return [
        Request(number, f"request {number}", prompt, Sampling(), seed=100 + number, max_new_tokens=NEW_TOKENS)
        for number, prompt in enumerate(prompts)
    ]


@pytest.fixture(scope="module")
def free(tokenizer: Tokenizer, requests: Requests) -> Said:
    """What a llama says to them."""
    return completions_of(tiny_model("llama", tokenizer), tokenizer, requests, 8)


def completions_of(model: Model, tokenizer: Tokenizer, requests: Sequence[Request], batch_size: int | None) -> Said:
    backend = TransformersBackend(model, tokenizer, batch_size)
    completions = {request.number: completion for request, completion in backend.generate(Chains(requests))}
    return [completions[request.number] for request in requests]


def stopping(requests: Sequence[Request], *stops: str) -> Requests:
    return [replace(request, prompt=replace(request.prompt, stop_strings=stops)) for request in requests]


@pytest.mark.parametrize("architecture", one_in(len(ARCHITECTURES), ARCHITECTURES))
def test_a_batch_gives_what_the_model_says_alone(architecture: str, tokenizer: Tokenizer, requests: Requests) -> None:
    model = tiny_model(architecture, tokenizer)
    alone = [ids_alone(model, request) for request in requests]
    for batch_size in (1, 8):
        completions = completions_of(model, tokenizer, requests, batch_size)
        assert [completion.raw for completion in completions] == [tokenizer.decode(ids) for ids in alone]
        assert [completion.completion_tokens for completion in completions] == [len(ids) for ids in alone]
    assert len({completion.raw for completion in completions}) > 4, "a model that always says the same hides errors"


@pytest.mark.parametrize("architecture", ["gpt_bigcode", slow("qwen2"), slow("xglm")])
def test_sampled_answers_do_not_depend_on_the_batch(
    architecture: str, tokenizer: Tokenizer, requests: Requests
) -> None:
    model = tiny_model(architecture, tokenizer)
    # Rounding differs with the batch, which may decide where a number is at the end of a token's share: not here.
    sampling = Sampling(temperature=0.8, top_p=0.95)
    sampled = [replace(request, sampling=sampling, seed=request.seed + 1000) for request in requests]
    alone = completions_of(model, tokenizer, sampled, 1)
    assert completions_of(model, tokenizer, sampled, 8) == alone
    assert completions_of(model, tokenizer, sampled[::-1], 3)[::-1] == alone
    assert alone != completions_of(model, tokenizer, requests, 8)


def test_a_checkpoints_own_settings_have_no_say(
    llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said
) -> None:
    suppressed = {f"{when}suppress_tokens": list(range(50, 400)) for when in ("", "begin_")}
    repetition = {"repetition_penalty": 1.8, "no_repeat_ngram_size": 2, "bad_words_ids": [[70], [71]]}
    ends = {"min_new_tokens": 15, "forced_eos_token_id": 5, "eos_token_id": tokenizer.eos_token_id}
    sampling = {"do_sample": True, "temperature": 2.0, "top_k": 3}
    llama.generation_config = GenerationConfig(**suppressed, **repetition, **ends, **sampling)
    assert completions_of(llama, tokenizer, requests, 4) == free


def test_ends_that_only_the_generation_config_names(llama: Model, tokenizer: Tokenizer, requests: Requests) -> None:
    ids = ids_alone(llama, requests[0])
    llama.generation_config = GenerationConfig(eos_token_id=[0, ids[5]])
    completion = completions_of(llama, tokenizer, requests, 8)[0]
    expected = ids[: ids.index(ids[5])]
    assert (completion.raw, completion.finish_reason) == (tokenizer.decode(expected), "stop")
    assert completion.completion_tokens == len(expected) > 0


def test_new_text_keeps_the_blank_that_it_begins_with() -> None:
    tokenizer = sentencepiece_like()
    text, new = "def two(self):", "  return 2\n    x"
    ids = tokenizer(text + new)["input_ids"]
    length = next(count for count in range(len(ids) + 1) if tokenizer.decode(ids[:count]).endswith(text))
    prompt = Prompt(PromptKind.BASE, text, token_ids=tuple(ids[:length]))
    assert tokenizer.decode(ids[length:]) != new, "decoded alone it is lost"
    assert decode_new(tokenizer, prompt, ids[length:]) == new


def test_stop_strings_end_each_row_by_itself(
    llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said
) -> None:
    """One that stands in the prompt does not count."""
    stops = (free[0].raw[7:10], free[3].raw[12:16])
    assert all(stops)
    for batch_size in (1, 8):
        stopped = completions_of(llama, tokenizer, stopping(requests, *stops), batch_size)
        for before, completion in zip(free, stopped, strict=True):
            ends = [before.raw.find(stop) + len(stop) for stop in stops if stop in before.raw]
            assert completion.raw == before.raw[: min(ends, default=None)]
            assert completion.finish_reason == ("stop" if ends else "length")
        assert {completion.finish_reason for completion in stopped} == {"stop", "length"}
        assert stopped[0].completion_tokens < NEW_TOKENS
    in_prompt = completions_of(llama, tokenizer, stopping(requests, requests[2].prompt.text[-12:]), 8)
    assert [completion.raw for completion in in_prompt] == [completion.raw for completion in free]


def test_a_stop_string_saves_the_tokens_behind_it(
    llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said
) -> None:
    passes: list[int] = []
    llama.register_forward_hook(lambda *_: passes.append(1))
    long = [replace(request, max_new_tokens=200) for request in stopping(requests[:1], free[0].raw[5:9])]
    completions_of(llama, tokenizer, long, 1)
    assert len(passes) < 30


@pytest.mark.parametrize("architecture", ["gpt_bigcode", slow("codegen"), slow("llama")])
def test_rows_that_have_ended_do_not_run_out_of_positions(
    architecture: str, tokenizer: Tokenizer, requests: Requests
) -> None:
    lengths = [len(request.prompt.token_ids) for request in requests]
    room = max(lengths) + 4
    positions = {"gpt_bigcode": {"n_positions": room}, "codegen": {"n_positions": room, "n_ctx": room}}
    model = tiny_model(architecture, tokenizer, **positions.get(architecture, {"max_position_embeddings": room}))
    limited = [
        replace(request, max_new_tokens=min(room - length, 60))
        for request, length in zip(requests, lengths, strict=True)
    ]
    assert completions_of(model, tokenizer, limited, 8) == completions_of(model, tokenizer, limited, 1)


def test_out_of_memory_halves_the_batch(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    fits = 2

    def refuse(module: torch.nn.Module, args: object, kwargs: dict[str, torch.Tensor]) -> None:
        if kwargs["input_ids"].shape[0] > fits:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    llama.register_forward_pre_hook(refuse, with_kwargs=True)
    said: list[str] = []
    backend = TransformersBackend(llama, tokenizer, report=said.append)
    completions = {request.number: completion for request, completion in backend.generate(Chains(requests))}
    assert [completions[number] for number in range(8)] == free
    assert backend.batch_size == 2
    assert said == [
        "Out of memory with 8 prompts at a time: continuing with 4.",
        "Out of memory with 4 prompts at a time: continuing with 2.",
    ]
    with pytest.raises(MemoryError, match="choose a --batch-size below 4, or auto"):
        completions_of(llama, tokenizer, requests, 4)
    fits = 0
    with pytest.raises(MemoryError, match="request 7 alone"):
        completions_of(llama, tokenizer, requests[:5:-1], None)
