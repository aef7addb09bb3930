"""Where a completion may hold code: its turns, in them content and reasoning, and in these fenced blocks. The rules
are in docs/design/reading.md."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from classeval_hf.core.source_layout import Fragment, without_margin
from classeval_hf.core.syntax import STRINGS, BoundedParser
from classeval_hf.reading.code_pieces import has_code, indented_runs
from classeval_hf.reading.marks import CODE_START, CodeStrings, Mark, find_marks, opens_turn
from classeval_hf.reading.notes import REPLACED, ReadingNote, taken_lines

_MAX_ENDS = 8  # fences tried as the end of a block: a docstring with over three examples of its own is rare
_MAX_ANSWER_CHARS, _MAX_ANSWER_PARSES = 262_144, 20  # a longer text is left as it is
_CUT = {"other": "another's turn", "answer": "start of a turn"}
_ODD = r"(?P<no_width>[\u200b-\u200d\u2060\ufeff])|[\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_STRING_OR_ODD = re.compile(rf"(?P<string>{STRINGS.pattern})|{_ODD}", STRINGS.flags)
_QUOTED = re.compile(r"(?:^ {0,3}>(?!>)[^\n]*(?:\n|\Z))+", re.MULTILINE)
_QUOTE_MARK = re.compile(r"^ {0,3}> ?", re.MULTILINE)  # lines of a block quote, and what begins each
_CODE_START = re.compile(CODE_START, re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"[ \t]*[{.]*[a-z][\w+#.}-]*[ \t]+", re.IGNORECASE)
_LANGUAGE = re.compile(r"[ \t]*[{.]*[a-z]", re.IGNORECASE)


@dataclass(frozen=True)
class Block:
    """A part of a completion that may be code: its text, without the indent of its fence, and where it stands."""

    raw: str
    region: tuple[int, int]

    @cached_property
    def source(self) -> str:
        return without_margin(self.raw)


@dataclass
class Passage:
    """The content of a turn, or its reasoning, and its blocks; text above the mark of an answer may be a prompt."""

    text: str = ""
    spans: list[tuple[int, int]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    turn: int = 0
    is_reasoning: bool = False
    may_be_prompt: bool = False
    place: str = "text"  # what its text is called

    def places(self, header: str) -> list[tuple[str, list[Block]]]:
        """Where code is looked for in it, the best place first; indented lines where one has a pattern."""
        runs = [Block(run, self.region) for run in indented_runs(self.text, header)]
        return [("fence", self.blocks), (self.place, [Block(self.text, self.region)]), ("indented", runs)]

    @property
    def region(self) -> tuple[int, int]:
        return self.spans[0][0], self.spans[-1][1]


@dataclass(frozen=True)
class SplitText:
    """A completion, split: its passages in the order in which they are read, and what was cut."""

    text: str  # as `plain_text` returns it
    passages: Sequence[Passage]
    parser: BoundedParser  # what parses all that is read of it
    cut: tuple[str, ...] = ()
    problem: str = ""  # why it cannot be read, if so

    def note(self, passage: Passage, block: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> ReadingNote:
        """What is said where parts of a passage are taken, each with its span."""
        cut = [item for item in self.cut if item != "reasoning" or not passage.is_reasoning]
        cut += ["later turns"] if any(item.turn > passage.turn for item in self.passages) else []
        block = "reasoning" if passage.is_reasoning else block
        return ReadingNote(block, passage.turn, tuple(cut), taken_lines(self.text, parts))


def plain_text(text: str) -> str:
    """A completion with `\\n` as its line end, without blanks that Python does not know and block quotes of code."""
    text = _SURROGATE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    if ">" in text:
        text = _QUOTED.sub(lambda quote: _QUOTE_MARK.sub("", quote[0]) if "```" in quote[0] else quote[0], text)
    return _STRING_OR_ODD.sub(lambda found: found["string"] or ("" if found["no_width"] else " "), text)


def split_completion(text: str, parser: BoundedParser) -> SplitText:
    """Splits a completion into turns, their content and reasoning, and blocks."""
    replaced = [REPLACED] if _SURROGATE.search(text) is not None else []
    text = plain_text(text)
    tree = parser.parse(text).tree
    if tree is not None and tree.body and not opens_turn(text):
        return SplitText(text, [Passage(text, [(0, len(text))], place="whole")], parser, tuple(replaced))
    splitter = _Splitter(text, parser)
    splitter.run()
    passages = sorted(splitter.passages, key=lambda passage: passage.is_reasoning)
    if _CUT["other"] in splitter.cut:  # which may be a mistake
        passages.append(Passage(text, [(0, len(text))], turn=splitter.turn))
    return SplitText(text, passages, parser, tuple(dict.fromkeys([*splitter.cut, *replaced])))


def answer_text(text: str) -> str:
    """The content of the first turn that has any, as text: what is read of an answer that need not be code."""
    if len(text) > _MAX_ANSWER_CHARS:
        return text
    passages = split_completion(text, BoundedParser(_MAX_ANSWER_PARSES, 3 * len(text))).passages
    return next((item.text for item in passages if not item.is_reasoning and not item.may_be_prompt), "")


class _Splitter:
    def __init__(self, text: str, parser: BoundedParser) -> None:
        self.passages: list[Passage] = []
        self.cut: list[str] = []
        self.turn = 0
        self._text = text
        self._parser = parser
        self._marks = find_marks(text)
        self._strings = CodeStrings(text)
        self._is_assistant = True
        self._thinks = False
        self._parts = Passage(), Passage(is_reasoning=True)
        self._since = self._read_to = 0

    def run(self) -> None:
        index = 0
        while index < len(self._marks) - 1:
            mark = self._marks[index]
            if mark.kind == "fence":
                index = index + 1 if self._is_code(index) else self._read_block(index)
                continue
            if mark.kind in ("opening", "closing", "start"):
                if mark.is_hard or not self._is_code(index):
                    self._switch(mark)
            elif not self._is_code(index):
                self._end_turn(mark.start, may_be_prompt=mark.kind == "answer")
                self._is_assistant = mark.kind != "other"
                self.cut.append(_CUT.get(mark.kind, f"end token {self._text[mark.start : mark.end]}"))
                self._since = mark.end
            index += 1
        self._end_turn(len(self._text), may_be_prompt=False)

    def _is_code(self, index: int) -> bool:
        """Whether a mark outside of blocks is a part of bare code: it stands in a string or comment there."""
        mark, since = self._marks[index], max(self._since, self._read_to)
        if not self._strings.is_code(mark.start, since) or not self._strings.has(mark, since):
            return False
        return mark.kind in ("opening", "closing") or not self._strings.ends_comment(mark, self._marks[index + 1])

    def _take(self, end: int) -> None:
        if self._is_assistant and self._text[self._since : end].strip():
            self._parts[self._thinks].spans.append((self._since, end))

    def _switch(self, mark: Mark) -> None:
        if self._thinks and mark.kind == "opening":
            return
        self._take(mark.start)
        self._since = mark.end
        if mark.kind == "closing" and not self._thinks:
            content, reasoning = self._parts
            reasoning.spans += content.spans
            reasoning.blocks += content.blocks
            self._parts = Passage(), reasoning
        if mark.kind != "start":
            self._thinks = mark.kind == "opening"
            self.cut.append("reasoning")

    def _end_turn(self, end: int, *, may_be_prompt: bool) -> None:
        self._take(end)
        filled = [passage for passage in self._parts if passage.spans]
        for passage in filled:
            passage.text = "\n".join(self._text[start:end] for start, end in passage.spans)
            passage.turn, passage.may_be_prompt = self.turn, may_be_prompt
        self.passages += filled
        self.turn += bool(filled)
        self._parts, self._thinks = (Passage(), Passage(is_reasoning=True)), False

    def _read_block(self, index: int) -> int:
        """Reads the block that a fence opens, if it opens one, and returns the index of the mark to continue at."""
        mark = self._marks[index]
        if not mark.info.strip() and self._closes_prompt(mark):
            return index + 1
        start = self._start_of_block(mark)
        if start is None:  # a span of code ends at the next one
            return index + (2 if self._text.startswith("`", mark.end) else 1)
        end = self._end_of_block(index, start)
        self._read_to = self._marks[end].start
        block = self._text[start : self._read_to]
        if self._is_assistant and block.strip():
            indent = self._text[self._text.rfind("\n", 0, mark.start) + 1 : mark.start]
            lines = block.split("\n")
            if indent and not indent.strip() and all(line.startswith(indent) for line in lines if line.strip()):
                block = "\n".join(line.removeprefix(indent) for line in lines)
            self._parts[self._thinks].blocks.append(Block(block, (start, self._read_to)))
        closing = self._marks[end]
        opens_next = _LANGUAGE.match(closing.info) is not None and not closing.in_line
        return end if opens_next or closing.kind != "fence" else end + 1

    def _closes_prompt(self, mark: Mark) -> bool:
        """Whether a fence closes a block that the prompt opened: all of the turn before it is code."""
        start = max(self._since, self._read_to)
        block = self._text[start : mark.start]
        blocks = self._parts[self._thinks].blocks
        if blocks or not block.strip() or not has_code(Fragment.of(without_margin(block), self._parser).tree):
            return False
        blocks.append(Block(block, (start, mark.start)))
        self._read_to = mark.end
        return True

    def _start_of_block(self, mark: Mark) -> int | None:
        """Where the block of a fence starts: in the next line, or behind the language; `None` if it opens none."""
        if mark.fence.startswith("["):
            return None if mark.fence[1] == "/" else mark.end
        place, is_span = mark.start + len(mark.fence), self._text.startswith("`", mark.end)
        if mark.in_line and is_span:
            return None
        word = _WORD.match(mark.info)
        for skipped in (len(mark.info) - len(mark.info.lstrip()), word.end() if word is not None else 0):
            if skipped < len(mark.info) and _CODE_START.match(self._text, place + skipped):
                return place + skipped
        end = place + len(mark.info)
        is_bare = not mark.info.strip() or _WORD.fullmatch(f"{mark.info.rstrip()} ") is not None
        return None if is_span or (mark.in_line and not is_bare) else end + 1

    def _end_of_block(self, index: int, start: int) -> int:
        """Index of the mark that ends the block that a fence opens: a fence, the end of the text, or another mark."""
        strings, last = CodeStrings(self._text), len(self._marks) - 1
        ends: list[int] = []
        other = last
        for place in range(index + 1, last):
            mark = self._marks[place]
            if mark.kind == "fence":
                if mark.fence[0] == self._marks[index].fence[0] and not (mark.in_line and strings.has(mark, start)):
                    ends.append(place)
            elif (mark.is_hard and mark.kind == "closing") or not strings.has(mark, start):
                other = min(other, place)
                if mark.is_hard:
                    ends = ends or [place]
                    break
            if len(ends) == _MAX_ENDS:
                break
        if all(self._marks[end].in_line for end in ends):
            ends.append(last)
        # The end of the text, which has no kind, is no fence of a line.
        first = next((end for end in ends if self._marks[end].kind and not self._marks[end].in_line), ends[0])
        first = min(first, other)
        block = self._text[start : self._marks[ends[0]].start]
        # Only a string of several lines can hold a fence.
        if first == ends[0] and (len(ends) == 1 or ('"""' not in block and "'''" not in block)):
            return first
        sources = ((end, without_margin(self._text[start : self._marks[end].start])) for end in ends)
        return next((end for end, source in sources if self._parser.parse(source).tree is not None), first)
