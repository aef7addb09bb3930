"""The folder that strengthening writes. `contracts.json` may be edited: the next run takes what it says. `tasks/`
holds the result of each task and what it was made with; a task whose inputs are all as before is not done again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.errors import UserError
from classeval_hf.core.outputs import OutputKind
from classeval_hf.core.samples import Sample
from classeval_hf.core.tasks import ClassTask, TestSuite
from classeval_hf.strengthening.contracts import ClassContract
from classeval_hf.strengthening.ledger import LedgerEntry
from classeval_hf.strengthening.pipeline import Options, Strengthened
from classeval_hf.strengthening.recipes import Recipes
from classeval_hf.strengthening.report import markdown_report, totals

METHOD_VERSION = 2  # goes up when the same inputs give another suite

STRENGTHENED = OutputKind(
    "strengthened tests",
    {
        "suites.jsonl": r'\{\s*"task_id"',
        "review.jsonl": r"\{",
        "contracts.json": "",  # edited, and checked where it is read
        "recipes.json": r'\{\s*"seed"',
        "report.json": r'\{\s*"options"',
        "report.md": "# Strengthened tests",
        f"tasks/{'[0-9a-f]' * 16}.json": "",  # made again if it is damaged
    },
)
"""The files that [`OutputFolder`] writes."""


def made_with(
    task: ClassTask,
    options: Options,
    samples: Mapping[str, Sequence[tuple[str, Sample]]],
    ledger: Mapping[tuple[str, str], LedgerEntry],
    model_tests: Sequence[str] = (),
) -> str:
    """Hash of all that decides about the suite of a task, except a contract that was edited."""
    texts = [[family, name, sample.completion] for family, items in samples.items() for name, sample in items]
    entries = [[*key, *asdict(entry).values()] for key, entry in ledger.items() if key[0] == task.task_id]
    parts = [METHOD_VERSION, task.reference_identity(), task.skeleton, asdict(options), texts, entries]
    parts += [list(model_tests)] if model_tests else []
    return sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True)
class OutputFolder:
    path: Path  # where it is; it is made where it is not there

    def open(self) -> None:
        (self.path / "tasks").mkdir(parents=True, exist_ok=True)

    def contracts(self) -> dict[str, ClassContract]:
        """Contracts that an author may have edited, by task id; a [`ContractError`] names what is wrong with one."""
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
        """The contract of a task, if an author has edited it: one that was inferred is inferred again at need."""
        contract = contracts.get(task_id)
        if contract is None:
            return None
        try:
            row = self._read(task_id)
            inferred = row["inferred"] and row["result"]["contract"] == contract.to_dict()
        except (OSError, KeyError, TypeError, ValueError):
            return contract
        return None if inferred else contract

    def kept(self, task_id: str, key: str, contract: ClassContract | None) -> Strengthened | None:
        """What came of a task before, if it was made with the same, and with the same edited contract or with none."""
        try:
            row = self._read(task_id)
            same = row["inferred"] if contract is None else contract.to_dict() == row["result"]["contract"]
            return _from_row(row["result"]) if same and row["made_with"] == key else None
        except (OSError, KeyError, TypeError, ValueError):  # none, or one that another version wrote
            return None

    def keep(self, result: Strengthened, key: str, inferred: bool) -> None:
        """Writes what came of a task, and whether its contract was inferred."""
        row = {"made_with": key, "inferred": inferred, "result": _to_row(result)}
        write_whole(self._task_file(result.task_id), json.dumps(row, indent=1) + "\n")

    def finish(
        self,
        results: Sequence[Strengthened],
        options: Options,
        contracts: Mapping[str, ClassContract],
        models: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Writes the files about all tasks. `contracts` are those that were in the folder: those of other tasks stay.
        `models` are the models that wrote seeds, with their settings."""
        suites = [
            {
                "task_id": item.task_id,
                "tests_hash": item.tests_hash,
                "suite": item.suite.to_row(),
                "why": dict(item.why),
            }
            for item in results
            if item.suite is not None
        ]
        self._write_lines("suites.jsonl", suites)
        self._write_lines("review.jsonl", [row for item in results for row in item.review])
        written = {**contracts, **{item.task_id: item.contract for item in results}}
        rows = {task_id: contract.to_dict() for task_id, contract in written.items()}
        write_whole(self.path / "contracts.json", json.dumps(rows, indent=1) + "\n")
        recipes = Recipes(options.seed, options.steps, {item.task_id: _recipe(item) for item in results if item.suite})
        write_whole(self.path / "recipes.json", json.dumps(recipes.to_dict(), separators=(",", ":")) + "\n")
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


def _recipe(item: Strengthened) -> dict[str, Any]:
    raised = {name: sorted(method.raises) for name, method in item.contract.methods.items() if method.raises}
    return {"tests_hash": item.tests_hash, "exceptions": raised, "tests": [dict(row) for row in item.recipes]} | (
        {"tests_of_model_seeds": left_out} if (left_out := item.figures.get("tests_of_model_seeds", 0)) else {}
    )


def _to_row(result: Strengthened) -> dict[str, Any]:
    return {
        "task_id": result.task_id,
        "tests_hash": result.tests_hash,
        "suite": None if result.suite is None else result.suite.to_row(),
        "contract": result.contract.to_dict(),
        "recipes": [dict(row) for row in result.recipes],
        "why": dict(result.why),
        "review": [dict(row) for row in result.review],
        "figures": dict(result.figures),
    }


def _from_row(row: Mapping[str, Any]) -> Strengthened:
    return Strengthened(
        row["task_id"],
        row["tests_hash"],
        None if row["suite"] is None else TestSuite.from_row(row["suite"]),
        ClassContract.from_dict(row["contract"]),
        tuple(row["recipes"]),
        row["why"],
        tuple(row["review"]),
        row["figures"],
    )
