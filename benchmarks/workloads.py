"""Completions to score: recorded ones, ones made from the tasks that the package ships, and many small ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from classeval_hf.classes.readings import candidate_module
from classeval_hf.classes.tasks.files import (
    OPEN_TASKS,
    open_tasks,
    read_example_completions,
    read_task_file,
    read_task_folder,
    task_folders,
)
from classeval_hf.core.tasks import ClassTask
from classeval_hf.runs.sample_files import read_sample_file

__all__ = ["Workload", "load", "small_task", "with_comment"]

_SMALL_TEST = """
import unittest

{classes}
"""
_SMALL_TEST_CLASS = """
class AdderTest{number}(unittest.TestCase):
    def test_add(self):
        self.assertEqual(Adder({number}).add(1), {number} + 1)

    def test_add_nothing(self):
        self.assertEqual(Adder(7).add(0), 7)
"""
_SMALL_SOURCE = """class Adder:
    # completion {number}
    def __init__(self, start):
        self.total = start

    def add(self, value):
        self.total += value
        return self.total
"""


@dataclass(frozen=True)
class Workload:
    """
    Tasks and their completions.

    Args:
        tasks (`tuple[ClassTask, ...]`): the tasks.
        completions (`tuple[tuple[str, ...], ...]`): per task its completions, raw text.
    """

    tasks: tuple[ClassTask, ...]
    completions: tuple[tuple[str, ...], ...]

    @property
    def samples(self) -> list[tuple[ClassTask, str]]:
        """Per sample its task and the module to test, as the metric takes it from the completion."""
        return [
            (task, candidate_module(task, completion))
            for task, completions in zip(self.tasks, self.completions, strict=True)
            for completion in completions
        ]


def load(kind: str, **details: Any) -> Workload:
    """
    Makes a workload.

    Args:
        kind (`str`): one of

            - `"recorded"`: completions from files (`answers`, `tasks_from`);
            - `"open"`: completions to the open tasks (`tasks`, `samples`: how many, and how many for each);
            - `"reference"`: a reference of the open tasks (`samples`: copies that differ by a comment);
            - `"small"`: correct completions that take almost no time (`samples`, and `test_classes` of their task).

    Returns:
        [`Workload`]
    """
    if kind == "recorded":
        return _recorded(details["answers"], details["tasks_from"])
    if kind == "open":
        return _from_open_tasks(details["tasks"], details["samples"])
    if kind == "reference":
        task = next(iter(open_tasks().values()))
        copies = (with_comment(task.solution_code, str(number)) for number in range(details["samples"]))
        return Workload((task,), (tuple(copies),))
    completions = tuple(_SMALL_SOURCE.format(number=number) for number in range(details["samples"]))
    return Workload((small_task(details["test_classes"]),), (completions,))


def _recorded(answers_file: str, tasks_file: str) -> Workload:
    tasks = {task.task_id: task for task in read_task_file(tasks_file)}
    samples = read_sample_file(Path(answers_file), tasks.keys())
    completions = tuple(tuple(sample.completion for sample in by_index) for by_index in samples.values())
    return Workload(tuple(tasks[task_id] for task_id in samples), completions)


def _from_open_tasks(n_tasks: int, n_samples: int) -> Workload:
    """The open tasks again and again, each time under another name and with completions that differ by a comment."""
    known = []
    for folder in task_folders(OPEN_TASKS):
        task = read_task_folder(folder)
        known.append(
            (task, [task.solution_code, *(completion.text for completion in read_example_completions(folder))])
        )
    tasks, completions = [], []
    for number, (task, texts) in enumerate(islice(cycle(known), n_tasks)):
        tasks.append(replace(task, task_id=f"{task.task_id}-{number}"))
        chosen = islice(cycle(texts), number, number + n_samples)
        completions.append(tuple(with_comment(text, f"{number}-{index}") for index, text in enumerate(chosen)))
    return Workload(tuple(tasks), tuple(completions))


def with_comment(completion: str, text: str) -> str:
    """The completion with a comment in its class, wherever in the text that stands."""
    lines = completion.split("\n")
    index = next((index for index, line in enumerate(lines) if line.startswith("class ")), None)
    return completion if index is None else "\n".join([*lines[: index + 1], f"    # {text}", *lines[index + 1 :]])


def small_task(test_classes: int) -> ClassTask:
    """A task whose tests take almost no time, with a number of test classes."""
    names = tuple(f"AdderTest{number}" for number in range(test_classes))
    classes = "\n".join(_SMALL_TEST_CLASS.format(number=number) for number in range(test_classes))
    return ClassTask(f"small-{test_classes}", "Adder", _SMALL_TEST.format(classes=classes), names)
