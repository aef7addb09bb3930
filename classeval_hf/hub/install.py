"""
Makes `load_dataset("classeval")` and `evaluate.load("classeval_metric")` work in any directory without the Hub.

Both libraries fall back to their own caches when a name is not on the Hub. Installing is therefore preparing the
dataset and copying the metric into those caches, under the names that the fall-back looks for.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import datasets
from evaluate.loading import LocalEvaluationModuleFactory, init_dynamic_modules

from classeval_hf.tasks.classeval_data import CLASSEVAL
from classeval_hf.tasks.public_files import file_sha256
from classeval_hf.tasks.splits import ADD_TEST_SPLIT

__all__ = ["InstallReport", "install"]

_METRIC_CACHE_NAME = "evaluate-metric/classeval_metric"


@dataclass(frozen=True)
class InstallReport:
    """
    What was installed and where.

    Args:
        splits (`dict[str, int]`): number of tasks per split.
        dataset (`Path`): folder of the prepared dataset.
        metric (`Path`): file of the metric.
        notes (`tuple[str, ...]`): what the user should know, a line each.
    """

    splits: dict[str, int]
    dataset: Path
    metric: Path
    notes: tuple[str, ...]


def install(classeval_file: str | Path | None = None) -> InstallReport:
    """
    Installs dataset and metric into the caches below `HF_HOME`; safe to repeat.

    Args:
        classeval_file (`str` or `Path`, *optional*): local copy of `ClassEval_data.json`. Without it the copy of an
            earlier install is used, else it is fetched from its public repository (not when `HF_HUB_OFFLINE=1`).

    Returns:
        [`InstallReport`]

    Raises:
        `FileNotFoundError`: if `classeval_file` does not exist.
        `ValueError`: if it is not the pinned version of the data.
    """
    notes = []
    if classeval_file is not None:
        CLASSEVAL.store(classeval_file)
    elif CLASSEVAL.cached is None:
        problem = _fetch_classeval()
        if problem:
            notes.append(f"Split 'test' (ClassEval's 100 tasks) is left out: {problem}; to add it, {ADD_TEST_SPLIT}.")
    if CLASSEVAL.cached is not None:
        notes.append("Split 'test' is ClassEval's data, under CC BY-NC 4.0.")
    with _quiet():
        builder = _prepare_dataset()
    splits = {name: info.num_examples for name, info in (builder.info.splits or {}).items()}
    return InstallReport(splits, Path(builder.cache_dir), _install_metric(), tuple(notes))


def _fetch_classeval() -> str:
    """Tries to download ClassEval's data; returns the problem, empty for none."""
    if datasets.config.HF_HUB_OFFLINE:
        return "HF_HUB_OFFLINE is set, which keeps this from the network: unset it"
    try:
        CLASSEVAL.download()
    except OSError as error:
        return f"{CLASSEVAL.url} cannot be reached ({error})"
    return ""


def _prepare_dataset() -> datasets.DatasetBuilder:
    from classeval_dataset import ClassEval  # a top-level module, not part of this package

    builder = ClassEval(dataset_name="classeval", hash=_content_hash())
    builder.download_and_prepare()
    prepared = Path(builder.cache_dir)
    for other in prepared.parent.parent.parent.glob("*/*/*"):
        # The libraries take the newest folder: older contents would only take space and be confusing.
        if other.is_dir() and other != prepared:
            shutil.rmtree(other)
    os.utime(prepared)
    return builder


def _content_hash() -> str:
    """Hash of all that the dataset is made from, so that a change of any of it is prepared again."""
    digest = hashlib.sha256()
    sources = [Path(__file__).parent.parent, _module_file("classeval_dataset")]
    files = sorted(path for path in sources[0].rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    for path in [*files, sources[1]]:
        digest.update(path.name.encode() + b"\0" + file_sha256(path).encode())
    classeval_file = CLASSEVAL.cached
    if classeval_file is not None:
        digest.update(file_sha256(classeval_file).encode())
    return digest.hexdigest()


def _install_metric() -> Path:
    source = _module_file("classeval_metric")
    root = Path(init_dynamic_modules()) / "metrics" / _METRIC_CACHE_NAME.replace("/", "--")
    installed = [path for path in root.glob("*/classeval_metric.py") if path.read_bytes() == source.read_bytes()]
    if len(installed) == 1 and len(list(root.glob("*/classeval_metric.py"))) == 1:
        return installed[0]
    shutil.rmtree(root, ignore_errors=True)
    factory = LocalEvaluationModuleFactory(str(source))
    factory.name = _METRIC_CACHE_NAME
    factory.get_module()
    return next(root.glob("*/classeval_metric.py"))


def _module_file(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The module {name} is missing: reinstall classeval-hf.")
    return Path(spec.origin)


@contextmanager
def _quiet() -> Iterator[None]:
    """Hides progress bars of a step that takes a second, and puts them back as they were."""
    were_disabled = datasets.utils.are_progress_bars_disabled()
    datasets.disable_progress_bars()
    try:
        yield
    finally:
        if not were_disabled:
            datasets.enable_progress_bars()
