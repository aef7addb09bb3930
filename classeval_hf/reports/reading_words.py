"""What the page says of how a completion and its steps were read: which lines were taken, and why no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from classeval_hf.core.samples import CUT_OFF, PROMPT_TOO_LONG, Sample
from classeval_hf.reading.completion_signs import CompletionSigns
from classeval_hf.reading.notes import REPLACED, ReadingNote
from classeval_hf.reports.display import NAME_LIMIT, clip, clip_completion, visible
from classeval_hf.runs.sample_records import GeneratedSample, SampleStep

_MAX_STEPS = 100
_MAX_RUNS = 12
"""Runs of lines that are named in words; all are marked."""

_SIGNS = {
    "empty": "The completion is empty.",
    "refusal": "The model refused: it said so, and there is no class.",
    "escaped": "The class is there with its line ends or its marks escaped, so that it is no Python.",
    "no code": "There is text, and no Python in it.",
    "no Python": "What was found of the code does not parse as Python.",
}
_PLACES = {
    "whole": "The whole text was read as code",
    "fence": "Read as code was what is fenced",
    "text": "Read as code was what stands between prose",
    "indented": "Read as code was what is indented below prose",
    "body": "The text was read as the body of what was asked for",
    "members": "Read were methods without their class, which were put into the skeleton",
    "reasoning": "Read as code was a part of the model's reasoning, since nothing else answers",
}
_PROBLEMS = {
    "no code": "No code was found in it.",
    "no method": "The method that was asked for was not found in it.",
    "cut off": "The method breaks off: what of it is complete was taken.",
}
_STOPPED = {
    CUT_OFF: "The model was cut off by the maximum length.",
    PROMPT_TOO_LONG: "The model was not asked, since the prompt did not fit.",
}
_NO_CODE_ASKED = ("plan",)


def sign_words(signs: CompletionSigns, sample: Sample) -> str:
    """What is wrong with a sample before any test ran: with its text, its end and its steps; empty if nothing is."""
    words = [_SIGNS.get(signs.kind, "")]
    if signs.kind == "no class":
        names = ", ".join(clip(visible(name), NAME_LIMIT) for name in signs.classes)
        words.append("It defines no class of the name asked for" + (f", but {names}." if names else ", and no other."))
    if sample.steps.without_method:
        words.append(f"{len(sample.steps.without_method)} of {sample.steps.methods} steps yielded no method.")
    words.append(_STOPPED.get(sample.finish_reason, ""))
    return " ".join(filter(None, words))


def reading_details(note: ReadingNote | None, finish_reason: str) -> dict[str, Any]:
    """What is said of how a text was read."""
    words = [*_words(note), *_stopped(finish_reason)] if note is not None else list(_stopped(finish_reason))
    is_marked = note is not None and note.block not in ("whole", "")
    return {"words": words, "taken": list(map(list, note.taken)) if note is not None and is_marked else []}


def step_details(sample: GeneratedSample | None, limit: int) -> list[dict[str, Any]]:
    """What is shown of each step of a sample of a class task."""
    found = []
    for step in _shown_steps(sample):
        text, notes = clip_completion(step.raw, limit)
        found.append(
            {
                "name": clip(visible(step.method or step.target), NAME_LIMIT),
                "empty": step.empty,
                "text": text,
                "notes": notes,
                **reading_details(step.reading, step.finish_reason),
            }
        )
    return found


def shown_step_lengths(sample: GeneratedSample) -> Iterator[int]:
    """Lengths of the texts that [`step_details`] shows."""
    return (len(step.raw) for step in _shown_steps(sample))


def _shown_steps(sample: GeneratedSample | None) -> tuple[SampleStep, ...]:
    steps = sample.steps[:_MAX_STEPS] if sample is not None else ()
    if any(step.target not in ("class", "method", *_NO_CODE_ASKED) for step in steps):
        return ()  # an agent's: its trajectory shows them
    is_said_by_completion = (
        sample is not None and len(steps) == 1 and steps[0].raw.strip() == sample.completion.strip() != ""
    )
    return () if is_said_by_completion else steps


def _words(note: ReadingNote) -> Iterator[str]:
    if note.block:
        turn = f", in turn {note.turn + 1}" if note.turn else ""
        lines = f": {_lines(note)}" if note.taken and note.block != "whole" else ""
        yield f"{_PLACES.get(note.block, f'Read as code: {note.block}')}{turn}{lines}."
    others = [clip(visible(item), NAME_LIMIT) for item in note.cut if item != REPLACED]
    if others:
        yield f"Left out: {', '.join(others)}."
    if REPLACED in note.cut:
        yield "Lone surrogates, which no file can hold, were replaced by U+FFFD."
    if note.problem:
        yield _PROBLEMS.get(note.problem, f"{visible(note.problem)}.")


def _lines(note: ReadingNote) -> str:
    runs = [str(first) if first == last else f"{first} to {last}" for first, last in note.taken]
    more = f" and {len(runs) - _MAX_RUNS} more parts" if len(runs) > _MAX_RUNS else ""
    return f"line{'' if len(runs) == 1 and runs[0].isdigit() else 's'} {', '.join(runs[:_MAX_RUNS])}{more}"


def _stopped(finish_reason: str) -> Iterator[str]:
    if finish_reason:
        yield _STOPPED.get(finish_reason, f"Finish reason: {clip(visible(finish_reason), NAME_LIMIT)}.")
