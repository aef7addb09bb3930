"""Finished samples of a generation run: what a line of `samples.jsonl` holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
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
    arguments: tuple[str, ...]
    output: str
    # Whether the tool found something; `False` for an unknown tool, bad arguments, and names that the project does not
    # have.
    ok: bool = True

    @classmethod
    def from_dict(cls, data: Any) -> ToolOutput:
        """Reads what `dataclasses.asdict` made of it."""
        if not isinstance(data, Mapping) or not isinstance(data.get("tool"), str):
            raise ValueError("what a tool returned is an object with tool, arguments and output")
        arguments = tuple(map(str, data.get("arguments") or ()))
        return cls(data["tool"], arguments, str(data.get("output", "")), bool(data.get("ok", True)))


@dataclass(frozen=True)
class SampleStep:
    """A step of a sample."""

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

    @classmethod
    def from_dict(cls, data: Any) -> SampleStep:
        """Reads a step as it is written; what is not known is left out."""
        if not isinstance(data, Mapping):
            raise ValueError("a step is an object")
        known = {item.name: data[item.name] for item in fields(cls) if item.name in data}
        if not all(isinstance(known.get(name, ""), str) for name in ("raw", "extracted", "finish_reason")):
            raise ValueError("raw, extracted and finish_reason of a step are texts")
        for name in ("tests_passed", "tests"):
            if not isinstance(known.get(name), (int, type(None))):
                raise ValueError(f"{name} of a step is a number")
        outputs = tuple(map(ToolOutput.from_dict, known.get("tool_outputs") or ()))
        note = known.get("reading")
        return cls(
            **{
                **known,
                "trimmed": tuple(known.get("trimmed") or ()),
                "tool_outputs": outputs,
                "reading": ReadingNote.from_dict(note) if note is not None else None,
            }
        )


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
        """What is scored of it."""
        attempts = [step.finish_reason for step in self.steps if step.target == _ATTEMPT]
        made = [reason for reason in attempts if reason != PROMPT_TOO_LONG]
        reason = worst_reason(made[-1:] or attempts or [step.finish_reason for step in self.steps])
        return Sample(
            self.task_id, self.sample, self.completion, reason, steps=step_facts(self.steps, self.completion)
        )

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "steps": tuple(step.to_dict() for step in self.steps)}

    @classmethod
    def from_dict(cls, data: Any) -> GeneratedSample:
        """Reads what [`GeneratedSample.to_dict`] wrote; what is not known is left out."""
        needed = {"task_id": str, "sample": int, "completion": str}
        if not isinstance(data, Mapping) or not all(isinstance(data.get(name), kind) for name, kind in needed.items()):
            raise ValueError(f"a sample is an object with {', '.join(needed)}")
        steps = data.get("steps", [])
        if not isinstance(steps, list):
            raise ValueError("steps of a sample are a list")
        return cls(
            task_id=data["task_id"],
            sample=data["sample"],
            strategy=str(data.get("strategy", "")),
            completion=data["completion"],
            steps=tuple(map(SampleStep.from_dict, steps)),
            plan_failed=bool(data.get("plan_failed", False)),
        )


def step_facts(steps: Sequence[SampleStep], completion: str) -> StepFacts:
    """What a score needs to know of the steps that a completion was made of."""
    methods = [step for step in steps if step.target == _METHOD]
    said = next((step.raw for step in reversed(steps) if step.target in (_CLASS, _ATTEMPT)), "")
    return StepFacts(
        len(methods),
        tuple(step.method or "" for step in methods if step.empty and step.finish_reason != PROMPT_TOO_LONG),
        tuple(step.method or "" for step in methods if step.finish_reason == CUT_OFF),
        sign_without_code(said) if said.strip() and not completion.strip() else "",
        any(step.reading is not None and REPLACED in step.reading.cut for step in steps),
    )


def worst_reason(reasons: list[str]) -> str:
    """Why a model stopped, of several steps: that a prompt was too long or a completion cut off comes first."""
    worst = next((reason for reason in (PROMPT_TOO_LONG, CUT_OFF) if reason in reasons), None)
    return worst or (reasons[0][:40] if reasons else "")
