"""Recipes: how a suite is made again where its tasks may be read, by hashes of seeds, sequences and expected values,
without a word of the tasks."""

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

_OWN = Path(__file__).with_name("recipes.json")


@dataclass(frozen=True)
class Recipes:
    seed: int  # seed of all choices
    steps: int  # mutations of one sequence, at most
    # Per task the `tests_hash` of its base tests, the `exceptions` that its tests may expect by method, those of them
    # after which its sequences go on (`goes_on`, where there are any), and its `tests`: seed, number, hash and hash of
    # what is expected.
    tasks: Mapping[str, Mapping[str, Any]]
    search: int  # which mutations there were


@dataclass(frozen=True)
class Remade:
    suite: TestSuite | None  # the suite; `None` where no test came out
    tests: int
    missing: Mapping[str, str]  # by hash tests that did not come out, and why
    why: Mapping[str, str]  # per test of the suite why it is legal


def read_recipes(path: Path | None = None) -> Recipes:
    """Reads a file that `classeval-hf strengthen` wrote; by default the recipes of ClassEval's tasks."""
    path = path or _OWN
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
    """Makes a task's suite again from its recipe; a `ValueError` if it has none, or for other base tests."""
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
    sequences = [sequence for sequence in made if sequence is not None]
    exceptions = {name: frozenset(names) for name, names in recipe["exceptions"].items()}
    tests, _ = Expectations(task, seeds, exceptions).tests(sequences, runner)
    kept = [test for test in tests if expected.get(test.sequence.hash) == test.expected_hash]
    came_out = {test.sequence.hash for test in tests}
    kept_hashes = {test.sequence.hash for test in kept}
    missing = {
        name: "the reference does something else here" if name in came_out else "its calls came out otherwise here"
        for name in expected
        if name not in kept_hashes
    }
    contract = infer_contract(task, [(seed.sequence, seed.results) for seed in seeds])
    why = {test_name(test): why_legal(contract, test.sequence, test.results) for test in kept}
    return Remade(plus_suite(task, kept), len(kept), missing, why)
