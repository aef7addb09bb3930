"""Contracts of classes: which call sequences are legal. They are inferred from skeleton and tests
([`classeval_hf.strengthening.contract_inference`]), written as JSON, and may be edited."""

import ast
import datetime
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.classes.runner.comparing import OPERATIONS
from classeval_hf.core.errors import UserError
from classeval_hf.strengthening import rules, sequences
from classeval_hf.strengthening.rules import CHARACTER_CLASSES, SHAPES
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Step, Value, write_value

_SOURCES = {
    **{"tests": "in all tests", "docstring": "by the docstring", "annotation": "by the annotation"},
    **{"example": "in the docstring's examples", "author": "by its author"},
}  # sources of rules, and their words in messages
Reader = Callable[[object, str], Any]  # takes a JSON value and its place, which errors name


class ContractError(UserError):
    """A contract cannot be read; the message names place, key and correct form."""


def _plain(value: Any) -> Any:
    """As JSON-able data."""
    return json.loads(json.dumps(value, default=lambda contract: contract.to_dict()))


def _read_keys(row: object, place: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise ContractError(f"{place}: {row!r} is not a contract: write an object with {', '.join(readers)}.")
    for key in row:
        if key not in readers:
            raise ContractError(f"{place}: the key {key!r} is unknown; known are {', '.join(readers)}.")
    return {key: read(row[key], f"{place}, key {key!r}") for key, read in readers.items() if key in row}


def _reader_of(kind: type | tuple[type, ...], what: str, is_right: Callable[[Any], object] = lambda _: True) -> Reader:
    def read(value: object, place: str) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool) or not is_right(value):
            raise ContractError(f"{place}: {value!r} is wrong: write {what}.")
        return value

    return read


def _list_of(read: Reader, part: str, what: str) -> Reader:
    """A reader of lists of `what`; an error calls an element `part`."""
    read_list = _reader_of((list, tuple), f"a list of {what}")
    return lambda value, place: tuple(
        read(item, f"{place}, {part} {number}") for number, item in enumerate(read_list(value, place))
    )


def _object_of(read: Reader, part: str) -> Reader:
    """A reader of objects; an error calls the value of a key `part`."""
    read_object = _reader_of(dict, f"an object with a {part} per key")
    return lambda value, place: {
        str(name): read(item, f"{place}, {part} {name}") for name, item in read_object(value, place).items()
    }


def _texts_of(what: str, is_right: Callable[[str], object] = lambda _: True) -> Reader:
    """A reader of lists of texts; `what` describes a valid one."""
    return _list_of(_reader_of(str, what, is_right), "text", "texts")


_read_names = _texts_of("a text")
_read_flag = _reader_of(bool, "true or false")
_read_text = _reader_of(str, "a text")
_read_sources = _object_of(_texts_of(f"one of {', '.join(sorted(_SOURCES))}", _SOURCES.__contains__), "sources of")


def _described_sources(sources: Mapping[str, Collection[str]], rule: str) -> str:
    """The sources of a rule, as the end of a sentence."""
    own = sources.get(rule, ())
    return " and ".join(text for name, text in _SOURCES.items() if name in own) or _SOURCES["author"]


def _is_value(text: str) -> bool:
    with suppress(SyntaxError, ValueError):
        node = ast.parse(text, mode="eval").body
        return not isinstance(node, ast.Name) or node.id in rules.TYPES
    return False


_EMPTY_TYPES = (bool, str, tuple, Mapping)  # types of rules whose empty values demand nothing; a bound may be 0
_Sources = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ParameterContract:
    """The demands on a value, by name of the rule, and contracts of its parts."""

    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sources: _Sources = field(default_factory=dict, hash=False)  # by name of the rule

    def __post_init__(self) -> None:
        """Sorts the rules and drops those that demand nothing; without types, no value is legal."""
        kept = {name: self.rules[name] for name in _READERS if name in self.rules}
        demanding = {name: rule for name, rule in kept.items() if rule or not isinstance(rule, _EMPTY_TYPES)}
        object.__setattr__(self, "rules", {"types": (), **demanding})

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data: the rules that demand something, and their sources."""
        row = {**self.rules, "sources": self.sources}
        return {name: _plain(value) for name, value in row.items() if value not in ((), {})}

    @classmethod
    def from_dict(cls, row: object, place: str = "contract") -> "ParameterContract":
        """Reads the output of [`ParameterContract.to_dict`] or an author's; errors name `place`."""
        read = _read_keys(row, place, _READERS)
        return cls(read, read.pop("sources", {}))


