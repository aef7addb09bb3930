"""Averages of repository-level tasks (RepoClassBench, DevEval): see `docs/reference/metric.md`."""

from collections.abc import Mapping, Sequence
from math import fsum

from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, JAVA, CodeDependencies, RepositoryTask
from classeval_hf.core.verdicts import STUB_BASELINES, CandidateVerdict, Soundness, passed_share
from classeval_hf.metrics.averages import Judged, WeightedTerm, WeightedTerms, pass_at_k_term, recall_at_k

_NOT_COMPILED = frozenset(("CompileError", "EmptyCompletion", "NameError", "UnreadableAnswer"))
"""Errors of candidates in Java that do not compile, or that do not define the class and are not run."""


def repository_terms(
    tasks: Sequence[RepositoryTask], judged: Judged, ks: Sequence[int], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    ids = [task.task_id for task in tasks]
    passed = {task: sum(map(all_passed, judged[task])) for task in ids}
    averages: dict[str, WeightedTerms] = {
        f"pass@{k}": {task: pass_at_k_term(len(judged[task]), [passed[task]], k) for task in ids} for k in ks
    }
    rates = {task: [passed_share(verdict) for verdict in judged[task]] for task in ids}
    averages["test_rate"] = {task: (fsum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in rates.items()}
    in_java = [task.task_id for task in tasks if task.language == JAVA]
    if in_java:
        compiled = {task: [compiles(verdict) for verdict in judged[task]] for task in in_java}
        averages["compile_rate"] = {
            task: (sum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in compiled.items()
        }
    for stub in STUB_BASELINES:
        averages[f"test_rate_{stub}"] = {
            task: (soundness[task].floors[stub], 1.0)
            for task in ids
            if task in soundness and stub in soundness[task].floors
        }
    return averages


def recall_terms(
    tasks: Sequence[RepositoryTask], read: Mapping[str, Sequence[CodeDependencies | None]], ks: Sequence[int]
) -> dict[str, WeightedTerms]:
    averages: dict[str, WeightedTerms] = {}
    for k in ks:
        for kind in ("", *DEPENDENCY_KINDS):
            name = f"recall_{kind}@{k}" if kind else f"recall@{k}"
            averages[name] = {task.task_id: _recall(task, read[task.task_id], kind, k) for task in tasks}
    return averages


def ceiling_terms(tasks: Sequence[RepositoryTask], soundness: Mapping[str, Soundness]) -> dict[str, WeightedTerms]:
    """Recall of the references, read as samples."""
    checked = [task.task_id for task in tasks if task.task_id in soundness]
    names = {task_id: [soundness[task_id].code_dependencies] for task_id in checked}
    of_kinds = recall_terms([task for task in tasks if task.task_id in names], names, [1])
    return {name.replace("@1", "_ceiling"): terms for name, terms in of_kinds.items()}


def all_passed(verdict: CandidateVerdict) -> bool:
    return verdict.passed([item.test_class for item in verdict.test_classes])


def compiles(verdict: CandidateVerdict) -> bool:
    """Whether the file of a candidate in Java compiled."""
    return all(item.error_type not in _NOT_COMPILED for item in verdict.test_classes)


def _recall(task: RepositoryTask, samples: Sequence[CodeDependencies | None], kind: str, k: int) -> WeightedTerm:
    wanted = frozenset(getattr(task.dependencies, kind)) if kind else task.dependencies.all
    if not wanted or len(samples) < k:
        return 0.0, 0.0
    # A name counts whichever kind it has in the sample: kinds are those of the reference's names.
    shares = [len(wanted & (item.all if item is not None else frozenset())) / len(wanted) for item in samples]
    return recall_at_k(shares, k), 1.0
