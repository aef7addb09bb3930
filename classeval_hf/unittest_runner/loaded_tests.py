"""The tests of a suite as they are once they are loaded, which the process that loads them with the task's reference
reports. What the text of the tests shows serves to withhold; which tests there are it tells of plain modules alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from classeval_hf.core.errors import UserError
from classeval_hf.tasks.test_cases import declared_tests_by_class
from classeval_hf.unittest_runner.unittest_reports import ExpectedTestClass, read_events
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


def loaded_test_classes(
    task_id: str, suite: TestSuite, held: HeldTests, steps: Sequence[RawStep], is_reference: bool
) -> tuple[ExpectedTestClass, ...]:
    """Test classes with the tests that `unittest` finds, but for those that are skipped here; a `UserError` for what
    it would run and a sample's process does not. What a reference does not reach is not required of samples."""
    if not steps:
        raise NotLoadedError("SandboxBroken", "the process that loads them does not end")
    events = [list(read_events(step)) for step in steps]
    loaded = [next((one for one in of_step if one.get("event") == "loaded"), None) for of_step in events]
    if None in loaded:
        failed = events[loaded.index(None)]
        error = next((one for one in failed if one.get("event") == "load_error"), {})
        raise NotLoadedError(str(error.get("error_type", "")), str(error.get("message", "")))
    expected = []
    for name, found, of_step in zip(suite.listed, loaded, events, strict=True):
        assert found is not None
        _refuse(task_id, suite, name, found)
        tests: Mapping[str, Any] = found["tests"]
        seen, ends, parts = _progress(of_step) if is_reference else ({}, {}, {})
        skipped = is_reference and any(
            event.get("error_type") == "SkipTest" for event in of_step if "test" not in event
        )
        kept = [test for test in tests if not (tests[test][1] or skipped or ends.get(test) == "skipped")]
        if tests and not kept:
            problem = f"all tests of {name} are skipped here: take it out of test_classes"
            raise UserError(f"Task {task_id}, its tests: {problem}.")
        required = {}
        for test in kept:
            definer = held.methods.get((name, test), "")
            checks = held.required_checks(name, test) if tests[test][0] == f"{definer}.{test}" else frozenset()
            required[test] = checks & seen.get(test, frozenset()) if ends.get(test) == "pass" else checks
        made = ExpectedTestClass.of(name, required, held, [test for test in kept if tests[test][2]])
        expected.append(replace(made, parts=parts if is_reference else None))
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
        ends = _progress(list(read_events(step)))[1]
        passed = [test for test, outcome in ends.items() if outcome == "pass"]
        believed = [it for it in believed if it[0] in passed]
        failed = [test for test in asked if test not in passed]
        accounts.append({"passed": passed, "exposed": exposed, "believed": believed, "asked": failed})
    return accounts


def _progress(
    events: Sequence[Mapping[str, Any]],
) -> tuple[dict[str, frozenset[Any]], dict[str, Any], dict[str, int]]:
    """The checks that each test reached, how it ended, and how many parts of it were skipped."""
    seen: dict[str, frozenset[Any]] = {}
    ends: dict[str, Any] = {}
    parts: dict[str, int] = {}
    current = ""
    for event in events:
        if event.get("event") == "start":
            current = str(event.get("test"))
        elif event.get("event") == "check":
            seen[current] = seen.get(current, frozenset()) | {event.get("check")}
        elif event.get("event") == "skipped_part":
            parts[current] = parts.get(current, 0) + 1
        elif event.get("event") == "end":
            ends[str(event.get("test"))] = event.get("outcome")
    return seen, ends, parts


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
