"""The runs of a report, read from score files, run folders and files of samples, which are scored first."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from classeval_hf.classes.tasks.files import StrengthenedSuite
from classeval_hf.core.command_line import OutputKind
from classeval_hf.core.errors import UserError, require_consent
from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import code_lines
from classeval_hf.core.tasks import Task
from classeval_hf.core.terminal import say_stage
from classeval_hf.engine.task_family import family_of
from classeval_hf.metrics.averages import JudgedSamples, WeightedTerms
from classeval_hf.metrics.comparability import require_averages
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs.loading import LoadedRun, load_runs
from classeval_hf.runs.sample_files import read_author_file, unknown_task, with_known_ids
from classeval_hf.scoring.compute import ScoreOptions, choose_ks, score
from classeval_hf.tasks.splits import SPLITS, find_suites, installed_splits, known_tasks, load_tasks, split_with

_FILES = {
    "report.md": "# (ClassEval|ClassEval-HF|Repository-level) report",
    "report.html": "(?s)<!doctype html>.*<title>(ClassEval|ClassEval-HF|Repository-level) report",
    "scores.csv": "model,strategy,sampling,",
    "scores.json": r'\[\s*(\]|\{\s*"label")',
    "tasks.csv": "run,task_id,samples,",
    "table7.md": r"\| *model *\|",
    "table7.csv": "model,strategy,class pass@1",
    "paper.csv": "run,published as,",
    "figures/figure[5-9].svg": "<",
    "figures/figure[5-9].png": ".PNG",
}
PAGES = "pages"  # the folder of the pages of single runs, in that of the report
# The output of `classeval_hf.reports.writing`.
REPORT = OutputKind("a report", _FILES | {f"{PAGES}/*/{name}": head for name, head in _FILES.items()})
_tasks_of = cache(known_tasks)  # reading a split takes seconds
_LABEL_END = re.compile(r"(?:, ([^()]*))?(?: ?\((.*?)\))?( \d+)?(?: \((.*)\))?", re.DOTALL)
"""Parts behind the name in a label that tell runs apart: description, file, number, split."""


@dataclass(frozen=True, kw_only=True)
class Run(LoadedRun):
    """A run with scores, and the parts of its tasks that a report shows."""

    scores: Scores
    data_version: str = ""  # version of the task data that the completions were scored against
    # by id of a task for a class of a project, lines of code of its reference, where the task is installed
    reference_lines: Mapping[str, int] = field(default_factory=dict)
    # by task id, the strengthened tests that judged its samples, where they are on this machine
    strengthened: Mapping[str, StrengthenedSuite] = field(default_factory=dict)
    # by id, the tasks that judged its samples, where they are on this machine with the same tests
    tasks: Mapping[str, Task] = field(default_factory=dict)

    @property
    def distinction(self) -> str:
        """The part of its label after model, strategy and sampling, which distinguishes it from similar runs."""
        name = str(self.name)
        end = _LABEL_END.fullmatch(self.label[len(name) :]) if self.label.startswith(name) else None
        return " ".join(part.strip() for part in end.groups() if part) if end else ""

    def value(self, metric: str) -> float | None:
        return self.scores.averages.get(metric)


@dataclass(frozen=True)
class ScoringOptions:
    tasks_from: Path | None = None  # file with the tasks; by default those of the installed splits
    own_tasks: bool = False  # whether each file of samples contains its tasks, as the public harness's do
    scoring: ScoreOptions = field(default_factory=ScoreOptions)
    plus_from: Path | None = None  # folder of the strengthened tests; by default those of the samples' splits
    completions: Sequence[Path] = ()  # files of completions that were scored elsewhere


def require_report_libraries() -> None:
    """Raises `ValueError`, with the command to install it, if a library for reports is missing."""
    missing = [name for name in ("jinja2", "matplotlib", "pygments") if find_spec(name) is None]
    if missing:
        raise UserError(f"A report needs {', '.join(missing)}: pip install 'classeval-hf[report]'.")


def read_runs(
    inputs: Sequence[str],
    options: ScoringOptions | None = None,
    data_version: str = "",
    choose: Callable[[list[LoadedRun]], list[LoadedRun]] = list,
    metrics: Sequence[str] = (),
) -> list[Run]:
    """Reads runs, then scores the chosen ones without scores; a run that lacks one of the `metrics` is an error."""
    options = options or ScoringOptions()
    own: Sequence[Task] = load_tasks(options.tasks_from) if options.tasks_from is not None else []
    ids = cache(lambda: [*(task.task_id for task in own), *chain(*map(known_tasks, installed_splits()))])
    loaded = choose(load_runs(inputs, options.completions, ids, [task.task_id for task in own]))
    with_tasks = [_with_tasks(run, options) if run.scores is None else (run, (), "") for run in loaded]
    averages = {}  # those that a run has, or will have when it is scored
    for run, tasks, _ in with_tasks:
        if run.scores is not None:
            of_splits = run.scores.by_split().values()
            averages[run.label] = list(dict.fromkeys(name for of_split in of_splits for name in of_split.per_task))
        else:
            samples = list((run.samples or {}).values())
            ks, of_run = choose_ks(options.scoring.k, samples, tasks), dict[str, WeightedTerms]()
            for kind, of_kind in grouped((task.kind, task) for task in tasks).items():
                no_samples: JudgedSamples = {task.task_id: () for task in of_kind}
                of_run |= family_of(kind).split_terms(of_kind, no_samples, ks, {}, None).averages
            averages[run.label] = list(of_run)
    require_averages(metrics, averages)
    unscored, runs = [run.label for run in loaded if run.scores is None], list[Run]()
    if unscored:
        require_consent()
    for run, tasks, version in with_tasks:
        if run.scores is None:
            say_stage(run.label, unscored.index(run.label) + 1, len(unscored), options.scoring.judge.progress)
        runs.append(_run(run, tasks, version or data_version, options, own))
    return runs


def blocks(run: Run) -> list[Run]:
    """One run per split, since there are no averages over several."""
    return [
        replace(run, label=f"{run.label} ({split})", scores=scores, data_version=_scored_version(scores, split))
        for split, scores in run.scores.by_split().items()
        if split
    ] or [run]


def _with_tasks(run: LoadedRun, options: ScoringOptions) -> tuple[LoadedRun, Sequence[Task], str]:
    """A run with the tasks that its samples will be scored against, and the version of a file of tasks."""
    path = run.samples_path
    assert run.samples is not None and path is not None
    file = path if options.own_tasks else options.tasks_from
    tasks = known_tasks(file) if file is not None else known_tasks(wanted=run.samples)
    samples = with_known_ids(run.samples, tasks) if path.is_dir() or "" in run.samples else run.samples
    for task_id in samples:
        if not task_id:
            read_author_file(path, tasks)  # raises, since the file belongs to no task
        if task_id not in tasks:
            if options.tasks_from is not None and (split := split_with(task_id)):
                raise UserError(f"{path}: task {task_id} is of the split {split}: leave --tasks-from out.")
            own = " If the file of samples contains the tasks: --own-tasks." if file is None else ""
            raise UserError(f"{path}: {unknown_task(task_id, tasks, '--tasks-from')}{own}")
    chosen, version = [tasks[task_id] for task_id in samples], ""
    if file is not None and not any(task.group for task in chosen):  # projects state their versions
        stated = "".join(json.dumps([task.task_id, task.suite().source]) for task in chosen)
        name = "recorded with the samples" if options.own_tasks else file.name
        version = f"{name}, {hashlib.sha256(stated.encode()).hexdigest()[:7]}"
    return replace(run, samples=samples), chosen, version


def _run(
    run: LoadedRun, tasks: Sequence[Task], data_version: str, options: ScoringOptions, own: Sequence[Task]
) -> Run:
    scores = run.scores
    if scores is None:
        scores = score(tasks, list((run.samples or {}).values()), options.scoring)
    elif run.is_folder and run.record is not None and (name := run.record.arguments.split):
        data_version = f"{Path(name).name}, {run.record.tasks.sha256[:7]}".rstrip(", ")
        if name in SPLITS:
            data_version = f"split {name}" if SPLITS[name].file is None else SPLITS[name].version
    stated = {split.split for split in scores.provenance.splits} if scores.provenance is not None else set()
    sources: list[Mapping[str, Task]] = [
        _tasks_of(name) for name, split in SPLITS.items() if name in stated and split.is_installed
    ]
    sources += [{task.task_id: task for task in given} for given in (own, tasks)]
    known = [source[task_id] for source in sources for task_id in scores.results if task_id in source]
    hashes = scores.provenance.task_hashes if scores.provenance is not None else {}
    return Run(
        **{**vars(run), "scores": scores},
        data_version=data_version or _scored_version(scores),
        reference_lines={
            task.task_id: code_lines(task.reference_source)
            for task in known
            if task.group and task.target_kind == "class" and task.reference_source
        },
        strengthened=find_suites(scores, {task.task_id: task for task in known}, options.plus_from),
        tasks={task.task_id: task for task in known if hashes.get(task.task_id) == task.tests_hash()},
    )


def _scored_version(scores: Scores, only: str = "") -> str:
    """The task data, as the scores state it."""
    splits = scores.provenance.splits if scores.provenance is not None else []
    versions = []
    for split in (split for split in splits if split.split == (only or split.split)):
        known, version = SPLITS.get(split.split), split.version or f"{split.split}, {split.sha256[:7]}"
        if known is not None and known.file is None and split.is_released:
            version = f"split {split.split}"
        elif known is not None and not known.version and split.version:
            version = f"{split.split} {split.version[:7]}"
        versions.append(version)
    return ", ".join(versions)
