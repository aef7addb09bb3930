"""Mutation of values and of calls: what each does, that it is repeatable, and that what comes out is sound."""

import datetime
import hashlib
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random

import numpy
from benchmark_modules import from_benchmarks
from call_steps import call, new, put, read

from classeval_hf.classes.runner.decoding import Opaque
from classeval_hf.strengthening.mutations import (
    SEARCH,
    Corpus,
    mutate_sequence,
    mutate_value,
    numbered_mutation,
)
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Ref, Step, write_value

TOLD = from_benchmarks("strengthening")  # which says what each mutation does
ANN = new("Ann", balance=10)
RATE = call("rate", 0.25, {"a": [1, 2], "b": []}, {"x", "y"})
DUE = call("due", datetime.date(2024, 1, 31), numpy.array([1, 2]))
ENTRIES = put("entries", [True, False]), read("entries")
PAY = call("pay", Ref(1), 3), call("owner", on=1, long=False)
SEEDS = (
    CallSequence((ANN, call("deposit", 5), RATE, *ENTRIES), "deposit"),
    CallSequence((ANN, DUE, call("is_code", "AB12", on=CLASS)), "due"),
    CallSequence((new("Bob"), new("Cid"), *PAY), "pay"),
)
CORPUS = Corpus.of(SEEDS, {"deposit"})
VALUES = [
    *(True, 3, -1, 0.5, 1e300, 12.25, complex(1, 2), Decimal("1.5"), Fraction(1, 3)),
    *("text", b"\x00\x01", bytearray(b"ab")),
    *([1, 2, 3], [[]], (1, "a"), {1, 2}, {"b", "a", "c"}, frozenset({(1, 2)}), {"a": 1, "b": [2]}),
    *(datetime.date(2024, 2, 29), datetime.datetime(2024, 1, 1), datetime.timedelta(1), datetime.time(0, 0)),
    *(numpy.array([[1, 2]], dtype="int8"), numpy.array([0.5]), numpy.array([True]), numpy.array(["ab", "c"])),
    numpy.array([1, 2], dtype="object"),
]
MUTATIONS_OF_TYPES = {
    (bool,): {"flip"},
    (int, complex, Decimal, Fraction): {"step"},
    (float,): {"step", "scale"},
    (str, bytes, bytearray): {"remove", "repeat", "replace"},
    (list, tuple): {"remove", "repeat", "replace", "insert"},
    (set, frozenset, dict): {"remove", "replace", "insert"},
    (datetime.date, datetime.datetime, datetime.timedelta, datetime.time): {"shift"},
    (numpy.ndarray,): {"element"},
}
BY_TYPE = {kind: names for kinds, names in MUTATIONS_OF_TYPES.items() for kind in kinds}


def test_values() -> None:
    """What comes out is another value of the same type, by each of its mutations; the value stays as it is."""
    found: dict[type, set[str]] = {}
    for value in VALUES:
        text, names = write_value(value), set()
        for number in range(150):
            if (changed := mutate_value(value, Random(number))) is None:
                continue
            assert type(changed[0]) is type(value) and write_value(changed[0]) != text
            names.add(changed[1])
            if isinstance(value, numpy.ndarray):
                assert (changed[0].dtype, changed[0].shape) == (value.dtype, value.shape)
        assert write_value(value) == text and names and names <= set(TOLD.VALUE_MUTATIONS)
        found.setdefault(type(value), set()).update(names)
    assert found == BY_TYPE
    # What has no mutation, or none that can be written, stays; an element of an array keeps within its type.
    for value in (None, int, range(3), Ref(0), Opaque("File"), "", [], {}, float("inf"), numpy.zeros(0)):
        assert {mutate_value(value, Random(number)) for number in range(20)} == {None}
    for value in (Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), datetime.date.max, datetime.date.min):
        for number in range(20):
            mutate_value(value, Random(number))
    long = "x" * 3997
    lengths = {len(changed[0]) for number in range(60) if (changed := mutate_value(long, Random(number)))}
    assert lengths and max(lengths) <= 3998
    for number in range(20):
        changed = mutate_value(numpy.array([127], dtype="int8"), Random(number))
        assert changed is None or changed[0].tolist() == [126]


