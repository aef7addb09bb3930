"""Withholding the assertions of the methods of test classes, and the columns of tables that nothing else reads."""

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from unittest import TestCase

from classeval_hf.classes.runner.observe import OBSERVER_NAME
from classeval_hf.classes.runner.withheld.holding import (
    Column,
    Found,
    Holder,
    Key,
    Place,
    find_columns,
    read_assertions,
    references,
)
from classeval_hf.classes.runner.withheld.judging import Check
from classeval_hf.classes.runner.withheld.literals import known_value
from classeval_hf.classes.runner.withheld.methods import (
    FUNCTIONS,
    TRANSPARENT,
    TRIES,
    Constant,
    TestMethod,
    assigned,
    bound_in,
    last_name,
    may_catch,
    walk_scope,
)
from classeval_hf.core.grouping import grouped
from classeval_hf.core.syntax import nested_statements, walk

_MAX_ROUNDS = 20  # after which the variables and tables of a method keep their values, since each may expose the next
TableKey = tuple[int, Key]  # a column of the table that a loop is over: the loop's identity, and the column's key


def withhold_assertions(methods: Sequence[TestMethod], constants: Mapping[str, Constant]) -> dict[int, Check]:
    """Withholds the assertions of methods, in place, and the constants that only these read, or that nothing reads."""
    rewriters = [_MethodRewriter(method) for method in methods if method.is_usable]
    known = {name: constant for name, constant in constants.items() if constant.value is not None}
    hidden = {name for name in known if known[name].reads or not (name.startswith("_") or hasattr(TestCase, name))}
    readers = grouped((name, one) for one in rewriters if known for name in known.keys() & one.method.mentioned)
    withheld, waiting, unsure = set[int](), rewriters, set(hidden)
    while waiting or unsure:  # again those that read a constant which has turned out to be exposed
        for one in waiting:
            withheld -= one.withheld
            withheld |= one.find(hidden)
        exposed = {name for name in unsure if any(id(node) not in withheld for node in constants[name].reads)}
        hidden -= exposed
        waiting = list(dict.fromkeys(one for name in exposed for one in readers.get(name, ())))
        unsure = {name for one in waiting for name in hidden & one.method.mentioned}
    checks: dict[int, Check] = {}
    for rewriter in rewriters:
        rewriter.rewrite(checks)
    for name in hidden:
        block = constants[name].block
        block[block.index(constants[name].statement)] = ast.Pass()
    return checks


