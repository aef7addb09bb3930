"""Reading repository-level tasks: those of the package, and the data of RepoClassBench and DevEval."""

import ast
import hashlib
import json
import runpy
import shutil
import tarfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from benchmark_data import DEVEVAL_RECORD, PYTHON_RECORD, java_records, write_json, write_lines
from places import DATA, ROOT

from classeval_hf.core.files import cache_directory
from classeval_hf.core.repository_tasks import CodeDependencies, ProjectRelease, RepositoryTask, Requirement, Target
from classeval_hf.core.tasks import ClassTask, TaskSource
from classeval_hf.projects.tasks import files as project_files
from classeval_hf.projects.tasks.files import (
    DEVEVAL,
    NAMES,
    OPEN_PROJECTS,
    REPOCLASSBENCH,
    read_deveval,
    read_project_folder,
    read_repoclassbench,
    repoclassbench_language,
)
from classeval_hf.tasks import splits
from classeval_hf.tasks.splits import load_repository_tasks, load_tasks, require_class_tasks, select_tasks


@pytest.fixture
def berthplan(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(OPEN_PROJECTS / "berthplan", tmp_path / "copy", ignore=ignored))


@pytest.fixture
def repo_level() -> Path:
    """Folder with RepoClassBench's Python tasks and DevEval's data."""
    path = DATA.parent / "repo_level"
    if not path.is_dir():
        pytest.skip("the folder repo_level/ is not at hand beside the folder of ClassEval's data")
    return path


def check_fields(tasks: list[RepositoryTask]) -> None:
    assert len({task.task_id for task in tasks}) == len(tasks)
    for task in tasks:
        assert task.project.name and task.can_be_run, task.task_id
        assert not task.path.startswith("/") and task.path.endswith(".py"), task.task_id
        assert all(test.partition("::")[0].endswith(".py") for test in task.tests), task.task_id
        assert RepositoryTask.from_row(json.loads(json.dumps(task.to_row()))) == task


def test_open_repo() -> None:
    tasks = load_repository_tasks("open_repo")
    check_fields(tasks)
    assert Counter(task.project.name for task in tasks) == {"berthplan": 10, "stitchwork": 10}
    for task in tasks:
        (definition,) = ast.parse(task.reference).body
        assert getattr(definition, "name", "") == task.target.name.rpartition(".")[2]
        described = task.detailed_description if task.target.kind == "class" else task.requirement.functionality
        assert described and task.dependencies.all and task.licence == "Apache-2.0" and not task.project.file
        assert task.source == TaskSource("open_repo", "test", task.project.version)
    assert load_tasks("open_repo") == tasks


def test_the_hash_of_a_project_is_that_of_its_files(berthplan: Path) -> None:
    folder = berthplan
    released = load_repository_tasks("open_repo")[0].project
    (folder / "berthplan" / "__pycache__").mkdir()
    (folder / "berthplan" / "__pycache__" / "plan.pyc").write_bytes(b"")
    (folder / ".pytest_cache").mkdir()
    (folder / ".pytest_cache" / "README.md").write_text("")
    (folder / "tasks.jsonl").write_text((folder / "tasks.jsonl").read_text().splitlines()[0])
    assert [task.project for task in read_project_folder(folder)] == [released]
    (folder / "tests" / "conftest.py").rename(folder / "tests" / "conftest_.py")
    assert read_project_folder(folder)[0].project != released


def test_a_wrong_task_of_a_project_is_named(berthplan: Path) -> None:
    """And those that have no ids of their own."""
    folder, file = berthplan, berthplan / "tasks.jsonl"
    record = json.loads(file.read_text().splitlines()[0])
    needs = "line 1: the task needs tests, and detailed_description or a requirement"
    for name, value, message in (
        ("target", "Nothing", "line 1: there are 0 definitions of Nothing in the file"),
        ("tests", None, "line 1: "),
        ("tests", [], needs),
        ("detailed_description", None, needs),
        (
            "tests",
            "tests/test_a.py",
            r"line 1: Task OpenRepo_berthplan_0: Expected `array`, got `str` - at `\$.tests`",
        ),
        ("task_id", 3, r"line 1: Task 3: Expected `str`, got `int` - at `\$.task_id`"),
        ("kind", "function", "is a class, not a function"),
        ("path", "nowhere.py", "line 1: There is no file or folder"),
        ("kind", "module", "the kinds are class, method, function"),
    ):
        kept = file.read_text()
        write_lines(file, [{**record, name: value}])
        with pytest.raises(ValueError, match=message) as raised:
            read_project_folder(folder)
        assert str(file) in str(raised.value) and str(raised.value).endswith(". Correct this task, or take it out.")
        file.write_text(kept)
    records = [json.loads(line) for line in (folder / "tasks.jsonl").read_text().splitlines()]
    write_lines(folder / "tasks.jsonl", [{**record, "task_id": "one"} for record in records])
    with pytest.raises(ValueError, match=r"tasks.jsonl gives the id 'one' to two different tasks"):
        read_project_folder(folder)
    no_object = r'project.json must be an object that has at least \{"name": '
    for name, text, message in (("tasks.jsonl", "", "tasks.jsonl holds no tasks."), ("project.json", "[]", no_object)):
        (folder / name).write_text(text)
        with pytest.raises(ValueError, match=message):
            read_project_folder(folder)


