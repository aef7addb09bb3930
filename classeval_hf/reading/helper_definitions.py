"""Helper definitions: functions and libraries that the class or method of a completion needs to run come along with
it; usage examples, main guards and other methods of the task do not."""

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import NamedTuple

from classeval_hf.core.source_layout import Fragment, FunctionNode, cut_statement
from classeval_hf.core.syntax import bound_names, children, names_bound_by, nested_statements, parse_or_none, walk
from classeval_hf.reading.code_pieces import has_code
from classeval_hf.reading.placement import uses_parameters

_DEFINITIONS = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Assign, ast.AnnAssign, ast.Pass, ast.Try),
    getattr(ast, "TypeAlias", ast.Assign),  # since Python 3.12
)


def is_helper(tree: ast.Module, class_name: str) -> bool:
    """Whether a module holds only definitions that a class may need, and neither defines nor, on import, uses it."""
    nodes = (node for node in _run_on_import(tree) if isinstance(node, (ast.Name, ast.ClassDef)))
    uses = (class_name == (node.id if isinstance(node, ast.Name) else node.name) for node in nodes)
    return has_code(tree) and all(map(_defines, tree.body)) and not any(uses)


def used_before_class(earlier: Fragment, class_name: str, code: ast.Module) -> Fragment | None:
    """What an earlier version has before its class that the version taken uses and does not have."""
    before = list(takewhile(lambda node: getattr(node, "name", "") != class_name, earlier.tree.body))
    # A name that is bound within one method is not bound in the next.
    parts = [part for node in code.body for part in (children(node) if isinstance(node, ast.ClassDef) else [node])]
    declared = {class_name, *(name for node in code.body for name in bound_names(node))}
    helpers = [_Helper(node, earlier) for node in before if _defines(node)]
    source = "".join(f"{item.cut(0)}\n" for item in _used(parts, helpers, declared))
    return Fragment(source, parse_or_none(source) or ast.Module([], [])) if source else None


def join_fragments(fragments: Sequence[Fragment]) -> str:
    """One module of several fragments, with their `from __future__` imports in front, as Python requires."""
    if len(fragments) == 1:
        return fragments[0].source
    head: dict[str, None] = {}
    parts = []
    for fragment in fragments:
        lines = list(fragment.lines)
        for node in filter(is_future_import, fragment.tree.body):
            place = slice(node.lineno - 1, node.end_lineno)
            head["\n".join(lines[place])] = None
            lines[place] = [""] * len(lines[place])
        parts.append("\n".join(lines))
    return "\n".join([*head, *parts])


class _Helper(NamedTuple):
    """A statement that may be a helper definition, and where it was found."""

    node: ast.stmt
    fragment: Fragment
    in_class: bool = False

    def cut(self, indent: int) -> str:
        return cut_statement(self.fragment.lines, self.node, indent if self.in_class else 0)


def _used(nodes: Sequence[ast.AST], helpers: Iterable[_Helper], declared: AbstractSet[str]) -> list[_Helper]:
    """What nodes use of some statements, directly or through one another; the first of a name that is not declared."""
    known = {item.node: item for item in helpers if not set(bound_names(item.node)).issubset(declared)}
    named: dict[str, _Helper] = {}
    for helper in known.values():
        for name in bound_names(helper.node):
            # `sum = till.total()` is an example of use, and no other `sum`.
            if not isinstance(helper.node, ast.Assign) or not hasattr(builtins, name):
                named.setdefault(name, helper)
    pending = list(nodes)
    taken = set(pending)
    seen: set[str] = set()
    for node in pending:  # which grows meanwhile
        inner = walk(node)
        names = _names(node).difference(name for item in inner[1:] for name in names_bound_by(item)) - declared
        names.update(name for item in inner if isinstance(item, ast.Global) for name in item.names)
        seen |= names
        attributes = {item.attr for item in inner if isinstance(item, ast.Attribute)}  # a class alone gives them
        for name in names | (attributes - declared):
            definition = named.get(name)
            if definition is not None and definition.node not in taken and (definition.in_class or name in names):
                taken.add(definition.node)
                pending.append(definition.node)
    is_open = bool(seen.difference(named, dir(builtins)))  # to what an import of all names may bind
    taken.update(node for node in known if is_future_import(node) or (is_open and _imports_all(node)))
    taken.difference_update(nodes)
    return [helper for node, helper in known.items() if node in taken]


def _imports_all(node: ast.stmt) -> bool:
    """Whether it imports all names of a module, other than of one that an example of use may name."""
    module = node.module or "" if isinstance(node, ast.ImportFrom) and node.names[0].name == "*" else ""
    return module.partition(".")[0] in sys.stdlib_module_names


def find_helper_definitions(
    nodes: Sequence[ast.AST], fragments: Sequence[Fragment], declared: AbstractSet[str], class_name: str, indent: int
) -> tuple[list[str], list[str], list[str]]:
    """Attributes, methods and what of the module nodes use that is not declared; own fragment first."""
    parts: tuple[list[str], list[str], list[str]] = [], [], []
    for item in _used(nodes, _candidates(fragments, class_name), declared | {class_name, "_"}):
        parts[isinstance(item.node, FunctionNode) if item.in_class else 2].append(item.cut(indent))
    return parts


def _candidates(fragments: Sequence[Fragment], class_name: str) -> Iterator[_Helper]:
    for fragment in fragments:
        classes = [node for node in nested_statements(fragment.tree.body) if isinstance(node, ast.ClassDef)]
        for one in classes:
            # An indented body is read as if it were that of a class `_`, and is none.
            is_body = one.name == "_" and uses_parameters(ast.Module(one.body, []), {"self", "cls"})
            if one.name in (class_name, "_") and not is_body:
                yield from (_Helper(item, fragment, True) for item in one.body)
        for node in fragment.tree.body:
            if not is_main_guard(node) and class_name not in _names(node):
                yield _Helper(node, fragment, takes_self(node))


def declared_names(*bodies: Sequence[ast.stmt]) -> set[str]:
    return {name for body in bodies for node in nested_statements(body) for name in bound_names(node)}


def takes_self(node: ast.stmt) -> bool:
    """Whether a function of the module is a method outside its class."""
    if not isinstance(node, FunctionNode):
        return False
    decorators = {item.id for item in node.decorator_list if isinstance(item, ast.Name)}
    first = {argument.arg for argument in node.args.args[:1]}
    return bool(first & {"self", "cls"} or decorators & {"staticmethod", "classmethod"})


def is_future_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def is_main_guard(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) and not node.orelse else None
    return isinstance(test, ast.Compare) and getattr(test.left, "id", "") == "__name__"


def _defines(statement: ast.stmt) -> bool:
    return is_main_guard(statement) or all(map(_is_definition, nested_statements([statement])))


def _is_definition(node: ast.stmt) -> bool:
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in (getattr(node.test, name, "") for name in ("id", "attr"))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring
    return isinstance(node, _DEFINITIONS)


def _run_on_import(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of a module that are run when it is imported: bodies of functions are not."""
    waiting: list[ast.AST] = [tree]
    for node in waiting:  # which grows meanwhile
        yield node
        if isinstance(node, FunctionNode):
            waiting += [*node.decorator_list, node.args, *([node.returns] if node.returns is not None else [])]
        elif isinstance(node, ast.Lambda):
            waiting.append(node.args)
        elif not is_main_guard(node):
            waiting.extend(ast.iter_child_nodes(node))


def _names(node: ast.AST) -> set[str]:
    return {item.id for item in walk(node) if isinstance(item, ast.Name)}
