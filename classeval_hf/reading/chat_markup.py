"""Marks in a completion: fences of code, and tokens of chat formats between turns, channels and reasoning. Formats are
data (`turn_formats.json`, see docs/design/reading.md). Any other token between `<|` and `|>`, or such bars of full
width, ends a turn."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from classeval_hf.core.syntax import STRINGS

_FORMATS = json.loads(Path(__file__).with_name("turn_formats.json").read_text(encoding="utf-8"))
_DEFINITION = r"(?:class|def|async[ \t]+def)[ \t]+(?=\w)"
_NAMES = r"[^\W\d][\w.]*(?:[ \t]+as[ \t]+\w+)?"
_IMPORT = rf"from[ \t]+[.\w]+[ \t]+import\b|import[ \t]+{_NAMES}(?:[ \t]*,[ \t]*{_NAMES})*[ \t]*(?:[;#][^\n]*|\\)?$"
CODE_LINE = rf"{_DEFINITION}[^\n:(]*[:(]|{_IMPORT}|@[\w.]+[ \t]*(?:[(#]|$)"
"""The beginning of a line in column 0 that is surely code."""
_VALUE = r"[A-Z_]\w*[ \t]*(?:,[\w ,]*|:[^=\n]*)?=(?!=)"  # of a constant
CODE_START = rf"{CODE_LINE}|try[ \t]*:|if[ \t]+(?:typing\.)?TYPE_CHECKING\b|{_VALUE}"
"""The same for the first line of a module, which prose may look like."""
_CLOSED = re.compile(r"""#|"{3}|'{3}|(["']).*\1$""", re.DOTALL)  # other strings are apostrophes
_QUOTE = re.compile(r"""\\.|["'#]""")
_BEGINNING = re.compile(rf"^(?:{CODE_START}|```|~~~)", re.MULTILINE)
ANY_START = re.compile(rf"(?m)^[ \t]*(?:{_DEFINITION}|@\w)|^(?:{CODE_START})|^[ \t]+\S|^[^\n]*?(?:\"{{3}}|'{{3}})|\Z")
"""The same at any indent, any line that is indented or opens a string, or the end of the text."""
_KINDS = ("closing", "opening", "answer", "other", "start", "end")  # where two fit, the first one counts
_TEXTS = {kind: [text for form in _FORMATS for text in form.get(kind, ())] for kind in _KINDS}
_ANY_TOKEN = r"\|[\w .:/-]{1,40}\|>|\uff5c[^\s\uff5c<>]{1,40}\uff5c>"
_HALF = r"\|[\w|]{0,20}|\uff5c[^\s|<>]{0,20}|/s?|end_[a-z_]{0,8}|eos?|/?think(?:ing)?"  # an end token that was cut off
_IN_QUOTES = r"""(?<!["'].)(?<!(?<!`)`.)""", r"""(?!["']|`(?!``))"""  # where a tag is text


def _spelled(texts: Iterable[str]) -> str:
    """A pattern for any of some texts of the formats, longest first, without their first characters."""
    patterns = []
    for text in sorted(texts, key=len, reverse=True):
        body = re.escape(text[1:].rstrip("\n")).replace(r"\ ", r"[ \t\n]{0,8}").replace(r"\*", r"[^\n]{0,60}?")
        patterns.append(body + (r"[ \t]*$" if text.endswith("\n") else ""))
    return "|".join(patterns)


def _tokens(kind: str) -> str:
    spelled = _spelled(text for text in _TEXTS[kind] if text[0] != "\n")
    if kind in ("opening", "closing", "start"):
        return rf"{_IN_QUOTES[0]}(?P<{kind}>(?i:{spelled})){_IN_QUOTES[1]}"
    if kind == "other":  # with the speaker's name and its end token
        spelled = rf"(?:{spelled})(?:\w{{0,20}}<(?:{_ANY_TOKEN}))?"
    elif kind == "end":
        spelled += rf"|{_ANY_TOKEN}|(?:{_HALF})\Z"
    return rf"(?P<{kind}>{spelled})"


