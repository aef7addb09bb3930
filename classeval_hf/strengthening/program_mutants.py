"""Program mutants: copies of a reference's module with one small change each, where a contract decides.
`docs/design/strengthening.md` lists the operators and explains how equivalent mutants are handled."""

import ast
import copy
import math
import random
import re
import types
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Any, TypeVar

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import FunctionNode, assigned, compile_or_none, nested_statements, parse

_UNCHANGED_FIELDS = {"annotation", "returns", "decorator_list", "format_spec", "type_params", "exc", "cause", "msg"}
_MESSAGE_OWNERS = {"print", "logging", "logger", "warnings"}
_MAX_SIDE = 60  # maximum of characters that `change` shows of old and new code
_Change = tuple[str, ast.AST]
_Item = TypeVar("_Item")
_COMPARISONS: Mapping[type[ast.cmpop], Sequence[type[ast.cmpop]]] = {
    **{ast.Lt: [ast.LtE, ast.GtE, ast.NotEq], ast.LtE: [ast.Lt, ast.Gt, ast.Eq]},
    **{ast.Gt: [ast.GtE, ast.LtE, ast.NotEq], ast.GtE: [ast.Gt, ast.Lt, ast.Eq]},
    **{ast.Eq: [ast.NotEq, ast.LtE, ast.GtE], ast.NotEq: [ast.Eq, ast.Lt, ast.Gt]},
    **{ast.Is: [ast.IsNot], ast.IsNot: [ast.Is], ast.In: [ast.NotIn], ast.NotIn: [ast.In]},
}
_BOUNDARIES = ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE})
_MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]]
_MIRRORED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_SAME_ABOVE_ZERO = ({ast.Gt, ast.NotEq}, {ast.Eq, ast.LtE})  # equal comparisons with 0 for values that are never less
_ARITHMETIC: Mapping[type[ast.operator], Sequence[type[ast.operator]]] = {
    **{ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Div, ast.Add], ast.Div: [ast.Mult, ast.FloorDiv]},
    **{ast.FloorDiv: [ast.Div, ast.Mult], ast.Mod: [ast.FloorDiv, ast.Mult], ast.Pow: [ast.Mult]},
    **{ast.BitAnd: [ast.BitOr], ast.BitOr: [ast.BitAnd], ast.BitXor: [ast.BitAnd]},
    **{ast.LShift: [ast.RShift], ast.RShift: [ast.LShift]},
}
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
_NEUTRAL: Mapping[type[ast.operator], Sequence[int]] = {
    **dict.fromkeys((ast.Add, ast.Sub, ast.LShift, ast.RShift), (0,)),
    **dict.fromkeys((ast.Mult, ast.Div), (1, -1)),
    ast.Pow: (1,),
}  # right operands for which operators that share them give the same result
_CONDITIONS = {(ast.If, "test"), (ast.IfExp, "test"), (ast.comprehension, "ifs"), (ast.Assert, "test")}
_STRING_METHODS = {
    *("capitalize", "casefold", "lower", "swapcase", "title", "upper"),
    *("lstrip", "removeprefix", "removesuffix", "rstrip", "strip", "zfill"),
}
_TEXT_METHODS = _STRING_METHODS | {"center", "format", "join", "ljust", "replace", "rjust"}
_OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OTHER_END = {"bisect_left": "bisect_right", "insort_left": "insort_right", "partition": "rpartition"}
_OTHER_END |= {other: name for name, other in _OTHER_END.items()} | {"popleft": "pop"}
_EMPTY_COLLECTION = re.compile(r"\[\]|\{\}|(set|dict|list|deque|Counter|OrderedDict)\(\)|defaultdict\(\w+\)")
_CHANGED = r"X(\.(?!(copy|count|get|index|items|keys|values)\b)\w+\(|\[.*\] [-+*/|&]{0,2}= | [-+|&]= )"
_CHANGED += r"|(del |push\(|sort\w*\()X\b"  # also by `heapq` and `bisect`
_GUARD = re.compile(r"if (not [\w.]+(\[[\w.]+\])?|[\w.]+ not in [\w.]+):\n +(continue|return.*)")
_SOURCE = r"([\w.]+(?:\[['\w.]+\])?(?:\.(?:items|keys|values)\(\))?)"
_COPY = re.compile(
    r"(dict|list|set)\(S\)|(?:copy\.)?(?:deep)?copy\(S\)|S\.copy\(\)|S\[:\]|\[\*S\]|\{\*\*S\}".replace("S", _SOURCE)
)
_PASSING = (ast.IfExp, ast.BoolOp, ast.Tuple, ast.List, ast.Dict, ast.ListComp, ast.DictComp)  # return or hold parts
_STORING = {"add", "append", "appendleft", "insert", "setdefault"}  # methods that keep an argument
_ENDLESS = {"count", "cycle", "iter", "repeat"}
_ORDER_FREE = {"gcd", "hypot", "isclose", "lcm", "max", "min"}  # the order of their arguments does not matter
# Any test finds swapped arguments of these functions, since they fail.
_ORDER_FIXED = {"enumerate", "filter", "getattr", "hasattr", "isinstance", "issubclass", "map", "sum"}
_EMPTY = {
    **{"bool": "True", "int": "0", "float": "0.0", "str": "''"},
    **{"list": "[]", "dict": "{}", "set": "set()", "tuple": "()"},
}  # values that a method returns instead, by type: empty ones, but `True`, since another mutant returns `None`


