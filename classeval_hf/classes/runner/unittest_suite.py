"""Suites of `unittest` tests: the part for the sandbox, without expected values, and the part that stays here."""

import builtins
import marshal
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from classeval_hf.classes.runner import unittest_reports as reports
from classeval_hf.classes.runner.child import CANDIDATE_FILE, tests_path
from classeval_hf.classes.runner.test_methods import Places
from classeval_hf.classes.runner.unittest_reports import ExpectedTestClass, NotLoadedError
from classeval_hf.classes.runner.withholding import HeldTests, withhold
from classeval_hf.classes.tasks.libraries import importable_modules, imported_modules
from classeval_hf.classes.tasks.test_cases import declared_tests, module_names
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import compile_or_none, parse_or_none
from classeval_hf.core.tasks import BASE, ClassTask
from classeval_hf.core.verdicts import Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.engine.executor import Executor
from classeval_hf.reading.extraction import build_module
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox.folders import SANDBOX
from classeval_hf.sandbox.jobs import BrokenSandboxError, Payload, RawStep, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits, Tier

_MODULES = tuple(f"classeval_hf.classes.runner.{name}" for name in ("child", "comparing", "observe"))
_PAYLOAD = Payload(_MODULES[0], _MODULES)
_CONTROL_TESTS = "import unittest\nclass ControlTest(unittest.TestCase):\n    def test_control(self):\n        pass\n"
CONTROL = ClassTask("control", "Control", _CONTROL_TESTS, ("ControlTest",))  # passed where samples can be run
_WIDESPREAD = {"numpy": "numpy", "pandas": "pandas", "scipy": "scipy.stats"}
"""Libraries, and parts of them, that samples use although their task does not. They are imported before the fork,
since importing takes longer than most tests. No other import of a candidate is executed outside its isolation."""
_IMPORTED_LATE = {"mock": "unittest.mock", "Asyncio": "unittest.async_case"}  # by a word in tests that use them
_IMPORTED_FIRST = {
    "numpy": "",
    **dict.fromkeys(("pandas", "scipy.stats"), "numpy"),
    **dict.fromkeys(("gensim", "nltk"), "scipy.stats"),
}
"""Libraries that take long to import, the longest last, each with one that it imports: once for all processes."""


@dataclass(frozen=True)
class UnittestSuite:
    """A suite of a task's tests without its expected values, and these values. Equal suites have equal tests."""

    task_id: str
    name: str
    limits: Limits  # for a sample; its test classes may have time limits of their own
    tier: Tier
    held: HeldTests
    shared: Mapping[str, Any]  # what the payload prepares once: the tests, and facts about them
    libraries: frozenset[str]
    test_classes: tuple[ExpectedTestClass, ...]
    importable: frozenset[str]  # first names of the libraries that samples can import
    exposed: Places = ()  # of assertions that could be withheld and are not

    judge = staticmethod(reports.judge_run)

    @classmethod
    def of(
        cls, task: ClassTask, suite: str, limits: Limits, tier: Tier, exposed: Places = (), allowed: Sequence[str] = ()
    ) -> "UnittestSuite":
        tests = task.suite(suite)
        held = withhold(tests.source, exposed, task.skeleton)
        code = compile_or_none(held.source, tests_path(SANDBOX)) if tier is Tier.T3 else None  # all have that folder
        source = {"test_code": b64encode(marshal.dumps(code)).decode()} if code else {"test_source": held.source}
        # Tests see a candidate's own names, except those that the tests bind and those of builtins.
        names = sorted({*module_names(tests.source), *dir(builtins)} - {task.asks_for})
        counted = [number for number, check in held.checks.items() if check.kind == "assertCountEqual"]
        modules = imported_modules(task, [tests.name])
        return cls(
            *(task.task_id, suite, limits, tier, held),
            {**source, "imports": list(tests.imports), "test_names": names, "counted": counted},
            frozenset([*modules, *(_IMPORTED_LATE[word] for word in _IMPORTED_LATE if word in tests.source)]),
            ExpectedTestClass.from_source(tests.source, held, tests.listed),
            importable_modules(modules, allowed),
            exposed,
        )

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Does nothing, since tests by `unittest` need only this interpreter."""

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate, with the libraries of the tests and widespread ones that it imports."""
        imported = re.findall(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(_WIDESPREAD)})\b", source, re.MULTILINE)
        libraries = self.libraries | {_WIDESPREAD[name] for name in imported}
        first: tuple[str, ...] = ()  # the one that takes longest, after those that it imports
        library = next((name for name in reversed(_IMPORTED_FIRST) if name in libraries), "")
        while library:
            first, library = (library, *first), _IMPORTED_FIRST[library]
        return SandboxSettings(_PAYLOAD, self.limits, libraries, first, importable=self.importable)

    def prepare(self, source: str, is_reference: bool = False) -> tuple[SandboxJob, tuple[ExpectedTestClass, ...]]:
        """The job for a candidate, and the test classes that its report is judged by."""
        classes = self.test_classes
        steps = ({"name": one.name, "tests": one.tests, "silent": [one.name] * one.is_silent} for one in classes)
        return SandboxJob({CANDIDATE_FILE: source}, self.shared, tuple(steps)), classes

    def control(self) -> SandboxJob:
        """A job that shows whether samples can be run at all."""
        return self.of(CONTROL, BASE, self.limits, self.tier).prepare("")[0]

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        """The verdicts on a sample that fails as a whole: while loading, or in each test."""
        in_test = ruling.error_type if ruling.in_tests else "", ruling.of_tests or reports.NOT_ENDED
        around = ("", "") if ruling.in_tests else (ruling.error_type, ruling.message)
        verdicts = []
        for one in self.test_classes:
            cases = tuple(TestCaseVerdict(test, Outcome.ERROR, *in_test) for test in one.tests)
            verdicts.append(TestClassVerdict(one.name, cases, *around, one.judged_by))
        return tuple(verdicts)

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """None, since this process compares the values, and nothing that a sample touches decides."""
        return ()


