"""
The verdict: what a test class's process reported, against what its source says it must report.

A process that ran a sample can prove nothing about itself. A test passes only if it ended exactly once and well, and
every value it observed is the one that the parent expected, and none that it must observe is missing. Anything else —
a test that is missing, unknown or repeated, a skip, a malformed line — is no pass. What the process printed, and its
exit status, never count.
"""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from typing import Any

from classeval_hf.execution.judging import MESSAGE_CHARS, Check, judge
from classeval_hf.execution.sandbox import RawTestClass
from classeval_hf.execution.test_cases import declared_tests_by_class
from classeval_hf.execution.withholding import HeldTests
from classeval_hf.records import Outcome, TestCaseVerdict, TestClassVerdict

__all__ = ["ExpectedTestClass", "judge_test_class"]

_CHANGING = re.compile(r"0x[0-9a-f]{6,}|(?<=/tmp)[a-z0-9_]{8}\b")
_CLOCK = re.compile(r"\b([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\b")
_NEAR_SECONDS = 20 * 60
"""How far from now a time of day without its date is still taken for the present."""

_TIME_LIMITS = {"cpu", "idle", "wall"}
_REPORTED = {"pass": Outcome.PASS, "fail": Outcome.FAIL, "error": Outcome.ERROR, "skipped": Outcome.SKIPPED}


@dataclass(frozen=True)
class ExpectedTestClass:
    """
    What the parent knows of a test class from its source alone.

    Args:
        name (`str`): its name.
        tests (`tuple[str, ...]`): the tests it defines, in the order in which they run.
        checks (`Mapping[int, Check]`): the assertions of the module whose expected values are held back.
        required (`Mapping[str, frozenset[int]]`): per test, the checks that it cannot pass without.
        judged_by (`str`): `"parent"` if no test can pass without a value that the sample is not given and cannot
            easily guess, `"parent and child"` if some can, `"child"` if all can.
    """

    name: str
    tests: tuple[str, ...]
    checks: Mapping[int, Check]
    required: Mapping[str, frozenset[int]]
    judged_by: str

    @classmethod
    def from_source(cls, test_source: str, held: HeldTests, names: Sequence[str]) -> tuple[ExpectedTestClass, ...]:
        """Reads test classes from the source of their module, as its author wrote it."""
        declared = declared_tests_by_class(test_source)
        found = []
        for name in names:
            tests = declared.get(name, ())
            required = {test: held.required_checks(name, test) for test in tests}
            proven = [any(not held.checks[number].guessable for number in required[test]) for test in tests]
            judged_by = "parent" if tests and all(proven) else "parent and child" if any(proven) else "child"
            found.append(cls(name, tests, held.checks, required, judged_by))
        return tuple(found)


@dataclass
class _Case:
    """What was reported of one test."""

    starts: int = 0
    ends: list[Mapping[str, Any]] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    failure: str = ""


def judge_test_class(expected: ExpectedTestClass, raw: RawTestClass, scratch: str = "") -> TestClassVerdict:
    """
    Judges one test class.

    Args:
        expected ([`ExpectedTestClass`]): what its source says.
        raw ([`RawTestClass`]): what its process reported.
        scratch (`str`, *optional*): the sample's folder, whose name is kept out of messages.

    Returns:
        [`TestClassVerdict`]: with one verdict for each test that the source defines.
    """
    cases = {test: _Case() for test in expected.tests}
    around = _Case()  # what is reported outside any test
    load_error: Mapping[str, Any] = {}
    current = around
    for event in _events(raw.events):
        kind, test = event.get("event"), event.get("test")
        if kind == "load_error":
            load_error = load_error or event
        elif kind == "malformed":
            around.failure = "the test process reported a line that is no event"
        elif kind == "start":
            current = cases.get(test, around) if isinstance(test, str) else around
            current.starts += 1
        elif kind == "check":
            _check(current, expected, event)
        elif kind == "end":
            (cases.get(test, around) if isinstance(test, str) else around).ends.append(event)
            current = around
    timed_out = raw.timeout in _TIME_LIMITS
    verdicts = [_verdict(test, case, expected.required[test], timed_out) for test, case in cases.items()]
    error_type, message = _text(load_error, "error_type"), _text(load_error, "message")
    if around.failure and not error_type:
        error_type, message = "AssertionError", around.failure
    elif raw.timeout == "report" and not error_type:
        error_type, message = "ReportTooLong", "the test process reported more than it may"
    verdict = TestClassVerdict(expected.name, tuple(verdicts), error_type, message, expected.judged_by)
    return _settled(verdict, scratch)


