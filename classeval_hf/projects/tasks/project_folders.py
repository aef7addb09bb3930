"""Repository-level tasks as folders with project, tests and `tasks.jsonl` (`open_projects/README.md`)."""

import ast
import hashlib
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError, in_words
from classeval_hf.core.input_files import parse_json, read_content, read_records, read_text
from classeval_hf.core.repository_tasks import JAVA, ProjectRelease, RepositoryTask
from classeval_hf.core.syntax import FunctionNode, definition_source, nested_statements, parse
from classeval_hf.core.tasks import TaskSource, distinct
from classeval_hf.sandbox.folders import LEFT_BEHIND

OPEN_PROJECTS = Path(__file__).with_name("open_projects")
TASKS, PROJECT, LEFT_OUT = "tasks.jsonl", "project.json", "left_out.json"


def load_open_projects() -> list[RepositoryTask]:
    """The tasks of the package's own projects, by project and number."""
    folders = sorted(file.parent for file in OPEN_PROJECTS.glob(f"*/{TASKS}"))
    return [task for folder in folders for task in read_project_folder(folder, "open_repo")]


def is_project_folder(path: str | Path) -> bool:
    return Path(path, PROJECT).is_file() and Path(path, TASKS).is_file()


def release_in(folder: Path) -> ProjectRelease:
    """The release of a project's folder, with a hash of what samples see of it, without its tasks and caches: contents
    of files, targets of links, which files are executable, and empty folders."""
    about = read_settings(folder / PROJECT, "name")
    version = about.get("version", "")
    if not isinstance(version, str):
        raise UserError(f'{folder / PROJECT} has the version {version!r}: write it as a text, "{version}".')
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            raise UserError(f"{path} leads out of the project's folder: put a copy of the file there, or take it out.")
        folders = name.parts if path.is_dir() else name.parent.parts
        if str(name) in (TASKS, LEFT_OUT) or not LEFT_BEHIND.isdisjoint(folders):
            continue
        if path.is_symlink():
            content = f"link to {path.readlink()}"
        elif path.is_dir():
            content = "" if LEFT_BEHIND.issuperset(item.name for item in path.iterdir()) else "not empty"
        else:
            content = hashlib.sha256(path.read_bytes()).hexdigest() + " program" * bool(path.stat().st_mode & 0o100)
        if content != "not empty":
            digest.update(f"{name.as_posix()}\0{content}\n".encode("utf-8", "surrogateescape"))
    return ProjectRelease(about["name"], version, "", digest.hexdigest(), str(folder.resolve()))


def read_settings(path: Path, key: str) -> dict[str, Any]:
    """The object of a JSON file, which must have a text under a key."""
    settings = parse_json(read_content(path), str(path))
    if not isinstance(settings, dict) or not isinstance(settings.get(key), str) or not settings[key]:
        raise UserError(f'{path} must be an object that has at least {{"{key}": "..."}}.')
    return settings


def read_project_folder(folder: str | Path, dataset: str = "") -> list[RepositoryTask]:
    """Reads the tasks of a project's folder; the reference of each is its target's source in the project."""
    folder = Path(folder)
    release = release_in(folder)
    tasks, parsed = [], cache(parse)
    for position, record in read_records(folder / TASKS):
        try:
            tasks.append(_task(record, release, folder, dataset, parsed))
        except (OSError, SyntaxError, ValueError) as error:
            what = in_words(error).removesuffix(".")
            raise UserError(f"{folder / TASKS}, {position}: {what}. Correct this task, or take it out.") from error
    if not tasks:
        raise UserError(f"{folder / TASKS} holds no tasks.")
    return distinct(tasks, folder / TASKS)


def _task(
    record: dict[str, Any], release: ProjectRelease, folder: Path, dataset: str, parsed: Callable[[str], ast.Module]
) -> RepositoryTask:
    target = {"name": record.get("target"), "kind": record.get("kind")}
    stated = {"kind": RepositoryTask.kind, "project": asdict(release), "target": target}
    task = replace(RepositoryTask.from_row({**record, **stated}), project=release)
    if not task.tests or not (task.detailed_description or task.requirement.functionality):
        raise UserError("the task needs tests, and detailed_description or a requirement with functionality")
    text, name = read_text(folder / task.path), task.target.name
    source = TaskSource(dataset, "test" if dataset else "", release.version)
    if task.language == JAVA:
        from classeval_hf.projects.java.source import JavaSource  # needs an extra

        file = JavaSource(text)
        if task.target.kind != "class":
            raise UserError(f"{name} is a {task.target.kind}, and targets in Java are classes")
        return replace(task, reference=file.text(file.target(name)), source=source)
    body = parsed(text).body
    definition: FunctionNode | ast.ClassDef | None = None
    for part in name.split("."):
        statements = nested_statements(body)
        nodes = [node for node in statements if isinstance(node, FunctionNode | ast.ClassDef) and node.name == part]
        if len(nodes) != 1:
            raise UserError(f"there are {len(nodes)} definitions of {name} in the file, and must be one")
        definition, body = nodes[0], nodes[0].body
    assert definition is not None  # a name has at least one part
    found = "class" if isinstance(definition, ast.ClassDef) else "method" if "." in name else "function"
    if task.target.kind != found:
        raise UserError(f"{name} is a {found}, not a {task.target.kind}")
    return replace(task, reference=definition_source(text, definition), source=source)
