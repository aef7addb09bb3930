"""The texts that may stand in place of a function's body, in the order in which they are tried. Only whole lines are
moved, and none that starts within a string: DevEval's rule, to dedent and indent again, breaks four of its
references."""

import ast
import builtins
import re
from collections.abc import Collection, Iterator

from classeval_hf.core.source_layout import margin, move_lines
from classeval_hf.core.syntax import BoundedParser, lines_within_strings, names_bound_by, nested_statements, walk
from classeval_hf.reading.code_pieces import read_piece
from classeval_hf.reading.completion_blocks import Passage
from classeval_hf.reading.definitions import DEFINITIONS

_NEXT = re.compile(r"[ \t]*(?:(?:async[ \t]+)?def|class)\b|[ \t]*@|if __name__\b")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)|```[ \t]*$", re.MULTILINE)


def possible_bodies(passage: Passage, parameters: Collection[str], parser: BoundedParser) -> Iterator[str]:
    """The texts that may be the body of a function: indented blocks and those that can be nothing else first."""
    bodies, others = [], []
    for block in reversed(passage.blocks):
        tree = parser.parse(block.source).tree
        is_body = block.raw[:1].isspace() if tree is None else uses_parameters(tree, parameters)
        (bodies if is_body else others).append(block.raw)
    head = None if passage.blocks else read_piece(passage.text.strip("\n"), 0, parser)[0]
    yield from (*bodies, passage.text, *([head.source] if head is not None else others))


def body_texts(text: str, indent: str, outside: str) -> Iterator[str]:
    """The ways to read a text, then what precedes its first fence, as a body that `indent` stands before."""
    fence = _FENCE.search(text)
    for part in [text] if fence is None else [text, text[: fence.start()]]:
        yield from dict.fromkeys(_placements(re.sub(r"\A(?:[^\S\n]*\n)+", "", part.rstrip()), indent, outside))


def uses_parameters(tree: ast.Module, parameters: Collection[str]) -> bool:
    """Whether the statements of a module can only be in a function: they return, or use its parameters."""
    nodes = walk(*(node for node in tree.body if not isinstance(node, DEFINITIONS)))
    bound = {name for node in [*nodes, *tree.body] for name in names_bound_by(node)}.union(dir(builtins))
    used = {node.id for node in nodes if isinstance(node, ast.Name)} - bound
    returns = any(isinstance(node, ast.Return) for node in nested_statements(tree.body))
    return returns or not used.isdisjoint(parameters)


def _placements(body: str, indent: str, outside: str) -> list[str]:
    lines = body.split("\n")
    fixed = lines_within_strings(body)
    margins = {number: margin(line) for number, line in enumerate(lines) if number not in fixed and _is_code(line)}
    outer = next(iter(margins.values()), margin(lines[0]))
    cut = next((number for number, own in margins.items() if len(own) < len(outer)), len(lines))

    def apart(start: int) -> str:
        """All lines moved together, and those from one on so that the least indented of them is as deep as a body."""
        low = min((own for number, own in margins.items() if number >= start), key=len, default="")
        return "\n".join([*moved.split("\n")[:start], *move_lines(body, low, indent).split("\n")[start:]])

    moved = move_lines(body, outer, indent)
    first = "\n".join([indent + lines[0].lstrip(" \t"), *lines[1:]])  # the first line alone indented as the body is
    heads = ["\n".join(moved.split("\n")[:cut]).rstrip()] if cut < len(lines) else []
    # What precedes the first line that is less indented is the body, if that begins a definition, a main guard or
    # another member.
    is_member = cut < len(lines) and outer == indent and outside == margins[cut] != ""
    ends = heads if is_member or (heads and _NEXT.match(lines[cut]) is not None) else []
    return [text for text in (body, first, moved, *ends, apart(1), *heads, apart(cut)) if text.strip()]


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
