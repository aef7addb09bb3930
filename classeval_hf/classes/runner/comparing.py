"""The child's side of comparisons whose sides are known only at run time, so that an object of the sample could decide
them. Unless no sample can change the types of both sides, both sides and the result are reported as data, a *claim*,
which the parent checks. Only the code of opaque parts can tell which of them are equal: it is asked, and equal parts
get the same number. This module is loaded before the sample, and binds the builtins that it uses."""

import datetime
import operator
import sys
import types
from collections import OrderedDict, UserDict, UserList, UserString, defaultdict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial
from typing import Any
from unittest import TestCase

from classeval_hf.classes.runner import observe
from classeval_hf.classes.runner.observe import Leaf, encode, encode_within

COMPARER_NAME, FOR_VALUE_NAME, COMPARES_BY_NAME = "__compare__", "__compare_for_value__", "__compare_by__"
"""Names that the rewritten module calls to compare: for the truth, for the result, and by a function of numpy."""
OPTIONS = ("msg", "places", "delta")
_ORDERED = ("assertGreater", "assertGreaterEqual", "assertLess", "assertLessEqual")
_OF_TWO = ("assertEqual", "assertEquals", "assertNotEqual", "assertMultiLineEqual", "assertCountEqual")
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_OF_TWO, ("first", "second", "msg")),
    "assertAlmostEqual": ("first", "second", "places", "msg", "delta"),
    "assertListEqual": ("list1", "list2", "msg"),
    "assertTupleEqual": ("tuple1", "tuple2", "msg"),
    "assertDictEqual": ("d1", "d2", "msg"),
    "assertSetEqual": ("set1", "set2", "msg"),
    "assertSequenceEqual": ("seq1", "seq2", "msg"),
    "assertIs": ("expr1", "expr2", "msg"),
    **dict.fromkeys(("assertTrue", "assertFalse"), ("expr", "msg")),
    **dict.fromkeys(("assertIsNone", "assertIsNotNone"), ("obj", "msg")),
    **dict.fromkeys(("assertIn", "assertNotIn"), ("member", "container", "msg")),
    **dict.fromkeys(_ORDERED, ("a", "b", "msg")),
}  # parameters of the assertions that are judged by the parent
OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    **{"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt},
    **{">=": operator.ge, "is": operator.is_, "is not": operator.is_not},
    **{"in": lambda left, right: left in right, "not in": lambda left, right: left not in right},
}
BY_OPERATION = {
    **dict.fromkeys(("assertEqual", "assertListEqual", "assertTupleEqual", "assertDictEqual"), "=="),
    **{"assertMultiLineEqual": "==", "assertNotEqual": "!=", "assertIn": "in", "assertNotIn": "not in"},
    **{"assertGreater": ">", "assertGreaterEqual": ">=", "assertLess": "<", "assertLessEqual": "<="},
}  # assertions that hold where an operation does: `unittest`'s own can be changed by the sample
_WATCHED = (*BY_OPERATION, "assertAlmostEqual", "assertSetEqual", "assertSequenceEqual", "assertCountEqual")
_ATOM_TYPES = (
    *(bool, int, float, complex, str, bytes, bytearray, memoryview, type(None), type(...), type(NotImplemented)),
    *(object, type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType),
    *(datetime.date, datetime.timedelta, Decimal),
)
_ATOMS = frozenset(map(id, _ATOM_TYPES))
_SEQUENCES = frozenset(map(id, (list, tuple, set, frozenset, deque)))
_MAPPINGS = frozenset(map(id, (dict, OrderedDict, defaultdict)))
_ZONED = {id(kind): vars(kind)["tzinfo"].__get__ for kind in (datetime.datetime, datetime.time)}
"""Types whose comparisons a sample cannot change, by identity, since a metaclass can make its classes equal these."""
_CONTAINING = frozenset(("in", "not in", "assertIn", "assertNotIn"))  # comparisons of a member and a container
_ORDERING = frozenset(("<", "<=", ">", ">=", "assertAlmostEqual", *_ORDERED))
_CLAIMS, _CLAIMED_SIZE = 1_000, 4 * observe.MAX_SIZE  # comparisons reported per step, and the size of their values
_PAIRS = 10_000  # comparisons of opaque parts, beyond which those in different places count as different
_Claim = Callable[[str, Sequence[Any], Mapping[str, Any], Any], None]
_IsOwn = Callable[[type], bool]
_Function = Callable[..., Any]


