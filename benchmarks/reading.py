"""
What it costs to read answers that are out to take long, in the scorer and in the processes with limits that read them:
to extract code, make a module of it, and find what it uses.

    python benchmarks/reading.py
    python benchmarks/reading.py --answers 1000 --longest 20000 --seed 1

It prints Markdown: per kind of answer the processor time of one, in milliseconds. Nothing is run, and no two runs with
the same seed differ in their answers.

The scorer only sends an answer and takes what was read in it: that is to take at most 20 ms for 99 of 100 answers.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import hostile_answers

from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.reading.readings import read_completions
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.tasks import folders as task_folders

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark with these arguments, by default those of the process, and prints its table."""
    arguments = _parser().parse_args(argv)
    rng = random.Random(arguments.seed)
    tasks = {task.task_id: task for task in task_folders.load_open_tasks()}
    folders = task_folders.task_folders(task_folders.open_tasks_directory())
    examples = [example for folder in folders for example in task_folders.read_example_completions(folder)]
    makers = hostile_answers.makers()
    found: dict[str, list[_Cost]] = {kind: [] for kind in makers}
    calls = LimitedCalls()
    for number in range(arguments.answers):
        kind = list(makers)[number % len(makers)]
        example = rng.choice(examples)
        length = round(64 * (arguments.longest / 64) ** rng.random())
        answer = makers[kind](rng, example.text, length)[:MAX_COMPLETION_CHARS]
        found[kind].append(_cost(tasks[example.task_id], answer, calls))
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {arguments.answers} answers of up to "
        f"{arguments.longest:,} characters, seed {arguments.seed}; milliseconds of processor time\n"
    )
    calls.close()
    rows = [_row(kind, costs) for kind, costs in found.items() if costs]
    rows.append(_row("all", [cost for costs in found.values() for cost in costs]))
    where = [f"{place}: {figure}" for place in ("scorer", "reader") for figure in ("median", "99%", "most")]
    print(format_table(("kind", "answers", "median length", *where, "reader: most up to 8 KB", "unreadable"), rows))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures what reading hostile answers costs, as Markdown.")
    parser.add_argument("--answers", type=int, default=10_000, metavar="N", help="answers to read (default: 10,000)")
    parser.add_argument("--longest", type=int, default=MAX_COMPLETION_CHARS, metavar="N", help="their length at most")
    parser.add_argument("--seed", type=int, default=0)
    return parser


@dataclass(frozen=True)
class _Cost:
    """What an answer took, in milliseconds of processor time."""

    length: int
    scorer: float
    reader: float
    is_unreadable: bool


def _cost(task: ClassTask, answer: str, calls: LimitedCalls) -> _Cost:
    start = time.process_time()
    (reading,) = read_completions([(task, answer)], calls)
    scorer = (time.process_time() - start) * 1000
    try:
        reader = calls.call(
            hostile_answers.milliseconds, task.class_name, task.declared_methods, task.import_statement, answer
        )
    except UnreadableError:
        reader = calls.cpu_seconds * 1000
    return _Cost(len(answer), scorer, reader, bool(reading.problem))


def _row(kind: str, costs: Sequence[_Cost]) -> list[object]:
    figures = []
    for times in (sorted(cost.scorer for cost in costs), sorted(cost.reader for cost in costs)):
        ninety_nine = times[min(len(times) - 1, len(times) * 99 // 100)]
        figures += [f"{value:.1f}" for value in (statistics.median(times), ninety_nine, times[-1])]
    short = max((cost.reader for cost in costs if cost.length <= 8_192), default=0.0)
    length = int(statistics.median(cost.length for cost in costs))
    return [kind, len(costs), length, *figures, f"{short:.1f}", sum(cost.is_unreadable for cost in costs)]


if __name__ == "__main__":
    raise SystemExit(main())
