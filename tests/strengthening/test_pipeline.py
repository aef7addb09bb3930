"""From a task to its suite: what is mutated, what decides, what figures say; and the suite again by its recipe."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from call_steps import call

from classeval_hf.core.tasks import PLUS, ClassTask
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.strengthening.contract_inference import infer_contract
from classeval_hf.strengthening.contracts import breach
from classeval_hf.strengthening.expectations import ROUNDS, Expectations
from classeval_hf.strengthening.mutations import SEARCH
from classeval_hf.strengthening.pipeline import (
    Options,
    OutputFolder,
    Recipes,
    Strengthened,
    Tools,
    mutated,
    read_recipes,
    remake_suite,
    strengthen_task,
)
from classeval_hf.strengthening.running import ReferenceRunner, Seeds
from classeval_hf.strengthening.selection import LedgerEntry, failed_tests
from classeval_hf.strengthening.sequences import CallSequence

SMALL = Options(mutations=6, max_tests=8, mutants=5)
WIDE = replace(SMALL, keep=(), mutations=12, max_tests=200, mutants=1)
WRONG = "amount > self.balance", "amount >= self.balance"
"""A mistake that no base test finds."""


@dataclass(frozen=True)
class CountingRunner(ReferenceRunner):
    """Notes how many sequences it was given at a time."""

    counts: list[int] = field(default_factory=list)

    def run(self, task: ClassTask, sequences: Sequence[CallSequence], *given: Any, **named: Any) -> Any:
        self.counts.append(len(sequences))
        return super().run(task, sequences, *given, **named)


@pytest.fixture(scope="module")
def counting(runner: ReferenceRunner) -> CountingRunner:
    return CountingRunner(runner.pool)


@pytest.fixture(scope="module")
def tools(counting: CountingRunner, judge: Judge) -> Tools:
    return Tools(counting, judge)


def samples(account: ClassTask, wrong: str, right: str = "") -> Mapping[str, Any]:
    """A sample of each family; those of some have the mistake."""
    texts = {family: account.solution_code.replace(*WRONG) for family in wrong}
    texts |= dict.fromkeys(right, account.solution_code)
    return {family: [(f"{family}, 0", Sample("account", 0, text))] for family, text in texts.items()}


def of_suite(found: Strengthened) -> set[str]:
    return {row["test"] for row in found.recipes}


def test_what_is_run(account: ClassTask, account_seeds: Seeds, counting: CountingRunner) -> None:
    """A sequence that raises what no contract names is not run again; the other is run in all rounds."""
    good, *_ = [seed.sequence for seed in account_seeds.seeds]
    bad = replace(good, steps=(*good.steps, call("missing")))
    counting.counts.clear()
    _, dropped = Expectations(account, [], {}).tests([good, bad], counting)
    assert dropped == {"it raises an exception that no contract names": 1}
    assert counting.counts == [2, *[1] * (ROUNDS - 1)]
    # All that is kept is legal, new, and has its number; without a contract everything is kept that is new.
    seeds = account_seeds.seeds
    contract = infer_contract(account, seeds)
    legal, left_out = mutated(account, seeds, contract, Options(mutations=6))
    every, others = mutated(account, seeds, None, Options(mutations=6))
    assert legal and set(legal) < set(every)
    assert all(breach(contract, sequence) is None for sequence in legal.values())
    assert all(name == sequence.hash for name, sequence in every.items())
    assert not {seed.sequence.hash for seed in seeds} & set(every)
    assert {sequence.number for sequence in every.values()} <= set(range(6))
    assert len(legal) + sum(left_out.values()) == len(every) + sum(others.values()) == 6 * len(seeds)
    assert mutated(account, seeds, None, Options(seed=1, mutations=6))[0].keys() != every.keys()
    without_time = mutated(account, seeds, None, Options(mutations=6, seconds=-1))
    assert without_time == ({}, {"no processor time left": 6 * len(seeds)})


def test_reduction(account: ClassTask, tools: Tools, counting: CountingRunner, judge: Judge) -> None:
    """Without it all tests make the suite; a reduced one is a part of the whole that kills the same mutants."""
    counting.counts.clear()
    plain = strengthen_task(account, replace(SMALL, keep=()), tools)
    assert plain.figures["mutated"] > 2 * SMALL.max_tests
    assert counting.counts.count(2 * SMALL.max_tests) == ROUNDS  # of the legal sequences the first
    assert plain.suite is not None and 1 < len(plain.recipes) <= SMALL.max_tests
    assert {f"test_{name}" for name in of_suite(plain)} == set(plain.why) and plain.tests_hash == account.tests_hash()
    (verdict,) = judge.run([(replace(account, extra_suites=(plain.suite,)), account.solution_code)], PLUS)
    assert failed_tests(verdict)[0] == set()
    figures = plain.figures
    assert (figures["tests_recorded"], figures["tests_lost"], figures["seeds"]) == (9, 0, 9)
    assert figures["tests"] == figures["fair"] == figures["tests_before_reduction"] == len(plain.recipes)
    assert figures["mutants_killed_by_plus"] == figures["mutants_killed_by_all"] >= figures["mutants_killed_by_base"]
    assert (figures["mutants"], figures["mutants_judged_on"]) == (SMALL.mutants, figures["fair"])
    assert len(figures["survivors"]) == SMALL.mutants - figures["mutants_killed_by_all"]
    reduced = strengthen_task(account, replace(SMALL, cover=1), tools)
    assert of_suite(reduced) < of_suite(plain)
    assert reduced.figures["mutants_killed_by_plus"] == figures["mutants_killed_by_all"]
    assert reduced.figures["arcs"] == figures["arcs"]


@pytest.fixture(scope="module")
def held(account: ClassTask, tools: Tools) -> Strengthened:
    """What comes of the task where the only solution has the mistake."""
    return strengthen_task(account, WIDE, tools, samples(account, "a"))


def test_held_back(held: Strengthened) -> None:
    assert held.review
    for row in held.review:
        assert row["reason"] == "a, 0 fails it; of the other families none agree with the reference"
        assert row["source"].startswith(f"def test_{row['test']}(self):\n    the_account = Account(")
        assert row["task_id"] == "account"
    assert not of_suite(held) & {row["test"] for row in held.review} and held.figures["held_back"] == len(held.review)
    assert (held.figures["plausible_solutions"], held.figures["plausible_solutions_killed"]) == (1, 0)


@pytest.mark.slow
def test_ledger(account: ClassTask, held: Strengthened, tools: Tools) -> None:
    """People may keep a test that is held back, or drop it, and others; decisions on other tasks do not matter."""
    killer, other = held.review[0]["test"], held.recipes[0]["test"]
    decided = {
        ("account", killer): LedgerEntry("keep", "so says the docstring"),
        ("account", other): LedgerEntry("drop", "nothing says so"),
        ("another", held.recipes[1]["test"]): LedgerEntry("drop", "nothing says so"),
    }
    kept = strengthen_task(account, WIDE, tools, samples(account, "a"), decided)
    assert of_suite(kept) == of_suite(held) - {other} | {killer}
    assert [row["test"] for row in kept.review] == [row["test"] for row in held.review[1:]]
    assert kept.figures["plausible_solutions_killed"] == 1 and kept.figures["dropped_by_ledger"] == 1
    dropped = {("account", killer): LedgerEntry("drop", "nothing says so")}
    without = strengthen_task(account, WIDE, tools, samples(account, "a"), dropped)
    assert of_suite(without) == of_suite(held) and killer not in {row["test"] for row in without.review}


def test_other_families(account: ClassTask, held: Strengthened, tools: Tools) -> None:
    """With two other families on the side of the reference, the tests stay, and reduction keeps one of them."""
    options = replace(WIDE, keep=("samples",), cover=1)
    backed = strengthen_task(account, options, tools, samples(account, "a", "bc"))
    assert backed.review == () and len(of_suite(backed)) == 1
    assert of_suite(backed) <= {row["test"] for row in held.review}
    assert (backed.figures["plausible_solutions"], backed.figures["plausible_solutions_killed"]) == (3, 1)
    none = strengthen_task(account, replace(SMALL, keep=("samples",)), tools)  # there is no sample to find
    assert (none.suite, none.figures["tests"]) == (None, 0)


def test_task_without_seeds(account: ClassTask, tools: Tools) -> None:
    test = "import unittest\n\n\nclass AccountTest(unittest.TestCase):\n    def test_nothing(self):\n        pass\n"
    names = ("AccountTest",)
    bare = replace(account, test=test, test_classes=names, methods_info=(), class_test_classes=names)
    found = strengthen_task(bare, SMALL, tools)
    assert (found.suite, found.recipes, found.review) == (None, (), ())
    assert (found.figures["tests"], found.figures["tests_lost"]) == (0, 1)


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
    with pytest.raises(ValueError, match="recipe for account was made for other base tests"):
        remake_suite(replace(account, test=account.test + "\n"), recipes, runner)
    # Where the reference does something else, the tests that it concerns are missing, and the others come out.
    changed = account.solution_code.replace("self.balance * rate", "self.balance * rate + 1e-12")
    remade = remake_suite(replace(account, solution_code=changed), recipes, runner)
    assert remade.missing and set(remade.missing.values()) == {"the reference behaves differently here"}
    assert made.suite is not None
    for name in remade.missing:
        assert ".interest(" in made.suite.source.partition(f"test_{name}")[2].partition("def ")[0]
    assert remade.tests == len(made.recipes) - len(remade.missing) > 0
    # Where the sequences come out otherwise, nothing that was not reviewed takes their place.
    for other in (replace(recipes, seed=1), replace(recipes, steps=2)):
        remade = remake_suite(account, other, runner)
        assert "its calls are different here" in remade.missing.values()
        assert remade.tests + len(remade.missing) == len(made.recipes)
    remade = remake_suite(replace(account, solution_code="class Account:\n    pass\n"), recipes, runner)
    assert (remade.suite, remade.tests, len(remade.missing)) == (None, 0, len(made.recipes))


def test_reading(recipes: Recipes, recipes_file: Path, tmp_path: Path) -> None:
    row: Mapping[str, object] = json.loads(recipes_file.read_text())
    assert asdict(recipes) == row and (recipes.seed, recipes.steps, recipes.search) == (0, 5, SEARCH)
    # Recipes of another search are refused, since this one would make other tests of them.
    assert read_recipes().search == SEARCH
    file, version = tmp_path / "recipes.json", "and this version of the package has search 3"
    for search in (SEARCH - 1, SEARCH + 1):
        file.write_text(json.dumps(asdict(recipes) | {"search": search}))
        with pytest.raises(ValueError, match=f"search {search}, {version}"):
            read_recipes(file)
    file = tmp_path / "recipes.json"
    for text in ("", "[]", "{}", '{"seed": 0, "steps": 5}', '{"seed": "x", "steps": 5, "tasks": {}}'):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"json holds no recipes: .* `classeval-hf strengthen` writes such"):
            read_recipes(file)
