"""Servers' messages on a request that is too long for their model: prompt tokens, and tokens left to complete it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SUBJECT = re.compile(
    r"context[_ ](?:length|size|window)|maximum (?:model|input) length|`inputs` (?:tokens|must)|prompt is too long",
    re.IGNORECASE,
)
"""Words in such messages of OpenAI and vLLM, llama.cpp, and TGI."""

_LIMIT = re.compile(r"(?:context length is|must be <=|must have less than) ?(\d+)")
_PROMPT = re.compile(
    r"(\d+) in the (?:messages|prompt)|(?:has|contains) (?:at least )?(\d+) input tokens|resulted in (\d+) tokens"
    r"|Given: (\d+)|(\d+) `inputs` tokens"
)


@dataclass(frozen=True)
class LengthRefusal:
    """A request that a server refused for its length."""

    prompt_tokens: int  # tokens of the prompt as the server counts them, 0 if it does not say
    room: int  # tokens that the prompt leaves for a completion, 0 if it leaves none or the server does not say


def read_length_refusal(message: str) -> LengthRefusal | None:
    """Reads the body of a response with status 400, 413 or 422; `None` if it is about something else."""
    if not _SUBJECT.search(message):
        return None
    limit, prompt = _LIMIT.search(message), _PROMPT.search(message)
    tokens = int(next(group for group in prompt.groups() if group)) if prompt is not None else 0
    room = int(limit[1]) - tokens if limit is not None and prompt is not None else 0
    return LengthRefusal(tokens, max(0, room))
