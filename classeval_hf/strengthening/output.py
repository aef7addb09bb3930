"""The folder that strengthening writes: `contracts.json` may be edited; tasks with the same inputs are not redone."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.outputs import OutputKind
from classeval_hf.core.storage import write_whole
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import ClassTask, TestSuite
from classeval_hf.core.terminal import counted
from classeval_hf.strengthening.consensus import Ledger, Samples
from classeval_hf.strengthening.contracts import ClassContract
from classeval_hf.strengthening.mutations import SEARCH
from classeval_hf.strengthening.pipeline import Options, Recipes, Strengthened

METHOD_VERSION = 6  # raised when the same inputs give another suite

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


def made_with(
    task: ClassTask, options: Options, samples: Samples, ledger: Ledger, model_tests: Sequence[str] = ()
) -> str:
    """Hash of everything that determines a task's suite, except an edited contract."""
    texts = [[family, name, sample.completion] for family, items in samples.items() for name, sample in items]
    entries = [[*key, *asdict(entry).values()] for key, entry in ledger.items() if key[0] == task.task_id]
    parts = [METHOD_VERSION, task.reference_identity(), task.skeleton, asdict(options), texts, entries]
    parts += [list(model_tests)] if model_tests else []
    return sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True)
class OutputFolder:
    path: Path  # created by `open` if missing

    def open(self) -> None:
        (self.path / "tasks").mkdir(parents=True, exist_ok=True)

    def contracts(self) -> dict[str, ClassContract]:
        """Contracts that an author may have edited, by task id; a [`ContractError`] names a mistake."""
        file = self.path / "contracts.json"
        if not file.is_file():
            return {}
        try:
            rows = json.loads(file.read_text(encoding="utf-8"))
            if not isinstance(rows, dict):
                raise UserError("it holds no object")
        except ValueError as error:
            raise UserError(f"{file} cannot be read: {error}. Correct it, or remove it.") from error
        return {task_id: ClassContract.from_dict(row) for task_id, row in rows.items()}

    def edited(self, contracts: Mapping[str, ClassContract], task_id: str) -> ClassContract | None:
        """A task's contract if an author has edited it; an inferred one is inferred again when needed."""
        contract = contracts.get(task_id)
        try:
            row = self._read(task_id)
            inferred = contract and row["inferred"] and row["result"]["contract"] == contract.to_dict()
        except (OSError, KeyError, TypeError, ValueError):
            return contract
        return None if inferred else contract

    def kept(self, task_id: str, key: str, contract: ClassContract | None) -> Strengthened | None:
        """A task's earlier result, if inputs and edited contract (or its absence) are the same."""
        try:
            row = self._read(task_id)
            made = row["result"]
            same = row["inferred"] if contract is None else contract.to_dict() == made["contract"]
            if not same or row["made_with"] != key:
                return None
            suite = None if made["suite"] is None else TestSuite.from_row(made["suite"])
            made |= {name: tuple(made[name]) for name in ("recipes", "review")}
            return Strengthened(**{**made, "suite": suite, "contract": ClassContract.from_dict(made["contract"])})
        except (OSError, KeyError, TypeError, ValueError):  # no result, or one that another version wrote
            return None

    def keep(self, result: Strengthened, key: str, inferred: bool) -> None:
        suite = None if result.suite is None else result.suite.to_row()
        made = {**vars(result), "suite": suite, "contract": result.contract.to_dict()}
        row = {"made_with": key, "inferred": inferred, "result": made}
        write_whole(self._task_file(result.task_id), json.dumps(row, indent=1) + "\n")

    def finish(
        self,
        results: Sequence[Strengthened],
        options: Options,
        contracts: Mapping[str, ClassContract],
        models: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Writes the files for all tasks; `contracts` were in the folder, `models` wrote seeds."""
        suites = [
            {"task_id": item.task_id, "tests_hash": item.tests_hash, "suite": suite.to_row(), "why": dict(item.why)}
            for item in results
            if (suite := item.suite) is not None
        ]
        self._write_lines("suites.jsonl", suites)
        self._write_lines("review.jsonl", [row for item in results for row in item.review])
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
            if left_out := item.figures.get("tests_of_model_seeds", 0):
                rows[item.task_id]["tests_of_model_seeds"] = left_out
        recipes = Recipes(options.seed, options.steps, rows, SEARCH)
        write_whole(self.path / "recipes.json", json.dumps(asdict(recipes), separators=(",", ":")) + "\n")
        report = {
            "options": asdict(options),
            **({"seed_models": [dict(model) for model in models]} if models else {}),
            "totals": totals(results),
            "tasks": {item.task_id: dict(item.figures) for item in results},
        }
        write_whole(self.path / "report.json", json.dumps(report, indent=1) + "\n")
        write_whole(self.path / "report.md", markdown_report(results))

    def _read(self, task_id: str) -> Any:
        return json.loads(self._task_file(task_id).read_text(encoding="utf-8"))

    def _task_file(self, task_id: str) -> Path:
        return self.path / "tasks" / f"{sha256(task_id.encode()).hexdigest()[:16]}.json"

    def _write_lines(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        write_whole(self.path / name, "".join(json.dumps(row) + "\n" for row in rows))


_COUNTS = (
    *("tests_recorded", "tests_lost", "seeds", "mutated", "tests_before_reduction", "held_back", "dropped_by_ledger"),
    *("fair", "tests", "tests_by_least_cover", "mutants", "mutants_judged_on"),
    *("mutants_killed_by_base", "mutants_killed_by_plus", "mutants_killed_by_all"),
    *("crossed", "crossed_killed_by_base", "crossed_killed_by_plus", "crossed_killed_by_all"),
    *("solutions", "plausible_solutions", "plausible_solutions_killed", "seconds", "seconds_base", "seconds_plus"),
)

_MODEL_COUNTS = ("model_texts", "model_tests", "model_seeds", "tests_of_model_seeds")


def totals(results: Sequence[Strengthened]) -> dict[str, Any]:
    """Sums over tasks: numbers by name, `left_out` and `dropped` by reason."""
    of_model = any("model_texts" in item.figures for item in results)
    counts = (*_COUNTS, *(_MODEL_COUNTS if of_model else ()))
    summed = {name: round(sum(item.figures.get(name, 0) for item in results), 2) for name in counts}
    reasons = {
        name: dict(sum((Counter(item.figures.get(name, {})) for item in results), Counter[str]()))
        for name in ("left_out", "dropped", *(["model_tests_left_out"] if of_model else []))
    }
    with_suite = sum(item.suite is not None for item in results)
    return {"tasks": len(results), "tasks_with_suite": with_suite, **summed, **reasons}


_NOUNS = {"tasks": "task", "seeds": "call sequence", "model_seeds": "further seed"}
_TEXTS = (resources.files("classeval_hf.strengthening") / "report.txt").read_text(encoding="utf-8")
_REPORT, _OF_MODELS = _TEXTS.split("=====\n")


def markdown_report(results: Sequence[Strengthened]) -> str:
    sums = totals(results)
    header = ["task", "seeds", "tests", "held back", "mutants", "by base", "by plus", "plausible", "of these killed"]
    names = (
        *("seeds", "tests", "held_back", "mutants", "mutants_killed_by_base", "mutants_killed_by_plus"),
        *("plausible_solutions", "plausible_solutions_killed"),
    )
    rows = [(item.task_id, *(item.figures.get(name) for name in names)) for item in results]
    shown = {name: counted(sums[name], _NOUNS.get(name, "test")) for name in sums if isinstance(sums[name], int)}
    of_models, shares = "", {}
    for name in (name for name in sums if "_killed_by_" in name):
        count, total = int(sums[name]), int(sums[name.partition("_")[0]])
        shares[name] = f"{count} of {total} ({100 * count / total:.1f} %)" if total else "none of none"
    if "model_texts" in sums:
        of_models = f"{_OF_MODELS.format(n=shown, **sums)}{_reasons(sums['model_tests_left_out'])}\n"
    text = _REPORT.format(n=shown, share=shares, of_models=of_models, table=format_table(header, rows), **sums)
    return text + "".join(_reasons(sums[name]) for name in ("left_out", "dropped"))


def _reasons(counts: dict[str, int]) -> str:
    return "".join(f"- {count} {reason}\n" for reason, count in sorted(counts.items(), key=lambda item: -item[1]))
