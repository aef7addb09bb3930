"""From verdicts to scores; nothing is run here."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import structs

from classeval_hf.classes.figures import (
    class_passes,
    dependency_terms,
    further_terms,
    method_pass_by_dependencies,
    read_dependencies,
    reference_dependencies,
    verdict_terms,
)
from classeval_hf.classes.reading.readings import candidate_module
from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.repository_tasks import CodeDependencies, RepositoryTask
from classeval_hf.core.tasks import BASE, ClassDependencies, ClassTask, Task
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import CandidateVerdict, ProjectSoundness, Sample, Soundness
from classeval_hf.metrics.averages import WeightedTerms, average, by_project, error_distribution, failure_counts
from classeval_hf.metrics.intervals import MIN_UNITS, Resampling, average_interval
from classeval_hf.metrics.judged_samples import JudgedSample, Verdict, infrastructure_errors
from classeval_hf.metrics.provenance import Provenance
from classeval_hf.metrics.results import PlainDependencies, SampleResult, SuiteResult, plain_dependencies
from classeval_hf.metrics.scores import Figures, Scores, SplitFigures, SuiteUsed
from classeval_hf.projects.figures.repository_metrics import ceiling_terms, recall_terms, repository_terms
from classeval_hf.reading.records import REPLACED, CompletionSigns
from classeval_hf.scoring.score_warnings import SampleFacts, find_warnings
from classeval_hf.tasks.released import split_of

Judged = Mapping[str, Sequence[JudgedSample]]


def aggregate(
    tasks: Sequence[Task],
    judged: Judged,
    ks: Sequence[int],
    soundness: Mapping[str, Soundness] = MappingProxyType({}),
    provenance: Provenance | None = None,
    resampling: Resampling | None = None,
    samples: Mapping[str, Sequence[Sample]] | None = None,
    further_soundness: Mapping[str, Mapping[str, Soundness]] | None = None,
) -> Scores:
    """
    Averages over tasks: by the test suite `base`, and by it together with each further one.

    Args:
        tasks (`Sequence[Task]`): the tasks. Those of classes and those of projects are always of different splits.
        judged (`Mapping[str, Sequence[JudgedSample]]`): per task id, its samples with their verdicts.
        ks (`Sequence[int]`): the k of pass@k; no task has fewer samples.
        soundness (`Mapping[str, Soundness]`, *optional*): per task id, the outcome of its reference. None is averaged
            over the sound tasks without.
        provenance ([`Provenance`], *optional*): what the verdicts were made with. Without it, as where another
            harness records that, the scores have no warnings, and name neither isolation nor version of the metric.
        resampling ([`Resampling`], *optional*): how to compute confidence intervals; none by default.
        samples (`Mapping[str, Sequence[Sample]]`, *optional*): per task id its samples as they were read, with why
            the model stopped and what is known of its steps.
        further_soundness (`Mapping[str, Mapping[str, Soundness]]`, *optional*): by test suite other than `base` and
            task id, the outcome of the reference.

    Returns:
        [`Scores`]: where the tasks are of several splits, with the averages of each split and none over all.
    """
    groups = grouped((split_of(task), task) for task in tasks)
    by_suite = {BASE: soundness, **(further_soundness or {})}
    known = samples or {}
    references = {task.task_id: reference_dependencies(task) for task in tasks if isinstance(task, ClassTask)}
    wanted: dict[str, ClassDependencies | CodeDependencies] = {**references}
    wanted |= {task.task_id: task.dependencies for task in tasks if isinstance(task, RepositoryTask)}
    figures = {}
    for split, of_split in groups.items():
        classes = [task for task in of_split if isinstance(task, ClassTask)]
        of_projects = [task for task in of_split if isinstance(task, RepositoryTask)]
        figures[split] = (
            _figures_of_projects(of_projects, judged, ks, soundness, resampling)
            if of_projects
            else _figures_of_classes(classes, judged, ks, by_suite, references, resampling)
        )
    whole = next(iter(figures.values())) if len(figures) == 1 else Figures()
    seconds = {task_id: outcome.seconds for task_id, outcome in soundness.items()}
    return Scores(
        **vars(whole),
        n_tasks=len(tasks),
        n_samples=sum(len(judged[task.task_id]) for task in tasks),
        n_infrastructure_errors=len(infrastructure_errors(judged)),
        unsound_tasks={task: outcome.cause for task, outcome in soundness.items() if not outcome.is_sound},
        isolation=provenance.isolation if provenance is not None else None,
        metric_version=provenance.metric_version if provenance is not None else "",
        results={task.task_id: _task_results(task, judged[task.task_id], known.get(task.task_id)) for task in tasks},
        reference_dependencies={task.task_id: plain_dependencies(wanted[task.task_id]) for task in tasks},
        provenance=provenance,
        warnings=find_warnings(tasks, _facts(judged, known), provenance, seconds) if provenance is not None else [],
        suites={suite: _suite_used(tasks, suite, by_suite.get(suite)) for suite in _further_suites(tasks, judged)},
        splits={
            split: SplitFigures(**vars(figure), tasks=[task.task_id for task in groups[split]])
            for split, figure in figures.items()
            if len(groups) > 1
        },
        reference_suspicious={
            task_id: outcome.suspicious
            for task_id, outcome in soundness.items()
            if isinstance(outcome, ProjectSoundness) and outcome.suspicious
        },
        projects={task.task_id: task.project.label for task in tasks if isinstance(task, RepositoryTask)},
    )


def _figures_of_projects(
    tasks: Sequence[RepositoryTask],
    judged: Judged,
    ks: Sequence[int],
    soundness: Mapping[str, Soundness],
    resampling: Resampling | None,
) -> Figures:
    verdicts = _verdicts(tasks, judged)
    of_verdicts = repository_terms(tasks, verdicts, ks, soundness)
    of_sound = _over_sound_tasks(of_verdicts, soundness)
    read = {task.task_id: [item.reading.used for item in judged[task.task_id]] for task in tasks}
    averages = {**of_verdicts, **of_sound, **recall_terms(tasks, read, ks)}
    averages = {name: terms for name, terms in averages.items() if average(terms) is not None}
    projects = {task.task_id: task.project.label for task in tasks}
    failures = failure_counts(verdicts)
    units = "projects" if len(set(projects.values())) > 1 else "tasks"
    return Figures(
        averages={**_values(averages), **_values(ceiling_terms(tasks, soundness))},
        per_task={name: terms for name, terms in averages.items() if name not in of_sound},
        error_analysis={"error_distribution": error_distribution(failures), "failure_counts": failures},
        **_intervals(averages, projects, resampling),
        ci=resampling.method(units) if resampling is not None else None,
    )


def average_names(tasks: Sequence[Task], ks: Sequence[int]) -> list[str]:
    """The averages by `base` that scores of these tasks may have, for any samples."""
    none: dict[str, list[Any]] = {task.task_id: [] for task in tasks}
    classes = [task for task in tasks if isinstance(task, ClassTask)]
    of_projects = [task for task in tasks if isinstance(task, RepositoryTask)]
    names: dict[str, WeightedTerms] = {}
    if classes:
        names |= verdict_terms(classes, none, ks) | dependency_terms(classes, {task: {} for task in none}, none, ks)
    if of_projects:
        names |= repository_terms(of_projects, none, ks, {}) | recall_terms(of_projects, none, ks)
    return list(names)


def _figures_of_classes(
    tasks: Sequence[ClassTask],
    judged: Judged,
    ks: Sequence[int],
    soundness: Mapping[str, Mapping[str, Soundness]],
    references: Mapping[str, ClassDependencies],
    resampling: Resampling | None,
) -> Figures:
    verdicts = _verdicts(tasks, judged)
    samples = {task.task_id: [item.reading.dependencies for item in judged[task.task_id]] for task in tasks}
    of_verdicts: dict[str, WeightedTerms] = verdict_terms(tasks, verdicts, ks)
    of_sound = _over_sound_tasks(of_verdicts, soundness[BASE])
    for suite in _further_suites(tasks, judged):
        by_two = {
            task.task_id: [
                (base, further)
                for base, further in ((item.verdict, item.verdicts.get(suite)) for item in judged[task.task_id])
                if isinstance(base, CandidateVerdict) and not isinstance(further, InfrastructureError)
            ]
            for task in tasks
        }
        of_suite = further_terms(tasks, by_two, ks, suite)
        of_verdicts |= of_suite
        # A reference must pass what samples must pass: both suites, or `base` if its task has no other.
        unsound = {task: known for task, known in soundness.get(suite, {}).items() if not known.is_sound}
        of_sound |= _over_sound_tasks(of_suite, {**soundness[BASE], **unsound})
    averages = {**of_verdicts, **of_sound, **dependency_terms(tasks, references, samples, ks)}
    averages = {name: terms for name, terms in averages.items() if average(terms) is not None}
    failures = failure_counts(verdicts)
    # DEP and recall of the references themselves, where a task has one.
    given = [task for task in tasks if task.solution_code.strip()]
    read = {task.task_id: read_dependencies(task, [candidate_module(task, task.solution_code)]) for task in given}
    ceilings = _values(dependency_terms(given, references, read, [1]))
    names = {"dep_f": "dep_f_ceiling", "dep_m": "dep_m_ceiling", "recall@1": "recall_ceiling"}
    return Figures(
        averages=_values(averages) | {names[name]: value for name, value in ceilings.items() if name in names},
        per_task={name: terms for name, terms in averages.items() if name not in of_sound},
        error_analysis={
            "error_distribution": error_distribution(failures),
            "failure_counts": failures,
            "method_pass_by_dependencies": method_pass_by_dependencies(tasks, verdicts, references, resampling),
            **class_passes(tasks, verdicts, resampling),
        },
        **_intervals(averages, {}, resampling),
        ci=resampling.method() if resampling is not None else None,
    )


def _further_suites(tasks: Sequence[Task], judged: Judged) -> list[str]:
    """The test suites other than `base` that samples of these tasks were judged by, in order."""
    suites = dict.fromkeys(suite for task in tasks for item in judged[task.task_id] for suite in item.verdicts)
    return [suite for suite in suites if suite != BASE]


def _verdicts(tasks: Sequence[Task], judged: Judged) -> dict[str, list[CandidateVerdict]]:
    return {
        task.task_id: [item.verdict for item in judged[task.task_id] if isinstance(item.verdict, CandidateVerdict)]
        for task in tasks
    }


def _over_sound_tasks(
    averages: Mapping[str, WeightedTerms], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    """The same averages over the tasks whose reference passes, if some references pass and some do not."""
    averages_of_sound: dict[str, WeightedTerms] = {}
    for name, terms in averages.items():
        sound = {task: term for task, term in terms.items() if task in soundness and soundness[task].is_sound}
        if 0 < len(sound) < len(terms):
            averages_of_sound[f"{name}_sound"] = sound
    return averages_of_sound


def _suite_used(tasks: Sequence[Task], suite: str, soundness: Mapping[str, Soundness] | None) -> SuiteUsed:
    """The tasks and tests that scores by a further suite were made with."""
    hashes = {task.task_id: task.tests_hash(suite) for task in tasks if suite in task.suites}
    unsound = {task: outcome.cause for task, outcome in (soundness or {}).items() if not outcome.is_sound}
    return SuiteUsed(len(hashes), hashes, unsound)


def _values(averages: Mapping[str, WeightedTerms]) -> dict[str, float]:
    values = {name: average(terms) for name, terms in averages.items()}
    return {name: value for name, value in values.items() if value is not None}


def _intervals(
    averages: Mapping[str, WeightedTerms], projects: Mapping[str, str], resampling: Resampling | None
) -> dict[str, Any]:
    """The fields `intervals` and `no_interval` of [`Figures`]."""
    if resampling is None:
        return {}
    intervals, lacking = {}, {}
    for name, terms in averages.items():
        units = by_project(projects, terms)
        if (interval := average_interval(units, resampling)) is not None:
            intervals[name] = list(interval)
        elif (count := sum(bool(weight) for _, weight in units.values())) < MIN_UNITS:
            lacking[name] = counted(count, "task" if units is terms else "project")
    return {"intervals": intervals, "no_interval": lacking}


def _facts(judged: Judged, known: Mapping[str, Sequence[Sample]]) -> dict[str, list[SampleFacts]]:
    facts: dict[str, list[SampleFacts]] = {}
    for task_id, items in judged.items():
        samples = known.get(task_id) or [Sample(task_id, index, one.completion) for index, one in enumerate(items)]
        facts[task_id] = [
            SampleFacts(
                sample,
                sample.steps.sign or one.reading.signs.kind,
                one.reading.signs.classes,
                one.reading.problem,
                sample.steps.has_replaced or REPLACED in one.reading.note.cut,
                one.verdict if isinstance(one.verdict, CandidateVerdict) else None,
            )
            for one, sample in zip(items, samples, strict=True)
        ]
    return facts


def _task_results(
    task: Task, samples: Sequence[JudgedSample], as_read: Sequence[Sample] | None = None
) -> list[SampleResult]:
    """The results of a task's samples; equal samples share their parts, which saves memory."""
    known: dict[Verdict, SuiteResult] = {}
    plain: dict[str, PlainDependencies] = {}
    results = []
    for index, sample in enumerate(samples):
        for verdict in sample.verdicts.values():
            if verdict not in known:
                known[verdict] = SuiteResult.of(task, verdict)
        read, signs = sample.reading.used or sample.reading.dependencies, sample.reading.signs
        sign = (as_read[index].steps.sign if as_read else "") or signs.kind
        results.append(
            SampleResult(
                **structs.asdict(known[sample.verdict]),
                suites={suite: known[verdict] for suite, verdict in sample.verdicts.items() if suite != BASE},
                dependencies=plain.setdefault(repr(read), plain_dependencies(read)),
                reading=sample.reading.note,
                signs=CompletionSigns(sign, signs.classes) if sign else None,
            )
        )
    return results
