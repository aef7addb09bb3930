"""From completions to scores: [`score`], and [`compute_scores`] for `evaluate`, with plain data; and from verdicts to
scores, where nothing is run: [`aggregate`]."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from functools import cache
from importlib import metadata
from numbers import Integral, Real
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import structs

from classeval_hf.classes.tasks.libraries import installed_version
from classeval_hf.core.errors import InfrastructureError, UserError, require_consent, warn_user
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, HASH_CHARS, PLUS, ClassTask, Task, of_kind
from classeval_hf.core.terminal import agreeing, counted, say_stage
from classeval_hf.core.verdicts import METRIC_VERSION, REFERENCE_RUNS, Soundness
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge, JudgeOptions
from classeval_hf.engine.task_family import Families, family_of
from classeval_hf.metrics import averages
from classeval_hf.metrics.averages import DEFAULT_KS, MIN_UNITS, SOUND, JudgedSamples, Resampling
from classeval_hf.metrics.samples import PlainDependencies, Sample, SampleResult, plain_dependencies
from classeval_hf.metrics.scores import Figures, Provenance, Scores, SplitFigures, SuiteUsed, completions_hash
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.reading.records import CompletionSigns
from classeval_hf.sandbox.limited_calls import available_cores
from classeval_hf.scoring.compat_rules import Runs, check_compat, compat_samples, compat_scores
from classeval_hf.scoring.score_warnings import find_warnings, short_warning
from classeval_hf.tasks.splits import select_tasks, split_of, splits_used, strengthened

Reference = str | Mapping[str, Any] | Task

_TIMEOUT_RULES = {
    True: "ten times the reference's time on this machine, at least 1 s and at most 5 s of processor time",
    False: "processor time of each test class; 1.15 times as much by the clock, but for the time without a core",
}


def compute_scores(
    predictions: Sequence[Sequence[str | Sample]],
    references: Sequence[Reference] | Mapping[str, Sequence[Any]],
    k: int | Sequence[int] | None = None,
    timeout: float | str = 5.0,
    num_workers: int | None = None,
    progress: bool = True,
    isolation: str = "auto",
    min_isolation: str | None = None,
    cache: bool = True,
    preflight: bool = False,
    allow_infrastructure_errors: bool = False,
    ci: float | None = 0.95,
    ci_resamples: int = 9999,
    ci_seed: int = 0,
    cluster: str | None = None,
    max_answer_chars: int = MAX_COMPLETION_CHARS,
    allow_missing_libraries: bool = False,
    allow_libraries: Sequence[str] = (),
    finish_reasons: Sequence[Sequence[str]] | None = None,
    compat: str | None = None,
    suites: Sequence[str] = (BASE,),
) -> dict[str, Any]:
    """
    Runs every sample against its task's tests, reads its dependencies, and averages over the tasks.

    Args:
        predictions (`Sequence[Sequence[str]]`): per task, its completions (raw model text or plain class source), or
            its [`Sample`] records.
        references (`Sequence`): per task, a dataset row, a task id of an installed split, a task, or a dict with at
            least `task_id`, `class_name`, `test` and `test_classes`; or the columns of a dataset, `tasks[:]`.
        k (`int` or `Sequence[int]`, *optional*): the k of pass@k. By default each of 1, 3 and 5 for which every task
            has enough samples.
        timeout, num_workers, progress, isolation, min_isolation, cache, cluster, max_answer_chars,
        allow_missing_libraries, allow_libraries: as in [`~classeval_hf.engine.judge.JudgeOptions`].
        preflight (`bool`, defaults to `False`): whether to run the references again. By default they run three times
            once per environment; a task is sound here if its reference passes each time.
        allow_infrastructure_errors (`bool`, defaults to `False`): whether to leave out samples that this machine could
            not run, instead of raising an error.
        ci (`float`, *optional*, defaults to `0.95`): level of the confidence intervals; `None` for none. See
            [`classeval_hf.metrics.averages`].
        ci_resamples (`int`, defaults to `9999`): resamples of the bootstrap, which averages of counts need.
        ci_seed (`int`, defaults to `0`): seed of the bootstrap.
        finish_reasons (`Sequence[Sequence[str]]`, *optional*): why the model stopped (`"length"`), by sample.
        compat (`str`, *optional*): `"upstream"` to score also by the rules of ClassEval's public harness, or
            `"upstream-incoder"` by its rules for runs of InCoder, with the same isolation.
        suites (`Sequence[str]`, defaults to `("base",)`): names of the test suites to judge by: `base` and others that
            add tests to it. A task that lacks one of these counts by `base` alone; at least one task must have it.
            `plus` also finds the strengthened tests of the splits `open` and `test`.

    Returns:
        `dict[str, Any]`: plain data that can be written as JSON. Averages, each for every k if it has one:

        - `class_pass@k`: a class sample passes if it passes all method-level and class-level test classes (ClassEval,
          section 4.4, eq. 1);
        - `method_pass@k`: a method sample passes if it passes its own test classes; methods without any do not count;
        - `test_class_pass@k`: each test class listed counts as one method (`fun_success` of the public harness);
        - `class_partial_success@k`, `test_class_partial_success@k`: the same, but a test class needs only one test
          that passes (`class_partial_success` and `fun_partial_success` of the public harness);
        - `test_rate`: fraction of the test cases that pass (RepoClassBench);
        - `class_pass_NAME@k`, `method_pass_NAME@k`, `test_class_pass_NAME@k`: the first three by both `base` and the
          further test suite NAME; `class_pass_NAME_drop@k` and so on: their difference to `base`; see
          [`classeval_hf.classes.family.further_terms`];
        - all of the above with the suffix `_sound`: over the tasks whose reference is sound here, if some are not;
        - `dep_f`, `dep_m`: share of the reference's dependencies on fields and methods that the samples have
          (ClassEval, eqs. 2 and 3), and `dep_f_count`, `dep_m_count`: the literal formula; see
          [`classeval_hf.classes.family`];
        - `recall@k`, `recall_field@k`, `recall_method@k`: the same share per method, the best of k (DevEval, eq. 2);
        - `dep_f_ceiling`, `dep_m_ceiling`, `recall_ceiling`: the values of the references, read as samples.

        Repository-level tasks have instead `pass@k`, `test_rate` with its baselines `test_rate_stub` and
        `test_rate_removed`, `compile_rate` of tasks in Java, and `recall@k`, also by kind; see
        [`classeval_hf.projects.family`].
        There is no average over tasks of both kinds.

        Averages without anything to count are left out. Further entries:

        - `intervals`: low and high end by average, for at least five tasks, and `ci`: their method;
        - `per_task`: value and weight by average and task: an average is the sum of values over that of weights;
        - `error_distribution`, `failure_counts`, `method_pass_by_dependencies`, `class_pass_by_topic`,
          `class_pass_by_difficulty`, `class_pass_by_length`: see [`classeval_hf.metrics.averages`];
        - `provenance`: how the scores were made, and `warnings`: read them before quoting the scores;
        - `compat`: with `compat`, the scores by the public harness's rules, and the effect of each rule; see
          [`classeval_hf.scoring.compat_rules.compat_scores`];
        - `suites`: per further test suite, the number of tasks that have it (`n_tasks`), the `task_hashes` of its
          tests and the `unsound_tasks` whose reference fails it;
        - `splits`: for tasks of several splits, the averages of each; then there is no average over all;
        - `n_tasks`, `n_samples`, `n_infrastructure_errors`, `unsound_tasks` (id to reason), `isolation` (of the
          samples) and `metric_version`;
        - `results`: per task id a list with, per sample, `class_passed`, `methods` (name to passed) and `test_classes`
          (name to counts, error types, failures and `judged_by`), or `error_infrastructure`; `suites`: the same by
          each further suite; and `dependencies`: per method the `fields` and `methods` that it uses, `None` if the
          sample is not valid Python;
        - `reference_dependencies`: the same of the references, per task id;
        - for repository-level tasks: `projects`, per task id, and `reference_suspicious`; a sample's entry in
          `results` has `passed`, `test_rate`, `test_files` and `suspicious` instead, and its dependencies by kind.

    Raises:
        `ValueError`: without consent to run code, here or on a worker; if predictions and references do not match; if
            a reference is not a task; if no task has a requested suite, or strengthened tests belong to other tests
            than a task's; if a project is not installed; if `compat` names no rules; if a k exceeds the samples of a
            task; if intervals cannot be computed as requested; or if the cluster cannot be reached.
        `FileNotFoundError`: if the strengthened tests of a split are not on this machine.
        [`IsolationError`]: if no isolation of at least `min_isolation` is available, here or on a worker.
        [`InfrastructureError`]: if a sample could not be run, for reasons that are not its own.
    """
    whole: dict[str, Any] = {"num_workers": num_workers, "max_answer_chars": max_answer_chars}
    whole |= {"ci_resamples": ci_resamples, "ci_seed": ci_seed}
    others = {"ci": ci, "timeout": None if isinstance(timeout, str) else timeout}
    for name, value in (whole | others).items():
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, Integral if name in whole else Real)
        ):
            raise UserError(f"{name} is {'a whole number' if name in whole else 'a number'}, and not {value!r}.")
    tasks = resolve_tasks(references)
    samples = _as_samples(predictions, tasks)
    if finish_reasons is not None:
        if len(finish_reasons) != len(samples):
            raise UserError(
                f"Each task needs one list of finish_reasons, but for {counted(len(samples), 'task')} there "
                f"{agreeing(len(finish_reasons), 'is', 'are')} {len(finish_reasons)}."
            )
        for (task_id, given), reasons in zip(samples.items(), finish_reasons, strict=True):
            is_list = isinstance(reasons, Sequence) and not isinstance(reasons, str)
            if not is_list or len(reasons) != len(given) or not all(isinstance(item, str) for item in reasons):
                raise UserError(
                    f"The finish_reasons of task {task_id} must be a list of strings, one for each of its "
                    f"{counted(len(given), 'completion')}."
                )
            pairs = zip(given, reasons, strict=True)
            samples[task_id] = [replace(item, finish_reason=reason) for item, reason in pairs]
    running = timeout, num_workers, isolation, min_isolation, cache, progress, cluster  # in the order of the fields
    judge = JudgeOptions(*running, max_answer_chars, allow_missing_libraries, allow_libraries)
    resampling = Resampling(ci, ci_resamples, ci_seed) if ci is not None else None
    options = ScoreOptions(judge, k, resampling, preflight, allow_infrastructure_errors, compat, suites)
    scores = score(tasks, list(samples.values()), options)
    for warning in scores.warnings:
        warn_user(str(short_warning(warning)))
    return scores.to_dict()


@dataclass(frozen=True)
class ScoreOptions:
    """
    How samples are scored; [`compute_scores`] has the details.

    Args:
        judge ([`~classeval_hf.engine.judge.JudgeOptions`]): how samples are judged.
        k (`int` or `Sequence[int]`, *optional*): the k of pass@k; by default each of 1, 3 and 5 that fits.
        resampling ([`Resampling`], *optional*): how to compute confidence intervals; `None` for none.
        preflight (`bool`, defaults to `False`): whether to run the references although their outcomes are known.
        allow_infrastructure_errors (`bool`, defaults to `False`): whether to leave out samples that could not be run.
        compat (`str`, *optional*): one of [`~classeval_hf.scoring.compat_rules.COMPATS`].
        suites (`Sequence[str]`, defaults to `("base",)`): names of the test suites to judge by, `base` among them.
    """

    judge: JudgeOptions = field(default_factory=JudgeOptions)
    k: int | Sequence[int] | None = None
    resampling: Resampling | None = field(default_factory=Resampling)
    preflight: bool = False
    allow_infrastructure_errors: bool = False
    compat: str | None = None
    suites: Sequence[str] = (BASE,)


def score(
    tasks: Sequence[Reference],
    completions: Sequence[Sequence[str | Sample]],
    options: ScoreOptions | None = None,
    judge: Judge | None = None,
) -> Scores:
    """
    Judges samples, and averages over the tasks. Warnings are part of the scores; none is printed.

    Args:
        tasks (`Sequence`): the tasks, or what [`compute_scores`] takes for them.
        completions (`Sequence[Sequence[str]]`): per task its completions, or its samples as they were read.
        options ([`ScoreOptions`], *optional*): how to score.
        judge ([`~classeval_hf.engine.judge.Judge`], *optional*): what judges, entered; by default one is made by the
            options.

    Returns:
        [`Scores`]

    Raises:
        `ValueError`: if arguments do not match, and without consent to run code; see [`compute_scores`].
        [`InfrastructureError`]: if a sample could not be run, for reasons that are not its own.
    """
    options = options or ScoreOptions()
    known = resolve_tasks(tasks)
    samples = _as_samples(completions, known)
    if PLUS in options.suites:
        known = strengthened(known)
    check_compat(options.compat, known)
    ks = choose_ks(options.k, list(samples.values()), known)
    if isinstance(options.suites, str) or BASE not in options.suites:
        raise UserError(f"Scores need the test suite {BASE!r}, alone or with others: {options.suites!r} lacks it.")
    started, compat, allowed = datetime.now(timezone.utc), options.compat, options.allow_infrastructure_errors
    with nullcontext(judge) if judge is not None else Judge(**vars(options.judge)) as entered:
        judged: dict[str, list[Sample]] = {task.task_id: [] for task in known}
        streamed = entered.stream(known, list(samples.values()), options.suites)
        for task_id, _, sample in sorted(streamed, key=lambda one: one[1]):
            judged[task_id].append(sample)
        by_task, total = judged.items(), sum(map(len, judged.values()))
        of_samples = {task_id: [tuple(one.verdicts.values()) for one in of_task] for task_id, of_task in by_task}
        _check_infrastructure(of_samples, total, allowed)
        classes = of_kind(ClassTask, known)
        say_stage("by the public harness's rules", 2, 2, entered.progress and compat is not None)
        of_compat = compat_samples(entered, classes, judged, compat) if compat is not None else {}
        _check_infrastructure(of_compat, total, allowed)
        soundness = {}
        for suite in options.suites:
            with_suite = [task for task in known if suite in task.suites]
            soundness[suite] = entered.soundness(with_suite, options.preflight, suite)
        base = soundness.pop(BASE)
        provenance = _provenance(entered, known, samples, options, base, started)
    scores = aggregate(known, judged, ks, base, provenance, options.resampling, soundness)
    if compat is None:
        return scores
    groups = grouped((split_of(task), task) for task in classes)
    of_harness = {split: compat_scores(of_split, of_compat, ks, compat) for split, of_split in groups.items()}
    return replace(scores, compat=of_harness if len(of_harness) > 1 else {"": next(iter(of_harness.values()))})


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
        soundness (`Mapping[str, Soundness]`, *optional*): per task id, the outcome of its reference. Without it
            there are no averages over sound tasks.
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
    for suite in averages.further_suites(tasks, judged):
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
    values = {name: averages.average(of_name) for name, of_name in (terms.averages | terms.ceilings).items()}
    known = {name: of_name for name, of_name in terms.averages.items() if values[name] is not None}
    groups = {task.task_id: task.group for task in tasks}
    units = "projects" if len(set(groups.values())) > 1 else "tasks"
    intervals, no_interval = dict[str, list[float]](), dict[str, str]()
    if resampling is not None:
        for name, of_name in known.items():
            of_units = averages.by_project(groups, of_name)
            if (interval := averages.average_interval(of_units, resampling)) is not None:
                intervals[name] = list(interval)
            elif (count := sum(bool(weight) for _, weight in of_units.values())) < MIN_UNITS:
                no_interval[name] = counted(count, "task" if of_units is of_name else "project")
    return Figures(
        averages={name: value for name, value in values.items() if value is not None},
        per_task={name: of_name for name, of_name in known.items() if not name.endswith(SOUND)},
        error_analysis={**averages.failure_analysis(averages.verdicts_of(tasks, judged)), **terms.analysis},
        intervals=intervals,
        no_interval=no_interval,
        ci=resampling.method(units) if resampling is not None else None,
    )


def _task_results(task: Task, samples: Sequence[Sample]) -> list[SampleResult]:
    """The results of a task's samples; equal samples share their parts, which saves memory."""
    plain, results, family = dict[str, PlainDependencies](), list[SampleResult](), family_of(task)
    result = cache(lambda verdict: family.result(task, verdict))
    for sample in samples:
        by_suite = {suite: result(verdict) for suite, verdict in sample.placed_verdicts.items()}
        read = sample.reading.used or sample.reading.dependencies
        results.append(
            SampleResult(
                **structs.asdict(by_suite.pop(BASE)),
                suites=by_suite,
                dependencies=plain.setdefault(repr(read), plain_dependencies(read)),
                reading=sample.reading.note,
                signs=CompletionSigns(sample.sign, sample.reading.signs.classes) if sample.sign else None,
            )
        )
    return results