def many(seed: CallSequence, count: int = 400, corpus: Corpus = CORPUS, steps: int = 5) -> list[CallSequence]:
    found = (numbered_mutation(seed, number, corpus, 0, "task", steps) for number in range(count))
    return [sequence for sequence in found if sequence is not None]


def made_by(mutation: str, seed: CallSequence, corpus: Corpus, count: int = 400) -> list[tuple[Step, ...]]:
    return [item.steps for item in many(seed, count, corpus, 1) if item.mutations == (mutation,)]


BOOK = call("book", 3, 7, [{"room": "A", "seats": 2}]), call("book", 20, 30, [])
SHELF = CallSequence((new(), *BOOK, call("free")), "book")


def test_each_mutation() -> None:
    """A value becomes another of its type that stands in the sequence, or one next to it; also inside containers."""
    made = made_by("tie", SHELF, Corpus.of([SHELF]), 2_000)
    first = {steps[1].values[0] for steps in made}
    assert {7, 20, 30, 2} <= first and {6, 8, 19, 21} & first
    assert first <= {near for number in (2, 3, 7, 20, 30) for near in (number - 1, number, number + 1)}
    inside = {steps[1].values[2][0]["seats"] for steps in made if steps[1].values[2] and len(steps[1].values[2]) == 1}
    assert {3, 7} & inside
    # Containers and texts become empty or keep one element, numbers become zero.
    seed = CallSequence((new("abc", [1, 2, 3], {"a": 1, "b": 2}, 5, {1, 2}),))
    made = made_by("shrink", seed, Corpus.of([seed]), 2_000)
    values = [{repr(steps[0].values[place]) for steps in made} for place in range(5)]
    assert {"''", "'a'"} < values[0] and {"[]", "[1]"} < values[1] and {"{}", "{'a': 1}"} < values[2]
    assert "0" in values[3] and "set()" in values[4]
    # A word with signs that the text lacks is put in, between words if there are some; one to note most often.
    seed = CallSequence((new(), call("split", "see it. now."), call("name", "Bo1!")))
    steps = made_by("splice", seed, Corpus.of([seed], words=("Mr.",)), 2_000)
    made, unblanked = (Counter(item[place].values[0] for item in steps) for place in (1, 2))
    see = ["see", "it.", "now."]
    places = [(word, place) for word in ("Mr.", "Bo1!", "Bo") for place in range(4)]
    spliced = {" ".join([*see[:place], word, *see[place:]]) for word, place in places}
    assert set(made) - {seed.steps[1].values[0]} <= spliced and made["Mr. see it. now."] > made["Bo see it. now."]
    assert {"Mr.Bo1!", "Bo1Mr.!"} < set(unblanked)
    # The last argument is left out, a keyword before those by place.
    made = made_by("leave out", SEEDS[0], CORPUS)
    assert {steps[0].values for steps in made} == {("Ann",), ("Ann", 10)}
    assert any(steps[1].values == () for steps in made)
    # What changes nothing is read after the object was made, and after every call on it.
    corpus = Corpus.of([SHELF], {"book"})
    assert [step.name for step in corpus.observers] == ["free"]
    (made,) = set(map(str, made_by("observe", SHELF, corpus))) or {""}
    assert made.count("name='free'") == 5  # after the constructor, after both bookings, and the one of the seed twice
    assert not made_by("observe", SHELF, Corpus.of([SHELF], {"book", "free"}))


