"""
What an agent's steps cost beside the model: `python benchmarks/agents.py PROJECT` plays dialogues and prints times.

A server on this machine plays RRR for each sound task of an installed project: a first attempt that is the reference
with its longest method emptied, three tools, a reflection, then the reference. So each task has two oracle calls, and
all time is spent in what this package does. Needs `HF_ALLOW_CODE_EVAL=1`, the project and its benchmark's tasks.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.engine.judge import Judge
from classeval_hf.generation.command import main as run
from classeval_hf.projects.strategies import ProjectPrompts
from classeval_hf.projects.tools.tools import ToolCall
from classeval_hf.prompting.steps import OracleStep, Strategy, read_generated_samples
from classeval_hf.tasks.splits import load_repository_tasks

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from scripted_model import scripted_server

CALLS = 'Thought: what is there?\nget_imports()\nget_relevant_code("{name}")\nget_class_info("{name}")'


def script(tasks: Sequence[RepositoryTask]) -> Callable[[str], str]:
    """The model: it knows the tasks by what they are asked for."""

    def said(prompt: str) -> str:
        asked = prompt.rpartition("\nFile: ")[2]
        task = next(
            task
            for task in tasks
            if asked.startswith(task.path) and f"{task.target.kind} {task.target.name} " in prompt
        )
        if "call tools" in prompt:
            return CALLS.format(name=task.target.name)
        if "Explain in a few sentences" in prompt:
            return "Reflection: a method is empty."
        return f"```python\n{task.reference if prompt.count('Hint: ') == 2 else _emptied(task.reference)}\n```"

    return said


def main() -> None:
    """Prints the times of single pieces, then plays all dialogues."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", help="name of an installed project, or open_repo")
    parser.add_argument("--tasks", default="repoclassbench", help="default: repoclassbench")
    parser.add_argument("--limit", type=int, help="number of tasks")
    arguments = parser.parse_args()
    tasks = [
        task
        for task in load_repository_tasks(arguments.tasks)
        if arguments.project in (task.project.name, arguments.tasks)
    ]
    with Judge() as judge:
        found = judge.soundness(tasks)
    sound = [task for task in tasks if found[task.task_id].is_sound][: arguments.limit]
    print(f"{len(sound)} sound tasks of {arguments.project}\n")
    times = pieces(sound).seconds
    print("| piece | times | median, ms | longest, ms |\n|---|--:|--:|--:|")
    for name, seconds in times.items():
        print(f"| {name} | {len(seconds)} | {1000 * median(seconds):.0f} | {1000 * max(seconds):.0f} |")
    dialogues(arguments.tasks, sound)


class Times:
    """Seconds that pieces take, by their names."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Counts what is done within."""
        start = time.perf_counter()
        yield
        self.seconds.setdefault(name, []).append(time.perf_counter() - start)


def pieces(tasks: Sequence[RepositoryTask]) -> Times:
    """Times of single pieces."""
    times = Times()
    with ProjectPrompts(asked=[Strategy.RRR]) as family:
        family.prepare_oracle(tasks)
        for number, task in enumerate(tasks):
            with times.of(
                "first task: masked project, index and snippets" if number == 0 else "another task: the same"
            ):
                material = family.materials.of(task)
                description = material.context(Strategy.RRR).description
                material.related(description, 5)
            with times.of("snippets again"):
                material.related(description, 5)
            candidate = _emptied(task.reference)
            for name, given in _arguments(task).items():
                with times.of(name if number else f"{name}, first task"):
                    material.tools.call(ToolCall(name, given, name), candidate=candidate, thought=description)
            with times.of("oracle on a wrong attempt" if number else "oracle on the first attempt"):
                family.ask_oracle(OracleStep(task, 0, candidate)).result()
    return times


def _arguments(task: RepositoryTask) -> dict[str, tuple[str, ...]]:
    used = [name.rpartition(".")[2] for name in sorted(task.dependencies.all)] or [task.target.name]
    return {
        "get_imports": (),
        "get_class_info": (used[0],),
        "get_signature": ("None", used[-1]),
        "get_method_body": ("None", used[-1]),
        "get_relevant_code": (" ".join(used[:5]),),
    }


def dialogues(split: str, tasks: Sequence[RepositoryTask]) -> None:
    """Plays all dialogues by the command line, and prints what came of them."""
    with scripted_server(script(tasks)) as server, tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        names = [task.task_id for task in tasks]
        output = Path(folder, "run")
        fixed = ["--backend", "openai", "--base-url", server.url, "--model", "scripted", "--max-length", "100000"]
        status = run(
            [*fixed, "--tasks", split, "--task-ids", *names, "--strategy", "rrr", "--greedy", "--output", str(output)]
        )
        seconds = time.perf_counter() - start
        if status:
            sys.exit(status)
        samples = [sample for _, sample in read_generated_samples(output / "samples.jsonl")]
    steps = [step for sample in samples for step in sample.steps]
    solved = sum(sample.steps[-1].tests_passed == sample.steps[-1].tests for sample in samples)
    asked = sum(step.target == "oracle" for step in steps)
    print(
        f"\n{len(samples)} dialogues of {len(steps)} steps, {asked} of them oracle calls, took {seconds:.1f} s, "
        f"{seconds / len(steps):.2f} s a step; {solved} end with all tests passed."
    )


def _emptied(source: str) -> str:
    """The code with the body of its longest function taken out."""
    tree = ast.parse(source)
    functions: list[Any] = [
        node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    longest = max(functions, key=lambda node: len(node.body), default=None)
    if longest is None:
        return "pass"
    longest.body = [ast.Pass()]
    return ast.unparse(tree)


if __name__ == "__main__":
    main()
