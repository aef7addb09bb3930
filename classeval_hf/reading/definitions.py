"""Finds, empties and removes definitions in files of real projects; the rest of a file stays the same, byte by byte.
Positions in published data are unreliable: they only select among definitions with the same name."""

import ast
import difflib
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.syntax import Fragment, first_line, has_body, margin, nested_statements, parse

DefinitionNode = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_BYTE_ORDER_MARK = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LINE_END = re.compile(r"\r\n?")  # other line ends than those of `ast`
_WORD = re.compile(r"\b[^\W\d]\w*")
_NEAREST_NAMES = 3


class SourceFile:
    """The unchanged source of a file, with its syntax tree and the places of nodes in the source."""

    def __init__(self, source: str, tree: ast.Module | None = None) -> None:
        self.mark = _BYTE_ORDER_MARK if source.startswith(_BYTE_ORDER_MARK) else ""
        self.text = source[len(self.mark) :]
        self.lines: Sequence[str] = _LINE.findall(self.text)
        self.tree = parse(_LINE_END.sub("\n", self.text)) if tree is None else tree

    @cached_property
    def fragment(self) -> Fragment:
        return Fragment(self.text, self.tree)

    @cached_property
    def starts(self) -> Sequence[int]:
        """The start of each line in the text, and the end of the last one."""
        return [0, *accumulate(map(len, self.lines))]

    @cached_property
    def line_end(self) -> str:
        """The line end that the file has most often."""
        ends = [line[len(line.rstrip("\r\n")) :] for line in self.lines]
        return max(("\n", "\r\n", "\r"), key=ends.count)

    def line(self, number: int) -> str:
        return self.lines[number - 1].rstrip("\r\n")

    def offset(self, number: int, column: int) -> int:
        """The place in the text of a line's column in bytes, as syntax trees have it."""
        return self.starts[number - 1] + len(self.lines[number - 1].encode()[:column].decode())

    def changed(self, edits: Mapping[tuple[int, int], str]) -> str:
        """The source with the text between each pair of places replaced."""
        parts, place = [self.mark], 0
        for (start, end), new in sorted(edits.items()):
            parts += [self.text[place:start], new]
            place = end
        return "".join([*parts, self.text[place:]])


@dataclass(frozen=True)
class Definition:
    """A definition in a file; its lines are whole lines, decorators included."""

    file: SourceFile
    node: DefinitionNode
    parents: tuple[DefinitionNode, ...] = ()  # the definitions around it, outermost first

    @property
    def name(self) -> str:
        return ".".join(node.name for node in (*self.parents, self.node))

    @property
    def first_line(self) -> int:
        """Number of its first line, including decorators."""
        return first_line(self.node)

    @property
    def last_line(self) -> int:
        return self.node.end_lineno or self.node.lineno

    @property
    def start(self) -> int:
        return self.file.starts[self.first_line - 1]

    @property
    def end(self) -> int:
        """The end of its last line, including the line end."""
        return self.file.starts[self.last_line]

    @property
    def text(self) -> str:
        return self.file.text[self.start : self.end]

    @property
    def indent(self) -> str:
        return margin(self.file.line(self.first_line).rpartition("\f")[2])

    @property
    def body_indent(self) -> str:
        first = self.node.body[0]
        line = self.file.line(first_line(first)).rpartition("\f")[2]
        if first_line(first) > self.header_end[0] and len(margin(line)) > len(self.indent):
            return margin(line)
        return self.indent + ("\t" if self.indent.endswith("\t") else "    ")

    @cached_property
    def header_end(self) -> tuple[int, int]:
        """Number of the line with the colon that ends its header, and the place after that colon."""
        lines = (_LINE_END.sub("\n", line) for line in self.file.lines[self.node.lineno - 1 :])
        depth = 0
        for token in tokenize.generate_tokens(lines.__next__):
            operator = token.string if token.type == tokenize.OP else ""
            depth += (operator in ("(", "[", "{")) - (operator in (")", "]", "}"))
            if operator == ":" and not depth:
                number = self.node.lineno + token.end[0] - 1
                return number, self.file.starts[number - 1] + token.end[1]
        raise AssertionError("a definition that parses has a colon")

    @property
    def accessors(self) -> list[DefinitionNode]:
        """Further parts of a property in the same scope, such as its setter."""
        scope = self.parents[-1].body if self.parents else self.file.tree.body
        named = [node for node in scope if isinstance(node, DEFINITIONS) and node.name == self.node.name]
        return [node for node in named if node is not self.node and property_part(node)]

    def is_own(self, name: str, like: DefinitionNode) -> bool:
        """Whether it has the qualified name, or, outside of a class, the name and first parameter of `like`."""
        own = self.name.removeprefix("_.")  # a class put around indented code
        return own == name or (own == like.name and first_parameter(self.node) == first_parameter(like))


