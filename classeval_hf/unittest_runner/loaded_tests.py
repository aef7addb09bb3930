"""The tests of a suite as they are once they are loaded, which the process that loads them with the task's reference
reports. What the text of the tests shows serves to withhold; which tests there are it tells of plain modules alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from classeval_hf.core.errors import UserError
from classeval_hf.tasks.test_cases import declared_tests_by_class
from classeval_hf.unittest_runner.skips import DECIDED, may_skip_after
from classeval_hf.unittest_runner.unittest_reports import ExpectedTestClass, lines_of, read_events
from classeval_hf.unittest_runner.withheld.claims import judge_claim
from classeval_hf.unittest_runner.withheld.judging import judge

_OWN_COMPARISONS = re.compile(
    r"__(eq|ne|lt|le|gt|ge|contains|iter)__|total_ordering|order=True"
    r"|^[ \t]*class \w+\((?!(object|ABC|abc\.ABC|Exception|\w+Error|Enum|enum\.Enum)?\))",
    re.MULTILINE,
)

if TYPE_CHECKING:
    from classeval_hf.core.tasks import TestSuite
    from classeval_hf.sandbox.jobs import RawStep
    from classeval_hf.unittest_runner.withheld.withholding import HeldTests


class NotLoadedError(Exception):
    """The tests could not be loaded: the type of the error, and its message."""


@dataclass
class _Progress:
    """What a step reports of each of its tests: the checks that it reached, how it ended, how many of its parts were
    skipped; and the lines where what is around them was skipped, each for no test."""

    seen: dict[str, frozenset[Any]] = field(default_factory=dict)
    ends: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    parts: dict[str, int] = field(default_factory=dict)
    skips: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)

    @classmethod
    def of(cls, events: Sequence[Mapping[str, Any]]) -> _Progress:
        run, current = cls(), ""
        for event in events:
            kind = event.get("event")
            if kind == "start":
                current = str(event.get("test"))
            elif kind == "check":
                run.seen[current] = run.seen.get(current, frozenset()) | {event.get("check")}
            elif kind == "skipped_part":
                run.parts[current] = run.parts.get(current, 0) + 1
            elif kind == "end":
                run.ends[str(event.get("test"))] = event
                current = ""
            elif kind == "load_error" and event.get("outcome") == "skipped":
                run.skips.add(("", lines_of(event)))
        return run

    def outcome(self, test: str) -> Any:
        return self.ends.get(test, {}).get("outcome")


def _may_skip(source: str, name: str, test: str, run: _Progress) -> bool:
    """Whether a test could be skipped by what the class does, as a run tells that ends where it is to do something."""
    if test not in run.ends:
        return may_skip_after(source, name, ())
    if run.outcome(test) == "skipped":
        return DECIDED in run.seen.get(test, frozenset()) | run.seen.get("", frozenset())
    return run.outcome(test) != "pass" and may_skip_after(source, name, lines_of(run.ends[test]))


def loaded_test_classes(
    task_id: str, suite: TestSuite, held: HeldTests, steps: Sequence[RawStep], probed: Sequence[RawStep] | None = None
) -> tuple[ExpectedTestClass, ...]:
    """Test classes with the tests that `unittest` finds, and what of them is skipped here; a `UserError` for what it
    would run and a sample's process does not. The steps are a reference's, unless others are given that are to show
    what is skipped whatever the class is. What a reference does not reach is not required of samples."""
    if not steps:
        raise NotLoadedError("SandboxBroken", "the process that loads them does not end")
    events = [list(read_events(step)) for step in steps]
    loaded = [next((one for one in of_step if one.get("event") == "loaded"), None) for of_step in events]
    if None in loaded:
        failed = events[loaded.index(None)]
        error = next((one for one in failed if one.get("event") == "load_error"), {})
        raise NotLoadedError(str(error.get("error_type", "")), str(error.get("message", "")))
    shown = events if probed is None else [list(read_events(step)) for step in probed] or [[] for _ in events]
    return tuple(
        _expected(task_id, suite, held, name, found or {}, _Progress.of(of_step), probed)
        for name, found, of_step in zip(suite.listed, loaded, shown, strict=True)
    )


def _expected(
    task_id: str,
    suite: TestSuite,
    held: HeldTests,
    name: str,
    found: Mapping[str, Any],
    run: _Progress,
    probed: Sequence[RawStep] | None,
) -> ExpectedTestClass:
    _refuse(task_id, suite, name, found)
    tests: Mapping[str, Any] = found["tests"]
    kept = [test for test in tests if not tests[test][1]]
    skipped = {test for test in kept if run.outcome(test) == "skipped" or (run.skips and not run.ends)}
    if tests and not {*kept} - skipped:
        problem = f"all tests of {name} are skipped here: take it out of test_classes"
        raise UserError(f"Task {task_id}, its tests: {problem}.")
    if probed and (decided := next((test for test in kept if _may_skip(held.source, name, test, run)), "")):
        problem = f"{name}.{decided} may be skipped after it used the class, and only a reference shows whether it is"
        raise UserError(f"Task {task_id}, its tests: {problem}: give the task its solution_code, or skip earlier.")
    required = {}
    for test in kept:
        definer = held.methods.get((name, test), "")
        checks = held.required_checks(name, test) if tests[test][0] == f"{definer}.{test}" else frozenset()
        is_shown = test in skipped or (probed is None and run.outcome(test) == "pass")
        required[test] = checks & run.seen.get(test, frozenset()) if is_shown else checks
    made = ExpectedTestClass.of(
        name, {test: required[test] for test in kept if test not in skipped}, held, [it for it in kept if tests[it][2]]
    )
    skips = {*run.skips, *((test, lines_of(run.ends[test])) for test in skipped)}
    return replace(made, tests=tuple(kept), required=required, parts=run.parts, skips=frozenset(skips))


def decides_equality(solution: str) -> bool:
    """Whether objects of a reference may say themselves what they are equal to, contain or come before."""
    return _OWN_COMPARISONS.search(solution) is not None


def reference_account(expected: Sequence[ExpectedTestClass], steps: Sequence[RawStep]) -> list[dict[str, Any]]:
    """Per test class, as JSON: the tests that a reference passes, the places of withheld assertions that it does not
    meet as data, the comparisons in tests that it passes in which its objects say otherwise than data, and the tests
    that it does not pass in which its containers were asked for what they hold. It compares values that a task's code
    made, so that it must be called within limits."""
    accounts = []
    for one, step in zip(expected, steps, strict=True):
        current, exposed, believed, asked = "", [], [], []
        for event in read_events(step):
            if event.get("event") == "start":
                current = str(event.get("test"))
            elif event.get("event") == "check" and (check := one.checks.get(event.get("check", -1))) is not None:
                if judge(check, event.get("value")) is not None:
                    exposed.append([*check.place, current])
            elif event.get("event") == "claim" and judge_claim(event) is not None:
                believed.append([current, event.get("kind")])
            elif event.get("event") == "asked":
                asked.append(current)
        ends = _Progress.of(list(read_events(step))).ends
        passed = [test for test, end in ends.items() if end.get("outcome") == "pass"]
        believed = [it for it in believed if it[0] in passed]
        failed = [test for test in asked if test not in passed]
        accounts.append({"passed": passed, "exposed": exposed, "believed": believed, "asked": failed})
    return accounts


def _refuse(task_id: str, suite: TestSuite, name: str, found: Mapping[str, Any]) -> None:
    """Raises for tests that would be run by `unittest` or pytest, and not here."""
    shown = declared_tests_by_class(suite.source)
    unlisted = [
        same[0] for same in found["classes"] if not any(other in suite.listed or shown.get(other) for other in same)
    ]
    others = [other for other in found["others"] if other not in shown]  # a class that is written is a part of others
    problem = ""
    if unlisted:
        problem = f"the test class {unlisted[0]} is there once they are loaded, and not listed: add it to test_classes"
    elif not found["is_test"] or (not found["tests"] and name in suite.required):
        problem = f"the test class {name} has no test once it is loaded: take it out of test_classes"
    elif found["never"]:
        problem = f"{found['never'][0]} is a generator, or a coroutine without an event loop, which never runs"
    elif others:
        problem = f"{others[0]} would not be run: make its tests methods of a class of unittest.TestCase"
    elif found["own_run"]:
        problem = f"{name}.{found['own_run'][0]} says how its tests are run, which is not followed: take it out"
    if problem:
        raise UserError(f"Task {task_id}, its tests: {problem}.")
