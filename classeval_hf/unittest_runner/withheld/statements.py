"""What a statement of a test asserts: a call of an assertion, `assert`, or `if` with `self.fail()`."""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from classeval_hf.unittest_runner.comparing import OPTIONS, PARAMETERS

_KINDS: Mapping[tuple[type[ast.cmpop], bool], str] = {
    **dict.fromkeys(((ast.Eq, True), (ast.NotEq, False)), "assertEqual"),
    **dict.fromkeys(((ast.Eq, False), (ast.NotEq, True)), "assertNotEqual"),
    **{(ast.Lt, True): "assertLess", (ast.LtE, True): "assertLessEqual"},
    **{(ast.Gt, True): "assertGreater", (ast.GtE, True): "assertGreaterEqual"},
    **dict.fromkeys(((ast.In, True), (ast.NotIn, False)), "assertIn"),
    **dict.fromkeys(((ast.In, False), (ast.NotIn, True)), "assertNotIn"),
    **dict.fromkeys(((ast.Is, True), (ast.IsNot, False)), "assertIs"),
}  # the assertion that says of an operator that it is true, or false. What is not less need not be greater or equal


@dataclass(frozen=True)
class Assertion:
    """An assertion of `unittest`'s that says the same as a statement; options are `places` and `delta`."""

    kind: str
    operands: Sequence[ast.expr]
    message: ast.expr | None = None
    options: Mapping[str, ast.expr] = field(default_factory=dict)


def read_assertions(statement: ast.stmt, receiver: str, kinds: Collection[str]) -> Iterator[Assertion]:
    """What a statement asserts, the most telling way to say it first."""
    if isinstance(statement, ast.Assert):
        yield from _of_truth(statement.test, True, statement.msg)
    elif isinstance(statement, ast.If) and (failure := _failure(statement, receiver, kinds)) is not None:
        yield from _of_comparison(statement.test, False, failure.args[0] if failure.args else None)
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


def _failure(statement: ast.If, receiver: str, kinds: Collection[str]) -> ast.Call | None:
    """The call of `self.fail` that is all that an `if` is there for."""
    only = statement.body[0] if len(statement.body) == 1 and not statement.orelse and "fail" in kinds else None
    call = only.value if isinstance(only, ast.Expr) else None
    is_failure = isinstance(call, ast.Call) and _method(call, receiver) == "fail" and len(call.args) < 2
    return call if is_failure and isinstance(call, ast.Call) and not call.keywords else None


def _method(call: ast.Call, receiver: str) -> str:
    """The name of the method that is called on the receiver; empty if it is anything else."""
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
