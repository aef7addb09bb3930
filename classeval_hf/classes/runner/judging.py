"""Decides whether an observed value passes a withheld check, as in `unittest`, and whether a claim's result follows
from its sides. Messages are short, since diffs of hostile values can take unbounded time."""

import importlib
import operator
import reprlib
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.classes.runner.comparing import OPERATIONS, PARAMETERS
from classeval_hf.classes.runner.decoding import MalformedError, Opaque, decode
from classeval_hf.core.verdicts import MESSAGE_CHARS

NUMPY_FUNCTIONS: Mapping[str, str] = {
    **dict.fromkeys(("array_equal", "array_equiv", "allclose", "isclose", "equal", "not_equal", "isin"), "numpy"),
    **dict.fromkeys(("assert_equal", "assert_array_equal", "assert_allclose", "assert_almost_equal"), "numpy.testing"),
    **dict.fromkeys(("assert_approx_equal", "assert_array_almost_equal"), "numpy.testing"),
    **dict.fromkeys(("assert_array_less", "assert_string_equal"), "numpy.testing"),
}  # numpy's comparing functions, with the module of each
_NUMPY_OPTIONS = frozenset(
    (*("actual", "desired", "x", "y", "a", "b", "a1", "a2"), *("rtol", "atol", "decimal", "significant", "equal_nan"))
)
_MAX_SIDES = 8


@dataclass(frozen=True)
class Check:
    """An assertion of a test whose expected value the child does not get."""

    test_class: str  # class that defines the method
    method: str  # the method that the assertion stands in
    kind: str  # name of the assertion, such as `"assertEqual"`
    expected: object  # the literal; `True`, `False` or `None` for assertions without one, such as `assertTrue`
    # `places`, `delta` and `msg` if given, and `literal_first`: whether the literal is the first argument
    options: Mapping[str, object] = field(default_factory=dict)
    required: bool = False  # whether every passing run of the method evaluates the assertion
    place: tuple[int, int] = (0, 0)  # line and column of the assertion in the source of the tests

    @property
    def guessable(self) -> bool:
        """Whether a passing value is easily guessed: a truth value, `None`, or any value except the literal."""
        return self.kind not in _EXACT or self.expected is None or isinstance(self.expected, bool)


def judge(check: Check, encoded: object) -> str | None:
    """A short message, like `unittest`'s first line, if the value that the child sent fails a check."""
    try:
        message = decide(check, decode(encoded))
    except MalformedError as error:
        message = f"the observed value cannot be read: {error}"
    if message is not None and check.options.get("msg") is not None:
        message = f"{message} : {check.options['msg']}"
    return None if message is None else shortened(message)


def decide(check: Check, actual: Any) -> str | None:
    """Like [`judge`], for a decoded value; raises [`MalformedError`] if no run of the check sends such a value."""
    sides = (check.expected, actual) if check.options.get("literal_first") else (actual, check.expected)
    try:
        if loses_nul(sides):
            return _shown(sides, "!=")
        if check.kind in ("assertTrue", "assertFalse"):
            if not isinstance(actual, bool):
                raise MalformedError("not a truth value")
            return None if actual is check.expected else f"{actual} is not {str(check.expected).lower()}"
        if check.kind == "assertIsNotNone":
            return "unexpectedly None" if actual is None else None
        if check.kind == "assertAlmostEqual":
            return _judge_almost(sides, check.options)
        compare, otherwise, kind = _COMPARISONS[check.kind]
        if not isinstance(actual, kind) or not isinstance(check.expected, kind):
            return f"{_shown(sides, otherwise)}, not of the asserted type"
        what = "Element counts were not equal: " if check.kind == "assertCountEqual" else ""
        return None if compare(*sides) else what + _shown(sides, otherwise)
    except MalformedError:
        raise
    except Exception as error:  # of the comparison, as the assertion itself would raise
        return _shown(sides, "!=") if isinstance(actual, Opaque) else f"{type(error).__name__}: {error}"


def shortened(message: str) -> str:
    """A message of at most [`MESSAGE_CHARS`] characters, without lone surrogates, which no file can hold."""
    return message[:MESSAGE_CHARS].encode("utf-8", "replace").decode()


def loses_nul(values: Sequence[Any]) -> bool:
    """Whether numpy would ignore a NUL at the end of one of these texts, since another value is an array."""
    waiting: list[Any] = [*values]
    parts = []
    while waiting:
        part = waiting.pop()
        parts.append(part)
        if isinstance(part, Mapping):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, (list, tuple, set, frozenset, deque)):
            waiting += part
    ends = any(isinstance(part, str) and part.endswith("\0") for part in parts)
    return ends and any(type(part).__name__ == "ndarray" for part in parts)


