"""
The texts that may stand in place of a function's body, in the order in which they are tried.

Bodies come with and without indentation, and with a first line that has lost its indentation or has it twice. Only
whole lines are moved, and none that starts within a string of several lines, so that no string changes its value: the
rule of DevEval's published code, to dedent and indent again, breaks four of its own references there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from classeval_hf.core.syntax import lines_within_strings, nested_statements
from classeval_hf.reading.definitions import DEFINITIONS, margin

__all__ = ["body_texts", "dedented", "move_lines", "uses_parameters"]

_NEXT = re.compile(r"[ \t]*(?:(?:async[ \t]+)?def|class)\b|[ \t]*@|if __name__\b")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)|```[ \t]*$", re.MULTILINE)


def body_texts(text: str, indent: str, outside: str) -> Iterator[str]:
    """
    The ways to read a text as the body of a function, without blank lines at its start and end, in this order:

    1. as it stands;
    2. its first line indented as the body is, and the rest as it stands;
    3. all lines moved together, so that the first one is indented as the body is;
    4. likewise, cut off at the first line of code that is less indented than the first one, if this begins a
       definition or a main guard, or another member of a class;
    5. its first line indented as the body is, and the rest moved together, so that its least indented line is as well;
    6. as 4, whatever the less indented line begins;
    7. the lines before the first one that is less indented than they are moved together, so that the first line is
       indented as the body is, and the rest likewise, so that its least indented line is;
    8. the same ways for what precedes the first fence.

    `indent` stands before the statements of the body, `outside` before the function.
    """
    fence = _FENCE.search(text)
    for part in [text] if fence is None else [text, text[: fence.start()]]:
        body = _without_blank_ends(part)
        if body:
            yield from dict.fromkeys(_placements(body, indent, outside))


def move_lines(text: str, old: str, new: str) -> str:
    """Replaces the white space before lines; those that start with another, or within a string, stay as they are."""
    if old == new:
        return text
    fixed = lines_within_strings(text)
    lines = text.split("\n")
    return "\n".join(
        new + line[len(old) :] if number not in fixed and line.strip() and line.startswith(old) else line
        for number, line in enumerate(lines)
    )


def dedented(text: str) -> str:
    """A text moved so that its first line of code is not indented."""
    return move_lines(text, margin(_first_code_line(text)), "")


def _first_code_line(text: str) -> str:
    """The first line that is neither blank nor a comment; empty if there is none."""
    return next((line for line in text.split("\n") if _is_code(line)), "")


def uses_parameters(tree: ast.Module, parameters: Collection[str]) -> bool:
    """Whether the statements of a module can only be in a function: they return, or use its parameters."""
    statements = [node for node in nested_statements(tree.body) if not isinstance(node, DEFINITIONS)]
    nodes = [item for node in tree.body if not isinstance(node, DEFINITIONS) for item in ast.walk(node)]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    return any(isinstance(node, ast.Return) for node in statements) or any(
        node.id in parameters and node.id not in bound for node in names
    )


def _placements(body: str, indent: str, outside: str) -> Iterator[str]:
    first, line_end, rest = body.partition("\n")
    outer = margin(_first_code_line(body) or first)
    yield body
    moved_first = indent + first.lstrip(" \t")
    yield f"{moved_first}{line_end}{rest}"
    yield move_lines(body, outer, indent)
    lines = body.split("\n")
    cut = _first_shallower(lines, outer, body)
    head = move_lines(_without_blank_ends("\n".join(lines[:cut])), outer, indent) if cut < len(lines) else ""
    is_member = outer == indent and outside == margin(lines[cut]) != "" if head else False
    ends = bool(head) and (is_member or _NEXT.match(lines[cut]) is not None)
    if ends:
        yield head
    smallest = _smallest_margin(body, 1)
    if smallest is not None:
        yield "\n".join([moved_first, *move_lines(body, smallest, indent).split("\n")[1:]])
    if head and not ends:
        yield head
    if smallest is not None:
        yield _moved_apart(body, indent)


def _first_shallower(lines: Sequence[str], outer: str, body: str) -> int:
    """Index of the first line of code that is less indented; the number of lines if there is none."""
    fixed = lines_within_strings(body)
    shallower = (
        number
        for number, line in enumerate(lines)
        if number not in fixed and _is_code(line) and len(margin(line)) < len(outer)
    )
    return next(shallower, len(lines))


def _moved_apart(body: str, indent: str) -> str:
    """A body whose first lines are indented further than the rest, both moved to be indented as it is to be."""
    outer = margin(body)
    cut = _first_shallower(body.split("\n"), outer, body)
    first = move_lines(body, outer, indent).split("\n")[:cut]
    rest = move_lines(body, _smallest_margin(body, cut) or "", indent).split("\n")[cut:]
    return "\n".join([*first, *rest])


def _smallest_margin(body: str, start: int) -> str | None:
    """The least white space before a line of code, from a line on; `None` if there is no code."""
    fixed = lines_within_strings(body)
    lines = enumerate(body.split("\n"))
    margins = (margin(line) for number, line in lines if number >= start and number not in fixed and _is_code(line))
    return min(margins, key=len, default=None)


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _without_blank_ends(text: str) -> str:
    """A text without blank lines at its start and white space at its end."""
    lines = text.rstrip().split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    return "\n".join(lines[first:])
