"""Finished samples of a generation run, a line of `samples.jsonl` each; `msgspec.convert` reads them, strictly."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from classeval_hf.core.samples import CUT_OFF, PROMPT_TOO_LONG, Sample, StepFacts
from classeval_hf.reading.completion_signs import sign_without_code
from classeval_hf.reading.notes import REPLACED, ReadingNote

_ATTEMPT = "code"  # what steps ask for that each make a whole attempt, the last of which is the completion

_METHOD, _CLASS = "method", "class"


@dataclass(frozen=True)
class ToolOutput:
    """A call of a tool, and what it returned to the model."""

    tool: str  # name of the tool, as the model wrote it
    arguments: tuple[str, ...] = ()
    output: str = ""
    # Whether the tool found something; `False` for an unknown tool, bad arguments, and names that the project does not
    # have.
    ok: bool = True


@dataclass(frozen=True)
class SampleStep:
    # What was asked for: `"class"`, `"method"`, `"plan"`, `"code"`, `"tool_calls"` or `"reflection"`; `"oracle"` where
    # the tests were asked, and not the model.
    target: str = ""
    method: str | None = None  # the method that was asked for
    raw: str = ""
    extracted: str = ""
    empty: bool = False  # whether nothing usable was found
    finish_reason: str = ""  # why the model stopped
    prompt_tokens: int = 0  # length of the prompt, 0 if unknown
    completion_tokens: int = 0  # length of what the model said, 0 if unknown
    # What was left out of the prompt to fit the context: bodies of methods, by their names, or parts such as
    # `"fragments"`.
    trimmed: tuple[str, ...] = ()
    tool_outputs: tuple[ToolOutput, ...] = ()  # the tools that were called here, and what they returned
    tests_passed: int | None = None  # where the tests were asked, how many passed
    tests: int | None = None  # likewise, how many there are; 0 where the code alone was checked
    reading: ReadingNote | None = None  # which part of it was taken as code, where code was asked for

    def to_dict(self) -> dict[str, Any]:
        """As plain data; what only steps of an agent have is left out elsewhere."""
        plain = asdict(self)
        if not self.tool_outputs:
            del plain["tool_outputs"]
        if self.tests is None:
            del plain["tests_passed"], plain["tests"]
        if self.reading is None:
            del plain["reading"]
        return plain


@dataclass(frozen=True)
class GeneratedSample:
    """One finished class, with all that a model said on the way to it."""

    task_id: str
    sample: int  # index of the sample among those to the task, from 0
    strategy: str
    completion: str  # the class as it will be scored
    steps: tuple[SampleStep, ...] = ()  # the steps, in order
    # Whether a plan was asked for and could not be read, so that the class was asked for without one.
    plan_failed: bool = False

    @property
    def scored(self) -> Sample:
        attempts = [step.finish_reason for step in self.steps if step.target == _ATTEMPT]
        made = [reason for reason in attempts if reason != PROMPT_TOO_LONG]
        reason = worst_reason(made[-1:] or attempts or [step.finish_reason for step in self.steps])
        facts = step_facts(self.steps, self.completion, self.plan_failed)
        return Sample(self.task_id, self.sample, self.completion, reason, steps=facts)

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "steps": tuple(step.to_dict() for step in self.steps)}


def step_facts(steps: Sequence[SampleStep], completion: str, plan_failed: bool = False) -> StepFacts:
    """What a score needs to know of the steps that a completion was made of."""
    methods = [step for step in steps if step.target == _METHOD]
    said = next((step.raw for step in reversed(steps) if step.target in (_CLASS, _ATTEMPT)), "")
    return StepFacts(
        len(methods),
        tuple(step.method or "" for step in methods if step.empty and step.finish_reason != PROMPT_TOO_LONG),
        tuple(step.method or "" for step in methods if step.finish_reason == CUT_OFF),
        sign_without_code(said) if said.strip() and not completion.strip() else "",
        any(step.reading is not None and REPLACED in step.reading.cut for step in steps),
        plan_failed,
    )


def worst_reason(reasons: list[str]) -> str:
    """Why a model stopped, of several steps: that a prompt was too long or a completion cut off comes first."""
    worst = next((reason for reason in (PROMPT_TOO_LONG, CUT_OFF) if reason in reasons), None)
    return worst or (reasons[0][:40] if reasons else "")
