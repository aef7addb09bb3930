"""New tokens as an answer: where it ends, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from classeval_hf.generation.engines.backend import Request, end_of_stop
from classeval_hf.generation.steps import Answer, Prompt

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

__all__ = ["STOP_INTERVAL", "AnswerReader", "decode_new", "end_ids", "named_end_ids"]

STOP_INTERVAL = 8
"""Stop strings are looked for every so many tokens, since decoding costs more than the few tokens too many."""


class AnswerReader:
    """
    Reads what a model says.

    Args:
        tokenizer (`PreTrainedTokenizerBase`): the model's tokenizer.
        ends (`Sequence[int]`): tokens that end an answer.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, ends: Sequence[int]) -> None:
        self.ends = frozenset(ends)
        self._tokenizer = tokenizer

    def has_stopped(self, prompt: Prompt, ids: Sequence[int]) -> bool:
        """
        Whether a stop string has come with the last tokens.

        Args:
            prompt ([`~classeval_hf.generation.steps.Prompt`]): what was asked.
            ids (`Sequence[int]`): the new tokens so far; all but the last [`STOP_INTERVAL`] were asked about before.
        """
        if not prompt.stop_strings:
            return False
        # A token holds a byte at least, so that a new stop string lies within this many of the last tokens.
        reach = STOP_INTERVAL + max(len(stop.encode()) for stop in prompt.stop_strings)
        if end_of_stop(_decode(self._tokenizer, ids[-reach:]), prompt.stop_strings) is None:
            return False
        # The beginning of a text can read differently when it is cut out, so all of it is looked at.
        return end_of_stop(decode_new(self._tokenizer, prompt, ids), prompt.stop_strings) is not None

    def read(self, request: Request, row: Sequence[int]) -> Answer:
        """
        What new tokens say, cut where the answer ended.

        Args:
            request ([`~classeval_hf.generation.engines.backend.Request`]): what was asked.
            row (`Sequence[int]`): the new tokens, and any others behind the end.

        Returns:
            [`~classeval_hf.generation.steps.Answer`]
        """
        ids = row[: request.max_new_tokens]
        end = next((index for index, token in enumerate(ids) if token in self.ends), None)
        ids = ids[:end]
        raw = decode_new(self._tokenizer, request.prompt, ids)
        stop = end_of_stop(raw, request.prompt.stop_strings)
        if stop is not None:
            raw = raw[:stop]
            ids = ids[: self._tokens_up_to(request.prompt, ids, stop)]
        ended = stop is not None or end is not None
        return Answer(raw, "stop" if ended else "length", len(request.prompt.token_ids), len(ids))

    def _tokens_up_to(self, prompt: Prompt, ids: Sequence[int], length: int) -> int:
        """How many tokens it took to write so many characters."""
        low, high = 0, len(ids)
        while low < high:
            middle = (low + high) // 2
            if len(decode_new(self._tokenizer, prompt, ids[:middle])) < length:
                low = middle + 1
            else:
                high = middle
        return low


def decode_new(tokenizer: PreTrainedTokenizerBase, prompt: Prompt, ids: Sequence[int]) -> str:
    """
    Text of new tokens as it follows the prompt.

    Sentencepiece tokenizers leave out the blank before the first token of what they decode, so that the last tokens of
    the prompt are decoded along and cut off again.
    """
    last = list(prompt.token_ids[-4:])
    before = _decode(tokenizer, last)
    text = _decode(tokenizer, [*last, *ids])
    return text[len(before) :] if text.startswith(before) else _decode(tokenizer, ids)


def end_ids(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """Every token that ends an answer: chat models often name theirs in the generation config only."""
    return named_end_ids(model.generation_config, model.config, tokenizer)


def named_end_ids(*sources: Any) -> list[int]:
    """The tokens that configurations and tokenizers name as ends."""
    ids: list[int] = []
    for source in sources:
        value = getattr(source, "eos_token_id", None)
        ids += value if isinstance(value, (list, tuple)) else [] if value is None else [value]
    return sorted(set(ids))


def _decode(tokenizer: PreTrainedTokenizerBase, ids: Sequence[int]) -> str:
    # Special tokens are kept: some end an answer, and nothing that the model says is to be lost.
    text: Any = tokenizer.decode(list(ids), skip_special_tokens=False, clean_up_tokenization_spaces=False)
    return str(text)
