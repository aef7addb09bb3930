"""Mutates call sequences: arguments, as EvalPlus does, and calls; contracts decide which results are legal.
`benchmarks/strengthening.py` describes each mutation and its origin."""

import ast
import datetime
import math
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening import sequences
from classeval_hf.strengthening.docstrings import class_and_methods, example_sequence, noted_words
from classeval_hf.strengthening.rules import template_of
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Ref, Step, Value, write_step, write_value

SEARCH = 3  # version of the set of mutations, which recipes name: it determines the mutation of each number
_OF_SEQUENCES = (
    *("repeat call", "drop call", "swap calls", "extend", "call before", "interleave"),
    *("tie", "tie", "shrink", "leave out", "observe", "splice", "splice"),
)  # whoever changes them raises `SEARCH` and makes the recipes again
_ARGUMENT_SHARE = 0.6  # how often an argument is mutated rather than the calls
_REUSE_SHARE = 0.5  # how often an argument is replaced by a value seen elsewhere, as in EvalPlus's code
_ELSEWHERE_SHARE = 0.25  # how often that value may come from another parameter of the same type
_INSIDE_SHARE, _NEAR_SHARE = 0.8, 0.5  # how often a part of a container is tied, and a number gets a value near it
_NUMBERS = (int, float, Decimal, Fraction, datetime.date, datetime.datetime, datetime.time)
_NOTED = 6  # how many times more often an abbreviation that a docstring explains is put into a text than any other
_MAX_DEPTH = 6
_Sequences = Sequence[CallSequence]


@dataclass(frozen=True)
class Corpus:
    """Values and calls in the seeds of a task, for mutations that reuse them."""

    seeds: tuple[CallSequence, ...]
    # Values of each parameter, by action, name of the method, and position or keyword.
    values: Mapping[tuple[str, str, str], tuple[Value, ...]]
    of_types: Mapping[str, tuple[Value, ...]]  # all values by name of their type
    calls: tuple[Step, ...]  # distinct calls and reads of attributes that use no result except their object
    observers: tuple[Step, ...]  # calls without arguments on an object that change no object
    words: tuple[str, ...]  # words of all texts, their letters, and abbreviations that docstrings explain

    @classmethod
    def of(
        cls, seeds: _Sequences, changing: Collection[str] = (), examples: _Sequences = (), words: tuple[str, ...] = ()
    ) -> "Corpus":
        """Collects distinct values and calls of seeds, then of examples in docstrings."""
        values: dict[tuple[str, str, str], dict[str, Value]] = {}
        calls: dict[str, Step] = {}
        for step in (step for seed in (*seeds, *examples) for step in seed.steps):
            for parameter, value in zip(_parameters(step), step.values, strict=True):
                if not _refers(value):
                    values.setdefault(parameter, {}).setdefault(write_value(value), value)
            if step.action in ("call", "get") and not any(map(_refers, step.values)):
                call = replace(step, target=CLASS if step.target == CLASS else 0)
                calls.setdefault(write_step(call, "C"), call)
        all_values = {text: value for items in values.values() for text, value in items.items()}
        by_type = grouped((type(value).__name__, value) for value in all_values.values())
        texts = by_type.get("str", ())
        parts = dict.fromkeys(part for text in texts for part in (*text.split(), *re.findall("[A-Za-z]+", text)))
        reads = (call for call in calls.values() if call.target != CLASS and not call.values)
        observers = tuple(call for call in reads if call.action == "get" or call.name not in changing)
        return cls(
            seeds=tuple(seeds),
            values={parameter: tuple(items.values()) for parameter, items in values.items()},
            of_types={name: tuple(items) for name, items in by_type.items()},
            calls=tuple(calls.values()),
            observers=observers,
            words=(*parts, *words * _NOTED),
        )


def corpus_of(task: ClassTask, seeds: Sequence[sequences.Seed]) -> Corpus:
    """Collects the seeds, the methods that change an object in any of them, and values and words of docstrings."""
    steps = [item for seed in seeds for item in zip(seed.sequence.steps, seed.results, strict=False)]
    changing = {step.name for step, result in steps if result.changed}
    docstrings = [ast.get_docstring(node) or "" for node in class_and_methods(task)[1].values()]
    examples = [example_sequence(text, task.class_name) for text in docstrings]
    words = tuple(dict.fromkeys(word for text in docstrings for word in noted_words(text)))
    sound = [example for example in examples if example.is_sound()]
    return Corpus.of([seed.sequence for seed in seeds], changing, sound, words)


