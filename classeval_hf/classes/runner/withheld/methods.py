"""Methods of test classes, and constants of a test module, before anything in them is withheld; and statements and
calls of a test that may swallow a failed assertion, or leave before one is reached."""

import ast
import builtins
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from classeval_hf.classes.runner.withheld.literals import known_value, mentioned_names
from classeval_hf.core.grouping import grouped
from classeval_hf.core.syntax import Kinds, names_bound_by, walk

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TRIES: tuple[type, ...] = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))

_CATCHERS = ("assertRaises", "assertRaisesRegex", "failUnlessRaises", "raises", "suppress")  # they catch exceptions
FAILURES = ("AssertionError", "failureException")
TRANSPARENT = (
    *("subTest", "assertLogs", "assertWarns", "catch_warnings", "open", "patch", "object", "dict"),
    *("redirect_stdout", "redirect_stderr", "TemporaryDirectory", "NamedTemporaryFile"),
)  # names that end calls of context managers that swallow no exception


def last_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None


def walk_scope(statements: Sequence[ast.stmt]) -> list[ast.AST]:
    """All nodes of some statements, without the bodies of functions and classes that they define."""
    return walk(*statements, closed=(*FUNCTIONS, ast.Lambda, ast.ClassDef))


def may_catch(node: ast.AST, names: Mapping[str, Any]) -> bool:
    """Whether a statement or call itself may catch an `AssertionError`."""
    if isinstance(node, TRIES):
        handlers, final = getattr(node, "handlers", []), getattr(node, "finalbody", [])
        left = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in walk_scope(final))
        return left or not all(_is_other_error(handler.type, names) for handler in handlers)
    if isinstance(node, ast.Call) and last_name(node.func) in _CATCHERS:
        count = None if last_name(node.func) == "suppress" else 1
        return not all(_is_other_error(argument, names) for argument in node.args[:count]) or not node.args
    return last_name(node) in FAILURES


def _is_other_error(node: ast.expr | None, names: Mapping[str, Any]) -> bool:
    """Whether an expression surely names only exceptions that do not include `AssertionError`."""
    if isinstance(node, ast.Tuple):
        return all(_is_other_error(item, names) for item in node.elts)
    # A module that binds names by `*` has no sure ones.
    kind = getattr(builtins, node.id, None) if isinstance(node, ast.Name) and names else None
    return isinstance(kind, type) and issubclass(kind, BaseException) and not issubclass(AssertionError, kind)


_READERS = {"locals", "vars", "eval", "exec", "dir", "globals", "__dict__"}  # they may read variables by other names


@dataclass(frozen=True)
class Constant:
    """A value that a test module, a class or its `setUp` assigns once, and that methods only read."""

    block: list[ast.stmt]  # the block of the assignment
    statement: ast.Assign
    is_attribute: bool  # whether it is read as an attribute
    reads: Sequence[ast.expr]  # all nodes that may read it
    value: tuple[Any] | None  # its value, if it is a literal


@dataclass(frozen=True)
class TestMethod:
    __test__ = False

    test_class: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    names: Mapping[str, Any]  # values of the module's names that are surely known
    kinds: frozenset[str]  # assertions that have `unittest`'s meaning
    nested: bool  # whether assertions in its inner functions may be withheld
    required: bool  # whether each passing run runs its body
    constants: Mapping[str, Constant]  # those of the module
    exposed: Collection[tuple[int, int]] = ()  # lines and columns of assertions that must not be withheld

    @cached_property
    def receiver(self) -> str:
        """The name of its `self`; empty without parameters."""
        arguments = [*self.node.args.posonlyargs, *self.node.args.args]
        return arguments[0].arg if arguments else ""

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return walk(self.node)

    @cached_property
    def name_nodes(self) -> list[ast.Name]:
        """The nodes that read or bind a variable."""
        return [node for node in self.nodes if isinstance(node, ast.Name)]

    @cached_property
    def mentioned(self) -> set[str]:
        return mentioned_names(self.nodes)

    @cached_property
    def bound(self) -> list[str]:
        """Names that its nodes bind, once per binding."""
        return [name for node in self.nodes for name in _names_bound_by(node)]

    @cached_property
    def is_usable(self) -> bool:
        """Whether its receiver is surely the test case."""
        decorators = {last_name(decorator) for decorator in self.node.decorator_list}
        rebound = any(node.id == self.receiver and not isinstance(node.ctx, ast.Load) for node in self.name_nodes)
        return bool(self.receiver) and not decorators & {"staticmethod", "classmethod"} and not rebound


def bound_in(node: ast.AST) -> set[str]:
    return {name for part in walk(node) for name in _names_bound_by(part)}


def assigned(statement: ast.stmt) -> str | None:
    """The name that a statement assigns to, if it has no other target."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    return target.id if isinstance(target, ast.Name) else None


def _names_bound_by(node: ast.AST) -> Sequence[str]:
    """Names that a node binds in its scope, or declares global or nonlocal."""
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else names_bound_by(node)


def find_constants(
    module: ast.Module, classes: Collection[ast.ClassDef], kinds: Kinds, names: Mapping[str, Any], bound: Counter[str]
) -> dict[str, Constant]:
    assignments = []
    for block, receiver in _blocks(module, classes):
        for statement in block:
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            target = statement.targets[0]
            if receiver in ("", ".") and isinstance(target, ast.Name):
                assignments.append((target.id, block, statement, bool(receiver)))
            elif isinstance(target, ast.Attribute) and getattr(target.value, "id", None) == receiver:
                assignments.append((target.attr, block, statement, True))
    if not assignments:
        return {}
    bound = bound + Counter(node.attr for node in kinds[ast.Attribute] if not isinstance(node.ctx, ast.Load))
    named = [*((node.id, node) for node in kinds[ast.Name]), *((node.attr, node) for node in kinds[ast.Attribute])]
    reads = grouped((name, node) for name, node in named if isinstance(node.ctx, ast.Load))
    texts = {node.value for node in kinds[ast.Constant] if isinstance(node.value, str)}
    if "*" in bound or not _READERS.isdisjoint(reads):
        return {}
    return {
        name: Constant(block, statement, is_attribute, reads.get(name, []), known_value(statement.value, names))
        for name, block, statement, is_attribute in assignments
        if bound[name] == 1 and name not in texts
    }


def _blocks(module: ast.Module, classes: Collection[ast.ClassDef]) -> Iterator[tuple[list[ast.stmt], str]]:
    """Blocks whose assignments may be constants, each with the receiver of assigned attributes, if any."""
    yield module.body, ""
    for node in classes:
        yield node.body, "."
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name in ("setUp", "setUpClass") and method.args.args:
                yield method.body, method.args.args[0].arg
