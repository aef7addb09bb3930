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

__all__ = ["assemble"]

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
    """
    Text to take the place of a definition from `start` on, and what is put elsewhere in the file for it: before and
    after the statement of the module that holds the definition, and at the top. All are whole lines, with line feeds.
    """

    text: str
    start: int
    before: str = ""
    after: str = ""
    future: str = ""


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
        parts: dict[str, list[str]] = {"before": [], "after": [], "future": []}
        statement = found.module_statement
        for node in found.file.tree.body:
            place = "before" if node.lineno < statement.lineno else "after"
            if is_future_import(node):
                place = "future"
            elif node is statement or not self._comes_along(node, place):
                continue
            begin = found.file.offset(first_line(node), node.col_offset)
            end = found.file.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
            parts[place].append(found.file.text[begin:end] + "\n")
        return _Change(text, start, **{place: "".join(texts) for place, texts in parts.items()})

    def _comes_along(self, node: ast.stmt, place: str) -> bool:
        """Whether a statement beside a definition is put into the file too."""
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return True
        if isinstance(node, (ast.Try, ast.If)):
            return place == "before" and not is_main_guard(node) and is_helper(ast.Module([node], []), self.name)
        names = set(bound_names(node))
        if not names or names & self._known_names:
            return False
        return isinstance(node, DEFINITIONS) if place == "after" else is_helper(ast.Module([node], []), self.name)

    @cached_property
    def _known_names(self) -> frozenset[str]:
        """The names that the file binds at its top level."""
        return frozenset(name for node in nested_statements(self.file.tree.body) for name in bound_names(node))

    def _applied(self, change: _Change) -> _Changed:
        statement, end = self.definition.module_statement, self.definition.end
        above = self.file.starts[first_line(statement) - 1]
        below = self.file.starts[statement.end_lineno or statement.lineno]
        text, after = change.text, change.after
        if not self.file.text[:end].endswith(("\n", "\r")):
            text = text.removesuffix("\n")  # the last line of the file has no end, and gets none
        if after and not self.file.text[:below].endswith(("\n", "\r")):
            after = f"\n{after}".removesuffix("\n")
        future = self._place_of_future_imports()
        edits: dict[tuple[int, int], str] = {}
        for start, stop, part in (
            (future, future, change.future),
            (above, above, change.before),
            (change.start, end, text),
            (below, below, after),
        ):
            edits[start, stop] = edits.get((start, stop), "") + part
        new, added, target = {}, 0, range(0)
        for (start, stop), part in sorted(edits.items()):
            line = self._line_of(start) + added
            if part:
                new[line] = part
            if (start, stop) == (change.start, end):
                last = line + _line_count(part)
                target = range(self.definition.first_line + added, last)
            added += part.count("\n") - self._line_of(stop) + self._line_of(start)
        source = self.file.changed({place: part.replace("\n", self.file.line_end) for place, part in edits.items()})
        return _Changed(source, new, target)

    def _line_of(self, place: int) -> int:
        return bisect_right(self.file.starts, place)

    def _place_of_future_imports(self) -> int:
        """The end of the docstring and of the `from __future__` imports of the file."""
        line = 0
        for index, node in enumerate(self.file.tree.body):
            is_docstring = not index and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not is_docstring and not is_future_import(node):
                return self.file.starts[line or first_line(node) - 1]
            line = node.end_lineno or node.lineno
        return self.file.starts[line]

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
        node, file = self.definition.node, self.file
        line, start = self.definition.header_end
        docstring, before = docstring_node(node), "\n"
        if docstring is not None and docstring.lineno == line:
            end = file.offset(docstring.end_lineno or line, docstring.end_col_offset or 0)
            source = file.text[file.offset(line, docstring.col_offset) : end]
            before = f"\n{self.definition.body_indent}{plain_text(source)}\n"
        else:
            following = node.body[0]
            if docstring is not None:
                line = docstring.end_lineno or docstring.lineno
                start = file.offset(line, docstring.end_col_offset or 0)
                following = node.body[1] if len(node.body) > 1 else docstring
            if following is docstring or following.lineno > line:
                start = file.starts[line]
                before = "" if file.text[:start].endswith(("\n", "\r")) else "\n"
        return _Change(f"{before}{body}\n", start)


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
