"""
Consensus: a test that plausible solutions disagree on may ask for what the contract does not say.

Plausible solutions are those that pass the tests there are: recorded samples of several models, and solutions that
people or models wrote without seeing reference and tests. Solutions of one model family make the same mistakes, so a
family has one voice, and none on its own solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["LEAST_FAMILIES", "Solution", "held_back"]

LEAST_FAMILIES = 2
"""Other families that must agree with the reference against a solution."""


@dataclass(frozen=True)
class Solution:
    """
    A sample, as far as its verdicts matter here.

    Args:
        family (`str`): the model family that wrote it.
        name (`str`): where it comes from, for messages.
        plausible (`bool`): whether it passes the base tests.
        failed (`frozenset[str]`): strengthened tests that it fails.
        unknown (`frozenset[str]`): those that did not come to be run.
    """

    family: str
    name: str
    plausible: bool
    failed: frozenset[str]
    unknown: frozenset[str] = frozenset()


def held_back(
    tests: Iterable[str], solutions: Sequence[Solution], least_families: int = LEAST_FAMILIES
) -> dict[str, str]:
    """
    The tests that consensus does not support.

    A test that fails a plausible solution needs, among the families of others, `least_families` that agree with the
    reference, and at least half of them. A family agrees if at least half of its plausible solutions pass.

    Args:
        tests (`Iterable[str]`): names of the tests.
        solutions (`Sequence[Solution]`): solutions of one task; without any, nothing is held back.
        least_families (`int`, defaults to `2`): see above.

    Returns:
        `dict[str, str]`: per test that is held back the reason.
    """
    plausible = [solution for solution in solutions if solution.plausible]
    if not solutions:
        return {}
    reasons = {}
    for test in tests:
        votes = _votes(test, plausible)
        if not votes:
            reasons[test] = "no solution that passes the base tests ran it"
            continue
        for family in sorted(votes):
            others = {other: agrees for other, (agrees, _) in votes.items() if other != family}
            agreeing = sum(others.values())
            killed = votes[family][1]
            if killed and (agreeing < least_families or 2 * agreeing < len(others)):
                names = ", ".join(sorted(other for other, agrees in others.items() if agrees)) or "none"
                reasons[test] = f"{killed[0]} fails it; of the other families {names} agree with the reference"
                break
    return reasons


def _votes(test: str, plausible: Sequence[Solution]) -> Mapping[str, tuple[bool, list[str]]]:
    """Per family whether it agrees with the reference, and which of its solutions fail."""
    votes = {}
    for family in dict.fromkeys(solution.family for solution in plausible):
        ran = [item for item in plausible if item.family == family and test not in item.unknown]
        failing = [item.name for item in ran if test in item.failed]
        if ran:
            votes[family] = (2 * len(failing) <= len(ran), failing)
    return votes
