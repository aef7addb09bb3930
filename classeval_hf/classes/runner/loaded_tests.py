"""The tests of a suite after loading, as reported by the process that loads them with the task's reference, since only
the text of a plain module shows its tests. Without a reference, tests that skip themselves are found by running them
with a class that ends a test wherever it would decide something: an earlier skip depends on the machine alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from classeval_hf.classes.runner.observe import OBSERVER_NAME
from classeval_hf.classes.runner.unittest_reports import ExpectedTestClass, beliefs, lines_of, read_events
from classeval_hf.classes.runner.withheld.judging import judge, judge_claim
from classeval_hf.classes.runner.withheld.methods import FUNCTIONS, last_name, mentioned_names
from classeval_hf.classes.tasks.test_cases import ancestors, classes_by_name, declared_tests_by_class
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import bound_names, names_bound_by, shared_tree, walk

_OWN_COMPARISONS = re.compile(
    r"__(eq|ne|lt|le|gt|ge|contains|iter)__|total_ordering|order=True"
    r"|^[ \t]*class \w+\((?!(object|ABC|abc\.ABC|Exception|\w+Error|Enum|enum\.Enum)?\))",
    re.MULTILINE,
)

DECIDED = -1  # number of the check that is reported where the class would decide something

_SKIPS = ("skipTest", "SkipTest")
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

if TYPE_CHECKING:
    from classeval_hf.classes.runner.withheld.withholding import HeldTests
    from classeval_hf.core.tasks import TestSuite
    from classeval_hf.sandbox.jobs import RawStep


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
    task_id: str, suite: TestSuite, held: HeldTests, steps: Sequence[RawStep], probed: Sequence[RawStep] | None = None
) -> tuple[ExpectedTestClass, ...]:
    """Test classes with the tests that `unittest` finds, and what is skipped here. Raises `UserError` for tests that
    `unittest` would run and a sample's process would not. `steps` are the reference's; `probed`, if given, are runs
    that show what is skipped whatever the class is. Checks that a reference does not reach are not required."""
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


def decides_equality(solution: str) -> bool:
    """Whether a reference may define the equality, membership or order of its objects."""
    return _OWN_COMPARISONS.search(solution) is not None


def reference_account(expected: Sequence[ExpectedTestClass], steps: Sequence[RawStep]) -> list[dict[str, Any]]:
    """Per test class, as JSON: `passed`, the tests that a reference passes; `exposed`, withheld assertions whose data
    do not pass; `believed`, the beliefs of passed tests whose data contradict the objects; `asked`, tests not passed
    that read the items of its containers. It compares values of a task's code, so it must be called within limits."""
    accounts = []
    for one, step in zip(expected, steps, strict=True):
        run, exposed, believed, asked = _Run.of(step), [], [], []
        passed = [test for test, outcome in run.ends.items() if outcome == "pass"]
        for test, event in run.events:
            if event.get("event") == "check" and (check := one.checks.get(event.get("check", -1))) is not None:
                if judge(check, event.get("value")) is not None:
                    exposed.append([*check.place, test])
            elif event.get("event") == "claim" and test in passed and judge_claim(event) is not None:
                believed += beliefs(test, event)
            elif event.get("event") == "asked" and test not in passed:
                asked.append(test)
        accounts.append({"passed": passed, "exposed": exposed, "believed": believed, "asked": asked})
    return accounts


def _problem(suite: TestSuite, name: str, found: Mapping[str, Any], run: set[str], decided: Sequence[str]) -> str:
    """The problem of tests that `unittest` or pytest would run and we would not, of a class without a test that is
    `run`, and of tests that a sample may decide to skip; empty if there is none."""
    shown = declared_tests_by_class(suite.source)
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
        return f"{name}.{found['own_run'][0]} says how its tests are run, which is not followed: take it out"
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
    words, count = set(_SKIPS), 0
    while len(words) > count:
        count = len(words)
        for node in statements:
            parts = walk(*node.bases) if isinstance(node, ast.ClassDef) else walk(node)
            if not isinstance(node, (ast.Try, ast.If)) and not words.isdisjoint(mentioned_names(parts)):
                words.update(bound_names(node))
    return frozenset(words)


def _may_skip_after(source: str, test_class: str, lines: Sequence[int]) -> bool:
    """Whether a test that ends in these lines of its module could have been skipped later. Without lines: whether any
    function of the module, or method of its class or a base class, may skip."""
    module = shared_tree(source)
    classes = classes_by_name(module)
    owners = [classes[name] for name in ancestors(test_class, classes)]
    later: list[ast.AST] = [] if lines else [*owners, *(it for it in module.body if not isinstance(it, ast.ClassDef))]
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
