"""The runs of a report, read from score files, run folders and files of samples, which are scored first."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from classeval_hf.core.consent import require_consent
from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import STANDARD_INPUT
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.samples import Sample
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.core.syntax import code_lines
from classeval_hf.core.tasks import PLUS, ClassTask, Task
from classeval_hf.metrics.provenance import SplitUsed, completions_hash
from classeval_hf.metrics.results import SampleResult
from classeval_hf.metrics.scores import Scores, samples_text
from classeval_hf.runs.run_files import RunFiles, run_folders
from classeval_hf.runs.run_labels import distinct_labels, name_of_file, recorded_name
from classeval_hf.runs.run_names import PROJECT_STRATEGIES, RunName, parse_label
from classeval_hf.runs.run_records import RunRecord, read_run_record
from classeval_hf.runs.sample_files import read_generated_samples, read_sample_file
from classeval_hf.runs.sample_folders import authors_in, is_sample_folder, read_author_file, with_known_ids
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.runs.score_files import find_scores, read_run_scores
from classeval_hf.scoring.compute import ScoreOptions, score
from classeval_hf.scoring.strengthened import find_suites
from classeval_hf.tasks.classeval_data import CLASSEVAL_COMMIT
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.plus_suites import StrengthenedSuite
from classeval_hf.tasks.splits import (
    REPOSITORY_SPLITS,
    installed_repository_splits,
    installed_splits,
    load_repository_tasks,
    load_split,
)

Completions = Mapping[str, Sequence[str]]
Samples = Mapping[str, Sequence[Sample]]
Trajectories = Mapping[str, Mapping[int, GeneratedSample]]

_OPEN_PREFIX = "ClassEvalOpen_"
_LABEL_END = re.compile(r"(?:, ([^()]*))?(?: ?\((.*?)\))?( \d+)?(?: \((.*)\))?", re.DOTALL)
"""What follows the name in a label that would not be the only one of its kind: description, file, number, split."""


@dataclass(frozen=True)
class Run:
    """One model's scored samples."""

    name: RunName  # model, strategy and sampling
    label: str  # what the report calls the run; no two runs have the same
    scores: Scores
    completions: Completions | None = None  # per task id, the raw completions, where they are available
    note: str = ""  # why the completions are not at hand
    data_version: str = ""  # which version of the task data the completions were scored against
    published: str = ""  # name of the published run that this one repeats, if the user said so or the file is known
    # of a generation run, per task id and index, the samples with all their steps; empty where they are not known
    trajectories: Trajectories = field(default_factory=dict)
    # per task id the samples as they were read, where the completions are available
    samples: Samples = field(default_factory=dict)
    # which description of classes such a run showed, `"detailed"` or `"sketchy"`, where it is known
    description: str = ""
    # per id of a repository-level task that asks for a class, the lines of code of its reference, where the tasks are
    # installed
    reference_lines: Mapping[str, int] = field(default_factory=dict)
    # per task id the strengthened tests that its samples were judged by, where they are on this machine
    strengthened: Mapping[str, StrengthenedSuite] = field(default_factory=dict)
    # by id the tasks that its samples were judged by, where they are on this machine with the tests that the scores
    # state
    tasks: Mapping[str, Task] = field(default_factory=dict)

    @property
    def distinction(self) -> str:
        """What its label says beyond model, strategy and sampling, where other runs have the same of these."""
        name = str(self.name)
        found = _LABEL_END.fullmatch(self.label[len(name) :]) if self.label.startswith(name) else None
        return " ".join(part.strip() for part in found.groups() if part) if found else ""

    def value(self, metric: str) -> float | None:
        """The value of a metric, or `None` where the run does not have it."""
        return self.scores.averages.get(metric)

    def interval(self, metric: str) -> tuple[float, float] | None:
        """The confidence interval of a metric, or `None` where none was asked for."""
        found = self.scores.intervals.get(metric)
        return (float(found[0]), float(found[1])) if found else None

    @property
    def results(self) -> Mapping[str, Sequence[SampleResult]]:
        """Per task id, the results of its samples."""
        return self.scores.results

    @property
    def is_of_projects(self) -> bool:
        """Whether its tasks are repository-level tasks."""
        return self.scores.is_of_projects

    @property
    def samples_per_task(self) -> str:
        """The number n of samples per task, or its range where tasks differ."""
        return samples_text(self.scores)


