"""Reduces a suite by greedy set cover without losing what it finds (EvalPlus, Liu et al. 2023, section 2.3)."""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

KINDS = ("coverage", "mutants", "samples")  # what a reduced suite keeps


@dataclass(frozen=True)
class Findings:
    coverage: frozenset[Hashable] = frozenset()  # arcs between lines of the reference that it runs
    mutants: frozenset[Hashable] = frozenset()  # mutants of the reference that it kills
    samples: frozenset[tuple[str, str]] = frozenset()  # wrong samples that it kills, whole (`""`) or by method
    cost: int = 1  # its length: of two tests that add equally much, the shorter is taken

    def requirements(self, kinds: Collection[str]) -> frozenset[tuple[str, Hashable]]:
        return frozenset((kind, item) for kind in KINDS if kind in kinds for item in getattr(self, kind))


def reduce_tests(findings: Mapping[str, Findings], kinds: Collection[str] = KINDS, cover: int = 1) -> list[str]:
    """Chooses the test that adds most until `cover` tests keep each item; returns names in the order given."""
    if unknown := sorted(set(kinds) - set(KINDS)):
        raise ValueError(f"A reduced suite can keep {', '.join(KINDS)}, not {', '.join(unknown)}.")
    requirements = {name: item.requirements(kinds) for name, item in findings.items()}
    chosen: set[str] = set()
    needed = Counter(item for items in requirements.values() for item in items)
    needed = Counter({item: min(cover, count) for item, count in needed.items()})
    ranked = [(-len(items), findings[name].cost, name) for name, items in requirements.items()]
    heapify(ranked)
    while needed:
        _, cost, name = heappop(ranked)
        rank = -sum(item in needed for item in requirements[name]), cost, name
        if ranked and rank > ranked[0]:  # what a test adds never grows, so lower ranks need no recount
            heappush(ranked, rank)
        else:
            chosen.add(name)
            needed -= Counter(requirements[name])
    return [name for name in findings if name in chosen]


def cover_for_others(findings: Mapping[str, Findings], kinds: Collection[str], cover: int) -> int:
    """Doubles the cover until a suite that is chosen by half of the wrong samples finds all that the full suite finds
    in the other half: other models make mistakes that the samples at hand do not show."""
    found_by_all = frozenset(item for found in findings.values() for item in found.samples)
    names = sorted({item[0] for item in found_by_all})[1::2]
    others = frozenset(item for item in found_by_all if item[0] in names)
    by_half = {name: replace(found, samples=found.samples - others) for name, found in findings.items()}
    while "samples" in kinds and cover < len(findings):
        kept = reduce_tests(by_half, kinds, cover)
        if others <= frozenset(item for name in kept for item in findings[name].samples):
            break
        cover *= 2
    return cover


def kept_first(findings: Mapping[str, Findings], cover: int, limit: int) -> list[str]:
    """At most `limit` tests to judge mutants on: those that coverage and samples keep, then the first made."""
    kinds = ("coverage", "samples")
    kept = reduce_tests(findings, kinds, cover_for_others(findings, kinds, cover))
    return list(dict.fromkeys([*kept, *findings]))[:limit]
