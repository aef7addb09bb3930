"""What was taken of a raw text, what was cut, and where code stands in it: for people who ask why a sample failed."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_AT_LINE = re.compile(r"(?: \(detected at| on| at)? line (\d+)\)?")

REPLACED = "lone surrogates"  # what stands under `cut` where characters that no file can hold were replaced


@dataclass(frozen=True)
class ReadingNote:
    """Which part of a completion was read as its code; docs/design/reading.md has what the fields can be."""

    block: str = ""
    turn: int = 0
    cut: tuple[str, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    problem: str = ""


NOTHING_READ = ReadingNote()


class _Lines:
    """Lines of a text, in which lines of code are looked up, from the last one back."""

    def __init__(self, text: str) -> None:
        self._lines = [line.strip() for line in text.split("\n")]
        self._places: dict[str, list[int]] = {}
        for place, line in enumerate(self._lines):
            self._places.setdefault(line, []).append(place)

    def find(self, code: str, first: int, last: int) -> dict[int, int]:
        """By line of code, from 1, the number of the line between two places that has it; the last, if it is twice."""
        line_of: dict[int, int] = {}
        for number, line in reversed(list(enumerate(map(str.strip, code.split("\n")), 1))):
            places = self._places.get(line, [])
            index = bisect_left(places, last)
            if line and index and places[index - 1] >= first:
                last = places[index - 1]
            elif line and first < last and line in self._lines[last - 1]:  # beside a fence or an end token
                last -= 1
            else:
                continue
            line_of[number] = last + 1
        return line_of


def taken_lines(text: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """First and last line, from 1, of each run of lines of a text that parts of it stand in, each with its span."""
    lines = text.split("\n")
    known = _Lines(text)
    taken: set[int] = set()
    for source, (start, end) in parts:
        taken.update(known.find(source, text.count("\n", 0, start), text.count("\n", 0, end) + 1).values())
    runs: list[tuple[int, int]] = []
    for number in sorted(taken):
        if runs and not any(map(str.strip, lines[runs[-1][1] : number - 1])):
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return tuple(runs)


def lines_of_text(code: str, text: str, taken: Sequence[tuple[int, int]]) -> dict[int, int]:
    """By line of code, the line of the text where it stands; a line that is not found follows the one before it."""
    line_of = _Lines(text).find(code, taken[0][0] - 1, taken[-1][1]) if taken else {}
    last = text.count("\n") + 1
    for number in range(1, code.count("\n") + 2):
        if number not in line_of and number - 1 in line_of:
            line_of[number] = min(line_of[number - 1] + 1, last)
    return line_of


def message_on_text(error: SyntaxError, lines: Mapping[int, int]) -> str:
    """What is wrong with code, and in which line of the completion; where that is not known, in which code."""
    if error.lineno in lines:
        known = {str(number): str(line) for number, line in lines.items()}
        message = _AT_LINE.sub(lambda at: at[0].replace(at[1], known[at[1]]) if at[1] in known else "", error.msg)
        return f"{message} (line {known[str(error.lineno)]} of the completion)"
    where = f" (in `{error.text.strip()[:80]}`)" if error.text and error.text.strip() else ""
    return _AT_LINE.sub("", error.msg) + where
