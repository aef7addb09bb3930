"""Methods of test classes, and constants of a test module, before anything in them is withheld; values of expressions,
computed without running any code of a test module; statements and calls that may swallow a failed assertion."""

import ast
import builtins
import datetime
import operator
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.classes.runner.observe import LITERAL_SIZE, MAX_BITS
from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import Kinds, names_bound_by, walk

_OPERATIONS: dict[type[ast.operator | ast.unaryop], Callable[..., Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow},
    **{ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod},
    **{ast.LShift: operator.lshift, ast.RShift: operator.rshift},
    **{ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.BitXor: operator.xor},
    **{ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_},
}
Places = Collection[tuple[int, int]]  # lines and columns
_SIZED = (str, bytes, list, tuple)
_TYPES = (bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range)
_FROM_MODULES: Mapping[str, tuple[type, ...]] = {
    "datetime": (datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
    "decimal": (Decimal,),
    "fractions": (Fraction,),
}


class NotLiteralError(ValueError):
    """An expression is not constant, or its value is not surely known."""


def sure_names(module: ast.Module, bound: Counter[str], mentioned: Collection[str]) -> dict[str, Any]:
    """Names that surely stand for a known type in a whole module; only builtins if the module patches anything."""
    if "*" in bound:
        return {}
    known: dict[str, Any] = {kind.__name__: kind for kind in _TYPES if kind.__name__ not in bound}
    if any(word in name.lower() for name in mentioned for word in ("mock", "patch", "freezegun", "freeze_time")):
        return known
    for statement in module.body:
        for alias in statement.names if isinstance(statement, (ast.Import, ast.ImportFrom)) else ():
            name = alias.asname or alias.name
            if bound[name] == 1 and isinstance(statement, ast.ImportFrom):
                kinds = _FROM_MODULES.get(statement.module or "", ()) if not statement.level else ()
                known.update((name, kind) for kind in kinds if kind.__name__ == alias.name)
            elif bound[name] == 1:
                known.update({f"{name}.{kind.__name__}": kind for kind in _FROM_MODULES.get(alias.name, ())})
    return known


def mentioned_names(nodes: Iterable[ast.AST]) -> set[str]:
    fields = {ast.Name: "id", ast.Attribute: "attr", ast.alias: "name", ast.ImportFrom: "module"}
    return {getattr(node, fields[type(node)]) or "" for node in nodes if type(node) in fields}


def known_value(
    node: ast.expr,
    names: Mapping[str, Any],
    variables: Mapping[str, Any] | None = None,
    failed: set[int] | None = None,
) -> tuple[Any] | None:
    """The value of a constant expression, in a tuple; `None` if the value is unknown or may be very large. Operations
    without a value are added to `failed`, by identity, so that those of a chain are computed only once."""
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
        operands = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
        result = _applied(node.op, *map(value, operands))
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


def _applied(operation: ast.operator | ast.unaryop, *operands: Any) -> Any:
    """Applies an operator, unless the result might be very large or depend on the precision of decimal numbers."""
    if any(isinstance(operand, Decimal) for operand in operands):
        raise NotLiteralError("tests and samples decide how precisely decimal numbers are computed")
    left, right = operands[0], operands[-1]
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
    return _OPERATIONS[type(operation)](*operands)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TRIES: tuple[type, ...] = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))
_CATCHERS = ("assertRaises", "assertRaisesRegex", "failUnlessRaises", "raises", "suppress")  # they catch exceptions
FAILURES = ("AssertionError", "failureException")
TRANSPARENT = {
    *("subTest", "assertLogs", "assertWarns", "catch_warnings", "open", "patch", "object", "dict"),
    *("redirect_stdout", "redirect_stderr", "TemporaryDirectory", "NamedTemporaryFile"),
}  # names that end calls of context managers that swallow no exception


def last_name(node: ast.AST) -> str | None:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)


def walk_scope(statements: Sequence[ast.stmt]) -> list[ast.AST]:
    """All nodes of some statements, without the bodies of functions and classes that they define."""
    return walk(*statements, closed=(*FUNCTIONS, ast.Lambda, ast.ClassDef))


def may_catch(node: ast.AST, names: Mapping[str, Any]) -> bool:
    """Whether a statement or call itself may catch an `AssertionError`."""
    if isinstance(node, TRIES):
        handlers, final = getattr(node, "handlers", []), getattr(node, "finalbody", [])
        left = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in walk_scope(final))
        return left or not all(_is_other_error(handler.type, names) for handler in handlers)
    if isinstance(node, ast.Call) and last_name(node.func) in _CATCHERS:
        count = None if last_name(node.func) == "suppress" else 1
        return not all(_is_other_error(argument, names) for argument in node.args[:count]) or not node.args
    return last_name(node) in FAILURES


