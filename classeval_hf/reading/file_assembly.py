"""From a completion to the file that takes the target's place (docs/design/reading.md). The rest of the file stays as
it is, byte for byte, and nothing in a definition or body is repaired."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.source_layout import Fragment, cut_statement, move_lines
from classeval_hf.core.syntax import BoundedParser, first_line, nested_statements, parse_or_none
from classeval_hf.reading.completion_blocks import Block, Passage, SplitText, plain_text
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns, read_signs
from classeval_hf.reading.definitions import (
    Definition,
    SourceFile,
    docstring_node,
    find_in_file,
    find_like,
    property_part,
    rename_words,
)
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, ClassReader, split_within_limits
from classeval_hf.reading.helper_definitions import (
    declared_names,
    find_helper_definitions,
    is_future_import,
)
from classeval_hf.reading.method_extraction import PassageDefinitions
from classeval_hf.reading.notes import ReadingNote, taken_lines
from classeval_hf.reading.placement import body_texts, dedented, possible_bodies
from classeval_hf.reading.readings import Ruling, syntax_error

_MAX_TRIES = 24  # maximum of ways tried to put a completion in its place: the recorded ones take four at most


@dataclass(frozen=True)
class Assembly:
    code: str  # the new definition, or what was there instead
    signs: CompletionSigns
    ruling: Ruling | None  # why it fails without being run, if so
    source: str = ""  # the new file, if there is one
    line: int = 0  # of `code` in `source`
    name: str = ""  # of the target
    note: ReadingNote | None = None  # which part of the completion it is


_EMPTY = Ruling("EmptyCompletion", "the completion is empty")


def assemble(
    file_source: str,
    target: Target,
    position: int,
    completion: str,
    max_chars: int = MAX_COMPLETION_CHARS,
    paraphrase: Mapping[str, str] | None = None,
) -> Assembly:
    """Puts a completion in the target's place; `SyntaxError` for a file that is no Python, `ValueError` without it."""
    names = dict(paraphrase or {})
    file = SourceFile(file_source)
    name = ".".join(names.get(part, part) for part in target.name.split("."))
    definition = find_in_file(file, name, position)
    split = split_within_limits(rename_words(completion, names), 1, max_chars)
    if split.problem:
        assembled = Assembly("", NO_SIGNS, Ruling("UnreadableAnswer", split.problem))
    elif not completion.strip():
        assembled = Assembly("", CompletionSigns("empty"), _EMPTY)
    else:
        assembly = _Assembly(definition, split)
        assembled = assembly.of_class() if isinstance(definition.node, ast.ClassDef) else assembly.of_function()
    problem = assembled.ruling.message if assembled.ruling is not None else ""
    return replace(assembled, name=name, note=assembled.note or ReadingNote(cut=split.cut, problem=problem))


@dataclass(frozen=True)
class _Edit:
    """What the target is from a place of it on, in whole lines, and what is put beside it, by place."""

    target: Definition
    start: int
    text: str
    beside: Mapping[int, str]

    @cached_property
    def source(self) -> str:
        file, end = self.target.file, self.target.end
        edits = {(place, place): text for place, text in self.beside.items()}
        edits[self.start, end] = self.text
        last = max(edits)
        if last[1] == len(file.text) and not file.text.endswith(("\n", "\r")):
            edits[last] = "\n" * (last[1] > end) + edits[last].removesuffix("\n")
        return file.changed({places: text.replace("\n", file.line_end) for places, text in edits.items()})

    @property
    def line(self) -> int:
        """Number of the target's first line in the new file."""
        above = (text.count("\n") for place, text in self.beside.items() if place <= self.target.start)
        return self.target.first_line + sum(above)

    @property
    def code(self) -> str:
        """The new definition, decorators that stay included."""
        return plain_text(self.target.file.text[self.target.start : self.start]) + self.text

    def is_one(self) -> bool:
        """Whether it is one statement, so that nothing but the target is changed."""
        is_nested = bool(self.target.indent)
        tree = parse_or_none(f"if _:\n{self.code}" if is_nested else self.code)
        return tree is not None and len(list(nested_statements(tree.body))) == 1 + is_nested


