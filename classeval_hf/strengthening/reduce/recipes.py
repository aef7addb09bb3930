"""Recipes make a suite again for users who have its tasks: they hold hashes and numbers, and no text of the tasks."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask, TestSuite
from classeval_hf.strengthening.infer.contract_inference import infer_contract
from classeval_hf.strengthening.infer.contracts import why_legal
from classeval_hf.strengthening.judge.expectations import Expectations
from classeval_hf.strengthening.judge.suites import plus_suite, test_name
from classeval_hf.strengthening.mutate.mutations import SEARCH, numbered_mutation
from classeval_hf.strengthening.mutate.seeds import corpus_of, record_seeds
from classeval_hf.strengthening.record.running import ReferenceRunner


@dataclass(frozen=True)
class Recipes:
    seed: int  # seed of all choices
    steps: int  # mutations of one sequence, at most
    # Per task: `tests_hash` of its base tests; `exceptions` that tests may expect, by method; `goes_on`: those after
    # which sequences go on; `tests`: seed, number, hash, and hash of what is expected.
    tasks: Mapping[str, Mapping[str, Any]]
    search: int  # version of the set of mutations


@dataclass(frozen=True)
class Remade:
    suite: TestSuite | None  # `None` if no test could be made
    tests: int
    missing: Mapping[str, str]  # why tests could not be made, by hash
    why: Mapping[str, str]  # why each test of the suite is legal


def read_recipes(path: Path | None = None) -> Recipes:
    """Reads a file that `classeval-hf strengthen` wrote; by default the recipes of ClassEval's tasks."""
    path = path or Path(__file__).with_name("recipes.json")
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        read = Recipes(int(row["seed"]), int(row["steps"]), dict(row["tasks"]), int(row["search"]))
        if read.search != SEARCH:
            raise ValueError(f"search {read.search} is of another version of this package, whose search is {SEARCH}")
        return read
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"{path} holds no recipes: {type(error).__name__}: {error}. `classeval-hf strengthen` writes such files."
        ) from error


def remake_suite(task: ClassTask, recipes: Recipes, runner: ReferenceRunner) -> Remade:
    """Makes a task's suite again from its recipe; a `ValueError` if there is no recipe for these base tests."""
    recipe = recipes.tasks.get(task.task_id)
    if recipe is None:
        raise UserError(f"There is no recipe for {task.task_id}: `classeval-hf strengthen` makes one.")
    if recipe["tests_hash"] != task.tests_hash():
        raise UserError(
            f"The recipe for {task.task_id} is of other tests than those here: install the released task data, or run "
            "`classeval-hf strengthen` on yours."
        )
    goes_on = frozenset((name, error) for name, errors in recipe.get("goes_on", {}).items() for error in errors)
    seeds = record_seeds(task, runner, goes_on).seeds
    expected = {row["test"]: row["expected"] for row in recipe["tests"]}
    corpus, chance, steps = corpus_of(task, seeds), recipes.seed, recipes.steps
    by_hash = {seed.sequence.hash: seed.sequence for seed in seeds}
    made = [
        numbered_mutation(by_hash[row["seed"]], row["number"], corpus, chance, task.task_id, steps)
        for row in recipe["tests"]
        if row["seed"] in by_hash
    ]
    exceptions = {name: frozenset(names) for name, names in recipe["exceptions"].items()}
    tests, _ = Expectations(task, seeds, exceptions).tests([item for item in made if item is not None], runner)
    kept = [test for test in tests if expected.get(test.sequence.hash) == test.expected_hash]
    found = {test.sequence.hash: test.expected_hash for test in tests}
    missing = {
        name: "the reference does something else here" if name in found else "its calls came out otherwise here"
        for name, value in expected.items()
        if found.get(name) != value
    }
    contract = infer_contract(task, [(seed.sequence, seed.results) for seed in seeds])
    why = {test_name(test): why_legal(contract, test.sequence, test.results) for test in kept}
    return Remade(plus_suite(task, kept), len(kept), missing, why)
