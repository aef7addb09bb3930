"""Moving Python source: fragments that parse, definitions cut out of them, signatures and bodies."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from classeval_hf.core.syntax import BoundedParser, first_line, parse_or_none

__all__ = [
    "Fragment",
    "FunctionNode",
    "cut_statement",
    "longest_parsable_head",
    "parse_fragment",
    "signature_length",
    "split_line",
    "without_margin",
]

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef

_FAR_IN = " " * 99
"""Deeper than any signature, so that a body of this indent fits below each."""

_SINGLE_CUTS = 12
"""Number of cuts at the line of an error, which may remove a single line, before more is cut at a time."""

_STATEMENT = re.compile(r"[ \t]*(?:(?:class|def|async[ \t]+def|import|from)[ \t]+\w|@\w|#)")


@dataclass(frozen=True)
class Fragment:
    """Source that parses, and its syntax tree; source that was indented stands in a class of its own."""

    source: str
    tree: ast.Module

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the source."""
        return self.source.split("\n")


def parse_fragment(text: str, parser: BoundedParser | None = None) -> Fragment | None:
    """
    Parses source that may have been cut out of a class; `None` where it is no Python.

    Such source is indented as a whole, or in all lines but the first, which a cut at a word leaves in column 0. Tabs
    among spaces are read as four columns, then as eight. Text of unknown origin needs a `parser`.
    """
    for reading in _readings(text):
        tree = parse_or_none(reading) if parser is None else parser.parse(reading).tree
        if tree is not None and tree.body:
            return Fragment(reading, tree)
    return None


def cut_statement(lines: Sequence[str], node: ast.stmt, indent: int) -> str:
    """
    The source of a statement that starts its line, decorators included, moved to an indent in columns.

    Lines inside a string keep their text, since it is a value; those of a docstring (which `node` may be) move along.
    """
    lines = lines[first_line(node) - 1 : node.end_lineno]
    inside_strings = set(_string_lines(node))
    by = indent - _width(lines[0])
    moved = [
        line if number in inside_strings else _moved(line, by)
        for number, line in enumerate(lines, start=first_line(node))
    ]
    # A backslash at the end continues on a blank line, which is not part of the statement.
    return "\n".join(moved).removesuffix("\\").rstrip(" \t")


def split_line(line: str, node: ast.stmt) -> tuple[str, str]:
    """The line that a statement starts in, before the statement and from it on."""
    data = line.encode()  # columns of syntax trees count bytes
    return data[: node.col_offset].decode(), data[node.col_offset :].decode()


def longest_parsable_head(lines: Sequence[str], parser: BoundedParser) -> Fragment | None:
    """
    The longest head of a definition's lines that parses, or `None`; it need not be Python to its end.

    Where errors keep being reported at the end, a quarter of the lines is cut at a time, which takes few attempts.
    """
    source = [_spaces(line, 4) for line in lines]
    if source and source[0][:1].isspace():
        source.insert(0, "class _:")
    for attempt in count():
        if not source:
            break
        found = parser.parse("\n".join(source))
        if found.tree is not None:
            return Fragment("\n".join(source), found.tree) if found.tree.body else None
        if found.error_line is None:
            break
        # What comes before the line of an error is all that can parse; an error at the end names the end.
        max_lines = len(source) - 1 if attempt < _SINGLE_CUTS else len(source) * 3 // 4
        source = source[: min(max_lines, found.error_line - 1)]
    return None


def without_margin(source: str) -> str:
    """A source without the indent that all its lines share, or that its first line alone has."""
    if not source[:1].isspace():  # most sources: the first line has no indent
        return source
    lines = source.split("\n")
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines if line.strip()]
    low, high = min(indents, default=""), max(indents, default="")
    shared = low[
        : next((place for place, pair in enumerate(zip(low, high, strict=False)) if pair[0] != pair[1]), None)
    ]
    if not shared:
        return source.lstrip() if _STATEMENT.match(source.lstrip("\n")) and "" in indents else source
    return "\n".join(line.removeprefix(shared) if line.startswith(shared) else line.lstrip(" \t") for line in lines)


def signature_length(lines: Sequence[str]) -> int | None:
    """
    Number of lines that decorators and signature take at the head of a definition; `None` if its body is in its line.

    It is the shortest head that parses once a body is put below it, so that neither a signature over several lines
    nor a colon in an annotation misleads, and what follows need not be Python.
    """
    for length in range(1, len(lines) + 1):
        if not lines[length - 1].strip() or lines[length - 1].lstrip().startswith("@"):
            continue
        fragment = parse_fragment("\n".join([*lines[:length], f"{_FAR_IN}pass"]))
        if fragment is not None and any(map(_is_function, ast.walk(fragment.tree))):
            return length
    return None


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


def _readings(text: str) -> Iterator[str]:
    lines = text.strip("\n").split("\n")
    yield from _placed(lines)
    if any("\t" in line[: len(line) - len(line.lstrip())] for line in lines):
        for size in (4, 8):
            yield from _placed([_spaces(line, size) for line in lines])


def _placed(lines: Sequence[str]) -> Iterator[str]:
    """The lines as they are; as the body of a class; and so with the first line brought level with the others."""
    indents = [line[: len(line) - len(line.lstrip())] for line in lines[1:] if line.strip()]
    level = "" if lines[0][:1].isspace() else min(indents, key=len, default="")
    if level == " " * 8 and lines[0].startswith(("def ", "async def ")):  # a body as deep as in a class
        yield "\n".join(["class _:", level[4:] + lines[0], *lines[1:]])
    yield "\n".join(lines)
    if lines[0][:1].isspace() or level:
        yield "\n".join(["class _:", level + lines[0], *lines[1:]])
    if lines[0][:1].isspace():
        yield "\n".join([lines[0].lstrip(), *lines[1:]])


def _spaces(line: str, tab_size: int) -> str:
    """The line with its indent in spaces."""
    code = line.lstrip()
    return line[: len(line) - len(code)].expandtabs(tab_size) + code


def _width(line: str) -> int:
    expanded = _spaces(line, 4)
    return len(expanded) - len(expanded.lstrip())


def _moved(line: str, by: int) -> str:
    if not line.strip():
        return ""
    return " " * max(0, _width(line) + by) + line.lstrip()


def _string_lines(node: ast.stmt) -> Iterator[int]:
    """Numbers of the lines that start inside a string, docstrings left out."""
    docstrings = {
        id(item.body[0].value)
        for item in ast.walk(node)
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and isinstance(item.body[0], ast.Expr)
    }
    if isinstance(node, ast.Expr):
        docstrings.add(id(node.value))
    waiting: list[ast.AST] = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, ast.JoinedStr) or (
            isinstance(item, ast.Constant) and isinstance(item.value, (str, bytes)) and id(item) not in docstrings
        ):
            yield from range(item.lineno + 1, (item.end_lineno or item.lineno) + 1)
        else:
            waiting.extend(ast.iter_child_nodes(item))
