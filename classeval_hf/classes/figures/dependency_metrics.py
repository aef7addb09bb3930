"""DEP (ClassEval, eqs. 2 and 3) and Recall@k (DevEval, eq. 2). Rules: `docs/design/statistics.md`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum

from classeval_hf.classes.reading.dependencies import dependencies_or_none
from classeval_hf.core.tasks import ClassDependencies, ClassTask, Dependencies
from classeval_hf.metrics.averages import WeightedTerms, recall_at_k

_KINDS: Mapping[str, Callable[[Dependencies], tuple[str, ...]]] = {
    "field": lambda item: item.field_dependencies,
    "method": lambda item: item.method_dependencies,
}  # how each kind is read from the record
_DEP = {"field": "dep_f", "method": "dep_m"}
_RECALLED: Mapping[str, Callable[[Dependencies], tuple[str, ...]]] = {
    "recall": lambda dependencies: tuple(name for read in _KINDS.values() for name in read(dependencies)),
    **{f"recall_{kind}": read for kind, read in _KINDS.items()},
}


def read_dependencies(task: ClassTask, sources: Iterable[str]) -> list[ClassDependencies | None]:
    """Per source, the dependencies of the task's declared methods, else of all; `None` for invalid Python."""
    return [_read(source, task.class_name, task.declared_methods) for source in sources]


def reference_dependencies(task: ClassTask) -> ClassDependencies:
    """The dependencies of a reference's methods; as declared, if the reference is missing or invalid Python."""
    source = "".join(f"{line}\n" for line in task.import_statement) + task.solution_code
    dependencies = _read(source, task.class_name, task.declared_methods) if task.solution_code.strip() else None
    if dependencies is None:
        return {method.method_name: method.dependencies for method in task.methods_info}
    return dependencies


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
    for kind, read in _KINDS.items():
        averages[_DEP[kind]] = {task: _dep(methods, read, True) for task, methods in by_task.items()}
        averages[f"{_DEP[kind]}_count"] = {task: _dep(methods, read, False) for task, methods in by_task.items()}
    for k in ks:
        for name, read in _RECALLED.items():
            averages[f"{name}@{k}"] = {task: _recall(methods, read, k) for task, methods in by_task.items()}
    return averages


_Methods = Sequence[tuple[Dependencies, Sequence[Dependencies]]]  # by method: of the reference, and of each sample
_Reader = Callable[[Dependencies], tuple[str, ...]]
_read = lru_cache(maxsize=1024)(dependencies_or_none)  # a reference is read again, as a sample, for the ceilings


def _dep(methods: _Methods, read: _Reader, only_wanted: bool) -> tuple[float, float]:
    recalled = expected = 0
    for reference, samples in methods:
        wanted = set(read(reference))
        expected += len(wanted) * len(samples)
        recalled += sum(len(wanted.intersection(read(item)) if only_wanted else read(item)) for item in samples)
    return float(recalled), float(expected)


def _recall(methods: _Methods, read: _Reader, k: int) -> tuple[float, float]:
    dependent = [(set(read(one)), samples) for one, samples in methods if read(one) and len(samples) >= k]
    best = [
        recall_at_k([len(wanted.intersection(read(item))) / len(wanted) for item in samples], k)
        for wanted, samples in dependent
    ]
    return fsum(best), float(len(best))