@dataclass(frozen=True)
class _Place:
    node: ast.AST
    ancestors: tuple[ast.AST, ...]  # nodes around it; in a method, the first is the class
    function: FunctionNode  # the innermost function around it
    parent: ast.AST  # the last ancestor
    field: str  # field of the parent
    index: int | None  # index in that field, if this is a list
    unsigned: frozenset[str]  # local names that only count from 0


def _reads_of(node: ast.AST) -> Counter[str]:
    return Counter(item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load))


def _is_in_step(place: _Place) -> bool:
    """Whether a place affects the condition of a `while` loop: most changes there make it endless."""
    chain = [*place.ancestors, place.node]
    for number, loop in enumerate(chain):
        if isinstance(loop, ast.While):
            read = {ast.unparse(item) for item in ast.walk(loop.test) if isinstance(item, (ast.Name, ast.Attribute))}
            if any(read.intersection(map(ast.unparse, _objects_changed(item))) for item in chain[number + 1 :]):
                return True
    return False


def _objects_changed(node: ast.AST) -> Iterator[ast.expr]:
    """The objects that a simple statement assigns to, or whose methods it calls."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        yield node.value.func.value
    targets = [node.target] if isinstance(node, ast.AugAssign) else []
    for target in node.targets if isinstance(node, (ast.Assign, ast.Delete)) else targets:
        for item in target.elts if isinstance(target, ast.Tuple) else [target]:
            yield item.value if isinstance(item, ast.Subscript) else item


def _operators(place: _Place, node: ast.AST) -> Iterator[_Change]:
    inner, outer = next(pair for pair in pairwise([node, *reversed(place.ancestors)]) if isinstance(pair[1], ast.stmt))
    is_loop_test = isinstance(outer, ast.While) and outer.test is inner
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for number, (left, right, old) in enumerate(zip(sides[:-1], sides[1:], map(type, node.ops), strict=True)):
            is_ordered = _is_number(left, place) or _is_number(right, place)
            for new in _COMPARISONS[old]:
                if old in (ast.Eq, ast.NotEq) and new in _MIRRORED and not is_ordered:
                    continue
                if is_loop_test and (new is ast.NotEq or {old, new} in ({ast.Lt, ast.GtE}, {ast.Gt, ast.LtE})):
                    continue  # equal for steps of one; else it never starts (another operator) or never ends
                pair, value = {old, new}, right
                if _number(left) == 0:
                    pair, value = {_MIRRORED.get(old, old), _MIRRORED.get(new, new)}, left
                counter = left if value is right else right
                if _number(value) == 0 and _is_unsigned(counter, place) and pair in _SAME_ABOVE_ZERO:
                    continue
                # They are also alike in `if a > b: b = a`.
                own = place.parent if pair in _BOUNDARIES and place.field == "test" else None
                steps = own.body if isinstance(own, ast.If) and len(own.body) == 1 and not own.orelse else []
                parts = [[*step.targets, step.value] for step in steps if isinstance(step, ast.Assign)]
                if parts and {ast.unparse(left), ast.unparse(right)} == {*map(ast.unparse, parts[0])}:
                    continue
                ops = [*node.ops[:number], new(), *node.ops[number + 1 :]]
                other = "membership" if new in (ast.In, ast.NotIn) else "compare"
                yield "boundary" if {old, new} in _BOUNDARIES else other, _with_fields(node, ops=ops)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        yield "sign", node.operand
    if isinstance(node, (ast.AugAssign, ast.BinOp)):
        right = node.value if isinstance(node, ast.AugAssign) else node.right
        # Any test finds another operator on texts and lists, since it fails.
        fails = _is_text_or_list(right) or (isinstance(node, ast.BinOp) and _is_text_or_list(node.left))
        for operator in () if fails else _ARITHMETIC.get(type(node.op), ()):
            if _number(right) not in {*_NEUTRAL.get(type(node.op), ())} & {*_NEUTRAL.get(operator, ())}:
                yield "bitwise" if isinstance(node.op, _BITWISE) else "arithmetic", _with_fields(node, op=operator())
    if isinstance(node, ast.BoolOp):
        yield "connector", _with_fields(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for number in range(len(node.values)):
            kept = [*node.values[:number], *node.values[number + 1 :]]
            yield "operand", kept[0] if len(kept) == 1 else _with_fields(node, values=kept)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        if not is_loop_test:
            yield "condition", node.operand
    elif isinstance(node, ast.expr) and (type(place.parent), place.field) in _CONDITIONS:
        is_negated_elsewhere = isinstance(node, ast.Compare) and len(node.ops) == 1
        if not is_negated_elsewhere and not isinstance(node, ast.Constant):
            yield "condition", ast.UnaryOp(ast.Not(), node)


def _constants(place: _Place, node: ast.AST) -> Iterator[_Change]:
    parent = place.parent
    if isinstance(node, ast.FormattedValue):
        spec = node.format_spec  # such as `.2f` in `{price:.2f}`, which gets another width or number of digits
        if isinstance(spec, ast.JoinedStr) and len(spec.values) == 1 and isinstance(spec.values[0], ast.Constant):
            text = str(spec.values[0].value)
            for digits in re.finditer(r"[1-9][0-9]*|(?<=\.)0", text):
                new = f"{text[: digits.start()]}{int(digits[0]) + 1}{text[digits.end() :]}"
                yield "constant", _with_fields(node, format_spec=ast.JoinedStr([ast.Constant(new)]))
        return
    if isinstance(parent, ast.Slice) or (isinstance(parent, ast.UnaryOp) and _number(parent) is not None):
        return  # the whole slice or number is changed
    if isinstance(parent, ast.keyword) and parent.arg in ("reverse", "strict"):
        return  # `reverse` is another operator, and `strict` only finds errors of the code
    value = _number(node)
    operator = "default" if isinstance(parent, ast.arguments) else "constant"
    if value is not None:
        operator = "index" if isinstance(parent, ast.Subscript) and isinstance(value, int) else operator
        for step in (1, -1):
            if step != _shortening(place) and not (step == -1 and _is_in_step(place)):  # not `count += 0`
                yield operator, _literal(value + step)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)) and node.value:
        yield operator if operator == "default" else "text", ast.Constant(node.value[:-1])
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield operator, ast.Constant(not node.value)


def _shortening(place: _Place) -> int:
    """The change of a bound of a loop's `range` that leaves out an element (another operator); else 0."""
    call = place.parent
    if not (isinstance(call, ast.Call) and _called(call) == "range" and place.field == "args" and len(call.args) < 3):
        return 0
    loop = place.ancestors[-2]
    is_looped = isinstance(loop, (ast.For, ast.comprehension)) and loop.iter is call
    return 0 if not is_looped else -1 if place.index == len(call.args) - 1 else 1


