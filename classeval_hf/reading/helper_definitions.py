"""Helper definitions: a class or method is taken from a completion with the functions and imports that it uses, but
without usage examples, main guards and other methods of the task."""

import ast
import builtins
import sys
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from classeval_hf.core.syntax import (
    Fragment,
    FunctionNode,
    bound_names,
    children,
    cut_statement,
    names_bound_by,
    nested_statements,
    walk,
)
from classeval_hf.reading.code_pieces import BUILTINS, bound_in_scope
from classeval_hf.reading.definitions import DEFINITIONS, first_parameter

_MAX_BELOW = 1_000  # with more statements below a class, none is left out
_CONSOLE = frozenset({"argv", "input", "main", "parse_args", "stdin", "testmod"})  # names in console programs
_TESTS = frozenset({"TestCase", "pytest", "unittest"})


def used_outside(pieces: Sequence[Fragment], class_name: str, code: ast.Module) -> set[ast.stmt]:
    """The statements outside of a class that it uses; of several with one name, the last."""
    # A name that is bound within one method is not bound in the next.
    parts = [part for node in code.body for part in (children(node) if isinstance(node, ast.ClassDef) else [node])]
    nodes = [(node, piece) for piece in pieces[::-1] for node in piece.tree.body[::-1]]
    helpers = [_Helper(node, piece) for node, piece in nodes if not uses_on_import(node, class_name)]
    return {item.node for item in _used(parts, helpers, declared_names(code.body) | {class_name})}


def put_before(code: Fragment, parts: Iterable[str]) -> str:
    """A module with parts in front; `from __future__` imports come first, as Python requires."""
    last = max((node.end_lineno or 0 for node in filter(is_future_import, code.tree.body)), default=0)
    ordered = sorted(parts, key=lambda part: not part.startswith("from __future__ "))
    return "\n".join([*code.lines[:last], *ordered, *code.lines[last:]])


def examples_below(body: Sequence[ast.stmt], class_name: str, *, is_whole: bool) -> list[ast.stmt]:
    """Statements below a class that only use it: examples, tests, a loop of commands. Statements that bind or change a
    name that the class uses, or change the class itself, are kept. In a text that is Python as a whole, only those
    that use the class, or read from the command line or console, are examples: others are a part of the program."""
    own = next((node for node in reversed(body) if getattr(node, "name", "") == class_name), None)
    below = body[body.index(own) + 1 :] if own is not None else ()
    if own is None or not 0 < len(below) <= _MAX_BELOW:
        return []
    helpers = [_Helper(node, Fragment("", ast.Module([], []))) for node in body]
    needed = walk(own, *(item.node for item in _used([own], helpers, {class_name})))
    used = {class_name, *(item.id for item in needed if isinstance(item, ast.Name))}
    inner_of = {node: walk(node) for node in body}
    names_of = {node: {item.id for item in inner_of[node] if isinstance(item, ast.Name)} for node in body}
    users = [node.name for node in body if isinstance(node, FunctionNode) and class_name in names_of[node]]
    known, unbound = {class_name, *BUILTINS}, set[ast.stmt]()  # definitions that need a name not bound above
    for node in body:
        own_of = {name for item in inner_of[node] for name in names_bound_by(item)}
        if isinstance(node, DEFINITIONS) and not known >= names_on_import(node) - own_of:
            unbound.add(node)
        else:
            known |= bound_in_scope(node)
    unbound = set() if "*" in known else unbound
    left_out, acting = dict[ast.stmt, set[str]](), [own]  # statements left out, with the names that they bind
    modules = (item.value for item in walk(*below) if isinstance(item, ast.Attribute) and item.attr == class_name)
    own_names = {class_name, *(item.id for item in modules if isinstance(item, ast.Name))}  # the class and its module
    for node in reversed(below):
        bound = bound_in_scope(node)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            is_own = any(not own_names.isdisjoint((item.name, item.asname)) for item in node.names)
            left_out.update({node: bound} if is_own else {})
        elif (isinstance(node, DEFINITIONS) and node not in unbound) or is_main_guard(node):
            used |= names_on_import(node)
        elif not used.isdisjoint(bound) or _acts_on(node, used, class_name, {class_name, *users}):
            used |= names_of[node]
            acting.append(node)
        else:
            left_out[node] = bound
    for item in _used(acting, helpers, {class_name}):
        left_out.pop(item.node, None)
    shared = {name for bound in left_out.values() for name in bound}
    shared &= {name for node, bound in left_out.items() for name in names_of[node] - bound}
    found, related, gone = list[ast.stmt](), {class_name}, set[str]()
    for node, names in names_of.items():
        if node in left_out:  # a statement without calls may stay if everything that it needs stays
            may_fail = isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, *DEFINITIONS))
            may_fail = may_fail or any(isinstance(item, ast.Call) for item in inner_of[node])
            words = names.union(item.attr for item in inner_of[node] if isinstance(item, ast.Attribute))
            is_used = not isinstance(node, ast.Assign) or not shared.isdisjoint(names)
            telling = _TESTS if node in unbound else _CONSOLE if is_used else _CONSOLE - {"input"}
            is_example = not words.isdisjoint(telling) or not related.isdisjoint(names)
            is_example = is_example or not is_whole or isinstance(node, (ast.Import, ast.ImportFrom))
            if not gone.isdisjoint(names) or (may_fail and is_example):
                found.append(node)
                gone |= left_out[node]
        elif isinstance(node, DEFINITIONS) and not related.isdisjoint(names):
            related.add(node.name)
    return found


