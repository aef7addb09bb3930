"""What the parent knows about tests before any sample runs, and how it judges the report of a test class's process. A
test passes only if it ended exactly once, as passed, and every value that it must observe is reported and as expected.
Output and exit status never count. Modules that are not plain are loaded with the reference to find their tests, or
else with a class that ends a test wherever it would decide something: an earlier skip depends on the machine alone."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from classeval_hf.classes.runner.comparing import BY_OPERATION
from classeval_hf.classes.runner.judging import Check, judge, judge_claim
from classeval_hf.classes.runner.observe import OBSERVER_NAME
from classeval_hf.classes.runner.test_methods import FUNCTIONS, last_name, mentioned_names
from classeval_hf.classes.tasks.test_cases import ancestors, classes_by_name, declared_tests
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import bound_names, names_bound_by, shared_tree, walk
from classeval_hf.core.verdicts import MESSAGE_CHARS, CandidateVerdict, Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.sandbox.jobs import OTHER_LIMITS, TIME_LIMITS, RawStep

if TYPE_CHECKING:  # the processes that judge need not withhold
    from classeval_hf.classes.runner.withholding import HeldTests
    from classeval_hf.core.tasks import TestSuite

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
    is_silent: bool = False  # whether containers are not asked for their items, since that fails for the reference
    lines: Mapping[int, int] = field(default_factory=dict)  # of the tests' source, by line of the tests that run

    @classmethod
    def of(
        cls, name: str, required: Mapping[str, frozenset[int]], held: HeldTests, expecting: Collection[str] = ()
    ) -> ExpectedTestClass:
        """A test class with these tests, each with its required checks, which may be empty."""
        checks = held.checks
        proven = [
            test not in expecting and held.leaks.isdisjoint(own) and not all(checks[one].guessable for one in own)
            for test, own in required.items()
        ]
        judged_by = "parent" if proven and all(proven) else "parent and child" if any(proven) else "child"
        return cls(name, tuple(required), checks, required, judged_by, frozenset(expecting), lines=held.lines)

    @classmethod
    def from_source(cls, test_source: str, held: HeldTests, names: Sequence[str]) -> tuple[ExpectedTestClass, ...]:
        """Reads test classes from the source of their module, as its author wrote it."""
        declared = declared_tests(test_source).by_class
        required = ({test: held.required_checks(name, test) for test in declared.get(name, ())} for name in names)
        return tuple(cls.of(name, by_test, held) for name, by_test in zip(names, required, strict=True))


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
            around.failure = "the test process reported a line that is not an event"
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
    error_type, message = _text(load_error, "error_type"), _text(load_error, "message")
    unended = f"did not run: {error_type}: {message}" if error_type else NOT_ENDED
    running = next((test for test, case in cases.items() if case.starts and not case.ends), "")
    late = f"not run, since the time ran out {f'in {running}' if running else 'before it'}"
    late = late if raw.limit in TIME_LIMITS else ""
    verdicts = []
    for test, case in cases.items():
        ended_in_skip = [end.get("outcome") for end in case.ends] == ["skipped"] and case.starts == 1
        is_skip_of_machine = ended_in_skip and (test, lines_of(case.ends[0])) in expected.skips
        if not is_skip_of_machine or case.failure or not expected.required[test] <= case.seen:
            verdicts.append(_verdict(test, case, expected, late, unended))
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


OWN_COMPARISONS = re.compile(
    r"__(eq|ne|lt|le|gt|ge|contains|iter)__|total_ordering|order=True"
    r"|^[ \t]*class \w+\((?!(object|ABC|abc\.ABC|Exception|\w+Error|Enum|enum\.Enum)?\))",
    re.MULTILINE,
)  # of a reference that may define the equality, membership or order of its objects
DECIDED = -1  # number of the check that is reported where the class would decide something
_SETTING_UP = ("setUp", "asyncSetUp")  # functions after which the test itself runs
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_UNSEEN = {
    *("hasattr", "getattr", "isinstance", "issubclass", "callable", "type", "id", "dir", "vars"),
    *("inspect", "operator", "copy", "pickle"),
}  # names of functions and modules that may look at an object without calling its methods
_PROBE = """
import sys as __sys__
class __Decided__(BaseException):
    pass
def __decide__(*_, **__):
    __sys__.modules["classeval_tests"].{observer}({decided}, None)
    raise __Decided__("the class is to decide")
def __same__(self, *_, **__):
    return self
def __member__(self, name):
    return __decide__() if name.startswith("__") else {member}
