"""Call sequences, and the values in them: what is written is the value again, whatever process writes it."""

import datetime
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest
from call_steps import call, new, put, read
from hypothesis import given, settings
from hypothesis import strategies as st

from classeval_hf.classes.runner.decoding import Opaque
from classeval_hf.strengthening import sequences
from classeval_hf.strengthening.sequences import (
    CLASS,
    CallSequence,
    Ref,
    cut,
    described,
    is_comparable,
    renumbered,
    write_step,
    write_value,
)

STEPS = (
    *(new("Ann", balance=10), call("deposit", 5), new(Ref(0)), call("is_code", "AB12", on=CLASS)),
    call("move", [Ref(0), (1, Ref(3))], on=2, options={"to": Ref(2)}),
    *(put("balance", 7), read("balance", on=2)),
)


def alike(first: Any, second: Any) -> bool:
    return described(first) == described(second)


def test_lines_hash_and_values() -> None:
    assert CallSequence(STEPS).lines("Account") == [
        *("Account('Ann', balance=10)", "v0.deposit(5)", "Account(v0)", "Account.is_code('AB12')"),
        *("v2.move([v0, (1, v3)], options={'to': v2})", "v0.balance = 7", "v2.balance"),
    ]
    assert CallSequence(STEPS, "move").lines("C")[1] == "v0.deposit(5)"
    assert write_step(STEPS[4], "A", {0: "first", 2: "second", 3: "code"}).startswith("second.move([first, (1, code)]")
    # Where a sequence comes from does not matter; each step does, and what it is a test of.
    sequence = CallSequence(STEPS, "move", "AccountTest.test_move")
    assert sequence.hash == CallSequence(STEPS, "move", "another", ("step", "flip")).hash
    assert len(sequence.hash) == sequences.HASH_CHARS
    first = [(STEPS[0].with_values(["Ann", value]), *STEPS[1:]) for value in (10.0, True)]
    steps = (STEPS[:-1], (*STEPS[:-1], read("balance")), *first)
    others = [replace(sequence, method=""), *(replace(sequence, steps=other) for other in steps)]
    assert len({sequence.hash, *(other.hash for other in others)}) == len(others) + 1
    assert [sorted(step.needs) for step in STEPS] == [[], [0], [0], [], [0, 2, 3], [0], [2]]
    assert STEPS[0].values == ("Ann", 10)
    assert STEPS[0].with_values(["Bob", 3]) == new("Bob", balance=3)
    with pytest.raises(ValueError, match="zip"):
        STEPS[0].with_values(["Bob"])


def test_without_steps_and_soundness() -> None:
    """What uses the result of a step that is left out goes too, and the rest refers to the same as before."""
    assert cut(STEPS, [1]) == renumbered((*STEPS[:1], *STEPS[2:]), {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5})
    assert CallSequence(cut(STEPS, [1])).lines("A")[3] == "v1.move([v0, (1, v2)], options={'to': v1})"
    assert CallSequence(cut(STEPS, [3])).lines("A")[3:] == ["v0.balance = 7", "v2.balance"]
    assert CallSequence(cut(STEPS, [0])).lines("A") == ["A.is_code('AB12')"]
    assert cut(STEPS, []) == STEPS and cut(STEPS, range(len(STEPS))) == ()
    assert CallSequence(STEPS).is_sound()
    itself, later = call("itself"), call("later", Ref(2))
    for steps in (STEPS[1:], (itself,), (STEPS[0], later, STEPS[3]), (new([Opaque("File")]),)):
        assert not CallSequence(steps).is_sound()
    with pytest.raises(sequences.UnwritableError, match="File"):
        write_step(new(file=Opaque("File")), "A")


NAN, INF = float("nan"), float("inf")


def value_of(text: str) -> Any:
    """The value of an expression where the imports of a test module are."""
    names: dict[str, Any] = {}
    for line in sequences.IMPORTS.values():
        exec(line, names)
    return eval(text, names)


EACH_TYPE = [
    *(None, True, False, 0, -7, 10**30, 0.1, -0.0, 1e300, INF, -INF, complex(1, -2), complex(0.0, -INF)),
    *("", "a'b\"c\n\\", "\ud800", "größer 🜁\u2028", b"", b"\x00'", bytearray(b"xy"), range(1, 9, 2)),
    *(int, str, bytes, object, Decimal, Fraction, datetime.date, datetime.datetime),
    *(Decimal("1.50"), Decimal("Infinity"), Fraction(-1, 3)),
    *(datetime.date(2024, 2, 29), datetime.timedelta(-1, 5, 7), datetime.datetime(2024, 1, 1, 2, 3, fold=1)),
    *(datetime.time(23, 59, 1, 5), [], [1, [2]], (), (1,), (1, "b"), set(), {1}, frozenset(), frozenset({"a"})),
    *({}, {"b": 1, "a": [None]}, {(1, 2): {frozenset({3}): {4}}}),
]


SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.complex_numbers(allow_nan=False)),
    *(st.text(max_size=8), st.binary(max_size=8), st.decimals(allow_nan=False), st.fractions()),
    *(st.dates(), st.times(), st.datetimes(), st.timedeltas()),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.sets(SCALARS, max_size=3),
        st.frozensets(SCALARS, max_size=3),
        st.dictionaries(SCALARS, inner, max_size=3),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(VALUES)
def test_round_trip(value: Any) -> None:
    """Writing, reading and writing again gives the same text, of a value that is equal to the first."""
    text = write_value(value)
    assert value_of(text) == value and write_value(value_of(text)) == text and alike(value, value_of(text))


PRINT_SETS = """
from classeval_hf.strengthening.sequences import described, write_value
names = [f"name {number}" for number in range(30)]
print(write_value([set(names), frozenset(names), {"a": {(name, frozenset([name, "x"])) for name in names}}]))
other = set(reversed(names))
print(described(set(names)) == described(other), described([set(names), object]) == described([other, object]))
"""


def test_sets_do_not_depend_on_the_hash_seed(in_process: Callable[[str, int], str]) -> None:
    first, second = (in_process(PRINT_SETS, seed) for seed in (1, 2))
    assert first == second and first.endswith("True True\n")


def test_writing() -> None:
    for value in EACH_TYPE:
        again = value_of(write_value(value))
        assert type(again) is type(value) and repr(again) == repr(value) and alike(again, value)
    # Arrays keep their type and shape, also those without elements.
    for array in (
        *(numpy.array([1, 2], dtype="int8"), numpy.array([[0.5, INF], [NAN, -0.0]]), numpy.array(["a", "bcd"])),
        *(numpy.array([True, False]), numpy.array(7, dtype=">i4"), numpy.array([1 + 2j], dtype="complex64")),
        *(numpy.zeros((0, 3)), numpy.zeros((2, 0), dtype="int32")),
    ):
        again = value_of(write_value(array))
        assert (again.dtype, again.shape) == (array.dtype, array.shape)
        assert numpy.array_equal(again, array, equal_nan=array.dtype.kind == "f") and alike(again, array)
    # What has no expression, or too long a one, is refused with its type, and is equal to nothing.
    zone = datetime.timezone.utc
    for value, reason in [
        *((Opaque("Chat"), "a value of the type Chat"), ([1, {"a": lambda: 0}], "function"), (deque([1]), "deque")),
        *((numpy.float64(1.5), "float64"), (type(None), "the type NoneType"), (Opaque, "the type Opaque")),
        *((datetime.datetime(2024, 1, 1, tzinfo=zone), "time zone"), (datetime.time(1, tzinfo=zone), "time zone")),
        *((huge, "thousands of digits") for huge in (1 << 19_000, Fraction(1, 1 << 19_000))),
        ("x" * 5000, "5002 characters"),
    ]:
        with pytest.raises(sequences.UnwritableError, match=reason):
            write_value(value)
        assert not is_comparable(value) and alike(value, value)
    value = [Ref(0), (Ref(2), {"a": Ref(1)})]
    assert write_value(value) == "[v0, (v2, {'a': v1})]"
    assert write_value(value, "step_{}".format) == "[step_0, (step_2, {'a': step_1})]"
    assert call("take", value, on=CLASS).needs == {0, 1, 2} and not is_comparable(value)
    # Containers come before what is in them, keys before values.
    assert list(sequences.parts_of({"a": (1, [2])})) == [{"a": (1, [2])}, "a", (1, [2]), 1, [2], 2]
    assert sequences.has_floats({"a": [{1, 2.5}]}) and sequences.has_floats({1j: 0})
    assert not sequences.has_floats({"a": [1, True, "2.5", Decimal("2.5")]})


def test_comparing() -> None:
    assert all(map(is_comparable, [None, 1, "float('nan')", [1.5, {"a": (Decimal(1), b"x")}], int, {frozenset()}]))
    assert is_comparable("x" * 390)
    for value in ("x" * 400, numpy.array([1, 2]), [range(3)], [[numpy.array([1])]]):
        assert not is_comparable(value)
    # A test cannot expect what is not a number; but two runs that return it agree.
    for value in (NAN, complex(NAN, 0), Decimal("NaN"), Decimal("sNaN"), [1, {"a": NAN}]):
        assert not is_comparable(value) and alike(value, value)
    for first, second in [(1, True), (1, 1.0), (0.0, -0.0), ([1], (1,)), ([1], [1.0]), ({1: 2}, {1: 3})]:
        assert not alike(first, second)
    assert not alike(numpy.arange(5000), numpy.arange(5000) * 2 - numpy.arange(5000) // 4999)
    assert alike([Opaque("A")], [Opaque("A")]) and not alike(Opaque("A"), Opaque("B"))
