"""Makes a task's strengthened suite. Task, options, solutions and seed determine every byte of it. Recipes hold hashes
and numbers, but no text of the tasks; users who have the tasks can make the suites again from them. In the output
folder `contracts.json` may be edited; tasks with the same inputs are not made again."""

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from classeval_hf.core.command_line import OutputKind
from classeval_hf.core.errors import UserError
from classeval_hf.core.files import write_whole
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import BASE, PLUS, ClassTask, TestSuite
from classeval_hf.core.terminal import counted
from classeval_hf.engine.judge import Judge
from classeval_hf.strengthening import selection
from classeval_hf.strengthening.contract_inference import infer_contract
from classeval_hf.strengthening.contracts import ClassContract, breach, why_legal
from classeval_hf.strengthening.expectations import Expectations, StrengthenedTest, plus_suite, write_test
from classeval_hf.strengthening.mutations import SEARCH, corpus_of, numbered_mutation
from classeval_hf.strengthening.program_mutants import program_mutants
from classeval_hf.strengthening.running import ReferenceRunner, record_seeds
from classeval_hf.strengthening.selection import KINDS, Findings, Ledger, Samples
from classeval_hf.strengthening.sequences import CallSequence, Seed
from classeval_hf.task_quality.statistics import reference_module

_SLOW_SECONDS, _MUTANTS_OF_SLOW = 1.0, 20  # many mutants of slow references run to the time limit
_TESTS_FOR_MUTANTS = 400  # all would take too long: each of many mutants runs them
METHOD_VERSION = 7  # raised when the same inputs give another suite

STRENGTHENED = OutputKind(
    "strengthened tests",
    {
        "suites.jsonl": r'\{\s*"task_id"',
        "review.jsonl": r"\{",
        "contracts.json": "",  # may be edited; checked where it is read
        "recipes.json": r'\{\s*"seed"',
        "report.json": r'\{\s*"options"',
        "report.md": "# Strengthened tests",
        f"tasks/{'[0-9a-f]' * 16}.json": "",  # made again if damaged
    },
)  # the files that `OutputFolder` writes


@dataclass(frozen=True)
class Options:
    """Settings that, with the task, determine a strengthened suite."""

    seed: int = 0  # seed of all choices
    mutations: int = 500  # mutated sequences to try per seed, at most
    seconds: int = 60  # processor time to mutate the seeds of a task, at most
    steps: int = 5  # mutations of one sequence, at most; EvalPlus's code makes 1 to 5
    max_tests: int = 2000  # tests of a task before reduction: the first that are made
    mutants: int = 200  # program mutants of a reference, at most
    keep: tuple[str, ...] = KINDS  # members of `KINDS` that a reduced suite keeps; if empty, nothing is reduced
    cover: int = 8  # tests kept per branch, mutant or sample, if as many find it; 1 for the smallest suite
    least_families: int = selection.LEAST_FAMILIES  # see `held_back`


@dataclass(frozen=True)
class Tools:
    runner: ReferenceRunner  # runs references
    judge: Judge  # judges mutants and samples


@dataclass(frozen=True)
class Strengthened:
    task_id: str
    tests_hash: str  # hash of the base tests that the suite goes with
    suite: TestSuite | None  # the suite `plus`; `None` where no test is left
    contract: ClassContract
    recipes: tuple[Mapping[str, Any], ...] = ()  # per test, what is needed to make it again: seed, number and hashes
    why: Mapping[str, str] = field(default_factory=dict)  # per test of the suite the reasons why it is legal
    review: tuple[Mapping[str, Any], ...] = ()  # tests that were held back
    figures: Mapping[str, Any] = field(default_factory=dict)  # counts, for the report


_Tests = list[StrengthenedTest]


def mutated(
    task: ClassTask, seeds: Sequence[Seed], contract: ClassContract | None, options: Options
) -> tuple[dict[str, CallSequence], Counter[str]]:
    """New sequences that are legal, if there is a contract, by hash; and counts of those left out, by reason."""
    corpus = corpus_of(task, seeds)
    known = {seed.sequence.hash for seed in seeds}
    legal: dict[str, CallSequence] = {}
    left_out, end = Counter[str](), time.process_time() + options.seconds
    for number in range(options.mutations):
        if time.process_time() > end:
            left_out["no processor time left"] += (options.mutations - number) * len(seeds)
            break
        for seed in seeds:
            sequence = numbered_mutation(seed.sequence, number, corpus, options.seed, task.task_id, options.steps)
            if sequence is None or sequence.hash in legal or sequence.hash in known:
                left_out["nothing new"] += 1
            elif contract is not None and breach(contract, sequence) is not None:
                left_out["not legal"] += 1
            else:
                legal[sequence.hash] = sequence
    return legal, left_out


