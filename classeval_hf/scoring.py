"""
The metric: answers in, pass@k out.

The published metric `classeval_metric` is a thin face of [`compute_scores`]; the command line calls it too.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from classeval_hf.consent import require_consent
from classeval_hf.execution import Executor, InfrastructureError
from classeval_hf.extraction import build_module, extract_code
from classeval_hf.pass_at_k import DEFAULT_KS, mean_pass_at_k
from classeval_hf.preflight import unsound_here
from classeval_hf.records import CandidateVerdict, Task
from classeval_hf.scheduling import Job, available_cores, run_jobs
from classeval_hf.splits import find_tasks
from classeval_hf.tasks import complete_task, task_from_row
from classeval_hf.verdict_cache import VerdictCache, environment_fingerprint

__all__ = ["METRIC_VERSION", "candidate_module", "compute_scores", "resolve_tasks"]

METRIC_VERSION = "1.0.0"
"""Changes with every change that may change a score; scores of different versions are not to be compared."""

Reference = str | Mapping[str, Any] | Task
Samples = Mapping[str, list[CandidateVerdict | InfrastructureError]]


def compute_scores(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Reference],
    k: int | Sequence[int] | None = None,
    timeout: float = 5.0,
    num_workers: int | None = None,
    progress: bool = True,
    isolation: str = "auto",
    min_isolation: str = "T1",
    cache: bool = True,
    preflight: bool = False,
    allow_infrastructure_errors: bool = False,
) -> dict[str, Any]:
    """
    Runs every answer against its task's tests and averages (ClassEval, section 4.4, eq. 1).

    Args:
        predictions (`Sequence[Sequence[str]]`): per task, its answers: raw model text or plain class source.
        references (`Sequence`): per task, a dataset row, a task id of an installed split, or an ad-hoc dict with at
            least `task_id`, `class_name`, `test` and `test_classes`.
        k (`int` or `Sequence[int]`, *optional*): the k of pass@k. By default those of 1, 3 and 5 that every task has
            samples for.
        timeout (`float`, defaults to `5.0`): seconds of processor time per test class; see
            [`classeval_hf.execution.Executor`].
        num_workers (`int`, *optional*): candidates run at a time, by default the number of available cores.
        progress (`bool`, defaults to `True`): whether to show a progress bar.
        isolation (`str`, defaults to `"auto"`): tier of containment, `"T3"` to `"T0"`, or the strongest that holds
            here.
        min_isolation (`str`, defaults to `"T1"`): the weakest tier to accept.
        cache (`bool`, defaults to `True`): whether to look verdicts up on disk and to keep them there, so that a run
            that is repeated or was interrupted goes on where it was.
        preflight (`bool`, defaults to `False`): whether to run the references first and to count only those tasks as
            sound whose reference passes here.
        allow_infrastructure_errors (`bool`, defaults to `False`): whether to leave samples out that could not be run
            for reasons that are not their own, instead of raising.

    Returns:
        `dict[str, Any]`: for each k

        - `class_pass@k`: a class sample passes if it passes all method-level and class-level test classes;
        - `method_pass@k`: a method sample passes if it passes its own test classes; methods without any do not count;
        - `test_class_pass@k`: each test class listed counts as one method (`fun_success` of the public harness);
        - the same with `_sound` behind it: over the tasks whose reference is sound, where any are not;

        and `n_tasks`, `n_samples`, `n_infrastructure_errors`, `unsound_tasks` (id to reason), `isolation` (what the
        samples were contained by), `metric_version`, and `results`: per task id a list with, per sample,
        `class_passed`, `methods` (name to passed) and `test_classes` (name to counts, error types, failures and how it
        was judged), or `error_infrastructure`.

    Raises:
        `ValueError`: without consent to run code; if predictions and references do not match; if a reference is no
            task; or if a k exceeds the samples of a task, which is named.
        [`IsolationError`]: if no containment of at least `min_isolation` is to be had.
        [`InfrastructureError`]: if a sample could not be run, for reasons that are not its own.
    """
    require_consent()
    tasks = resolve_tasks(references)
    _check_predictions(predictions, tasks)
    ks = _choose_ks(k, predictions, tasks)
    jobs = [
        Job(task, candidate_module(task, answer))
        for task, answers in zip(tasks, predictions, strict=True)
        for answer in answers
    ]
    workers = num_workers or available_cores()
    with Executor(timeout, isolation, min_isolation) as executor:
        contained_by = executor.contained_by
        if contained_by.reason:
            warnings.warn(
                f"Samples are contained at tier {contained_by.tier.value} only: {contained_by.reason}", stacklevel=2
            )
        unsound = {task.task_id: task.unsound_reason for task in tasks if not task.sound}
        if preflight:
            unsound = unsound_here(tasks, executor, workers, progress)
        store = _open_cache(executor) if cache else None
        try:
            found = run_jobs(jobs, executor, workers, store, progress)
        finally:
            if store is not None:
                store.close()
    _check_infrastructure(jobs, found, allow_infrastructure_errors)
    verdicts = iter(found)
    samples = {
        task.task_id: [next(verdicts) for _ in answers] for task, answers in zip(tasks, predictions, strict=True)
    }
    sound = [task for task in tasks if task.task_id not in unsound]
    averages = _averages(tasks, samples, ks)
    if unsound and sound:
        averages |= {f"{name}_sound": value for name, value in _averages(sound, samples, ks).items()}
    return {
        **averages,
        "n_tasks": len(tasks),
        "n_samples": len(found),
        "n_infrastructure_errors": sum(isinstance(item, InfrastructureError) for item in found),
        "unsound_tasks": unsound,
        "isolation": contained_by.to_dict(),
        "metric_version": METRIC_VERSION,
        "results": {task.task_id: [_sample_result(task, item) for item in samples[task.task_id]] for task in tasks},
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
            tasks.append(complete_task(reference))
        elif isinstance(reference, Mapping):
            tasks.append(task_from_row(reference))
        else:
            raise ValueError(
                f"Reference {index} is a {type(reference).__name__}; expected a task id or a task's fields."
            )
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
        raise ValueError(
            f"There are {len(predictions)} lists of answers for {len(tasks)} tasks; each task needs one list."
        )
    if not tasks:
        raise ValueError("There is nothing to score: predictions and references are empty.")
    for task, answers in zip(tasks, predictions, strict=True):
        if isinstance(answers, str) or not all(isinstance(answer, str) for answer in answers):
            raise ValueError(f"The answers to task {task.task_id} must be a list of strings, one per sample.")
        if not answers:
            raise ValueError(f"Task {task.task_id} has no answer; give at least one, an empty string if need be.")


def _choose_ks(
    k: int | Sequence[int] | None, predictions: Sequence[Sequence[str]], tasks: Sequence[Task]
) -> list[int]:
    fewest, task = min(
        ((len(answers), task) for answers, task in zip(predictions, tasks, strict=True)), key=lambda pair: pair[0]
    )
    if k is None:
        return [value for value in DEFAULT_KS if value <= fewest]
    ks = [k] if isinstance(k, int) else list(k)
    for value in ks:
        if value < 1:
            raise ValueError(f"k must be at least 1, but is {value}.")
        if value > fewest:
            raise ValueError(f"pass@{value} needs {value} samples per task, but task {task.task_id} has {fewest}.")
    return ks


def _open_cache(executor: Executor) -> VerdictCache:
    settings = {
        "metric_version": METRIC_VERSION,
        "timeout": executor.timeout,
        "isolation": executor.contained_by.to_dict(),
        "environment": environment_fingerprint(),
    }
    return VerdictCache(settings)


def _check_infrastructure(
    jobs: Sequence[Job], found: Sequence[CandidateVerdict | InfrastructureError], allowed: bool
) -> None:
    broken = [(job, item) for job, item in zip(jobs, found, strict=True) if isinstance(item, InfrastructureError)]
    if broken and not allowed:
        job, problem = broken[0]
        raise InfrastructureError(
            f"{len(broken)} of {len(jobs)} samples could not be run, the first one of task {job.task.task_id}: "
            f"{problem}. This is not charged to the model. The verdicts of the others are kept: run again, or pass "
            "allow_infrastructure_errors=True to leave these samples out."
        )


def _class_level_and_method_level(task: Task) -> list[str]:
    """Test classes that a class sample must pass: not those of no declared method, unless there are no others."""
    of_methods = [name for method in task.methods_info for name in method.test_classes]
    return [*of_methods, *task.class_test_classes] or [name.strip() for name in task.test_classes]


def _averages(tasks: Sequence[Task], samples: Samples, ks: Sequence[int]) -> dict[str, float]:
    judged = {
        task.task_id: [item for item in samples[task.task_id] if isinstance(item, CandidateVerdict)] for task in tasks
    }

    def counts(problems: Callable[[Task], list[list[str]]]) -> list[tuple[int, int]]:
        """(samples, passed samples) per problem, a problem being a list of test classes to pass."""
        return [
            (len(judged[task.task_id]), sum(verdict.passed(names) for verdict in judged[task.task_id]))
            for task in tasks
            for names in problems(task)
        ]

    levels = {
        "class_pass": counts(lambda task: [_class_level_and_method_level(task)]),
        "method_pass": counts(
            lambda task: [list(item.test_classes) for item in task.methods_info if item.test_classes]
        ),
        "test_class_pass": counts(lambda task: [[name.strip()] for name in task.test_classes]),
    }
    return {f"{level}@{k}": mean_pass_at_k(found, k) for k in ks for level, found in levels.items() if found}


def _sample_result(task: Task, verdict: CandidateVerdict | InfrastructureError) -> dict[str, Any]:
    if isinstance(verdict, InfrastructureError):
        return {"class_passed": None, "error_infrastructure": str(verdict)}
    return {
        "class_passed": verdict.passed(_class_level_and_method_level(task)),
        "methods": {
            method.method_name: verdict.passed(method.test_classes)
            for method in task.methods_info
            if method.test_classes
        },
        "test_classes": {item.test_class: item.to_dict() for item in verdict.test_classes},
    }
