"""Types of the dataset's columns, for `datasets`, from the types of the records' fields."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from datasets import Features, Value

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tasks import CLASS_TASK_COLUMNS, ClassTask

_SCALARS = {str: "string", bool: "bool", int: "int64", ClassVar[str]: "string"}

_REPOSITORY_COLUMNS = (
    *("task_id", "kind", "project", "path", "target", "tests", "detailed_description", "sketchy_description"),
    *("requirement", "reference", "dependencies", "paraphrase", "language", "position", "sound", "unsound_reason"),
    *("licence", "underspecified"),
)


def task_features() -> Features:
    """Features of a row as [`classeval_hf.core.tasks.ClassTask.to_row`] writes it."""
    return Features({name: _feature(get_type_hints(ClassTask)[name]) for name in CLASS_TASK_COLUMNS})


def repository_task_features() -> Features:
    """Features of a row as [`classeval_hf.core.repository_tasks.RepositoryTask.to_row`] writes it."""
    return Features({name: _feature(get_type_hints(RepositoryTask)[name]) for name in _REPOSITORY_COLUMNS})


def _feature(kind: Any) -> Any:
    if kind in _SCALARS:
        return Value(_SCALARS[kind])
    if is_dataclass(kind):
        return {name: _feature(part) for name, part in get_type_hints(kind).items()}
    if get_origin(kind) is Mapping:
        return [{"name": Value("string"), "original": Value("string")}]
    return [_feature(get_args(kind)[0])]
