"""
From a completion to the one method that was asked for.

A completion holds the method, the whole class, or a file; in one or several fences, the last perhaps unclosed, among
prose; dedented, indented or half of both. A base model continues after the contract instead, so that its text begins
with the body, followed by whatever it generates next. All of it is read by parsing:

1. The text is split as for a class ([`classeval_hf.reading.extraction`]), and its contents are read in the same order.
   A continuation is read as the contract with the text below it, its indent fixed where the first line lost it or has
   too much ([`classeval_hf.reading.placement`]); only if that gives no body, as any other completion.
2. Where a content has a complete version of the class, the method is that version's, so that a class and its methods
   are read alike. Otherwise the definitions of the name are looked up in the fenced blocks, then in the text: in the
   class asked for, in any class, at module level; never inside functions or strings. The last with a body of its own
   is taken; one of nothing but `pass` only if there is no other.
3. If nothing that parses has one, the blocks and the text are searched line by line, strings left out, and the
   definition is cut where its indent ends and back to the longest head of it that parses: text that a limit cut off,
   or that is no Python, costs the method its end, and not the class its other methods.
4. Failing that, a text that is indented, returns at the level of a module, or uses the method's parameters there, is
   taken for the body.
5. A method without a docstring gets its contract's. Its helper definitions are taken over
   ([`classeval_hf.reading.helper_definitions`]).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from classeval_hf.core.source_layout import (
    Fragment,
    FunctionNode,
    cut_statement,
    longest_parsable_head,
    parse_fragment,
    split_line,
)
from classeval_hf.core.syntax import (
    BoundedParser,
    first_line,
    is_placeholder,
    lines_within_strings,
    nested_statements,
)
from classeval_hf.reading.code_pieces import code_pieces, leading_code
from classeval_hf.reading.completion_blocks import Passage, SplitText, plain_text, split_completion
from classeval_hf.reading.extraction import (
    MAX_COMPLETION_CHARS,
    MAX_PARSED_CHARS,
    MAX_PARSES,
    defines,
    extract_code,
    too_long,
)
from classeval_hf.reading.helper_definitions import find_helper_definitions
from classeval_hf.reading.marks import opens_turn
from classeval_hf.reading.notes import NOTHING_READ, ReadingNote
from classeval_hf.reading.placement import body_texts, uses_parameters
from classeval_hf.tasks.outlines import ClassOutline, Contract

__all__ = ["ExtractedMethod", "MethodReader", "extract_method"]

_PARSED_PER_CHAR = 32
_PARSED_BESIDE = 100_000
"""Characters parsed per character of a completion, which is read in a few ways, and a constant for contracts."""

_DEFINITION = re.compile(r"(?:async\s+def|def|class|import|from)\s|@\w|if __name__\b|```|~~~")


@dataclass(frozen=True)
class ExtractedMethod:
    """
    A method as it will stand in the class, indented, with helper definitions of the class; in `preamble` those of the
    module. Where the completion has no such method, or one without a body, it is `empty`, and the contract alone.
    """

    source: str
    preamble: tuple[str, ...] = ()
    empty: bool = False
    note: ReadingNote = NOTHING_READ


@dataclass(frozen=True)
class _Definition:
    """
    A method found, in the fragment that it was found in; several nodes are a property and its setter.

    `is_own` says whether it stands where the method of the class asked for can: in that class, or alone with its first
    parameter; `is_whole` whether its text did not have to be cut for it to parse.
    """

    fragment: Fragment
    nodes: tuple[FunctionNode, ...]
    is_own: bool = True
    is_whole: bool = True
    place: str = "text"

    @cached_property
    def rank(self) -> tuple[int, bool, bool]:
        """What is compared first: 2 for a body of its own, 1 for nothing but `pass`, 0 for nothing but a docstring."""
        return max(map(_rank, self.nodes)), self.is_own, self.is_whole

    @property
    def has_body(self) -> bool:
        """Whether it has a body of its own."""
        return self.rank[0] == 2


def extract_method(
    text: str, outline: ClassOutline, name: str, class_name: str, continuation: bool = False
) -> ExtractedMethod:
    """
    Finds one method in a completion, by the rules in this module's docstring.

    `continuation` says that it continues after the contract, as those of base models and of fill-in-the-middle do.
    """
    return MethodReader(text, outline, class_name).read(outline.contract(name), continuation=continuation)


class MethodReader:
    """Finds methods of a class in one completion; how many are looked for limits the amount of parsing."""

    def __init__(self, text: str, outline: ClassOutline, class_name: str, methods: int = 1) -> None:
        self._raw = text
        self._text = plain_text(text)
        self._outline = outline
        self._class_name = class_name
        self._parser = BoundedParser(
            MAX_PARSES * methods, min(_PARSED_PER_CHAR * len(text) + _PARSED_BESIDE, MAX_PARSED_CHARS)
        )

    @cached_property
    def _split(self) -> SplitText:
        tree = self._parser.parse(self._text).tree
        if tree is not None and tree.body and not opens_turn(self._text):
            return SplitText(self._text, [Passage(self._text, [(0, len(self._text))])])
        return split_completion(self._text, self._parser)

    @cached_property
    def _class(self) -> tuple[Fragment, ReadingNote] | None:
        """The complete version of the class, if the completion has one."""
        names = [contract.name for contract in self._outline.contracts]
        found = extract_code(self._text, self._class_name, names, parser=self._parser)
        fragment = parse_fragment(found.code, self._parser) if found.is_complete else None
        return (fragment, found.note) if fragment is not None else None

    def read(self, contract: Contract, *, continuation: bool = False, alone: bool = True) -> ExtractedMethod:
        """The method of a contract; `alone` says whether nothing else was asked for, so that rules 2 and 4 apply."""
        if len(self._text) > MAX_COMPLETION_CHARS:
            problem = too_long(self._text, MAX_COMPLETION_CHARS)
            return ExtractedMethod(contract.stub, empty=True, note=ReadingNote(problem=problem))
        if continuation and not defines(self._text, self._class_name):
            for passage in self._split.passages[:1]:
                found = self._body_in(passage, contract, [passage.text])
                if found is not None and found.has_body:
                    return self._method(found, contract, passage, [])
        if self._class is not None and alone:
            fragment, note = self._class
            found = _best(_definitions(fragment, contract, self._class_name))
            if found is not None and found.has_body:
                return replace(self._method(found, contract, None, []), note=note.of(self._raw))
        for passage in self._split.passages:
            found, fragments = self._in_passage(passage, contract)
            if alone and (found is None or not found.has_body):
                texts = [passage.text, *(block.raw for block in reversed(passage.blocks))]
                bodies = [text for text in texts if self._is_body(text, contract)]
                found = (
                    self._body_in(passage, contract, bodies, [text for text in texts if text not in bodies]) or found
                )
            if found is not None and found.has_body and (alone or found.is_own):
                return self._method(found, contract, passage, fragments)
        cut = self._split.cut
        return ExtractedMethod(contract.stub, empty=True, note=ReadingNote(cut=cut, problem="no method").of(self._raw))

    def _in_passage(self, passage: Passage, contract: Contract) -> tuple[_Definition | None, list[Fragment]]:
        """The best definition in a passage, and what of it parses."""
        blocks = [block.raw for block in passage.blocks]
        fragments: list[Fragment] = []
        best: _Definition | None = None
        for place, texts in (("fence", blocks), ("text", [passage.text]), ("text", self._pieces(passage))):
            parsed = [part for text in texts if (part := parse_fragment(text, self._parser)) is not None]
            fragments += parsed
            found = _best(item for part in parsed for item in _definitions(part, contract, self._class_name, place))
            best = found if best is None or (found is not None and found.rank > best.rank) else best
            if best is not None and best.has_body:
                return best, fragments
        for place, text in [*(("fence", block) for block in reversed(blocks)), ("text", passage.text)]:
            found = _scan(text, contract.name, self._parser)
            if found is not None and (best is None or found.rank[0] > best.rank[0]):
                best = replace(found, place=place)
            if best is not None and best.has_body:
                break
        return best, fragments

    def _pieces(self, passage: Passage) -> Iterator[str]:
        yield from (piece.source for piece in code_pieces(passage.text, self._parser))

    def _body_in(
        self, passage: Passage, contract: Contract, bodies: Sequence[str], others: Sequence[str] = ()
    ) -> _Definition | None:
        """The contract with a body of a passage: one that is whole, if there is one."""
        found = self._body(bodies, contract)
        if found is not None and found.has_body and found.is_whole:
            return found
        # Text whose first line lost its indent, or with prose below it, is no Python as it stands.
        head = leading_code(passage.text, self._parser) if not passage.blocks else ""
        return self._body([*([head] if head else []), *others], contract, must_use=True) or found

    def _is_body(self, text: str, contract: Contract) -> bool:
        """Whether a text may be the body of a method: it is indented, or it can stand nowhere else."""
        text = text.strip("\n")
        fragment = parse_fragment(text, self._parser)
        return text[:1].isspace() or (fragment is not None and uses_parameters(fragment.tree, contract.parameters))

    def _body(self, texts: Sequence[str], contract: Contract, *, must_use: bool = False) -> _Definition | None:
        """
        The contract with a text as its body: the first one that parses, else the longest head of one that does.

        With `must_use` a body must parse, and return or use the parameters: prose can be Python.
        """
        forms = [form for text in texts for form in _with_contract(text, contract)]
        best: _Definition | None = None
        for form in forms:
            fragment = parse_fragment(form, self._parser)
            node = next(_functions(ast.walk(fragment.tree), contract.name), None) if fragment is not None else None
            if fragment is None or node is None or _rank(node) < 2 or _goes_on(fragment, contract):
                continue
            if not must_use or uses_parameters(ast.Module(node.body, []), contract.parameters):
                return _Definition(fragment, (node,), place="body")
        for form in () if must_use else forms:
            found = _scan(form, contract.name, self._parser, first=True)
            if found is not None and (best is None or found.rank[0] > best.rank[0]):
                best = replace(found, place="body")
        return best

    def _method(
        self, found: _Definition, contract: Contract, passage: Passage | None, fragments: Sequence[Fragment]
    ) -> ExtractedMethod:
        """A method that was found, with its helper definitions."""
        own = [_with_docstring(found.fragment, found.nodes[0], contract)]
        own += [cut_statement(found.fragment.lines, node, contract.indent) for node in found.nodes[1:]]
        attributes, methods, preamble = find_helper_definitions(
            found.nodes, [found.fragment, *fragments], self._outline, self._class_name
        )
        note = ReadingNote()
        if passage is not None:
            shown = [cut_statement(found.fragment.lines, node, 0) for node in found.nodes]
            parts = [(part, passage.region) for part in [*shown, *attributes, *methods, *preamble]]
            note = self._split.note(passage, found.place, parts).of(self._raw)
            note = note if found.is_whole else replace(note, problem="cut off")
        source = "\n\n".join([*attributes, *own, *methods])
        return ExtractedMethod(source, tuple(preamble), note=note)


def _best(definitions: Iterable[_Definition]) -> _Definition | None:
    """The definition of highest rank, the last of several."""
    best: _Definition | None = None
    for definition in definitions:
        if best is None or definition.rank >= best.rank:
            best = definition
    return best


def _definitions(
    fragment: Fragment, contract: Contract, class_name: str, place: str = "text"
) -> Iterator[_Definition]:
    """Definitions of the name in a fragment, in order of appearance."""
    classes = [node for node in nested_statements(fragment.tree.body) if isinstance(node, ast.ClassDef)]
    scopes = [(node.body, node.name in (class_name, "_")) for node in classes]
    for body, is_own in [(fragment.tree.body, None), *scopes]:
        nodes = list(_functions(nested_statements(body), contract.name))
        accessors = tuple(node for node in nodes[1:] if _is_accessor(node))
        for taken in [(nodes[0], *accessors)] if accessors else [(node,) for node in nodes]:
            own = contract.takes_same(taken[0]) if is_own is None else is_own
            yield _Definition(fragment, taken, own, place=place)


def _with_contract(text: str, contract: Contract) -> Iterator[str]:
    """The contract with a text below it, as a class, in all the ways in which the text may be its body."""
    body = re.sub(r"\A(?:[ \t]*\n)+", "", text)
    lines = body.split("\n")
    first = lines[0].lstrip()
    second = next((line for line in lines[1:] if line.strip()), "")
    is_shallow = len(lines[0]) - len(first) < len(contract.body_indent)
    continues = first.startswith(("import ", "from ")) and second.startswith(contract.body_indent)
    if first and not (is_shallow and _DEFINITION.match(first) and not continues):  # else what follows is not the body
        for form in body_texts(body, contract.body_indent, " " * contract.indent):
            yield f"class _:\n{contract.source}\n{form}"


def _goes_on(fragment: Fragment, contract: Contract) -> bool:
    """Whether what stands below a method, or below the class that it is in, must be a part of the method."""
    tree = fragment.tree
    inner = [item for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "_" for item in node.body]
    return uses_parameters(ast.Module([*tree.body, *inner], []), contract.parameters)


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
    return (1 if all(map(is_placeholder, body)) else 2) if body else 0


def _scan(text: str, name: str, parser: BoundedParser, *, first: bool = False) -> _Definition | None:
    """The last definition with a body in text that does not parse, or the first; less indented ones before others."""
    header = re.compile(rf"[ \t]*(?:async\s+)?def\s+{re.escape(name)}\s*[(\[]")
    lines, in_string = text.split("\n"), lines_within_strings(text)
    starts = [index for index, line in enumerate(lines) if index not in in_string and header.match(line)]
    best: _Definition | None = None
    for start in sorted(starts, key=lambda index: (_indent(lines[index]), index if first else -index)):
        end = start + 1
        while end < len(lines) and (end in in_string or _is_inside(lines[end], _indent(lines[start]))):
            end += 1
        while start > 0 and lines[start - 1].lstrip().startswith("@"):
            start -= 1
        fragment = longest_parsable_head(lines[start:end], parser)
        if fragment is None:
            continue
        length = len(fragment.lines) - fragment.source.startswith("class _:\n")
        node = next(_functions(ast.walk(fragment.tree), name))
        found = _Definition(fragment, (node,), is_whole=not any(map(str.strip, lines[start + length : end])))
        best = found if best is None or found.rank > best.rank else best
        if found.has_body and (found.is_whole or first):
            break
    return best


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
