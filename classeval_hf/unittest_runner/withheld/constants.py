"""Values that a test module, its classes or their `setUp` write out once, and that methods only read."""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from classeval_hf.core.syntax import names_bound_by
from classeval_hf.unittest_runner.withheld.literals import known_value

_READERS = {"locals", "vars", "eval", "exec", "dir", "globals", "__dict__"}  # they read what is not named


@dataclass(frozen=True)
class Constant:
    block: list[ast.stmt]  # where the assignment stands
    statement: ast.Assign
    is_attribute: bool  # whether it is read as an attribute
    reads: Sequence[ast.expr]  # all that may read it
    value: tuple[Any] | None  # its value, if it is a literal


def find_constants(
    module: ast.Module, classes: Collection[ast.ClassDef], nodes: Sequence[ast.AST], names: Mapping[str, Any]
) -> dict[str, Constant]:
    assignments = [found for block, setting in _blocks(module, classes) for found in _assignments(block, setting)]
    if not assignments:
        return {}
    bound: Counter[str] = Counter()
    reads: dict[str, list[ast.expr]] = {}
    texts = set()
    for node in nodes:
        bound.update(names_bound_by(node))
        if isinstance(node, (ast.Name, ast.Attribute)):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if isinstance(node.ctx, ast.Load):
                reads.setdefault(name, []).append(node)
            elif isinstance(node, ast.Attribute):
                bound[name] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
    if "*" in bound or not _READERS.isdisjoint(reads):
        return {}
    return {
        name: Constant(block, statement, is_attribute, reads.get(name, []), known_value(statement.value, names))
        for name, block, statement, is_attribute in assignments
        if bound[name] == 1 and name not in texts
    }


def _blocks(module: ast.Module, classes: Collection[ast.ClassDef]) -> Iterator[tuple[list[ast.stmt], str]]:
    """Blocks whose assignments may be constants, each with the receiver whose attributes they assign, if any."""
    yield module.body, ""
    for node in classes:
        yield node.body, "."
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name in ("setUp", "setUpClass") and method.args.args:
                yield method.body, method.args.args[0].arg


def _assignments(block: list[ast.stmt], receiver: str) -> Iterator[tuple[str, list[ast.stmt], ast.Assign, bool]]:
    for statement in block:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if receiver in ("", ".") and isinstance(target, ast.Name):
            yield target.id, block, statement, bool(receiver)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == receiver:
            yield target.attr, block, statement, True
