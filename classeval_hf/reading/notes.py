"""What was taken of a raw text and what was cut, for people who want to know why a sample failed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

__all__ = ["NOTHING_READ", "REPLACED", "ReadingNote", "taken_lines"]

REPLACED = "lone surrogates"
"""What stands under `cut` where characters that no file can hold were replaced."""


@dataclass(frozen=True)
class ReadingNote:
    """
    Which part of a completion was read as its code.

    Args:
        block (`str`, defaults to `""`): where it stands: `"whole"` for the whole text, `"fence"` for fenced blocks,
            `"text"` for text between prose, `"indented"` for indented lines below prose, `"body"` for the body of what
            was asked for, `"members"` for methods without their class, `"reasoning"` for any of them in the model's
            reasoning; empty if there is none.
        turn (`int`, defaults to 0): number of the turn, from 0.
        cut (`tuple[str, ...]`): what else there is: end tokens, turns, reasoning, prose.
        taken (`tuple[tuple[int, int], ...]`): first and last line of each part that was taken, from 1.
        problem (`str`, defaults to `""`): why nothing was taken, or less than was asked for.
    """

    block: str = ""
    turn: int = 0
    cut: tuple[str, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    problem: str = ""

    def of(self, raw: str) -> ReadingNote:
        """The note, with what was replaced in the raw text."""
        try:
            raw.encode()
        except UnicodeEncodeError:
            return replace(self, cut=(*self.cut, REPLACED))
        return self

    @classmethod
    def from_dict(cls, data: Any) -> ReadingNote:
        """
        Reads what `dataclasses.asdict` made of it; what is not known is left out.

        Raises:
            `ValueError`: if it is something else.
        """
        if not isinstance(data, Mapping):
            raise ValueError("reading is an object")
        try:
            taken = tuple((int(first), int(last)) for first, last in data.get("taken", ()))
            return cls(
                str(data.get("block", "")),
                int(data.get("turn", 0)),
                tuple(map(str, data.get("cut", ()))),
                taken,
                str(data.get("problem", "")),
            )
        except (TypeError, ValueError) as error:
            raise ValueError(f"reading has another form: {error}") from error


NOTHING_READ = ReadingNote()


def taken_lines(text: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """
    The lines of a text that parts of it stand in, as first and last line of each run.

    Args:
        text (`str`): the text.
        parts (`Sequence[tuple[str, tuple[int, int]]]`): each part, perhaps moved to another indent, and the span of
            the text that it stands in. Of a part that stands there twice, the last lines are given.
    """
    lines = [line.strip() for line in text.split("\n")]
    places: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        places.setdefault(line, []).append(number)
    taken: set[int] = set()
    for source, (first, end) in parts:
        above, number = text.count("\n", 0, first) - 1, text.count("\n", 0, end) + 1
        for line in filter(None, map(str.strip, reversed(source.split("\n")))):
            known = places.get(line, [])
            index = bisect_left(known, number)
            if index and known[index - 1] > above:
                number = known[index - 1]
                taken.add(number)
            elif number - 1 > above and line in lines[number - 1]:  # a fence or an end token stands in its line
                number -= 1
                taken.add(number)
    runs: list[tuple[int, int]] = []
    for number in sorted(taken):
        if runs and not any(lines[runs[-1][1] : number]):
            runs[-1] = runs[-1][0], number + 1
        else:
            runs.append((number + 1, number + 1))
    return tuple(runs)
