"""Small changes of Python code, of one line each, of which `planted_faults.py` makes faults."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["LineChange", "functions", "is_other_code", "line_changes"]

FunctionNode: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"


@dataclass(frozen=True)
class LineChange:
    function: str  # qualified name
    line: int
    operator: str
    before: str  # without indentation
    after: str


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, FunctionNode]]:
    """All functions by their qualified names, nested ones after those that they stand in."""
    for child in ast.iter_child_nodes(node):
        name = prefix
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = f"{prefix}{child.name}."
            if not isinstance(child, ast.ClassDef):
                yield name[:-1], child
        yield from functions(child, name)


def line_changes(source: str) -> Iterator[LineChange]:
    """Changes of one line in the functions of a module. Some make no other code, or no code at all."""
    lines = source.split("\n")
    for name, function in functions(ast.parse(source)):
        for operator, old, new in (change for inner in _inner(function) for change in _changes(inner)):
            if old.end_lineno == old.lineno:
                before = lines[old.lineno - 1].encode()
                after = before[: old.col_offset] + new.encode() + before[old.end_col_offset :]
                yield LineChange(name, old.lineno, operator, before.decode().strip(), after.decode().strip())


def is_other_code(before: str, after: str) -> bool:
    try:
        return ast.dump(ast.parse(before)) != ast.dump(ast.parse(after))
    except SyntaxError:
        return False


_COMPARISONS: Mapping[type[ast.cmpop], Sequence[str]] = {
    **{ast.Lt: ["<=", ">="], ast.LtE: ["<", ">"], ast.Gt: [">=", "<="], ast.GtE: [">", "<"]},
    **{ast.Eq: ["!="], ast.NotEq: ["=="], ast.Is: ["is not"], ast.IsNot: ["is"]},
    **{ast.In: ["not in"], ast.NotIn: ["in"]},
}
_OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any", "startswith": "endswith"}
_OTHER_FUNCTION |= {"partition": "rpartition", "lstrip": "strip", "rstrip": "strip", "extend": "append"}
_NO_BEHAVIOUR = {"annotation", "returns", "decorator_list", "exc", "msg"}
_LEFT_OUT = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Raise, ast.JoinedStr)
_Change: TypeAlias = "tuple[str, ast.expr | ast.stmt, str]"


def _changes(node: ast.AST) -> Iterator[_Change]:
    """The operator, what it replaces, and the code instead."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for sign in _COMPARISONS[type(node.ops[0])]:
            yield "comparison", node, f"{ast.unparse(node.left)} {sign} {ast.unparse(node.comparators[0])}"
    elif isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        yield "connector", node, word.join(map(ast.unparse, node.values))
        yield "operand", node, ast.unparse(node.values[0])
        yield "operand", node, ast.unparse(node.values[-1])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, ast.unparse(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "constant", node, repr(not node.value if isinstance(node.value, bool) else node.value + 1)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Sub, ast.FloorDiv, ast.Mult)):
        yield "arithmetic", node, f"{ast.unparse(node.left)} + {ast.unparse(node.right)}"
    elif isinstance(node, ast.Slice):
        for lower, upper in [(None, node.upper), (node.lower, None)]:
            yield "slice bound", node, f"{ast.unparse(lower) if lower else ''}:{ast.unparse(upper) if upper else ''}"
    elif isinstance(node, ast.Return) and node.value is not None:
        truth = isinstance(node.value, (ast.Compare, ast.BoolOp, ast.UnaryOp))
        yield "return", node, f"return not ({ast.unparse(node.value)})" if truth else "return None"
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "statement", node, "pass"
    elif isinstance(node, ast.Call):
        yield from _call_changes(node)
    if isinstance(node, (ast.If, ast.IfExp)):
        yield from (("condition", node.test, value) for value in ("True", "False"))
    if isinstance(node, ast.comprehension):
        yield from (("condition", test, "True") for test in node.ifs)


def _call_changes(node: ast.Call) -> Iterator[_Change]:
    if len(node.args) > 1 and not any(isinstance(item, ast.Starred) for item in node.args):
        first, second, *others = node.args
        rest = [*map(ast.unparse, [second, first, *others, *node.keywords])]
        yield "argument order", node, f"{ast.unparse(node.func)}({', '.join(rest)})"
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _OTHER_FUNCTION:
        yield "function", node.func, ast.unparse(node.func)[: -len(name)] + _OTHER_FUNCTION[name]
    for keyword in node.keywords:
        if keyword.arg is not None and not isinstance(keyword.value, ast.Constant) and len(node.keywords) > 1:
            left = [item for item in node.keywords if item is not keyword]
            arguments = ", ".join(map(ast.unparse, [*node.args, *left]))
            yield "default", node, f"{ast.unparse(node.func)}({arguments})"


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """What a function does, without messages and functions within it."""
    for field, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, ast.AST) and field not in _NO_BEHAVIOUR and not isinstance(item, _LEFT_OUT):
                yield item
                yield from _inner(item)
