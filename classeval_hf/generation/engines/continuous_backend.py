"""
Answers from a model in this process, decoded in slots that are filled again as soon as an answer is complete.

No sequence waits for the slowest of a batch, and nothing is computed twice that prompts have in common: the samples of
a task share its prompt, and the steps of a class what they repeat of each other. Each answer is what the model would
say alone: its randomness is its own, and the model's own generation config has no say.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from accelerate.utils.memory import clear_device_cache, should_reduce_batch_size

from classeval_hf.generation.engines.backend import Backend, Counter, Request, RequestSource, count_nothing
from classeval_hf.generation.engines.memory_limit import MemoryLimit
from classeval_hf.generation.engines.new_tokens import STOP_INTERVAL, AnswerReader, end_ids
from classeval_hf.generation.engines.packed_weights import pack_weights, packed_bytes
from classeval_hf.generation.engines.prefill_progress import ReadingSigns
from classeval_hf.generation.engines.prefix_cache import Prefix, PrefixStore, common_length
from classeval_hf.generation.engines.seeding import random_numbers
from classeval_hf.generation.engines.slot_cache import SlotCache
from classeval_hf.generation.engines.slot_model import SlotModel, Unread, UnsupportedModel
from classeval_hf.generation.engines.transformers_backend import TransformersBackend, sample_tokens
from classeval_hf.generation.steps import Answer

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

__all__ = ["ContinuousBackend", "backend_for"]

_MOST_SLOTS = {"cpu": 32}
"""More do not pay: a processor is busy with so many, an accelerator with `_MOST_SLOTS_ELSEWHERE`."""
_MOST_SLOTS_ELSEWHERE = 256

_READ_AT_ONCE = {"cpu": 512}
"""Tokens of prompts, padding included, that are read in one pass; elsewhere `_READ_AT_ONCE_ELSEWHERE`."""
_READ_AT_ONCE_ELSEWHERE = 8192

_SLACK = 64
"""Columns beyond the longest sequence: the rows are moved back once in so many tokens."""

_WORTH_WAITING = 16
"""A prompt waits for another one to be read if it shares so many tokens more with it than with those read before."""

_SLOTS_TO_PACK_FOR = 8
"""So many slots come first, where the memory does not suffice for them and for weights arranged for decoding."""

_STORED_SHARE = 0.25
"""Part of the memory for keys and values that prompts read before may take."""


def backend_for(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    longest: int,
    batch_size: int | None = None,
    memory: MemoryLimit | None = None,
    most: int | None = None,
    report: Callable[[str], None] = print,
    count: Counter = count_nothing,
) -> Backend:
    """
    The fastest backend that is right for a model.

    Args:
        model (`PreTrainedModel`): a causal language model.
        tokenizer (`PreTrainedTokenizerBase`): its tokenizer.
        longest (`int`): tokens of prompt and answer together.
        batch_size (`int`, *optional*): answers at a time; by default as many as pay and fit into the memory.
        memory ([`~classeval_hf.generation.engines.memory_limit.MemoryLimit`], *optional*): memory beside the model.
        most (`int`, *optional*): answers that there will ever be to make at a time.
        report (`Callable[[str], None]`, *optional*): told what the user should know.
        count ([`~classeval_hf.generation.engines.backend.Counter`], *optional*): told of tokens as they come.

    Returns:
        [`~classeval_hf.generation.engines.backend.Backend`]
    """
    try:
        return ContinuousBackend(model, tokenizer, longest, batch_size, memory, most, report, count)
    except UnsupportedModel as problem:
        report(f"The model answers in batches, of which each waits for its slowest answer: {problem}.")
        return TransformersBackend(model, tokenizer, batch_size, report, count)


@dataclass
class _Row:
    """An answer under way; `ids` are its tokens, of which the last is still to be read by the model."""

    request: Request
    prompt_ids: torch.Tensor
    numbers: list[float]
    ids: list[int] = field(default_factory=list)

    @property
    def length(self) -> int:
        """Tokens that the model has read."""
        return len(self.prompt_ids) + len(self.ids) - 1


class ContinuousBackend:
    """
    Runs a model with slots.

    Args:
        model (`PreTrainedModel`): a causal language model.
        tokenizer (`PreTrainedTokenizerBase`): its tokenizer.
        longest (`int`): tokens of prompt and answer together.
        batch_size (`int`, *optional*): number of slots; by default as many as pay and fit into the memory, halved each
            time the memory does not suffice after all.
        memory ([`~classeval_hf.generation.engines.memory_limit.MemoryLimit`], *optional*): memory for keys and values,
            and for a second copy of the weights where that makes the model faster and there is room for it.
        most (`int`, *optional*): no more slots than that, where their number is not given.
        report (`Callable[[str], None]`, *optional*): told when the number of slots changes.
        count ([`~classeval_hf.generation.engines.backend.Counter`], *optional*): told of tokens as they come.

    Raises:
        [`~classeval_hf.generation.engines.slot_model.UnsupportedModel`]: if the model cannot be used so.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        longest: int,
        batch_size: int | None = None,
        memory: MemoryLimit | None = None,
        most: int | None = None,
        report: Callable[[str], None] = print,
        count: Counter = count_nothing,
    ) -> None:
        self._count = count
        self._network = model
        self._model = SlotModel(model, longest)
        self._reader = AnswerReader(tokenizer, end_ids(model, tokenizer))
        self._report = report
        self._may_shrink = batch_size is None
        self._columns = longest + _SLACK
        device = self._model.device
        paying = _MOST_SLOTS.get(device.type, _MOST_SLOTS_ELSEWHERE)
        wanted = batch_size or min(paying, most or paying)
        budget = (memory or MemoryLimit()).bytes_for(device)
        self._check_memory(budget, batch_size or 1)
        budget -= self._pack_weights(model, budget, batch_size or min(wanted, _SLOTS_TO_PACK_FOR))
        self.slots = min(wanted, self._fitting(budget))
        self._read_at_once = _READ_AT_ONCE.get(device.type, _READ_AT_ONCE_ELSEWHERE)
        # Small passes are cheap on a processor; elsewhere prompts are read several at a time.
        self._refill = 1 if device.type == "cpu" else max(1, self.slots // 8)
        stored = int(budget * _STORED_SHARE / self._model.shape.token_bytes)
        self._stored_tokens = min(stored, self.slots * self._columns // 2)
        self._clear()

    def _check_memory(self, budget: int, slots: int) -> None:
        if self._fitting(budget) < slots:
            needed = slots * self._columns * self._model.shape.token_bytes
            raise MemoryError(
                f"{slots} x {self._columns - _SLACK} tokens need {needed / 2**30:.2f} GiB for keys and values, of "
                f"{budget / 2**30:.2f} GiB: choose a smaller --batch-size or --max-length, or a larger --max-memory."
            )

    def _pack_weights(self, model: PreTrainedModel, budget: int, slots: int) -> int:
        """Arranges weights for decoding where there is room for it beside so many slots; returns what that takes."""
        packed = packed_bytes(model)
        if self._fitting(budget - packed) < slots:
            return 0
        pack_weights(model)
        return packed

    def _fitting(self, budget: int) -> int:
        """How many slots there is room for."""
        return int(budget * (1 - _STORED_SHARE) / (self._columns * self._model.shape.token_bytes))

    def _clear(self) -> None:
        self._rows: list[_Row] = []
        self._cache = SlotCache(self._model.shape, self.slots, self._columns)
        self._store = PrefixStore(self._stored_tokens)

    def generate(self, source: RequestSource) -> Iterator[tuple[Request, Answer]]:
        """Answers all that the source has and will have; see [`~classeval_hf.generation.engines.backend.Backend`]."""
        waiting: list[Request] = []
        while True:
            free = self.slots - len(self._rows)
            if free >= self._refill or not self._rows:
                waiting += _take(source, free - len(waiting))
            if not waiting and not self._rows:
                return
            yield from self._advance(waiting)

    def _advance(self, waiting: list[Request]) -> list[tuple[Request, Answer]]:
        """Puts waiting requests into free slots, or goes on by a token in each; returns the answers complete then."""
        under_way = [row.request for row in self._rows]
        try:
            admitted = waiting[: self.slots - len(self._rows)]
            if not admitted:
                return self._step()
            finished = self._admit(admitted)
            del waiting[: len(admitted)]
            return finished
        except RuntimeError as error:
            # torch names some of these errors by class, and some by text only.
            if not (isinstance(error, torch.OutOfMemoryError) or should_reduce_batch_size(error)):
                raise
            waiting[:0] = under_way
            self._check_may_shrink(waiting, error)
        # Only here, after the error and all that it holds on to is gone, can the memory be given back. Answers under
        # way begin again; their numbers are their own, so that they become the same.
        before, self.slots = self.slots, max(1, self.slots // 2)
        self._stored_tokens //= 2
        self._rows = []
        del self._cache, self._store
        gc.collect()
        clear_device_cache()
        self._clear()
        self._report(f"Out of memory with {before} answers at a time: going on with {self.slots}.")
        return []

    def _check_may_shrink(self, waiting: Sequence[Request], error: RuntimeError) -> None:
        if self.slots == 1:
            raise MemoryError(f"The memory does not suffice for {waiting[0].name} alone: {error}") from error
        if not self._may_shrink:
            raise MemoryError(
                f"The memory does not suffice for {self.slots} answers at a time: choose a --batch-size below "
                f"{self.slots}, or auto."
            ) from error

    def _admit(self, requests: Sequence[Request]) -> list[tuple[Request, Answer]]:
        """Reads prompts, the ones that others begin like before those."""
        rows = [_Row(request, torch.tensor(request.prompt.token_ids), _numbers_for(request)) for request in requests]
        finished: list[tuple[Request, Answer]] = []
        while rows:
            chosen, prompts, rows = self._choose(rows)
            with self._signs(chosen):
                read = self._read(prompts)
            tokens = self._next_tokens(chosen, torch.stack([scores for _, scores in read]))
            for row, (keys_values, _), token in zip(chosen, read, tokens, strict=True):
                row.ids.append(token)
                if self._is_complete(row):
                    finished.append((row.request, self._reader.read(row.request, row.ids)))
                else:
                    self._cache.add(keys_values)
                    self._rows.append(row)
        return finished

    def _choose(self, rows: Sequence[_Row]) -> tuple[list[_Row], list[Prefix | Unread], list[_Row]]:
        """
        Chooses prompts for one pass.

        Returns:
            `tuple`: the rows, what is known of their prompts and what is to be read, and the rows for later passes.
        """
        chosen: list[_Row] = []
        prompts: list[Prefix | Unread] = []
        later: list[_Row] = []
        known_width = new_width = unread = 0
        for row in rows:
            prefix, common = self._store.find(row.prompt_ids)
            length = len(row.prompt_ids)
            if prefix is not None and prefix.scores is not None and common == len(prefix.ids) == length:
                chosen.append(row)
                prompts.append(prefix)
                continue
            known = min(common, length - 1)
            prompt = Unread(row.prompt_ids, prefix.keys_values[:, :, :known] if prefix and known else None)
            shared = max((common_length(row.prompt_ids, other.prompt_ids) for other in chosen), default=0)
            known_width, new_width = max(known_width, known), max(new_width, prompt.new_length)
            too_many = unread and (unread + 1) * (known_width + new_width) > self._read_at_once
            if too_many or shared >= min(common + _WORTH_WAITING, length):
                later.append(row)
                continue
            unread += 1
            chosen.append(row)
            prompts.append(prompt)
        return chosen, prompts, later

    def _read(self, prompts: Sequence[Prefix | Unread]) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Keys and values of each prompt, and the scores of the token that follows."""
        unread = [prompt for prompt in prompts if isinstance(prompt, Unread)]
        scores, keys_values = self._model.read(unread) if unread else (torch.empty(0), [])
        new = zip(keys_values, scores, strict=True)
        read = []
        for prompt in prompts:
            if isinstance(prompt, Prefix):
                assert prompt.scores is not None
                read.append((prompt.keys_values, prompt.scores))
            else:
                read.append(next(new))
                self._store.add(Prefix(prompt.ids, *read[-1]))
        return read

    def _signs(self, rows: Sequence[_Row]) -> ReadingSigns:
        return ReadingSigns(self._network, sum(len(row.prompt_ids) for row in rows), self._count)

    def _step(self) -> list[tuple[Request, Answer]]:
        """Goes on by a token in each row."""
        rows = self._rows
        scores = self._model.go_on(self._cache, [row.ids[-1] for row in rows], [row.length for row in rows])
        for row, token in zip(rows, self._next_tokens(rows, scores), strict=True):
            row.ids.append(token)
        self._count(0, len(rows))
        finished = []
        for index in range(len(rows) - 1, -1, -1):
            row = rows[index]
            if self._is_complete(row):
                finished.append((row.request, self._reader.read(row.request, row.ids)))
                self._keep(index)
                self._cache.drop(index)
                rows[index] = rows[-1]
                del rows[-1]
        return finished[::-1]

    def _keep(self, index: int) -> None:
        """Keeps what was read of a finished row: the next step of an incremental chain repeats the answer."""
        row = self._rows[index]
        ids = torch.cat([row.prompt_ids, torch.tensor(row.ids[:-1])])
        self._store.add(Prefix(ids, self._cache.row(index, len(ids)).clone()))

    def _is_complete(self, row: _Row) -> bool:
        count = len(row.ids)
        return (
            row.ids[-1] in self._reader.ends
            or count >= row.request.max_new_tokens
            or (count % STOP_INTERVAL == 0 and self._reader.has_stopped(row.request.prompt, row.ids))
        )

    @torch.inference_mode()
    def _next_tokens(self, rows: Sequence[_Row], scores: torch.Tensor) -> list[int]:
        chosen = scores.float().argmax(-1)
        for sampling in {row.request.sampling for row in rows if not row.request.sampling.greedy}:
            alike = [index for index, row in enumerate(rows) if row.request.sampling == sampling]
            # Metal has no double precision.
            precision = torch.float32 if scores.device.type == "mps" else torch.float64
            numbers = torch.tensor([rows[index].numbers[len(rows[index].ids)] for index in alike], dtype=precision)
            chosen[alike] = sample_tokens(scores[alike], sampling, numbers.to(scores.device))
        tokens: list[int] = chosen.tolist()
        return tokens


def _numbers_for(request: Request) -> list[float]:
    return [] if request.sampling.greedy else random_numbers(request.seed, request.max_new_tokens)


def _take(source: RequestSource, count: int) -> list[Request]:
    """Takes requests one by one, since a source that is asked for many opens far more chains to choose from."""
    taken: list[Request] = []
    while len(taken) < count and (requests := source.take(1)):
        taken += requests
    return taken
