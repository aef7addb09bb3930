"""Texts that a test only shows: bare texts, docstrings, and arguments of `subTest`. They decide nothing, and may state
expected values."""

import ast
from collections.abc import Collection, Sequence

from classeval_hf.core.syntax import children, walk
from classeval_hf.unittest_runner.withheld.catching import FUNCTIONS, last_name
from classeval_hf.unittest_runner.withheld.literals import mentioned_names

_ACTS = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)  # expressions that may have effects
_IN_PART = (ast.IfExp, ast.BoolOp, ast.Compare, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_DOCUMENTS = (*FUNCTIONS, ast.ClassDef, ast.Module)
_HAVE_BODIES = (ast.mod, ast.stmt, ast.excepthandler, ast.match_case)
_DOCUMENTED = {"__doc__", "getdoc", "getcomments", "shortDescription", "_testMethodDoc", "doctest"}


def acts(node: ast.AST) -> list[ast.expr]:
    """The calls of an expression that is only shown; the whole expression if it may leave out some of its calls."""
    if isinstance(node, ast.Lambda):
        return []
    if isinstance(node, _IN_PART) and isinstance(node, ast.expr):
        return [node] if any(isinstance(part, _ACTS) for part in walk(node)) else []
    called = node.func if isinstance(node, ast.Call) else None
    of_text = isinstance(called, ast.Attribute) and isinstance(called.value, (ast.Constant, ast.JoinedStr))
    if isinstance(node, _ACTS) and not of_text:  # a method of a text, such as `format`, only joins parts
        return [node]
    return [part for child in children(node) for part in acts(child)]


def drop_texts(module: ast.Module, tests: Collection[ast.ClassDef], nodes: Sequence[ast.AST]) -> bool:
    """Removes shown texts from a module of these nodes; returns whether there were any. A docstring stays if a sample
    may get its owner: a class that is not a test, or a function that is decorated, or named without a call."""
    of_unittest = not any(isinstance(node, FUNCTIONS) and node.name == "subTest" for node in nodes)
    shows = [one for one in nodes if of_unittest and isinstance(one, ast.Call) and last_name(one.func) == "subTest"]
    for call in shows:
        calls = [part for argument in (*call.args, *call.keywords) for part in acts(argument)]
        call.args, call.keywords = [ast.Tuple(calls, ast.Load())] if calls else [], []
    shown = [node for node in nodes if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call)]
    bare = {id(one) for one in shown if not any(isinstance(part, (ast.Name, *_ACTS)) for part in walk(one))}
    if not bare:
        return bool(shows)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    handed_on = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in called}
    methods = {id(statement) for node in nodes if isinstance(node, ast.ClassDef) for statement in node.body}
    of_tests = {id(module), *(id(statement) for node in tests for statement in (node, *node.body))}
    documented = not _DOCUMENTED.isdisjoint(mentioned_names(nodes))
    for node in nodes:
        keeps = documented
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and id(node) not in of_tests:
            keeps |= isinstance(node, ast.ClassDef) or id(node) in methods or node.name in handed_on
            keeps |= bool(node.decorator_list)
        for name in ("body", "orelse", "finalbody") if isinstance(node, _HAVE_BODIES) else ():
            block = getattr(node, name, None) or []
            first = keeps and isinstance(node, _DOCUMENTS) and name == "body" and block[0]
            kept = [statement for statement in block if id(statement) not in bare or statement is first]
            if len(kept) < len(block):
                block[:] = kept or [ast.copy_location(ast.Pass(), block[0])]
    return True
