"""The interface of backends, which complete requests, and the reading of completions from tokens that all share."""

from __future__ import annotations

import hashlib
import os
import random
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from classeval_hf.core.errors import UserError
from classeval_hf.prompting.steps import Completion, Prompt

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedTokenizerBase

STOP_INTERVAL = 8  # tokens between two searches for stop strings: detokenizing costs more than a few tokens too many
_UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
Counter = Callable[[int, int], None]  # called with the prompt tokens and new tokens processed since the last call


def count_nothing(read: int, written: int) -> None:
    """A [`Counter`] that does nothing."""


@dataclass(frozen=True)
class Sampling:
    """
    How the next token is chosen. A model's own generation config is not used.

    Args:
        temperature (`float`, defaults to `0.0`): divisor of the logits; 0 takes the most likely token.
        top_p (`float`, defaults to `1.0`): nucleus, the smallest set of likeliest tokens with this probability.
        top_k (`int`, defaults to `0`): number of likeliest tokens to choose from, 0 for all.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0

    @property
    def greedy(self) -> bool:
        """Whether the most likely token is taken at every step."""
        return self.temperature == 0.0


@dataclass(frozen=True)
class Request:
    """
    One prompt to complete.

    Args:
        number (`int`): identifies the request within a run.
        name (`str`): task, sample and step, for messages.
        prompt ([`~classeval_hf.prompting.steps.Prompt`]): the text for the model.
        sampling ([`Sampling`]): how tokens are chosen.
        seed (`int`): seed of the completion.
        max_new_tokens (`int`): maximum length of the completion.
    """

    number: int
    name: str
    prompt: Prompt
    sampling: Sampling
    seed: int
    max_new_tokens: int


class RequestSource(Protocol):
    def take(self, count: int) -> list[Request]:
        """Hands out requests, those with the longest prompts first."""


class Backend(Protocol):
    """
    Completes requests.

    A backend takes requests whenever it has free capacity, and yields each completion as soon as it is complete. It
    ends when the source is empty and no request is in progress.
    """

    def generate(self, source: RequestSource) -> Iterator[tuple[Request, Completion]]:
        """
        Completes all requests of a source.

        Args:
            source ([`RequestSource`]): where requests come from.

        Yields:
            `tuple[Request, Completion]`: in the order in which they are complete. Requests that follow from a
            completion are in the source before the next completion is taken from this iterator.
        """


def end_of_stop(text: str, stop_strings: Sequence[str]) -> int | None:
    """The end of the stop string that ends first in a text; `None` if there is none."""
    places = [(text.find(stop), len(stop)) for stop in stop_strings]
    return min((start + length for start, length in places if start >= 0), default=None)


def step_seed(seed: int, task_id: str, sample: int, step: int) -> int:
    """Seed of one step of a sample, 0 to 2**31 - 1, which every server takes."""
    digest = hashlib.sha256(f"{seed}\n{task_id}\n{sample}\n{step}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def draws(seed: int, count: int) -> list[float]:
    """Numbers between 0 and 1 (exclusive), the same on every machine; a longer list begins with the shorter one."""
    generator = random.Random(seed)  # `random()` is documented to stay the same between versions of Python
    return [generator.random() for _ in range(count)]


class CompletionReader:
    """Finds where completions end, and their texts."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, *configs: Any) -> None:
        # Chat models often name their end tokens only in the generation config.
        named: list[Any] = [getattr(source, "eos_token_id", None) for source in (*configs, tokenizer)]
        ids = {token for value in named for token in (value if isinstance(value, (list, tuple)) else [value])}
        rest, probe = "", "0123456789"
        if getattr(tokenizer, "chat_template", None):
            template: Any = tokenizer.apply_chat_template  # ends an assistant's turn with an added token, or does not
            turns = [{"role": "user", "content": "?"}, {"role": "assistant", "content": probe}]
            with suppress(Exception):  # templates are programs of their authors
                rest = str(template(turns, tokenize=False)).rpartition(probe)[2].lstrip()
        added = tokenizer.get_added_vocab() if rest else {}
        of_turns = [token for token in added if token and rest.startswith(token)]
        ids |= {added[token] for token in sorted(of_turns, key=len)[-1:]}
        self.ends: frozenset[int] = frozenset(ids - {None})
        # The attention mask hides padding, so any token will do.
        self.pad_id: int = min(self.ends, default=0) if tokenizer.pad_token_id is None else tokenizer.pad_token_id
        # Special tokens are kept: some end a completion, and the raw text is recorded whole.
        decode: Any = tokenizer.decode
        kept = {"skip_special_tokens": False, "clean_up_tokenization_spaces": False}
        self._decode: Callable[[list[int]], str] = partial(decode, **kept)

    def has_stopped(self, prompt: Prompt, ids: Sequence[int]) -> bool:
        """Whether the last tokens complete a stop string; all but [`STOP_INTERVAL`] were searched before."""
        if not prompt.stop_strings:
            return False
        # A token holds at least one byte, so that a new stop string lies within this number of last tokens.
        reach = STOP_INTERVAL + max(len(stop.encode()) for stop in prompt.stop_strings)
        if end_of_stop(self._decode(list(ids[-reach:])), prompt.stop_strings) is None:
            return False
        # The first token of a slice can decode differently, so the whole text is checked.
        return end_of_stop(self.text(prompt, ids), prompt.stop_strings) is not None

    def read(self, request: Request, row: Sequence[int]) -> Completion:
        """The completion in a row of new tokens, cut where it ended; others may follow."""
        ids = row[: request.max_new_tokens]
        end = next((index for index, token in enumerate(ids) if token in self.ends), None)
        ids = ids[:end]
        raw = self.text(request.prompt, ids)
        stop = end_of_stop(raw, request.prompt.stop_strings)
        if stop is not None:
            raw = raw[:stop]
            whole = partial(self.text, request.prompt)
            ids = ids[: bisect_left(range(len(ids)), stop, key=lambda count: len(whole(ids[:count])))]
        ended = stop is not None or end is not None
        return Completion(raw, "stop" if ended else "length", len(request.prompt.token_ids), len(ids))

    def text(self, prompt: Prompt, ids: Sequence[int]) -> str:
        """Text of new tokens after the prompt: sentencepiece drops the space before the first token it decodes."""
        last = list(prompt.token_ids[-4:])
        before = self._decode(last)
        text = self._decode([*last, *ids])
        return text[len(before) :] if text.startswith(before) else self._decode(list(ids))


