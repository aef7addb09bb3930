"""Runs to report on, and the scores that one may have beside the usual ones."""

from pathlib import Path
from typing import Any

from classeval_hf.metrics.samples import Sample
from classeval_hf.metrics.scores import SCHEMA_VERSION, Scores
from classeval_hf.reports.runs import Run
from classeval_hf.runs.run_records import RunArguments, RunRecord, parse_label

NUCLEUS = {f"{level}@{k}": 0.1 * k for level in ("class_pass", "method_pass", "test_class_pass") for k in (1, 3, 5)}
ANALYSIS = {
    "dep_f": 0.9,
    "dep_m": 0.6,
    "method_pass_by_dependencies": {"0": {"share": 0.7}, "1": {"share": 0.5}, "2": {"share": 0.3}},
    "error_distribution": {"TypeError": 0.5, "AttributeError": 0.4, "$x^ <b>": 0.1},
    "intervals": {"class_pass@1": [0.1, 0.4], "dep_f": [0.8, 0.95]},
}


def make_run(name: str, scores: dict[str, Any] | None = None, **fields: Any) -> Run:
    """A run of two samples to each of two tasks; the first sample to the first task passes."""

    def sample(passed: bool) -> dict[str, Any]:
        failure = {"test": "test_1", "outcome": "fail", "error_type": "AssertionError", "message": "1 != 2"}
        verdict = {"passed": passed, "tests": 1, "run": 1, "counts": {"pass": int(passed)}, "message": ""}
        verdict |= {"judged_by": "parent", "failures": [] if passed else [failure]}
        return {"class_passed": passed, "methods": {"put": passed}, "test_classes": {"BoxTestPut": verdict}}

    base = {
        **{"class_pass@1": 0.25, "method_pass@1": 0.5, "test_class_pass@1": 0.5, "n_tasks": 2, "n_samples": 4},
        "isolation": {"tier": "T3", "reason": ""},
        "results": {"box": [sample(True), sample(False)], "bag": [sample(False), sample(False)]},
    }
    return _run(name, {**base, **(scores or {})}, fields)


def _run(name: str, scores: dict[str, Any], fields: dict[str, Any]) -> Run:
    run_name, found = (
        parse_label(name),
        Scores.from_dict({"schema_version": SCHEMA_VERSION, "metric_version": "1.0.0", **scores}),
    )
    if completions := fields.pop("completions", None):
        fields["samples"] = {
            task: [Sample(task, index, text) for index, text in enumerate(texts)]
            for task, texts in completions.items()
        }
    if description := fields.pop("description", ""):
        arguments = RunArguments(strategy=run_name.strategy, others={"description": description})
        fields["record"] = RunRecord(arguments=arguments)
    return Run(**{"path": Path(), "name": run_name, "label": str(run_name), **fields}, scores=found)


def make_project_run(name: str, scores: dict[str, Any] | None = None, **fields: Any) -> Run:
    """A sample to each of two tasks of two tests in two projects; one passes and is suspicious, one fails a test."""

    def sample(file: str, failing: int, *marks: str) -> dict[str, Any]:
        failure = {"test": f"{file}::test_2", "outcome": "fail", "error_type": "AssertionError", "message": "1 != 2"}
        verdict = {"passed": not failing, "tests": 2, "run": 2, "counts": {"pass": 2 - failing}, "message": ""}
        verdict |= {"judged_by": "child", "failures": [failure] * failing}
        share = 1 - failing / 2
        return {"passed": not failing, "test_rate": share, "test_files": {file: verdict}, "suspicious": list(marks)}

    base = {
        **{"pass@1": 0.5, "test_rate": 0.75, "test_rate_stub": 0.25, "test_rate_removed": 0.0, "recall@1": 0.625},
        **{"recall_cross_file@1": 0.5, "n_tasks": 2, "n_samples": 2},
        "projects": {"OpenRepo_a_0": "a-1.0", "OpenRepo_b_0": "b-1.0"},
        "results": {
            "OpenRepo_a_0": [sample("tests/test_a.py", 0, "frames", "gc")],
            "OpenRepo_b_0": [sample("tests/test_b.py", 1)],
        },
    }
    return _run(name, {**base, **(scores or {})}, fields)


def completions_of(run: Run) -> dict[str, list[str]] | None:
    """The texts of a run's samples by task; `None` where they are unavailable."""
    if run.samples is None:
        return None
    return {task: [sample.completion for sample in samples] for task, samples in run.samples.items()}
