"""Splits a completion into turns, their content and reasoning, and fenced blocks, by docs/design/reading.md. Marks
between them are fences of code, and tokens of chat formats, which are data (`turn_formats.json`). Any other token
between `<|` and `|>`, or such bars of full width, ends a turn."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from classeval_hf.core.syntax import STRINGS, BoundedParser, Fragment, without_indent
from classeval_hf.reading.code_pieces import CODE_START, DEFINITION, OPENS, has_code, is_disowned
from classeval_hf.reading.records import REPLACED, ReadingNote, taken_lines

_FORMATS = json.loads(Path(__file__).with_name("turn_formats.json").read_text(encoding="utf-8"))
_CLOSED = re.compile(r"""#|"{3}|'{3}|(["']).*\1$""", re.DOTALL)  # other strings are apostrophes
_QUOTE = re.compile(r"""\\.|["'#]""")
_BEGINNING = re.compile(rf"^(?:{CODE_START}|```|~~~)", re.MULTILINE)
ANY_START = re.compile(rf"(?m)^[ \t]*(?:{DEFINITION}|@\w)|^(?:{CODE_START})|^[ \t]+\S|^[^\n]*?(?:\"{{3}}|'{{3}})|\Z")
"""The beginning of code at any indent, any line that is indented or opens a string, or the end of the text."""
_KINDS = ("closing", "opening", "answer", "other", "start", "end")  # if two match, the first one counts
_TEXTS = {kind: [text for form in _FORMATS for text in form.get(kind, ())] for kind in _KINDS}
_ANY_TOKEN = r"\|[\w .:/-]{1,40}\|>|\uff5c[^\s\uff5c<>]{1,40}\uff5c>"
_HALF = r"\|[\w|]{0,20}|\uff5c[^\s|<>]{0,20}|/s?|end_[a-z_]{0,8}|eos?|/?think(?:ing)?"  # an end token that was cut off
_IN_QUOTES = r"""(?<!["'].)(?<!(?<!`)`.)""", r"""(?!["']|`(?!``))"""  # around a tag: in quotes it is text


def _spelled(texts: Iterable[str]) -> str:
    """A pattern for any of some texts of the formats, longest first, without their first characters."""
    return "|".join(
        re.escape(text[1:].rstrip("\n")).replace(r"\ ", r"[ \t\n]{0,8}").replace(r"\*", r"[^\n]{0,60}?")
        + (r"[ \t]*$" if text.endswith("\n") else "")
        for text in sorted(texts, key=len, reverse=True)
    )


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

    kind: str  # fence, answer, other, end, opening or closing (of reasoning), start; empty at the end of the text
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


def _tags(text: str) -> Iterator[re.Pattern[str]]:
    """Patterns for tags that no format has: a pair around the text's beginning, and tags before code in its line."""
    tags = [tag for match in _BEFORE_CODE.finditer(text) for tag in _TAG.finditer(text, match.start(), match.end())]
    first = _FIRST_TAG.match(text)
    places = {tag.start(): tag[0] for tag in tags} | ({first.start("tag"): first["tag"]} if first is not None else {})
    unknown = set()
    for place, tag in places.items():
        mark = _MARKS[3].match(text, place)  # by the formats
        if mark is None or (mark.lastgroup == "end" and tag not in _TEXTS["end"]):
            unknown.add(place)
    names = {match["name"] for match in tags if match.start() in unknown}
    is_single = first is not None and text.count(f"<{first['name'] or first['tag'][1:]}") == 1
    if first is not None and is_single and first.start("tag") in unknown:
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


class CodeStrings:
    """Strings and comments of code from a place on, looked up in order; quotation marks in prose are ignored."""

    def __init__(self, text: str, start: int = 0, marks: Sequence[Mark] = ()) -> None:
        self.start = self._end = start
        self._text, self._marks, self._string = text, marks, ""
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


