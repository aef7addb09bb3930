"""The values of constant expressions, worked out without running any code of a test module."""

import ast
import datetime
import operator
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.classes.runner.observe import LITERAL_SIZE, MAX_BITS

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow},
    **{ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod},
    **{ast.LShift: operator.lshift, ast.RShift: operator.rshift},
    **{ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.BitXor: operator.xor},
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    **{ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_},
}
_SIZED = (str, bytes, list, tuple)
_TYPES = (bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range)
_FROM_MODULES: Mapping[str, tuple[type, ...]] = {
    "datetime": (datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
    "decimal": (Decimal,),
    "fractions": (Fraction,),
}


class NotLiteralError(ValueError):
    """The expression is not constant, or its value is not surely known."""


def sure_names(module: ast.Module, bound: Counter[str], mentioned: Collection[str]) -> dict[str, Any]:
    """Names that surely stand for a known type throughout a module; only builtins if the module patches anything."""
    if "*" in bound:
        return {}
    known: dict[str, Any] = {kind.__name__: kind for kind in _TYPES if kind.__name__ not in bound}
    if any(word in name.lower() for name in mentioned for word in ("mock", "patch", "freezegun", "freeze_time")):
        return known
    for statement in module.body:
        for alias in statement.names if isinstance(statement, (ast.Import, ast.ImportFrom)) else ():
            name = alias.asname or alias.name
            if bound[name] != 1:
                continue
            if isinstance(statement, ast.ImportFrom):
                kinds = _FROM_MODULES.get(statement.module or "", ()) if not statement.level else ()
                known.update((name, kind) for kind in kinds if kind.__name__ == alias.name)
            else:
                known.update({f"{name}.{kind.__name__}": kind for kind in _FROM_MODULES.get(alias.name, ())})
    return known


def mentioned_names(nodes: Iterable[ast.AST]) -> set[str]:
    fields = {ast.Name: "id", ast.Attribute: "attr", ast.alias: "name", ast.ImportFrom: "module"}
    return {getattr(node, fields[type(node)]) or "" for node in nodes if type(node) in fields}


def known_value(
    node: ast.expr,
    names: Mapping[str, Any],
    variables: Mapping[str, object] | None = None,
    failed: set[int] | None = None,
) -> tuple[Any] | None:
    """The value of a constant expression, in a tuple; `None` if the value is unknown or may be very large. Operations
    that have no value are added to `failed`, by identity: whoever asks for those in a chain too asks for each once."""
    try:
        return (_value(node, names, variables or {}, set() if failed is None else failed),)
    except Exception:  # raised by an operator, or since the expression is not literal
        return None


def _value(node: ast.expr, names: Mapping[str, Any], variables: Mapping[str, object], failed: set[int]) -> Any:
    def value(part: ast.expr) -> Any:
        return _value(part, names, variables, failed)

    if isinstance(node, ast.Constant) and node.value is not ...:
        return node.value
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return {ast.List: list, ast.Tuple: tuple, ast.Set: set}[type(node)]([value(item) for item in node.elts])
    if isinstance(node, ast.Dict):
        keys = [value(key) for key in node.keys if key is not None]
        if len(keys) == len(node.keys):  # no `**`
            return dict(zip(keys, map(value, node.values), strict=True))
    if isinstance(node, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in node.values):
        return "".join(value(part) for part in node.values)
    if isinstance(node, (ast.UnaryOp, ast.BinOp)) and id(node) not in failed:
        failed.add(id(node))
        if isinstance(node, ast.BinOp):
            result = _binary(node.op, value(node.left), value(node.right))
        else:
            operand = value(node.operand)
            _check_exact(operand)
            result = _UNARY[type(node.op)](operand)
        failed.discard(id(node))
        return result
    if isinstance(node, ast.Name) and node.id in variables:
        return variables[node.id]
    if _dotted(node) in names:
        return names[_dotted(node)]
    if isinstance(node, ast.Call) and _dotted(node.func) in names:
        arguments = [value(argument) for argument in node.args]
        keywords = {keyword.arg: value(keyword.value) for keyword in node.keywords if keyword.arg is not None}
        if len(keywords) == len(node.keywords):  # no `**`
            kind = names[_dotted(node.func)]
            of_length = kind in (bytes, bytearray) and any(isinstance(argument, int) for argument in arguments)
            if of_length or (kind is range and len(range(*arguments)) > LITERAL_SIZE):
                raise NotLiteralError("the value may be very large")
            return kind(*arguments, **keywords)
    raise NotLiteralError(f"{type(node).__name__} is not constant")


def _dotted(node: ast.expr) -> str:
    """A name, or an attribute of a name, as it is written; empty for other expressions."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _binary(operation: ast.operator, left: Any, right: Any) -> Any:
    """Applies an operator, unless the result might be very large."""
    _check_exact(left, right)
    integers = isinstance(left, int) and isinstance(right, int)
    if isinstance(operation, ast.Pow) and integers:
        large = left.bit_length() * abs(right) > MAX_BITS
    elif isinstance(operation, ast.LShift):
        large = left.bit_length() + right > MAX_BITS
    elif isinstance(operation, ast.Mult) and not integers:
        lengths = [(len(one), other) for one, other in ((left, right), (right, left)) if isinstance(one, _SIZED)]
        large = any(length * other > LITERAL_SIZE for length, other in lengths if length)
    else:
        large = isinstance(operation, ast.Mod) and isinstance(left, (str, bytes))  # formatting has widths
    if large:
        raise NotLiteralError("the value may be very large")
    return _BINARY[type(operation)](left, right)


def _check_exact(*operands: Any) -> None:
    if any(isinstance(operand, Decimal) for operand in operands):
        raise NotLiteralError("tests and samples decide how precisely decimal numbers are worked out")