def _provenance(
    judge: Judge,
    tasks: Sequence[Task],
    samples: Mapping[str, Sequence[Sample]],
    options: ScoreOptions,
    references: Mapping[str, Soundness],
    started: datetime,
) -> Provenance:
    libraries, missing = dict[str, str](), dict[str, list[str]]()
    for family, own in Families().grouped(tasks):
        versions, lacking = family.find_libraries(own, options.suites, judge.allow_libraries)
        libraries |= versions
        missing |= {task_id: list(names) for task_id, names in lacking.items()}
    completions = {task_id: [sample.completion for sample in items] for task_id, items in samples.items()}
    memory_gib = 0.0
    with suppress(AttributeError, OSError, ValueError):  # not every system tells
        memory_gib = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30), 1)
    return Provenance(
        package_version=installed_version("classeval-hf"),
        commit=package_commit(),
        metric_version=METRIC_VERSION,
        splits=splits_used(tasks),
        task_hashes={task.task_id: task.tests_hash() for task in tasks},
        answers_sha256=completions_hash(list(completions.values())),
        timeout=judge.timeout,
        timeout_rule=_TIMEOUT_RULES[judge.timeout == AUTO_TIMEOUT],
        max_answer_chars=judge.max_answer_chars,
        compat=options.compat or "",
        isolation=judge.isolation_in_force,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        platform=f"{platform.system()} {platform.release()} {platform.machine()}",
        libraries=libraries,
        missing_libraries=missing,
        sound_tasks=sum(outcome.is_sound for outcome in references.values()),
        unsound_tasks={task: outcome.cause for task, outcome in references.items() if not outcome.is_sound},
        reference_runs=REFERENCE_RUNS,
        seeds={"hash": 0, "random": 0, "resampling": options.resampling.seed if options.resampling is not None else 0},
        started=started.isoformat(timespec="seconds"),
        ended=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        cores=available_cores(),
        memory_gib=memory_gib,
        projects=judge.projects(tasks),
        answers_by_task={task_id: completions_hash([texts])[:HASH_CHARS] for task_id, texts in completions.items()},
    )


