"""From verdicts to scores; nothing is run here."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import structs

from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import Soundness
from classeval_hf.engine.task_family import family_of
from classeval_hf.metrics.averages import (
    MIN_UNITS,
    SOUND,
    JudgedSamples,
    Resampling,
    average,
    average_interval,
    by_project,
    failure_analysis,
    further_suites,
    verdicts_of,
)
from classeval_hf.metrics.provenance import Provenance
from classeval_hf.metrics.samples import (
    PlainDependencies,
    Sample,
    SampleResult,
    SuiteResult,
    Verdict,
    plain_dependencies,
)
from classeval_hf.metrics.scores import Figures, Scores, SplitFigures, SuiteUsed
from classeval_hf.reading.records import CompletionSigns
from classeval_hf.scoring.score_warnings import find_warnings
from classeval_hf.tasks.splits import split_of


def aggregate(
    tasks: Sequence[Task],
    judged: JudgedSamples,
    ks: Sequence[int],
    soundness: Mapping[str, Soundness] = MappingProxyType({}),
    provenance: Provenance | None = None,
    resampling: Resampling | None = None,
    further_soundness: Mapping[str, Mapping[str, Soundness]] | None = None,
) -> Scores:
    """
    Averages over tasks: by the test suite `base`, and by it together with each further one.

    Args:
        tasks (`Sequence[Task]`): the tasks. Those of classes and those of projects are always of different splits.
        judged (`Mapping[str, Sequence[Sample]]`): per task id, its samples with readings and verdicts.
        ks (`Sequence[int]`): the k of pass@k; no task has fewer samples.
        soundness (`Mapping[str, Soundness]`, *optional*): per task id, the outcome of its reference. None is averaged
            over the sound tasks without.
        provenance ([`Provenance`], *optional*): how the verdicts were made. Without it, as if another
            harness records that, the scores have no warnings, and name neither isolation nor version of the metric.
        resampling ([`Resampling`], *optional*): how to compute confidence intervals; none by default.
        further_soundness (`Mapping[str, Mapping[str, Soundness]]`, *optional*): by test suite other than `base` and
            task id, the outcome of the reference.

    Returns:
        [`Scores`]: where the tasks are of several splits, with the averages of each split and none over all.
    """
    groups = grouped((split_of(task), task) for task in tasks)
    by_suite = {BASE: soundness, **(further_soundness or {})}
    figures = {split: _figures(of_split, judged, ks, by_suite, resampling) for split, of_split in groups.items()}
    whole = next(iter(figures.values())) if len(figures) == 1 else Figures()
    seconds = {task_id: outcome.seconds for task_id, outcome in soundness.items()}
    suites = {}
    for suite in further_suites(tasks, judged):
        hashes = {task.task_id: task.tests_hash(suite) for task in tasks if suite in task.suites}
        unsound = {task: found.cause for task, found in by_suite.get(suite, {}).items() if not found.is_sound}
        suites[suite] = SuiteUsed(len(hashes), hashes, unsound)
    samples = [sample for of_task in judged.values() for sample in of_task]
    return Scores(
        **vars(whole),
        n_tasks=len(tasks),
        n_samples=sum(len(judged[task.task_id]) for task in tasks),
        n_infrastructure_errors=sum(sample.infrastructure_error is not None for sample in samples),
        unsound_tasks={task: outcome.cause for task, outcome in soundness.items() if not outcome.is_sound},
        isolation=provenance.isolation if provenance is not None else None,
        metric_version=provenance.metric_version if provenance is not None else "",
        results={task.task_id: _task_results(task, judged[task.task_id]) for task in tasks},
        reference_dependencies={
            task.task_id: plain_dependencies(family_of(task).reference_dependencies(task)) for task in tasks
        },
        provenance=provenance,
        warnings=find_warnings(tasks, judged, provenance, seconds) if provenance is not None else [],
        suites=suites,
        splits={
            split: SplitFigures(**vars(figure), tasks=[task.task_id for task in groups[split]])
            for split, figure in figures.items()
            if len(groups) > 1
        },
        reference_suspicious={task: found.suspicious for task, found in soundness.items() if found.suspicious},
        projects={task.task_id: task.group for task in tasks if task.group},
    )


def _figures(
    tasks: Sequence[Task],
    judged: JudgedSamples,
    ks: Sequence[int],
    soundness: Mapping[str, Mapping[str, Soundness]],
    resampling: Resampling | None,
) -> Figures:
    """The figures of one split, whose tasks are all of one kind."""
    terms = family_of(tasks[0]).split_terms(tasks, judged, ks, soundness, resampling)
    values = {name: average(of_name) for name, of_name in (terms.averages | terms.ceilings).items()}
    averages = {name: of_name for name, of_name in terms.averages.items() if values[name] is not None}
    groups = {task.task_id: task.group for task in tasks}
    units = "projects" if len(set(groups.values())) > 1 else "tasks"
    intervals, no_interval = dict[str, list[float]](), dict[str, str]()
    if resampling is not None:
        for name, of_name in averages.items():
            of_units = by_project(groups, of_name)
            if (interval := average_interval(of_units, resampling)) is not None:
                intervals[name] = list(interval)
            elif (count := sum(bool(weight) for _, weight in of_units.values())) < MIN_UNITS:
                no_interval[name] = counted(count, "task" if of_units is of_name else "project")
    return Figures(
        averages={name: value for name, value in values.items() if value is not None},
        per_task={name: of_name for name, of_name in averages.items() if not name.endswith(SOUND)},
        error_analysis={**failure_analysis(verdicts_of(tasks, judged)), **terms.analysis},
        intervals=intervals,
        no_interval=no_interval,
        ci=resampling.method(units) if resampling is not None else None,
    )


def _task_results(task: Task, samples: Sequence[Sample]) -> list[SampleResult]:
    """The results of a task's samples; equal samples share their parts, which saves memory."""
    known: dict[Verdict, SuiteResult] = {}
    plain: dict[str, PlainDependencies] = {}
    results, family = [], family_of(task)
    for sample in samples:
        verdicts = sample.placed_verdicts
        for verdict in verdicts.values():
            if verdict not in known:
                known[verdict] = family.result(task, verdict)
        read = sample.reading.used or sample.reading.dependencies
        results.append(
            SampleResult(
                **structs.asdict(known[verdicts[BASE]]),
                suites={suite: known[verdict] for suite, verdict in verdicts.items() if suite != BASE},
                dependencies=plain.setdefault(repr(read), plain_dependencies(read)),
                reading=sample.reading.note,
                signs=CompletionSigns(sample.sign, sample.reading.signs.classes) if sample.sign else None,
            )
        )
    return results
