"""Rules of contracts, readers of their demands in JSON, and the rules for numbers and for values of any type."""

import ast
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.strengthening.docstrings import NAMED, Hints, Occurrence, documented_bounds, documents_zero
from classeval_hf.strengthening.sequences import Ref, Value, write_value

_SOURCES = {
    **{"tests": "in all tests", "docstring": "by the docstring", "annotation": "by the annotation"},
    **{"example": "in the docstring's examples", "author": "by its author"},
}  # sources of rules, and their words in messages

Reader = Callable[[object, str], Any]  # takes a JSON value and its place, which errors name


class ContractError(UserError):
    """A contract cannot be read; the message names place, key and correct form."""


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def read_keys(row: object, place: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise ContractError(f"{place}: {row!r} is not a contract: write an object with {', '.join(readers)}.")
    for key in row:
        if key not in readers:
            raise ContractError(f"{place}: the key {key!r} is unknown; known are {', '.join(readers)}.")
    return {key: read(row[key], f"{place}, key {key!r}") for key, read in readers.items() if key in row}


def reader_of(kind: type | tuple[type, ...], what: str, is_right: Callable[[Any], object] = lambda _: True) -> Reader:
    def read(value: object, place: str) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool) or not is_right(value):
            raise ContractError(f"{place}: {value!r} is wrong: write {what}.")
        return value

    return read


def list_of(read: Reader, part: str, what: str) -> Reader:
    """A reader of lists of `what`; an error calls an element `part`."""
    read_list = reader_of((list, tuple), f"a list of {what}")
    return lambda value, place: tuple(
        read(item, f"{place}, {part} {number}") for number, item in enumerate(read_list(value, place))
    )


def object_of(read: Reader, part: str) -> Reader:
    """A reader of objects; an error calls the value of a key `part`."""
    read_object = reader_of(dict, f"an object with a {part} per key")
    return lambda value, place: {
        str(name): read(item, f"{place}, {part} {name}") for name, item in read_object(value, place).items()
    }


def texts_of(what: str, is_right: Callable[[str], object] = lambda _: True) -> Reader:
    """A reader of lists of texts; `what` describes a right one."""
    return list_of(reader_of(str, what, is_right), "text", "texts")


def names_among(known: Collection[str]) -> Reader:
    return texts_of(f"one of {', '.join(sorted(known))}", known.__contains__)


read_names = texts_of("a text")
read_flag = reader_of(bool, "true or false")
read_length = reader_of(int, "a whole number")
read_number = reader_of((int, float), "a number")
read_text = reader_of(str, "a text")
read_sources = object_of(names_among(_SOURCES), "sources of")


def described_sources(sources: Collection[str]) -> str:
    """The sources of a rule, as the end of a sentence."""
    return " and ".join(text for name, text in _SOURCES.items() if name in sources) or _SOURCES["author"]


@dataclass(frozen=True)
class Context:
    rules: Mapping[str, Any]  # demands of the contract, by name of the rule
    mentioned: Collection[str]  # arguments of earlier steps, as written


@dataclass(frozen=True)
class Rule:
    """A demand that a contract may make. Rules of the same name check different sides of the demand."""

    name: str  # the key of the demand in `contracts.json`
    read: Reader  # reads the demand: a bound, a list of names, `true`
    check: Callable[[Any, Any, Context], bool]  # takes demand and value; whether the value meets the demand
    words: str  # the end of a sentence about a value, with the demand
    shown: Callable[[Any], str] = str  # writes the demand


@dataclass
class Found:
    """Inferred demands by rule, with their sources."""

    rules: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, name: str, demand: Any, *sources: str) -> None:
        self.rules[name] = demand
        self.sources[name] = sources or ("tests",)


# Adds the demands that a reader can expect from values of a kind and from hints.
Infer = Callable[[Found, Sequence[Any], Hints], None]


class Kind:
    """The rules for one kind of values, in the order of checking."""

    def __init__(self, includes: Callable[[Value], bool], infer: Infer | None, *rules: Rule) -> None:
        self.includes = includes
        self.infer = infer
        self.rules = rules


TYPES = {
    *("None", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "range", "list", "tuple", "set", "dict"),
    *("frozenset", "date", "datetime", "time", "timedelta", "Decimal", "Fraction", "ndarray", "type", "object"),
}  # names of types; `object` is a result of an earlier step


def type_name(value: Value) -> str:
    """The name of a value's type in contracts."""
    return "object" if isinstance(value, Ref) else "None" if value is None else type(value).__name__


