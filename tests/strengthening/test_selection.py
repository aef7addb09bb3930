"""Which tests make a suite: what solutions support, what reviewers decided, and what finds most by fewest tests."""

import random
from pathlib import Path

import pytest
from call_steps import call, new, read

from classeval_hf.strengthening.selection import (
    KINDS,
    Findings,
    LedgerEntry,
    Solution,
    decision,
    held_back,
    kept_first,
    read_ledger,
    reduce_tests,
)
from classeval_hf.strengthening.sequences import CallSequence

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


HEADER = "task_id,test,verdict,reason\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "ledger.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_decisions() -> None:
    assert all(len(test) == 16 or test.endswith("()") for _, test in read_ledger())
    # A decision on a method is one on all sequences that call it, unless there is one on the sequence itself.
    called = CallSequence((new(), call("add", 1), read("items")))
    on_method, on_test = LedgerEntry("drop", "the contract is silent"), LedgerEntry("keep", "here it is not")
    assert decision({("a", "add()"): on_method}, "a", called) == on_method
    assert decision({("a", "add()"): on_method, ("a", called.hash): on_test}, "a", called) == on_test
    assert decision({("b", "add()"): on_method, ("a", "items()"): on_method}, "a", called) is None


def test_files(tmp_path: Path) -> None:
    """Decisions are found by task and test; a spreadsheet's mark at the beginning does no harm."""
    text = HEADER + 'a,1f,keep,"the docstring says so, twice"\nb,1f,drop, nothing decides it \n'
    expected = {
        ("a", "1f"): LedgerEntry("keep", "the docstring says so, twice"),
        ("b", "1f"): LedgerEntry("drop", "nothing decides it"),
    }
    assert read_ledger(write(tmp_path, text)) == expected and read_ledger(write(tmp_path, "\ufeff" + text)) == expected
    assert read_ledger(write(tmp_path, HEADER)) == {}
    for text, message in [
        ("", "has the columns task_id, test, verdict, reason, which"),
        ("task_id,test,verdict\na,1f,keep\n", "has the columns"),
        (HEADER + "a,1f,keep,right\na,2f,maybe,who knows\n", "line 3: the verdict on 2f is keep or drop"),
        (HEADER + "a,1f,keep, \n", "line 2: .* with a reason"),
        (HEADER + "a,1f,keep\n", "line 2: .* with a reason"),
        (HEADER + "a\n", "line 2"),
        (HEADER + "a,1f,keep,so\na,1f,drop,no\n", "line 3: there are two verdicts on 1f"),
    ]:
        with pytest.raises(ValueError, match=message):
            read_ledger(write(tmp_path, text))


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


def test_what_mutants_are_judged_on() -> None:
    """First what coverage and samples keep, however late it was made, then the others in their order."""
    tests = {"a": Findings(frozenset(), frozenset("m"), frozenset("1"))}
    tests |= {name: found("m", cost) for cost, name in enumerate("bcd", 2)}
    assert reduce_tests(tests, cover=2) == ["a", "b"]
    of_sample = Findings(samples=frozenset("2"))
    tests = {"a": found("1"), "b": found("12"), "c": found("1", kind="coverage"), "d": of_sample}
    assert kept_first(tests, 1, 3) == ["c", "d", "a"] and kept_first(tests, 1, 1) == ["c"]
    assert kept_first(tests, 1, 9) == ["c", "d", "a", "b"]