def numbered_mutation(
    seed: CallSequence, number: int, corpus: Corpus, chance: int, task_id: str, steps: int = 5
) -> CallSequence | None:
    """Mutation `number` of a seed, the same on every machine for equal corpus, `chance` and task."""
    mutated = mutate_sequence(seed, corpus, Random(f"{chance}/{task_id}/{seed.hash}/{number}"), steps)
    return mutated and replace(mutated, number=number)


def mutate_sequence(seed: CallSequence, corpus: Corpus, rng: Random, steps: int) -> CallSequence | None:
    """Mutates a sequence up to `steps` times, the same for equal states of `rng`; `None` if the result is not new."""
    calls, names = seed.steps, []
    for _ in range(rng.randint(1, steps)):
        for _ in range(8):  # tries, since not every mutation fits
            name = "" if rng.random() < _ARGUMENT_SHARE else rng.choice(_OF_SEQUENCES)
            if name in ("", "tie", "shrink", "splice"):
                changed, name = _mutate_argument(name, calls, corpus, rng)
            elif name in ("repeat call", "drop call", "swap calls", "leave out"):
                changed = _mutate_calls(name, calls, rng)
            else:
                changed = _add_calls(name, calls, corpus, rng)
            if changed is not None:
                calls = changed
                names.append(name)
                break
    # It tests the seed's method, unless it calls methods that no test of that one calls.
    known = {step.name for other in corpus.seeds if other.method == seed.method for step in other.steps}
    method = seed.method if {step.name for step in calls} <= known else ""
    mutated = CallSequence(calls, method, seed.hash, tuple(names), seed.goes_on)
    is_new = len(calls) <= sequences.MAX_STEPS and mutated.is_sound() and mutated.lines("C") != seed.lines("C")
    return mutated if is_new else None


def _parameters(step: Step) -> list[tuple[str, str, str]]:
    positions = [*map(str, range(len(step.arguments))), *(name for name, _ in step.keywords)]
    return [(step.action, step.name, position) for position in positions]


def _refers(value: Value) -> bool:
    return any(isinstance(part, Ref) for part in sequences.parts_of(value))


def _mutate_argument(
    name: str, calls: tuple[Step, ...], corpus: Corpus, rng: Random
) -> tuple[tuple[Step, ...] | None, str]:
    """Mutates one argument of one call; without a name, it takes another call's argument, or mutates by type."""
    places = [(number, index) for number, step in enumerate(calls) for index in range(len(step.values))]
    number, index = rng.choice(places) if places else (0, 0)
    if not places or _refers(calls[number].values[index]):
        return None, name
    step, value = calls[number], calls[number].values[index]
    new, kind = value, name
    if name == "tie":
        new = _tied(value, [part for step in calls for item in step.values for part in sequences.parts_of(item)], rng)
    elif name == "shrink":
        if isinstance(value, (str, bytes, list, tuple, dict)):
            items: Any = list(value.items()) if isinstance(value, dict) else value
            new = type(value)(items[: rng.randrange(2)])
        elif type(value) in (int, float, set, frozenset):
            new = type(value)()
    elif name == "splice":
        if type(value) is str and corpus.words:
            signs = set(template_of(value))
            words = [word for word in corpus.words if not signs.issuperset(template_of(word))] or corpus.words
            blank = " " if " " in value else ""
            parts = value.split(" ") if blank else list(value)
            place = rng.randrange(len(parts) + 1)
            new = blank.join([*parts[:place], rng.choice(words), *parts[place:]])
    else:
        seen = corpus.values.get(_parameters(step)[index], ())
        if rng.random() < _ELSEWHERE_SHARE:
            seen = corpus.of_types.get(type(value).__name__, ())
        if seen and rng.random() < _REUSE_SHARE:
            new, kind = rng.choice(seen), "reuse"
        elif (found := mutate_value(value, rng)) is not None:
            new, kind = found
        else:
            return None, name
    changed = step.with_values([*step.values[:index], new, *step.values[index + 1 :]])
    if name and write_step(changed, "C") == write_step(step, "C"):
        return None, name
    return (*calls[:number], changed, *calls[number + 1 :]), kind


