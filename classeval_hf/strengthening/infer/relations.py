"""Relations between arguments of a call, the constructor, and an earlier call of another method with the same first
argument: `start < end`, `len(xs) == len(ys)`, `index < new.limit`, `amount < add.amount`."""

import datetime
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any

from classeval_hf.strengthening.infer.inference_hints import NAMED, words_of
from classeval_hf.strengthening.infer.text_rules import moment_of
from classeval_hf.strengthening.record.values import Value
from classeval_hf.unittest_runner.comparing import OPERATIONS

NUMBER, LENGTH, TEXT_LENGTH = "number", "length", "length of a text"
Measure = tuple[str, Any]  # kind and value
_PLACE = r"(?:\w+\.)?\*{0,2}\w+(?:\['[^']*'\]|\[\d\])?"
_RELATION = re.compile(rf"({_PLACE}|len\({_PLACE}\)) (<|<=|==|>=|>) ({_PLACE}|len\({_PLACE}\))")
_COORDINATES = re.compile(r"size|shape|dimension|pos|point|coord")
_MAX_ITEMS = 4  # maximum length of lists and tuples whose elements have a meaning by place, as coordinates


def is_relation(text: str) -> bool:
    return _RELATION.fullmatch(text) is not None


def holds(relation: str, measured: Mapping[str, Measure]) -> bool:
    """Whether a relation holds; it does if a side is missing, or both cannot be compared."""
    match = _RELATION.fullmatch(relation)
    if match is None or match[1] not in measured or match[3] not in measured:
        return True
    (kind, left), (other, right) = measured[match[1]], measured[match[3]]
    return not are_alike(kind, other) or bool(OPERATIONS[match[2]](left, right))


def are_alike(kind: str, other: str) -> bool:
    return kind == other or {kind, other} <= {NUMBER, LENGTH, TEXT_LENGTH}


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
    return moment_of(value) if isinstance(value, str) else None


_MIN_PAIRS = 3  # different pairs of values that must satisfy a relation before it is a rule
_MIN_STRANGERS = 6  # the same for names that do not suggest the relation
_ORDERED = (
    *(("start", "end"), ("begin", "end"), ("start", "stop"), ("min", "max"), ("low", "high"), ("lower", "upper")),
    *(("from", "to"), ("inner", "outer"), ("first", "last"), ("left", "right"), ("earliest", "latest"), ("m", "n")),
)  # words in names of two parameters, the smaller first

_POINTING, _NAMING, _IN_TEXT = (frozenset(NAMED[what]) for what in ("pointing", "naming", "in_text"))
_Call = tuple[Mapping[str, Value], Mapping[str, Value], Mapping[str, Value]]


def infer_relations(calls: Sequence[_Call]) -> tuple[str, ...]:
    """Relations that hold in all calls of a method."""
    per_call = [measures(*call) for call in calls]
    names = list(dict.fromkeys(name for measured in per_call for name in measured))
    relations = []
    for left, right in permutations(names, 2):
        if "." in left or (_is_earlier(right) and (right.partition(".")[2] != left)):
            continue
        pairs = [(measured[left], measured[right]) for measured in per_call if left in measured and right in measured]
        relation = _relation(left, right, pairs)
        if relation and f"{right} == {left}" not in relations:  # the same relation
            relations.append(relation)
    return tuple(sorted(relations))


def _relation(left: str, right: str, pairs: Sequence[tuple[Measure, Measure]]) -> str:
    kinds = {(first[0], second[0]) for first, second in pairs}
    if len(kinds) != 1 or not all(are_alike(*pair) for pair in kinds):
        return ""
    kind, other = kinds.pop()
    distinct = {(str(first[1]), str(second[1])) for first, second in pairs}
    values = [(first[1], second[1]) for first, second in pairs]
    are_lengths = {kind, other} <= {LENGTH, TEXT_LENGTH}
    if other in (LENGTH, TEXT_LENGTH) and all(first == second for first, second in values):
        is_rule = len(distinct) > 1 or (kind == other == LENGTH and len(pairs) >= _MIN_PAIRS)
        return f"{left} == {right}" if is_rule else ""
    if are_lengths or kind in (LENGTH, TEXT_LENGTH) or len(distinct) < _needed(left, right, kind, other):
        return ""
    for sign in ("<", "<="):
        if all(OPERATIONS[sign](*pair) for pair in values):
            return f"{left} {sign} {right}"
    return ""


def _needed(left: str, right: str, kind: str, other: str) -> float:
    """Different pairs that a relation needs: few if names suggest it, infinitely many for unlike things."""
    if _is_earlier(right):  # such as an amount taken from an amount put there before
        return 1 if kind == other == NUMBER and not _words(left) & (_NAMING | _POINTING) else float("inf")
    lefts, rights = _words(left), _words(right)
    if any(small in lefts and great in rights for small, great in _ORDERED):
        return 1
    is_pointing = bool(lefts & _POINTING)
    if kind == other == NUMBER:
        is_inside = is_pointing and right.startswith("new.")
        are_unlike = "[" in left + right or (lefts | rights) & _NAMING
        return 2 if is_inside else float("inf") if are_unlike else _MIN_STRANGERS
    if kind == NUMBER:
        return 2 if is_pointing and (other == LENGTH or lefts & _IN_TEXT) else float("inf")
    return _MIN_PAIRS if kind == other else float("inf")


def _is_earlier(place: str) -> bool:
    return "." in place and not place.startswith(("new.", "len(new."))


def _words(place: str) -> frozenset[str]:
    """Words of a record's key, or else of a parameter's name."""
    inner = place.removeprefix("len(").removeprefix("new.").rstrip(")")
    return words_of(inner.split("['")[-1].rstrip("']") if "['" in inner else inner.split("[")[0])