@dataclass(frozen=True)
class MemoryLimit:
    bytes: int | None = None
    # Share of the memory that is free once the model is loaded; by default 0.8 on accelerators, 0.5 of main memory.
    share: float | None = None

    def bytes_for(self, device: torch.device) -> int:
        if self.bytes is not None:
            return self.bytes
        usual = 0.5 if device.type == "cpu" else 0.8  # main memory is shared with other programs
        share = usual if self.share is None else self.share
        import torch

        if device.type != "cpu":
            module = torch.get_device_module(device)
            if hasattr(module, "mem_get_info"):
                return int(share * int(module.mem_get_info(device)[0]))
            if hasattr(module, "recommended_max_memory"):  # Metal
                return int(share * int(module.recommended_max_memory() - module.current_allocated_memory()))
        import psutil  # type: ignore[import-untyped, unused-ignore]  # comes with accelerate

        # The processes of a run on this machine share main memory.
        return int(share * (int(psutil.virtual_memory().available) // int(os.environ.get("LOCAL_WORLD_SIZE", "1"))))


def parse_memory(text: str) -> MemoryLimit:
    """Reads `--max-memory`: a share of the free memory (`0.5`), or an amount (`8GiB`, `500MB` or `1000000`)."""
    text = text.strip()
    number = text.rstrip("BGIKMbgikm ")
    unit = text[len(number) :].strip().upper()
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if unit not in _UNITS or not 0 < value < float("inf") or (unit == "" and 1 < value < 2**20):
        raise UserError(f"--max-memory: {text!r} is neither a share of the free memory (0.5) nor an amount (8GiB).")
    return MemoryLimit(share=value) if unit == "" and value <= 1 else MemoryLimit(bytes=int(value * _UNITS[unit]))
