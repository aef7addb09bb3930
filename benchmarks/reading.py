"""
The cost of reading completions made to take long, in the scorer and in the processes with limits that read them: to
extract code, make a module of it, and find what it uses.

    python benchmarks/reading.py
    python benchmarks/reading.py --answers 1000 --longest 20000 --seed 1
    python benchmarks/reading.py --repeated
    python benchmarks/reading.py --rules CLASSEVAL/outputs

It prints Markdown: per kind of completion the processor time of one, in milliseconds. Nothing is run, and two runs
with the same seed have the same completions.

`--repeated` reads 75 texts that are as long as can be, each of one unit over and over, for a class, a
method, and a method in a file, and prints the seconds that each takes, the slowest first: none should take over 2.

`--rules` reads the recorded runs of a folder, and the forms of the tests, as classes and method by method. It prints,
for each function of `classeval_hf/reading`, in how many texts its rarest lines run, if in three or fewer, and which
these are: a rule that no text needs can go. It needs the extra `validate` (coverage).

The scorer only sends a completion and takes what was read in it: it should take at most 20 ms for 99 of 100.
"""

from __future__ import annotations

import argparse
import ast
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import coverage
import hostile_completions

from classeval_hf.classes.readings import extract_class, read_completions
from classeval_hf.classes.tasks import files
from classeval_hf.classes.tasks.files import read_task_file
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.projects.reading import assemble
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.reading.method_extraction import extract_method
from classeval_hf.reading.outlines import outline_class
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
import answer_forms

__all__ = ["main"]

_TILL = """class Till:
    def __init__(self):
        self.coins = []

    def add(self, coin):
        '''Adds a coin.'''

    def total(self):
        '''Sum of all coins.'''
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark with these arguments, by default those of the process, and prints its table."""
    arguments = _parser().parse_args(argv)
    if arguments.repeated:
        print(format_table(("unit", "class", "method", "in a file"), _repeated(arguments.longest)))
        return 0
    if arguments.rules is not None:
        print(format_table(("module", "function", "texts", "fewest", "lines"), _rules(arguments.rules)))
        return 0
    rng = random.Random(arguments.seed)
    tasks = {task.task_id: task for task in files.open_tasks().values()}
    folders = files.task_folders(files.OPEN_TASKS)
    examples = [example for folder in folders for example in files.read_example_completions(folder)]
    makers = hostile_completions.makers()
    found: dict[str, list[_Cost]] = {kind: [] for kind in makers}
    calls = LimitedCalls()
    for number in range(arguments.answers):
        kind = list(makers)[number % len(makers)]
        example = rng.choice(examples)
        length = round(64 * (arguments.longest / 64) ** rng.random())
        completion = makers[kind](rng, example.text, length)[:MAX_COMPLETION_CHARS]
        found[kind].append(_cost(tasks[example.task_id], completion, calls))
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {arguments.answers} completions of up to "
        f"{arguments.longest:,} characters, seed {arguments.seed}; milliseconds of processor time\n"
    )
    calls.close()
    rows = [_row(kind, costs) for kind, costs in found.items() if costs]
    rows.append(_row("all", [cost for costs in found.values() for cost in costs]))
    where = [f"{place}: {figure}" for place in ("scorer", "reader") for figure in ("median", "99%", "max")]
    header = ("kind", "completions", "median length", *where, "reader: max up to 8 KB", "unreadable")
    print(format_table(header, rows))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures what reading hostile completions costs, as Markdown.")
    parser.add_argument(
        "--answers", type=int, default=10_000, metavar="N", help="completions to read (default: 10,000)"
    )
    parser.add_argument("--longest", type=int, default=MAX_COMPLETION_CHARS, metavar="N", help="their maximum length")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeated", action="store_true", help="read each of some texts of one unit instead")
    parser.add_argument(
        "--rules", type=Path, metavar="FOLDER", help="say what of the reader recorded runs need instead"
    )
    return parser


