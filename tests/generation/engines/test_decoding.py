"""Completions by both backends: the same in any batch and in any slot, and those of the model alone."""

import gc
import random
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import torch
from slow_and_full import one_in, slow
from tiny_models import ARCHITECTURES, Chains, answers, ids_alone, sentencepiece_like, tiny_model
from transformers import AutoConfig, AutoModelForCausalLM, GenerationConfig, masking_utils
from transformers import PreTrainedModel as Model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.generation.engines import slot_cache
from classeval_hf.generation.engines.backend import (
    Backend,
    CompletionReader,
    MemoryLimit,
    Request,
    Sampling,
    parse_memory,
)
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend, backend_for
from classeval_hf.generation.engines.slot_cache import CacheShape, LayerShape, Prefix, PrefixCache, RowCache, SlotCache
from classeval_hf.generation.engines.slot_model import SlotModel
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.prompting.steps import Completion, Prompt, PromptKind

LONGEST = 600
Requests = list[Request]
Said = dict[int, Completion]
Engine = Callable[[Model, Tokenizer, "int | None"], Backend]


def batches(model: Model, tokenizer: Tokenizer, size: int | None) -> Backend:
    return TransformersBackend(model, tokenizer, size)


def slots(model: Model, tokenizer: Tokenizer, size: int | None) -> Backend:
    return ContinuousBackend(model, tokenizer, LONGEST, size)


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
def test_checkpoint_settings(
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
    assert CompletionReader(tokenizer).text(prompt, ids[length:]) == new
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
    backend = TransformersBackend(llama, tokenizer, report=said.append)
    assert answers(backend, requests[:8]) == {number: free[number] for number in range(8)} and backend.batch_size == 2
    assert said == [f"Out of memory with {n} prompts at a time: continuing with {n // 2}." for n in (8, 4)]
    with pytest.raises(MemoryError, match="choose a --batch-size below 4, or auto"):
        answers(batches(llama, tokenizer, 4), requests)
    refuse_more_than(0, llama)
    with pytest.raises(MemoryError, match="request 7 alone"):
        answers(batches(llama, tokenizer, None), requests[7:9])


def test_out_of_memory_halves_the_slots(llama: Model, tokenizer: Tokenizer, requests: Requests, free: Said) -> None:
    said: list[str] = []
    backend = ContinuousBackend(llama, tokenizer, LONGEST, report=said.append)
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


LOOK_AT_NUMBERS = ("gpt_oss", "qwen3_next")  # of their attention or mask, whatever the device


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
    assert answers(backend, requests) == free and max(rows for rows, _ in used) > 2
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
    assert answers(backend, mixed) == completions_of(llama, tokenizer, Chains(mixed), 1)
    long, short = long_and_short(requests, 9, 4)
    mixed = [long, *short, *(replace(request, number=request.number + 20) for request in short)]
    expected = completions_of(llama, tokenizer, Chains(mixed), 1)
    backend = ContinuousBackend(llama, tokenizer, LONGEST, memory=MemoryLimit(bytes=1_900 * OF_A_TOKEN))
    most: list[int] = []
    llama.register_forward_pre_hook(lambda _, args, kwargs: most.append(len(kwargs["input_ids"])), with_kwargs=True)
    assert answers(backend, mixed) == expected and max(most) > 4


def test_a_cache_grows_and_moves_in_place_and_is_freed_at_once() -> None:
    """Rows stay what they are when it grows, in rows or in columns, and when the window moves."""
    layer = LayerShape(((1, 2), (3, 4)))
    shape = CacheShape((layer,), torch.float32, torch.device("cpu"))
    rows = [RowCache([torch.randn(heads, length, size) for heads, size in layer.parts]) for length in (3, 5, 2)]
    cache = SlotCache(shape, 0, 0)
    for number, row in enumerate(rows):
        cache.reserve(number + 1, 6 + 3 * number, 1_000)
        cache.add(row)
    cache.start = cache.end - 5
    cache.move(11)
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