@cache
def package_commit() -> str:
    """The commit that this package was installed from, or of its checkout; empty if it is not known."""
    with suppress(metadata.PackageNotFoundError, ValueError, AttributeError):
        recorded = json.loads(metadata.distribution("classeval-hf").read_text("direct_url.json") or "{}")
        commit = (recorded.get("vcs_info") or {}).get("commit_id")
        if isinstance(commit, str):
            return commit
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10, check=True
        )
        return done.stdout.strip()
    return ""


def keep_verdicts(
    completions: Sequence[tuple[Task, str]],
    file: str | Path,
    num_workers: int | None = None,
    progress: bool = True,
    suites: Sequence[str] = (BASE,),
) -> None:
    """Stores verdicts of samples in a file, for [`~classeval_hf.engine.verdict_cache.VerdictCache.include`]."""
    texts = grouped((task.task_id, text) for task, text in completions)
    tasks = {task.task_id: task for task, _ in completions}
    require_consent()  # before any file is made
    with Judge(num_workers=num_workers, progress=progress, cache_file=file) as judge:
        judge.judge(list(tasks.values()), [texts[task_id] for task_id in tasks], suites)


def resolve_tasks(references: Sequence[Reference] | Mapping[str, Sequence[Any]]) -> list[Task]:
    references = reference_rows(references)
    ids = [reference for reference in references if isinstance(reference, str)]
    known = {task.task_id: task for task in select_tasks(task_ids=ids)}
    tasks: list[Task] = []
    for index, reference in enumerate(references):
        if isinstance(reference, str):
            tasks.append(known[reference])
        elif isinstance(reference, Task):
            tasks.append(family_of(reference).complete(reference))
        elif isinstance(reference, Mapping):
            tasks.append(family_of(reference.get("kind") or ClassTask.kind).from_row(reference))
        else:
            kind = type(reference).__name__
            raise UserError(f"Reference {index} is of type {kind}; expected a task id or a task's fields.")
    for task_id, same in grouped((task.task_id, task) for task in tasks).items():
        if len(same) > 1:
            raise UserError(f"Task {task_id} is given twice: pass all its completions in one list.")
    return tasks


