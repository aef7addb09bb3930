"""Withholding the assertions of the methods of test classes."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from classeval_hf.core.syntax import names_bound_by, walk
from classeval_hf.unittest_runner.observe import OBSERVER_NAME
from classeval_hf.unittest_runner.withheld.catching import (
    FUNCTIONS,
    TRIES,
    is_transparent,
    last_name,
    may_catch,
    returns,
    walk_scope,
)
from classeval_hf.unittest_runner.withheld.constants import Constant
from classeval_hf.unittest_runner.withheld.judging import Check
from classeval_hf.unittest_runner.withheld.literals import NotLiteralError, literal_value
from classeval_hf.unittest_runner.withheld.statements import Assertion, read_assertions
from classeval_hf.unittest_runner.withheld.tables import Column, Columns, Key, find_columns, references, row_values

_IMPLIED: Mapping[str, bool | None] = {
    "assertTrue": True,
    "assertFalse": False,
    "assertIsNone": None,
    "assertIsNotNone": None,
}
"""Expected values of the assertions that take none."""

_ACTS = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)
_LEAVES = (ast.Break, ast.Continue, ast.Return)


def withhold_assertions(rewriters: Sequence[MethodRewriter], constants: Mapping[str, Constant]) -> dict[int, Check]:
    """Withholds the assertions of methods, in place, and the constants that these alone read."""
    hidden = {name for name, constant in constants.items() if constant.value is not None and constant.reads}
    while True:
        read = {id(node) for rewriter in rewriters for node in rewriter.find(hidden)}
        exposed = {name for name in hidden if not all(id(node) in read for node in constants[name].reads)}
        if not exposed:
            break
        hidden -= exposed
    checks: dict[int, Check] = {}
    for rewriter in rewriters:
        rewriter.rewrite(checks)
    for name in hidden:
        constants[name].remove()
    return checks


@dataclass(frozen=True)
class _Place:
    """Where a block of statements stands: whether passing tests run it, and whether it may swallow a failure."""

    required: bool
    catching: bool = False
    nested: bool = False
    columns: Columns = field(default_factory=dict)


@dataclass(frozen=True)
class _Found:
    """
    A statement that can be withheld: its place in a block, what to observe, the checks, and for one in a loop over a
    table what reads the number of the row. `hidden` is what is not left of it.
    """

    block: list[ast.stmt]
    index: int
    observed: ast.expr
    checks: Sequence[Check]
    row: ast.expr | None
    hidden: Sequence[ast.expr]


@dataclass
class MethodRewriter:
    """Withholds the assertions of one method."""

    test_class: str
    method: ast.FunctionDef | ast.AsyncFunctionDef
    names: Mapping[str, Any]
    kinds: frozenset[str]
    nested: bool
    required: bool
    constants: Mapping[str, Constant]

    def __post_init__(self) -> None:
        arguments = [*self.method.args.posonlyargs, *self.method.args.args]
        decorators = {last_name(decorator) for decorator in self.method.decorator_list}
        self._receiver = arguments[0].arg if arguments else ""
        self._nodes = walk(self.method)
        self._names = [node for node in self._nodes if isinstance(node, ast.Name)]
        rebound = any(node.id == self._receiver and not isinstance(node.ctx, ast.Load) for node in self._names)
        self._usable = bool(arguments) and not decorators & {"staticmethod", "classmethod"} and not rebound
        self._candidates = self._assigned_literals() if self._usable else set()
        self._exposed_columns: set[tuple[int, Key]] = set()
        self._found: list[_Found] = []
        self._columns: dict[tuple[int, Key], Column] = {}

    @cached_property
    def _bound(self) -> list[str]:
        """Names that nodes of the method bind, each as often as they do: few methods need to know."""
        return [name for node in self._nodes for name in _names_bound_by(node)]

    def find(self, constants: set[str]) -> list[ast.AST]:
        """Finds what can be withheld, if these constants are; returns the nodes of which nothing is left then."""
        if not self._usable:
            return []
        held = {name: self.constants[name] for name in constants}
        self._of_module = {name: one.value[0] for name, one in held.items() if one.value and not one.is_attribute}
        attributes = {name: one.value[0] for name, one in held.items() if one.value and one.is_attribute}
        owners = (self._receiver, self.test_class)
        self._known = {**self.names, **{f"{one}.{name}": attributes[name] for name in attributes for one in owners}}
        while True:
            self._variables: dict[str, object] = {}
            self._columns = {}
            self._found = list(self._search(self.method.body, _Place(self.required)))
            hidden = [node for item in self._found for part in item.hidden for node in walk(part)]
            exposed = self._exposed(hidden)
            columns = self._exposed_of(hidden)
            if not exposed and not columns:
                return hidden
            self._candidates -= exposed
            self._exposed_columns |= columns

    def rewrite(self, checks: dict[int, Check]) -> None:
        """Replaces the statements found, and drops what nothing else refers to."""
        for item in self._found:
            item.block[item.index] = self._observation(item, checks)
        for column in self._columns.values():
            column.hide()
            _forget(column.loop, {key[0] for _, key in self._columns})
        body = [statement for statement in self.method.body if _assigned(statement) not in self._candidates]
        self.method.body[:] = body or [ast.Pass()]

    def _observation(self, item: _Found, checks: dict[int, Check]) -> ast.stmt:
        first = len(checks)
        checks.update(enumerate(item.checks, first))
        number: ast.expr = ast.Constant(first)
        if item.row is not None:
            number = ast.BinOp(copy.deepcopy(item.row), ast.Add(), number)
        return ast.Expr(ast.Call(ast.Name(OBSERVER_NAME, ast.Load()), [number, item.observed], []))

    def _assigned_literals(self) -> set[str]:
        """Names that the method's own body, and nothing else, binds, to literals alone."""
        if {"locals", "vars", "eval", "exec", "dir"} & {node.id for node in self._names}:
            return set()
        stores = [
            name
            for statement in self.method.body
            if isinstance(statement, ast.Assign)
            and (name := _assigned(statement)) is not None
            and self._value(statement.value) is not None
        ]
        return {name for name in set(stores) if self._bound.count(name) == stores.count(name)}

    def _exposed(self, hidden: Sequence[ast.AST]) -> set[str]:
        """Candidates that are read elsewhere than as the literal of a withheld assertion, or not read at all."""
        if not self._candidates:  # as of most methods
            return set()
        withheld = set(map(id, hidden))
        reads = [node for node in self._names if isinstance(node.ctx, ast.Load) and node.id in self._candidates]
        exposed = {node.id for node in reads if id(node) not in withheld}
        return exposed | (self._candidates - {node.id for node in reads})

    def _exposed_of(self, hidden: Sequence[ast.AST]) -> set[tuple[int, Key]]:
        """Columns that are read elsewhere than as the literal of a withheld assertion, or not read there at all."""
        if not self._columns:
            return set()
        withheld, shown = _ids(*hidden), _ids(*(node for part in _shown(self.method) for node in walk(part)))
        exposed: set[tuple[int, Key]] = set()
        for loop in {number: column.loop for (number, _), column in self._columns.items()}.values():
            columns = {key: column for (number, key), column in self._columns.items() if number == id(loop)}
            read: dict[Key, bool] = {}
            for node, key in [found for statement in loop.body for found in references(statement, columns)]:
                if id(node) not in shown:
                    read[key] = read.get(key, True) and id(node) in withheld
            for variable in self._handed_on(loop, withheld | shown):
                read.update((key, False) for key in columns if key[0] == variable)
            whole = {key[0] for key in read if len(key) == 1}
            exposed.update(
                (id(loop), key) for key in columns if not read.get(key, False) or (len(key) == 2 and key[0] in whole)
            )
        return exposed

    def _handed_on(self, loop: ast.For, known: set[int]) -> set[str]:
        """Variables of a loop all of which is read, as `case` in `f(case)`, or that are read after it."""
        elsewhere = {
            name: _ids(*walk(*other.body))
            for other in self._nodes
            if isinstance(other, ast.For) and other is not loop
            for name in _bound_in(other.target)
        }
        inside = walk(*loop.body)
        parts = [node.value for node in inside if isinstance(node, ast.Subscript) and _is_constant(node.slice)]
        within, read_in_part = _ids(*inside), _ids(*parts)
        return {
            node.id
            for node in self._names
            if node.id in _bound_in(loop.target)
            and isinstance(node.ctx, ast.Load)
            and id(node) not in known
            and id(node) not in (read_in_part if id(node) in within else elsewhere.get(node.id, ()))
        }

    def _search(self, block: list[ast.stmt], place: _Place) -> Iterator[_Found]:
        """Finds the statements of a block that can be withheld, in the order in which they stand."""
        for index, statement in enumerate(block):
            found = None if place.catching else self._find(block, index, place)
            if found is not None:
                yield found
            elif block is self.method.body and isinstance(statement, ast.Assign):
                name = _assigned(statement)
                if name in self._candidates:
                    self._variables[str(name)] = literal_value(statement.value, self.names)
            elif not isinstance(statement, (ast.Expr, ast.Assert)):
                yield from self._search_compound(statement, place)
            if not isinstance(statement, (ast.Expr, ast.Assign)) and returns(statement):
                place = replace(place, required=False)

    def _search_compound(self, statement: ast.stmt, place: _Place) -> Iterator[_Found]:
        inner = replace(place, required=False)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in statement.items]
            catching = place.catching or any(may_catch(call, self.names) for call in calls)
            required = place.required and all(is_transparent(call) for call in calls)
            yield from self._search(statement.body, replace(place, required=required, catching=catching))
        elif isinstance(statement, FUNCTIONS):
            arguments = {node.arg for node in ast.walk(statement.args) if isinstance(node, ast.arg)}
            if self.nested and self._receiver not in arguments:
                yield from self._search(statement.body, replace(inner, nested=True, columns={}))
        elif isinstance(statement, TRIES):
            caught = replace(inner, catching=place.catching or may_catch(statement, self.names))
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

    def _place_in(self, loop: ast.For, place: _Place) -> _Place:
        """The place of a loop's body: that of a table that is written out is run for each row of it."""
        columns: dict[Key, Column] = {}
        written: Columns = {}
        if not place.nested and not place.columns:
            written = find_columns(loop, self.names, self._written)
            declared = [node for node in self._nodes if isinstance(node, (ast.Global, ast.Nonlocal))]
            rebound = {name for node in (*loop.body, *declared) for name in _bound_in(node)}
            for key, column in written.items():
                if key[0] not in rebound and (id(loop), key) not in self._exposed_columns:
                    columns[key] = self._columns[id(loop), key] = column
        leaves = any(isinstance(node, _LEAVES) for node in walk_scope(loop.body))
        required = place.required and bool(written) and not leaves
        return replace(place, required=required, columns=columns or place.columns)

    def _written(self, node: ast.expr) -> ast.expr:
        """What is written for a variable that is written once and read here alone, and any other node as it is."""
        constant = self.constants.get(last_name(node) or "")
        if constant is not None and constant.is_attribute == isinstance(node, ast.Attribute):
            return constant.statement.value if [id(read) for read in constant.reads] == [id(node)] else node
        if isinstance(node, ast.Name) and self._bound.count(node.id) == 1:
            reads = [one for one in self._names if one.id == node.id and isinstance(one.ctx, ast.Load)]
            for statement in self.method.body:
                if _assigned(statement) == node.id and len(reads) == 1 and isinstance(statement, ast.Assign):
                    return statement.value
        return node

    def _find(self, block: list[ast.stmt], index: int, place: _Place) -> _Found | None:
        for assertion in read_assertions(block[index], self._receiver, self.kinds):
            found = self._withheld(block, index, assertion, place)
            if found is not None:
                return found
        return None

    def _withheld(self, block: list[ast.stmt], index: int, assertion: Assertion, place: _Place) -> _Found | None:
        options: dict[str, object] = {}
        for name, node in assertion.options.items():
            value = self._value(node)
            if value is None:
                return None
            options[name] = value[0]
        kind, operands = assertion.kind, assertion.operands
        values: list[tuple[Any] | None] = [self._value(operand, place) for operand in operands]
        rows = self._rows(operands, values, place)
        if rows is None:
            held = _hold(kind, operands, values)
            expected = [] if held is None else [held[2]]
        else:
            side, _, in_rows = rows
            each = [_hold(kind, operands, [*values[:side], (value,), *values[side + 1 :]]) for value in in_rows]
            held = each[0] if None not in each else None
            expected = in_rows
        if held is None:
            return None
        observed, literal, _ = held
        if len(operands) == 2:
            options["literal_first"] = literal is operands[0]
        observed, hidden = self._with_message(observed, assertion.message, options, place)
        required = place.required
        checks = [Check(self.test_class, self.method.name, kind, value, options, required) for value in expected]
        hidden += [] if literal is None else [literal]
        return _Found(block, index, observed, checks, None if rows is None else rows[1], hidden)

    def _rows(
        self, operands: Sequence[ast.expr], values: Sequence[object], place: _Place
    ) -> tuple[int, ast.expr, list[Any]] | None:
        """The operand that a table has the values of, what reads the number of its row, and the values."""
        if not place.columns or place.nested or any(value is not None for value in values) or len(operands) != 2:
            return None
        found = [row_values(operand, place.columns, self.names) for operand in operands]
        sides = [(side, *one) for side, one in enumerate(found) if one is not None]
        return sides[0] if len(sides) == 1 else None

    def _with_message(
        self, observed: ast.expr, message: ast.expr | None, options: dict[str, object], place: _Place
    ) -> tuple[ast.expr, list[ast.expr]]:
        """
        Keeps the message of an assertion if it is literal; otherwise sees to it that it is evaluated as before, unless
        it shows what a table expects.
        """
        if message is None:
            return observed, []
        value = self._value(message)
        if value is not None:
            options["msg"] = value[0]
            return observed, []
        if references(message, place.columns) and not any(isinstance(node, _ACTS) for node in walk(message)):
            return observed, [message]
        both = ast.Tuple([observed, message], ast.Load())
        return ast.Subscript(both, ast.Constant(0), ast.Load()), []

    def _value(self, node: ast.expr, place: _Place | None = None) -> tuple[Any] | None:
        """The value of an expression, in a tuple, or `None` if it is not literal. Only a place gives variables one."""
        variables = (
            {} if place is None else self._of_module if place.nested else {**self._of_module, **self._variables}
        )
        try:
            return (literal_value(node, self.names if place is None else self._known, variables),)
        except NotLiteralError:
            return None


