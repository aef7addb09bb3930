"""Rows and files of tasks, and suites and libraries of tasks, and the split `open` with those who solved it blind."""

import dataclasses
import functools
import http.server
import importlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from places import ROOT
from shelf_task import LONE, SHELF, SUITE, WHY, suite_row, write_suites

from classeval_hf.classes.family import ClassFamily
from classeval_hf.classes.tasks.files import (
    CLASSEVAL,
    OPEN_TASKS,
    plus_of,
    plus_path,
    read_classeval,
    read_suites,
    read_task_file,
    read_task_folder,
    task_folders,
    with_suites,
)
from classeval_hf.classes.tasks.libraries import (
    MissingLibrariesError,
    imported_modules,
    missing_modules,
    require_libraries,
)
from classeval_hf.classes.tasks.task_rows import task_from_row
from classeval_hf.core.downloads import PublicFile, file_sha256
from classeval_hf.core.errors import UserError
from classeval_hf.core.files import cache_directory
from classeval_hf.core.tasks import BASE, DIFFICULTIES, TOPICS, ClassTask
from classeval_hf.engine.judge import Judge
from classeval_hf.sandbox.tiers import Limits, Tier
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.splits import installed_splits, load_split, select_tasks, strengthened

TESTS = (
    "import unittest\nclass BoxTestSize(unittest.TestCase):\n    def test_1(self): self.assertEqual(Box().size(), 0)\n"
)
BOX = {"task_id": "box", "class_name": "Box", "test": TESTS, "test_classes": ["BoxTestSize"]}
ADHOC = {**BOX, "import_statement": []}


def test_adhoc_task_counts_its_test_classes_as_methods_and_missing_keys_are_named() -> None:
    assert [method.test_classes for method in task_from_row(ADHOC).methods_info] == [("BoxTestSize",)]
    for name in BOX:
        with pytest.raises(ValueError, match=f"lacks {name}"):
            task_from_row({key: value for key, value in ADHOC.items() if key != name})


def test_fields_of_another_form_are_named() -> None:
    for name, value, problem in (
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
        ("import_statement", ["import os", "imp ort"], "import_statement does not parse: invalid syntax, 'imp ort'"),
    ):
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
    kinds = ("standalone", "lib_dependencies", "field_dependencies", "method_dependencies")
    shares = [sum(bool(getattr(item, name)) for item in dependencies) / len(dependencies) for name in kinds]
    assert shares[0] <= 0.241 and shares[1] == pytest.approx(0.217, abs=0.1)
    assert shares[2] >= 0.655 and shares[3] >= 0.260


