"""Notes on the reading of a completion: the parts taken and cut, and lines of code, to explain why a sample failed."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

_NEIGHBOURS = 50  # lines on either side that tell equal lines apart
_MAX_EQUAL = 1_000  # equal lines that are told apart
_AT_LINE = re.compile(r"(?: \(detected at| on| at)? line (\d+)\)?")
REPLACED = "lone surrogates"  # in `cut` if characters that no file can hold were replaced


@dataclass(frozen=True)
class ReadingNote:
    """The part of a completion that was read as its code; docs/design/reading.md has the values of the fields."""

    block: str = ""
    turn: int = 0
    cut: tuple[str, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    problem: str = ""


NOTHING_READ = ReadingNote()


def taken_lines(text: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """First and last line, from 1, of each run of lines of a text that holds parts, each given with its span."""
    numbered = [(code, [text.count("\n", 0, place) + 1 for place in span]) for code, span in parts]
    taken = {line for line_of in _found_lines(text, numbered) for line in line_of.values()}
    filled = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    runs = [list(run) for is_taken, run in groupby(filled, taken.__contains__) if is_taken]
    return tuple((run[0], run[-1]) for run in runs)


def message_on_text(error: SyntaxError, code: str, text: str, taken: Sequence[tuple[int, int]]) -> str:
    """The message of an error in code, with the line of the completion that the code was taken from, or else with the
    code of that line."""
    found = next(_found_lines(text, [(code, (taken[0][0], taken[-1][1]))])) if taken else {}
    for number in range(2, code.count("\n") + 2):
        if number - 1 in found:  # a blank line follows the one before it
            found.setdefault(number, found[number - 1] + 1)
    known = {str(number): str(line) for number, line in found.items()}
    message = _AT_LINE.sub(lambda at: at[0].replace(at[1], known[at[1]]) if at[1] in known else "", error.msg)
    if str(error.lineno) in known:
        return f"{message} (line {known[str(error.lineno)]} of the completion)"
    return f"{message} (in `{error.text.strip()[:80]}`)" if error.text and error.text.strip() else message


def line_of_completion(text: str, code: str, number: int, taken: Sequence[tuple[int, int]]) -> int:
    """The line among those `taken` from a completion that a line of its code comes from, both from 1, or 0. Of equal
    lines it is the one with the most equal neighbours."""
    given, own = ([line.strip() for line in re.split(r"\r\n|\r|\n", one)] for one in (text, code))
    index = number - 1
    if not (0 <= index < len(own) and own[index]):
        return 0

    def equal_neighbours(place: int) -> int:
        below = zip(given[place:][:_NEIGHBOURS], own[index:][:_NEIGHBOURS], strict=False)
        above = zip(given[:place][: -_NEIGHBOURS - 1 : -1], own[:index][: -_NEIGHBOURS - 1 : -1], strict=False)
        return sum(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)) for pairs in (below, above))

    lines = (place for first, last in taken for place in range(first - 1, min(last, len(given))))
    equal = [place for place in lines if given[place] == own[index]]
    return max(equal[:_MAX_EQUAL], key=equal_neighbours, default=-1) + 1


def _found_lines(text: str, parts: Sequence[tuple[str, Sequence[int]]]) -> Iterator[dict[int, int]]:
    """For each part, given with its first and last line in a text, the lines of the text by its own; both count from
    1, and of equal lines the last one is taken."""
    lines = ["", *map(str.strip, text.split("\n"))]
    places: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        places.setdefault(line, [0]).append(place)
    for code, (first, last) in parts:
        line_of: dict[int, int] = {}
        below = last + 1
        for number, line in reversed(list(enumerate(map(str.strip, code.split("\n")), 1))):
            equal = places.get(line, [0])
            place = equal[bisect_left(equal, below) - 1]
            place = place if place >= first else below - 1  # a line with a fence or an end token
            if line and place >= first and line in lines[place]:
                below = line_of[number] = place
        yield line_of
