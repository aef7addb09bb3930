"""Whole projects on the command line: `score` with samples of their tasks, and `projects check`."""

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmark_data import DEVEVAL_RECORD, java_records, write_json, write_lines
from box_task import TASK
from local_index import make_sdist, make_wheel, sha256

from classeval_hf.cli import main
from classeval_hf.core import downloads
from classeval_hf.core.files import cache_directory
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.metrics.scores import Provenance
from classeval_hf.projects import located_tasks as project_tasks
from classeval_hf.projects.install import environments, installation
from classeval_hf.projects.tasks import files as project_files
from classeval_hf.sandbox import linux
from classeval_hf.tasks import splits

pytestmark = pytest.mark.usefixtures("shared_judges")
runs_samples = pytest.mark.skipif(not linux.is_supported(), reason="isolation needs Linux on x86-64 or arm64")
GANTT, CHECK = "OpenRepo_berthplan_9", "OpenRepo_stitchwork_6"


def function(namespace: str, project: str, path: str, *tests: str) -> dict[str, Any]:
    places = {"project_path": project, "completion_path": f"{project}/{path}", "signature_position": [1, 1]}
    return {**DEVEVAL_RECORD, "namespace": namespace, "type": "function", "tests": list(tests), **places}


IMAP = function("imapclient.util.to_unicode", "Communications/IMAPClient", "imapclient/util.py", "tests/test_a.py::a")
IMAP_TASK = f"DevEval/{IMAP['namespace']}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf_home"))
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    return tmp_path


def keep(file: downloads.PublicFile, records: list[dict[str, Any]]) -> None:
    cache_directory().mkdir(parents=True, exist_ok=True)
    name = f"{file.cache_stem}-{file.commit[:7]}"
    if file.member:
        write_lines(cache_directory() / f"{name}.jsonl", records)
    else:
        write_json(cache_directory() / f"{name}.json", records)


def samples(path: Path, completions: Mapping[str, Sequence[str]]) -> str:
    rows = [{"task_id": task, "completion": text} for task, of_task in completions.items() for text in of_task]
    return str(write_lines(path, rows))


def references(*task_ids: str) -> dict[str, list[str]]:
    found = splits.select_tasks(task_ids=task_ids)
    return {task.task_id: [task.reference] for task in found if isinstance(task, RepositoryTask)}


@runs_samples
@pytest.mark.usefixtures("consent")
def test_score(tmp_path: Path, capsys: pytest.CaptureFixture[str], refusal: Callable[..., str]) -> None:
    completions = references(GANTT, CHECK)
    completions[GANTT].append("pass")
    completions[CHECK] = ["pass", "pass  # again"]
    file, output = samples(tmp_path / "samples.jsonl", completions), tmp_path / "scores.json"
    assert main(["score", file, "--tasks", "open_repo", "-o", str(output)]) == 0
    captured = capsys.readouterr()
    said = captured.err
    assert "pass@1 0.2500, test_rate " in said and "over the 2 tasks with completions, of 20 in open_repo" in said
    for task in splits.select_tasks(task_ids=[GANTT, CHECK]):
        assert task.source.version in said
    by_project = [line.split() for line in captured.out.split("By project:")[1].split("\n\n")[0].split("\n")]
    assert [line[-4:-1] for line in by_project[-2:]] == [["1", "1", "50.0"], ["1", "1", "0.0"]]
    scores = json.loads(output.read_text())[Path(file).name]
    assert [sample["passed"] for sample in scores["results"][GANTT]] == [True, False]
    assert set(scores["results"][GANTT][0]["test_files"]) == {"tests/test_report.py"}
    assert scores["pass@1"] == 0.25 and 0 <= scores["test_rate_stub"] < scores["test_rate"] < 1
    assert [warning["kind"] for warning in scores["warnings"]] == ["part_of_split"]
    assert main(["score", file, "--projects", "BerthPlan", "-o", str(output)]) == 0
    scores = json.loads(output.read_text())[Path(file).name]
    assert (list(scores["results"]), scores["pass@1"]) == ([GANTT], 0.5)
    assert "By project" not in capsys.readouterr().out, "of a single one it is what the table says"
    assert "by the references" in msgspec.convert(scores["provenance"], Provenance).summary()["limits"]
    of_one = ("score", file, "--projects", "BerthPlan")
    assert "rules for class tasks alone" in refusal(*of_one, "--compat", "upstream")
    assert "--timeout is for" in refusal(*of_one, "--timeout", "2")
    assert "No task is of the project litestar; their projects: berthplan, stitchwork" in refusal(
        "score", file, "--projects", "litestar"
    )


