"""Reads what a statement asserts, and divides it into what the child observes and what the parent checks. Such a
statement is a call of an assertion, `assert`, or `if` with `self.fail()`. Loops over tables are withheld row by row:
from `for text, count in [("a", 1), ("", 0)]` the parent takes 1 and 0, and the test gets the rows' numbers instead."""

import ast
import copy
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.classes.runner.comparing import OPTIONS, PARAMETERS
from classeval_hf.classes.runner.judging import Check
from classeval_hf.classes.runner.observe import LITERAL_SIZE, encode_within
from classeval_hf.classes.runner.test_methods import TestMethod, known_value
from classeval_hf.core.syntax import children, walk

Key = tuple[object, ...]  # a loop variable, or an element of one: `("case", "want")` for `case["want"]`
_Cell = tuple[list[ast.expr], int]  # where an expression stands: a list of a node, and the index in it
_Row = _Cell | list[Any]
Resolve = Callable[[ast.expr], ast.expr]


@dataclass(frozen=True)
class Column:
    """The literals that a loop variable takes, in the order of the rows."""

    loop: ast.For
    cells: Sequence[_Cell]  # where the literals stand


Columns = Mapping[Key, Column]


def find_columns(loop: ast.For, names: Mapping[str, Any], resolve: Resolve) -> dict[Key, Column]:
    """The columns of literals of the table that a loop goes over; empty for a loop over anything else."""
    rows = _rows(loop.iter, resolve)
    if not rows:
        return {}
    matches = [_match(loop.target, row) for row in rows]
    literals = [{key: cell for key, cell in cells if known_value(cell[0][cell[1]], names)} for cells in matches]
    keys = [key for key in literals[0] if all(key in cells for cells in literals)]
    return {key: Column(loop, [cells[key] for cells in literals]) for key in keys}


def references(node: ast.AST, columns: Columns) -> list[tuple[ast.expr, Key]]:
    """The parts of a node that read columns, each with the key of its column."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant):
        key: Key = (node.value.id, node.slice.value)
        if key in columns:
            return [(node, key)]
    if isinstance(node, ast.Name):
        return [(node, (node.id,))] if (node.id,) in columns else []
    return [found for child in children(node) for found in references(child, columns)]


def row_values(node: ast.expr, columns: Columns, names: Mapping[str, Any]) -> tuple[ast.expr, list[Any]] | None:
    """The node that reads the row's number, and the expression's value in each row; `None` if a value is unknown."""
    read = references(node, columns)
    if len({id(columns[key].loop) for _, key in read}) != 1:
        return None
    values = []
    for number in range(len(columns[read[0][1]].cells)):
        cells = {ast.dump(part): columns[key].cells[number] for part, key in read}
        filled = copy.deepcopy(node)
        for part in walk(filled):
            cell = cells.get(ast.dump(part)) if isinstance(part, (ast.Name, ast.Subscript)) else None
            if cell is not None:
                literal = cell[0][cell[1]]
                part.__class__, part.__dict__ = type(literal), vars(literal)
        value = known_value(filled, names)
        if value is None:
            return None
        values.append(value[0])
    return read[0][0], values


def _rows(node: ast.expr, resolve: Resolve) -> list[_Row]:
    """The rows of a table, or of `enumerate`, `zip` or `.items()` of one."""
    node = resolve(node)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [] if any(isinstance(item, ast.Starred) for item in node.elts) else _cells(node.elts)
    if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
        return []
    if isinstance(node.func, ast.Attribute) and node.func.attr == "items" and not node.args:
        table = resolve(node.func.value)
        if isinstance(table, ast.Dict) and _distinct_keys(table):
            keys: list[Any] = table.keys
            return [[(keys, index), (table.values, index)] for index in range(len(keys))]
    elif isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "zip") and node.args:
        columns = [_rows(argument, resolve) for argument in node.args[: None if node.func.id == "zip" else 1]]
        if len({len(column) for column in columns}) == 1:
            if node.func.id == "zip":
                return [list(row) for row in zip(*columns, strict=True)]
            return [[([ast.Name("", ast.Load())], 0), row] for row in columns[0]]
    return []


def _cells(items: list[ast.expr]) -> list[_Row]:
    return [(items, index) for index in range(len(items))]


def _distinct_keys(table: ast.Dict) -> list[object]:
    """The keys of a table, if all are literals and differ."""
    keys: list[object] = [key.value for key in table.keys if isinstance(key, ast.Constant)]
    return keys if len(keys) == len(table.keys) == len(set(keys)) else []


def _match(target: ast.expr, row: _Row) -> Iterator[tuple[Key, _Cell]]:
    """Binds the variables of a loop to the parts of a row that stand in the test's text."""
    parts: dict[object, _Row] = {}  # by key or index
    node = row[0][row[1]] if isinstance(row, tuple) else None
    if not isinstance(row, tuple):
        parts = dict(enumerate(row))
    elif isinstance(node, (ast.Tuple, ast.List)) and not any(isinstance(item, ast.Starred) for item in node.elts):
        parts = dict(enumerate(_cells(node.elts)))
    elif isinstance(node, ast.Dict) and (keys := _distinct_keys(node)):
        parts = dict(zip(keys, _cells(node.values), strict=True))
    if isinstance(target, ast.Name):
        if isinstance(row, tuple):
            yield (target.id,), row
        for key, part in parts.items():
            if isinstance(part, tuple):
                yield (target.id, key), part
    elif isinstance(target, (ast.Tuple, ast.List)) and list(parts) == list(range(len(target.elts))):
        for item, part in zip(target.elts, parts.values(), strict=True):
            yield from _match(item, part)