def _bounds(place: _Place, node: ast.AST) -> Iterator[_Change]:
    is_of_range = _called(place.parent) == "range" and place.index in (0, 1)
    is_length = _called(node) == "len"  # mostly, there are no elements beyond
    if is_of_range and not is_length and isinstance(node, ast.expr) and _number(node) is None:
        steps = zip((1, -1), _moved(node), strict=False)
        yield from (("range bound", bound) for step, bound in steps if step != _shortening(place))
    if isinstance(node, ast.Slice) and node.step is not None:
        yield "slice bound", _with_fields(node, step=None)
    elif isinstance(node, ast.Slice):
        lower, upper = node.lower, node.upper
        if lower is not None and _number(lower) not in (0, 1):  # else it is equal, or a bound moved by one
            yield "slice bound", _with_fields(node, lower=None)
        for bound in [ast.Constant(1)] if lower is None else _moved(lower):
            yield "slice bound", _with_fields(node, lower=bound)
        for end in [_literal(-1)] if upper is None else [None, *_moved(upper)]:
            yield "slice bound", _with_fields(node, upper=end)
    if isinstance(place.parent, ast.While) and place.field == "test" and not isinstance(node, ast.Constant):
        yield "loop", ast.Constant(False)
    loop = place.parent
    is_looped = isinstance(loop, ast.For) or (isinstance(loop, ast.comprehension) and not loop.is_async)
    if not (is_looped and place.field == "iter" and isinstance(node, ast.expr)):
        return
    if _called(node) not in _ENDLESS:
        yield from (("loop", _sliced(node, bounds)) for bounds in ("1:", ":-1"))
        # Whether the loop ends at the first matching element, and the result depends on it.
        if isinstance(loop, ast.comprehension):
            stops_early = _called(place.ancestors[-3]) == "next"
        else:
            does_more = any(isinstance(item, (ast.Expr, ast.AugAssign, ast.Delete)) for item in ast.walk(loop))
            ends = [item for item in ast.walk(loop) if isinstance(item, (ast.Break, ast.Return))]
            stops_early = any(does_more or not isinstance(getattr(item, "value", None), ast.Constant) for item in ends)
        if stops_early:
            yield "ties", _sliced(node, "::-1")
    if isinstance(loop, ast.For):
        yield "loop", ast.Tuple([], ast.Load())


