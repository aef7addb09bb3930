"""Looking through a method for the assertions that can be withheld, in the order in which they stand."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace

from classeval_hf.core.syntax import nested_statements
from classeval_hf.unittest_runner.withheld import catching
from classeval_hf.unittest_runner.withheld.holding import Found, Holder, Place
from classeval_hf.unittest_runner.withheld.literals import literal_value
from classeval_hf.unittest_runner.withheld.methods import TestMethod, assigned, bound_in
from classeval_hf.unittest_runner.withheld.statements import read_assertions
from classeval_hf.unittest_runner.withheld.tables import Column, Columns, Key, find_columns

_LEAVES = (ast.Break, ast.Continue, ast.Return)

TableKey = tuple[int, Key]  # a column of the table that a loop is over: the loop's identity, and the column's key


class MethodSearch:
    """What can be withheld of a method, if its variables `candidates` go with their literals, and `exposed` stay."""

    def __init__(
        self, method: TestMethod, holder: Holder, candidates: Collection[str], exposed: Collection[TableKey]
    ) -> None:
        self._method, self._holder, self._candidates, self._exposed = method, holder, candidates, exposed
        self.columns: dict[TableKey, Column] = {}
        self.found = list(self._search(method.node.body, Place(method.required)))

    def _search(self, block: list[ast.stmt], place: Place) -> Iterator[Found]:
        """Finds the statements of a block that can be withheld, in the order in which they stand."""
        for index, statement in enumerate(block):
            is_exposed = (statement.lineno, statement.col_offset) in self._method.exposed
            asserted = read_assertions(statement, self._method.receiver, self._method.kinds)
            found = (self._holder.withheld(block, index, one, place) for one in asserted)
            step = None if place.catching or is_exposed else next((one for one in found if one is not None), None)
            if step is not None:
                yield step
            elif block is self._method.node.body and isinstance(statement, ast.Assign):
                name = assigned(statement)
                if name in self._candidates:
                    self._holder.variables[str(name)] = literal_value(statement.value, self._method.names)
            elif not isinstance(statement, (ast.Expr, ast.Assert)):
                yield from self._search_compound(statement, place)
            if any(isinstance(node, ast.Return) for node in nested_statements([statement])):
                place = replace(place, required=False)

    def _search_compound(self, statement: ast.stmt, place: Place) -> Iterator[Found]:
        inner = replace(place, required=False)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in statement.items]
            catches = place.catching or any(catching.may_catch(call, self._method.names) for call in calls)
            skips = any(
                catching.last_name(node) in ("skipTest", "SkipTest") for node in catching.walk_scope(statement.body)
            )
            named = [catching.last_name(call.func) if isinstance(call, ast.Call) else None for call in calls]
            swallows = any(name not in catching.TRANSPARENT for name in named)
            required = place.required and not swallows and not skips  # a part, at least
            yield from self._search(statement.body, replace(place, required=required, catching=catches))
        elif isinstance(statement, catching.FUNCTIONS):
            arguments = {node.arg for node in ast.walk(statement.args) if isinstance(node, ast.arg)}
            if self._method.nested and self._method.receiver not in arguments:
                yield from self._search(statement.body, replace(inner, nested=True, columns={}))
        elif isinstance(statement, catching.TRIES):
            caught = replace(inner, catching=place.catching or catching.may_catch(statement, self._method.names))
            yield from self._search(getattr(statement, "body", []), caught)
            for handler in getattr(statement, "handlers", []):
                yield from self._search(handler.body, caught)
            for name in ("orelse", "finalbody"):
                yield from self._search(getattr(statement, name, []), caught)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                yield from self._search(case.body, inner)
        elif isinstance(statement, ast.For):
            yield from self._search(statement.body, self._place_in(statement, place))
            yield from self._search(statement.orelse, inner)
        elif isinstance(statement, (ast.If, ast.AsyncFor, ast.While)):
            yield from self._search(statement.body, inner)
            yield from self._search(statement.orelse, inner)

    def _place_in(self, loop: ast.For, place: Place) -> Place:
        """The place of a loop's body: that of a table that is written out is run for each row of it."""
        columns: dict[Key, Column] = {}
        written: Columns = {}
        if not place.nested and not place.columns:
            written = find_columns(loop, self._method.names, self._written)
            declared = [node for node in self._method.nodes if isinstance(node, (ast.Global, ast.Nonlocal))]
            rebound = {name for node in (*loop.body, *declared) for name in bound_in(node)}
            for key, column in written.items():
                if key[0] not in rebound and (id(loop), key) not in self._exposed:
                    columns[key] = self.columns[id(loop), key] = column
        leaves = any(isinstance(node, _LEAVES) for node in catching.walk_scope(loop.body))
        required = place.required and bool(written) and not leaves
        return replace(place, required=required, columns=columns or place.columns)

    def _written(self, node: ast.expr) -> ast.expr:
        """What is written for a variable that is written once and read here alone, and any other node as it is."""
        constant = self._method.constants.get(catching.last_name(node) or "")
        if constant is not None and constant.is_attribute == isinstance(node, ast.Attribute):
            return constant.statement.value if [id(read) for read in constant.reads] == [id(node)] else node
        if isinstance(node, ast.Name) and self._method.bound.count(node.id) == 1:
            reads = [one for one in self._method.name_nodes if one.id == node.id and isinstance(one.ctx, ast.Load)]
            for statement in self._method.node.body:
                if assigned(statement) == node.id and len(reads) == 1 and isinstance(statement, ast.Assign):
                    return statement.value
        return node
