"""Two runs are compared, and one is published, only if they were made alike; what differs is named."""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from box_task import RIGHT, TASK
from slow_and_full import slow

from classeval_hf.cli import main
from classeval_hf.core.tasks import ClassTask
from classeval_hf.hub.publishing import read_run
from classeval_hf.metrics.comparability import IncomparableError, common_tasks, differences
from classeval_hf.metrics.many_runs import RunsComparison, compare_many
from classeval_hf.metrics.scores import Scores
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks import splits

pytestmark = [
    pytest.mark.usefixtures("shared_judges", "consent_of_module"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # what is warned of is in the scores too
]
TASKS = [replace(TASK, task_id=name, solution_code=RIGHT) for name in ("a", "b", "c")]
ONE = "ClassEvalOpen_1"
WRONG = RIGHT.replace("3001", "0")


def score(completions: Sequence[str], tasks: Sequence[ClassTask] = TASKS, **options: Any) -> dict[str, Any]:
    return compute_scores([[completion] for completion in completions], tasks, progress=False, **options)


@pytest.fixture(scope="module")
def run() -> dict[str, Any]:
    return score([RIGHT, WRONG, RIGHT])


@pytest.fixture(scope="module", params=[slice(3), slow(pytest.param(slice(None)))], ids=["three tasks", "all tasks"])
def whole(request: pytest.FixtureRequest, open_tasks: list[ClassTask]) -> Iterator[dict[str, Any]]:
    """A whole split, under standard conditions: one of three tasks, and in full tests the one that is published."""
    tasks = {task.task_id: task for task in open_tasks[request.param]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splits.files, "open_tasks", lambda: tasks)
        splits.released_hashes.cache_clear()
        yield score([task.solution_code for task in tasks.values()], list(tasks.values()))
    splits.released_hashes.cache_clear()


def kinds(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    return [item.kind for item in differences(Scores.from_dict(first), Scores.from_dict(second))]


def compare(first: dict[str, Any], second: dict[str, Any], *arguments: Any, **options: Any) -> RunsComparison:
    return compare_many({"a": Scores.from_dict(first), "b": Scores.from_dict(second)}, *arguments, **options)


def common(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    return common_tasks(Scores.from_dict(first), Scores.from_dict(second))


def written(folder: Path, scores: dict[str, Any]) -> Path:
    path = folder / "scores.json"
    path.write_text(json.dumps(scores))
    return path


def with_provenance(scores: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**scores, "provenance": {**scores["provenance"], **changes}}


def test_another_time_limit_is_refused(run: dict[str, Any]) -> None:
    assert kinds(run, score([WRONG, WRONG, RIGHT])) == [], "made alike"
    short = score([RIGHT, WRONG, RIGHT], timeout=2.0)
    for other in (short, with_provenance(run, timeout="auto"), with_provenance(run, max_answer_chars=10)):
        assert kinds(run, other) == ["limits"]
    for of_common in (False, True):
        with pytest.raises(IncomparableError, match=r"time limits per test class differ: 5\.0 s and 2\.0 s"):
            compare(run, short, common=of_common)


def test_other_tests_under_the_same_ids_are_refused(run: dict[str, Any]) -> None:
    older = [replace(TASKS[0], test=TASK.test.replace("3001", "3001 + 0")), *TASKS[1:]]
    other = score([RIGHT, WRONG, WRONG], older)
    assert kinds(run, other) == ["task_data"]
    with pytest.raises(IncomparableError, match=r"1 task has other tests .*\(a\).*--common"):
        compare(run, other)
    found = compare(run, other, ["class_pass@1"], common=True)
    values = {item.run: item.value for item in found.metrics[0].ranking}
    assert found.common == ("b", "c") and values == {"a": 0.5, "b": 0.0}


def test_an_environment_that_lacks_a_library_is_refused(run: dict[str, Any]) -> None:
    lacking = with_provenance(run, missing_libraries={"b": ["openpyxl"]})
    lacking["unsound_tasks"] = {"b": "a library is missing: openpyxl"}
    assert (kinds(run, lacking), common(run, lacking)) == (["libraries"], ["a", "c"])
    with pytest.raises(IncomparableError, match=r"1 task lacked libraries \(openpyxl\) .* b in that of the second"):
        compare(run, lacking)
    assert compare(run, lacking, ["class_pass@1"], common=True).metrics[0].ranking[0].value == 1
    unsound = {**run, "unsound_tasks": {"c": "too slow for the limit"}}
    assert (kinds(run, unsound), common(run, unsound)) == (["soundness"], ["a", "b"]), "in one environment"
    assert (kinds(unsound, unsound), common(unsound, unsound)) == ([], ["a", "b"]), "in both"


def test_versions_provenance_and_what_differs_without_harm(run: dict[str, Any]) -> None:
    assert kinds(run, {**run, "metric_version": "1.0.1"}) == ["metric_version"]
    old = {name: value for name, value in run.items() if name != "provenance"}
    assert kinds(run, old) == kinds(old, run) == ["provenance"]
    assert "has provenance" in compare(old, old).notes[0]
    other = with_provenance(
        run, python="CPython 3.12.1", libraries={**run["provenance"]["libraries"], "numpy": "1.26.4", "jwt": "2"}
    )
    notes = " ".join(compare(run, other).notes)
    assert "CPython 3.12.1" in notes and "jwt missing and 2, numpy " in notes and " and 1.26.4." in notes
    assert compare(run, run).notes == ("Both are the same completions.",)
    assert compare(run, with_provenance(run, answers_sha256="0")).notes == compare(run, run).notes
    assert compare(run, with_provenance(run, answers_sha256="0", answers_by_task={})).notes == ()


def test_the_same_completions_are_those_of_the_same_tasks(open_tasks: list[ClassTask]) -> None:
    """Not those under the ids of other tasks, and in whatever order; of earlier versions as far as they tell."""
    same = ("Both are the same completions.",)
    first, second, shifted = (
        score(texts, tasks)
        for texts, tasks in (
            ([RIGHT, WRONG, RIGHT], TASKS[:3]),
            ([RIGHT, WRONG, RIGHT], [TASKS[0], TASKS[2], TASKS[1]]),
            ([RIGHT, RIGHT, WRONG], [TASKS[2], TASKS[0], TASKS[1]]),
        )
    )
    assert compare(first, second).notes == ()
    assert compare(first, shifted).notes == same
    old = [with_provenance(run, answers_by_task={}) for run in (first, second)]
    assert (compare(*old).notes, compare(old[0], first).notes) == ((), same)


def test_mixed_splits(open_tasks: list[ClassTask], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    task = open_tasks[0]
    runs = [score([task.solution_code, completion], [task, TASKS[0]]) for completion in (RIGHT, WRONG)]
    with pytest.raises(ValueError, match="has 2 splits, open, own"):
        compare(*runs)
    assert compare(*runs, ["class_pass@1"], split="own").metrics[0].pairs[0].difference == 1
    file, output = written(tmp_path, {"one.jsonl": runs[0], "two.jsonl": runs[1]}), tmp_path / "out.json"
    command = ["compare", str(file), "--metric", "class_pass@1", "-o", str(output)]
    assert main([*command, "-v"]) == 0
    printed = capsys.readouterr()
    assert "Split open" in printed.out and "There is no average over them" in printed.err
    found = json.loads(output.read_text())["splits"]
    assert [found[split]["metrics"][0]["difference"] for split in ("open", "own")] == [0, 1]
    written(tmp_path, {"mixed": runs[0], "open": score([""], [task])})  # against one of its splits
    assert main(command) == 2
    assert "on the same tasks, but 1 is only in the first (a)." in capsys.readouterr().err
    assert main([*command, "--common"]) == 0
    (of_open,) = json.loads(output.read_text())["splits"].values()
    assert (of_open["common"], of_open["metrics"][0]["difference"]) == ([task.task_id], 1)
    written(tmp_path, {"mixed": runs[0], "open": score([RIGHT], [replace(TASKS[0], task_id="ClassEval_0")])})
    assert main([*command, "--common"]) == 2
    assert "no task that all runs can be compared on" in capsys.readouterr().err


def test_command_over_common_tasks(run: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = {**run, "unsound_tasks": {"c": "too slow for the limit"}}
    file = written(tmp_path, {"one.jsonl": run, "two.jsonl": other})
    assert main(["compare", str(file)]) == 2 and "--common" in capsys.readouterr().err
    assert main(["compare", str(file), "--common", "--metric", "class_pass@1"]) == 0
    assert "2 common sound tasks as pairs" in capsys.readouterr().out


def _made(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda a: a["provenance"].update(changes)


def test_only_standard_conditions_are_published(whole: dict[str, Any], tmp_path: Path) -> None:
    for change, words in (
        (lambda a: a["provenance"]["splits"][0].update(tasks=2), r"2 of the \d+ tasks"),
        (lambda a: a["provenance"]["splits"][0].update(is_released=False, version=""), "not the released ones"),
        (_made(missing_libraries={ONE: ["openpyxl"]}), r"1 task lacked libraries \(openpyxl\)"),
        (lambda a: a["results"].update({ONE: a["results"][ONE] * 2}), "from 1 to 2 samples"),
        (_made(timeout=0.01), r"time limit is 0\.01 and not 5 s"),
        (_made(timeout="auto"), "time limit is auto"),
        (_made(max_answer_chars=9), "of up to 9 characters .* leave --max-answer-chars out"),
        (lambda a: a["isolation"].update(tier="T1"), "isolated at T1"),
        (lambda a: a.update(metric_version="0.9"), r"version 0\.9 of the metric"),
        (lambda a: a.update(n_infrastructure_errors=3), "3 samples"),
        (lambda a: a.pop("provenance"), "has no provenance"),
    ):
        changed = copy.deepcopy(whole)
        change(changed)
        with pytest.raises(ValueError, match=words):
            read_run(written(tmp_path, changed), strategy="holistic", sampling="greedy")


def test_what_is_published_says_what_it_was_made_with(whole: dict[str, Any], tmp_path: Path) -> None:
    notes = read_run(written(tmp_path, whole), strategy="holistic", sampling="greedy").notes
    made, number = whole["provenance"], len(whole["results"])
    for part in (
        *(f"{number} tasks", f"{number} of them sound", "5 s per test class", made["python"], "libraries: "),
        *(made["answers_sha256"][:12], made["splits"][0]["sha256"][:12], made["platform"], made["started"]),
        *("seeds: hash 0", f"{made['cores']} cores", made["commit"][:12]),
    ):
        assert part in notes
