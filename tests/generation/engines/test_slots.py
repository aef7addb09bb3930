"""Decoding in slots: the answers that the model gives alone, whatever is decoded beside them and read before."""

import gc
import weakref
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch
from request_sources import Chains
from slow_and_full import one_in
from tiny_models import ARCHITECTURES, ids_alone, tiny_model
from transformers import AutoConfig, AutoModelForCausalLM, masking_utils
from transformers import PreTrainedModel as Model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.generation.engines import slot_cache
from classeval_hf.generation.engines.backend import Backend, Request
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend, backend_for
from classeval_hf.generation.engines.memory_limit import MemoryLimit, parse_memory
from classeval_hf.generation.engines.slot_cache import CacheShape, LayerShape, Prefix, PrefixCache, RowCache, SlotCache
from classeval_hf.generation.engines.slot_model import SlotModel
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

LONGEST = 600
Requests = list[Request]
Said = dict[int, Completion]
LOOK_AT_NUMBERS = ("gpt_oss", "qwen3_next")  # of their attention or mask, whatever the device


def by_number(backend: Backend, requests: Sequence[Request]) -> Said:
    return {request.number: completion for request, completion in backend.generate(Chains(requests))}


def completions_of(model: Model, tokenizer: Tokenizer, source: Chains, slots: int | None) -> Said:
    backend, completions = ContinuousBackend(model, tokenizer, LONGEST, slots), {}
    for request, completion in backend.generate(source):
        assert request.number not in completions
        completions[request.number] = completion
        source.receive(request, completion)
    return completions


@pytest.mark.parametrize("architecture", one_in(10, ARCHITECTURES))
def test_steps_that_go_on_from_an_answer(architecture: str, tokenizer: Tokenizer, requests: Requests) -> None:
    model = tiny_model(architecture, tokenizer)
    more = Prompt(PromptKind.BASE, "", token_ids=tuple(tokenizer("\n    def more(self):")["input_ids"]))
    following = {
        request.number: replace(request, number=request.number + 12, prompt=more, max_new_tokens=8)
        for request in requests[:4]
    }
    alone = completions_of(model, tokenizer, Chains(requests, tokenizer, following), 1)
    assert len(alone) == 16
    assert completions_of(model, tokenizer, Chains(requests[::-1], tokenizer, following), 5) == alone
    for number in range(12, 16):
        first, said = requests[number - 12], tuple(tokenizer(alone[number - 12].raw)["input_ids"])
        prompt = replace(first.prompt, token_ids=first.prompt.token_ids + said + more.token_ids)
        step = replace(first, prompt=prompt, max_new_tokens=8)
        assert alone[number].raw == tokenizer.decode(ids_alone(tiny_model(architecture, tokenizer), step))


def test_what_prompts_share_is_read_once(llama: Model, tokenizer: Tokenizer, requests: Requests) -> None:
    requests = [replace(request, max_new_tokens=1) for request in requests]
    backend = ContinuousBackend(llama, tokenizer, LONGEST)
    read: list[int] = []
    llama.register_forward_pre_hook(
        lambda _, args, kwargs: read.append(int(kwargs["attention_mask"][:, -kwargs["input_ids"].shape[1] :].sum())),
        with_kwargs=True,
    )
    assert len(list(backend.generate(Chains(requests)))) == 12
    lengths = [len(request.prompt.token_ids) for request in requests]
    # Of four prompts two begin like the longest one, and all are there three times.
    least = lengths[0] + lengths[3]
    assert least < sum(read) < least + 10 < sum(lengths)


def test_a_finished_answer_frees_its_slot_at_once(llama: Model, tokenizer: Tokenizer, requests: Requests) -> None:
    limits = [20, *[2] * 11]
    requests = [replace(request, max_new_tokens=limit) for request, limit in zip(requests, limits, strict=True)]
    backend = ContinuousBackend(llama, tokenizer, LONGEST, 2)
    order = [request.number for request, _ in backend.generate(Chains(requests))]
    assert order[-1] == 0, "the short ones went through beside the long one"


OF_A_TOKEN = 2 * 2 * 32 * 4  # bytes: keys and values, layers, width, float32


