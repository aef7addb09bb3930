"""Decodes the values that a child reports. They may be forged: every part is checked, and only a few types are made.
Arrays hold Python's numbers, since numpy would convert a literal to the type that the sample chose."""

import datetime
import importlib
import math
import re
from collections import UserDict, UserList, UserString, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from classeval_hf.classes.runner.observe import MAX_BITS, MAX_DEPTH, MAX_SIZE, NAMED_TYPES, NODE_SIZE

_HEXADECIMAL = re.compile(r"-?[0-9a-f]+")
_DECIMAL = re.compile(r"-?(\d+(\.\d*)?|\.\d+)(E[+-]?\d{1,19})?|-?Infinity|-?s?NaN\d*", re.IGNORECASE | re.ASCII)
_NUMBER_CHARS = 5_000  # length of a fraction or decimal beyond which arithmetic with it would take long
_NUMBERS_OF_NUMPY = frozenset(
    {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
    | {"bool", "bool_", "float16", "float32", "float64", "complex64", "complex128"}
)
_ARRAY_TYPE = re.compile(r"[<>|](b1|[iu][1248]|f[248]|c8|c16|U\d{1,6}|O)")
_ELEMENT_TYPE = re.compile(r"[<>|=][biufcSUO]\d{0,6}|[<>][mM]8(\[\d{0,6}\w{1,2}\])?")
_EQUAL_HASHES = 8  # elements of equal hash beyond which a set counts as an attack on the time of its reader


class MalformedError(ValueError):
    """The data is not an encoding by [`classeval_hf.classes.runner.observe.encode`]."""


@dataclass(frozen=True, repr=False)
class Opaque:
    """A value known only by the name of its type. It equals itself, and in a claim all values of the same number."""

    type_name: str = field(compare=False)
    number: object = field(default_factory=object)

    def __repr__(self) -> str:
        return f"<{self.type_name} object>"


def decode(encoded: object, depth: int = 0, budget: list[int] | None = None) -> Any:
    """The value of an encoding by [`classeval_hf.classes.runner.observe.encode`], which may be forged."""
    budget = [2 * MAX_SIZE] if budget is None else budget
    budget[0] -= NODE_SIZE  # about as the encoding spends
    if depth >= MAX_DEPTH or budget[0] < 0:
        raise MalformedError("too deep or too large")
    if not isinstance(encoded, list) or not encoded or not isinstance(encoded[0], str):
        raise MalformedError("not a tagged list")
    tag, *parts = encoded
    if tag in _SEQUENCES or tag in _UNIQUE or tag in _MAPPINGS:
        if len(parts) != 1 or not isinstance(parts[0], list):
            raise MalformedError(f"{tag} without its items")
        if tag in _MAPPINGS:
            if not all(isinstance(pair, list) and len(pair) == 2 for pair in parts[0]):
                raise MalformedError("dict without pairs")
            keys: dict[Any, Any] = _unique(dict.fromkeys, [decode(key, depth + 1, budget) for key, _ in parts[0]])
            values = (decode(value, depth + 1, budget) for _, value in parts[0])
            return _MAPPINGS[tag](dict(zip(keys, values, strict=True)))
        items = [decode(item, depth + 1, budget) for item in parts[0]]
        return _SEQUENCES[tag](items) if tag in _SEQUENCES else _unique(_UNIQUE[tag], items)
    if tag in _WRAPPERS:
        make, kind = _WRAPPERS[tag]
        value = decode(parts[0], depth + 1, budget) if len(parts) == 1 else None
        if not isinstance(value, kind):
            raise MalformedError("a wrapper of something else")
        return make(value)
    if tag == "ndarray":
        return _array(parts, depth + 1, budget)
    if tag == "numpy":  # the value of a numpy number, if Python's numbers represent its type exactly
        if len(parts) != 2 or not isinstance(parts[0], str) or parts[0] not in _NUMBERS_OF_NUMPY:
            raise MalformedError("not a number of numpy's")
        value = decode(parts[1], depth + 1, budget)
        if type(value) not in (bool, int, float, complex):
            raise MalformedError("not a number")
        return value
    if tag in _RECORDS:
        return _record(parts, *_RECORDS[tag])
    if tag == "int" and parts and isinstance(parts[0], str):
        budget[0] -= len(parts[0]) ** 2 // 256
    if tag not in _SCALARS or not all(isinstance(part, str) for part in parts):
        raise MalformedError("unknown tag")
    try:
        return _SCALARS[tag](*parts)
    except MalformedError:
        raise
    except Exception as error:
        raise MalformedError(f"not a {tag}") from error


def _matched(pattern: re.Pattern[str], text: object, most_chars: int = _NUMBER_CHARS) -> str:
    if not isinstance(text, str) or len(text) > most_chars or not pattern.fullmatch(text):
        raise MalformedError("not a number or type as it is encoded, or too long")
    return text


def _integer(text: object, most_chars: int = _NUMBER_CHARS) -> int:
    return int(_matched(_HEXADECIMAL, text, most_chars), 16)  # linear in its length, as the base is a power of two


def _record(parts: list[object], make: Callable[..., Any], size: int, folded: bool) -> Any:
    """Decodes integer fields, and an offset from UTC if the last field is `fold`."""
    lists = [part for part in parts if isinstance(part, list) and len(part) <= 8]
    if not 1 <= len(lists) == len(parts) <= 1 + folded or len(lists[0]) != size:
        raise MalformedError("not the right number of fields")
    fields, *rest = [[_integer(text) for text in part] for part in lists]
    try:
        zone = datetime.timezone(datetime.timedelta(*rest[0])) if rest else None
        return make(*fields[:-1], tzinfo=zone, fold=fields[-1]) if folded else make(*fields)
    except (ValueError, OverflowError, TypeError) as error:
        raise MalformedError("fields out of range") from error


def _array(parts: list[object], depth: int, budget: list[int]) -> Any:
    """A numpy array whose elements are Python's values."""
    if len(parts) != 3:
        raise MalformedError("not an array")
    kind, shape, items = (decode(part, depth, budget) for part in parts)
    if not isinstance(kind, str) or not _ARRAY_TYPE.fullmatch(kind):
        raise MalformedError("not an array of numbers")
    if not isinstance(shape, tuple) or len(shape) > 16 or not all(type(length) is int for length in shape):
        raise MalformedError("an array without a shape")
    numpy: Any = importlib.import_module("numpy")  # only where a value needs it
    try:
        if not kind.endswith("O"):
            array = numpy.array(items, dtype=kind)
        else:  # of values as they are, which may be lists themselves
            flat = [items]
            for length in shape:
                if not all(isinstance(part, list) and len(part) == length for part in flat):
                    raise MalformedError("an array of another shape")
                flat = [item for part in flat for item in part]
            array = numpy.empty(shape, dtype=object)
            for place, item in enumerate(flat):
                array.flat[place] = item
    except Exception as error:
        raise MalformedError("not what numpy makes") from error
    if array.shape != shape:
        raise MalformedError("an array of another shape")
    return array.astype(object)  # its elements are compared as Python's values


def _unique(make: Callable[[list[Any]], Any], values: list[Any]) -> Any:
    """A container of values that are hashable and differ."""
    try:
        if len(values) > _EQUAL_HASHES:  # a set of items that collide would take quadratic time to build
            runs = (sum(1 for _ in run) for _, run in groupby(sorted(map(hash, values))))
            if max(runs) > _EQUAL_HASHES:
                raise MalformedError("colliding hashes")
        made = make(values)
    except TypeError as error:
        raise MalformedError("unhashable element") from error
    if len(made) != len(values):
        raise MalformedError("repeated element")
    return made


_SCALARS: dict[str, Callable[..., Any]] = {
    "none": lambda: None,
    "bool": {"True": True, "False": False}.__getitem__,
    "int": lambda text: _integer(text, 2 + MAX_BITS // 4),
    # Every NaN is the same object, so that containers take it as equal to itself.
    "float": lambda text: math.nan if math.isnan(value := float.fromhex(text)) else value,
    "complex": lambda real, imag: complex(float.fromhex(real), float.fromhex(imag)),
    "str": lambda text: text,
    "surrogates": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    "Decimal": lambda text: Decimal(_matched(_DECIMAL, text)),
    "Fraction": lambda numerator, denominator: Fraction(_integer(numerator), _integer(denominator)),
    "type": {kind.__name__: kind for kind in NAMED_TYPES}.__getitem__,
    "dtype": lambda text: importlib.import_module("numpy").dtype(_matched(_ELEMENT_TYPE, text)),
    "opaque": lambda name, number="": Opaque(name[:100] if name.isprintable() else "object", number or object()),
}
_SEQUENCES: dict[str, Callable[[list[Any]], Any]] = {
    **{"list": list, "tuple": tuple, "deque": deque},
    "dict_values": lambda values: dict(enumerate(values)).values(),
}
_UNIQUE: dict[str, Callable[[list[Any]], Any]] = {
    **{"set": set, "frozenset": frozenset},
    "dict_keys": lambda keys: dict.fromkeys(keys).keys(),
}
_MAPPINGS: dict[str, Callable[[dict[Any, Any]], Any]] = {"dict": dict, "dict_items": dict.items}
_WRAPPERS: dict[str, tuple[Callable[[Any], Any], type]] = {
    **{"UserDict": (UserDict, dict), "UserList": (UserList, list), "UserString": (UserString, str)},
}
_RECORDS: dict[str, tuple[Callable[..., Any], int, bool]] = {
    **{"range": (range, 3, False), "date": (datetime.date, 3, False), "timedelta": (datetime.timedelta, 3, False)},
    **{"time": (datetime.time, 5, True), "datetime": (datetime.datetime, 8, True)},
}  # number of integer fields, and whether the last one is `fold`