def _acts_on(statement: ast.stmt, used: AbstractSet[str], class_name: str, examples: AbstractSet[str]) -> bool:
    """Whether a statement changes a name that a class uses, or passes the class on, without being a usage example."""
    calls = (item.func for item in walk(statement) if isinstance(item, ast.Call))
    is_example = any(getattr(called, "id", "") in examples for called in calls)
    for node in nested_statements([statement]):
        call = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
        targets = [node.target] if isinstance(node, (ast.AugAssign, ast.AnnAssign)) else getattr(node, "targets", ())
        for item in [call.func, *call.args] if call is not None else targets:
            root: ast.AST = item
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            is_set = call is None and root is not item  # `Box.default = Box()` is not a usage example
            if getattr(root, "id", "") in (used if root is not item else {class_name}) and (is_set or not is_example):
                return True
    return False


class _Helper(NamedTuple):
    """A statement that may be a helper definition, and its fragment."""

    node: ast.stmt
    fragment: Fragment
    in_class: bool = False


def _used(nodes: Sequence[ast.AST], helpers: Iterable[_Helper], declared: AbstractSet[str]) -> list[_Helper]:
    """The statements that nodes use, directly or through others; of several with an undeclared name, the first."""
    known = {item.node: item for item in helpers if not declared >= set(bound_names(item.node))}
    named: dict[str, _Helper] = {}
    for helper in known.values():
        for name in bound_names(helper.node):
            # `sum = till.total()` is a usage example, not another `sum`.
            if not isinstance(helper.node, ast.Assign) or not hasattr(builtins, name):
                named.setdefault(name, helper)
    pending = list(nodes) if known else []
    taken = set(pending)
    for node in pending:  # the list grows meanwhile
        inner = walk(node)
        names = {item.id for item in inner if isinstance(item, ast.Name)} - declared
        names.difference_update(name for item in inner[1:] for name in names_bound_by(item))
        names.update(name for item in inner if isinstance(item, ast.Global) for name in item.names)
        attributes = {item.attr for item in inner if isinstance(item, ast.Attribute)} - declared
        found = [named[name] for name in names | attributes if name in named]
        # Attributes are found in classes only.
        new = {item.node for item in found if item.in_class or not names.isdisjoint(bound_names(item.node))} - taken
        taken |= new
        pending += new
    for node in known:  # future imports, and imports of all names of a standard module
        is_all = isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        module = (getattr(node, "module", "") or "") if is_all else ""
        taken |= {node} if is_future_import(node) or module.partition(".")[0] in sys.stdlib_module_names else set()
    taken.difference_update(nodes)
    return [helper for node, helper in known.items() if node in taken]