_Parameters = Mapping[str, ParameterContract]
_read_part = ParameterContract.from_dict
_read_parameters = _object_of(_read_part, "parameter")
_READERS: Mapping[str, Reader] = {
    "types": _texts_of(f"one of {', '.join(sorted(rules.TYPES))}", rules.TYPES.__contains__),  # of a value
    # Values as Python writes them: all legal ones, and those that are legal even if they break another rule.
    **dict.fromkeys(("values", "also"), _texts_of("a Python value, and texts in quotes: \"'abc'\"", _is_value)),
    **dict.fromkeys(("minimum", "maximum"), _reader_of((int, float), "a number")),
    "nonzero": _read_flag,
    "shape": _reader_of(
        str, f"one of {', '.join(SHAPES)}, or a format of dates", lambda text: text in SHAPES or "%" in text
    ),
    **dict.fromkeys(("templates", "word_forms"), _read_names),
    "characters": _texts_of(
        f"one character, or one of {', '.join(CHARACTER_CLASSES)}",
        lambda name: len(name) == 1 or name in CHARACTER_CLASSES,
    ),
    "trimmed": _read_flag,
    **dict.fromkeys(("min_length", "max_length", "length_multiple"), _reader_of(int, "a whole number")),
    **dict.fromkeys(("earliest", "latest"), _read_text),
    "keys": _list_of(_read_names, "set", "lists of keys"),  # the legal sets of keys
    "fields": _object_of(_read_part, "field"),  # by key of a record
    "key": _read_part,  # the keys of a map
    "item": _read_part,  # the elements, and the values of a map
    "items": _list_of(_read_part, "element", "contracts"),  # the elements of a tuple, by place
    "grid": _reader_of(str, "rectangular or square", ("rectangular", "square").__contains__),  # of a list of lists
    **dict.fromkeys(("distinct", "ascending", "known", "fresh"), _read_flag),
    "sources": _read_sources,
}  # per rule, in the order of the JSON


def first_fault(contract: ParameterContract, value: Value, place: str, mentioned: Collection[str]) -> str | None:
    """The first rule that a value breaks, as a sentence about `place`; `mentioned` are earlier values, as written."""
    demands = contract.rules
    if "also" in demands and write_value(value) in demands["also"]:
        return None
    context = rules.Context(demands, mentioned)
    for rule in (rule for kind in rules.KINDS if kind.includes(value) for rule in kind.rules if rule.name in demands):
        if not rule.check(demands[rule.name], value, context):
            source = _described_sources(contract.sources, rule.name)
            return f"{place} {rule.words.format(rule.shown(demands[rule.name]))} {source}"
    parts: list[tuple[Value, ParameterContract | None, str]] = []  # each with contract and place
    item = demands.get("item")
    if isinstance(value, dict):
        for key, part in value.items():
            parts.append((key, demands.get("key"), f"'s key {key!r}"))
            parts.append((part, demands.get("fields", {}).get(key, item), f"[{key!r}]"))
    elif isinstance(value, (list, tuple)):
        items = demands.get("items", ()) if isinstance(value, tuple) else ()
        contracts = items if len(items) == len(value) else [item] * len(value)
        parts = [(part, contracts[number], f"[{number}]") for number, part in enumerate(value)]
    elif isinstance(value, (set, frozenset)):
        parts = [(part, item, "'s element") for part in sorted(value, key=write_value)]
    for part, part_contract, where in parts:
        if part_contract is not None and (fault := first_fault(part_contract, part, f"{place}{where}", mentioned)):
            return fault
    return None


