"""Selects the tests of a suite. Tests on which plausible solutions disagree are held back: they may test what the
contract leaves open. Each model family has one vote, but not on its own solutions. People decide on single tests in a
ledger. Greedy set cover reduces the rest without losing what they find (EvalPlus, Liu et al. 2023, section 2.3)."""

import csv
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.files import read_text
from classeval_hf.core.tasks import BASE, PLUS, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.strengthening.expectations import StrengthenedTest, plus_suite
from classeval_hf.strengthening.sequences import CallSequence

LEAST_FAMILIES = 2  # other families that must agree with the reference against a solution
Samples = Mapping[str, Sequence[tuple[str, Sample]]]  # named samples by model family
KINDS = ("coverage", "mutants", "samples")  # kinds of findings that a reduced suite keeps
KEEP, DROP = "keep", "drop"  # decisions on a test
_COLUMNS = ["task_id", "test", "verdict", "reason"]
WHOLE_CLASS = ""  # stands for all methods, for tests that call no method with base tests of its own


@dataclass(frozen=True)
class Solution:
    family: str  # the model family that wrote it
    name: str  # its origin, for messages
    passed: frozenset[str]  # methods whose base tests it passes, and `WHOLE_CLASS` if it passes all of them
    failed: frozenset[str]  # strengthened tests that it fails
    unknown: frozenset[str] = frozenset()  # strengthened tests that were not run


def held_back(
    tests: Mapping[str, Collection[str]], solutions: Sequence[Solution], least_families: int = LEAST_FAMILIES
) -> dict[str, str]:
    """The tests on which too few other families agree with the reference, each with the reason."""
    if not solutions:
        return {}
    reasons = {}
    for test, methods in tests.items():
        plausible = [item for item in solutions if item.passed.issuperset(methods)]
        votes = {}  # per family: whether it agrees with the reference, and its failing solutions
        for family in dict.fromkeys(solution.family for solution in plausible):
            ran = [item for item in plausible if item.family == family and test not in item.unknown]
            failing = [item.name for item in ran if test in item.failed]
            if ran:
                votes[family] = (2 * len(failing) <= len(ran), failing)
        if not votes:
            reasons[test] = "no solution that passes the base tests of its methods ran it"
            continue
        for family in sorted(votes):
            agreeing = sorted(other for other, (agrees, _) in votes.items() if agrees and other != family)
            killed = votes[family][1]
            if killed and (len(agreeing) < least_families or 2 * len(agreeing) < len(votes) - 1):
                names = ", ".join(agreeing) or "none"
                reasons[test] = f"{killed[0]} fails it; of the other families {names} agree with the reference"
                break
    return reasons


def with_tests(task: ClassTask, tests: Sequence[StrengthenedTest]) -> ClassTask:
    """The task with at least one strengthened test as its suite `plus`."""
    suite = plus_suite(task, tests)
    if suite is None:
        raise ValueError(f"There are no strengthened tests of {task.task_id} to run.")
    return replace(task, extra_suites=(suite,))


def failed_tests(verdict: CandidateVerdict) -> tuple[frozenset[str], frozenset[str]]:
    """The tests that a candidate failed, and those that were not run, such as those after a time-out."""
    failed, unknown = set[str](), set[str]()
    for test_class in verdict.test_classes:
        failed.update(case.test for case in test_class.cases if case.outcome not in (Outcome.PASS, Outcome.TIMEOUT))
        timed_out = [case.test for case in test_class.cases if case.outcome is Outcome.TIMEOUT]
        failed.update(timed_out[:1])
        unknown.update(timed_out[1:])
    return frozenset(failed), frozenset(unknown)


def judge_sources(judge: Judge, task: ClassTask, sources: Sequence[str], suite: str) -> list[frozenset[str]]:
    """The tests that each module fails; empty if it could not be run."""
    verdicts = judge.run([(task, source) for source in sources], suite)
    return [failed_tests(verdict)[0] if isinstance(verdict, CandidateVerdict) else frozenset() for verdict in verdicts]


