"""Files of strengthened tests: what is read of them, and which tasks take them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shelf_task import LONE, SHELF, SUITE, WHY, suite_row, write_suites

from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.core.tasks import ClassTask
from classeval_hf.scoring.strengthened import strengthened
from classeval_hf.tasks.plus_suites import plus_of, plus_path, read_suites, with_suites


def of_suite(**changes: Any) -> dict[str, Any]:
    """A line whose suite is changed."""
    return suite_row(suite={**SUITE.to_row(), **changes})


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """By the file or its folder; a task gets its suite, the others stay as they are."""
    folder = write_suites(tmp_path / "made")
    found = read_suites(folder)
    assert found == read_suites(folder / "suites.jsonl")
    assert found["shelf"].suite == SUITE and found["shelf"].why == WHY
    shelf, lone = with_suites([SHELF, LONE], found)
    assert shelf.suite("plus").source == SUITE.source and shelf.tests_hash() == SHELF.tests_hash()
    assert lone is LONE
    assert with_suites([shelf], found) == [shelf], "tests that it has already are not given twice"


def test_a_suite_for_other_tests_is_refused(tmp_path: Path) -> None:
    found = read_suites(write_suites(tmp_path))
    changed = replace(SHELF, test=SHELF.test.replace("tin", "box"))
    with pytest.raises(ValueError, match="strengthened tests of task shelf were made for other tests than it has"):
        with_suites([changed], found)
    other = replace(SHELF, extra_suites=(replace(SUITE, source=SUITE.source.replace("jar", "pot")),))
    with pytest.raises(ValueError, match="Task shelf has strengthened tests already, and other ones"):
        with_suites([other], found)
    unfit = read_suites(write_suites(tmp_path, of_suite(test_classes=["Absent"])))
    with pytest.raises(ValueError, match="Task shelf lists the test class Absent"):
        with_suites([SHELF], unfit)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "Expected `object`, got `array`"),
        (suite_row(task_id=3), r"got `int` - at `\$.task_id`"),
        (suite_row(task_id=""), r"of length >= 1 - at `\$.task_id`"),
        (suite_row(tests_hash="abc"), r"matching regex .* - at `\$.tests_hash`"),
        (suite_row(suite="tests"), r"Expected `object`, got `str` - at `\$.suite`"),
        (of_suite(name="hard"), "the suite of task shelf is not named 'plus'"),
        (of_suite(source=1), r"got `int` - at `\$.suite.source`"),
        (of_suite(test_classes="A"), r"got `str` - at `\$.suite.test_classes`"),
        (of_suite(methods={"put": [1]}), r"got `int` - at `\$.suite.methods"),
        (of_suite(methods=["put"]), r"got `array` - at `\$.suite.methods`"),
        (suite_row(why={"test": 1}), r"got `int` - at `\$.why"),
        (suite_row(), "task shelf has a suite already"),
    ],
)
def test_what_is_no_suite_is_named_by_its_line(tmp_path: Path, row: Any, message: str) -> None:
    folder = write_suites(tmp_path, suite_row(), row)
    with pytest.raises(ValueError, match=rf"suites.jsonl, line 2: .*{message}"):
        read_suites(folder)


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
    assert ["plus" in item.suites for item in found] == [True, False, False]
    assert strengthened(found) == found