def is_number(value: Value) -> bool:
    """Whether contracts bound a value: it is a number, and no `bool`."""
    return isinstance(value, (int, float, complex, Decimal, Fraction)) and not isinstance(value, bool)


def _is_value(text: str) -> bool:
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return False
    return not isinstance(node, ast.Name) or node.id in TYPES


_read_values = texts_of("a Python value, and texts in quotes: \"'abc'\"", _is_value)

# Names of types that a value may have; an `int` is also a `float`.
TYPE = Rule(
    "types",
    names_among(TYPES),
    lambda types, value, _: type_name(value) in types or (type(value) is int and "float" in types),
    "is {}",
    lambda types: " or ".join(types) or "never given",
)
# Values, as Python writes them, that are legal even if they break another rule.
ALSO = Rule("also", _read_values, lambda *_: True, "may be {}", ", ".join)
# All legal values, as Python writes them.
CHOICE = Rule("values", _read_values, lambda all_, value, _: write_value(value) in all_, "is one of {}", ", ".join)
# The value is, or is not, in the arguments of an earlier step.
_GIVEN = "is a value that {} earlier step was given".format
KNOWN = Rule("known", read_flag, lambda _, value, at: write_value(value) in at.mentioned, _GIVEN("an"))
FRESH = Rule("fresh", read_flag, lambda _, value, at: write_value(value) not in at.mentioned, _GIVEN("no"))

ANY = Kind(lambda _: True, None, TYPE, ALSO)
GIVEN = Kind(lambda value: value is not None and not isinstance(value, Ref), None, CHOICE)
MENTIONS = Kind(GIVEN.includes, None, KNOWN, FRESH)


def _reals(value: Any) -> tuple[Any, ...]:
    return (value.real, value.imag) if isinstance(value, complex) else (value,)


def _infer_bounds(found: Found, seen: Sequence[Any], hints: Hints) -> None:
    """Adds bounds: no sign that was not seen, no value far above the greatest, no 0 unless seen or documented."""
    parts = [part for value in seen for part in _reals(value) if math.isfinite(part)]
    if not parts:
        return
    low, high = min(parts), max(parts)
    is_zero_legal = 0 in seen or documents_zero(hints.text)
    if not is_zero_legal:
        found.add("nonzero", True)
    if not hints.is_a("place"):
        are_whole = all(isinstance(value, int) for value in seen)
        is_share = low >= 0 and high <= 1 and (not are_whole or low < high)  # 0 and 1 alone are yes and no
        edge = 1 if are_whole and not is_zero_legal else 0
        low, high = 2 * low - 1 if low < 0 else edge, 1 if is_share else 2 * high + 1 if high > 0 else -edge
    least, most = documented_bounds(hints.text)  # used only where they are narrower
    for name, bound, source in (
        ("minimum", *((least, "docstring") if least is not None and least > low else (low, "tests"))),
        ("maximum", *((most, "docstring") if most is not None and most < high else (high, "tests"))),
    ):
        number = float(bound)
        found.add(name, bound if isinstance(bound, int) else int(number) if number.is_integer() else number, source)


NUMBERS = Kind(
    is_number,
    _infer_bounds,
    Rule("types", TYPE.read, lambda _, value, __: all(map(math.isfinite, _reals(value))), "is finite"),
    # Inclusive bounds, for both parts of a complex number.
    Rule("minimum", read_number, lambda least, value, _: min(_reals(value)) >= least, "is at least {}"),
    Rule("maximum", read_number, lambda most, value, _: max(_reals(value)) <= most, "is at most {}"),
    Rule("nonzero", read_flag, lambda _, value, __: value != 0, "is not 0"),
)


def infer_mentions(found: Found, used: Sequence[Occurrence], hints: Hints) -> None:
    """Adds `known` and `fresh` for values by which something is found."""
    types = {type_name(item.value) for item in used}
    if not used or hints.method == "__init__" or not types <= {"str", "int", "dict", "tuple"}:
        return
    are_known = [write_value(item.value) in item.mentioned for item in used]
    if all(are_known) and (types <= {"str", "dict"} or hints.is_a("identity")) and not hints.unknown_allowed:
        found.add("known", True)
    is_added = hints.method.strip("_").split("_")[0].lower() in NAMED["adding"]
    is_new = is_added and hints.is_a("identity") and "dict" not in types
    if is_new and not any(are_known) and not hints.repeat_allowed:
        found.add("fresh", True)
