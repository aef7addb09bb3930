"""Finds, empties and removes definitions in files of real projects; the rest of a file stays the same, byte by byte.
Positions in published data are unreliable: they only select among definitions with the same name."""

import ast
import difflib
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
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
        self.fragment = Fragment(self.text, self.tree)
        self.starts = [0, *accumulate(map(len, self.lines))]  # of each line in the text, and the end of the last one
        of_both = self.text.count("\r\n")
        ends = {"\n": self.text.count("\n") - of_both, "\r\n": of_both, "\r": self.text.count("\r") - of_both}
        self.line_end = max(ends, key=ends.__getitem__)  # that the file has most often

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


class Definition:
    """A definition in a file; its lines are whole lines, decorators included."""

    def __init__(self, file: SourceFile, node: DefinitionNode, parents: tuple[DefinitionNode, ...] = ()) -> None:
        self.file, self.node, self.parents = file, node, parents  # the definitions around it, outermost first
        self.name = ".".join(one.name for one in (*parents, node))
        self.first_line, self.last_line = first_line(node), node.end_lineno or node.lineno
        self.start, self.end = file.starts[self.first_line - 1], file.starts[self.last_line]
        self.text = file.text[self.start : self.end]
        self.indent = margin(file.line(self.first_line).rpartition("\f")[2])

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
    waiting = [find_definition(file_source, target.name, position)]
    file, edits = waiting[0].file, dict[tuple[int, int], str]()
    for definition in waiting:  # the list grows meanwhile
        node, docstring = definition.node, docstring_node(definition.node)
        if not isinstance(node, ast.ClassDef) or node.body == [docstring]:
            edits[definition.header_end[1], file.offset(definition.last_line, node.end_col_offset or 0)] = " pass"
            continue
        if docstring is not None:  # `pass` is valid with any other text in its line
            end = file.offset(docstring.end_lineno or docstring.lineno, docstring.end_col_offset or 0)
            edits[file.offset(docstring.lineno, docstring.col_offset), end] = "pass"
        inner = (one for one in nested_statements(node.body) if isinstance(one, DEFINITIONS))
        waiting += [Definition(file, one) for one in inner]
    return file.changed(edits)


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
