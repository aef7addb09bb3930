"""Finished samples of a generation run, one per line of `samples.jsonl`; `msgspec.convert` reads them strictly."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import read_text
from classeval_hf.core.verdicts import CUT_OFF, PROMPT_TOO_LONG, StepFacts
from classeval_hf.metrics.samples import Sample
from classeval_hf.reading.records import REPLACED, ReadingNote, sign_without_code

Record = TypeVar("Record")

_METHOD, _CLASS = "method", "class"  # targets of steps
_ATTEMPT = "code"  # target of steps that are whole attempts; the last one is the completion


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

    def to_dict(self) -> dict[str, Any]:
        """As plain data; fields that only an agent's steps have are left out of other steps."""
        no_tests, plain = self.tests is None, asdict(self)
        unset = {"tool_outputs": not self.tool_outputs, "reading": self.reading is None}
        unset |= {"tests_passed": no_tests, "tests": no_tests}
        return {name: value for name, value in plain.items() if not unset.get(name)}


@dataclass(frozen=True)
class GeneratedSample:
    """One finished class, with the model's completions that led to it."""

    task_id: str
    sample: int  # index of the sample among those to the task, from 0
    strategy: str
    completion: str  # the class as it will be scored
    steps: tuple[SampleStep, ...] = ()  # the steps, in order
    plan_failed: bool = False  # whether a plan could not be read, so that the class was asked for without one

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
    """The facts that a score needs about the steps that a completion was made from."""
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
    """Why a model stopped in several steps; a prompt that was too long, then a completion cut off, comes first."""
    worst = next((reason for reason in (PROMPT_TOO_LONG, CUT_OFF) if reason in reasons), None)
    return worst or (reasons[0][:40] if reasons else "")


def sample_line(sample: GeneratedSample) -> str:
    return json.dumps(sample.to_dict()) + "\n"  # in ASCII, so that no character of a model ends the line


def read_generated_samples(path: Path) -> Iterator[tuple[str, GeneratedSample]]:
    """Reads what [`sample_line`] wrote: each whole line, and the sample in it; a torn last line is left out."""

    def read(data: Any) -> GeneratedSample:  # samples made by hand may lack the strategy
        return msgspec.convert({"strategy": "", **data} if isinstance(data, dict) else data, GeneratedSample)

    return read_lines(path, "sample", read)


def read_lines(path: Path, kind: str, read: Callable[[Any], Record]) -> Iterator[tuple[str, Record]]:
    """The whole lines of a file that a process appends to, each with its record, which messages call `kind`."""
    for number, line in enumerate(read_text(path).split("\n")[:-1], 1):
        try:
            record = read(json.loads(line))
        except ValueError as error:
            raise UserError(f"{path}, line {number} is not a {kind}: remove the line to go on.") from error
        yield line + "\n", record