def test_what_there_is_not_and_a_broken_folder_are_named(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS[0], tmp_path / "copy"))
    (folder / "skeleton.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match=f"{folder}: expected exactly one class, found 0"):
        read_task_folder(folder)
    with pytest.raises(ValueError, match=r"ClassEval_8.*classeval-hf install"):
        select_tasks(task_ids=["ClassEvalOpen_0", "ClassEval_8"])
    with pytest.raises(ValueError, match=r"'train': there are test, open"):
        load_split("train")
    with pytest.raises(FileNotFoundError, match="--classeval-file"):
        load_split("test")


def test_bad_task_file_names_the_place(tmp_path: Path) -> None:
    for text, message in (
        ("[1]", "record 1: expected a JSON object, found a number"),
        ('{"task_id": "a"}\n{', "line 2 is not valid JSON"),
        ("[{]", "not valid JSON"),
        ('\n{"task_id": "a"}', "line 2: Task a lacks"),
        (
            json.dumps([ADHOC, {**ADHOC, "extra_suites": 3}]),
            "tasks.json, record 2: a field has a wrong type: ",
        ),
        (json.dumps([ADHOC, {**ADHOC, "extra_suites": "plus"}]), "tasks.json, record 2: extra_suites has 'p'"),
    ):
        path = tmp_path / "tasks.json"
        path.write_text(text)
        with pytest.raises(ValueError, match=message):
            read_task_file(path)


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


def test_download_of_something_else_is_refused(repository: tuple[PublicFile, Path]) -> None:
    file, served = repository
    with pytest.raises(OSError, match="404"):
        file.download()
    served.write_text("[]")
    for take in (file.download, lambda: CLASSEVAL.store(served)):
        with pytest.raises(ValueError, match="SHA-256"):
            take()
    assert CLASSEVAL.cached is None
    assert not list(cache_directory().glob("*"))


@pytest.mark.classeval
def test_downloaded_and_installed_data_are_found(repository: tuple[PublicFile, Path], classeval_file: Path) -> None:
    file, served = repository
    served.write_bytes(classeval_file.read_bytes())
    assert file.download() == CLASSEVAL.cached
    assert len(load_split("test")) == 100
    (CLASSEVAL.cached or served).unlink()
    CLASSEVAL.store(classeval_file)
    assert installed_splits() == ("test", "open")
    selected = select_tasks(task_ids=["ClassEval_8", "ClassEvalOpen_6"])
    assert [task.class_name for task in selected] == ["BankAccount", "MancalaBoard"]
    assert dataclasses.asdict(load_split("test")[8])["topic"] == "Management Systems"
    assert file_sha256(CLASSEVAL.cached or "") == CLASSEVAL.sha256


OPEN_SPLIT = runpy.run_path(str(ROOT / "benchmarks" / "open_split.py"))
read_open_tasks = functools.cache(OPEN_SPLIT["read_open_tasks"])
FOLDERS = task_folders(OPEN_TASKS)


def test_each_third_has_a_difficulty(open_tasks: list[ClassTask]) -> None:
    counts = Counter(task.difficulty for task in open_tasks)
    assert set(counts) == set(DIFFICULTIES)
    assert max(counts.values()) - min(counts.values()) <= 1
    wanted = OPEN_SPLIT["difficulties"](read_open_tasks())
    assert {task.task_id: task.difficulty for task in open_tasks} == wanted, "python benchmarks/open_split.py --write"


def test_each_file_of_a_task_has_its_canary_and_no_text_that_is_shown_does(open_tasks: list[ClassTask]) -> None:
    canaries = {task.canary for task in open_tasks}
    assert len(canaries) == len(open_tasks)
    for folder in FOLDERS:
        canary = json.loads((folder / "task.json").read_text(encoding="utf-8"))["canary"]
        assert re.fullmatch(rf"classeval-hf open {folder.name} [0-9a-f-]{{36}}", canary) and canary in canaries
        for file in folder.glob("*.py"):
            assert file.read_text(encoding="utf-8").startswith(f"# canary: {canary}\n"), file
    for task in open_tasks:
        row = task.to_row()
        assert task.canary == row.pop("canary")
        assert "canary" not in json.dumps(row), task.task_id


def test_a_task_is_read_when_it_is_asked_for_first() -> None:
    """So that a file of few samples waits for few; what is asked of ids alone reads none."""
    script = (
        "import sys\nfrom classeval_hf.tasks.splits import known_tasks, split_with\nopened = []\n"
        "sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == 'open' else None)\n"
        "known = known_tasks('open')\n"
        "assert len(known) == 100 and 'ClassEvalOpen_7' in known and 'ClassEvalOpen_100' not in known\n"
        "assert split_with('ClassEvalOpen_99') == 'open' and not split_with('ClassEvalOpen_100')\n"
        "assert not [path for path in opened if path.endswith('solution.py')]\n"
        "assert known['ClassEvalOpen_7'].task_id == 'ClassEvalOpen_7'\n"
        "print(len([path for path in opened if path.endswith('solution.py')]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_a_canary_changes_no_task_and_writing_difficulties_no_more_than_is_missing(tmp_path: Path) -> None:
    (tmp_path / "without").mkdir()
    for file in FOLDERS[0].iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            (tmp_path / "without" / file.name).write_text(re.sub(r"^# canary: .*\n+", "", text), encoding="utf-8")
    task, without = read_task_folder(FOLDERS[0]), read_task_folder(tmp_path / "without")
    assert "# canary" not in (tmp_path / "without" / "solution.py").read_text(encoding="utf-8")
    assert (task.skeleton, task.solution_code, task.test) == (without.skeleton, without.solution_code, without.test)
    assert task.tests_hash() == without.tests_hash()
    items = [(item, tmp_path / item.folder.name) for item in read_open_tasks()]
    copies = [replace(item, folder=Path(shutil.copytree(item.folder, folder))) for item, folder in items]
    before = {file: file.read_bytes() for item in copies for file in item.folder.glob("*.*")}
    OPEN_SPLIT["write_difficulties"](copies)
    assert {file: file.read_bytes() for file in before} == before
    first = copies[0]
    for file in first.folder.glob("*.*"):
        file.write_text(re.sub(r".*canary.*\n+", "", file.read_text(encoding="utf-8")), encoding="utf-8")
    OPEN_SPLIT["write_difficulties"]([replace(first, task=replace(first.task, canary="")), *copies[1:]])
    assert re.fullmatch(rf"classeval-hf open {first.folder.name} .{{36}}", read_task_folder(first.folder).canary)
    assert all(b"# canary: " in file.read_bytes() for file in first.folder.glob("*.py"))


@pytest.mark.full
def test_blind_solutions(open_tasks: list[ClassTask], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task has two blind solutions or more; of three of four tasks the last one is run alone."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    attempts = {item.task.task_id: list(item.attempts) for item in read_open_tasks()}
    assert set(attempts) == {task.task_id for task in open_tasks}
    assert all(len(of_task) >= 2 for of_task in attempts.values())
    for number, task in enumerate(open_tasks):
        if number % 4:
            del attempts[task.task_id][:-1]
    completions = [[attempt.source for attempt in attempts[task.task_id]] for task in open_tasks]
    with pytest.warns(UserWarning, match="25 tasks with an unusual number of samples"):
        scores = compute_scores(completions, open_tasks, progress=False, k=[1], num_workers=os.cpu_count())
    for task in open_tasks:
        for attempt, result in zip(attempts[task.task_id], scores["results"][task.task_id], strict=True):
            assert result["class_passed"] is (attempt.outcome == "pass"), attempt
            assert result["class_passed"] or attempt.decision, attempt


def task_of(source: str, **fields: str) -> ClassTask:
    return ClassTask("t", "Box", source, ("BoxTest",), **fields)


def test_imports_are_found_however_they_are_written() -> None:
    for source, found in (
        ("import os, sys as s; from json import *\nfrom os.path import (\n    join)\nimport numbers # x\n", ()),
        ("'''\nimport numpy\n'''\ntext = 'from numpy import mat'  # import numpy\n", ()),
        ("import os; import numpy.random\n", ("numpy.random",)),
        *((f"{source}\n", ("numpy",)) for source in ("import os, numpy as np", "import os, \\\n  numpy")),
        *((f"{start}from numpy import (\n    mat)\n", ("numpy",)) for start in ("", "import os; ")),
        *((f"from \\{end}  numpy import os{end}", ("numpy",)) for end in ("\n", "\r\n")),
        ("def f():\n    try:\n        import numpy\n    except ImportError: import json\n", ("numpy",)),
        ("from . import numpy\nfrom .numpy import os\n", ()),
    ):
        assert imported_modules(task_of(source)) == found


def test_tests_that_cannot_be_loaded_stop_the_run_where_no_reference_tells() -> None:
    for source, missing in (
        ("import nosuchlib_x.part\n", ["nosuchlib_x"]),
        ("class BoxTest:\n    from nosuchlib_x import y\n", ["nosuchlib_x"]),
        ("try:\n    import nosuchlib_x\nexcept KeyError:\n    pass\n", ["nosuchlib_x"]),
        ("try:\n    import nosuchlib_x\nexcept (KeyError, ImportError):\n    import nosuchlib_y\n", []),
        ("try:\n    import nosuchlib_x\nexcept:\n    pass\n", []),
        ("def test():\n    import nosuchlib_x\n", []),
        ("if False:\n    import nosuchlib_x\n", []),
    ):
        assert [module for _, module in missing_modules([task_of(source)])] == missing
        require_libraries([task_of(source, solution_code="class Box: pass\n")])  # its runs tell


@pytest.mark.usefixtures("consent")
def test_a_task_whose_tests_cannot_be_loaded_is_unsound_if_that_is_allowed() -> None:
    task = task_from_row({**ADHOC, "task_id": "t", "test": f"import nosuchlib_x\n{TESTS}"})
    words = "no reference or sample that needs them can pass: t. Install them:\n    pip install nosuchlib_x"
    with pytest.raises(MissingLibrariesError, match=words), Judge(progress=False) as judge:
        judge.judge([task], [["class Box: pass"]])
    with Judge(progress=False, allow_missing_libraries=True) as judge:
        assert judge.soundness([task])["t"].cause == "a library is missing: nosuchlib_x is not installed"


def test_what_is_written_is_read_and_refused_where_it_is_for_other_tests(tmp_path: Path) -> None:
    folder = write_suites(tmp_path / "made")
    found = read_suites(folder)
    assert found == read_suites(folder / "suites.jsonl")
    assert found["shelf"].suite == SUITE and found["shelf"].why == WHY
    shelf, lone = with_suites([SHELF, LONE], found)
    assert shelf.suite("plus").source == SUITE.source and shelf.tests_hash() == SHELF.tests_hash()
    assert lone is LONE
    assert with_suites([shelf], found) == [shelf], "tests that it has already are not given twice"
    changed = replace(SHELF, test=SHELF.test.replace("tin", "box"))
    with pytest.raises(ValueError, match="strengthened tests of task shelf were made for other tests than it has"):
        with_suites([changed], found)
    other = replace(SHELF, extra_suites=(replace(SUITE, source=SUITE.source.replace("jar", "pot")),))
    with pytest.raises(ValueError, match="Task shelf already has strengthened tests, which differ"):
        with_suites([other], found)
    unfit = read_suites(write_suites(tmp_path, suite_row(suite={**SUITE.to_row(), "test_classes": ["Absent"]})))
    with pytest.raises(ValueError, match="Task shelf lists the test class Absent"):
        with_suites([SHELF], unfit)


def test_what_is_no_suite_is_named_by_its_line(tmp_path: Path) -> None:
    for change, message in (
        ({"task_id": 3}, r"got `int` - at `\$.task_id`"),
        ({"task_id": ""}, r"of length >= 1 - at `\$.task_id`"),
        ({"tests_hash": "abc"}, r"matching regex .* - at `\$.tests_hash`"),
        ({"suite": "tests"}, r"Expected `object`, got `str` - at `\$.suite`"),
        ({"name": "hard"}, "the suite of task shelf is not named 'plus'"),
        ({"source": 1}, r"got `int` - at `\$.suite.source`"),
        ({"test_classes": "A"}, r"got `str` - at `\$.suite.test_classes`"),
        ({"methods": {"put": [1]}}, r"got `int` - at `\$.suite.methods"),
        ({"methods": ["put"]}, r"got `array` - at `\$.suite.methods`"),
        ({"why": {"test": 1}}, r"got `int` - at `\$.why"),
        ({}, "task shelf has a suite already"),
        (None, "Expected `object`, got `array`"),
    ):
        row: Any = suite_row()
        for name, value in (change or {}).items():
            (row if name in row else row["suite"])[name] = value
        with pytest.raises(ValueError, match=rf"suites.jsonl, line 2: .*{message}"):
            read_suites(write_suites(tmp_path, suite_row(), [] if change is None else row))


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no strengthened tests at .*`classeval-hf strengthen`"):
        read_suites(tmp_path)
    file = tmp_path / "suites.jsonl"
    for content, message in (
        (b"", "holds no suite"),
        (b'{"task_id": \xff}\n', r"line 1: it is not valid JSON .*\. Run `classeval-hf strengthen` again\.$"),
        (b"[" * 100_000 + b"\n", "line 1: "),
        (b" " * (9 << 20), "line 1: it is longer than 8 MiB"),
    ):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=message):
            read_suites(file)


@pytest.mark.usefixtures("hf_home")
def test_strengthened_tests_of_splits(open_tasks: list[ClassTask], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of `test` lie with the installed data; what is not there is an error that says how to get it."""
    with pytest.raises(FileNotFoundError, match="split 'test' are not installed: `classeval-hf install --plus`"):
        plus_of("test")
    with pytest.raises(ValueError, match="'own' has no strengthened tests: 'test' and 'open' have"):
        plus_of("own")
    task = replace(SHELF, task_id="ClassEval_3")
    with pytest.raises(FileNotFoundError, match="install --plus"):
        strengthened([task])
    assert plus_path("test").parent == cache_directory()
    cache_directory().mkdir(parents=True, exist_ok=True)
    plus_path("test").write_text(json.dumps(suite_row(task)) + "\n")
    other = replace(task, task_id="ClassEval_4")
    found = strengthened([task, other, LONE])
    assert ["plus" in item.suites for item in found] == [True, False, False] and strengthened(found) == found


def test_rows_of_a_data_frame_are_rows(open_tasks: list[ClassTask]) -> None:
    """Whose lists are arrays, those within methods too."""

    def as_frames_have_it(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: as_frames_have_it(item) for key, item in value.items()}
        return np.array([*map(as_frames_have_it, value)], dtype=object) if isinstance(value, list) else value

    for task in open_tasks[:2]:
        row = as_frames_have_it(task.to_row())
        assert isinstance(row["test_classes"], np.ndarray) and task_from_row(row) == task_from_row(task.to_row())


def test_a_parquet_file_that_unpacks_to_much_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it says so, or has a long text once for many rows."""
    parquet, pyarrow = (importlib.import_module(name) for name in ("pyarrow.parquet", "pyarrow"))
    rows = [{**ADHOC, "task_id": str(number), "topic": "a" * 200_000} for number in range(20)]
    file = tmp_path / "tasks.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    assert file.stat().st_size < 100_000 and len(read_task_file(file)) == 20
    for limit in (1 << 21, 1 << 10):
        monkeypatch.setattr("classeval_hf.core.files.MAX_DOCUMENT_BYTES", limit)
        with pytest.raises(UserError, match=r"tasks.parquet unpacks to more than"):
            read_task_file(file)


def test_tests_that_are_nested_too_deeply_are_named() -> None:
    in_force = SimpleNamespace(tier=Tier.T1)
    executor = SimpleNamespace(limits=Limits(), isolation_in_force=in_force, allow_libraries=())
    deep = ["+".join(["1"] * 3000), "x" + ".a" * 1500, "-" * 3000 + "1", "f" + "()" * 2000, "(" * 300 + ")" * 300]
    for expression in (*deep, "0\n" + "        if 1: pass\n" + "        elif 1: pass\n" * 3000 + "        (1"):
        tests = TESTS.replace(" self.", "\n        self.").replace("0)", f"{expression})")
        with pytest.raises(UserError, match=r"(task|Task) box.*(too deeply|do not parse)"):
            ClassFamily().prepare(task_from_row({**ADHOC, "test": tests}), BASE, cast(Any, executor))
