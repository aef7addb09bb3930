"""Kinds and lengths of the parts of Python texts, for the page to colour; read in limited processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String

from classeval_hf.core.progress import ProgressBar
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores

HIGHLIGHT_LIMIT = 20_000  # characters of a text beyond which it is shown without colours
_CPU_SECONDS = 2.0
_MEMORY_BYTES = 512 << 20
_CHUNK = 512
_WORTH_A_PROCESS = 256
_MAX_UNREADABLE = 16
"""Texts that take too much, after which no more are read: this bounds the time that hostile texts cost together."""

_PLAIN = "t"
_KINDS: tuple[tuple[Any, str], ...] = (
    (Comment, "c"),
    (String, "s"),
    (Number, "m"),
    (Operator.Word, "k"),
    (Keyword, "k"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Decorator, "f"),
    (Name.Builtin.Pseudo, _PLAIN),  # `self`, on every line
    (Name.Builtin, "b"),
)
"""The letter of each kind of part; all others are plain."""


def highlighted(texts: Iterable[str], progress: bool = False) -> dict[str, str]:
    """By text what [`token_kinds`] says of it, each read once; texts that take too much to read are left out."""
    wanted = [text for text in dict.fromkeys(texts) if text and len(text) <= HIGHLIGHT_LIMIT]
    found: dict[str, str] = {}
    if not wanted:
        return found
    unreadable = 0
    processes = min(available_cores(), 1 + len(wanted) // _WORTH_A_PROCESS)
    shown = progress and len(wanted) > _CHUNK
    with (
        LimitedCalls(processes, _CPU_SECONDS, _MEMORY_BYTES) as calls,
        ProgressBar("Colouring code", len(wanted), "text", shown=shown) as bar,
    ):
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            for text, kinds in zip(chunk, calls.map(token_kinds, [(text,) for text in chunk]), strict=True):
                if isinstance(kinds, UnreadableError):
                    unreadable += 1
                else:
                    found[text] = kinds
            bar.update(len(chunk))
            if unreadable >= _MAX_UNREADABLE:
                break
    return found


def token_kinds(text: str) -> str:
    """Per part of a text (of its fenced blocks, if any) the letter of its kind and its length in UTF-16: `"k3t1"`."""
    parts: list[tuple[str, int]] = []
    for kind, value in _parts(text):
        length = len(value.encode("utf-16-le", "surrogatepass")) // 2
        if parts and parts[-1][0] == kind:
            parts[-1] = kind, parts[-1][1] + length
        elif length:
            parts.append((kind, length))
    return "".join(f"{kind}{length}" for kind, length in parts)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    lexer = PythonLexer()
    for is_code, passage in _passages(text):
        if not is_code:
            yield _PLAIN, passage
            continue
        # The method that changes nothing of the text before it reads it.
        for _, token, value in lexer.get_tokens_unprocessed(passage):
            yield _kind(token), value


@cache
def _kind(token: Any) -> str:
    return next((letter for kind, letter in _KINDS if token in kind), _PLAIN)


def _passages(text: str) -> Iterator[tuple[bool, str]]:
    """Whether a passage is read as Python, and the passage: all of a text without fences, else what is within them."""
    lines = text.splitlines(keepends=True)
    fences = [line.lstrip().startswith("```") for line in lines]
    if not any(fences):
        yield True, text
        return
    within = False
    collected: list[str] = []
    for line, is_fence in zip(lines, fences, strict=True):
        if not is_fence:
            collected.append(line)
            continue
        yield within, "".join(collected)
        yield False, line
        within, collected = not within, []
    yield within, "".join(collected)
