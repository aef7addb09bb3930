"""The verdict on test files. A test passes only if the report is complete and its lines are chained under the step's
key, the test was collected, started and ended exactly once and in order, and its three phases passed. Exit statuses,
files and output never count."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.projects.runner.audit_hook import OVER, digests
from classeval_hf.sandbox.jobs import OTHER_LIMITS, TIME_LIMITS, RawStep
from classeval_hf.sandbox.supervisor import READY

if TYPE_CHECKING:  # the processes that judge need not be able to read
    from classeval_hf.reading.records import Ruling

_CHANGED = "TestMachineryChanged"
_FOREIGN = "its function is in none of the project's files, unlike the reference's"
_NAME_CHARS, _MESSAGE_CHARS = 200, 1000
_MAX_MARKS, _MAX_LINE = 500, 1 << 31
_NOT_ENDED = "the test did not report its start, its three phases and its end exactly once"
_ALL_PASSED, _NOT_LOADED = 0, 4
_STATUS = {
    2: "pytest was interrupted",
    3: "pytest had an internal error",
    _NOT_LOADED: "pytest could not load the tests",
}
_PHASES = ["setup", "call", "teardown"]
Event = Mapping[str, Any]


@dataclass(frozen=True)
class ExpectedGroup:
    """The parent's knowledge of the test files that run in one process."""

    files: tuple[str, ...]  # their paths in the project
    target: str  # the path of the candidate's file
    tests: tuple[str, ...]  # ids of their tests, as pytest gives them
    key: str  # the key of the report, in hexadecimal digits
    generated: tuple[str, ...] | None = ()  # as in `ProjectTests`; `None` allows it of all tests
    discover: bool = False  # whether the tests found here count, with whatever parameters, and not only declared ones
    digests: Callable[[bytes], Callable[[bytes], str]] = digests  # how the lines of the report are chained under a key
    one_by_one: bool = False  # whether tests are collected as they start, and not all before

    @property
    def name(self) -> str:
        """Name of the step: its first file."""
        return self.files[0]


@dataclass
class _Case:
    starts: int = 0
    ends: int = 0
    phases: list[Event] = field(default_factory=list)


@dataclass
class _Report:
    cases: dict[str, _Case]
    collected: list[str] | None = None
    generated: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    load_errors: dict[str, Event] = field(default_factory=dict)
    broken: str = ""
    status: int | None = None
    saved_seconds: float = 0.0
    marks: list[str] = field(default_factory=list)
    reached: dict[str, list[str]] = field(default_factory=dict)


def judge_run(expected: Sequence[ExpectedGroup], steps: Sequence[RawStep]) -> dict[str, Any]:
    """Judges a sample; called within limits, since the sample may have made the reports. Gives `loaded`, `verdict`
    (not redacted yet), `marks`, `generated` (ids of tests in no file of the project), `collected`, `reached` and
    `saved_seconds` (by step, processor time that it would have taken to compile code which was kept)."""
    reports, verdicts = list[_Report](), list[TestClassVerdict]()
    for one, step in zip(expected, steps, strict=True):
        reports.append(_read(one, step.report))
        verdicts += _judge(one, step, reports[-1])
    return {
        "loaded": all(report.status != _NOT_LOADED for report in reports),
        "verdict": CandidateVerdict("", tuple(verdicts)).to_dict(),
        "marks": sorted({mark for report in reports for mark in report.marks}),
        "generated": [name for report in reports for name in report.generated],
        "collected": [name for report in reports for name in report.collected or ()],
        "reached": {test: places for report in reports for test, places in report.reached.items()},
        "saved_seconds": [report.saved_seconds for report in reports],
    }