def __awaited__(self):
    return self
    yield
{name} = type("Probe", (), {{
    **{{f"__{{name}}__": __decide__ for name in "bool len iter next contains eq ne lt le gt ge hash str repr format "
    "int float complex index bytes round fspath instancecheck subclasscheck mro_entries".split()}},
    **{{f"__{{name}}__": {given} for name in "call getitem enter setattr delattr setitem delitem neg pos abs invert "
    "add radd iadd sub rsub isub mul rmul imul truediv rtruediv floordiv rfloordiv mod rmod".split()}},
    "__getattr__": __member__, "__await__": __awaited__, "__exit__": lambda *_: None,
    "__class__": property(__decide__), "__doc__": property(__decide__),
}})()
"""


class NotLoadedError(Exception):
    """The tests could not be loaded; its arguments are the error's type and message."""


@dataclass
class _Run:
    """The report of a step, divided by test."""

    seen: dict[str, frozenset[Any]] = field(default_factory=dict)  # the checks that were reached
    ends: dict[str, Any] = field(default_factory=dict)  # the outcome
    lines: dict[str, tuple[int, ...]] = field(default_factory=dict)  # lines of the tests in an error's traceback
    parts: dict[str, int] = field(default_factory=dict)  # the number of skipped parts
    skips: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)  # tests, or "" for fixtures, with these lines
    events: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)  # all events, each with its test

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


def loaded_test_classes(
    task_id: str, suite: TestSuite, held: HeldTests, steps: Sequence[RawStep], probed: Sequence[RawStep] | None
) -> tuple[ExpectedTestClass, ...]:
    """Test classes with their tests, what is skipped here, and the checks that the reference's `steps` reach. `probed`
    runs show what is skipped whatever the class is. Raises `UserError` for tests that only `unittest` would run."""
    expected = []
    for number, name in enumerate(suite.listed):
        ran = _Run.of(steps[number])
        run = ran if probed is None else _Run.of(probed[number])
        found = next((event for _, event in ran.events if event.get("event") == "loaded"), None)
        if found is None:
            error = next((event for _, event in ran.events if event.get("event") == "load_error"), {})
            raise NotLoadedError(str(error.get("error_type", "")), str(error.get("message", "")))
        tests: Mapping[str, Any] = found["tests"]
        kept = [test for test in tests if not tests[test][1]]
        skipped = {test for test in kept if run.ends.get(test) == "skipped" or (run.skips and not run.ends)}
        decided = []  # tests that the class could decide to skip, by a class that ends tests where it decides
        for test in kept if probed else ():
            if run.ends.get(test) == "skipped":
                decided += [test] * (DECIDED in run.seen.get(test, frozenset()) | run.seen.get("", frozenset()))
            elif run.ends.get(test) != "pass" and _may_skip_after(held.source, name, run.lines.get(test, ())):
                decided.append(test)
        if problem := _problem(suite, name, found, set(kept) - skipped, decided):
            raise UserError(f"Task {task_id}, its tests: {problem}.")
        required = {}
        for test in kept:
            definer = held.methods.get((name, test), "")
            checks = held.required_checks(name, test) if tests[test][0] == f"{definer}.{test}" else frozenset()
            is_shown = test in skipped or (probed is None and run.ends.get(test) == "pass")
            required[test] = checks & run.seen.get(test, frozenset()) if is_shown else checks
        expecting = [test for test in kept if tests[test][2]]
        counted = {test: required[test] for test in kept if test not in skipped}
        made = ExpectedTestClass.of(name, counted, held, expecting)
        skips = frozenset(run.skips)
        expected.append(replace(made, tests=tuple(kept), required=required, parts=run.parts, skips=skips))
    return tuple(expected)


def reference_account(expected: Sequence[ExpectedTestClass], steps: Sequence[RawStep]) -> dict[str, list[Any]]:
    """As JSON, with test classes: `passed`, the tests that a reference passes; `exposed`, withheld assertions whose
    data do not pass; `believed`, the beliefs of passed tests whose data contradict the objects; `asked`, classes of
    tests not passed that read the items of its containers. It compares values of a task's code: call it in limits."""
    account: dict[str, list[Any]] = {"passed": [], "exposed": [], "believed": [], "asked": []}
    for one, step in zip(expected, steps, strict=True):
        run = _Run.of(step)
        passed = [test for test, outcome in run.ends.items() if outcome == "pass"]
        account["passed"] += [[one.name, test] for test in passed]
        for test, event in run.events:
            check = one.checks.get(event.get("check", -1)) if event.get("event") == "check" else None
            if check is not None and judge(check, event.get("value")) is not None:
                account["exposed"].append([*check.place, one.name, test])
            elif event.get("event") == "claim" and test in passed and judge_claim(event) is not None:
                account["believed"] += [[one.name, *belief] for belief in beliefs(test, event)]
            elif event.get("event") == "asked" and test not in passed:
                account["asked"].append(one.name)
    return account


