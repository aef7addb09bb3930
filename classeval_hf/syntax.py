"""Parsing Python, safely from several threads."""

from __future__ import annotations

import ast
import threading
import warnings

__all__ = ["assigned", "code_lines", "parse", "parse_or_none"]

# CPython up to 3.12 keeps the depth of a syntax tree per interpreter, so that two threads that parse at once disturb
# each other ("AST constructor recursion depth mismatch").
_ONE_AT_A_TIME = threading.Lock()


def parse(source: str) -> ast.Module:
    """
    Parses a module, without warnings about what it says.

    Args:
        source (`str`): the source.

    Returns:
        `ast.Module`

    Raises:
        `SyntaxError`: if it is no Python.
        `ValueError`: if it holds what no source can, such as lone surrogates.
    """
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a model's invalid escape is not our user's concern
        return ast.parse(source)


def parse_or_none(source: str) -> ast.Module | None:
    """The syntax tree of a source, or `None` where it is no Python, or nested too deep to tell."""
    try:
        return parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def assigned(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """Targets and values of an assignment of any kind, a `with` item among them; empty for any other node."""
    if isinstance(node, ast.Assign):
        return [(target, node.value) for target in node.targets]
    if isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        return [(node.target, node.value)]
    if isinstance(node, ast.withitem) and node.optional_vars is not None:
        return [(node.optional_vars, node.context_expr)]
    return []


def code_lines(source: str) -> int:
    """Number of lines that are neither blank nor a comment alone; docstrings count."""
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in source.splitlines())