def find_definition(source: str | SourceFile, name: str, position: int = 0) -> Definition:
    """Finds a definition by its qualified name: the nearest to the line `position`, or else the last."""
    file = SourceFile(source) if isinstance(source, str) else source
    definitions = sorted(definitions_in(file), key=lambda pair: pair[1].node.lineno)
    named = [definition for own, definition in definitions if own == name]
    if not named:
        known = sorted({own for own, _ in definitions})
        by_last_part = [own for own in known if own.rpartition(".")[2] == name.rpartition(".")[2]]
        near = list(dict.fromkeys([*by_last_part, *difflib.get_close_matches(name, known)]))[:_NEAREST_NAMES]
        hint = f"the nearest names are {', '.join(near)}" if near else "it has none like it"
        raise UserError(f"The file does not define {name}; {hint}.")
    if position:
        return min(named, key=lambda definition: abs(definition.node.lineno - position))
    getters = [definition for definition in named[1:] if not property_part(definition.node)]
    return [named[0], *getters][-1]


def find_like(file: SourceFile, name: str, like: DefinitionNode) -> Definition | None:
    """The definition to put in the place of `like`: preferably of its qualified name, with a body, and the last."""
    is_class, part = isinstance(like, ast.ClassDef), property_part(like)
    fitting = [
        (found.is_own(name, like), has_body(found.node), property_part(found.node) == part, found.node.lineno, found)
        for own, found in definitions_in(file)
        if found.node.name == like.name and isinstance(found.node, ast.ClassDef) == is_class
        if own == name or all(isinstance(parent, ast.ClassDef) for parent in found.parents)
    ]
    return max(fitting, key=lambda ranked: ranked[:-1])[-1] if fitting else None


def removed(file_source: str, target: Target, position: int = 0) -> str:
    """The source of a file without the target; a block without other statements gets `pass`."""
    definition = find_definition(file_source, target.name, position)
    file = definition.file
    fields = ("body", "orelse", "finalbody")
    is_alone = any([definition.node] == getattr(node, field, 0) for node in ast.walk(file.tree) for field in fields)
    left = f"{definition.indent}pass{file.line_end}" if is_alone and definition.node not in file.tree.body else ""
    return file.changed({(definition.start, definition.end): left})


def without_body(file_source: str, target: Target, position: int = 0) -> str:
    """A file with an empty target: functions are `pass`, and the rest of a class, such as constants, stays."""
    definition = find_definition(file_source, target.name, position)
    return definition.file.changed(dict(_emptying(definition)))


def rename_words(text: str, names: Mapping[str, str]) -> str:
    """Renames whole words, also in strings and comments, as RepoClassBench renamed symbols in its tasks."""
    return _WORD.sub(lambda word: names.get(word[0], word[0]), text) if names else text


def docstring_node(node: DefinitionNode | ast.Module) -> ast.Expr | None:
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first
    return None


def definitions_in(file: SourceFile) -> Iterator[tuple[str, Definition]]:
    """The definitions of a file in arbitrary order, each with its qualified name."""
    waiting: list[tuple[Sequence[ast.stmt], tuple[DefinitionNode, ...]]] = [(file.tree.body, ())]
    while waiting:
        body, parents = waiting.pop()
        for node in nested_statements(body):
            if isinstance(node, DEFINITIONS):
                definition = Definition(file, node, parents)
                yield definition.name, definition
                waiting.append((node.body, (*parents, node)))


def property_part(node: DefinitionNode) -> str:
    """The part that a decorator adds to the earlier definition of its name, such as `setter`; empty without one."""
    parts = (part for decorator in node.decorator_list for part in ast.walk(decorator))
    attributes = (item for item in parts if isinstance(item, ast.Attribute) and isinstance(item.value, ast.Name))
    return next((item.attr for item in attributes if ast.unparse(item.value) == node.name), "")


def first_parameter(node: DefinitionNode) -> str:
    """The name of the first parameter, such as `self`; empty for a class, or without one."""
    arguments = [] if isinstance(node, ast.ClassDef) else [*node.args.posonlyargs, *node.args.args]
    return arguments[0].arg if arguments else ""


def _emptying(definition: Definition) -> Iterator[tuple[tuple[int, int], str]]:
    """The edits that empty a definition."""
    file = definition.file
    end = file.offset(definition.last_line, definition.node.end_col_offset or 0)
    docstring = docstring_node(definition.node)
    if not isinstance(definition.node, ast.ClassDef) or definition.node.body == [docstring]:
        yield (definition.header_end[1], end), " pass"
        return
    if docstring is not None:
        start = file.offset(docstring.lineno, docstring.col_offset)
        # `pass` is valid with any other text in its line.
        yield (start, file.offset(docstring.end_lineno or docstring.lineno, docstring.end_col_offset or 0)), "pass"
    for node in nested_statements(definition.node.body):
        if isinstance(node, DEFINITIONS):
            yield from _emptying(Definition(file, node, (*definition.parents, definition.node)))
