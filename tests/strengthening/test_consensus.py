"""Consensus: which tests the solutions of several model families do not support."""

from __future__ import annotations

import pytest

from classeval_hf.strengthening.judge.consensus import Solution, held_back

TESTS = {"test_1": ["add"]}


def solution(
    family: str, fails: bool = False, methods: str = "add", unknown: bool = False, name: str = ""
) -> Solution:
    """A solution that passes the base tests of some methods, and fails `test_1` or does not."""
    failed, unclear = (frozenset({"test_1"}) if item else frozenset[str]() for item in (fails, unknown))
    return Solution(family, name or f"{family}'s", frozenset(methods.split()), failed, unclear)


def held(*solutions: Solution, least: int = 2) -> str:
    """Why `test_1` is held back, or nothing."""
    return held_back(TESTS, solutions, least).get("test_1", "")


def test_without_solutions() -> None:
    """Without any solution nothing is held back."""
    assert held() == ""


def test_nobody_is_plausible() -> None:
    """A test that no plausible solution ran is held back; so is one that none came to run."""
    reason = "no solution that passes the base tests of its methods ran it"
    assert held(solution("a", methods="remove")) == reason
    assert held(solution("a", unknown=True)) == reason


def test_all_agree() -> None:
    """A test that every plausible solution passes is supported, by one family too."""
    assert held(solution("a")) == ""
    assert held(solution("a"), solution("b"), solution("c", fails=True, methods="")) == ""


@pytest.mark.parametrize(("agreeing", "kept"), [("", False), ("b", False), ("bc", True), ("bcd", True)])
def test_two_other_families_must_agree(agreeing: str, kept: bool) -> None:
    """A test that kills a plausible solution needs two other families with the reference."""
    assert (held(solution("a", fails=True), *map(solution, agreeing)) == "") is kept


def test_reason_names_solution_and_families() -> None:
    """The reason says which solution fails, and which other families agree."""
    assert held(solution("a", fails=True), solution("b")) == (
        "a's fails it; of the other families b agree with the reference"
    )
    assert "of the other families none agree" in held(solution("a", fails=True))


def test_half_of_the_others_must_agree() -> None:
    """Two families that agree are not enough against three that do not."""
    against = [solution(name, fails=True) for name in "cde"]
    assert held(solution("a"), solution("b"), *against[:2]) == ""
    assert held(solution("a"), solution("b"), *against) == ""  # of the four others of each, two agree
    assert held(solution("a"), solution("b"), *against, solution("f", fails=True)) != ""


def test_own_family_has_no_voice() -> None:
    """Solutions of the family that fails do not speak for the reference."""
    own = [solution("a", name=f"a {number}") for number in range(5)]
    assert held(*own, solution("a", fails=True), solution("b")) != ""
    assert held(*own, solution("a", fails=True), solution("b"), solution("c")) == ""


def test_family_has_one_voice() -> None:
    """A family agrees if at least half of its plausible solutions pass."""
    half = [solution("b"), solution("b", fails=True)]
    assert held(solution("a", fails=True), *half, solution("c"), solution("d")) == ""
    most = [*half, solution("b", fails=True)]
    assert held(solution("a", fails=True), *most, solution("c")) != ""
    assert held(solution("a", fails=True), *[solution("b")] * 9) != ""


def test_number_of_families() -> None:
    """How many must agree can be set."""
    assert held(solution("a", fails=True), solution("b"), least=1) == ""
    assert held(solution("a", fails=True), *map(solution, "bc"), least=3) != ""
    assert held(solution("a", fails=True), least=0) == ""


def test_unknown_is_no_vote() -> None:
    """A solution that did not come to run the test speaks neither for nor against it."""
    assert held(solution("a", fails=True), solution("b"), solution("c", unknown=True)) != ""
    assert held(solution("a", fails=True, unknown=True), solution("b")) == ""
    unknown = [solution(name, unknown=True) for name in "defg"]
    assert held(solution("a", fails=True), *map(solution, "bc"), *unknown) == ""


def test_plausible_by_the_methods_that_a_test_calls() -> None:
    """What a solution gets wrong elsewhere does not matter."""
    found = held_back({"test_1": ["add"], "test_2": ["add", "remove"]}, [solution("a", fails=True, methods="add")])
    assert set(found) == {"test_1", "test_2"}
    assert "fails it" in found["test_1"]
    assert "no solution" in found["test_2"]
