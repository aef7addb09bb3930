"""Loads runs for all commands, from score files, run folders and files of samples; and labels them."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import STANDARD_INPUT
from classeval_hf.core.samples import Sample
from classeval_hf.metrics.provenance import completions_hash
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs import hand_ins, run_names, sample_folders
from classeval_hf.runs.inspect_logs import name_in_log
from classeval_hf.runs.published import published_run
from classeval_hf.runs.run_files import RunFiles, run_folders, samples_of_run
from classeval_hf.runs.run_names import RunName
from classeval_hf.runs.run_records import RunRecord, read_run_record
from classeval_hf.runs.sample_files import read_generated_samples, read_sample_file
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.runs.score_files import find_scores, read_run_scores

Samples = Mapping[str, Sequence[Sample]]
Trajectories = Mapping[str, Mapping[int, GeneratedSample]]


@dataclass(frozen=True)
class LoadedRun:
    """A run as it was read. Its scores may be missing, and its samples may be unavailable."""

    path: Path  # the file or folder that it was read from
    name: RunName
    samples_path: Path | None = None  # where its samples are, if known
    label: str = ""  # its name, made unique among the runs
    record: RunRecord | None = None  # the record of a generation run
    scores: Scores | None = None
    samples: Samples | None = None
    trajectories: Trajectories = field(default_factory=dict)  # by task and index, samples with their steps
    note: str = ""  # why the samples are unavailable
    published: str = ""  # name of the published run whose completions the file holds

    @property
    def is_folder(self) -> bool:
        return self.samples_path is not None and self.samples_path.parent == self.path

    @property
    def description(self) -> str:
        """Which description of classes a run of RepoClassBench's strategies showed."""
        arguments = (self.record or RunRecord()).arguments
        is_of_project = arguments.strategy in run_names.PROJECT_STRATEGIES
        return str(arguments.others.get("description") or "") if is_of_project else ""


def load_runs(
    inputs: Sequence[str],
    completions: Sequence[Path] = (),
    task_ids: Callable[[], Collection[str]] = tuple,
    wanted: Collection[str] = (),
) -> list[LoadedRun]:
    """Reads runs with their samples. `completions` are files of samples that score files may have been made from;
    `wanted` are the tasks that each author must have."""
    runs: list[LoadedRun] = []
    for text in inputs:
        found = find_runs(text, task_ids, wanted)
        runs += [run if run.samples is not None else _with_samples(run, completions) for run in found]
    return labelled(runs)


def find_runs(
    text: str, task_ids: Callable[[], Collection[str]] = tuple, wanted: Collection[str] = ()
) -> list[LoadedRun]:
    """Reads names, records and scores of the runs that `PATH` or `LABEL=PATH` names, and the samples of authors."""
    label, path = split_label(text)
    if str(path) == STANDARD_INPUT:
        raise UserError("Runs are named by their path, and not read from standard input: write this one to a file.")
    ids = wanted or (task_ids() if path.is_dir() and not RunFiles(path).samples.is_file() else ())
    authors = hand_ins.authors_in(path, ids)
    if label is not None and authors:
        raise UserError(f"{path} holds {len(authors)} authors, so the label {label!r} does not say whose it is.")
    by_author = hand_ins.samples_of_authors(authors, wanted).items()
    runs = [replace(_named_by(one), samples=samples) for one, samples in by_author] if authors else _runs_in(path)
    if label is None:
        return runs
    if len(runs) > 1:
        raise UserError(f"{path} holds {len(runs)} runs, so the label {label!r} does not say which it names.")
    return [replace(runs[0], name=run_names.parse_label(label), published="")]


