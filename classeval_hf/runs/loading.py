"""Loads runs for all commands, from score files, run folders and files of samples; and labels them."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TypeVar

from classeval_hf.core.errors import UserError, did_you_mean
from classeval_hf.core.files import STANDARD_INPUT
from classeval_hf.core.mappings import grouped
from classeval_hf.metrics.samples import Sample
from classeval_hf.metrics.scores import Scores, completions_hash
from classeval_hf.prompting.steps import GeneratedSample, read_generated_samples
from classeval_hf.runs import hand_ins, run_records, sample_files
from classeval_hf.runs.run_records import RunFiles, RunName, RunRecord, read_run_record, run_folders, samples_of_run
from classeval_hf.runs.sample_files import SAMPLE_FILE, name_in_log
from classeval_hf.runs.score_files import find_published, find_scores, read_run_scores

Samples = Mapping[str, Sequence[Sample]]
_UNFINISHED = "{} is not the folder of a finished generation run: it has no {}."
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
        return str((self.record or RunRecord()).arguments.others.get("description") or "")


AnyRun = TypeVar("AnyRun", bound=LoadedRun)


def choose_runs(runs: Sequence[AnyRun], names: Sequence[str]) -> list[AnyRun]:
    """The runs of these names, in their order. A name is a label, or a part of exactly one label."""
    chosen: list[AnyRun] = []
    for name in names:
        folded = name.casefold()
        matches = (
            [run for run in runs if run.label == name]
            or [run for run in runs if run.label.casefold() == folded]
            or [run for run in runs if folded in run.label.casefold()]
        )
        labels = [run.label for run in matches or runs]
        if not matches:
            hint = did_you_mean(name, labels)
            raise UserError(f"No run is called {name!r}; the runs are {'; '.join(labels)}.{hint}")
        if len(matches) > 1:
            raise UserError(f"{name!r} may be {len(matches)} runs; name one of them in full: {'; '.join(labels)}.")
        if any(run is matches[0] for run in chosen):
            raise UserError(f"The run {labels[0]!r} is named twice: name each run once.")
        chosen += matches
    return chosen


def load_runs(
    inputs: Sequence[str],
    completions: Sequence[Path] = (),
    task_ids: Callable[[], Collection[str]] = tuple,
    wanted: Collection[str] = (),
) -> list[LoadedRun]:
    """Reads runs with their samples, which `completions` may hold; `wanted` are the tasks that each author needs."""
    found = chain.from_iterable(find_runs(text, task_ids, wanted) for text in inputs)
    return labelled([run if run.samples is not None else _with_samples(run, completions) for run in found])


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
        raise UserError(f"{path} holds {len(authors)} authors, so the label {label!r} is ambiguous.")
    by_author = hand_ins.samples_of_authors(authors, wanted).items()
    runs = [replace(_named_by(one), samples=samples) for one, samples in by_author]
    below = sample_files.python_files(path) if path.is_dir() else ()
    # Samples are files with numbers in folders of their tasks, or files named for their tasks.
    has_samples = any((file.parent != path) is bool(SAMPLE_FILE.fullmatch(file.name)) for file in below)
    if not authors and path.is_dir() and not has_samples:
        for files in run_folders(path):
            if not files.record.is_file():
                raise FileNotFoundError(_UNFINISHED.format(files.folder, files.record.name))
            run = _recorded(files)
            runs.append(replace(run, scores=read_run_scores(files.metrics) if files.metrics.is_file() else None))
    elif not authors and (path.is_dir() or (by_samples := find_scores(path)) is None):
        runs.append(_named_by(path))
    elif not authors:
        for key, scores in (by_samples or {}).items():
            stated = Path(key)  # followed only below the folder that scores were made in: else only the name counts
            if stated.is_absolute() or os.pardir in stated.parts:
                stated = Path(stated.name.removeprefix(os.pardir))
            run = _named_by(stated if stated.name else path)
            samples_path = run.samples_path if stated.name else None
            runs.append(replace(run, path=path, samples_path=samples_path, scores=scores))
    if label is None:
        return runs
    if len(runs) > 1:
        raise UserError(f"{path} holds {len(runs)} runs, so the label {label!r} is ambiguous.")
    return [replace(runs[0], name=run_records.parse_label(label), published="")]


def split_label(text: str) -> tuple[str | None, Path]:
    """The label, if there is one, and the path of `PATH` or `LABEL=PATH`."""
    label, equals, path = text.partition("=")
    return (None, Path(text)) if not equals or Path(text).exists() else (label, Path(path))


def labels_of_files(files: Sequence[Path]) -> list[str]:
    return [run.label for run in labelled(list(map(_named_by, files)))]


def labelled(runs: Sequence[LoadedRun]) -> list[LoadedRun]:
    """Labels runs by their names. Runs of equal names also get their description, names of their files, or numbers."""
    descriptions = grouped((str(run.name), run.description) for run in runs)
    named = []
    for run in runs:
        is_described = run.description and len(set(descriptions[str(run.name)])) > 1
        named.append((f"{run.name}, {run.description}" if is_described else str(run.name), run))
    same = grouped(named)
    parts = {}  # the first names that tell runs apart: of their files of samples, folders of these, or score files
    for name, of_name in same.items():
        of_samples = [run.path if run.is_folder else run.samples_path or run.path for run in of_name]
        choices = []
        for paths in (of_samples, [run.path for run in of_name]):
            stems = [path.stem for path in paths]
            folders = [path.absolute().parent.name for path in paths] if len(set(stems)) == 1 else stems
            choices += [stems, folders, [path.name for path in paths]]
        parts[name] = iter(next((choice for choice in choices if len(set(choice)) == len(choice)), choices[3]))
    labels = [f"{name} ({next(parts[name])})" if len(same[name]) > 1 else name for name, _ in named]
    # `VisibleStream` shows other control characters.
    labels = [label.replace("\n", "\u240a") for label in run_records.numbered(labels)]
    return [replace(run, label=label) for run, label in zip(runs, labels, strict=True)]


def _named_by(path: Path) -> LoadedRun:
    """The run of a file of samples, or of a run's folder, named by the record next to the file, or by its name."""
    path = samples_of_run(path)
    files = RunFiles(path.parent)
    if path.name == files.samples.name and files.record.is_file():
        with suppress(ValueError):  # the samples are scored although the record is damaged
            return _recorded(files)
    known = find_published(path)
    if str(path) == STANDARD_INPUT:
        return LoadedRun(path, RunName("standard input"), path)
    if path.is_file() and (logged := name_in_log(path)) is not None:
        return LoadedRun(path, logged, path)
    stem = path.name if path.is_dir() else path.stem
    name = known.name if known else stem
    # Short names prove nothing, such as `mine_C.jsonl`; names as long as those of v1.0.0 do.
    is_proof = known or "_class_" in name or "_method_" in name
    by_pattern = run_records.parse_published_name(name) if is_proof else None
    return LoadedRun(path, by_pattern or RunName(stem), path, published=known.name if known else "")