ACTS = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)  # expressions that may have effects
_IN_PART = (ast.IfExp, ast.BoolOp, ast.Compare, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_IMPLIED = {"assertTrue": True, "assertFalse": False, "assertIsNone": None, "assertIsNotNone": None}  # expected
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
    variables: MutableMapping[str, object]  # these, and values of the method's variables, up to here

    def withheld(self, block: list[ast.stmt], index: int, assertion: Assertion, place: Place) -> Found | None:
        """The statement at an index of a block without its expected value; `None` if that must stay."""
        given = {name: self.value(node) for name, node in assertion.options.items()}
        options: dict[str, object] = {name: value[0] for name, value in given.items() if value is not None}
        if len(options) < len(given):
            return None
        kind, operands = assertion.kind, assertion.operands
        values: list[tuple[Any] | None] = [self.value(operand, place) for operand in operands]
        # The sides whose values stand in a table, each with the node that reads the row's number, and the values.
        rows: list[tuple[int, ast.expr, list[Any]]] = []
        if place.columns and not place.nested and len(operands) == 2 and values == [None, None]:
            per_operand = [row_values(operand, place.columns, self.method.names) for operand in operands]
            rows = [(side, *one) for side, one in enumerate(per_operand) if one is not None]
        if len(rows) != 1:
            held = _hold(kind, operands, values)
            expected = [] if held is None else [held[2]]
        else:
            side, _, expected = rows[0]
            each = [_hold(kind, operands, [*values[:side], (value,), *values[side + 1 :]]) for value in expected]
            held = each[0] if None not in each else None
        if held is None:
            return None
        observed, literal, _ = held
        if len(operands) == 2:
            options["literal_first"] = literal is operands[0]
        hidden = [] if literal is None else walk(literal)
        message = assertion.message
        text = None if message is None else self.value(message)
        if text is not None:
            options["msg"] = text[0]
        elif message is not None:  # `assert` and `if` evaluate it only when they fail
            calls = [] if not isinstance(block[index], ast.Expr) else acts(message)
            left, parts = set(map(id, walk(*calls))), walk(message)
            for part in reversed(parts):  # the innermost first
                left |= set() if left.isdisjoint(map(id, children(part))) else {id(part)}
            hidden += [part for part in parts if id(part) not in left]
            if calls:
                observed = ast.Subscript(ast.Tuple([observed, *calls], ast.Load()), ast.Constant(0), ast.Load())
        names, at = (self.method.test_class, self.method.node.name), (block[index].lineno, block[index].col_offset)
        checks = [Check(*names, kind, value, options, place.required, at) for value in expected]
        return Found(block, index, observed, checks, rows[0][1] if len(rows) == 1 else None, hidden)

    def value(self, node: ast.expr, place: Place | None = None) -> tuple[Any] | None:
        """The value of an expression, in a tuple; `None` if it is not literal. Variables count only with a place."""
        variables = {} if place is None else self.of_module if place.nested else self.variables
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
            yield from _of_truth(statement.test, False, call.args[0] if call.args else None, compared=True)
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


def _of_truth(node: ast.expr, truth: bool, message: ast.expr | None, compared: bool = False) -> Iterator[Assertion]:
    """The assertion of a comparison, and unless it must be `compared`, that of a truth value."""
    inner, holds = node, truth
    while isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
        inner, holds = inner.operand, not holds
    if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and (type(inner.ops[0]), holds) in _KINDS:
        yield Assertion(_KINDS[type(inner.ops[0]), holds], [inner.left, inner.comparators[0]], message)
    if not compared:
        yield Assertion("assertTrue" if truth else "assertFalse", [node], message)


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
    """The calls of an expression that is only shown; the whole expression if it may not run all of its calls."""
    if isinstance(node, ast.Lambda):
        return []
    if isinstance(node, _IN_PART) and isinstance(node, ast.expr):
        return [node] if any(isinstance(part, ACTS) for part in walk(node)) else []
    called = node.func if isinstance(node, ast.Call) else None
    of_text = isinstance(called, ast.Attribute) and isinstance(called.value, (ast.Constant, ast.JoinedStr))
    if isinstance(node, ACTS) and not of_text:  # a method of a text, such as `format`, only joins parts
        return [node]
    return [part for child in children(node) for part in acts(child)]
