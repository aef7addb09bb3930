"""Completions through transformers' `generate`, in left-padded batches. A completion does not depend on other rows:
a trial finds which batches a model may have, since padding changes the logits of some models."""

import enum
import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

import torch
from accelerate.utils.memory import clear_device_cache, should_reduce_batch_size
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from transformers import GenerationConfig, LogitsProcessor, LogitsProcessorList, StoppingCriteria, StoppingCriteriaList
from transformers.modeling_utils import PreTrainedModel
from transformers.tokenization_utils_base import PreTrainedTokenizerBase

from classeval_hf.core.errors import UserError
from classeval_hf.generation.engines import backend
from classeval_hf.generation.engines.model_loading import context_limit, embedding_rows
from classeval_hf.prompting.steps import Completion

_make_config: Any = GenerationConfig
_UNCHANGED = {"num_beams": 1, "num_return_sequences": 1, "repetition_penalty": 1.0, "no_repeat_ngram_size": 0}
_SUMMED = 512  # tokens whose probabilities are summed before they are compared with a random number
_SHORT = (13, 9, 4)  # tokens of the prompts of a trial
# Without a kernel of attention that plans for each length of the KV cache: 2 ms per layer and step.
KERNELS = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
_CHUNKS = ("index_topk", "attention_chunk_size", "chunk_size")  # thresholds: models skip some of more tokens


class Batches(enum.Enum):
    """The batches in which a model completes a prompt as it does alone."""

    PADDED = "prompts of any length"
    EQUAL = "prompts of equal length, since padding changes its logits"
    ALONE = "one prompt at a time, since its logits depend on the other rows of a batch"


def close(logits: torch.Tensor, expected: torch.Tensor, *, same_shapes: bool = False) -> bool:
    """Whether logits differ by rounding alone, larger in half precision unless all shapes are the same."""
    share = 1e-3 if expected.dtype == torch.float32 else 0.01 if same_shapes else 0.1
    return bool((logits - expected).abs().max() <= share * expected.abs().max())


def batches_for(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, max_length: int) -> Batches:
    """Tries the model with short prompts, and with longer ones than the thresholds that its configuration names."""
    pad_id = backend.CompletionReader(tokenizer, model.generation_config, model.config).pad_id
    if length_dependent_rope(model.config, max_length) is not None:
        return Batches.ALONE
    most = Batches.PADDED
    longer = [field + 5 for name in _CHUNKS if isinstance(field := getattr(model.config, name, None), int)]
    generator = torch.Generator().manual_seed(0)
    for lengths in (_SHORT, *((length, length - 3) for length in longer if length < max_length)):
        vocabulary = embedding_rows(model.config) or 256
        prompts = [torch.randint(vocabulary, (length,), generator=generator) for length in lengths]
        if most is Batches.PADDED and not _same_alone(model, prompts, pad_id):
            most = Batches.EQUAL
        if most is Batches.EQUAL and not _same_alone(model, [prompt[: min(lengths)] for prompt in prompts], pad_id):
            return Batches.ALONE
    return most


