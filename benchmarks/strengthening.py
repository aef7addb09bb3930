"""
What strengthened tests reach of the references, beside the base tests.

Run as `HF_ALLOW_CODE_EVAL=1 python benchmarks/strengthening.py test FOLDER`, where `classeval-hf strengthen` wrote the
folder; without a folder, with the strengthened tests that are installed. Prints, over the tasks with strengthened
tests, the statements and branches of the references that the base tests reach, the strengthened tests alone, and both.
Figures of mutants and seconds stand in the folder's `report.md`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from tqdm.auto import tqdm

from classeval_hf.core.consent import require_consent
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import BASE, PLUS, ClassTask
from classeval_hf.scoring.strengthened import strengthened
from classeval_hf.task_quality.reference_runs import Coverage, run_reference
from classeval_hf.tasks.splits import load_split


def main() -> None:
    """Measures the tasks of a split and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("split", choices=["open", "test"])
    parser.add_argument("folder", nargs="?", type=Path)
    arguments = parser.parse_args()
    require_consent("This runs references on strengthened tests.")
    tasks = [task for task in strengthened(load_split(arguments.split), arguments.folder) if PLUS in task.suites]
    found: dict[str, list[Coverage]] = {"base": [], "plus alone": [], "base and plus": []}
    for task in tqdm(tasks, desc="References", unit="task"):
        base, plus = coverage(task, BASE), coverage(task, PLUS)
        for name, reached in zip(found, (base, plus, union(base, plus)), strict=True):
            found[name].append(reached)
    rows = []
    for name, items in found.items():
        total = sum(items, Coverage())
        full = sum(item.branch_rate == 1 and item.statement_rate == 1 for item in items)
        rows.append([name, len(items), total.statement_rate, total.branch_rate, full])
    print(format_table(["tests", "tasks", "statements", "branches", "tasks with all of both"], rows))


def coverage(task: ClassTask, suite: str) -> Coverage:
    """Coverage of a reference by one of its task's suites."""
    chosen = task.suite(suite)
    tests = replace(task, test=chosen.source, test_classes=chosen.test_classes, import_statement=tuple(chosen.imports))
    run = run_reference(tests, coverage=True)
    if run.coverage is None:
        raise ValueError(f"{task.task_id}: the reference cannot be run: {run.error}")
    if run.failures:  # that of a task which depends on the day, say
        tqdm.write(f"{task.task_id}: the reference does not pass {', '.join(name for name, _ in run.failures)}")
    return run.coverage


def union(first: Coverage, second: Coverage) -> Coverage:
    """What two runs of one reference reach together."""
    lines = set(first.missing_lines) & set(second.missing_lines)
    branches = set(first.missing_branches) & set(second.missing_branches)
    return replace(
        first,
        covered_statements=first.statements - len(lines),
        covered_branches=first.branches - len(branches),
        missing_lines=tuple(sorted(lines)),
        missing_branches=tuple(sorted(branches)),
    )


if __name__ == "__main__":
    main()
