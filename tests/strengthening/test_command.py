"""`classeval-hf strengthen`, end to end on a folder with one task."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from account_task import ACCOUNT_FILES, write_account_folder
from slow_and_full import one_in

from classeval_hf.cli import main
from classeval_hf.strengthening.pipeline import Options

FEW = ["--mutations", "4", "--mutants", "4", "--max-tests", "30", "--cover", "3"]
FILES = {"contracts.json", "recipes.json", "report.json", "report.md", "review.jsonl", "suites.jsonl", "tasks"}


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The task `account`, and the same again by another name."""
    folder = write_account_folder(tmp_path_factory.mktemp("tasks"))
    shutil.copytree(folder / "account", folder / "second")
    meta = json.loads(ACCOUNT_FILES["task.json"]) | {"task_id": "second"}
    (folder / "second" / "task.json").write_text(json.dumps(meta))
    return folder


def strengthen(tasks: Path, output: Path, *options: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        return main(["strengthen", str(tasks), "-o", str(output), *FEW, *options])


@pytest.fixture(scope="module")
def done(tasks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run; tests that change it copy it."""
    output = tmp_path_factory.mktemp("output") / "deep" / "plus"
    assert strengthen(tasks, output) == 0
    return output


@pytest.fixture
def copy(done: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(done, tmp_path / "plus"))


def results(output: Path) -> dict[str, bytes]:
    """The files but those that hold how long it took."""
    names = ("suites.jsonl", "recipes.json", "contracts.json", "review.jsonl")
    return {name: (output / name).read_bytes() for name in names}


def suite(output: Path, task_id: str = "account") -> str:
    rows = map(json.loads, (output / "suites.jsonl").read_text().splitlines())
    (source,) = (row["suite"]["source"] for row in rows if row["task_id"] == task_id)
    return str(source)


def states(output: Path) -> dict[str, int]:
    """The state files, with when they were written; copies differ from one another."""
    return {file.name: file.stat().st_mtime_ns for file in (output / "tasks").iterdir()}


def test_files(done: Path) -> None:
    """Suites, recipes, contracts and reports are written, and agree with one another."""
    assert {path.name for path in done.iterdir()} == FILES
    row, second = map(json.loads, (done / "suites.jsonl").read_text().splitlines())
    recipes = json.loads((done / "recipes.json").read_text())["tasks"]
    report = json.loads((done / "report.json").read_text())
    assert (row["task_id"], second["task_id"]) == ("account", "second")
    assert row["suite"]["source"] != second["suite"]["source"]  # each task has choices of its own
    assert row["tests_hash"] == recipes["account"]["tests_hash"]
    assert set(row["why"]) == {f"test_{test['test']}" for test in recipes["account"]["tests"]}
    assert all(f"def {name}(self):" in row["suite"]["source"] for name in row["why"])
    tests = {task_id: len(recipe["tests"]) for task_id, recipe in recipes.items()}
    assert {task_id: figures["tests"] for task_id, figures in report["tasks"].items()} == tests
    assert report["totals"]["tests"] == sum(tests.values()) > 2 and report["options"]["mutations"] == 4
    assert list(json.loads((done / "contracts.json").read_text())) == ["account", "second"]
    assert (done / "review.jsonl").read_text() == ""
    text = (done / "report.md").read_text()
    assert f"{sum(tests.values())} tests for 2 of 2 tasks, from 18 call sequences of 18 tests." in text
    killed = report["totals"]["mutants_killed_by_plus"]
    assert f"{killed} of {report['totals']['mutants']}" in text


def test_second_run_does_nothing(tasks: Path, copy: Path) -> None:
    before, report, kept = results(copy), (copy / "report.json").read_bytes(), states(copy)
    assert strengthen(tasks, copy) == 0
    assert (results(copy), (copy / "report.json").read_bytes(), states(copy)) == (before, report, kept)


@pytest.mark.parametrize("damaged", one_in(3, ['{{"made_with": {}}}', "[]", "{{"]))
def test_continued(damaged: str, tasks: Path, copy: Path, done: Path) -> None:
    """A state file that cannot be read is made again, and nothing else is."""
    file = min((copy / "tasks").iterdir())
    file.write_text(damaged.format(json.dumps(json.loads(file.read_text())["made_with"])))
    (copy / "contracts.json").unlink()
    before = states(copy)
    assert strengthen(tasks, copy) == 0 and results(copy) == results(done)
    assert {name for name, written in states(copy).items() if written != before[name]} == {file.name}


@pytest.mark.full
def test_other_options(tasks: Path, copy: Path, done: Path) -> None:
    """Another option makes it again; without anything to keep, nothing is reduced."""
    before = states(copy)
    assert strengthen(tasks, copy, "--keep") == 0
    assert all(written != before[name] for name, written in states(copy).items())
    figures = json.loads((copy / "report.json").read_text())["tasks"]["account"]
    assert figures["tests"] == figures["tests_before_reduction"]
    assert suite(copy).count("def test_") > suite(done).count("def test_") and strengthen(tasks, copy) == 0
    assert results(copy) == results(done)


@pytest.mark.slow
def test_edited_contract(tasks: Path, copy: Path, done: Path) -> None:
    """A contract that an author edited decides, also in later runs; without it, it is inferred again."""
    contracts = json.loads((copy / "contracts.json").read_text())
    del contracts["account"]["methods"]["deposit"]
    (copy / "contracts.json").write_text(json.dumps(contracts))
    assert ".deposit(" in suite(done) and strengthen(tasks, copy) == 0
    edited = results(copy), states(copy)
    assert ".deposit(" not in suite(copy) and json.loads((copy / "contracts.json").read_text()) == contracts
    assert strengthen(tasks, copy) == 0 and (results(copy), states(copy)) == edited
    (copy / "contracts.json").unlink()
    assert strengthen(tasks, copy) == 0 and results(copy) == results(done)


@pytest.mark.slow
def test_task_that_changed(tasks: Path, copy: Path, done: Path, tmp_path: Path) -> None:
    """Where the tests of a task changed and its contract was not edited, it is inferred again."""
    changed = Path(shutil.copytree(tasks, tmp_path / "changed"))
    test = changed / "account" / "test_account.py"
    test.write_text(ACCOUNT_FILES["test_account.py"].replace('Account("Bob", 200)', 'Account("Robert", 90_000)'))
    assert strengthen(changed, copy) == strengthen(changed, tmp_path / "fresh") == 0
    assert results(copy) == results(tmp_path / "fresh")
    assert results(copy)["contracts.json"] != results(done)["contracts.json"]


def test_contracts_that_stay(tasks: Path, copy: Path, done: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contracts = json.loads((copy / "contracts.json").read_text())
    contracts["other"] = {**contracts["account"], "class_name": "Other"}
    (copy / "contracts.json").write_text(json.dumps(contracts))
    assert strengthen(tasks, copy, "--task-ids", "account") == 0
    assert json.loads((copy / "contracts.json").read_text()) == contracts and suite(copy) == suite(done)
    for text, message in [
        ("{", "contracts.json cannot be read"),
        ("[]", "contracts.json cannot be read: it holds no object. Correct it, or remove it"),
        ('{"account": {"class_name": "Account", "method": {}}}', "the key 'method' is unknown"),
    ]:
        (copy / "contracts.json").write_text(text)
        assert strengthen(tasks, copy) != 0 and message in capsys.readouterr().err
        assert (copy / "contracts.json").read_text() == text


def test_bad_options(tasks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options, message in [
        ("--mutations 0", "--mutations must be at least 1, not 0"),
        ("--max-tests -1", "--max-tests must be at least 1, not -1"),
        ("--cover 0", "--cover must be at least 1"),
        ("--task-ids other", "Unknown task 'other' in"),
        ("--solutions samples.jsonl", "--solutions samples.jsonl: write it as FAMILY=FILE"),
        ("--solutions =samples.jsonl", "write it as FAMILY=FILE"),
        ("--solutions a=missing.jsonl", "missing.jsonl"),
        ("--ledger missing.csv", "missing.csv"),
        ("--isolation T9", "T9"),
    ]:
        assert strengthen(tasks, tmp_path / "plus", *options.split()) == 2 and message in capsys.readouterr().err
        assert not list(tmp_path.glob("plus/*.*"))
    (tmp_path / "empty").mkdir()
    for name in ("empty", "missing.jsonl"):
        assert strengthen(tmp_path / name, tmp_path / "plus") != 0 and name in capsys.readouterr().err


def test_without_consent_nothing_is_run(tasks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strengthen", str(tasks), "-o", str(tmp_path / "out")]) == 2
    assert "HF_ALLOW_CODE_EVAL" in capsys.readouterr().err and not (tmp_path / "out").exists()


@pytest.mark.slow
def test_solutions(tasks: Path, tmp_path: Path, done: Path) -> None:
    """A wrong sample that passes the base tests is killed, with other families on the side of the reference."""
    right = ACCOUNT_FILES["solution.py"]
    wrong, given = right.replace("amount > self.balance", "amount >= self.balance"), []
    for family, text in [("a", wrong), ("b", right), ("c", right)]:
        file = tmp_path / f"{family}.jsonl"
        file.write_text(json.dumps({"task_id": "account", "completion": f"```python\n{text}```\n"}) + "\n")
        given += ["--solutions", f"{family}={file}"]
    many = ["--mutations", "12", "--max-tests", "200", "--task-ids", "account"]
    assert strengthen(tasks, tmp_path / "plus", *given, *many) == 0
    figures = json.loads((tmp_path / "plus" / "report.json").read_text())["tasks"]["account"]
    assert (figures["solutions"], figures["plausible_solutions"], figures["plausible_solutions_killed"]) == (3, 3, 1)
    review = tmp_path / "alone" / "review.jsonl"
    assert strengthen(tasks, review.parent, *given[:2], *many) == 0
    reviewed = [json.loads(line) for line in review.read_text().splitlines()]
    assert reviewed and all("a, a.jsonl, 0 fails it" in row["reason"] for row in reviewed)
    ledger = tmp_path / "ledger.csv"
    rows = [f"account,{row['test']},keep,the docstring says so" for row in reviewed]
    ledger.write_text("\n".join(["task_id,test,verdict,reason", *rows]) + "\n")
    assert strengthen(tasks, review.parent, *given[:2], *many, "--ledger", str(ledger)) == 0
    assert review.read_text() == "" and any(f"test_{row['test']}" in suite(review.parent) for row in reviewed)


def command(tasks: Path, output: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "classeval_hf", "strengthen", str(tasks), "-o", str(output), *FEW],
        env={**os.environ, "HF_ALLOW_CODE_EVAL": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.full
@pytest.mark.parametrize("seed", ["1", "2"])
def test_same_bytes_in_every_process(seed: str, tasks: Path, tmp_path: Path, done: Path) -> None:
    """Fresh runs give the same to the byte, whatever seed of hashing they have: here one has this process's own."""
    process = command(tasks, tmp_path / "plus", PYTHONHASHSEED=seed)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    assert results(tmp_path / "plus") == results(done)


@pytest.mark.full
def test_killed(tasks: Path, tmp_path: Path, done: Path) -> None:
    output = tmp_path / "plus"
    process = command(tasks, output)
    while process.poll() is None and not list(output.glob("tasks/*.json")):
        time.sleep(0.02)
    process.kill()
    process.communicate()
    first = states(output)
    assert first and strengthen(tasks, output) == 0 and {name: states(output)[name] for name in first} == first
    assert results(output) == results(done)


def test_defaults() -> None:
    defaults = Options()
    assert (defaults.seed, defaults.mutations, defaults.seconds) == (0, 500, 60)
    assert (defaults.steps, defaults.max_tests) == (5, 2000)
    assert (defaults.mutants, defaults.cover, defaults.least_families) == (200, 8, 2)
