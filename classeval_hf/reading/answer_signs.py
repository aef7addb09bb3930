"""What an answer looks like at first sight: empty, a refusal, cut off, escaped, or a class of another name."""

from __future__ import annotations

import ast
import html
import re
from dataclasses import dataclass

from classeval_hf.core.syntax import parse_or_none

__all__ = ["AnswerSigns", "read_signs"]

_REFUSAL = re.compile(
    r"\b(?:I'?m sorry|I am sorry|I apologi[sz]e|I can(?:'|no)t\b|I'?m (?:unable|not able)|I am (?:unable|not able)"
    r"|As an AI|I won'?t\b|cannot (?:help|assist|fulfil))",
    re.IGNORECASE,
)
_REFUSAL_CHARS = 400
"""How far into an answer a refusal is looked for."""

_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_NAMES, _NAME_CHARS = 5, 60
_ESCAPED_LINES = 3
"""Escaped line ends from which on an answer without any line end of its own counts as escaped."""


@dataclass(frozen=True)
class AnswerSigns:
    """
    Args:
        kind (`str`): `"empty"`, `"refusal"`, `"escaped"` (code with its line ends or its marks escaped), `"no
            Python"` (what was found in it does not parse), `"no class"` (no class of the name asked for), or empty for
            none of these.
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
    tree = parse_or_none(code)
    if defines_class and tree is not None:
        return AnswerSigns("")
    if _is_escaped(answer, class_name):
        return AnswerSigns("escaped")
    has_class = tree is not None and any(isinstance(node, ast.ClassDef) for node in tree.body)
    if not has_class and not defines_class and _REFUSAL.search(answer[:_REFUSAL_CHARS]) is not None:
        return AnswerSigns("refusal")
    if tree is None:
        return AnswerSigns("no Python")
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return AnswerSigns("no class", tuple(name[:_NAME_CHARS] for name in names[:_NAMES]))


def _is_escaped(answer: str, class_name: str) -> bool:
    """Whether the class is there once line ends, or HTML's signs, are put back."""
    pattern = re.compile(rf"^[ \t]*class[ \t]+{re.escape(class_name)}\b", re.MULTILINE)
    if answer.count("\\n") >= _ESCAPED_LINES and pattern.search(answer.replace("\\n", "\n").strip("\"'")) is not None:
        return True
    try:
        plain = html.unescape(_BREAK.sub("\n", answer))
    except ValueError:  # the number of a character that has thousands of digits
        return False
    return plain != answer and pattern.search(plain) is not None and parse_or_none(plain) is not None
