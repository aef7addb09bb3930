"""Reduction: what is found stays found, by as few tests as greedy set cover needs."""

import random

import pytest

from classeval_hf.strengthening.reduce.reduction import KINDS, Findings, cover_for_others, kept_first, reduce_tests


def found(text: str = "", cost: int = 1, kind: str = "mutants") -> Findings:
    return Findings(**{kind: frozenset(text)}, cost=cost)


def test_smallest_cover() -> None:
    """The largest test is taken first, and then what it lacks: of tests that add as much the shorter, or the first."""
    tests = {"a": found("12"), "b": found("1234"), "c": found("45"), "d": found("5"), "e": found("3")}
    assert reduce_tests(tests) == ["b", "c"]
    assert reduce_tests({"a": found("12", 5), "b": found("12", 3), "c": found("12", 4)}) == ["b"]
    assert reduce_tests({"z": found("12"), "b": found("12"), "c": found("12")}) == ["b"]
    assert reduce_tests({"a": found(), "b": found("1")}) == ["b"]  # what finds nothing is not taken
    assert reduce_tests({"a": found("1")}, []) == reduce_tests({}) == []
    # A test that alone finds something of a kind stays while that kind is kept, and no longer.
    for kind in KINDS:
        tests = {"plain": Findings(frozenset("1"), frozenset("1"), frozenset("1")), "special": found("2", kind=kind)}
        assert reduce_tests(tests) == reduce_tests(tests, [kind]) == ["plain", "special"]
        assert reduce_tests(tests, [other for other in KINDS if other != kind]) == ["plain"]
    assert reduce_tests({"a": found("1", kind="coverage"), "b": found("1")}) == ["a", "b"]
    with pytest.raises(ValueError, match=r"can keep coverage, mutants, samples, not lines"):
        reduce_tests({}, ["lines", "coverage"])


@pytest.mark.parametrize("cover", [1, 2, 3, 9])
def test_cover(cover: int) -> None:
    chance, tests = random.Random(cover), {}
    for number in range(40):
        items = (frozenset(chance.sample(range(end), size)) for end, size in ((20, 4), (20, 3), (5, 1)))
        tests[f"t{number}"] = Findings(*items, chance.randint(1, 4))
    chosen = reduce_tests(tests, cover=cover)
    assert chosen == [name for name in tests if name in set(chosen)]
    for kind in KINDS:
        for item in {item for test in tests.values() for item in getattr(test, kind)}:
            there, kept = (sum(item in getattr(tests[name], kind) for name in names) for names in (tests, chosen))
            assert kept >= min(cover, there)
    assert set(reduce_tests(dict(reversed(tests.items())), cover=cover)) == set(chosen)


def test_what_samples_and_mutants_decide() -> None:
    """The tests of a mutant tell samples apart, so that the one which only another sample needs is kept too."""
    tests = {
        "a": Findings(mutants=frozenset("m"), samples=frozenset({("1", "")})),
        "b": found("m", 2),
        "c": Findings(mutants=frozenset("m"), samples=frozenset({("2", "")}), cost=3),
        "d": found("m", 4),
    }
    assert reduce_tests({**tests, "c": found("m", 3)}, cover=2) == ["a", "b"]
    assert cover_for_others(tests, KINDS, 1) == cover_for_others(tests, KINDS, 2) == 4
    assert cover_for_others(tests, KINDS, 3) == 3 and cover_for_others(tests, ["mutants"], 1) == 1
    alone = {**tests, "c": Findings(samples=frozenset({("2", "")}))}  # no cover of what others show keeps it
    assert cover_for_others(alone, KINDS, 1) == 4 and cover_for_others({}, KINDS, 3) == 3
    # What the second solution shows by one method does not choose the suite that has to find it.
    tests = {
        "a": Findings(mutants=frozenset("m"), samples=frozenset({("1", ""), ("1", "add")})),
        "b": Findings(mutants=frozenset("m"), samples=frozenset({("2", ""), ("2", "add")}), cost=2),
    }
    assert cover_for_others(tests, KINDS, 1) == 2
    # First what coverage and samples keep, however late it was made, then the others in their order.
    of_sample = Findings(samples=frozenset({("2", "")}))
    tests = {"a": found("1"), "b": found("12"), "c": found("1", kind="coverage"), "d": of_sample}
    assert kept_first(tests, 1, 3) == ["c", "d", "a"] and kept_first(tests, 1, 1) == ["c"]
    assert kept_first(tests, 1, 9) == ["c", "d", "a", "b"]
