"""Type-aware mutation of values: the table of EvalPlus (Liu et al. 2023, section 2.2 and table 1), extended by bytes,
dates and times, decimal numbers and fractions, and arrays."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from classeval_hf.strengthening.values import UnwritableError, Value, write_value

_PLAIN, _MAX_DEPTH = "slides, table of types", 6

VALUE_MUTATIONS: Mapping[str, str] = {
    "flip": f"the other truth value ({_PLAIN})",
    "step": f"a number one larger or smaller ({_PLAIN})",
    "scale": "a float times 0.5 to 1.5 (EvalPlus's code)",
    "remove": f"a part of a text or an element of a container left out ({_PLAIN})",
    "repeat": f"a part of a text or an element of a container twice ({_PLAIN})",
    "replace": f"a part of a text, an element, or the value of a key mutated ({_PLAIN})",
    "insert": f"a mutated element, or pair of key and value, added ({_PLAIN})",
    "shift": "a date or time a day, an hour, a minute or a second later or earlier (ours)",
    "element": "an element of an array mutated (ours)",
    "reuse": "a value of another call's same parameter, or of one of its type (EvalPlus's code, with p = 0.5)",
}
"""What a mutation of a value does, by name, and where it comes from."""

_Mutator = Callable[[Any, Random, int], tuple[Any, str]]


def mutate_value(value: Value, rng: Random) -> tuple[Value, str] | None:
    """Changes a value into another of its type, with the name of the mutation, one of [`VALUE_MUTATIONS`]; `None`
    where the type has none, or the result is the same, or too long to be written."""
    changed = _mutate(value, rng, 0)
    try:
        return None if changed is None or write_value(changed[0]) == write_value(value) else changed
    except UnwritableError:
        return None


def _mutate(value: Value, rng: Random, depth: int) -> tuple[Value, str] | None:
    kind = type(value)
    if depth > _MAX_DEPTH:
        return None
    if kind in _MUTATORS:
        return _MUTATORS[kind](value, rng, depth)
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray" and value.size:
        return _array(value, rng, depth)
    return None


def _bool(value: bool, rng: Random, depth: int) -> tuple[bool, str]:
    return not value, "flip"


def _int(value: int, rng: Random, depth: int) -> tuple[int, str]:
    return value + rng.choice((-1, 1)), "step"


def _float(value: float, rng: Random, depth: int) -> tuple[float, str]:
    if not math.isfinite(value):
        return value, "step"
    if rng.random() < 0.5:
        return value + rng.choice((-1.0, 1.0)), "step"
    digits = len(repr(value).partition(".")[2]) + 1 if "e" not in repr(value) else 6
    return round(value * rng.uniform(0.5, 1.5), min(digits, 6)), "scale"


def _decimal(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    if isinstance(value, Decimal) and not value.is_finite():
        return value, "step"
    return value + rng.choice((-1, 1)), "step"


def _text(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    """Strings and bytes: a part of at most a few characters is left out, repeated, or put in place of another."""
    if not value:
        return value, "remove"
    start = rng.randrange(len(value))
    end = min(len(value), start + rng.choice((1, 1, 2, 4)))
    what = rng.choice(("remove", "repeat", "replace"))
    if what == "remove":
        return value[:start] + value[end:], what
    if what == "repeat":
        return value[:end] + value[start:], what
    other = rng.randrange(len(value))  # characters that the text has, so that it keeps its kind
    return value[:start] + value[other : other + 1] + value[start + 1 :], what


def _list(value: list[Any], rng: Random, depth: int) -> tuple[list[Any], str]:
    if not value:
        return value, "remove"
    index = rng.randrange(len(value))
    what = rng.choice(("remove", "repeat", "replace", "insert"))
    if what == "remove":
        return value[:index] + value[index + 1 :], what
    if what == "repeat":
        return value[: index + 1] + value[index:], what
    changed = _mutate(value[index], rng, depth + 1)
    item = value[index] if changed is None else changed[0]
    return [*value[:index], item, *value[index + (what == "replace") :]], what


def _tuple(value: tuple[Any, ...], rng: Random, depth: int) -> tuple[tuple[Any, ...], str]:
    items, what = _list(list(value), rng, depth)
    return tuple(items), what


def _set(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    items, what = _list(sorted(value, key=write_value), rng, depth)
    return type(value)(items), what


def _dict(value: dict[Any, Any], rng: Random, depth: int) -> tuple[dict[Any, Any], str]:
    if not value:
        return value, "remove"
    key = list(value)[rng.randrange(len(value))]
    what = rng.choice(("remove", "replace", "insert"))
    if what == "remove":
        return {other: item for other, item in value.items() if other is not key}, what
    item = _mutate(value[key], rng, depth + 1)
    if what == "replace":
        return {**value, key: value[key] if item is None else item[0]}, what
    other_key = _mutate(key, rng, depth + 1)
    return {**value, (key if other_key is None else other_key[0]): value[key] if item is None else item[0]}, what


def _moment(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    units = ["days"] if type(value) is datetime.date else ["days", "hours", "minutes", "seconds"]
    try:
        return value + rng.choice((-1, 1)) * datetime.timedelta(**{rng.choice(units): 1}), "shift"
    except OverflowError:
        return value, "shift"


def _time(value: datetime.time, rng: Random, depth: int) -> tuple[datetime.time, str]:
    moment, what = _moment(datetime.datetime.combine(datetime.date(2000, 1, 1), value), rng, depth)
    return moment.time(), what


def _array(value: Any, rng: Random, depth: int) -> tuple[Any, str] | None:
    index = rng.randrange(value.size)
    changed = _mutate(value.flat[index].item(), rng, depth + 1)
    if changed is None:
        return None
    if value.dtype.kind in "iu" and not _is_in_range(changed[0], value.dtype):  # NumPy 1 would take the lowest bits
        return None
    other = value.copy()
    try:
        other.flat[index] = changed[0]
    except (OverflowError, ValueError):  # beyond what the type of the array holds
        return None
    return other, "element"


def _is_in_range(number: int, dtype: Any) -> bool:
    bits: int = 8 * dtype.itemsize
    signed = dtype.kind == "i"
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if signed else (0, 2**bits)
    return bool(low <= number < high)


_MUTATORS: Mapping[type, _Mutator] = {
    bool: _bool,
    int: _int,
    float: _float,
    complex: _decimal,
    Decimal: _decimal,
    Fraction: _decimal,
    str: _text,
    bytes: _text,
    bytearray: _text,
    list: _list,
    tuple: _tuple,
    set: _set,
    frozenset: _set,
    dict: _dict,
    datetime.date: _moment,
    datetime.datetime: _moment,
    datetime.timedelta: _moment,
    datetime.time: _time,
}