def _recorded(files: RunFiles) -> LoadedRun:
    """A generation run, named by model, strategy and sampling; the folder's name is the model if no other is known."""
    record = read_run_record(files.record)
    model, strategy = record.arguments.model or files.folder.name, record.arguments.strategy
    is_path = model.startswith((".", "/")) or Path(model).is_dir()
    greedy = record.arguments.decoding.greedy
    sampling = "" if greedy is None else "greedy" if greedy else "nucleus"
    known = strategy if strategy in run_records.STRATEGIES else ""
    name = RunName(Path(model).name if is_path else model, known, sampling)
    return LoadedRun(files.folder, name, files.samples, record=record)


def _with_samples(run: LoadedRun, given: Sequence[Path]) -> LoadedRun:
    """The run with its samples, or with a note if the scored samples are unavailable."""
    path = run.samples_path
    if path is not None and (run.scores is None or run.is_folder):
        if run.is_folder and not path.is_file():
            raise FileNotFoundError(_UNFINISHED.format(run.path, path.name))
        return _with(run, sample_files.read_sample_file(path), path)
    if run.scores is None or (path is None and not given):
        return replace(run, note="the score file does not state where the completions are: add --completions FILE")
    stated = (path, run.path.parent / path, run.path.parent / path.name) if path is not None else ()
    first, results = None, run.scores.results
    named = [[one.path for one in hand_ins.authors_in(place, results)] or [place] for place in given]
    for place in map(samples_of_run, (*chain(*named), *stated)):
        # A score file may have the same name as its samples.
        if not (place.is_dir() or (place.is_file() and not place.samefile(run.path))):
            continue
        below = sample_files.python_files(place) if place.is_dir() else ()
        is_numbered = any(file.parent != place and SAMPLE_FILE.fullmatch(file.name) for file in below)
        if place.suffix == ".zip" or (place.is_dir() and not is_numbered):
            of_author = hand_ins.read_class(place.parent, results, place.name)
            found = {task: [Sample(task, 0, item.source)] for one in of_author for task, item in one.hand_ins.items()}
        else:
            found = sample_files.with_known_ids(sample_files.read_sample_file(place), results)
        read = _with(run, found, place)
        if read.samples is not None:
            return read
        first = first or read
    # The path was relative to one of the folders above.
    for place in [folder / path for folder in run.path.absolute().parents[1:-1]] if path is not None else ():
        with suppress(ValueError, OSError):  # another file may have the name
            read = _with(run, sample_files.read_sample_file(place), place)
            if read.samples is not None:
                return read
    name = path.name if path is not None else ""
    gone = f"the file of completions, {name}, is neither where it was nor next to the scores: add --completions FILE"
    return first or replace(run, note=gone)


def _with(run: LoadedRun, samples: Samples, path: Path) -> LoadedRun:
    """The run with these samples; with a note instead if the scores show that others were scored."""
    if run.scores is not None:
        results, provenance = run.scores.results, run.scores.provenance
        if path.is_dir() or path.suffix in (".py", ".zip"):  # a task without a hand-in counts as empty
            samples = {task_id: [Sample(task_id, 0, "")] for task_id in results} | dict(samples)
        for task_id in results:
            if len(samples.get(task_id, ())) != len(results[task_id]):
                return replace(run, note=f"{path.name} has changed since it was scored (task {task_id})")
        texts = [[sample.completion for sample in samples[task_id]] for task_id in results]
        if provenance is not None and provenance.answers_sha256 != completions_hash(texts):
            return replace(run, note=f"{path.name} has changed since it was scored")
    with suppress(OSError, ValueError):  # a file that no generation run wrote
        steps = grouped((sample.task_id, (sample.sample, sample)) for _, sample in read_generated_samples(path))
        run = replace(run, trajectories={task_id: dict(of_task) for task_id, of_task in steps.items()})
    return replace(run, samples=samples)
