"""Reads repository-level tasks: from folders with a project, its tests and `tasks.jsonl` (`open_projects/README.md`),
and from public data of two benchmarks, none in this package. In 56 Python tasks of RepoClassBench (Deshpande et al.,
arXiv 2405.01573; MIT) names differ in letter case from the project (`repoclassbench_names.json`, made by
`benchmarks/find_paraphrases.py`). In Java a public class has the name of its file; in five tasks the data's name lacks
its start. DevEval (Li et al., arXiv 2405.19856) has no licence."""

import ast
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from classeval_hf.core import repository_tasks
from classeval_hf.core.downloads import PublicFile, read_public_tasks
from classeval_hf.core.errors import UserError
from classeval_hf.core.files import in_words, parse_json, read_content, read_records, read_text
from classeval_hf.core.repository_tasks import JAVA, ProjectRelease, RepositoryTask, Target
from classeval_hf.core.syntax import FunctionNode, definition_source, nested_statements, parse
from classeval_hf.core.tasks import TaskSource, distinct
from classeval_hf.projects.install.installation import project_releases
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
    source = TaskSource(dataset, "test" if dataset else "", release.version)
    tasks, parsed = [], cache(parse)
    for position, record in read_records(folder / TASKS):
        try:
            stated = {"name": record.get("target"), "kind": record.get("kind")}
            row = {**record, "kind": RepositoryTask.kind, "project": asdict(release), "target": stated}
            task = replace(RepositoryTask.from_row(row), project=release)
            if not task.tests or not (task.detailed_description or task.requirement.functionality):
                raise UserError("the task needs tests, and detailed_description or a requirement with functionality")
            text, name, kind = read_text(folder / task.path), task.target.name, task.target.kind
            if task.language == JAVA:
                from classeval_hf.projects.java.source import JavaSource  # needs an extra

                file = JavaSource(text)
                if kind != "class":
                    raise UserError(f"{name} is a {kind}, and targets in Java are classes")
                reference = file.text(file.target(name))
            else:
                body = parsed(text).body
                for part in name.split("."):
                    nodes = [node for node in nested_statements(body) if isinstance(node, FunctionNode | ast.ClassDef)]
                    nodes = [node for node in nodes if node.name == part]
                    if len(nodes) != 1:
                        raise UserError(f"there are {len(nodes)} definitions of {name} in the file, and must be one")
                    body = nodes[0].body
                found = "class" if isinstance(nodes[0], ast.ClassDef) else "method" if "." in name else "function"
                if kind != found:
                    raise UserError(f"{name} is a {found}, not a {kind}")
                reference = definition_source(text, nodes[0])
            tasks.append(replace(task, reference=reference, source=source))
        except (OSError, SyntaxError, ValueError) as error:
            what = in_words(error).removesuffix(".")
            raise UserError(f"{folder / TASKS}, {position}: {what}. Correct this task, or take it out.") from error
    if not tasks:
        raise UserError(f"{folder / TASKS} holds no tasks.")
    return distinct(tasks, folder / TASKS)


NAMES = Path(__file__).with_name("repoclassbench_names.json")  # renamed symbols of the Python tasks

_SHA256 = {"python": "0a29878b1123eb04254bc59fc5c0fba46a630917e3d95d6db797bbc562bbf5f6"}  # known for Python only
_SUFFIXES = {".py": "python", ".java": "java", ".cs": "csharp"}

REPOCLASSBENCH: Mapping[str, PublicFile] = {
    language: PublicFile(
        f"RepoClassBench's data for {title}",
        "microsoft/repoclassbench",
        "19752d8ae187418383919235c18ad754527be775",
        f"data/input/{language}_data.json",
        f"RepoClassBench_{language}",
        tasks=tasks,
        sha256=_SHA256.get(language, ""),
    )
    for language, title, tasks in (("python", "Python", 97), ("java", "Java", 130), ("csharp", "C#", 61))
}  # the files of the tasks, by language


def repoclassbench_language(path: str | Path) -> str:
    """The language of a file's first task: `"python"`, `"java"` or `"csharp"`."""
    records = read_records(path)
    suffix = PurePosixPath(str(records[0][1].get("file"))).suffix if records else ""
    if suffix not in _SUFFIXES:
        raise UserError(
            f"{path} is not RepoClassBench's data: its first record must have a `file` in Python, Java or C#. Get "
            f"{', '.join(file.url for file in REPOCLASSBENCH.values())}."
        )
    return _SUFFIXES[suffix]


def read_repoclassbench(path: str | Path) -> list[RepositoryTask]:
    """Tasks of one language. Ids are the data's; those of Java and C# are numbers and get a prefix."""
    language = repoclassbench_language(path)
    releases = project_releases("RepoClassBench")
    names = json.loads(NAMES.read_text(encoding="utf-8")) if language == "python" else {}
    source = TaskSource("RepoClassBench", language, REPOCLASSBENCH[language].version_of(path))

    def task_of(record: Mapping[str, Any]) -> RepositoryTask:
        task_id = record["task_id"]
        about = record["repo_metadata"]  # with an id such as `psf__requests-6028`; for Java and C# with the name alone
        path = record["file"]
        if language != "csharp":  # it is below a folder for the repository
            path = path.partition("/repos/")[2] if path.startswith("/") else path  # as on the machine of the authors
            path = path.partition("/")[2]
        if not path:
            raise UserError(f"{record['file']!r} is not a file in a folder for its repository")
        # Ids of tests: of pytest; for Java a class in its file; for C# what `dotnet test` filters by.
        evaluation = record["evaluation_metadata"]
        if "test_directives" in evaluation:
            tests = tuple(evaluation["test_directives"])
        elif "test_file" in evaluation:
            test_file = PurePosixPath(evaluation["test_file"].partition("/")[2])
            tests = (f"{test_file}::{test_file.stem}",)
        else:
            tests = tuple(f"{key}={name}" if key else name for name, key in evaluation["testcase_list"])
        repository = str(about.get("repo_name") or about["issue_id"].rpartition("-")[0].replace("__", "/", 1))
        return RepositoryTask(
            task_id=task_id if isinstance(task_id, str) else f"RepoClassBench/{language}/{task_id}",
            project=releases.get(repository) or ProjectRelease(repository.rpartition("/")[2]),
            path=path,
            target=Target(PurePosixPath(path).stem if language == "java" else record["class_name"], "class"),
            tests=tests,
            detailed_description=record.get("detailed_description") or "",
            sketchy_description=record.get("sketchy_description") or "",
            reference=record.get("ground_truth_class_body") or "",
            paraphrase=names.get(task_id, {}),
            language=language,
            source=source,
            licence="MIT",
        )

    return read_public_tasks(path, "RepoClassBench's data", task_of)


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
    """Reads `data.jsonl` of any version. The id of a task is `DevEval/` and its namespace, which is unique."""
    releases = project_releases("DevEval")
    source = TaskSource("DevEval", "test", DEVEVAL.version_of(path))

    def task_of(record: Mapping[str, Any]) -> RepositoryTask:
        project, namespace = record["project_path"], record["namespace"]
        path, requirement = record["completion_path"].removeprefix(f"{project}/"), record["requirement"]
        used = (record["dependency"][kind] for kind in repository_tasks.DEPENDENCY_KINDS)
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
            requirement=repository_tasks.Requirement(requirement["Functionality"], requirement["Arguments"]),
            dependencies=repository_tasks.CodeDependencies(*map(tuple, used)),
            position=record["signature_position"][0],
            source=source,
        )

    return read_public_tasks(path, "DevEval's data", task_of)
