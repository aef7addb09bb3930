"""Modules assembled from parts: which code of other parts a class needs, and in which order."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from classeval_hf.core.syntax import bound_names, first_line, parse_or_none, walk
from classeval_hf.reading.code_pieces import Piece, has_code

__all__ = ["is_helper", "join_pieces", "missing_names", "wanted_before_class"]

_DEFINITIONS = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Assign, ast.AnnAssign, ast.Pass),
    getattr(ast, "TypeAlias", ast.Assign),  # since Python 3.12
)


def is_helper(tree: ast.Module, class_name: str) -> bool:
    """Whether a module holds only definitions that a class may need, and neither defines nor, on import, uses it."""
    return (
        has_code(tree)
        and all(map(_defines, tree.body))
        and not any(
            class_name == (node.id if isinstance(node, ast.Name) else node.name)
            for node in _run_on_import(tree)
            if isinstance(node, (ast.Name, ast.ClassDef))
        )
    )


def missing_names(tree: ast.Module) -> frozenset[str]:
    """The names that a module uses and does not define, those of Python included."""
    return frozenset(_names(tree).difference(name for node in tree.body for name in bound_names(node)))


def wanted_before_class(earlier: Piece, class_name: str, missing: frozenset[str]) -> Piece | None:
    """What an earlier version has before its class that the version taken uses and does not have, in whole lines."""
    assert earlier.tree is not None
    wanted = set(missing)
    before = []
    for node in earlier.tree.body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            break
        before.append(node)
    numbers: set[int] = set()
    for node in reversed(before):
        if _is_future_import(node) or (_defines(node) and wanted.intersection(bound_names(node))):
            wanted |= _names(node)
            numbers.update(range(first_line(node), (node.end_lineno or node.lineno) + 1))
    lines = earlier.source.split("\n")
    kept = "".join(f"{lines[number - 1]}\n" for number in sorted(numbers))
    return Piece(kept, parse_or_none(kept)) if kept else None


def join_pieces(pieces: Sequence[Piece]) -> str:
    """One module of several pieces, with their `from __future__` imports in front, as Python requires."""
    if len(pieces) == 1:
        return pieces[0].source
    head: dict[str, None] = {}
    parts = []
    for piece in pieces:
        lines = piece.source.split("\n")
        for node in piece.tree.body if piece.tree is not None else ():
            if _is_future_import(node):
                place = slice(node.lineno - 1, node.end_lineno)
                head["\n".join(lines[place])] = None
                lines[place] = [""] * len(lines[place])
        parts.append("\n".join(lines))
    return "\n".join([*head, *parts])


def _is_future_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _defines(statement: ast.stmt) -> bool:
    """Whether a statement only defines something."""
    waiting: list[ast.stmt] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Try):
            waiting += [*node.body, *node.orelse, *node.finalbody]
            waiting += [inner for handler in node.handlers for inner in handler.body]
        elif isinstance(node, ast.If) and _is_type_checking(node.test):
            waiting += [*node.body, *node.orelse]
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):  # a docstring
                return False
        elif not isinstance(node, _DEFINITIONS) and not _is_main_guard(node):
            return False
    return True


def _is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
    return name == "TYPE_CHECKING"


def _is_main_guard(node: ast.AST) -> bool:
    """Whether this is a main guard: `if __name__ == ...`."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.left, ast.Name)
        and node.test.left.id == "__name__"
        and not node.orelse
    )


def _run_on_import(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of a module that are run when it is imported: bodies of functions are not."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            waiting += [*node.decorator_list, node.args, *([node.returns] if node.returns is not None else [])]
        elif isinstance(node, ast.Lambda):
            waiting.append(node.args)
        elif not _is_main_guard(node):
            waiting.extend(ast.iter_child_nodes(node))


def _names(node: ast.AST) -> set[str]:
    return {item.id for item in walk(node) if isinstance(item, ast.Name)}