def test_repoclassbench_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = tmp_path / "names.json"
    names.write_text(json.dumps({PYTHON_RECORD["task_id"]: {"bOAt": "Boat"}}))
    monkeypatch.setattr(project_files, "NAMES", names)
    elsewhere = {**PYTHON_RECORD, "task_id": "a__b-1_Boat", "repo_metadata": {"issue_id": "a__b-1"}}
    elsewhere["file"] = "/home/x/repos/b/harbour/boats.py"
    task, other = read_repoclassbench(write_json(tmp_path / "data.json", [PYTHON_RECORD, elsewhere]))
    assert (task.path, other.path) == ("harbour/boats.py", "harbour/boats.py")
    assert (task.project.name, task.project.file) == ("requests", "requests-2.27.0.tar.gz")
    assert other.project == ProjectRelease("b")
    assert task.target == Target("bOAt", "class")
    assert (task.paraphrase, other.paraphrase) == ({"bOAt": "Boat"}, {})
    assert (task.detailed_description, task.sketchy_description) == ("A boat with a name.", "A boat.")
    assert task.reference == PYTHON_RECORD["ground_truth_class_body"]
    assert task.tests == tuple(PYTHON_RECORD["evaluation_metadata"]["test_directives"])
    assert (task.licence, task.language, task.can_be_run, task.source.version) == ("MIT", "python", True, "")


def test_repoclassbench_in_other_languages_is_kept(tmp_path: Path) -> None:
    path = write_json(tmp_path / "any name", java_records(2))
    assert repoclassbench_language(path) == "java"
    task = read_repoclassbench(path)[1]
    assert (task.task_id, task.path) == ("RepoClassBench/java/1", "src/main/Boat.java")
    assert task.tests == ("src/test/BoatTest.java::BoatTest",)
    record = {**java_records(1)[0], "class_name": "oat"}  # as in five tasks, whose names lack their start
    assert read_repoclassbench(write_json(tmp_path / "short", [record]))[0].target.name == "Boat"
    assert (task.language, task.can_be_run, task.project) == ("java", True, ProjectRelease("harbour"))
    cases = {"testcase_list": [["Floats", "Name"], ["Sinks", None]]}
    record = {"task_id": 0, "class_name": "Boat", "file": "Harbour/Boat.cs", "evaluation_metadata": cases}
    record["repo_metadata"] = {"repo_name": "Harbour"}
    (task,) = read_repoclassbench(write_json(path, [record]))
    assert (task.task_id, task.path, task.language) == ("RepoClassBench/csharp/0", "Harbour/Boat.cs", "csharp")
    assert (task.tests, task.reference) == (("Name=Floats", "Sinks"), "")


NO_TESTS = {key: value for key, value in PYTHON_RECORD.items() if key != "evaluation_metadata"}
EARLIER = "is that of an earlier task"
LACKS = "it lacks 'evaluation_metadata'"


def test_a_wrong_record_is_named(tmp_path: Path) -> None:
    for read, records, message in (
        (read_repoclassbench, [PYTHON_RECORD, NO_TESTS], f"record 2: not a record of RepoClassBench's data: {LACKS}"),
        (read_repoclassbench, [PYTHON_RECORD] * 2, f"record 2: the id psf__requests-1_bOAt {EARLIER}"),
        (read_repoclassbench, [{**PYTHON_RECORD, "file": "a.py"}], "record 1: .*'a.py' is not a file in a folder"),
        (read_repoclassbench, [DEVEVAL_RECORD], "is not RepoClassBench's data"),
        (read_repoclassbench, [], "is not RepoClassBench's data"),
        (read_deveval, [DEVEVAL_RECORD] * 2, f"line 2: the id DevEval/harbour.boats.Boat.name {EARLIER}"),
        (read_deveval, [PYTHON_RECORD], "line 1: not a record of DevEval's data: it lacks 'project_path'"),
        (read_deveval, [{**DEVEVAL_RECORD, "signature_position": []}], "line 1: not a record of DevEval's data"),
    ):
        write = write_json if read is read_repoclassbench else write_lines
        with pytest.raises(ValueError, match=message) as raised:
            read(write(tmp_path / "data", records))
        assert str(tmp_path / "data") in str(raised.value)