def _judge(expected: ExpectedGroup, raw: RawStep, report: _Report) -> list[TestClassVerdict]:
    if report.broken:
        return _all_failed(expected, _CHANGED, report.broken, _NOT_ENDED)
    running = next((test for test, case in report.cases.items() if case.starts and not case.ends), "")
    late = f"not run, since the time ran out {f'in {running}' if running else 'before it'}"
    late = late if raw.limit in TIME_LIMITS else ""
    whole = report.collected is not None and report.order == report.collected and report.status is not None
    allowed = report.generated if expected.generated is None else expected.generated
    foreign = set(report.generated) - set(allowed)
    cases = tuple(
        TestCaseVerdict(test, Outcome.ERROR, _CHANGED, _FOREIGN)
        if test in foreign
        else _judge_case(test, case, whole, late, expected.target)
        for test, case in report.cases.items()
    )
    verdicts = []
    for name in expected.files:
        of_file = tuple(case for case in cases if case.test.partition("::")[0] == name)
        load_error = report.load_errors.get(name) or report.load_errors.get("") or {}
        around = _around(load_error, report, raw, cases)
        verdicts.append(TestClassVerdict(name, of_file, *around, line=_line(load_error, expected.target)))
    return verdicts


def _read(expected: ExpectedGroup, data: bytes) -> _Report:
    report = _Report({test: _Case() for test in expected.tests})
    current = ""
    for event in _events(expected, data):
        kind, test = event.get("event"), event.get("test")
        if report.status is not None and kind != "mark":
            kind = "broken"  # nothing follows the end
        if kind == "collected" and (report.collected is None or expected.one_by_one):
            report.collected = [*(report.collected or ()), *_names(event, "tests")]
            report.generated += _names(event, "generated")
            if expected.discover:
                report.cases |= {name: _Case() for name in report.collected if name not in report.cases}
        elif kind == "load_error":
            file = _text(event, "file", _MESSAGE_CHARS)
            report.load_errors.setdefault(file if file in expected.files else "", event)
        elif kind == "mark":
            report.marks += [_text(event, "name")] if len(report.marks) < _MAX_MARKS else []
        elif kind == "changed":
            report.broken = report.broken or f"changed or replaced: {_text(event, 'what')}"
        elif kind == "finished" and isinstance(event.get("status"), int):
            report.status = event["status"]
            saved = event.get("saved_seconds")
            report.saved_seconds = saved if isinstance(saved, float) else 0.0
            read = tuple(f"/{path}" for path in _names(event, "read"))
            files = {test.partition("::")[0] for test in report.order}
            if not all(any(path.endswith(f"/{file}") for path in read) for file in files):
                report.broken = report.broken or "the tests were not read from their file"
        elif kind == "reached" and expected.discover and isinstance(test, str):
            report.reached[test] = _names(event, "places")
        elif isinstance(test, str) and test in report.cases and kind in ("start", "phase", "end"):
            case, problem = report.cases[test], ""
            if report.collected is None or test not in report.collected:
                problem = "a test was run that was not collected"
            elif kind == "start":
                case.starts += 1
                report.order.append(test)
                problem = "a test began within another one, or twice" if current or case.starts > 1 else ""
            elif test != current:
                problem = "what was reported of a test came before its start or after its end"
            elif kind == "phase":
                case.phases.append(event)
            else:
                case.ends += 1
            report.broken = report.broken or problem
            current = test if kind == "start" else "" if kind == "end" else current
        else:
            report.broken = report.broken or "the report has a line that does not belong there"
    if report.collected is not None and len(set(report.collected)) != len(report.collected):
        report.broken = report.broken or "a test was collected twice"
    return report


def _events(expected: ExpectedGroup, data: bytes) -> Iterator[Event]:
    """The reported events, up to the first invalid line; the last piece may have been cut off."""
    if not data.startswith(READY):
        return
    digest = expected.digests(bytes.fromhex(expected.key))
    for line in data[len(READY) :].split(b"\n")[:-1]:
        given, _, text = line.partition(b" ")
        try:
            event = json.loads(text) if given == digest(text).encode() else None
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict):
            yield {"event": "changed", "what": "the report"}
            return
        yield event


def reports_of_candidates(raw: RawStep) -> list[RawStep]:
    """The reports of several candidates of a reference that ran in one step, without those that did not end."""
    found: list[RawStep] = []
    lines: list[bytes] = []
    for line in raw.report[len(READY) :].split(b"\n"):
        if line.startswith(OVER.encode()):
            over = json.loads(line[len(OVER) :])
            report = READY + b"".join(one + b"\n" for one in lines[:-1])  # without a line that was cut off, or empty
            found.append(RawStep(raw.step, report, "", queued_seconds=None, **over))
            lines = []
        else:
            lines.append(line)
    return found


