"""Makes `datasets` and `evaluate` load what was installed, and nothing else of the same name."""

import inspect
import json
import os
from pathlib import Path

import datasets
import evaluate

from classeval_hf.core.errors import UserError, warn_user

DATASET_NAME = "classeval"
METRIC_CACHE_NAME = "evaluate-metric/classeval_metric"  # the metric's name on the Hub, and in the cache of `evaluate`
_BUILDER = "classeval_dataset"
DEFAULT = "default"  # the config that is loaded where none is named


def check_metric_loading(module_file: str) -> None:
    """Checks how the metric is loaded; warns of a dataset that the cache of another one hides, and repairs that."""
    # The `revision` that `evaluate.load` was called with, which the library does not pass on.
    frame = inspect.currentframe()
    while frame is not None and frame.f_code is not evaluate.load.__code__:
        frame = frame.f_back
    revision = None if frame is None else frame.f_locals.get("revision")
    if revision is not None and METRIC_CACHE_NAME.replace("/", "--") in Path(module_file).parts:
        raise UserError(
            f"revision={revision!r} cannot be honoured: this is the metric that `classeval-hf install` keeps, of the "
            "version of classeval-hf that is installed. Leave revision out, or install that version of classeval-hf."
        )
    for message in (local_folder(), _hidden_default()):
        if message:
            warn_user(message)


def local_folder() -> str:
    """A warning if a folder in the working directory is loaded instead of the dataset; empty if not."""
    folder = Path(DATASET_NAME)
    if not folder.is_dir():
        return ""
    return (
        f'In this directory load_dataset("{DATASET_NAME}") loads the folder {folder.absolute()}, and not the tasks: '
        "rename it, or work in another directory."
    )


def other_datasets() -> list[Path]:
    """Folders in the cache of `datasets` with the dataset's name and other data."""
    return [folder for folder in _prepared() if _info(folder).get("builder_name") != _BUILDER]


def _hidden_default() -> str:
    """Puts the default config first again; returns a warning if it was not."""
    prepared, own = _prepared(), []
    for folder in prepared:
        info, alike = _info(folder), folder.parents[2].glob(f"*/{folder.parent.name}/{folder.name}")
        is_default = info.get("builder_name") == _BUILDER and info.get("config_name") == DEFAULT == folder.parts[-3]
        if is_default and len(list(alike)) == 1:  # not its copy with the hash of other configs
            own.append(folder)
    if not own:
        return ""
    newest, default = (max(folders, key=os.path.getmtime) for folders in (prepared, own))
    if newest == default:
        return ""
    then = "That is repaired: load the dataset again."
    try:
        os.utime(default)  # without a config, `datasets` takes the folder that was changed last
    except PermissionError:
        then = f'Name the config, load_dataset("{DATASET_NAME}", "{DEFAULT}"), or remove that folder.'
    return f'load_dataset("{DATASET_NAME}") did not take the tasks, since {newest} was changed later. {then}'


def _prepared() -> list[Path]:
    root = Path(datasets.config.HF_DATASETS_CACHE) / DATASET_NAME
    return [folder for folder in root.glob("*/*/*") if folder.is_dir()]


def _info(folder: Path) -> dict[str, object]:
    try:
        info = json.loads((folder / "dataset_info.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # of another writer: ours are whole
        return {}
    return info if isinstance(info, dict) else {}