def test_deveval(tmp_path: Path) -> None:
    known = {**DEVEVAL_RECORD, "namespace": "a.b", "type": "function", "project_path": "Database/alembic"}
    known["completion_path"] = "Database/alembic/a.py"
    task, other = read_deveval(write_lines(tmp_path / "data.jsonl", [DEVEVAL_RECORD, known]))
    place = (ProjectRelease("harbour"), "src/harbour/boats.py", Target("Boat.name", "method"))
    assert task == RepositoryTask(
        *("DevEval/harbour.boats.Boat.name", *place, ("tests/test_boats.py::test_name",)),
        requirement=Requirement("Says its name.", ":return: String."),
        dependencies=CodeDependencies(("harbour.boats.Boat._name",), (), ("harbour.names.tidy",)),
        position=7,
    )
    assert (task.licence, task.source.dataset) == ("", "DevEval")
    assert (other.project.file, other.path) == ("alembic-1.12.1.tar.gz", "a.py")
    assert other.target == Target("b", "function")
    for namespace, path, kind, name in (
        ("boats.Boat.name", "boats.py", "method", "Boat.name"),
        ("harbour.Boat.name", "src/harbour/__init__.py", "method", "Boat.name"),
        ("boats.sail", "src/boats/boats.py", "function", "sail"),
        ("boats.boats.sail", "boats/boats.py", "function", "sail"),
        ("tools.sail.rig.reef", "tools/sail.py", "function", "rig.reef"),
        ("elsewhere.Boat.name", "boats.py", "method", "Boat.name"),
        ("elsewhere.sail", "boats.py", "function", "sail"),
    ):
        record = {"namespace": namespace, "completion_path": f"Transport/harbour/{path}", "type": kind}
        (task,) = read_deveval(write_lines(tmp_path / "data.jsonl", [{**DEVEVAL_RECORD, **record}]))
        assert (task.target, task.path) == (Target(name, kind), path)


def archive(path: Path, file: Path) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        tar.add(file, f"DevEval/{file.name}")
    return path


def test_a_file_is_taken_out_of_its_archive(tmp_path: Path, hf_home: Path) -> None:
    home = tmp_path
    data = write_lines(home / "data.jsonl", [DEVEVAL_RECORD])
    file = replace(DEVEVAL, sha256=hashlib.sha256(data.read_bytes()).hexdigest())
    assert file.cached is None
    kept = file.store(archive(home / "data.tar.gz", data))
    assert kept == file.cached == DEVEVAL.cached and kept.read_bytes() == data.read_bytes()
    kept.unlink()
    assert file.store(data) == kept
    with pytest.raises(ValueError, match=r"has no data.jsonl of DevEval's data. Get https://"):
        file.store(archive(home / "other.tar.gz", write_lines(home / "other.jsonl", [])))
    (home / "broken.tar.gz").write_bytes(b"\x1f\x8b\x08")
    with pytest.raises(ValueError, match="is not the archive of DevEval's data"):
        file.store(home / "broken.tar.gz")
    with pytest.raises(ValueError, match="SHA-256"):
        DEVEVAL.store(data)


def test_a_file_of_unknown_hash_is_held_to_the_first_copy(tmp_path: Path, hf_home: Path) -> None:
    """Its number of tasks is checked, and from then on nothing takes its place."""
    file, java = REPOCLASSBENCH["java"], tmp_path / "java.json"
    with pytest.raises(ValueError, match="it has 2 tasks, not 130"):
        file.store(write_json(java, java_records(2)))
    assert file.cached is None and not list(cache_directory().glob("*"))
    data = write_json(java, java_records(130))
    kept = file.store(data)
    assert file.version_of(kept) == file.commit and file.store(data) == kept
    other = write_json(java, [*java_records(129), {**java_records(1)[0], "task_id": 500}])
    with pytest.raises(ValueError, match="SHA-256"):
        file.store(other)
    assert file.cached == kept and file.version_of(other) == ""
    assert [task.task_id for task in load_repository_tasks("repoclassbench/java")][-1] == "RepoClassBench/java/129"
    assert splits.installed_repository_splits() == ("open_repo", "repoclassbench/java")


