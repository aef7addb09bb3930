"""Mutation of call sequences: of arguments, as in EvalPlus, and of calls; contracts decide what is legal.
`benchmarks/strengthening.py` says what each does, and where it comes from."""

import datetime
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from classeval_hf.strengthening.infer.text_rules import template_of
from classeval_hf.strengthening.record.sequences import (
    CLASS,
    MAX_STEPS,
    CallSequence,
    Step,
    cut,
    renumbered,
    write_step,
)
from classeval_hf.strengthening.record.values import UnwritableError, Value, parts_of, references, write_value

SEARCH = 3  # version of the set of mutations, which recipes name: it determines what a number makes
_TRIES = 8
_NOTED = 6  # how many times more often a word that a docstring says to note is put into a text than any other


@dataclass(frozen=True)
class Corpus:
    """Values and calls in the seeds of a task, for mutations that reuse them."""

    seeds: tuple[CallSequence, ...]
    # Values of each parameter, by action, name of the method, and position or keyword.
    values: Mapping[tuple[str, str, str], tuple[Value, ...]] = field(default_factory=dict)
    of_types: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # all values by name of their type
    calls: tuple[Step, ...] = ()  # distinct calls and reads of attributes that use no result but their object
    observers: tuple[Step, ...] = ()  # calls without arguments on an object that change none
    words: tuple[str, ...] = ()  # words of all texts, their letters, and words that docstrings say to note

    @classmethod
    def of(
        cls,
        seeds: Sequence[CallSequence],
        changing: Collection[str] = (),
        examples: Sequence[CallSequence] = (),
        words: tuple[str, ...] = (),
    ) -> "Corpus":
        """Collects distinct values and calls of seeds, then of examples in docstrings, in order."""
        values: dict[tuple[str, str, str], dict[str, Value]] = {}
        calls: dict[str, Step] = {}
        for seed in (*seeds, *examples):
            for step in seed.steps:
                for parameter, value in zip(_parameters(step), step.values, strict=True):
                    if not _refers(value):
                        values.setdefault(parameter, {}).setdefault(write_value(value), value)
                if step.action in ("call", "get") and not any(map(_refers, step.values)):
                    call = replace(step, target=CLASS if step.target == CLASS else 0)
                    calls.setdefault(write_step(call, "C"), call)
        distinct = {parameter: tuple(items.values()) for parameter, items in values.items()}
        all_values = {text: value for items in values.values() for text, value in items.items()}
        of_types = {
            kind: tuple(value for value in all_values.values() if type(value).__name__ == kind)
            for kind in dict.fromkeys(type(value).__name__ for value in all_values.values())
        }
        texts = of_types.get("str", ())
        parts = dict.fromkeys(part for text in texts for part in (*text.split(), *re.findall("[A-Za-z]+", text)))
        observers = [call for call in calls.values() if call.target != CLASS and not call.values]
        reading = tuple(call for call in observers if call.action == "get" or call.name not in changing)
        return cls(tuple(seeds), distinct, of_types, tuple(calls.values()), reading, (*parts, *words * _NOTED))


def mutate_sequence(seed: CallSequence, corpus: Corpus, rng: Random, steps: int) -> CallSequence | None:
    """Mutates a sequence up to `steps` times, the same for equal states of `rng`; `None` if the result is not new."""
    calls, names = seed.steps, []
    for _ in range(rng.randint(1, steps)):
        changed = None
        for _ in range(_TRIES):
            of_argument = rng.random() < _ARGUMENT_SHARE
            mutation = _mutate_argument if of_argument else _OF_SEQUENCES[rng.randrange(len(_OF_SEQUENCES))]
            changed = mutation(calls, corpus, rng)
            if changed is not None:
                break
        if changed is not None:
            calls = changed[0]
            names.append(changed[1])
    # It tests the seed's method, unless it calls methods that no test of that one calls.
    known = {step.name for other in corpus.seeds if other.method == seed.method for step in other.steps}
    method = seed.method if {step.name for step in calls} <= known else ""
    mutated = CallSequence(calls, method, seed.hash, tuple(names), seed.goes_on)
    if len(calls) > MAX_STEPS or not mutated.is_sound() or mutated.lines("C") == seed.lines("C"):
        return None
    return mutated


def numbered_mutation(
    seed: CallSequence, number: int, corpus: Corpus, chance: int, task_id: str, steps: int = 5
) -> CallSequence | None:
    """Mutation `number` of a seed, the same on every machine for equal corpus, `chance` and task."""
    return mutate_sequence(seed, corpus, Random(f"{chance}/{task_id}/{seed.hash}/{number}"), steps)


