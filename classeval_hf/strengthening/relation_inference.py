"""Relations between arguments, inferred from the calls that were seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from classeval_hf.strengthening.inference_hints import words_of
from classeval_hf.strengthening.relations import LENGTH, NUMBER, OPERATORS, TEXT_LENGTH, Measure, are_alike, measures
from classeval_hf.strengthening.values import Value

_MIN_PAIRS = 3  # different pairs of values in which a relation must hold to be taken for a rule
_MIN_STRANGERS = 6  # the same where the names do not suggest one

_ORDERED = (
    *(("start", "end"), ("begin", "end"), ("start", "stop"), ("min", "max"), ("low", "high"), ("lower", "upper")),
    *(("from", "to"), ("inner", "outer"), ("first", "last"), ("left", "right"), ("earliest", "latest"), ("m", "n")),
)
"""Words in names of two parameters of which the first is the smaller, or may be."""

_POINTING = frozenset(
    {
        *("index", "idx", "row", "col", "column", "x", "y", "pos", "position", "pos1", "pos2", "i", "j", "k", "n"),
        *("m", "size", "count", "number", "page", "limit", "level", "floor", "seat", "player", "center"),
        *("diff", "dimension"),
    }
)
"""Words in names of numbers that stay below another number, or a length."""

_NAMING = frozenset({"id", "number", "no", "code", "key"})
"""Words in names of numbers that are names, of which none is greater than another."""

_IN_TEXT = frozenset({"index", "idx", "pos", "position", "i", "j", "center", "diff", "start", "end"})
"""Words in names of numbers that point into a text."""

_Call = tuple[Mapping[str, Value], Mapping[str, Value]]


def infer_relations(calls: Sequence[_Call]) -> tuple[str, ...]:
    """What holds between the arguments in all calls of a method, and those that the object was made with; see
    [`classeval_hf.strengthening.relations`]."""
    found = [measures(*call) for call in calls]
    names = list(dict.fromkeys(name for measured in found for name in measured))
    relations = []
    for left, right in permutations(names, 2):
        if left.startswith("new.") or left.startswith("len(new."):
            continue
        pairs = [(measured[left], measured[right]) for measured in found if left in measured and right in measured]
        relation = _relation(left, right, pairs)
        if relation:
            relations.append(relation)
    return tuple(sorted(_without_doubles(relations)))


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
        if all(OPERATORS[sign](*pair) for pair in values):
            return f"{left} {sign} {right}"
    return ""


def _needed(left: str, right: str, kind: str, other: str) -> float:
    """Different pairs that a relation needs: few where names suggest it, and none are enough for unlike things."""
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


def _words(place: str) -> frozenset[str]:
    """Words of a place: those of the key in a record, of the parameter else."""
    inner = place.removeprefix("len(").removeprefix("new.").rstrip(")")
    name = inner.split("['")[-1].rstrip("']") if "['" in inner else inner.split("[")[0]
    return words_of(name)


def _without_doubles(relations: Sequence[str]) -> Iterator[str]:
    """Relations without those that say again what one before says with its sides changed."""
    for number, relation in enumerate(relations):
        left, sign, right = relation.rsplit(" ", 2)
        if sign != "==" or f"{right} == {left}" not in relations[:number]:
            yield relation
