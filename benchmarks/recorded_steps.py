"""
Steps of recorded step-wise runs, read as they were when the run was published, and by our reader.

    HF_ALLOW_CODE_EVAL=1 python benchmarks/recorded_steps.py GPT-3.5-Turbo_method_I_greedy.json ...

A file has the tasks' own fields, `raw_output` (what the model said, a text per step) and `predict` (the class that the
published code made of it). From the raw output our reader makes the class again, and the same tests judge both. It
prints Markdown: per run the number of steps, of those without a method, of methods that pass either way, and each
method that passes in one way alone.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classeval_hf.classes.readings import assemble_class
from classeval_hf.classes.tasks.files import read_task_file
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.reading.method_extraction import ExtractedMethod, extract_method
from classeval_hf.reading.outlines import outline_class

__all__ = ["main"]

_ASKED = re.compile(r"complete (\w+) method in the following class")
"""What the published prompts ask for; some models repeat it."""


@dataclass(frozen=True)
class _Counts:
    """What came of a run: steps, those without a method, methods passed as published and by ours, differences."""

    steps: int
    empty: int
    published: int
    ours: int
    both: int
    gained: str
    lost: str


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the benchmark with these arguments, by default those of the process, and prints its tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="recorded runs")
    found = {path.stem: _counts(path) for path in parser.parse_args(argv).files}
    header = ("run", "steps", "without a method", "methods passed: published", "ours", "gained", "lost")
    rows = [
        (name, item.steps, item.empty, item.published, item.ours, item.ours - item.both, item.published - item.both)
        for name, item in found.items()
    ]
    print(format_table(header, rows))
    for name, item in found.items():
        print(f"\n{name}\n\n- gained: {item.gained}\n- lost: {item.lost}")
    return 0


def _counts(path: Path) -> _Counts:
    tasks = read_task_file(path)
    rows = {row["task_id"]: row for row in json.loads(path.read_text(encoding="utf-8"))}
    methods = {task.task_id: _methods(task, rows[task.task_id]) for task in tasks}
    ours = [assemble_class(outline_class(task), methods[task.task_id]) for task in tasks]
    predictions = [
        [rows[task.task_id]["predict"][0], completion] for task, completion in zip(tasks, ours, strict=True)
    ]
    with Judge(allow_missing_libraries=True) as judge:
        judged = judge.judge(tasks, predictions)
    both = [[_passed(task, sample) for sample in judged[task.task_id]] for task in tasks]
    found = [item for of_task in methods.values() for item in of_task.values()]
    return _Counts(
        len(found),
        sum(item.empty for item in found),
        sum(len(published) for published, _ in both),
        sum(len(own) for _, own in both),
        sum(len(published & own) for published, own in both),
        _named((task, own - published) for task, (published, own) in zip(tasks, both, strict=True)),
        _named((task, published - own) for task, (published, own) in zip(tasks, both, strict=True)),
    )


def _named(differences: Iterable[tuple[ClassTask, frozenset[str]]]) -> str:
    named = (f"{task.task_id} ({', '.join(sorted(methods))})" for task, methods in differences if methods)
    return ", ".join(named) or "none"


def _methods(task: ClassTask, row: Mapping[str, Any]) -> dict[str, ExtractedMethod]:
    """What our reader finds in each step of a task; a step may repeat its prompt, which names the method."""
    raw = row["raw_output"][0] if isinstance(row["raw_output"][0], list) else row["raw_output"]
    names = [method.method_name for method in task.methods_info]
    outline = outline_class(task)
    found = {}
    for number, text in enumerate(raw):
        asked = _ASKED.search(text)
        name = asked[1] if asked is not None else names[number] if number < len(names) else ""
        if name in names:
            found[name] = extract_method(text, outline, name, task.class_name)
    return found


def _passed(task: ClassTask, sample: Sample) -> frozenset[str]:
    verdict = sample.verdict
    if not isinstance(verdict, CandidateVerdict):
        raise RuntimeError(f"{task.task_id} could not be judged: {verdict}")
    return frozenset(name for name, tests in task.suite().methods.items() if tests and verdict.passed(tests))


if __name__ == "__main__":
    raise SystemExit(main())