def reference_rows(references: Sequence[Reference] | Mapping[str, Sequence[Any]]) -> Sequence[Reference]:
    """The references one by one, also if they are given as columns."""
    if references is None:
        what = "a list with a task id or row per list of completions"
        raise UserError(f"The references are missing: pass references=, {what}.")
    is_table = type(references).__name__ == "DataFrame"  # iterating it gives the names of columns
    if isinstance(references, (str, bytes, Set)) or not isinstance(references, Iterable) or is_table:
        fix = "a list with a task id or row per task"
        fix = f"references=[{references!r}]" if isinstance(references, str) else fix
        raise UserError(f"The references are of type {type(references).__name__}, and not a list: pass {fix}.")
    if not isinstance(references, Mapping):
        return references if isinstance(references, Sequence) else list(references)
    lists = {name: column for name, column in references.items() if isinstance(column, Sequence)}
    columns = {name: column for name, column in lists.items() if not isinstance(column, str)}
    if "task_id" not in columns:
        fix = "pass a list, with a task id or a dict per task"
        raise UserError(f"The references are a dict, and not columns of a dataset: {fix}.")
    if len({len(column) for column in columns.values()}) > 1:
        raise UserError("The columns of the references are not of the same length: pass a slice of one dataset.")
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _as_samples(predictions: Sequence[Sequence[str | Sample]], tasks: Sequence[Task]) -> dict[str, list[Sample]]:
    check_completions(predictions, [task.task_id for task in tasks])
    if len(predictions) != len(tasks):
        raise UserError(
            f"Each task needs one list of completions, but for {counted(len(tasks), 'task')} there "
            f"{agreeing(len(predictions), 'is', 'are')} {len(predictions)}."
        )
    if not tasks:
        raise UserError("There is nothing to score: predictions and references are empty.")
    samples: dict[str, list[Sample]] = {}
    for task, completions in zip(tasks, predictions, strict=True):
        if not completions:
            raise UserError(f"Task {task.task_id} has no completion; give at least one, an empty string if need be.")
        samples[task.task_id] = Sample.of(completions, task.task_id)
    return samples


