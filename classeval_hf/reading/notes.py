"""What was taken of a raw text, what was cut, and where code stands in it: for people who ask why a sample failed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

_AT_LINE = re.compile(r"(?: \(detected at| on| at)? line (\d+)\)?")

REPLACED = "lone surrogates"
"""What stands under `cut` where characters that no file can hold were replaced."""


@dataclass(frozen=True)
class ReadingNote:
    """Which part of a completion was read as its code; docs/design/reading.md has what the fields can be."""

    block: str = ""
    turn: int = 0
    cut: tuple[str, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    problem: str = ""

    def of(self, raw: str) -> ReadingNote:
        """The note, with what was replaced in the raw text."""
        has_surrogates = re.search("[\ud800-\udfff]", raw) is not None
        return replace(self, cut=(*self.cut, REPLACED)) if has_surrogates else self

    @classmethod
    def from_dict(cls, data: Any) -> ReadingNote:
        """Reads what `dataclasses.asdict` made of it; raises `ValueError` for anything else."""
        if not isinstance(data, Mapping):
            raise ValueError("reading is an object")
        try:
            cut = tuple(map(str, data.get("cut", ())))
            taken = tuple((int(first), int(last)) for first, last in data.get("taken", ()))
            return cls(str(data.get("block", "")), int(data.get("turn", 0)), cut, taken, str(data.get("problem", "")))
        except (TypeError, ValueError) as error:
            raise ValueError(f"reading has another form: {error}") from error


NOTHING_READ = ReadingNote()


class _Lines:
    """Lines of a text, each of which is looked up from a place on."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._places: dict[str, list[int]] = {}
        for place, line in enumerate(lines):
            self._places.setdefault(line, []).append(place)

    def find(self, line: str, start: int, end: int) -> int | None:
        """The first place of a line between two places."""
        places = self._places.get(line, [])
        index = bisect_left(places, start)
        return places[index] if index < len(places) and places[index] < end else None

    def is_part_of(self, line: str, place: int, end: int) -> bool:
        """Whether the line at a place holds another one, beside a fence or an end token."""
        return place < end and line in self._lines[place]


def taken_lines(text: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """
    First and last line, from 1, of each run of lines of a text that parts of it stand in, each with its span.

    Of a part that stands there twice, the last lines are given.
    """
    lines = [line.strip() for line in text.split("\n")]
    upwards = _Lines(lines[::-1])
    taken: set[int] = set()
    for source, (first, end) in parts:
        place, top = len(lines) - 1 - text.count("\n", 0, end), len(lines) - text.count("\n", 0, first)
        for line in filter(None, map(str.strip, reversed(source.split("\n")))):
            found = upwards.find(line, place, top)
            if found is None and upwards.is_part_of(line, place, top):
                found = place
            if found is not None:
                taken.add(len(lines) - found)
                place = found + 1
    runs: list[tuple[int, int]] = []
    for number in sorted(taken):
        if runs and not any(lines[runs[-1][1] : number - 1]):
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return tuple(runs)


def lines_of_text(code: str, text: str, taken: Sequence[tuple[int, int]]) -> dict[int, int]:
    """By line of code, that of the text which it was read in; those that are not found follow the last one that is."""
    lines = [line.strip() for line in text.split("\n")]
    numbers = [number for first, last in taken for number in range(first, last + 1) if lines[number - 1]]
    downwards = _Lines([lines[number - 1] for number in numbers])
    found: dict[int, int] = {}
    following = 0
    for number, line in enumerate(map(str.strip, code.split("\n")), 1):
        place = downwards.find(line, following, len(numbers))
        if place != following and line and downwards.is_part_of(line, following, len(numbers)):
            place = following
        if place is not None:
            found[number], following = numbers[place], place + 1
        elif found:
            found[number] = min(found[number - 1] + 1, len(lines))
    return found


def message_on_text(error: SyntaxError, lines: Mapping[int, int]) -> str:
    """What is wrong with code, and in which line of the completion; where that is not known, in which code."""
    if error.lineno is not None and error.lineno in lines:

        def at_line(found: re.Match[str]) -> str:
            number = int(found[1])
            return found[0].replace(found[1], str(lines[number])) if number in lines else ""

        return f"{_AT_LINE.sub(at_line, error.msg)} (line {lines[error.lineno]} of the completion)"
    where = f" (in `{error.text.strip()[:80]}`)" if error.text and error.text.strip() else ""
    return _AT_LINE.sub("", error.msg) + where