_MAX_ANSWER_CHARS, _MAX_ANSWER_PARSES = 262_144, 20  # a longer text is left as it is
_CUT = {"other": "another's turn", "answer": "start of a turn", "opening": "reasoning", "closing": "reasoning"}
_ODD = r"(?P<no_width>[\u200b-\u200d\u2060\ufeff])|[\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_STRING_OR_ODD = re.compile(rf"(?P<string>{STRINGS.pattern})|{_ODD}", STRINGS.flags)
_QUOTED = re.compile(r"^ {0,3}> {0,3}```[^\n]*(?:\n {0,3}>(?!>)[^\n]*)+", re.MULTILINE)
_QUOTE_MARK = re.compile(r"^ {0,3}> ?", re.MULTILINE)  # at each line of a block quote of code
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = r"[{.]*[a-zA-Z][\w+#.}-]*"
_HEADING = re.compile(r"[ \t]*(?P<sign>#{2,4} |\*\*)(?P<word>\w+)(?:(?P<number> \d)|[ \t]*$)", re.MULTILINE)
_LANGUAGE = re.compile(r"[ \t]*[{.]*(?!(?:assistant|user|model)[ \t]*$)[a-zA-Z]")
_OPENING = re.compile(
    rf"[ \t]*(?:{_WORD}[ \t]+)??(?={CODE_START})(?=[^`\n]*$)|[ \t]*(?:{_WORD}[ \t]*)?(?:\n|\Z)", re.MULTILINE
)  # behind a fence that opens a block, also after prose: code in its line, or one word
_CODE_IN_LINE = re.compile(rf"[ \t]*(?:{CODE_START})", re.MULTILINE)
_WRITTEN = re.compile(
    r"^[ \t]*(?:[$#] )?(?:cat|tee)\b[^\n]*<<-?[ \t]*(?P<quote>['\"]?)(?P<end>\w+)(?P=quote)[^\n]*\n"
    r"(?P<content>(?:[^\n]*\n)*?)[ \t]*(?P=end)[ \t]*$",
    re.MULTILINE,
)  # a shell command that writes the lines up to a word into a file
_MAX_WRITTEN = 20  # with more such commands, they are not read as files


@dataclass(frozen=True)
class Block:
    """A part of a completion that may be code: its text, without the indent of its fence, and its place."""

    raw: str
    region: tuple[int, int]
    above: str = ""  # the prose since the last block

    @cached_property
    def source(self) -> str:
        """Without the indent that all its lines, or its first line alone, have."""
        lines = self.raw.lstrip("\n").split("\n")
        return "\n".join(without_indent(lines, next(filter(str.strip, lines), ""))).lstrip()


def newest(blocks: Sequence[Block]) -> list[Block]:
    """Blocks in reading order: the last one first, but blocks that prose disowns at the end."""
    return sorted(blocks, key=lambda block: not is_disowned(block.above))[::-1]


@dataclass(frozen=True)
class Passage:
    """The content or reasoning of a turn, and its blocks; text above the mark of an answer may be a prompt."""

    text: str
    region: tuple[int, int]
    blocks: Sequence[Block] = ()
    turn: int = 0
    is_reasoning: bool = False
    may_be_prompt: bool = False
    place: str = "text"  # name of its text in notes

    def places(self, header: str) -> list[tuple[str, Sequence[Block]]]:
        """The places where code may be, best first; indented lines if one of them begins with a pattern."""
        runs: list[Block] = []  # of indented lines below prose, as deep as the first one: Markdown's indented code
        if (first := re.search(rf"^([ \t]+)(?:{header})", self.text, re.MULTILINE)) is not None:
            above = rf"(?:^(?:@[^\n]*|(?P<opens>{OPENS}[^\n]*:[ \t]*(?:#[^\n]*)?))\n)?"
            found = re.finditer(rf"{above}(?:^(?:{first[1]}[^\n]*|[ \t]*)\n)+", f"{self.text}\n", re.MULTILINE)
            texts = (run[0] for run in found if not run["opens"])
            texts = (text.strip("\n") for text in texts if re.search(rf"^[ \t]+(?:{header})", text, re.MULTILINE))
            runs += (Block(text, self.region) for text in texts)
        return [("fence", self.blocks), (self.place, [Block(self.text, self.region)]), ("indented", runs)]


