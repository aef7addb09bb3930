"""The record of a sample, from its file to its verdicts; and its result, as `results` of the scores holds it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import msgspec
from msgspec import UNSET, UnsetType, structs

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, CodeDependencies
from classeval_hf.core.tasks import BASE, ClassDependencies
from classeval_hf.core.verdicts import NO_STEPS, CandidateVerdict, Outcome, StepFacts, TestClassVerdict
from classeval_hf.reading import records

Verdict = CandidateVerdict | InfrastructureError  # an error where it could not be run


@dataclass(frozen=True)
class Sample:
    """
    One completion of a model for one task, from the file that it was read from to the scores.

    Args:
        task_id (`str`): the task.
        sample (`int`): index of the sample among the task's, from 0.
        completion (`str`): raw text of the model.
        finish_reason (`str`, defaults to `""`): why the model stopped, if it is known;
            [`~classeval_hf.core.verdicts.CUT_OFF`] if it was cut off,
            [`~classeval_hf.core.verdicts.PROMPT_TOO_LONG`] if it, or a step of it, was not asked.
        is_numbered (`bool`, defaults to `True`): whether its index is stated where it was read from, by a number or by
            its place in a list; `False` for a record of its own without a number.
        steps ([`~classeval_hf.core.verdicts.StepFacts`]): facts about the steps that gave it, if known.
        reading ([`~classeval_hf.reading.records.Reading`]): what was read in its completion, once it is judged.
        verdicts (`Mapping[str, CandidateVerdict | InfrastructureError]`): by suite, its verdict, or the error if it
            could not be run.
    """

    task_id: str
    sample: int
    completion: str
    finish_reason: str = ""
    is_numbered: bool = True
    steps: StepFacts = NO_STEPS
    reading: records.Reading = records.NOT_READ
    verdicts: Mapping[str, Verdict] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, completions: "Sequence[str | Sample]", task_id: str) -> "list[Sample]":
        """Samples of a task from its completions, each a text or already a sample."""
        return [one if isinstance(one, Sample) else cls(task_id, index, one) for index, one in enumerate(completions)]

    @property
    def verdict(self) -> Verdict:
        return self.verdicts[BASE]

    @property
    def known_verdict(self) -> CandidateVerdict | None:
        """The verdict by `base`; `None` if it could not be run."""
        return self.verdict if isinstance(self.verdict, CandidateVerdict) else None

    @property
    def sign(self) -> str:
        """The sign of a completion that cannot pass, see [`~classeval_hf.reading.records.CompletionSigns`]."""
        return self.steps.sign or self.reading.signs.kind

    @property
    def has_replaced(self) -> bool:
        """Whether characters that no file can hold were replaced."""
        return self.steps.has_replaced or records.REPLACED in self.reading.note.cut

    @property
    def placed_verdicts(self) -> dict[str, Verdict]:
        """The verdicts, with lines of the completion instead of lines of the candidate."""
        taken, source = self.reading.note.taken, self.reading.source
        line = cache(lambda number: number and records.line_of_completion(self.completion, source, number, taken))
        placed = dict(self.verdicts)
        for suite, verdict in self.verdicts.items():
            if not isinstance(verdict, InfrastructureError):
                classes = []
                for item in verdict.test_classes:
                    cases = tuple(structs.replace(case, line=line(case.line)) for case in item.cases)
                    classes.append(structs.replace(item, cases=cases, line=line(item.line)))
                placed[suite] = structs.replace(verdict, test_classes=tuple(classes))
        return placed

    @property
    def infrastructure_error(self) -> InfrastructureError | None:
        """The first error that kept it from being run; `None` without one."""
        return next((item for item in self.verdicts.values() if isinstance(item, InfrastructureError)), None)


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
    counts: dict[str, int] = {}  # tests by outcome; those that pass do not count where there is a `message`
    error_types: list[str] = []
    message: str = ""  # what failed outside the tests
    judged_by: str = ""
    failures: list[TestFailure] = []

    @classmethod
    def of(cls, verdict: TestClassVerdict) -> "TestClassResult":
        failures, errors = list[TestFailure](), {verdict.error_type}
        for case in (case for case in verdict.cases if case.outcome is not Outcome.PASS):
            lines = case.line or verdict.line or UNSET, case.test_line or UNSET
            failures.append(TestFailure(case.test, case.outcome.value, case.error_type, case.message, *lines))
            errors.add(case.error_type)
        counts = {outcome.value: verdict.count(outcome) for outcome in Outcome}
        run = sum(case.outcome is not Outcome.ERROR or bool(case.error_type) for case in verdict.cases)
        facts = verdict.passed, len(verdict.cases), run, counts, sorted(errors - {""})
        return cls(*facts, verdict.message, verdict.judged_by, failures)


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
    reading: records.ReadingNote | None = None
    signs: records.CompletionSigns | None = None  # signs of faults in its text

    def passed_with(self, suite: str) -> bool | None:
        """Whether it passed `base` and a further suite, if its task has that; `None` if it could not be run."""
        verdicts = [self.passed, self.suites.get(suite, self).passed]
        return None if None in verdicts else all(verdicts)


def plain_dependencies(dependencies: ClassDependencies | CodeDependencies | None) -> PlainDependencies:
    if dependencies is None:
        return None
    if isinstance(dependencies, CodeDependencies):
        return {kind: list(getattr(dependencies, kind)) for kind in DEPENDENCY_KINDS}
    return {
        name: {"fields": list(item.field_dependencies), "methods": list(item.method_dependencies)}
        for name, item in dependencies.items()
    }
