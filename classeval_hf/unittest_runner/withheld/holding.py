"""Taking the expected value out of one assertion: what is left to observe, and what the parent checks."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.core.syntax import walk
from classeval_hf.unittest_runner.observe import LITERAL_SIZE, encode_within
from classeval_hf.unittest_runner.withheld.judging import Check
from classeval_hf.unittest_runner.withheld.literals import known_value
from classeval_hf.unittest_runner.withheld.methods import TestMethod
from classeval_hf.unittest_runner.withheld.shown import acts
from classeval_hf.unittest_runner.withheld.statements import Assertion
from classeval_hf.unittest_runner.withheld.tables import Columns, row_values

_IMPLIED = {"assertTrue": True, "assertFalse": False, "assertIsNone": None, "assertIsNotNone": None}
"""Expected values of the assertions that take none."""


@dataclass(frozen=True)
class Place:
    """Where a block of statements stands: whether passing tests run it, and whether it may swallow a failure."""

    required: bool
    catching: bool = False
    nested: bool = False
    columns: Columns = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """A statement that can be withheld."""

    block: list[ast.stmt]
    index: int
    observed: ast.expr
    checks: Sequence[Check]
    row: ast.expr | None  # for one in a loop over a table, what reads the number of the row
    hidden: Sequence[ast.AST]  # what is not left of it


@dataclass(frozen=True)
class Holder:
    method: TestMethod
    known: Mapping[str, Any]  # what names and attributes surely are
    of_module: Mapping[str, object]  # values of the constants of the module that are held
    variables: dict[str, object] = field(default_factory=dict)  # values of the method's own, as far as it was read

    def withheld(self, block: list[ast.stmt], index: int, assertion: Assertion, place: Place) -> Found | None:
        """The statement at an index of a block with what it asserts taken out; `None` if that must stay."""
        options: dict[str, object] = {}
        for name, node in assertion.options.items():
            value = self.value(node)
            if value is None:
                return None
            options[name] = value[0]
        kind, operands = assertion.kind, assertion.operands
        values: list[tuple[Any] | None] = [self.value(operand, place) for operand in operands]
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
        hidden: list[ast.AST] = [] if literal is None else [literal]
        message = assertion.message
        told = None if message is None else self.value(message)
        if told is not None:
            options["msg"] = told[0]
        elif message is not None:  # of `assert` and `if` it is worked out where they fail alone
            calls = [] if not isinstance(block[index], ast.Expr) else acts(message)
            left = set(map(id, walk(*calls)))
            hidden += [part for part in walk(message) if left.isdisjoint(map(id, walk(part)))]
            if calls:
                observed = ast.Subscript(ast.Tuple([observed, *calls], ast.Load()), ast.Constant(0), ast.Load())
        told_of = place.required, (block[index].lineno, block[index].col_offset)
        names = self.method.test_class, self.method.node.name
        checks = [Check(*names, kind, value, options, *told_of) for value in expected]
        return Found(block, index, observed, checks, None if rows is None else rows[1], hidden)

    def _rows(
        self, operands: Sequence[ast.expr], values: Sequence[object], place: Place
    ) -> tuple[int, ast.expr, list[Any]] | None:
        """The operand that a table has the values of, what reads the number of its row, and the values."""
        if not place.columns or place.nested or any(value is not None for value in values) or len(operands) != 2:
            return None
        per_operand = [row_values(operand, place.columns, self.method.names) for operand in operands]
        sides = [(side, *one) for side, one in enumerate(per_operand) if one is not None]
        return sides[0] if len(sides) == 1 else None

    def value(self, node: ast.expr, place: Place | None = None) -> tuple[Any] | None:
        """The value of an expression, in a tuple, or `None` if it is not literal. Only a place gives variables one."""
        variables = {} if place is None else self.of_module if place.nested else {**self.of_module, **self.variables}
        return known_value(node, self.method.names if place is None else self.known, variables)


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
    if encode_within(expected, LITERAL_SIZE)[2] < 0:
        return None
    return observed, literal, expected
