"""Deciding, in the parent, what comes out of a comparison of which a child reports both sides, as the assertion,
operator or function of numpy's of that name does on decoded sides. What data do not bear out fails the test."""

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from classeval_hf.unittest_runner.comparing import OPERATIONS, PARAMETERS
from classeval_hf.unittest_runner.withheld.decoding import MalformedError, decode
from classeval_hf.unittest_runner.withheld.judging import Check, decide, loses_nul, shortened, written

NUMPY_FUNCTIONS: Mapping[str, str] = {
    **dict.fromkeys(("array_equal", "array_equiv", "allclose", "isclose", "equal", "not_equal", "isin"), "numpy"),
    **dict.fromkeys(
        (
            *("assert_equal", "assert_array_equal", "assert_allclose", "assert_almost_equal", "assert_approx_equal"),
            *("assert_array_almost_equal", "assert_array_less", "assert_string_equal"),
        ),
        "numpy.testing",
    ),
}  # functions of numpy's that compare, with the module of each

_NUMPY_OPTIONS = frozenset(
    (*("actual", "desired", "x", "y", "a", "b", "a1", "a2"), *("rtol", "atol", "decimal", "significant", "equal_nan"))
)
_MAX_SIDES = 8


def judge_claim(event: Mapping[str, Any]) -> str | None:
    """A message if what a child reported, which may be anything, does not bear out what a comparison came to."""
    kind, sides, options = event.get("kind"), event.get("sides"), event.get("options")
    if not (isinstance(kind, str) and isinstance(sides, list) and isinstance(options, dict)):
        return "a comparison was reported that cannot be read"
    try:
        values = [decode(side) for side in sides[:_MAX_SIDES]]
        given = {name: decode(value) for name, value in options.items()}
        holds = decode(event.get("holds"))
        message: str | None
        if loses_nul(values):
            message = f"{kind}: numpy takes a text that ends in NUL for another"
        elif kind in NUMPY_FUNCTIONS:
            message = _judge_numpy(kind, values, given, holds)
        elif len(values) == 2:
            message = _judge_pair(kind, values, given, holds)
        else:
            message = "a comparison was reported that does not have two sides"
    except MalformedError as error:
        message = f"a compared value cannot be read: {error}"
    return None if message is None else shortened(message)


def _judge_pair(kind: str, values: Sequence[Any], options: Mapping[str, Any], holds: Any) -> str | None:
    left, right = values
    if kind in PARAMETERS:
        return decide(Check("", "", kind, right, options), left)
    if kind not in OPERATIONS:
        return "a comparison was reported that the tests do not have"
    if holds is None or (isinstance(holds, (int, float, str)) and not holds):  # as good as false
        holds = False
    try:
        result = OPERATIONS[kind](left, right)
        same = bool((result == holds).all()) if hasattr(result, "all") else bool(result) is holds
    except Exception:  # what cannot be compared is neither equal nor in any order
        same = holds is False
    return None if same else f"{written(left)} {kind} {written(right)} is not {written(holds)}"


def _judge_numpy(name: str, values: Sequence[Any], options: Mapping[str, Any], holds: Any) -> str | None:
    """By numpy itself, on arrays of the types that it makes of Python's values."""
    function = getattr(importlib.import_module(NUMPY_FUNCTIONS[name]), name)
    given = {option: _array(value) for option, value in options.items() if option in _NUMPY_OPTIONS}
    try:
        result = function(*map(_array, values), **given)
    except Exception as error:
        return f"{name}: {' '.join(str(error).split())}"
    if result is None:
        return None
    same = bool((result == holds).all()) if hasattr(result, "all") else bool(result) is holds
    return None if same else f"{name} of {', '.join(map(written, values))} is not {written(holds)}"


def _array(value: Any) -> Any:
    """A decoded array, whose elements are Python's values, as numpy makes it of these."""
    if type(value).__name__ != "ndarray":
        return value
    try:
        return importlib.import_module("numpy").array(value.tolist()).reshape(value.shape)
    except ValueError:  # its elements are sequences
        return value
