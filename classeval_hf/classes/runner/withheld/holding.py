"""Reading what a statement asserts, and splitting it into what the child observes and what the parent checks. A
statement is a call of an assertion, `assert`, or `if` with `self.fail()`."""

import ast
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from classeval_hf.classes.runner.comparing import OPTIONS, PARAMETERS
from classeval_hf.classes.runner.observe import LITERAL_SIZE, encode_within
from classeval_hf.classes.runner.withheld.judging import Check
from classeval_hf.classes.runner.withheld.literals import known_value
from classeval_hf.classes.runner.withheld.methods import TestMethod
from classeval_hf.classes.runner.withheld.tables import Columns, row_values
from classeval_hf.core.syntax import children, walk

ACTS = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)  # expressions that may have effects
_IN_PART = (ast.IfExp, ast.BoolOp, ast.Compare, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Expected values of the assertions that take none.
_IMPLIED = {"assertTrue": True, "assertFalse": False, "assertIsNone": None, "assertIsNotNone": None}
_KINDS: Mapping[tuple[type[ast.cmpop], bool], str] = {
    **dict.fromkeys(((ast.Eq, True), (ast.NotEq, False)), "assertEqual"),
    **dict.fromkeys(((ast.Eq, False), (ast.NotEq, True)), "assertNotEqual"),
    **{(ast.Lt, True): "assertLess", (ast.LtE, True): "assertLessEqual"},
    **{(ast.Gt, True): "assertGreater", (ast.GtE, True): "assertGreaterEqual"},
    **dict.fromkeys(((ast.In, True), (ast.NotIn, False)), "assertIn"),
    **dict.fromkeys(((ast.In, False), (ast.NotIn, True)), "assertNotIn"),
    **dict.fromkeys(((ast.Is, True), (ast.IsNot, False)), "assertIs"),
}  # by operator and truth value, the equivalent assertion; a value that is not less need not be greater or equal


@dataclass(frozen=True)
class Assertion:
    """The `unittest` assertion that is equivalent to a statement; options are `places` and `delta`."""

    kind: str
    operands: Sequence[ast.expr]
    message: ast.expr | None = None
    options: Mapping[str, ast.expr] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """The place of a block of statements: whether passing tests run it, and whether it may swallow a failure."""

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
    row: ast.expr | None  # in a loop over a table, the node that reads the number of the row
    hidden: Sequence[ast.AST]  # its nodes that are removed


@dataclass(frozen=True)
class Holder:
    method: TestMethod
    known: Mapping[str, Any]  # values of names and attributes that are surely known
    of_module: Mapping[str, object]  # values of the module's constants that are withheld
    variables: dict[str, object] = field(default_factory=dict)  # values of the method's variables, up to here

    @cached_property
    def _all(self) -> Mapping[str, object]:
        return ChainMap(self.variables, dict(self.of_module))

    def withheld(self, block: list[ast.stmt], index: int, assertion: Assertion, place: Place) -> Found | None:
        """The statement at an index of a block without its expected value; `None` if that must stay."""
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
        hidden = [] if literal is None else walk(literal)
        message = assertion.message
        told = None if message is None else self.value(message)
        if told is not None:
            options["msg"] = told[0]
        elif message is not None:  # `assert` and `if` evaluate it only when they fail
            calls = [] if not isinstance(block[index], ast.Expr) else acts(message)
            left, parts = set(map(id, walk(*calls))), walk(message)
            for part in reversed(parts):  # the innermost first
                left |= set() if left.isdisjoint(map(id, children(part))) else {id(part)}
            hidden += [part for part in parts if id(part) not in left]
            if calls:
                observed = ast.Subscript(ast.Tuple([observed, *calls], ast.Load()), ast.Constant(0), ast.Load())
        told_of = place.required, (block[index].lineno, block[index].col_offset)
        names = self.method.test_class, self.method.node.name
        checks = [Check(*names, kind, value, options, *told_of) for value in expected]
        return Found(block, index, observed, checks, None if rows is None else rows[1], hidden)

    def _rows(
        self, operands: Sequence[ast.expr], values: Sequence[object], place: Place
    ) -> tuple[int, ast.expr, list[Any]] | None:
        """The side whose values a table has, the node that reads the number of its row, and the values."""
        if not place.columns or place.nested or any(value is not None for value in values) or len(operands) != 2:
            return None
        per_operand = [row_values(operand, place.columns, self.method.names) for operand in operands]
        sides = [(side, *one) for side, one in enumerate(per_operand) if one is not None]
        return sides[0] if len(sides) == 1 else None

    def value(self, node: ast.expr, place: Place | None = None) -> tuple[Any] | None:
        """The value of an expression, in a tuple; `None` if it is not literal. Variables count only with a place."""
        variables = {} if place is None else self.of_module if place.nested else self._all
        return known_value(node, self.method.names if place is None else self.known, variables)


def _hold(
    kind: str, operands: Sequence[ast.expr], values: Sequence[tuple[Any] | None]
) -> tuple[ast.expr, ast.expr | None, Any] | None:
    """The expression to observe, the literal and its value; `None` if the assertion is not withheld."""
    if sum(value is not None for value in values) != len(operands) - 1:
        return None
    if kind in _IMPLIED:
        (observed,) = operands
        if isinstance(_IMPLIED[kind], bool):  # the truth value of any object, as the test sees it
            observed = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), observed))
        return observed, None, _IMPLIED[kind]
    (expected,) = next(value for value in values if value is not None)
    first = values[0] is not None
    observed, literal = reversed(operands) if first else operands
    if kind == "assertIs" and not (expected is None or isinstance(expected, (bool, type))):
        return None
    if kind in ("assertIn", "assertNotIn") and first:  # the sample's containers may return anything
        return None
    if encode_within(expected, LITERAL_SIZE)[2] < 0:
        return None
    return observed, literal, expected


