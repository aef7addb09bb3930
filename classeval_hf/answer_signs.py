"""What an answer looks like at first sight: empty, a refusal, cut off, escaped, or a class of another name."""

from __future__ import annotations

import ast
import html
import re
from dataclasses import dataclass

from classeval_hf.syntax import parse_or_none

__all__ = ["AnswerSigns", "read_signs"]

_REFUSAL = re.compile(
    r"\b(?:I'?m sorry|I am sorry|I apologi[sz]e|I can(?:'|no)t\b|I'?m (?:unable|not able)|I am (?:unable|not able)"
    r"|As an AI|I won'?t\b|cannot (?:help|assist|fulfil))",
    re.IGNORECASE,
)
_REFUSAL_CHARS = 400
"""How far into an answer a refusal is looked for."""

_NAMES = 5
_ESCAPED_LINES = 3
"""Escaped line ends from which on an answer without any line end of its own counts as escaped."""


@dataclass(frozen=True)
class AnswerSigns:
    """
    Args:
        kind (`str`): `"empty"`, `"refusal"`, `"escaped"` (code with its line ends or its marks escaped), `"no class"`
            (no class of the name asked for), or empty for none of these.
        classes (`tuple[str, ...]`): classes that it holds instead.
    """

    kind: str
    classes: tuple[str, ...] = ()


def read_signs(answer: str, code: str, class_name: str, defines_class: bool) -> AnswerSigns:
    """
    Looks at an answer and at what was extracted from it.

    Args:
        answer (`str`): the answer.
        code (`str`): the code that was found in it.
        class_name (`str`): the class that it was asked for.
        defines_class (`bool`): whether the code has a `class` statement of that name.

    Returns:
        [`AnswerSigns`]
    """
    if not answer.strip():
        return AnswerSigns("empty")
    if defines_class:
        return AnswerSigns("")
    if _is_escaped(answer, class_name):
        return AnswerSigns("escaped")
    if not code.strip() and _REFUSAL.search(answer[:_REFUSAL_CHARS]) is not None:
        return AnswerSigns("refusal")
    tree = parse_or_none(code)
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)] if tree is not None else []
    return AnswerSigns("no class", tuple(names[:_NAMES]))


def _is_escaped(answer: str, class_name: str) -> bool:
    """Whether the class is there once line ends, or HTML's signs, are put back."""
    pattern = re.compile(rf"^[ \t]*class[ \t]+{re.escape(class_name)}\b", re.MULTILINE)
    if answer.count("\\n") >= _ESCAPED_LINES and pattern.search(answer.replace("\\n", "\n").strip("\"'")) is not None:
        return True
    plain = html.unescape(answer)
    return plain != answer and pattern.search(plain) is not None and parse_or_none(plain) is not None
