"""Finished samples of a generation run: what a line of `samples.jsonl` holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from classeval_hf.core.samples import CUT_OFF, PROMPT_TOO_LONG, Sample

__all__ = ["GeneratedSample", "SampleStep", "worst_reason"]


@dataclass(frozen=True)
class SampleStep:
    """
    A step of a sample.

    Args:
        target (`str`, defaults to `""`): what was asked for: `"class"`, `"method"` or `"plan"`.
        method (`str`, *optional*): the method that was asked for.
        raw (`str`, defaults to `""`): what the model said.
        extracted (`str`, defaults to `""`): what was taken from it.
        empty (`bool`, defaults to `False`): whether nothing usable was found.
        finish_reason (`str`, defaults to `""`): why the model stopped.
        prompt_tokens (`int`, defaults to 0): length of the prompt, 0 if unknown.
        completion_tokens (`int`, defaults to 0): length of what the model said, 0 if unknown.
        trimmed (`tuple[str, ...]`): methods whose bodies were left out of the prompt to fit the context.
    """

    target: str = ""
    method: str | None = None
    raw: str = ""
    extracted: str = ""
    empty: bool = False
    finish_reason: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    trimmed: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls, data: Any) -> SampleStep:
        """
        Reads a step as it is written; what is not known is left out.

        Raises:
            `ValueError`: if it is something else.
        """
        if not isinstance(data, Mapping):
            raise ValueError("a step is an object")
        known = {item.name: data[item.name] for item in fields(cls) if item.name in data}
        if not all(isinstance(known.get(name, ""), str) for name in ("raw", "extracted", "finish_reason")):
            raise ValueError("raw, extracted and finish_reason of a step are texts")
        return cls(**{**known, "trimmed": tuple(known.get("trimmed") or ())})


@dataclass(frozen=True)
class GeneratedSample:
    """
    One finished class, with all that a model said on the way to it.

    Args:
        task_id (`str`): the task.
        sample (`int`): index of the sample among those to the task, from 0.
        strategy (`str`): how it was asked for.
        completion (`str`): the class as it will be scored.
        steps (`tuple[SampleStep, ...]`): the steps, in order.
        plan_failed (`bool`): whether a plan was asked for and could not be read, so that the class was asked for
            without one.
    """

    task_id: str
    sample: int
    strategy: str
    completion: str
    steps: tuple[SampleStep, ...] = ()
    plan_failed: bool = False

    @property
    def scored(self) -> Sample:
        """What is scored of it."""
        reason = worst_reason([step.finish_reason for step in self.steps])
        return Sample(self.task_id, self.sample, self.completion, reason)

    def to_dict(self) -> dict[str, Any]:
        """As plain data. Nothing in it depends on when or where the sample was made."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> GeneratedSample:
        """
        Reads what [`GeneratedSample.to_dict`] wrote; what is not known is left out.

        Raises:
            `ValueError`: if it is something else.
        """
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


def worst_reason(reasons: list[str]) -> str:
    """Why a model stopped, of several steps: that a prompt was too long or a completion cut off comes first."""
    worst = next((reason for reason in (PROMPT_TOO_LONG, CUT_OFF) if reason in reasons), None)
    return worst or (reasons[0][:40] if reasons else "")