def _moved(bound: ast.expr) -> Iterator[ast.expr]:
    value = _number(bound)
    if value is not None:
        yield from (_literal(value + 1), _literal(value - 1))
    elif not any(_number(item) is not None for item in ast.iter_child_nodes(bound)):  # numbers are changed themselves
        yield from (ast.BinOp(bound, operator, ast.Constant(1)) for operator in (ast.Add(), ast.Sub()))


def _statements(place: _Place, node: ast.AST) -> Iterator[_Change]:
    is_left_out = isinstance(node, (ast.AugAssign, ast.Delete))
    if isinstance(node, ast.Return) and node.value is not None:
        yield "return", _with_fields(node, value=ast.Constant(None))
        kind, shown = place.function.returns, node.value
        while isinstance(kind, (ast.Subscript, ast.BinOp)):
            kind = kind.value if isinstance(kind, ast.Subscript) else kind.left
        is_text = isinstance(shown, ast.JoinedStr) or isinstance(getattr(shown, "value", None), str)
        name = "str" if is_text else type(shown).__name__.removesuffix("Comp").lower()
        name = kind.id.lower() if isinstance(kind, ast.Name) else name  # `List` is old for `list`
        if name in _EMPTY:
            yield "return", _with_fields(node, value=ast.Name(_EMPTY[name], ast.Load()))
    elif isinstance(node, ast.Break):
        loops = [item for item in place.ancestors if isinstance(item, (ast.For, ast.AsyncFor, ast.While))]
        if isinstance(loops[-1], ast.For):
            yield "break", ast.Continue()
    elif isinstance(node, ast.Continue):
        yield "break", ast.Break()
    elif isinstance(node, (ast.Raise, ast.Assert)) and "NotImplementedError" not in _reads_of(node):
        yield "raise", ast.Pass()
    elif isinstance(node, ast.ExceptHandler):
        yield "handler", _with_fields(node, body=[ast.Raise()])
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
        targets = [target for target, _ in assigned(node)]
        parts = [item for target in targets for item in (target.elts if isinstance(target, ast.Tuple) else [target])]
        read = _reads_of(node.value)  # a name that is only assigned would be missing
        kept = (part for part in parts if not isinstance(part, ast.Name) or part.id in read)
        is_left_out = any(isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) for part in kept)
    elif isinstance(node, ast.Expr):
        is_left_out = isinstance(node.value.value if isinstance(node.value, ast.Await) else node.value, ast.Call)
    if is_left_out:
        yield "statement", ast.Pass()