_LINES = {kind: _spelled(text for text in texts if text[0] == "\n") for kind, texts in _TEXTS.items()}
_HEAD, _COLON = r"^(?:#{1,4} |\*\*|<)?", r"(?:[:.>]|\*\*|$)"
_PATTERNS = (
    r"(?P<fence>```+|~~~+)(?:(?![<\[][|/A-Z\uff5c])[^`\n])*",
    r"(?P<start>(?i:<!\[CDATA\[)|\]\]>(?=[ \t]*(?:</|```|$)))",
    # The rest of gpt-oss's channels after a server removed the special tokens.
    r"(?P<closing>(?:<\|end\|>\s{0,8})?assistantfinal|\A\s*final(?=import\b|from\b|class\b|def\b|[@`A-Z]))",
    rf"[<\[\u25c1](?:{'|'.join(map(_tokens, _KINDS))})",
    rf"(?:^|(?<=`))[ \t]{{0,3}}(?:{'|'.join(f'(?P<{kind}>{lines})' for kind, lines in _LINES.items() if lines)})",
    # The same for Llama 3's roles.
    r"(?<=[`)\]}.!?:])(?:(?P<other>user)|(?P<end>assistant|model))[ \t]*\n[ \t]*\n",
    # A task that a base model adds behind its answer, up to the line in which the next answer begins.
    rf"(?P<answer>{_HEAD}(?:(?:Question|Instruct|[Uu]ser)(?: \d+)?|(?:Exercise|Task) \d+){_COLON}[^\n]*\n"
    rf"(?:(?!```|~~~)[^\n]*\n){{0,12}}?{_HEAD}(?:Answer|Output|Solution|[Aa]ssistant){_COLON}\**)",
)
_MARKS = [re.compile(pattern, re.MULTILINE) for pattern in _PATTERNS]
_WORDS = frozenset(_MARKS[4:])  # patterns of marks that are plain words
_NAME, _ATTRIBUTES = r"[^\W\d][\w:.-]*", r"(?:[ \t=][^<>\n]{0,200})?"
_TAG = re.compile(rf"<(?P<name>{_NAME}){_ATTRIBUTES}>")
_TAG_IN_LINE = rf"<(?:%s){_ATTRIBUTES}>(?:[^<>\n]{{0,100}}</(?:%s)>)?[ \t]*"  # with short content
_BEFORE_CODE = re.compile(rf"^[ \t]*(?:{_TAG_IN_LINE % (_NAME, _NAME)}){{1,4}}(?={CODE_START})", re.MULTILINE)
_FIRST_TAG = re.compile(
    rf"(?:[^\n<`=(]{{0,200}}\n){{0,4}}?\s*(?P<tag><(?:(?P<name>{_NAME}){_ATTRIBUTES}"
    r"|\|(?:begin_of_|begin_|start_of_|start_)?(?P<token>\w+?)(?:_start|_begin)?\|)>)"
)
_CODE_BEHIND = rf"(?:^|(?<=>))(?=```|{CODE_START})"
_ALONE = re.compile(r"^[ \t]*(?:##|(?:\w+|\[PYTHON\])[ \t]*$)|assistantfinal|(?:\[INST\]\s*)?\Z", re.MULTILINE)
_ATTRIBUTE = re.compile(r"\.(?:user|assistant|model)\b")
_MAX_MARGIN = 200  # characters in front of a mark that are searched for text


@dataclass(frozen=True)
class Mark:
    """A place in a text where a section or block may begin or end."""

    kind: str  # fence, answer, other, end, opening or closing (of reasoning), start; none at the end of the text
    start: int
    end: int
    info: str = ""  # the text behind a fence in its line, up to another mark
    in_line: bool = False  # whether text precedes it in its line
    is_alone: bool = True  # whether it is a mark even in Python: a comment, or a name in a line of its own
    in_words: bool = False  # whether it consists of words, which ordinary text may have, and not of a token
    is_in_reasoning: bool = False  # whether it starts another's turn, and the next mark that matters closes reasoning


def opened_reasoning(prompt: str) -> str:
    """The tag by which a prompt opens the reasoning at its end, if it does."""
    return next((tag for tag in _TEXTS["opening"] if prompt.rstrip().endswith(tag)), "")


