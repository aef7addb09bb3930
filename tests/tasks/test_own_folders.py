"""Task folders as a teacher writes them: with the least that they need, and with slips."""

import json
from pathlib import Path

import pytest
from counter_task import SKELETON, write_files
from recorded_samples import read_samples

from classeval_hf.classes.tasks.files import read_task_file, read_task_folder
from classeval_hf.classes.tasks.task_rows import complete_task
from classeval_hf.cli import main
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.projects.install.environments import library_imports
from classeval_hf.reports.runs import ScoringOptions, read_runs
from classeval_hf.runs.hand_ins import authors_in
from classeval_hf.runs.loading import labels_of_files, load_runs
from classeval_hf.runs.run_records import Decoding, RunArguments, RunRecord, write_run_record
from classeval_hf.task_quality.validation import validate_path

pytestmark = pytest.mark.usefixtures("shared_judges")

SOLUTION = """class Counter:
    def __init__(self) -> None: self.total = 0
    def add(self, number: int) -> int:
        self.total += number
        return self.total
"""
TESTS = """import unittest
from solution import Counter
class Numbers: first = 2
class CounterTestAdd(unittest.TestCase):
    def test_adds(self) -> None: self.assertEqual(Counter().add(Numbers.first), 2)
"""


def write_task(folder: Path, task_id: str, **files: str) -> Path:
    written = {"task.json": json.dumps({"task_id": task_id}), "skeleton.py": SKELETON, "solution.py": SOLUTION}
    return write_files(folder, {**written, "test_counter.py": TESTS, **files})


def test_the_least_that_a_task_needs(tmp_path: Path) -> None:
    """An id, and no word on topic and dependencies; helpers beside the tests are no test classes."""
    task = read_task_folder(write_task(tmp_path / "any name", "HumanEval/0"))
    assert (task.task_id, task.class_name, task.topic) == ("HumanEval/0", "Counter", "")
    assert task.test_classes == ("CounterTestAdd",)
    assert [method.test_classes for method in task.methods_info] == [("CounterTestAdd",)]
    assert task.methods_info[0].dependencies.standalone
    assert task.licence == "", "no word on it, so that reports do not show the reference"
    meta = json.dumps({"task_id": "counter", "licence": "MIT"})
    assert read_task_folder(write_task(tmp_path / "counter", "counter", **{"task.json": meta})).licence == "MIT"


