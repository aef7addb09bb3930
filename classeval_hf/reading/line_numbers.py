"""Line numbers of messages on code that was read in a completion: those of the completion, as people see it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

__all__ = ["lines_of_text", "message_on_text"]

_AT_LINE = re.compile(r"(?: (?:on|at))? line (\d+)")


def lines_of_text(code: str, text: str, taken: Sequence[tuple[int, int]]) -> dict[int, int]:
    """
    Where the lines of the code stand in the text that it was read in.

    Args:
        code (`str`): the code.
        text (`str`): the text, as [`~classeval_hf.reading.completion_blocks.plain_text`] gives it.
        taken (`Sequence[tuple[int, int]]`): first and last line of each part of the text that the code is made of.

    Returns:
        `dict[int, int]`: by line of the code, from 1, that of the text; without the lines before the first that is
        found. Lines that are not, such as empty ones, follow the last one that is.
    """
    lines = [line.strip() for line in text.split("\n")]
    numbers = [number for first, last in taken for number in range(first, last + 1) if lines[number - 1]]
    places: dict[str, list[int]] = {}
    for place, number in enumerate(numbers):
        places.setdefault(lines[number - 1], []).append(place)
    found: dict[int, int] = {}
    following = 0
    for number, line in enumerate(map(str.strip, code.split("\n")), 1):
        known = places.get(line, [])
        index = bisect_left(known, following)
        place = known[index] if index < len(known) else -1
        if place != following and line and following < len(numbers) and line in lines[numbers[following] - 1]:
            place = following  # a fence or an end token stands in its line
        if place >= 0:
            found[number], following = numbers[place], place + 1
        elif found:
            found[number] = min(found[number - 1] + 1, len(lines))
    return found


def message_on_text(error: SyntaxError, lines: Mapping[int, int]) -> str:
    """
    What is wrong with code, and in which line of the completion; where that is not known, in which code.

    Args:
        error (`SyntaxError`): the interpreter's error on the code.
        lines (`Mapping[int, int]`): what [`lines_of_text`] says of it.
    """
    named = {int(number) for number in _AT_LINE.findall(error.msg)}
    if error.lineno is not None and {error.lineno, *named} <= lines.keys():
        said = _AT_LINE.sub(lambda found: found[0].replace(found[1], str(lines[int(found[1])])), error.msg)
        return f"{said} (line {lines[error.lineno]} of the completion)"
    where = f" (in `{error.text.strip()[:80]}`)" if error.text and error.text.strip() else ""
    return _AT_LINE.sub("", error.msg) + where
