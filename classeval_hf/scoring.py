"""
The metric: answers in; pass@k, dependencies, intervals and error analysis out.

The published metric `classeval_metric` is a thin face of [`compute_scores`]; the command line calls it too. What is
averaged, and how, is said in [`classeval_hf.averages`] and [`classeval_hf.dependency_metrics`].
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from classeval_hf.averages import Average, average, class_level_tests, verdict_averages
from classeval_hf.cluster import Cluster
from classeval_hf.consent import require_consent
from classeval_hf.dependency_metrics import (
    ClassDependencies,
    dependency_averages,
    read_dependencies,
    reference_dependencies,
)
from classeval_hf.error_analysis import (
    class_pass_by_length,
    class_pass_by_topic,
    error_distribution,
    failure_counts,
    method_pass_by_dependencies,
)
from classeval_hf.execution import Executor, InfrastructureError, Isolation
from classeval_hf.extraction import MAX_ANSWER_CHARS
from classeval_hf.intervals import Resampling, average_interval
from classeval_hf.joblib_workers import JoblibWorkers
from classeval_hf.limited_calls import LimitedCalls, available_cores
from classeval_hf.pass_at_k import DEFAULT_KS
from classeval_hf.preflight import unsound_here
from classeval_hf.readings import candidate_module, read_answers
from classeval_hf.records import CandidateVerdict, Task
from classeval_hf.scheduling import Job, Verdict, run_jobs
from classeval_hf.splits import find_tasks
from classeval_hf.tasks import complete_task, task_from_row
from classeval_hf.upstream_rules import upstream_jobs, upstream_scores
from classeval_hf.verdict_cache import VerdictCache, environment_fingerprint

__all__ = ["METRIC_VERSION", "compute_scores", "keep_verdicts", "resolve_tasks"]

METRIC_VERSION = "1.1.0"
"""Changes with every change that may change a score; scores of different versions are not to be compared."""

Reference = str | Mapping[str, Any] | Task
Verdicts = Mapping[str, list[Verdict]]


def compute_scores(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Reference],
    k: int | Sequence[int] | None = None,
    timeout: float = 5.0,
    num_workers: int | None = None,
    progress: bool = True,
    isolation: str = "auto",
    min_isolation: str | None = None,
    cache: bool = True,
    preflight: bool = False,
    allow_infrastructure_errors: bool = False,
    ci: float | None = None,
    ci_resamples: int = 9999,
    ci_seed: int = 0,
    cluster: str | None = None,
    max_answer_chars: int = MAX_ANSWER_CHARS,
    compat: str | None = None,
) -> dict[str, Any]:
    """
    Runs every answer against its task's tests, reads what it depends on, and averages over the tasks.

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
        min_isolation (`str`, *optional*): the weakest tier to accept; by default T1, or the tier that `isolation`
            names; naming a weaker one is refused.
        cache (`bool`, defaults to `True`): whether to look verdicts up on disk and to keep them there, so that a run
            that is repeated or was interrupted goes on where it was.
        preflight (`bool`, defaults to `False`): whether to run the references first and to count only those tasks as
            sound whose reference passes here.
        allow_infrastructure_errors (`bool`, defaults to `False`): whether to leave samples out that could not be run
            for reasons that are not their own, instead of raising.
        ci (`float`, *optional*): level of confidence intervals, 0.95 say; by default none are computed. They are by a
            bootstrap over tasks; see [`classeval_hf.intervals`].
        ci_resamples (`int`, defaults to `9999`): resamples of the bootstrap.
        ci_seed (`int`, defaults to `0`): its seed.
        cluster (`str`, *optional*): name of the joblib backend whose workers run the candidates, `"dask"` or `"ray"`
            say; by default this machine does. Each worker must have this package, consent to run code, and containment
            of at least `min_isolation`; `isolation` of the result is the weakest of all. `num_workers` is then the
            number of candidates run at a time on all machines, by default one per slot of the backend.
        max_answer_chars (`int`, defaults to 262,144): characters of an answer that is read; a longer one fails.
        compat (`str`, *optional*): `"upstream"` to score by the rules of ClassEval's public harness as well; see
            [`classeval_hf.upstream_rules`].

    Returns:
        `dict[str, Any]`: plain data that can be written as JSON. Averages, each for every k where it has one:

        - `class_pass@k`: a class sample passes if it passes all method-level and class-level test classes (ClassEval,
          section 4.4, eq. 1);
        - `method_pass@k`: a method sample passes if it passes its own test classes; methods without any do not count;
        - `test_class_pass@k`: each test class listed counts as one method (`fun_success` of the public harness);
        - `class_partial_success@k`, `test_class_partial_success@k`: the same two, where a test class need only have
          one test that passes (`class_partial_success` and `fun_partial_success` of the public harness);
        - `test_rate`: fraction of the test cases that pass (RepoClassBench);
        - all of the above with `_sound` behind them: over the tasks whose reference is sound, where any are not;
        - `dep_f`, `dep_m`: share of the reference's dependencies on fields and methods that the samples have
          (ClassEval, eqs. 2 and 3), and `dep_f_count`, `dep_m_count`: the formula to the letter; see
          [`classeval_hf.dependency_metrics`];
        - `recall@k`, `recall_field@k`, `recall_method@k`: the same share per method, the best of k (DevEval, eq. 2);
        - `dep_f_ceiling`, `dep_m_ceiling`, `recall_ceiling`: what the references get when they are read as samples.

        An average without anything to count is left out. Beside the averages there are

        - `intervals`: low and high end by average, and `ci`: how they were computed; only if `ci` was given;
        - `per_task`: by average and task, what the task adds to it: the average is the sum of the first numbers
          divided by the sum of the second;
        - `error_distribution`, `failure_counts`, `method_pass_by_dependencies`, `class_pass_by_topic`,
          `class_pass_by_length`: see [`classeval_hf.error_analysis`];
        - `n_tasks`, `n_samples`, `n_infrastructure_errors`, `unsound_tasks` (id to reason), `isolation` (what the
          samples were contained by) and `metric_version`;
        - `results`: per task id a list with, per sample, `class_passed`, `methods` (name to passed) and `test_classes`
          (name to counts, error types, failures and how it was judged), or `error_infrastructure`; and
          `dependencies`: per method the `fields` and `methods` that it uses, `None` if the sample is no Python;
        - `reference_dependencies`: the same of the references, per task id;
        - `compat`: what [`classeval_hf.upstream_rules.upstream_scores`] returned; only if `compat` was given.

    Raises:
        `ValueError`: without consent to run code, here or on a worker, which is named; if predictions and references
            do not match; if a reference is no task; if a k exceeds the samples of a task, which is named; if intervals
            cannot be computed as asked; or if the cluster cannot be reached.
        [`IsolationError`]: if no containment of at least `min_isolation` is available, here or on a worker.
        [`InfrastructureError`]: if a sample could not be run, for reasons that are not its own.
    """
    require_consent()
    tasks = resolve_tasks(references)
    _check_predictions(predictions, tasks)
    ks = _choose_ks(k, predictions, tasks)
    resampling = _choose_resampling(ci, ci_resamples, ci_seed, tasks)
    settings = _Settings(timeout, num_workers, isolation, min_isolation, cache, preflight, progress, cluster)
    answers = [(task, text) for task, texts in zip(tasks, predictions, strict=True) for text in texts]
    with LimitedCalls(available_cores()) as calls:
        readings = read_answers(answers, calls, max_answer_chars)
        jobs = [
            Job(task, reading.source, reading.problem) for (task, _), reading in zip(answers, readings, strict=True)
        ]
        beside = upstream_jobs(jobs, [text for _, text in answers], calls, compat)
    found, unsound, contained_by = _execute(tasks, [*jobs, *beside], settings)
    _check_infrastructure([*jobs, *beside], found, allow_infrastructure_errors)
    found, found_beside = found[: len(jobs)], found[len(jobs) :]
    verdicts: dict[str, list[Verdict]] = {task.task_id: [] for task in tasks}
    read: dict[str, list[ClassDependencies | None]] = {task.task_id: [] for task in tasks}
    for job, reading, verdict in zip(jobs, readings, found, strict=True):
        verdicts[job.task.task_id].append(verdict)
        read[job.task.task_id].append(reading.dependencies)
    dependencies = _with_references(tasks, read)
    return {
        **_figures(tasks, verdicts, dependencies, ks, unsound, resampling),
        "n_tasks": len(tasks),
        "n_samples": len(found),
        "n_infrastructure_errors": sum(isinstance(item, InfrastructureError) for item in found),
        "unsound_tasks": unsound,
        "isolation": contained_by.to_dict(),
        "metric_version": METRIC_VERSION,
        "results": {
            task.task_id: _task_results(task, verdicts[task.task_id], dependencies.samples[task.task_id])
            for task in tasks
        },
        "reference_dependencies": {task: _plain(read) for task, read in dependencies.references.items()},
        **({"compat": upstream_scores(tasks, jobs, found, found_beside, ks, compat)} if compat is not None else {}),
    }


@dataclass(frozen=True)
class _Settings:
    """How candidates are run; see [`compute_scores`]."""

    timeout: float
    workers: int | None
    isolation: str
    min_isolation: str | None
    cache: bool
    preflight: bool
    progress: bool
    cluster: str | None


def _execute(
    tasks: Sequence[Task], jobs: Sequence[Job], settings: _Settings
) -> tuple[list[Verdict], dict[str, str], Isolation]:
    """Runs the candidates; returns their verdicts, the unsound tasks and why they are, and what contained it all."""
    if settings.cluster is not None:
        return _execute_on_cluster(tasks, jobs, settings, settings.cluster)
    workers = settings.workers or available_cores()
    with Executor(settings.timeout, settings.isolation, settings.min_isolation) as executor:
        _warn_of_weakness(executor.contained_by, stacklevel=4)
        unsound = _known_unsound(tasks)
        if settings.preflight:
            unsound = unsound_here(tasks, executor, workers, settings.progress)
        with closing(VerdictCache(_verdict_settings(executor))) if settings.cache else nullcontext() as store:
            return run_jobs(jobs, executor, workers, store, settings.progress), unsound, executor.contained_by


def _execute_on_cluster(
    tasks: Sequence[Task], jobs: Sequence[Job], settings: _Settings, backend: str
) -> tuple[list[Verdict], dict[str, str], Isolation]:
    workers = JoblibWorkers(backend, settings.workers)
    make_executor = partial(Executor, settings.timeout, settings.isolation, settings.min_isolation)
    with Cluster(workers, make_executor, _verdict_settings, METRIC_VERSION, settings.cache) as cluster:
        _warn_of_weakness(cluster.contained_by, stacklevel=5)
        if cluster.contained_by.network == "open":
            warnings.warn(
                "Samples can open connections, and a scheduler that they reach runs whatever it is sent: secure it "
                "(Dask: with TLS), or ask for min_isolation='T3'.",
                stacklevel=4,
            )
        unsound = cluster.unsound_tasks(tasks) if settings.preflight else _known_unsound(tasks)
        found = cluster.run_jobs(jobs, settings.progress)
        return found, unsound, cluster.contained_by


def _known_unsound(tasks: Sequence[Task]) -> dict[str, str]:
    return {task.task_id: task.unsound_reason for task in tasks if not task.sound}


def _warn_of_weakness(contained_by: Isolation, stacklevel: int) -> None:
    if contained_by.reason:
        message = f"Samples are contained at tier {contained_by.tier.value} only: {contained_by.reason}"
        warnings.warn(message, stacklevel=stacklevel)


def keep_verdicts(
    answers: Sequence[tuple[Task, str]], file: str | Path, num_workers: int | None = None, progress: bool = True
) -> None:
    """
    Runs answers as [`compute_scores`] does by default, and keeps their verdicts in a file, to be scored elsewhere.

    Where [`~classeval_hf.verdict_cache.VerdictCache.include`] brings the file to, `compute_scores` finds the verdicts,
    provided that it runs with the same libraries and at the same tier. Otherwise it runs the answers itself, as it
    does with those that could not be run here for reasons that are not their own.

    Args:
        answers (`Sequence[tuple[Task, str]]`): tasks, each with an answer to it: raw model text or class source.
        file (`str` or `Path`): the file; verdicts that it holds already are not computed again.
        num_workers (`int`, *optional*): candidates run at a time, by default the number of available cores.
        progress (`bool`, defaults to `True`): whether to show a progress bar.

    Raises:
        `ValueError`: without consent to run code.
        [`IsolationError`]: if no containment is available here.
    """
    require_consent()
    with Executor() as executor, closing(VerdictCache(_verdict_settings(executor), file)) as store:
        readings = read_answers(answers, executor.calls)
        jobs = [Job(task, read.source, read.problem) for (task, _), read in zip(answers, readings, strict=True)]
        run_jobs(jobs, executor, num_workers or available_cores(), store, progress)


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


def _choose_resampling(ci: float | None, resamples: int, seed: int, tasks: Sequence[Task]) -> Resampling | None:
    if ci is None:
        return None
    if len(tasks) < 2:
        raise ValueError("Confidence intervals are over tasks, so that ci needs at least two of them.")
    return Resampling(ci, resamples, seed)


def _verdict_settings(executor: Executor) -> dict[str, Any]:
    """All that an executor's verdicts depend on besides task and candidate."""
    return {
        "metric_version": METRIC_VERSION,
        "timeout": executor.timeout,
        "isolation": executor.contained_by.to_dict(),
        "environment": environment_fingerprint(),
    }


