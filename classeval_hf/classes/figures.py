"""Averages over class tasks: pass@k, DEP, recall, and shares of groups (see `docs/reference/metric.md`)."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum
from operator import attrgetter

from classeval_hf.classes.dependencies import dependencies_or_none
from classeval_hf.core.syntax import code_lines
from classeval_hf.core.tasks import BASE, DIFFICULTIES, TOPICS, ClassDependencies, ClassTask, Dependencies
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.metrics.averages import (
    DROP,
    ErrorAnalysis,
    GroupKind,
    GroupShare,
    Judged,
    WeightedTerm,
    WeightedTerms,
    pass_at_k_term,
    passed_fraction,
    recall_at_k,
)
from classeval_hf.metrics.intervals import Resampling, average_interval

JudgedByTwo = Mapping[str, Sequence[tuple[CandidateVerdict, CandidateVerdict | None]]]
"""Per task id, the verdicts on its samples by `base` and by a further suite, `None` where the task lacks it."""
_PASSES = ("class_pass", "method_pass", "test_class_pass")  # averages of samples that pass a whole unit
_KINDS = (*_PASSES, "class_partial_success", "test_class_partial_success")  # the averages over the suite `base`
_Unit = tuple[Sequence[str], Sequence[str]]  # test classes of `base`, and those that a further suite adds to them


def verdict_terms(tasks: Sequence[ClassTask], judged: Judged, ks: Sequence[int]) -> dict[str, WeightedTerms]:
    """pass@k, partial success and test rate by the suite `base`, as `docs/reference/metric.md` defines them."""
    correct: dict[str, dict[str, list[int]]]  # per unit, the number of samples that pass it
    correct = {kind: {} for kind in _KINDS}
    for task in tasks:
        verdicts = judged[task.task_id]
        # Partial success: some test of each test class passes.
        partly = [{item.test_class for item in one.test_classes if item.count(Outcome.PASS)} for one in verdicts]
        for kind in _KINDS:
            units = [names for names, _ in _units(kind, task)]
            counts = [sum(one.passed(names) for one in verdicts) for names in units if kind in _PASSES]
            if kind not in _PASSES:
                counts = [sum(bool(names) and passed.issuperset(names) for passed in partly) for names in units]
            correct[kind][task.task_id] = counts
    averages: dict[str, WeightedTerms] = {
        f"{kind}@{k}": {task: pass_at_k_term(len(judged[task]), counts, k) for task, counts in by_task.items()}
        for k in ks
        for kind, by_task in correct.items()
    }
    rates = {task.task_id: list(map(passed_fraction, judged[task.task_id])) for task in tasks}
    averages["test_rate"] = {task: (fsum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in rates.items()}
    return averages


def further_terms(
    tasks: Sequence[ClassTask], judged: JudgedByTwo, ks: Sequence[int], suite: str
) -> dict[str, WeightedTerms]:
    """pass@k by `base` and a further suite together, and its drop from `base` (see `docs/reference/metric.md`)."""
    averages: dict[str, WeightedTerms] = {}
    for kind in _PASSES:
        # By task, per unit and sample, whether it passes the test classes of `base`, and those of both suites.
        passed = {
            task.task_id: [
                [
                    (ok := base.passed(names), ok and (not added or further is None or further.passed(added)))
                    for base, further in judged[task.task_id]
                ]
                for names, added in _units(kind, task, suite)
            ]
            for task in tasks
        }
        for k in ks:
            both: dict[str, WeightedTerm] = {}
            drops: dict[str, WeightedTerm] = {}
            for task_id, of_units in passed.items():
                samples = len(judged[task_id])
                before, _ = pass_at_k_term(samples, [sum(by_base for by_base, _ in unit) for unit in of_units], k)
                after, weight = pass_at_k_term(samples, [sum(by_both for _, by_both in unit) for unit in of_units], k)
                both[task_id], drops[task_id] = (after, weight), (before - after, weight)
            averages |= {f"{kind}_{suite}@{k}": both, f"{kind}_{suite}{DROP}@{k}": drops}
    return averages


def _units(kind: str, task: ClassTask, suite: str = BASE) -> list[_Unit]:
    """The units of a class that an average counts, with the test classes that a suite adds to each."""
    base, further = task.suite(), task.suites.get(suite) if suite != BASE else None
    methods: Mapping[str, Sequence[str]] = further.methods if further is not None else {}
    if kind.startswith("class"):
        return [(base.required, further.required if further is not None else ())]
    if kind == "method_pass":
        return [(names, methods.get(method, ())) for method, names in base.methods.items() if names]
    # Each test class of `base`, with the further ones of its methods, or of the class if it tests no method. Nothing
    # is added to a test class that a class need not pass.
    of_methods = {name for names in methods.values() for name in names}
    of_class = [name for name in (further.required if further is not None else ()) if name not in of_methods]
    units: list[_Unit] = []
    for listed in base.listed:
        tested = [method for method, names in base.methods.items() if listed in names]
        added = [name for method in tested for name in methods.get(method, ())]
        units.append(([listed], added if tested else of_class if listed in base.required else ()))
    return units


_READERS: Mapping[str, Callable[[Dependencies], tuple[str, ...]]] = {
    "field": lambda item: item.field_dependencies,
    "method": lambda item: item.method_dependencies,
}  # how dependencies of each kind are read from the record
_DEP = {"field": "dep_f", "method": "dep_m"}
_RECALLED: Mapping[str, Callable[[Dependencies], tuple[str, ...]]] = {
    "recall": lambda dependencies: tuple(name for read in _READERS.values() for name in read(dependencies)),
    **{f"recall_{kind}": read for kind, read in _READERS.items()},
}


read_dependencies = lru_cache(maxsize=1024)(dependencies_or_none)  # a reference is read twice, also as a sample


def dependency_terms(
    tasks: Sequence[ClassTask],
    reference: Mapping[str, ClassDependencies],
    used: Mapping[str, Sequence[ClassDependencies | None]],
    ks: Sequence[int],
) -> dict[str, WeightedTerms]:
    """DEP and Recall@k, by the rules in `docs/design/statistics.md`."""
    by_task = {
        task.task_id: [
            (wanted, [(sample or {}).get(name, Dependencies()) for sample in used[task.task_id]])
            for name, wanted in reference[task.task_id].items()
        ]
        for task in tasks
    }
    averages: dict[str, WeightedTerms] = {}
    for kind, read in _READERS.items():
        dep, count = dict[str, WeightedTerm](), dict[str, WeightedTerm]()
        averages |= {_DEP[kind]: dep, f"{_DEP[kind]}_count": count}
        for task_id, methods in by_task.items():
            recalled = used_in_all = expected = 0
            for one, samples in methods:
                wanted = set(read(one))
                expected += len(wanted) * len(samples)
                recalled += sum(len(wanted.intersection(read(item))) for item in samples)
                used_in_all += sum(len(read(item)) for item in samples)
            dep[task_id] = float(recalled), float(expected)
            count[task_id] = float(used_in_all), float(expected)
    for k in ks:
        for name, read in _RECALLED.items():
            recall = averages[f"{name}@{k}"] = {}
            for task_id, methods in by_task.items():
                dependent = [(set(read(one)), samples) for one, samples in methods if read(one) and len(samples) >= k]
                best = [
                    recall_at_k([len(wanted.intersection(read(item))) / len(wanted) for item in samples], k)
                    for wanted, samples in dependent
                ]
                recall[task_id] = fsum(best), float(len(best))
    return averages


LENGTHS: Mapping[str, float] = {"1-20": 20, "21-30": 30, "31-40": 40, "41-50": 50, "51+": math.inf}
"""Ranges of class length and their upper ends; 12, 41, 75, 87 and 100 of ClassEval's classes are not longer."""


