"""The texts that may stand in place of a function's body, in the order in which they are tried. Only whole lines are
moved, and none that starts within a string: DevEval's rule, to dedent and indent again, breaks four of its
references."""

import ast
import builtins
import re
from collections.abc import Collection, Iterator

from classeval_hf.core.source_layout import margin, move_lines
from classeval_hf.core.syntax import BoundedParser, lines_within_strings, names_bound_by, nested_statements
from classeval_hf.reading.code_pieces import read_piece
from classeval_hf.reading.completion_blocks import Passage
from classeval_hf.reading.definitions import DEFINITIONS

_NEXT = re.compile(r"[ \t]*(?:(?:async[ \t]+)?def|class)\b|[ \t]*@|if __name__\b")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)|```[ \t]*$", re.MULTILINE)


def possible_bodies(passage: Passage, parameters: Collection[str], parser: BoundedParser) -> Iterator[str]:
    """The texts that may be the body of a function: indented blocks and those that can be nothing else first."""
    blocks = [block.raw.rstrip("\n") for block in reversed(passage.blocks)]
    bodies = [block for block in blocks if _is_body(block, parameters, parser)]
    head = None if blocks else read_piece(passage.text.strip("\n"), 0, parser)[0]
    others = [block for block in blocks if block not in bodies]
    yield from (*bodies, passage.text, *([head.source] if head is not None else others))


def _is_body(block: str, parameters: Collection[str], parser: BoundedParser) -> bool:
    tree = parser.parse(dedented(block)).tree
    return block[:1].isspace() if tree is None else uses_parameters(tree, parameters)


def body_texts(text: str, indent: str, outside: str) -> Iterator[str]:
    """The ways to read a text, then what precedes its first fence, as a body that `indent` stands before."""
    fence = _FENCE.search(text)
    for part in [text] if fence is None else [text, text[: fence.start()]]:
        body = _without_blank_ends(part)
        if body:
            yield from dict.fromkeys(_placements(body, indent, outside))


def dedented(text: str) -> str:
    """A text moved so that its first line of code is not indented."""
    return move_lines(text, margin(next(filter(_is_code, text.split("\n")), "")), "")


def uses_parameters(tree: ast.Module, parameters: Collection[str]) -> bool:
    """Whether the statements of a module can only be in a function: they return, or use its parameters."""
    definitions = [node for node in tree.body if isinstance(node, DEFINITIONS)]
    nodes = [item for node in tree.body if not isinstance(node, DEFINITIONS) for item in ast.walk(node)]
    bound = {name for node in [*nodes, *definitions] for name in names_bound_by(node)}
    if definitions:  # what uses them may call a builtin that has a parameter's name
        bound.update(dir(builtins))
    return any(isinstance(node, ast.Return) for node in nested_statements(tree.body)) or any(
        isinstance(node, ast.Name) and node.id in parameters and node.id not in bound for node in nodes
    )


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
    heads = [_without_blank_ends("\n".join(moved.split("\n")[:cut]))] if cut < len(lines) else []
    # What precedes the first line that is less indented is the body, if that begins a definition, a main guard or
    # another member.
    is_member = cut < len(lines) and outer == indent and outside == margins[cut] != ""
    ends = heads if is_member or (heads and _NEXT.match(lines[cut]) is not None) else []
    return [text for text in (body, first, moved, *ends, apart(1), *heads, apart(cut)) if text]


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _without_blank_ends(text: str) -> str:
    """A text without blank lines at its start and white space at its end."""
    return re.sub(r"\A(?:[^\S\n]*\n)+", "", text.rstrip())
