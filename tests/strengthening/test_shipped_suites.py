"""The strengthened tests that come with the package, and the recipes of those that do not."""

import re

import pytest
from slow_and_full import slow

from classeval_hf.core.tasks import PLUS
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.judging.judge import Judge
from classeval_hf.strengthening.reduce.recipes import read_recipes
from classeval_hf.tasks.folders import load_open_tasks, open_tasks_directory, read_example_completions, task_folders
from classeval_hf.tasks.plus_suites import plus_of, with_suites

_LEAST_SHARE = 0.8
"""Share of the tasks that have a suite: of some, nothing that tests show is left to test."""


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("step", [40, slow(pytest.param(1))])
def test_right_completions_pass_the_strengthened_tests_of_open(step: int) -> None:
    """References and the example completions that pass the base tests, each written by hand."""
    of_open = load_open_tasks()
    tasks = [task for task in with_suites(of_open, plus_of("open")) if PLUS in task.suites]
    assert len(tasks) >= _LEAST_SHARE * len(of_open)
    tasks = tasks[::step]
    examples = [item for folder in task_folders(open_tasks_directory()) for item in read_example_completions(folder)]
    right = [
        [task.solution_code, *(item.text for item in examples if item.task_id == task.task_id and item.passes)]
        for task in tasks
    ]
    with Judge(progress=False) as judge:
        found = judge.judge(tasks, right, (PLUS,))
    for task in tasks:
        for sample in found[task.task_id]:
            verdict = sample.verdicts[PLUS]
            assert isinstance(verdict, CandidateVerdict)
            assert verdict.passed(task.suite(PLUS).required), (task.task_id, verdict)


def test_recipes_hold_no_task_text() -> None:
    recipes = read_recipes()
    assert len(recipes.tasks) >= _LEAST_SHARE * 100
    for recipe in recipes.tasks.values():
        assert set(recipe) == {"tests_hash", "exceptions", "goes_on", "tests"}
        assert re.fullmatch("[0-9a-f]{64}", recipe["tests_hash"])
        for key in ("exceptions", "goes_on"):
            assert all(name.isidentifier() for names in recipe[key].values() for name in names)
        for row in recipe["tests"]:
            assert set(row) == {"seed", "number", "mutations", "test", "expected"}
            assert all(re.fullmatch("[0-9a-f]{16}", row[name]) for name in ("seed", "test", "expected"))
