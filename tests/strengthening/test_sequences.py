"""Call sequences: their identity, their soundness, and steps that are left out or renumbered."""

from dataclasses import replace

import pytest

from classeval_hf.strengthening.record.sequences import (
    CLASS,
    HASH_CHARS,
    CallSequence,
    Step,
    renumbered,
    without,
    write_step,
)
from classeval_hf.strengthening.record.values import Ref, UnwritableError
from classeval_hf.unittest_runner.withheld.decoding import Opaque

STEPS = (
    Step("new", arguments=("Ann",), keywords=(("balance", 10),)),
    Step("call", 0, "deposit", (5,)),
    Step("new", arguments=(Ref(0),)),
    Step("call", CLASS, "is_code", ("AB12",)),
    Step("call", 2, "move", ([Ref(0), (1, Ref(3))],), (("options", {"to": Ref(2)}),)),
    Step("set", 0, "balance", (7,)),
    Step("get", 2, "balance"),
)


def test_lines_hash_and_values() -> None:
    assert CallSequence(STEPS).lines("Account") == [
        "Account('Ann', balance=10)",
        "v0.deposit(5)",
        "Account(v0)",
        "Account.is_code('AB12')",
        "v2.move([v0, (1, v3)], options={'to': v2})",
        "v0.balance = 7",
        "v2.balance",
    ]
    assert CallSequence(STEPS, "move").lines("C")[1] == "v0.deposit(5)"
    assert write_step(STEPS[4], "A", {0: "first", 2: "second", 3: "code"}).startswith("second.move([first, (1, code)]")
    # Where a sequence comes from does not matter; each step does, and what it is a test of.
    sequence = CallSequence(STEPS, "move", "AccountTest.test_move")
    assert sequence.hash == CallSequence(STEPS, "move", "another", ("step", "flip")).hash
    assert len(sequence.hash) == HASH_CHARS
    first = [(STEPS[0].with_values(["Ann", value]), *STEPS[1:]) for value in (10.0, True)]
    steps = (STEPS[:-1], (*STEPS[:-1], Step("get", 0, "balance")), *first)
    others = [replace(sequence, method=""), *(replace(sequence, steps=other) for other in steps)]
    assert len({sequence.hash, *(other.hash for other in others)}) == len(others) + 1
    assert [sorted(step.needs) for step in STEPS] == [[], [0], [0], [], [0, 2, 3], [0], [2]]
    assert STEPS[0].values == ("Ann", 10)
    assert STEPS[0].with_values(["Bob", 3]) == Step("new", arguments=("Bob",), keywords=(("balance", 3),))
    with pytest.raises(ValueError, match="zip"):
        STEPS[0].with_values(["Bob"])


def test_without_steps_and_soundness() -> None:
    """What uses the result of a step that is left out goes too, and the rest refers to the same as before."""
    assert without(STEPS, [1]) == renumbered((*STEPS[:1], *STEPS[2:]), {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5})
    assert CallSequence(without(STEPS, [1])).lines("A")[3] == "v1.move([v0, (1, v2)], options={'to': v1})"
    assert CallSequence(without(STEPS, [3])).lines("A")[3:] == ["v0.balance = 7", "v2.balance"]
    assert CallSequence(without(STEPS, [0])).lines("A") == ["A.is_code('AB12')"]
    assert without(STEPS, []) == STEPS and without(STEPS, range(len(STEPS))) == ()
    assert CallSequence(STEPS).is_sound()
    itself, later = Step("call", 0, "itself"), Step("call", 0, "later", (Ref(2),))
    unwritable = Step("new", arguments=([Opaque("File")],))
    for steps in (STEPS[1:], (itself,), (STEPS[0], later, STEPS[3]), (unwritable,)):
        assert not CallSequence(steps).is_sound()
    with pytest.raises(UnwritableError, match="File"):
        write_step(Step("new", keywords=(("file", Opaque("File")),)), "A")