class _Assembly:
    def __init__(self, target: Definition, split: SplitText) -> None:
        self._target = target
        self._split = split
        self._parameters = {item.arg for item in ast.walk(target.node) if isinstance(item, ast.arg)}
        parents = [node for node in target.parents[-1:] if isinstance(node, ast.ClassDef)]
        self._class_name = parents[0].name if parents else ""
        self._known_names = declared_names(target.file.tree.body)
        self._members = parents[0].body if parents else []
        self._changes_more = Ruling("SyntaxError", f"the completion changes more than {target.node.name!r}")

    def of_class(self) -> Assembly:
        name, text = self._target.node.name, self._split.text
        extraction = ClassReader(self._split, name, ()).read()
        code, span = extraction.code, (0, len(text))
        signs = read_signs(text, code, name, extraction.defines_class)
        if parse_or_none(code) is None:
            error = syntax_error(code, code, text, extraction.note.taken)
            return Assembly(code, signs, error or Ruling("SyntaxError", "the completion cannot be parsed"))
        written = find_like(SourceFile(code), self._target.name, self._target.node)
        if written is None:
            instead = f"; it defines {', '.join(signs.classes)} instead" if signs.classes else ""
            message = f"the completion does not define the class {name!r}{instead}"
            return Assembly(code, signs, Ruling("NameError", message))
        edit = self._edit_by(written)
        placed = self._fit(edit, span)
        if placed is None:
            error = self._error(edit, span) or self._changes_more
            placed = Assembly(edit.text, CompletionSigns(signs.kind or "no Python"), error)
        return replace(placed, note=extraction.note)

    def of_function(self) -> Assembly:
        first: tuple[_Edit, tuple[int, int]] | None = None
        split = self._split
        ways = ((passage, *way) for passage in split.passages for way in self._edits(passage, split.parser))
        for passage, place, edit in islice(ways, _MAX_TRIES):
            first = first or (edit, passage.region)
            assembled = self._fit(edit, passage.region)
            if assembled is not None:
                return replace(assembled, note=split.note(passage, place, [(edit.text, passage.region)]))
        sign = read_signs(split.text, split.text, self._target.node.name, False).kind
        signs = CompletionSigns("no Python" if sign == "no class" else sign)
        if first is None:
            return Assembly(split.text, signs, _EMPTY)
        # What is no Python wherever it stands is said of the last block, or of the text.
        block = [Block(split.passages[0].text, split.passages[0].region), *split.passages[0].blocks][-1]
        code, taken = dedented(block.raw), taken_lines(split.text, [(block.raw, block.region)])
        error = syntax_error(code, code, split.text, taken) if parse_or_none(code) is None else None
        return Assembly(split.text, signs, error or self._error(*first) or self._changes_more)

    def _edits(self, passage: Passage, parser: BoundedParser) -> Iterator[tuple[str, _Edit]]:
        """The ways to read a passage, in the order in which they are tried, each with where it is read."""
        target = self._target
        found = PassageDefinitions(passage, target.name, target.node, parser)
        for item in found.parsed():
            yield item.place, self._edit_by(item.definition, found.fragments)
        for text in possible_bodies(passage, self._parameters, parser):
            for body in body_texts(text, target.body_indent, target.indent):
                tree = parser.parse(dedented(body)).tree if len(found.fragments) > 1 else None
                beside = self._beside([tree] if tree is not None else [], found.fragments)
                yield "body", _Edit(target, *self._with_body(body), beside)
        for item in found.cut():
            if item.is_whole:
                yield item.place, self._edit_by(item.definition, found.fragments)

    def _edit_by(self, written: Definition, others: Sequence[Fragment] = ()) -> _Edit:
        """The edit that puts a definition of a completion in the target's place, with what it needs beside it."""
        target = self._target
        text = move_lines(written.text.rstrip("\n") + "\n", written.indent, target.indent)
        keeps_decorators = not isinstance(written.node, ast.ClassDef) and not written.node.decorator_list
        first = target.node.lineno if keeps_decorators else target.first_line
        beside = self._beside([written.node], [written.file.fragment, *others], written)
        return _Edit(target, target.file.starts[first - 1], text, beside)

    def _with_body(self, body: str) -> tuple[int, str]:
        """Where a body begins that takes the place of the target's own, after its docstring, and the lines for it."""
        target, file = self._target, self._target.file
        (line, start), statements, docstring = target.header_end, target.node.body, docstring_node(target.node)
        if docstring is not None:
            end = file.offset(docstring.end_lineno or line, docstring.end_col_offset or 0)
            if docstring.lineno == line:
                source = plain_text(file.text[file.offset(line, docstring.col_offset) : end])
                return start, f"\n{target.body_indent}{source}\n{body}\n"
            line, start, statements = docstring.end_lineno or line, end, statements[1:]
        if not statements or statements[0].lineno > line:
            start = file.starts[line - 1] + len(file.line(line))
        return start, f"\n{body}\n"

    def _fit(self, edit: _Edit, span: tuple[int, int]) -> Assembly | None:
        """The result of an edit, if the file parses with it and nothing but the target is changed."""
        if not edit.is_one() or parse_or_none(plain_text(edit.source)) is None:
            return None
        return Assembly(edit.code, NO_SIGNS, self._error(edit, span), edit.source, edit.line)

    def _error(self, edit: _Edit, span: tuple[int, int]) -> Ruling | None:
        """The error in the file with an edit, with the lines of the completion."""
        taken = taken_lines(self._split.text, [(edit.text, span)])
        return syntax_error(plain_text(edit.source), edit.code, self._split.text, taken, edit.line)

    def _beside(
        self, nodes: Sequence[ast.AST], code: Sequence[Fragment], written: Definition | None = None
    ) -> dict[int, str]:
        """What nodes use of some code, and what stands beside a definition written, by its place in the file."""
        target, file = self._target, self._target.file
        own, tree = target.module_statement, file.tree
        above = file.starts[first_line(own) - 1]
        imports = (ast.Import, ast.ImportFrom)  # also unused ones: quoted annotations may use them
        kept = [node for node in written.file.tree.body if isinstance(node, imports)] if written else []
        known = {property_part(node) for node in [target.node, *target.accessors]}
        accessors = [node for node in (written.accessors if written else ()) if property_part(node) not in known]
        names = self._known_names | self._parameters | declared_names(kept, self._members)
        attributes, methods, preamble = find_helper_definitions(nodes, code, names, self._class_name, 0)
        methods += [cut_statement(code[0].lines, node, 0) for node in accessors]
        parts = [(target.start, part) for part in attributes] + [(target.end, part) for part in methods]
        parts = [(place, move_lines(part, "", target.indent)) for place, part in parts if self._class_name]
        preamble = [*(cut_statement(code[0].lines, node, 0) for node in kept), *preamble]
        head = [node for node in tree.body if is_future_import(node) or node is docstring_node(tree)]
        top = file.starts[head[-1].end_lineno or 0 if head else first_line(tree.body[0]) - 1]
        beside: dict[int, str] = {}
        for place, part in dict.fromkeys([*parts, *((above, part) for part in preamble)]):
            place = top if part.startswith("from __future__ ") else place
            beside[place] = beside.get(place, "") + part + "\n"
        return beside
