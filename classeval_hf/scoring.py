"""
The metric: answers in, pass@k out.

The published metric `classeval_metric` is a thin face of [`compute_scores`]; the command line calls it too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tqdm.auto import tqdm

from classeval_hf.consent import require_consent
from classeval_hf.execution import run_candidate
from classeval_hf.extraction import build_module, extract_code
from classeval_hf.pass_at_k import DEFAULT_KS, mean_pass_at_k
from classeval_hf.records import CandidateVerdict, Task
from classeval_hf.splits import find_tasks
from classeval_hf.tasks import task_from_row

__all__ = ["candidate_module", "compute_scores", "resolve_tasks"]

Reference = str | Mapping[str, Any] | Task


def compute_scores(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Reference],
    k: int | Sequence[int] | None = None,
    timeout: float = 5.0,
    num_workers: int | None = None,
    progress: bool = True,
) -> dict[str, Any]:
    """
    Runs every answer against its task's tests and averages (ClassEval, section 4.4, eq. 1).

    Args:
        predictions (`Sequence[Sequence[str]]`): per task, its answers: raw model text or plain class source.
        references (`Sequence`): per task, a dataset row, a task id of an installed split, or an ad-hoc dict with at
            least `task_id`, `class_name`, `test` and `test_classes`.
        k (`int` or `Sequence[int]`, *optional*): the k of pass@k. By default those of 1, 3 and 5 that every task has
            samples for.
        timeout (`float`, defaults to `5.0`): seconds per test class.
        num_workers (`int`, *optional*): candidates run at a time, by default the number of available cores.
        progress (`bool`, defaults to `True`): whether to show a progress bar.

    Returns:
        `dict[str, Any]`: for each k

        - `class_pass@k`: a class sample passes if it passes all method-level and class-level test classes;
        - `method_pass@k`: a method sample passes if it passes its own test classes; methods without any do not count;
        - `test_class_pass@k`: each test class listed counts as one method (`fun_success` of the public harness);

        and `n_tasks`, `n_samples`, and `results`: per task id a list with, per sample, `class_passed`, `methods` (name
        to passed) and `test_classes` (name to counts, error types and failures).

    Raises:
        `ValueError`: without consent to run code; if predictions and references do not match; if a reference is no
            task; or if a k exceeds the samples of a task, which is named.
    """
    require_consent()
    tasks = resolve_tasks(references)
    _check_predictions(predictions, tasks)
    ks = _choose_ks(k, predictions, tasks)
    jobs = [(task, answer) for task, answers in zip(tasks, predictions, strict=True) for answer in answers]
    verdicts = _run_all(jobs, timeout, num_workers or _available_cores(), progress)
    by_task: dict[str, list[CandidateVerdict]] = {task.task_id: [] for task in tasks}
    for verdict in verdicts:
        by_task[verdict.task_id].append(verdict)
    return {
        **_averages(tasks, by_task, ks),
        "n_tasks": len(tasks),
        "n_samples": len(verdicts),
        "results": {task.task_id: [_sample_result(task, item) for item in by_task[task.task_id]] for task in tasks},
    }


def resolve_tasks(references: Sequence[Reference]) -> list[Task]:
    """
    Turns references of any accepted kind into tasks.

    Args:
        references (`Sequence`): dataset rows, task ids, ad-hoc dicts or tasks, also mixed.

    Returns:
        `list[Task]`: in the same order.

    Raises:
        `ValueError`: naming the reference that is no task, or the task that is given twice.
    """
    found = iter(find_tasks([reference for reference in references if isinstance(reference, str)]))
    tasks = []
    for index, reference in enumerate(references):
        if isinstance(reference, str):
            tasks.append(next(found))
        elif isinstance(reference, Task):
            tasks.append(reference)
        elif isinstance(reference, Mapping):
            tasks.append(task_from_row(reference))
        else:
            raise ValueError(f"Reference {index} is a {type(reference).__name__}; expected a task id or a task's fields.")
    seen: set[str] = set()
    for task in tasks:
        if task.task_id in seen:
            raise ValueError(f"Task {task.task_id} is given twice: pass all its answers in one list.")
        seen.add(task.task_id)
    return tasks


def candidate_module(task: Task, answer: str) -> str:
    """The module that an answer to a task is run as: its code, with the task's imports in front."""
    return build_module(extract_code(answer, task.class_name).code, task.import_statement)


