"""Call sequences by Hypothesis's stateful tests: a rule per call of the base tests, and beginnings of sequences."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import ceil, floor
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from classeval_hf.strengthening.contracts import CONSTRUCTOR, ClassContract, ParameterContract, breach
from classeval_hf.strengthening.mutations import Corpus
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Step, Value

Rules = Mapping[str, Any]  # the rules of a contract, by name

_EXAMPLES, _CALLS = 100, 15  # sequences per run, and most calls of a sequence
_SPAN, _LENGTH = 20, 6  # greatest distance of numbers without bounds from those of tests; most parts of a container
_SIGNS: Mapping[str, str] = {"9": "0123456789", "A": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a": "abcdefghijklmnopqrstuvwxyz"}


def stateful_sequences(contract: ClassContract, corpus: Corpus) -> Iterator[CallSequence]:
    """An endless series of legal sequences, the same each time."""
    made: list[CallSequence] = []
    machine = _machine(contract, corpus, made.append)
    chosen = settings(
        max_examples=_EXAMPLES,
        stateful_step_count=_CALLS,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    for number in count():
        run_state_machine_as_test(seed(number)(machine), settings=chosen)
        yield from made
        made.clear()


def _machine(contract: ClassContract, corpus: Corpus, note: Callable[[CallSequence], None]) -> Any:
    class Machine(RuleBasedStateMachine):
        steps: tuple[Step, ...] = ()

        def teardown(self) -> None:
            if any(step.action != "new" for step in self.steps):
                note(CallSequence(self.steps))

    def begin(self: Machine, steps: tuple[Step, ...]) -> None:
        self.steps = steps

    def act(self: Machine, step: Step) -> None:
        """Adds a call, if it is legal."""
        made = next((number for number, other in enumerate(self.steps) if other.action == "new"), CLASS)
        longer = (*self.steps, step if step.target == CLASS else replace(step, target=made))
        if breach(contract, CallSequence(longer)) is None:
            self.steps = longer

    calls = {_form(step): step for step in corpus.calls}
    rules = {
        f"act{number}": rule(step=_steps(step, contract, corpus))(act) for number, step in enumerate(calls.values())
    }
    begins = st.sampled_from(_beginnings(corpus.seeds))
    news = {_form(step): step for item in corpus.seeds for step in item.steps if step.action == "new"}
    if not contract.settings and contract.max_objects == 1:
        begins |= st.one_of([_steps(step, contract, corpus).map(lambda made: (made,)) for step in news.values()])
    return type("Made", (Machine,), {"begin": initialize(steps=begins)(begin), **rules})


def _form(step: Step) -> tuple[object, ...]:
    return step.name, step.action, step.target == CLASS, len(step.arguments), tuple(name for name, _ in step.keywords)


def _beginnings(seeds: Sequence[CallSequence]) -> list[tuple[Step, ...]]:
    """The steps of each test up to the last object that it makes or attribute that it sets."""
    begun = [[number for number, step in enumerate(seed.steps) if step.action in ("new", "set")] for seed in seeds]
    cuts = [seed.steps[: 1 + max(numbers, default=-1)] for seed, numbers in zip(seeds, begun, strict=True)]
    return list({CallSequence(steps).hash: steps for steps in cuts}.values())


def _steps(step: Step, contract: ClassContract, corpus: Corpus) -> st.SearchStrategy[Step]:
    """Calls with new values for the arguments of a call of the tests."""
    method = contract.methods.get(step.name or CONSTRUCTOR)
    parameters = dict(method.parameters) if method else {}
    positions = [*map(str, range(len(step.arguments))), *(name for name, _ in step.keywords)]
    names = [*list(parameters)[: len(step.arguments)], *(name for name, _ in step.keywords)]
    values = [
        _values(parameters.get(name), corpus, corpus.values.get((step.action, step.name, position), ()))
        for name, position in zip(names, positions, strict=False)
    ]
    return st.tuples(*values).map(step.with_values) if len(values) == len(positions) else st.just(step)


def _values(contract: ParameterContract | None, corpus: Corpus, seen: Sequence[Value]) -> st.SearchStrategy[Value]:
    """Values of tests, and values made by a contract; whether a call is legal is checked later."""
    rules = contract.rules if contract is not None else {}
    ways: list[st.SearchStrategy[Value]] = [st.sampled_from(seen)] if seen else []
    for name in rules.get("types", ()):
        others = corpus.of_types.get(name, ())
        ways += [st.sampled_from(others)] if others else []
        ways += [_of_type(name, rules, corpus, seen)] * 2
    return st.one_of(ways) if ways else st.none()


def _of_type(name: str, rules: Rules, corpus: Corpus, seen: Sequence[Value]) -> st.SearchStrategy[Value]:
    least = rules.get("min_length", 0)
    most = max(least, min(rules.get("max_length", _LENGTH), _LENGTH))
    parts = [part for value in seen if isinstance(value, (list, set, tuple)) for part in value]
    maps = [value for value in seen if isinstance(value, dict)]
    if "values" in rules:
        return st.sampled_from(rules["values"]).map(ast.literal_eval)
    if name in ("int", "float"):
        numbers = [value for value in seen if isinstance(value, (int, float))]
        low = rules.get("minimum", min(numbers, default=0) - _SPAN)
        high = max(low, rules.get("maximum", max(numbers, default=0) + _SPAN))
        floats = st.floats(low, high).map(lambda number: round(number, 2))
        return st.integers(ceil(low), max(ceil(low), floor(high))) if name == "int" else floats
    if name == "str":
        return _texts(rules, corpus, least, most)
    if name == "list":
        return st.lists(_values(rules.get("item"), corpus, parts), min_size=least, max_size=most)
    if name == "tuple":
        return st.tuples(*(_values(item, corpus, parts) for item in rules.get("items", ())))
    if name == "dict" and "keys" in rules:
        fields = {key: [item[key] for item in maps if key in item] for key in rules["keys"][0]}
        return st.fixed_dictionaries(
            {
                key: _values(rules.get("fields", {}).get(key, rules.get("item")), corpus, items)
                for key, items in fields.items()
            }
        )
    if name == "dict":
        keys, items = ([part for item in maps for part in chosen(item)] for chosen in (dict.keys, dict.values))
        pair = _values(rules.get("key"), corpus, keys), _values(rules.get("item"), corpus, items)
        return st.dictionaries(*pair, min_size=least, max_size=most)
    return st.booleans() if name == "bool" else st.sampled_from(seen) if seen else st.none()


def _texts(rules: Rules, corpus: Corpus, least: int, most: int) -> st.SearchStrategy[str]:
    """Texts of the forms that a contract has, of words of tests and docstrings, or of their characters."""
    if "templates" in rules:
        forms = [st.tuples(*(st.sampled_from(_SIGNS.get(sign, sign)) for sign in form)) for form in rules["templates"]]
        return st.one_of(forms).map("".join)
    words = sorted(set(corpus.words)) or ["a"]
    letters = sorted({letter for word in words for letter in word} | {" "})
    return st.one_of(
        st.lists(st.sampled_from(words), max_size=_LENGTH).map(" ".join),
        st.text(letters, min_size=least, max_size=most),
    )
