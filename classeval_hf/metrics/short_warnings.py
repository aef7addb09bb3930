"""Warnings on scores in some words each, for terminals: what is wrong, how often, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classeval_hf.core.plurals import plural
from classeval_hf.metrics.score_warnings import ScoreWarning

_CHARS = 60
"""Of a text whose kind is not known here."""

_TEXTS = {
    "part_of_split": ("task", "{} missing, so no result of the benchmark"),
    "other_task_data": ("task", "tests of {} are not those that were released"),
    "mixed_splits": ("task", "{} of several splits; read each by itself"),
    "missing_libraries": ("task", "libraries missing for {} (extra `tasks`)"),
    "unsound_tasks": ("task", "reference fails here in {}; see `..._sound`"),
    "reference_near_limit": ("task", "{} whose reference takes half of the time limit"),
    "weaker_tier": ("sample", "{} in weaker isolation than T3"),
    "unequal_samples": ("task", "{} with another number of samples than most"),
    "duplicated_answers": ("task", "{} with each completion several times"),
    "prompt_too_long": ("sample", "{} lack what did not fit into the prompt"),
    "unreadable": ("completion", "{} not read, counted as failed"),
    "replaced_characters": ("completion", "{} with characters that no file can hold"),
    "truncated": ("completion", "{} cut off by the maximum length"),
    "steps_without_method": ("step", "no method in {}; see the report"),
    "answers_empty": ("completion", "no text in {}"),
    "answers_refusal": ("completion", "refusals in {}; look at the prompt"),
    "answers_escaped": ("completion", "escaped line ends or HTML entities in {}"),
    "answers_no_code": ("completion", "no Python in {}; see the report"),
    "answers_no_python": ("completion", "nothing that parses in {}; see the report"),
    "no_class": ("completion", "no class of the name asked for in {}"),
    "judged_by_child": ("test class", "nothing that is hard to guess in {}"),
    "short_time_limit": ("", "a shorter time limit than the paper's 5 s"),
}
"""By kind, what is counted, and the text around the number."""


@dataclass(frozen=True)
class ShortWarning:
    """
    Args:
        text (`str`): the text, with `{}` for the number and what is counted.
        unit (`str`): what is counted, in the singular.
        count (`int`): how many there are.
    """

    text: str
    unit: str
    count: int

    def __str__(self) -> str:
        return self.of([self])

    @staticmethod
    def of(alike: Sequence[ShortWarning]) -> str:
        """One text for those of several runs: `57 to 58 steps`."""
        low, high = min(short.count for short in alike), max(short.count for short in alike)
        number = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        return alike[0].text.replace("{}", f"{number} {plural(alike[0].unit, high)}")


def short_warning(warning: ScoreWarning) -> ShortWarning:
    """A warning in some words."""
    if warning.kind not in _TEXTS:
        message = " ".join(warning.message.split())
        return ShortWarning(message if len(message) <= _CHARS else message[: _CHARS - 3] + "...", "", warning.count)
    unit, text = _TEXTS[warning.kind]
    return ShortWarning(text, unit, warning.count)