def _sliced(node: ast.expr, bounds: str) -> ast.expr:
    can_be_sliced = _called(node) == "range" or isinstance(node, (ast.List, ast.Tuple, ast.ListComp))
    whole = node if can_be_sliced else ast.List([ast.Starred(node, ast.Load())], ast.Load())
    return ast.Subscript(whole, ast.Name(bounds, ast.Load()), ast.Load())


def _calls(place: _Place, node: ast.AST) -> Iterator[_Change]:
    name = _called(node)
    if not isinstance(node, ast.Call):
        return
    if len(node.args) == 2 and name not in _ORDER_FREE | _ORDER_FIXED:
        first, second = node.args
        is_no_loop = name == "range" and isinstance(place.parent, ast.For)  # changed by another operator
        if not (is_no_loop or isinstance(first, ast.Starred) or isinstance(second, ast.Starred)):
            yield "argument order", _with_fields(node, args=[second, first])
    if isinstance(node.func, ast.Attribute) and name in _STRING_METHODS and not isinstance(place.parent, ast.Expr):
        receiver = node.func.value
        targets = place.parent.targets if isinstance(place.parent, ast.Assign) else []
        if [ast.unparse(target) for target in targets] != [ast.unparse(receiver)]:  # `a = a` is another operator's
            yield "string method", receiver
    if isinstance(node.func, ast.Name) and name in _OTHER_FUNCTION:
        yield "function", _with_fields(node, func=ast.Name(_OTHER_FUNCTION[name], ast.Load()))
    if (type(node.func), name) in ((ast.Name, "sorted"), (ast.Attribute, "sort")):
        keywords = [item for item in node.keywords if item.arg != "reverse"]
        given: ast.expr = next((item.value for item in node.keywords if item.arg == "reverse"), ast.Constant(False))
        flipped = ast.Constant(True) if isinstance(given, ast.Constant) else ast.UnaryOp(ast.Not(), given)
        if not (isinstance(given, ast.Constant) and given.value):
            keywords.append(ast.keyword("reverse", flipped))
        yield "reverse", _with_fields(node, keywords=keywords)
    func = node.func
    if name in _OTHER_END and ast.unparse(func) not in ("partition", "self.partition"):
        yield "ties", _with_fields(node, func=_with_fields(func, **{func._fields[-2]: _OTHER_END[name]}))
    key = next((item for item in node.keywords if item.arg == "key"), None)
    if key is None or name not in {"max", "min", "sort", "sorted"}:
        return
    if isinstance(key.value, ast.Lambda) and isinstance(key.value.body, ast.Tuple):
        kept = key.value.body.elts[:-1]
        body = ast.Tuple(kept, ast.Load()) if len(kept) > 1 else kept[0]
        new = _with_fields(key, value=_with_fields(key.value, body=body))
        yield "ties", _with_fields(node, keywords=[new if item is key else item for item in node.keywords])
    elif isinstance(func, ast.Attribute):
        yield "ties", ast.BoolOp(ast.Or(), [ast.Call(_with_fields(func, attr="reverse"), [], []), node])
    elif len(node.args) == 1:
        yield "ties", _with_fields(node, args=[_sliced(node.args[0], "::-1")])