def strengthen_task(
    task: ClassTask,
    options: Options,
    tools: Tools,
    samples: Samples | None = None,
    ledger: Ledger | None = None,
    contract: ClassContract | None = None,
) -> Strengthened:
    """Makes a task's strengthened suite; `contract` is an edited one."""
    started = time.monotonic()
    goes_on = None
    if contract is not None:
        goes_on = frozenset((name, error) for name, own in contract.methods.items() for error in own.unchanged_after)
    seeds = record_seeds(task, tools.runner, goes_on)
    if contract is None:
        contract = infer_contract(task, seeds.seeds)
    legal, left_out = mutated(task, seeds.seeds, contract, options)
    exceptions = {name: method.raises for name, method in contract.methods.items()}
    sequences = list(legal.values())[: 2 * options.max_tests]
    tests, dropped = Expectations(task, seeds.seeds, exceptions, contract).tests(sequences, tools.runner)
    tests = tests[: options.max_tests]
    if tests:  # a sequence that cannot be written as a test, for whatever reason, is left out
        (failed,) = selection.judge_sources(
            tools.judge, selection.with_tests(task, tests), [reference_module(task)], PLUS
        )
        dropped["the reference fails it as a test"] += len(failed)
        tests = [test for test in tests if test.name not in failed]
    chosen, review, found = _Tests(), list[dict[str, Any]](), dict[str, Any]()
    if tests:
        full = selection.with_tests(task, tests)
        solutions = selection.judge_solutions(tools.judge, full, samples or {})
        fair, review, drops = _fair(task, tests, solutions, ledger or {}, options.least_families)
        found = {"dropped_by_ledger": drops, "solutions": len(solutions), "fair": len(fair)}
        if fair:
            chosen, of_reduction = _reduced(full, fair, solutions, options, tools)
            found |= of_reduction
    figures = {
        **{"tests_recorded": seeds.tests, "tests_lost": len(seeds.lost), "seeds": len(seeds.seeds)},
        **{"mutated": len(legal), "left_out": dict(sorted(left_out.items()))},
        **{"dropped": dict(sorted((+dropped).items())), "tests_before_reduction": len(tests)},
        **found,
        **{"tests": len(chosen), "held_back": len(review), "seconds": round(time.monotonic() - started, 1)},
    }
    recipes = []
    for test in chosen:
        made = test.sequence
        made_by = {"seed": made.origin, "number": made.number, "mutations": list(made.mutations)}
        recipes.append({**made_by, "test": made.hash, "expected": test.expected_hash})
    return Strengthened(
        task.task_id,
        task.tests_hash(),
        suite=plus_suite(task, chosen),
        contract=contract,
        recipes=tuple(recipes),
        why={test.name: why_legal(contract, test.sequence, test.results) for test in chosen},
        review=tuple(review),
        figures=figures,
    )


def _fair(
    task: ClassTask, tests: _Tests, solutions: Sequence[selection.Solution], ledger: Ledger, least_families: int
) -> tuple[_Tests, list[dict[str, Any]], int]:
    """The tests that consensus and ledger accept, those held back, and how many the ledger drops."""
    # The methods with base tests that a test calls; if it calls none, all base tests count.
    tested = {name for name, names in task.suite().methods.items() if names}
    called = {test.name: tested.intersection(step.name for step in test.sequence.steps) for test in tests}
    calls = {name: methods or {selection.WHOLE_CLASS} for name, methods in called.items()}
    reasons = selection.held_back(calls, solutions, least_families)
    fair, review, dropped = _Tests(), list[dict[str, Any]](), 0
    for test in tests:
        entry, reason = selection.decision(ledger, task.task_id, test.sequence), reasons.get(test.name)
        if entry is not None and entry.verdict == selection.DROP:
            dropped += 1
        elif reason is None or entry is not None:
            fair.append(test)
        else:
            source = "\n".join(write_test(task.class_name, test))
            review.append({"task_id": task.task_id, "test": test.sequence.hash, "reason": reason, "source": source})
    return fair, review, dropped


