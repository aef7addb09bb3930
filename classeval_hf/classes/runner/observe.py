"""An exact encoding of the values that a test observes. Values may try to deceive, so the encoder goes by the type
that the interpreter laid the object out with, and calls no method of the sample except `utcoffset` of a time zone.
This module is loaded before the sample, imports nothing of this package, and binds the builtins before a sample can
replace them."""

import datetime
from collections import UserDict, UserList, UserString, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

OBSERVER_NAME = "__observe__"  # called with the number of a check and the observed value
MAX_DEPTH = 100  # levels of nesting beyond which a value is opaque
MAX_SIZE = 1_000_000  # size, roughly the bytes of its JSON, beyond which a value is opaque
MAX_BITS = 20_000  # beyond which an integer is opaque: a decimal literal has at most about 14,300
NAMED_TYPES = (
    *(bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, object, type),
    *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta, Decimal, Fraction),
)  # types that are distinguished when a type is itself the value
LITERAL_SIZE = MAX_SIZE // 4  # beyond which a literal is not withheld: a value equal to it may be four times as large
NODE_SIZE = 16  # size of each part of a value, in addition to its content
_ITEMS: type = type({}.items())
_SIZED_TYPES = ("i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
_ARRAY_TYPES = frozenset(["|b1", "|O", "|i1", "|u1", *(f"{order}{kind}" for order in "<>" for kind in _SIZED_TYPES)])
"""Types of arrays, as numpy writes them, whose elements are encoded exactly; arrays of text are encoded too."""
HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: unset for types written in C, which Python code can neither make nor change

Leaf = tuple[object, list[str]]  # an opaque part of a value, and its encoding
_Spend = Callable[[list[Any], int], None]  # takes a size from a budget
_Node = Callable[[object, int, list[Any]], object]
_Encoder = Callable[[Any, int, list[Any]], object]


class _TooLarge(Exception):
    """A value is too large, or nested too deeply, to be encoded."""


def _encoder(spend: _Spend, name: str, size_of: Callable[[Any], int], *parts: Callable[[Any], object]) -> _Encoder:
    """Encodes values as the type's name and the functions' results for the value."""

    def encode_parts(value: Any, depth: int, budget: list[Any]) -> object:
        spend(budget, size_of(value))
        return [name, *[part(value) for part in parts]]

    return encode_parts


def _scalar_encoders(spend: _Spend) -> dict[type, _Encoder]:
    true, exactly, int_type, error_type, max_bits = True, type, int, TypeError, MAX_BITS
    int_format, bit_length, float_hex = int.__format__, int.bit_length, float.hex
    real, imag = vars(complex)["real"].__get__, vars(complex)["imag"].__get__
    numerator, denominator = vars(Fraction)["_numerator"].__get__, vars(Fraction)["_denominator"].__get__
    decimal_str, bytes_hex, bytes_length, array_length = Decimal.__str__, bytes.hex, bytes.__len__, bytearray.__len__
    str_len, plain, is_ascii, str_encode = str.__len__, str.__str__, str.isascii, str.encode
    unicode_error = UnicodeEncodeError

    def encode_int(value: Any, depth: int, budget: list[Any]) -> object:
        if bit_length(value) > max_bits:
            raise error_type
        digits = bit_length(value) // 4
        spend(budget, digits + digits * digits // 256)  # comparing with decimal numbers takes quadratic time
        return ["int", int_format(value, "x")]

    def encode_fraction(value: Any, depth: int, budget: list[Any]) -> object:
        parts = [numerator(value), denominator(value)]
        for part in parts:
            if exactly(part) is not int_type or bit_length(part) > max_bits:  # the parts of a Fraction can be assigned
                raise error_type
        spend(budget, bit_length(parts[0]) // 4 + bit_length(parts[1]) // 4)
        return ["Fraction", int_format(parts[0], "x"), int_format(parts[1], "x")]

    def encode_str(value: Any, depth: int, budget: list[Any]) -> object:
        spend(budget, str_len(value) * (1 if is_ascii(value) else 6))
        text = plain(value)
        try:
            str_encode(text, "utf-8")
        except unicode_error:  # JSON would join two lone surrogates to one character
            return ["surrogates", bytes_hex(str_encode(text, "utf-8", "surrogatepass"))]
        return ["str", text]

    parts = (lambda value: float_hex(real(value)), lambda value: float_hex(imag(value)))
    return {
        **{int: encode_int, Fraction: encode_fraction, str: encode_str},
        type(None): _encoder(spend, "none", lambda value: 0),
        bool: _encoder(spend, "bool", lambda value: 0, lambda value: "True" if value is true else "False"),
        float: _encoder(spend, "float", lambda value: 16, float_hex),
        complex: _encoder(spend, "complex", lambda value: 32, *parts),
        Decimal: _encoder(spend, "Decimal", lambda value: str_len(decimal_str(value)), decimal_str),
        bytes: _encoder(spend, "bytes", lambda value: 2 * bytes_length(value), bytes_hex),
        bytearray: _encoder(spend, "bytearray", lambda value: 2 * array_length(value), bytearray.hex),
    }


def _items_encoder(
    spend: _Spend, node: _Node, kind: type, iterate: Callable[[Any], Any], are_pairs: bool = False
) -> _Encoder:
    list_of, name, length = list, kind.__name__, vars(kind)["__len__"]

    def encode_items(value: Any, depth: int, budget: list[Any]) -> object:
        spend(budget, length(value))  # before the copy, which may be large
        items = list_of(iterate(value))  # which another thread cannot change
        if are_pairs:
            return [name, [[node(key, depth, budget), node(item, depth, budget)] for key, item in items]]
        return [name, [node(item, depth, budget) for item in items]]

    return encode_items


def _record_encoder(spend: _Spend, kind: type, names: tuple[str, ...], has_zone: bool = False) -> _Encoder:
    """Encodes values that consist of a few integers, some with a time zone."""
    name, hexadecimal = kind.__name__, int.__format__
    getters = [next(vars(base)[item].__get__ for base in kind.__mro__ if item in vars(base)) for item in names]
    offset_of = vars(kind)["utcoffset"] if has_zone else None
    offset_getters = [vars(datetime.timedelta)[item].__get__ for item in ("days", "seconds", "microseconds")]

    def encode_record(value: Any, depth: int, budget: list[Any]) -> object:
        spend(budget, 64)
        fields = [hexadecimal(getter(value), "x") for getter in getters]
        offset = None if offset_of is None else offset_of(value)  # the zone is asked once, before any comparison
        if offset is None:
            return [name, fields]
        return [name, fields, [hexadecimal(getter(offset), "x") for getter in offset_getters]]

    return encode_record


def _user_encoder(spend: _Spend, node: _Node, kind: type) -> _Encoder:
    """Encodes wrappers of the standard library (`UserList`, ...) as the value of their `data`."""
    name, attributes_of = kind.__name__, vars(kind)["__dict__"].__get__
    exactly, text, dict_type, items, list_of, error_type = type, str, dict, dict.items, list, TypeError
    same = str.__eq__

    def encode_user(value: Any, depth: int, budget: list[Any]) -> object:
        spend(budget, 0)
        attributes = attributes_of(value)
        if exactly(attributes) is not dict_type:
            raise error_type
        for key, item in list_of(items(attributes)):  # a look-up would compare with keys that the sample made
            if exactly(key) is text and same(key, "data"):
                return [name, node(item, depth, budget)]
        raise error_type

    return encode_user


def _numpy_encoder(spend: _Spend, node: _Node) -> Callable[[object, type, int, list[Any]], object]:
    """Encodes numpy's values with their type, read from the value itself, so that numpy is not imported."""
    base_of, flags_of = vars(type)["__base__"].__get__, vars(type)["__flags__"].__get__
    module_of, name_of, dict_of = (vars(type)[name].__get__ for name in ("__module__", "__name__", "__dict__"))
    heap_type, exactly, error_type, array_limit = HEAP_TYPE, type, TypeError, MAX_SIZE // NODE_SIZE
    numbers, identity = {id(bool), id(int), id(float), id(complex)}, id
    array_types, character_of, too_large, starts = _ARRAY_TYPES, str.__getitem__, _TooLarge, str.startswith

    def base_named(kind: Any, name: str) -> Any:
        while name_of(kind) != name:
            kind = base_of(kind)
        return kind

    def written(dtype: Any) -> Any:
        return dict_of(base_named(exactly(dtype), "dtype"))["str"].__get__(dtype)

    def encode_numpy(value: Any, kind: type, depth: int, budget: list[Any]) -> object:
        if flags_of(kind) & heap_type or not starts(module_of(kind), "numpy"):
            raise error_type
        if starts(module_of(kind), "numpy.dtypes") or starts(name_of(kind), "dtype"):
            return ["dtype", written(value)]
        if name_of(kind) != "ndarray":
            number = dict_of(base_named(kind, "generic"))["item"](value)
            if identity(exactly(number)) not in numbers:
                raise error_type
            return ["numpy", name_of(kind), node(number, depth, budget)]
        members = dict_of(kind)
        if members["size"].__get__(value) > array_limit:
            raise too_large
        spend(budget, members["size"].__get__(value))
        shape, name = node(members["shape"].__get__(value), depth, budget), written(members["dtype"].__get__(value))
        if character_of(name, 1) != "U" and name not in array_types:
            raise error_type
        return ["ndarray", node(name, 0, [array_limit]), shape, node(members["tolist"](value), depth, budget)]

    return encode_numpy


def _make_node(spend: _Spend, opaque: Callable[[object], list[str]]) -> _Node:
    max_depth, too_large, error_type, recursion_error = MAX_DEPTH, _TooLarge, Exception, RecursionError
    base_of, exactly, identity = vars(type)["__base__"].__get__, type, id
    encoders: dict[int, _Encoder] = {}

    def node(value: object, depth: int, budget: list[Any]) -> object:
        if depth >= max_depth:
            raise too_large
        kind = exactly(value)
        base: Any = kind
        while base is not None and identity(base) not in encoders:
            base = base_of(base)  # the chain of layouts, which a metaclass cannot change, unlike the MRO
        try:
            if base is None:
                return encode_numpy(value, kind, depth + 1, budget)
            return encoders[identity(base)](value, depth + 1, budget)
        except (too_large, recursion_error):
            raise
        except error_type:
            spend(budget, 0)
            encoded = opaque(value)
            for leaves in budget[1:]:
                leaves.append((value, encoded))
            return encoded

    type_names = {id(kind): kind.__name__ for kind in NAMED_TYPES}
    by_type = _scalar_encoders(spend)
    # A type that is not named is opaque.
    by_type[type] = _encoder(spend, "type", lambda value: 0, lambda value: type_names[identity(value)])
    day, time, span = ("year", "month", "day"), ("hour", "minute", "second", "microsecond"), datetime.timedelta
    by_type[datetime.time] = _record_encoder(spend, datetime.time, (*time, "fold"), has_zone=True)
    by_type[datetime.date] = _record_encoder(spend, datetime.date, day)
    by_type[datetime.datetime] = _record_encoder(spend, datetime.datetime, (*day, *time, "fold"), has_zone=True)
    by_type[span] = _record_encoder(spend, span, ("days", "seconds", "microseconds"))
    by_type[range] = _record_encoder(spend, range, ("start", "stop", "step"))
    kinds: tuple[type, ...] = (list, tuple, set, frozenset, deque, type({}.keys()), type({}.values()))
    by_type |= {kind: _items_encoder(spend, node, kind, vars(kind)["__iter__"]) for kind in kinds}
    pairs: dict[type, Callable[[Any], Any]] = {dict: dict.items, _ITEMS: vars(_ITEMS)["__iter__"]}
    by_type |= {kind: _items_encoder(spend, node, kind, iterate, are_pairs=True) for kind, iterate in pairs.items()}
    wrapper_types: tuple[type, ...] = (UserDict, UserList, UserString)
    by_type |= {kind: _user_encoder(spend, node, kind) for kind in wrapper_types}
    encoders.update((id(kind), encoder) for kind, encoder in by_type.items())
    encode_numpy = _numpy_encoder(spend, node)
    return node


def _make_encode() -> tuple[Callable[[object], object], Callable[[object, int], tuple[object, list[Leaf], int]]]:
    """Makes the encoders as closures over everything they use, so that later changes of modules have no effect."""
    name_of, exactly, plain, name_chars = vars(type)["__name__"].__get__, type, str.__str__, 100
    printable, error_type, max_size = str.isprintable, Exception, MAX_SIZE
    too_large, node_size = _TooLarge, NODE_SIZE

    def spend(budget: list[Any], size: int) -> None:
        budget[0] -= size + node_size
        if budget[0] < 0:
            raise too_large

    def opaque(value: object) -> list[str]:
        try:
            name = plain(name_of(exactly(value)))[:name_chars]
        except error_type:
            return ["opaque", "object"]
        return ["opaque", name if printable(name) else "object"]

    node = _make_node(spend, opaque)

    def encode_within(value: object, size: int) -> tuple[object, list[Leaf], int]:
        """The encoding of a value, its opaque parts, and the rest of `size`: less than 0 if the value is too large."""
        leaves: list[Leaf] = []
        budget: list[Any] = [size, leaves]
        try:
            return node(value, 0, budget), leaves, budget[0]
        except error_type:
            encoded = opaque(value)
            return encoded, [(value, encoded)], -1

    def encode(value: object) -> object:
        """Encodes a value exactly, as the builtin type, array or `UserList` that it is made from: `["int", "ff"]`. A
        value of another type, a cyclic one, or one beyond [`MAX_DEPTH`] or [`MAX_SIZE`] is `["opaque", type name]`."""
        return encode_within(value, max_size)[0]

    return encode, encode_within


encode, encode_within = _make_encode()