def read_assertions(statement: ast.stmt, receiver: str, kinds: Collection[str]) -> Iterator[Assertion]:
    """The assertions that are equivalent to a statement, the most specific first."""
    if isinstance(statement, ast.Assert):
        yield from _of_truth(statement.test, True, statement.msg)
    elif isinstance(statement, ast.If):
        only = statement.body[0] if len(statement.body) == 1 and not statement.orelse and "fail" in kinds else None
        call = only.value if isinstance(only, ast.Expr) else None
        if isinstance(call, ast.Call) and _method(call, receiver) == "fail" and not (call.args[1:] or call.keywords):
            yield from _of_comparison(statement.test, False, call.args[0] if call.args else None)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        name = _method(call, receiver)
        kind = "assertEqual" if name == "assertEquals" else name
        arguments = _bind(call, PARAMETERS[kind]) if name in kinds and kind in PARAMETERS else None
        if arguments is None:
            return
        operands = [arguments[name] for name in PARAMETERS[kind] if name in arguments and name not in OPTIONS]
        if kind in ("assertTrue", "assertFalse"):
            yield from _of_truth(operands[0], kind == "assertTrue", arguments.get("msg"))
        else:
            options = {option: node for option, node in arguments.items() if option in ("places", "delta")}
            yield Assertion(kind, operands, arguments.get("msg"), options)


def _of_truth(node: ast.expr, truth: bool, message: ast.expr | None) -> Iterator[Assertion]:
    yield from _of_comparison(node, truth, message)
    yield Assertion("assertTrue" if truth else "assertFalse", [node], message)


def _of_comparison(node: ast.expr, truth: bool, message: ast.expr | None) -> Iterator[Assertion]:
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node, truth = node.operand, not truth
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and (type(node.ops[0]), truth) in _KINDS:
        yield Assertion(_KINDS[type(node.ops[0]), truth], [node.left, node.comparators[0]], message)


def _method(call: ast.Call, receiver: str) -> str:
    """The name of the method that is called on the receiver; empty for any other call."""
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == receiver:
        return function.attr
    return ""


def _bind(call: ast.Call, parameters: Sequence[str]) -> dict[str, ast.expr] | None:
    """The arguments of a call by parameter, or `None` if the call does not fit."""
    keywords = [keyword.arg for keyword in call.keywords]
    if any(isinstance(argument, ast.Starred) for argument in call.args) or len(call.args) > len(parameters):
        return None
    taken = parameters[: len(call.args)]
    if len(set(keywords)) != len(keywords) or not {*keywords} <= {*parameters} - {*taken}:
        return None
    bound = dict(zip(parameters, call.args, strict=False))
    bound.update({str(keyword.arg): keyword.value for keyword in call.keywords})
    return bound if {name for name in parameters if name not in OPTIONS} <= set(bound) else None


def acts(node: ast.AST) -> list[ast.expr]:
    """The calls of an expression that is only shown; the whole expression if it may leave out some of its calls."""
    if isinstance(node, ast.Lambda):
        return []
    if isinstance(node, _IN_PART) and isinstance(node, ast.expr):
        return [node] if any(isinstance(part, ACTS) for part in walk(node)) else []
    called = node.func if isinstance(node, ast.Call) else None
    of_text = isinstance(called, ast.Attribute) and isinstance(called.value, (ast.Constant, ast.JoinedStr))
    if isinstance(node, ACTS) and not of_text:  # a method of a text, such as `format`, only joins parts
        return [node]
    return [part for child in children(node) for part in acts(child)]
