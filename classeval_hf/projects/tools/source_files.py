"""Definitions and imports of one file of a project, with their lines. Equal files are read once."""

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import FunctionNode, assigned, bound_names, first_line, nested_statements, walk
from classeval_hf.reading import definitions

WINDOW, STRIDE = 20, 10  # lines of a snippet, and to the start of the next (RepoCoder; RRR, appendix F.1)
_DOCSTRING_LINES, _OUTLINE_LINES = 6, 100  # maximum of lines of a docstring in an outline, and of the outline


class Symbol(NamedTuple):
    name: str  # its qualified name in the file
    # `"class"`, `"method"`, `"function"` or `"variable"` at the top level, or `"local"` within a function.
    kind: str
    first: int  # its first line, with decorators
    line: int
    body: int
    last: int
    statements: int = 0  # statements of its body, docstrings left out
    shape: int = 0  # equal for definitions whose bodies have the same kinds of statements
    docstring: int = 0  # the last line of its docstring; 0 if it has none


class ImportedName(NamedTuple):
    name: str  # the name after `as`, or else as written
    module: str  # the module, with leading dots
    imported: str = ""  # the name in the module; empty for the module itself, `*` for all names


class Snippet(NamedTuple):
    path: str
    line: int  # number of the first line
    text: str


class SourceSummary:
    def __init__(self, text: str) -> None:
        file = definitions.SourceFile(text)
        self.text = text
        self.lines: Sequence[str] = [line.rstrip("\r\n") for line in file.lines]
        symbols = list[Symbol]()
        for name, definition in definitions.definitions_in(file):
            node = definition.node
            kind = "class" if isinstance(node, ast.ClassDef) else "method" if definition.parents else "function"
            if not all(isinstance(parent, ast.ClassDef) for parent in definition.parents):
                kind = "local"
            kinds, bodies = list[type[ast.stmt]](), [node.body]
            for body in bodies:  # grows while it is walked
                for part in nested_statements(body):
                    if not isinstance(part, ast.Expr) or not isinstance(part.value, ast.Constant):
                        kinds.append(type(part))
                        bodies += [part.body] if isinstance(part, definitions.DEFINITIONS) else []
            docstring = definitions.docstring_node(node)
            lines = first_line(node), node.lineno, first_line(node.body[0]), node.end_lineno or node.lineno
            of_docstring = (docstring.end_lineno or 0) if docstring is not None else 0
            symbols.append(Symbol(name, kind, *lines, len(kinds), hash(tuple(kinds)), of_docstring))
        for statement in nested_statements(file.tree.body):
            if isinstance(statement, (ast.Assign, ast.AnnAssign)):
                line = statement.lineno
                last = statement.end_lineno or line
                symbols += [Symbol(name, "variable", line, line, line, last) for name in bound_names(statement)]
        self.symbols: Sequence[Symbol] = sorted(symbols, key=lambda symbol: (symbol.line, symbol.name))
        self.by_name: Mapping[str, Sequence[Symbol]] = grouped((symbol.name, symbol) for symbol in self.symbols)
        self.imports: Sequence[ImportedName] = list(imports_in(nested_statements(file.tree.body)))
        self.body_lines: dict[int, frozenset[str]] = {}  # bodies that are compared, by line of the function

    @cached_property
    def definitions(self) -> Mapping[int, definitions.Definition]:
        """Its definitions as syntax trees, by line; parsed on first use."""
        found = definitions.definitions_in(definitions.SourceFile(self.text))
        return {definition.node.lineno: definition for _, definition in found}

    @cached_property
    def windows(self) -> Sequence[tuple[int, str]]:
        """Its windows of 20 lines, each 10 lines after the one before: number of the first line, and text."""
        starts = range(0, max(len(self.lines) - WINDOW + STRIDE, 1), STRIDE)
        pieces = [(start + 1, "\n".join(self.lines[start : start + WINDOW])) for start in starts]
        return [(line, text) for line, text in pieces if text.strip()]

    @cached_property
    def outlines(self) -> Sequence[tuple[Symbol, str]]:
        """Its functions, and its classes with the beginning of the docstring, without the bodies of their methods."""
        found = [(symbol, self.source(symbol)) for symbol in self.symbols if symbol.kind == "function"]
        for symbol in (symbol for symbol in self.symbols if symbol.kind == "class"):
            members = [one for one in self.symbols if one.kind == "method" and one.name.startswith(f"{symbol.name}.")]
            hidden = {number for one in members for number in range(max(one.body, one.line + 1), one.last + 1)}
            docstring = range(symbol.body, symbol.docstring + 1)
            blank = (number for number in docstring if not self.lines[number - 1].strip())
            hidden.update(range(next(blank, symbol.docstring + 1), symbol.docstring + 1))  # after its first paragraph
            hidden.update(docstring[_DOCSTRING_LINES:])
            numbers = (number for number in range(symbol.first, symbol.last + 1) if number not in hidden)
            lines = [line for line in (self.lines[number - 1] for number in numbers) if line.strip()]
            found.append((symbol, dedented(lines[:_OUTLINE_LINES])))
        return sorted(found, key=lambda pair: (pair[0].line, pair[0].name))

    def source(self, symbol: Symbol) -> str:
        """The lines of a definition, moved to the left."""
        return dedented(self.lines[symbol.first - 1 : symbol.last])


def decoded(content: bytes) -> str | None:
    """The text of a file of Python; `None` if it cannot be decoded."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError):
        return None


def imports_in(nodes: Iterable[ast.AST]) -> Iterator[ImportedName]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (ImportedName(alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (ImportedName(alias.asname or alias.name, module, alias.name) for alias in node.names)


def dedented(lines: Sequence[str]) -> str:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    first = len(lines[0]) - len(lines[0].lstrip()) if lines else margin
    return "\n".join(line[min(margin, first) :] for line in lines)


def summary_text(node: definitions.DefinitionNode) -> str:
    """The first paragraph of a definition's docstring in one line; empty if it has none."""
    if definitions.docstring_node(node) is None:
        return ""
    return " ".join((ast.get_docstring(node) or "").strip().partition("\n\n")[0].split())


def signature(node: definitions.DefinitionNode) -> str:
    decorators = [f"@{ast.unparse(item)}" for item in node.decorator_list]
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, [*node.bases, *node.keywords]))
        return "\n".join([*decorators, f"class {node.name}({bases})" if bases else f"class {node.name}"])
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    prefix = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return "\n".join([*decorators, f"{prefix} {node.name}({ast.unparse(node.args)}){returns}"])


def assignments(node: ast.AST) -> list[tuple[ast.expr, ast.expr | None, ast.expr | None]]:
    """The targets of an assignment, each with annotation and value."""
    if isinstance(node, ast.AnnAssign):
        return [(node.target, node.annotation, node.value)]
    return [(target, None, value) for target, value in assigned(node)]


def fields_set(method: FunctionNode) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    """The attributes of its object that a method sets, each with annotation and value."""
    own = [item.arg for item in (*method.args.posonlyargs, *method.args.args)][:1]
    for target, annotation, value in (found for node in walk(*method.body) for found in assignments(node)):
        for item in walk(target):
            if isinstance(item, ast.Attribute) and isinstance(item.value, ast.Name) and item.value.id in own:
                yield item.attr, annotation, value if item is target else None
