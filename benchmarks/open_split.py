"""
How hard the tasks of the split `open` are, and who solved them: `python benchmarks/open_split.py`.

A task's *effort* is the number of branches in its reference and of the names that its methods depend on, and half as
much again by the share of blind solutions that failed for a mistake. The thirds of the split, from the least effort,
are `easy`, `medium` and `hard`. With `--write` they go into the `task.json` of each task, and a task without a canary
gets one.

A blind solution was written from the skeleton alone. All are in `benchmarks/open_solutions/`, named for the task's
folder and the solver; `ledger.csv` there has each attempt, its outcome, and what was decided where it failed.
"""

import argparse
import ast
import csv
import json
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.core.syntax import parse
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import DIFFICULTIES, ClassTask
from classeval_hf.tasks.folders import open_tasks_directory, read_task_folder, task_folders

SOLUTIONS = Path(__file__).resolve().parent / "open_solutions"

_BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.comprehension, ast.Assert, ast.match_case)


@dataclass(frozen=True)
class Attempt:
    """One row of the ledger."""

    task_id: str
    solver: str
    attempt: int  # 1, or more where the contract was corrected after an earlier one
    passed: bool
    failed_methods: tuple[str, ...]
    decision: str  # where it failed: the sentence that decides, or what was corrected


@dataclass(frozen=True)
class OpenTask:
    folder: Path
    task: ClassTask
    attempts: tuple[Attempt, ...]  # those at the contract as it is

    @property
    def branches(self) -> int:
        nodes = list(ast.walk(parse(self.task.solution_code)))
        operands = sum(len(node.values) - 1 for node in nodes if isinstance(node, ast.BoolOp))
        return sum(isinstance(node, _BRANCHES) for node in nodes) + operands

    @property
    def dependencies(self) -> int:
        needs = [method.dependencies for method in self.task.methods_info]
        return sum(
            len(item.lib_dependencies) + len(item.field_dependencies) + len(item.method_dependencies) for item in needs
        )

    @property
    def solved(self) -> str:
        return f"{sum(item.passed for item in self.attempts)} of {len(self.attempts)}"

    @property
    def effort(self) -> float:
        failed = sum(not item.passed for item in self.attempts)
        share = failed / len(self.attempts) if self.attempts else 0
        return (self.branches + self.dependencies) * (1 + share / 2)


def read_ledger(file: Path = SOLUTIONS / "ledger.csv") -> list[Attempt]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Attempt(
                row["task_id"],
                row["solver"],
                int(row["attempt"]),
                row["outcome"] == "pass",
                tuple(row["failed_methods"].split()),
                row["decision"],
            )
            for row in csv.DictReader(lines)
        ]


def read_open_tasks() -> list[OpenTask]:
    """The tasks in the order of their numbers, each with the last attempt of every solver."""
    last = {(item.task_id, item.solver): item for item in sorted(read_ledger(), key=lambda item: item.attempt)}
    tasks = []
    for folder in task_folders(open_tasks_directory()):
        task = read_task_folder(folder)
        tasks.append(OpenTask(folder, task, tuple(item for item in last.values() if item.task_id == task.task_id)))
    return sorted(tasks, key=lambda item: int(item.task.task_id.rpartition("_")[2]))


def difficulties(tasks: Sequence[OpenTask]) -> dict[str, str]:
    """By task id, the third that it is in."""
    ranked = sorted(tasks, key=lambda item: item.effort)
    return {item.task.task_id: DIFFICULTIES[3 * rank // len(ranked)] for rank, item in enumerate(ranked)}


def write_difficulties(tasks: Sequence[OpenTask]) -> None:
    """Writes difficulties and missing canaries, and changes nothing else in a file."""
    for item in tasks:
        file = item.folder / "task.json"
        text = file.read_text(encoding="utf-8")
        canary = item.task.canary or f"classeval-hf open {item.folder.name} {uuid.uuid4()}"
        stated = {"difficulty": difficulties(tasks)[item.task.task_id], "canary": canary}
        text = re.sub(r'^  "(difficulty|canary)": .*\n', "", text, flags=re.MULTILINE)
        before, topic, after = re.split(r'^(  "topic": .*\n)', text, maxsplit=1, flags=re.MULTILINE)
        lines = (f'  "{name}": {json.dumps(value)},\n' for name, value in stated.items())
        file.write_text("".join([before, topic, *lines, after]), encoding="utf-8")
        for source in item.folder.glob("*.py"):
            code = source.read_text(encoding="utf-8")
            if canary not in code:
                source.write_text(f"# canary: {canary}\n\n{code}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write difficulties and missing canaries into the tasks")
    arguments = parser.parse_args()
    tasks = read_open_tasks()
    if arguments.write:
        write_difficulties(tasks)
    header = ("task", "class", "topic", "methods", "branches", "dependencies", "solved blind", "difficulty")
    rows = [
        (
            *(item.task.task_id.rpartition("_")[2], item.task.class_name, item.task.topic),
            *(len(item.task.methods_info), item.branches, item.dependencies, item.solved),
            difficulties(tasks)[item.task.task_id],
        )
        for item in tasks
    ]
    print(format_table(header, rows))


if __name__ == "__main__":
    main()
