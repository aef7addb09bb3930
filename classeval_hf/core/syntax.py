"""Parses Python in several threads, with limits of time and memory for untrusted text, and moves parts of sources."""

import ast
import gc
import re
import sys
import textwrap
import threading
import types
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import dropwhile
from typing import Any

from classeval_hf.core.mappings import grouped

# CPython up to 3.12 counts the depth of syntax trees per interpreter, so that threads that parse at once disturb each
# other ("AST constructor recursion depth mismatch").
_ONE_AT_A_TIME = threading.Lock()
STRINGS = re.compile(
    r"""
    \#[^\n]*
    | (?P<prefix>[a-z]{0,2}) (?:
        \"{3} (?: [^"\\] | \\. | "(?!"") )* (?:\"{3})?
      | '{3} (?: [^'\\] | \\. | '(?!'') )* (?:'{3})?
      | " (?: [^"\\\n] | \\. )* "?
      | ' (?: [^'\\\n] | \\. )* '?
    )
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)  # comments and strings; the end of a string is optional, so that an open string is read only once
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
"""Nodes that bind their `name`, if they have one."""
_LEAVES = {ast.Name, ast.Constant, ast.alias, ast.Pass, ast.Break, ast.Continue}.union(
    operator for kind in (ast.boolop, ast.operator, ast.unaryop, ast.cmpop) for operator in kind.__subclasses__()
)  # nodes with only contexts below them: more than half of most trees
_MIXED = frozenset({"keys", "kw_defaults", "kwd_attrs", "names"})  # fields with lists that may hold `None` or strings
_BINDS_NOTHING = frozenset({ast.Constant, ast.Attribute, ast.Call, ast.keyword, ast.Expr})  # most nodes but variables
Kinds = defaultdict[type[ast.AST], list[Any]]
_MAX_FIELD_STEPS = 200_000_000
"""CPython before 3.12 counts the lines of an f-string from its start for each of its fields. This many steps of that
count, a tenth of a second, are allowed: 100 fields in 2 MB, or 8,000 in 24 KB."""
TOO_DEEP = "an expression, or a chain of `elif`, is nested too deeply to be read: divide it"
_UNFINISHED = re.compile("never closed|unterminated|EOF|unexpected unindent|expected (an indented|'except'|'else')")


@dataclass(frozen=True)
class Parsed:
    tree: ast.Module | None = None  # the syntax tree; `None` if the source is invalid or was not tried
    error_line: int | None = None  # line number of the error, where it is known
    ends_early: bool = False  # whether the error is an early end of the source


@dataclass
class BoundedParser:
    """Parses sources up to a total size; the first source beyond it and all later ones are not parsed."""

    parses_left: int
    chars_left: int
    known: dict[str, Parsed] = field(default_factory=dict)

    def parse(self, source: str) -> Parsed:
        """Parses a source, once; empty if it is nested too deep, or the limit is reached."""
        parsed = self.known.get(source)
        if parsed is None:
            if not self.parses_left or len(source) > self.chars_left:
                self.parses_left = 0
                return Parsed()
            self.parses_left -= 1
            self.chars_left -= len(source)
            try:
                parsed = Parsed(parse(source))
            except SyntaxError as error:
                number, lines = error.lineno or 0, source.split("\n")
                from_error = lines[-1][max(0, (error.offset or 1) - 1) :]
                is_last = number == len(lines) and re.fullmatch(r"\w*|\W{1,3}", from_error) is not None
                ends_early = number > len(lines) or is_last or _UNFINISHED.search(error.msg) is not None
                parsed = Parsed(None, error.lineno, ends_early)
            except ValueError:
                parsed = Parsed()
            self.known[source] = parsed
        return parsed


def parse(source: str) -> ast.Module:
    """Parses a module without warnings; `ValueError` for lone surrogates, or f-strings that take too long to read, and
    `SyntaxError` for text that Python cannot parse or that is nested too deeply."""
    if sys.version_info < (3, 12) and source.count("{") * len(source) > _MAX_FIELD_STEPS:
        strings = (item for item in STRINGS.finditer(source) if "f" in (item["prefix"] or "").lower())
        if sum(len(item[0]) * item[0].count("{") for item in strings) > _MAX_FIELD_STEPS:
            raise ValueError("The f-strings have too many fields to be read.")
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a model's invalid escape is not our user's concern
        # While a tree is built it has no garbage, and a search for it takes a third of the time.
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return ast.parse(source)
        except (RecursionError, MemoryError):
            raise SyntaxError(TOO_DEEP) from None
        finally:
            if was_enabled:
                gc.enable()


shared_tree = lru_cache(maxsize=3)(parse)  # skeleton, solution and tests of a task are read for several reasons
"""As [`parse`]. The tree is shared, so do not change it."""


def parse_or_none(source: str) -> ast.Module | None:
    """The syntax tree of a source, or `None` if it does not parse or is nested too deep."""
    try:
        return parse(source)
    except (SyntaxError, ValueError):
        return None


def compile_or_none(source: str, name: str) -> types.CodeType | None:
    """Compiles a module as a plain interpreter would, without warnings, as the file `name`; `None` if it cannot be."""
    try:
        with _ONE_AT_A_TIME, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(source, name, "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def assigned(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """Targets and values of an assignment of any kind, including `with` items; empty for any other node."""
    if isinstance(node, ast.Assign):
        return [(target, node.value) for target in node.targets]
    if isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        return [(node.target, node.value)]
    if isinstance(node, ast.withitem) and node.optional_vars is not None:
        return [(node.optional_vars, node.context_expr)]
    return []


def unquoted(annotation: ast.expr | None) -> ast.expr | None:
    """An annotation; if it is a string, the expression in it, or `None` if that does not parse."""
    if not isinstance(annotation, ast.Constant) or not isinstance(annotation.value, str):
        return annotation
    tree = parse_or_none(annotation.value.strip())
    statement = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    return statement.value if isinstance(statement, ast.Expr) else None


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    variable = [item for item in (arguments.vararg, arguments.kwarg) if item is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *variable]


def names_bound_by(node: ast.AST) -> tuple[str, ...]:
    """Names that a node binds by itself: a variable, parameter, import, definition, or part of a pattern."""
    if isinstance(node, ast.Name):
        return () if isinstance(node.ctx, ast.Load) else (node.id,)
    if isinstance(node, ast.arg):
        return (node.arg,)
    if isinstance(node, ast.alias):
        return (node.asname or node.name.partition(".")[0],)
    if isinstance(node, _NAMED):
        return (node.name,) if node.name else ()
    return (node.rest,) if isinstance(node, ast.MatchMapping) and node.rest else ()


def all_bound(nodes: Iterable[ast.AST]) -> list[str]:
    """Names that nodes bind, once per binding."""
    return [name for node in nodes if type(node) not in _BINDS_NOTHING for name in names_bound_by(node)]


def by_kind(nodes: Iterable[ast.AST]) -> Kinds:
    """Nodes by their type, in their order; an empty list for any other type."""
    return defaultdict(list, grouped((type(node), node) for node in nodes))


def bound_names(node: ast.stmt) -> Iterator[str]:
    """Names that a definition, an import or an assignment binds; none for any other statement."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (name for alias in node.names for name in names_bound_by(alias))
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (name for part in walk(*targets) for name in names_bound_by(part))
    elif isinstance(node, (ast.Try, ast.If)):  # an import with a fallback, or for a version
        inner = (item for item in nested_statements(node.body) if isinstance(item, (ast.Import, ast.ImportFrom)))
        yield from (name for item in inner for name in bound_names(item))


def nested_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, including those nested in `if`, `for`, `try`, `with` and `match`."""
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            parts = [node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())]
            blocks = [getattr(part, name, ()) for part in parts for name in ("body", "orelse", "finalbody")]
            waiting.extend(reversed([inner for block in blocks for inner in block]))


def walk(*roots: ast.AST, closed: tuple[type[ast.AST], ...] = ()) -> list[ast.AST]:
    """As `ast.walk` without expression contexts, in a third of its time; insides of `closed` kinds are left out."""
    nodes = list(roots)
    for node in nodes:  # the list grows meanwhile
        if type(node) not in _LEAVES and not isinstance(node, closed):
            nodes += children(node)
    return nodes


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes of `ast.iter_child_nodes` in their order, without expression contexts."""
    nodes: list[ast.AST] = []
    for name in node._fields if type(node) not in _LEAVES else ():
        value = getattr(node, name, None)
        if isinstance(value, list):
            nodes += value if name not in _MIXED else [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST) and name != "ctx":
            nodes.append(value)
    return nodes


def has_body(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a definition has more than `pass`, `...` and a docstring."""
    others = (item for item in node.body if not isinstance(item, ast.Pass))
    return any(not isinstance(item, ast.Expr) or not isinstance(item.value, ast.Constant) for item in others)


def first_line(node: ast.stmt) -> int:
    """Line number of a statement's start, including its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def code_lines(source: str) -> int:
    """Number of lines that are neither blank nor only a comment, docstrings included; line ends are Python's."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in lines)


def lines_within_strings(source: str) -> frozenset[int]:
    """Indices of lines that start within a string; only line feeds end lines, and the source need not be Python."""
    inside: set[int] = set()
    number = place = 0
    for string in STRINGS.finditer(source):
        number, place = number + source.count("\n", place, string.start()), string.start()
        if string[0][0] != "#":
            inside.update(range(number + 1, number + string[0].count("\n") + 1))
    return frozenset(inside)


_CONTINUES = re.compile(r"\s*(?:[)\]}#]|(?:else|elif|except|finally|case)\b)")
_DEFINES = re.compile(r"\s*(?:@|(?:class|def|async)\b)")
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Fragment:
    """Source and its syntax tree, empty if it does not parse; indented source may be wrapped in a class."""

    source: str
    tree: ast.Module

    @classmethod
    def of(cls, source: str, parser: BoundedParser | None = None) -> "Fragment":
        tree = parse_or_none(source) if parser is None else parser.parse(source).tree
        return cls(source, tree or ast.Module([], []))

    @cached_property
    def lines(self) -> list[str]:
        return self.source.split("\n")


def parse_fragment(text: str, parser: BoundedParser | None = None) -> Fragment | None:
    """Parses source that may have been cut out of a class; tabs among spaces are four columns, or eight."""
    lines = text.strip("\n").split("\n")
    readings = [lines, *([_moved(line, 0, size) for line in lines] for size in (4, 8) if "\t" in text)]
    fragments = (Fragment.of(placed, parser) for reading in readings for placed in _placed(reading))
    return next((fragment for fragment in fragments if fragment.tree.body), None)


def _placed(lines: Sequence[str]) -> Iterator[str]:
    """The lines, whose first one may have lost its indent or gained one, as a module and as the body of a class."""
    others = [margin(line) for line in lines[1:] if line.strip()]
    level = min(others, key=len, default="")
    is_method = level == " " * 8 and lines[0].startswith(("def ", "async def "))  # a body as deep as in a class
    indent = margin(lines[0]) or (level[4:] if is_method else level)
    source = "\n".join([lines[0].lstrip(), *lines[1:]])
    forms = [source, f"class _:\n{indent}{source}"]
    yield from forms[::-1] if is_method or (margin(lines[0]) and others[:1] != [""]) else forms


def find_function(fragment: Fragment | None, name: str = "") -> FunctionNode | None:
    """The first function in a fragment, of a name if one is given."""
    nodes = ast.walk(fragment.tree) if fragment is not None else ()
    return next((node for node in nodes if isinstance(node, FunctionNode) and name in ("", node.name)), None)


def cut_statement(lines: Sequence[str], node: ast.stmt, indent: int) -> str:
    """A statement's lines, decorators included, moved to an indent in columns; values keep their text."""
    nodes = walk(node)
    alone = {item.value for item in nodes if isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)}
    values = [item for item in nodes if isinstance(item, (ast.Constant, ast.JoinedStr)) and item not in alone]
    fixed = {line for item in values for line in range(item.lineno + 1, (item.end_lineno or item.lineno) + 1)}
    by = indent - width(lines[first_line(node) - 1])
    numbered = enumerate(lines[first_line(node) - 1 : node.end_lineno], first_line(node))
    moved = [line if number in fixed else _moved(line, by) * bool(line.strip()) for number, line in numbered]
    return "\n".join(moved).removesuffix("\\").rstrip(" \t")  # a backslash at the end goes on to a blank line


def move_lines(text: str, old: str, new: str) -> str:
    """Replaces the white space before lines, except lines that start with other white space or within a string."""
    fixed = lines_within_strings(text)
    return "\n".join(
        new + line[len(old) :] if number not in fixed and line.strip() and line.startswith(old) else line
        for number, line in enumerate(text.split("\n"))
    )


def longest_head(lines: Sequence[str], parser: BoundedParser) -> Fragment:
    """The longest leading part of a definition that parses, possibly empty; the rest need not be Python."""
    source = next(_placed([_moved(line) for line in lines])).split("\n")
    return Fragment.of("\n".join(source[: parsable_lines(source, parser)]), parser)


def parsable_lines(source: Sequence[str], parser: BoundedParser) -> int:
    """Number of lines of a source that parse, from the first one on."""
    end = len(source)
    cuts = 0
    while (error_line := parser.parse("\n".join(source[:end])).error_line) is not None:
        # Only lines before the error can parse. After many errors in the last line, a quarter is cut at a time.
        end = min(end - (1 if cuts < 12 else end // 4 + 1), error_line - 1)
        cuts += 1
    return end


def whole_statements(source: str, parser: BoundedParser) -> str:
    """A source that ends within a statement, without that statement; empty if it has another error."""
    lines = source.split("\n")
    if not parser.parse(source).ends_early:
        return ""
    end = parsable_lines(lines, parser)
    while end and not lines[end - 1].strip():
        end -= 1
    rest = list(dropwhile(lambda line: not line.strip() or line.lstrip().startswith("@"), lines[end:]))
    inside = lines_within_strings("\n".join(rest))
    last = len(rest) - 1 if rest and rest[0].split() == ["try:"] else 0  # may be cut off within `except`
    is_one = all(
        width(line) > width(rest[0])
        or not line.strip()
        or (_DEFINES.match(line) is None if number in inside else number == last or _CONTINUES.match(line))
        for number, line in enumerate(rest[1:], 1)
    )
    return "\n".join(lines[:end]) + "\n" if is_one and end else ""


def without_indent(lines: Sequence[str], most: str) -> list[str]:
    """Lines without the indent that they share with another line; in columns if tabs and blanks are mixed."""
    filled = [line for line in lines if line.strip()]
    shared = min(map(margin, [most, *filled]), key=len)
    if all(line.startswith(shared) for line in filled):
        return [line.removeprefix(shared) for line in lines]
    return [_moved(line, -min(map(width, [most, *filled]))) for line in lines]


def margin(line: str) -> str:
    """White space at the start of a line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def width(line: str, tab_size: int = 4) -> int:
    """The indent of a line in columns."""
    return len(margin(line).expandtabs(tab_size))


def _moved(line: str, by: int = 0, tab_size: int = 4) -> str:
    """A line moved by a number of columns, with spaces for tabs in its indent."""
    return " " * max(0, width(line, tab_size) + by) + line.lstrip() if line.strip() else line


def definition_source(source: str, node: FunctionNode | ast.ClassDef, indent: int = 0) -> str:
    """Source of a definition with its decorators, indented by a number of spaces."""
    text = textwrap.dedent("\n".join(source.split("\n")[first_line(node) - 1 : node.end_lineno]))
    return textwrap.indent(text, " " * indent) if indent else text