def find_helpers(
    nodes: Sequence[ast.AST], fragments: Sequence[Fragment], declared: AbstractSet[str], class_name: str, indent: int
) -> tuple[list[str], list[str], list[str]]:
    """Undeclared attributes, methods and parts of the module that nodes use; their own fragment is the first."""
    candidates: list[_Helper] = []
    for fragment in fragments:
        for one in nested_statements(fragment.tree.body):
            if isinstance(one, ast.ClassDef) and one.name in (class_name, "_"):
                # The class `_` around indented code may hold the body of a function.
                is_body = one.name == "_" and uses_parameters(ast.Module(one.body, []), {"self", "cls"})
                # Its imports, and names that its functions use without a receiver, belong to the module.
                functions = [item for item in (*nodes, *one.body) if isinstance(item, FunctionNode)]
                inner = walk(*(item for node in functions for item in node.body if one.name == "_"))
                of_module = {item.id for item in inner if isinstance(item, ast.Name)}
                of_module -= {name for item in inner for name in names_bound_by(item)}
                of_module -= {item.attr for item in inner if isinstance(item, ast.Attribute)}
                imports = [item for item in one.body if isinstance(item, (ast.Import, ast.ImportFrom)) and inner]
                of_module.update(name for item in imports for name in bound_names(item))
                members = (_Helper(item, fragment, of_module.isdisjoint(bound_names(item))) for item in one.body)
                candidates += [] if is_body else members
        usable = (node for node in fragment.tree.body if not uses_on_import(node, class_name))
        candidates += [_Helper(node, fragment, takes_self(node)) for node in usable]
    parts: tuple[list[str], list[str], list[str]] = [], [], []
    for item in _used(nodes, candidates, declared | {class_name, "_"}):
        text = cut_statement(item.fragment.lines, item.node, indent if item.in_class else 0)
        parts[isinstance(item.node, FunctionNode) if item.in_class else 2].append(text)
    return parts


def declared_names(*bodies: Sequence[ast.stmt]) -> set[str]:
    return {name for body in bodies for node in nested_statements(body) for name in bound_names(node)}


def takes_self(node: ast.stmt) -> bool:
    """Whether a module's function is a method without its class."""
    is_static = any(getattr(item, "id", "") == "staticmethod" for item in getattr(node, "decorator_list", ()))
    return isinstance(node, FunctionNode) and (is_static or first_parameter(node) in ("self", "cls"))


def is_future_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def is_main_guard(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) and not node.orelse else None
    return isinstance(test, ast.Compare) and getattr(test.left, "id", "") == "__name__"


def uses_on_import(tree: ast.AST, name: str) -> bool:
    """Whether code has a name outside of functions' bodies and main guards, and so needs it when loaded."""
    return name in names_on_import(tree) or name == getattr(tree, "name", None)


def names_on_import(tree: ast.AST) -> set[str]:
    nodes = [tree]
    for node in nodes:  # the list grows meanwhile
        runs_later = isinstance(node, FunctionNode) or is_main_guard(node)
        nodes += [item for item in children(node) if not (runs_later and isinstance(item, ast.stmt))]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def uses_parameters(tree: ast.Module, parameters: Collection[str]) -> bool:
    """Whether statements of a module must be in a function: they return, or use parameters that are not builtins."""
    nodes = walk(*(node for node in tree.body if not isinstance(node, DEFINITIONS)))
    bound = {name for node in [*nodes, *tree.body] for name in names_bound_by(node)}.union(BUILTINS)
    used = {node.id for node in nodes if isinstance(node, ast.Name)} - bound
    return not used.isdisjoint(parameters) or ast.Return in map(type, nested_statements(tree.body))
