"""What the page holds of the way to a sample: its attempts, and what the model saw and said between them. As in
[`classeval_hf.reports.samples`], text is made visible and cut here; attempts are compared here too, not in the
page."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from classeval_hf.core.samples import PROMPT_TOO_LONG
from classeval_hf.reports.display import clip, clip_completion, visible
from classeval_hf.runs.sample_records import GeneratedSample, SampleStep, ToolOutput

TEXT_LIMIT = 20_000  # characters shown of one text of a trajectory
MAX_LINES = 1_000
"""Lines that are compared, and shown, of one attempt: the time to compare may grow with their product."""

_CALL_LIMIT = 500
_MAX_ATTEMPTS = 50
_MAX_CALLS = 50
_MAX_ARGUMENTS = 10
_CODE, _ORACLE, _TOOL_CALLS, _REFLECTION = "code", "oracle", "tool_calls", "reflection"


@dataclass(frozen=True)
class Attempt:
    """One attempt (RepoClassBench, algorithm 1). What a sample ends with may lack some of its steps."""

    tool_calls: SampleStep | None = None  # where the model called tools
    reflection: SampleStep | None = None  # what it said of the attempt before
    code: SampleStep | None = None  # the attempt itself
    oracle: SampleStep | None = None  # what the tests said of it

    @property
    def was_made(self) -> bool:
        """Whether the model was asked for code: it is not where the prompt is too long."""
        return self.code is not None and self.code.finish_reason != PROMPT_TOO_LONG

    @property
    def steps(self) -> tuple[SampleStep, ...]:
        """Its steps, in order."""
        found = (self.tool_calls, self.reflection, self.code, self.oracle)
        return tuple(step for step in found if step is not None)


def attempts(sample: GeneratedSample) -> list[Attempt]:
    """The attempts of a sample to a repository-level task. An attempt ends with what the tests said of it."""
    found: list[dict[str, SampleStep]] = []
    order = (_TOOL_CALLS, _REFLECTION, _CODE, _ORACLE)
    for step in sample.steps:
        if step.target not in order:
            continue
        # A step that would stand before one of the attempt begins the next one.
        if not found or order.index(step.target) <= max(map(order.index, found[-1])):
            found.append({})
        found[-1][step.target] = step
    return [Attempt(**steps) for steps in found]


def trajectory(sample: GeneratedSample | None, limit: int = TEXT_LIMIT) -> list[dict[str, Any]]:
    """Per attempt its texts, each `[text, notes on what was cut]`; empty for a sample of a single step."""
    if sample is None or len(sample.steps) < 2:
        return []
    limit = min(limit, TEXT_LIMIT)
    shown, before = [], None
    for attempt in attempts(sample)[:_MAX_ATTEMPTS]:
        shown.append(_attempt(attempt, before, limit))
        before = attempt.code if attempt.was_made else before
    return shown


def trajectory_lengths(sample: GeneratedSample) -> Iterator[int]:
    """Lengths of the texts of a trajectory, as far as they may be shown."""
    if len(sample.steps) < 2:
        return
    before = 0
    for attempt in attempts(sample)[:_MAX_ATTEMPTS]:
        for step in attempt.steps:
            length = len(_said(step))
            yield min(length + before if step.target == _CODE else length, TEXT_LIMIT)
            before = length if step.target == _CODE else before
            yield from (min(len(output.output), TEXT_LIMIT) for output in step.tool_outputs[:_MAX_CALLS])


def line_diff(before: str, after: str) -> str:
    """The unified diff of two texts, without file names; empty if they are equal."""
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="")
    return "\n".join(list(lines)[2:])


def _attempt(attempt: Attempt, before: SampleStep | None, limit: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "made": attempt.was_made,
        "calls": [],
        "tokens": sum(step.prompt_tokens + step.completion_tokens for step in attempt.steps),
    }
    if attempt.tool_calls is not None:
        shown["thought"] = clip_completion(_said(attempt.tool_calls), limit)
        shown["calls"] = [_call(output, limit) for output in attempt.tool_calls.tool_outputs[:_MAX_CALLS]]
    if attempt.reflection is not None:
        shown["reflection"] = clip_completion(_said(attempt.reflection), limit)
    if attempt.code is not None and attempt.was_made:
        text, notes = _code(attempt.code, limit)
        if before is not None:
            shown["diff"] = clip_completion(line_diff(_code(before, limit)[0], text), limit)
            shown["diff"][1].extend(notes)
        else:
            shown["code"] = (text, notes)
    if attempt.oracle is not None:
        shown["feedback"] = clip_completion(_said(attempt.oracle), limit)
        shown["tests"] = [attempt.oracle.tests_passed or 0, attempt.oracle.tests or 0]
    return shown


def _said(step: SampleStep) -> str:
    """What is shown of a step: code where some was found, otherwise all of what the model said."""
    if step.target in (_CODE, _ORACLE):
        return step.extracted or step.raw
    return step.raw or step.extracted


def _code(step: SampleStep, limit: int) -> tuple[str, list[str]]:
    text, notes = clip_completion(_said(step), limit)
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        notes.append(f"Shown are the first {MAX_LINES:,} lines.")
    if not step.extracted.strip():
        notes.append("No code was found in what the model said.")
    return "\n".join(lines[:MAX_LINES]), notes


def _call(output: ToolOutput, limit: int) -> list[Any]:
    """The call, what it returned, and whether it found something."""
    arguments = ", ".join(f'"{argument[:_CALL_LIMIT]}"' for argument in output.arguments[:_MAX_ARGUMENTS])
    call = clip(visible(f"{output.tool[:_CALL_LIMIT]}({arguments})"), _CALL_LIMIT)
    return [call, clip_completion(output.output, limit), output.ok]