def _hold(
    kind: str, operands: Sequence[ast.expr], values: Sequence[tuple[Any] | None]
) -> tuple[ast.expr, ast.expr | None, Any] | None:
    """What to observe, the literal and its value; `None` where the assertion is not withheld."""
    if sum(value is not None for value in values) != len(operands) - 1:
        return None
    if kind in _IMPLIED:
        (observed,) = operands
        if isinstance(_IMPLIED[kind], bool):  # the truth value as the test sees it, of whatever object
            observed = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), observed))
        return observed, None, _IMPLIED[kind]
    (expected,) = next(value for value in values if value is not None)
    first = values[0] is not None
    observed, literal = reversed(operands) if first else operands
    if kind == "assertIs" and not (expected is None or isinstance(expected, (bool, type))):
        return None
    if kind in ("assertIn", "assertNotIn") and first:  # the sample's own containers may return anything
        return None
    return observed, literal, expected


def _forget(loop: ast.For, variables: set[object]) -> None:
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
    return [one for one in arguments if not any(isinstance(part, _ACTS) for part in walk(one))]


def _ids(*nodes: ast.AST) -> set[int]:
    return set(map(id, nodes))


def _bound_in(node: ast.AST) -> set[str]:
    return {name for part in walk(node) for name in _names_bound_by(part)}


def _is_constant(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant)


def _assigned(statement: ast.stmt) -> str | None:
    """The name that a statement assigns to, if that is all it does."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def _names_bound_by(node: ast.AST) -> Sequence[str]:
    """Names that a node binds in its scope or declares to be of another."""
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else names_bound_by(node)
