"""Judges the report of a test class's process by the class's source. A test passes only if it ended exactly once, as
passed, and every value that it must observe is reported and as expected. Output and exit status never count."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from classeval_hf.classes.runner.comparing import BY_OPERATION
from classeval_hf.classes.runner.withheld.judging import Check, judge, judge_claim
from classeval_hf.classes.tasks.test_cases import declared_tests_by_class
from classeval_hf.core.verdicts import MESSAGE_CHARS, CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.sandbox.jobs import OTHER_LIMITS, TIME_LIMITS, RawStep

if TYPE_CHECKING:  # the processes that judge need not be able to read or to withhold
    from classeval_hf.classes.runner.withheld.withholding import HeldTests

NOT_ENDED = "the test did not report its end exactly once"
_UNEXPECTED = "the test is to fail, and did not"
_SKIPPED_PART = "more parts of the test were skipped than are here whatever the sample does"
_REPORTED = {"pass": Outcome.PASS, "fail": Outcome.FAIL, "error": Outcome.ERROR, "skipped": Outcome.SKIPPED}


@dataclass(frozen=True)
class ExpectedTestClass:
    """What the parent knows about a test class before any sample runs."""

    name: str
    tests: tuple[str, ...]  # the tests that it defines, in the order in which they run
    checks: Mapping[int, Check]  # the assertions of the module whose expected values are withheld
    required: Mapping[str, frozenset[int]]  # by test, the checks that it cannot pass without
    # `"parent"` if every test needs a value that the sample is not given and cannot easily guess, `"parent and child"`
    # if some do, `"child"` if none does.
    judged_by: str
    expecting: frozenset[str] = frozenset()  # tests marked `unittest.expectedFailure`
    believes: frozenset[tuple[str, ...]] = frozenset()  # comparisons that objects decide, see `beliefs`
    parts: Mapping[str, int] = field(default_factory=dict)  # by test, how many of its parts are skipped here
    # Tests that are skipped here, and lines of the tests in the skip's traceback; no test for skips of fixtures.
    skips: frozenset[tuple[str, tuple[int, ...]]] = frozenset()
    is_silent: bool = False  # whether containers are not asked for their items, since the reference's fail at that
    lines: Mapping[int, int] = field(default_factory=dict)  # of the tests' source, by line of the tests that run

    @classmethod
    def of(
        cls, name: str, required: Mapping[str, frozenset[int]], held: HeldTests, expecting: Collection[str] = ()
    ) -> ExpectedTestClass:
        """A test class with these tests, each with its required checks, which may be empty."""
        checks = held.checks
        proven = [
            test not in expecting
            and any(not checks[number].guessable for number in required[test])
            and held.leaks.isdisjoint(required[test])
            for test in required
        ]
        judged_by = "parent" if proven and all(proven) else "parent and child" if any(proven) else "child"
        return cls(name, tuple(required), checks, required, judged_by, frozenset(expecting), lines=held.lines)

    @classmethod
    def from_source(cls, test_source: str, held: HeldTests, names: Sequence[str]) -> tuple[ExpectedTestClass, ...]:
        """Reads test classes from the source of their module, as its author wrote it."""
        declared = declared_tests_by_class(test_source)
        tests = {name: declared.get(name, ()) for name in names}
        required = {name: {test: held.required_checks(name, test) for test in tests[name]} for name in names}
        return tuple(cls.of(name, required[name], held) for name in names)


@dataclass
class _Case:
    starts: int = 0
    ends: list[Mapping[str, Any]] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    parts: int = 0  # that were skipped
    failure: str = ""
    line: int = 0  # of the check that failed, in the source of the tests


def judge_run(expected: Sequence[ExpectedTestClass], steps: Sequence[RawStep]) -> dict[str, Any]:
    """Judges a sample. It compares values that the sample made, so it must be called within limits."""
    judged = [judge_test_class(one, step) for one, step in zip(expected, steps, strict=True)]
    return {"verdict": CandidateVerdict("", tuple(judged)).to_dict()}


def judge_test_class(expected: ExpectedTestClass, raw: RawStep) -> TestClassVerdict:
    """Judges one test class: a verdict for each test that its source defines."""
    cases = {test: _Case() for test in expected.tests}
    around = _Case()  # for events outside of tests
    load_error: Mapping[str, Any] = {}
    current, name = around, ""
    for event in read_events(raw):
        kind, test = event.get("event"), event.get("test")
        if kind == "load_error":
            is_known = event.get("outcome") == "skipped" and ("", lines_of(event)) in expected.skips
            load_error = load_error or ({} if is_known else event)
        elif kind == "malformed":
            around.failure = "the test process reported a line that is no event"
        elif kind == "start":
            name = test if isinstance(test, str) else ""
            current = cases.get(name, around)
            current.starts += 1
        elif kind == "check":
            number: Any = event.get("check")
            check = expected.checks.get(number) if type(number) is int else None
            if check is None:
                current.failure = current.failure or "an assertion was reported that the tests do not have"
            else:
                current.seen.add(number)
                if not current.failure and (failure := judge(check, event.get("value"))):
                    current.failure, current.line = failure, check.place[0]
        elif kind == "claim":
            of_test, *of_types = beliefs(name, event) if expected.believes else [()]
            is_believed = of_test in expected.believes or (bool(of_types) and expected.believes.issuperset(of_types))
            current.failure = current.failure or (not is_believed and judge_claim(event)) or ""
        elif kind == "skipped_part":
            current.parts += 1
            if current.parts > expected.parts.get(name, 0):
                current.failure = current.failure or _SKIPPED_PART
        elif kind == "end":
            (cases.get(test, around) if isinstance(test, str) else around).ends.append(event)
            current, name = around, ""
    timed_out = raw.limit in TIME_LIMITS
    error_type, message = _text(load_error, "error_type"), _text(load_error, "message")
    unended = f"did not run: {error_type}: {message}" if error_type else NOT_ENDED
    running = next((test for test, case in cases.items() if case.starts and not case.ends), "")
    late = f"not run, since the time ran out in {running}" if running else "not run, since the time ran out before it"
    verdicts = []
    for test, case in cases.items():
        ended_in_skip = [end.get("outcome") for end in case.ends] == ["skipped"] and case.starts == 1
        is_skip_of_machine = ended_in_skip and (test, lines_of(case.ends[0])) in expected.skips
        if not is_skip_of_machine or case.failure or not expected.required[test] <= case.seen:
            verdicts.append(_verdict(test, case, expected, late if timed_out else "", unended))
    if around.failure and not error_type:
        error_type, message = "AssertionError", around.failure
    elif raw.limit in OTHER_LIMITS and not error_type:
        error_type, message = OTHER_LIMITS[raw.limit]
    return TestClassVerdict(expected.name, tuple(verdicts), error_type, message, expected.judged_by, _line(load_error))


def beliefs(test: str, claim: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """A claim as test and kind of comparison, and as kind and type for each type of an opaque part of its sides. It is
    believed if the reference makes such a claim in the same test, or about the same types in any test of the suite."""
    kind, names, waiting = str(claim.get("kind")), set[str](), [claim.get("sides")]
    kind = BY_OPERATION.get(kind, kind)
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            names |= {str(name) for name in part[1:2] if part[:1] == ["opaque"]}
            waiting += part
    return [(test, kind), *(("", kind, name) for name in sorted(names))]


def read_events(raw: RawStep) -> Iterator[dict[str, Any]]:
    """The reported events, up to the first malformed line; a last line without its end is left out."""
    for line in raw.report.decode("utf-8", "replace").split("\n")[:-1]:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict):
            yield {"event": "malformed"}
            return
        yield event


def lines_of(event: Mapping[str, Any]) -> tuple[int, ...]:
    """The reported lines of the tests in an error's traceback."""
    lines = event.get("lines")
    return tuple(line for line in lines if isinstance(line, int)) if isinstance(lines, list) else ()