def _events(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The events reported, up to the first line that is none; the last piece may have been cut off."""
    for line in lines[:-1]:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict):
            yield {"event": "malformed"}
            return
        yield event


def _check(case: _Case, expected: ExpectedTestClass, event: Mapping[str, Any]) -> None:
    number = event.get("check")
    check = expected.checks.get(number) if isinstance(number, int) else None
    if check is None or isinstance(number, bool) or not isinstance(number, int):
        case.failure = case.failure or "an assertion was reported that the tests do not have"
        return
    case.seen.add(number)
    if not case.failure:
        case.failure = judge(check, event.get("value")) or ""


def _verdict(test: str, case: _Case, required: frozenset[int], timed_out: bool) -> TestCaseVerdict:
    if case.failure:
        return TestCaseVerdict(test, Outcome.FAIL, "AssertionError", case.failure)
    if len(case.ends) != 1 or case.starts != 1:
        if timed_out and not case.ends:
            return TestCaseVerdict(test, Outcome.TIMEOUT)
        return TestCaseVerdict(test, Outcome.ERROR, "", "the test did not report its end exactly once")
    end = case.ends[0]
    reported = end.get("outcome")
    outcome = _REPORTED.get(reported, Outcome.ERROR) if isinstance(reported, str) else Outcome.ERROR
    if outcome is Outcome.PASS and not required <= case.seen:
        return TestCaseVerdict(test, Outcome.ERROR, "", "the test ended without reaching all of its assertions")
    return TestCaseVerdict(test, outcome, _text(end, "error_type"), _text(end, "message"))


def _text(event: Mapping[str, Any], name: str) -> str:
    value = event.get(name, "")
    if not isinstance(value, str):
        return ""
    return value[:MESSAGE_CHARS].encode("utf-8", "replace").decode()  # lone surrogates cannot be written to most files


def _settled(verdict: TestClassVerdict, scratch: str) -> TestClassVerdict:
    """The verdict with what differs from run to run taken out of its messages: folders, addresses, and the time."""
    now = datetime.now(timezone.utc)
    folder = re.compile(re.escape(scratch) + r"(/samples-of-\d+/\d+)?") if scratch else None

    def settle(message: str) -> str:
        if folder is not None:
            message = folder.sub("<sandbox>", message)
        return _without_now(_CHANGING.sub("...", message), now)

    cases = tuple(
        replace(case, message=settle(case.message)) if case.message else case  # most have none
        for case in verdict.cases
    )
    return replace(verdict, cases=cases, message=settle(verdict.message))


def _without_now(message: str, now: datetime) -> str:
    """
    The message as it would be at any other time.

    Where it names the present, in full or cut short by `unittest`, its first line is kept with all digits blotted out:
    below it are marks of where two values differ.
    """
    named = _present(now.date()).search(message) is not None or any(
        _is_near(clock, now) for clock in _CLOCK.findall(message)
    )
    return re.sub(r"\d+", "#", message.partition("\n")[0]) if named else message


def _is_near(clock: tuple[str, ...], now: datetime) -> bool:
    """Whether hours, minutes and seconds are, on some day, within minutes of now."""
    hours, minutes, seconds = map(int, clock)
    apart = (hours - now.hour) * 3600 + (minutes - now.minute) * 60 + seconds - now.second
    return (apart + _NEAR_SECONDS) % 86_400 <= 2 * _NEAR_SECONDS


@lru_cache(maxsize=2)
def _present(today: date) -> re.Pattern[str]:
    """Matches the days around today, as a date or as the `repr` of one, and these days as seconds since 1970."""
    days = [today - timedelta(days=1), today, today + timedelta(days=1)]
    dates = "|".join(day.isoformat() for day in days)
    calls = "|".join(rf"{day.year}, {day.month}, {day.day}\b" for day in days)
    seconds = "|".join(str(calendar.timegm(day.timetuple()) // 100_000) for day in days)
    return re.compile(rf"\b(?:{dates})|\b(?:date|datetime)\((?:{calls})|\b(?:{seconds})\d{{5}}\b")