def test_tasks_are_found_by_id(tmp_path: Path, hf_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The large files are read only where the class tasks do not have all ids. Else it is said how to get them."""
    for name in ("repoclassbench", "repoclassbench/csharp", "deveval"):
        option = f"--{name.partition('/')[0]}-file"
        with pytest.raises(FileNotFoundError, match=f"'{name}'.*classeval-hf install {option}"):
            load_tasks(name)
    with pytest.raises(ValueError, match=r"'repoclassbench/go': there are open_repo, repoclassbench, "):
        load_repository_tasks("repoclassbench/go")
    data = write_lines(tmp_path / "data.jsonl", [DEVEVAL_RECORD])
    replace(DEVEVAL, sha256=hashlib.sha256(data.read_bytes()).hexdigest()).store(data)
    found = select_tasks(task_ids=["DevEval/harbour.boats.Boat.name", "ClassEvalOpen_3", "OpenRepo_berthplan_1"])
    assert [type(task) for task in found] == [ClassTask, RepositoryTask, RepositoryTask]
    assert [task.task_id for task in found][:2] == ["ClassEvalOpen_3", "OpenRepo_berthplan_1"]
    with pytest.raises(ValueError, match=r"Unknown task 'DevEval/none'.*--deveval-file"):
        select_tasks(task_ids=["ClassEvalOpen_3", "DevEval/none"])
    with pytest.raises(ValueError, match="OpenRepo_berthplan_1 is a repository-level task"):
        require_class_tasks(select_tasks(task_ids=["ClassEvalOpen_3", "OpenRepo_berthplan_1"]))
    read = []
    monkeypatch.setattr(splits, "load_repository_tasks", lambda name: read.append(name) or [])
    assert require_class_tasks(select_tasks(task_ids=["ClassEvalOpen_3"]))[0].task_id == "ClassEvalOpen_3"
    assert not read


def test_shipped_names_differ_in_letter_case_alone_and_commits_are_written_in_full() -> None:
    for file in (DEVEVAL, *REPOCLASSBENCH.values()):
        assert len(file.commit) == 40 and file.commit in file.url and file.repository in file.url
    names = json.loads(NAMES.read_text(encoding="utf-8"))
    assert len(names) == 56
    for task_id, of_task in names.items():
        assert of_task, task_id
        for name, original in of_task.items():
            assert name != original and name.lower() == original.lower() and name.isidentifier()


def test_renamed_symbols_are_found(tmp_path: Path) -> None:
    if not (script := ROOT / "benchmarks" / "find_paraphrases.py").is_file():
        pytest.skip("not run from a checkout")
    find_names = runpy.run_path(str(script))["find_names"]
    source = tmp_path / "source"
    (source / "harbour").mkdir(parents=True)
    (source / "harbour" / "names.py").write_text("def tidyName(text): ...\nclass Vessel: ...\n")
    (source / "harbour" / "boats.py").write_text(
        "from harbour.names import Vessel\nclass Boat(Vessel):\n    boat = 1\n"
        "    def name_of(self):\n        return self.name\nlength_of = FileName = 1\n"
    )
    place = (ProjectRelease("harbour"), "harbour/boats.py", Target("bOAt", "class"))
    task = RepositoryTask(
        *("harbour_1", *place, ("tests/test_boats.py::test_name[LEngTh_oF]",)),
        detailed_description="The bOAt has a Filename, a nothING_knoWn and a tIDYName.",
        reference="class bOAt(Vessel):\n    BoaT = 1\n\n    def nAmE_oF(self):\n        return self.name\n",
    )
    found = find_names(task, source)
    names = {"bOAt": "Boat", "BoaT": "boat", "nAmE_oF": "name_of", "LEngTh_oF": "length_of", "tIDYName": "tidyName"}
    assert found == names
    other = replace(task, reference=f"{task.reference}\n    def sink(self):\n        return bOAt\n")
    assert find_names(other, source) == found


def test_repoclassbench_data(repo_level: Path) -> None:
    path = repo_level / "repoclassbench_python.json"
    tasks = read_repoclassbench(path)
    check_fields(tasks)
    assert len(tasks) == REPOCLASSBENCH["python"].tasks == 97
    assert all(task.project.sha256 and task.reference and task.detailed_description for task in tasks)
    assert {task.source.version for task in tasks} == {REPOCLASSBENCH["python"].commit}
    assert sum(bool(task.paraphrase) for task in tasks) == 56
    for task in tasks:
        text = " ".join([task.reference, task.detailed_description, task.sketchy_description, *task.tests])
        assert all(name in text for name in task.paraphrase), task.task_id


def test_deveval_data(repo_level: Path, hf_home: Path) -> None:
    """The real data: 1,825 tasks of 115 projects, whose names in their files all follow from the namespace."""
    DEVEVAL.store(repo_level / "deveval_data.jsonl")
    tasks = load_repository_tasks("deveval")
    check_fields(tasks)
    assert len(tasks) == DEVEVAL.tasks == 1825
    assert len({task.project.name for task in tasks}) == 115
    for task in tasks:
        module = [part for part in Path(task.path).with_suffix("").parts if part != "__init__"]
        namespace = task.task_id.removeprefix("DevEval/").removesuffix(f".{task.target.name}")
        assert ".".join(module).endswith(namespace), task.task_id
        assert task.target.name.count(".") == (task.target.kind == "method"), task.task_id
        assert task.position and task.requirement.functionality, task.task_id
