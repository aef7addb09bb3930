"""Which columns of tables the rest of a test still needs, so that they cannot be withheld."""

import ast
from collections.abc import Mapping, Sequence

from classeval_hf.core.syntax import walk
from classeval_hf.unittest_runner.withheld.catching import last_name
from classeval_hf.unittest_runner.withheld.holding import ACTS
from classeval_hf.unittest_runner.withheld.methods import TestMethod, bound_in
from classeval_hf.unittest_runner.withheld.search import TableKey
from classeval_hf.unittest_runner.withheld.tables import Column, Key, references


def exposed_columns(
    method: TestMethod, columns_of: Mapping[TableKey, Column], hidden: Sequence[ast.AST]
) -> set[TableKey]:
    """Columns that are read elsewhere than as the literal of a withheld assertion, or not read there at all."""
    if not columns_of:
        return set()
    withheld, shown = _ids(*hidden), _ids(*(node for part in _shown(method.node) for node in walk(part)))
    exposed: set[TableKey] = set()
    for loop in {number: column.loop for (number, _), column in columns_of.items()}.values():
        columns = {key: column for (number, key), column in columns_of.items() if number == id(loop)}
        read: dict[Key, bool] = {}
        for node, key in [found for statement in loop.body for found in references(statement, columns)]:
            if id(node) not in shown:
                read[key] = read.get(key, True) and id(node) in withheld
        for variable in _handed_on(method, loop, withheld | shown):
            read.update((key, False) for key in columns if key[0] == variable)
        whole = {key[0] for key in read if len(key) == 1}
        exposed.update(
            (id(loop), key) for key in columns if not read.get(key, False) or (len(key) == 2 and key[0] in whole)
        )
    return exposed


def _handed_on(method: TestMethod, loop: ast.For, known: set[int]) -> set[str]:
    """Variables of a loop all of which is read, as `case` in `f(case)`, or that are read after it."""
    elsewhere = {
        name: _ids(*walk(*other.body))
        for other in method.nodes
        if isinstance(other, ast.For) and other is not loop
        for name in bound_in(other.target)
    }
    inside = walk(*loop.body)
    parts = [node.value for node in inside if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)]
    within, read_in_part = _ids(*inside), _ids(*parts)
    return {
        node.id
        for node in method.name_nodes
        if node.id in bound_in(loop.target)
        and isinstance(node.ctx, ast.Load)
        and id(node) not in known
        and id(node) not in (read_in_part if id(node) in within else elsewhere.get(node.id, ()))
    }


def forget(loop: ast.For, variables: set[object]) -> None:
    """Takes what shows columns out of calls of `subTest`."""
    for node in _shown(loop):
        if any(isinstance(part, ast.Name) and part.id in variables for part in walk(node)):
            for call in walk(loop):
                if isinstance(call, ast.Call):
                    call.keywords = [one for one in call.keywords if one.value is not node]
                    call.args = [one for one in call.args if one is not node]


def _shown(node: ast.AST) -> list[ast.expr]:
    """Arguments of `subTest`, which nothing shows here, as far as nothing is called for them."""
    calls = [part for part in walk(node) if isinstance(part, ast.Call) and last_name(part.func) == "subTest"]
    arguments = [one for call in calls for one in (*call.args, *(keyword.value for keyword in call.keywords))]
    return [one for one in arguments if not any(isinstance(part, ACTS) for part in walk(one))]


def _ids(*nodes: ast.AST) -> set[int]:
    return set(map(id, nodes))
