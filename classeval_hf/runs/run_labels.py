"""What runs are called: by their record, by the name of their file, and so that no two have the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from classeval_hf.core.input_files import STANDARD_INPUT
from classeval_hf.runs.published import PublishedRun, published_run
from classeval_hf.runs.run_files import RunFiles
from classeval_hf.runs.run_names import STRATEGIES, RunName, parse_published_name
from classeval_hf.runs.run_records import RunRecord, read_run_record


def labels_of_files(files: Sequence[Path]) -> list[str]:
    """Distinct labels of files of samples: of a generation run by its record, of others by the file's name."""
    return distinct_labels([str(_name_of_samples(file)) for file in files], files)


def name_of_file(path: Path) -> tuple[RunName, PublishedRun | None]:
    """What the name of a file of samples says of its run, and the published run that the file is known to hold."""
    known = published_run(path)
    if str(path) == STANDARD_INPUT:
        return RunName("standard input"), known
    name = known.name if known else path.stem
    by_pattern = parse_published_name(name)
    # Only a name as long as those of v1.0.0 says something by itself: `mine_C.jsonl` does not.
    telling = by_pattern is not None and (known is not None or "_class_" in name or "_method_" in name)
    return (by_pattern if telling and by_pattern else RunName(path.stem)), known


def recorded_name(record: RunRecord, folder: Path) -> RunName:
    """Model, strategy and sampling of a generation run; its folder names a model that the record does not name."""
    model, strategy = record.arguments.model or folder.name, record.arguments.strategy
    is_path = model.startswith((".", "/")) or Path(model).is_dir()
    greedy = record.arguments.decoding.greedy
    sampling = "" if greedy is None else "greedy" if greedy else "nucleus"
    return RunName(Path(model).name if is_path else model, strategy if strategy in STRATEGIES else "", sampling)


def distinct_labels(names: Sequence[str], paths: Sequence[Path]) -> list[str]:
    """The names; equal ones with what tells their paths apart, or with numbers if nothing does."""
    labels = list(names)
    for name in dict.fromkeys(names):
        of_name = [index for index, other in enumerate(names) if other == name]
        if len(of_name) > 1:
            for index, aside in zip(of_name, _telling_parts([paths[index] for index in of_name]), strict=True):
                labels[index] = f"{name} ({aside})"
    return numbered(labels)


def numbered(labels: Iterable[str]) -> list[str]:
    """The labels, with a number behind each that stood there before."""
    seen: Counter[str] = Counter()
    labels_so_far = []
    for label in labels:
        seen[label] += 1
        labels_so_far.append(label if seen[label] == 1 else f"{label} {seen[label]}")
    return labels_so_far


def _telling_parts(paths: Sequence[Path]) -> list[str]:
    """The files' names without their endings, else the names of their folders, or their whole names."""
    stems = [path.stem for path in paths]
    folders = [path.absolute().parent.name for path in paths]
    files = [path.name for path in paths]
    if len(set(stems)) == len(stems):
        return stems
    of_folders = folders if len(set(stems)) == 1 else stems
    return next((parts for parts in (of_folders, files) if len(set(parts)) == len(parts)), stems)


def _name_of_samples(file: Path) -> RunName:
    files = RunFiles(file.parent)
    if file.name == files.samples.name and files.record.is_file():
        with suppress(ValueError):  # a spoilt record is no reason not to score
            return recorded_name(read_run_record(files.record), files.folder)
    return name_of_file(file)[0]