@torch.inference_mode()
def looks_ahead(model: PreTrainedModel) -> bool:
    """Whether logits depend on tokens that come later, as those of encoders and diffusion models do."""
    vocabulary = embedding_rows(model.config) or 256
    ids = torch.randint(vocabulary, (1, 8), generator=torch.Generator().manual_seed(0)).to(model.device)
    other = ids.clone()
    other[0, -1] = (other[0, -1] + vocabulary // 2) % vocabulary
    before, after = (model(input_ids=tokens).logits[:, :-1] for tokens in (ids, other))
    if torch.isnan(before).any():
        raise UserError(
            f"{model.name_or_path or 'The model'} gives logits that are NaN: its weights are damaged, or "
            f"too large for {model.dtype}; try --dtype float32."
        )
    return not close(after, before, same_shapes=True)


def length_dependent_rope(config: Any, max_length: int) -> str | None:
    """The type of a rotary embedding that depends on the longest sequence of a batch, if `max_length` reaches it."""
    stated = getattr(config, "rope_parameters", None) or getattr(config, "rope_scaling", None) or {}
    nested = [value for value in stated.values() if isinstance(value, Mapping)]  # per type of layer
    for rope in nested or [stated]:
        kind = str(rope.get("rope_type", rope.get("type", "")))
        limit = getattr(config, "max_position_embeddings", 0)
        if kind == "longrope":
            original = "original_max_position_embeddings"
            limit = rope.get(original, getattr(config, original, limit))
        if (kind == "longrope" or "dynamic" in kind) and max_length > limit:
            return kind
    return None


def _same_alone(model: PreTrainedModel, prompts: list[torch.Tensor], pad_id: int) -> bool:
    together = _logits(model, prompts, pad_id)
    for row, prompt in enumerate(prompts):
        others = [(one + 1) % int(one.max() + 1) for one in prompts]
        others[row] = prompt
        if not close(_logits(model, others, pad_id)[0][row], together[0][row], same_shapes=True):
            return False
        for in_batch, alone in zip(together, _logits(model, [prompt], pad_id), strict=True):
            if not close(in_batch[row], alone[0]):
                return False
            if in_batch[row].argmax() != alone[0].argmax():  # a tie: later tokens may differ
                break
    return True


def left_padded(prompts: Sequence[torch.Tensor], pad_id: int, device: torch.device) -> dict[str, torch.Tensor]:
    """Token ids `[prompts, longest]` of prompts and their mask, by the argument names of `generate`."""
    width = max(map(len, prompts))
    ids = torch.full((len(prompts), width), pad_id)
    mask = torch.zeros_like(ids)
    for row, prompt in enumerate(prompts):
        ids[row, width - len(prompt) :] = prompt
        mask[row, width - len(prompt) :] = 1
    return {"input_ids": ids.to(device), "attention_mask": mask.to(device)}


@torch.inference_mode()
def _logits(model: PreTrainedModel, prompts: list[torch.Tensor], pad_id: int) -> tuple[torch.Tensor, ...]:
    """Logits of two new tokens, `[prompts, vocabulary]` each, by left padding."""
    steps = {"max_new_tokens": 2, "min_new_tokens": 2, "do_sample": False, "pad_token_id": pad_id}
    config = _make_config(**steps, return_dict_in_generate=True, output_logits=True)
    generate: Any = model.generate
    return tuple(generate(**left_padded(prompts, pad_id, model.device), generation_config=config).logits)


class TransformersBackend:
    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        # Prompts at a time. By default 64 on a GPU and 8 elsewhere, halved each time the device runs out of memory.
        batch_size: int | None = None,
        report: Callable[[str], None] = print,  # called when the batch size changes
        count: backend.Counter = backend.count_nothing,  # called with counts of tokens
        batches: Batches = Batches.PADDED,
    ) -> None:
        self._model, self._report, self._count, self._batches = model, report, count, batches
        batch_size = 1 if batches is Batches.ALONE else batch_size
        self.batch_size = batch_size or (64 if model.device.type in ("cuda", "xpu", "npu") else 8)
        self._may_shrink = batch_size is None
        self._reader = backend.CompletionReader(tokenizer, model.generation_config, model.config)
        restored = ExitStack()
        restored.callback(setattr, model, "generation_config", model.generation_config)
        self.close = restored.close  # restores the model, for callers that continue to train it
        # `generate` takes defaults from here, so nothing of the checkpoint may be left.
        ends, pad = sorted(self._reader.ends), self._reader.pad_id
        model.generation_config = _make_config(eos_token_id=ends or None, pad_token_id=pad)
        # Positions of rows that have ended outgrow the table of some models.
        if (limit := context_limit(model.config)) is not None:

            def clamp(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
                if (positions := kwargs.get("position_ids")) is not None:
                    kwargs = {**kwargs, "position_ids": positions.clamp(max=limit - 1)}
                return args, kwargs

            restored.callback(model.register_forward_pre_hook(clamp, with_kwargs=True).remove)

    def generate(self, source: backend.RequestSource) -> Iterator[tuple[backend.Request, Completion]]:
        same_length = self._batches is Batches.EQUAL
        while taken := source.take(self.batch_size):
            for _, alike in groupby(taken, key=lambda row: (row.sampling, same_length and len(row.prompt.token_ids))):
                requests = list(alike)
                while requests:
                    batch = requests[: self.batch_size]
                    try:
                        completions = self._complete_batch(batch)
                    except RuntimeError as error:
                        prompts = f"{len(batch)} prompts"
                        check_may_shrink(error, batch[0], prompts, self.batch_size, len(batch) > 1, self._may_shrink)
                    else:
                        requests = requests[len(batch) :]
                        yield from zip(batch, completions, strict=True)
                        continue
                    # Memory can be freed only here, once the error and its references are gone.
                    self.batch_size = len(batch) // 2
                    halved = f"continuing with {self.batch_size}"
                    self._report(f"Out of memory with {len(batch)} prompts at a time: {halved}.")
                    gc.collect()
                    clear_device_cache()

    @torch.inference_mode()
    @sdpa_kernel(KERNELS)
    def _complete_batch(self, batch: Sequence[backend.Request]) -> list[Completion]:
        if self._batches is Batches.ALONE:
            # Resets rotary embeddings that depend on the longest sequence so far.
            for module in self._model.modules():
                limit = getattr(module, "original_max_seq_len", None)
                for name in [name for name in dir(module) if name.endswith("original_inv_freq")]:
                    prefix = name.removesuffix("original_inv_freq")
                    if getattr(module, f"{prefix}max_seq_len_cached", limit) != limit:
                        original = getattr(module, name).to(getattr(module, f"{prefix}inv_freq").device)
                        setattr(module, f"{prefix}inv_freq", original)
                        setattr(module, f"{prefix}max_seq_len_cached", limit)
        prompts = [torch.tensor(request.prompt.token_ids) for request in batch]
        padded = left_padded(prompts, self._reader.pad_id, self._model.device)
        width = padded["input_ids"].shape[1]
        # Greedy decoding of unchanged logits; where a run samples, [`RowSampler`] does it.
        longest, sampling = max(request.max_new_tokens for request in batch), batch[0].sampling
        config = _make_config(max_new_tokens=longest, do_sample=False, use_cache=True, **_UNCHANGED)
        samplers = LogitsProcessorList()
        if not sampling.greedy:
            numbers = [backend.draws(request.seed, longest) for request in batch]
            samplers.append(RowSampler(sampling, width, torch.tensor(numbers, dtype=torch.float64)))
        generate: Any = self._model.generate
        with counted_prefill(self._model, sum(map(len, prompts)), self._count) as finish_prefill:
            ended = StoppingCriteriaList([RowEnds(batch, width, self._reader, self._count, finish_prefill)])
            output = generate(**padded, generation_config=config, logits_processor=samplers, stopping_criteria=ended)
        rows = output[:, width:].tolist()
        return [self._reader.read(request, row) for request, row in zip(batch, rows, strict=True)]


@contextmanager
def counted_prefill(model: nn.Module, tokens: int, count: backend.Counter) -> Iterator[Callable[[], None]]:
    """Counts a share of `tokens` after each layer, and the rest when the yielded function is called or at the end."""
    # On a CPU the prefill of long prompts can take minutes.
    # The layers: the longest module list that is not inside another list, if the model has a list.
    lists: dict[str, nn.ModuleList] = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.ModuleList) and not any(name.startswith(f"{outer}.") for outer in lists):
            lists[name] = module
    layers = list(max(lists.values(), key=len, default=()))
    passed = counted = 0

    def count_layer(*_: Any, is_last: bool = False) -> None:
        nonlocal passed, counted
        if is_last:
            hooks.close()
        passed += 1
        reached = tokens if is_last else tokens * min(passed, len(layers)) // len(layers)
        if reached > counted:
            count(reached - counted, 0)
            counted = reached

    with ExitStack() as hooks:
        for layer in layers:
            hooks.callback(layer.register_forward_hook(count_layer).remove)
        yield partial(count_layer, is_last=True)
        count_layer(is_last=True)


