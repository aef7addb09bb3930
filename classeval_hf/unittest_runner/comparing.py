"""The child's side of comparisons whose sides are known only at run time, where an object of the sample's could
decide. Unless both sides are of types that no sample can change, they are reported as data, a *claim*, which the
parent checks. It is loaded before the sample, and binds what it needs."""

import datetime
import operator
import sys
import types
from collections import OrderedDict, UserDict, UserList, UserString, defaultdict, deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any
from unittest import TestCase

from classeval_hf.unittest_runner import claiming
from classeval_hf.unittest_runner.observe import MAX_SIZE, NODE_SIZE

COMPARER_NAME, FOR_VALUE_NAME, COMPARES_BY_NAME = "__compare__", "__compare_for_value__", "__compare_by__"
"""Names that the rewritten module calls for an operator that compares, for its truth or what it gives, and for a
function of numpy's that compares."""

OPTIONS = ("msg", "places", "delta")
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("assertEqual", "assertEquals", "assertNotEqual"), ("first", "second", "msg")),
    "assertAlmostEqual": ("first", "second", "places", "msg", "delta"),
    "assertListEqual": ("list1", "list2", "msg"),
    "assertTupleEqual": ("tuple1", "tuple2", "msg"),
    "assertDictEqual": ("d1", "d2", "msg"),
    "assertSetEqual": ("set1", "set2", "msg"),
    "assertSequenceEqual": ("seq1", "seq2", "msg"),
    "assertMultiLineEqual": ("first", "second", "msg"),
    "assertCountEqual": ("first", "second", "msg"),
    "assertIs": ("expr1", "expr2", "msg"),
    **dict.fromkeys(("assertTrue", "assertFalse"), ("expr", "msg")),
    **dict.fromkeys(("assertIsNone", "assertIsNotNone"), ("obj", "msg")),
    **dict.fromkeys(("assertIn", "assertNotIn"), ("member", "container", "msg")),
    **dict.fromkeys(("assertGreater", "assertGreaterEqual", "assertLess", "assertLessEqual"), ("a", "b", "msg")),
}  # the assertions that are judged by what they are about, with their parameters


OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    **{"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt},
    **{">=": operator.ge, "is": operator.is_, "is not": operator.is_not},
    **{"in": lambda left, right: left in right, "not in": lambda left, right: left not in right},
}
_BY_OPERATION = {
    **dict.fromkeys(("assertEqual", "assertListEqual", "assertTupleEqual", "assertDictEqual"), "=="),
    **{"assertMultiLineEqual": "==", "assertNotEqual": "!=", "assertIn": "in", "assertNotIn": "not in"},
    **{"assertGreater": ">", "assertGreaterEqual": ">=", "assertLess": "<", "assertLessEqual": "<="},
}  # assertions that hold where an operation does: `unittest`'s own can be changed by the sample
_WATCHED = (*_BY_OPERATION, "assertAlmostEqual", "assertSetEqual", "assertSequenceEqual", "assertCountEqual")

_ATOM_TYPES = (
    *(bool, int, float, complex, str, bytes, bytearray, memoryview, type(None), type(...), type(NotImplemented)),
    *(object, type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType),
    *(datetime.date, datetime.timedelta, Decimal),
)
_ATOMS = frozenset(map(id, _ATOM_TYPES))
_SEQUENCES = frozenset(map(id, (list, tuple, set, frozenset, deque)))
_MAPPINGS = frozenset(map(id, (dict, OrderedDict, defaultdict)))
_ZONED = {id(kind): vars(kind)["tzinfo"].__get__ for kind in (datetime.datetime, datetime.time)}
"""Types whose comparisons a sample cannot change, by identity: a metaclass may say that its classes equal these."""

_DEPTH = 50

_Function = Callable[..., Any]


@dataclass(frozen=True)
class Comparisons:
    # by the name that the rewritten module has for it, what is called with an operation and its two sides, for
    # `a < b < c` with the further operations, each with a function that gives its right side; or with a function of
    # numpy's that compares, by name, and with its arguments
    hooks: Mapping[str, _Function]
    watched: Mapping[str, _Function]  # assertions of `unittest`'s that report claims, by name
    own: set[int]  # identities of classes that are not the sample's, besides those that were there before
    skips: bool  # whether tests may skip parts of themselves
    silent: set[str]  # where it has something, containers of the sample's are not asked for what they hold