def method_pass_by_dependencies(
    tasks: Sequence[ClassTask],
    judged: Judged,
    reference: Mapping[str, ClassDependencies],
    resampling: Resampling | None = None,
) -> dict[str, GroupShare]:
    """Share of methods with tests that are correct, by number of methods that the reference calls (Figure 8)."""
    groups = [
        (str(len(reference[task.task_id][method.method_name].method_dependencies)), task, method.test_classes)
        for task in tasks
        for method in task.methods_info
        if method.test_classes and method.method_name in reference[task.task_id]
    ]
    return _shares(sorted({count for count, _, _ in groups}, key=int), groups, judged, resampling, of_methods=True)


def class_passes(tasks: Sequence[ClassTask], judged: Judged, resampling: Resampling | None = None) -> ErrorAnalysis:
    """Share of correct classes by topic (ClassEval, Table 3), stated difficulty, and lines of the reference's code."""
    ends, names = list(LENGTHS.values()), [*LENGTHS]
    lengths = {  # the range of the reference's length; empty without a reference
        task.task_id: names[bisect_left(ends, code_lines(task.solution_code))] if task.solution_code.strip() else ""
        for task in tasks
    }
    parts: Mapping[GroupKind, tuple[Iterable[str], Callable[[ClassTask], str]]] = {
        "class_pass_by_topic": (TOPICS, attrgetter("topic")),
        "class_pass_by_difficulty": (DIFFICULTIES, attrgetter("difficulty")),
        "class_pass_by_length": (LENGTHS, lambda task: lengths[task.task_id]),
    }
    shares: ErrorAnalysis = {}
    for name, (usual, part_of) in parts.items():
        groups = [(part, task, task.suite().required) for task in tasks if (part := part_of(task))]
        keys = dict.fromkeys([*usual, *(part for part, _, _ in groups)])
        shares[name] = _shares(list(keys), groups, judged, resampling)
    return shares


def _shares(
    keys: Sequence[str],
    groups: Sequence[tuple[str, ClassTask, Sequence[str]]],
    judged: Judged,
    resampling: Resampling | None,
    of_methods: bool = False,
) -> dict[str, GroupShare]:
    """The share of samples that pass the given test classes, by group; groups without samples are left out."""
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
