"""The pieces of code in text with prose around them. A piece starts at a line in column 0 that opens a definition,
imports or sets a constant, and ends before one that is neither code nor a part of it. Lines of one name are prose."""

import ast
import re
from collections.abc import Iterator

from classeval_hf.core.source_layout import Fragment
from classeval_hf.core.syntax import BoundedParser
from classeval_hf.reading.marks import CODE_LINE, CODE_START

_MAX_PIECES = 8  # starts tried: prose between imports, helpers and two versions of a class makes four or five
_MAX_CUTS = 8  # maximum of lines tried as the end of a piece. It mostly takes two: quotation marks hide the first one
_CODE_LINE = re.compile(CODE_LINE)
_OPENS_BODY = r"(?:class|def|async|if|else|elif|try|with|for|while)\b[^\n]*:[ \t]*(?:#[^\n]*)?"
_START = re.compile(rf"^(?:{CODE_START})", re.MULTILINE)


def code_pieces(text: str, parser: BoundedParser) -> Iterator[Fragment]:
    """The pieces of code in a text with `\\n` as the only line end, in order, without code that does not parse."""
    text = text.lstrip("\n")
    text = f"{text.rstrip()}\n" if text[-1:].isspace() else text
    start = 0 if has_code(Fragment.of(text, parser).tree) else code_start(text)
    for _ in range(_MAX_PIECES):
        if start is None:
            break
        piece, place = read_piece(text, start, parser)
        if piece is not None:
            yield piece
        start = code_start(text, place)


def code_start(text: str, place: int = 0) -> int | None:
    """Position of the first line from a place on that may start code; `None` if there is none."""
    start = _START.search(text, place)
    return None if start is None else start.start()


def indented_runs(text: str, header: str) -> Iterator[str]:
    """Runs of indented lines below prose, as deep as the first one that has a pattern: Markdown's other code."""
    first = re.search(rf"^([ \t]+)(?:{header})", text, re.MULTILINE)
    if first is not None:
        above = rf"(?:^(?:@[^\n]*|(?P<opens>{_OPENS_BODY}))\n)?"
        runs = re.finditer(rf"{above}(?:^(?:{first[1]}[^\n]*|[ \t]*)\n)+", f"{text}\n", re.MULTILINE)
        found = (run[0] for run in runs if not run["opens"])
        yield from (run.strip("\n") for run in found if re.search(rf"^[ \t]+(?:{header})", run, re.MULTILINE))


def has_code(tree: ast.Module) -> bool:
    """Whether a module holds more than expressions: prose can parse as expressions by accident."""
    return any(not isinstance(node, ast.Expr) for node in tree.body)


def _without_lone_names(source: str, tree: ast.Module) -> str:
    """A source, without its lines of a single name in column 0 if there is other code."""
    names = {node.lineno for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name)}
    if not names or not has_code(tree):
        return source
    lines = (line for number, line in enumerate(source.split("\n"), 1) if number not in names)
    return "\n".join(lines).strip() + "\n"


def read_piece(text: str, start: int, parser: BoundedParser) -> tuple[Fragment | None, int]:
    """The piece that starts at a position, or `None` if it does not parse; and the position to continue at."""
    lines = text[start:].split("\n")
    end, cut = len(lines), 0
    for _ in range(_MAX_CUTS):
        source = "\n".join(lines[:end]).rstrip() + "\n" if start or end < len(lines) else text
        parsed = parser.parse(source)
        if parsed.tree is not None:
            piece = Fragment.of(_without_lone_names(source, parsed.tree), parser)
            return piece, start + len("\n".join(lines[:end])) + 1
        cut = min(parsed.error_line or 1, end) - 1
        indented = lines[cut][:1].isspace()
        while cut > 0 and (not lines[cut].strip() or lines[cut][0].isspace()):
            cut -= 1
        # A line of code in column 0 is not prose: then the code itself does not parse, but for a last piece cut off.
        within = "" if lines[cut].startswith("@") else " \t)]}#"  # what lines of the same statement begin with
        is_followed = any(line.strip() and line[0] not in within for line in lines[cut + 1 : end])
        if cut == 0 and indented and end > 1:  # a line of the module above what a class has
            end = 1
        elif cut == 0 or (_CODE_LINE.match(lines[cut]) and is_followed):
            break
        else:
            end = cut
    return None, start + len("\n".join(lines[: max(cut, 1)])) + 1
