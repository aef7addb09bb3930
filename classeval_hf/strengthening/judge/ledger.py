"""The review ledger: people's decisions on single strengthened tests, with reasons."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import read_text
from classeval_hf.strengthening.record.sequences import CallSequence

KEEP, DROP = "keep", "drop"
_OWN = Path(__file__).with_name("ledger.csv")
_COLUMNS = ["task_id", "test", "verdict", "reason"]


@dataclass(frozen=True)
class LedgerEntry:
    verdict: str  # `"keep"`, against consensus if need be, or `"drop"`
    reason: str  # one line: the words of the contract that decide it, or that no words do


Ledger = Mapping[tuple[str, str], LedgerEntry]  # by task id, and hash of a sequence or `name()`


def read_ledger(path: Path | None = None) -> Ledger:
    """Reads a ledger, by default our own; `test` is the hash of a sequence, or `name()` for all that call a method."""
    file = path or _OWN
    rows = csv.DictReader(read_text(file).splitlines())
    if rows.fieldnames != _COLUMNS:
        raise UserError(f"{file}: a ledger has the columns {', '.join(_COLUMNS)}, which its first line does not name.")
    entries: dict[tuple[str, str], LedgerEntry] = {}
    for row in rows:
        where = f"{file}, line {rows.line_num}"
        if row["verdict"] not in (KEEP, DROP) or not (row["reason"] or "").strip():
            raise UserError(f"{where}: the verdict on {row['test']} is {KEEP} or {DROP}, with a reason.")
        if (row["task_id"], row["test"]) in entries:
            raise UserError(f"{where}: there are two verdicts on {row['test']}: leave one.")
        entries[row["task_id"], row["test"]] = LedgerEntry(row["verdict"], row["reason"].strip())
    return entries


def decision(ledger: Ledger, task_id: str, sequence: CallSequence) -> LedgerEntry | None:
    """The decision on a sequence itself, or on a method that it calls."""
    names = [sequence.hash, *(f"{step.name}()" for step in sequence.steps if step.action == "call")]
    return next((ledger[task_id, name] for name in names if (task_id, name) in ledger), None)
