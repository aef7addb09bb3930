"""Continuous batching: slots are filled again once their completion ends; common beginnings are computed once."""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import torch
from accelerate.utils.memory import clear_device_cache
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from classeval_hf.generation.engines import backend, slot_cache, slot_model, transformers_backend
from classeval_hf.generation.engines.slot_model import PendingPrompt, SlotModel, UnsupportedModel
from classeval_hf.generation.engines.transformers_backend import check_may_shrink, counted_prefill, sample_tokens
from classeval_hf.prompting.steps import Completion

_SLACK = 64  # columns beyond the maximum length: the rows are moved back once per this number of tokens
_MIN_SHARED_TOKENS = 16  # tokens, beyond cached ones, for which a prompt waits for the prefill of another
_MIN_SLOTS_TO_PACK = 8  # weights are packed if this many slots fit into memory as well
_PREFIX_CACHE_SHARE = 0.25  # share of the KV cache's memory that the prefix cache may take


def backend_for(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    max_length: int,
    batch_size: int | None = None,
    memory: backend.MemoryLimit | None = None,
    max_slots: int | None = None,
    report: Callable[[str], None] = print,
    count: backend.Counter = backend.count_nothing,
) -> backend.Backend:
    try:
        return ContinuousBackend(model, tokenizer, max_length, batch_size, memory, max_slots, report, count)
    except UnsupportedModel as problem:
        batches = transformers_backend.batches_for(model, tokenizer, max_length)
        report(f"Continuous batching is unavailable: {problem}. Instead, batches hold {batches.value}.")
        return transformers_backend.TransformersBackend(model, tokenizer, batch_size, report, count, batches)


@dataclass
class _Row:
    """A completion in progress; the last of its tokens, `ids`, is not in the KV cache yet."""

    request: backend.Request
    prompt_ids: torch.Tensor
    keys: tuple[int, ...]  # of the prompt's blocks
    numbers: Sequence[float]  # by which its tokens are chosen, unless it is greedy
    ids: list[int] = field(default_factory=list)