def judge_solutions(judge: Judge, task: ClassTask, samples: Samples) -> list[Solution]:
    """Judges named samples of each family by both suites; equal texts count once."""
    distinct = {(family, sample.completion): name for family, own in samples.items() for name, sample in reversed(own)}
    if not distinct:
        return []
    ((*judged,),) = judge.judge([task], [[text for _, text in distinct]], (BASE, PLUS)).values()
    solutions = []
    for (family, _), name, item in zip(distinct, distinct.values(), judged, strict=True):
        base, plus = item.verdicts[BASE], item.verdicts[PLUS]
        if isinstance(base, CandidateVerdict) and isinstance(plus, CandidateVerdict):
            failed, unknown = failed_tests(plus)
            passed = {method for method, names in task.suite().methods.items() if base.passed(names or ())}
            passed |= {WHOLE_CLASS} if base.passed(task.suite().required) else set()
            solutions.append(Solution(family, name, frozenset(passed), failed, unknown))
    return solutions


@dataclass(frozen=True)
class LedgerEntry:
    verdict: str  # `"keep"`, against consensus if need be, or `"drop"`
    reason: str  # one line: the words of the contract that decide it, or that none decide it


Ledger = Mapping[tuple[str, str], LedgerEntry]  # by task id, and hash of a sequence or `name()`


def read_ledger(path: Path | None = None) -> Ledger:
    """Reads a ledger, by default our own; `test` is the hash of a sequence, or `name()` for all that call a method."""
    file = path or Path(__file__).with_name("ledger.csv")
    rows = csv.DictReader(read_text(file).splitlines())
    if rows.fieldnames != _COLUMNS:
        raise UserError(f"{file}: a ledger has the columns {', '.join(_COLUMNS)}, which its first line does not name.")
    entries: dict[tuple[str, str], LedgerEntry] = {}
    for row in rows:
        where = f"{file}, line {rows.line_num}"
        if row["verdict"] not in (KEEP, DROP) or not (row["reason"] or "").strip():
            raise UserError(f"{where}: the verdict on {row['test']} is {KEEP} or {DROP}, with a reason.")
        if (row["task_id"], row["test"]) in entries:
            raise UserError(f"{where}: there are two verdicts on {row['test']}: leave one.")
        entries[row["task_id"], row["test"]] = LedgerEntry(row["verdict"], row["reason"].strip())
    return entries


def decision(ledger: Ledger, task_id: str, sequence: CallSequence) -> LedgerEntry | None:
    """The decision on a sequence itself, or on a method that it calls."""
    names = [sequence.hash, *(f"{step.name}()" for step in sequence.steps if step.action == "call")]
    return next((ledger[task_id, name] for name in names if (task_id, name) in ledger), None)


@dataclass(frozen=True)
class Findings:
    coverage: frozenset[Hashable] = frozenset()  # arcs between lines of the reference that it runs
    mutants: frozenset[Hashable] = frozenset()  # mutants of the reference that it kills
    samples: frozenset[str] = frozenset()  # names of the wrong samples that it kills
    cost: int = 1  # its length: of two tests with the same gain, the shorter one is taken


def reduce_tests(findings: Mapping[str, Findings], kinds: Collection[str] = KINDS, cover: int = 1) -> list[str]:
    """Chooses the test that adds most until `cover` tests keep each item; returns names in the order given."""
    if unknown := sorted(set(kinds) - set(KINDS)):
        raise ValueError(f"A reduced suite can keep {', '.join(KINDS)}, not {', '.join(unknown)}.")
    requirements = {
        name: {(kind, item) for kind in kinds for item in getattr(found, kind)} for name, found in findings.items()
    }
    chosen: set[str] = set()
    found = Counter(item for items in requirements.values() for item in items)
    needed = Counter({item: min(cover, count) for item, count in found.items()})
    ranked = sorted((-len(items), findings[name].cost, name) for name, items in requirements.items())
    while needed:
        _, cost, name = heappop(ranked)
        rank = -sum(item in needed for item in requirements[name]), cost, name
        if ranked and rank > ranked[0]:  # the gain of a test never grows, so lower ranks need no recount
            heappush(ranked, rank)
        else:
            chosen.add(name)
            needed -= Counter(requirements[name])
    return [name for name in findings if name in chosen]


def kept_first(findings: Mapping[str, Findings], cover: int, limit: int) -> list[str]:
    """At most `limit` tests to judge mutants on: those kept for coverage and samples, then the first made."""
    return list(dict.fromkeys([*reduce_tests(findings, ("coverage", "samples"), cover), *findings]))[:limit]
