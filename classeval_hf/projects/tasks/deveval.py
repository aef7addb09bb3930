"""DevEval's public data (Li et al., arXiv 2405.19856). It has no licence, and is not part of this package."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from classeval_hf.core.downloads import PublicFile, read_public_tasks
from classeval_hf.core.repository_tasks import (
    DEPENDENCY_KINDS,
    CodeDependencies,
    ProjectRelease,
    RepositoryTask,
    Requirement,
    Target,
)
from classeval_hf.core.tasks import TaskSource
from classeval_hf.projects.install.catalogue import project_releases

DEVEVAL = PublicFile(
    "DevEval's data",
    "seketeam/DevEval",
    "c1653455e0a18480a29aa07ba51636070f113316",
    "data.tar.gz",
    "DevEval_data",
    tasks=1825,
    sha256="f3e52e7e3bec871fa185661a10b07f00135c3b49a0b4fc357834b3b3daab6178",
    member="data.jsonl",
)  # the file that the tasks are made from


def read_deveval(path: str | Path) -> list[RepositoryTask]:
    """Reads `data.jsonl`, of any version. The id of a task is `DevEval/` and its namespace, which is unique."""
    releases = project_releases("DevEval")
    source = TaskSource("DevEval", "test", DEVEVAL.version_of(path))
    return read_public_tasks(path, "DevEval's data", lambda record: _task(record, releases, source))


def _task(record: Mapping[str, Any], releases: Mapping[str, ProjectRelease], source: TaskSource) -> RepositoryTask:
    project, namespace = record["project_path"], record["namespace"]
    path = record["completion_path"].removeprefix(f"{project}/")
    requirement = record["requirement"]
    # The name in the file is the namespace without the longest suffix of the module's path at its start.
    names, module = namespace.split("."), PurePosixPath(path).with_suffix("").parts
    module = module[:-1] if module[-1] == "__init__" else module
    depths = (depth for depth in range(len(module), 0, -1) if tuple(names[:depth]) == module[-depth:])
    depth = next((depth for depth in depths if len(names) > depth), -2 if record["type"] == "method" else -1)
    return RepositoryTask(
        task_id=f"DevEval/{namespace}",
        project=releases.get(project) or ProjectRelease(PurePosixPath(project).name),
        path=path,
        target=Target(".".join(names[depth:]), record["type"]),
        tests=tuple(record["tests"]),
        requirement=Requirement(requirement["Functionality"], requirement["Arguments"]),
        dependencies=CodeDependencies(*(tuple(record["dependency"][kind]) for kind in DEPENDENCY_KINDS)),
        position=record["signature_position"][0],
        source=source,
    )