def _judge_case(test: str, case: _Case, whole: bool, late: str, target: str) -> TestCaseVerdict:
    for phase in case.phases:
        outcome, expected_to_fail = phase.get("outcome"), phase.get("expected_to_fail")
        error_type, message = _text(phase, "error_type"), _message(phase)
        if outcome == "skipped" and expected_to_fail is False:
            return TestCaseVerdict(test, Outcome.SKIPPED, error_type, message)
        if expected_to_fail is not False:
            kind = "ExpectedFailure" if outcome == "skipped" else "UnexpectedPass"
            return TestCaseVerdict(test, Outcome.SKIPPED, kind, message)
        if outcome == "passed" and phase.get("raised") is False:
            continue
        failed = phase.get("when") in ("call", "extra") and error_type in ("AssertionError", "Failed")
        if not error_type:
            message = "pytest and what was seen of the test do not agree"
        lines = _line(phase, target), _line(phase, test.partition("::")[0])
        return TestCaseVerdict(test, Outcome.FAIL if failed else Outcome.ERROR, error_type, message, *lines)
    complete = case.starts == case.ends == 1 and [phase.get("when") for phase in case.phases] == _PHASES
    if complete and whole:
        return TestCaseVerdict(test, Outcome.PASS)
    if late and not case.ends:
        return TestCaseVerdict(test, Outcome.TIMEOUT, "", "the time ran out in this test" if case.starts else late)
    if complete:
        return TestCaseVerdict(test, Outcome.ERROR, "", "the process of the tests did not come to its end")
    return TestCaseVerdict(test, Outcome.ERROR, "", _NOT_ENDED)


def _around(error: Event, report: _Report, raw: RawStep, cases: Sequence[TestCaseVerdict]) -> tuple[str, str]:
    """Type and message of an error around the tests of a file; empty without an error."""
    if error:
        return _text(error, "error_type") or "Exception", _message(error)
    if raw.limit in OTHER_LIMITS:
        return OTHER_LIMITS[raw.limit]
    if raw.limit:
        return "", ""
    if report.status is None:
        return "ProcessEnded", "the process of the tests ended before its time"
    passed = not report.load_errors and all(case.outcome is Outcome.PASS for case in cases)
    if report.status == _ALL_PASSED or (not passed and report.status not in _STATUS):
        return "", ""  # the cases say what is wrong
    return "PytestStatus", _STATUS.get(report.status, f"pytest ended with status {report.status}")


def _text(event: Event, name: str, length: int = _NAME_CHARS) -> str:
    value = event.get(name, "")
    return value[:length].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _names(event: Event, name: str) -> list[str]:
    value = event.get(name)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _message(event: Event) -> str:
    """The head of an exception's message, and where it was raised."""
    message, at = _text(event, "message", _MESSAGE_CHARS), event.get("at")
    if not isinstance(at, list) or len(at) != 3:
        return message
    return message[: _MESSAGE_CHARS // 4] + "\n  at {}:{} in {}".format(*(str(part)[:_NAME_CHARS] for part in at))


def _line(event: Event, file: str) -> int:
    """The last line of a file in an exception's traceback; 0 for none."""
    lines = event.get("lines")
    line = lines.get(file) if isinstance(lines, dict) else None
    return line if type(line) is int and 0 < line < _MAX_LINE else 0


def _all_failed(expected: ExpectedGroup, error_type: str, message: str, of_tests: str) -> list[TestClassVerdict]:
    verdicts = []
    for name in expected.files:
        tests = (test for test in expected.tests if test.partition("::")[0] == name)
        cases = tuple(TestCaseVerdict(test, Outcome.ERROR, "", of_tests) for test in tests)
        verdicts.append(TestClassVerdict(name, cases, error_type, message))
    return verdicts


def failed_run(expected: Sequence[ExpectedGroup], ruling: Ruling) -> tuple[TestClassVerdict, ...]:
    """The verdicts on the test files of a sample that fails as a whole."""
    of_tests = ruling.of_tests or _NOT_ENDED
    return tuple(item for one in expected for item in _all_failed(one, ruling.error_type, ruling.message, of_tests))