@dataclass(eq=False)
class RowEnds(StoppingCriteria):
    """Ends each row at its own limit, or once its new text holds a stop string, and counts new tokens."""

    batch: Sequence[backend.Request]
    width: int
    reader: backend.CompletionReader
    count: backend.Counter
    finish_prefill: Callable[[], None]
    stopped: set[int] = field(default_factory=set)  # rows with a stop string
    ended: set[int] = field(default_factory=set)  # rows whose further tokens do not count

    def __call__(self, input_ids: torch.Tensor, scores: Any, **kwargs: Any) -> torch.Tensor:
        new = input_ids.shape[1] - self.width
        if new % backend.STOP_INTERVAL == 0 and any(request.prompt.stop_strings for request in self.batch):
            rows = input_ids[:, self.width :].tolist()
            for index, request in enumerate(self.batch):
                if index not in self.stopped and self.reader.has_stopped(request.prompt, rows[index]):
                    self.stopped.add(index)
        self.finish_prefill()
        self.count(0, len(self.batch) - len(self.ended))
        at_limit = {index for index, request in enumerate(self.batch) if request.max_new_tokens <= new}
        last = enumerate(input_ids[:, -1].tolist())
        self.ended |= at_limit | {index for index, token in last if token in self.reader.ends}
        ended = [index in self.stopped or index in at_limit for index in range(len(self.batch))]
        return torch.tensor(ended, device=input_ids.device)


