"""Scores by strengthened tests: what passes must pass in both suites, on the command line as in Python."""

import copy
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmark_data import write_lines
from places import ROOT
from shelf_task import COMPLETIONS, LONE, SHELF, SUITE, suite_row, write_suites

from classeval_hf.cli import main
from classeval_hf.core.tables import titled
from classeval_hf.core.tasks import ClassTask
from classeval_hf.metrics.comparability import IncomparableError, common_tasks, differences
from classeval_hf.metrics.many_runs import compare_many
from classeval_hf.metrics.scores import Scores
from classeval_hf.scoring import compute, score_tables

pytestmark = [
    pytest.mark.usefixtures("shared_judges", "consent_of_module"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # what is warned of is in the scores too
]
SCHEMA = ROOT / "docs" / "reference" / "scores.schema.json"
STRONG = replace(SHELF, extra_suites=(SUITE,))


def score(completions: Sequence[Sequence[str]], tasks: Sequence[ClassTask], **options: Any) -> dict[str, Any]:
    named = [[COMPLETIONS[name] for name in of_task] for of_task in completions]
    return compute.compute_scores(named, tasks, progress=False, **{"suites": ("base", "plus"), **options})


@pytest.fixture(scope="module")
def scores() -> dict[str, Any]:
    return score([["both", "base", "plus", "neither"], ["both", "base"]], [STRONG, LONE], k=[1, 2])


def test_a_class_must_pass_both_suites(scores: dict[str, Any]) -> None:
    """One that passes the strengthened tests alone does not count; a task without any counts by base alone."""
    terms = scores["per_task"]
    assert terms["class_pass@1"] == {"shelf": [0.5, 1.0], "lone": [1.0, 1.0]}
    assert terms["class_pass_plus@1"] == {"shelf": [0.25, 1.0], "lone": [1.0, 1.0]}
    assert terms["class_pass_plus@2"]["shelf"] == [pytest.approx(0.5), 1.0]
    assert terms["method_pass_plus@1"]["shelf"] == [pytest.approx(0.5 + 0.5), 2.0], "take has no further tests"
    assert scores["class_pass_plus_drop@1"] == scores["class_pass@1"] - scores["class_pass_plus@1"]
    assert scores["suites"]["plus"]["n_tasks"] == 1 and list(scores["suites"]["plus"]["task_hashes"]) == ["shelf"]
    of_shelf, of_lone = scores["results"]["shelf"], scores["results"]["lone"]
    assert [item["suites"]["plus"]["class_passed"] for item in of_shelf] == [True, False, True, False]
    assert all("suites" not in item for item in of_lone)


def test_scores_by_base_are_those_without_strengthened_tests(scores: dict[str, Any]) -> None:
    alone = score([["both", "base", "plus", "neither"], ["both", "base"]], [SHELF, LONE], k=[1, 2], suites=("base",))
    names = [name for name, value in alone.items() if isinstance(value, float)]
    assert "class_pass@2" in names and {name: scores[name] for name in names} == {name: alone[name] for name in names}
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for content in (scores, alone):
        validator.validate(json.loads(json.dumps(content)))


def test_the_drop_in_words(scores: dict[str, Any]) -> None:
    found = Scores.from_dict({**scores, "intervals": {"class_pass_plus_drop@1": [0.012, 0.4]}})
    assert score_tables.drop_notes("run", found) == [
        "run: class@1 75.0 base, 62.5 plus: 12.5 lower (1.2 to 40.0), in percent; 1 of 2 tasks has tests of plus."
    ]
    lines = titled(score_tables.full_table({"run": found})).splitlines()
    names = [line.split()[0] for line in lines if line.startswith("class_pass")]
    assert names[:4] == ["class_pass@1", "class_pass_plus@1", "class_pass@2", "class_pass_plus@2"]
    assert "class@1 plus" in score_tables.score_table({"run": found})
    # Averages over sound tasks alone, which are there where a reference fails, are no pass@k of their own.
    broken = replace(LONE, solution_code="class Lone: pass")
    found = Scores.from_dict(score([["both", "base"], ["both", "base"]], [STRONG, broken], k=[1]))
    assert "class_pass_plus_drop@1_sound" in found.averages
    (note,) = score_tables.drop_notes("run", found)
    assert note.startswith("run: class@1 100.0 base, 75.0 plus: 25.0 lower")


@pytest.mark.usefixtures("consent", "hf_home")
def test_score_with_strengthened_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = write_lines(tmp_path / "tasks.jsonl", [task.to_row() for task in (SHELF, LONE)])
    rows = [{"task_id": "shelf", "completion": COMPLETIONS[name]} for name in ("both", "base")]
    samples, output = write_lines(tmp_path / "samples.jsonl", rows), tmp_path / "scores.json"
    folder = str(write_suites(tmp_path / "made"))
    command = ["score", str(samples), "--tasks-from", str(tasks), "-o", str(output)]
    assert main([*command, "--plus-from", folder]) == 0
    assert "class@1 100.0 base, 50.0 plus: 50.0 lower, in percent; 1 of 1 task has" in capsys.readouterr().err
    assert json.loads(output.read_text())[samples.name]["class_pass_plus@1"] == 0.5
    write_suites(tmp_path / "made", suite_row(tests_hash="0" * 64))
    for options, message in (
        (["--plus"], "Task shelf has no test suite 'plus'"),
        (["--plus-from", folder], "strengthened tests of task shelf were made for other tests"),
        (["--plus-from", str(tmp_path / "absent")], "There are no strengthened tests at"),
    ):
        assert main([*command, *options]) == 2
        assert message in capsys.readouterr().err


def test_runs_by_other_strengthened_tests_are_not_compared(scores: dict[str, Any]) -> None:
    """The hashes of both suites must be equal where averages by both are compared; those by base may be."""
    changed = copy.deepcopy(scores)
    changed["suites"]["plus"]["task_hashes"]["shelf"] = "0" * 64
    first, second = Scores.from_dict(scores), Scores.from_dict(changed)
    (found,) = differences(first, second)
    assert (found.kind, found.tasks) == ("suites", ("shelf",)) and common_tasks(first, second) == ["lone"]
    for metrics in (None, ["class_pass_plus_drop@1"]):
        with pytest.raises(IncomparableError, match="1 task has other tests of the suite plus"):
            compare_many({"a": first, "b": second}, metrics)
    (by_base,) = compare_many({"a": first, "b": second}, ["class_pass@1"]).metrics
    assert by_base.pairs[0].difference == 0
    compared = {item.metric for item in compare_many({"a": first, "b": first}).metrics}
    assert {"class_pass_plus@1", "class_pass_plus_drop@1"} <= compared
    failing = copy.deepcopy(scores)
    failing["suites"]["plus"]["unsound_tasks"]["shelf"] = "fails a test"
    assert [item.kind for item in differences(first, Scores.from_dict(failing))] == ["soundness"]
