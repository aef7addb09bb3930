"""Moving Python source: fragments that parse, definitions cut out of them, and indents."""

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile

from classeval_hf.core.syntax import BoundedParser, first_line, lines_within_strings, parse_or_none, walk

_CONTINUES = re.compile(r"\s*(?:[)\]}#]|(?:else|elif|except|finally|case)\b)")
_DEFINES = re.compile(r"\s*(?:@|(?:class|def|async)\b)")
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Fragment:
    """Source and its syntax tree, empty if it does not parse; indented source may be wrapped in a class."""

    source: str
    tree: ast.Module

    @classmethod
    def of(cls, source: str, parser: BoundedParser | None = None) -> "Fragment":
        tree = parse_or_none(source) if parser is None else parser.parse(source).tree
        return cls(source, tree or ast.Module([], []))

    @cached_property
    def lines(self) -> list[str]:
        return self.source.split("\n")


def parse_fragment(text: str, parser: BoundedParser | None = None) -> Fragment | None:
    """Parses source that may have been cut out of a class; tabs among spaces are four columns, or eight."""
    lines = text.strip("\n").split("\n")
    readings = [lines, *([_moved(line, 0, size) for line in lines] for size in (4, 8) if "\t" in text)]
    fragments = (Fragment.of(placed, parser) for reading in readings for placed in _placed(reading))
    return next((fragment for fragment in fragments if fragment.tree.body), None)


def _placed(lines: Sequence[str]) -> Iterator[str]:
    """The lines, whose first one may have lost its indent or gained one, as a module and as the body of a class."""
    others = [margin(line) for line in lines[1:] if line.strip()]
    level = min(others, key=len, default="")
    is_method = level == " " * 8 and lines[0].startswith(("def ", "async def "))  # a body as deep as in a class
    indent = margin(lines[0]) or (level[4:] if is_method else level)
    source = "\n".join([lines[0].lstrip(), *lines[1:]])
    forms = [source, f"class _:\n{indent}{source}"]
    yield from forms[::-1] if is_method or (margin(lines[0]) and others[:1] != [""]) else forms


def find_function(fragment: Fragment | None, name: str = "") -> FunctionNode | None:
    """The first function in a fragment, of a name if one is given."""
    nodes = ast.walk(fragment.tree) if fragment is not None else ()
    return next((node for node in nodes if isinstance(node, FunctionNode) and name in ("", node.name)), None)


def cut_statement(lines: Sequence[str], node: ast.stmt, indent: int) -> str:
    """A statement's lines, decorators included, moved to an indent in columns; values keep their text."""
    nodes = walk(node)
    alone = {item.value for item in nodes if isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)}
    values = [item for item in nodes if isinstance(item, (ast.Constant, ast.JoinedStr)) and item not in alone]
    fixed = {line for item in values for line in range(item.lineno + 1, (item.end_lineno or item.lineno) + 1)}
    by = indent - width(lines[first_line(node) - 1])
    numbered = enumerate(lines[first_line(node) - 1 : node.end_lineno], first_line(node))
    moved = [line if number in fixed else _moved(line, by) * bool(line.strip()) for number, line in numbered]
    return "\n".join(moved).removesuffix("\\").rstrip(" \t")  # a backslash at the end goes on to a blank line


def move_lines(text: str, old: str, new: str) -> str:
    """Replaces the white space before lines, except lines that start with other white space or within a string."""
    fixed = lines_within_strings(text)
    return "\n".join(
        new + line[len(old) :] if number not in fixed and line.strip() and line.startswith(old) else line
        for number, line in enumerate(text.split("\n"))
    )


def longest_head(lines: Sequence[str], parser: BoundedParser) -> Fragment:
    """The longest leading part of a definition that parses, possibly empty; the rest need not be Python."""
    source = next(_placed([_moved(line) for line in lines])).split("\n")
    return Fragment.of("\n".join(source[: parsable_lines(source, parser)]), parser)


def parsable_lines(source: Sequence[str], parser: BoundedParser) -> int:
    """Number of lines of a source that parse, from the first one on."""
    end, cuts = len(source), 0
    while (error_line := parser.parse("\n".join(source[:end])).error_line) is not None:
        # Only lines before the error can parse. After many errors in the last line, a quarter is cut at a time.
        least = 1 if cuts < 12 else end // 4 + 1
        end = min(end - least, error_line - 1)
        cuts += 1
    return end


def whole_statements(source: str, parser: BoundedParser) -> str:
    """A source that ends within a statement, without that statement; empty if it has another error."""
    lines = source.split("\n")
    if not parser.parse(source).ends_early:
        return ""
    end = parsable_lines(lines, parser)
    while end and not lines[end - 1].strip():
        end -= 1
    rest = list(dropwhile(lambda line: not line.strip() or line.lstrip().startswith("@"), lines[end:]))
    inside = lines_within_strings("\n".join(rest))
    last = len(rest) - 1 if rest and rest[0].split() == ["try:"] else 0  # may be cut off within `except`
    is_one = all(
        width(line) > width(rest[0])
        or not line.strip()
        or (_DEFINES.match(line) is None if number in inside else number == last or _CONTINUES.match(line))
        for number, line in enumerate(rest[1:], 1)
    )
    return "\n".join(lines[:end]) + "\n" if is_one and end else ""


def without_margin(source: str) -> str:
    """A source without the indent of all its lines, or of its first line only."""
    lines = source.lstrip("\n").split("\n")
    return "\n".join(without_indent(lines, next(filter(str.strip, lines), ""))).lstrip()


def without_indent(lines: Sequence[str], most: str) -> list[str]:
    """Lines without the indent that they share with another line; in columns if tabs and blanks are mixed."""
    filled = [line for line in lines if line.strip()]
    shared = min([margin(most), *map(margin, filled)], key=len)
    if all(line.startswith(shared) for line in filled):
        return [line.removeprefix(shared) for line in lines]
    return [_moved(line, -min(map(width, [most, *filled]))) for line in lines]


def margin(line: str) -> str:
    """White space at the start of a line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def width(line: str, tab_size: int = 4) -> int:
    """The indent of a line in columns."""
    return len(margin(line).expandtabs(tab_size))


def _moved(line: str, by: int = 0, tab_size: int = 4) -> str:
    """A line moved by a number of columns, with spaces for tabs in its indent."""
    return " " * max(0, width(line, tab_size) + by) + line.lstrip() if line.strip() else line


def definition_source(source: str, node: FunctionNode | ast.ClassDef, indent: int = 0) -> str:
    """Source of a definition with its decorators, indented by a number of spaces."""
    text = textwrap.dedent("\n".join(source.split("\n")[first_line(node) - 1 : node.end_lineno]))
    return textwrap.indent(text, " " * indent) if indent else text
