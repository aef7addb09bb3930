"""
How hard and how sound the tasks of the split `open` are, and who solved them: `python benchmarks/open_split.py`.

A task's *effort* is the number of branches in its reference plus the number of names that its methods depend on. The
thirds of the split, from the least effort, are `easy`, `medium` and `hard`. `--write` writes them into the `task.json`
of each task, and gives a canary to tasks without one.

Below the table are counts over the split: tasks whose methods share a field, or use a library; test classes with an
expected value that nobody guesses (other than `None`, a truth value, -1, 0, 1 and what is empty); class-level tests
with fewer than six calls. With `--runs 20 --python python3.10 python3.13` the references are run so often by each.

A blind solution was written from the skeleton alone. `open_solutions.jsonl.gz` has one line per attempt: task, solver,
number, outcome, the decision where it failed or the contract was corrected, and its source.
"""

import argparse
import ast
import gzip
import json
import re
import subprocess
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_task_folder, task_folders
from classeval_hf.core.syntax import parse
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import DIFFICULTIES, ClassTask

SOLUTIONS = Path(__file__).resolve().parent / "open_solutions.jsonl.gz"

_BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.comprehension, ast.Assert, ast.match_case)


@dataclass(frozen=True)
class Attempt:
    """One blind solution of a task."""

    task_id: str
    solver: str
    attempt: int  # above 1 where the contract was corrected after an earlier attempt
    outcome: str  # pass or fail
    decision: str  # the sentence that decides against it, or the correction of the contract
    source: str


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
        return f"{sum(item.outcome == 'pass' for item in self.attempts)} of {len(self.attempts)}"

    @property
    def effort(self) -> int:
        return self.branches + self.dependencies


def read_attempts(file: Path = SOLUTIONS) -> list[Attempt]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [Attempt(**json.loads(line)) for line in lines]


def read_open_tasks() -> list[OpenTask]:
    """The tasks in the order of their numbers, each with the last attempt of every solver."""
    last = {(item.task_id, item.solver): item for item in sorted(read_attempts(), key=lambda item: item.attempt)}
    tasks = []
    for folder in task_folders(OPEN_TASKS):
        task = read_task_folder(folder)
        tasks.append(OpenTask(folder, task, tuple(item for item in last.values() if item.task_id == task.task_id)))
    return sorted(tasks, key=lambda item: int(item.task.task_id.rpartition("_")[2]))


_GUESSES = {"None", "True", "False", "-1", "0", "1", "''", "b''", "[]", "{}", "()", "set()"}
_MIN_CALLS = 6  # of a class-level test, with that of the constructor


def is_telling(test_class: ast.ClassDef) -> bool:
    """Whether a test class expects a value that is written out and nobody guesses."""
    asserted = (call.args[1:] for call in _calls(test_class) if _name(call).startswith("assert"))
    return any(
        ast.unparse(value) not in _GUESSES
        for values in asserted
        for value in values
        if not isinstance(value, (ast.Name, ast.Attribute))
    )


def short_histories(test_class: ast.ClassDef) -> list[str]:
    """Tests of a class-level test class that make too few calls."""
    tests = [node for node in test_class.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    shared = [call for node in test_class.body if node not in tests for call in _calls(node)]
    return [
        test.name
        for test in tests
        if sum(not _name(call).startswith("assert") for call in [*_calls(test), *shared]) < _MIN_CALLS
    ]


def _calls(node: ast.AST) -> list[ast.Call]:
    return [item for item in ast.walk(node) if isinstance(item, ast.Call)]


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def shares_a_field(task: ClassTask) -> bool:
    """Whether three or more methods depend on one field, whose meaning each has to keep."""
    fields = Counter(field for method in task.methods_info for field in method.dependencies.field_dependencies)
    return max(fields.values(), default=0) >= 3


def uses_a_library(item: OpenTask) -> bool:
    return any(method.dependencies.lib_dependencies for method in item.task.methods_info)


def summary(tasks: Sequence[OpenTask]) -> list[str]:
    classes = [
        (item.task, node)
        for item in tasks
        for node in parse(item.task.test).body
        if isinstance(node, ast.ClassDef) and node.name in item.task.test_classes
    ]
    of_class = [node for task, node in classes if node.name in task.class_test_classes]
    short = [f"{node.name}.{name}" for node in of_class for name in short_histories(node)]
    guessed = [node.name for _, node in classes if not is_telling(node)]
    lines = [
        f"{sum(shares_a_field(item.task) for item in tasks)} of {len(tasks)} tasks: three methods share a field",
        f"{sum(map(uses_a_library, tasks))} of {len(tasks)} tasks: a method uses a library",
        f"{len(classes) - len(guessed)} of {len(classes)} test classes expect a value that is no guess; not "
        + ", ".join(guessed),
        f"{len(short)} class-level tests make fewer than {_MIN_CALLS} calls: " + ", ".join(short),
    ]
    return [line.removesuffix("; not ").removesuffix(": ") for line in lines]


def run_references(tasks: Sequence[OpenTask], python: str, runs: int) -> list[str]:
    """The references that do not pass every time, each run in a process of its own, and how often they do."""
    failing = []
    for item in tasks:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "solution.py").write_text(item.task.solution_code, encoding="utf-8")
            text = f"from solution import {item.task.class_name}\n{item.task.test}"
            Path(folder, "test_it.py").write_text(text, encoding="utf-8")
            command = [python, "-m", "unittest", "-q", "test_it"]
            passed = sum(
                subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
                for _ in range(runs)
            )
        if passed < runs:
            failing.append(f"{item.task.task_id} {passed} of {runs}")
    return failing


def difficulties(tasks: Sequence[OpenTask]) -> dict[str, str]:
    """By task id, the third that it is in."""
    ranked = sorted(tasks, key=lambda item: item.effort)
    return {item.task.task_id: DIFFICULTIES[3 * rank // len(ranked)] for rank, item in enumerate(ranked)}


def write_difficulties(tasks: Sequence[OpenTask]) -> None:
    """Writes difficulties and missing canaries, and changes nothing else in a file."""
    stated_of = difficulties(tasks)
    for item in tasks:
        file = item.folder / "task.json"
        text = file.read_text(encoding="utf-8")
        canary = item.task.canary or f"classeval-hf open {item.folder.name} {uuid.uuid4()}"
        stated = {"difficulty": stated_of[item.task.task_id], "canary": canary}
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
    parser.add_argument("--runs", type=int, default=0, help="run each reference so often")
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="by these interpreters")
    arguments = parser.parse_args()
    tasks = read_open_tasks()
    if arguments.write:
        write_difficulties(tasks)
    stated = difficulties(tasks)
    header = ("task", "class", "topic", "methods", "branches", "dependencies", "solved blind", "difficulty")
    rows = [
        (
            *(item.task.task_id.rpartition("_")[2], item.task.class_name, item.task.topic),
            *(len(item.task.methods_info), item.branches, item.dependencies, item.solved),
            stated[item.task.task_id],
        )
        for item in tasks
    ]
    print(format_table(header, rows))
    print("\n".join(["", *summary(tasks)]))
    for python in arguments.python if arguments.runs else ():
        failing = run_references(tasks, python, arguments.runs)
        passing = f"{len(tasks) - len(failing)} of {len(tasks)} references pass"
        print(f"{python}: {passing} {arguments.runs} of {arguments.runs} times")
        print("\n".join(failing))


if __name__ == "__main__":
    main()
