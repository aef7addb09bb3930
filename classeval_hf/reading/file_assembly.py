"""
From a completion to the whole file that takes the target's place.

The rules are in docs/design/reading.md. The rest of the file stays as it is, byte for byte, and nothing in a
definition or body is repaired.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.source_layout import move_lines
from classeval_hf.core.syntax import BoundedParser, bound_names, first_line, nested_statements, parse_or_none
from classeval_hf.reading.code_pieces import code_pieces, indented_runs, leading_code
from classeval_hf.reading.completion_blocks import Block, Passage, plain_text, split_completion
from classeval_hf.reading.completion_signs import NO_SIGNS, CompletionSigns, read_signs
from classeval_hf.reading.definitions import (
    DEFINITIONS,
    Definition,
    SourceFile,
    docstring_node,
    find_in_file,
    find_like,
    rename_words,
)
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, MAX_PARSED_CHARS, MAX_PARSES, extract_code, too_long
from classeval_hf.reading.helper_definitions import is_future_import, is_helper, is_main_guard
from classeval_hf.reading.notes import ReadingNote, lines_of_text, taken_lines
from classeval_hf.reading.placement import body_texts, dedented, uses_parameters
from classeval_hf.reading.readings import syntax_error

_MAX_TRIES = 24
"""Maximum of ways tried to put a completion in its place: the recorded ones take four at most."""


def assemble(
    file_source: str,
    target: Target,
    position: int,
    completion: str,
    max_chars: int = MAX_COMPLETION_CHARS,
    paraphrase: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """
    Puts a completion in the place of the target.

    `position` is the line that decides between several definitions of the target's name, or 0; `paraphrase` has
    renamed symbols, as of [`~classeval_hf.core.repository_tasks.RepositoryTask`], which are renamed back.

    Returns plain data: `source` (of the new file, empty if there is none), `code` (of the new definition, or what was
    found instead), `name` (of the target in the project), `line` (of the first line of `code` in `source`), `sign` and
    `classes` (as of [`~classeval_hf.reading.completion_signs.CompletionSigns`]), `ruling` (type and message of why it
    fails without being run, or `None`), and `note` (what was read). A file that is no Python raises `SyntaxError`, one
    that does not define the target `ValueError`.
    """
    names = dict(paraphrase or {})
    file = SourceFile(file_source)
    name = ".".join(names.get(part, part) for part in target.name.split("."))
    definition = find_in_file(file, name, position)
    if len(completion) > max_chars:
        found = _failed("UnreadableAnswer", too_long(completion, max_chars))
    elif not completion.strip():
        found = _failed("EmptyCompletion", "the completion is empty", "", CompletionSigns("empty"))
    else:
        assembly = _Assembly(definition, rename_words(plain_text(completion), names))
        found = assembly.of_class() if isinstance(definition.node, ast.ClassDef) else assembly.of_function()
    note = found.get("note", ReadingNote(problem=found["ruling"][1] if found["ruling"] is not None else ""))
    return {**found, "name": name, "note": asdict(note.of(completion))}


def _failed(kind: str, message: str, code: str = "", signs: CompletionSigns = NO_SIGNS) -> dict[str, Any]:
    found = {"source": "", "code": code, "line": 0, "sign": signs.kind, "classes": list(signs.classes)}
    return {**found, "ruling": [kind, message]}


@dataclass(frozen=True)
class _Change:
    """Text in place of a definition from `start` on, and lines to insert beside it, by their place in the file."""

    text: str
    start: int
    beside: Mapping[int, str]


@dataclass(frozen=True)
class _Changed:
    """The source of a file after a change, what is new in it by its first line, and the lines of the target."""

    source: str
    new: Mapping[int, str]
    target_lines: range


class _Assembly:
    """Puts one completion in the place of one definition."""

    def __init__(self, definition: Definition, completion: str) -> None:
        self.definition = definition
        self.file = definition.file
        self.name = definition.node.name
        self._completion = completion
        self._tries_left = _MAX_TRIES

    def of_class(self) -> dict[str, Any]:
        """The result for a class; see [`assemble`]."""
        extraction = extract_code(self._completion, self.name, (), len(self._completion))
        code, span = extraction.code, (0, len(self._completion))
        signs = read_signs(self._completion, code, self.name, extraction.defines_class)
        try:
            found = find_like(SourceFile(code), self.definition)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            error = self._error(code, {1: code}, span) or ("SyntaxError", "the completion cannot be parsed")
            return _failed(*error, code, signs)
        if found is None:
            instead = f"; it defines {', '.join(signs.classes)} instead" if signs.classes else ""
            message = f"the completion does not define the class {self.name!r}{instead}"
            return _failed("NameError", message, code, signs)
        change = self._change_by(found)
        signs = CompletionSigns(signs.kind or "no Python")
        placed = self._fit(change, span) or _failed(*self._error_of(change, span), change.text, signs)
        return {**placed, "note": extraction.note}

    def of_function(self) -> dict[str, Any]:
        """The result for a method or function; see [`assemble`]."""
        parser = BoundedParser(MAX_PARSES, max(MAX_PARSED_CHARS, 2 * len(self._completion)))
        first: tuple[_Change, tuple[int, int]] | None = None
        split = split_completion(self._completion, parser)
        for passage in split.passages:
            for place, change in self._changes(passage, parser):
                first = first or (change, passage.region)
                found = self._fit(change, passage.region)
                if found is not None:
                    return {**found, "note": split.note(passage, place, [(change.text, passage.region)])}
        sign = read_signs(self._completion, self._completion, self.name, False).kind
        signs = CompletionSigns("no Python" if sign == "no class" else sign)
        if first is None:
            return _failed("EmptyCompletion", "the completion is empty", self._completion, signs)
        # What is no Python wherever it stands is said of the last block, or of the text.
        blocks = [*split.passages[0].blocks[-1:], Block(split.passages[0].text, split.passages[0].region)]
        code = dedented(blocks[0].raw)
        error = self._error(code, {1: code}, blocks[0].region) if parse_or_none(code) is None else None
        return _failed(*(error or self._error_of(*first)), self._completion, signs)

    def _fit(self, change: _Change, span: tuple[int, int]) -> dict[str, Any] | None:
        """The result of a change, if the file parses with it and nothing but the target is changed."""
        if not self._tries_left:
            return None
        self._tries_left -= 1
        changed = self._applied(change)
        source = plain_text(changed.source)
        tree = parse_or_none(source)
        if tree is None or not self._is_only_change(tree, changed):
            return None
        error = self._error(source, changed.new, span)
        lines = source.split("\n")[changed.target_lines.start - 1 : changed.target_lines.stop - 1]
        return {
            "source": changed.source,
            "code": "\n".join([*lines, ""]),
            "line": changed.target_lines.start,
            "sign": "",
            "classes": [],
            "ruling": None if error is None else list(error),
        }

    def _error_of(self, change: _Change, span: tuple[int, int]) -> tuple[str, str]:
        """Why a change that does not fit fails."""
        changed = self._applied(change)
        problem = f"the completion changes more than {self.name!r}"
        return self._error(plain_text(changed.source), changed.new, span) or ("SyntaxError", problem)

    def _error(self, source: str, new: Mapping[int, str], span: tuple[int, int]) -> tuple[str, str] | None:
        """The error in a source with lines of the completion; what is new, by first line, stands in a span of it."""
        if syntax_error(source) is None:
            return None
        lines: dict[int, int] = {}
        for first, text in new.items():
            taken = taken_lines(self._completion, [(text, span)])
            found = lines_of_text(text, self._completion, taken)
            lines.update({first - 1 + number: line for number, line in found.items()})
        return syntax_error(source, lines)

    def _change_by(self, found: Definition) -> _Change:
        """The change that puts a definition of a completion in the target's place, with what stands beside it."""
        text = move_lines(plain_text(found.text).rstrip("\n") + "\n", found.indent, self.definition.indent)
        keeps_decorators = not isinstance(found.node, ast.ClassDef) and not found.node.decorator_list
        start = self.file.starts[self.definition.node.lineno - 1] if keeps_decorators else self.definition.start
        statement, own = found.module_statement, self.definition.module_statement
        beside: dict[int, str] = {}
        for node in found.file.tree.body:
            is_above = node.lineno < statement.lineno
            if is_future_import(node):
                place = self._place_of_future_imports()
            elif node is statement or not self._comes_along(node, is_above):
                continue
            else:
                place = self.file.starts[first_line(own) - 1 if is_above else own.end_lineno or own.lineno]
            begin = found.file.offset(first_line(node), node.col_offset)
            end = found.file.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
            beside[place] = beside.get(place, "") + found.file.text[begin:end] + "\n"
        return _Change(text, start, beside)

    def _comes_along(self, node: ast.stmt, is_above: bool) -> bool:
        """Whether a statement beside a definition is put into the file too."""
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return True
        if isinstance(node, (ast.Try, ast.If)):
            return is_above and not is_main_guard(node) and is_helper(ast.Module([node], []), self.name)
        names = set(bound_names(node))
        if not names or names & self._known_names:
            return False
        return is_helper(ast.Module([node], []), self.name) if is_above else isinstance(node, DEFINITIONS)

    @cached_property
    def _known_names(self) -> frozenset[str]:
        """The names that the file binds at its top level."""
        return frozenset(name for node in nested_statements(self.file.tree.body) for name in bound_names(node))

    def _applied(self, change: _Change) -> _Changed:
        own, ends_open = (change.start, self.definition.end), not self.file.text.endswith(("\n", "\r"))
        edits = {**{(place, place): text for place, text in change.beside.items()}, own: change.text}
        new, added, target = {}, 0, range(0)
        for (start, stop), text in sorted(edits.items()):
            if ends_open and stop == len(self.file.text):  # the last line of the file has no end, and gets none
                text = text.removesuffix("\n") if (start, stop) == own else f"\n{text}".removesuffix("\n")
            line = self._line_of(start) + added
            edits[start, stop] = text.replace("\n", self.file.line_end)
            new[line] = text
            if (start, stop) == own:
                target = range(self.definition.first_line + added, line + _line_count(text))
            added += text.count("\n") - self._line_of(stop) + self._line_of(start)
        return _Changed(self.file.changed(edits), new, target)

    def _line_of(self, place: int) -> int:
        return bisect_right(self.file.starts, place)

    def _place_of_future_imports(self) -> int:
        """The end of the docstring and of the `from __future__` imports of the file."""
        body = self.file.tree.body
        has_docstring = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        head = [*body[:has_docstring], *takewhile(is_future_import, body[has_docstring:])]
        return self.file.starts[head[-1].end_lineno or 0 if head else first_line(body[0]) - 1]

    def _is_only_change(self, tree: ast.Module, changed: _Changed) -> bool:
        """Whether all other statements of the file are what they were, and the target is one statement."""
        new = {first + number for first, text in changed.new.items() for number in range(_line_count(text))}
        others, own = [], []
        for node in _statements(tree):
            if first_line(node) in changed.target_lines:
                own.append(node)
            elif first_line(node) not in new:
                others.append((type(node), node.col_offset))
        return others == self._other_statements and len(own) == len(list(_statements(ast.Module(own[:1], []))))

    @cached_property
    def _other_statements(self) -> Sequence[tuple[type, int]]:
        """Kind and column of the statements of the file outside of the target."""
        lines = range(self.definition.first_line, self.definition.last_line + 1)
        return [(type(node), node.col_offset) for node in _statements(self.file.tree) if first_line(node) not in lines]

    def _changes(self, passage: Passage, parser: BoundedParser) -> Iterator[tuple[str, _Change]]:
        """The ways to read a passage, in the order in which they are tried, each with where it is read."""
        blocks = [block.raw.rstrip("\n") for block in reversed(passage.blocks)]
        pieces = [piece.source for piece in code_pieces(passage.text, parser)][::-1]
        runs = indented_runs(passage.text, rf"(?:async[ \t]+)?def[ \t]+{re.escape(self.name)}\b")
        for text in (*blocks, passage.text, *pieces, *runs):
            found = self._whole_definition(text, parser)
            if found is not None:
                yield ("fence" if text in blocks else "text"), self._change_by(found)
        bodies = [block for block in blocks if self._is_body(block, parser)]
        head = leading_code(passage.text, parser) if not blocks else ""
        for text in (*bodies, passage.text, head, *(block for block in blocks if block not in bodies)):
            for body in body_texts(text, self.definition.body_indent, self.definition.indent):
                yield "body", self._change_of_body(body)

    def _is_body(self, text: str, parser: BoundedParser) -> bool:
        """Whether a text can only be the body of the target."""
        tree = parser.parse(dedented(text)).tree
        return tree is not None and uses_parameters(tree, self._parameters)

    @cached_property
    def _parameters(self) -> frozenset[str]:
        return frozenset(item.arg for item in ast.walk(self.definition.node) if isinstance(item, ast.arg))

    def _whole_definition(self, text: str, parser: BoundedParser) -> Definition | None:
        """The target's definition in a text that is a module, if it has one."""
        code = dedented(text)
        tree = parser.parse(code).tree
        if tree is None or uses_parameters(tree, self._parameters):
            return None
        return find_like(SourceFile(code), self.definition)

    def _change_of_body(self, body: str) -> _Change:
        """The change that puts a body in the place of the target's own, after its docstring."""
        file, (line, start) = self.file, self.definition.header_end
        docstring, statements = docstring_node(self.definition.node), self.definition.node.body
        if docstring is not None:
            end = file.offset(docstring.end_lineno or line, docstring.end_col_offset or 0)
            if docstring.lineno == line:
                source = plain_text(file.text[file.offset(line, docstring.col_offset) : end])
                return _Change(f"\n{self.definition.body_indent}{source}\n{body}\n", start, {})
            line, start, statements = docstring.end_lineno or line, end, statements[1:]
        before = "\n"
        if not statements or statements[0].lineno > line:
            start = file.starts[line]
            before = "" if file.text[:start].endswith(("\n", "\r")) else "\n"
        return _Change(f"{before}{body}\n", start, {})


def _line_count(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module, those in functions and classes included."""
    waiting: list[Sequence[ast.stmt]] = [tree.body]
    while waiting:
        for node in nested_statements(waiting.pop()):
            yield node
            if isinstance(node, DEFINITIONS):
                waiting.append(node.body)