def _reduced(
    task: ClassTask, tests: _Tests, solutions: Sequence[selection.Solution], options: Options, tools: Tools
) -> tuple[_Tests, dict[str, Any]]:
    """Reduces tests by the branches, wrong solutions and program mutants that each finds; returns figures too."""
    findings = {}
    runs = tools.runner.run(task, [test.sequence for test in tests], coverage=True)
    for test, run in zip(tests, runs, strict=True):
        killed = frozenset(item.name for item in solutions if test.name in item.failed)
        arcs = frozenset(run.arcs if run else ())
        findings[test.name] = Findings(arcs, samples=killed, cost=len(test.sequence.steps))
    seconds = sum(tools.judge.soundness([task])[task.task_id].seconds.values())
    limit = options.mutants if seconds < _SLOW_SECONDS else min(options.mutants, _MUTANTS_OF_SLOW)
    mutants = program_mutants(reference_module(task), task.class_name, limit, options.seed)
    judged_on = set(selection.kept_first(findings, options.cover, _TESTS_FOR_MUTANTS))
    few = selection.with_tests(task, [test for test in tests if test.name in judged_on])
    sources = [mutant.source for mutant in mutants]
    by_base, by_plus = (selection.judge_sources(tools.judge, few, sources, suite) for suite in (BASE, PLUS))
    for name, item in findings.items():
        numbers = frozenset(number for number, killers in enumerate(by_plus) if name in killers)
        findings[name] = replace(item, mutants=numbers)
    names = set(selection.reduce_tests(findings, options.keep, options.cover) if options.keep else findings)
    chosen = [test for test in tests if test.name in names]
    killers = list(zip(mutants, by_base, by_plus, strict=True))
    alive = {
        suite: [mutant for mutant, base, plus in killers if not base and plus.isdisjoint(of_suite)]
        for suite, of_suite in (("base", set[str]()), ("plus", names), ("all", set(findings)))
    }
    plausible = [item for item in solutions if selection.WHOLE_CLASS in item.passed]
    figures: dict[str, Any] = {
        "mutants": len(mutants),
        **{f"mutants_killed_by_{suite}": len(mutants) - len(left) for suite, left in alive.items()},
        "mutants_judged_on": len(judged_on),
        "survivors": [f"{item.method}:{item.line} {item.operator}: {item.change}" for item in alive["all"]],
        "plausible_solutions": len(plausible),
        "plausible_solutions_killed": sum(bool(item.failed & names) for item in plausible),
        "arcs": len({arc for found in findings.values() for arc in found.coverage}),
    }
    for suite in (BASE, PLUS) if chosen else ():  # processor time of the reference, at most of three runs each
        sound = tools.judge.soundness([selection.with_tests(task, chosen)], suite=suite)[task.task_id]
        figures[f"seconds_{suite}"] = round(sum(sound.seconds.values()), 4)
    return chosen, figures


@dataclass(frozen=True)
class Recipes:
    seed: int  # seed of all choices
    steps: int  # mutations of one sequence, at most
    # Per task: `tests_hash` of its base tests; `exceptions` that tests may expect, by method; `goes_on`: those after
    # which sequences continue; `tests`: seed, number, hash, and hash of the expected values.
    tasks: Mapping[str, Mapping[str, Any]]
    search: int  # version of the set of mutations


@dataclass(frozen=True)
class Remade:
    suite: TestSuite | None  # `None` if no test could be made
    tests: int
    missing: Mapping[str, str]  # by hash of a test, the reason why it could not be made
    why: Mapping[str, str]  # per test of the suite the reasons why it is legal


def read_recipes(path: Path | None = None) -> Recipes:
    """Reads a file that `classeval-hf strengthen` wrote; by default the recipes of ClassEval's tasks."""
    path = path or Path(__file__).with_name("recipes.json")
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        read = Recipes(int(row["seed"]), int(row["steps"]), dict(row["tasks"]), int(row["search"]))
        if read.search != SEARCH:
            raise ValueError(f"it has search {read.search}, and this version of the package has search {SEARCH}")
        return read
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"{path} holds no recipes: {type(error).__name__}: {error}. `classeval-hf strengthen` writes such files."
        ) from error


