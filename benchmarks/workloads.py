"""Answers to score: recorded ones, ones made from the tasks that the package ships, and many small ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.readings import candidate_module
from classeval_hf.runs.sample_files import read_samples
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.folders import (
    load_open_tasks,
    open_tasks_directory,
    read_example_completions,
    read_task_folder,
    task_folders,
)

__all__ = ["Workload", "load", "small_task"]

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
    # answer {number}
    def __init__(self, start):
        self.total = start

    def add(self, value):
        self.total += value
        return self.total
"""


@dataclass(frozen=True)
class Workload:
    """
    Tasks and their answers.

    Args:
        tasks (`tuple[ClassTask, ...]`): the tasks.
        answers (`tuple[tuple[str, ...], ...]`): per task its answers, raw text.
    """

    tasks: tuple[ClassTask, ...]
    answers: tuple[tuple[str, ...], ...]

    @property
    def samples(self) -> list[tuple[ClassTask, str]]:
        """Per sample its task and the module to test, as the metric takes it from the answer."""
        return [
            (task, candidate_module(task, answer))
            for task, answers in zip(self.tasks, self.answers, strict=True)
            for answer in answers
        ]


def load(kind: str, **details: Any) -> Workload:
    """
    Makes a workload.

    Args:
        kind (`str`): one of

            - `"recorded"`: answers from files (`answers`, `tasks_from`);
            - `"open"`: answers to the open tasks (`tasks`, `samples`: how many, and how many for each);
            - `"reference"`: a reference of the open tasks (`samples`: copies, told apart by a comment);
            - `"small"`: right answers that take next to no time (`samples`, and `test_classes` of their task).

    Returns:
        [`Workload`]
    """
    if kind == "recorded":
        return _recorded(details["answers"], details["tasks_from"])
    if kind == "open":
        return _from_open_tasks(details["tasks"], details["samples"])
    if kind == "reference":
        task = load_open_tasks()[0]
        copies = (_with_comment(task.solution_code, str(number)) for number in range(details["samples"]))
        return Workload((task,), (tuple(copies),))
    answers = tuple(_SMALL_SOURCE.format(number=number) for number in range(details["samples"]))
    return Workload((small_task(details["test_classes"]),), (answers,))


def _recorded(answers_file: str, tasks_file: str) -> Workload:
    tasks = {task.task_id: task for task in read_task_file(tasks_file)}
    answers = read_samples(Path(answers_file), tasks.keys())
    return Workload(tuple(tasks[task_id] for task_id in answers), tuple(map(tuple, answers.values())))


def _from_open_tasks(n_tasks: int, n_samples: int) -> Workload:
    """The open tasks again and again, each time under another name and with answers that differ by a comment."""
    known = []
    for folder in task_folders(open_tasks_directory()):
        task = read_task_folder(folder)
        known.append((task, [task.solution_code, *(answer.text for answer in read_example_completions(folder))]))
    tasks, answers = [], []
    for number, (task, texts) in enumerate(islice(cycle(known), n_tasks)):
        tasks.append(replace(task, task_id=f"{task.task_id}-{number}"))
        chosen = islice(cycle(texts), number, number + n_samples)
        answers.append(tuple(_with_comment(text, f"{number}-{index}") for index, text in enumerate(chosen)))
    return Workload(tuple(tasks), tuple(answers))


def _with_comment(answer: str, text: str) -> str:
    """The answer with a comment in its class, wherever in the text that stands."""
    lines = answer.split("\n")
    index = next((index for index, line in enumerate(lines) if line.startswith("class ")), None)
    return answer if index is None else "\n".join([*lines[: index + 1], f"    # {text}", *lines[index + 1 :]])


def small_task(test_classes: int) -> ClassTask:
    """A task whose tests take next to no time, with so many test classes."""
    names = tuple(f"AdderTest{number}" for number in range(test_classes))
    classes = "\n".join(_SMALL_TEST_CLASS.format(number=number) for number in range(test_classes))
    return ClassTask(f"small-{test_classes}", "Adder", _SMALL_TEST.format(classes=classes), names)