def _check_infrastructure(jobs: Sequence[Job], found: Sequence[Verdict], allowed: bool) -> None:
    broken = [(job, item) for job, item in zip(jobs, found, strict=True) if isinstance(item, InfrastructureError)]
    if broken and not allowed:
        job, problem = broken[0]
        raise InfrastructureError(
            f"{len(broken)} of {len(jobs)} samples could not be run, the first one of task {job.task.task_id}: "
            f"{problem}. This is not charged to the model. The verdicts of the others are kept: run again, or pass "
            "allow_infrastructure_errors=True to leave these samples out."
        )


@dataclass(frozen=True)
class _ReadDependencies:
    """Dependencies by task id: of each sample, of the reference, and of the reference read as a sample."""

    samples: Mapping[str, Sequence[ClassDependencies | None]]
    references: Mapping[str, ClassDependencies]
    references_as_samples: Mapping[str, Sequence[ClassDependencies | None]]


def _with_references(
    tasks: Sequence[Task], samples: Mapping[str, Sequence[ClassDependencies | None]]
) -> _ReadDependencies:
    return _ReadDependencies(
        samples,
        {task.task_id: reference_dependencies(task) for task in tasks},
        {task.task_id: read_dependencies(task, [candidate_module(task, task.solution_code)]) for task in tasks},
    )