def _recorded(folder: Path) -> Iterator[Callable[[], object]]:
    """The readings of each recorded text in a folder, and of each form of the tests."""
    for file in sorted(folder.glob("*.json")):
        tasks = {task.task_id: task for task in read_task_file(file)}
        for row in json.loads(file.read_text(encoding="utf-8")):
            task = tasks[row["task_id"]]
            outline = outline_class(task)
            for text in row["predict"]:
                yield lambda: extract_class(text, outline, task.class_name)  # noqa: B023
            steps = row.get("raw_output", ())
            for contract, text in zip(outline.contracts, steps[0] if len(steps) == 1 else steps, strict=False):
                yield lambda: extract_method(text, outline, contract.name, task.class_name)  # noqa: B023
    outline, target = answer_forms.OUTLINE, Target("Till.total", "method")
    for form in answer_forms.FORMS:
        text = answer_forms.filled(form, answer_forms.GOOD, answer_forms.BAD)
        yield lambda: extract_class(text, outline, "Till")  # noqa: B023
        for good, bad in answer_forms.METHODS.values():
            text = answer_forms.filled(form, good, bad)
            yield lambda: extract_method(text, outline, "total", "Till")  # noqa: B023
            yield lambda: assemble(answer_forms.FILE, target, 0, text)  # noqa: B023


def _rules(folder: Path) -> list[list[object]]:
    """Per function of the room: in how many texts it runs, in how many its rarest lines do, and which these are."""
    room = Path(extract_class.__code__.co_filename).parent
    watched = coverage.Coverage(data_file=None, config_file=False, source=[str(room)])
    watched.start()
    for number, read in enumerate(_recorded(folder)):
        watched.switch_context(f"text {number}")
        read()
    watched.stop()
    rows: list[list[object]] = []
    for path in sorted(room.glob("*.py")):
        texts = watched.get_data().contexts_by_lineno(str(path))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                inner = [item for node in function.body for item in ast.walk(node) if isinstance(item, ast.stmt)]
                lines = {item.lineno for item in inner if not isinstance(getattr(item, "value", 0), ast.Constant)}
                found = {line: len({text for text in texts.get(line, ()) if text}) for line in sorted(lines)}
                most, fewest = max(found.values(), default=0), min(found.values(), default=0)
                rarest = ", ".join(str(line) for line, number in found.items() if number == fewest)
                rows += [[path.stem, function.name, most, fewest, rarest]] if fewest <= 3 < most else []
    return rows


def _repeated(length: int) -> list[list[object]]:
    """Per unit the processor time of reading a text of it, in seconds."""
    task = ClassTask("till", "Till", "", (), skeleton=_TILL, methods_info=(Method("add"), Method("total")))
    outline, target = outline_class(task), Target("Till.total", "method")
    rows: list[tuple[str, list[float]]] = []
    for unit in hostile_completions.LONGEST:
        text = f"Sure:\n{unit * ((length - 6) // len(unit))}"
        times = [time.process_time()]
        for read in (
            lambda: extract_class(text, outline, "Till"),  # noqa: B023
            lambda: extract_method(text, outline, "total", "Till"),  # noqa: B023
            lambda: assemble(_TILL, target, 0, text),  # noqa: B023
        ):
            read()
            times.append(time.process_time())
        rows.append((unit, [end - start for start, end in pairwise(times)]))
    rows.sort(key=lambda row: max(row[1]), reverse=True)
    return [[repr(unit)[:60].replace("|", "\\|"), *(f"{value:.2f}" for value in times)] for unit, times in rows]


@dataclass(frozen=True)
class _Cost:
    """Cost of a completion, in milliseconds of processor time."""

    length: int
    scorer: float
    reader: float
    is_unreadable: bool


def _cost(task: ClassTask, completion: str, calls: LimitedCalls) -> _Cost:
    start = time.process_time()
    (reading,) = read_completions([(task, completion)], calls)
    scorer = (time.process_time() - start) * 1000
    try:
        reader = calls.call(
            hostile_completions.milliseconds, task.class_name, task.declared_methods, task.import_statement, completion
        )
    except UnreadableError:
        reader = calls.cpu_seconds * 1000
    return _Cost(len(completion), scorer, reader, bool(reading.problem))


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
