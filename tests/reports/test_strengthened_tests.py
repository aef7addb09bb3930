"""What a report says of samples that pass the task's own tests and fail strengthened ones."""

import json
import unittest
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shelf_task import COMPLETIONS, LONE, SHELF, SUITE, WHY, write_suites

from classeval_hf.cli import main
from classeval_hf.metrics.scores import Scores
from classeval_hf.reports.runs import ScoringOptions, read_runs
from classeval_hf.reports.samples import killing_tests, sources_of_tests
from classeval_hf.reports.tables import leaderboard_metrics, metric_families
from classeval_hf.reports.writing import gather_content, markdown_report
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.splits import find_suites

NAMES = ["both", "base", "plus", "neither"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A score file with its samples, the tasks, and the strengthened tests."""
    folder = tmp_path_factory.mktemp("strengthened")
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        warnings.simplefilter("ignore")
        tasks = [replace(SHELF, extra_suites=(SUITE,)), LONE]
        completions = [[COMPLETIONS[name] for name in NAMES]] * 2
        scores = compute_scores(completions, tasks, progress=False, ci=0.95, suites=("base", "plus"))
    samples = folder / "samples.jsonl"
    rows = [{"task_id": task.task_id, "completion": COMPLETIONS[name]} for task in tasks for name in NAMES]
    samples.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "scores.json").write_text(json.dumps({str(samples): scores}))
    (folder / "tasks.jsonl").write_text("".join(json.dumps(task.to_row()) + "\n" for task in (SHELF, LONE)))
    write_suites(folder)
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> Path:
    given = ["--tasks-from", str(folder / "tasks.jsonl"), "--plus-from", str(folder)]
    assert main(["report", str(folder / "scores.json"), "-o", str(folder / "report"), *given]) == 0
    return folder / "report" / "report.html"


def test_a_source_is_a_unittest_that_runs() -> None:
    """It is cut from the suite with what it needs, and passes with the reference."""
    for test in ("test_1a2b3c", "test_4d5e6f"):
        names: dict[str, Any] = {}
        wanted = "ShelfPlusTestPut", test
        exec(SHELF.solution_code + sources_of_tests(SUITE, [wanted])[wanted], names)
        cases = unittest.defaultTestLoader.loadTestsFromTestCase(names["ShelfPlusTestPut"])
        assert cases.countTestCases() == 1 and cases.run(unittest.TestResult()).wasSuccessful()
    assert sources_of_tests(SUITE, [("ShelfPlusTestPut", "test_absent"), ("Absent", "test_1a2b3c")]) == {}


def test_which_test_finds_which_sample(folder: Path) -> None:
    """The sample that passes by base alone is named, with the test that it fails, its source and why it is legal.
    The leaderboard has plus beside base."""
    options = ScoringOptions(tasks_from=folder / "tasks.jsonl", plus_from=folder)
    (run,) = read_runs([str(folder / "scores.json")], options)
    metrics = leaderboard_metrics([run])
    main_ones = [metric.title for metric in metrics if metric.main]
    assert main_ones[:5] == ["class@1", "class@1 plus", "class@1 plus drop", "class@3", "class@3 plus"]
    families = {metric.name: metric.title for metric in metric_families(metrics)}
    assert families["class_pass_plus_drop@k"] == "class@k plus drop" and families["test_rate"] == "test rate"
    (found,) = killing_tests([run], ["shelf", "lone"])
    assert (found.task_id, found.test_class, found.test) == ("shelf", "ShelfPlusTestPut", "test_1a2b3c")
    assert [(sample.run, sample.sample) for sample in found.samples] == [(0, NAMES.index("base"))]
    assert found.samples[0].error_type == "AssertionError" and "2" in found.samples[0].message
    assert found.why == WHY["test_1a2b3c"] and "test_4d5e6f" not in found.source and "datetime" not in found.source
    # Only the suite whose hash the scores state; the report says how to get what it lacks.
    scores = Scores.from_dict(next(iter(json.loads((folder / "scores.json").read_text()).values())))
    assert list(find_suites(scores, {"shelf": SHELF}, folder)) == ["shelf"]
    assert find_suites(scores, {"shelf": replace(SHELF, test=SHELF.test.replace("tin", "box"))}, folder) == {}
    other = replace(SUITE, source=SUITE.source.replace("'jar'", "'pot'"))
    assert find_suites(scores, {"shelf": replace(SHELF, extra_suites=(other,))}, folder) == {}
    assert find_suites(scores, {}, folder) == {}
    said = markdown_report(gather_content(read_runs([str(folder / "scores.json")])))
    assert "sources of the strengthened tests of 1 task are unavailable, shelf among them" in said
    assert "ShelfPlusTestPut.test" in said


def test_the_report_has_the_test_that_finds_an_error(report: Path) -> None:
    page, text = report.read_text(), report.with_name("report.md").read_text()
    data = page.partition('id="killing-tests">')[2].partition("</script>")[0]
    (task, ((test, test_class, source, why, count, samples),), tests) = json.loads(data)[0]
    assert (task, test, test_class, why, count, tests) == (0, "test_1a2b3c", "ShelfPlusTestPut", WHY[test], 1, 1)
    assert "self.assertEqual(the_shelf.put('jar'), 2)" in source
    assert samples[0][:4] == [0, NAMES.index("base"), "fail", "AssertionError"]
    assert "class<wbr>@1 plus drop" in page and "## Strengthened tests that find errors" in text
    assert "50.0 base, 37.5 plus: 12.5 lower" in text and "unavailable" not in text


def test_the_page_shows_verdicts_by_both_suites(page: Any) -> None:
    page.locator("#killing summary").click()
    said = page.locator("#killing").inner_text()
    assert "ShelfPlusTestPut.test_1a2b3c fails 1 sample" in said and WHY["test_1a2b3c"] in said
    page.locator("#map button").first.click()
    page.locator("#sample-tabs button").nth(NAMES.index("base")).click()
    said = page.locator("#sample").inner_text()
    assert "The sample passes" in said and "by base and plus: fails" in said and "Tests of plus" in said