NUMBER, LENGTH, TEXT_LENGTH = "number", "length", "length of a text"
COUNTED = {NUMBER, LENGTH, TEXT_LENGTH}  # kinds that can be compared with each other
Measure = tuple[str, Any]  # kind and value
_PLACE = r"(?:\w+\.)?\*{0,2}\w+(?:\['[^']*'\]|\[\d\])?"
_RELATION = re.compile(rf"({_PLACE}|len\({_PLACE}\)) (<|<=|==|>=|>) ({_PLACE}|len\({_PLACE}\))")
_COORDINATES = re.compile(r"size|shape|dimension|pos|point|coord")
_MAX_ITEMS = 4  # maximum length of lists and tuples whose elements have a meaning by place, as coordinates


def measures(
    arguments: Mapping[str, Value], constructor: Mapping[str, Value], earlier: Mapping[str, Value]
) -> dict[str, Measure]:
    """Everything comparable in a call, by its name in relations; `constructor` has the object's arguments."""
    measured: dict[str, Measure] = {}
    for prefix, values in (("", arguments), ("new.", constructor), ("", earlier)):
        for name, value in values.items():
            place = f"{prefix}{name}"
            if (single := _measure(value)) is not None:
                measured[place] = single
            if isinstance(value, (str, list, tuple, dict, set, frozenset)):
                measured[f"len({place})"] = TEXT_LENGTH if isinstance(value, str) else LENGTH, len(value)
            parts: list[tuple[str, Value]] = []
            if isinstance(value, dict):
                keys = [key for key in value if isinstance(key, str) and "'" not in key]
                parts = [(f"{place}['{key}']", value[key]) for key in keys]
            elif isinstance(value, tuple) or (isinstance(value, list) and _COORDINATES.search(place.lower())):
                parts = [(f"{place}[{number}]", item) for number, item in enumerate(value) if len(value) <= _MAX_ITEMS]
            measured.update((name, found) for name, item in parts if (found := _measure(item)) is not None)
    return measured


def _measure(value: Value) -> Measure | None:
    if isinstance(value, (int, float, Decimal, Fraction)) and not isinstance(value, bool):
        return NUMBER, value
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return type(value).__name__, value
    forms = rules.MOMENT_FORMATS if isinstance(value, str) and value[:1].isdigit() else ()
    moments = ((form, rules.parse_moment(value, form)) for form in forms)
    return next((found for found in moments if found[1] is not None), None)


CONSTRUCTOR = "__init__"  # name of the constructor in a contract
CONTRACT_SCHEMA = 1  # version of the JSON


@dataclass(frozen=True)
class MethodContract:
    # Parameters in order, without `self`, `*args` and `**options` with stars; those after a star are given by name.
    parameters: _Parameters = field(default_factory=dict, hash=False)
    optional: tuple[str, ...] = ()  # parameters with a default
    on: tuple[str, ...] = ("object",)  # `object` for its objects, `class` for the class itself
    after: tuple[str, ...] = ()  # methods that must be called on the object before; `x =` means setting `x`
    relations: tuple[str, ...] = ()  # relations between arguments, such as `start < end`
    made_with: _Parameters = field(default_factory=dict, hash=False)  # further demands on the constructor's arguments
    once: bool = False  # it is not called twice on an object with the same arguments
    # Nor with the same first argument and different others: it may replace the earlier value, add to it, or keep it.
    once_per_key: bool = False
    raises: tuple[str, ...] = ()  # exceptions that it may raise
    unchanged_after: tuple[str, ...] = ()  # exceptions that change nothing, after which a sequence continues
    sources: _Sources = field(default_factory=dict, hash=False)  # by name of the field, or by relation

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data, without empty fields."""
        row = {name: getattr(self, name) for name in _METHOD_READERS}
        return {name: _plain(value) for name, value in row.items() if value or name in ("parameters", "on")}

    @classmethod
    def from_dict(cls, row: object, place: str = "method") -> "MethodContract":
        """Reads the output of [`MethodContract.to_dict`] or an author's; a [`ContractError`] names the mistake."""
        method = cls(**_read_keys(row, place, _METHOD_READERS))
        known = ", ".join(method.parameters)
        for name in method.optional:
            if name not in method.parameters:
                raise ContractError(f"{place}, key 'optional': {name!r} is unknown; the parameters are {known}.")
        return method


