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
    ways = {"base": (BASE,), "plus alone": (PLUS,), "base and plus": (BASE, PLUS)}
    rows = []
    for name, suites in ways.items():
        found = [coverage(task, suites) for task in tqdm(tasks, desc=name, unit="task")]
        total = sum(found, Coverage())
        full = sum(item.branch_rate == 1 and item.statement_rate == 1 for item in found)
        rows.append([name, len(found), total.statement_rate, total.branch_rate, full])
    print(format_table(["tests", "tasks", "statements", "branches", "tasks with all of both"], rows))


def coverage(task: ClassTask, suites: tuple[str, ...]) -> Coverage:
    """Coverage of a reference by some of its task's suites."""
    chosen = [task.suite(name) for name in suites]
    tests = replace(
        task,
        test="\n\n".join(suite.source for suite in chosen),
        test_classes=tuple(name for suite in chosen for name in suite.test_classes),
        import_statement=tuple(dict.fromkeys(line for suite in chosen for line in suite.imports)),
    )
    run = run_reference(tests, coverage=True)
    if run.coverage is None:
        raise ValueError(f"{task.task_id}: the reference cannot be run: {run.error}")
    if run.failures:  # that of a task which depends on the day, say
        tqdm.write(f"{task.task_id}: the reference does not pass {', '.join(name for name, _ in run.failures)}")
    return run.coverage


if __name__ == "__main__":
    main()
