"""Rewriting the comparisons of a test module, so that both sides can be seen
([`classeval_hf.unittest_runner.comparing`])."""

import ast
from collections.abc import Mapping, Sequence

from classeval_hf.unittest_runner.comparing import COMPARER_NAME, COMPARES_BY_NAME
from classeval_hf.unittest_runner.withheld.claims import NUMPY_FUNCTIONS

OPERATORS: Mapping[type[ast.cmpop], str] = {
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
}
_IDENTITY = (ast.Is, ast.IsNot)
_OF_ITS_SCOPE = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)  # what a function around an expression changes


def rewrite_comparisons(module: ast.Module, nodes: Sequence[ast.AST]) -> None:
    """Replaces comparisons, in place, by calls that compare, and calls of numpy's functions that compare likewise."""
    of_numpy = _names_of_numpy(nodes)
    if of_numpy or any(isinstance(node, ast.Compare) for node in nodes):
        _Rewriter(of_numpy).visit(module)


def _names_of_numpy(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Names that numpy, a module of it, or a function of it that compares, is imported under."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {(one.asname or "numpy") for one in node.names if one.name.partition(".")[0] == "numpy"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "numpy":
            names |= {one.asname or one.name for one in node.names if one.name in {*NUMPY_FUNCTIONS, "testing"}}
    return frozenset(names)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, of_numpy: frozenset[str]) -> None:
        self._of_numpy = of_numpy

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node  # Python before 3.12 cannot write further strings within one

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ops[0], _IDENTITY) and len(node.ops) == 1:
            return node
        if any(isinstance(part, _OF_ITS_SCOPE) for later in node.comparators[1:] for part in ast.walk(later)):
            return node
        arguments = [ast.Constant(OPERATORS[type(node.ops[0])]), node.left, node.comparators[0]]
        for operation, side in zip(node.ops[1:], node.comparators[1:], strict=True):
            empty = ast.arguments([], [], None, [], [], None, [])
            arguments += [ast.Constant(OPERATORS[type(operation)]), ast.Lambda(empty, side)]
        return ast.Call(ast.Name(COMPARER_NAME, ast.Load()), arguments, [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        root, name = node.func, ""
        if isinstance(root, (ast.Name, ast.Attribute)):
            name = root.id if isinstance(root, ast.Name) else root.attr
        while isinstance(root, ast.Attribute):
            root = root.value
        if name not in NUMPY_FUNCTIONS or not isinstance(root, ast.Name) or root.id not in self._of_numpy:
            return node
        arguments = [ast.Constant(name), node.func, *node.args]
        return ast.Call(ast.Name(COMPARES_BY_NAME, ast.Load()), arguments, node.keywords)