def make_comparisons(report: _Function, names: Mapping[str, Any], mentioned: Collection[str]) -> Comparisons:
    """Makes what tests compare with, before the sample is loaded."""
    own, silent = set[int](), set[str]()
    known, identity = claiming.known_types(), id

    def is_own(kind: type) -> bool:
        return identity(kind) not in known and identity(kind) not in own

    is_plain, seen = _make_is_plain(mentioned), _make_seen()
    items_of = _make_items_of(is_own, claiming.make_is_named(names, mentioned), report, silent)
    claim = claiming.make_claim(report, is_own, names, mentioned)
    operations, containing, exactly, atoms = OPERATIONS, {"in", "not in"}, type, _ATOMS

    def compared(operation: str, left: Any, right: Any, is_truth: bool) -> Any:
        told = right
        if operation in containing:
            right = seen(left, right)
            told = items_of(right)
        result = operations[operation](left, right)
        is_atomic = identity(exactly(left)) in atoms and identity(exactly(right)) in atoms
        if is_atomic or (is_plain(left, 0) and is_plain(right, 0)):
            return result
        if is_truth or not is_own(exactly(result)):
            claim(operation, (left, told), {}, result)
        return result

    def compare(operation: str, left: Any, right: Any, *more: Any) -> Any:
        result = compared(operation, left, right, True)
        return compare(more[0], right, more[1](), *more[2:]) if more and result else result

    def compare_by(name: str, function: _Function, *arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        claim(name, arguments, options, True if result is None else result)
        return result

    # Where tests say what equality of a type is, assertions mean that.
    watched = {} if "addTypeEqualityFunc" in mentioned else _make_watched(is_plain, claim, seen, items_of)
    for_value = partial(compared, is_truth=False)
    hooks: dict[str, _Function] = {COMPARER_NAME: compare, FOR_VALUE_NAME: for_value, COMPARES_BY_NAME: compare_by}
    return Comparisons(hooks, watched, own, not {"skipTest", "SkipTest"}.isdisjoint(mentioned), silent)


def _make_is_plain(mentioned: Collection[str]) -> Callable[[Any, int], bool]:
    """Whether Python alone compares a value, down to its parts: no code that a sample wrote or can change."""
    exactly, identity, each, list_of, depth_limit = type, id, map, list, _DEPTH
    mock, numpy = sys.modules.get("unittest.mock"), sys.modules.get("numpy")
    atoms = _ATOMS | _element_types() | ({id(type(mock.ANY))} if mock and "ANY" in mentioned else set())
    sequences = _SEQUENCES | ({id(type(mock.call)), id(type(mock.Mock().mock_calls))} if mock else set())
    mappings, zoned, dict_keys, dict_values = _MAPPINGS, _ZONED, dict.keys, dict.values
    array, dtype_of = (numpy.ndarray, vars(numpy.ndarray)["dtype"].__get__) if numpy else (None, None)
    objects, elements_of = (numpy.dtype(object), numpy.ndarray.tolist) if numpy else (None, None)
    zone_type, no_zone = datetime.timezone, type(None)

    def is_plain(value: Any, depth: int) -> bool:
        kind = identity(exactly(value))
        if kind in atoms:
            return True
        if depth > depth_limit:
            return False
        if kind in sequences:
            parts = list_of(value)
        elif kind in mappings:
            parts = [*dict_keys(value), *dict_values(value)]
        elif kind in zoned:
            zone = exactly(zoned[kind](value))
            return zone is zone_type or zone is no_zone
        elif exactly(value) is array and dtype_of(value) is objects:  # type: ignore[misc]
            parts = [elements_of(value)]  # type: ignore[misc]
        else:
            return False
        if {*each(identity, each(exactly, parts))} <= atoms:
            return True
        for part in parts:  # noqa: SIM110  # the sample may have replaced `all`
            if not is_plain(part, depth + 1):
                return False
        return True

    return is_plain


def _element_types() -> set[int]:
    """Types of numpy's and pandas' types of elements, which are equal to names and to classes."""
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    kinds = [numpy.dtype] if numpy else []
    kinds += [pandas.api.extensions.ExtensionDtype] if pandas else []
    for kind in kinds:  # which grows meanwhile
        kinds += type.__subclasses__(kind)
    return set(map(id, kinds))


def _make_items_of(
    is_own: claiming.IsOwn, is_named: claiming.IsOwn, report: _Function, silent: set[str]
) -> Callable[[Any], Any]:
    """What a container of a class of the sample's gives one by one, which it does before it is asked for a member, so
    that it cannot give what it was asked for. Of a class that the tests name nothing is claimed. It may never end, or
    be another container afterwards: where a reference's is, nobody is asked."""
    exactly, mro_of, identity, limit = type, vars(type)["__mro__"].__get__, id, MAX_SIZE // NODE_SIZE
    laid_out = _SEQUENCES | _MAPPINGS | {id(kind) for kind in (str, bytes, bytearray, UserDict, UserList, UserString)}
    names_of, error_type, length = vars(type)["__dict__"].__get__, Exception, len

    def items_of(container: Any) -> Any:
        kind = exactly(container)
        if silent or not is_own(kind) or is_named(kind):
            return container
        for base in mro_of(kind):
            if identity(base) in laid_out or "__next__" in names_of(base):
                return container
        report(event="asked")
        items = []
        try:
            for item in container:
                items.append(item)
                if limit < length(items):
                    return container
        except error_type:
            return container
        return items

    return items_of


def _make_seen() -> Callable[[Any, Any], Any]:
    """What `in` looks at of an iterator: what comes until it finds something."""
    flags_of, dict_of, exactly = vars(type)["__flags__"].__get__, vars(type)["__dict__"].__get__, type
    heap_type = claiming.HEAP_TYPE

    def seen(member: Any, container: Any) -> Any:
        kind: Any = exactly(container)
        if flags_of(kind) & heap_type or "__next__" not in dict_of(kind):
            return container
        items = []
        for item in container:
            items.append(item)
            if item is member or item == member:
                break
        return items

    return seen


def _make_watched(
    is_plain: Callable[[Any, int], bool],
    claim: claiming.Claim,
    seen: Callable[[Any, Any], Any],
    items_of: Callable[[Any], Any],
) -> dict[str, _Function]:
    """The assertions that compare two values, each made to report claims."""
    as_list, is_kind, pairs, dict_of, length = list, isinstance, zip, dict, len
    failure, operations, kept = AssertionError, OPERATIONS, (list, tuple, set, frozenset, dict, str, bytes)
    containing = claiming.CONTAINING

    def watched(kind: str, assertion: _Function) -> _Function:
        parameters, operation = PARAMETERS[kind], _BY_OPERATION.get(kind)
        counted = kind == "assertCountEqual"

        def asserted(case: TestCase, *arguments: Any, **named: Any) -> Any:
            given = dict_of(pairs(parameters, arguments), **named)
            if not (parameters[0] in given and parameters[1] in given and length(arguments) <= length(parameters)):
                return assertion(case, *arguments, **named)  # which says what is wrong
            first, second = given.pop(parameters[0]), given.pop(parameters[1])
            if counted:
                first, second = (one if is_kind(one, kept) else as_list(one) for one in (first, second))
            told = second
            if kind in containing:
                second = seen(first, second)
                told = items_of(second)
            assertion(case, first, second, **given)
            if not (is_plain(first, 0) and is_plain(second, 0)):
                claim(kind, (first, told), {name: given[name] for name in given if name != "msg"}, True)
            elif operation is not None and not operations[operation](first, second):
                raise failure("the assertion does not hold")
            return None

        return asserted

    made = {kind: watched(kind, getattr(TestCase, kind)) for kind in _WATCHED}
    made |= {f"{kind}s": made[kind] for kind in made if hasattr(TestCase, f"{kind}s")}  # the older names
    return made | {"assertIsInstance": _make_is_instance(claim)}


def _make_is_instance(claim: claiming.Claim) -> _Function:
    """`assertIsInstance`, which also asks for the class that an object is of, whatever its `__class__` says."""
    exactly, mro_of, is_kind, several = type, vars(type)["__mro__"].__get__, isinstance, tuple
    assertion = TestCase.assertIsInstance

    def asserted(case: TestCase, obj: Any, cls: Any, msg: Any = None) -> None:
        assertion(case, obj, cls, msg)
        kinds = cls if is_kind(cls, several) else (cls,)
        for base in mro_of(exactly(obj)):
            for kind in kinds:
                if base is kind or exactly(kind) is not exactly:  # classes may say for themselves what they hold
                    return
        claim("assertTrue", (False, True), {}, True)

    return asserted
