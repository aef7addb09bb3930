"""Plans: the order in which methods are to be written (ClassEval-Pro, arXiv 2604.26923), read from JSON in an
answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.steps import Strategy

_MAX_BRACKETS = 500
_MAX_CHARS_READ = 2_000_000  # a completion of nothing but brackets would take quadratic time


def parse_plan(text: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """The methods, each after those it depends on, without other names; `None` unless each is named once."""
    for value in _values(text):
        for order in _orders(value):
            known = [name for name in order if name in names]
            if sorted(known) == sorted(names):
                return tuple(known)
    return None


def implementation_order(plan: Sequence[str], strategy: Strategy) -> tuple[str, ...]:
    """The order in which a strategy has the methods written: the dependency order, or its reverse."""
    return tuple(plan) if strategy is Strategy.BOTTOM_UP else tuple(reversed(plan))


def plan_of(task: ClassTask) -> str:
    """A plan as a model may give it: the methods in the order of the task."""
    return json.dumps([method.method_name for method in task.methods_info])


def _values(text: str) -> Iterator[object]:
    """JSON values of the text that are lists or objects, in order of appearance, those in others left out."""
    decoder = json.JSONDecoder()
    position = read = 0
    for _ in range(_MAX_BRACKETS):
        starts = [start for start in (text.find("[", position), text.find("{", position)) if start >= 0]
        if not starts:
            return
        position = min(starts)
        read += len(text) - position
        if read > max(_MAX_CHARS_READ, len(text)):
            return
        try:
            value, position = decoder.raw_decode(text, position)
        except ValueError:
            position += 1
        except RecursionError:
            return
        else:
            yield value


def _orders(value: object) -> Iterator[list[str]]:
    if isinstance(value, list):
        yield [_name(item) for item in value]
    elif isinstance(value, dict):
        for item in value.values():
            if isinstance(item, list):
                yield [_name(part) for part in item]
        for graph in (value, *value.values()):
            order = _sorted(graph) if isinstance(graph, dict) else None
            if order is not None:
                yield order


def _name(item: object) -> str:
    """The name in a list's item, which may be an object with a key for it."""
    if isinstance(item, dict):
        item = item.get("name", item.get("method", item.get("method_name")))
    return item.strip().removesuffix("()") if isinstance(item, str) else ""


def _sorted(graph: Mapping[str, object]) -> list[str] | None:
    """The methods of a map from each method to those it calls, callees first; `None` for all else and for cycles."""
    if not all(isinstance(calls, list) for calls in graph.values()):
        return None
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, calls in graph.items():
        assert isinstance(calls, list)
        sorter.add(name, *(_name(call) for call in calls if _name(call) != name))
    try:
        return list(sorter.static_order())
    except CycleError:
        return None
