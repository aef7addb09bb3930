"""The records of generation: steps, prompts, completions, feedback, and finished samples, one per line of
`samples.jsonl`; `msgspec.convert` reads them strictly."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.files import read_text
from classeval_hf.core.tasks import Task
from classeval_hf.core.verdicts import CUT_OFF, PROMPT_TOO_LONG, StepFacts
from classeval_hf.reading.completion_blocks import opened_reasoning
from classeval_hf.reading.records import REPLACED, ReadingNote, sign_without_code

Record = TypeVar("Record")


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
        text = f"{self.task.tests_hash()}\n{self.candidate}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


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
        return hashlib.sha256(f"{self.text}\n{self.token_ids}".encode("utf-8", "surrogatepass")).hexdigest()


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


@dataclass(frozen=True)
class Feedback:
    """The oracle's reply on an attempt."""

    passed: bool  # whether nothing is wrong with it
    code: str  # the code that was read in it
    text: str  # the errors, as shown to the model
    tests_passed: int = 0  # number of tests that passed
    tests: int = 0  # number of tests; 0 where none were run
    completion_tokens: ClassVar[int] = 0


@dataclass(frozen=True)
class ToolOutput:
    """A call of a tool, and what it returned to the model."""

    tool: str  # name of the tool, as the model wrote it
    arguments: tuple[str, ...] = ()
    output: str = ""
    ok: bool = True  # `False` for an unknown tool, bad arguments, and names that the project does not have


@dataclass(frozen=True)
class SampleStep:
    # The model was asked for `"class"`, `"method"`, `"plan"`, `"code"`, `"tool_calls"` or `"reflection"`; `"oracle"`
    # for a run of the tests.
    target: str = ""
    method: str | None = None  # the method that was asked for
    raw: str = ""
    extracted: str = ""
    empty: bool = False  # whether nothing usable was found
    finish_reason: str = ""  # why the model stopped
    prompt_tokens: int = 0  # length of the prompt, 0 if unknown
    completion_tokens: int = 0  # length of the completion, 0 if unknown
    trimmed: tuple[str, ...] = ()  # names of methods, or parts such as `"fragments"`, that the prompt had no room for
    tool_outputs: tuple[ToolOutput, ...] = ()  # the calls of tools, with their outputs
    tests_passed: int | None = None  # for `"oracle"`, the number of tests that passed
    tests: int | None = None  # for `"oracle"`, the number of tests; 0 where only the code was checked
    reading: ReadingNote | None = None  # which part of the completion was taken as code, if code was asked for


@dataclass(frozen=True)
class GeneratedSample:
    """One finished class, with the model's completions that led to it."""

    task_id: str
    sample: int  # index of the sample among those to the task, from 0
    strategy: str
    completion: str  # the class as it will be scored
    steps: tuple[SampleStep, ...] = ()  # the steps, in order
    plan_failed: bool = False  # whether a plan could not be read, so that the class was asked for without one


def recorded(step: Step, prompt: Prompt, reply: Completion, extracted: str, empty: bool) -> SampleStep:
    """The record of a step that a model was asked, with the code read in its completion."""
    asked, used = (step.target.value, step.method_name), (reply.prompt_tokens, reply.completion_tokens)
    return SampleStep(*asked, reply.raw, extracted, empty, reply.finish_reason, *used, prompt.trimmed)


def step_facts(steps: Sequence[SampleStep], completion: str, plan_failed: bool = False) -> StepFacts:
    """The facts about the steps of a completion that a score needs."""
    methods = [step for step in steps if step.target == StepTarget.METHOD]
    last = next((step.raw for step in reversed(steps) if step.target in (StepTarget.CLASS, StepTarget.CODE)), "")
    return StepFacts(
        len(methods),
        tuple(step.method or "" for step in methods if step.empty and step.finish_reason != PROMPT_TOO_LONG),
        tuple(step.method or "" for step in methods if step.finish_reason == CUT_OFF),
        sign_without_code(last) if last.strip() and not completion.strip() else "",
        any(step.reading is not None and REPLACED in step.reading.cut for step in steps),
        plan_failed,
    )


def sample_line(sample: GeneratedSample) -> str:
    """A sample in a file; fields that only an agent's steps have are left out of other steps."""
    plain = asdict(sample)
    for step in plain["steps"]:
        of_oracle = ("tests_passed", "tests") if step["tests"] is None else ()
        for name in (*of_oracle, *(name for name in ("tool_outputs", "reading") if not step[name])):
            del step[name]
    return json.dumps(plain) + "\n"  # in ASCII, so that no character of a model ends the line


def read_generated_samples(path: Path) -> Iterator[tuple[str, GeneratedSample]]:
    """Reads what [`sample_line`] wrote: each whole line, and the sample in it; a torn last line is left out."""
    unstated = {"strategy": ""}  # which samples made by hand may lack
    whole = partial(msgspec.convert, type=GeneratedSample)
    return read_lines(path, "sample", lambda data: whole({**unstated, **data} if isinstance(data, dict) else data))


def read_lines(path: Path, kind: str, read: Callable[[Any], Record]) -> Iterator[tuple[str, Record]]:
    """The whole lines of a file that a process appends to, each with its record, which messages call `kind`."""
    for number, line in enumerate(read_text(path).split("\n")[:-1], 1):
        try:
            record = read(json.loads(line))
        except ValueError as error:
            raise UserError(f"{path}, line {number} is not a {kind}: remove the line to go on.") from error
        yield line + "\n", record
