"""Values in call sequences, and how they are written as Python."""

import builtins
import datetime
import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

IMPORTS = ("import datetime", "from decimal import Decimal", "from fractions import Fraction")

_MAX_CHARS = 4_000  # maximum length of a written value: nobody would read a longer one in a test
_MAX_EXPECTED_CHARS = 400  # the same for an expected value
Value = Any  # a value of a builtin type, of `datetime`, `Decimal` or `Fraction`, a numpy array, or a `Ref`


class UnwritableError(ValueError):
    """A value cannot be written as an expression."""


@dataclass(frozen=True)
class Ref:
    """Stands for the result of an earlier step of a sequence, usually an instance of the class."""

    step: int  # number of the step, from 0


def write_value(value: Value, name_of: Callable[[int], str] = "v{}".format) -> str:
    """Writes a value as an expression, equal values alike; it needs [`IMPORTS`], and numpy for arrays."""
    try:
        text = _write(value, name_of)
    except UnwritableError:
        raise
    except ValueError as error:  # Python does not write integers of more than 4,300 digits
        raise UnwritableError("a number of thousands of digits") from error
    if len(text) > _MAX_CHARS:
        raise UnwritableError(f"a value of {len(text)} characters")
    return text


def _write(value: Value, name_of: Callable[[int], str]) -> str:
    if isinstance(value, Ref):
        return name_of(value.step)
    kind = type(value)
    if kind in _WRITERS:
        return _WRITERS[kind](value)
    if kind in (list, tuple):
        items = [_write(item, name_of) for item in value]
        return f"[{', '.join(items)}]" if kind is list else f"({', '.join(items)}{',' * (len(items) == 1)})"
    if kind in (set, frozenset):
        items = sorted(_write(item, name_of) for item in value)
        shown = f"{{{', '.join(items)}}}" if items else ""
        return shown if kind is set and shown else f"{kind.__name__}({shown})"
    if kind is dict:
        pairs = (f"{_write(key, name_of)}: {_write(item, name_of)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
        shape = f".reshape({value.shape})" if not value.size else ""  # lists do not tell (0, 3) from (0,)
        return f"numpy.array({_write(value.tolist(), name_of)}, dtype={str(value.dtype)!r}){shape}"
    raise UnwritableError(f"a value of the type {getattr(value, 'type_name', kind.__name__)}")


def _write_float(value: float) -> str:
    return repr(value) if math.isfinite(value) else f"float({str(value)!r})"


def _write_type(kind: type) -> str:
    if kind in (Decimal, Fraction) or getattr(builtins, kind.__name__, None) is kind:
        return kind.__name__
    if kind.__module__ == "datetime":
        return f"datetime.{kind.__name__}"
    raise UnwritableError(f"the type {kind.__name__}")


def _write_moment(value: Any) -> str:
    if getattr(value, "tzinfo", None) is not None:
        raise UnwritableError("a time with a time zone")
    return repr(value)


_WRITERS: Mapping[type, Callable[[Any], str]] = {
    **dict.fromkeys((type(None), bool, int, str, bytes, bytearray, range, Decimal, Fraction), repr),
    **dict.fromkeys((datetime.date, datetime.timedelta), repr),
    **dict.fromkeys((datetime.datetime, datetime.time), _write_moment),
    **dict.fromkeys((type, type(Fraction)), _write_type),
    float: _write_float,
    complex: lambda value: f"complex({_write_float(value.real)}, {_write_float(value.imag)})",
}


def parts_of(value: Value) -> Iterator[Value]:
    """A value and all values in it, containers first; keys of a `dict` before their values."""
    yield value
    if isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from parts_of(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from parts_of(key)
            yield from parts_of(item)


def references(value: Value) -> Iterator[int]:
    return (part.step for part in parts_of(value) if isinstance(part, Ref))


def has_floats(value: Value) -> bool:
    """Whether a value is or holds a float or complex number, which tests compare with a tolerance."""
    return any(isinstance(part, (float, complex)) for part in parts_of(value))


def is_comparable(value: Value) -> bool:
    """Whether a test may expect a value: it is short, equals itself, and holds no array."""
    if any(type(part) not in _EXPECTED for part in parts_of(value)):
        return False
    try:
        short = len(write_value(value)) <= _MAX_EXPECTED_CHARS
    except UnwritableError:
        return False
    return short and same_value(value, value)


_EXPECTED = frozenset({*_WRITERS, list, tuple, set, frozenset, dict} - {range})


def same_value(first: Value, second: Value) -> bool:
    """Whether two values and their parts have the same types and are equal; `nan` equals nothing."""
    if type(first) is not type(second):
        return False
    try:
        return write_value(first) == write_value(second) and not any(map(_is_nan, parts_of(first)))
    except UnwritableError:
        return False


def alike(first: Value, second: Value) -> bool:
    """Whether two values are described alike, also if they are not equal, as `nan` is not."""
    return _told(first) == _told(second)


def _told(value: Value) -> str:
    """Describes a value of any length; elements of sets are sorted by their descriptions."""
    kind = type(value)
    if isinstance(value, (set, frozenset)):
        return f"{kind.__name__} {sorted(map(_told, value))}"
    if isinstance(value, (list, tuple, deque)):
        return f"{kind.__name__} {list(map(_told, value))}"
    if isinstance(value, dict):
        return f"{kind.__name__} {[(_told(key), _told(item)) for key, item in value.items()]}"
    if kind.__name__ == "ndarray":
        return f"{value.dtype} {value.shape} {_told(value.tolist())}"
    if isinstance(value, Fraction):
        return f"{kind.__name__} {value.numerator:x} {value.denominator:x}"
    return f"{kind.__name__} {value:x}" if kind is int else f"{kind.__name__} {value!r}"


def _is_nan(value: Value) -> bool:
    if isinstance(value, Decimal):
        return value.is_nan()
    if type(value).__name__ == "ndarray":
        return any(map(_is_nan, value.flat))
    return isinstance(value, (float, complex)) and value != value