@pytest.mark.usefixtures("consent")
def test_validate_and_score_take_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = tmp_path / "tasks"
    write_task(tasks / "one", "counter")
    write_task(tasks / "two", "HumanEval/0")
    report = validate_path(tasks)
    assert {problem.rule for problem in report.problems} == {"test-count", "field-tests", "class-tests"}
    files = {"counter/0.py": SOLUTION, "counter/1.py": SKELETON, "HumanEval_0/0.py": SOLUTION}
    write_files(tmp_path / "answers", files)
    output = tmp_path / "scores.json"
    arguments = ["--tasks-from", str(tasks), "--no-cache"]
    assert main(["score", str(tmp_path / "answers"), "-o", str(output), *arguments]) == 0
    (scores,) = json.loads(output.read_text()).values()
    assert scores["class_pass@1"] == 0.75
    assert main(["compare", str(tmp_path / "answers"), str(output), *arguments]) == 0
    assert "has changed" not in capsys.readouterr().err
    assert main(["validate", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.startswith("classeval-hf: error: There is no file or folder")


def test_slips_are_named(tmp_path: Path) -> None:
    for name, text, message in (
        ("task.json", "{}", 'task.json names no task: it needs at least {"task_id": "ID"}'),
        ("task.json", '{"task_id": "a", "methods": ["add"]}', "methods of task.json must be"),
        ("task.json", '{"task_id": "a", "topic": 3}', "task.json: topic is 3. Write it as a text."),
        ("task.json", '{"task_id": "a", "methods": {"add": {"field_dependencies": 3}}}', "task.json must be"),
        ("task.json", '{"task_id": "a", "methods": {"sub": {}}}', "has sub, which is not a method of the skeleton"),
        ("task.json", "{", "task.json is not valid JSON"),
        ("solution.py", "class Counter:\n    pass\n", "the solution lacks the method add of the skeleton"),
        ("skeleton.py", "total = 0\n", "expected exactly one class, found 0"),
        ("skeleton.py", "class Counter\n", "skeleton.py does not parse: "),
        ("test_counter.py", "import unittest\n\nclass\n", "invalid syntax"),
        ("test_counter.py", "class CounterTest(\n", "test_counter.py does not parse: "),
        (
            "test_counter.py",
            f"{TESTS}    def test_adds(self): pass\n",
            "counter define test_adds twice in CounterTestAdd",
        ),
        ("test_counter.py", TESTS + TESTS.partition("Counter\n")[2], "define Numbers twice"),
        ("test_counter.py", f"import solution\n{TESTS}", "but are given each sample's class by its name"),
        ("test_counter.py", f"from counter import Counter\n{TESTS}", "or leave it out"),
    ):
        folder = write_task(tmp_path / "counter", "counter", **{name: text})
        with pytest.raises(ValueError) as caught:
            read_task_file(tmp_path)
        assert str(folder) in str(caught.value) and message in str(caught.value)


def test_links_are_refused_by_name(tmp_path: Path) -> None:
    """What a text leads to may be a secret, which a model or a sample would be shown."""
    (tmp_path / "secret.py").write_text(SOLUTION)
    for name in ("task.json", "skeleton.py", "solution.py", "test_counter.py", "answers"):
        folder = write_task(tmp_path / name / "counter", "counter")
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(tmp_path / "plain" / name)
        write_task(tmp_path / "plain", "counter")
        with pytest.raises(UserError, match=f"{name} is a symbolic link, which is not followed: put a copy there"):
            read_task_folder(folder)
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "away").symlink_to(tmp_path / "plain")
    with pytest.raises(UserError, match="away is a symbolic link"):
        read_task_file(tmp_path / "tasks")
    (tmp_path / "own").symlink_to(tmp_path / "plain")  # which the user names
    assert read_task_file(tmp_path / "own")


DEEP = ("-" * 50_000 + "1", "1" + "+1" * 50_000, "x" + ".a" * 50_000, "not " * 20_000 + "1", "lambda:" * 3_000 + "1")


@pytest.mark.parametrize("deep", DEEP, ids=["-", "+", ".", "not", "lambda"])
def test_what_is_nested_too_deeply_is_named(deep: str, tmp_path: Path) -> None:
    for name, text in (("test_counter.py", TESTS), ("skeleton.py", SKELETON)):
        folder = write_task(tmp_path / name, "counter", **{name: f"{text}\nx = {deep}\n"})
        with pytest.raises(UserError, match="is nested too deeply to be read: divide it"):
            read_task_folder(folder)
    row = {"task_id": "a", "class_name": "Counter", "test": TESTS, "test_classes": ["CounterTest"]}
    for name, other in (("test", f"{TESTS}\nx = {deep}"), ("import_statement", ["import os", f"x = {deep}"])):
        with pytest.raises(UserError, match=r"a.*is nested too deeply to be read: divide it"):
            complete_task(ClassTask.from_row({**row, name: other}))
    (tmp_path / "a.py").write_text(f"import numpy\nx = {deep}")
    assert library_imports(tmp_path, ()) == ()


def test_what_editors_add_does_no_harm(tmp_path: Path) -> None:
    plain = read_task_folder(write_task(tmp_path / "plain", "counter"))
    tests = TESTS.replace("import Counter", "import *")
    for path in write_task(tmp_path / "other", "counter", **{"test_counter.py": tests}).iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_task_folder(tmp_path / "other") == plain
    (tmp_path / "other" / "skeleton.py").write_bytes(SKELETON.replace("Counts", "Zählt").encode("latin-1"))
    with pytest.raises(UserError, match=r"skeleton.py is not text in UTF-8: .* Save it in UTF-8"):
        read_task_folder(tmp_path / "other")


def test_one_id_is_of_one_task(tmp_path: Path) -> None:
    write_task(tmp_path / "one", "counter")
    write_task(tmp_path / "two", "counter")
    assert len(read_task_file(tmp_path)) == 2  # the same task twice does no harm
    (tmp_path / "two" / "solution.py").write_text(SOLUTION.replace("+= number", "+= number * 1"))
    for read in (read_task_file, validate_path):
        with pytest.raises(ValueError, match="gives the id 'counter' to two different tasks"):
            read(tmp_path)


def test_any_id_will_do(tmp_path: Path) -> None:
    row = {"task_id": "x y/ü", "class_name": "A", "test_classes": ["T"]}
    row["test"] = "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        A()\n"
    tasks, samples = tmp_path / "tasks.jsonl", tmp_path / "samples.jsonl"
    tasks.write_text(json.dumps(row))
    samples.write_text(json.dumps({"task_id": "x y/ü", "completion": "class A: pass"}))
    (task,) = read_task_file(tasks)
    assert read_samples(samples, {task.task_id}) == {"x y/ü": ["class A: pass"]}
    tasks.write_text(json.dumps({**row, "test_classes": ["Q"]}))
    with pytest.raises(
        ValueError, match=r"tasks\.jsonl, line 1: .*lists the test class Q, which its tests do not have"
    ):
        read_task_file(tasks)


@pytest.mark.usefixtures("consent")
def test_each_author_is_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file per author, of a single task: a line each, and never pass@2 over two people; reports read the same."""
    write_task(tmp_path / "tasks", "counter")
    answers = write_files(tmp_path / "answers", {"alice.py": SOLUTION, "bob.py": SKELETON})
    scores = tmp_path / "scores.json"
    named = ["--tasks-from", str(tmp_path / "tasks"), "--workers", "1"]
    assert main(["score", str(answers), *named, "-o", str(scores)]) == 0
    found = {Path(name).stem: of_author for name, of_author in json.loads(scores.read_text()).items()}
    assert {name: of_author["class_pass@1"] for name, of_author in found.items()} == {"alice": 1.0, "bob": 0.0}
    assert [of_author["n_samples"] for of_author in found.values()] == [1, 1]
    printed = capsys.readouterr().out
    assert "\nalice " in printed and "\nbob " in printed
    options = ScoringOptions(tasks_from=tmp_path / "tasks", completions=[answers])
    for given in (str(answers), str(scores)):
        runs = read_runs([given], options)
        assert [(run.label, run.value("class_pass@1"), run.note) for run in runs] == [("alice", 1, ""), ("bob", 0, "")]
    with pytest.raises(UserError, match="holds 2 authors, so the label 'class' is ambiguous"):
        read_runs([f"class={answers}"], options)


@pytest.mark.usefixtures("consent")
@pytest.mark.filterwarnings("ignore:.*(Left out|replaced|no author's|counted as failed)")
def test_no_file_stops_the_others_and_a_missing_task_counts(tmp_path: Path) -> None:
    """One has both tasks, one a single one, and others files that cannot be read or mean something else."""
    for task_id in ("counter", "meter"):
        write_task(tmp_path / "tasks" / task_id, task_id)
    answers = write_files(
        tmp_path / "answers",
        {f"{name}.py": SOLUTION for name in ("ada/counter", "ada/meter", "bob/counter", "carl/0", "dan/countr", "eve")}
        | {"fay/meter": "", "fay/counter.py": '{"cells": []}', "fay/more/meter.py": SOLUTION, "run.json": "{}"}
        | {"gus/meter.py": SOLUTION, "gus/more/meter.py": SOLUTION, "gus/utils.py": "", "hal/run.json": "{}"},
    )
    (answers / "ida").mkdir()
    (answers / "ida" / "meter.py").write_bytes(b"\xff\x00\xfe")
    (answers / "ida" / "counter.py.gz").write_bytes(b"no gzip")
    scores = tmp_path / "scores.json"
    named = ["--tasks-from", str(tmp_path / "tasks")]
    with pytest.warns(UserWarning) as warned:
        assert main(["score", str(answers), *named, "--workers", "1", "-o", str(scores)]) == 0
    found = {Path(name).stem: of_author for name, of_author in json.loads(scores.read_text()).items()}
    rates = {name: (of_author["class_pass@1"], of_author["n_tasks"]) for name, of_author in found.items()}
    expected = dict.fromkeys(("ada", "bob", "carl", "dan", "eve", "fay", "gus", "ida"), 0.0)
    assert rates == {
        name: (rate, 2) for name, rate in (expected | {"ada": 1.0, "bob": 0.5, "fay": 0.5, "gus": 0.5}).items()
    }
    said = str([str(warning.message) for warning in warned])
    for part in ("bob: counted as failed, since no file of it was read: meter.", "countr.py", "Did you mean counter?"):
        assert part in said
    options = ScoringOptions(tasks_from=tmp_path / "tasks", completions=[answers])
    for given in (str(answers), str(scores)):
        runs = read_runs([given], options)
        assert {run.label: (run.value("class_pass@1"), 2) for run in runs} == rates
        assert not [run.note for run in runs if run.note]


def test_a_folder_per_author_has_a_file_per_task_and_its_name_is_the_label(tmp_path: Path) -> None:
    """A point begins the end of a file's name alone: `j.doe` is no `j`. Line breaks are shown."""
    assert labels_of_files([Path("answers/al\nice.py"), Path("answers/bob.py")]) == ["al\u240aice", "bob"]
    for author in ("j.doe", "m.roe"):
        (tmp_path / "labels" / author).mkdir(parents=True)
    paths = [tmp_path / "labels" / name for name in ("j.doe", "m.roe", "k.jsonl")]
    assert labels_of_files(paths) == ["j.doe", "m.roe", "k"]
    tmp_path = tmp_path / "answers"
    write_files(tmp_path, {f"{author}/HumanEval_0.py": f"# {author}" for author in ("alice", "bob")})
    ids = ["HumanEval/0", "counter"]
    alice, bob = tmp_path / "alice", tmp_path / "bob"

    def paths(folder: Path, task_ids: list[str] = ids) -> list[Path]:
        return [author.path for author in authors_in(folder, task_ids)]

    assert paths(tmp_path) == [alice, bob]
    assert read_samples(alice, ids) == {"HumanEval/0": ["# alice"]}
    assert read_samples(bob, ids) == {"HumanEval/0": ["# bob"]}
    assert paths(alice) == [], "one author's own folder"
    (tmp_path / "carol.py").write_text("", encoding="utf-8")
    assert paths(tmp_path) == [alice, bob, tmp_path / "carol.py"]
    with pytest.raises(UserError, match=r"carol.py does not state which of 2 tasks it is for"):
        read_samples(tmp_path / "carol.py", ids)
    (tmp_path / "carol.py").unlink()
    (tmp_path / "erik.txt").write_text("", encoding="utf-8")
    (tmp_path / "fritz").symlink_to(alice)
    with pytest.warns(UserWarning, match=r"left out, not named for an author .*: erik.txt\."):
        authors = authors_in(tmp_path, ids)
    assert {author.path: author.left_out for author in authors} == {
        **{alice: [], bob: []},
        tmp_path / "fritz": ["fritz is a link, which is not followed."],
    }
    numbered = write_files(tmp_path / "numbered", {"counter/0.py": SOLUTION})
    assert paths(numbered, ["counter"]) == [], "numbered samples are of one run"
    (numbered / "1.py").write_text(SOLUTION, encoding="utf-8")
    with pytest.raises(UserError, match="in a folder of authors, whose names are not numbers"):
        read_samples(numbered, ["counter"])


@pytest.mark.usefixtures("consent")
def test_a_runs_folder_and_its_samples_give_the_same_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "runs" / "mine"
    write_task(tmp_path / "tasks", "counter")
    sample = {"task_id": "counter", "sample": 0, "strategy": "holistic", "completion": SOLUTION, "steps": []}
    write_files(run, {"samples.jsonl": json.dumps(sample) + "\n"})
    arguments = RunArguments("org/model", "tasks", "holistic", Decoding(greedy=True, n_samples=1))
    write_run_record(run / "run.json", RunRecord(arguments))
    read = []
    for number, given in enumerate((run, run / "samples.jsonl")):
        scores = tmp_path / f"{number}.json"
        assert main(["score", str(given), "--tasks-from", str(tmp_path / "tasks"), "-o", str(scores)]) == 0
        (found,) = load_runs([str(scores)], [run])
        assert found.samples and not found.note, found
        (alone,) = load_runs([str(scores)], [run / "samples.jsonl"])
        read.append((*json.loads(scores.read_text()), found.label, found.record, found.samples, alone.samples))
    assert read[0] == read[1] and read[0][1] == "org/model, holistic, greedy"
