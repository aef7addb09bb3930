"""Which interpreter runs the tests of a user's project: the one that the user named, and none that data names."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from classeval_hf.cli import main
from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask
from classeval_hf.judging.project_tasks import ProjectFolders
from classeval_hf.projects.catalogue import ProjectError
from classeval_hf.projects.own_environment import OwnEnvironment
from classeval_hf.scoring.compute import resolve_tasks
from classeval_hf.tasks.project_folders import read_project_folder

MODULE = 'def double(number):\n    """Twice the number."""\n    return 2 * number\n'
TESTS = "from pkg.numbers import double\n\n\ndef test_double():\n    assert double(2) == 4\n"
RECORD = {
    **{"task_id": "made_0", "path": "pkg/numbers.py", "target": "double", "kind": "function"},
    **{"tests": ["tests/test_numbers.py::test_double"], "requirement": {"functionality": "Twice the number."}},
}


@pytest.fixture
def folder(tmp_path: Path, hf_home: Path) -> Path:
    """A folder of tasks that came from elsewhere: what it has names a program, which leaves a trace where it runs."""
    program = tmp_path / "made" / "bench" / "evil"
    files = {
        "project.json": json.dumps({"name": "made", "python": str(program)}),
        "tasks.jsonl": json.dumps({**RECORD, "project": {"folder": "/", "name": "../../x"}}) + "\n",
        "environment.json": json.dumps({"python": str(program), "packages": []}),
        "pkg/__init__.py": "",
        "pkg/numbers.py": MODULE,
        "tests/test_numbers.py": TESTS,
        "bench/evil": f"#!/bin/sh\nenv > {tmp_path}/trace\n",
    }
    for name, text in files.items():
        (tmp_path / "made" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "made" / name).write_text(text)
    program.chmod(0o755)
    return tmp_path / "made"


def row(**project: str) -> dict[str, object]:
    return {**RECORD, "kind": "repository", "target": {"name": "double", "kind": "function"}, "project": project}


@pytest.mark.usefixtures("consent")
def test_no_file_of_a_folder_names_a_program(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever command reads it; its tests run with pytest alone."""
    monkeypatch.chdir(folder)
    samples = tmp_path / "samples.jsonl"
    samples.write_text(json.dumps({"task_id": "made_0", "completion": MODULE}))
    assert main(["projects", "check", str(folder), "-q"]) == 0
    assert main(["score", str(samples), "--tasks", str(folder), "-o", str(tmp_path / "scores.json"), "-q"]) == 0
    assert not (tmp_path / "trace").exists()
    scores = json.loads((tmp_path / "scores.json").read_text())
    (result,) = scores["samples.jsonl"]["results"]["made_0"]
    assert result["passed"], result


def test_the_user_names_it_once_for_a_content(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked without the user's secrets, kept outside of the folder, and found for copies, until files change."""
    monkeypatch.setenv("HF_TOKEN", "secret")
    seen = tmp_path / "seen"
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nenv >> {seen}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    before = sorted(folder.rglob("*"))
    assert main(["projects", "check", str(folder), "--python", str(python), "-q"]) == 0
    assert "PATH=" in seen.read_text() and "secret" not in seen.read_text()
    assert sorted(folder.rglob("*")) == before

    copy = shutil.copytree(folder, tmp_path / "copy")
    (task,) = read_project_folder(copy)
    assert ProjectFolders().folder(task.project).python == str(python)
    (copy / ".pytest.ini").write_text("[pytest]\n")
    (changed,) = read_project_folder(copy)
    assert changed.project.sha256 != task.project.sha256, "hidden files decide too"
    assert OwnEnvironment.recorded(changed.project.sha256) is None
    with pytest.raises(ProjectError, match="nowhere: there is no such program"):
        OwnEnvironment.of("nowhere")
    assert main(["projects", "check", "stitchwork", "--python", str(python)]) == 2


def test_rows_name_no_folder(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = ProjectRelease("made", folder=str(folder))
    OwnEnvironment(str(folder / "bench" / "evil"), ()).record(release.sha256)
    assert RepositoryTask.from_row(row(name="made", folder=str(folder))).project.folder == ""
    (task,) = resolve_tasks([row(name="made", folder=str(folder))])
    assert isinstance(task, RepositoryTask)
    with pytest.raises(ProjectError, match="made"):
        ProjectFolders().located([task])
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize("name", ["/x", "../../x", "..", ".", "a/b", "a\\b", "a\0b"])
@pytest.mark.parametrize("part", ["name", "version", "file"])
def test_names_are_no_paths(name: str, part: str) -> None:
    with pytest.raises(UserError, match="must be a name, and no path"):
        ProjectRelease(**{"name": "made", part: name})
    with pytest.raises(ValueError, match="must be a name, and no path"):
        RepositoryTask.from_row(row(**{"name": "made", part: name}))


def test_modules_are_imported_from_the_project_alone(folder: Path) -> None:
    (folder / "project.json").write_text(json.dumps({"name": "made", "import_root": "../.."}))
    (task,) = read_project_folder(folder)
    OwnEnvironment(sys.executable, ()).record(task.project.sha256)
    with pytest.raises(UserError, match=r"import_root of .* must be a path in the project's folder"):
        ProjectFolders().folder(task.project)
