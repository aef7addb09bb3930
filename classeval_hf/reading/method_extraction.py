"""From a completion to the one method that was asked for (docs/design/reading.md). Text that a limit cut off, or that
is no Python, costs the method its end, and not the class its other methods."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from classeval_hf.core.source_layout import (
    Fragment,
    FunctionNode,
    cut_statement,
    find_function,
    longest_parsable_head,
    parse_fragment,
    width,
)
from classeval_hf.core.syntax import (
    BoundedParser,
    first_line,
    has_body,
    lines_within_strings,
    nested_statements,
    parse_or_none,
)
from classeval_hf.reading.code_pieces import code_pieces
from classeval_hf.reading.completion_blocks import Passage, SplitText, plain_text, split_completion
from classeval_hf.reading.definitions import property_part
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, completion_parser, defines, extract_code, too_long
from classeval_hf.reading.helper_definitions import declared_names, find_helper_definitions
from classeval_hf.reading.notes import NOTHING_READ, ReadingNote
from classeval_hf.reading.placement import body_texts, possible_bodies, uses_parameters
from classeval_hf.tasks.outlines import ClassOutline, Contract

_DEFINITION = re.compile(r"(?:async\s+def|def|class|import|from)\s|@\w|if __name__\b|```|~~~")


@dataclass(frozen=True)
class ExtractedMethod:
    """A method as it will stand in the class, with helper definitions; if it is `empty`, the contract alone."""

    source: str
    preamble: tuple[str, ...] = ()  # the helper definitions of the module
    empty: bool = False
    note: ReadingNote = NOTHING_READ


@dataclass(frozen=True)
class FoundDefinition:
    """A method with a body; several nodes are a property and its setter."""

    fragment: Fragment
    nodes: Sequence[FunctionNode]
    place: str
    is_own: bool = True  # whether it is in the class asked for, or alone with the first parameter of its contract
    is_whole: bool = True  # whether its text did not have to be cut for it to parse
    beside: Sequence[Fragment] = ()  # what else of its passage parses


def extract_method(
    text: str, outline: ClassOutline, name: str, class_name: str, continuation: bool = False
) -> ExtractedMethod:
    """Finds one method in a completion, which may continue after the contract, as a base model's does."""
    return MethodReader(text, outline, class_name).read(outline.contract(name), continuation=continuation)


class MethodReader:
    """Finds methods of a class in one completion, which may be the body of one that is looked for alone."""

    def __init__(self, text: str, outline: ClassOutline, class_name: str, methods: int = 1) -> None:
        self._raw = text
        self._text = plain_text(text)
        self._outline = outline
        self._class_name = class_name
        self._parser = completion_parser(text, methods)
        self._is_alone = methods == 1

    @cached_property
    def _split(self) -> SplitText:
        return split_completion(self._text, self._parser)

    @cached_property
    def _declared(self) -> set[str]:
        tree = parse_or_none(self._outline.source) or ast.Module([], [])
        return declared_names(tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef)))

    def read(self, contract: Contract, *, continuation: bool = False) -> ExtractedMethod:
        if len(self._text) > MAX_COMPLETION_CHARS:
            problem = too_long(self._text, MAX_COMPLETION_CHARS)
            return ExtractedMethod(contract.stub, empty=True, note=ReadingNote(problem=problem))
        if continuation and not defines(self._text, self._class_name):
            for passage in self._split.passages[:1]:
                definition = self._body([passage.text], contract, is_body=True)
                if definition is not None:
                    return self._method(definition, contract, passage)
        if self._is_alone:
            names = [contract.name for contract in self._outline.contracts]
            whole = extract_code(self._text, self._class_name, names, parser=self._parser)
            fragments = [Fragment.of(whole.code, self._parser)] if whole.is_complete else []
            definition = _last_definition(fragments, contract, self._class_name, "")
            if definition is not None:
                return replace(self._method(definition, contract), note=whole.note.of(self._raw))
        for passage in self._split.passages:
            definition = self._in_passage(passage, contract)
            if definition is not None and (self._is_alone or definition.is_own):
                return self._method(definition, contract, passage)
        note = ReadingNote(cut=self._split.cut, problem="no method")
        return ExtractedMethod(contract.stub, empty=True, note=note.of(self._raw))

    def _in_passage(self, passage: Passage, contract: Contract) -> FoundDefinition | None:
        """The best definition in a passage, or, if nothing else is looked for, the first text that can be its body."""
        blocks = [block.raw for block in passage.blocks]
        pieces = (piece.source for piece in code_pieces(passage.text, self._parser))
        fragments: list[Fragment] = []
        for place, texts in (("fence", blocks), ("text", [passage.text]), ("text", pieces)):
            parsed = [part for text in texts if (part := parse_fragment(text, self._parser)) is not None]
            fragments += parsed
            definition = _last_definition(parsed, contract, self._class_name, place)
            if definition is not None:
                break
        else:
            unread = [*(("fence", block) for block in reversed(blocks)), ("text", passage.text)]
            found = (cut_definition(text, contract.name, place, self._parser) for place, text in unread)
            definition = next((item for item in found if item is not None), None)
        if definition is None and self._is_alone:
            definition = self._body(possible_bodies(passage, contract.parameters, self._parser), contract)
        return replace(definition, beside=fragments) if definition is not None else None

    def _body(self, texts: Iterable[str], contract: Contract, *, is_body: bool = False) -> FoundDefinition | None:
        """The contract with the first whole text as its body; text in column 0 may be prose, unless `is_body`."""
        unread: list[str] = []
        for text in texts:
            fragment = parse_fragment(text, self._parser) if not is_body else None
            can_be_cut = (
                is_body
                or text.lstrip("\n")[:1].isspace()
                or (fragment is not None and uses_parameters(fragment.tree, contract.parameters))
            )
            for form in _with_contract(text, contract):
                fragment = parse_fragment(form, self._parser)
                node = find_function(fragment, contract.name)
                if fragment is None or node is None or not has_body(node) or _goes_on(fragment, contract):
                    unread += [form] * can_be_cut
                elif can_be_cut or uses_parameters(ast.Module(node.body, []), contract.parameters):
                    return FoundDefinition(fragment, [node], "body")
        found = (cut_definition(form, contract.name, "body", self._parser) for form in unread)
        return next((item for item in found if item is not None), None)

    def _method(self, found: FoundDefinition, contract: Contract, passage: Passage | None = None) -> ExtractedMethod:
        code, note = [found.fragment, *found.beside], NOTHING_READ
        own = [_with_docstring(found.fragment, found.nodes[0], contract)]
        own += [cut_statement(found.fragment.lines, node, contract.indent) for node in found.nodes[1:]]
        attributes, methods, preamble = find_helper_definitions(
            found.nodes, code, self._declared, self._class_name, self._outline.indent
        )
        if passage is not None:
            shown = [cut_statement(found.fragment.lines, node, 0) for node in found.nodes]
            parts = [(part, passage.region) for part in [*shown, *attributes, *methods, *preamble]]
            note = self._split.note(passage, found.place, parts).of(self._raw)
            note = note if found.is_whole else replace(note, problem="cut off")
        return ExtractedMethod("\n\n".join([*attributes, *own, *methods]), tuple(preamble), note=note)


