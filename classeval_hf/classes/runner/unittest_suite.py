"""A suite of `unittest` tests: the part that the sandbox gets, and the part that this process keeps."""

import base64
import builtins
import marshal
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.classes.runner.child import CANDIDATE_FILE, tests_path
from classeval_hf.classes.runner.unittest_reports import NOT_ENDED, ExpectedTestClass, judge_run
from classeval_hf.classes.runner.withheld.withholding import HeldTests, withhold
from classeval_hf.classes.tasks.libraries import importable_modules, imported_modules
from classeval_hf.classes.tasks.test_cases import module_names
from classeval_hf.core.syntax import compile_or_none
from classeval_hf.core.tasks import BASE, ClassTask
from classeval_hf.core.verdicts import Outcome, TestCaseVerdict, TestClassVerdict
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox.folders import SANDBOX
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits, Tier

_MODULES = tuple(f"classeval_hf.classes.runner.{name}" for name in ("child", "comparing", "observe"))
_PAYLOAD = Payload(_MODULES[0], _MODULES)

_CONTROL_TESTS = "import unittest\nclass ControlTest(unittest.TestCase):\n    def test_control(self):\n        pass\n"
_CONTROL = ClassTask("control", "Control", _CONTROL_TESTS, ("ControlTest",))
"""A task that every sample passes where samples can be run at all."""

_WIDESPREAD = {"numpy": "numpy", "pandas": "pandas", "scipy": "scipy.stats"}
"""Libraries, and parts of them, that samples use although their task does not. They are imported before the fork:
importing takes longer than most tests. No other import of a candidate is executed outside its isolation."""

_IMPORTED_LATE = {"mock": "unittest.mock", "Asyncio": "unittest.async_case"}  # by a word in the tests that import them

_IMPORTED_FIRST = {
    "numpy": "",
    **dict.fromkeys(("pandas", "scipy.stats"), "numpy"),
    **dict.fromkeys(("gensim", "nltk"), "scipy.stats"),
}
"""Libraries that take long to import, the longest last, each with another one that it imports itself. Each is imported
once for all processes that need it."""


@dataclass(frozen=True)
class UnittestSuite:
    """A suite of a task's tests without its expected values, and these values. Equal suites have equal tests."""

    task_id: str
    name: str
    limits: Limits  # for a sample; its test classes may have time limits of their own
    tier: Tier
    held: HeldTests
    shared_tests: Mapping[str, str]
    imports: tuple[str, ...]
    libraries: frozenset[str]
    test_classes: tuple[ExpectedTestClass, ...]
    names: tuple[str, ...]
    importable: frozenset[str]  # first names of the libraries that samples can import
    exposed: Collection[tuple[int, int]] = ()  # places of assertions that could be withheld and are not

    judge = staticmethod(judge_run)

    @classmethod
    def of(
        cls,
        task: ClassTask,
        suite: str,
        limits: Limits,
        tier: Tier,
        exposed: Collection[tuple[int, int]] = (),
        allowed: Sequence[str] = (),
    ) -> "UnittestSuite":
        tests = task.suite(suite)
        held = withhold(tests.source, exposed, task.skeleton)
        # Compiled where all samples have a folder of the same name.
        code = compile_or_none(held.source, tests_path(SANDBOX)) if tier is Tier.T3 else None
        shared = {"test_source": held.source}
        if code is not None:
            shared = {"test_code": base64.b64encode(marshal.dumps(code)).decode()}
        modules = imported_modules(task, [tests.name])
        libraries = frozenset([*modules, *(_IMPORTED_LATE[word] for word in _IMPORTED_LATE if word in tests.source)])
        expected = ExpectedTestClass.from_source(tests.source, held, tests.listed)
        # Tests see a candidate's own names, except those that the tests bind and those of builtins.
        names = tuple(sorted({*module_names(tests.source), *dir(builtins)} - {task.asks_for}))
        kept = task.task_id, suite, limits, tier, held, shared, tests.imports, libraries, expected, names
        return cls(*kept, importable_modules(modules, allowed), exposed)

    @classmethod
    def of_control(cls, limits: Limits, tier: Tier) -> "UnittestSuite":
        """A suite that every sample passes where samples can be run at all."""
        return cls.of(_CONTROL, BASE, limits, tier)

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Does nothing: tests by `unittest` need only this interpreter."""

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate, with the libraries of the tests and the widespread ones of the candidate."""
        imported = re.findall(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(_WIDESPREAD)})\b", source, re.MULTILINE)
        libraries = self.libraries | {_WIDESPREAD[name] for name in imported}
        first: tuple[str, ...] = ()  # the last library that takes long, after those that it imports
        library = next((name for name in reversed(_IMPORTED_FIRST) if name in libraries), "")
        while library:
            first, library = (library, *first), _IMPORTED_FIRST[library]
        return SandboxSettings(_PAYLOAD, self.limits, libraries, first, importable=self.importable)

    def prepare(self, source: str, is_reference: bool = False) -> tuple[SandboxJob, tuple[ExpectedTestClass, ...]]:
        """The job for a candidate, and the test classes that its report is judged by."""
        counted = tuple(number for number, check in self.held.checks.items() if check.kind == "assertCountEqual")
        shared = {"imports": list(self.imports), "test_names": self.names, "counted": counted}
        steps = tuple(
            {
                "name": item.name,
                "tests": item.tests,
                **({"silent": [item.name]} if item.is_silent else {}),
            }
            for item in self.test_classes
        )
        return SandboxJob({CANDIDATE_FILE: source}, {**self.shared_tests, **shared}, steps), self.test_classes

    def listing(self, source: str) -> SandboxJob:
        """A job that reports which tests there are after loading, for instance with a reference."""
        job = self.prepare(source)[0]
        return replace(job, steps=tuple({**step, "tests": None} for step in job.steps))

    def control(self) -> SandboxJob:
        """A job that shows whether samples can be run at all."""
        return self.of_control(self.limits, self.tier).prepare("")[0]

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        """The verdicts on a sample that fails as a whole: while loading, or in each test."""
        in_test = ruling.error_type if ruling.in_tests else ""
        around = ("", "") if ruling.in_tests else (ruling.error_type, ruling.message)
        verdicts = []
        for one in self.test_classes:
            cases = [TestCaseVerdict(test, Outcome.ERROR, in_test, ruling.of_tests or NOT_ENDED) for test in one.tests]
            verdicts.append(TestClassVerdict(one.name, tuple(cases), *around, one.judged_by))
        return tuple(verdicts)

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """None: nothing that a sample touches decides about it, since this process compares the values."""
        return ()