def _problem(suite: TestSuite, name: str, found: Mapping[str, Any], run: set[str], decided: Sequence[str]) -> str:
    """What keeps tests from running as `unittest` runs them, or a skip that the sample decides; empty if nothing."""
    shown = declared_tests(suite.source).by_class
    for same in found["classes"]:
        if not any(other in suite.listed or shown.get(other) for other in same):
            return f"the test class {same[0]} is there once they are loaded, and not listed: add it to test_classes"
    if not found["is_test"] or (not found["tests"] and name in suite.required):
        return f"the test class {name} has no test once it is loaded: take it out of test_classes"
    if found["never"]:
        return f"{found['never'][0]} is a generator, or a coroutine without an event loop, which never runs"
    for other in found["others"]:
        if other not in shown:  # a declared class is a base of other classes
            return f"{other} would not be run: make its tests methods of a class of unittest.TestCase"
    if found["own_run"]:
        return f"{name}.{found['own_run'][0]} changes how its tests are run, which is not supported: take it out"
    if found["tests"] and not run:
        return f"all tests of {name} are skipped here: take it out of test_classes"
    advice = "which only a reference can show: give the task its solution_code, or skip earlier"
    return f"{name}.{decided[0]} may be skipped after it used the class, {advice}" if decided else ""


def probe(class_name: str, source: str) -> str:
    """A module with an object in place of the class: it returns itself from most operations, and ends a test where it
    would decide something. Where the tests may look at it without calling it, any use of it ends the test."""
    nodes = walk(shared_tree(source))
    names = {name for node in nodes for name in [getattr(node, "id", None), *names_bound_by(node)]}
    compared = [operator for node in nodes if isinstance(node, ast.Compare) for operator in node.ops]
    is_seen = any(isinstance(node, (ast.Is, ast.IsNot, ast.Match)) for node in [*nodes, *compared])
    given, member = ("__decide__", "__decide__()") if is_seen or names & _UNSEEN else ("__same__", "self")
    return _PROBE.format(observer=OBSERVER_NAME, decided=DECIDED, name=class_name, given=given, member=member)


@lru_cache(maxsize=64)  # called for each test
def _ways_to_skip(source: str) -> frozenset[str]:
    """Names by which tests of a module can skip themselves."""
    statements = [node for node in walk(shared_tree(source)) if isinstance(node, ast.stmt)]
    words, count = {"skipTest", "SkipTest"}, 0
    while len(words) > count:
        count = len(words)
        for node in statements:
            parts = walk(*node.bases) if isinstance(node, ast.ClassDef) else walk(node)
            if not isinstance(node, (ast.Try, ast.If)) and not words.isdisjoint(mentioned_names(parts)):
                words.update(bound_names(node))
    return frozenset(words)


def _may_skip_after(source: str, test_class: str, lines: Sequence[int]) -> bool:
    """Whether a test that ends in these lines may be skipped later; without lines, whether anything may skip it."""
    module = shared_tree(source)
    classes = classes_by_name(module)
    owners = [classes[name] for name in ancestors(test_class, classes)]
    others = [node for node in module.body if not isinstance(node, ast.ClassDef)]
    later: list[ast.AST] = [] if lines else [*owners, *others]
    for node in walk(*owners):  # code that runs at the end of tests
        is_cleanup = isinstance(node, ast.Call) and "Cleanup" in (last_name(node.func) or "")
        if is_cleanup or (isinstance(node, FUNCTIONS) and "earDown" in node.name):
            later.append(node)
    for function in [node for node in walk(module) if isinstance(node, FUNCTIONS)]:
        for line in lines:
            if function.lineno <= line <= (function.end_lineno or line):  # the statements below, and loops around it
                later += owners if function.name in _SETTING_UP else []
                for part in walk(function):
                    is_around = isinstance(part, _LOOPS) and part.lineno <= line <= (part.end_lineno or line)
                    later += [part] if is_around or (isinstance(part, ast.stmt) and part.lineno > line) else []
    return not _ways_to_skip(source).isdisjoint(mentioned_names(walk(*later)))