def _runs_in(path: Path) -> list[LoadedRun]:
    runs = []
    if path.is_dir() and not sample_folders.is_sample_folder(path):
        for files in run_folders(path):
            if not files.record.is_file():
                raise _no_finished_run(files.folder, files.record)
            record = read_run_record(files.record)
            of_run = read_run_scores(files.metrics) if files.metrics.is_file() else None
            name = _recorded_name(record, files.folder)
            runs.append(LoadedRun(files.folder, name, files.samples, record=record, scores=of_run))
        return runs
    if path.is_dir() or (by_samples := find_scores(path)) is None:
        return [_named_by(path)]
    for key, scores in by_samples.items():
        stated = Path(key)  # followed only below the folder that scores were made in: elsewhere only the name counts
        if stated.is_absolute() or os.pardir in stated.parts:
            stated = Path(stated.name.removeprefix(os.pardir))
        run = _named_by(stated if stated.name else path)
        samples_path = run.samples_path if stated.name else None
        runs.append(replace(run, path=path, samples_path=samples_path, scores=scores))
    return runs


def split_label(text: str) -> tuple[str | None, Path]:
    """The label, if there is one, and the path of `PATH` or `LABEL=PATH`."""
    label, equals, path = text.partition("=")
    return (None, Path(text)) if not equals or Path(text).exists() else (label, Path(path))


def labels_of_files(files: Sequence[Path]) -> list[str]:
    return [run.label for run in labelled(list(map(_named_by, files)))]


def labelled(runs: Sequence[LoadedRun]) -> list[LoadedRun]:
    """Labels runs by their names. Runs of equal names also get their description, names of their files, or numbers."""
    descriptions: dict[str, set[str]] = {}
    for run in runs:
        descriptions.setdefault(str(run.name), set()).add(run.description)
    labels = [
        f"{run.name}, {run.description}" if run.description and len(descriptions[str(run.name)]) > 1 else str(run.name)
        for run in runs
    ]
    for name in dict.fromkeys(labels):
        same = [index for index, label in enumerate(labels) if label == name]
        if len(same) > 1:
            for index, part in zip(same, _telling_parts([runs[index] for index in same]), strict=True):
                labels[index] = f"{name} ({part})"
    # `VisibleStream` shows other control characters.
    labels = [label.replace("\n", "\u240a") for label in run_names.numbered(labels)]
    return [replace(run, label=label) for run, label in zip(runs, labels, strict=True)]


def _telling_parts(runs: Sequence[LoadedRun]) -> list[str]:
    """Names that tell runs apart: of their files of samples, of the folders of these, or of their score files."""
    stems: list[str] = []
    for paths in (
        [run.path if run.is_folder else run.samples_path or run.path for run in runs],
        [run.path for run in runs],
    ):
        stems = [path.stem for path in paths]
        folders = [path.absolute().parent.name for path in paths] if len(set(stems)) == 1 else stems
        for parts in (stems, folders, [path.name for path in paths]):
            if len(set(parts)) == len(parts):
                return parts
    return stems


def _no_finished_run(folder: Path, missing: Path) -> FileNotFoundError:
    return FileNotFoundError(f"{folder} is no folder of a finished generation run: it has no {missing.name}.")


def _named_by(path: Path) -> LoadedRun:
    """The run of a file of samples, or of a run's folder, named by the record beside the file, or by its name."""
    path = samples_of_run(path)
    files = RunFiles(path.parent)
    if path.name == files.samples.name and files.record.is_file():
        with suppress(ValueError):  # the samples are scored although the record is damaged
            record = read_run_record(files.record)
            return LoadedRun(files.folder, _recorded_name(record, files.folder), path, record=record)
    known = published_run(path)
    if str(path) == STANDARD_INPUT:
        return LoadedRun(path, RunName("standard input"), path)
    if path.is_file() and (logged := name_in_log(path)) is not None:
        return LoadedRun(path, logged, path)
    stem = path.name if path.is_dir() else path.stem
    name = known.name if known else stem
    by_pattern = run_names.parse_published_name(name)
    # Short names prove nothing, such as `mine_C.jsonl`; names as long as those of v1.0.0 do.
    if by_pattern is None or not (known or "_class_" in name or "_method_" in name):
        by_pattern = RunName(stem)
    return LoadedRun(path, by_pattern, path, published=known.name if known else "")