def loaded(task: ClassTask, suite: UnittestSuite, executor: Executor) -> UnittestSuite:
    """Gives a suite the tests found by loading it with the reference, or if that fails with an empty class."""
    stub = task.skeleton if task.skeleton.strip() and parse_or_none(task.skeleton) else ""
    sources = [(task.solution_code, True)] * bool(task.solution_code.strip())
    problem: tuple[Any, ...] = ()
    for code, is_reference in (*sources, (stub or f"class {task.class_name}:\n    pass\n", False)):
        try:
            return _loaded_with(build_module(code, task.import_statement), is_reference, task, suite, executor)
        except NotLoadedError as error:
            problem = error.args
    shown = declared_tests(task.suite(suite.name).source).are_all
    if shown or problem[0] in ("ImportError", "ModuleNotFoundError"):  # in the latter case no sample is run either
        return suite
    raise UserError(
        f"Task {task.task_id}: which tests it has is known once they are loaded, and they cannot be, neither with "
        f"its reference nor with its skeleton: {', '.join(problem)}."
    )


def _loaded_with(
    source: str, is_reference: bool, task: ClassTask, suite: UnittestSuite, executor: Executor
) -> UnittestSuite:
    """Gives a suite the tests found with a source. A reference also shows which comparisons are left to objects: those
    of tests that it passes only so, as a run with the values in sight shows."""

    def listed(source: str) -> Sequence[RawStep]:
        sandbox = executor.pool.sandbox(suite.settings(source), is_reference=True)
        job = suite.prepare(source)[0]
        job = replace(job, steps=tuple({**step, "tests": None} for step in job.steps))  # they report their tests
        try:
            return sandbox.run(job, suite.control).steps
        except BrokenSandboxError:
            raise NotLoadedError("SandboxBroken", "the process that loads them does not end") from None

    exposed: dict[tuple[int, int], set[tuple[str, ...]]] = {}  # places of assertions, and tests that reach them
    silent = set[str]()  # test classes that fail if containers are asked for what they hold
    while True:
        classes = tuple(replace(one, is_silent=one.name in silent) for one in suite.test_classes)
        suite = replace(suite, test_classes=classes)
        steps, probed = listed(source), None
        if not is_reference:  # tests that are skipped before the class matters are skipped for every class
            probed = listed(reports.probe(task.class_name, task.suite(suite.name).source))
        found = reports.loaded_test_classes(task.task_id, task.suite(suite.name), suite.held, steps, probed)
        if not is_reference:
            return replace(suite, test_classes=found)
        try:
            account = executor.calls.call(reports.reference_account, found, steps)
        except UnreadableError as error:
            raise NotLoadedError("UnreadableReport", f"the report of its reference: {error}") from error
        if account["asked"]:
            silent.update(account["asked"])
            continue
        if not suite.exposed and not exposed:
            for line, column, *test in account["exposed"]:
                exposed.setdefault((line, column), set()).add(tuple(test))
            wanted = frozenset(exposed)
        else:
            passed = {tuple(test) for test in account["passed"]}
            wanted = frozenset(place for place in suite.exposed if not exposed[place].isdisjoint(passed))
        if wanted == frozenset(suite.exposed):
            believing = []
            for one in found:  # beliefs about types hold in all tests
                own = {tuple(belief) for name, *belief in account["believed"] if name == one.name or not belief[0]}
                believing.append(replace(one, believes=frozenset(own), is_silent=one.name in silent))
            return replace(suite, test_classes=tuple(believing))
        suite = UnittestSuite.of(task, suite.name, suite.limits, suite.tier, wanted, executor.allow_libraries)
