import dataclasses
import functools
import http.server
import json
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.core.tasks import TOPICS, ClassTask
from classeval_hf.tasks import task_from_row
from classeval_hf.tasks.classeval_data import CLASSEVAL, read_classeval
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.folders import open_tasks_directory, read_task_folder, task_folders
from classeval_hf.tasks.public_files import PublicFile, file_sha256
from classeval_hf.tasks.splits import installed_splits, load_split, select_tasks

TEST = "def test_1(self):\n        self.assertEqual(Box().size(), 0)"
TESTS = f"import unittest\nclass BoxTestSize(unittest.TestCase):\n    {TEST}\n"
BOX = {"task_id": "box", "class_name": "Box", "test": TESTS, "test_classes": ["BoxTestSize"]}
ADHOC = {**BOX, "import_statement": []}


def test_adhoc_task_counts_its_test_classes_as_methods() -> None:
    assert [method.test_classes for method in task_from_row(ADHOC).methods_info] == [("BoxTestSize",)]


@pytest.mark.parametrize("name", BOX)
def test_missing_key_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"lacks {name}"):
        task_from_row({key: value for key, value in ADHOC.items() if key != name})


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("import_statement", 5, "import_statement is 5. Write a list of strings."),
        ("test", ["x = 1"], r'test is \["x = 1"\]. Write it as a text.'),
        ("task_id", 5, "task_id is 5. Write it as a text."),
        ("methods_info", {"size": 1}, "methods_info has 'size'. Write a list of objects that have a method_name."),
        ("test", "import unittest\nclass BoxTestSize(unittest.TestCase): ...\n", "BoxTestSize, which holds no test"),
        ("import_statement", [5], r"import_statement is \[5\]. Write a list of strings."),
        ("import_statement", "import os", r'import_statement is a string. Write it as a list, \["import os"\].'),
        ("test_classes", "BoxTestSize", r'test_classes is a string. Write it as a list, \["BoxTestSize"\].'),
        ("test_classes", [], "test_classes is empty. List the test classes"),
        ("test", "class :", "do not parse"),
        ("test_classes", ["BoxTestSize", "BoxTestSize"], "test_classes has a class twice. List each once."),
        ("methods_info", [{"method_name": "size"}] * 2, "methods_info has a method twice. State each once."),
    ],
)
def test_fields_of_another_form_are_named(name: str, value: object, problem: str) -> None:
    with pytest.raises(ValueError, match=f"(Task|tests of task) (box|5).*{problem}"):
        task_from_row({**ADHOC, name: value})


def test_the_open_split_has_the_form_of_the_papers(open_tasks: list[ClassTask]) -> None:
    """All topics, and Table 5's dependencies or more: 14.1% standalone, 21.7% library, 65.5% field, 26.0% method."""
    topics = Counter(task.topic for task in open_tasks)
    assert topics.keys() == set(TOPICS) and min(topics.values()) >= 2
    assert [task.task_id for task in open_tasks] == [f"ClassEvalOpen_{number}" for number in range(len(open_tasks))]
    for task in open_tasks:
        assert task.sound and ClassTask.from_row(task.to_row()) == task
        assert all(len(method.test_classes) == 1 for method in task.methods_info), task.task_id
        assert task.class_test_classes == (f"{task.class_name}TestMain",)
    dependencies = [method.dependencies for task in open_tasks for method in task.methods_info]
    shares = [
        sum(bool(getattr(item, name)) for item in dependencies) / len(dependencies)
        for name in ("standalone", "lib_dependencies", "field_dependencies", "method_dependencies")
    ]
    assert shares[0] <= 0.241 and shares[1] == pytest.approx(0.217, abs=0.1)
    assert shares[2] >= 0.655 and shares[3] >= 0.260


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match=r"ClassEval_8.*classeval-hf install"):
        select_tasks(task_ids=["ClassEvalOpen_0", "ClassEval_8"])
    with pytest.raises(ValueError, match=r"'train'.*'open' and 'test'"):
        load_split("train")
    with pytest.raises(FileNotFoundError, match="--classeval-file"):
        load_split("test")


def test_broken_folder_is_named(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(task_folders(open_tasks_directory())[0], tmp_path / "copy"))
    (folder / "skeleton.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match=f"{folder}: expected exactly one class, found 0"):
        read_task_folder(folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "record 1: expected a JSON object, found a number"),
        ('{"task_id": "a"}\n{', "line 2 is not valid JSON"),
        ("[{]", "not valid JSON"),
        ('\n{"task_id": "a"}', "line 2: Task a lacks"),
    ],
)
def test_bad_task_file_names_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tasks.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_task_file(path)


def test_another_version_of_the_data_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ClassEval_data.json"
    path.write_text("[]")
    with pytest.raises(ValueError, match="SHA-256"):
        CLASSEVAL.store(path)
    assert CLASSEVAL.cached is None


@pytest.mark.classeval
def test_classeval_data(classeval_file: Path) -> None:
    tasks = read_classeval(classeval_file)
    assert len(tasks) == 100
    assert sum(len(task.methods_info) for task in tasks) == 410
    # The seven numbers of the paper's Table 3.
    assert [Counter(task.topic for task in tasks)[topic] for topic in TOPICS] == [27, 26, 16, 10, 9, 7, 5]
    unsound = {f"ClassEval_{number}" for number in (17, 35, 48, 50, 51, 52, 58)}
    assert {task.task_id for task in tasks if not task.sound} == unsound
    assert all(bool(task.unsound_reason) != task.sound for task in tasks)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PublicFile, Path]]:
    """ClassEval's data with a local server in place of the public repository; the file that it serves."""
    served = tmp_path / "served" / CLASSEVAL.repository / CLASSEVAL.commit / CLASSEVAL.path
    served.parent.mkdir(parents=True)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "served"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf_home"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield replace(CLASSEVAL, server=f"http://127.0.0.1:{server.server_port}"), served
        server.shutdown()


@pytest.mark.classeval
def test_download(repository: tuple[PublicFile, Path], classeval_file: Path) -> None:
    file, served = repository
    served.write_bytes(classeval_file.read_bytes())
    assert file.download() == CLASSEVAL.cached
    assert len(load_split("test")) == 100


def test_download_of_something_else_is_refused(repository: tuple[PublicFile, Path]) -> None:
    file, served = repository
    with pytest.raises(OSError, match="404"):
        file.download()
    served.write_text("[]")
    with pytest.raises(ValueError, match="SHA-256"):
        file.download()
    assert CLASSEVAL.cached is None
    assert not list(cache_directory().glob("*"))


@pytest.mark.classeval
def test_installed_data_is_found(classeval_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    CLASSEVAL.store(classeval_file)
    assert installed_splits() == ("test", "open")
    selected = select_tasks(task_ids=["ClassEval_8", "ClassEvalOpen_6"])
    assert [task.class_name for task in selected] == ["BankAccount", "MancalaBoard"]
    assert dataclasses.asdict(load_split("test")[8])["topic"] == "Management Systems"
    assert file_sha256(CLASSEVAL.cached or "") == CLASSEVAL.sha256


def test_a_file_names_the_row_whose_fields_are_of_another_type(tmp_path: Path) -> None:
    for suites, words in ((3, "a field is of another type than it must be: "), ("plus", "extra_suites has 'p'")):
        row = {**ADHOC, "task_id": "other", "extra_suites": suites}
        (tmp_path / "tasks.json").write_text(json.dumps([ADHOC, row]))
        with pytest.raises(ValueError, match=f"tasks.json, record 2: {words}"):
            read_task_file(tmp_path / "tasks.json")