def _is_other_error(node: ast.expr | None, names: Mapping[str, Any]) -> bool:
    """Whether an expression surely names only exceptions that do not include `AssertionError`."""
    if isinstance(node, ast.Tuple):
        return all(_is_other_error(item, names) for item in node.elts)
    # A module that binds names by `*` has no sure names.
    kind = getattr(builtins, node.id, None) if isinstance(node, ast.Name) and names else None
    return isinstance(kind, type) and issubclass(kind, BaseException) and not issubclass(AssertionError, kind)


_READERS = {"locals", "vars", "eval", "exec", "dir", "globals", "__dict__"}  # they may read variables by other names


@dataclass(frozen=True)
class Constant:
    """A value that a test module, a class or its `setUp` assigns once, and that methods only read."""

    block: list[ast.stmt]  # the block of the assignment
    statement: ast.Assign
    is_attribute: bool  # whether it is read as an attribute
    reads: Sequence[ast.expr]  # all nodes that may read it
    value: tuple[Any] | None  # its value, if it is a literal


@dataclass
class TestMethod:
    __test__ = False

    test_class: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    nodes: list[ast.AST]  # all nodes in it
    names: Mapping[str, Any]  # values of the module's names that are surely known
    kinds: frozenset[str]  # assertions that have `unittest`'s meaning
    nested: bool  # whether assertions in its inner functions may be withheld
    required: bool  # whether each passing run runs its body
    constants: Mapping[str, Constant]  # those of the module
    exposed: Places = ()  # of assertions that must not be withheld

    def __post_init__(self) -> None:
        self.name_nodes = [node for node in self.nodes if isinstance(node, ast.Name)]  # that read or bind a variable
        self.mentioned = mentioned_names(self.nodes)
        self.bound = names_bound(self.nodes)  # names that its nodes bind, one per binding
        named = [argument.arg for argument in (*self.node.args.posonlyargs, *self.node.args.args)]
        is_static = any(last_name(one) in ("staticmethod", "classmethod") for one in self.node.decorator_list)
        rebound = any(node.id in named[:1] and not isinstance(node.ctx, ast.Load) for node in self.name_nodes)
        self.receiver = "" if is_static or rebound else next(iter(named), "")  # empty unless surely the test case


def assigned(statement: ast.stmt) -> str | None:
    """The name that a statement assigns to, if it is the only target."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    return target.id if isinstance(target, ast.Name) else None


def names_bound(nodes: Iterable[ast.AST]) -> list[str]:
    """Names that nodes bind in their scope, or declare global or nonlocal, one per binding."""
    declaring = (ast.Global, ast.Nonlocal)
    return [name for node in nodes for name in (node.names if isinstance(node, declaring) else names_bound_by(node))]


def find_constants(
    module: ast.Module, classes: Collection[ast.ClassDef], kinds: Kinds, names: Mapping[str, Any], bound: Counter[str]
) -> dict[str, Constant]:
    blocks = [(module.body, "")]  # each with the receiver of assigned attributes, or "." for a class
    for node in classes:
        methods = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.args.args]
        setting_up = [one for one in methods if one.name in ("setUp", "setUpClass")]
        blocks += [(node.body, "."), *((one.body, one.args.args[0].arg) for one in setting_up)]
    assignments = []
    for block, receiver in blocks:
        for statement in block:
            if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
                continue
            target = statement.targets[0]
            if receiver in ("", ".") and isinstance(target, ast.Name):
                assignments.append((target.id, block, statement, bool(receiver)))
            elif isinstance(target, ast.Attribute) and getattr(target.value, "id", None) == receiver:
                assignments.append((target.attr, block, statement, True))
    if not assignments:
        return {}
    bound = bound + Counter(node.attr for node in kinds[ast.Attribute] if not isinstance(node.ctx, ast.Load))
    named = [*((node.id, node) for node in kinds[ast.Name]), *((node.attr, node) for node in kinds[ast.Attribute])]
    reads = grouped((name, node) for name, node in named if isinstance(node.ctx, ast.Load))
    texts = {node.value for node in kinds[ast.Constant] if isinstance(node.value, str)}
    if "*" in bound or not _READERS.isdisjoint(reads):
        return {}
    return {
        name: Constant(block, statement, is_attribute, reads.get(name, []), known_value(statement.value, names))
        for name, block, statement, is_attribute in assignments
        if bound[name] == 1 and name not in texts
    }
