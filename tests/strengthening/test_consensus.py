"""Consensus: which tests the solutions of several model families do not support."""

import pytest

from classeval_hf.strengthening.judge.consensus import Solution, held_back

NOBODY = "no solution that passes the base tests of its methods ran it"
TEST = frozenset({"test_1"})


def against(name: str, agreeing: str) -> str:
    return f"{name} fails it; of the other families {agreeing} agree with the reference"


def solution(number: int, text: str) -> Solution:
    """A family, with `-` where it fails `test_1`, `?` where it did not run it, and `!` where it is not plausible."""
    failed, unclear = (TEST if mark in text else frozenset[str]() for mark in "-?")
    passed = frozenset[str]() if "!" in text else frozenset({"add"})
    return Solution(text[0], f"{text[0]} {number}", passed, failed, unclear)


@pytest.mark.parametrize(
    ("solutions", "least", "reason"),
    [
        ("", 2, ""),
        ("a!", 2, NOBODY),
        ("a?", 2, NOBODY),
        ("a", 2, ""),  # one family that passes is enough
        ("a b c-!", 2, ""),
        ("a-", 2, against("a 0", "none")),
        ("a- b", 2, against("a 0", "b")),
        ("a- b c", 2, ""),  # two others must agree
        ("a- b c d", 2, ""),
        ("a b c- d-", 2, ""),  # and half of the others
        ("a b c- d- e-", 2, ""),  # of the four others of each, two agree
        ("a b c- d- e- f-", 2, against("c 2", "a, b")),
        ("a a a a a a- b", 2, against("a 5", "b")),  # its own family has no voice
        ("a a a a a a- b c", 2, ""),
        ("a- b b- c d", 2, ""),  # a family agrees if half of its plausible solutions pass
        ("a- b b- b- c", 2, against("a 0", "c")),
        ("a- b b b b b b b b b", 2, against("a 0", "b")),
        ("a- b", 1, ""),
        ("a- b c", 3, against("a 0", "b, c")),
        ("a-", 0, ""),
        ("a- b c?", 2, against("a 0", "b")),  # who did not come to run it has no voice
        ("a-? b", 2, ""),
        ("a- b c d? e? f? g?", 2, ""),
    ],
)
def test_what_is_held_back(solutions: str, least: int, reason: str) -> None:
    found = held_back({"test_1": ["add"]}, [solution(*item) for item in enumerate(solutions.split())], least)
    assert found == ({"test_1": reason} if reason else {})


def test_plausible_by_the_methods_that_a_test_calls() -> None:
    """What a solution gets wrong elsewhere does not matter."""
    found = held_back({"test_1": ["add"], "test_2": ["add", "remove"]}, [solution(0, "a-")])
    assert set(found) == {"test_1", "test_2"} and "fails it" in found["test_1"] and "no solution" in found["test_2"]