def _copies(place: _Place, node: ast.AST) -> Iterator[_Change]:
    parent, method = place.parent, place.function.name
    if method in ("__init__", "__post_init__") and isinstance(parent, (ast.Assign, ast.AnnAssign)):
        target, value = re.split(": | = ", ast.unparse(parent), maxsplit=1)[0], ast.unparse(node)
        is_changed = re.search(_CHANGED.replace("X", re.escape(target)), ast.unparse(place.ancestors[0]))
        if target.startswith("self.") and _EMPTY_COLLECTION.fullmatch(value) and is_changed:
            # All calls share one object, as with a mutable default.
            shared = f"vars(type(self).{method}).setdefault({target[5:]!r}, {value})"
            yield "shared", ast.Name(shared, ast.Load())
    is_read = isinstance(node, (ast.Call, ast.Dict)) or isinstance(getattr(node, "ctx", None), ast.Load)
    copied = _COPY.fullmatch(ast.unparse(node)) if is_read else None
    if copied is None:
        return
    own, source = copied[1] or {"[": "list", "{": "dict"}.get(copied[0][0]), copied[copied.lastindex or 0]
    is_looped = isinstance(parent, ast.For)
    wanted = {"dict", "list", "set"} if is_looped or own is None else {own}
    # The source's first annotation or assigned literal shows its type.
    pattern = rf"(?<![\w.]){re.escape(source)}(?:: | = )(\w+|[\[{{])"
    nodes = [place.function] if source.isidentifier() else [place.function, place.ancestors[0]]
    found = [kind for item in nodes for kind in re.findall(pattern, ast.unparse(item))]
    kinds = [{"[": "list", "{": "dict"}.get(kind, kind.lower()) for kind in found]
    is_of_type = next((kind for kind in kinds if kind in _EMPTY), None) in {None, *wanted}
    if not is_of_type or (not is_looped and source.endswith(")")):
        return
    # Whether copy and source both stay, and one of them may change.
    holder = next(item for item in reversed(place.ancestors) if not isinstance(item, _PASSING))
    # Variables that code may change: it sets a part of them, or calls a method of them or of a part.
    body = parent.body if isinstance(parent, ast.For) else place.function.body
    inner = [item for step in body for item in ast.walk(step)]
    parts = [item for item in inner if isinstance(item, (ast.Attribute, ast.Subscript))]
    called = [item.func for item in inner if isinstance(item, ast.Call)]
    changed = [item for item in parts if item in called or not isinstance(item.ctx, ast.Load)]
    root, *touched = (re.split(r"\W", text, maxsplit=1)[0] for text in (source, *map(ast.unparse, changed)))
    if isinstance(parent, ast.For):
        is_shared = root in touched
    elif isinstance(holder, ast.Return):  # no other reference to a local object stays
        is_shared = not (source.isidentifier() and parent is holder)
    elif isinstance(holder, (ast.Assign, ast.AnnAssign)):
        target = re.split(": | = ", ast.unparse(holder), maxsplit=1)[0]
        is_returned = any(ast.unparse(item) == f"return {target}" for item in ast.walk(place.function))
        is_shared = not target.isidentifier() or is_returned or not {target, root}.isdisjoint(touched)
    else:
        is_shared = isinstance(holder, ast.Yield) or _called(holder) in _STORING
    if is_shared:
        yield "copy", ast.Name(source, ast.Load())


def _restores(place: _Place, node: ast.AST) -> Iterator[_Change]:
    if isinstance(node, ast.Try) and node.finalbody and not isinstance(node.body[-1], ast.Return):
        handlers = node.handlers or [ast.ExceptHandler(None, None, [ast.Raise()])]
        yield "restore", _with_fields(node, handlers=handlers, orelse=[*node.orelse, *node.finalbody], finalbody=[])
    if isinstance(node, ast.If) and place.function.name != "__init__":
        own = getattr(place.parent, place.field)[place.index or 0 :]  # it and the statements that follow
        conditions = [step for step in own if isinstance(step, ast.If) and not step.orelse]
        refusals = [step for step in conditions if isinstance(step.body[-1], ast.Raise)]
        done: list[ast.stmt] = []
        for step in (step for step in own if node in refusals and step not in refusals):
            done.append(step)
            if any(ast.unparse(item).startswith("self.") for item in _objects_changed(step)):
                test, text = ast.unparse(node.test), "\n".join(map(ast.unparse, done))
                missing = re.findall(r"(?<= not in )[\w.]+|[\w.]+(?= is None)", test)  # it fails without them anyway
                known = [f"{name}.add(" for name in re.findall(r"(?<= in )[\w.]+", test)]
                if not any(name in text for name in (*missing, *known)):
                    yield "restore", _with_fields(node, body=[*done, *node.body])
                break
            if not isinstance(step, ast.Assign):
                break
    if isinstance(node, ast.If) and _GUARD.fullmatch(ast.unparse(node)):
        yield "empty record", ast.Pass()
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        records = ast.unparse(node.func.value)
        is_set = f"{records}[{ast.unparse(node.args[0])}] = " in ast.unparse(place.function)  # mostly set anyway
        if len(node.args) == 2 and records.startswith("self.") and not is_set:
            yield "empty record", _with_fields(node, func=_with_fields(node.func, attr="setdefault"))


_FAMILIES = (_operators, _constants, _bounds, _statements, _calls, _copies, _restores)


def _with_fields(node: _Item, **fields: object) -> _Item:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _number(node: ast.AST) -> int | float | None:
    """The value of a signed number; `None` for other nodes, also truth values."""
    size = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    value = size.value if isinstance(size, ast.Constant) else None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        return None
    return value if size is node else -value


