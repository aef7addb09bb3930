"""The texts that may be a function's body, in the order in which they are tried. Only whole lines outside of strings
are moved: DevEval's rule, to dedent and indent again, breaks four of its references."""

import ast
import re
from collections.abc import Collection, Iterator

from classeval_hf.core.source_layout import margin, move_lines
from classeval_hf.core.syntax import BoundedParser, lines_within_strings, names_bound_by, nested_statements, walk
from classeval_hf.reading.code_pieces import BUILTINS, OPENS, read_piece
from classeval_hf.reading.completion_blocks import Passage, newest
from classeval_hf.reading.definitions import DEFINITIONS

_PROSE = re.compile(rf"\A(?:(?!{OPENS}|@|[^\n]*(?:=|[(\[{{,\\]$))\S[^\n]*\n|[ \t]*\n)+(?=[ \t]+\S)", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)|```[ \t]*$", re.MULTILINE)


def possible_bodies(passage: Passage, parameters: Collection[str], parser: BoundedParser) -> Iterator[str]:
    """The texts that may be a function's body; first indented blocks and those that can only be a body."""
    blocks: dict[bool, list[str]] = {True: [], False: []}  # by whether they are indented or can only be a body
    for block in newest(passage.blocks):
        tree = parser.parse(block.source).tree
        is_body = block.raw[:1].isspace() if tree is None else uses_parameters(tree, parameters)
        blocks[is_body].append(block.raw)
    head = None if passage.blocks else read_piece(passage.text.strip("\n"), 0, parser)[0]
    below = (_PROSE.sub("", raw) for raw in blocks[False] if _PROSE.match(raw) is not None)
    yield from (*blocks[True], passage.text, *([head.source] if head is not None else blocks[False]), *below)


def body_texts(text: str, indent: str, outside: str) -> Iterator[str]:
    """The ways to read a text, then its part before the first fence, as a body with an indent."""
    fence = _FENCE.search(text)
    for part in [text] if fence is None else [text, text[: fence.start()]]:
        body = re.sub(r"\A(?:[^\S\n]*\n)+", "", part.rstrip())
        lines = body.split("\n")
        code = {number: line for number, line in enumerate(lines) if line.lstrip()[:1] not in ("", "#")}
        margins = {number: margin(code[number]) for number in sorted(code.keys() - lines_within_strings(body))}
        outer = next(iter(margins.values()), margin(lines[0]))
        cut = next((number for number, own in margins.items() if len(own) < len(outer)), len(lines))
        moved = move_lines(body, outer, indent)
        first = "\n".join([indent + lines[0].lstrip(" \t"), *lines[1:]])  # only the first line indented as the body
        # The first line and the rest moved separately, so that the rest's least indent is that of a body.
        least = min((own for number, own in margins.items() if number > 0), key=len, default="")
        apart = "\n".join([*moved.split("\n")[:1], *move_lines(body, least, indent).split("\n")[1:]])
        head = "\n".join(moved.split("\n")[:cut]).rstrip()  # up to the first line that is less indented
        # A body ends before a definition, and if its indent is right, before another member of its class.
        is_next = re.match(r"(?:async )?def |class |@", code.get(cut, "").lstrip()) is not None
        ends = [head] if is_next or (outer == indent and outside == margins.get(cut) != "") else []
        yield from dict.fromkeys(form for form in (body, first, moved, *ends, apart, head) if form.strip())


def uses_parameters(tree: ast.Module, parameters: Collection[str]) -> bool:
    """Whether statements of a module must be in a function: they return, or use parameters that are not builtins."""
    nodes = walk(*(node for node in tree.body if not isinstance(node, DEFINITIONS)))
    bound = {name for node in [*nodes, *tree.body] for name in names_bound_by(node)}.union(BUILTINS)
    used = {node.id for node in nodes if isinstance(node, ast.Name)} - bound
    return not used.isdisjoint(parameters) or ast.Return in map(type, nested_statements(tree.body))