def check_completions(predictions: Any, task_ids: Sequence[str] = ()) -> None:
    """Raises an error if completions are not a list with a list of strings per task."""
    if predictions is None:
        raise UserError("The predictions are missing: pass predictions=, a list with a list of completions per task.")
    texts = (str, bytes, bytearray)  # sequences too; a dataset's column is a list
    if not isinstance(predictions, Sequence) or isinstance(predictions, texts):
        raise UserError(
            f"The predictions are of type {type(predictions).__name__}, and not a list: pass a list with a list of "
            "completions per task, in the order of the references."
        )
    for number, completions in enumerate(predictions):
        task = task_ids[number] if number < len(task_ids) else f"number {number}"
        whose = f"The completions of task {task} must be a list of strings, one per sample"
        if not isinstance(completions, Sequence) or isinstance(completions, texts):
            kind = type(completions).__name__
            raise UserError(f"{whose}, and are of type {kind}: {_AS_LIST.get(kind, 'make a list of it')}.")
        for strange in (type(item).__name__ for item in completions if not isinstance(item, (str, Sample))):
            fix = {"bytes": "decode it", "NoneType": "give an empty string"}.get(strange, "give its text alone")
            raise UserError(f"{whose}, and one of them is of type {strange}: {fix}.")


_AS_LIST = {
    "str": "put it in a list",
    "bytes": "decode it, and put it in a list",
    "dict": "list(completions.values()), or a list per task in the order of the references",
    "set": "a set has no order, so keep samples in a list",
    "ndarray": "completions.tolist()",
    "Series": "completions.tolist()",
}  # fixes for completions that are not a list, by their type