def _literal(value: int | float) -> ast.expr:
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def _called(node: ast.AST | None) -> str:
    """Name of the function or method that a call calls; empty for other nodes."""
    func = node.func if isinstance(node, ast.Call) else None
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def _is_number(node: ast.expr, place: _Place) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, place) or _is_number(node.right, place)
    return _number(node) is not None or _is_unsigned(node, place)


def _is_unsigned(node: ast.expr, place: _Place) -> bool:
    if isinstance(node, ast.Name):
        return node.id in place.unsigned
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Mod) and (_number(node.right) or 0) > 0
    is_function = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return _called(node) in ({"abs", "len"} if is_function else {"count", "index"})


def _is_text_or_list(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text_or_list(node.left) or _is_text_or_list(node.right)
    if isinstance(node, ast.IfExp):
        return _is_text_or_list(node.body)
    if isinstance(node, ast.Call):
        return _called(node) in ({"list", "str", "repr"} if isinstance(node.func, ast.Name) else _TEXT_METHODS)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, bytes))
    return isinstance(node, (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple))


@dataclass(frozen=True)
class ProgramMutant:
    operator: str  # see `docs/design/strengthening.md`
    method: str  # the changed method of the class; empty for functions of the module
    line: int  # line of the reference
    change: str  # old and new code, such as `a < b -> a <= b`; long code is cut
    source: str  # source of the whole module with the change


def _without_lines(code: Any) -> Any:
    """Code without line numbers; any other constant as it is."""
    if not isinstance(code, types.CodeType):
        return code
    return code.replace(co_consts=tuple(map(_without_lines, code.co_consts)), co_firstlineno=1, co_linetable=b"")


def program_mutants(
    source: str, class_name: str, limit: int | None = None, seed: int = 0
) -> tuple[ProgramMutant, ...]:
    """The mutants of a class, each with different code; a `limit` spreads them over methods and operators."""
    if limit is not None and limit < 0:
        raise ValueError(f"limit is {limit}: give the maximum of mutants, 0 or more, or None for all.")
    tree, mutants = parse(source), []
    # Statements of module and classes: each also as a module, since whole ones would take too long; class, and length
    # of its head.
    pieces: list[tuple[ast.stmt, ast.stmt, ast.ClassDef | None, int]] = []
    if not any(isinstance(node, ast.ClassDef) and node.name == class_name for node in tree.body):
        raise UserError(f"The module defines no class {class_name}: give the name of a class at its top level.")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):  # its first statement includes the head
            head = len(ast.unparse(_with_fields(node, body=[])))
            for number, inner in enumerate(node.body):
                pieces.append((inner, _with_fields(node, body=[inner]), node, head if number else 0))
        else:
            pieces.append((node, node, None, 0))
    texts = [ast.unparse(whole)[head:].strip("\n") + "\n\n" for _, whole, _, head in pieces]
    for number, (piece, whole, owner, head) in enumerate(pieces):
        if owner is not None and owner.name != class_name:
            continue
        seen = {None, _without_lines(compile_or_none(ast.unparse(whole), "<mutant>"))}
        functions = [node for node in nested_statements([piece]) if isinstance(node, FunctionNode)]
        for function in (node for node in functions if owner is None or node.name != "__repr__"):
            for place, operator, new in _changes(function, owner):
                held: Any = vars(place.parent)
                held, key = (held, place.field) if place.index is None else (held[place.field], place.index)
                held[key] = new
                module, code = "", None
                with suppress(ValueError):  # Python before 3.12 cannot write some fields of f-strings
                    module = ast.unparse(whole)
                    code = _without_lines(compile_or_none(module, "<mutant>"))
                held[key] = place.node
                if code not in seen:
                    seen.add(code)
                    method, line = "" if owner is None else function.name, getattr(place.node, "lineno", 0)
                    parts = [*texts[:number], module[head:].strip("\n") + "\n\n", *texts[number + 1 :]]
                    text = "".join(parts).rstrip("\n") + "\n"
                    mutants.append(ProgramMutant(operator, method, line, _shown(place.node, new), text))
    if limit is None or limit >= len(mutants):
        return tuple(mutants)
    # Taken in turn from each method, from the operator with the fewest taken.
    waiting: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number in random.Random(seed).sample(range(len(mutants)), len(mutants)):
        waiting[mutants[number].method][mutants[number].operator].append(number)
    taken = Counter[str]()
    chosen: list[int] = []
    while len(chosen) < limit:
        for method in waiting:
            operators = [name for name, numbers in waiting[method].items() if numbers]
            if operators and len(chosen) < limit:
                operator = min(operators, key=taken.__getitem__)
                taken[operator] += 1
                chosen.append(waiting[method][operator].pop())
    return tuple(mutants[number] for number in sorted(chosen))


