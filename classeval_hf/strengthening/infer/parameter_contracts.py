"""What a value must be to be a legal argument: [`ParameterContract`], how it is read, and how a value is checked."""

import ast
import dataclasses
import datetime
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.strengthening.infer.text_shapes import (
    CHARACTER_CLASSES,
    SHAPES,
    is_trimmed,
    matches_shape,
    parse_moment,
    template_of,
    word_forms_of,
)
from classeval_hf.strengthening.record.values import Ref, Value, write_value

_SOURCES = {
    "tests": "in all tests",
    "docstring": "by the docstring",
    "annotation": "by the annotation",
    "example": "in the docstring's examples",
    "author": "by its author",
}  # where a rule may come from, and how messages say so

GRIDS = ("rectangular", "square")  # what lists of lists may have to be

TYPES = frozenset(
    {
        *("None", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "range", "list", "tuple", "set"),
        *("frozenset", "dict", "date", "datetime", "time", "timedelta", "Decimal", "Fraction", "ndarray", "type"),
        "object",
    }
)  # names of types; `object` is what an earlier step returned


class ContractError(UserError):
    """A contract cannot be read: the message names the place and the key, and what is right there."""


@dataclass(frozen=True)
class ParameterContract:
    """What a value must be to be legal. A rule at its default demands nothing."""

    types: tuple[str, ...] = ()  # names of the types it may have. An `int` may stand for a `float`
    values: tuple[str, ...] = ()  # all values that it may be, as Python writes them
    also: tuple[str, ...] = ()  # values that are legal though they break a rule, likewise
    minimum: float | None = None  # bounds of numbers, themselves legal
    maximum: float | None = None
    nonzero: bool = False
    shape: str = ""  # name of what texts are, see `text_shapes`, or a format of dates
    templates: tuple[str, ...] = ()  # forms of which texts have one: `9` is a digit, `A` and `a` are letters
    # Forms of which each word of a text has one, runs of one kind as one sign: `A9` for capitals and then digits.
    word_forms: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()  # what texts are made of: classes of characters, and single characters
    trimmed: bool = False  # texts have no blank at start or end, and no two in a row
    min_length: int | None = None  # lengths of texts and containers, themselves legal
    max_length: int | None = None
    length_multiple: int = 1  # lengths of texts are multiples of it
    earliest: str = ""  # span of dates and times, in ISO format or in the format that `shape` is
    latest: str = ""
    keys: tuple[tuple[str, ...], ...] = ()  # sets of keys, of which a `dict` has exactly one
    # Contracts of what stands under the keys of a record.
    fields: "Mapping[str, ParameterContract]" = field(default_factory=dict, hash=False)
    key: "ParameterContract | None" = None  # contracts of keys of a map; of its values, or of elements
    item: "ParameterContract | None" = None
    items: "tuple[ParameterContract, ...]" = ()  # contracts of the elements of a tuple, by place
    grid: str = ""  # one of `GRIDS`, for a list of lists
    distinct: bool = False  # no element comes twice; elements are in order
    ascending: bool = False
    known: bool = False  # the value stands in the arguments of an earlier step
    fresh: bool = False  # it does not
    # Per rule where it comes from, of `_SOURCES`.
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def rules(self) -> dict[str, Any]:
        """The rules that demand something, by name, in their order; not `sources`."""
        default = ParameterContract()
        values = {item.name: getattr(self, item.name) for item in dataclasses.fields(self) if item.name != "sources"}
        return {name: value for name, value in values.items() if value != getattr(default, name)}

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data: the rules that demand something, and where they come from."""
        row: dict[str, Any] = plain(self.rules | ({"sources": self.sources} if self.sources else {}))
        return row

    @classmethod
    def from_dict(cls, row: object, place: str = "contract") -> "ParameterContract":
        """Reads what [`ParameterContract.to_dict`] or an author wrote; `place` says in errors what it is about."""
        return cls(**read_keys(row, place, _READERS))


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


Reader = Callable[[object, str], Any]  # takes a value of JSON, and the place of it that an error names


def read_keys(row: object, place: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise ContractError(f"{place}: {row!r} is no contract: write an object with {', '.join(readers)}.")
    for key in row:
        if key not in readers:
            raise ContractError(f"{place}: the key {key!r} is unknown; known are {', '.join(readers)}.")
    return {key: read(row[key], f"{place}, key {key!r}") for key, read in readers.items() if key in row}


def reader_of(kind: type | tuple[type, ...], what: str, is_right: Callable[[Any], bool] = lambda _: True) -> Reader:
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
    """A reader of objects; an error calls what stands under a key `part`."""
    read_object = reader_of(dict, f"an object with a {part} per key")
    return lambda value, place: {
        str(name): read(item, f"{place}, {part} {name}") for name, item in read_object(value, place).items()
    }


def read_names(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ContractError(f"{place}: {value!r} is wrong: write a list of texts.")
    return tuple(value)


def names_among(known: Collection[str]) -> Reader:
    def read(value: object, place: str) -> tuple[str, ...]:
        names = read_names(value, place)
        if not set(names) <= set(known):
            unknown = ", ".join(sorted(set(names) - set(known)))
            raise ContractError(f"{place}: {unknown} is unknown; known are {', '.join(sorted(known))}.")
        return names

    return read


read_flag = reader_of(bool, "true or false")
read_sources = object_of(names_among(_SOURCES), "sources of")
read_parameters = object_of(ParameterContract.from_dict, "parameter")


def _read_values(value: object, place: str) -> tuple[str, ...]:
    texts = read_names(value, place)
    for text in texts:
        try:
            node = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError):
            node = ast.Name(text)
        if isinstance(node, ast.Name) and node.id not in TYPES:
            raise ContractError(f"{place}: {text!r} is no Python value: write a text in quotes, as {repr(text)!r}.")
    return texts


def _read_shape(value: object, place: str) -> str:
    if not isinstance(value, str) or not (value in SHAPES or "%" in value):
        raise ContractError(f"{place}: {value!r} is no shape; known are {', '.join(SHAPES)}, and formats of dates.")
    return value


def _read_characters(value: object, place: str) -> tuple[str, ...]:
    names = read_names(value, place)
    for name in names:
        if name not in CHARACTER_CLASSES and len(name) != 1:
            raise ContractError(f"{place}: {name!r} is neither one character nor of {', '.join(CHARACTER_CLASSES)}.")
    return names


_NUMBER, _LENGTH = reader_of((int, float), "a number"), reader_of(int, "a whole number")

_READERS: Mapping[str, Reader] = {
    "types": names_among(TYPES),
    "values": _read_values,
    "also": _read_values,
    **dict.fromkeys(("minimum", "maximum"), _NUMBER),
    "nonzero": read_flag,
    "shape": _read_shape,
    "templates": read_names,
    "word_forms": read_names,
    "characters": _read_characters,
    "trimmed": read_flag,
    **dict.fromkeys(("min_length", "max_length", "length_multiple"), _LENGTH),
    **dict.fromkeys(("earliest", "latest"), reader_of(str, "a text")),
    "keys": list_of(read_names, "set", "lists of keys"),
    "fields": object_of(ParameterContract.from_dict, "field"),
    **dict.fromkeys(("key", "item"), ParameterContract.from_dict),
    "items": list_of(ParameterContract.from_dict, "element", "contracts"),
    "grid": reader_of(str, " or ".join(GRIDS), GRIDS.__contains__),
    **dict.fromkeys(("distinct", "ascending", "known", "fresh"), read_flag),
    "sources": read_sources,
}


def type_name(value: Value) -> str:
    """Name of a value's type, as contracts write it."""
    if isinstance(value, Ref):
        return "object"
    return "None" if value is None else type(value).__name__


