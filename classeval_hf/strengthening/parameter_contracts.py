"""What a value must be to be a legal argument: [`ParameterContract`], and how it is read from JSON. Each rule speaks
of the values it can speak of: a smallest number says nothing of a text."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.strengthening.text_shapes import CHARACTER_CLASSES, SHAPES

SOURCES = ("annotation", "docstring", "example", "tests", "author")  # where a rule may come from
GRIDS = ("rectangular", "square")  # what lists of lists may have to be

TYPES = frozenset(
    {
        *("None", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "range", "list", "tuple", "set"),
        *("frozenset", "dict", "date", "datetime", "time", "timedelta", "Decimal", "Fraction", "ndarray", "type"),
        "object",
    }
)
"""Names of types; `object` is what an earlier step returned."""


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
    fields: Mapping[str, ParameterContract] = field(default_factory=dict, hash=False)
    key: ParameterContract | None = None  # contracts of keys of a map; of its values, or of elements
    item: ParameterContract | None = None
    items: tuple[ParameterContract, ...] = ()  # contracts of the elements of a tuple, by place
    grid: str = ""  # one of `GRIDS`, for a list of lists
    distinct: bool = False  # no element comes twice; elements are in order
    ascending: bool = False
    known: bool = False  # the value stands in the arguments of an earlier step
    fresh: bool = False  # it does not
    # Per rule where it comes from, of `SOURCES`.
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def rules(self) -> dict[str, Any]:
        """The rules that demand something, by name, in their order; not `sources`."""
        default = ParameterContract()
        values = {item.name: getattr(self, item.name) for item in dataclasses.fields(self) if item.name != "sources"}
        return {name: value for name, value in values.items() if value != getattr(default, name)}

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data: the rules that demand something, and where they come from."""
        row = {name: _plain(value) for name, value in self.rules.items()}
        return row | ({"sources": {name: list(names) for name, names in self.sources.items()}} if self.sources else {})

    @classmethod
    def from_dict(cls, row: object, place: str = "contract") -> ParameterContract:
        """Reads what [`ParameterContract.to_dict`] or an author wrote; `place` says in errors what it is about."""
        if not isinstance(row, dict):
            raise ContractError(f"{place}: {row!r} is no contract: write an object such as {{'types': ['int']}}.")
        for name in row:
            if name not in _READERS and name != "sources":
                raise ContractError(f"{place}: the key {name!r} is unknown; known are {', '.join(_READERS)}, sources.")
        rules = {name: _READERS[name](row[name], f"{place}, key {name!r}") for name in _READERS if name in row}
        return cls(**rules, sources=read_sources(row.get("sources", {}), place))


def _plain(value: Any) -> Any:
    if isinstance(value, ParameterContract):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def read_sources(row: object, place: str) -> dict[str, tuple[str, ...]]:
    """Reads where the rules of a contract come from: lists of [`SOURCES`] by rule."""
    if not isinstance(row, dict):
        raise ContractError(f"{place}, key 'sources': {row!r} is no object: write {{'types': ['author']}}.")
    sources = {str(name): _read_names(names, f"{place}, sources of {name!r}") for name, names in row.items()}
    for name, names in sources.items():
        if not set(names) <= set(SOURCES):
            raise ContractError(f"{place}, sources of {name!r}: {names} are not all among {', '.join(SOURCES)}.")
    return sources


_Reader = Callable[[object, str], Any]


def _is(kind: type | tuple[type, ...], what: str) -> _Reader:
    def read(value: object, place: str) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ContractError(f"{place}: {value!r} is wrong: write {what}.")
        return value

    return read


def _read_names(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ContractError(f"{place}: {value!r} is wrong: write a list of texts.")
    return tuple(value)


def _read_types(value: object, place: str) -> tuple[str, ...]:
    names = _read_names(value, place)
    if not set(names) <= TYPES:
        known = ", ".join(sorted(TYPES))
        raise ContractError(f"{place}: {', '.join(sorted(set(names) - TYPES))}: no type; known are {known}.")
    return names


def _read_values(value: object, place: str) -> tuple[str, ...]:
    texts = _read_names(value, place)
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


def _read_grid(value: object, place: str) -> str:
    if value not in GRIDS:
        raise ContractError(f"{place}: {value!r} is wrong: write {' or '.join(GRIDS)}.")
    return str(value)


def _read_characters(value: object, place: str) -> tuple[str, ...]:
    names = _read_names(value, place)
    for name in names:
        if name not in CHARACTER_CLASSES and len(name) != 1:
            raise ContractError(f"{place}: {name!r} is neither one character nor of {', '.join(CHARACTER_CLASSES)}.")
    return names


def _read_keys(value: object, place: str) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, (list, tuple)):
        raise ContractError(f"{place}: {value!r} is wrong: write a list of lists of keys.")
    return tuple(_read_names(keys, place) for keys in value)


def _read_fields(value: object, place: str) -> dict[str, ParameterContract]:
    if not isinstance(value, dict):
        raise ContractError(f"{place}: {value!r} is wrong: write an object of contracts.")
    return {str(name): ParameterContract.from_dict(item, f"{place}, field {name!r}") for name, item in value.items()}


def _read_items(value: object, place: str) -> tuple[ParameterContract, ...]:
    if not isinstance(value, (list, tuple)):
        raise ContractError(f"{place}: {value!r} is wrong: write a list of contracts.")
    return tuple(ParameterContract.from_dict(item, f"{place}, element {number}") for number, item in enumerate(value))


_FLAG, _NUMBER = _is(bool, "true or false"), _is((int, float), "a number")
_LENGTH, _TEXT = _is(int, "a whole number"), _is(str, "a text")

_READERS: Mapping[str, _Reader] = {
    "types": _read_types,
    "values": _read_values,
    "also": _read_values,
    **dict.fromkeys(("minimum", "maximum"), _NUMBER),
    "nonzero": _FLAG,
    "shape": _read_shape,
    "templates": _read_names,
    "word_forms": _read_names,
    "characters": _read_characters,
    "trimmed": _FLAG,
    **dict.fromkeys(("min_length", "max_length", "length_multiple"), _LENGTH),
    **dict.fromkeys(("earliest", "latest"), _TEXT),
    "keys": _read_keys,
    "fields": _read_fields,
    **dict.fromkeys(("key", "item"), ParameterContract.from_dict),
    "items": _read_items,
    "grid": _read_grid,
    **dict.fromkeys(("distinct", "ascending", "known", "fresh"), _FLAG),
}