@dataclass(frozen=True)
class ScoringOptions:
    """How samples that have no scores yet are scored."""

    tasks_from: Path | None = None  # file with the tasks; by default those of the installed splits
    own_tasks: bool = False  # whether each file of samples holds its tasks, as the public harness's do
    scoring: ScoreOptions = field(default_factory=ScoreOptions)
    # folder of the strengthened tests that samples were judged by; by default those of their splits
    plus_from: Path | None = None
    completions: Sequence[Path] = ()  # files of completions that were scored elsewhere


@dataclass(frozen=True)
class _Source:
    """A run as read, before anything is scored."""

    path: Path
    name: RunName
    scores: Scores | None = None
    samples: Samples | None = None
    note: str = ""
    tasks: Sequence[Task] = ()
    data_version: str = ""
    published: str = ""
    trajectories: Trajectories = field(default_factory=dict)
    description: str = ""


def read_runs(
    inputs: Sequence[str], options: ScoringOptions | None = None, data_version: str = "", at_least: int = 1
) -> list[Run]:
    """Reads runs, and scores those that have no scores yet. All are read before any is scored."""
    options = options or ScoringOptions()
    known = _class_tasks(options)
    sources = [source for text in inputs for source in _read(text, options, [task.task_id for task in known])]
    labels = _distinct_labels(sources)
    if len(sources) < at_least:
        raise UserError(f"Two runs or more are compared, but here are {len(sources)}: {', '.join(labels)}.")
    if any(source.scores is None for source in sources):
        require_consent()
    return [_run(source, label, options, data_version, known) for source, label in zip(sources, labels, strict=True)]


def blocks(run: Run) -> list[Run]:
    """A run per split, since there is no average over several."""
    found = run.scores.by_split()
    if "" in found:
        return [run]
    return [
        replace(run, label=f"{run.label} ({split})", scores=scores, data_version=_scored_version(scores, split))
        for split, scores in found.items()
    ]


def _read(text: str, options: ScoringOptions, task_ids: Sequence[str]) -> list[_Source]:
    label, path = _split_label(text)
    authors = authors_in(path, task_ids)
    if authors != [path]:
        if label is not None:
            raise UserError(
                f"{path} holds {len(authors)} authors, so the label {str(label)!r} does not say whose it is."
            )
        return [source for author in authors for source in _sources(author, options)]
    sources = _sources(path, options)
    if label is None:
        return sources
    if len(sources) > 1:
        raise UserError(f"{path} holds {len(sources)} runs, so the label {str(label)!r} does not say which it names.")
    return [replace(sources[0], name=label, published="")]


def _sources(path: Path, options: ScoringOptions) -> list[_Source]:
    if str(path) == STANDARD_INPUT:
        raise UserError("Runs are named by their path, and not read from standard input: write this one to a file.")
    if path.is_dir() and not is_sample_folder(path):
        return [_read_run_folder(files, options) for files in run_folders(path)]
    if path.is_dir():
        return [_with_tasks(replace(_named(path, path), samples=read_sample_file(path)), path, options)]
    return _read_file(path, options)


def _split_label(text: str) -> tuple[RunName | None, Path]:
    label, equals, path = text.partition("=")
    if not equals or Path(text).exists():
        return None, Path(text)
    return parse_label(label), Path(path)


def _read_run_folder(files: RunFiles, options: ScoringOptions) -> _Source:
    for path in (files.record, files.samples):
        if not path.is_file():
            raise FileNotFoundError(
                f"{files.folder} is no folder of a finished generation run: it has no {path.name}."
            )
    record = read_run_record(files.record)
    samples = read_sample_file(files.samples)
    trajectories = _read_trajectories(files.samples)
    source = _Source(files.folder, recorded_name(record, files.folder), samples=samples, trajectories=trajectories)
    if record.arguments.strategy in PROJECT_STRATEGIES:
        source = replace(source, description=str(record.arguments.others.get("description") or ""))
    if not files.metrics.is_file():
        return _with_tasks(source, files.samples, options)
    scores = read_run_scores(files.metrics)
    data_version = _recorded_data_version(record)
    return replace(source, scores=scores, data_version=data_version, **_matching(samples, scores, files.samples))


def _read_trajectories(path: Path) -> Trajectories:
    found: dict[str, dict[int, GeneratedSample]] = {}
    for _, sample in read_generated_samples(path):
        found.setdefault(sample.task_id, {})[sample.sample] = sample
    return found