def remake_suite(task: ClassTask, recipes: Recipes, runner: ReferenceRunner) -> Remade:
    """Makes a task's suite again from its recipe; a [`UserError`] if there is none for these base tests."""
    recipe = recipes.tasks.get(task.task_id)
    if recipe is None:
        raise UserError(f"There is no recipe for {task.task_id}: `classeval-hf strengthen` makes one.")
    if recipe["tests_hash"] != task.tests_hash():
        raise UserError(
            f"The recipe for {task.task_id} was made for other base tests: install the released task data, or run "
            "`classeval-hf strengthen` on yours."
        )
    goes_on = frozenset((name, error) for name, errors in recipe.get("goes_on", {}).items() for error in errors)
    seeds = record_seeds(task, runner, goes_on).seeds
    expected = {row["test"]: row["expected"] for row in recipe["tests"]}
    corpus, by_hash = corpus_of(task, seeds), {seed.sequence.hash: seed.sequence for seed in seeds}
    made = [
        numbered_mutation(by_hash[row["seed"]], row["number"], corpus, recipes.seed, task.task_id, recipes.steps)
        for row in recipe["tests"]
        if row["seed"] in by_hash
    ]
    sequences = [item for item in made if item is not None]
    tests, _ = Expectations(task, seeds, recipe["exceptions"]).tests(sequences, runner)
    kept = [test for test in tests if expected.get(test.sequence.hash) == test.expected_hash]
    found = {test.sequence.hash: test.expected_hash for test in tests}
    missing = {
        name: "the reference behaves differently here" if name in found else "its calls are different here"
        for name, value in expected.items()
        if found.get(name) != value
    }
    contract = infer_contract(task, seeds)
    why = {test.name: why_legal(contract, test.sequence, test.results) for test in kept}
    return Remade(plus_suite(task, kept), len(kept), missing, why)


def made_with(task: ClassTask, options: Options, samples: Samples, ledger: Ledger) -> str:
    """Hash of everything that determines a task's suite, except an edited contract."""
    texts = [[family, name, sample.completion] for family, items in samples.items() for name, sample in items]
    entries = [[*key, *asdict(entry).values()] for key, entry in ledger.items() if key[0] == task.task_id]
    parts = [METHOD_VERSION, task.reference_identity(), task.skeleton, asdict(options), texts, entries]
    return sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True)
class OutputFolder:
    path: Path  # created by `open` if missing

    def open(self) -> dict[str, ClassContract]:
        """Contracts that an author may have edited, by task id; a [`ContractError`] names a mistake."""
        (self.path / "tasks").mkdir(parents=True, exist_ok=True)
        file = self.path / "contracts.json"
        try:
            rows = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
            if not isinstance(rows, dict):
                raise UserError("it holds no object")
        except ValueError as error:
            raise UserError(f"{file} cannot be read: {error}. Correct it, or remove it.") from error
        return {task_id: ClassContract.from_dict(row) for task_id, row in rows.items()}

    def earlier(
        self, task_id: str, key: str, contract: ClassContract | None
    ) -> tuple[ClassContract | None, Strengthened | None]:
        """A task's contract if an author has edited it, and its earlier result if that and the inputs are the same."""
        with suppress(OSError, KeyError, TypeError, ValueError):  # no result, or one that another version wrote
            row = json.loads(self._task_file(task_id).read_text(encoding="utf-8"))
            made = row["result"]
            same = contract is not None and contract.to_dict() == made["contract"]
            if row["inferred"]:  # it is inferred again when needed
                contract, same = (None, True) if same or contract is None else (contract, False)
            if same and row["made_with"] == key:
                made["suite"] = None if made["suite"] is None else TestSuite.from_row(made["suite"])
                made |= {name: tuple(made[name]) for name in ("recipes", "review")}
                return contract, Strengthened(**made | {"contract": ClassContract.from_dict(made["contract"])})
        return contract, None

    def keep(self, result: Strengthened, key: str, inferred: bool) -> None:
        suite = None if result.suite is None else result.suite.to_row()
        made = {**vars(result), "suite": suite, "contract": result.contract.to_dict()}
        row = {"made_with": key, "inferred": inferred, "result": made}
        write_whole(self._task_file(result.task_id), json.dumps(row, indent=1) + "\n")

    def finish(
        self, results: Sequence[Strengthened], options: Options, contracts: Mapping[str, ClassContract]
    ) -> None:
        """Writes the files for all tasks; `contracts` were in the folder."""
        suites = [
            {"task_id": item.task_id, "tests_hash": item.tests_hash, "suite": suite.to_row(), "why": dict(item.why)}
            for item in results
            if (suite := item.suite) is not None
        ]
        review: list[Mapping[str, Any]] = [row for item in results for row in item.review]
        for name, lines in (("suites.jsonl", suites), ("review.jsonl", review)):
            write_whole(self.path / name, "".join(json.dumps(row) + "\n" for row in lines))
        written = {**contracts, **{item.task_id: item.contract for item in results}}
        rows = {task_id: contract.to_dict() for task_id, contract in written.items()}
        write_whole(self.path / "contracts.json", json.dumps(rows, indent=1) + "\n")
        rows = {}
        for item in (item for item in results if item.suite):
            methods = item.contract.methods.items()
            rows[item.task_id] = {
                "tests_hash": item.tests_hash,
                "exceptions": {name: sorted(own.raises) for name, own in methods if own.raises},
                "goes_on": {name: sorted(own.unchanged_after) for name, own in methods if own.unchanged_after},
                "tests": [dict(row) for row in item.recipes],
            }
        recipes = Recipes(options.seed, options.steps, rows, SEARCH)
        write_whole(self.path / "recipes.json", json.dumps(asdict(recipes), separators=(",", ":")) + "\n")
        figures = {item.task_id: dict(item.figures) for item in results}
        report = {"options": asdict(options), "totals": totals(results), "tasks": figures}
        write_whole(self.path / "report.json", json.dumps(report, indent=1) + "\n")
        write_whole(self.path / "report.md", markdown_report(results))

    def _task_file(self, task_id: str) -> Path:
        return self.path / "tasks" / f"{sha256(task_id.encode()).hexdigest()[:16]}.json"