class ContinuousBackend:
    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        max_length: int,  # maximum of tokens of prompt and completion together
        # Maximum of completions at a time, if the KV cache has room; by default halved each time memory runs out.
        batch_size: int | None = None,
        # Memory for the KV cache, and for packed weights where they make the model faster and fit.
        memory: backend.MemoryLimit | None = None,
        max_slots: int | None = None,  # maximum of slots, where their number is not given
        report: Callable[[str], None] = print,  # called when the number of slots changes
        count: backend.Counter = backend.count_nothing,  # called with counts of tokens
    ) -> None:
        self._network, self._report, self._count = model, report, count
        self._model = SlotModel(model, max_length)
        self._reader = backend.CompletionReader(tokenizer, model.generation_config, model.config)
        self._may_shrink = batch_size is None
        self._columns = max_length + _SLACK
        on_cpu = model.device.type == "cpu"
        useful = 32 if on_cpu else 256  # slots beyond which throughput does not grow
        wanted = batch_size or min(useful, max_slots or useful)
        budget = (memory or backend.MemoryLimit()).bytes_for(model.device)
        shape = self._model.shape
        token_bytes = shape.dtype.itemsize * sum(heads * size for layer in shape.layers for heads, size in layer.parts)
        self._state_tokens = -(-shape.state_bytes // token_bytes)
        columns = self._columns + self._state_tokens
        layers = slot_model.layers_to_pack(model)
        left = budget - sum(layer.weight.nbytes for layer in layers)
        share = 1 - _PREFIX_CACHE_SHARE  # of the rows, whose number times columns gives the tokens that fit
        fitting, fitting_left = (int(room * share / token_bytes) for room in (budget, left))
        if fitting < columns:
            needed = columns * token_bytes / share
            raise MemoryError(
                f"One sequence of {max_length} tokens needs {needed / 2**30:.2f} GiB for the KV cache, of "
                f"{budget / 2**30:.2f} GiB: choose a smaller --max-length, or a larger --max-memory."
            )
        if fitting_left >= (batch_size or min(wanted, _MIN_SLOTS_TO_PACK)) * self._columns:
            slot_model.pack_weights(layers)
            budget, fitting = left, fitting_left
        self.slots, self._tokens = wanted, fitting
        self._prefill_tokens = 512 if on_cpu else 8192  # in one prefill, padding included
        # A prefill of one prompt is efficient on a CPU; elsewhere several prompts make one prefill.
        self._refill = 1 if on_cpu else max(1, self.slots // 8)
        stored = int(budget * _PREFIX_CACHE_SHARE / token_bytes)
        self._prefix_cache_tokens = min(stored, max(self._columns, min(self.slots * self._columns, self._tokens) // 2))
        self._rows: list[_Row] = []
        self._cache = slot_cache.SlotCache(self._model.shape, 0, 0)
        self._prefixes = slot_cache.PrefixCache(self._prefix_cache_tokens, self._state_tokens)

    def generate(self, source: backend.RequestSource) -> Iterator[tuple[backend.Request, Completion]]:
        waiting: list[backend.Request] = []
        while True:
            free = self.slots - len(self._rows)
            if free >= self._refill or not self._rows:
                # One by one, since a source opens a multiple of the chains that it is asked for.
                while len(waiting) < free and (taken := source.take(1)):
                    waiting += taken
            if not waiting and not self._rows:
                return
            in_progress = [row.request for row in self._rows]
            # Counts the waiting requests that fit together with the rows in progress, and the columns that all need.
            rows = len(self._rows)
            longest = max((len(row.prompt_ids) + row.request.max_new_tokens for row in self._rows), default=0)
            columns = 0
            for request in waiting[: self.slots - rows]:
                longest = max(longest, len(request.prompt.token_ids) + request.max_new_tokens)
                wider = min(self._columns, -(-(longest + _SLACK) // _SLACK) * _SLACK)
                if rows and (rows + 1) * (wider + self._state_tokens) > self._tokens:
                    break
                rows, columns = rows + 1, wider
            admitted = waiting[: rows - len(self._rows)]
            try:
                most = self._tokens - self.slots * self._state_tokens
                self._cache.reserve(len(in_progress) + len(admitted), columns, most)
                # Prefills waiting requests into free slots, or does a decode step.
                finished = self._admit(admitted) if admitted else self._decode_step()
            except RuntimeError as error:
                waiting[:0] = in_progress
                completions = f"{self.slots} completions"
                check_may_shrink(error, waiting[0], completions, self.slots, self.slots > 1, self._may_shrink)
            else:
                del waiting[: len(admitted)]
                yield from finished
                continue
            # Memory can be freed only once the error is gone. Completions start again, with the same random numbers.
            before = max(1, len(in_progress) + len(admitted))
            self.slots = max(1, min(self.slots, before) // 2)
            self._prefix_cache_tokens //= 2
            self._rows = []
            del self._cache, self._prefixes
            gc.collect()
            clear_device_cache()
            self._cache = slot_cache.SlotCache(self._model.shape, 0, 0)
            self._prefixes = slot_cache.PrefixCache(self._prefix_cache_tokens, self._state_tokens)
            self._report(f"Out of memory with {before} completions at a time: continuing with {self.slots}.")

    def _admit(self, requests: Sequence[backend.Request]) -> list[tuple[backend.Request, Completion]]:
        """Prefills prompts, each before those that share its beginning."""
        rows = []
        for request in requests:
            ids = torch.tensor(request.prompt.token_ids)
            numbers = [] if request.sampling.greedy else backend.draws(request.seed, request.max_new_tokens)
            rows.append(_Row(request, ids, slot_cache.block_keys(ids), numbers))
        finished: list[tuple[backend.Request, Completion]] = []
        while rows:
            chosen, prompts, rows = self._choose(rows)
            with counted_prefill(self._network, sum(len(row.prompt_ids) for row in chosen), self._count):
                pending = [prompt for prompt in prompts if isinstance(prompt, PendingPrompt)]
                logits, caches = self._model.prefill(pending) if pending else (torch.empty(0), [])
                new = zip(caches, logits, strict=True)
                prefilled = []
                for prompt in prompts:
                    if isinstance(prompt, slot_cache.Prefix):
                        assert prompt.logits is not None
                        prefilled.append((prompt.kv, prompt.logits))
                    else:
                        prefilled.append(next(new))
                        self._prefixes.add(slot_cache.Prefix(prompt.ids, *prefilled[-1]))
            tokens = self._next_tokens(chosen, torch.stack([logits for _, logits in prefilled]))
            for row, (kv, _), token in zip(chosen, prefilled, tokens, strict=True):
                row.ids.append(token)
                if (completed := self._completed(row)) is not None:
                    finished.append(completed)
                else:
                    self._cache.add(kv)
                    self._rows.append(row)
        return finished

    def _choose(self, rows: Sequence[_Row]) -> tuple[list[_Row], list[slot_cache.Prefix | PendingPrompt], list[_Row]]:
        """Chooses rows for one prefill, their prompts (cached whole, or to prefill), and the rows for later passes."""
        chosen: list[_Row] = []
        prompts: list[slot_cache.Prefix | PendingPrompt] = []
        later: list[_Row] = []
        planned: set[int] = set()
        by_prefix = not self._model.shape.state_bytes  # states are only known after the last token
        known_width = new_width = pending = 0
        for number, row in enumerate(rows):
            prefix, common = self._prefixes.find(row.prompt_ids, row.keys)
            length = len(row.prompt_ids)
            if prefix is not None and prefix.logits is not None and common == len(prefix.ids) == length:
                chosen.append(row)
                prompts.append(prefix)
                continue
            known = min(common, length - 1) if by_prefix else 0
            enough = min(known + _MIN_SHARED_TOKENS, length) if by_prefix else length
            shared = next((number for number, key in enumerate(row.keys) if key not in planned), len(row.keys))
            if slot_cache.BLOCK * shared >= enough:
                later.append(row)
                continue
            prompt = PendingPrompt(row.prompt_ids, prefix.kv if prefix and known else None, known)
            known_width, new_width = max(known_width, known), max(new_width, length - known)
            if pending and (pending + 1) * (known_width + new_width) > self._prefill_tokens:
                later += rows[number:]
                break
            pending += 1
            planned.update(row.keys)
            chosen.append(row)
            prompts.append(prompt)
        return chosen, prompts, later

    def _decode_step(self) -> list[tuple[backend.Request, Completion]]:
        rows = self._rows
        lengths = [len(row.prompt_ids) + len(row.ids) - 1 for row in rows]  # tokens in the KV cache
        logits = self._model.decode_step(self._cache, [row.ids[-1] for row in rows], lengths)
        for row, token in zip(rows, self._next_tokens(rows, logits), strict=True):
            row.ids.append(token)
        self._count(0, len(rows))
        finished = []
        for index, row in reversed([*enumerate(rows)]):
            if (completed := self._completed(row)) is not None:
                finished.append(completed)
                if not self._model.shape.state_bytes:  # the next step of an incremental chain repeats the completion
                    ids = torch.cat([row.prompt_ids, torch.tensor(row.ids[:-1])])
                    self._prefixes.add(slot_cache.Prefix(ids, self._cache.row(index, len(ids))))
                self._cache.drop(index)
                rows[index] = rows[-1]
                del rows[-1]
        return finished[::-1]

    def _completed(self, row: _Row) -> tuple[backend.Request, Completion] | None:
        """The request of a row and its completion, if that has ended."""
        count = len(row.ids)
        if not (
            row.ids[-1] in self._reader.ends
            or count >= row.request.max_new_tokens
            or (count % backend.STOP_INTERVAL == 0 and self._reader.has_stopped(row.request.prompt, row.ids))
        ):
            return None
        return row.request, self._reader.read(row.request, row.ids)

    @torch.inference_mode()
    def _next_tokens(self, rows: Sequence[_Row], logits: torch.Tensor) -> list[int]:
        places: list[int] = []
        chosen = []
        for sampling in {row.request.sampling for row in rows}:
            alike = [index for index, row in enumerate(rows) if row.request.sampling == sampling]
            of_alike = logits
            if len(alike) < len(rows):  # for a list as an index, the host would wait for the device
                of_alike = logits[torch.tensor(alike).to(logits.device, non_blocking=True)]
            places += alike
            if sampling.greedy:
                chosen.append(of_alike.float().argmax(-1))
                continue
            numbers = [rows[index].numbers[len(rows[index].ids)] for index in alike]
            chosen.append(sample_tokens(of_alike, sampling, torch.tensor(numbers, dtype=torch.float64)))
        return [token for _, token in sorted(zip(places, torch.cat(chosen).tolist(), strict=True))]
