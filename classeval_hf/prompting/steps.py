"""The records of generation: steps, prompts, completions and feedback."""

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from classeval_hf.core.tasks import Task
from classeval_hf.prompting.sample_records import SampleStep
from classeval_hf.reading.completion_blocks import opened_reasoning


class Strategy(str, Enum):
    """ClassEval, section 4.2; ClassEval-Pro, 2604.26923; RepoClassBench, sections 4 and 5.1; DevEval, section 3.1."""

    HOLISTIC = "holistic"
    INCREMENTAL = "incremental"
    COMPOSITIONAL = "compositional"
    BOTTOM_UP = "bottom_up"
    TOP_DOWN = "top_down"
    BASIC = "basic"
    REFLEXION = "reflexion"
    NAIVE_RAG = "naive_rag"
    REPOCODER = "repocoder"
    RRR = "rrr"
    NO_CONTEXT = "no_context"
    LOCAL_COMPLETION = "local_completion"
    LOCAL_INFILLING = "local_infilling"


class StepTarget(str, Enum):
    """What a step asks the model for."""

    CLASS = "class"
    METHOD = "method"
    PLAN = "plan"
    CODE = "code"
    TOOL_CALLS = "tool_calls"
    REFLECTION = "reflection"


class PromptKind(str, Enum):
    """The form of a prompt: ClassEval, section 4.3."""

    INSTRUCT = "instruct"
    BASE = "base"
    FIM = "fim"


@dataclass(frozen=True)
class Step:
    """A single request to a model, independent of the form of its prompts; each family adds what its prompts show."""

    task: Task
    strategy: Strategy
    target: StepTarget
    index: int  # number of the step within its sample, from 0

    @property
    def method_name(self) -> str | None:
        """The method asked for, where `target` is a method."""
        return None

    @property
    def asked(self) -> str:
        return self.method_name or self.target.value


@dataclass(frozen=True)
class OracleStep:
    """A step that asks the oracle, and no model, whether an attempt is right."""

    target: ClassVar[None] = None
    task: Any  # of its family's kind
    index: int  # number of the step within its sample, from 0
    candidate: str  # the attempt, as a completion

    @property
    def sha256(self) -> str:
        """Hash of the tests and the attempt, which determine the feedback."""
        return _sha256(f"{self.task.tests_hash()}\n{self.candidate}")


@dataclass(frozen=True)
class Prompt:
    """
    A step in a model's own form.

    Args:
        kind ([`PromptKind`]): the form.
        text (`str`): everything the model sees, as one text, special tokens included; for a chat server, which applies
            its template itself, the text of the messages one after the other.
        messages (`tuple[tuple[str, str], ...]`): role and content of each turn, for chat models only.
        prefix (`str`): code before the hole, for fill-in-the-middle only.
        suffix (`str`): code after the hole, for fill-in-the-middle only.
        token_ids (`tuple[int, ...]`): the same as the model's token ids, special ones included; empty where there is
            no tokenizer.
        stop_strings (`tuple[str, ...]`): texts that end the completion; looked for in the new text only.
        trimmed (`tuple[str, ...]`): what was left out or cut to fit the context: names of the methods whose generated
            bodies were left out, or names of other parts of the prompt.
    """

    kind: PromptKind
    text: str
    messages: tuple[tuple[str, str], ...] = ()
    prefix: str = ""
    suffix: str = ""
    token_ids: tuple[int, ...] = ()
    stop_strings: tuple[str, ...] = ()
    trimmed: tuple[str, ...] = ()

    def answer(self, raw: str) -> str:
        """The text to read of a completion: without its stop string, after the reasoning tag of the prompt, if any."""
        ends = [place for place in map(raw.find, self.stop_strings) if place >= 0]
        opening = opened_reasoning(self.text) if self.kind is PromptKind.INSTRUCT else ""
        return opening + (raw[: min(ends)] if ends else raw)

    @property
    def sha256(self) -> str:
        """Hash of text and token ids, by which prompts are compared."""
        return _sha256(f"{self.text}\n{self.token_ids}")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Completion:
    """
    A model's reply to one step.

    Args:
        raw (`str`): its text, with the stop string that ended it and without special tokens at the end.
        finish_reason (`str`): `"stop"` for an end token or a stop string, `"length"` for the limit of tokens,
            [`~classeval_hf.core.verdicts.PROMPT_TOO_LONG`] where nothing was generated since the prompt does not fit.
        prompt_tokens (`int`): length of the prompt, 0 if unknown.
        completion_tokens (`int`): length of the completion, 0 if unknown.
    """

    raw: str
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0


def recorded(step: Step, prompt: Prompt, said: Completion, extracted: str, empty: bool) -> SampleStep:
    """The record of a step that a model was asked, with the code read in its completion."""
    asked, used = (step.target.value, step.method_name), (said.prompt_tokens, said.completion_tokens)
    return SampleStep(*asked, said.raw, extracted, empty, said.finish_reason, *used, prompt.trimmed)


@dataclass(frozen=True)
class Feedback:
    """The oracle's reply on an attempt."""

    passed: bool  # whether nothing is wrong with it
    code: str  # the code that was read in it
    text: str  # the errors, as shown to the model
    tests_passed: int = 0  # number of tests that passed
    tests: int = 0  # number of tests; 0 where none were run
    completion_tokens: ClassVar[int] = 0