def _last_definition(
    fragments: Iterable[Fragment], contract: Contract, class_name: str, place: str
) -> FoundDefinition | None:
    """The last definition of the name with a body in the class asked for, else the last one."""
    found: list[FoundDefinition] = []
    for fragment in fragments:
        classes = [node for node in nested_statements(fragment.tree.body) if isinstance(node, ast.ClassDef)]
        scopes = [(node.body, node.name in (class_name, "_")) for node in classes]
        for body, is_own in [(fragment.tree.body, None), *scopes]:
            nodes = [node for node in nested_statements(body) if isinstance(node, FunctionNode)]
            nodes = [node for node in nodes if node.name == contract.name]
            accessors = [node for node in nodes[1:] if property_part(node)]
            for taken in [[nodes[0], *accessors]] if accessors else [[node] for node in nodes]:
                if any(map(has_body, taken)):
                    takes_same = contract.takes_same(taken[0]) if is_own is None else is_own
                    found.append(FoundDefinition(fragment, taken, place, takes_same))
    return max(reversed(found), key=lambda item: item.is_own, default=None)


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
    classes = [node for node in fragment.tree.body if isinstance(node, ast.ClassDef) and node.name == "_"]
    inner = [item for node in classes for item in node.body]
    return uses_parameters(ast.Module([*fragment.tree.body, *inner], []), contract.parameters)


def cut_definition(text: str, name: str, place: str, parser: BoundedParser) -> FoundDefinition | None:
    """The last definition with a body in text that is no Python, whole and little indented ones first."""
    header = re.compile(rf"[ \t]*(?:async\s+)?def\s+{re.escape(name)}\s*[(\[]")
    lines, in_string = text.split("\n"), lines_within_strings(text)
    starts = [index for index, line in enumerate(lines) if index not in in_string and header.match(line)]
    order = 1 if place == "body" else -1  # the contract stands above its body
    best: FoundDefinition | None = None
    for start in sorted(starts, key=lambda index: (width(lines[index]), order * index)):
        end = start + 1
        while end < len(lines) and (end in in_string or _is_inside(lines[end], width(lines[start]))):
            end += 1
        while start > 0 and lines[start - 1].lstrip().startswith("@"):
            start -= 1
        fragment = longest_parsable_head(lines[start:end], parser)
        node = find_function(fragment, name)
        if fragment is None or node is None or not has_body(node):
            continue
        length = len(fragment.lines) - fragment.source.startswith("class _:\n")
        is_whole = not any(map(str.strip, lines[start + length : end]))
        found = FoundDefinition(fragment, [node], place, is_whole=is_whole)
        if is_whole or place == "body":
            return found
        best = best or found
    return best


def _is_inside(line: str, indent: int) -> bool:
    """Whether a line continues a definition of this indent: deeper, blank, a comment, or the end of a signature."""
    code = line.lstrip()
    return not code or code.startswith(("#", ")")) or width(line) > indent


def _with_docstring(own: Fragment, node: FunctionNode, contract: Contract) -> str:
    """The source of a method, with the contract's docstring where it has none."""
    text = cut_statement(own.lines, node, contract.indent)
    if ast.get_docstring(node, clean=False) is not None:
        return text
    fragment, docstring = parse_fragment(text), parse_fragment(contract.docstring)
    method = find_function(fragment, node.name)
    if fragment is None or docstring is None or method is None:
        return text  # nested as deep as the parser allows, and deeper as a method
    lines = fragment.lines[1:]  # without the class that an indented fragment stands in
    start = first_line(method.body[0]) - 2
    data, column = lines[start].encode(), method.body[0].col_offset  # which counts bytes
    before, after = data[:column].decode(), data[column:].decode()
    indent = contract.indent + 4 if before.strip() else len(before)
    statement = next(item for item in ast.walk(docstring.tree) if isinstance(item, ast.Expr))
    inserted = [cut_statement(docstring.lines, statement, indent), " " * indent + after]
    lines[start : start + 1] = [before.rstrip(), *inserted] if before.strip() else inserted
    return "\n".join(lines)