def _tied(value: Value, parts: Sequence[Value], rng: Random) -> Value:
    """Replaces a value, or a part of it, by one of `parts` of the same type."""
    inner = list(value) if isinstance(value, (list, tuple, dict)) else []
    if inner and rng.random() < _INSIDE_SHARE:
        place = rng.randrange(len(inner))
        if isinstance(value, dict):
            return {**value, inner[place]: _tied(value[inner[place]], parts, rng)}
        return type(value)([*inner[:place], _tied(inner[place], parts, rng), *inner[place + 1 :]])
    # Sorted, since sets have no order.
    chosen = rng.choice(sorted((part for part in parts if type(part) is type(value)), key=write_value))
    near = mutate_value(chosen, rng) if type(value) in _NUMBERS and rng.random() < _NEAR_SHARE else None
    return chosen if near is None else near[0]


def _mutate_calls(name: str, calls: tuple[Step, ...], rng: Random) -> tuple[Step, ...] | None:
    """Repeats or leaves out a call, swaps two neighbours, or leaves out the last argument of a call."""
    acts = [number for number, step in enumerate(calls) if step.action in ("call", "set")]
    if name == "swap calls":
        acts = [number for number in acts if number and calls[number - 1].action in ("call", "set")]
    elif name == "leave out":
        acts = [number for number, step in enumerate(calls) if step.action in ("new", "call") and step.values]
    if len(acts) < (2 if name == "drop call" else 1):
        return None
    place = rng.choice(acts)
    step = calls[place]
    if name == "repeat call":
        return _inserted(calls, place + 1, [step])
    if name == "drop call":
        return sequences.cut(calls, [place])
    if name == "leave out":
        less = {"keywords": step.keywords[:-1]} if step.keywords else {"arguments": step.arguments[:-1]}
        return (*calls[:place], replace(step, **less), *calls[place + 1 :])
    if place - 1 in step.needs or write_step(step, "C") == write_step(calls[place - 1], "C"):
        return None
    numbers = {number: number for number in range(len(calls))} | {place: place - 1, place - 1: place}
    return (*calls[: place - 1], step, calls[place - 1], *sequences.renumbered(calls[place + 1 :], numbers))


def _inserted(calls: tuple[Step, ...], place: int, added: Sequence[Step]) -> tuple[Step, ...]:
    """Inserts calls at a place; they may refer only to steps before it."""
    numbers = {number: number + (len(added) if number >= place else 0) for number in range(len(calls))}
    return (*calls[:place], *added, *sequences.renumbered(calls[place:], numbers))


def _add_calls(name: str, calls: tuple[Step, ...], corpus: Corpus, rng: Random) -> tuple[Step, ...] | None:
    """Adds a call of another test at the end or before a call, all calls of a test, or a read after each call."""
    made = next((number for number, step in enumerate(calls) if step.action == "new"), None)
    if name == "interleave":  # both make one object, in the same way, first
        other = rng.choice(corpus.seeds).steps
        makes_one = all(sum(step.action == "new" for step in steps) == 1 for steps in (calls, other))
        if not makes_one or calls[0].action != "new" or write_step(calls[0], "C") != write_step(other[0], "C"):
            return None
        ours, theirs = list(range(1, len(calls))), list(range(1, len(other)))
        merged, of_ours, of_theirs = [calls[0]], {0: 0}, {0: 0}
        while ours or theirs:
            take_ours = rng.randrange(len(ours) + len(theirs)) < len(ours)
            number = ours.pop(0) if take_ours else theirs.pop(0)
            numbers, step = (of_ours, calls[number]) if take_ours else (of_theirs, other[number])
            numbers[number] = len(merged)
            merged.extend(sequences.renumbered([step], numbers))
        return tuple(merged)
    if name == "observe":
        if made is None or not corpus.observers:
            return None
        read, changed = rng.choice(corpus.observers), calls
        for number in range(len(calls) - 1, made - 1, -1):
            if calls[number].action in ("new", "call") and (number == made or calls[number].target == made):
                changed = _inserted(changed, number + 1, [replace(read, target=made)])
        return changed
    call = rng.choice(corpus.calls) if corpus.calls else None
    if call is None or (call.target != CLASS and made is None):
        return None
    call = call if call.target == CLASS or made is None else replace(call, target=made)  # on the test's first object
    if name == "extend":
        return (*calls, call)
    first = 0 if call.target == CLASS else call.target + 1
    return _inserted(calls, rng.randrange(first, len(calls)), [call]) if first < len(calls) else None