_METHOD_READERS: Mapping[str, Reader] = {
    "parameters": _read_parameters,
    "on": _texts_of("one of class, object", ("class", "object").__contains__),
    **dict.fromkeys(("optional", "after"), _read_names),
    "relations": _texts_of("a relation such as 'start < end'", _RELATION.fullmatch),
    **dict.fromkeys(("raises", "unchanged_after"), _read_names),
    "made_with": _read_parameters,
    **dict.fromkeys(("once", "once_per_key"), _read_flag),
    "sources": _read_sources,
}


@dataclass(frozen=True)
class ClassContract:
    class_name: str
    methods: Mapping[str, MethodContract] = field(default_factory=dict, hash=False)  # with the constructor
    attributes: _Parameters = field(default_factory=dict, hash=False)  # attributes that may be set, and their values
    reads: tuple[str, ...] = ()  # attributes that may be read
    min_objects: int = 0  # objects that a sequence makes
    max_objects: int = 1
    sources: _Sources = field(default_factory=dict, hash=False)  # of `reads`, `min_objects` and `max_objects`
    # The legal beginnings of objects with several attributes set, or a container: all steps up to the last attribute,
    # such as `Box(3)`, `it.x = [1]`; empty if nothing is demanded.
    settings: tuple[tuple[str, ...], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        row = {name: getattr(self, name, CONTRACT_SCHEMA) for name in _CLASS_READERS}
        return {name: _plain(value) for name, value in row.items() if value or name != "settings"}

    @classmethod
    def from_dict(cls, row: object) -> "ClassContract":
        """Reads the output of [`ClassContract.to_dict`] or an author's; a [`ContractError`] names place and key."""
        name = row.get("class_name") if isinstance(row, dict) else None
        if not isinstance(name, str) or not name:
            raise ContractError("A class's contract needs 'class_name', a text.")
        read = _read_keys(row, f"Contract of {name}", _CLASS_READERS)
        read.pop("schema", None)
        return cls(**read)


_CLASS_READERS: Mapping[str, Reader] = {
    "schema": _reader_of(int, str(CONTRACT_SCHEMA), lambda value: value == CONTRACT_SCHEMA),
    "class_name": _read_text,
    **dict.fromkeys(("min_objects", "max_objects"), _reader_of(int, "a whole number from 0", lambda size: size >= 0)),
    "methods": _object_of(MethodContract.from_dict, "method"),
    "attributes": _object_of(_read_part, "attribute"),
    "reads": _read_names,
    "settings": _list_of(_read_names, "lines", "lists of lines"),
    "sources": _read_sources,
}


def bind(contract: MethodContract, step: Step) -> dict[str, Value] | str:
    """The arguments of a step by parameter, or the reason why they do not fit the method."""
    names = list(contract.parameters)
    star = next((number for number, name in enumerate(names) if name.startswith("*")), len(names))
    bound = dict(zip(names[:star], step.arguments, strict=False))
    options = {name: value for name, value in step.keywords if name not in contract.parameters}
    if rest := step.arguments[star:]:
        if star == len(names) or names[star].startswith("**"):
            return f"at most {star} arguments are given by place"
        bound[names[star]] = rest
    for name, value in step.keywords:
        if name in bound:
            return f"{name} is given once"
        bound |= {name: value} if name not in options else {}
    if options:
        if not names or not names[-1].startswith("**"):
            return f"it has no parameter {', '.join(options)}"
        bound[names[-1]] = options
    needed = (name for name in names if not name.startswith("*") and name not in contract.optional)
    missing = ", ".join(name for name in needed if name not in bound)
    return f"{missing} must be given" if missing else bound


def breach(contract: ClassContract, sequence: CallSequence) -> str | None:
    """The first rule that a sequence breaks, as a sentence; `None` if it is legal."""
    if not sequence.is_sound():
        return "the sequence uses a result that no earlier step returns, or holds a value that cannot be written"
    made = sum(step.action == "new" for step in sequence.steps)
    if not contract.min_objects <= made <= contract.max_objects:
        return f"{made} objects are made, and from {contract.min_objects} to {contract.max_objects} in all tests"
    for lines in settings_of(sequence, contract.class_name) if contract.settings else ():
        if lines not in contract.settings:
            return f"{'; '.join(lines)}: no test sets the attributes of an object in this way"
    history = CallHistory()
    for number, step in enumerate(sequence.steps):
        if step.action == "new":
            history.done[number] = []
        if fault := next(_faults(contract, history, number, step), None):
            return fault
        history.add(step)
    return None


def settings_of(sequence: CallSequence, class_name: str) -> list[tuple[str, ...]]:
    """The steps on an object up to each assignment to an attribute that a call follows, or that is the last."""
    done, last = dict[int, list[str]](), dict[int, tuple[str, ...]]()
    found: list[tuple[str, ...]] = []
    for number, step in enumerate(sequence.steps):
        made = number if step.action == "new" else step.target
        if step.action == "call" and made in last:
            found.append(last[made])
        if step.action != "get":
            names = dict.fromkeys(range(number), "another") | {made: "it"}
            done.setdefault(made, []).append(sequences.write_step(step, class_name, names))
        if step.action == "set":
            last[made] = tuple(done[made])
    return list(dict.fromkeys((*found, *last.values())))


@dataclass
class CallHistory:
    """Arguments and actions of earlier steps of a sequence, by the step that made the object."""

    mentioned: set[str] = field(default_factory=set)  # all values in arguments, as written
    made_with: dict[int, Mapping[str, Value]] = field(default_factory=dict)
    done: dict[int, list[str]] = field(default_factory=dict)  # methods called, and attributes set (as `x =`)
    _called: dict[tuple[int, str], set[str]] = field(default_factory=dict)
    _given: dict[tuple[int, str], dict[str, Value]] = field(default_factory=dict)

    def note(
        self, method: MethodContract, step: Step, bound: Mapping[str, Value], defaults: Mapping[str, Value]
    ) -> tuple[dict[str, Value], bool, bool]:
        """Notes a call; returns arguments of earlier calls of other methods with the same first (`add.amount`),
        whether it was made before, and whether one with only the same first argument was."""
        arguments = {**bound, **defaults}
        given = self._given.setdefault((step.target, next(map(write_value, arguments.values()), "")), {})
        earlier = {name: value for name, value in given.items() if not name.startswith(f"{step.name}.")}
        given.update((f"{step.name}.{name}", value) for name, value in arguments.items())
        texts = {name: write_value(bound[name]) for name in method.parameters if name in bound}
        key, written = f"{step.name}({next(iter(texts.values()), '')})", f"{step.name}({texts})"
        same_key = self._called.setdefault((step.target, key), set())
        before = written in same_key, bool(same_key - {written})
        same_key.add(written)
        return earlier if step.action == "call" else {}, *before

    def add(self, step: Step) -> None:
        for part in (part for value in step.values for part in sequences.parts_of(value)):
            with suppress(sequences.UnwritableError):
                self.mentioned.add(write_value(part))
        if step.action != "get":
            self.done.setdefault(step.target, []).append(step.name + " =" * (step.action == "set"))


def _faults(contract: ClassContract, history: CallHistory, number: int, step: Step) -> Iterator[str]:
    """The rules that a step breaks after legal steps; only the first sentence is valid."""
    name, method = step.name or CONSTRUCTOR, contract.methods.get(step.name or CONSTRUCTOR)
    if step.action == "get":
        if step.name not in contract.reads:
            yield f"{step.name} is read in no test"
        return
    if step.action == "set":
        attribute = contract.attributes.get(step.name)
        if attribute is None:
            yield f"{step.name} is set in no test"
        elif fault := first_fault(attribute, step.arguments[0], step.name, history.mentioned):
            yield f"{sequences.write_step(step, contract.class_name)}: {fault}"
        return
    if method is None:
        yield f"{name} is not a method of the skeleton that tests call"
        return
    done, made_with = history.done.get(step.target, []), history.made_with.get(step.target, {})
    if step.action == "call":
        if ("class" if step.target == CLASS else "object") not in method.on:
            yield f"{name} is not called on {'the class' if step.target == CLASS else 'an object'} in any test"
        if step.target not in (CLASS, *history.done):
            yield f"{name} is called on something other than an object of the sequence"
        if missing := ", ".join(other for other in method.after if other not in done):
            yield f"{name} is called after {missing} {_described_sources(method.sources, 'after')}"
        for parameter in filter(made_with.__contains__, method.made_with):
            value = made_with[parameter]
            if fault := first_fault(method.made_with[parameter], value, parameter, ()):
                yield f"{name} on an object made with {parameter}={write_value(value)}: {fault}"
    bound = bind(method, step)
    if isinstance(bound, str):
        yield f"{name}: {bound}"
        return
    for parameter, value in bound.items():
        if fault := first_fault(method.parameters[parameter], value, parameter, history.mentioned):
            yield f"{name}({parameter}={write_value(value)}): {fault}"
    defaults = {parameter: 0 for parameter in method.optional if parameter not in bound}  # unknown: the least
    earlier, repeated, same_key_repeated = history.note(method, step, bound, defaults)
    measured = measures(bound, made_with, earlier)
    for relation in method.relations:  # it holds if a side is missing, or both cannot be compared
        match = _RELATION.fullmatch(relation)
        if match is None or match[1] not in measured or match[3] not in measured:
            continue
        (kind, left), (other, right) = measured[match[1]], measured[match[3]]
        if (kind == other or {kind, other} <= COUNTED) and not OPERATIONS[match[2]](left, right):
            shown = ", ".join(f"{key}={write_value(value)}" for key, value in bound.items())
            yield f"{name}({shown}): {relation} {_described_sources(method.sources, relation)}"
    if step.action == "new":
        history.made_with[number] = bound
        return
    again = f"{name} is not called again on an object with the same"
    if method.once and repeated:
        yield f"{again} arguments {_described_sources(method.sources, 'once')}"
    if method.once_per_key and same_key_repeated:
        yield f"{again} first argument and others {_described_sources(method.sources, 'once_per_key')}"


def why_legal(contract: ClassContract, sequence: CallSequence, results: Sequence[sequences.StepResult] = ()) -> str:
    """The reasons why a sequence with these results is legal, as short sentences for a report."""
    sentences = []
    for number, step in enumerate(sequence.steps):
        method = contract.methods.get(step.name or CONSTRUCTOR)
        bound = bind(method, step) if method is not None and step.action in ("new", "call") else {}
        if method is None or isinstance(bound, str):
            continue
        for parameter, value in bound.items():
            demands, text = method.parameters[parameter].rules, write_value(value)
            what = "a value of the tests"
            if text not in demands.get("also", ()) and text not in demands.get("values", ()):
                parts = [" or ".join(demands["types"])]
                if "minimum" in demands or "maximum" in demands:
                    parts.append(f"from {demands.get('minimum')} to {demands.get('maximum')}")
                if "shape" in demands or "templates" in demands:
                    parts.append(f"of the form {demands.get('shape') or ' or '.join(demands['templates'])}")
                if "keys" in demands:
                    parts.append(f"with the keys {' or '.join(', '.join(keys) for keys in demands['keys'])}")
                if "min_length" in demands:
                    parts.append(f"of a length from {demands['min_length']} to {demands.get('max_length')}")
                parts += ["that an earlier step was given"] * ("known" in demands)
                sources = {name for names in method.parameters[parameter].sources.values() for name in names}
                what = f"{' '.join(parts)} ({', '.join(sorted(sources))})"
            sentences.append(f"{step.name or contract.class_name}: {parameter}={text} is {what}.")
        if error := results[number].error if number < len(results) - 1 else "":
            shown_by = _described_sources(method.sources, "unchanged_after")
            sentences.append(f"{step.name}: a call that raises {error} changes nothing {shown_by}.")
    return " ".join(dict.fromkeys(sentences)) or "All of it stands in the tests: no step has arguments."