class _Repr(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdeque = self.maxdict = 20
        self.maxstring = self.maxother = 200

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() < 2_000 else f"<int of {x.bit_length()} bits>"

    def repr_dict_keys(self, x: Any, level: int) -> str:
        return f"{type(x).__name__}({self.repr1(list(x), level)})"

    repr_dict_values = repr_dict_items = repr_dict_keys


written = _Repr().repr  # a value as text for messages, in bounded time and length


def _shown(sides: tuple[Any, Any], relation: str) -> str:
    return f"{written(sides[0])} {relation} {written(sides[1])}"


def _are_equal_sequences(first: Any, second: Any) -> bool:
    """Sequences of different types are equal if their elements are."""
    same_length = len(first) == len(second)  # raises for values that are not sequences
    same_items = (first[index] == second[index] for index in range(len(first)))
    return bool(first == second) or (same_length and type(first) is not type(second) and all(same_items))


def _have_equal_counts(first: Any, second: Any) -> bool:
    if len(first) != len(second):  # so no more elements are compared than the literal has
        return False
    first, second = list(first), list(second)
    try:
        return Counter(first) == Counter(second)
    except TypeError:  # unhashable elements
        counts = ([sum(bool(item == one) for one in side) for side in (first, second)] for item in (*first, *second))
        return all(count == other for count, other in counts)


def _judge_almost(sides: tuple[Any, Any], options: Mapping[str, Any]) -> str | None:
    first, second = sides
    if first == second:
        return None
    places, delta = options.get("places"), options.get("delta")
    if delta is not None and places is not None:
        raise TypeError("specify delta or places not both")
    difference = abs(first - second)
    places = 7 if places is None else places
    same = difference <= delta if delta is not None else round(difference, places) == 0
    within = f"{written(delta)} delta" if delta is not None else f"{written(places)} places"
    return None if same else f"{_shown(sides, '!=')} within {within} ({written(difference)} difference)"


_COMPARISONS: Mapping[str, tuple[Callable[[Any, Any], Any], str, type]] = {
    "assertEqual": (operator.eq, "!=", object),
    "assertListEqual": (operator.eq, "!=", list),
    "assertTupleEqual": (operator.eq, "!=", tuple),
    "assertDictEqual": (operator.eq, "!=", dict),
    "assertMultiLineEqual": (operator.eq, "!=", str),
    "assertSetEqual": (
        lambda one, other: not one.difference(other) and hasattr(other, "difference") and not other.difference(one),
        *("!=", object),
    ),
    "assertSequenceEqual": (_are_equal_sequences, "!=", object),
    "assertCountEqual": (_have_equal_counts, "!=", object),
    "assertNotEqual": (operator.ne, "==", object),
    **dict.fromkeys(("assertIs", "assertIsNone"), (operator.is_, "is not", object)),
    "assertIn": (lambda member, container: member in container, "not found in", object),
    "assertNotIn": (lambda member, container: member not in container, "unexpectedly found in", object),
    "assertGreater": (operator.gt, "not greater than", object),
    "assertGreaterEqual": (operator.ge, "not greater than or equal to", object),
    "assertLess": (operator.lt, "not less than", object),
    "assertLessEqual": (operator.le, "not less than or equal to", object),
}  # by assertion its comparison, the relation of sides that fail it, and the type that both must have
_INEXACT = {"assertNotEqual", "assertGreaterEqual", "assertLessEqual"}
_EXACT = frozenset(kind for kind in PARAMETERS if kind.endswith("Equal") and kind not in _INEXACT)
"""Kinds that only the literal, or a value near it, passes."""


def judge_claim(event: Mapping[str, Any]) -> str | None:
    """A message if the result of a reported comparison, which may be forged, does not follow from its sides."""
    kind, sides, options = event.get("kind"), event.get("sides"), event.get("options")
    if not (isinstance(kind, str) and isinstance(sides, list) and isinstance(options, dict)):
        return "a comparison was reported that cannot be read"
    try:
        values = [decode(side) for side in sides[:_MAX_SIDES]]
        given = {name: decode(value) for name, value in options.items()}
        message = _contradiction(kind, values, given, decode(event.get("holds")))
    except MalformedError as error:
        message = f"a compared value cannot be read: {error}"
    return None if message is None else shortened(message)


def _contradiction(kind: str, values: Sequence[Any], options: Mapping[str, Any], holds: Any) -> str | None:
    if loses_nul(values):
        return f"{kind}: numpy takes a text that ends in NUL for another"
    if kind in NUMPY_FUNCTIONS:  # by numpy itself, on arrays of the types that it makes from Python's values
        function = getattr(importlib.import_module(NUMPY_FUNCTIONS[kind]), kind)
        given = {option: _array(value) for option, value in options.items() if option in _NUMPY_OPTIONS}
        try:
            result = function(*map(_array, values), **given)
        except Exception as error:
            return f"{kind}: {' '.join(str(error).split())}"
        same = result is None or _is_result(result, holds)
        return None if same else f"{kind} of {', '.join(map(written, values))} is not {written(holds)}"
    if len(values) != 2:
        return "a comparison was reported that does not have two sides"
    left, right = values
    if kind in PARAMETERS:
        return decide(Check("", "", kind, right, options), left)
    if kind not in OPERATIONS:
        return "a comparison was reported that the tests do not have"
    if holds is None or (isinstance(holds, (int, float, str)) and not holds):  # counts as false
        holds = False
    try:
        same = _is_result(OPERATIONS[kind](left, right), holds)
    except Exception:  # values that cannot be compared are neither equal nor ordered
        same = holds is False
    return None if same else f"{written(left)} {kind} {written(right)} is not {written(holds)}"


def _is_result(result: Any, holds: Any) -> bool:
    return bool((result == holds).all()) if hasattr(result, "all") else bool(result) is holds


def _array(value: Any) -> Any:
    """The array that numpy makes from the elements of a decoded one, which are Python's values."""
    if type(value).__name__ != "ndarray":
        return value
    try:
        return importlib.import_module("numpy").array(value.tolist()).reshape(value.shape)
    except ValueError:  # its elements are sequences
        return value