def find_marks(text: str, unknown_tags: bool = True) -> list[Mark]:
    """All marks of a text with `\\n` as the only line end, some perhaps in code, and one without kind at its end."""
    marks: list[Mark] = []  # of two at one place, the first one counts
    patterns = [*_tags(text), *_MARKS] if unknown_tags else _MARKS
    found = [match for pattern in patterns for match in pattern.finditer(text)]
    for match in sorted(found, key=lambda match: match.start()):
        kind, start = match.lastgroup or "", match.start()
        if not marks or start >= marks[-1].end:
            above = text[max(0, start - _MAX_MARGIN) : start].rpartition("\n")[2]
            end = match.end(kind)
            is_alone, in_words = _ALONE.match(text, start) is not None, match.re in _WORDS
            marks.append(Mark(kind, start, end, text[end : match.end()], bool(above.strip()), is_alone, in_words))
    following = ""
    for index, mark in reversed(list(enumerate(marks))):
        if mark.kind == "other" and following == "closing":
            marks[index] = replace(mark, is_in_reasoning=True)
        elif mark.kind in ("answer", "opening", "closing") or (mark.kind == "end" and mark.in_words):
            following = mark.kind
    return [*marks, Mark("", len(text), len(text))]


def _tags(text: str) -> Iterator[re.Pattern[str]]:
    """Patterns for tags of no known format: a pair around the beginning of the text, if more follows, and tags in
    front of code in its line, with their closing tags."""
    tags = (tag for match in _BEFORE_CODE.finditer(text) for tag in _TAG.finditer(text, match.start(), match.end()))
    names = {tag["name"] for tag in tags if _is_unknown(text, tag.start(), tag[0])}
    first = _FIRST_TAG.match(text)
    is_pair = first is not None and text.count(f"<{first['name'] or first['tag'][1:]}") == 1
    if first is not None and is_pair and _is_unknown(text, first.start("tag"), first["tag"]):
        name = re.escape(first["name"] or first["token"])
        closing = rf"</{name}>" if first["name"] else rf"<\|(?:(?:/|end_|end_of_){name}|{name}_end)\|>"
        behind = _CODE_BEHIND if first["name"] in names else ""
        if re.compile(rf"{closing}\s*{behind}[^\s<]", re.MULTILINE).search(text, first.end()) is not None:
            yield re.compile(rf"(?P<opening>{re.escape(first['tag'])})|(?P<closing>{closing})")
    if names:
        any_name = "|".join(map(re.escape, names))
        before = rf"^(?P<start>[ \t]*(?:{_TAG_IN_LINE % (any_name, any_name)})+)(?={CODE_START})"
        yield re.compile(before, re.MULTILINE)
        yield re.compile(rf"(?P<start></(?:{any_name})>)(?=\s*(?:</|\Z|\n))")


def _is_unknown(text: str, start: int, tag: str) -> bool:
    """Whether the tag at a place belongs to no known format."""
    known = _MARKS[3].match(text, start)
    return known is None or (known.lastgroup == "end" and tag not in _TEXTS["end"])


class CodeStrings:
    """Strings and comments of code from a place on, looked up in order; quotation marks in prose are ignored."""

    def __init__(self, text: str, start: int = 0, marks: Sequence[Mark] = ()) -> None:
        self.start = self._end = start
        self._text = text
        self._marks = marks
        self._string = ""
        self._code = 0  # the last beginning of code within a string

    def at(self, place: int) -> str:
        """The string or comment around a place; empty without one."""
        while self._end <= place and (quote := _QUOTE.search(self._text, self._end, place)) is not None:
            string = STRINGS.match(self._text, quote.start())
            self._string = string[0] if string is not None and _CLOSED.match(string[0]) else quote[0]
            self._end = quote.start() + len(self._string)
            for code in _BEGINNING.finditer(self._text, quote.start(), self._end):
                self._code = code.start()
        around = self._string if self._end > place else ""
        self._end = max(self._end, place)
        return around

    def have(self, index: int) -> bool:
        """Whether the mark of an index is a part of code."""
        mark = self._marks[index]
        string = self.at(mark.start)
        if not string:
            return mark.start > self.start and _ATTRIBUTE.match(self._text, mark.start - 1) is not None
        if mark.kind in ("opening", "closing"):  # a string with the start of code does not hide a tag
            return not mark.is_alone and self._code < mark.start
        following = self._marks[index + 1]  # a comment ends where another turn begins behind the mark
        is_next = following.kind in ("other", "answer") and not self._text[mark.end : following.start].strip()
        return not (is_next and string.startswith("#"))