def _changes(function: FunctionNode, owner: ast.ClassDef | None) -> Iterator[tuple[_Place, str, ast.AST]]:
    """The changes of a function of the module or a method of `owner`: place, operator and new node."""
    # Finds names that only loops over `range(...)` from 0 and `enumerate(...)` bind.
    counted, nodes = Counter[str](), list(ast.walk(function))
    bound = Counter(item.arg for item in nodes if isinstance(item, ast.arg))
    bound += Counter(item.id for item in nodes if isinstance(item, ast.Name) and not isinstance(item.ctx, ast.Load))
    for loop in (node for node in nodes if isinstance(node, (ast.For, ast.comprehension))):
        called, target = _called(loop.iter), loop.target
        if called == "enumerate" and isinstance(target, ast.Tuple):
            called, target = "range", target.elts[0]
        starts_at_0 = isinstance(loop.iter, ast.Call) and len(loop.iter.args) == 1 and not loop.iter.keywords
        if called == "range" and starts_at_0 and isinstance(target, ast.Name):
            counted[target.id] += 1
    unsigned = frozenset(name for name, count in counted.items() if count == bound[name])
    read = _reads_of(function)
    raised = sum((_reads_of(node) for node in nodes if isinstance(node, ast.Raise)), Counter[str]())
    messages = frozenset(name for name, count in raised.items() if count == read[name])  # read only by `raise`
    whole = _Place(function, (owner,) if owner else (), function, function, "", None, unsigned)
    places = (
        place for place in _places(whole, messages) if isinstance(place.node, (ast.expr, ast.stmt, ast.ExceptHandler))
    )
    for place in sorted(places, key=attrgetter("node.lineno", "node.col_offset")):
        for family in [_constants] if _is_in_step(place) else _FAMILIES:
            yield from ((place, *change) for change in family(place, place.node))


def _places(around: _Place, messages: frozenset[str]) -> Iterator[_Place]:
    """The places in a place, without messages to people: docstrings, print, log, and texts for exceptions."""
    node, ancestors = around.node, (*around.ancestors, around.node)
    function = node if isinstance(node, FunctionNode) else around.function
    for field in (field for field in node._fields if field not in _UNCHANGED_FIELDS):
        value = getattr(node, field, None)
        for index, item in enumerate(value) if isinstance(value, list) else [(None, value)]:
            code = item.value if isinstance(item, ast.Expr) else item
            owner = code.func if isinstance(code, ast.Call) else None
            while isinstance(owner, ast.Attribute):
                owner = owner.value
            is_message = isinstance(owner, ast.Name) and owner.id in _MESSAGE_OWNERS
            if isinstance(item, ast.Assign):
                is_message = all(isinstance(part, ast.Name) and part.id in messages for part in item.targets)
            elif isinstance(item, ast.Expr):
                is_message = is_message or isinstance(code, ast.Constant)
            if isinstance(item, ast.AST) and not is_message:
                place = _Place(item, ancestors, function, node, field, index, around.unsigned)
                yield place
                yield from _places(place, messages)


def _shown(old: ast.AST, new: ast.AST) -> str:
    """Old and new code, each in one line and cut."""
    before, after = (" ".join(line.strip() for line in ast.unparse(node).split("\n")) for node in (old, new))
    pairs = enumerate(zip(before, after, strict=False))
    shared = next((number for number, (first, second) in pairs if first != second), min(len(before), len(after)))
    start = shared - 10 if max(len(before), len(after)) > _MAX_SIDE and shared > 20 else 0
    sides = [f"...{text[start:]}" if start else text for text in (before, after)]
    return " -> ".join(side if len(side) <= _MAX_SIDE else f"{side[: _MAX_SIDE - 3]}..." for side in sides)