def test_mutated_sequences() -> None:
    """Each is sound and names its seed and mutations, of which there are no others than those that have a name."""
    names = set()
    for seed in SEEDS:
        for sequence in many(seed):
            assert sequence.is_sound() and sequence.lines("C") != seed.lines("C") and sequence.origin == seed.hash
            assert 1 <= len(sequence.mutations) <= 5 and len(sequence.steps) <= 40
            made = {number for number, step in enumerate(sequence.steps) if step.action == "new"}
            assert all(step.target in made for step in sequence.steps if step.target != CLASS)
            names |= set(sequence.mutations)
            if seed is SEEDS[0]:
                called = {step.name for step in sequence.steps}  # what no test of the method does is of the class
                assert sequence.method == ("deposit" if called <= {"", "deposit", "rate", "entries"} else "")
    assert names == {*TOLD.VALUE_MUTATIONS, *TOLD.SEQUENCE_MUTATIONS}
    # There are at most as many as were asked for, and none of a sequence that comes to more than forty steps.
    for steps in (1, 3):
        found = [numbered_mutation(SEEDS[0], number, CORPUS, 0, "task", steps) for number in range(100)]
        lengths = {len(sequence.mutations) for sequence in found if sequence is not None}
        assert lengths == set(range(1, steps + 1))
    long = CallSequence((ANN, *[call("deposit", 5)] * 60))
    assert many(long, 30, Corpus.of([long])) == []
    seed, alone = CallSequence((new(), call("next"))), CallSequence((new(),))
    names = {name for item in many(seed, 60, Corpus.of([seed])) for name in item.mutations}
    assert names <= set(TOLD.SEQUENCE_MUTATIONS) and many(alone, 30, Corpus.of([alone])) == []


PRINT_MUTATIONS = """
from classeval_hf.strengthening.mutations import Corpus, numbered_mutation
from classeval_hf.strengthening.sequences import CallSequence, Step
names = frozenset(f"name {number}" for number in range(12))
add = Step("call", 0, "add", ({name: {name} for name in sorted(names)},))
every = Step("call", 0, "all", (names, [1.5]), (("key", "abc"),))
seed = CallSequence((Step("new", arguments=(set(names),)), add, every), "add")
corpus = Corpus.of([seed])
for number in range(80):
    found = numbered_mutation(seed, number, corpus, 3, "task")
    print(found and (found.method, found.origin, found.mutations, found.lines("C"), found.hash))
"""


def test_choices(in_process: Callable[[str, int], str]) -> None:
    first, second = (in_process(PRINT_MUTATIONS, seed) for seed in (1, 2))
    assert first == second and len(set(first.splitlines())) > 60
    found = [numbered_mutation(SEEDS[0], number, CORPUS, 0, "task") for number in range(200)]
    made = hashlib.sha256("".join(sequence.hash for sequence in found if sequence is not None).encode())
    assert (SEARCH, made.hexdigest()[:16]) == (3, "d53b423e71f8a75e")

    def hashes(chance: int, task_id: str) -> list[str]:
        found = [numbered_mutation(SEEDS[0], number, CORPUS, chance, task_id) for number in range(30)]
        return [sequence.hash for sequence in found if sequence is not None]

    first = hashes(0, "a")
    assert first == hashes(0, "a") and first not in (hashes(1, "a"), hashes(0, "b")) and len(set(first)) > 20
    assert mutate_sequence(SEEDS[0], CORPUS, Random(5), 5) == mutate_sequence(SEEDS[0], CORPUS, Random(5), 5)


def test_corpus() -> None:
    corpus = Corpus.of([*SEEDS, SEEDS[0]])
    assert corpus.values["new", "", "0"] == ("Ann", "Bob", "Cid") and corpus.values["new", "", "balance"] == (10,)
    assert ("call", "pay", "0") not in corpus.values and corpus.values["call", "pay", "1"] == (3,)
    assert corpus.of_types["int"] == (10, 5, 3) and corpus.of_types["bool"] == (False,)
    assert [step.name for step in corpus.calls] == ["deposit", "rate", "entries", "due", "is_code", "owner"]
    assert [step.target for step in corpus.calls] == [0, 0, 0, 0, CLASS, 0] and Corpus.of([]).calls == ()
    corpus = Corpus.of([SHELF], examples=[CallSequence((new(), call("book", 99, 100, [])))])
    assert corpus.seeds == (SHELF,)
    assert any(99 in step.values for item in many(SHELF, 200, corpus) for step in item.steps)