@dataclass(eq=False)
class RowSampler(LogitsProcessor):
    """Samples each row with its own random numbers, and masks the logits of all other tokens."""

    sampling: backend.Sampling
    width: int
    numbers: torch.Tensor  # `[rows, new tokens]`

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        chosen = sample_tokens(scores, self.sampling, self.numbers[:, input_ids.shape[1] - self.width])
        return torch.full_like(scores, -torch.inf).scatter(1, chosen[:, None], 0.0)


def sample_tokens(logits: torch.Tensor, sampling: backend.Sampling, numbers: torch.Tensor) -> torch.Tensor:
    """The token at which the cumulative probability passes a row's number, best in double precision."""
    precision = torch.float32 if logits.device.type == "mps" else torch.float64  # Metal has no double precision
    numbers = numbers.to(logits.device, precision, non_blocking=True)
    logits = logits.float() / sampling.temperature
    if 0 < sampling.top_k < logits.shape[1]:
        logits = logits.masked_fill(logits < logits.topk(sampling.top_k).values[:, -1:], -torch.inf)
    if sampling.top_p < 1:
        ordered, order = logits.sort(descending=True, stable=True)
        before = ordered.softmax(-1).cumsum(-1).roll(1, -1)
        before[:, 0] = 0
        logits = logits.masked_fill((before >= sampling.top_p).gather(1, order.argsort(-1)), -torch.inf)
    # The tokens at which cumulative probabilities pass the numbers, by sums over blocks.
    probabilities = logits.softmax(-1, dtype=numbers.dtype)
    padding = -probabilities.shape[1] % _SUMMED
    blocks = torch.nn.functional.pad(probabilities, (0, padding)).view(len(numbers), -1, _SUMMED)
    sums = blocks.sum(-1).cumsum(-1)
    aims = numbers[:, None] * sums[:, -1:]
    block = torch.searchsorted(sums, aims, right=True).clamp(max=sums.shape[1] - 1)
    passed = torch.nn.functional.pad(sums, (1, 0)).gather(1, block)
    within = passed + blocks.gather(1, block[:, :, None].expand(-1, 1, _SUMMED))[:, 0].cumsum(-1)
    last = torch.searchsorted(within, within[:, -1:].contiguous())  # rounding never leads beyond a possible token
    return (block * _SUMMED + torch.minimum(torch.searchsorted(within, aims, right=True), last))[:, 0]


def check_may_shrink(
    error: RuntimeError, first: backend.Request, at_a_time: str, size: int, are_several: bool, may_shrink: bool
) -> None:
    """Raises the error unless it is a lack of memory; a `MemoryError` if the batch cannot shrink."""
    # torch names some of these errors by class, and some by text only.
    if not (isinstance(error, torch.OutOfMemoryError) or should_reduce_batch_size(error)):
        raise error
    if not are_several:
        raise MemoryError(f"Not enough memory for {first.name} alone: {error}") from error
    if not may_shrink:
        raise MemoryError(
            f"Not enough memory for {at_a_time} at a time: choose a --batch-size below {size}, or auto."
        ) from error
