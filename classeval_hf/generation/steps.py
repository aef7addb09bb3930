"""The records of generation: step, prompt and completion, and the sample that they make."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum

from classeval_hf.core.tasks import ClassTask, Method

__all__ = ["Completion", "Prompt", "PromptKind", "Step", "Strategy", "Target"]


class Strategy(str, Enum):
    """How a class is asked for: ClassEval, section 4.2, and (the last two) ClassEval-Pro, arXiv 2604.26923."""

    HOLISTIC = "holistic"
    INCREMENTAL = "incremental"
    COMPOSITIONAL = "compositional"
    BOTTOM_UP = "bottom_up"
    TOP_DOWN = "top_down"


class Target(str, Enum):
    """What a single step asks for."""

    CLASS = "class"
    METHOD = "method"
    PLAN = "plan"


class PromptKind(str, Enum):
    """In which form a model is asked: ClassEval, section 4.3."""

    INSTRUCT = "instruct"
    BASE = "base"
    FIM = "fim"


@dataclass(frozen=True)
class Step:
    """
    What a model is asked for once, independent of the form of its prompts.

    Args:
        task ([`~classeval_hf.core.tasks.ClassTask`]): the class to write.
        strategy ([`Strategy`]): how it is asked for.
        target ([`Target`]): what this step asks for.
        index (`int`): number of the step within its sample, from 0.
        method ([`~classeval_hf.core.tasks.Method`], *optional*): the method asked for, where `target` is a method.
        written (`tuple[tuple[str, str], ...]`): name and source of the methods generated so far (incremental), in
            order; the source is as it stands in the class: indented, decorators and contract included.
        order (`tuple[str, ...]`): order in which the methods are to be written, where a plan was made.
    """

    task: ClassTask
    strategy: Strategy
    target: Target
    index: int = 0
    method: Method | None = None
    written: tuple[tuple[str, str], ...] = ()
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """
    A step in a model's own form.

    Args:
        kind ([`PromptKind`]): the form.
        text (`str`): all that the model sees, as one text, special tokens included; for a chat server, which applies
            its template itself, the text of the messages one after the other.
        messages (`tuple[tuple[str, str], ...]`): role and content of each turn, for chat models only.
        prefix (`str`): code before the hole, for fill-in-the-middle only.
        suffix (`str`): code after the hole, for fill-in-the-middle only.
        token_ids (`tuple[int, ...]`): the same as the model's token ids, special ones included; empty where there is
            no tokenizer.
        stop_strings (`tuple[str, ...]`): texts that end the completion; looked for in the new text only.
        trimmed (`tuple[str, ...]`): methods whose generated bodies were left out to fit the context.
    """

    kind: PromptKind
    text: str
    messages: tuple[tuple[str, str], ...] = ()
    prefix: str = ""
    suffix: str = ""
    token_ids: tuple[int, ...] = ()
    stop_strings: tuple[str, ...] = ()
    trimmed: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """Hash of text and token ids, by which prompts are compared."""
        seen = f"{self.text}\n{self.token_ids}"
        return hashlib.sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Completion:
    """
    What a model returned for one step.

    Args:
        raw (`str`): its text, with the stop string that ended it and without special tokens at the end.
        finish_reason (`str`): `"stop"` for an end token or a stop string, `"length"` for the limit of tokens,
            [`~classeval_hf.core.samples.PROMPT_TOO_LONG`] where nothing was generated since the prompt does not fit.
        prompt_tokens (`int`): length of the prompt, 0 if unknown.
        completion_tokens (`int`): length of the completion, 0 if unknown.
    """

    raw: str
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