def mutate_value(value: Value, rng: Random) -> tuple[Value, str] | None:
    """Another value of the type, and the mutation's name; `None` if that cannot be written."""
    changed = _mutate(value, rng, 0)
    try:
        return None if changed is None or write_value(changed[0]) == write_value(value) else changed
    except sequences.UnwritableError:
        return None


def _mutate(value: Any, rng: Random, depth: int) -> tuple[Value, str] | None:
    """A value of the type, perhaps the same one, and the mutation's name; `None` for other types."""
    kind = type(value)
    if depth > _MAX_DEPTH:
        return None
    if kind is bool:
        return not value, "flip"
    if kind is float and math.isfinite(value) and rng.random() >= 0.5:
        digits = len(repr(value).partition(".")[2]) + 1 if "e" not in repr(value) else 6
        return round(value * rng.uniform(0.5, 1.5), min(digits, 6)), "scale"
    if kind in (int, float, complex, Decimal, Fraction):
        is_fixed = not value.is_finite() if kind is Decimal else kind is float and not math.isfinite(value)
        return value if is_fixed else value + rng.choice((-1, 1)), "step"
    if kind in (datetime.date, datetime.datetime, datetime.timedelta, datetime.time):
        moment = datetime.datetime.combine(datetime.date(2000, 1, 1), value) if kind is datetime.time else value
        units = ["days"] if kind is datetime.date else ["days", "hours", "minutes", "seconds"]
        with suppress(OverflowError):
            moment += rng.choice((-1, 1)) * datetime.timedelta(**{rng.choice(units): 1})
        return moment.time() if kind is datetime.time else moment, "shift"
    if kind not in (str, bytes, bytearray):
        return _mutate_container(value, rng, depth)
    if not value:
        return value, "remove"
    start = rng.randrange(len(value))
    end = min(len(value), start + rng.choice((1, 1, 2, 4)))
    what = rng.choice(("remove", "repeat", "replace"))
    if what != "replace":
        return (value[:start] + value[end:] if what == "remove" else value[:end] + value[start:]), what
    other = rng.randrange(len(value))  # a character of the text, so that it keeps its kind
    return value[:start] + value[other : other + 1] + value[start + 1 :], what


def _mutate_container(value: Any, rng: Random, depth: int) -> tuple[Value, str] | None:
    kind, is_array = type(value), type(value).__module__ == "numpy" and type(value).__name__ == "ndarray"
    if kind not in (list, tuple, set, frozenset, dict) and not (is_array and value.size):
        return None
    if is_array:
        index = rng.randrange(value.size)
        changed = _mutate(value.ravel().tolist()[index], rng, depth + 1)
        sign, bits, other = value.dtype.kind, 8 * value.dtype.itemsize, value.copy()
        low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if sign == "i" else (0, 2**bits)
        with suppress(OverflowError, ValueError):  # out of the range of the array's type
            if changed is not None and (sign not in "iu" or low <= changed[0] < high):  # NumPy 1 keeps the lowest bits
                other.flat[index] = changed[0]
                return other, "element"
        return None
    items = sorted(value, key=write_value) if kind in (set, frozenset) else list(value)
    if not items:
        return value, "remove"
    index = rng.randrange(len(items))
    what = rng.choice(("remove", "replace", "insert") if kind is dict else ("remove", "repeat", "replace", "insert"))
    left = [*items[:index], *items[index + 1 :]]
    if what == "remove":
        return {key: value[key] for key in left} if kind is dict else kind(left), what
    if what == "repeat":
        return kind([*items[: index + 1], *items[index:]]), what
    if kind is dict:
        key = items[index]
        item = (_mutate(value[key], rng, depth + 1) or (value[key],))[0]
        return {**value, (key if what == "replace" else (_mutate(key, rng, depth + 1) or (key,))[0]): item}, what
    item = (_mutate(items[index], rng, depth + 1) or (items[index],))[0]
    return kind([*items[:index], item, *items[index + (what == "replace") :]]), what