def test_the_memory_limits_the_slots(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    """Short sequences are decoded side by side in memory that is too small for as many of the longest."""
    memory = MemoryLimit(bytes=2 * LONGEST * OF_A_TOKEN)
    used: list[tuple[int, int]] = []
    backend = ContinuousBackend(llama, tokenizer, LONGEST, memory=memory)

    def look(module: torch.nn.Module, args: object, kwargs: dict[str, SlotCache]) -> None:
        cache = kwargs["past_key_values"]
        if isinstance(cache, SlotCache) and kwargs["input_ids"].shape[1] == 1:
            used.append((cache.rows, sum(part.numel() * part.itemsize for part in cache.storage)))

    llama.register_forward_pre_hook(look, with_kwargs=True)
    assert by_number(backend, requests) == free and max(rows for rows, _ in used) > 2
    assert max(size for _, size in used) <= memory.bytes * 0.75
    with pytest.raises(MemoryError, match=r"One sequence of 600 tokens .* GiB: choose a smaller --max-length"):
        ContinuousBackend(llama, tokenizer, LONGEST, memory=MemoryLimit(bytes=LONGEST * OF_A_TOKEN))


def long_and_short(requests: Requests, new: int, new_of_long: int) -> tuple[Request, Requests]:
    """A request that takes all positions, and nine short ones."""
    short = [replace(request, max_new_tokens=new) for request in requests[3:]]
    prompt = replace(short[0].prompt, token_ids=(short[0].prompt.token_ids * 30)[: LONGEST - new_of_long])
    return replace(short[0], number=0, prompt=prompt, max_new_tokens=new_of_long), short


def test_a_longer_sequence_waits_for_its_room(llama: Model, tokenizer: Tokenizer, requests: Requests) -> None:
    """As soon as it has ended, more of them are decoded at a time than would fit beside it."""
    long, short = long_and_short(requests, 6, 20)
    mixed = [*short[:4], long, *short[4:]]
    backend = ContinuousBackend(llama, tokenizer, LONGEST, memory=MemoryLimit(bytes=1000 * OF_A_TOKEN))
    assert by_number(backend, mixed) == completions_of(llama, tokenizer, Chains(mixed), 1)
    long, short = long_and_short(requests, 9, 4)
    mixed = [long, *short, *(replace(request, number=request.number + 20) for request in short)]
    expected = completions_of(llama, tokenizer, Chains(mixed), 1)
    backend = ContinuousBackend(llama, tokenizer, LONGEST, memory=MemoryLimit(bytes=1_900 * OF_A_TOKEN))
    most: list[int] = []
    llama.register_forward_pre_hook(lambda _, args, kwargs: most.append(len(kwargs["input_ids"])), with_kwargs=True)
    assert by_number(backend, mixed) == expected and max(most) > 4


def test_a_cache_grows_and_moves_in_place_and_is_freed_at_once() -> None:
    """Rows stay what they are when it grows, in rows or in columns, and when the window moves."""
    shape = CacheShape((LayerShape(((1, 2), (3, 4))),), torch.float32, torch.device("cpu"))
    rows = [RowCache([torch.randn(heads, length, size) for heads, size in shape.parts]) for length in (3, 5, 2)]
    cache = SlotCache(shape, 0, 0)
    for number, row in enumerate(rows):
        cache.reserve(number + 1, 6 + 3 * number, 1_000)
        cache.add(row)
    cache.make_room(5)
    cache._move(11)
    for number, row in enumerate(rows):
        assert all(map(torch.equal, cache.row(number, row.parts[0].shape[1]).parts, row.parts))
    cache.drop(0)
    cache.reserve(3, 14, 12)  # more than the limit: no more than what is needed is kept
    assert (cache.slots, cache.columns, cache.rows) == (3, 14, 2)
    assert all(map(torch.equal, cache.row(0, 2).parts, rows[2].parts))
    cache.drop(1)
    cache.reserve(4, 3, 12)  # narrower than the row that is gone
    assert (cache.slots, cache.columns, cache.rows) == (4, 3, 1)
    assert all(map(torch.equal, cache.row(0, 2).parts, rows[2].parts))
    shape = CacheShape((LayerShape(((1, 4),) * 2),) * 2, torch.float32, torch.device("cpu"))
    cache = SlotCache(shape, slots=2, columns=8)
    storage = weakref.ref(cache.storage[3])
    gc.disable()
    try:
        del cache
        assert storage() is None
    finally:
        gc.enable()


def test_limits_as_the_command_takes_them() -> None:
    assert parse_memory("0.5") == MemoryLimit(share=0.5) and parse_memory("8GiB") == MemoryLimit(bytes=8 * 2**30)
    assert parse_memory("1.5 gb") == MemoryLimit(bytes=1_500_000_000)
    assert parse_memory("2000000") == MemoryLimit(bytes=2_000_000)
    for text in ("lots", "-1", "0", "12", "inf", "nan", "8 apples"):
        with pytest.raises(ValueError, match="--max-memory"):
            parse_memory(text)
    free = MemoryLimit().bytes_for(torch.device("cpu"))
    assert 0 < MemoryLimit(share=0.1).bytes_for(torch.device("cpu")) < free


def common_tokens(store: PrefixCache, ids: torch.Tensor) -> int:
    return store.find(ids, slot_cache.block_keys(ids))[1]


def test_the_store_lets_go_of_what_was_used_least_lately() -> None:
    """And prefers a prompt with logits."""
    store = PrefixCache(100)
    for start in (0, 1000, 2000):
        store.add(Prefix(torch.arange(start, start + 40), RowCache([])))
        common_tokens(store, torch.arange(1000, 1020))
    assert [common_tokens(store, torch.arange(start, start + 90)) for start in (0, 1000, 2000)] == [0, 40, 40]
    assert common_tokens(store, torch.tensor([*range(1000, 1019), 7])) == 19
    assert common_tokens(store, torch.tensor([1000, 1001, 7])) == 0, "too few to be worth it"
    store.add(Prefix(torch.arange(500), RowCache([])))
    assert common_tokens(store, torch.arange(500)) == 0, "larger than all there is room for"
    with_states = PrefixCache(100, 30)
    for start in (0, 1000):
        with_states.add(Prefix(torch.arange(start, start + 40), RowCache([])))
    assert [common_tokens(with_states, torch.arange(start, start + 40)) for start in (0, 1000)] == [0, 40]
    store, ids = PrefixCache(1_000), torch.arange(40)
    store.add(Prefix(ids, RowCache([]), torch.ones(3)))
    for _ in range(6):
        store.add(Prefix(torch.arange(60), RowCache([])))
    prefix, common = store.find(ids, slot_cache.block_keys(ids))
    assert common == 40 and prefix is not None and prefix.logits is not None


def why_not(model: Model, tokenizer: Tokenizer) -> str:
    said: list[str] = []
    assert isinstance(backend_for(model, tokenizer, LONGEST, report=said.append), TransformersBackend)
    return said[0]


@pytest.mark.parametrize("architecture", ["gpt_oss", "mistral"])
def test_keys_and_values_are_not_repeated(architecture: str, tokenizer: Tokenizer) -> None:
    """Which copies the whole cache in each step; that the logits stay is tested above."""
    model = tiny_model(architecture, tokenizer)
    SlotModel(model, LONGEST)
    assert model.config._attn_implementation == "classeval_grouped"


def test_models_that_cannot_be_decoded_in_slots(tokenizer: Tokenizer) -> None:
    for architecture, settings, reason in (
        ("bloom", {"n_layer": 2, "n_head": 4}, "does not take position_ids"),
        ("mamba", {"num_hidden_layers": 2}, "does not take past_key_values"),
    ):
        ends = {"eos_token_id": 0, "bos_token_id": 0, "pad_token_id": 1}
        config = AutoConfig.for_model(architecture, vocab_size=len(tokenizer), hidden_size=32, **ends, **settings)
        assert reason in why_not(AutoModelForCausalLM.from_config(config).eval(), tokenizer)


def test_models_that_look_at_neighbours_or_past_their_mask_are_found_out(llama: Model, tokenizer: Tokenizer) -> None:
    """Decode steps attend to the window alone, whatever the mask shows."""
    llama.model.layers[0].register_forward_hook(lambda _, args, output: output + output.mean(0, keepdim=True))
    assert "the padding of the batch" in why_not(llama, tokenizer)
    model = tiny_model("gpt_oss", tokenizer)
    assert model.model.layers[1].self_attn.sliding_window is None
    model.model.layers[1].self_attn.sliding_window = 16
    assert "the padding of the batch" in why_not(model, tokenizer) and model.config._attn_implementation == "eager"


def test_a_small_leak_between_rows_is_seen_in_half_precision(tokenizer: Tokenizer) -> None:
    """Where logits of single texts differ by more than that for rounding alone."""
    model = tiny_model("qwen2", tokenizer).to(torch.bfloat16)
    assert isinstance(backend_for(model, tokenizer, LONGEST), ContinuousBackend)
    leak = model.model.layers[0].register_forward_hook
    leak(lambda _, args, output: output + 0.03 * (output.mean(0, keepdim=True) - output))
    said = why_not(model, tokenizer)
    assert "depend on the other rows of the batch. Instead, batches hold one prompt at a time" in said


@pytest.mark.parametrize("architecture", one_in(10, [name for name in ARCHITECTURES if name not in LOOK_AT_NUMBERS]))
def test_nothing_stays_behind_on_another_device(
    architecture: str, tokenizer: Tokenizer, requests: Requests, sampled: Requests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PyTorch's device without numbers, which as an accelerator does refuses to compute with a processor's."""
    model = tiny_model(architecture, tokenizer).to("meta")
    with pytest.raises(RuntimeError, match="device meta"):
        torch.ones(2, device="meta") + torch.ones(2)
    # What would look at numbers: whether answers are right, whether a mask is needed, and which token was chosen.
    of_a_processor = torch.Tensor.tolist
    monkeypatch.setattr(SlotModel, "_check_logits", lambda self, lengths: None)
    monkeypatch.setattr(masking_utils, "_ignore_causal_mask_sdpa", lambda *arguments, **options: False)
    monkeypatch.setattr(
        torch.Tensor, "tolist", lambda self: [5] * len(self) if self.device.type == "meta" else of_a_processor(self)
    )
    mixed = [sampled[number] if number % 3 else requests[number] for number in range(12)]
    backend = ContinuousBackend(model, tokenizer, LONGEST, 5, MemoryLimit(bytes=2**30))
    assert len(list(backend.generate(Chains(mixed)))) == 12