def _trajectories_in(path: Path) -> Trajectories:
    """The samples with their steps, if a file is one of a generation run."""
    try:
        return _read_trajectories(path)
    except (OSError, ValueError):
        return {}


def _read_file(path: Path, options: ScoringOptions) -> list[_Source]:
    entries = find_scores(path)
    if entries is None:
        source = replace(_named(path, path), trajectories=_trajectories_in(path))
        return [_with_tasks(replace(source, samples=read_sample_file(path)), path, options)]
    return [_scored(path, Path(key) if key else None, scores, options.completions) for key, scores in entries.items()]


def _scored(path: Path, samples_path: Path | None, scores: Scores, given: Sequence[Path]) -> _Source:
    source = replace(_named(path, samples_path or path), scores=scores)
    if samples_path is None and not given:
        return replace(
            source, note="the score file does not say where the completions are: name them by --completions"
        )
    stated = samples_path or Path()
    found: dict[str, Any] = {}
    given = [file for place in given for file in authors_in(place, scores.results)]
    for place in (*given, stated, path.parent / stated, path.parent / stated.name):
        # Scores may have the name of their samples, elsewhere.
        if not (is_sample_folder(place) if place.is_dir() else place.is_file() and not place.samefile(path)):
            continue
        samples = with_known_ids(read_sample_file(place), scores.results)
        matching = _matching(samples, scores, place)
        if matching["samples"] is not None:
            return replace(source, **matching, trajectories=_trajectories_in(place))
        found = found or matching
    gone = f"the file of completions, {stated.name}, is neither here nor beside the scores: name it by --completions"
    return replace(source, **(found or {"note": gone}))


def _matching(samples: Samples, scores: Scores, path: Path) -> dict[str, Any]:
    """The samples, if they are those that were scored, as far as the scores say it, or else a note."""
    for task_id, results in scores.results.items():
        if len(samples.get(task_id, ())) != len(results):
            return {
                "samples": None,
                "trajectories": {},
                "note": f"{path.name} has changed since it was scored (task {task_id})",
            }
    texts = [[sample.completion for sample in samples[task_id]] for task_id in scores.results]
    if scores.provenance is not None and scores.provenance.answers_sha256 != completions_hash(texts):
        return {"samples": None, "trajectories": {}, "note": f"{path.name} has changed since it was scored"}
    return {"samples": samples}


def _named(path: Path, samples_path: Path) -> _Source:
    name, known = name_of_file(samples_path)
    return _Source(path, name, published=known.name if known else "")


def _with_tasks(source: _Source, path: Path, options: ScoringOptions) -> _Source:
    """The source with the tasks that its completions are to be scored against."""
    assert source.samples is not None
    if options.own_tasks or options.tasks_from is not None:
        task_file = path if options.own_tasks else options.tasks_from
        assert task_file is not None
        tasks: dict[str, Task] = {task.task_id: task for task in read_task_file(task_file)}
        version = "recorded with the samples" if options.own_tasks else task_file.name
    else:
        tasks = {task.task_id: task for split in installed_splits() for task in load_split(split)}
        if not source.samples.keys() <= tasks.keys():  # the files of repository-level tasks are large
            for name in installed_repository_splits():
                tasks.update((task.task_id, task) for task in load_repository_tasks(name))
        version = ""
    samples = with_known_ids(source.samples, tasks) if path.is_dir() or "" in source.samples else source.samples
    for task_id in samples:
        if not task_id:
            read_author_file(path, tasks)  # says that it is of no task
        if task_id not in tasks:
            raise UserError(
                f"{path}: unknown task {task_id}.{did_you_mean(task_id, tasks)} Install the split that has it "
                "(`classeval-hf install`), name a file with the tasks (`--tasks-from`), or take those that the "
                "samples come with (`--own-tasks`)."
            )
    found = [tasks[task_id] for task_id in samples]
    return replace(source, samples=samples, tasks=found, data_version=_data_version(found, version))


def _data_version(tasks: Sequence[Task], from_file: str) -> str:
    """The version of the task data; empty where only the scores will say it."""
    classes = [task for task in tasks if isinstance(task, ClassTask)]
    if len(classes) < len(tasks):
        return ""
    if not from_file:
        is_open = all(task.task_id.startswith(_OPEN_PREFIX) for task in tasks)
        return "split open" if is_open else f"ClassEval {CLASSEVAL_COMMIT[:7]}"
    digest = hashlib.sha256()
    for task in classes:
        digest.update(json.dumps([task.task_id, task.test]).encode())
    return f"{from_file}, {digest.hexdigest()[:7]}"


