"""The tests of a suite as they are once they are loaded, which the process that loads them with the task's reference
reports. What the text of the tests shows serves to withhold; which tests there are it tells of plain modules alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
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
class _Run:
    """What a step reports of its tests: the checks that each reached, how it ended, how many of its parts it skipped;
    where they, or what is around them, were skipped; and all events, each with its test."""

    seen: dict[str, frozenset[Any]] = field(default_factory=dict)
    ends: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of the tests, through which an error came
    parts: dict[str, int] = field(default_factory=dict)
    skips: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)
    events: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    @classmethod
    def of(cls, step: RawStep) -> _Run:
        run, current = cls(), ""
        for event in read_events(step):
            kind = event.get("event")
            if kind == "start":
                current = str(event.get("test"))
            elif kind == "check":
                run.seen[current] = run.seen.get(current, frozenset()) | {event.get("check")}
            elif kind == "skipped_part":
                run.parts[current] = run.parts.get(current, 0) + 1
            elif kind == "end":
                run.ends[current], run.lines[current] = event.get("outcome"), lines_of(event)
            if kind in ("end", "load_error") and event.get("outcome") == "skipped":
                run.skips.add((current if kind == "end" else "", lines_of(event)))
            run.events.append((current, event))
            current = "" if kind == "end" else current
        return run

    def could_skip(self, source: str, name: str, test: str) -> bool:
        """Whether a test could be skipped by what the class does, if this is a run that ends where it decides."""
        if self.ends.get(test) == "skipped":
            return DECIDED in self.seen.get(test, frozenset()) | self.seen.get("", frozenset())
        return self.ends.get(test) != "pass" and may_skip_after(source, name, self.lines.get(test, ()))


def loaded_test_classes(
    task_id: str, suite: TestSuite, held: HeldTests, steps: Sequence[RawStep], probed: Sequence[RawStep] | None = None
) -> tuple[ExpectedTestClass, ...]:
    """Test classes with the tests that `unittest` finds, and what of them is skipped here; a `UserError` for what it
    would run and a sample's process does not. The steps are a reference's, unless others are given that are to show
    what is skipped whatever the class is. What a reference does not reach is not required of samples."""
    shown = [_Run.of(step) for step in steps]
    runs = shown if probed is None else [_Run.of(step) for step in probed]
    expected = []
    for name, it, run in zip(suite.listed, shown, runs, strict=True):
        found = next((event for _, event in it.events if event.get("event") == "loaded"), None)
        if found is None:
            error = next((event for _, event in it.events if event.get("event") == "load_error"), {})
            raise NotLoadedError(str(error.get("error_type", "")), str(error.get("message", "")))
        tests: Mapping[str, Any] = found["tests"]
        kept = [test for test in tests if not tests[test][1]]
        skipped = {test for test in kept if run.ends.get(test) == "skipped" or (run.skips and not run.ends)}
        decided = [test for test in kept if probed and run.could_skip(held.source, name, test)]
        _refuse(task_id, suite, name, found, set(kept) - skipped, decided)
        required = {}
        for test in kept:
            definer = held.methods.get((name, test), "")
            checks = held.required_checks(name, test) if tests[test][0] == f"{definer}.{test}" else frozenset()
            is_shown = test in skipped or (probed is None and run.ends.get(test) == "pass")
            required[test] = checks & run.seen.get(test, frozenset()) if is_shown else checks
        expecting = [test for test in kept if tests[test][2]]
        counted = {test: required[test] for test in kept if test not in skipped}
        made = ExpectedTestClass.of(name, counted, held, expecting)
        shown_here = replace(made, parts=run.parts, skips=frozenset(run.skips))
        expected.append(replace(shown_here, tests=tuple(kept), required=required))
    return tuple(expected)


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
        run, exposed, believed, asked = _Run.of(step), [], [], []
        passed = [test for test, outcome in run.ends.items() if outcome == "pass"]
        for test, event in run.events:
            if event.get("event") == "check" and (check := one.checks.get(event.get("check", -1))) is not None:
                if judge(check, event.get("value")) is not None:
                    exposed.append([*check.place, test])
            elif event.get("event") == "claim" and test in passed and judge_claim(event) is not None:
                believed.append([test, event.get("kind")])
            elif event.get("event") == "asked" and test not in passed:
                asked.append(test)
        accounts.append({"passed": passed, "exposed": exposed, "believed": believed, "asked": asked})
    return accounts


def _refuse(
    task_id: str, suite: TestSuite, name: str, found: Mapping[str, Any], run: Collection[str], decided: Sequence[str]
) -> None:
    """Raises for tests that would be run by `unittest` or pytest, and not here; where none is `run`; and for those
    that a sample may decide to skip."""
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
    elif found["tests"] and not run:
        problem = f"all tests of {name} are skipped here: take it out of test_classes"
    elif decided:
        problem = f"{name}.{decided[0]} may be skipped after it used the class, which only a reference can show"
        problem += ": give the task its solution_code, or skip earlier"
    if problem:
        raise UserError(f"Task {task_id}, its tests: {problem}.")
