"""Answers of real models, of each architecture: the same in any batch, and what the model itself would say alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from slow_cases import one_in, slow
from small_tokenizers import sentencepiece_like
from tiny_models import ARCHITECTURES, ids_alone, tiny_model, tiny_tokenizer
from transformers import GenerationConfig, PreTrainedModel, PreTrainedTokenizerFast

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Request, Sampling
from classeval_hf.generation.engines.new_tokens import decode_new
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

GREEDY = Sampling()
SAMPLED = Sampling(temperature=0.8, top_p=0.95)
NEW_TOKENS = 20


class Requests:
    """A source whose requests are all there from the beginning."""

    def __init__(self, requests: Sequence[Request]) -> None:
        self.left = sorted(requests, key=lambda request: len(request.prompt.token_ids))

    def take(self, count: int) -> list[Request]:
        return [self.left.pop() for _ in range(min(count, len(self.left)))]


@pytest.fixture(scope="module")
def tokenizer() -> PreTrainedTokenizerFast:
    return tiny_tokenizer()


def requests_of(
    tokenizer: PreTrainedTokenizerFast,
    tasks: Sequence[ClassTask],
    sampling: Sampling = GREEDY,
    stops: tuple[str, ...] = (),
    limits: Sequence[int] = (NEW_TOKENS,),
) -> list[Request]:
    """Eight requests with prompts of different lengths."""
    requests = []
    for number, task in enumerate(tasks[:8]):
        text = task.skeleton[: 120 + 50 * number]
        prompt = Prompt(PromptKind.BASE, text, token_ids=tuple(tokenizer(text)["input_ids"]), stop_strings=stops)
        limit = limits[number % len(limits)]
        requests.append(
            Request(number, f"request {number}", prompt, sampling, seed=100 + number, max_new_tokens=limit)
        )
    return requests


def completions_of(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, requests: Sequence[Request], batch_size: int | None
) -> list[Completion]:
    backend = TransformersBackend(model, tokenizer, batch_size)
    completions = {request.number: completion for request, completion in backend.generate(Requests(requests))}
    return [completions[request.number] for request in requests]


@pytest.mark.parametrize("architecture", one_in(6, ARCHITECTURES))
def test_a_batch_gives_what_the_model_says_alone(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model(architecture, tokenizer)
    requests = requests_of(tokenizer, open_tasks)
    alone = [ids_alone(model, request) for request in requests]
    for batch_size in (1, 8):
        completions = completions_of(model, tokenizer, requests, batch_size)
        assert [completion.raw for completion in completions] == [tokenizer.decode(ids) for ids in alone]
        assert [completion.completion_tokens for completion in completions] == [len(ids) for ids in alone]
    assert len({completion.raw for completion in completions}) > 4, "a model that always says the same hides errors"


@pytest.mark.parametrize("architecture", ["gpt_bigcode", slow("qwen2"), slow("xglm")])
def test_sampled_answers_do_not_depend_on_the_batch(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model(architecture, tokenizer)
    # Rounding differs with the batch, which may decide where a number is at the end of a token's share: not here.
    requests = [replace(request, seed=request.seed + 1000) for request in requests_of(tokenizer, open_tasks, SAMPLED)]
    alone = completions_of(model, tokenizer, requests, 1)
    assert completions_of(model, tokenizer, requests, 8) == alone
    assert completions_of(model, tokenizer, requests[::-1], 3)[::-1] == alone
    assert alone != completions_of(model, tokenizer, requests_of(tokenizer, open_tasks), 8)


def test_a_checkpoints_own_settings_have_no_say(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    requests = requests_of(tokenizer, open_tasks)
    plain = completions_of(tiny_model("llama", tokenizer), tokenizer, requests, 4)
    model = tiny_model("llama", tokenizer)
    model.generation_config = GenerationConfig(
        do_sample=True,
        temperature=2.0,
        top_k=3,
        repetition_penalty=1.8,
        no_repeat_ngram_size=2,
        min_new_tokens=15,
        suppress_tokens=list(range(50, 400)),
        begin_suppress_tokens=list(range(50, 400)),
        bad_words_ids=[[70], [71]],
        forced_eos_token_id=5,
        eos_token_id=tokenizer.eos_token_id,
    )
    assert completions_of(model, tokenizer, requests, 4) == plain


def test_the_ends_that_only_the_generation_config_names(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    requests = requests_of(tokenizer, open_tasks)
    model = tiny_model("llama", tokenizer)
    ids = ids_alone(model, requests[0])
    model.generation_config = GenerationConfig(eos_token_id=[0, ids[5]])
    completion = completions_of(model, tokenizer, requests, 8)[0]
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


@pytest.mark.parametrize("batch_size", [1, 8])
def test_stop_strings_end_each_row_by_itself(
    batch_size: int, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model("llama", tokenizer)
    free = [completion.raw for completion in completions_of(model, tokenizer, requests_of(tokenizer, open_tasks), 8)]
    stops = (free[0][7:10], free[3][12:16])
    assert all(stops)
    stopped = completions_of(model, tokenizer, requests_of(tokenizer, open_tasks, stops=stops), batch_size)
    for before, completion in zip(free, stopped, strict=True):
        ends = [before.find(stop) + len(stop) for stop in stops if stop in before]
        assert completion.raw == before[: min(ends, default=None)]
        assert completion.finish_reason == ("stop" if ends else "length")
    assert {completion.finish_reason for completion in stopped} == {"stop", "length"}
    assert stopped[0].completion_tokens < NEW_TOKENS


def test_a_stop_string_saves_the_tokens_behind_it(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model("llama", tokenizer)
    request = requests_of(tokenizer, open_tasks, limits=[200])[0]
    (free,) = completions_of(model, tokenizer, [request], 1)
    (request,) = requests_of(tokenizer, open_tasks[:1], stops=(free.raw[5:9],), limits=[200])
    passes = []
    model.register_forward_hook(lambda *_: passes.append(1))
    completions_of(model, tokenizer, [request], 1)
    assert len(passes) < 30


def test_a_stop_string_in_the_prompt_does_not_count(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model("llama", tokenizer)
    free = completions_of(model, tokenizer, requests_of(tokenizer, open_tasks), 8)
    stop = requests_of(tokenizer, open_tasks)[2].prompt.text[-12:]
    stopped = completions_of(model, tokenizer, requests_of(tokenizer, open_tasks, stops=(stop,)), 8)
    assert [completion.raw for completion in stopped] == [completion.raw for completion in free]


@pytest.mark.parametrize("architecture", ["gpt_bigcode", slow("codegen"), slow("llama")])
def test_rows_that_have_ended_do_not_run_out_of_positions(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    lengths = [len(request.prompt.token_ids) for request in requests_of(tokenizer, open_tasks)]
    room = max(lengths) + 4
    positions = {"gpt_bigcode": {"n_positions": room}, "codegen": {"n_positions": room, "n_ctx": room}}
    model = tiny_model(architecture, tokenizer, **positions.get(architecture, {"max_position_embeddings": room}))
    requests = requests_of(tokenizer, open_tasks, limits=[min(room - length, 60) for length in lengths])
    assert completions_of(model, tokenizer, requests, 8) == completions_of(model, tokenizer, requests, 1)


def test_out_of_memory_halves_the_batch(tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]) -> None:
    model = tiny_model("llama", tokenizer)
    requests = requests_of(tokenizer, open_tasks)
    expected = completions_of(model, tokenizer, requests, 1)

    def refuse(module: torch.nn.Module, args: object, kwargs: dict[str, torch.Tensor]) -> None:
        if kwargs["input_ids"].shape[0] > 2:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    model.register_forward_pre_hook(refuse, with_kwargs=True)
    said: list[str] = []
    backend = TransformersBackend(model, tokenizer, report=said.append)
    completions = {request.number: completion for request, completion in backend.generate(Requests(requests))}
    assert [completions[number] for number in range(8)] == expected
    assert backend.batch_size == 2
    assert said == [
        "Out of memory with 8 prompts at a time: continuing with 4.",
        "Out of memory with 4 prompts at a time: continuing with 2.",
    ]
    with pytest.raises(MemoryError, match="choose a --batch-size below 4, or auto"):
        completions_of(model, tokenizer, requests, 4)


def test_one_prompt_that_does_not_fit_into_memory_is_named(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model("llama", tokenizer)

    def refuse(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    model.register_forward_pre_hook(refuse)
    with pytest.raises(MemoryError, match="request 7 alone"):
        completions_of(model, tokenizer, requests_of(tokenizer, open_tasks), None)