def _class_tasks(options: ScoringOptions) -> list[Task]:
    """The class tasks that a report can show: those of the installed splits, and those of the file that is named."""
    tasks: list[Task] = [task for split in installed_splits() for task in load_split(split)]
    return tasks if options.tasks_from is None else [*tasks, *read_task_file(options.tasks_from)]


def _run(source: _Source, label: str, options: ScoringOptions, data_version: str, class_tasks: Sequence[Task]) -> Run:
    scores = source.scores
    if scores is None:
        assert source.samples is not None
        scores = score(source.tasks, list(source.samples.values()), options.scoring)
    version = source.data_version or data_version or _scored_version(scores)
    if not version and scores.results and all(task.startswith(_OPEN_PREFIX) for task in scores.results):
        version = "split open"
    samples = source.samples or {}
    completions = {task: [sample.completion for sample in of_task] for task, of_task in samples.items()}
    in_projects = _repository_tasks(scores)
    known = [*class_tasks, *source.tasks, *in_projects]
    return Run(
        name=source.name,
        label=label,
        scores=scores,
        completions=completions if source.samples is not None else None,
        note=source.note,
        data_version=version,
        published=source.published,
        trajectories=source.trajectories,
        samples=samples,
        description=source.description,
        reference_lines={
            task.task_id: code_lines(task.reference)
            for task in in_projects
            if task.target.kind == "class" and task.reference
        },
        strengthened=_strengthened(known, scores, options),
        tasks=_as_judged(known, scores),
    )


def _strengthened(tasks: Sequence[Task], scores: Scores, options: ScoringOptions) -> dict[str, StrengthenedSuite]:
    if PLUS not in scores.suites:
        return {}
    by_id = {task.task_id: task for task in tasks if isinstance(task, ClassTask)}
    return find_suites(scores, by_id, options.plus_from)


def _as_judged(tasks: Sequence[Task], scores: Scores) -> dict[str, Task]:
    """By id, the tasks with the tests whose hashes the scores state."""
    hashes = scores.provenance.task_hashes if scores.provenance is not None else {}
    return {
        task.task_id: task
        for task in tasks
        if task.task_id in scores.results and hashes.get(task.task_id) == task.tests_hash()
    }


def _repository_tasks(scores: Scores) -> list[RepositoryTask]:
    """The tasks of a run, of the splits that its scores state."""
    stated = {split.split for split in scores.provenance.splits} if scores.provenance is not None else set()
    found = (_of_repository_split(name) for name in installed_repository_splits() if name in stated)
    return [task for of_split in found for task in of_split if task.task_id in scores.results]


@cache
def _of_repository_split(split: str) -> Sequence[RepositoryTask]:
    return load_repository_tasks(split)


def _scored_version(scores: Scores, only: str = "") -> str:
    """The task data, as the scores state it."""
    splits = scores.provenance.splits if scores.provenance is not None else []
    return ", ".join(_version_of_split(split) for split in splits if split.split == (only or split.split))


def _version_of_split(split: SplitUsed) -> str:
    if split.split in ("open", "open_repo") and split.is_released:
        return f"split {split.split}"
    if split.split in REPOSITORY_SPLITS and split.version:
        return f"{split.split} {split.version[:7]}"
    return split.version or f"{split.split}, {split.sha256[:7]}"


def _distinct_labels(sources: Sequence[_Source]) -> list[str]:
    descriptions: dict[str, set[str]] = {}
    for source in sources:
        descriptions.setdefault(str(source.name), set()).add(source.description)
    names = [
        f"{source.name}, {source.description}"
        if source.description and len(descriptions[str(source.name)]) > 1
        else str(source.name)
        for source in sources
    ]
    return distinct_labels(names, [source.path for source in sources])


def _recorded_data_version(record: RunRecord) -> str:
    split = record.arguments.split
    if split in ("", "open"):
        return f"split {split}" if split else ""
    if split == "test":
        return f"ClassEval {CLASSEVAL_COMMIT[:7]}"
    return f"{Path(split).name}, {record.tasks.sha256[:7]}".rstrip(", ")
