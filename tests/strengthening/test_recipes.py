"""Recipes: the same suite again where the task may be read, and no word of it elsewhere."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from classeval_hf.core.tasks import ClassTask
from classeval_hf.judging.judge import Judge
from classeval_hf.strengthening.mutate.mutations import SEARCH
from classeval_hf.strengthening.output import OutputFolder
from classeval_hf.strengthening.pipeline import Options, Strengthened, Tools, strengthen_task
from classeval_hf.strengthening.record.running import ReferenceRunner
from classeval_hf.strengthening.reduce.recipes import Recipes, read_recipes, remake_suite

OPTIONS = Options(mutations=6, max_tests=40, mutants=2)


@pytest.fixture(scope="module")
def made(account: ClassTask, runner: ReferenceRunner, judge: Judge) -> Strengthened:
    return strengthen_task(account, OPTIONS, Tools(runner, judge))


@pytest.fixture(scope="module")
def recipes_file(made: Strengthened, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = OutputFolder(tmp_path_factory.mktemp("strengthened"))
    folder.open()
    folder.finish([made], OPTIONS, {})
    return folder.path / "recipes.json"


@pytest.fixture(scope="module")
def recipes(recipes_file: Path) -> Recipes:
    return read_recipes(recipes_file)


def test_no_word_of_the_task(account: ClassTask, recipes: Recipes, recipes_file: Path) -> None:
    """Beside the id of the task, names of methods that may raise and of exceptions, there are hashes and numbers."""
    known = {
        *("account", "seed", "steps", "search", "tasks", "tests", "tests_hash", "exceptions", "goes_on", "number"),
        *("mutations", "test", "expected"),
    }
    text = recipes_file.read_text()
    strings, row = set(re.findall(r'"([^"]*)"', text)) - known, recipes.tasks["account"]
    mutations = {name for test in row["tests"] for name in test["mutations"]}
    methods = set(row["exceptions"])
    raised = {name for names in row["exceptions"].values() for name in names}
    assert methods <= {"__init__", *account.declared_methods} and raised == {"ValueError"}
    assert all(re.fullmatch("[0-9a-f]{16}|[0-9a-f]{64}", item) for item in strings - mutations - methods - raised)
    words = {word for source in (account.skeleton, account.test) for word in re.findall(r"\w{4,}", source)}
    values = {word for word in words if f'"{word}"' in account.test}
    assert not {word for word in values if re.search(rf"\b{word}\b", text)}


def test_remaking(account: ClassTask, made: Strengthened, recipes: Recipes, runner: ReferenceRunner) -> None:
    remade = remake_suite(account, recipes, runner)
    assert remade.missing == {} and remade.tests == len(made.recipes) > 5 and remade.suite == made.suite
    # A task without a recipe, or with other tests than the recipe's, is refused with what to do.
    with pytest.raises(ValueError, match="no recipe for other: `classeval-hf strengthen` makes one"):
        remake_suite(replace(account, task_id="other"), recipes, runner)
    with pytest.raises(ValueError, match="recipe for account is of other tests than those here"):
        remake_suite(replace(account, test=account.test + "\n"), recipes, runner)
    # Where the reference does something else, the tests that it concerns are missing, and the others come out.
    changed = account.solution_code.replace("self.balance * rate", "self.balance * rate + 1e-12")
    remade = remake_suite(replace(account, solution_code=changed), recipes, runner)
    assert remade.missing and set(remade.missing.values()) == {"the reference does something else here"}
    assert made.suite is not None
    for name in remade.missing:
        assert ".interest(" in made.suite.source.partition(f"test_{name}")[2].partition("def ")[0]
    assert remade.tests == len(made.recipes) - len(remade.missing) > 0
    # Where the sequences come out otherwise, nothing that was not reviewed takes their place.
    for other in (replace(recipes, seed=1), replace(recipes, steps=2)):
        remade = remake_suite(account, other, runner)
        assert "its calls came out otherwise here" in remade.missing.values()
        assert remade.tests + len(remade.missing) == len(made.recipes)
    remade = remake_suite(replace(account, solution_code="class Account:\n    pass\n"), recipes, runner)
    assert (remade.suite, remade.tests, len(remade.missing)) == (None, 0, len(made.recipes))


def test_reading(recipes: Recipes, recipes_file: Path, tmp_path: Path) -> None:
    row: Mapping[str, object] = json.loads(recipes_file.read_text())
    assert asdict(recipes) == row and (recipes.seed, recipes.steps, recipes.search) == (0, 5, SEARCH)
    # Recipes of another search are refused, since this one would make other tests of them.
    assert read_recipes().search == SEARCH
    file, version = tmp_path / "recipes.json", "of another version of this package, whose search is 3"
    for search in (SEARCH - 1, SEARCH + 1):
        file.write_text(json.dumps(asdict(recipes) | {"search": search}))
        with pytest.raises(ValueError, match=f"search {search} is {version}"):
            read_recipes(file)
    file = tmp_path / "recipes.json"
    for text in ("", "[]", "{}", '{"seed": 0, "steps": 5}', '{"seed": "x", "steps": 5, "tasks": {}}'):
        file.write_text(text)
        with pytest.raises(
            ValueError, match=r"recipes.json holds no recipes: .* `classeval-hf strengthen` writes such"
        ):
            read_recipes(file)
