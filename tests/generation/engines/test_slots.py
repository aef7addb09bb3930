"""Decoding in slots: the answers that the model gives alone, whatever is decoded beside them and read before."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from request_sources import GREEDY, Chains, requests_of
from small_tokenizers import sentencepiece_like
from tiny_models import ARCHITECTURES, ids_alone, tiny_model, tiny_tokenizer
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    GenerationConfig,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    masking_utils,
)

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Request, Sampling
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend, backend_for
from classeval_hf.generation.engines.memory_limit import MemoryLimit, parse_memory
from classeval_hf.generation.engines.slot_cache import CacheShape, Prefix, PrefixCache, SlotCache
from classeval_hf.generation.engines.slot_model import SlotModel
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

LONGEST = 600
SAMPLED = Sampling(temperature=0.8, top_p=0.95, top_k=50)


@pytest.fixture(scope="module")
def tokenizer() -> PreTrainedTokenizerFast:
    return tiny_tokenizer()


def completions_of(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, source: Chains, slots: int | None
) -> dict[int, Completion]:
    backend = ContinuousBackend(model, tokenizer, LONGEST, slots)
    completions = {}
    for request, completion in backend.generate(source):
        assert request.number not in completions
        completions[request.number] = completion
        source.receive(request, completion)
    return completions


def said_alone(architecture: str, tokenizer: PreTrainedTokenizerFast, requests: Sequence[Request]) -> list[str]:
    """Texts of greedy answers by a model that nothing else has been done to."""
    model = tiny_model(architecture, tokenizer)
    return [str(tokenizer.decode(ids_alone(model, request))) for request in requests]


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_greedy_answers_are_those_of_the_model_alone(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model(architecture, tokenizer)
    requests = requests_of(tokenizer, open_tasks)
    alone = said_alone(architecture, tokenizer, requests)
    assert len(set(alone)) > 6, "a model that always says the same hides errors"
    shuffled = random.Random(1).sample(requests, len(requests))
    for order, slots in ((requests, 1), (shuffled, 5), (requests[::-1], None)):
        completions = completions_of(model, tokenizer, Chains(order), slots)
        assert [completions[number].raw for number in range(12)] == alone


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_steps_that_go_on_from_an_answer(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model(architecture, tokenizer)
    requests = requests_of(tokenizer, open_tasks)
    more = Prompt(PromptKind.BASE, "", token_ids=tuple(tokenizer("\n    def more(self):")["input_ids"]))
    following = {
        request.number: replace(request, number=request.number + 12, prompt=more, max_new_tokens=8)
        for request in requests[:4]
    }
    alone = completions_of(model, tokenizer, Chains(requests, tokenizer, following), 1)
    assert len(alone) == 16
    assert completions_of(model, tokenizer, Chains(requests[::-1], tokenizer, following), 5) == alone
    for number in range(12, 16):
        first = requests[number - 12]
        said = tuple(tokenizer(alone[number - 12].raw)["input_ids"])
        prompt = replace(first.prompt, token_ids=first.prompt.token_ids + said + more.token_ids)
        step = replace(first, prompt=prompt, max_new_tokens=8)
        assert [alone[number].raw] == said_alone(architecture, tokenizer, [step])


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_sampled_answers_depend_on_their_seed_alone(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model(architecture, tokenizer)
    requests = requests_of(tokenizer, open_tasks, SAMPLED)
    alone = completions_of(model, tokenizer, Chains(requests), 1)
    assert completions_of(model, tokenizer, Chains(requests[::-1]), 5) == alone
    padded = TransformersBackend(tiny_model(architecture, tokenizer), tokenizer, 4)
    assert {request.number: completion for request, completion in padded.generate(Chains(requests))} == alone
    assert len({completion.raw for completion in alone.values()}) > 8


def test_greedy_and_sampled_answers_side_by_side(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model("qwen2", tokenizer)
    greedy, sampled = requests_of(tokenizer, open_tasks), requests_of(tokenizer, open_tasks, SAMPLED)
    mixed = [sampled[number] if number % 3 else greedy[number] for number in range(12)]
    of_each = [completions_of(model, tokenizer, Chains(requests), 4) for requests in (greedy, sampled)]
    completions = completions_of(model, tokenizer, Chains(mixed), 4)
    assert completions == {number: of_each[bool(number % 3)][number] for number in range(12)}


def test_stop_strings_and_ends(tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]) -> None:
    model = tiny_model("llama", tokenizer)
    requests = requests_of(tokenizer, open_tasks)
    free = completions_of(model, tokenizer, Chains(requests), None)
    stops = (free[2].raw[8:11], free[7].raw[3:6])
    stopping = [replace(request, prompt=replace(request.prompt, stop_strings=stops)) for request in requests]
    completions = completions_of(model, tokenizer, Chains(stopping), 5)
    padded = TransformersBackend(tiny_model("llama", tokenizer), tokenizer, 3)
    assert {request.number: completion for request, completion in padded.generate(Chains(stopping))} == completions
    assert {completion.finish_reason for completion in completions.values()} == {"stop", "length"}
    end = tokenizer(free[0].raw)["input_ids"][4]
    model.generation_config = GenerationConfig(eos_token_id=[0, end])
    ended = completions_of(model, tokenizer, Chains(requests), 5)
    assert ended[0].finish_reason == "stop" and free[0].raw.startswith(ended[0].raw) and ended[0] != free[0]


def test_text_keeps_the_blank_that_it_begins_with(open_tasks: list[ClassTask]) -> None:
    tokenizer = sentencepiece_like()
    model = tiny_model("llama", tokenizer, eos_token_id=None, bos_token_id=None, pad_token_id=None)
    text = "def two(self):"
    prompt = Prompt(PromptKind.BASE, text, token_ids=tuple(tokenizer(text)["input_ids"]))
    request = Request(0, "request", prompt, GREEDY, seed=0, max_new_tokens=20)
    padded = TransformersBackend(tiny_model("llama", tokenizer), tokenizer, 1)
    ((_, expected),) = padded.generate(Chains([request]))
    assert completions_of(model, tokenizer, Chains([request]), 1)[0].raw == expected.raw


def test_what_prompts_share_is_read_once(tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]) -> None:
    model = tiny_model("llama", tokenizer)
    requests = [replace(request, max_new_tokens=1) for request in requests_of(tokenizer, open_tasks)]
    backend = ContinuousBackend(model, tokenizer, LONGEST)
    read: list[int] = []
    model.register_forward_pre_hook(
        lambda _, args, kwargs: read.append(int(kwargs["attention_mask"][:, -kwargs["input_ids"].shape[1] :].sum())),
        with_kwargs=True,
    )
    assert len(list(backend.generate(Chains(requests)))) == 12
    longest = len(requests[0].prompt.token_ids)
    own = len(requests[3].prompt.token_ids)
    # Of four prompts two begin like the longest one, and all are there three times.
    assert longest + own < sum(read) < longest + own + 10 < sum(len(request.prompt.token_ids) for request in requests)


def test_a_finished_answer_frees_its_slot_at_once(
    tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]
) -> None:
    model = tiny_model("llama", tokenizer)
    limits = [20, *[2] * 11]
    requests = [
        replace(request, max_new_tokens=limit)
        for request, limit in zip(requests_of(tokenizer, open_tasks), limits, strict=True)
    ]
    backend = ContinuousBackend(model, tokenizer, LONGEST, 2)
    order = [request.number for request, _ in backend.generate(Chains(requests))]
    assert order[-1] == 0, "the short ones went through beside the long one"


def test_out_of_memory_halves_the_slots(tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]) -> None:
    model = tiny_model("llama", tokenizer)
    requests = requests_of(tokenizer, open_tasks)
    expected = completions_of(model, tokenizer, Chains(requests), 1)
    said: list[str] = []
    backend = ContinuousBackend(model, tokenizer, LONGEST, report=said.append)
    backend_of_two = ContinuousBackend(model, tokenizer, LONGEST, 4)

    def refuse(module: torch.nn.Module, args: object, kwargs: dict[str, torch.Tensor]) -> None:
        if kwargs["input_ids"].shape[0] > 2:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    model.register_forward_pre_hook(refuse, with_kwargs=True)
    completions = [(request.number, completion) for request, completion in backend.generate(Chains(requests))]
    assert dict(completions) == expected and len(completions) == 12
    assert backend.slots == 2 and said[-1] == "Out of memory with 4 completions at a time: continuing with 2."
    with pytest.raises(MemoryError, match="choose a --batch-size below 4, or auto"):
        list(backend_of_two.generate(Chains(requests)))


def test_the_memory_limits_the_slots(tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask]) -> None:
    model = tiny_model("llama", tokenizer)
    of_a_token = 2 * 2 * 32 * 4  # keys and values, layers, width, bytes
    backend = ContinuousBackend(model, tokenizer, LONGEST, memory=MemoryLimit(bytes=4 * 1000 * of_a_token))
    assert backend.slots == 4
    requests = requests_of(tokenizer, open_tasks)
    completions = {request.number: completion for request, completion in backend.generate(Chains(requests))}
    assert completions == completions_of(model, tokenizer, Chains(requests), 1)
    with pytest.raises(MemoryError, match=r"GiB for the KV cache, of .* choose a smaller --batch-size"):
        ContinuousBackend(model, tokenizer, LONGEST, 8, memory=MemoryLimit(bytes=4 * 1000 * of_a_token))


def test_limits_as_the_command_takes_them() -> None:
    assert parse_memory("0.5") == MemoryLimit(share=0.5)
    assert parse_memory("8GiB") == MemoryLimit(bytes=8 * 2**30)
    assert parse_memory("1.5 gb") == MemoryLimit(bytes=1_500_000_000)
    assert parse_memory("2000000") == MemoryLimit(bytes=2_000_000)
    for text in ("lots", "-1", "0", "12", "inf", "nan", "8 apples"):
        with pytest.raises(ValueError, match="--max-memory"):
            parse_memory(text)
    free = MemoryLimit().bytes_for(torch.device("cpu"))
    assert 0 < MemoryLimit(share=0.1).bytes_for(torch.device("cpu")) < free


def test_the_store_lets_go_of_what_was_used_least_lately() -> None:
    store = PrefixCache(10)
    for start in (0, 100, 200):
        store.add(Prefix(torch.arange(start, start + 4), torch.zeros(2, 1, 4, 1)))
        store.find(torch.arange(100, 102))
    assert [store.find(torch.arange(start, start + 9))[1] for start in (0, 100, 200)] == [0, 4, 4]
    assert store.find(torch.tensor([100, 101, 7]))[1] == 2
    store.add(Prefix(torch.arange(50), torch.zeros(2, 1, 50, 1)))
    assert store.find(torch.arange(50))[1] == 0, "larger than all there is room for"


@pytest.mark.parametrize(
    ("architecture", "settings", "reason"),
    [
        ("bloom", {"hidden_size": 32, "n_layer": 2, "n_head": 4}, "does not take position_ids"),
        ("gpt_neo", {"hidden_size": 32, "num_layers": 2, "num_heads": 4}, "attention window is 256 tokens"),
        (
            "mistral",
            {"hidden_size": 32, "num_hidden_layers": 2, "sliding_window": 64},
            "window is 64 tokens",
        ),
        ("mamba", {"hidden_size": 32, "num_hidden_layers": 2}, "does not take past_key_values"),
    ],
)
def test_models_that_cannot_be_decoded_in_slots(
    architecture: str, settings: dict[str, object], reason: str, tokenizer: PreTrainedTokenizerFast
) -> None:
    if architecture == "gpt_neo":
        settings = {**settings, "attention_types": [[["global", "local"], 1]]}
    if architecture == "mistral":
        settings = {**settings, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 48}
    config = AutoConfig.for_model(
        architecture, vocab_size=len(tokenizer), eos_token_id=0, bos_token_id=0, pad_token_id=1, **settings
    )
    said: list[str] = []
    backend = backend_for(AutoModelForCausalLM.from_config(config).eval(), tokenizer, LONGEST, report=said.append)
    assert isinstance(backend, TransformersBackend)
    assert reason in said[0]


def test_a_model_that_looks_at_its_neighbours_is_found_out(tokenizer: PreTrainedTokenizerFast) -> None:
    model = tiny_model("llama", tokenizer)
    model.model.layers[0].register_forward_hook(lambda _, args, output: output + output.mean(0, keepdim=True))
    said: list[str] = []
    assert isinstance(backend_for(model, tokenizer, LONGEST, report=said.append), TransformersBackend)
    assert "the padding of the batch" in said[0]


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_nothing_stays_behind_on_another_device(
    architecture: str, tokenizer: PreTrainedTokenizerFast, open_tasks: list[ClassTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PyTorch's device without numbers, which as an accelerator does refuses to compute with a processor's."""
    model = tiny_model(architecture, tokenizer).to("meta")
    with pytest.raises(RuntimeError, match="device meta"):
        torch.ones(2, device="meta") + torch.ones(2)
    # What would look at numbers: whether answers are right, whether a mask is needed, and which token was chosen.
    of_a_processor = torch.Tensor.tolist
    monkeypatch.setattr(SlotModel, "_check_logits", lambda self: None)
    monkeypatch.setattr(masking_utils, "_ignore_causal_mask_sdpa", lambda *arguments, **options: False)
    monkeypatch.setattr(
        torch.Tensor, "tolist", lambda self: [5] * len(self) if self.device.type == "meta" else of_a_processor(self)
    )
    greedy, sampled = requests_of(tokenizer, open_tasks), requests_of(tokenizer, open_tasks, SAMPLED)
    mixed = [sampled[number] if number % 3 else greedy[number] for number in range(12)]
    backend = ContinuousBackend(model, tokenizer, LONGEST, 5, MemoryLimit(bytes=2**30))
    assert len(list(backend.generate(Chains(mixed)))) == 12


def test_a_cache_is_freed_at_once() -> None:
    """Not when Python looks for garbage: the next prefill, or the next backend, needs the memory."""
    cache = SlotCache(CacheShape(2, 1, 4, torch.float32, torch.device("cpu")), slots=2, columns=8)
    storage = weakref.ref(cache.storage)
    gc.disable()
    try:
        del cache
        assert storage() is None
    finally:
        gc.enable()
