"""How a chat template treats a system prompt and thinking, found by rendering it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_PROBE = "A sentence to look for."
_SWITCHES = ("enable_thinking", "thinking")
"""Variables by which templates let the user choose: Qwen3 and others; DeepSeek-V3.1 and Granite."""

_VARIABLE = r"\{{[%{{][^}}]*?(?<![\w.\"'-]){}(?![\w\"'-])"
"""A name inside a tag of a template, and neither in a text nor an attribute there."""


@dataclass(frozen=True)
class ChatTemplate:
    """Properties of a tokenizer's chat template."""

    # Whether a system prompt has to go into the user's turn, since the template raises an error on the system role, or
    # drops it silently.
    folds_system: bool
    switches: tuple[str, ...]  # variables that switch thinking off

    def messages(self, system: str, user: str) -> tuple[tuple[str, str], ...]:
        """Role and content of each turn."""
        if system and self.folds_system:
            return (("user", f"{system}\n\n{user}"),)
        return (("system", system), ("user", user)) if system else (("user", user),)

    def render(self, tokenizer: Any, messages: Sequence[tuple[str, str]]) -> str:
        """The prompt as text, up to where the completion begins."""
        return _render(tokenizer, messages, dict.fromkeys(self.switches, False))


def has_chat_template(tokenizer: Any) -> bool:
    """Whether a tokenizer brings a chat template."""
    return tokenizer is not None and bool(getattr(tokenizer, "chat_template", None))


def probe_chat_template(tokenizer: Any) -> ChatTemplate:
    """Finds the properties of a tokenizer's chat template; a `ValueError` if it renders no single user's turn."""
    template = tokenizer.get_chat_template()
    switches = tuple(name for name in _SWITCHES if re.search(_VARIABLE.format(name), template))
    off = dict.fromkeys(switches, False)
    try:
        rendered = _render(tokenizer, [("user", _PROBE)], off)
    except Exception as error:  # a template may raise anything
        raise ValueError(f"The chat template does not render a user's turn: {error}") from error
    if _PROBE not in rendered:
        raise ValueError("The chat template leaves out the user's turn. Use --prompt base, or fix the template.")
    try:
        folds = _PROBE not in _render(tokenizer, [("system", _PROBE), ("user", "Hello.")], off)
    except Exception:  # jinja2's own error, raised by the template on purpose, or any other
        folds = True
    return ChatTemplate(folds, switches)


def _render(tokenizer: Any, messages: Sequence[tuple[str, str]], variables: Mapping[str, bool]) -> str:
    turns = [{"role": role, "content": content} for role, content in messages]
    text: str = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True, **variables)
    return text