def choose_ks(k: int | Sequence[int] | None, samples: Sequence[Sequence[Sample]], tasks: Sequence[Task]) -> list[int]:
    min_samples, task = min(zip(map(len, samples), tasks, strict=True), key=lambda pair: pair[0])
    if k is None:
        return [value for value in DEFAULT_KS if value <= min_samples]
    given: Any = k.tolist() if hasattr(k, "tolist") else k  # from numpy, pandas or torch
    is_list = isinstance(given, Iterable) and not isinstance(given, (str, bytes, Mapping))
    ks: list[Any] = list(given) if is_list else [given]
    if not ks:
        raise UserError("k is empty: give at least one, or leave it out for each of 1, 3 and 5 that fits.")
    for value in ks:
        if not isinstance(value, Integral) or isinstance(value, bool):  # numpy's integers are `Integral`
            raise UserError(f"k is a whole number of samples, or a list of them, and not {value!r}.")
        if int(value) < 1:
            raise UserError(f"k must be at least 1, but is {value}.")
        if int(value) > min_samples:
            raise UserError(f"pass@{value} needs {value} samples per task, but task {task.task_id} has {min_samples}.")
    return [int(value) for value in ks]


def _check_infrastructure(verdicts: Mapping[str, Sequence[Runs]], total: int, allowed: bool) -> None:
    """Raises an error for samples that could not be run; each may have several verdicts."""
    broken = []
    for task_id, of_sample in ((task_id, of_sample) for task_id, own in verdicts.items() for of_sample in own):
        broken += [(task_id, one) for one in of_sample if isinstance(one, InfrastructureError)][:1]
    if broken and not allowed:
        task_id, problem = broken[0]
        samples = counted(total, "sample")
        raise InfrastructureError(
            f"{len(broken)} of {samples} could not be run, the first one of task {task_id}: {problem}. This does not "
            "count against the model. The verdicts of the others are kept: run again, or pass "
            "allow_infrastructure_errors=True to leave these samples out."
        )
