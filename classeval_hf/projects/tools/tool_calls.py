"""Reads tool calls, `name(argument, ...)`, and thoughts around them from a model's text, without running code."""

import builtins
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "get_class_info": ("class_name",),
    "get_signature": ("class_name", "method_name"),
    "get_method_body": ("class_name", "method_name"),
    "get_relevant_code": ("search_string",),
    "get_imports": (),
}  # parameters of the tools, in the order of the paper's prompt (appendix G)

TOOL_NAMES = tuple(PARAMETERS)
_MAX_CALL_CHARS, _MAX_ARGUMENTS, _MAX_ARGUMENT_CHARS, _MAX_THOUGHT_CHARS = 2_000, 10, 500, 2_000
_MAX_TRIES = 1_000  # maximum of possible calls that are read, so that reading takes linear time
_PYTHONS_OWN = frozenset(dir(builtins))  # calls of these are code, not calls of unknown tools
_CALL_START = re.compile(r"(?<![\w.])([A-Za-z_]\w{0,63})[ \t]?\(", re.ASCII)
_TOKEN = re.compile(
    r"""
    (?P<string> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `[^`\n]*` )
    | (?P<mark> [,()\[\]=\n] )
    | (?P<plain> [^,()\[\]=\n"'`]+ | . )
    """,
    re.VERBOSE,
)
_ALONE = re.compile(
    r"[ \t]*(?:[-*>]|\d{1,2}[.):]|\(\d{1,2}\))?[ \t]*(?:(?:Action|Tool|Call)[\w ]{0,9}:)?[ \t`*]*", re.I
)


@dataclass(frozen=True)
class ToolCall:
    name: str  # name of the tool, which need not exist
    arguments: tuple[str, ...] = ()  # its arguments; `None` is the empty string
    text: str = ""  # the call as the model wrote it
    thought: str = ""  # the model's text between the call before and this one


@dataclass(frozen=True)
class ToolResult:
    call: ToolCall
    output: str  # the text for the model: the result, or the reason why there is none
    ok: bool = True  # whether there is a result


def parse_tool_calls(text: str, limit: int = 3) -> list[ToolCall]:
    """
    Reads the calls in a text, with thoughts around them.

    A call of an unknown tool counts if it stands alone in its line, so that the model gets an error; calls of known
    tools come first if there are more than `limit`. Equal calls count once. A call with the names of the parameters as
    arguments does not count, and neither does one without arguments within a sentence.

    Args:
        text (`str`): the model's text. Reading takes time linear in its length.
        limit (`int`, defaults to 3): maximum of calls (algorithm 1: 3).

    Returns:
        `list[ToolCall]`: in the order of the text.
    """
    calls: dict[tuple[str, tuple[str, ...]], tuple[ToolCall, bool]] = {}
    place = 0
    for start, end, name, arguments in _calls(text):
        if (name, arguments) not in calls:
            thought = text[max(place, start - _MAX_THOUGHT_CHARS) : start].strip()
            calls[name, arguments] = ToolCall(name, arguments, text[start:end].strip(), thought), name in PARAMETERS
            place = end
    known = [call for call, is_known in calls.values() if is_known][:limit]
    others = [call for call, is_known in calls.values() if not is_known][: limit - len(known)]
    chosen = {id(call) for call in (*known, *others)}
    return [call for call, _ in calls.values() if id(call) in chosen]


def _calls(text: str) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    """Start, end, name and arguments of calls of tools, also unknown ones."""
    place = tries = 0
    while tries < _MAX_TRIES and (begin := _CALL_START.search(text, place)) is not None:
        place = begin.end()
        name = begin[1]
        line = text.rfind("\n", max(begin.start() - 60, 0), begin.start()) + 1
        # Only the beginning of a list item or action is before it in its line.
        is_alone = (line > 0 or begin.start() < 60) and _ALONE.fullmatch(text, line, begin.start()) is not None
        if name not in PARAMETERS and (not is_alone or name in _PYTHONS_OWN):
            continue
        tries += 1
        read = _read_arguments(text, begin.end())
        if read is None:
            continue
        (parts, end), parameters = read, PARAMETERS.get(name, ())
        if not is_alone and not parts and parameters:
            continue  # a thought that names the tool
        values = [value for keyword, value in parts if not keyword]
        if parameters and tuple(values) == parameters:
            continue  # only the parameters' names
        if name not in PARAMETERS and text[end : end + 80].partition("\n")[0].strip(" \t`*.;"):
            continue
        place = end
        if name == "get_relevant_code":
            values = [", ".join(value for _, value in parts)] if parts else []
            parts = []
        for keyword, value in parts:  # in the order of the parameters
            index = parameters.index(keyword) if keyword in parameters else len(values)
            if keyword:
                values += [""] * (index + 1 - len(values))
                values[index] = value
        is_text = name == "get_relevant_code"
        yield begin.start(), end, name, tuple("" if one in ("None", "null") and not is_text else one for one in values)


def _read_arguments(text: str, start: int) -> tuple[list[tuple[str, str]], int] | None:
    """Arguments with keywords, and the end; an unclosed call ends with its line. `None` if it is not a call."""
    parts: list[tuple[str, str]] = []
    keyword, words, depth, place = "", "", 0, start
    end = min(len(text), start + _MAX_CALL_CHARS)
    is_closed = False
    while place < end and not is_closed:
        token = _TOKEN.match(text, place, end)
        assert token is not None  # a token is any character
        place = token.end()
        mark = token["mark"]
        if token["string"]:
            inner = token["string"][1:-1]
            words += re.sub(r"\\(.)", r"\1", inner) if not depth else token["string"]
        elif mark == "\n":
            if text[place:end].lstrip()[:1] not in ('"', "'", ")", "]", ","):
                break
        elif mark == "=" and not depth and not keyword and words.strip().isidentifier():
            keyword, words = words.strip(), ""
        elif mark == ")" and not depth:
            is_closed = True
        elif mark == "," and not depth:
            parts.append((keyword, words.strip()))
            keyword, words = "", ""
        elif mark not in ("[", "]") or depth:
            depth += {"(": 1, ")": -1}.get(mark or "", 0)
            words += token[0]
    if not is_closed and place >= start + _MAX_CALL_CHARS:
        return None
    if keyword or words.strip():
        parts.append((keyword, words.strip() if is_closed else words.strip().lstrip("\"'`")))
    if any(len(value) > _MAX_ARGUMENT_CHARS for _, value in parts) or len(parts) > _MAX_ARGUMENTS:
        return None
    return parts, place
