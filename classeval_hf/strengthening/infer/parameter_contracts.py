"""Contracts of arguments: [`ParameterContract`], its reader, and the check of a value."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from classeval_hf.strengthening.infer import rules
from classeval_hf.strengthening.infer.container_rules import RECORDS, ROWS, SIZED
from classeval_hf.strengthening.infer.text_rules import MOMENTS, TEXTS
from classeval_hf.strengthening.record.values import Value, write_value

# In the order of checking.
KINDS = (rules.ANY, rules.GIVEN, rules.NUMBERS, TEXTS, MOMENTS, SIZED, RECORDS, ROWS, rules.MENTIONS)
_KEYS = (
    *("types", "values", "also", "minimum", "maximum", "nonzero", "shape", "templates", "word_forms", "characters"),
    *("trimmed", "min_length", "max_length", "length_multiple", "earliest", "latest", "keys"),
    *("fields", "key", "item", "items", "grid", "distinct", "ascending", "known", "fresh"),
)  # names of rules, in the order of the JSON


@dataclass(frozen=True)
class ParameterContract:
    """What a value must be to be legal: demands by name of the rule, and contracts of its parts."""

    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)  # by name of the rule

    def __post_init__(self) -> None:
        """Sorts the rules and drops those that demand nothing; without types, no value is legal."""
        given = {"types": (), **self.rules}
        kept = {"types", *(name for name, value in given.items() if _demands(name, value))}
        object.__setattr__(self, "rules", {name: given[name] for name in _KEYS if name in kept})

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data: the rules that demand something, and their sources."""
        row = {**self.rules, "sources": self.sources}
        return {name: rules.plain(value) for name, value in row.items() if _demands(name, value)}

    @classmethod
    def from_dict(cls, row: object, place: str = "contract") -> "ParameterContract":
        """Reads the output of [`ParameterContract.to_dict`] or an author's; errors name `place`."""
        read = rules.read_keys(row, place, _READERS)
        return cls(read, read.pop("sources", {}))


def _demands(name: str, value: Any) -> bool:
    is_empty = not value and isinstance(value, (bool, str, tuple, Mapping))
    return not is_empty and (name, value) != ("length_multiple", 1)


_PARTS: dict[str, rules.Reader] = {
    "fields": rules.object_of(ParameterContract.from_dict, "field"),  # by key of a record
    "key": ParameterContract.from_dict,  # the keys of a map
    "item": ParameterContract.from_dict,  # the elements, and the values of a map
    "items": rules.list_of(ParameterContract.from_dict, "element", "contracts"),  # the elements of a tuple, by place
}
read_parameters = rules.object_of(ParameterContract.from_dict, "parameter")
_BY_NAME = _PARTS | {rule.name: rule.read for kind in KINDS for rule in kind.rules}
_READERS = {name: _BY_NAME[name] for name in _KEYS} | {"sources": rules.read_sources}


def first_fault(contract: ParameterContract, value: Value, place: str, mentioned: Collection[str]) -> str | None:
    """The first rule that a value breaks, as a sentence about `place`; `mentioned` are earlier values, as written."""
    demands = contract.rules
    if "also" in demands and write_value(value) in demands["also"]:
        return None
    context = rules.Context(demands, mentioned)
    for kind in KINDS:
        if kind.includes(value):
            for rule in kind.rules:
                if rule.name in demands and not rule.check(demands[rule.name], value, context):
                    source = rules.described_sources(contract.sources.get(rule.name, ()))
                    return f"{place} {rule.words.format(rule.shown(demands[rule.name]))} {source}"
    for part, part_contract, where in _parts(demands, value):
        if part_contract is not None and (fault := first_fault(part_contract, part, f"{place}{where}", mentioned)):
            return fault
    return None


def _parts(demands: Mapping[str, Any], value: Value) -> Iterator[tuple[Value, ParameterContract | None, str]]:
    """The parts of a value, each with contract and place."""
    item = demands.get("item")
    if isinstance(value, dict):
        for key, part in value.items():
            yield key, demands.get("key"), f"'s key {key!r}"
            yield part, demands.get("fields", {}).get(key, item), f"[{key!r}]"
    elif isinstance(value, (list, tuple)):
        items = demands.get("items", ()) if isinstance(value, tuple) else ()
        for number, part in enumerate(value):
            yield part, items[number] if len(items) == len(value) else item, f"[{number}]"
    elif isinstance(value, (set, frozenset)):
        yield from ((part, item, "'s element") for part in sorted(value, key=write_value))


def described(contract: ParameterContract, value: Value) -> str:
    """Describes for a report what the contract says about a legal value, and why."""
    text, demands = write_value(value), contract.rules
    if text in demands.get("also", ()) or text in demands.get("values", ()):
        return "a value of the tests"
    parts = [" or ".join(demands["types"])]
    if "minimum" in demands or "maximum" in demands:
        parts.append(f"from {demands.get('minimum')} to {demands.get('maximum')}")
    if "shape" in demands or "templates" in demands:
        parts.append(f"of the form {demands.get('shape') or ' or '.join(demands['templates'])}")
    if "keys" in demands:
        parts.append(f"with the keys {' or '.join(', '.join(keys) for keys in demands['keys'])}")
    if "min_length" in demands:
        parts.append(f"of a length from {demands['min_length']} to {demands.get('max_length')}")
    if "known" in demands:
        parts.append("that an earlier step was given")
    sources = sorted({name for names in contract.sources.values() for name in names})
    return f"{' '.join(parts)} ({', '.join(sources)})"
