"""
What the page holds of every sample: verdicts, failures and the completion itself.

All of it is text from a model or about one. It is made visible and cut to size here, travels as JSON, and is put into
the page as text only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from msgspec import structs

from classeval_hf.core.samples import Sample
from classeval_hf.metrics.results import SampleResult, SuiteResult, TestClassResult, TestFailure
from classeval_hf.reading.completion_signs import NO_SIGNS
from classeval_hf.reports.display import clip, clip_completion, visible
from classeval_hf.reports.reading_words import reading_details, shown_step_lengths, sign_words, step_details
from classeval_hf.reports.runs import Run
from classeval_hf.reports.trajectories import trajectory, trajectory_lengths

COMPLETION_LIMIT = 100_000
"""Characters shown of one completion."""

PAGE_BUDGET = 48_000_000
"""Characters of completions and trajectories in one page, beyond which all are cut to the same length."""

_MESSAGE_LIMIT = 1_000
_MAX_FAILURES = 60


def run_summary(run: Run, tasks: Sequence[str]) -> dict[str, Any]:
    """What the heat map needs of a run: `parts` are what samples have several of; `counts` are per task `[samples
    passed, samples, parts passed, parts]`, or `None` where the run has no verdict."""
    return {
        "label": visible(run.label),
        "strategy": run.name.strategy,
        "sampling": run.name.sampling,
        "parts": "tests" if run.is_of_projects else "methods",
        "counts": [_counts(run.results.get(task, ())) for task in tasks],
        "samples": [len(run.results.get(task, ())) for task in tasks],
    }


def run_details(run: Run, tasks: Sequence[str], completion_limit: int) -> list[list[dict[str, Any]]]:
    """Per task and sample its verdicts, failures, completion, how that was read and, where they are known, its steps
    or its trajectory; texts are cut to the length that [`fair_limit`] gives."""
    return [
        [
            {
                **_sample(result, run.scores.marks(task, result), _completion(run, task, index), completion_limit),
                **_way(run, task, index, completion_limit),
                **_reading(run, task, index, result),
            }
            for index, result in enumerate(run.results.get(task, ()))
        ]
        for task in tasks
    ]


def fair_limit(runs: Sequence[Run], limit: int = COMPLETION_LIMIT, budget: int = PAGE_BUDGET) -> int:
    """The length in characters to cut texts to, so that all of them together fit into the budget; short ones stay
    whole."""
    completions = (len(text) for run in runs for texts in (run.completions or {}).values() for text in texts)
    steps = (
        length
        for run in runs
        for samples in run.trajectories.values()
        for sample in samples.values()
        for length in chain(trajectory_lengths(sample), shown_step_lengths(sample))
    )
    lengths = sorted(min(length, limit) for length in chain(completions, steps))
    left = budget
    for index, length in enumerate(lengths):
        share = left // (len(lengths) - index)
        if length > share:
            return share
        left -= length
    return limit


def json_for_script(value: Any) -> str:
    """JSON that may stand in a script element: ASCII, without a character that could end the element or open a
    comment."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _counts(results: Sequence[SampleResult]) -> list[int] | None:
    judged = [result for result in results if result.passed is not None]
    if not judged:
        return None
    whole = [sum(bool(result.passed) for result in judged), len(judged)]
    if judged[0].of_project:
        files = [file for result in judged for file in result.tests.values()]
        return [*whole, sum(file.tests_passed for file in files), sum(file.tests for file in files)]
    methods = [passed for result in judged for passed in (result.methods or {}).values()]
    return [*whole, sum(methods), len(methods)]


def _completion(run: Run, task: str, index: int) -> str | None:
    return None if run.completions is None else run.completions[task][index]


def _way(run: Run, task: str, index: int, limit: int) -> dict[str, Any]:
    sample = run.trajectories.get(task, {}).get(index)
    found = {"trajectory": trajectory(sample, limit), "steps": step_details(sample, limit)}
    return {name: shown for name, shown in found.items() if shown}


def _reading(run: Run, task: str, index: int, result: SampleResult) -> dict[str, Any]:
    """How the completion was read; old scores do not say it, and where there are steps, these tell how they ended."""
    of_task, generated = run.samples.get(task, ()), run.trajectories.get(task, {}).get(index)
    sample = of_task[index] if index < len(of_task) else Sample(task, index, "")
    reason = sample.finish_reason if generated is None or not generated.steps else ""
    signs = result.signs or NO_SIGNS
    return {"sign": sign_words(signs, sample), "reading": reading_details(result.reading, reason)}


def _sample(result: SampleResult, marks: Sequence[str], completion: str | None, limit: int) -> dict[str, Any]:
    failures = failure_rows(result)
    details: dict[str, Any] = {
        "passed": result.passed,
        "suites": [_of_suite(name, result) for name in result.suites],
        "target": result.of_project,
        "suspicious": [visible(mark) for mark in marks],
        "infrastructure": visible(result.error_infrastructure),
        "methods": [[visible(name), passed] for name, passed in (result.methods or {}).items()],
        "classes": [_test_class(name, item) for name, item in result.tests.items()],
        "failures": failures[:_MAX_FAILURES],
        "more": max(len(failures) - _MAX_FAILURES, 0),
        "first": next((index for index, failure in enumerate(failures) if failure[2] == "fail"), 0),
    }
    if details["first"] >= _MAX_FAILURES:  # keep what the page shows first
        details["failures"][-1] = failures[details["first"]]
        details["first"] = _MAX_FAILURES - 1
    if completion is not None:
        details["completion"], details["notes"] = clip_completion(completion, limit)
    return details


def failure_rows(result: SuiteResult) -> list[list[str]]:
    """Test class, test, outcome, type and message of each failure of a sample, made visible and cut to size."""
    return [failure for name, item in result.tests.items() for failure in _failures(name, item)]


def _of_suite(name: str, result: SampleResult) -> dict[str, Any]:
    """How a sample came out by a further test suite: whether it passes that and `base`, and what fails in it."""
    by_suite = result.suites[name]
    failures = failure_rows(by_suite)
    return {
        "name": visible(name),
        "passed": result.passed_with(name),
        "infrastructure": visible(by_suite.error_infrastructure),
        "classes": [_test_class(*item) for item in by_suite.tests.items()],
        "failures": failures[:_MAX_FAILURES],
        "more": max(len(failures) - _MAX_FAILURES, 0),
    }


def _failures(name: str, item: TestClassResult) -> list[list[str]]:
    """Test class, test, outcome, type and message per failure, with what failed outside the tests in front."""
    found = list(item.failures)
    did_not_run = bool(found) and found[0].message.startswith("did not run")  # which says the same
    if item.message and not did_not_run:
        found.insert(0, TestFailure("(outside its tests)", "error", ", ".join(item.error_types), item.message))
    return [
        [visible(name), *(clip(visible(text), _MESSAGE_LIMIT) for text in structs.astuple(failure))]
        for failure in found
    ]


def _test_class(name: str, item: TestClassResult) -> list[Any]:
    """Name, whether it passed, tests passed, tests, how it was judged, and what failed around the tests."""
    around = clip(visible(item.message), _MESSAGE_LIMIT)
    return [visible(name), item.passed, item.counts.get("pass", 0), item.tests, item.judged_by, around]
