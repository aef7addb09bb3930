"""The marks in a completion: fences of code, and what chat formats put between turns, channels and reasoning. Formats
are data (`turn_formats.json`; docs/design/reading.md has its keys). Any other token between `<|` and `|>`, or
such bars of full width, ends a turn."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, starmap
from pathlib import Path

from classeval_hf.core.syntax import STRINGS

_FORMATS = json.loads(Path(__file__).with_name("turn_formats.json").read_text(encoding="utf-8"))
_DEFINITION = r"(?:class|def|async[ \t]+def)[ \t]+(?=\w)"
_NAMES = r"[^\W\d][\w.]*(?:[ \t]+as[ \t]+\w+)?"
_IMPORT = rf"from[ \t]+[.\w]+[ \t]+import\b|import[ \t]+{_NAMES}(?:[ \t]*,[ \t]*{_NAMES})*[ \t]*(?:[;#][^\n]*|\\)?$"
CODE_LINE = rf"{_DEFINITION}[^\n:(]*[:(]|{_IMPORT}|@[\w.]+[ \t]*(?:[(#]|$)"
"""What a line in column 0 begins with that is surely code."""
CODE_START = rf"{CODE_LINE}|try[ \t]*:|if[ \t]+(?:typing\.)?TYPE_CHECKING\b|[A-Z_]\w*[ \t]*(?::[^=\n]*)?=(?!=)"
"""The same of one that begins a module, where prose may look alike."""

_BEGINNING = re.compile(rf"^(?:{CODE_START}|```|~~~)", re.MULTILINE)
_QUOTE = re.compile("[\"'#]")
_ANY_START = re.compile(rf"^[ \t]*(?:{_DEFINITION}|@\w)|^(?:{CODE_START})|^[ \t]+\S", re.MULTILINE)
"""The same at any indent, or any indented line: what may be bare code."""


def _spelled(texts: Iterable[str], skipped: int) -> str:
    """A pattern for any of some texts of the table, the longest first, without their first characters."""
    patterns = []
    for text in sorted(set(texts), key=len, reverse=True):
        first, *parts = text.strip("\n").split(" ")
        body = r"[ \t\n]{0,8}".join(map(re.escape, [first[skipped:], *parts])).replace(r"\*", r"[^\n]{0,60}?")
        patterns.append(body + (r"[ \t]*$" if text.endswith("\n") else ""))
    return "|".join(patterns)


_KINDS = ("closing", "opening", "answer", "other", "start", "end")  # of two that fit a place, the first one counts
_TOKENS = {kind: [text for form in _FORMATS for text in form.get(kind, ())] for kind in _KINDS}
_LINES = {kind: [text for text in texts if text[0] == "\n"] for kind, texts in _TOKENS.items()}
_ANY_TOKEN = r"(?P<token>\|[\w .:/-]{1,40}\|>|\uff5c[^\s\uff5c<>]{1,40}\uff5c>)"
_HALF = r"\|[\w|]{0,20}|\uff5c[^\s|<>]{0,20}|/s?|end_[a-z_]{0,8}|eos?|/?think(?:ing)?"  # of an end token that was cut
_NOT_QUOTED, _NO_QUOTE = r"""(?<!["'].)(?<!(?<!`)`.)""", r"""(?!["']|`(?!``))"""  # a tag in quotes is text


def _token(kind: str, texts: Iterable[str]) -> str:
    spelled = _spelled([text for text in texts if text[0] != "\n"], 1)
    is_tag = kind in ("opening", "closing", "start")
    return rf"{_NOT_QUOTED}(?P<{kind}>(?i:{spelled})){_NO_QUOTE}" if is_tag else rf"(?P<{kind}>{spelled})"


# All three patterns begin with characters that are rare in text, which makes searching fast.
_FENCE = re.compile(r"[`~](?:(?<=`)``+|(?<=~)~~+)|\[/?PYTHON\]")
_TOKEN = re.compile(
    rf"[<\[\u25c1](?:{'|'.join(starmap(_token, _TOKENS.items()))}|{_ANY_TOKEN}|(?P<half>(?:{_HALF})\Z))"
)
_AT_LINE = "|".join(f"(?P<{kind}>{_spelled(texts, 0)})" for kind, texts in _LINES.items() if texts)
_LINE = re.compile(rf"[\n`][ \t]{{0,3}}(?:{_AT_LINE})", re.MULTILINE)

# What is left where a server left the special tokens out: of gpt-oss's channels, and of the roles of Llama 3.
_SWITCH = re.compile(r"(?:<\|end\|>\s{0,8})?assistantfinal|\A\s*final(?=import\b|from\b|class\b|def\b|[@`A-Z])")
_LAST_TURN = re.compile(r"\[/?INST\]\s*\Z|^\[/?PYTHON\]\s*$", re.MULTILINE)
_GLUED_ROLE = re.compile(r"(?<=[`)\]}.!?:])(?:assistant|user|model)[ \t]*\n[ \t]*\n")
_HEAD, _COLON = r"^(?:#{1,4} |\*\*|<)?", r"(?:[:.>]|\*\*|$)"
_NEXT_TASK = re.compile(
    rf"{_HEAD}(?:(?:Question|Instruct|[Uu]ser)(?: \d+)?|(?:Exercise|Task) \d+){_COLON}[^\n]*\n"
    rf"(?:(?!```|~~~)[^\n]*\n){{0,12}}?{_HEAD}(?:Answer|Output|Solution|[Aa]ssistant){_COLON}\**",
    re.MULTILINE,
)  # a task that a base model poses itself behind its answer, up to the line in which the answer to that begins
_MAX_MARGIN = 200  # characters in front of a fence in which text is looked for


@dataclass(frozen=True)
class Mark:
    """A place in a text where something may begin or end."""

    kind: str  # fence, answer, other, end, opening or closing (of reasoning), start; none at the end of the text
    start: int
    end: int
    fence: str = ""
    info: str = ""  # what follows them in their line
    in_line: bool = False  # whether text precedes it
    is_hard: bool = False  # whether it is a mark even where it is Python
    is_attribute: bool = False  # whether it is one where it stands in code


def opens_turn(source: str) -> bool:
    """Whether a source that is Python opens a turn all the same, by a comment or a line of one name."""
    marks = [mark for mark in find_marks(source) if mark.kind in ("end", "other", "answer", "")]
    strings = CodeStrings(source)
    is_opened = any(
        strings.ends_comment(mark, following) if strings.holds(mark.start) else mark.is_hard
        for mark, following in pairwise(marks)
    )
    return is_opened or _LAST_TURN.search(source) is not None


def opened_reasoning(prompt: str) -> str:
    """The tag by which a prompt opens the reasoning at its end, if it does."""
    end = prompt.rstrip()
    return next((tag for tag in _TOKENS["opening"] if end.endswith(tag)), "")


def find_marks(text: str) -> list[Mark]:
    """All marks of a text with `\\n` as the only line end, and one of no kind at its end; some may stand in code."""
    marks = [_fence(text, match) for match in _FENCE.finditer(text)]
    marks += [Mark(_kind(match), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    for line in _LINE.finditer(f"\n{text}"):  # with a line end in front, so that each place is one further
        is_hard = "#" in line[0] or line[0][-1] != ":"
        marks.append(Mark(_kind(line), line.start(), line.end() - 1, is_hard=is_hard))
    marks += [Mark("answer", match.start(), match.end()) for match in _NEXT_TASK.finditer(text)]
    switch = _SWITCH.search(text)
    if switch is not None:
        marks = [mark for mark in marks if mark.end <= switch.start() or mark.start >= switch.end()]
        marks.append(Mark("closing", switch.start(), switch.end(), is_hard=True))
    for role in _GLUED_ROLE.finditer(text):
        kind = "other" if role[0].startswith("user") else "end"
        marks.append(Mark(kind, role.start(), role.end(), is_attribute=text[role.start() - 1] == "."))
    ordered = sorted((mark for mark in marks if mark.kind), key=lambda mark: mark.start)
    return [*ordered, Mark("", len(text), len(text))]


def _kind(match: re.Match[str]) -> str:
    return "end" if match.lastgroup in ("half", "token") else match.lastgroup or ""


def _fence(text: str, match: re.Match[str]) -> Mark:
    line = text.rfind("\n", 0, match.start()) + 1
    in_line = bool(text[max(line, match.start() - _MAX_MARGIN) : match.start()].strip())
    if match[0][0] == "[":
        info = "" if match[0][1] == "/" else "python"
        return Mark("fence", match.start(), match.end(), match[0], info, in_line)
    end = text.find("\n", match.end())
    info = text[match.end() : end if end >= 0 else len(text)].partition("`")[0]
    if _GLUED_ROLE.match(text, match.end()) is not None:
        info = ""
    kind = "" if in_line and match[0][0] == "~" else "fence"
    return Mark(kind, match.start(), match.end() + len(info), match[0], info, in_line)


class CodeStrings:
    """Tells whether places of a text, asked in order, lie in a string or a comment of code."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = self._end = 0
        self._code = -1  # prose has apostrophes, so that strings count from the first line on that begins code

    def is_code(self, place: int, since: int) -> bool:
        """Whether a line that begins code stands between two places."""
        if self._code < since:
            code = _ANY_START.search(self._text, since)
            self._code = code.start() if code is not None else len(self._text)
        return self._code < place

    def ends_comment(self, mark: Mark, following: Mark) -> bool:
        """Whether a mark ends the comment that it is in, and does not belong to it: another turn begins behind it."""
        is_next = following.kind in ("other", "answer") and not self._text[mark.end : following.start].strip()
        return is_next and self._text.startswith("#", self._start)

    def holds(self, place: int, since: int = 0) -> bool:
        """Whether a place lies in a string or comment that began at or after another place."""
        if self._start < since:
            self._start = self._end = since
        while self._end <= place:
            quote = _QUOTE.search(self._text, self._end, place)
            if quote is None:
                self._start = self._end = place
                return False
            string = STRINGS.match(self._text, quote.start())
            text = string[0] if string is not None else ""
            # A single quotation mark that nothing closes in its line is an apostrophe.
            if text[:1] == "#" or text[:3] in ('"""', "'''") or (len(text) > 1 and text[-1] == text[0]):
                self._start, self._end = quote.start(), quote.start() + len(text)
            else:
                self._start = self._end = quote.end()
        return self._start < place

    def has(self, mark: Mark, since: int = 0) -> bool:
        """Whether a mark is a part of code; no quote opens a string that hides a tag and goes on over code's start."""
        if mark.is_attribute or not self.holds(mark.start, since):
            return mark.is_attribute
        is_tag = mark.kind in ("opening", "closing")
        return not is_tag or _BEGINNING.search(self._text, mark.start, self._end) is None