def _figures(
    tasks: Sequence[Task],
    verdicts: Verdicts,
    dependencies: _ReadDependencies,
    ks: Sequence[int],
    unsound: Mapping[str, str],
    resampling: Resampling | None,
) -> dict[str, Any]:
    """All that is computed of verdicts and dependencies."""
    judged = {task: [item for item in items if isinstance(item, CandidateVerdict)] for task, items in verdicts.items()}
    of_verdicts = verdict_averages(tasks, judged, ks)
    sound = [task.task_id for task in tasks if task.task_id not in unsound]
    of_sound = {
        f"{name}_sound": {task: summands[task] for task in sound}
        for name, summands in of_verdicts.items()
        if unsound and sound
    }
    of_samples = dependency_averages(tasks, dependencies.references, dependencies.samples, ks)
    averages = _with_weight({**of_verdicts, **of_sound, **of_samples})
    failures = failure_counts(judged)
    return {
        **{name: average(summands) for name, summands in averages.items()},
        **_ceilings(tasks, dependencies),
        **_intervals(averages, resampling),
        "per_task": {
            name: {task: list(summand) for task, summand in summands.items()}
            for name, summands in averages.items()
            if name not in of_sound
        },
        "error_distribution": error_distribution(failures),
        "failure_counts": failures,
        "method_pass_by_dependencies": method_pass_by_dependencies(tasks, judged, dependencies.references),
        "class_pass_by_topic": class_pass_by_topic(tasks, judged),
        "class_pass_by_length": class_pass_by_length(tasks, judged),
    }


