"""Which tests samples and program mutants fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from classeval_hf.core.samples import Sample
from classeval_hf.core.tasks import BASE, PLUS, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.judging.judge import Judge
from classeval_hf.strengthening.consensus import WHOLE_CLASS, Solution
from classeval_hf.strengthening.expectations import StrengthenedTest
from classeval_hf.strengthening.program_mutants import ProgramMutant
from classeval_hf.strengthening.suites import plus_suite


def with_tests(task: ClassTask, tests: Sequence[StrengthenedTest]) -> ClassTask:
    """The task with strengthened tests, at least one, as its suite `plus`."""
    suite = plus_suite(task, tests)
    if suite is None:
        raise ValueError(f"There are no strengthened tests of {task.task_id} to run.")
    return replace(task, extra_suites=(suite,))


def failed_tests(verdict: CandidateVerdict) -> tuple[frozenset[str], frozenset[str]]:
    """The tests that a candidate failed, and those that were not run, such as those after one that timed out."""
    failed: set[str] = set()
    unknown: set[str] = set()
    for test_class in verdict.test_classes:
        not_passed = [case for case in test_class.cases if case.outcome is not Outcome.PASS]
        ran = [case for case in not_passed if case.outcome is not Outcome.TIMEOUT]
        timed_out = [case for case in not_passed if case.outcome is Outcome.TIMEOUT]
        failed.update(case.test for case in (*ran, *timed_out[:1]))
        unknown.update(case.test for case in timed_out[1:])
    return frozenset(failed), frozenset(unknown)


def judge_mutants(
    judge: Judge, task: ClassTask, mutants: Sequence[ProgramMutant], suite: str = BASE
) -> list[frozenset[str]]:
    """Per mutant the tests that kill it; none for one that could not be run."""
    verdicts = judge.run([(task, mutant.source) for mutant in mutants], suite)
    return [failed_tests(verdict)[0] if isinstance(verdict, CandidateVerdict) else frozenset() for verdict in verdicts]


def judge_solutions(
    judge: Judge, task: ClassTask, samples: Mapping[str, Sequence[tuple[str, Sample]]]
) -> list[Solution]:
    """Judges samples, given per model family with a name each, by the base tests and the suite `plus`. Samples of
    equal text count once; those that could not be run are left out."""
    distinct = {
        (family, sample.completion): name for family, items in samples.items() for name, sample in reversed(items)
    }
    if not distinct:
        return []
    ((*judged,),) = judge.judge([task], [[text for _, text in distinct]], (BASE, PLUS)).values()
    solutions = []
    for (family, _), name, item in zip(distinct, distinct.values(), judged, strict=True):
        base, plus = item.verdicts[BASE], item.verdicts[PLUS]
        if isinstance(base, CandidateVerdict) and isinstance(plus, CandidateVerdict):
            failed, unknown = failed_tests(plus)
            methods = task.suite().methods
            passed = {method for method, names in methods.items() if base.passed(names or ())}
            passed |= {WHOLE_CLASS} if base.passed(task.suite().required) else set()
            solutions.append(Solution(family, name, frozenset(passed), failed, unknown))
    return solutions
