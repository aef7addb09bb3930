"""
What the page holds of every sample: verdicts, failures and the completion itself.

All of it is text from a model or about one. It is made visible and cut to size here, travels as JSON, and is put into
the page as text only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from classeval_hf.core.samples import Sample
from classeval_hf.metrics.scores import passed_in_both, sample_passed
from classeval_hf.reading.notes import ReadingNote
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
_FAILURE_KEYS = ("test", "outcome", "error_type", "message")


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


def tests_passed(verdict: Mapping[str, Any]) -> int:
    """The tests of a file that pass; none if something failed around them, as in the test rate."""
    return 0 if verdict.get("message") else int(verdict.get("counts", {}).get("pass", 0))


def _counts(results: Sequence[Mapping[str, Any]]) -> list[int] | None:
    judged = [result for result in results if sample_passed(result) is not None]
    if not judged:
        return None
    whole = [sum(bool(sample_passed(result)) for result in judged), len(judged)]
    if "passed" in judged[0]:
        files = [verdict for result in judged for verdict in result.get("test_files", {}).values()]
        return [*whole, sum(map(tests_passed, files)), sum(verdict.get("tests", 0) for verdict in files)]
    methods = [passed for result in judged for passed in result.get("methods", {}).values()]
    return [*whole, sum(methods), len(methods)]


def _completion(run: Run, task: str, index: int) -> str | None:
    return None if run.completions is None else run.completions[task][index]


def _way(run: Run, task: str, index: int, limit: int) -> dict[str, Any]:
    sample = run.trajectories.get(task, {}).get(index)
    found = {"trajectory": trajectory(sample, limit), "steps": step_details(sample, limit)}
    return {name: shown for name, shown in found.items() if shown}


def _reading(run: Run, task: str, index: int, result: Mapping[str, Any]) -> dict[str, Any]:
    """How the completion was read; old scores do not say it, and where there are steps, these tell how they ended."""
    note = ReadingNote.from_dict(result["reading"]) if "reading" in result else None
    of_task, generated = run.samples.get(task, ()), run.trajectories.get(task, {}).get(index)
    sample = of_task[index] if index < len(of_task) else Sample(task, index, "")
    reason = sample.finish_reason if generated is None or not generated.steps else ""
    return {"sign": sign_words(result, sample), "reading": reading_details(note, reason)}


def _sample(result: Mapping[str, Any], marks: Sequence[str], completion: str | None, limit: int) -> dict[str, Any]:
    of_project = "passed" in result
    classes = result.get("test_files" if of_project else "test_classes", {})
    failures = failure_rows(classes)
    details: dict[str, Any] = {
        "passed": sample_passed(result),
        "suites": [_of_suite(name, result, verdict) for name, verdict in result.get("suites", {}).items()],
        "target": of_project,
        "suspicious": [visible(mark) for mark in marks],
        "infrastructure": visible(str(result.get("error_infrastructure", ""))),
        "methods": [[visible(name), passed] for name, passed in result.get("methods", {}).items()],
        "classes": [_test_class(name, verdict) for name, verdict in classes.items()],
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


def failure_rows(test_classes: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """The failures of a sample, made visible and cut to size: test class, test, outcome, type and message of each."""
    return [failure for name, verdict in test_classes.items() for failure in _failures(name, verdict)]


def _of_suite(name: str, result: Mapping[str, Any], verdict: Mapping[str, Any]) -> dict[str, Any]:
    """How a sample came out by a further test suite: whether it passes that and `base`, and what fails in it."""
    classes = verdict.get("test_classes", {})
    failures = failure_rows(classes)
    return {
        "name": visible(name),
        "passed": passed_in_both(result, name),
        "infrastructure": visible(str(verdict.get("error_infrastructure", ""))),
        "classes": [_test_class(*item) for item in classes.items()],
        "failures": failures[:_MAX_FAILURES],
        "more": max(len(failures) - _MAX_FAILURES, 0),
    }


def _failures(name: str, verdict: Mapping[str, Any]) -> list[list[str]]:
    """Test class, test, outcome, type and message per failure, with what failed outside the tests in front."""
    found = [dict(failure) for failure in verdict.get("failures", ())]
    did_not_run = bool(found) and str(found[0].get("message", "")).startswith("did not run")  # which says the same
    if verdict.get("message") and not did_not_run:
        outside = {"test": "(outside its tests)", "outcome": "error", "message": verdict["message"]}
        found.insert(0, {**outside, "error_type": ", ".join(verdict.get("error_types", ()))})
    return [
        [visible(name), *(clip(visible(str(failure.get(key, ""))), _MESSAGE_LIMIT) for key in _FAILURE_KEYS)]
        for failure in found
    ]


def _test_class(name: str, verdict: Mapping[str, Any]) -> list[Any]:
    """Name, whether it passed, tests passed, tests, how it was judged, and what failed around the tests."""
    counts = verdict.get("counts", {})
    around = clip(visible(str(verdict.get("message", ""))), _MESSAGE_LIMIT)
    return [
        visible(name),
        bool(verdict.get("passed")),
        counts.get("pass", 0),
        verdict.get("tests", 0),
        verdict.get("judged_by", ""),
        around,
    ]
