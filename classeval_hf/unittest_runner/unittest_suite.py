"""A suite of unittest's tests as the sandbox is given it, and what this process keeps of it."""

import base64
import builtins
import marshal
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from classeval_hf.core.syntax import compile_or_none
from classeval_hf.core.tasks import BASE, ClassTask, Task
from classeval_hf.core.verdicts import TestClassVerdict
from classeval_hf.reading.readings import Ruling
from classeval_hf.sandbox.folders import SANDBOX
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits, Tier
from classeval_hf.tasks.libraries import importable_modules, imported_modules
from classeval_hf.tasks.test_cases import bound_names
from classeval_hf.unittest_runner.child import CANDIDATE_FILE, tests_path
from classeval_hf.unittest_runner.unittest_reports import ExpectedTestClass, failed_run, judge_run
from classeval_hf.unittest_runner.withheld.withholding import HeldTests, withhold

_PAYLOAD = Payload(
    "classeval_hf.unittest_runner.child",
    tuple(f"classeval_hf.unittest_runner.{name}" for name in ("child", "comparing", "claiming", "observe")),
)

_CONTROL = ClassTask(
    "control",
    "Control",
    "import unittest\nclass ControlTest(unittest.TestCase):\n    def test_control(self):\n        pass\n",
    ("ControlTest",),
)  # A task that every sample passes where samples can be run at all

_WIDESPREAD = {"numpy": "numpy", "pandas": "pandas", "scipy": "scipy.stats"}
"""Libraries, and parts of them, that samples use although their task does not. They are imported before the fork too:
importing them again for each test class takes longer than most tests. No other import of a candidate is executed
outside its isolation."""

_IMPORTED_LATE = {"mock": "unittest.mock", "Asyncio": "unittest.async_case"}
"""By a word of few tests, what each of their processes would import, and asyncio with it."""

_IMPORTED_FIRST = {
    "numpy": "",
    **dict.fromkeys(("pandas", "scipy.stats"), "numpy"),
    **dict.fromkeys(("gensim", "nltk"), "scipy.stats"),
}
"""Libraries that take long to import, the longest last, each with another one that it imports itself. They are
imported once for all processes that are to have them."""


@dataclass(frozen=True)
class UnittestSuite:
    """A suite of a task's tests, without its expected values, and these values. Equal suites have equal tests."""

    task_id: str
    name: str
    limits: Limits  # of a sample; its test classes may have time limits of their own
    tier: Tier
    held: HeldTests
    shared_tests: Mapping[str, str]
    imports: tuple[str, ...]
    libraries: frozenset[str]
    test_classes: tuple[ExpectedTestClass, ...]
    names: tuple[str, ...]
    importable: frozenset[str]  # first names of the libraries that samples can import
    exposed: Collection[tuple[int, int]] = ()  # places of assertions that are not withheld, although they could be

    judge = staticmethod(judge_run)

    @classmethod
    def of(
        cls,
        task: Task,
        suite: str,
        limits: Limits,
        tier: Tier,
        exposed: Collection[tuple[int, int]] = (),
        allowed: Sequence[str] = (),
    ) -> "UnittestSuite":
        tests = task.suite(suite)
        held = withhold(tests.source, exposed, task.skeleton if isinstance(task, ClassTask) else "")
        # Compiled where all samples have a folder of the same name.
        code = compile_or_none(held.source, tests_path(SANDBOX)) if tier is Tier.T3 else None
        modules = imported_modules(task, [tests.name])
        for word, module in _IMPORTED_LATE.items():
            modules = (*modules, *([module] if word in tests.source else []))
        return cls(
            task.task_id,
            suite,
            limits,
            tier,
            held,
            {"test_source": held.source}
            if code is None
            else {"test_code": base64.b64encode(marshal.dumps(code)).decode()},
            tests.imports,
            frozenset(modules),
            ExpectedTestClass.from_source(tests.source, held, tests.listed),
            # A candidate is seen by its own names: not by those that the tests bind, and not by those of builtins.
            tuple(sorted({*bound_names(tests.source), *dir(builtins)} - {task.asks_for})),
            importable_modules(imported_modules(task, [tests.name]), allowed),
            exposed,
        )

    @classmethod
    def of_control(cls, limits: Limits, tier: Tier) -> "UnittestSuite":
        """A suite that every sample passes where samples can be run at all."""
        return cls.of(_CONTROL, BASE, limits, tier)

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Tests by unittest need nothing but this interpreter."""

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate: one that has imported the libraries of the tests and the usual ones it uses."""
        imported = re.findall(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(_WIDESPREAD)})\b", source, re.MULTILINE)
        libraries = self.libraries | {_WIDESPREAD[name] for name in imported}
        shared = [name for name in _IMPORTED_FIRST if name in libraries]
        first = _chain(shared[-1]) if shared else ()
        return SandboxSettings(_PAYLOAD, self.limits, libraries, first, importable=self.importable)

    def prepare(
        self, source: str, limits: Mapping[str, float], is_reference: bool = False
    ) -> tuple[SandboxJob, tuple[ExpectedTestClass, ...]]:
        """What the sandbox is given for a candidate, and what its report is judged by."""
        shared = {"imports": list(self.imports), "test_names": self.names, "counted": self.held.counted}
        steps = tuple(
            {
                "name": item.name,
                "tests": item.tests,
                **({"silent": [item.name]} if item.is_silent else {}),
                **({"cpu_seconds": limits[item.name]} if item.name in limits else {}),
            }
            for item in self.test_classes
        )
        return SandboxJob({CANDIDATE_FILE: source}, {**self.shared_tests, **shared}, steps), self.test_classes

    def listing(self, source: str) -> SandboxJob:
        """What has the tests reported that there are once they are loaded, with a reference, say."""
        job = self.prepare(source, {})[0]
        return replace(job, steps=tuple({**step, "tests": None} for step in job.steps))

    def control(self) -> SandboxJob:
        """What is run to see whether samples can be run at all."""
        return self.of_control(self.limits, self.tier).prepare("", {})[0]

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        return failed_run(self.test_classes, ruling)

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """None: what a sample touches does not decide about it, since values are compared by this process."""
        return ()


def _chain(library: str) -> tuple[str, ...]:
    """A library that takes long to import, after those that it imports itself."""
    return (*_chain(_IMPORTED_FIRST[library]), library) if library else ()
