"""The results of samples, as `results` of the scores hold them: what passed, what failed and how."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, CodeDependencies
from classeval_hf.core.tasks import ClassDependencies, to_lists
from classeval_hf.core.verdicts import Outcome, TestClassVerdict
from classeval_hf.reading.records import CompletionSigns, ReadingNote

PlainDependencies = dict[str, dict[str, list[str]] | list[str]] | None
"""For a class, `fields` and `methods` that each method uses; for code of a project, names by kind."""


class TestFailure(msgspec.Struct, frozen=True):
    __test__ = False  # not a test case, whatever pytest thinks of the name

    test: str = ""
    outcome: str = ""  # one of [`Outcome`]
    error_type: str = ""
    message: str = ""
    line: int | UnsetType = UNSET  # of the completion, where it stopped, if known
    test_line: int | UnsetType = UNSET  # of the tests' source, where it failed, if known


class TestClassResult(msgspec.Struct, frozen=True):
    __test__ = False

    passed: bool = False
    tests: int = 0
    run: int = 0  # tests that were run
    counts: dict[str, int] = {}  # tests by outcome
    error_types: list[str] = []
    message: str = ""  # what failed outside the tests
    judged_by: str = ""
    failures: list[TestFailure] = []

    @classmethod
    def of(cls, verdict: TestClassVerdict) -> "TestClassResult":
        not_passed = [case for case in verdict.cases if case.outcome is not Outcome.PASS]
        return cls(
            verdict.passed,
            len(verdict.cases),
            sum(case.outcome is not Outcome.ERROR or bool(case.error_type) for case in verdict.cases),
            {outcome.value: verdict.count(outcome) for outcome in Outcome},
            sorted({verdict.error_type, *(case.error_type for case in not_passed)} - {""}),
            verdict.message,
            verdict.judged_by,
            [
                TestFailure(
                    *(case.test, case.outcome.value, case.error_type, case.message),
                    *(case.line or verdict.line or UNSET, case.test_line or UNSET),
                )
                for case in not_passed
            ],
        )

    @property
    def tests_passed(self) -> int:
        """The number of tests that pass; 0 if something failed around them, as in the test rate."""
        return 0 if self.message else self.counts.get(Outcome.PASS.value, 0)


class SuiteResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"target_passed": "passed"}):
    """A sample by one test suite: samples of class tasks have `class_passed`, all others `target_passed`."""

    class_passed: bool | UnsetType | None = UNSET
    methods: dict[str, bool] | None = None  # by method, whether it passed
    test_classes: dict[str, TestClassResult] | None = None
    target_passed: bool | UnsetType | None = UNSET
    test_rate: float | None = None
    test_files: dict[str, TestClassResult] | None = None
    suspicious: list[str] | None = None  # what it touches of the test machinery
    error_infrastructure: str = ""  # why it could not be run

    @property
    def passed(self) -> bool | None:
        """Whether the sample passed as a whole; `None` if it could not be run."""
        passed = self.class_passed if isinstance(self.target_passed, UnsetType) else self.target_passed
        return None if isinstance(passed, UnsetType) else passed

    @property
    def tests(self) -> Mapping[str, TestClassResult]:
        return self.test_files or self.test_classes or {}


class SampleResult(SuiteResult, frozen=True, kw_only=True, omit_defaults=True):
    """A sample by the suite `base`, and in `suites` by the other suites."""

    suites: dict[str, SuiteResult] = {}
    dependencies: PlainDependencies | UnsetType = UNSET  # `None` if it is not Python
    reading: ReadingNote | None = None
    signs: CompletionSigns | None = None  # what is wrong with it as a text

    def passed_with(self, suite: str) -> bool | None:
        """Whether it passed `base` and a further suite, if its task has that; `None` if it could not be run."""
        verdicts = [self.passed, self.suites.get(suite, self).passed]
        return None if None in verdicts else all(verdicts)

    def to_dict(self, known: dict[int, Any]) -> dict[str, Any]:
        """As plain data. Parts that samples share are shared there too, by `known`."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        for name, value in plain.items():
            part = getattr(self, name, None)
            plain[name] = known.setdefault(id(part), to_lists(value)) if isinstance(part, dict) else to_lists(value)
        return plain


def plain_dependencies(dependencies: ClassDependencies | CodeDependencies | None) -> PlainDependencies:
    if dependencies is None:
        return None
    if isinstance(dependencies, CodeDependencies):
        return {kind: list(getattr(dependencies, kind)) for kind in DEPENDENCY_KINDS}
    return {
        name: {"fields": list(item.field_dependencies), "methods": list(item.method_dependencies)}
        for name, item in dependencies.items()
    }
