"""From new tokens to completions: their end, and their text."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import Any

from transformers import PreTrainedModel, PreTrainedTokenizerBase

from classeval_hf.generation.engines.backend import Request, end_of_stop
from classeval_hf.prompting.steps import Completion, Prompt

STOP_INTERVAL = 8  # tokens between two searches for stop strings: detokenizing costs more than a few tokens too many


class CompletionReader:
    def __init__(self, tokenizer: PreTrainedTokenizerBase, ends: Sequence[int]) -> None:
        self.ends = frozenset(ends)
        self._tokenizer = tokenizer

    def has_stopped(self, prompt: Prompt, ids: Sequence[int]) -> bool:
        """Whether the last tokens complete a stop string; all but [`STOP_INTERVAL`] were searched before."""
        if not prompt.stop_strings:
            return False
        # A token holds at least one byte, so that a new stop string lies within this number of last tokens.
        reach = STOP_INTERVAL + max(len(stop.encode()) for stop in prompt.stop_strings)
        if end_of_stop(_decode(self._tokenizer, ids[-reach:]), prompt.stop_strings) is None:
            return False
        # The first token of a slice can decode differently, so the whole text is checked.
        return end_of_stop(decode_new(self._tokenizer, prompt, ids), prompt.stop_strings) is not None

    def read(self, request: Request, row: Sequence[int]) -> Completion:
        """The completion in a row of new tokens, cut where it ended; others may follow."""
        ids = row[: request.max_new_tokens]
        end = next((index for index, token in enumerate(ids) if token in self.ends), None)
        ids = ids[:end]
        raw = decode_new(self._tokenizer, request.prompt, ids)
        stop = end_of_stop(raw, request.prompt.stop_strings)
        if stop is not None:
            raw = raw[:stop]
            decode = partial(decode_new, self._tokenizer, request.prompt)
            ids = ids[: bisect_left(range(len(ids)), stop, key=lambda count: len(decode(ids[:count])))]
        ended = stop is not None or end is not None
        return Completion(raw, "stop" if ended else "length", len(request.prompt.token_ids), len(ids))


def decode_new(tokenizer: PreTrainedTokenizerBase, prompt: Prompt, ids: Sequence[int]) -> str:
    """Text of new tokens after the prompt: sentencepiece drops the space before the first token it decodes."""
    last = list(prompt.token_ids[-4:])
    before = _decode(tokenizer, last)
    text = _decode(tokenizer, [*last, *ids])
    return text[len(before) :] if text.startswith(before) else _decode(tokenizer, ids)


def end_ids(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """All tokens that end a completion: chat models often name theirs only in the generation config."""
    return sorted({*named_end_ids(model.generation_config, model.config, tokenizer), *template_end_ids(tokenizer)})


def pad_id(tokenizer: PreTrainedTokenizerBase, end_ids: Sequence[int]) -> int:
    """The padding token; the attention mask hides it, so that any token can be taken."""
    pad: int | None = tokenizer.pad_token_id
    return pad if pad is not None else end_ids[0] if end_ids else 0


def named_end_ids(*sources: Any) -> list[int]:
    ids: list[int] = []
    for source in sources:
        value = getattr(source, "eos_token_id", None)
        ids += value if isinstance(value, (list, tuple)) else [] if value is None else [value]
    return sorted(set(ids))


def template_end_ids(tokenizer: Any) -> list[int]:
    """The added token with which the chat template ends an assistant's turn, if it does."""
    if not getattr(tokenizer, "chat_template", None):
        return []
    said = "0123456789"
    turns = [{"role": "user", "content": "?"}, {"role": "assistant", "content": said}]
    try:
        rest = str(tokenizer.apply_chat_template(turns, tokenize=False)).rpartition(said)[2].lstrip()
    except Exception:  # templates are programs of their authors
        return []
    added = {token: index for token, index in tokenizer.get_added_vocab().items() if token and rest.startswith(token)}
    return [added[max(added, key=len)]] if added else []


def _decode(tokenizer: PreTrainedTokenizerBase, ids: Sequence[int]) -> str:
    # Special tokens are kept: some end a completion, and the raw text is recorded whole.
    text: Any = tokenizer.decode(list(ids), skip_special_tokens=False, clean_up_tokenization_spaces=False)
    return str(text)