def _recorded_name(record: RunRecord, folder: Path) -> RunName:
    """Model, strategy and sampling of a generation run; the folder's name is the model if the record has none."""
    model, strategy = record.arguments.model or folder.name, record.arguments.strategy
    is_path = model.startswith((".", "/")) or Path(model).is_dir()
    greedy = record.arguments.decoding.greedy
    sampling = "" if greedy is None else "greedy" if greedy else "nucleus"
    known = strategy if strategy in run_names.STRATEGIES else ""
    return RunName(Path(model).name if is_path else model, known, sampling)


def _with_samples(run: LoadedRun, given: Sequence[Path]) -> LoadedRun:
    """The run with its samples, or with a note if the scored samples are unavailable."""
    path = run.samples_path
    if path is not None and (run.scores is None or run.is_folder):
        if run.is_folder and not path.is_file():
            raise _no_finished_run(run.path, path)
        samples = read_sample_file(path)
        if run.scores is not None:
            return _with_scored(run, run.scores, samples, path)
        return replace(run, samples=samples, trajectories=_trajectories(path))
    if run.scores is None or (path is None and not given):
        why = "the score file does not say where the completions are: name them by --completions"
        return replace(run, note=why)
    stated = (path, run.path.parent / path, run.path.parent / path.name) if path is not None else ()
    first, results = None, run.scores.results
    named = [[one.path for one in hand_ins.authors_in(place, results)] or [place] for place in given]
    for place in map(samples_of_run, (*chain.from_iterable(named), *stated)):
        # A score file may have the same name as its samples.
        if not (place.is_dir() or (place.is_file() and not place.samefile(run.path))):
            continue
        if place.suffix == ".zip" or (place.is_dir() and not sample_folders.is_numbered(place)):
            found = hand_ins.read_author(place, results)
        else:
            found = sample_folders.with_known_ids(read_sample_file(place), results)
        read = _with_scored(run, run.scores, found, place)
        if read.samples is not None:
            return read
        first = first or read
    above = [folder / path for folder in run.path.absolute().parents[1:-1]] if path is not None else []
    for place in above:  # the path was relative to one of these
        with suppress(ValueError, OSError):  # another file may have the name
            read = _with_scored(run, run.scores, read_sample_file(place), place)
            if read.samples is not None:
                return read
    name = path.name if path is not None else ""
    gone = f"the file of completions, {name}, is neither where it was nor beside the scores: name it by --completions"
    return first or replace(run, note=gone)


def _with_scored(run: LoadedRun, scores: Scores, samples: Samples, path: Path) -> LoadedRun:
    """The run with these samples if they are the scored ones, as far as the scores show, or else with a note."""
    if path.is_dir() or path.suffix in (".py", ".zip"):  # a task without a hand-in counts as empty
        samples = {task_id: [Sample(task_id, 0, "")] for task_id in scores.results} | dict(samples)
    for task_id, results in scores.results.items():
        if len(samples.get(task_id, ())) != len(results):
            return replace(run, note=f"{path.name} has changed since it was scored (task {task_id})")
    texts = [[sample.completion for sample in samples[task_id]] for task_id in scores.results]
    if scores.provenance is not None and scores.provenance.answers_sha256 != completions_hash(texts):
        return replace(run, note=f"{path.name} has changed since it was scored")
    return replace(run, samples=samples, trajectories=_trajectories(path))


def _trajectories(path: Path) -> Trajectories:
    """The samples with their steps; empty for a file that no generation run wrote."""
    by_task: dict[str, dict[int, GeneratedSample]] = {}
    with suppress(OSError, ValueError):
        for _, sample in read_generated_samples(path):
            by_task.setdefault(sample.task_id, {})[sample.sample] = sample
        return by_task
    return {}
