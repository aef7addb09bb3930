"""How a value is checked against the contract of a parameter."""

from __future__ import annotations

import datetime
import math
from collections.abc import Collection, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.strengthening.parameter_contracts import ParameterContract
from classeval_hf.strengthening.text_shapes import (
    CHARACTER_CLASSES,
    is_trimmed,
    matches_shape,
    parse_moment,
    template_of,
    word_forms_of,
)
from classeval_hf.strengthening.values import Ref, Value, write_value


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
    words = {"tests": "in all tests", "docstring": "by the docstring", "annotation": "by the annotation"}
    words |= {"example": "in the docstring's examples", "author": "by its author"}
    return " and ".join(words[name] for name in words if name in sources) or words["author"]


def first_fault(contract: ParameterContract, value: Value, place: str, mentioned: Collection[str]) -> str | None:
    """The first rule that a value breaks, as the rest of a sentence; `None` if the value is legal. `place` is what it
    is called, such as `items[0]`; `mentioned` are all values in arguments of earlier steps, as they are written."""
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
    if isinstance(value, dict) and contract.keys and tuple(sorted(map(str, value))) not in map(_sorted, contract.keys):
        yield "keys", f"has the keys {' or '.join(', '.join(keys) for keys in contract.keys)}"
    if isinstance(value, (list, tuple)):
        yield from _order_faults(contract, value)
    if contract.known and write_value(value) not in mentioned:
        yield "known", "is a value that an earlier step was given"
    if contract.fresh and write_value(value) in mentioned:
        yield "fresh", "is a value that no earlier step was given"


def _sorted(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(keys))


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
            yield "characters", f"is made of {' '.join(map(_visible, contract.characters))}"
    if contract.trimmed and not is_trimmed(value):
        yield "trimmed", "has no blank at its start or end, and no two in a row,"
    if "%" in contract.shape:
        moment = parse_moment(value, contract.shape)
        for rule, bound in (("earliest", contract.earliest), ("latest", contract.latest)):
            limit = parse_moment(bound, contract.shape)
            if moment and limit and (moment < limit if rule == "earliest" else moment > limit):
                yield rule, f"is {rule} {bound}"


def _visible(char: str) -> str:
    return char if char in CHARACTER_CLASSES or char.isprintable() else repr(char)


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
