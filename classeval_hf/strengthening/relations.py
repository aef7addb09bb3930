"""Relations between the arguments of one call, and those that the object was made with, such as `start < end`,
`len(xs) == len(ys)`, `index < new.limit`. Sides are numbers, dates, times or lengths."""

from __future__ import annotations

import datetime
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.strengthening.text_shapes import moment_of
from classeval_hf.strengthening.values import Value

NUMBER = "number"
LENGTH = "length"
TEXT_LENGTH = "length of a text"

OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
"""What a relation may say."""

Measure = tuple[str, Any]
"""What can be compared: its kind, and the value. Only a number and a length, or two of one kind, are compared."""

_PLACE = r"(?:new\.)?\*{0,2}\w+(?:\['[^']*'\]|\[\d\])?"
_RELATION = re.compile(rf"({_PLACE}|len\({_PLACE}\)) (<|<=|==|>=|>) ({_PLACE}|len\({_PLACE}\))")

_COORDINATES = re.compile(r"size|shape|dimension|pos|point|coord")

_MAX_ITEMS = 4
"""Length up to which the numbers in a list or tuple are taken to have a meaning each, as coordinates have."""


def is_relation(text: str) -> bool:
    """Whether a text is a relation that can be checked."""
    return _RELATION.fullmatch(text) is not None


def holds(relation: str, found: Mapping[str, Measure]) -> bool:
    """Whether a relation holds; one of which a side is not there, or that compares things of two kinds, holds."""
    match = _RELATION.fullmatch(relation)
    if match is None or match[1] not in found or match[3] not in found:
        return True
    (kind, left), (other, right) = found[match[1]], found[match[3]]
    if not are_alike(kind, other):
        return True
    return OPERATORS[match[2]](left, right)


def are_alike(kind: str, other: str) -> bool:
    """Whether what is of two kinds can be compared."""
    return kind == other or {kind, other} <= {NUMBER, LENGTH, TEXT_LENGTH}


def measures(arguments: Mapping[str, Value], constructor: Mapping[str, Value]) -> dict[str, Measure]:
    """All that can be compared in a call, by how relations name it; `constructor` is what the object was made with."""
    found: dict[str, Measure] = {}
    for prefix, values in (("", arguments), ("new.", constructor)):
        for name, value in values.items():
            found.update(_measures(f"{prefix}{name}", value))
    return found


def _measures(place: str, value: Value) -> Iterator[tuple[str, Measure]]:
    single = _measure(value)
    if single is not None:
        yield place, single
    if isinstance(value, (str, list, tuple, dict, set, frozenset)):
        yield f"len({place})", (TEXT_LENGTH if isinstance(value, str) else LENGTH, len(value))
    parts: list[tuple[str, Value]] = []
    if isinstance(value, dict):
        parts = [(f"{place}['{key}']", item) for key, item in value.items() if isinstance(key, str) and "'" not in key]
    elif len(_items_of(place, value)) <= _MAX_ITEMS:
        parts = [(f"{place}[{number}]", item) for number, item in enumerate(_items_of(place, value))]
    for name, item in parts:
        measure = _measure(item)
        if measure is not None:
            yield name, measure


def _items_of(place: str, value: Value) -> Sequence[Value]:
    """Elements that have a meaning each: those of a tuple, and of a list that is named like coordinates."""
    is_meant = isinstance(value, tuple) or (isinstance(value, list) and _COORDINATES.search(place.lower()))
    return value if is_meant else ()


def _measure(value: Value) -> Measure | None:
    if isinstance(value, (int, float, Decimal, Fraction)) and not isinstance(value, bool):
        return NUMBER, value
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return type(value).__name__, value
    moment = moment_of(value) if isinstance(value, str) else None
    return moment