@runs_samples
def test_tasks_of_projects_that_are_not_installed(home: Path, refusal: Callable[..., str]) -> None:
    keep(project_files.DEVEVAL, [IMAP])
    output = home / "scores.json"
    file = samples(home / "samples.jsonl", {**references(GANTT), IMAP_TASK: ["pass"]})
    said = refusal("score", file, "-o", str(output))
    assert "1 of 2 tasks cannot be run here" in said
    assert "classeval-hf projects install IMAPClient" in said and "--installed-projects" in said
    assert not output.exists() and main(["score", file, "-o", str(output), "--installed-projects"]) == 0
    scores = json.loads(output.read_text())[Path(file).name]
    assert (list(scores["results"]), scores["pass@1"]) == ([GANTT], 1.0)
    assert [warning["kind"] for warning in scores["warnings"]] == ["part_of_split"]
    only = samples(home / "only.jsonl", {IMAP_TASK: ["pass"]})
    assert "projects install IMAPClient" in refusal("score", only, "--installed-projects")
    assert "--installed-projects" not in refusal("score", only), "which would leave nothing"


def test_a_project_is_looked_for_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tasks it has: the data of a benchmark has tasks of a hundred projects that are not installed."""
    reads: list[object] = []

    def counted() -> tuple[installation.Project, ...]:
        reads.append(1)
        return installation.load_catalogue()

    monkeypatch.setattr(project_tasks, "load_catalogue", counted)
    keep(project_files.DEVEVAL, [{**IMAP, "namespace": f"imapclient.util.name_{number}"} for number in range(20)])
    found = project_tasks.ProjectFolders().unavailable(splits.load_repository_tasks("deveval"))
    assert len(found) == 20 and len(reads) == 1
    assert all("projects install IMAPClient" in why for why in found.values())


def test_samples_of_another_split(home: Path, refusal: Callable[..., str]) -> None:
    path = write_lines(home / "completions.jsonl", [{"namespace": IMAP["namespace"], "completion": "", "idx": 0}])
    for options in (["--tasks", "deveval"], [], ["--tasks", "open_repo"]):
        said = refusal("score", str(path), *options)
        assert "classeval-hf install --deveval-file" in said
    assert "For DevEval's tasks: --tasks deveval, or no --tasks; first run " in said
    keep(project_files.DEVEVAL, [IMAP])
    by_namespace = write_lines(home / "a.jsonl", [{"namespace": IMAP["namespace"], "completion": "", "idx": 0}])
    for path in (str(by_namespace), samples(home / "b.jsonl", {IMAP_TASK: ["pass"]})):
        said = refusal("score", path, "--tasks", "open_repo")
        assert "--tasks deveval, or no --tasks." in said and "classeval-hf install" not in said
        said = refusal("score", path, "--tasks-from", "open_repo")
        assert "--tasks-from deveval, or no --tasks-from." in said
    tasks = ["--tasks-from", str(write_json(home / "tasks.json", [TASK.to_row()]))]
    assert "is of the split deveval: leave --tasks-from out." in refusal("compare", path, path, *tasks)
    unknown = samples(home / "c.jsonl", {"Own_9": ["pass"]})
    said = refusal("compare", unknown, unknown, *tasks)
    assert f"The tasks given are others, such as {TASK.task_id}: correct the id or the tasks." in said
    assert "classeval-hf install" not in said and "--own-tasks" not in said
    assert "If the file of samples contains the tasks: --own-tasks." in refusal("compare", unknown, unknown)


def test_tasks_in_another_language_are_refused_by_name(home: Path, refusal: Callable[..., str]) -> None:
    cases = {"evaluation_metadata": {"testcase_list": [["Floats", "Name"]]}, "repo_metadata": {"repo_name": "Harbour"}}
    record = {"task_id": 0, "class_name": "Boat", "file": "Harbour/Boat.cs", **cases}
    keep(project_files.REPOCLASSBENCH["csharp"], [record])
    file = samples(home / "samples.jsonl", {"RepoClassBench/csharp/0": ["class Boat {}"]})
    said = refusal("score", file, "--tasks", "repoclassbench/csharp")
    assert "Task RepoClassBench/csharp/0 is in csharp and cannot be run" in said


def test_tasks_in_java_name_the_project_to_install(home: Path, refusal: Callable[..., str]) -> None:
    keep(project_files.REPOCLASSBENCH["java"], java_records(1))
    file = samples(home / "samples.jsonl", {"RepoClassBench/java/0": ["class Boat {}"]})
    said = refusal("score", file, "--tasks", "repoclassbench/java")
    assert "harbour is not installed: run classeval-hf projects install harbour --checkout harbour=FOLDER" in said


def test_check_without_the_project(home: Path, refusal: Callable[..., str]) -> None:
    for names, message in (
        (["berthplan"], "berthplan comes with this package: leave it out here. Its folder is "),
        ([], "No project is installed: classeval-hf projects install NAME"),
        (["imapclient"], "IMAPClient-3.0.1 is not installed: run classeval-hf projects install IMAPClient"),
        (["/tmp"], "/tmp has no project.json: make tasks with classeval-hf projects new /tmp"),
        (["litstar"], "There is no project litstar. Did you mean litestar?"),
    ):
        assert message in refusal("projects", "check", *names)


@pytest.fixture
def tiny(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small project, of which one task is sound and one is not, installed from an index that is a folder."""
    index = home / "index"
    index.mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    for name, value in {"CONFIG_FILE": os.devnull, "NO_INDEX": "1", "FIND_LINKS": str(index)}.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    tests = "from tiny import double, triple\ndef test_double():\n    assert double(2) == 4\n"
    tests += "def test_triple():\n    assert triple(2) == 6\ndef test_wrong():\n    assert triple(2) == 7\n"
    module = "def double(number):\n    return 2 * number\n\n\ndef triple(number):\n    return 3 * number\n"
    source = make_sdist(index, "tiny", {"tiny/__init__.py": module, "tests/test_tiny.py": tests})
    helper = make_wheel(index, "helper", {"helper.py": ""})
    entry = {"name": "tiny", "version": "1.0", "benchmark": "DevEval", "repository": "Utilities/tiny", "tasks": 2}
    file = {"file": source.name, "sha256": sha256(source), "bytes": source.stat().st_size}
    record = {**entry, "source": [file], "package": "tiny", "python": ">=3.10"}
    monkeypatch.setattr(installation, "CATALOGUE", write_json(home / "catalogue.json", [record]))
    (home / "locks").mkdir()
    (home / "locks" / "tiny-1.0.txt").write_text(f"helper==1.0 --hash=sha256:{sha256(helper)}\n")
    installed = installation.install_project(installation.find_project("tiny", installation.load_catalogue()))
    shutil.copytree(environments.pytest_packages(), installed.packages, dirs_exist_ok=True)
    records = []
    for name, found in {"double": ["test_double"], "triple": ["test_triple", "test_wrong"]}.items():
        ids = (f"tests/test_tiny.py::{test}" for test in found)
        records.append(function(f"tiny.{name}", "Utilities/tiny", "tiny/__init__.py", *ids))
    keep(project_files.DEVEVAL, records)


@runs_samples
@pytest.mark.usefixtures("tiny")
def test_check(home: Path, capsys: pytest.CaptureFixture[str], refusal: Callable[..., str]) -> None:
    output = home / "checked.json"
    assert main(["projects", "check", "-o", str(output)]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^tiny-1.0 +2 +1 +3 +2\b", said, re.MULTILINE)
    assert "tiny-1.0: 1 test: AssertionError" in said
    found = json.loads(output.read_text())["tiny-1.0"]
    assert found["DevEval/tiny.double"]["floors"] == {"stub": 0.0, "removed": 0.0}
    assert "DevEval/tiny.half" in refusal("projects", "check", "tiny", "--task-ids", "DevEval/tiny.half")
    assert "nowhere" in refusal("projects", "check", "tiny", "-o", str(home / "nowhere" / "checked.json"))