def _verdict(test: str, case: _Case, expected: ExpectedTestClass, late: str, unended: str) -> TestCaseVerdict:
    is_to_fail = test in expected.expecting and len(case.ends) == case.starts == 1
    if is_to_fail and not case.ends[0].get("around"):
        failed = case.failure or case.ends[0].get("outcome") in ("fail", "error")
        return TestCaseVerdict(test, Outcome.PASS if failed else Outcome.FAIL, "", "" if failed else _UNEXPECTED)
    if case.failure:
        return TestCaseVerdict(test, Outcome.FAIL, "AssertionError", case.failure, test_line=case.line)
    if len(case.ends) != 1 or case.starts != 1:
        if late and not case.ends:
            return TestCaseVerdict(test, Outcome.TIMEOUT, "", "the time ran out in this test" if case.starts else late)
        return TestCaseVerdict(test, Outcome.ERROR, "", unended)
    end = case.ends[0]
    reported = end.get("outcome")
    outcome = _REPORTED.get(reported, Outcome.ERROR) if isinstance(reported, str) else Outcome.ERROR
    if outcome is Outcome.PASS and not expected.required[test] <= case.seen:
        return TestCaseVerdict(test, Outcome.ERROR, "", "the test ended without reaching all of its assertions")
    sent = _line({"line": [0, *lines_of(end)][-1]})  # the last line in the tests, such as that of a helper
    line = expected.lines.get(sent, 0) if expected.lines else sent
    return TestCaseVerdict(test, outcome, _text(end, "error_type"), _text(end, "message"), _line(end), line)


def _line(event: Mapping[str, Any]) -> int:
    value = event.get("line")
    return value if type(value) is int and 0 <= value <= 10_000_000 else 0


def _text(event: Mapping[str, Any], name: str) -> str:
    value = event.get(name, "")
    if not isinstance(value, str):
        return ""
    # Lone surrogates cannot be written to most files. Messages get their final length after redaction.
    length = 2 * MESSAGE_CHARS if name == "message" else 200
    return value[:length].encode("utf-8", "replace").decode()
