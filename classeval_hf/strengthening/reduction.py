"""
Reduction of a suite: the smallest subset, by greedy set cover, that keeps what the whole suite finds.

What is kept is EvalPlus's (Liu et al. 2023, section 2.3): coverage of the reference, killed mutants of it, and wrong
samples that are told from right ones; each can be left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass

__all__ = ["KINDS", "Found", "reduce_tests"]

KINDS = ("coverage", "mutants", "samples")
"""What a reduced suite keeps."""


@dataclass(frozen=True)
class Found:
    """
    What one test finds.

    Args:
        coverage (`frozenset`): ways between lines of the reference that it takes.
        mutants (`frozenset`): mutants of the reference that it kills.
        samples (`frozenset`): wrong samples that it kills.
        cost (`int`): its length; of two tests that add as much the shorter one is taken.
    """

    coverage: frozenset[Hashable] = frozenset()
    mutants: frozenset[Hashable] = frozenset()
    samples: frozenset[Hashable] = frozenset()
    cost: int = 1

    def requirements(self, kinds: Collection[str]) -> frozenset[tuple[str, Hashable]]:
        """All that it finds, of some kinds."""
        return frozenset((kind, item) for kind in KINDS if kind in kinds for item in getattr(self, kind))


def reduce_tests(found: Mapping[str, Found], kinds: Collection[str] = KINDS, cover: int = 1) -> list[str]:
    """
    Chooses tests until nothing is lost: each time the one that adds most.

    Args:
        found (`Mapping[str, Found]`): what each test finds, by name.
        kinds (`Collection[str]`, defaults to all [`KINDS`]): what to keep.
        cover (`int`, defaults to `1`): how many tests are to find each item, where there are as many: what one test
            tells by chance, another model's sample may not show.

    Returns:
        `list[str]`: names of the chosen tests, in the order of `found`.

    Raises:
        `ValueError`: for a kind that is none.
    """
    unknown = sorted(set(kinds) - set(KINDS))
    if unknown:
        raise ValueError(f"A reduced suite can keep {', '.join(KINDS)}, not {', '.join(unknown)}.")
    requirements = {name: item.requirements(kinds) for name, item in found.items()}
    chosen: set[str] = set()
    needed = Counter(item for items in requirements.values() for item in items)
    needed = Counter({item: min(cover, count) for item, count in needed.items()})
    while needed:
        left = [name for name in found if name not in chosen]
        best = min(
            left, key=lambda name: (-sum(item in needed for item in requirements[name]), found[name].cost, name)
        )
        chosen.add(best)
        needed -= Counter(requirements[best])
    return [name for name in found if name in chosen]
