"""Repository-level tasks in source form: a folder of project, tests and `tasks.jsonl` (`open_projects/README.md`)."""

import ast
import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError, in_words
from classeval_hf.core.repository_tasks import (
    DEPENDENCY_KINDS,
    CodeDependencies,
    ProjectRelease,
    RepositoryTask,
    Requirement,
    Target,
)
from classeval_hf.core.syntax import parse
from classeval_hf.core.tasks import TaskSource
from classeval_hf.tasks.files import read_records
from classeval_hf.tasks.skeletons import definition_source

TASKS, PROJECT = "tasks.jsonl", "project.json"
ENVIRONMENT = "environment.json"  # which interpreter runs the tests here; no part of the project's identity


def open_projects_directory() -> Path:
    return Path(str(resources.files("classeval_hf.tasks"))) / "open_projects"


def load_open_projects() -> list[RepositoryTask]:
    """The tasks of the projects that the package ships, by project and number."""
    folders = sorted(file.parent for file in open_projects_directory().glob(f"*/{TASKS}"))
    return [task for folder in folders for task in read_project_folder(folder, "open_repo")]


def is_project_folder(path: str | Path) -> bool:
    return Path(path, PROJECT).is_file() and Path(path, TASKS).is_file()


def release_in(folder: Path) -> ProjectRelease:
    about: dict[str, Any] = json.loads((folder / PROJECT).read_text(encoding="utf-8"))
    if not isinstance(about.get("name"), str) or not about["name"]:
        raise UserError(f"{folder / PROJECT} lacks the project's `name`.")
    return ProjectRelease(about["name"], about.get("version", ""), "", _project_sha256(folder), str(folder.resolve()))


def read_project_folder(folder: str | Path, dataset: str = "") -> list[RepositoryTask]:
    """Reads the tasks of a project's folder; the reference of each is its target's source in the project."""
    folder = Path(folder)
    release = release_in(folder)
    tasks = []
    for position, record in read_records(folder / TASKS):
        try:
            tasks.append(_task(record, release, folder, dataset))
        except (KeyError, OSError, SyntaxError, TypeError, ValueError) as error:
            lacking = f"the task lacks {error}" if isinstance(error, KeyError) else in_words(error)
            raise UserError(f"{folder / TASKS}, {position}: {lacking}") from error
    return tasks


def _task(record: dict[str, Any], release: ProjectRelease, folder: Path, dataset: str) -> RepositoryTask:
    return RepositoryTask(
        task_id=record["task_id"],
        project=release,
        path=record["path"],
        target=Target(record["target"], record["kind"]),
        tests=tuple(record["tests"]),
        detailed_description=record.get("detailed_description") or "",
        sketchy_description=record.get("sketchy_description") or "",
        requirement=Requirement(**(record.get("requirement") or {})),
        reference=_definition((folder / record["path"]).read_text(encoding="utf-8"), record["target"]),
        dependencies=CodeDependencies(*(tuple(record["dependencies"][kind]) for kind in DEPENDENCY_KINDS)),
        sound=record["sound"],
        source=TaskSource(dataset, "test" if dataset else "", release.version),
        licence=record["licence"],
    )


def _definition(source: str, name: str) -> str:
    body = parse(source).body
    definition: ast.FunctionDef | ast.ClassDef | None = None
    for part in name.split("."):
        nodes = [node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == part]
        if len(nodes) != 1:
            raise UserError(f"there are {len(nodes)} definitions of {name} in the file, and must be one")
        definition, body = nodes[0], nodes[0].body
    assert definition is not None  # a name has at least one part
    return definition_source(source, definition)


def _project_sha256(folder: Path) -> str:
    """Hash of names and contents of a project's files: not of its tasks, nor of what running it leaves behind."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        left_behind = any(part == "__pycache__" or part.startswith(".") for part in name.parts)
        if path.is_file() and str(name) not in (TASKS, ENVIRONMENT) and not left_behind:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name.as_posix()}\0{content}\n".encode())
    return digest.hexdigest()
