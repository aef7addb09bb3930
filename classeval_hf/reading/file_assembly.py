"""
From a completion to the whole file that takes the target's place.

A class is found in raw model text as in any other completion ([`classeval_hf.reading.extraction`]). Its statement
takes the place of the target's, decorators included: what the completion does not decorate is not decorated.

A method or function is given as a whole definition or as a body. The ways to read a completion are tried in a fixed
order, and the first is taken with which the file parses and nothing changes but the target:

1. a whole definition of the target's name: in the fenced blocks, the last one first; then in the text as it stands;
   then among the pieces of code between prose. It may stand in a class, that of the target's name before any other.
   It brings its own signature, and keeps the decorators of the file unless it has some;
2. a body, by the placements of [`classeval_hf.reading.placement`]: fenced blocks that can be nothing but a body, the
   last one first, then the text as it stands, then the other blocks. Decorators, signature and docstring of the file
   stay.

Reasoning is read, by the same rules, only where the content does not fit.

What stands beside a definition at the top level of its code comes with it: imports, and definitions of names that the
file does not define itself, for a completion replaces its target and nothing else. They are put directly before or
after the statement of the module that holds the target, as they stood: the target sees them, and what runs before it
when the file is imported does not. `from __future__` imports go to the top of the file, as Python requires.
Expressions, main guards and other statements are left out.

The rest of the file stays as it is, byte for byte. Nothing in a definition or body is repaired.
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
from classeval_hf.reading.completion_blocks import Passage, plain_text, split_completion
from classeval_hf.reading.completion_signs import read_signs
from classeval_hf.reading.definitions import (
    DEFINITIONS,
    Definition,
    SourceFile,
    docstring_node,
    find_in_file,
    find_like,
    rename_words,
)
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, MAX_PARSED_CHARS, MAX_PARSES, extract_code
from classeval_hf.reading.helper_definitions import is_future_import, is_helper, is_main_guard
from classeval_hf.reading.notes import ReadingNote
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
    Puts a completion in the place of the target, by the rules in this module's docstring.

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
        problem = f"the completion has {len(completion)} characters, more than the maximum of {max_chars}"
        found = _failed("UnreadableAnswer", problem)
    elif not completion.strip():
        found = _failed("EmptyCompletion", "the completion is empty", sign="empty")
    else:
        assembly = _ClassAssembly if isinstance(definition.node, ast.ClassDef) else _FunctionAssembly
        found = assembly(definition).assemble(rename_words(plain_text(completion), names))
    note = found.get("note", ReadingNote(problem=found["ruling"][1] if found["ruling"] is not None else ""))
    return {**found, "name": name, "note": asdict(note.of(completion))}


def _failed(kind: str, message: str, code: str = "", sign: str = "", classes: Sequence[str] = ()) -> dict[str, Any]:
    ruling = [kind, message]
    return {"source": "", "code": code, "line": 0, "sign": sign, "classes": list(classes), "ruling": ruling}


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
    """The source of a file after a change, the lines that are new in it, and those of the target among them."""

    source: str
    new_lines: tuple[range, ...]
    target_lines: range


class _Assembly:
    """Puts one completion in the place of one definition."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.file = definition.file
        self._tries_left = _MAX_TRIES

    @property
    def name(self) -> str:
        """The target's name in its own scope."""
        return self.definition.node.name

    def fit(self, change: _Change) -> dict[str, Any] | None:
        """The result of a change, if the file parses with it and nothing but the target is changed."""
        if not self._tries_left:
            return None
        self._tries_left -= 1
        changed = self._applied(change)
        tree = parse_or_none(plain_text(changed.source))
        if tree is None or not self._is_only_change(tree, changed):
            return None
        error = syntax_error(plain_text(changed.source))
        lines = plain_text(changed.source).split("\n")[changed.target_lines.start - 1 : changed.target_lines.stop - 1]
        return {
            "source": changed.source,
            "code": "\n".join([*lines, ""]),
            "line": changed.target_lines.start,
            "sign": "",
            "classes": [],
            "ruling": None if error is None else list(error),
        }

    def error_of(self, change: _Change) -> tuple[str, str]:
        """Why a change that does not fit fails."""
        problem = f"the completion changes more than {self.name!r}"
        return syntax_error(plain_text(self._applied(change).source)) or ("SyntaxError", problem)

    def change_by(self, found: Definition) -> _Change:
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
            start_of_node = found.file.offset(first_line(node), node.col_offset)
            end_of_node = found.file.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
            parts[place].append(found.file.text[start_of_node:end_of_node] + "\n")
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
        text = change.text
        if not self.file.text[: self.definition.end].endswith(("\n", "\r")):
            text = text.removesuffix("\n")  # the last line of the file has no end, and gets none
        statement = self.definition.module_statement
        first, last = first_line(statement) - 1, statement.end_lineno or statement.lineno
        future = self._place_of_future_imports()
        after = change.after
        if after and not self.file.text[: self.file.starts[last]].endswith(("\n", "\r")):
            after = f"\n{after}".removesuffix("\n")
        edits = [
            (future, future, change.future),
            (self.file.starts[first], self.file.starts[first], change.before),
            (change.start, self.definition.end, text),
            (self.file.starts[last], self.file.starts[last], after),
        ]
        parts, new_lines, place, line = [self.file.mark], [], 0, 1
        for start, end, new in edits:
            parts += [self.file.text[place:start], new.replace("\n", self.file.line_end)]
            line += self._line_of(start) - self._line_of(place)
            new_lines.append(range(line, line + new.count("\n") + (not new.endswith("\n"))))
            line += new.count("\n")
            place = end
        above = self._line_of(change.start) - self.definition.first_line
        target = range(new_lines[2].start - above, new_lines[2].stop)
        own = (*(lines for lines, edit in zip(new_lines, edits, strict=True) if edit[2]), target)
        return _Changed("".join([*parts, self.file.text[place:]]), own, target)

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
        others, own = [], []
        for node in _statements(tree):
            if first_line(node) in changed.target_lines:
                own.append(node)
            elif not any(first_line(node) in lines for lines in changed.new_lines):
                others.append((type(node), node.col_offset))
        return others == self._other_statements and len(own) == len(list(_statements(ast.Module(own[:1], []))))

    @cached_property
    def _other_statements(self) -> Sequence[tuple[type, int]]:
        """Kind and column of the statements of the file outside of the target."""
        lines = range(self.definition.first_line, self.definition.last_line + 1)
        return [(type(node), node.col_offset) for node in _statements(self.file.tree) if first_line(node) not in lines]


