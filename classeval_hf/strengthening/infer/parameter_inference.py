"""Contracts of parameters, inferred from the values that they were given."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from classeval_hf.strengthening.infer.container_rules import are_places, are_records, have_common_keys
from classeval_hf.strengthening.infer.docstring_reading import listed_texts
from classeval_hf.strengthening.infer.inference_hints import Hints, Occurrence
from classeval_hf.strengthening.infer.parameter_contracts import KINDS, ParameterContract
from classeval_hf.strengthening.infer.rules import Found, infer_mentions, is_number, type_name
from classeval_hf.strengthening.infer.text_rules import are_closed
from classeval_hf.strengthening.record.values import Ref, Value, parts_of, write_value

_OPEN_TYPES = {
    *("None", "bool", "int", "float", "complex", "Decimal", "Fraction", "str", "list", "tuple", "set"),
    *("frozenset", "dict", "date", "datetime", "time", "object"),
}  # types of which other values than those seen can be legal


def infer_parameter(occurrences: Sequence[Occurrence], hints: Hints) -> ParameterContract:
    """Infers what a parameter may be given; all values seen keep the contract."""
    tests_only = [item for item in occurrences if not item.example]
    if len(tests_only) == len(occurrences):
        return _infer(occurrences, hints)
    contract: ParameterContract = _with_examples(_infer(occurrences, hints), _infer(tests_only, hints))
    return contract


def _with_examples(demand: Any, without: Any) -> Any:
    """A contract, or contracts, with `example` as a source of each rule that would be another without the examples."""
    if isinstance(demand, ParameterContract) and isinstance(without, ParameterContract):
        old = without.rules
        rules = {name: _with_examples(part, old.get(name)) for name, part in demand.rules.items()}
        changed = {name for name in demand.sources if demand.rules.get(name) != old.get(name)}
        sources = {
            name: (*names, "example") if name in changed and "example" not in names else names
            for name, names in demand.sources.items()
        }
        return ParameterContract(rules, sources)
    if isinstance(demand, Mapping) and isinstance(without, Mapping):
        return {name: _with_examples(part, without.get(name)) for name, part in demand.items()}
    if isinstance(demand, tuple) and isinstance(without, tuple) and len(demand) == len(without):
        return tuple(map(_with_examples, demand, without))
    return demand


def _infer(occurrences: Sequence[Occurrence], hints: Hints) -> ParameterContract:
    good = [item for item in occurrences if not _is_apart(item)]
    apart = [item for item in occurrences if _is_apart(item)]
    used = good or apart
    found = Found()
    seen = {type_name(item.value) for item in used}
    documented = set(hints.types) & ({"None"} | ({"int", "float"} if seen & {"int", "float"} else set()))
    sources = ("tests", *([hints.types_source] if seen & set(hints.types) or documented - seen else []))
    found.add("types", tuple(sorted(seen | documented)), *sources)
    if apart and good:
        found.add("also", _written(apart))
    values = [item.value for item in used]
    if _is_choice(values, hints):
        listed = [repr(text) for text in listed_texts(hints.text)] if any(isinstance(v, str) for v in values) else []
        found.add("values", tuple(sorted({*_written(used), *listed})), "tests", *(["docstring"] if listed else []))
    else:
        for kind in KINDS:
            of_kind = [value for value in values if kind.includes(value)]
            if of_kind and kind.infer is not None:
                kind.infer(found, of_kind, hints)
        _infer_parts(found, used, hints)
    infer_mentions(found, used, hints)
    return ParameterContract(found.rules, {name: found.sources[name] for name in sorted(found.sources)})


def _is_apart(item: Occurrence) -> bool:
    """Whether a value is legal as it is and tells nothing of others: what was refused, but not for its size alone."""
    if is_number(item.value):
        return item.value != item.value or item.value in (float("inf"), float("-inf"))
    return item.failed and not isinstance(item.value, Ref)


def _written(occurrences: Sequence[Occurrence]) -> tuple[str, ...]:
    return tuple(sorted({write_value(item.value) for item in occurrences}))


def _is_choice(values: Sequence[Value], hints: Hints) -> bool:
    if any(type_name(value) not in _OPEN_TYPES for value in values):
        return True
    texts = [value for value in values if isinstance(value, str)]
    if texts and (listed_texts(hints.text) or are_closed(texts, hints)):
        return True
    rows = [value for value in values if isinstance(value, (list, tuple))]
    if hints.is_a("choice") and (any(map(has_containers, rows)) or any(type_name(value) == "int" for value in values)):
        return True
    return hints.is_a("structure") and any(isinstance(value, (list, tuple, dict)) for value in values)


def has_containers(value: Value) -> bool:
    kinds = (list, tuple, set, frozenset, dict)
    return any(isinstance(part, kinds) for number, part in enumerate(parts_of(value)) if number)


def _infer_parts(found: Found, used: Sequence[Occurrence], hints: Hints) -> None:
    """Adds contracts of what is in containers."""
    rows, sets, dicts = (
        [item for item in used if isinstance(item.value, kind)] for kind in ((list, tuple), (set, frozenset), dict)
    )

    def add(name: str, containers: Sequence[Occurrence], parts_of: Callable[[Any], Iterable[Value]], key: str) -> None:
        parts = [replace(item, value=part) for item in containers for part in parts_of(item.value)]
        if parts:
            found.add(name, _infer(parts, hints.part(key)))

    if rows and are_places([item.value for item in rows]):
        places = []
        for place in zip(*([replace(item, value=part) for part in item.value] for item in rows), strict=True):
            are_numbers = all(is_number(part.value) for part in place)
            places.append(_infer(place, hints.part("position" if are_numbers else "")))
        found.add("items", tuple(places))
    else:
        add("item", rows, list, "")
    add("item", sets, lambda value: sorted(value, key=write_value), "")
    values = [item.value for item in dicts]
    if dicts and (are_records(values) or have_common_keys(values)):
        fields = {}
        for name in sorted({key for value in values for key in value}):
            parts = [replace(item, value=item.value[name]) for item in dicts if name in item.value]
            fields[name] = _infer(parts, hints.part(name))
        found.add("fields", fields)
        if not are_records(values):
            keys = tuple(sorted({repr(key) for value in values for key in value}))
            found.add("key", ParameterContract({"types": ("str",), "values": keys}))
    elif dicts:
        add("key", dicts, list, "key")
        add("item", dicts, dict.values, "")
