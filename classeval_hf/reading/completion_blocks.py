"""
Where a completion may hold code: fenced blocks and sections after response markers, in its content or its reasoning.

- *Reasoning* stands between `<think>` and `</think>` (also `<thinking>` and `<reasoning>`). If the closing tag comes
  alone, all before it is reasoning, since chat templates write the opening one; if the opening tag comes alone, all
  after it is. The rest is *content*.
- A fenced block ends at the first of the following fences at which it is Python, so that a fence in a docstring does
  not end it; if there is none, at the first fence. A fence that names a language opens the next block as well. A block
  that is never closed ends with the text.
- A tag within a block that is Python is a part of the code; one within any other block ends it. Tags in quotation
  marks or backticks are text everywhere.

The text is read in one pass; each fence is tried as the end of only a few blocks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from classeval_hf.core.syntax import BoundedParser

__all__ = ["Block", "Passage", "split_completion"]

_MAX_ENDS = 8
"""Fences that are tried as the end of one block: a docstring with more than three examples of its own is rare."""

_MARK = re.compile(
    r"""
    ^[ \t]* (?P<fence>```+|~~~+) (?P<info>[^\n`]*) $
    | ^[ \t]* \#{2,3}[ ]?Response: [ \t]*
    | (?<!["'`]) < (?P<closing>/?) (?P<tag>think|thinking|reasoning) > (?!["'`])
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""White space is matched within a line alone, and from its start: else blank lines would take quadratic time."""

_LANGUAGE = re.compile(r"[ \t]*[{.]*[a-z]", re.IGNORECASE)


@dataclass(frozen=True)
class Block:
    """
    A part of a completion that may be code.

    Args:
        source (`str`): its text, without the indent that all its lines share.
        start (`int`): where it starts in the completion.
    """

    source: str
    start: int


@dataclass(frozen=True)
class Passage:
    """
    The content of a completion, or its reasoning.

    Args:
        text (`str`): the text, blocks included.
        blocks (`tuple[Block, ...]`): the blocks, in order of appearance.
    """

    text: str = ""
    blocks: tuple[Block, ...] = ()


def split_completion(text: str, parser: BoundedParser) -> tuple[Passage, Passage]:
    """
    Splits raw model text by the rules in this module's docstring.

    Args:
        text (`str`): the completion, with `\\n` as the only line end.
        parser ([`~classeval_hf.core.syntax.BoundedParser`]): the parser that recognizes Python.

    Returns:
        `tuple[Passage, Passage]`: the content, and the reasoning.
    """
    splitter = _Splitter(text, parser)
    splitter.run()
    return splitter.content.passage(), splitter.reasoning.passage()


@dataclass
class _Parts:
    """The parts of a passage: pieces of the text, each with its start, and blocks."""

    pieces: list[tuple[int, str]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def move_to(self, other: _Parts) -> None:
        other.pieces += self.pieces
        other.blocks += self.blocks
        self.pieces.clear()
        self.blocks.clear()

    def passage(self) -> Passage:
        text = "\n".join(piece for _, piece in sorted(self.pieces))
        return Passage(text, tuple(sorted(self.blocks, key=lambda block: block.start)))


class _Splitter:
    """One pass over the marks of a text."""

    def __init__(self, text: str, parser: BoundedParser) -> None:
        self.content = _Parts()
        self.reasoning = _Parts()
        self._text = text
        self._parser = parser
        self._marks = list(_MARK.finditer(text))
        self._thinks = False
        self._piece_start = 0

    def run(self) -> None:
        index = 0
        while index < len(self._marks):
            mark = self._marks[index]
            if mark["tag"]:
                self._turn(mark)
                index += 1
            elif mark["fence"]:
                index = self._read_block(index)
            else:
                self._read_section(index)
                index += 1
        self._current.pieces.append((self._piece_start, self._text[self._piece_start :]))

    @property
    def _current(self) -> _Parts:
        return self.reasoning if self._thinks else self.content

    def _turn(self, tag: re.Match[str]) -> None:
        """Ends or begins reasoning."""
        closing = bool(tag["closing"])
        if self._thinks and not closing:
            return
        self._current.pieces.append((self._piece_start, self._text[self._piece_start : tag.start()]))
        self._piece_start = tag.end()
        if closing and not self._thinks:
            self.content.move_to(self.reasoning)
        self._thinks = not closing

    def _read_section(self, index: int) -> None:
        """Reads the section after a response marker, unless a fence follows."""
        following = self._marks[index + 1] if index + 1 < len(self._marks) else None
        if following is None or not following["fence"]:
            self._add_block(self._marks[index].end(), following.start() if following is not None else len(self._text))

    def _read_block(self, index: int) -> int:
        """Reads the block that a fence opens, and returns the index of the mark to continue at."""
        start = self._marks[index].end() + 1
        end = self._end_of_block(index, start)
        self._add_block(start, self._start_of(end))
        if end == len(self._marks) or self._marks[end]["tag"]:
            return end
        return end if _LANGUAGE.match(self._marks[end]["info"]) else end + 1

    def _end_of_block(self, index: int, start: int) -> int:
        """Index of the mark that ends the block that a fence opens; the number of marks for the end of the text."""
        ends, tag = self._possible_ends(index)
        first = ends[0] if tag is None else min(ends[0], tag)
        block = self._text[start : self._start_of(ends[0])]
        # Only a string of several lines can hold a fence.
        if first == ends[0] and (len(ends) == 1 or ('"""' not in block and "'''" not in block)):
            return first
        sources = ((end, _without_margin(self._text[start : self._start_of(end)])) for end in ends)
        return next((end for end, source in sources if self._parser.parse(source).tree is not None), first)

    def _possible_ends(self, index: int) -> tuple[list[int], int | None]:
        """The fences that may close the one at an index, or else the end of the text; and the first tag after it."""
        character = self._marks[index]["fence"][0]
        ends: list[int] = []
        tag = None
        for place in range(index + 1, len(self._marks)):
            mark = self._marks[place]
            if mark["tag"] and tag is None:
                tag = place
            if mark["fence"] and mark["fence"][0] == character:
                ends.append(place)
                if len(ends) == _MAX_ENDS:
                    break
        return ends or [len(self._marks)], tag

    def _start_of(self, mark: int) -> int:
        return self._marks[mark].start() if mark < len(self._marks) else len(self._text)

    def _add_block(self, start: int, end: int) -> None:
        source = self._text[start:end]
        if source and not source.isspace():
            self._current.blocks.append(Block(_without_margin(source), start))


def _without_margin(source: str) -> str:
    """The source without the indent that all its lines share; where there is none, it is left as it is."""
    if not source[:1].isspace():  # most sources: the first line has no indent
        return source
    lines = source.split("\n")
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines if line.strip()]
    low, high = min(indents, default=""), max(indents, default="")
    margin = low[
        : next((place for place, pair in enumerate(zip(low, high, strict=False)) if len(set(pair)) > 1), None)
    ]
    if not margin:
        return source
    return "\n".join(line.removeprefix(margin) if line.startswith(margin) else line.lstrip(" \t") for line in lines)