class _ClassAssembly(_Assembly):
    """Puts a completion in the place of a class."""

    def assemble(self, completion: str) -> dict[str, Any]:
        """The result; see [`assemble`]."""
        name = self.name
        extraction = extract_code(completion, name, (), len(completion))
        signs = read_signs(completion, extraction.code, name, extraction.defines_class)
        code = extraction.code
        try:
            found = find_like(SourceFile(code), self.definition)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            error = syntax_error(code) or ("SyntaxError", "the completion cannot be parsed")
            return _failed(*error, code, signs.kind, signs.classes)
        if found is None:
            instead = f"; it defines {', '.join(signs.classes)} instead" if signs.classes else ""
            message = f"the completion does not define the class {name!r}{instead}"
            return _failed("NameError", message, code, signs.kind, signs.classes)
        change = self.change_by(found)
        placed = self.fit(change) or _failed(*self.error_of(change), change.text, signs.kind or "no Python")
        return {**placed, "note": extraction.note}


class _FunctionAssembly(_Assembly):
    """Puts a completion in the place of a method or function."""

    def assemble(self, completion: str) -> dict[str, Any]:
        """The result; see [`assemble`]."""
        limit = max(MAX_PARSED_CHARS, 2 * len(completion))
        parser = BoundedParser(MAX_PARSES, limit)
        first: _Change | None = None
        split = split_completion(completion, parser)
        for passage in split.passages:
            for place, change in self._changes(passage, parser):
                first = first or change
                found = self.fit(change)
                if found is not None:
                    return {**found, "note": split.note(passage, place, [(change.text, passage.region)])}
        sign = read_signs(completion, completion, self.name, False).kind
        error = ("EmptyCompletion", "the completion is empty") if first is None else self.error_of(first)
        return _failed(*error, completion, "no Python" if sign == "no class" else sign)

    def _changes(self, passage: Passage, parser: BoundedParser) -> Iterator[tuple[str, _Change]]:
        """The ways to read a passage, in the order in which they are tried, each with where it is read."""
        blocks = [block.raw.rstrip("\n") for block in reversed(passage.blocks)]
        pieces = [piece.source for piece in code_pieces(passage.text, parser)][::-1]
        runs = indented_runs(passage.text, rf"(?:async[ \t]+)?def[ \t]+{re.escape(self.name)}\b")
        for text in (*blocks, passage.text, *pieces, *runs):
            found = self._whole_definition(text, parser)
            if found is not None:
                yield ("fence" if text in blocks else "text"), self.change_by(found)
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


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module, those in functions and classes included."""
    waiting: list[Sequence[ast.stmt]] = [tree.body]
    while waiting:
        for node in nested_statements(waiting.pop()):
            yield node
            if isinstance(node, DEFINITIONS):
                waiting.append(node.body)