def _check_predictions(predictions: Sequence[Sequence[str]], tasks: Sequence[Task]) -> None:
    if len(predictions) != len(tasks):
        raise ValueError(f"There are {len(predictions)} lists of answers for {len(tasks)} tasks; each task needs one list.")
    if not tasks:
        raise ValueError("There is nothing to score: predictions and references are empty.")
    for task, answers in zip(tasks, predictions, strict=True):
        if isinstance(answers, str) or not all(isinstance(answer, str) for answer in answers):
            raise ValueError(f"The answers to task {task.task_id} must be a list of strings, one per sample.")
        if not answers:
            raise ValueError(f"Task {task.task_id} has no answer; give at least one, an empty string if need be.")


def _choose_ks(k: int | Sequence[int] | None, predictions: Sequence[Sequence[str]], tasks: Sequence[Task]) -> list[int]:
    fewest, task = min(((len(answers), task) for answers, task in zip(predictions, tasks, strict=True)), key=lambda pair: pair[0])
    if k is None:
        return [value for value in DEFAULT_KS if value <= fewest]
    ks = [k] if isinstance(k, int) else list(k)
    for value in ks:
        if value < 1:
            raise ValueError(f"k must be at least 1, but is {value}.")
        if value > fewest:
            raise ValueError(f"pass@{value} needs {value} samples per task, but task {task.task_id} has {fewest}.")
    return ks


def _run_all(jobs: Sequence[tuple[Task, str]], timeout: float, workers: int, progress: bool) -> list[CandidateVerdict]:
    def run(job: tuple[Task, str]) -> CandidateVerdict:
        task, answer = job
        return run_candidate(task, candidate_module(task, answer), timeout)

    with ThreadPoolExecutor(workers) as pool:
        verdicts = pool.map(run, jobs)
        return list(tqdm(verdicts, total=len(jobs), desc="Scoring", unit="sample", disable=not progress))


def _available_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _class_level_and_method_level(task: Task) -> list[str]:
    """Test classes that a class sample must pass: those of no declared method are not among them."""
    of_methods = [name for method in task.methods_info for name in method.test_classes]
    return [*of_methods, *task.class_test_classes]


def _averages(tasks: Sequence[Task], by_task: Mapping[str, list[CandidateVerdict]], ks: Sequence[int]) -> dict[str, float]:
    def counts(problems: Callable[[Task], list[list[str]]]) -> list[tuple[int, int]]:
        """(samples, passed samples) per problem, a problem being a list of test classes to pass."""
        return [
            (len(by_task[task.task_id]), sum(verdict.passed(names) for verdict in by_task[task.task_id]))
            for task in tasks
            for names in problems(task)
        ]

    levels = {
        "class_pass": counts(lambda task: [_class_level_and_method_level(task)]),
        "method_pass": counts(lambda task: [list(item.test_classes) for item in task.methods_info if item.test_classes]),
        "test_class_pass": counts(lambda task: [[name.strip()] for name in task.test_classes]),
    }
    return {f"{level}@{k}": mean_pass_at_k(found, k) for k in ks for level, found in levels.items() if found}


def _sample_result(task: Task, verdict: CandidateVerdict) -> dict[str, Any]:
    return {
        "class_passed": verdict.passed(_class_level_and_method_level(task)),
        "methods": {
            method.method_name: verdict.passed(method.test_classes) for method in task.methods_info if method.test_classes
        },
        "test_classes": {item.test_class: item.to_dict() for item in verdict.test_classes},
    }
