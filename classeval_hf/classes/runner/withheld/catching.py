"""Statements and calls of a test that may swallow a failed assertion, or leave before one is reached."""

import ast
import builtins
from collections.abc import Mapping, Sequence
from typing import Any

from classeval_hf.core.syntax import walk

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
