"""
What it costs to read answers that are out to take long: to extract code, make a module of it, and find what it uses.

    python benchmarks/reading.py
    python benchmarks/reading.py --answers 1000 --longest 20000 --seed 1

It prints Markdown: per kind of answer the processor time of one, in milliseconds. Nothing is run, and no two runs with
the same seed differ in their answers.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from classeval_hf.dependency_metrics import read_dependencies
from classeval_hf.extraction import MAX_ANSWER_CHARS, build_module, extract_code
from classeval_hf.records import Task
from classeval_hf.tables import format_table
from classeval_hf.task_folders import load_open_tasks, open_tasks_directory, read_answers, task_folders

__all__ = ["main"]

_UNITS: Mapping[str, Sequence[str]] = {
    "brackets": ("(", "[", "{", "()", "[[],", "f(", "{0:", ")", "([{", "f(a)", "[0for a in ", "a[0]"),
    "fences": ("```\n", "```python\n", "`", "```\n~~~\n", '```\n"""\n', "```python\nclass A:\n    pass\n```\n"),
    "reasoning": ("<think>", "</think>\n", "<think>\n```\n</think>\n", "```\n<think>\n", "### Response:\n"),
    "white space": ("\n", " ", "\t", "\r\n", " \n", "\f", "\u2028", "    \n"),
    "backslashes": ("\\", "\\\n", "(a) \\\n", "a = \\\n", '"\\', "\\x"),
    "characters": ("\ud800", "\0", "\x1b", "\U0001f600", "\ufeff", "\u202e", "\u4e2d"),
    "long lines": ("a", "9", "é", "a b ", "# "),
    "numbers": ("0x9", "1e9", "9 ", "9_", "9.", "9" * 4000 + "\n"),
    "strings": ('"', "'''", '"""', '"a', 'f"{a}', "{a}", "{{a}}", "rb''", "#", '"a\n'),
    "operators": ("not ", "-", "a+", "a<", "a or ", "a.", "a**", "lambda:", "await ", "a if a else ", "a = ", "(a:="),
    "statements": ("a\n", "a;", "a.b()\n", "if a:\n", "elif a:0\n", "def f():0\n", "@a\n", "import a\n", "A = 1\n"),
    "methods": ("    def f(self): self.a()\n", "    @f.setter\n    def f(self, x): 0\n", "    x = y = self\n"),
    "prose": ("It's a class\n", "class of its own\n", "from here on\n", "import it, then\n", "def what\n"),
}
_TOKENS = tuple(unit for units in _UNITS.values() for unit in units)

_Maker = Callable[[random.Random, str, int], str]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark with these arguments, by default those of the process, and prints its table."""
    arguments = _parser().parse_args(argv)
    rng = random.Random(arguments.seed)
    tasks = {task.task_id: task for task in load_open_tasks()}
    examples = [example for folder in task_folders(open_tasks_directory()) for example in read_answers(folder)]
    makers = _makers()
    found: dict[str, list[tuple[float, int]]] = {kind: [] for kind in makers}
    for number in range(arguments.answers):
        kind = list(makers)[number % len(makers)]
        example = rng.choice(examples)
        length = round(64 * (arguments.longest / 64) ** rng.random())
        answer = makers[kind](rng, example.text, length)[:MAX_ANSWER_CHARS]
        found[kind].append((_milliseconds(tasks[example.task_id], answer), len(answer)))
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {arguments.answers} answers of up to "
        f"{arguments.longest:,} characters, seed {arguments.seed}; milliseconds of processor time\n"
    )
    rows = [_row(kind, costs) for kind, costs in found.items() if costs]
    rows.append(_row("all", [cost for costs in found.values() for cost in costs]))
    print(format_table(("kind", "answers", "median length", "median", "99%", "most", "most up to 8 KB"), rows))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures what reading hostile answers costs, as Markdown.")
    parser.add_argument("--answers", type=int, default=10_000, metavar="N", help="answers to read (default: 10,000)")
    parser.add_argument("--longest", type=int, default=MAX_ANSWER_CHARS, metavar="N", help="their length at most")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def _makers() -> dict[str, _Maker]:
    """What makes an answer of a kind from an example and a length."""

    def placed(text: Callable[[random.Random, int], str]) -> _Maker:
        return lambda rng, example, length: _placed(rng, example, text(rng, length))

    return {
        "examples": lambda rng, example, length: example,
        "mutations": lambda rng, example, length: _mutated(rng, example),
        "mixtures": placed(_mixture),
        "names": placed(lambda rng, length: "".join(f"a{number} = 0\n" for number in range(length // 8))),
        **{kind: placed(partial(_repeated, units)) for kind, units in _UNITS.items()},
    }


def _repeated(units: Sequence[str], rng: random.Random, length: int) -> str:
    unit = rng.choice(units)
    return unit * (length // len(unit) + 1)


def _mixture(rng: random.Random, length: int) -> str:
    """Some tokens over and over, each in runs of its own length."""
    tokens = rng.choices(_TOKENS, k=rng.randint(2, 6))
    return _repeated(["".join(token * rng.choice([1, 1, 2, 8]) for token in tokens)], rng, length)


def _placed(rng: random.Random, example: str, text: str) -> str:
    """The text alone, or at a line's start within the example."""
    if rng.random() < 0.25:
        return text
    lines = example.split("\n")
    place = rng.choice([0, rng.randint(0, len(lines)), len(lines)])
    indent = rng.choice(["", "        "])
    return "\n".join([*lines[:place], indent + text.replace("\n", f"\n{indent}"), *lines[place:]])


def _mutated(rng: random.Random, example: str) -> str:
    """The example with parts cut, doubled or put elsewhere, and tokens strewn in."""
    for _ in range(rng.randint(1, 8)):
        start, end = sorted(rng.choices(range(len(example) + 1), k=2))
        middle = rng.choice(["", example[start:end] * 2, rng.choice(_TOKENS) * rng.choice([1, 3, 200])])
        example = example[:start] + middle + example[end if rng.random() < 0.3 else start :]
    return example


def _milliseconds(task: Task, answer: str) -> float:
    start = time.process_time()
    code = extract_code(answer, task.class_name, task.declared_methods).code
    read_dependencies(task, [build_module(code, task.import_statement)])
    return (time.process_time() - start) * 1000


def _row(kind: str, costs: Sequence[tuple[float, int]]) -> list[object]:
    times = sorted(cost for cost, _ in costs)
    short = max((cost for cost, length in costs if length <= 8_192), default=0.0)
    ninety_nine = times[min(len(times) - 1, len(times) * 99 // 100)]
    figures = [f"{value:.1f}" for value in (statistics.median(times), ninety_nine, times[-1], short)]
    return [kind, len(costs), int(statistics.median(length for _, length in costs)), *figures]


if __name__ == "__main__":
    raise SystemExit(main())
