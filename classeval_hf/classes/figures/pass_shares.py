"""Where samples of class tasks fail (the paper's Figure 8), pooled over samples."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter

from classeval_hf.core.syntax import code_lines
from classeval_hf.core.tasks import DIFFICULTIES, TOPICS, ClassDependencies, ClassTask
from classeval_hf.metrics.averages import Judged
from classeval_hf.metrics.error_analysis import ErrorAnalysis, GroupKind, GroupShare
from classeval_hf.metrics.intervals import Resampling, average_interval

LENGTHS: Mapping[str, float] = {"1-20": 20, "21-30": 30, "31-40": 40, "41-50": 50, "51+": math.inf}
"""Ranges of class length and their upper ends; 12, 41, 75, 87 and 100 of ClassEval's classes are not longer."""


def method_pass_by_dependencies(
    tasks: Sequence[ClassTask],
    judged: Judged,
    reference: Mapping[str, ClassDependencies],
    resampling: Resampling | None = None,
) -> dict[str, GroupShare]:
    """Share of correct methods, of those with tests, by number of methods that the reference calls (Figure 8)."""
    groups = [
        (str(len(reference[task.task_id][method.method_name].method_dependencies)), task, method.test_classes)
        for task in tasks
        for method in task.methods_info
        if method.test_classes and method.method_name in reference[task.task_id]
    ]
    return _shares(sorted({count for count, _, _ in groups}, key=int), groups, judged, resampling, of_methods=True)


def class_passes(tasks: Sequence[ClassTask], judged: Judged, resampling: Resampling | None = None) -> ErrorAnalysis:
    """Share of correct classes by topic (ClassEval, Table 3), stated difficulty, and lines of the reference's code."""
    parts: Mapping[GroupKind, tuple[Iterable[str], Callable[[ClassTask], str]]] = {
        "class_pass_by_topic": (TOPICS, attrgetter("topic")),
        "class_pass_by_difficulty": (DIFFICULTIES, attrgetter("difficulty")),
        "class_pass_by_length": (LENGTHS, _length),
    }
    shares: ErrorAnalysis = {}
    for name, (usual, part_of) in parts.items():
        groups = [(part, task, task.suite().required) for task in tasks if (part := part_of(task))]
        keys = dict.fromkeys([*usual, *(part for part, _, _ in groups)])
        shares[name] = _shares(list(keys), groups, judged, resampling)
    return shares


def _length(task: ClassTask) -> str:
    """The range of the reference's length; empty without a reference."""
    lines = code_lines(task.solution_code)
    return next(name for name, end in LENGTHS.items() if lines <= end) if task.solution_code.strip() else ""


def _shares(
    keys: Sequence[str],
    groups: Sequence[tuple[str, ClassTask, Sequence[str]]],
    judged: Judged,
    resampling: Resampling | None,
    of_methods: bool = False,
) -> dict[str, GroupShare]:
    """Per group, the samples that pass some test classes; groups without samples are left out."""
    shares: dict[str, GroupShare] = {}
    for key in keys:
        passed, samples = Counter[str](), Counter[str]()  # by task
        of_group = [(task.task_id, names) for group, task, names in groups if group == key and judged[task.task_id]]
        for task_id, names in of_group:
            passed[task_id] += sum(verdict.passed(names) for verdict in judged[task_id])
            samples[task_id] += len(judged[task_id])
        if not of_group:
            continue
        each = samples.total() / len(of_group)  # samples of a class, or a method, on average
        terms = {task_id: (passed[task_id] / each, count / each) for task_id, count in samples.items()}
        interval = average_interval(terms, resampling) if resampling is not None else None
        shares[key] = {
            "share": passed.total() / samples.total(),
            **({"interval": list(interval)} if interval is not None else {}),
            "passed": passed.total(),
            "samples": samples.total(),
            **({"methods": len(of_group)} if of_methods else {}),
            "tasks": len(terms),
        }
    return shares