class _MethodRewriter:
    def __init__(self, method: TestMethod) -> None:
        self.method, self.withheld = method, set[int]()  # the nodes that go with its withheld assertions
        single = [(assigned(one), one) for one in method.node.body if isinstance(one, ast.Assign)]
        stores = [name for name, one in single if name is not None and known_value(one.value, method.names)]
        if {"locals", "vars", "eval", "exec", "dir"} & {node.id for node in method.name_nodes}:
            stores = []
        # Variables bound only by the body, to literals; they go if only withheld assertions read them.
        self._candidates = {name for name in set(stores) if method.bound.count(name) == stores.count(name)}
        self._returns = any(isinstance(node, ast.Return) for node in method.nodes)
        self._exposed_columns: set[TableKey] = set()
        self._found: Sequence[Found] = ()
        self._columns: dict[TableKey, Column] = {}

    def find(self, constants: set[str]) -> set[int]:
        """Finds the assertions that can be withheld if these constants are; returns the nodes that go with them."""
        method, rounds = self.method, 0
        held = {name: method.constants[name] for name in (constants & method.mentioned if constants else ())}
        of_module = {name: one.value[0] for name, one in held.items() if one.value and not one.is_attribute}
        attributes = {name: one.value[0] for name, one in held.items() if one.value and one.is_attribute}
        owners = (method.receiver, method.test_class)
        known = {**method.names, **{f"{one}.{name}": attributes[name] for name in attributes for one in owners}}
        while True:
            self._holder, self._columns = Holder(method, known, of_module), {}
            self._found = list(self._search(method.node.body, Place(method.required)))
            hidden = [node for item in self._found for node in item.hidden]
            self.withheld, exposed, unread = _ids(*hidden), set[str](), set(self._candidates)
            for node in method.name_nodes if self._candidates else ():  # most methods have no candidates
                if isinstance(node.ctx, ast.Load) and node.id in self._candidates:
                    unread.discard(node.id)
                    exposed |= {node.id} if id(node) not in self.withheld else set()
            columns = _exposed_columns(method, self._columns, self.withheld) if self._columns else set()
            if not exposed and not unread and not columns:
                return self.withheld
            rounds += 1
            self._candidates -= exposed | unread if rounds < _MAX_ROUNDS else set(self._candidates)
            self._exposed_columns |= columns if rounds < _MAX_ROUNDS else set(self._columns)

    def rewrite(self, checks: dict[int, Check]) -> None:
        """Replaces the found statements, and drops variables that nothing else reads."""
        for item in self._found:
            number: ast.expr = ast.Constant(len(checks))
            checks.update(enumerate(item.checks, len(checks)))
            if item.row is not None:
                number = ast.BinOp(copy.deepcopy(item.row), ast.Add(), number)
            call = ast.Call(ast.Name(OBSERVER_NAME, ast.Load()), [number, item.observed], [])
            item.block[item.index] = ast.Expr(call)
        for column in self._columns.values():
            for row, (holder, index) in enumerate(column.cells):
                holder[index] = ast.Constant(row)  # the row's number instead of the literal
        body = self.method.node.body
        body[:] = [statement for statement in body if assigned(statement) not in self._candidates] or [ast.Pass()]

    def _search(self, block: list[ast.stmt], place: Place) -> Iterator[Found]:
        """Finds the statements of a block that can be withheld, in their order."""
        for index, statement in enumerate(block):
            is_exposed = (statement.lineno, statement.col_offset) in self.method.exposed
            asserted = read_assertions(statement, self.method.receiver, self.method.kinds)
            found = (self._holder.withheld(block, index, one, place) for one in asserted)
            step = None if place.catching or is_exposed else next((one for one in found if one is not None), None)
            if step is not None:
                yield step
            elif block is self.method.node.body and isinstance(statement, ast.Assign):
                name = assigned(statement)
                if name in self._candidates and (value := known_value(statement.value, self.method.names)):
                    self._holder.variables[str(name)] = value[0]
            elif not isinstance(statement, (ast.Expr, ast.Assert)):
                yield from self._search_compound(statement, place)
            if self._returns and any(isinstance(node, ast.Return) for node in nested_statements([statement])):
                place = replace(place, required=False)

    def _search_compound(self, statement: ast.stmt, place: Place) -> Iterator[Found]:
        inner = replace(place, required=False)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in statement.items]
            catches = place.catching or any(may_catch(call, self.method.names) for call in calls)
            mentioned = {last_name(node) for node in walk_scope(statement.body)}
            named = [last_name(call.func) if isinstance(call, ast.Call) else None for call in calls]
            swallows = any(name not in TRANSPARENT for name in named)
            required = place.required and not swallows and mentioned.isdisjoint(("skipTest", "SkipTest"))
            yield from self._search(statement.body, replace(place, required=required, catching=catches))
        elif isinstance(statement, FUNCTIONS):
            arguments = {node.arg for node in ast.walk(statement.args) if isinstance(node, ast.arg)}
            if self.method.nested and self.method.receiver not in arguments:
                yield from self._search(statement.body, replace(inner, nested=True, columns={}))
        elif isinstance(statement, TRIES):
            caught = replace(inner, catching=place.catching or may_catch(statement, self.method.names))
            body, orelse, final = (getattr(statement, name, []) for name in ("body", "orelse", "finalbody"))
            for block in (body, *(handler.body for handler in getattr(statement, "handlers", [])), orelse, final):
                yield from self._search(block, caught)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                yield from self._search(case.body, inner)
        elif isinstance(statement, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            place_of_body = self._place_in(statement, place) if isinstance(statement, ast.For) else inner
            yield from self._search(statement.body, place_of_body)
            yield from self._search(statement.orelse, inner)

    def _place_in(self, loop: ast.For, place: Place) -> Place:
        """The place of a loop's body. A loop over a written table runs its body for each row."""
        columns, written = dict[Key, Column](), dict[Key, Column]()
        if not place.nested and not place.columns:
            written = find_columns(loop, self.method.names, self._written)
            declared = [node for node in self.method.nodes if isinstance(node, (ast.Global, ast.Nonlocal))]
            rebound = {name for node in (*loop.body, *declared) for name in bound_in(node)}
            columns = {key: column for key, column in written.items() if key[0] not in rebound}
            columns = {key: columns[key] for key in columns if (id(loop), key) not in self._exposed_columns}
            self._columns.update(((id(loop), key), column) for key, column in columns.items())
        scope = walk_scope(loop.body)
        leaves = any(isinstance(node, (ast.Break, ast.Continue, ast.Return)) for node in scope)
        required = place.required and bool(written) and not leaves
        return replace(place, required=required, columns=columns or place.columns)

    def _written(self, node: ast.expr) -> ast.expr:
        """The assigned expression of a variable that is assigned once and read only here; any other node as it is."""
        constant = self.method.constants.get(last_name(node) or "")
        if constant is not None and constant.is_attribute == isinstance(node, ast.Attribute):
            return constant.statement.value if [id(read) for read in constant.reads] == [id(node)] else node
        if isinstance(node, ast.Name) and self.method.bound.count(node.id) == 1:
            reads = [one for one in self.method.name_nodes if one.id == node.id and isinstance(one.ctx, ast.Load)]
            for statement in self.method.node.body:
                if assigned(statement) == node.id and len(reads) == 1 and isinstance(statement, ast.Assign):
                    return statement.value
        return node


def _exposed_columns(method: TestMethod, columns_of: Mapping[TableKey, Column], withheld: set[int]) -> set[TableKey]:
    """Columns that are read outside of the withheld nodes, or that these do not read."""
    exposed: set[TableKey] = set()
    for loop in {number: column.loop for (number, _), column in columns_of.items()}.values():
        columns = {key: column for (number, key), column in columns_of.items() if number == id(loop)}
        read: dict[Key, bool] = {}
        for node, key in [found for statement in loop.body for found in references(statement, columns)]:
            read[key] = read.get(key, True) and id(node) in withheld
        for variable in _handed_on(method, loop, withheld):
            read.update((key, False) for key in columns if key[0] == variable)
        whole = {key[:1] for key in read if len(key) == 1}
        exposed.update((id(loop), key) for key in columns if not read.get(key) or (len(key) == 2 and key[:1] in whole))
    return exposed


def _handed_on(method: TestMethod, loop: ast.For, known: set[int]) -> set[str]:
    """Variables of a loop that are read as a whole, as `case` in `f(case)`, or outside of the loop."""
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


def _ids(*nodes: ast.AST) -> set[int]:
    return set(map(id, nodes))
