"""
Consensus: a test that plausible solutions disagree on may ask for what the contract does not say.

Solutions are recorded samples of several models, and what people or models wrote without seeing reference and tests.
One is plausible for a test if it passes the base tests of all methods that the test calls. Solutions of one model
family make the same mistakes, so a family has one vote, and none on its own solutions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

LEAST_FAMILIES = 2  # other families that must agree with the reference against a solution
WHOLE_CLASS = ""  # stands for all methods, in tests that call none with base tests of its own


@dataclass(frozen=True)
class Solution:
    """A sample, as far as its verdicts matter here."""

    family: str  # the model family that wrote it
    name: str  # where it comes from, for messages
    passed: frozenset[str]  # methods whose base tests it passes, and `WHOLE_CLASS` if it passes all of them
    failed: frozenset[str]  # strengthened tests that it fails
    unknown: frozenset[str] = frozenset()  # those that did not come to be run

    def is_plausible(self, methods: Collection[str]) -> bool:
        return self.passed >= set(methods)


def held_back(
    tests: Mapping[str, Collection[str]], solutions: Sequence[Solution], least_families: int = LEAST_FAMILIES
) -> dict[str, str]:
    """Per test that consensus does not support, the reason. A test that fails a plausible solution needs, among the
    other families, `least_families` that agree with the reference, and at least half of them; a family agrees if at
    least half of its plausible solutions pass. Without solutions, nothing is held back."""
    if not solutions:
        return {}
    reasons = {}
    for test, methods in tests.items():
        votes = _votes(test, [item for item in solutions if item.is_plausible(methods)])
        if not votes:
            reasons[test] = "no solution that passes the base tests of its methods ran it"
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
