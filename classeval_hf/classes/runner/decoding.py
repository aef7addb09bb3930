"""Decodes the values that a child reports. They may be forged, so every part is checked. Only values of builtin types
and of a few standard ones are made. Arrays hold Python's numbers, since numpy would convert a literal to the type that
the sample chose."""

import datetime
import importlib
import math
import re
from collections import UserDict, UserList, UserString, deque
from collections.abc import Callable
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
_Decoder = Callable[[list[object], int, list[int]], Any]  # of parts, their depth, and the budget left


class MalformedError(ValueError):
    """The data is not an encoding by [`classeval_hf.classes.runner.observe.encode`]."""


class Opaque:
    """A value known only by the name of its type. It equals itself, and in a claim all values of the same number."""

    def __init__(self, type_name: str, number: str = "") -> None:
        self.type_name = type_name[:100] if type_name.isprintable() else "object"
        self.number = number

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Opaque) and self.number == other.number != "")

    def __hash__(self) -> int:
        return hash(self.number) if self.number else object.__hash__(self)

    def __repr__(self) -> str:
        return f"<{self.type_name} object>"


def decode(encoded: object) -> Any:
    """The value of an encoding by [`classeval_hf.classes.runner.observe.encode`], which may be forged."""
    return _decode(encoded, 0, [2 * MAX_SIZE])


def _decode(encoded: object, depth: int, budget: list[int]) -> Any:
    budget[0] -= NODE_SIZE  # about as the encoding spends
    if depth >= MAX_DEPTH or budget[0] < 0:
        raise MalformedError("too deep or too large")
    if not isinstance(encoded, list) or not encoded or not isinstance(encoded[0], str):
        raise MalformedError("not a tagged list")
    tag, *parts = encoded
    if tag in _CONTAINERS:
        if len(parts) != 1 or not isinstance(parts[0], list):
            raise MalformedError(f"{tag} without its items")
        return _CONTAINERS[tag](parts[0], depth + 1, budget)
    if tag in _COMPOUNDS:
        return _COMPOUNDS[tag](parts, depth + 1, budget)
    if tag in _RECORDS:
        return _RECORDS[tag](*parts)
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


def _record(make: Callable[..., Any], size: int, folded: bool = False) -> Callable[..., Any]:
    """Decodes integer fields, and an offset from UTC if the last field is `fold`."""

    def decode_record(*parts: object) -> Any:
        lists = [part for part in parts if isinstance(part, list) and len(part) <= 8]
        if not 1 <= len(lists) == len(parts) <= 1 + folded or len(lists[0]) != size:
            raise MalformedError("not the right number of fields")
        fields, *rest = [[_integer(text) for text in part] for part in lists]
        try:
            zone = datetime.timezone(datetime.timedelta(*rest[0])) if rest else None
            return make(*fields[:-1], tzinfo=zone, fold=fields[-1]) if folded else make(*fields)
        except (ValueError, OverflowError, TypeError) as error:
            raise MalformedError("fields out of range") from error

    return decode_record


def _number_of_numpy(parts: list[object], depth: int, budget: list[int]) -> Any:
    """The value of a numpy number, if Python's numbers represent its type exactly."""
    if len(parts) != 2 or not isinstance(parts[0], str) or parts[0] not in _NUMBERS_OF_NUMPY:
        raise MalformedError("not a number of numpy's")
    value = _decode(parts[1], depth, budget)
    if type(value) not in (bool, int, float, complex):
        raise MalformedError("not a number")
    return value


def _array(parts: list[object], depth: int, budget: list[int]) -> Any:
    """A numpy array whose elements are Python's values."""
    if len(parts) != 3:
        raise MalformedError("not an array")
    kind, shape, items = (_decode(part, depth, budget) for part in parts)
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


def _wrapped(make: Callable[[Any], Any], kind: type) -> _Decoder:
    def decode_wrapped(parts: list[object], depth: int, budget: list[int]) -> Any:
        value = _decode(parts[0], depth, budget) if len(parts) == 1 else None
        if not isinstance(value, kind):
            raise MalformedError("a wrapper of something else")
        return make(value)

    return decode_wrapped


def _sequence(make: Callable[[list[Any]], Any]) -> _Decoder:
    return lambda items, depth, budget: make([_decode(item, depth, budget) for item in items])


def _unique(make: Callable[[list[Any]], Any]) -> _Decoder:
    def decode_unique(items: list[object], depth: int, budget: list[int]) -> Any:
        values = [_decode(item, depth, budget) for item in items]
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

    return decode_unique


def _dict(pairs: list[object], depth: int, budget: list[int]) -> dict[Any, Any]:
    split = [pair for pair in pairs if isinstance(pair, list) and len(pair) == 2]
    if len(split) < len(pairs):
        raise MalformedError("dict without pairs")
    keys: list[Any] = _unique(lambda keys: list(dict.fromkeys(keys)))([key for key, _ in split], depth, budget)
    return dict(zip(keys, (_decode(value, depth, budget) for _, value in split), strict=True))


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
    "opaque": Opaque,
}
_CONTAINERS: dict[str, _Decoder] = {
    "list": _sequence(list),
    "tuple": _sequence(tuple),
    "deque": _sequence(deque),
    "set": _unique(set),
    "frozenset": _unique(frozenset),
    "dict": _dict,
    "dict_keys": _unique(lambda keys: dict.fromkeys(keys).keys()),
    "dict_values": _sequence(lambda values: dict(enumerate(values)).values()),
    "dict_items": lambda pairs, depth, budget: _dict(pairs, depth, budget).items(),
}
_COMPOUNDS: dict[str, _Decoder] = {
    "numpy": _number_of_numpy,
    "ndarray": _array,
    "UserDict": _wrapped(UserDict, dict),
    "UserList": _wrapped(UserList, list),
    "UserString": _wrapped(UserString, str),
}
_RECORDS: dict[str, Callable[..., Any]] = {
    "range": _record(range, 3),
    "date": _record(datetime.date, 3),
    "time": _record(datetime.time, 5, folded=True),
    "datetime": _record(datetime.datetime, 8, folded=True),
    "timedelta": _record(datetime.timedelta, 3),
}
