"""From a completion to the file that takes the target's place (docs/design/reading.md). The rest of the file stays as
it is, byte for byte, and nothing in a definition or body is repaired."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.source_layout import Fragment, cut_statement, move_lines
from classeval_hf.core.syntax import BoundedParser, bound_names, first_line, parse_or_none, walk
from classeval_hf.reading.completion_blocks import Block, Passage, SplitText, plain_text
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns, read_signs
from classeval_hf.reading.definitions import (
    DEFINITIONS,
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
    is_helper,
    is_main_guard,
    takes_self,
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
class _Change:
    """Whole lines in place of a definition from `start` on; what comes along with them is in its file already."""

    definition: Definition
    text: str
    first_line: int
    start: int

    @property
    def lines(self) -> range:
        return range(self.definition.first_line, self.first_line + self.text.count("\n"))

    @cached_property
    def source(self) -> str:
        file, end, text = self.definition.file, self.definition.end, self.text
        if end == len(file.text) and not file.text.endswith(("\n", "\r")):
            text = text.removesuffix("\n")
        return file.changed({(self.start, end): text.replace("\n", file.line_end)})

    def is_all(self, tree: ast.Module) -> bool:
        """Whether all other statements of the new file are what they were, and the target is one statement."""
        old = range(self.definition.first_line, self.definition.last_line + 1)
        before, after = (
            [(type(node), node.col_offset) for node in _statements(module) if first_line(node) not in lines]
            for module, lines in ((self.definition.file.tree, old), (tree, self.lines))
        )
        own = sorted((node for node in _statements(tree) if first_line(node) in self.lines), key=first_line)
        return after == before and len(own) == len(_statements(*own[:1]))


class _Assembly:
    def __init__(self, definition: Definition, split: SplitText) -> None:
        self.definition = definition
        self.file = definition.file
        self.name = definition.node.name
        self._split = split
        self._parameters = {item.arg for item in ast.walk(definition.node) if isinstance(item, ast.arg)}
        parents = [node for node in definition.parents[-1:] if isinstance(node, ast.ClassDef)]
        self._class_name = parents[0].name if parents else ""
        self._members = parents[0].body if parents else []
        self._known_names = declared_names(self.file.tree.body)
        self._changes_more = Ruling("SyntaxError", f"the completion changes more than {self.name!r}")

    def of_class(self) -> Assembly:
        extraction = ClassReader(self._split, self.name, ()).read()
        code, text = extraction.code, self._split.text
        signs = read_signs(text, code, self.name, extraction.defines_class)
        if parse_or_none(code) is None:
            error = syntax_error(code, code, text, extraction.note.taken)
            return Assembly(code, signs, error or Ruling("SyntaxError", "the completion cannot be parsed"))
        written = find_like(SourceFile(code), self.definition.name, self.definition.node)
        if written is None:
            instead = f"; it defines {', '.join(signs.classes)} instead" if signs.classes else ""
            message = f"the completion does not define the class {self.name!r}{instead}"
            return Assembly(code, signs, Ruling("NameError", message))
        change = self._change_by(written)
        placed = self._fit(change, (0, len(text)))
        if placed is None:
            error = self._error(change, (0, len(text))) or self._changes_more
            placed = Assembly(change.text, CompletionSigns(signs.kind or "no Python"), error)
        return replace(placed, note=extraction.note)

    def of_function(self) -> Assembly:
        first: tuple[_Change, tuple[int, int]] | None = None
        split = self._split
        ways = ((passage, *way) for passage in split.passages for way in self._changes(passage, split.parser))
        for passage, place, change in islice(ways, _MAX_TRIES):
            first = first or (change, passage.region)
            assembled = self._fit(change, passage.region)
            if assembled is not None:
                return replace(assembled, note=split.note(passage, place, [(change.text, passage.region)]))
        sign = read_signs(split.text, split.text, self.name, False).kind
        signs = CompletionSigns("no Python" if sign == "no class" else sign)
        if first is None:
            return Assembly(split.text, signs, _EMPTY)
        # What is no Python wherever it stands is said of the last block, or of the text.
        block = [Block(split.passages[0].text, split.passages[0].region), *split.passages[0].blocks][-1]
        code, taken = dedented(block.raw), taken_lines(split.text, [(block.raw, block.region)])
        error = syntax_error(code, code, split.text, taken) if parse_or_none(code) is None else None
        return Assembly(split.text, signs, error or self._error(*first) or self._changes_more)

    def _fit(self, change: _Change, span: tuple[int, int]) -> Assembly | None:
        """The result of a change, if the file parses with it and nothing but the target is changed."""
        source = plain_text(change.source)
        tree = parse_or_none(source)
        if tree is None or not change.is_all(tree):
            return None
        lines = source.split("\n")[change.lines.start - 1 : change.lines.stop - 1]
        error = self._error(change, span)
        return Assembly("\n".join([*lines, ""]), NO_SIGNS, error, change.source, change.lines.start)

    def _error(self, change: _Change, span: tuple[int, int]) -> Ruling | None:
        """The error in the file with a change, with the lines of the completion."""
        taken = taken_lines(self._split.text, [(change.text, span)])
        return syntax_error(plain_text(change.source), change.text, self._split.text, taken, change.first_line)

    def _change_by(self, written: Definition, others: Sequence[Fragment] = ()) -> _Change:
        """The change that puts a definition of a completion in the target's place, with what it needs beside it."""
        definition = self._with_beside([written.node], [written.file.fragment, *others], written)
        text = move_lines(written.text.rstrip("\n") + "\n", written.indent, definition.indent)
        keeps_decorators = not isinstance(written.node, ast.ClassDef) and not written.node.decorator_list
        first = definition.node.lineno if keeps_decorators else definition.first_line
        return _Change(definition, text, first, definition.file.starts[first - 1])

    def _with_beside(
        self, nodes: Sequence[ast.AST], code: Sequence[Fragment], written: Definition | None = None
    ) -> Definition:
        """The target in its file, with what nodes use of some code, and what stands beside a definition written."""
        own, target = self.definition.module_statement, self.definition
        above, below = self.file.starts[first_line(own) - 1], self.file.starts[own.end_lineno or own.lineno]
        line = written.module_statement.lineno if written is not None else 0
        kept = [node for node in written.file.tree.body if self._comes_along(node, written)] if written else []
        known = {property_part(node) for node in [target.node, *target.accessors]}
        accessors = [node for node in (written.accessors if written else ()) if property_part(node) not in known]
        names = self._known_names | self._parameters | declared_names(kept, self._members)
        attributes, methods, preamble = find_helper_definitions(nodes, code, names, self._class_name, 0)
        methods += [cut_statement(code[0].lines, node, 0) for node in accessors]
        parts = [(target.start, part) for part in attributes] + [(target.end, part) for part in methods]
        parts = [(place, move_lines(part, "", target.indent)) for place, part in parts if self._class_name]
        parts += [(above if node.lineno < line else below, cut_statement(code[0].lines, node, 0)) for node in kept]
        tree = self.file.tree
        head = [node for node in tree.body if is_future_import(node) or node is docstring_node(tree)]
        top = self.file.starts[head[-1].end_lineno or 0 if head else first_line(tree.body[0]) - 1]
        beside: dict[int, str] = {}
        for place, part in dict.fromkeys([*parts, *((above, part) for part in preamble)]):
            place = top if part.startswith("from __future__ ") else place
            beside[place] = beside.get(place, "") + part + "\n"
        if not beside:
            return target
        moved = sum(text.count("\n") for place, text in beside.items() if place <= target.start)
        if not self.file.text.endswith(("\n", "\r")) and len(self.file.text) in beside:
            beside[len(self.file.text)] = "\n" + beside[len(self.file.text)].removesuffix("\n")
        edits = {(place, place): text.replace("\n", self.file.line_end) for place, text in beside.items()}
        return find_in_file(SourceFile(self.file.changed(edits)), target.name, target.node.lineno + moved)

    def _comes_along(self, node: ast.stmt, written: Definition) -> bool:
        """Whether a statement beside a definition is put into the file too, whatever the definition uses."""
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return True
        names = set(bound_names(node)) - {"_"}  # which is no class, but was put around what was indented
        if node is written.module_statement or is_main_guard(node):
            return False
        is_member = bool(self._class_name) and (takes_self(node) or names == {self.name})
        if not names or is_member or names & self._known_names:
            return False
        is_above = node.lineno < written.module_statement.lineno
        return is_helper(ast.Module([node], []), self.name) if is_above else isinstance(node, DEFINITIONS)

    def _changes(self, passage: Passage, parser: BoundedParser) -> Iterator[tuple[str, _Change]]:
        """The ways to read a passage, in the order in which they are tried, each with where it is read."""
        found = PassageDefinitions(passage, self.definition.name, self.definition.node, parser)
        for item in found.parsed():
            yield item.place, self._change_by(item.definition, found.fragments)
        for text in possible_bodies(passage, self._parameters, parser):
            for body in body_texts(text, self.definition.body_indent, self.definition.indent):
                tree = parser.parse(dedented(body)).tree if len(found.fragments) > 1 else None
                yield "body", self._change_of_body(body, self._with_beside([tree] if tree else [], found.fragments))
        for item in found.cut():
            if item.is_whole:
                yield item.place, self._change_by(item.definition, found.fragments)

    def _change_of_body(self, body: str, definition: Definition) -> _Change:
        """The change that puts a body in the place of the target's own, after its docstring."""
        file, (line, start) = definition.file, definition.header_end
        docstring, statements = docstring_node(definition.node), definition.node.body
        if docstring is not None:
            end = file.offset(docstring.end_lineno or line, docstring.end_col_offset or 0)
            if docstring.lineno == line:
                source = plain_text(file.text[file.offset(line, docstring.col_offset) : end])
                return _Change(definition, f"\n{definition.body_indent}{source}\n{body}\n", line, start)
            line, start, statements = docstring.end_lineno or line, end, statements[1:]
        if not statements or statements[0].lineno > line:
            start = file.starts[line - 1] + len(file.line(line))
        return _Change(definition, f"\n{body}\n", line, start)


def _statements(*roots: ast.AST) -> list[ast.stmt]:
    """The statements in trees, those in functions and classes included."""
    return [node for node in walk(*roots) if isinstance(node, ast.stmt)]
