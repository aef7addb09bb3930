"""
From a completion to the one method that was asked for.

A completion holds the method, the whole class, or a file; in one or several fences, the last perhaps unclosed, among
prose; dedented, indented or half of both. A base model continues after the contract instead, so that its text begins
with the body, followed by whatever it generates next. All of it is read by parsing:

1. A completion is read as the whole text, as each of its fenced blocks, and as each section after a response marker. A
   continuation is read as the contract with the text below it, its indent fixed where the first line lost it; only if
   that gives no body, as any other completion.
2. In each reading that parses, the definitions of the name are looked up: in the class asked for, in any class, at
   module level; never inside functions or strings. The first with a body of its own is taken; one of nothing but
   `pass` only if there is no other.
3. If no reading that parses has one, each is searched line by line, strings left out, and the definition is cut where
   its indent ends and back to the longest head of it that parses: text that a limit cut off, or that is no Python,
   costs the method its end, and not the class its other methods.
4. Failing that, a completion that is indented, or returns at the level of a module, is taken for the body.
5. A method without a docstring gets its contract's. Its helper definitions are taken over
   ([`classeval_hf.generation.parsing.helper_definitions`]).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from classeval_hf.core.syntax import BoundedParser, first_line, nested_statements
from classeval_hf.generation.parsing.helper_definitions import find_helper_definitions
from classeval_hf.generation.prompts.contexts import ClassOutline, Contract
from classeval_hf.generation.prompts.source_layout import (
    Fragment,
    FunctionNode,
    cut_statement,
    longest_parsable_head,
    parse_fragment,
    split_line,
    starts_in_string,
)
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, MAX_PARSED_CHARS, MAX_PARSES

__all__ = ["ExtractedMethod", "completion_parser", "extract_method", "fences_for_tags"]

_PARSED_PER_CHAR = 32
_PARSED_BESIDE = 100_000
"""Characters parsed per character of a completion, which is read in a few ways, and a constant for contracts."""

_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)(?P<info>[^`]*)$")
_RESPONSE_MARKER = re.compile(r"^[ \t]*(?:#{2,3} ?Response:|@@ Response:?)[ \t]*", re.MULTILINE)
_CODE_TAG = re.compile(r"(?<![ \t])[ \t]*\[/?PYTHON\][ \t]*\n?")
"""White space is matched from its start alone: else a long run of it takes quadratic time."""

_DEFINITION = re.compile(r"(?:async\s+def|def|class|import|from)\s|@\w|if __name__\b")


@dataclass(frozen=True)
class ExtractedMethod:
    """
    A method as it will stand in the class.

    Args:
        source (`str`): decorators, signature, docstring and body, indented, with helper definitions of the class; the
            contract alone where the completion has no such method.
        preamble (`tuple[str, ...]`): helper definitions of the module.
        empty (`bool`): whether the completion has no such method, or one of nothing but a docstring.
    """

    source: str
    preamble: tuple[str, ...] = ()
    empty: bool = False


@dataclass(frozen=True)
class _Definition:
    """A method found, in the fragment that it was found in; several nodes are a property and its setter."""

    fragment: Fragment
    nodes: tuple[FunctionNode, ...]

    @cached_property
    def rank(self) -> int:
        """2 for a body of its own, 1 for nothing but `pass` or `...`, 0 for nothing but a docstring."""
        return max(map(_rank, self.nodes))


def extract_method(
    text: str,
    outline: ClassOutline,
    name: str,
    class_name: str,
    continuation: bool = False,
    alone: bool = True,
    parser: BoundedParser | None = None,
) -> ExtractedMethod:
    """
    Finds one method in a completion, by the rules in this module's docstring.

    Args:
        text (`str`): the completion.
        outline ([`~classeval_hf.generation.prompts.contexts.ClassOutline`]): the class that the method belongs to.
        name (`str`): name of the method.
        class_name (`str`): name of the class.
        continuation (`bool`, defaults to `False`): whether the completion continues after the contract, as those of
            base models and of fill-in-the-middle do.
        alone (`bool`, defaults to `True`): whether the prompt asked for this method alone, so that rule 4 applies.
        parser ([`~classeval_hf.core.syntax.BoundedParser`], *optional*): what [`completion_parser`] returned for the
            completion, if several methods are looked for in it.

    Returns:
        [`ExtractedMethod`]
    """
    contract = outline.contract(name)
    if len(text) > MAX_COMPLETION_CHARS:
        return ExtractedMethod(contract.stub, empty=True)
    parser = parser or completion_parser(text)
    text = fences_for_tags(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    readings = [text, *_blocks(text)]
    found = _best(list(_continued(text, contract)), name, class_name, parser) if continuation else None
    if found is None or found.rank == 0:
        found = _best(readings, name, class_name, parser) or found
    if (found is None or found.rank == 0) and not continuation and alone:
        bodies = [reading for reading in readings if _is_body(reading, parser)]
        forms = [form for body in bodies for form in _continued(body, contract)]
        found = _best(forms, name, class_name, parser) or found
    if found is None or found.rank == 0:
        return ExtractedMethod(contract.stub, empty=True)
    own = [_with_docstring(found.fragment, found.nodes[0], contract)]
    own += [cut_statement(found.fragment.lines, node, contract.indent) for node in found.nodes[1:]]
    parsed = (parse_fragment(reading, parser) for reading in (() if continuation else readings))
    modules = [found.fragment, *(fragment for fragment in parsed if fragment is not None)]
    helpers = find_helper_definitions(found.nodes, modules, outline, class_name)
    return ExtractedMethod("\n\n".join([*helpers.attributes, *own, *helpers.methods]), helpers.preamble)


def completion_parser(text: str, methods: int = 1) -> BoundedParser:
    """A parser for a completion in which `methods` methods are looked for, with limits in proportion to its length."""
    return BoundedParser(MAX_PARSES * methods, min(_PARSED_PER_CHAR * len(text) + _PARSED_BESIDE, MAX_PARSED_CHARS))


def fences_for_tags(text: str) -> str:
    """The text with the tags that CodeLlama puts around code, `[PYTHON]` and `[/PYTHON]`, turned into fences."""
    return _CODE_TAG.sub("\n```\n", text) if "[PYTHON]" in text else text


def _best(readings: Sequence[str], name: str, class_name: str, parser: BoundedParser) -> _Definition | None:
    """The definition of highest rank, the first of several; readings that parse go before those that are scanned."""
    best: _Definition | None = None
    for definition in _candidates(readings, name, class_name, parser):
        if best is None or definition.rank > best.rank:
            best = definition
        if best.rank == 2:
            break
    return best


def _candidates(readings: Sequence[str], name: str, class_name: str, parser: BoundedParser) -> Iterator[_Definition]:
    for reading in readings:
        fragment = parse_fragment(reading, parser)
        if fragment is not None:
            yield from _definitions(fragment, name, class_name)
    for reading in readings:
        yield from _scan(reading, name, parser)


def _is_body(text: str, parser: BoundedParser) -> bool:
    """Whether a completion is a body without its signature: it is indented, or it returns at the level of a module."""
    fragment = parse_fragment(text, parser)
    returns = fragment is not None and any(
        isinstance(node, ast.Return) for node in nested_statements(fragment.tree.body)
    )
    return returns or text[:1].isspace()


def _blocks(text: str) -> Iterator[str]:
    """Fenced blocks, then sections between response markers, in order of appearance."""
    block: list[str] | None = None
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        if fence is None:
            if block is not None:
                block.append(line)
            continue
        if block is not None:
            yield "\n".join(block)
        opens = block is None or bool(fence["info"].strip())  # a fence that names a language never closes one
        block = [] if opens else None
    if block is not None:
        yield "\n".join(block)
    markers = list(_RESPONSE_MARKER.finditer(text))
    for marker, following in zip_longest(markers, markers[1:]):
        yield text[marker.end() : following.start() if following else len(text)]


def _continued(text: str, contract: Contract) -> Iterator[str]:
    """
    The contract with the text below it, as a class: as it is, and with its indent fixed.

    A tokenizer or a server may lose the indent of the first line, or a model starts the body in another column. The
    second line shows which of the two it was.
    """
    body = re.sub(r"\A(?:[ \t]*\n)+", "", text)
    lines = body.split("\n")
    first = lines[0].lstrip()
    second = next((line for line in lines[1:] if line.strip()), "")
    missing = len(contract.body_indent) - (len(lines[0]) - len(first))
    continues = first.startswith(("import ", "from ")) and second.startswith(contract.body_indent)
    if not first or _FENCE.match(first) or (missing > 0 and _DEFINITION.match(first) and not continues):
        return  # another definition: what follows is not the body
    head = f"class _:\n{contract.source}\n"
    yield head + body
    if missing == 0:
        return
    levelled = "\n".join([contract.body_indent + first, *lines[1:]])
    shifted = "\n".join(_shifted(line, missing) for line in lines)
    only_first = not second or second.startswith(contract.body_indent) or _DEFINITION.match(second.lstrip())
    yield from (head + levelled, head + shifted) if only_first else (head + shifted, head + levelled)


def _shifted(line: str, by: int) -> str:
    if not line.strip():
        return line
    return " " * by + line if by > 0 else line[min(-by, len(line) - len(line.lstrip())) :]


def _definitions(fragment: Fragment, name: str, class_name: str) -> Iterator[_Definition]:
    """Definitions of the name, those in the class asked for first, in order of appearance."""
    classes = [node for node in nested_statements(fragment.tree.body) if isinstance(node, ast.ClassDef)]
    classes.sort(key=lambda node: node.name != class_name)
    for scope in [*(node.body for node in classes), fragment.tree.body]:
        nodes = list(_functions(nested_statements(scope), name))
        accessors = tuple(node for node in nodes[1:] if _is_accessor(node))
        if accessors:
            yield _Definition(fragment, (nodes[0], *accessors))
        else:
            yield from (_Definition(fragment, (node,)) for node in nodes)


def _functions(statements: Iterable[ast.AST], name: str) -> Iterator[FunctionNode]:
    for node in statements:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            yield node


def _is_accessor(node: FunctionNode) -> bool:
    """Whether this adds to the definition before it, as a setter does to its property."""
    return any(
        isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == node.name
        for decorator in node.decorator_list
        for part in ast.walk(decorator)
    )


def _rank(node: FunctionNode) -> int:
    body = node.body if ast.get_docstring(node, clean=False) is None else node.body[1:]
    placeholders = [
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in body
    ]
    return (1 if all(placeholders) else 2) if body else 0


def _scan(text: str, name: str, parser: BoundedParser) -> Iterator[_Definition]:
    """Definitions of the name in text that does not parse, the least indented first."""
    header = re.compile(rf"[ \t]*(?:async\s+)?def\s+{re.escape(name)}\s*[(\[]")
    lines = text.split("\n")
    in_string = starts_in_string(lines)
    starts = [index for index, line in enumerate(lines) if not in_string[index] and header.match(line)]
    for start in sorted(starts, key=lambda index: _indent(lines[index])):
        end = start + 1
        while end < len(lines) and (in_string[end] or _is_inside(lines[end], _indent(lines[start]))):
            end += 1
        while start > 0 and lines[start - 1].lstrip().startswith("@"):
            start -= 1
        fragment = longest_parsable_head(lines[start:end], parser)
        if fragment is not None:
            yield _Definition(fragment, (next(_functions(ast.walk(fragment.tree), name)),))


def _is_inside(line: str, indent: int) -> bool:
    """Whether a line continues a definition of this indent: deeper, blank, a comment, or the end of a signature."""
    code = line.lstrip()
    return not code or code.startswith(("#", ")")) or _indent(line) > indent


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _with_docstring(found: Fragment, node: FunctionNode, contract: Contract) -> str:
    """The source of a method, with the contract's docstring where it has none."""
    text = cut_statement(found.lines, node, contract.indent)
    if not contract.docstring or ast.get_docstring(node, clean=False) is not None:
        return text
    fragment = parse_fragment(text)
    docstring = parse_fragment(contract.docstring)
    if fragment is None or docstring is None:
        return text  # nested as deep as the parser allows, and deeper as a method
    method = next(_functions(ast.walk(fragment.tree), node.name))
    lines = fragment.lines[1:]  # without the class that an indented fragment stands in
    start = first_line(method.body[0]) - 2
    before, after = split_line(lines[start], method.body[0])
    indent = len(before) if not before.strip() else contract.indent + 4
    statement = next(item for item in ast.walk(docstring.tree) if isinstance(item, ast.Expr))
    inserted = cut_statement(docstring.lines, statement, indent)
    if not before.strip():
        return "\n".join([*lines[:start], inserted, *lines[start:]])
    return "\n".join([*lines[:start], before.rstrip(), inserted, " " * indent + after, *lines[start + 1 :]])
