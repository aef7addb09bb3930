"""RepoClassBench's public data (Deshpande et al., arXiv 2405.01573; MIT), not part of this package. In 56 Python tasks
names differ in letter case from the project (`repoclassbench_names.json`, by `benchmarks/find_paraphrases.py`). In
Java a public class has the name of its file; in five tasks the data's name lacks its start."""

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from classeval_hf.core.downloads import PublicFile, read_public_tasks
from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import read_records
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.core.tasks import TaskSource
from classeval_hf.projects.install.catalogue import project_releases

NAMES = Path(__file__).with_name("repoclassbench_names.json")  # renamed symbols of the Python tasks

_COMMIT = "19752d8ae187418383919235c18ad754527be775"
_SHA256 = {"python": "0a29878b1123eb04254bc59fc5c0fba46a630917e3d95d6db797bbc562bbf5f6"}  # known for Python only
_SUFFIXES = {".py": "python", ".java": "java", ".cs": "csharp"}

REPOCLASSBENCH: Mapping[str, PublicFile] = {
    language: PublicFile(
        f"RepoClassBench's data for {title}",
        "microsoft/repoclassbench",
        _COMMIT,
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
    return read_public_tasks(
        path, "RepoClassBench's data", lambda record: _task(record, language, releases, names, source)
    )


def _task(
    record: Mapping[str, Any],
    language: str,
    releases: Mapping[str, ProjectRelease],
    names: Mapping[str, Mapping[str, str]],
    source: TaskSource,
) -> RepositoryTask:
    task_id = record["task_id"]
    about = record["repo_metadata"]  # with an id such as `psf__requests-6028`; for Java and C# with the name alone
    path = record["file"]
    if language != "csharp":  # it is below a folder for the repository
        path = path.partition("/repos/")[2] if path.startswith("/") else path  # as on the machine of the authors
        path = path.partition("/")[2]
    if not path:
        raise UserError(f"{record['file']!r} is no file in a folder for its repository")
    repository = str(about.get("repo_name") or about["issue_id"].rpartition("-")[0].replace("__", "/", 1))
    return RepositoryTask(
        task_id=task_id if isinstance(task_id, str) else f"RepoClassBench/{language}/{task_id}",
        project=releases.get(repository) or ProjectRelease(repository.rpartition("/")[2]),
        path=path,
        target=Target(PurePosixPath(path).stem if language == "java" else record["class_name"], "class"),
        tests=_tests(record["evaluation_metadata"]),
        detailed_description=record.get("detailed_description") or "",
        sketchy_description=record.get("sketchy_description") or "",
        reference=record.get("ground_truth_class_body") or "",
        paraphrase=names.get(task_id, {}),
        language=language,
        source=source,
        licence="MIT",
    )


def _tests(about: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids of the tests: of pytest; for Java a class in its file; for C# what `dotnet test` filters by."""
    if "test_directives" in about:
        return tuple(about["test_directives"])
    if "test_file" in about:
        path = PurePosixPath(about["test_file"].partition("/")[2])
        return (f"{path}::{path.stem}",)
    return tuple(f"{key}={name}" if key else name for name, key in about["testcase_list"])