@dataclass(frozen=True)
class Comparisons:
    # By name in the rewritten module: called with an operation and its two sides, for `a < b < c` also with `"<"` and
    # a function for `c`; or with the name of a comparing function of numpy, the function and its arguments.
    hooks: Mapping[str, _Function]
    watched: Mapping[str, _Function]  # `unittest`'s assertions that report claims, by name
    own: set[int]  # identities of classes that the tests defined, and not the sample
    skips: bool  # whether tests may skip parts of themselves
    silent: set[str]  # unless empty, the sample's containers are not asked for their items


def make_comparisons(report: _Function, names: Mapping[str, Any], mentioned: Collection[str]) -> Comparisons:
    """Makes the functions that tests compare with, before the sample is loaded."""
    own, silent = set[int](), set[str]()
    known, identity = known_types(), id

    def is_own(kind: type) -> bool:
        return identity(kind) not in known and identity(kind) not in own

    mro_of, some = vars(type)["__mro__"].__get__, any

    def is_named(kind: type) -> bool:
        """Whether tests name a class or a base class of it: they make subclasses of the class that they test."""
        named = [names[name] for name in mentioned if name in names]
        bases = [base for base in mro_of(kind) if identity(base) not in known]
        return some([one is base for base in bases for one in named])

    is_plain, looked_into = _make_is_plain(mentioned), _make_looked_into(is_own, is_named, report, silent)
    claim = _make_claim(report, is_own, is_named)
    operations, containing, exactly, atoms = OPERATIONS, _CONTAINING, type, _ATOMS

    def compared(operation: str, left: Any, right: Any, is_truth: bool) -> Any:
        right, reported = looked_into(left, right) if operation in containing else (right, right)
        result = operations[operation](left, right)
        is_atomic = identity(exactly(left)) in atoms and identity(exactly(right)) in atoms
        if is_atomic or (is_plain(left, 0) and is_plain(right, 0)):
            return result
        if is_truth or not is_own(exactly(result)):
            claim(operation, (left, reported), {}, result)
        return result

    def compare(operation: str, left: Any, right: Any, *more: Any) -> Any:
        result = compared(operation, left, right, True)
        return compare(more[0], right, more[1](), *more[2:]) if more and result else result

    def compare_by(name: str, function: _Function, *arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        claim(name, arguments, options, True if result is None else result)
        return result

    # Where tests define the equality of a type, assertions use that.
    watched = {} if "addTypeEqualityFunc" in mentioned else _make_watched(is_plain, claim, looked_into)
    for_value = partial(compared, is_truth=False)
    hooks: dict[str, _Function] = {COMPARER_NAME: compare, FOR_VALUE_NAME: for_value, COMPARES_BY_NAME: compare_by}
    return Comparisons(hooks, watched, own, not {"skipTest", "SkipTest"}.isdisjoint(mentioned), silent)


def _make_is_plain(mentioned: Collection[str]) -> Callable[[Any, int], bool]:
    """Whether Python alone compares a value and its parts, without code that a sample wrote or can change."""
    exactly, identity, each, list_of, depth_limit = type, id, map, list, 50
    mock, numpy, pandas = map(sys.modules.get, ("unittest.mock", "numpy", "pandas"))
    element_types = [numpy.dtype] if numpy else []  # they are equal to names and to classes
    element_types += [pandas.api.extensions.ExtensionDtype] if pandas else []
    for element_type in element_types:  # the list grows meanwhile
        element_types += type.__subclasses__(element_type)
    atoms = _ATOMS.union(map(id, element_types), {id(type(mock.ANY))} if mock and "ANY" in mentioned else ())
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


def _make_looked_into(
    is_own: _IsOwn, is_named: _IsOwn, report: _Function, silent: set[str]
) -> Callable[[Any, Any], tuple[Any, Any]]:
    """For `member in container`: the container that is asked, and what is reported in its place.
    Of a library's iterator both are its items up to the member. The items of a container whose class the sample
    defines are read before the container is asked, so that it cannot add the member. A container of a class that the
    tests name is not read. Reading may never end, or change the container: where it does so for the reference, no
    container is read."""
    exactly, mro_of, identity, limit = type, vars(type)["__mro__"].__get__, id, observe.MAX_SIZE // observe.NODE_SIZE
    laid_out = _SEQUENCES | _MAPPINGS | {id(kind) for kind in (str, bytes, bytearray, UserDict, UserList, UserString)}
    flags_of, dict_of, heap_type = vars(type)["__flags__"].__get__, vars(type)["__dict__"].__get__, observe.HEAP_TYPE
    error_type, length = Exception, len

    def looked_into(member: Any, container: Any) -> tuple[Any, Any]:
        kind: Any = exactly(container)
        items = []
        if not flags_of(kind) & heap_type and "__next__" in dict_of(kind):
            for item in container:
                items.append(item)
                if item is member or item == member:
                    break
            return items, items
        if silent or not is_own(kind) or is_named(kind):
            return container, container
        for base in mro_of(kind):
            if identity(base) in laid_out or "__next__" in dict_of(base):
                return container, container
        report(event="asked")
        try:
            for item in container:
                items.append(item)
                if limit < length(items):
                    return container, container
        except error_type:
            return container, container
        return container, items

    return looked_into


def _make_watched(
    is_plain: Callable[[Any, int], bool], claim: _Claim, looked_into: Callable[[Any, Any], tuple[Any, Any]]
) -> dict[str, _Function]:
    """The assertions that compare two values, each made to report claims."""
    as_list, is_kind, pairs, dict_of, length = list, isinstance, zip, dict, len
    failure, operations, kept = AssertionError, OPERATIONS, (list, tuple, set, frozenset, dict, str, bytes)
    containing = _CONTAINING

    def watched(kind: str, assertion: _Function) -> _Function:
        parameters, operation = PARAMETERS[kind], BY_OPERATION.get(kind)
        counted = kind == "assertCountEqual"

        def asserted(case: TestCase, *arguments: Any, **named: Any) -> Any:
            given = dict_of(pairs(parameters, arguments), **named)
            if not (parameters[0] in given and parameters[1] in given and length(arguments) <= length(parameters)):
                return assertion(case, *arguments, **named)  # it raises for wrong arguments
            first, second = given.pop(parameters[0]), given.pop(parameters[1])
            if counted:
                first, second = (one if is_kind(one, kept) else as_list(one) for one in (first, second))
            second, reported = looked_into(first, second) if kind in containing else (second, second)
            assertion(case, first, second, **given)
            if not (is_plain(first, 0) and is_plain(second, 0)):
                claim(kind, (first, reported), {name: given[name] for name in given if name != "msg"}, True)
            elif operation is not None and not operations[operation](first, second):
                raise failure("the assertion does not hold")
            return None

        return asserted

    made = {kind: watched(kind, getattr(TestCase, kind)) for kind in _WATCHED}
    made |= {f"{kind}s": made[kind] for kind in made if hasattr(TestCase, f"{kind}s")}  # the older names
    exactly, mro_of, several, is_instance = type, vars(type)["__mro__"].__get__, tuple, TestCase.assertIsInstance

    def asserted_instance(case: TestCase, obj: Any, cls: Any, msg: Any = None) -> None:
        is_instance(case, obj, cls, msg)
        kinds = cls if is_kind(cls, several) else (cls,)
        for base in mro_of(exactly(obj)):  # the real class, whatever its `__class__` is
            for kind in kinds:
                if base is kind or exactly(kind) is not exactly:  # a metaclass may decide what its instances are
                    return
        claim("assertTrue", (False, True), {}, True)

    return made | {"assertIsInstance": asserted_instance}


@cache
def known_types() -> frozenset[int]:
    """The identities of all classes that exist at the first call, before any sample does."""
    known: set[int] = set()
    waiting: list[type] = [object]
    while waiting:
        subclasses: list[type] = type.__subclasses__(waiting.pop())
        inherited = [kind for kind in subclasses if id(kind) not in known]
        known.update(map(id, inherited))
        waiting += inherited
    return frozenset(known)


def _make_claim(report: _Function, is_own: _IsOwn, is_named: _IsOwn) -> _Claim:
    """Makes the function that reports a comparison as data, if its result follows from the data."""
    size, limits, identify = observe.MAX_SIZE, [_CLAIMS, _CLAIMED_SIZE], _make_identify(is_own)
    encoded_within, encoded, length, large = encode_within, encode, len, observe.LITERAL_SIZE
    exactly, truth, every, some, pairs = type, bool, all, any, zip
    flags_of, heap_type = vars(type)["__flags__"].__get__, observe.HEAP_TYPE
    ordering, containing, numpy = _ORDERING, _CONTAINING, sys.modules.get("numpy")
    array, dtype_of = (numpy.ndarray, vars(numpy.ndarray)["dtype"].__get__) if numpy else (None, None)
    objects = numpy.dtype(object) if numpy else None

    def claim(kind: str, sides: Sequence[Any], options: Mapping[str, Any], result: Any) -> None:
        if limits[0] <= 0 or limits[1] < length(sides) * size:
            return
        parts = [encoded_within(side, size) for side in sides]
        leaves, rests = [part[1] for part in parts], [part[2] for part in parts]
        if some([rest < 0 for rest in rests]) and every([rest < 3 * large for rest in rests]):
            return  # all are large
        for side, rest in pairs(sides, rests):  # no code of the sample compares an array whose elements are no objects
            if rest < 0 and exactly(side) is array and dtype_of(side) is not objects:  # type: ignore[misc]
                return
        if kind in ordering and every([truth(found) for found in leaves]):
            return  # only the sample's code knows the order of its objects
        opaque = [exactly(side) for side, found in pairs(sides, leaves) if found and found[-1][0] is side]
        if kind in containing:
            container = exactly(sides[1])
            if container in opaque and (not is_own(container) or is_named(container)):
                return
        of_library = every([flags_of(one) & heap_type and not is_own(one) for one in opaque])
        if kind not in containing and opaque and exactly(result) is not truth and of_library:
            return  # tables of a library, compared by element
        identify(leaves)
        limits[0] -= 1
        for rest in rests:
            limits[1] -= size - rest if rest >= 0 else 0
        encodings, given = [part[0] for part in parts], {name: encoded(options[name]) for name in options}
        report(event="claim", kind=kind, sides=encodings, options=given, holds=encoded(result))

    return claim


def _make_identify(is_own: _IsOwn) -> Callable[[Sequence[Sequence[Leaf]]], None]:
    """Makes the function that numbers the encodings of opaque parts; parts that are equal by their code share one."""
    exactly, mro_of, error_type, text = type, vars(type)["__mro__"].__get__, Exception, str
    length, pairs_limit, truth, identity, some, numbered = len, _PAIRS, bool, id, any, enumerate

    def same(one: Any, other: Any) -> bool:
        kind, its = exactly(one), exactly(other)
        inherits = some([base is kind for base in mro_of(its)]) or some([base is its for base in mro_of(kind)])
        related = kind is its or (inherits and is_own(kind) and is_own(its))
        try:
            return one is other or (related and truth(one == other))
        except error_type:
            return False

    def identify(leaves: Sequence[Sequence[Leaf]]) -> None:
        known: list[Leaf] = []
        tokens: dict[int, str] = {}  # by the identity of a part
        pairs = pairs_limit
        for side in leaves:
            for place, (value, encoding) in numbered(side):
                beside = leaves[0][place : place + 1] if side is not leaves[0] else []
                equal = [its[2] for other, its in beside if same(other, value)]
                if not equal and identity(value) in tokens:
                    equal = [tokens[identity(value)]]
                for other, its in known if not equal else []:
                    pairs -= 1
                    if pairs <= 0 or same(other, value):
                        equal = [its[2]] if pairs > 0 else []
                        break
                token = equal[0] if equal else text(length(known))
                tokens.setdefault(identity(value), token)
                encoding.append(token)
                known.append((value, encoding))

    return identify
