"""Makes the strengthened tests of ClassEval's tasks on this machine: their licence keeps them out of the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.progress import ProgressBar
from classeval_hf.strengthening.recipes import Recipes, read_recipes, remake_suite
from classeval_hf.strengthening.running import ReferenceRunner
from classeval_hf.tasks.libraries import require_libraries
from classeval_hf.tasks.plus_suites import plus_path
from classeval_hf.tasks.splits import load_split


@dataclass(frozen=True)
class PlusReport:
    """What came of it."""

    path: Path  # the file of suites
    tests: Mapping[str, int]  # strengthened tests by task
    # per task the tests, by hash, that did not come out as they were reviewed, and why
    missing: Mapping[str, Mapping[str, str]]


def install_plus(recipes: Recipes | None = None, progress: bool = True) -> PlusReport:
    """
    Makes the suites of the split `test` from recipes, and writes them below `HF_HOME`. The references are run, each in
    the sandbox.
    """
    recipes = recipes or read_recipes()
    tasks = [task for task in load_split("test") if task.task_id in recipes.tasks]
    require_libraries(tasks)
    path = plus_path("test")
    rows, tests, missing = [], {}, {}
    with ReferenceRunner() as runner, ProgressBar("Strengthened tests", len(tasks), "task", shown=progress) as bar:
        for task in tasks:
            made = remake_suite(task, recipes, runner)
            tests[task.task_id] = made.tests
            if made.missing:
                missing[task.task_id] = made.missing
            if made.suite is not None:
                rows.append(
                    {
                        "task_id": task.task_id,
                        "tests_hash": task.tests_hash(),
                        "suite": made.suite.to_row(),
                        "why": dict(made.why),
                    }
                )
            bar.update()
    write_whole(path, "".join(json.dumps(row) + "\n" for row in rows))
    return PlusReport(path, tests, missing)