def _with_weight(averages: Mapping[str, Average]) -> dict[str, Average]:
    """The averages that there is something to count for."""
    return {name: summands for name, summands in averages.items() if average(summands) is not None}


def _ceilings(tasks: Sequence[Task], dependencies: _ReadDependencies) -> dict[str, float | None]:
    """What the references themselves get; one that is not given is nothing to read."""
    given = [task for task in tasks if task.solution_code.strip()]
    found = dependency_averages(given, dependencies.references, dependencies.references_as_samples, [1])
    averages = _with_weight(found)
    names = {"dep_f": "dep_f_ceiling", "dep_m": "dep_m_ceiling", "recall@1": "recall_ceiling"}
    return {ceiling: average(averages[name]) for name, ceiling in names.items() if name in averages}


def _intervals(averages: Mapping[str, Average], resampling: Resampling | None) -> dict[str, Any]:
    if resampling is None:
        return {}
    found = {name: average_interval(summands, resampling) for name, summands in averages.items()}
    return {
        "intervals": {name: list(interval) for name, interval in found.items() if interval is not None},
        "ci": resampling.to_dict(),
    }


def _plain(dependencies: ClassDependencies | None) -> dict[str, dict[str, list[str]]] | None:
    if dependencies is None:
        return None
    return {
        name: {"fields": list(item.field_dependencies), "methods": list(item.method_dependencies)}
        for name, item in dependencies.items()
    }


def _task_results(
    task: Task,
    verdicts: Sequence[Verdict],
    dependencies: Sequence[ClassDependencies | None],
) -> list[dict[str, Any]]:
    """The results of a task's samples; equal ones share their parts, so that many samples take little memory."""
    known: dict[CandidateVerdict | InfrastructureError, dict[str, Any]] = {}
    plain: dict[str, dict[str, dict[str, list[str]]] | None] = {}
    results = []
    for verdict, read in zip(verdicts, dependencies, strict=True):
        if verdict not in known:
            known[verdict] = _sample_result(task, verdict)
        found = plain.setdefault(repr(read), _plain(read))
        results.append({**known[verdict], "dependencies": found})
    return results


def _sample_result(task: Task, verdict: CandidateVerdict | InfrastructureError) -> dict[str, Any]:
    if isinstance(verdict, InfrastructureError):
        return {"class_passed": None, "error_infrastructure": str(verdict)}
    return {
        "class_passed": verdict.passed(class_level_tests(task)),
        "methods": {
            method.method_name: verdict.passed(method.test_classes)
            for method in task.methods_info
            if method.test_classes
        },
        "test_classes": {item.test_class: item.to_dict() for item in verdict.test_classes},
    }