_COUNTS = (
    *("tests_recorded", "tests_lost", "seeds", "mutated", "tests_before_reduction", "held_back", "dropped_by_ledger"),
    *("fair", "tests", "mutants", "mutants_judged_on"),
    *("mutants_killed_by_base", "mutants_killed_by_plus", "mutants_killed_by_all"),
    *("solutions", "plausible_solutions", "plausible_solutions_killed", "seconds", "seconds_base", "seconds_plus"),
)


def totals(results: Sequence[Strengthened]) -> dict[str, Any]:
    """Sums over tasks: numbers by name, `left_out` and `dropped` by reason."""
    summed = {name: round(sum(item.figures.get(name, 0) for item in results), 2) for name in _COUNTS}
    reasons = {
        name: dict(sum((Counter(item.figures.get(name, {})) for item in results), Counter[str]()))
        for name in ("left_out", "dropped")
    }
    with_suite = sum(item.suite is not None for item in results)
    return {"tasks": len(results), "tasks_with_suite": with_suite, **summed, **reasons}


_NOUNS = {"tasks": "task", "seeds": "call sequence"}
_REPORT = Path(__file__).with_name("report.txt").read_text(encoding="utf-8")


def markdown_report(results: Sequence[Strengthened]) -> str:
    sums = totals(results)
    header = ["task", "seeds", "tests", "held back", "mutants", "by base", "by plus", "plausible", "of these killed"]
    names = (
        *("seeds", "tests", "held_back", "mutants", "mutants_killed_by_base", "mutants_killed_by_plus"),
        *("plausible_solutions", "plausible_solutions_killed"),
    )
    rows = [(item.task_id, *(item.figures.get(name) for name in names)) for item in results]
    shown = {name: counted(sums[name], _NOUNS.get(name, "test")) for name in sums if isinstance(sums[name], int)}
    shares = {}
    for name in (name for name in sums if "_killed_by_" in name):
        count, total = int(sums[name]), int(sums[name.partition("_")[0]])
        shares[name] = f"{count} of {total} ({100 * count / total:.1f} %)" if total else "none of none"
    text = _REPORT.format(n=shown, share=shares, table=format_table(header, rows), **sums)
    reasons = (sorted(sums[name].items(), key=lambda item: -item[1]) for name in ("left_out", "dropped"))
    return text + "".join(f"- {count} {reason}\n" for counts in reasons for reason, count in counts)