_Changed = tuple[tuple[Step, ...], str]


def _alike(first: Step, second: Step) -> bool:
    """Whether two steps are written alike: arrays cannot be compared by `==`."""
    return write_step(first, "C") == write_step(second, "C")


def _parameters(step: Step) -> list[tuple[str, str, str]]:
    positions = [*map(str, range(len(step.arguments))), *(name for name, _ in step.keywords)]
    return [(step.action, step.name, position) for position in positions]


def _refers(value: Value) -> bool:
    return next(references(value), None) is not None


def _argument(calls: Sequence[Step], rng: Random) -> tuple[int, int] | None:
    """The number of a call and the index of one of its arguments; `None` if this refers to a result."""
    places = [(number, index) for number, step in enumerate(calls) for index in range(len(step.values))]
    number, index = places[rng.randrange(len(places))] if places else (0, 0)
    return (number, index) if places and not _refers(calls[number].values[index]) else None


def _mutate_argument(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    """Mutates one argument of one call, or replaces it by another call's argument."""
    place = _argument(calls, rng)
    if place is None:
        return None
    (number, index), step = place, calls[place[0]]
    values = list(step.values)
    seen = corpus.values.get(_parameters(step)[index], ())
    if rng.random() < _ELSEWHERE_SHARE:
        seen = corpus.of_types.get(type(values[index]).__name__, ())
    if seen and rng.random() < _REUSE_SHARE:
        changed: tuple[Value, str] | None = (seen[rng.randrange(len(seen))], "reuse")
    else:
        changed = mutate_value(values[index], rng)
    if changed is None:
        return None
    values[index] = changed[0]
    return (*calls[:number], step.with_values(values), *calls[number + 1 :]), changed[1]


def _calls_of(calls: Sequence[Step]) -> list[int]:
    return [number for number, step in enumerate(calls) if step.action in ("call", "set")]


def _inserted(calls: tuple[Step, ...], place: int, added: Sequence[Step]) -> tuple[Step, ...]:
    """Inserts calls at a place; they may refer only to steps before it."""
    numbers = {number: number + (len(added) if number >= place else 0) for number in range(len(calls))}
    return (*calls[:place], *added, *renumbered(calls[place:], numbers))


def _repeat_call(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    chosen = _calls_of(calls)
    if not chosen:
        return None
    place = chosen[rng.randrange(len(chosen))]
    return _inserted(calls, place + 1, [calls[place]]), "repeat call"


def _drop_call(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    chosen = _calls_of(calls)
    if len(chosen) < 2:
        return None
    return cut(calls, [chosen[rng.randrange(len(chosen))]]), "drop call"


def _swap_calls(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    chosen = [number for number in _calls_of(calls) if number and calls[number - 1].action in ("call", "set")]
    if not chosen:
        return None
    later = chosen[rng.randrange(len(chosen))]
    if later - 1 in calls[later].needs or _alike(calls[later], calls[later - 1]):
        return None
    numbers = {number: number for number in range(len(calls))} | {later: later - 1, later - 1: later}
    swapped = (*calls[: later - 1], calls[later], calls[later - 1])
    return (*swapped, *renumbered(calls[later + 1 :], numbers)), "swap calls"


def _other_call(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> Step | None:
    """A call from another test, on the first object that this one makes."""
    if not corpus.calls:
        return None
    call = corpus.calls[rng.randrange(len(corpus.calls))]
    if call.target == CLASS:
        return call
    made = next((number for number, step in enumerate(calls) if step.action == "new"), None)
    return None if made is None else replace(call, target=made)


def _extend(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    call = _other_call(calls, corpus, rng)
    return None if call is None else ((*calls, call), "extend")


def _call_before(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    call = _other_call(calls, corpus, rng)
    first = 0 if call is None or call.target == CLASS else call.target + 1
    if call is None or first >= len(calls):
        return None
    return _inserted(calls, rng.randrange(first, len(calls)), [call]), "call before"


def _interleave(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    """Merges the calls of another seed, if both make one object, in the same way, first."""
    other = corpus.seeds[rng.randrange(len(corpus.seeds))].steps
    makes_one = all(sum(step.action == "new" for step in steps) == 1 for steps in (calls, other))
    if not makes_one or calls[0].action != "new" or not _alike(calls[0], other[0]):
        return None
    ours, theirs = list(range(1, len(calls))), list(range(1, len(other)))
    merged, of_ours, of_theirs = [calls[0]], {0: 0}, {0: 0}
    while ours or theirs:
        take_ours = rng.randrange(len(ours) + len(theirs)) < len(ours)
        number = ours.pop(0) if take_ours else theirs.pop(0)
        numbers, step = (of_ours, calls[number]) if take_ours else (of_theirs, other[number])
        numbers[number] = len(merged)
        merged.extend(renumbered([step], numbers))
    return tuple(merged), "interleave"


def _changed(calls: tuple[Step, ...], rng: Random, change: Callable[[Value], Value], name: str) -> _Changed | None:
    """Changes one argument of one call; `None` if it stays the same or refers to an earlier result."""
    place = _argument(calls, rng)
    if place is None:
        return None
    (number, index), values = place, calls[place[0]].values
    changed = calls[number].with_values([*values[:index], change(values[index]), *values[index + 1 :]])
    return None if _alike(changed, calls[number]) else ((*calls[:number], changed, *calls[number + 1 :]), name)


def _tie(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    parts = [part for step in calls for value in step.values for part in parts_of(value)]

    def tied(value: Value) -> Value:
        inner = list(value) if isinstance(value, (list, tuple, dict)) else []
        if inner and rng.random() < _INSIDE_SHARE:
            place = rng.randrange(len(inner))
            if isinstance(value, dict):
                return {**value, inner[place]: tied(value[inner[place]])}
            return type(value)([*inner[:place], tied(inner[place]), *inner[place + 1 :]])
        alike = sorted((part for part in parts if type(part) is type(value)), key=write_value)  # sets have no order
        chosen = alike[rng.randrange(len(alike))]
        near = mutate_value(chosen, rng) if type(value) in _NUMBERS and rng.random() < _NEAR_SHARE else None
        return chosen if near is None else near[0]

    return _changed(calls, rng, tied, "tie")


def _shrink(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    def shrunk(value: Value) -> Value:
        if isinstance(value, (str, bytes, list, tuple, dict)):
            items: Any = list(value.items()) if isinstance(value, dict) else value
            return type(value)(items[: rng.randrange(2)])
        return type(value)() if type(value) in (int, float, set, frozenset) else value

    return _changed(calls, rng, shrunk, "shrink")


def _splice(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    def spliced(value: Value) -> Value:
        if type(value) is not str or not corpus.words:
            return value
        signs = set(template_of(value))
        words = [word for word in corpus.words if not signs.issuperset(template_of(word))] or corpus.words
        blank = " " if " " in value else ""
        parts = value.split(" ") if blank else list(value)
        place = rng.randrange(len(parts) + 1)
        return blank.join([*parts[:place], words[rng.randrange(len(words))], *parts[place:]])

    return _changed(calls, rng, spliced, "splice")


def _leave_out(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    places = [number for number, step in enumerate(calls) if step.action in ("new", "call") and step.values]
    if not places:
        return None
    step = calls[number := places[rng.randrange(len(places))]]
    less = {"keywords": step.keywords[:-1]} if step.keywords else {"arguments": step.arguments[:-1]}
    return (*calls[:number], replace(step, **less), *calls[number + 1 :]), "leave out"


def _observe(calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> _Changed | None:
    made = next((number for number, step in enumerate(calls) if step.action == "new"), None)
    if made is None or not corpus.observers:
        return None
    read, changed = corpus.observers[rng.randrange(len(corpus.observers))], calls
    for number in range(len(calls) - 1, made - 1, -1):
        if calls[number].action in ("new", "call") and (number == made or calls[number].target == made):
            changed = _inserted(changed, number + 1, [replace(read, target=made)])
    return changed, "observe"


_OF_SEQUENCES: tuple[Callable[[tuple[Step, ...], Corpus, Random], _Changed | None], ...] = (
    *(_repeat_call, _drop_call, _swap_calls, _extend, _call_before, _interleave),
    *(_tie, _tie, _shrink, _leave_out, _observe, _splice, _splice),
)  # whoever changes them raises `SEARCH` and makes the recipes again
_ARGUMENT_SHARE = 0.6  # how often an argument is mutated rather than the calls
_INSIDE_SHARE, _NEAR_SHARE = 0.8, 0.5  # how often a part of a container is tied, and a number gets a value near it
_NUMBERS = (int, float, Decimal, Fraction, datetime.date, datetime.datetime, datetime.time)
_REUSE_SHARE = 0.5  # how often an argument is replaced by a value seen elsewhere, as in EvalPlus's code
_ELSEWHERE_SHARE = 0.25  # how often that value may come from another parameter of the same type
_MAX_DEPTH = 6

_Mutator = Callable[[Any, Random, int], tuple[Any, str]]


def mutate_value(value: Value, rng: Random) -> tuple[Value, str] | None:
    """Another value of the type, and the mutation's name; `None` if that cannot be written."""
    changed = _mutate(value, rng, 0)
    try:
        return None if changed is None or write_value(changed[0]) == write_value(value) else changed
    except UnwritableError:
        return None


def _mutate(value: Value, rng: Random, depth: int) -> tuple[Value, str] | None:
    kind = type(value)
    if depth > _MAX_DEPTH:
        return None
    if kind in _MUTATORS:
        return _MUTATORS[kind](value, rng, depth)
    if kind.__module__ != "numpy" or kind.__name__ != "ndarray" or not value.size:
        return None
    index = rng.randrange(value.size)
    changed = _mutate(value.ravel().tolist()[index], rng, depth + 1)
    if changed is None:
        return None
    sign, bits = value.dtype.kind, 8 * value.dtype.itemsize
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if sign == "i" else (0, 2**bits)
    if sign in "iu" and not low <= changed[0] < high:  # NumPy 1 would keep the lowest bits
        return None
    other = value.copy()
    try:
        other.flat[index] = changed[0]
    except (OverflowError, ValueError):  # out of the range of the array's type
        return None
    return other, "element"


def _float(value: float, rng: Random, depth: int) -> tuple[float, str]:
    if not math.isfinite(value):
        return value, "step"
    if rng.random() < 0.5:
        return value + rng.choice((-1.0, 1.0)), "step"
    digits = len(repr(value).partition(".")[2]) + 1 if "e" not in repr(value) else 6
    return round(value * rng.uniform(0.5, 1.5), min(digits, 6)), "scale"


def _number(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    if isinstance(value, Decimal) and not value.is_finite():
        return value, "step"
    return value + rng.choice((-1, 1)), "step"


def _text(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    """Removes, repeats or replaces a few characters of a string or of bytes."""
    if not value:
        return value, "remove"
    start = rng.randrange(len(value))
    end = min(len(value), start + rng.choice((1, 1, 2, 4)))
    what = rng.choice(("remove", "repeat", "replace"))
    if what == "remove":
        return value[:start] + value[end:], what
    if what == "repeat":
        return value[:end] + value[start:], what
    other = rng.randrange(len(value))  # a character of the text, so that it keeps its kind
    return value[:start] + value[other : other + 1] + value[start + 1 :], what


def _list(value: list[Any], rng: Random, depth: int) -> tuple[list[Any], str]:
    if not value:
        return value, "remove"
    index = rng.randrange(len(value))
    what = rng.choice(("remove", "repeat", "replace", "insert"))
    if what == "remove":
        return value[:index] + value[index + 1 :], what
    if what == "repeat":
        return value[: index + 1] + value[index:], what
    changed = _mutate(value[index], rng, depth + 1)
    item = value[index] if changed is None else changed[0]
    return [*value[:index], item, *value[index + (what == "replace") :]], what


def _collection(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    items, what = _list(list(value) if type(value) is tuple else sorted(value, key=write_value), rng, depth)
    return type(value)(items), what


def _dict(value: dict[Any, Any], rng: Random, depth: int) -> tuple[dict[Any, Any], str]:
    if not value:
        return value, "remove"
    key = list(value)[rng.randrange(len(value))]
    what = rng.choice(("remove", "replace", "insert"))
    if what == "remove":
        return {other: item for other, item in value.items() if other is not key}, what
    item = _mutate(value[key], rng, depth + 1)
    if what == "replace":
        return {**value, key: value[key] if item is None else item[0]}, what
    other_key = _mutate(key, rng, depth + 1)
    return {**value, (key if other_key is None else other_key[0]): value[key] if item is None else item[0]}, what


def _moment(value: Any, rng: Random, depth: int) -> tuple[Any, str]:
    units = ["days"] if type(value) is datetime.date else ["days", "hours", "minutes", "seconds"]
    try:
        return value + rng.choice((-1, 1)) * datetime.timedelta(**{rng.choice(units): 1}), "shift"
    except OverflowError:
        return value, "shift"


def _time(value: datetime.time, rng: Random, depth: int) -> tuple[datetime.time, str]:
    moment, what = _moment(datetime.datetime.combine(datetime.date(2000, 1, 1), value), rng, depth)
    return moment.time(), what


_MUTATORS: Mapping[type, _Mutator] = {
    bool: lambda value, rng, depth: (not value, "flip"),
    float: _float,
    **dict.fromkeys((int, complex, Decimal, Fraction), _number),
    **dict.fromkeys((str, bytes, bytearray), _text),
    **{list: _list, dict: _dict},
    **dict.fromkeys((tuple, set, frozenset), _collection),
    **dict.fromkeys((datetime.date, datetime.datetime, datetime.timedelta), _moment),
    datetime.time: _time,
}