def is_number(value: Value) -> bool:
    """Whether a value is a number that contracts bound, which a `bool` is not."""
    return isinstance(value, (int, float, complex, Decimal, Fraction)) and not isinstance(value, bool)


def is_rectangular(value: Value) -> bool:
    """Whether all elements of a list are lists or tuples of one length."""
    return all(isinstance(row, (list, tuple)) for row in value) and len({len(row) for row in value}) <= 1


def described_sources(sources: Collection[str]) -> str:
    """Where a rule comes from, as the end of a sentence."""
    return " and ".join(text for name, text in _SOURCES.items() if name in sources) or _SOURCES["author"]


def first_fault(contract: ParameterContract, value: Value, place: str, mentioned: Collection[str]) -> str | None:
    """The first rule that a value breaks, as a sentence about `place`; `mentioned` are earlier values as written."""
    if contract.also and write_value(value) in contract.also:
        return None
    for rule, fault in _own_faults(contract, value, mentioned):
        return f"{place} {fault} {described_sources(contract.sources.get(rule, ()))}"
    for part, part_contract, part_place in _parts(contract, value):
        fault_of_part = first_fault(part_contract, part, f"{place}{part_place}", mentioned)
        if fault_of_part is not None:
            return fault_of_part
    return None


def _own_faults(contract: ParameterContract, value: Value, mentioned: Collection[str]) -> Iterator[tuple[str, str]]:
    name = type_name(value)
    if name not in contract.types and not (name == "int" and "float" in contract.types):
        yield "types", f"is {' or '.join(contract.types) or 'never given'}"
        return
    if value is None or isinstance(value, Ref):
        return
    if contract.values and write_value(value) not in contract.values:
        yield "values", f"is one of {', '.join(contract.values)}"
    if is_number(value):
        yield from _number_faults(contract, value)
    elif isinstance(value, str):
        yield from _text_faults(contract, value)
    elif isinstance(value, (datetime.date, datetime.time)):
        yield from _moment_faults(contract, value)
    if isinstance(value, (str, bytes, list, tuple, set, frozenset, dict)):
        yield from _length_faults(contract, len(value))
    if (
        isinstance(value, dict)
        and contract.keys
        and tuple(sorted(map(str, value))) not in {tuple(sorted(keys)) for keys in contract.keys}
    ):
        yield "keys", f"has the keys {' or '.join(', '.join(keys) for keys in contract.keys)}"
    if isinstance(value, (list, tuple)):
        yield from _order_faults(contract, value)
    if contract.known and write_value(value) not in mentioned:
        yield "known", "is a value that an earlier step was given"
    if contract.fresh and write_value(value) in mentioned:
        yield "fresh", "is a value that no earlier step was given"


