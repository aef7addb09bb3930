"""The ClassEval dataset for `datasets`: class-level and repository-level code generation tasks."""

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import datasets

from classeval_hf.classes.tasks.files import CLASSEVAL, open_tasks, read_classeval
from classeval_hf.core.downloads import PublicFile
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.core.tasks import CLASS_TASK_COLUMNS, ClassTask, Task
from classeval_hf.projects.tasks.files import (
    DEVEVAL,
    REPOCLASSBENCH,
    load_open_projects,
    read_deveval,
    read_repoclassbench,
)
from classeval_hf.tasks.splits import SPLITS

_DESCRIPTION = """
Tasks of class-level Python code generation: a class skeleton with a contract per method, unit tests per method and for
the class, and a reference. Split `test`: the 100 tasks of ClassEval (CC BY-NC 4.0), where its data is at hand. Split
`open`: tasks written for this package (Apache-2.0).
"""
_REPOSITORY_DESCRIPTION = """
Repository-level tasks: a class, method or function of a real project to write, judged by the project's own tests.
"""
_HOMEPAGES = {
    "default": "https://github.com/FudanSELab/ClassEval",
    "repoclassbench": "https://github.com/microsoft/repoclassbench",
    "deveval": "https://github.com/seketeam/DevEval",
}
_LICENCES = {
    "default": "open: Apache-2.0; test: CC BY-NC 4.0",
    "open_repo": "Apache-2.0",
    "repoclassbench": "MIT",
    "deveval": "",
}
_VERSION = datasets.Version("1.1.0")  # changes with the tasks and their columns


_SCALARS = {str: "string", bool: "bool", int: "int64", ClassVar[str]: "string"}

_REPOSITORY_COLUMNS = (  # in their order
    *("task_id", "kind", "project", "path", "target", "tests", "detailed_description", "sketchy_description"),
    *("requirement", "reference", "dependencies", "paraphrase", "language", "position", "sound", "unsound_reason"),
    *("licence", "underspecified"),
)


def task_features() -> datasets.Features:
    """Features of a row as [`classeval_hf.core.tasks.ClassTask.to_row`] writes it."""
    return datasets.Features({name: _feature(get_type_hints(ClassTask)[name]) for name in CLASS_TASK_COLUMNS})


def repository_task_features() -> datasets.Features:
    """Features of a row as [`classeval_hf.core.repository_tasks.RepositoryTask.to_row`] writes it."""
    return datasets.Features({name: _feature(get_type_hints(RepositoryTask)[name]) for name in _REPOSITORY_COLUMNS})


def _feature(kind: Any) -> Any:
    if kind in _SCALARS:
        return datasets.Value(_SCALARS[kind])
    if is_dataclass(kind):
        return {name: _feature(part) for name, part in get_type_hints(kind).items()}
    if get_origin(kind) is Mapping:
        return [{"name": datasets.Value("string"), "original": datasets.Value("string")}]
    return [_feature(get_args(kind)[0])]


class ClassEval(datasets.GeneratorBasedBuilder):
    """
    Builds all splits of a config.

    `data_files` names local copies of public data: `{"test": "ClassEval_data.json"}`; with the config `deveval`,
    `{"test": "data.jsonl"}`; with `repoclassbench`, `{"python": "python_data.json"}`, and likewise `java` and
    `csharp`. Otherwise the copies that `classeval-hf install` keeps are used.
    """

    VERSION = _VERSION
    BUILDER_CONFIGS = [datasets.BuilderConfig(name=name, version=_VERSION) for name in _LICENCES]  # noqa: RUF012
    DEFAULT_CONFIG_NAME = "default"

    def _info(self) -> datasets.DatasetInfo:
        name = self.config.name
        of_classes = name == "default"
        return datasets.DatasetInfo(
            description=_DESCRIPTION if of_classes else _REPOSITORY_DESCRIPTION,
            features=task_features() if of_classes else repository_task_features(),
            homepage=_HOMEPAGES.get(name, ""),
            license=_LICENCES[name],
        )

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        splits = getattr(self, f"_{self.config.name}")()
        return [datasets.SplitGenerator(name=name, gen_kwargs={"tasks": tasks}) for name, tasks in splits.items()]

    def _default(self) -> dict[str, list[ClassTask]]:
        tests = [task for file in self._files("test", CLASSEVAL) for task in read_classeval(file)]
        return {**({"test": tests} if tests else {}), "open": list(open_tasks().values())}

    def _open_repo(self) -> dict[str, list[RepositoryTask]]:
        return {"test": load_open_projects()}

    def _repoclassbench(self) -> dict[str, list[RepositoryTask]]:
        splits = {
            language: [task for file in self._files(language, public) for task in read_repoclassbench(file)]
            for language, public in REPOCLASSBENCH.items()
        }
        if not any(splits.values()):
            raise FileNotFoundError(f"RepoClassBench's data is not installed: {SPLITS['repoclassbench'].how}.")
        return {language: tasks for language, tasks in splits.items() if tasks}

    def _deveval(self) -> dict[str, list[RepositoryTask]]:
        tasks = [task for file in self._files("test", DEVEVAL) for task in read_deveval(file)]
        if not tasks:
            raise FileNotFoundError(f"DevEval's data is not installed: {SPLITS['deveval'].how}.")
        return {"test": tasks}

    def _files(self, split: str, public: PublicFile) -> list[Path]:
        """The user's local copies for a split, or else the installed one."""
        given = (self.config.data_files or {}).get(split)
        return list(map(Path, given)) if given else [path for path in [public.cached] if path is not None]

    def _generate_examples(self, tasks: list[Task]) -> Iterator[tuple[int, dict[str, Any]]]:
        for index, task in enumerate(tasks):
            yield index, task.to_row()