@dataclass(frozen=True)
class SplitText:
    """A split completion."""

    text: str  # as `plain_text` returns it
    passages: Sequence[Passage]  # in reading order
    parser: BoundedParser  # for everything in it
    cut: tuple[str, ...] = ()  # the kinds of text that were cut
    problem: str = ""  # the reason why it cannot be read, if so
    last_turn: int = 0

    def note(self, passage: Passage, block: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> ReadingNote:
        """The note on parts taken from a passage, each with its span."""
        cut = [item for item in self.cut if item != "reasoning" or not passage.is_reasoning]
        cut += ["later turns"] if self.last_turn > passage.turn else []
        block = "reasoning" if passage.is_reasoning else block
        return ReadingNote(block, passage.turn, tuple(cut), taken_lines(self.text, parts))


def plain_text(text: str) -> str:
    """A completion with `\\n` as its line end, Python's blanks only, and block quotes of code unquoted."""
    text = _SURROGATE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _QUOTED.sub(lambda quote: _QUOTE_MARK.sub("", quote[0]), text)
    return _STRING_OR_ODD.sub(lambda found: found["string"] or ("" if found["no_width"] else " "), text)


def split_completion(text: str, parser: BoundedParser, unknown_tags: bool = True) -> SplitText:
    """Splits a completion into turns, their content and reasoning, and blocks; equal passages are read once."""
    replaced = [REPLACED] if _SURROGATE.search(text) is not None else []
    text = plain_text(text)
    tree = parser.parse(text).tree
    is_python = tree is not None and bool(tree.body)
    # The marks, also those in code, and one without a kind at the end; of two in the same place, the first one counts.
    marks: list[Mark] = []
    patterns = [*_tags(text), *_MARKS] if unknown_tags else _MARKS
    matches = [match for pattern in patterns for match in pattern.finditer(text)]
    for match in sorted(matches, key=lambda match: match.start()):
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
    marks.append(Mark("", len(text), len(text)))
    sections = list(_sections(text, marks, parser, is_python=is_python))
    place = "whole" if len(sections) == 1 and tree is not None else "text"
    passages = _turns(sections, place)
    last_turn = max((item.turn for item in passages), default=0)
    found = [mark for mark, _ in sections[1:]]
    cut = [_CUT.get(mark.kind, f"end token {text[mark.start : mark.end]}") for mark in found if mark.kind != "start"]
    if len(found) < sum(mark.kind not in ("fence", "") for mark in marks) and not is_python:
        # The strings around marks may be open strings, and the headings may belong to a prompt.
        further = _turns(list(_sections(text, marks, parser, hides=False)), place)
        passages += [replace(item, turn=item.turn + last_turn) for item in further]
    if _CUT["other"] in cut:  # perhaps by mistake
        last_turn += 1
        passages.append(Passage(text, (0, len(text)), turn=last_turn))
    unique: dict[tuple[str, bool, bool], Passage] = {}
    for item in passages:
        unique.setdefault((item.text, item.is_reasoning, item.may_be_prompt), item)
    return SplitText(text, list(unique.values()), parser, tuple(dict.fromkeys([*cut, *replaced])), last_turn=last_turn)


def _turns(sections: Sequence[tuple[Mark, Passage]], place: str) -> list[Passage]:
    """The passages of the assistant's turns in reading order."""
    passages, above, turn, before = list[Passage](), list[Passage](), 0, ""
    kinds = [mark.kind for mark, _ in sections] + [""]
    firsts = [number for number, kind in enumerate(kinds) if kind not in ("opening", "closing", "start")]
    for first, end in pairwise(firsts):
        content, reasoning = list[Passage](), list[Passage]()
        part = content
        for mark, passage in sections[first:end] if kinds[first] != "other" else ():
            if mark.kind == "closing" and part is content:  # the prompt opened the reasoning
                reasoning += content
                content.clear()
            part = {"opening": reasoning, "closing": content}.get(mark.kind, part)
            part += [passage] * bool(passage.text.strip())
        found: list[Passage] = []
        for part in filter(None, (content, reasoning)):
            whole, region = "\n".join(item.text for item in part), (part[0].region[0], part[-1].region[1])
            blocks = [block for item in part for block in item.blocks if block.raw.strip()]
            found.append(Passage(whole, region, blocks, is_reasoning=part is reasoning))
        if kinds[first] == "answer" != before != "other" and sections[first][0].in_words:
            blocks = [block for item in above if not item.is_reasoning for block in item.blocks]
            # A heading may belong to the answer itself.
            found = [replace(item, blocks=[*blocks, *item.blocks]) if item.blocks else item for item in found]
        passages += [replace(item, turn=turn, may_be_prompt=kinds[end] == "answer", place=place) for item in found]
        turn, before, above = turn + bool(found), kinds[first], found
    return sorted(passages, key=lambda passage: passage.is_reasoning)


def answer_text(text: str) -> str:
    """The content of the first turn with content, for answers other than code; unknown tags, as `<plan>`, are kept."""
    if len(text) > _MAX_ANSWER_CHARS:
        return text
    parser = BoundedParser(_MAX_ANSWER_PARSES, 3 * len(text))
    passages = split_completion(text, parser, unknown_tags=False).passages
    return next((item.text for item in passages if not item.is_reasoning and not item.may_be_prompt), "")


def _sections(
    text: str, marks: Sequence[Mark], parser: BoundedParser, *, is_python: bool = False, hides: bool = True
) -> Iterator[tuple[Mark, Passage]]:
    """The passages between marks other than fences, each with the mark before it. Marks in code or reasoning do not
    divide the text; but after an open string, an answer with code in its line does."""
    strings, done = CodeStrings(text, 0 if is_python else -1, marks), 0
    first, blocks, is_open = Mark("", 0, 0), list[Block](), False
    for index, mark in enumerate(marks):
        since = max(first.end, done)
        if strings.start < since:
            strings = CodeStrings(text, next(ANY_START.finditer(text, since)).start(), marks)
        is_code = (is_python and not mark.is_alone and not strings.at(mark.start)) or strings.have(index)
        opens = mark.kind == "answer" and _CODE_IN_LINE.match(text, mark.end, mark.end + 200) is not None
        is_hidden = is_code and not (opens and not is_python and strings.at(mark.start).startswith(('"""', "'''")))
        if mark.kind in ("answer", "other", "end"):
            is_hidden = is_hidden and first.kind != "other"  # quotation marks of others are ignored
            heading = _HEADING.match(text, mark.start) if mark.kind == "answer" else None
            is_own = heading is not None and first.kind not in ("answer", "other")
            if heading is not None and is_own:  # if the text above has similar headings, or the same with a number
                alike = re.escape(heading["sign"]) + rf"{heading['word']} \d" * bool(heading["number"])
                is_own = re.compile(rf"^{alike}", re.MULTILINE).search(text, first.end, mark.start) is not None
            ends = is_open, mark.is_in_reasoning  # ends of the reasoning around it
            is_within = any(ends) if mark.in_words else all(ends)
            is_hidden = is_hidden or is_within or (mark.in_words and is_own)
        if mark.start < done or (is_hidden and hides):
            continue
        if mark.kind != "fence":
            is_open = mark.kind == "opening" or (is_open and mark.kind == "start")
            yield first, Passage(text[first.end : mark.start], (first.end, mark.start), blocks)
            first, blocks, is_python = mark, [], False
            continue
        above = Block(text[since : mark.start], (since, mark.start))
        is_closing = not blocks and _LANGUAGE.match(mark.info) is None
        if is_closing and has_code(Fragment.of(above.source, parser).tree):  # the prompt opened the block
            found, done = [above], mark.end
        else:
            found, done = _read_block(text, marks, index, parser)
        blocks += [replace(block, above=text[since : mark.start]) for block in found]


def _read_block(text: str, marks: Sequence[Mark], index: int, parser: BoundedParser) -> tuple[list[Block], int]:
    """The block that a fence opens, if any, without the fence's indent; and the place at which to continue."""
    fence = marks[index]
    line_end = fence.end + len(fence.info)
    opening = _OPENING.match(text, fence.end)
    if opening is None and (fence.in_line or text[line_end : line_end + 1] not in ("", "\n")):
        return [], line_end + text.startswith("`", line_end)  # a span of code ends at the next fence
    start = opening.end() if opening is not None else line_end + 1
    strings, first = CodeStrings(text, start, marks), None
    for place in range(index + 1, len(marks)):
        end = marks[place]  # a fence, the end of the text, or another mark
        is_fence = end.kind == "fence"
        if is_fence and text[end.start] != text[fence.start]:
            continue
        is_code = strings.have(place)
        if first is None and not (end.in_line if is_fence else is_code):
            first = end  # the end of the block if it is not Python
        if not is_code and (is_fence or end.is_alone):
            break
    if first is not None and first != end:
        is_python = parser.parse(Block(text[start : end.start], (start, end.start)).source).tree is not None
        end = end if is_python else first
    indent = "" if fence.in_line else text[text.rfind("\n", 0, fence.start) + 1 : fence.start]
    raw = "\n".join(without_indent(text[start : end.start].split("\n"), indent))
    contents = [one["content"] for one in _WRITTEN.finditer(raw)] if 0 < raw.count("<<") <= _MAX_WRITTEN else []
    opens_next = end.kind != "fence" or (not end.in_line and _LANGUAGE.match(end.info) is not None)
    return [Block(part, (start, end.start)) for part in contents or [raw]], end.start if opens_next else end.end