def _number_faults(contract: ParameterContract, value: Any) -> Iterator[tuple[str, str]]:
    parts = (value.real, value.imag) if isinstance(value, complex) else (value,)
    if not all(map(math.isfinite, parts)):
        yield "types", "is finite"
        return
    if contract.minimum is not None and any(part < contract.minimum for part in parts):
        yield "minimum", f"is at least {contract.minimum}"
    if contract.maximum is not None and any(part > contract.maximum for part in parts):
        yield "maximum", f"is at most {contract.maximum}"
    if contract.nonzero and value == 0:
        yield "nonzero", "is not 0"


def _text_faults(contract: ParameterContract, value: str) -> Iterator[tuple[str, str]]:
    if not value:
        return
    if contract.shape and not matches_shape(value, contract.shape):
        yield "shape", f"has the shape {contract.shape}"
    if contract.templates and template_of(value) not in contract.templates:
        yield "templates", f"has the form {' or '.join(contract.templates)}"
    if contract.word_forms and not word_forms_of(value) <= set(contract.word_forms):
        yield "word_forms", f"has words of the forms {' '.join(contract.word_forms)}"
    if contract.characters:
        tests = [CHARACTER_CLASSES[name] for name in contract.characters if name in CHARACTER_CLASSES]
        if not all(char in contract.characters or any(is_in(char) for is_in in tests) for char in value):
            shown = (c if c in CHARACTER_CLASSES or c.isprintable() else repr(c) for c in contract.characters)
            yield "characters", f"is made of {' '.join(shown)}"
    if contract.trimmed and not is_trimmed(value):
        yield "trimmed", "has no blank at its start or end, and no two in a row,"
    if "%" in contract.shape:
        moment = parse_moment(value, contract.shape)
        for rule, bound in (("earliest", contract.earliest), ("latest", contract.latest)):
            limit = parse_moment(bound, contract.shape)
            if moment and limit and (moment < limit if rule == "earliest" else moment > limit):
                yield rule, f"is {rule} {bound}"


def _moment_faults(contract: ParameterContract, value: Any) -> Iterator[tuple[str, str]]:
    text = value.isoformat()
    if contract.earliest and text < contract.earliest:
        yield "earliest", f"is earliest {contract.earliest}"
    if contract.latest and text > contract.latest:
        yield "latest", f"is latest {contract.latest}"


def _length_faults(contract: ParameterContract, length: int) -> Iterator[tuple[str, str]]:
    if contract.min_length is not None and length < contract.min_length:
        yield "min_length", "is not empty" if contract.min_length == 1 else f"has at least {contract.min_length} parts"
    if contract.max_length is not None and length > contract.max_length:
        yield "max_length", f"has at most {contract.max_length} parts"
    if length % contract.length_multiple:
        yield "length_multiple", f"has a length that is a multiple of {contract.length_multiple}"


def _order_faults(contract: ParameterContract, value: Any) -> Iterator[tuple[str, str]]:
    texts = [write_value(item) for item in value]
    if contract.distinct and len(set(texts)) < len(texts):
        yield "distinct", "has no element twice"
    try:
        if contract.ascending and list(value) != sorted(value):
            yield "ascending", "is in ascending order"
    except TypeError:
        yield "ascending", "has elements of one type"
    if contract.grid and not is_rectangular(value):
        yield "grid", "has rows of one length"
    elif contract.grid == "square" and value and len(value) != len(value[0]):
        yield "grid", "has as many rows as columns"


def _parts(contract: ParameterContract, value: Value) -> Iterator[tuple[Value, ParameterContract, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if contract.key is not None:
                yield key, contract.key, f"'s key {key!r}"
            of_item = contract.fields.get(key, contract.item) if isinstance(key, str) else contract.item
            if of_item is not None:
                yield item, of_item, f"[{key!r}]"
    elif isinstance(value, tuple) and contract.items and len(contract.items) == len(value):
        yield from ((item, contract.items[number], f"[{number}]") for number, item in enumerate(value))
    elif isinstance(value, (list, tuple)) and contract.item is not None:
        yield from ((item, contract.item, f"[{number}]") for number, item in enumerate(value))
    elif isinstance(value, (set, frozenset)) and contract.item is not None:
        yield from ((item, contract.item, "'s element") for item in sorted(value, key=write_value))
